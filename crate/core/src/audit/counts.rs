//! What every surface counts of an audit: in-text citations, each in one class by the most severe of its findings, and
//! apart from them the entries of the reference list. `www/shared/audit/counts.ts` counts the same.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::event::CitationView;
use super::finding::Finding;
use citelight_records::resolve::Resolution;
use citelight_records::sources::WorkStatus;
use citelight_types::finding::{Reason, Subtype, Verdict};

/// What a citation needs of a reader. The order is that of severity, the most severe first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CitationClass {
    /// A source seems to say otherwise.
    Review,
    /// A cited work was not found, was retracted before, or is not as its entry says.
    Reference,
    /// A cited work was retracted after the citing paper appeared, or nobody knows when.
    RetractedSince,
    /// A passage of a source differs from the sentence, by a rule that is not right often enough for a verdict, or the entry
    /// from the name or year beside the citation: a hint.
    MayDiffer,
    /// A cited work seems to be about something else, by its title and abstract: a hint.
    MayNotFit,
    /// A source was read and neither confirms nor contradicts the sentence.
    Undecidable,
    /// A source was not read, or not yet.
    Unchecked,
    /// All sources say so.
    Supported,
    /// The reader dismissed all that was found.
    Dismissed,
}

impl CitationClass {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 9] = [
        Self::Review,
        Self::Reference,
        Self::RetractedSince,
        Self::MayDiffer,
        Self::MayNotFit,
        Self::Undecidable,
        Self::Unchecked,
        Self::Supported,
        Self::Dismissed,
    ];

    /// The class of one finding.
    pub fn of(finding: &Finding) -> Self {
        let is_retracted_later = finding
            .reasons
            .iter()
            .any(|reason| matches!(reason, Reason::RetractedSince { .. } | Reason::RetractedUndated { .. }));
        match finding.verdict {
            Verdict::Miscited if concerns_the_work(finding) => Self::Reference,
            verdict if verdict != Verdict::Miscited && is_retracted_later => Self::RetractedSince,
            _ => Self::of_words(finding),
        }
    }

    /// Whether it is about the work itself, not its words.
    pub fn is_of_the_work(self) -> bool {
        matches!(self, Self::Reference | Self::RetractedSince)
    }

    /// The class of one finding by what the source says, whatever the records say of the work. A claim whose source was not
    /// read for what they say is open.
    pub fn of_words(finding: &Finding) -> Self {
        match finding.verdict {
            Verdict::Miscited if concerns_the_work(finding) => Self::Unchecked,
            Verdict::Miscited => Self::Review,
            Verdict::Undecidable if finding.hints_at_a_difference() => Self::MayDiffer,
            Verdict::Undecidable | Verdict::Unchecked if finding.differs_beside() => Self::MayDiffer,
            Verdict::Undecidable | Verdict::Unchecked if finding.may_not_fit() => Self::MayNotFit,
            Verdict::Undecidable => Self::Undecidable,
            Verdict::Unchecked => Self::Unchecked,
            Verdict::Supported => Self::Supported,
        }
    }

    /// The class as reports name it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Review => "Needs review",
            Self::Reference => "Reference problem",
            Self::RetractedSince => "Retracted later",
            Self::MayDiffer => "May differ",
            Self::MayNotFit => "May not fit",
            Self::Undecidable => "Inconclusive",
            Self::Unchecked => "Open",
            Self::Supported => "Supported",
            Self::Dismissed => "Dismissed by the reader",
        }
    }
}

/// A verdict about the work itself, not about its words.
fn concerns_the_work(finding: &Finding) -> bool {
    let subtype = finding.category.and_then(|label| label.subtype);
    matches!(subtype, Some(Subtype::GhostCitation | Subtype::Retracted))
        || matches!(
            finding.reasons.first(),
            Some(Reason::NoRecord { .. } | Reason::Retracted { .. } | Reason::MetadataDiffers { .. })
        )
}

/// In-text citations by class. Each is counted once, so that the classes add up to the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CitationCounts {
    /// Citations in all.
    pub total: u32,
    /// A source seems to say otherwise.
    pub review: u32,
    /// A cited work was not found, was retracted before, or is not as its entry says.
    pub reference: u32,
    /// A cited work was retracted after the citing paper appeared, or nobody knows when.
    pub retracted_since: u32,
    /// A passage of a source may differ from the sentence: a hint.
    #[serde(default)]
    pub may_differ: u32,
    /// A cited work seems to be about something else, by its title and abstract: a hint.
    #[serde(default)]
    pub may_not_fit: u32,
    /// A source was read and neither confirms nor contradicts the sentence.
    pub undecidable: u32,
    /// A source was not read.
    pub unchecked: u32,
    /// All sources say so.
    pub supported: u32,
    /// The reader dismissed all that was found.
    pub dismissed: u32,
}

