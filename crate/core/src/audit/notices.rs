//! What a reader should know about a whole audit.

use std::collections::BTreeMap;

use super::event::{Notice, NoticeCode};
use citelight_document::document::{Anomaly, AnomalyKind, Document, Severity};
use citelight_records::sources::{SourceError, shown_name};
use citelight_verify::relevance::pattern::{Pattern, Shared};
use citelight_verify::relevance::shifted::{Shift, Side};

/// What of the document makes the result incomplete.
pub(super) fn of_document(document: &Document) -> Vec<Notice> {
    let uncited = !document.references.is_empty() && document.citations.is_empty();
    let code = |kind: AnomalyKind| match kind {
        AnomalyKind::NoBody | AnomalyKind::NoCitations if uncited => Some(NoticeCode::NoCitations),
        AnomalyKind::Truncated | AnomalyKind::NoBody | AnomalyKind::NoReferences => Some(NoticeCode::Damaged),
        AnomalyKind::TooManyCitations => Some(NoticeCode::TooManyCitations),
        _ => None,
    };
    let found = document.anomalies.iter().filter_map(|anomaly| Some((code(anomaly.kind)?, anomaly)));
    let mut notices: Vec<Notice> = found
        .map(|(code, anomaly)| Notice {
            severity: if code == NoticeCode::TooManyCitations { Severity::Warning } else { Severity::Error },
            code,
            message: message(code, anomaly),
        })
        .collect();
    // A page that nothing was found on must never look like a page without faults.
    if notices.is_empty() && (document.citations.is_empty() || document.references.is_empty()) {
        let what = if document.references.is_empty() { "reference list" } else { "in-text citation" };
        let what = format!("No {what} was found");
        notices.push(Notice {
            severity: Severity::Error,
            code: if uncited { NoticeCode::NoCitations } else { NoticeCode::Damaged },
            message: if uncited {
                format!("{what}: the references are looked up, and nothing else can be checked.")
            } else {
                format!(
                    "{what}, so there is nothing to check: open the full text of the article and try again."
                )
            },
        });
    }
    let of_pages = |kind: AnomalyKind| match kind {
        AnomalyKind::PageWithoutText => Some(NoticeCode::PagesWithoutText),
        AnomalyKind::PageReadFromImage => Some(NoticeCode::PagesReadFromImages),
        _ => None,
    };
    notices.extend(document.anomalies.iter().filter_map(|anomaly| {
        let (severity, message) = (anomaly.severity, format!("{}.", anomaly.hint));
        Some(Notice { severity, code: of_pages(anomaly.kind)?, message })
    }));
    notices
}

fn message(code: NoticeCode, anomaly: &Anomaly) -> String {
    let Anomaly { hint, place, .. } = anomaly;
    match code {
        NoticeCode::NoCitations => format!("{hint}. The references are looked up all the same."),
        _ if place.is_empty() => hint.clone(),
        NoticeCode::TooManyCitations => format!("{hint}. The last one that is checked: “{place}”"),
        _ => format!("{hint} ({place})"),
    }
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

/// Numbers that are off by one, with the first sentence that shows it: what it cites, and what it fits.
pub(super) fn shifted(shift: &Shift, example: &str, cited: &str, fitting: &str) -> Notice {
    let Shift { from, side, compared, fitting: count, .. } = shift;
    let side = match side {
        Side::Before => "before",
        Side::After => "after",
    };
    Notice {
        severity: Severity::Warning,
        code: NoticeCode::ShiftedNumbering,
        message: format!(
            "The numbering seems to be off by one: from [{from}] on the citations fit the entry {side} the one that they \
             name ({count} of {compared} entries). For example: “{example}” cites “{cited}” and fits “{fitting}”."
        ),
    }
}

/// Many far works with an author or a venue in common: a line to read, nobody is accused.
pub(super) fn pattern(pattern: &Pattern) -> Notice {
    let Pattern { shared, name, far, all } = pattern;
    let shared = match shared {
        Shared::Author => "by",
        Shared::Venue => "in",
    };
    let many = if far.len() == *all { format!("All {all}") } else { format!("{} of the {all}", far.len()) };
    let numbers: Vec<String> = far.iter().map(u32::to_string).collect();
    Notice {
        severity: Severity::Info,
        code: NoticeCode::FarWorks,
        message: format!(
            "{many} works {shared} {name} in the reference list seem unrelated to the article and to the sentences \
             that cite them: references {}.",
            numbers.join(", ")
        ),
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
