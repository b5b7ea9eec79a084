//! Small documents in styles and languages that the rendered pages lack, mapped from their text alone.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::path::Path;

use citelight::citation::CitationStyle;
use citelight::citation::evaluate::{EdgeCounts, compare};

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
    ("mla-b", CitationStyle::AuthorPage, 0),
    ("nature-a", CitationStyle::Superscript, 0),
    ("oscola-b", CitationStyle::Note, 0),
    ("slavic-c", CitationStyle::AuthorYear, 0),
    ("spanish-author-year-b", CitationStyle::AuthorYear, 0),
    ("turabian-b", CitationStyle::Note, 0),
    ("vancouver-b", CitationStyle::Numeric, 0),
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
