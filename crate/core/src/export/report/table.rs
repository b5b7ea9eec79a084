//! The findings as a table.

use super::language::ReportLanguage;
use super::rows::{Row, place, plain, rows};
use crate::audit::counts::CitationClass;
use crate::export::{CheckExport, DismissReason, ReaderAnswer};
use citelight_types::finding::{Category, Subtype, Verdict};
use citelight_types::text::spreadsheet;

const COLUMNS: [&str; 18] = [
    "citation",
    "marker",
    "sentence",
    "reference",
    "entry",
    "verdict",
    "category",
    "subtype",
    "confidence",
    "claim",
    "message",
    "evidence",
    "evidence_place",
    "evidence_origin",
    "dismissed",
    "citation_class",
    "reader_answer",
    "answered_by",
];

/// Columns that stand after the others where a policy was chosen.
const OF_POLICY: [&str; 2] = ["policy", "policy_level"];

pub(super) fn csv(export: &CheckExport) -> String {
    let policy = export.policy.as_ref();
    let headings = COLUMNS.into_iter().chain(OF_POLICY.into_iter().filter(|_| policy.is_some()));
    let rows = rows(export).map(|row| {
        let of_policy = policy
            .map(|policy| [policy.policy.clone(), policy.level_of(&row.finding.reference).name().to_owned()]);
        let cells = cells(&row).into_iter().chain(of_policy.into_iter().flatten());
        cells.map(|cell| plain(&cell)).collect::<Vec<_>>()
    });
    spreadsheet::table(headings, rows)
}

fn cells(row: &Row<'_>) -> [String; COLUMNS.len()] {
    let (finding, english) = (row.finding, ReportLanguage::default());
    let evidence = finding.evidence.first();
    let label = finding.category;
    [
        finding.citation.clone(),
        row.marker().to_owned(),
        row.sentence().to_owned(),
        finding.reference.clone(),
        row.entry().to_owned(),
        name::<Verdict>(&finding.verdict),
        label.map(|label| name::<Category>(&label.category)).unwrap_or_default(),
        label.and_then(|label| label.subtype).map(|subtype| name::<Subtype>(&subtype)).unwrap_or_default(),
        finding.confidence.map(|confidence| format!("{confidence:.3}")).unwrap_or_default(),
        finding.claim.clone(),
        finding.message.clone(),
        evidence.map(|evidence| evidence.text.clone()).unwrap_or_default(),
        evidence.map(|evidence| place(evidence, &english)).unwrap_or_default(),
        evidence.map(|evidence| evidence.place.origin.clone()).unwrap_or_default(),
        row.dismissed.map(DismissReason::words).unwrap_or_default().to_owned(),
        name::<CitationClass>(&row.class),
        row.answer.map(ReaderAnswer::words).unwrap_or_default().to_owned(),
        row.answerer(&english).unwrap_or_default(),
    ]
}

/// The name that JSON has for it.
fn name<T: serde::Serialize>(value: &T) -> String {
    let json = serde_json::to_value(value).unwrap_or_default();
    json.as_str().unwrap_or_default().to_owned()
}
