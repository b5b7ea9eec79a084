//! Deterministic checks on an extraction: what looks wrong is said, with its place and a hint, never dropped.
//!
//! Each file holds the checks that share one kind of evidence. A warning or an error says that a reader who looks at
//! the place will find something missing, doubled or out of order; what may as well be the author's doing is no more
//! than an info.

mod border;
mod bounds;
mod citations;
mod completeness;
mod converter;
mod duplicates;
mod numbering;
mod order;
mod places;
mod reference_list;
mod repair;
mod seams;

pub use border::{DoubtfulBorder, doubtful_borders, join};
pub(crate) use bounds::not_looked_for;
pub use places::paragraphs_at;

use super::{Anomaly, AnomalyKind, Document, Format, Severity};
use crate::markup::tree::Tree;
use crate::markup::{Block, BlockKind};

/// Anomalies of one kind that are listed one by one; more are summed up.
const MOST_LISTED: usize = 20;

/// Repairs what can be repaired without doubt, then checks the document; what was repaired and what was found become
/// its anomalies. `tree` is what it was parsed from, if it was markup.
pub(crate) fn finish(document: &mut Document, tree: Option<&Tree>) {
    let mut repaired = repair::drop_duplicates(document);
    // What is left of the text counts, and an exchange costs as much as there are citations.
    let left_out = bounds::bound(document);
    repaired.extend(repair::exchange(document));
    document.anomalies.extend(left_out.into_iter().chain(repaired));
    let found = verify(document, tree);
    document.anomalies.extend(found);
}

/// Checks a document and changes nothing.
pub(crate) fn verify(document: &Document, tree: Option<&Tree>) -> Vec<Anomaly> {
    let mut found = Vec::new();
    // A bibliography alone has no text that anything could be missing from.
    if document.format == Format::Bibliography {
        completeness::has_references(document, &mut found);
        return found;
    }
    if completeness::has_body(document, &mut found) {
        completeness::has_references(document, &mut found);
        completeness::has_citations(document, &mut found);
    }
    completeness::markup_ends(document, tree, &mut found);
    numbering::check(document, &mut found);
    seams::check(document, &mut found);
    order::check(document, &mut found);
    duplicates::check(document, &mut found);
    reference_list::check(document, &mut found);
    citations::check(document, &mut found);
    if let Some(tree) = tree {
        converter::check(tree, &mut found);
    }
    found
}

fn anomaly(
    kind: AnomalyKind,
    severity: Severity,
    place: impl Into<String>,
    hint: impl Into<String>,
) -> Anomaly {
    Anomaly { kind, severity, place: place.into(), hint: hint.into() }
}

/// Lists places one by one, and sums up what is too many.
fn list(found: &mut Vec<Anomaly>, kind: AnomalyKind, severity: Severity, places: Vec<String>, hint: &str) {
    let more = places.len().saturating_sub(MOST_LISTED);
    found.extend(places.into_iter().take(MOST_LISTED).map(|place| anomaly(kind, severity, place, hint)));
    if more > 0 {
        found.push(anomaly(kind, severity, format!("{more} more"), hint));
    }
}

/// Whether a block is running text that may cite.
fn is_prose(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Paragraph | BlockKind::Abstract | BlockKind::ListItem)
}

/// The beginning of a text, long enough to find it again.
fn head(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The end of a text, long enough to find it again.
fn tail(text: &str) -> String {
    let skip = text.chars().count().saturating_sub(80);
    text.chars().skip(skip).collect()
}
