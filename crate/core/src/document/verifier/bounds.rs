//! What is left out of a document because it would be too much.

use super::anomaly;
use super::citations::surface;
use crate::citation::bounds::{self, MOST_CANDIDATES, MOST_PAIRS};
use crate::document::{AnomalyKind, Document, Severity};

/// Keeps of the citations what is followed, and says what is left out. They are in reading order; `cut` says that not even all
/// were looked for.
pub(crate) fn bounded(document: &mut Document, cut: bool) {
    let all = document.citations.len();
    let left_out = bounds::cut(&mut document.citations);
    if cut && left_out == 0 {
        document.anomalies.push(anomaly(
            AnomalyKind::TooManyCitations,
            Severity::Warning,
            "",
            "the document names its references so often that its last citations were not looked for; check it part by part",
        ));
    }
    if left_out > 0 {
        let last = document.citations.last().map(|citation| surface(document, citation).to_owned());
        document.anomalies.push(anomaly(
            AnomalyKind::TooManyCitations,
            Severity::Warning,
            last.unwrap_or_default(),
            format!(
                "of {all} citations the last {left_out} are left out, since no more than {MOST_PAIRS} pairs of a citation and \
                 an entry are checked at once; check the document part by part"
            ),
        ));
    }
    let crowded = document.citations.iter().filter(|citation| bounds::fits_more(citation)).count();
    if crowded > 0 {
        document.anomalies.push(anomaly(
            AnomalyKind::TooManyCitations,
            Severity::Warning,
            "",
            format!(
                "{crowded} citations fit {MOST_CANDIDATES} entries of the reference list or more, of which the first \
                 {MOST_CANDIDATES} are named; look for entries that stand in the list many times"
            ),
        ));
    }
}
