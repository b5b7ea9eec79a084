//! Small documents in styles and languages that the rendered pages lack, mapped from their text alone.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::path::Path;

use citelight::citation::{Citation, CitationStyle, Mapping};
use citelight::document::{Input, parse};
use citelight_eval::mapping::edges::{EdgeCounts, compare};

/// Every document with its style, and how many of its edges no rule finds: see the notes.
const DOCUMENTS: &[(&str, CitationStyle, usize)] = &[
    ("abnt-b", CitationStyle::AuthorYear, 0),
    ("acl-b", CitationStyle::AuthorYear, 0),
    ("acm-author-year-a", CitationStyle::AuthorYear, 0),
    ("agu-b", CitationStyle::AuthorYear, 0),
    ("alpha-a", CitationStyle::Label, 0),
    ("alpha-c", CitationStyle::Label, 0),
    ("ama-b", CitationStyle::Superscript, 0),
    ("apa-a", CitationStyle::AuthorYear, 0),
    ("apa-c", CitationStyle::AuthorYear, 0),
    ("asa-c", CitationStyle::AuthorYear, 0),
    ("bluebook-a", CitationStyle::Note, 0),
    ("bluebook-c", CitationStyle::Note, 0),
    ("chicago-author-date-a", CitationStyle::AuthorYear, 0),
    ("chinese-notes-c", CitationStyle::Note, 0),
    // `DIN 2007` stands for `Norm DIN 99999 Juni 2007`.
    ("din-author-year-a", CitationStyle::AuthorYear, 1),
    ("din-author-year-b", CitationStyle::AuthorYear, 0),
    ("din-label-a", CitationStyle::Label, 0),
    ("din-label-b", CitationStyle::Label, 0),
    ("french-notes-b", CitationStyle::Note, 0),
    ("gbt-author-date-a", CitationStyle::AuthorYear, 0),
    ("gbt-author-date-b", CitationStyle::AuthorYear, 0),
    ("gbt-author-date-c", CitationStyle::AuthorYear, 0),
    ("gbt-numeric-a", CitationStyle::Numeric, 0),
    ("gbt-numeric-b", CitationStyle::Numeric, 0),
    ("german-notes-a", CitationStyle::Note, 0),
    ("gost-a", CitationStyle::Numeric, 0),
    ("harvard-b", CitationStyle::AuthorYear, 0),
    ("ieee-a", CitationStyle::Numeric, 0),
    ("iso690-a", CitationStyle::AuthorYear, 0),
    ("italian-notes-c", CitationStyle::Note, 0),
    ("japanese-a", CitationStyle::AuthorYear, 0),
    ("korean-c", CitationStyle::AuthorYear, 0),
    ("libreoffice-notes-d", CitationStyle::Note, 0),
    // The methods have a list of their own, which counts on.
    ("methods-references-a", CitationStyle::Numeric, 0),
    ("mla-b", CitationStyle::AuthorPage, 0),
    ("nature-a", CitationStyle::Superscript, 0),
    ("oscola-b", CitationStyle::Note, 0),
    ("plain-notes-d", CitationStyle::Note, 0),
    // Each section has a list of its own, which counts from 1.
    ("section-lists-a", CitationStyle::Numeric, 0),
    ("slavic-c", CitationStyle::AuthorYear, 0),
    ("spanish-author-year-b", CitationStyle::AuthorYear, 0),
    ("turabian-b", CitationStyle::Note, 0),
    ("vancouver-b", CitationStyle::Numeric, 0),
    ("wiki-notes-d", CitationStyle::Note, 0),
    ("word-notes-d", CitationStyle::Note, 0),
    ("year-letters-a", CitationStyle::AuthorYear, 0),
];

fn counts(name: &str) -> EdgeCounts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/further-styles");
    let path = folder.join(format!("{name}.html"));
    let content =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (_, comparison) = compare(&content, name).expect("the page parses");
    assert!(comparison.wrong.is_empty(), "{name}: {:?}", comparison.wrong);
    comparison.counts
}

