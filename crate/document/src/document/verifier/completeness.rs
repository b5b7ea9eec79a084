//! Whether the article is there at all: a body, a reference list, an end.

use super::anomalies::{anomaly, tail};
use crate::document::{Anomaly, AnomalyKind, Document, Format, Severity};
use crate::markup::BlockKind;
use crate::markup::tree::Tree;

/// Running text under which there is no article, in bytes.
const LEAST_BODY: usize = 1_500;

/// Whether there is body text.
pub(crate) fn has_text(document: &Document) -> bool {
    let text: usize = document
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::ListItem))
        .map(|block| block.text.len())
        .sum();
    // A short note that cites is an article; a landing page does not cite. What an author writes is neither a landing page nor a wall.
    let is_manuscript =
        matches!(document.format, Format::Docx | Format::Latex | Format::Markdown | Format::Text);
    let least_cited = if is_manuscript { 1 } else { LEAST_BODY / 5 };
    text >= LEAST_BODY || text >= least_cited && !document.citations.is_empty()
}

/// Whether there is body text; says so if not.
pub(super) fn has_body(document: &Document, found: &mut Vec<Anomaly>) -> bool {
    if has_text(document) {
        return true;
    }
    let read = document.references.len();
    if read > 0 && document.citations.is_empty() {
        found.push(anomaly(AnomalyKind::NoBody, Severity::Error, document.title.clone().unwrap_or_default(), format!(
            "{}, and hardly any text around them: where this is not the full text, open it and start again", no_citation(read)
        )));
        return false;
    }
    let has_abstract = document.blocks.iter().any(|block| block.kind == BlockKind::Abstract);
    let what = if has_abstract { "only an abstract was found" } else { "no article text was found" };
    found.push(anomaly(
        AnomalyKind::NoBody,
        Severity::Error,
        document.title.clone().unwrap_or_default(),
        format!("{what}: this may be a landing page, a paywall or a robot check; open the full text and start again"),
    ));
    false
}

/// Says so if there are references and nothing that cites them.
pub(super) fn has_citations(document: &Document, found: &mut Vec<Anomaly>) {
    let read = document.references.len();
    if read > 0 && document.citations.is_empty() {
        found.push(anomaly(
            AnomalyKind::NoCitations,
            Severity::Error,
            "",
            format!(
                "{}; open the article in another format (HTML, PDF) to have its citations checked, too",
                no_citation(read)
            ),
        ));
    }
}

fn no_citation(read: usize) -> String {
    let references =
        if read == 1 { "1 reference was read".to_owned() } else { format!("{read} references were read") };
    format!("{references}, but no citation of them was recognised in the text")
}

/// Says that the file is XML, but none that is read.
pub(super) fn is_unread(found: &mut Vec<Anomaly>) {
    found.push(anomaly(
        AnomalyKind::NoBody,
        Severity::Error,
        "",
        "this is an XML format that Citelight does not read; open the article's HTML, PDF or JATS XML instead",
    ));
}

/// Says so if there is no reference list.
pub(super) fn has_references(document: &Document, tree: Option<&Tree>, found: &mut Vec<Anomaly>) {
    if !document.references.is_empty() {
        return;
    }
    let hint = if tree.is_some_and(is_drawn_by_script) {
        "a script of the page makes its reference list, and it did not run; open the page in a browser, save it and start again"
    } else {
        "no reference list was found; if the page loads it on demand, open it and start again"
    };
    found.push(anomaly(AnomalyKind::NoReferences, Severity::Error, "end of the document", hint));
}

/// Whether a page of Distill's template keeps its references as BibTeX.
fn is_drawn_by_script(tree: &Tree) -> bool {
    let names = ["d-bibliography", "dt-bibliography", "d-cite", "dt-cite"];
    tree.descendants(Tree::ROOT).any(|node| names.contains(&tree.name(node)))
}

/// Says so if the markup ended while its root was open.
pub(super) fn markup_ends(document: &Document, tree: Option<&Tree>, found: &mut Vec<Anomaly>) {
    if !tree.is_some_and(|tree| tree.cut) {
        return;
    }
    let last = document.blocks.iter().rev().find(|block| block.kind == BlockKind::Paragraph);
    found.push(anomaly(
        AnomalyKind::Truncated,
        Severity::Error,
        last.map(|block| tail(&block.text)).unwrap_or_default(),
        "the markup ends in the middle of the document; load or save the page completely and start again",
    ));
}
