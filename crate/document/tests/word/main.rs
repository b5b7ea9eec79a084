//! Word documents, from their bytes to the mapping.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "helpers of tests stop the test")]

mod docx;
mod fields;
mod hostile;
mod places;
mod plain;

use citelight_document::document::files::{NamedFile, Opened, open};
use citelight_document::document::{Content, Document};

/// What a file is read as.
pub(crate) fn opened(name: &str, bytes: Vec<u8>) -> Result<Content, String> {
    match open(vec![NamedFile { name: name.to_owned(), bytes }])? {
        Opened::Content(content) => Ok(content),
        Opened::Pdf(_) => Err("a PDF".to_owned()),
    }
}

pub(crate) fn parsed(bytes: Vec<u8>) -> Document {
    opened("paper.docx", bytes).expect("it opens").parse("paper.docx", false).expect("it parses")
}

/// Each citation with the references that it names, by their place in the list.
pub(crate) fn cited(document: &Document) -> Vec<(&str, Vec<usize>)> {
    let shown = |citation: &citelight_document::citation::Citation| citation.range.clone();
    document
        .citations
        .iter()
        .map(|citation| (&document.blocks[citation.block].text[shown(citation)], citation.references.clone()))
        .collect()
}

#[test]
fn a_manuscript_is_read_as_before() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/word/bees.docx");
    let content = opened("bees.docx", std::fs::read(path).expect("the fixture is there")).expect("it opens");
    let Content::Text { text, .. } = &content else { panic!("Word is read as a page") };
    let document = content.parse("bees.docx", false).expect("it parses");
    let citations =
        cited(&document).into_iter().map(|(surface, references)| format!("{surface} → {references:?}"));
    let entries =
        document.references.iter().map(|reference| format!("{:?} {:?}", reference.year, reference.raw));
    let lines: Vec<String> = std::iter::once(text.clone()).chain(citations).chain(entries).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
