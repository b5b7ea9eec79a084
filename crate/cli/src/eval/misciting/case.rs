//! Cases: a citing sentence, true and corrupted, with what is gold of it. As JSON Lines and as MisciteBench's table.

use citelight::audit::finding::{Category, Subtype};
use serde::{Deserialize, Serialize};

use super::corrupt::Corruption;

/// One case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Case {
    pub(super) id: String,
    pub(super) corruption: Corruption,
    /// MisciteBench's word for what needs no reading in depth: `surface`.
    pub(super) difficulty: String,
    /// The source that the statement was taken from: what the true sentence cites.
    pub(super) source: String,
    /// What the miscitation cites.
    pub(super) cited: String,
    /// The work is retracted when the miscitation is checked.
    pub(super) retracted: bool,
    pub(super) category: Category,
    pub(super) subtype: Subtype,
    pub(super) before: String,
    /// The false citing sentence, with the marker where the citation stands.
    pub(super) miscitation: String,
    /// The true one.
    pub(super) correct: String,
    pub(super) after: String,
    pub(super) gold: Gold,
    /// `32% → 51%`.
    pub(super) change: String,
    pub(super) explanation: String,
}

/// Where the source says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Gold {
    /// The sentence, unchanged.
    pub(super) text: String,
    /// Headings above it.
    pub(super) section: Vec<String>,
    pub(super) in_abstract: bool,
    /// Other sentences that say the same.
    pub(super) also: Vec<String>,
}

/// The columns of MisciteBench.
const COLUMNS: [&str; 6] =
    ["Miscitation", "Explanation", "Correct Statement", "Original Text", "Miscite Type", "Difficulties"];

/// The cases as MisciteBench's table (RFC 4180).
pub(super) fn table(cases: &[Case]) -> String {
    let mut table = COLUMNS.map(quoted).join(",") + "\r\n";
    for case in cases {
        let kind = category_name(case.category);
        let explanation = format!("{} ({})", case.explanation, case.change);
        let cells =
            [case.miscitation.as_str(), &explanation, &case.correct, &case.gold.text, kind, &case.difficulty];
        table += &(cells.map(quoted).join(",") + "\r\n");
    }
    table
}

/// A cell. A sheet would take a leading `=`, `+`, `-` or `@` for a formula: an apostrophe keeps it text.
fn quoted(cell: &str) -> String {
    let guard = if cell.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", cell.replace('"', "\"\""))
}

/// The names of spec and paper.
pub(super) fn category_name(category: Category) -> &'static str {
    match category {
        Category::AttributionTraceability => "Attribution & Traceability",
        Category::CitationValidity => "Citation Validity",
        Category::ContentMisrepresentation => "Content Misrepresentation",
        Category::ScopeExtrapolation => "Scope Extrapolation",
        Category::EvidenceCharacterization => "Evidence Characterization",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
        assert_eq!(quoted("=1+1"), "\"'=1+1\"");
    }
}
