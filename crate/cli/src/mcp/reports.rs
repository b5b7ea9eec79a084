//! The whole reports of what the tools checked: resources, since most of a report is more than a model needs.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use citelight::export::{BibExport, CheckExport, MapExport, ReportFormat};

/// Reports that are kept; the oldest go first.
const MOST: usize = 50;
const SCHEME: &str = "citelight://reports/";

/// A report.
#[derive(Clone)]
pub(super) enum Report {
    Bibliography(Arc<BibExport>),
    Document(Arc<CheckExport>),
    Map(Arc<MapExport>),
}

/// A form of a report.
pub(super) struct ReportText {
    pub(super) text: String,
    pub(super) media_type: &'static str,
}

/// The reports of this server, the latest last.
#[derive(Clone, Default)]
pub(super) struct Reports(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    count: usize,
    reports: VecDeque<(usize, Report)>,
}

impl Reports {
    /// Keeps a report; gives its address.
    pub(super) fn keep(&self, report: Report) -> String {
        let mut kept = self.lock();
        kept.count += 1;
        let number = kept.count;
        kept.reports.push_back((number, report));
        if kept.reports.len() > MOST {
            kept.reports.pop_front();
        }
        format!("{SCHEME}{number}")
    }

    /// Addresses with what they are of, the latest last.
    pub(super) fn list(&self) -> Vec<(String, &'static str)> {
        let kept = self.lock();
        kept.reports.iter().map(|(number, report)| (format!("{SCHEME}{number}"), report.kind())).collect()
    }

    /// The report at an address, whatever its form.
    pub(super) fn find(&self, address: &str) -> Option<Report> {
        let number = address.strip_prefix(SCHEME)?;
        let number: usize = number.strip_suffix(".md").unwrap_or(number).parse().ok()?;
        let kept = self.lock();
        kept.reports.iter().find(|(own, _)| *own == number).map(|(_, report)| report.clone())
    }

    /// The report at an address as it is written: JSON, or Markdown where `.md` ends it.
    pub(super) fn read(&self, address: &str) -> Option<Result<ReportText, serde_json::Error>> {
        let report = self.find(address)?;
        let is_markdown = address.ends_with(".md");
        let json = |text: Result<String, serde_json::Error>| {
            text.map(|text| ReportText { text, media_type: ReportFormat::Json.media_type() })
        };
        match report {
            Report::Document(export) if is_markdown => {
                let media_type = ReportFormat::Markdown.media_type();
                Some(export.write(ReportFormat::Markdown).map(|text| ReportText { text, media_type }))
            }
            _ if is_markdown => None,
            Report::Document(export) => Some(json(export.write(ReportFormat::Json))),
            Report::Bibliography(export) => Some(json(serde_json::to_string_pretty(&*export))),
            Report::Map(export) => Some(json(serde_json::to_string_pretty(&*export))),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Report {
    fn kind(&self) -> &'static str {
        match self {
            Self::Bibliography(_) => "a checked bibliography",
            Self::Document(_) => "a checked document",
            Self::Map(_) => "a document with its citations mapped",
        }
    }
}
