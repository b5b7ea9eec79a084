//! An article on mills with eight notes and a bibliography, and what its marks mean.

use citelight_document::citation::{CitationStyle, Mapping};
use citelight_document::document::{Document, Input, parse};

pub(crate) const NOTES: [&str; 8] = [
    "Carla Hale, <em>The Mill Tax</em> (Leeds: Aire, 1987), 12.",
    "Ibid., 14. See also Dirk Roos, <em>Flour and Anger</em> (York: Minster, 1990), 3.",
    "Ibid., 20.",
    "Hale, <em>Mill Tax</em>, 31; Eva Finch, “Paying in Flour,” <em>Mill History</em> 3 (1999): 5.",
    "Roos, <em>Flour and Anger</em>, 8.",
    "Ibid.",
    "I thank the millers of the valley for their patience.",
    "Hale, op. cit., 40.",
];

const SENTENCES: [&str; 8] = [
    "Mills were taxed early.",
    "The tax was resented.",
    "It was kept for long.",
    "Some paid in flour.",
    "The miller kept a share.",
    "The share was one tenth.",
    "Nobody wrote it down.",
    "The tax fell in the end.",
];

/// What each mark means: the entries are Finch, Hale and Roos.
const MEANT: [&str; 8] = ["Hale", "Hale Roos", "?Hale Roos", "Hale Finch", "Roos", "Roos", "", "Hale"];

/// The bibliography in plain text.
pub(crate) const ENTRIES: [&str; 3] = [
    "Finch, Eva. “Paying in Flour.” Mill History 3 (1999): 1–9.",
    "Hale, Carla. The Mill Tax. Leeds: Aire, 1987.",
    "Roos, Dirk. Flour and Anger. York: Minster, 1990.",
];

const BIBLIOGRAPHY: &str = "<h2>Bibliography</h2>\
    <p>Finch, Eva. “Paying in Flour.” <em>Mill History</em> 3 (1999): 1–9.</p>\
    <p>Hale, Carla. <em>The Mill Tax</em>. Leeds: Aire, 1987.</p>\
    <p>Roos, Dirk. <em>Flour and Anger</em>. York: Minster, 1990.</p>";

/// The article's text, each sentence with its mark.
pub(crate) fn text(mark: impl Fn(usize) -> String) -> String {
    let marked = SENTENCES.iter().zip(1..).map(|(sentence, number)| format!("{sentence}{}", mark(number)));
    marked.collect::<Vec<_>>().join(" ")
}

/// A note in plain text.
pub(crate) fn plain(number: usize) -> String {
    NOTES[number - 1].replace("<em>", "").replace("</em>", "")
}

/// All notes in plain text, as `note` writes them.
pub(crate) fn notes(note: impl Fn(usize, &str) -> String) -> String {
    (1..=NOTES.len()).map(|number| note(number, &plain(number))).collect()
}

/// The bibliography, as `entry` writes it.
pub(crate) fn list(entry: impl Fn(usize, &str) -> String) -> String {
    ENTRIES.iter().zip(1..).map(|(own, number)| entry(number, own)).collect()
}

/// A page whose marks and notes are written by `mark` and `note`, the notes between `before` and `after`.
pub(crate) fn page(
    mark: impl Fn(usize) -> String,
    before: &str,
    note: impl Fn(usize, &str) -> String,
    after: &str,
    bibliography_first: bool,
) -> String {
    let notes: String = NOTES.iter().enumerate().map(|(index, text)| note(index + 1, text)).collect();
    let notes = format!("{before}{notes}{after}");
    let rest =
        if bibliography_first { format!("{BIBLIOGRAPHY}{notes}") } else { format!("{notes}{BIBLIOGRAPHY}") };
    format!(
        "<!DOCTYPE html><html><head><title>Mills and taxes</title></head><body><h1>Mills and taxes</h1><h2>Introduction</h2>\
         <p>{}</p>{rest}</body></html>",
        text(mark)
    )
}

fn surname(document: &Document, index: usize) -> String {
    let raw = document.references.get(index).map(|reference| reference.raw.clone()).unwrap_or_default();
    raw.split(',').next().unwrap_or_default().to_owned()
}

/// What the marks of a page mean, in order, by surnames.
fn meant(document: &Document) -> Vec<String> {
    document
        .citations
        .iter()
        .map(|citation| {
            let mut names: Vec<String> =
                citation.references.iter().map(|index| surname(document, *index)).collect();
            if let Mapping::Ambiguous { candidates } = &citation.status {
                names.extend(candidates.iter().map(|index| surname(document, *index)));
                return format!("?{}", names.join(" "));
            }
            names.join(" ")
        })
        .collect()
}

/// Every mark means what its note names.
#[track_caller]
pub(crate) fn assert_meant(name: &str, document: &Document) {
    let expected: Vec<&str> = MEANT.iter().copied().filter(|meant| !meant.is_empty()).collect();
    assert_eq!(meant(document), expected, "{name}: {:#?}", document.blocks);
}

/// A document of notes and three entries, whose marks are numbers and mean what the notes name.
#[track_caller]
pub(crate) fn assert_notes(name: &str, page: &str) {
    let document = parse(Input::new(page, name)).expect("the page parses");
    assert_eq!(document.references.len(), 3, "{name}: {:#?}", document.references);
    assert_meant(name, &document);
    assert_eq!(document.style, CitationStyle::Note, "{name}");
    for citation in &document.citations {
        let surface = &document.blocks[citation.block].text[citation.range.clone()];
        assert!(surface.contains(|c: char| c.is_ascii_digit()), "{name}: {surface}");
    }
}
