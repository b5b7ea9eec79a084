//! What is left out of a document because it would be too much.

use super::anomalies::{anomaly, head};
use crate::citation::Citation;
use crate::citation::bounds::{self, MOST_CANDIDATES, MOST_PAIRS, MOST_READ};
use crate::document::{Anomaly, AnomalyKind, Document, Severity};

/// Keeps of the citations, which are in reading order, those that are checked, and says what is left out.
pub(super) fn bound(document: &mut Document) -> Vec<Anomaly> {
    let found = document.citations.len();
    let mut citations = std::mem::take(&mut document.citations);
    let left_out = bounds::cut(&mut citations, |citation| sentence(document, citation).len());
    document.citations = citations;
    let too_many =
        |place: &str, hint| anomaly(AnomalyKind::TooManyCitations, Severity::Warning, head(place), hint);
    let mut said = Vec::new();
    if left_out > 0 {
        let kept = document.citations.len();
        let read = document.anomalies.len();
        document.anomalies.retain(|anomaly| anomaly.kind != AnomalyKind::TooManyCitations);
        let more_than = if document.anomalies.len() < read { "more than " } else { "" };
        let last = document.citations.last().map(|citation| sentence(document, citation)).unwrap_or_default();
        said.push(too_many(
            last,
            format!(
                "only the first {kept} of {more_than}{found} citations are checked, since a check stops after {MOST_PAIRS} pairs of a citation \
                 and an entry, or {} MB of citing sentences; check the document in parts",
                MOST_READ / 1_000_000
            ),
        ));
    }
    let crowded = document.citations.iter().filter(|citation| bounds::fits_more(citation)).count();
    if crowded > 0 {
        let citations = if crowded == 1 { "1 citation fits" } else { &format!("{crowded} citations fit") };
        said.push(too_many(
            "",
            format!(
                "{citations} at least {MOST_CANDIDATES} entries of the reference list, of which only the first \
                 {MOST_CANDIDATES} are named; look for entries that stand in the list many times"
            ),
        ));
    }
    said
}

/// Says that a document cites so much that its last citations were not even looked for.
pub(crate) fn not_looked_for() -> Anomaly {
    anomaly(
        AnomalyKind::TooManyCitations,
        Severity::Warning,
        "",
        "the document cites so much that its last citations were not looked for; check it in parts",
    )
}

fn sentence<'a>(document: &'a Document, citation: &Citation) -> &'a str {
    let block = document.blocks.get(citation.block);
    block
        .and_then(|block| block.text.get(block.sentences.get(citation.sentence)?.clone()))
        .unwrap_or_default()
}
