//! Citations without a reference, references without a citation.

use std::collections::HashSet;
use std::ops::Range;

use super::anomalies::{head, list};
use crate::citation::contradiction::names_another;
use crate::citation::{Citation, CitationStyle, Mapping};
use crate::document::{Anomaly, AnomalyKind, Document, Severity};

/// Citations without an entry that no author leaves behind, where they are a tenth of all, too.
const LEAST_UNMATCHED: usize = 3;

/// Lists what does not resolve and what is never cited.
pub(super) fn check(document: &Document, found: &mut Vec<Anomaly>) {
    let unmatched: Vec<String> =
        unmatched(document).map(|citation| surface(document, citation).to_owned()).collect();
    // One or two are the author's slips; a tenth of all say that part of the list was not read.
    let are_many = unmatched.len() >= LEAST_UNMATCHED && unmatched.len() * 10 >= document.citations.len();
    list(
        found,
        AnomalyKind::UnmatchedCitation,
        if are_many { Severity::Warning } else { Severity::Info },
        unmatched,
        "the citation points at no entry of the reference list",
    );
    let contradictory = contradictory(document)
        .map(|(citation, entry)| format!("{} → {}", surface(document, citation), head(entry)))
        .collect();
    list(
        found,
        AnomalyKind::ContradictoryLink,
        Severity::Warning,
        contradictory,
        "the page's link leads to another work than the citation names: one of them is a mistake",
    );
    let followed = document.anomalies.iter().all(|anomaly| anomaly.kind != AnomalyKind::TooManyCitations);
    if followed && document.style != CitationStyle::Unknown {
        let uncited = uncited(document)
            .into_iter()
            .filter_map(|index| document.references.get(index))
            .map(|reference| reference.label.clone().unwrap_or_else(|| head(&reference.raw)))
            .collect();
        list(
            found,
            AnomalyKind::UncitedReference,
            Severity::Info,
            uncited,
            "no citation in the text points at this entry",
        );
    }
}

/// Citations that point at nothing.
pub(super) fn unmatched(document: &Document) -> impl Iterator<Item = &Citation> {
    document.citations.iter().filter(|citation| citation.status == Mapping::Unmatched)
}

/// Linked citations with the text of an entry that they cannot mean. In a group any of the names may be the entry's.
fn contradictory(document: &Document) -> impl Iterator<Item = (&Citation, &str)> {
    let linked = document.citations.iter().filter(|citation| citation.status == Mapping::Linked);
    linked.flat_map(|citation| {
        let entries = citation.references.iter().filter_map(|index| document.references.get(*index));
        entries
            .map(|entry| entry.raw.as_str())
            .filter(|entry| names_another(surface(document, citation), entry))
            .map(move |entry| (citation, entry))
    })
}

/// The citations of some blocks: they are sorted by block.
pub(super) fn in_blocks(citations: &[Citation], blocks: Range<usize>) -> &[Citation] {
    let start = citations.partition_point(|citation| citation.block < blocks.start);
    let end = citations.partition_point(|citation| citation.block < blocks.end).max(start);
    citations.get(start..end).unwrap_or_default()
}

/// What the reader sees of a citation.
pub(super) fn surface<'a>(document: &'a Document, citation: &Citation) -> &'a str {
    document
        .blocks
        .get(citation.block)
        .and_then(|block| block.text.get(citation.range.clone()))
        .unwrap_or_default()
}

/// Indices of references that no citation means, nor may mean.
pub(super) fn uncited(document: &Document) -> Vec<usize> {
    let mut cited: HashSet<usize> =
        document.citations.iter().flat_map(|citation| citation.references.iter().copied()).collect();
    for citation in &document.citations {
        if let Mapping::Ambiguous { candidates } = &citation.status {
            cited.extend(candidates);
        }
    }
    (0..document.references.len()).filter(|index| !cited.contains(index)).collect()
}
