//! Deterministic checks on an extraction: what looks wrong is said, with its place and a hint, never dropped.
//!
//! Each file holds the checks that share one kind of evidence. A warning or an error says that a reader who looks at
//! the place will find something missing, doubled or out of order; what may as well be the author's doing is no more
//! than an info.

mod anomalies;
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

pub use border::{DoubtfulBorder, JoinFault, doubtful_borders, join, join_checked};
pub(crate) use bounds::not_looked_for;
pub(crate) use completeness::has_text;
pub use places::paragraphs_at;

use super::jats::is_jats;
use super::{Anomaly, AnomalyKind, Document, Format, Severity};
use crate::markup::tree::Tree;

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
        completeness::has_references(document, tree, &mut found);
        return found;
    }
    if document.format == Format::Jats && tree.is_some_and(|tree| !is_jats(tree)) {
        completeness::is_unread(&mut found);
        return found;
    }
    if completeness::has_body(document, &mut found) {
        completeness::has_references(document, tree, &mut found);
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
    if document.format == Format::Latex {
        // Nothing cuts the list of a source on its way, and a key names its entry whatever is printed.
        found.retain(|anomaly| {
            !matches!(anomaly.kind, AnomalyKind::Truncated | AnomalyKind::ContradictoryLink)
        });
        found
            .iter_mut()
            .filter(|anomaly| is_loss(anomaly.kind))
            .for_each(|anomaly| anomaly.severity = Severity::Info);
    }
    found
}

/// Whether this kind of anomaly is what a conversion loses. The source of a paper lacks nothing but files that were not given, and those
/// are named: what looks torn in it are listings, title pages, lists of symbols, and what the authors wrote.
fn is_loss(kind: AnomalyKind) -> bool {
    matches!(kind, AnomalyKind::BrokenSentence | AnomalyKind::NumberGap | AnomalyKind::DuplicateText)
}
