//! Every citation style of the fixtures, mapped from the text alone and with the page's links.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight::citation::evaluate::{EdgeCounts, Family, compare, evaluate};
use citelight::citation::{CitationStyle, Mapping};
use citelight::document::{Input, parse};

/// The pages in order, each with its name.
fn pages() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/styles");
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut pages: Vec<(String, String)> = entries
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "html"))
        .map(|path| {
            let name = path.file_name().expect("a file").to_string_lossy().into_owned();
            (
                name,
                std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
            )
        })
        .collect();
    pages.sort();
    pages
}

fn content(name: &str) -> String {
    pages().into_iter().find(|(own, _)| own == name).expect("the fixture").1
}

#[test]
fn every_style_meets_its_bar() {
    let mut total = EdgeCounts::default();
    let pages = pages();
    assert!(pages.len() >= 30, "{} pages", pages.len());
    for (name, content) in pages {
        let counts = evaluate(&content, &name).expect("the page parses");
        assert!(counts.gold > 0 && counts.links > 0, "{name} has links: {counts:?}");
        assert!(
            counts.meets_bar(),
            "{name}: F1 {:.3}, links {:.3}, {counts:?}",
            counts.f1(),
            counts.linked()
        );
        total.add(&counts);
    }
    assert!(total.precision() >= 0.99, "{total:?}");
}

#[test]
fn the_style_is_told_from_the_text() {
    let style = |name: &str| {
        let content = content(name);
        parse(Input::new(&content, name).without_links()).expect("the page parses").style
    };
    assert_eq!(style("torture.ieee.html"), CitationStyle::Numeric);
    assert_eq!(style("torture.science.html"), CitationStyle::Numeric);
    assert_eq!(style("torture.nature.html"), CitationStyle::Superscript);
    assert_eq!(style("torture.apa.html"), CitationStyle::AuthorYear);
    assert_eq!(style("torture.modern-language-association.html"), CitationStyle::AuthorPage);
    assert_eq!(style("torture.american-mathematical-society-label.html"), CitationStyle::Label);
    assert_eq!(style("torture.bluebook-law-review.html"), CitationStyle::Note);
    assert_eq!(style("legal.oscola.html"), CitationStyle::Note);
}

#[test]
fn one_label_of_several_works_is_ambiguous() {
    let content = content("torture.american-mathematical-society-label.html");
    let (linked, comparison) = compare(&content, "labels").expect("the page parses");
    assert!(comparison.wrong.is_empty(), "nothing is guessed: {:?}", comparison.wrong);
    let blind = parse(Input::new(&content, "labels").without_links()).expect("the page parses");
    let candidates: Vec<Vec<&str>> = blind
        .citations
        .iter()
        .filter_map(|citation| match &citation.status {
            Mapping::Ambiguous { candidates } => Some(candidates),
            _ => None,
        })
        .map(|candidates| candidates.iter().map(|index| linked.references[*index].id.as_str()).collect())
        .collect();
    assert!(candidates.contains(&vec!["ref-baez/article", "ref-baez/online"]), "{candidates:?}");
}

#[test]
fn families_have_the_bars_of_the_specification() {
    assert_eq!(Family::ALL.map(Family::bar), [0.98, 0.95, 0.95, 0.90]);
    assert_eq!(Family::of(CitationStyle::Unknown), None);
}

/// Running text with a reference list, as a page.
fn page(text: &str, entries: &[&str]) -> String {
    let items: String = entries.iter().map(|entry| format!("<li>{entry}</li>")).collect();
    format!(
        "<html><body><h1>Title</h1><h2>Text</h2><p>{text}</p><h2>References</h2><ol class=\"references\">{items}</ol></body></html>"
    )
}

/// What a page's citations point at, by position in the list.
fn mapped(text: &str, entries: &[&str]) -> Vec<(String, Vec<usize>)> {
    let document = parse(Input::new(&page(text, entries), "page")).expect("the page parses");
    assert_eq!(document.references.len(), entries.len(), "{:?}", document.references);
    document
        .citations
        .iter()
        .map(|citation| {
            let surface = document.blocks[citation.block].text[citation.range.clone()].to_owned();
            (surface, citation.references.iter().map(|index| index + 1).collect())
        })
        .collect()
}

#[test]
fn forms_of_author_and_year() {
    let entries = [
        "Smith, J. (1980). An old book about things. Press, London.",
        "Jones, A. B., &amp; van der Berg, C. (2010). A newer book about the same things. Journal of Things 3, 4–5.",
        "World Health Organization (2003). Report on the health of the world. WHO Press, Geneva.",
        "Lee, D. (2019a). First of two papers on words. Journal of Words 1, 1–2.",
        "Lee, D. (2019b). Second of two papers on words. Journal of Words 2, 3–4.",
        "Moreno, E. (forthcoming). A book that is to come, in print. Press, Madrid.",
        "Иванов, П. (2001). О словах и вещах в языке. Наука, Москва.",
        "王伟. (2015). 关于词语的研究与分析方法. 语言学报 3, 1–9.",
    ];
    let cases: &[(&str, &[usize])] = &[
        ("It was said early (Smith, 1980, as cited in Jones &amp; van der Berg, 2010).", &[1, 2]),
        ("Smith’s (1980) view prevailed.", &[1]),
        ("As the World Health Organization (WHO, 2003) reports.", &[3]),
        ("Words matter (Lee, 2019a,b).", &[4, 5]),
        ("Words matter, as Lee argued at length (2019b).", &[5]),
        ("It is to come (Moreno, forthcoming).", &[6]),
        ("It is so (Иванов, 2001).", &[7]),
        ("The network of Smith, 1980<sup>6</sup> was derived from that.", &[1]),
        ("根据王伟（2015）的研究。", &[8]),
    ];
    for (text, expected) in cases {
        let found: Vec<usize> =
            mapped(text, &entries).into_iter().flat_map(|(_, references)| references).collect();
        assert_eq!(found, *expected, "{text}");
    }
}

#[test]
fn members_of_a_work_are_that_work() {
    let entries = [
        "Glashow S. Partial symmetries. Nucl. Phys. 22 (1961) 579; (b) Weinberg S. A model of leptons. Phys. Rev. 19 (1967).",
        "Goossens M, Mittelbach F. The companion. Addison-Wesley, 1994.",
        "(a) Herrmann W. A carbene. Angew. Chem. 45 (2006) 3859; (b) Aksin O. Effects. J. Chem. 691 (2006) 3027.",
    ];
    for (text, expected) in [
        ("Letters name the members [1a,c, 2, 3b,c].", vec![1, 2, 3]),
        ("Some are shown together [1a,b, 2, 3a–c].", vec![1, 2, 3]),
        ("A section is no member [1, Sec. 2, 3].", vec![1]),
    ] {
        let found = mapped(text, &entries).into_iter().map(|(_, references)| references).next();
        assert_eq!(found, Some(expected), "{text}");
    }
}

#[test]
fn a_dash_repeats_the_authors_of_the_entry_before() {
    let entries = [
        "Saier, Tarek and Michael Färber (2019). “Bibliometric-enhanced arXiv”. In: Proceedings of BIR, pp. 14–26.",
        "– (2020). “unarXive: a large scholarly data set”. In: Scientometrics.",
        "Shen, Zhihong (2018). “A web-scale system”. In: Proceedings of ACL, pp. 87–92.",
    ];
    let found = mapped("An updated version (Saier and Färber, 2020) includes it.", &entries);
    assert_eq!(found, [("(Saier and Färber, 2020)".to_owned(), vec![2])]);
}