#[test]
fn every_document_is_mapped() {
    for (name, style, missed) in DOCUMENTS {
        let counts = counts(name);
        assert_eq!(counts.style, *style, "{name}: {counts:?}");
        assert!(counts.gold >= 7 && counts.kept == counts.links, "{name} keeps its links: {counts:?}");
        assert_eq!(counts.gold - counts.right, *missed, "{name}: {counts:?}");
    }
}

/// A page without sections of its own: the entries are siblings of the paragraphs.
fn page(text: &str, entries: &[&str]) -> String {
    let entries: String = entries.iter().map(|entry| format!("<p>{entry}</p>")).collect();
    format!("<html><body><h1>Title</h1><h2>Text</h2><p>{text}</p><h2>References</h2>{entries}</body></html>")
}

/// What a page's citations point at, by position in the list, and how many are ambiguous.
fn mapped(text: &str, entries: &[&str]) -> (Vec<usize>, usize) {
    let document = parse(Input::new(&page(text, entries), "page")).expect("the page parses");
    assert_eq!(document.references.len(), entries.len(), "{:?}", document.references);
    let found =
        document.citations.iter().flat_map(|citation| citation.references.iter().map(|index| index + 1));
    let ambiguous = |citation: &&Citation| matches!(citation.status, Mapping::Ambiguous { .. });
    (found.collect(), document.citations.iter().filter(ambiguous).count())
}

#[test]
fn what_looks_like_those_styles_is_not_taken_for_them() {
    let entries = [
        "山田太郎（2005）．読む子どもたち．東京：本の森．",
        "山田花子（2005）．書く子どもたち．東京：本の森．",
        "Lima, A. (2012). Markets and fairs of the coast. Press, Lisbon.",
        "Souza, P. &amp; Costa, B. (2012). Fairs and squares of the coast. Press, Lisbon.",
        "Adams, T. (1990). The tides of small harbours. Press, London.",
        "Белов В. В. (2011). Пожары и гумус. М.: Наука.",
        "Белова А. А. (2011). Гумус и пожары. М.: Наука.",
    ];
    let cases: &[(&str, &[usize], usize)] = &[
        // A family name alone that two entries have.
        ("読書量は減少する（山田，2005）。また増加する（山田花子，2005）。", &[2], 1),
        // Names parted by semicolons that are not one work's.
        ("It is so (Reis; Lima, 2012), as Lima (2012) and Adams (1990) say.", &[3, 3, 5], 0),
        ("It is so (Souza; Costa, 2012), as Lima (2012) and Adams (1990) say.", &[4, 3, 5], 0),
        // A decade is no year with a letter.
        ("Adams wrote in the 1990s and (1990s) again; so it was (Adams, 1990).", &[5], 0),
        // The name as it is printed comes before another one's genitive.
        ("Так и есть (Белова, 2011).", &[7], 0),
    ];
    for (text, expected, ambiguous) in cases {
        assert_eq!(mapped(text, &entries), (expected.to_vec(), *ambiguous), "{text}");
    }
}

#[test]
fn a_surface_begins_with_the_names() {
    let entries = [
        "王建国，赵丽，孙涛，等，2016. 太湖沿岸湿地水位观测[J]. 湖泊科学，28（4）：801-809.",
        "李明，2008. 城市湿地的水文过程[M]. 南京：河海大学出版社.",
    ];
    let text = "研究表明王建国等（2016）的观测是可靠的，另见李明（2008）的研究。";
    let document = parse(Input::new(&page(text, &entries), "page")).expect("the page parses");
    let surfaces: Vec<&str> = document
        .citations
        .iter()
        .map(|citation| &document.blocks[citation.block].text[citation.range.clone()])
        .collect();
    assert_eq!(surfaces, ["王建国等（2016）", "李明（2008）"]);
}
