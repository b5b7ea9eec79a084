//! What a reader should know about a whole audit.

use std::collections::BTreeMap;

use super::event::{Notice, NoticeCode};
use crate::document::{AnomalyKind, Document, Severity};
use crate::sources::{SourceError, shown_name};

/// Damage of the document that makes the result incomplete.
pub(super) fn of_document(document: &Document) -> Vec<Notice> {
    let damaging = |kind: AnomalyKind| {
        matches!(kind, AnomalyKind::Truncated | AnomalyKind::NoBody | AnomalyKind::NoReferences)
    };
    let found = document.anomalies.iter().filter(|anomaly| damaging(anomaly.kind));
    let mut notices: Vec<Notice> = found
        .map(|anomaly| Notice {
            severity: Severity::Error,
            code: NoticeCode::Damaged,
            message: if anomaly.place.is_empty() {
                anomaly.hint.clone()
            } else {
                format!("{} ({})", anomaly.hint, anomaly.place)
            },
        })
        .collect();
    // A page that nothing was found on must never look like a page without faults.
    if notices.is_empty() && (document.citations.is_empty() || document.references.is_empty()) {
        let what = if document.references.is_empty() { "reference list" } else { "in-text citation" };
        notices.push(Notice {
            severity: Severity::Error,
            code: NoticeCode::Damaged,
            message: format!(
                "No {what} was found, so there is nothing to check: open the full text of the article and try again."
            ),
        });
    }
    notices
}

pub(super) fn no_models() -> Notice {
    Notice {
        severity: Severity::Warning,
        code: NoticeCode::NoModels,
        message:
            "No models are loaded: citations are mapped and references resolved, but what they claim is not \
                  checked. Load the models to check it."
                .to_owned(),
    }
}

pub(super) fn no_records() -> Notice {
    Notice {
        severity: Severity::Error,
        code: NoticeCode::NoRecords,
        message: "No source of records is there: no reference can be resolved and no citation checked. Give a file \
                  of records or turn on a source."
            .to_owned(),
    }
}

pub(super) fn cancelled(done: u32, total: u32) -> Notice {
    Notice {
        severity: Severity::Info,
        code: NoticeCode::Cancelled,
        message: format!("Stopped after {done} of {total} citations; the rest was not checked."),
    }
}

/// One notice for all sources that failed, with how often each did of how many look-ups: where nothing can be reached,
/// that is one trouble, not nine.
pub(super) fn of_failures(failures: &[SourceError], look_ups: usize) -> Option<Notice> {
    let first = failures.first()?;
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for failure in failures {
        *counts.entry(failure.source_name()).or_default() += 1;
    }
    let failed: Vec<String> =
        counts.iter().map(|(name, count)| format!("{} ({count})", shown_name(name))).collect();
    let message = format!(
        "No answer about some of {look_ups} references: {}. The first time: {first}.",
        failed.join(", ")
    );
    Some(Notice { severity: Severity::Warning, code: NoticeCode::SourceFailed, message })
}