impl CitationCounts {
    /// The counts of these classes, one a citation.
    pub fn of(classes: impl IntoIterator<Item = CitationClass>) -> Self {
        let mut counts = Self::default();
        for class in classes {
            counts.total += 1;
            *counts.of_class_mut(class) += 1;
        }
        counts
    }

    /// How many are of a class.
    pub fn of_class(mut self, class: CitationClass) -> u32 {
        *self.of_class_mut(class)
    }

    /// Those that need attention.
    pub fn problems(self) -> u32 {
        self.review + self.reference + self.retracted_since
    }

    fn of_class_mut(&mut self, class: CitationClass) -> &mut u32 {
        match class {
            CitationClass::Review => &mut self.review,
            CitationClass::Reference => &mut self.reference,
            CitationClass::RetractedSince => &mut self.retracted_since,
            CitationClass::MayDiffer => &mut self.may_differ,
            CitationClass::MayNotFit => &mut self.may_not_fit,
            CitationClass::Undecidable => &mut self.undecidable,
            CitationClass::Unchecked => &mut self.unchecked,
            CitationClass::Supported => &mut self.supported,
            CitationClass::Dismissed => &mut self.dismissed,
        }
    }
}

/// The class of each citation, in the order of the citations, by that of each finding. `dismissed` are citations and
/// references of findings that the reader dismissed. Where a source has no finding yet the citation is open, whatever the
/// others say.
pub fn classes_of(
    citations: &[CitationView],
    findings: &[Finding],
    dismissed: &HashSet<(&str, &str)>,
    class_of: impl Fn(&Finding) -> CitationClass,
) -> Vec<CitationClass> {
    // A later finding for the same pair replaces an earlier one.
    let mut found: HashMap<&str, HashMap<&str, CitationClass>> = HashMap::new();
    for finding in findings {
        let is_dismissed = dismissed.contains(&(finding.citation.as_str(), finding.reference.as_str()));
        let class = if is_dismissed { CitationClass::Dismissed } else { class_of(finding) };
        found.entry(finding.citation.as_str()).or_default().insert(finding.reference.as_str(), class);
    }
    let class = |citation: &CitationView| {
        let Some(classes) = found.get(citation.id.as_str()) else { return CitationClass::Unchecked };
        let is_waiting = classes.len() < citation.references.len().max(1);
        let waiting = is_waiting.then_some(CitationClass::Unchecked);
        classes.values().copied().chain(waiting).min().unwrap_or(CitationClass::Unchecked)
    };
    citations.iter().map(class).collect()
}

/// Entries of the reference list by how they stand to the records. The parts add up to the total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReferenceCounts {
    /// Entries in all.
    pub total: u32,
    /// Found, and described as their records describe them.
    pub verified: u32,
    /// No source knows a work like the entry.
    pub missing: u32,
    /// The work was retracted, whenever that was, withdrawn or replaced.
    pub retracted: u32,
    /// The journal has expressed concern about the work.
    pub concern: u32,
    /// Found, and described otherwise than its record describes it.
    pub differs: u32,
    /// The records leave it open, or were not asked.
    pub open: u32,
}

impl ReferenceCounts {
    /// The counts of what the entries resolved to; none where that is not known.
    pub fn of<'a>(resolutions: impl IntoIterator<Item = Option<&'a Resolution>>) -> Self {
        let mut counts = Self::default();
        for resolution in resolutions {
            counts.total += 1;
            *counts.place_of(resolution) += 1;
        }
        counts
    }

    fn place_of(&mut self, resolution: Option<&Resolution>) -> &mut u32 {
        match resolution {
            None | Some(Resolution::Ambiguous { .. } | Resolution::Unknown { .. }) => &mut self.open,
            Some(Resolution::Ghost { .. }) => &mut self.missing,
            Some(Resolution::Resolved { record, differences, .. }) => match record.status {
                WorkStatus::Retracted { .. } => &mut self.retracted,
                WorkStatus::Concern { .. } => &mut self.concern,
                _ if !differences.is_empty() => &mut self.differs,
                _ => &mut self.verified,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::export::{CHECK_SCHEMA, CheckExport};
    use citelight_records::sources::Record;

    /// What `www/shared/audit/counts.test.ts` counts, too.
    const CASES: &str = include_str!("../../../../tests/fixtures/findings/counts.json");
    const SAMPLE: &str = include_str!("../../../../tests/fixtures/findings/sample.json");

    fn list(of: &Value) -> impl Iterator<Item = &Value> {
        of.as_array().into_iter().flatten()
    }

    fn with(mut base: Value, more: &Value) -> Value {
        for (key, value) in more.as_object().into_iter().flatten() {
            base[key] = value.clone();
        }
        base
    }

    /// A whole export with the cases' citations, references and findings.
    fn export(cases: &Value) -> CheckExport {
        let locator = json!({"ranges": [], "quote": {"exact": "", "prefix": "", "suffix": ""}, "line": 0});
        let citation = |case: &Value| {
            json!({
                "id": case["id"], "surface": "[1]", "sentence": "", "references": case["references"],
                "status": {"kind": "linked"}, "locator": locator, "sentence_locator": locator, "position": 0.5,
            })
        };
        let finding = |case: &Value, found: &Value| {
            let blank = json!({
                "citation": case["id"], "category": null, "confidence": null, "claim": "", "function": "result",
                "message": "", "evidence": [], "trail": [], "committee": null,
            });
            with(blank, found)
        };
        let reference = |entry: &Value| {
            json!({
                "id": entry["id"], "number": 1, "label": null, "raw": "", "authors": [], "year": null, "title": null,
                "venue": null, "volume": null, "issue": null, "pages": null, "locator": locator,
            })
        };
        let resolution = |entry: &Value| {
            let mut resolution = entry["resolution"].clone();
            if let Some(status) = resolution.get("status").cloned() {
                let record = serde_json::to_value(Record::default()).unwrap();
                resolution["record"] = with(record, &json!({"status": status}));
            }
            json!({"reference": entry["id"], "resolution": resolution})
        };
        let known = |entry: &&Value| !entry["resolution"].is_null();
        let findings = list(&cases["citations"])
            .flat_map(|case| list(&case["findings"]).map(|found| finding(case, found)));
        let dismissed = list(&cases["citations"]).flat_map(|case| {
            let of =
                |reference| json!({"citation": case["id"], "reference": reference, "reason": "not-worth"});
            list(&case["dismissed"]).map(of)
        });
        let whole = json!({
            "schema": CHECK_SCHEMA, "format": "html", "title": null, "style": "numeric", "anomalies": [], "notices": [], "models": [],
            "citations": list(&cases["citations"]).map(citation).collect::<Vec<_>>(),
            "references": list(&cases["references"]).map(reference).collect::<Vec<_>>(),
            "resolutions": list(&cases["references"]).filter(known).map(resolution).collect::<Vec<_>>(),
            "findings": findings.collect::<Vec<_>>(),
            "dismissed": dismissed.collect::<Vec<_>>(),
            "summary": {
                "pairs": 0, "supported": 0, "miscited": 0, "undecidable": 0, "unchecked": 0, "unmapped": 0,
                "references_resolved": 0, "references_ghost": 0, "references_open": 0,
                "coverage": 0.0, "integrity": null, "complete": true,
            },
        });
        serde_json::from_value(whole).unwrap()
    }

    #[test]
    fn each_citation_is_counted_once_by_its_most_severe_finding() {
        let cases: Value = serde_json::from_str(CASES).unwrap();
        let export = export(&cases);
        for (case, class) in list(&cases["citations"]).zip(export.citation_classes()) {
            assert_eq!(serde_json::to_value(class).unwrap(), case["class"], "{}", case["id"]);
        }
        let counts = json!({
            "citations": export.citation_counts(), "references": export.reference_counts(), "answers": export.answer_counts(),
        });
        assert_eq!(counts, cases["counts"]);
        assert_eq!(export.citation_counts().problems(), 10);
    }

    #[test]
    fn a_summary_counts_what_its_findings_say() {
        let export: CheckExport = serde_json::from_str(SAMPLE).unwrap();
        let counted = (export.summary.citations, export.summary.references);
        assert_eq!(counted, (export.citation_counts(), export.reference_counts()));
        assert_eq!(export.summary.citations.total, 70);
    }

    #[test]
    fn a_file_from_before_citations_were_counted_is_read() {
        let mut older: Value = serde_json::from_str(SAMPLE).unwrap();
        let summary = older["summary"].as_object_mut().unwrap();
        assert!(summary.remove("citations").is_some() && summary.remove("references").is_some());
        let export: CheckExport = serde_json::from_value(older).unwrap();
        assert_eq!(export.citation_counts().total, 70);
    }
}
