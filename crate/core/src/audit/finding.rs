//! Findings: the result for one citation and one of its references.

use serde::{Deserialize, Serialize};

use citelight_types::finding::{
    CategoryLabel, Check, CitingFunction, Evidence, Reason, Step, TrailStep, Verdict,
};
use citelight_verify::committee::Bundle;
use citelight_verify::verify::needs::{Need, bearing, needs};

/// The result for one citation×reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Id of the citation.
    pub citation: String,
    /// Id of the reference.
    pub reference: String,
    /// What was found.
    pub verdict: Verdict,
    /// Only with [`Verdict::Miscited`], and with an open claim of which a hint points out a difference: what it would be.
    pub category: Option<CategoryLabel>,
    /// P(the verdict is right) in 0..=1; none for unchecked.
    pub confidence: Option<f64>,
    /// What the citing sentence attributes to the reference.
    pub claim: String,
    /// Why the work is cited.
    pub function: CitingFunction,
    /// Why this verdict, the deciding reason first. Never empty.
    pub reasons: Vec<Reason>,
    /// The reasons as one short English text.
    pub message: String,
    /// What the source says, most telling first.
    pub evidence: Vec<Evidence>,
    /// What the claim says that a passage would have to say: numbers, directions, populations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Need>>", optional))]
    pub needs: Vec<Need>,
    /// Of each piece of evidence, in its order, where it speaks of that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<Vec<Need>>>", optional))]
    pub bearing: Vec<Vec<Need>>,
    /// The ordered steps that led here.
    pub trail: Vec<TrailStep>,
    /// Who was heard about a work that could not be read, and how they voted; none if no committee was convened.
    pub committee: Option<Box<Bundle>>,
}

impl Finding {
    /// Whether the work seems to be about something else, by its title and abstract.
    pub fn may_not_fit(&self) -> bool {
        self.reasons.iter().any(|reason| matches!(reason, Reason::SeemsAboutSomethingElse { .. }))
    }

    /// Whether the sentence writes another name or year beside the citation than the entry has.
    pub fn differs_beside(&self) -> bool {
        self.reasons.iter().any(|reason| {
            matches!(reason, Reason::NameBesideDiffers { .. } | Reason::YearBesideDiffers { .. })
        })
    }

    /// The same, with what would settle an open claim.
    #[must_use]
    pub fn with_needs(self) -> Self {
        if self.verdict != Verdict::Undecidable {
            return self;
        }
        let needs = needs(&self.claim);
        let bearing: Vec<Vec<Need>> =
            self.evidence.iter().map(|piece| bearing(&needs, &piece.text)).collect();
        let bearing = if bearing.iter().all(Vec::is_empty) { Vec::new() } else { bearing };
        Self { needs, bearing, ..self }
    }

    /// Whether it leaves the claim open, and points out a difference that a reader should look at.
    pub fn hints_at_a_difference(&self) -> bool {
        self.verdict == Verdict::Undecidable && self.category.is_some()
    }

    /// Whether the cited work was retracted after the citing paper appeared.
    pub fn is_retracted_since(&self) -> bool {
        self.reasons.iter().any(|reason| matches!(reason, Reason::RetractedSince { .. }))
    }
}

/// Whether the conditions in a finding's trail lead to its verdict: those that decided all hold, and where nothing was
/// decided at least one does not. Rules without numbers (a retraction, no record) put no conditions.
pub fn follows(finding: &Finding) -> bool {
    let decides = |step: &&TrailStep| match step.step {
        Step::Decide => true,
        // An endpoint has the last word only where it came to one.
        Step::Arbitrate | Step::Categorise => !step.checks.is_empty(),
        _ => false,
    };
    let decided = finding.trail.iter().rev().find(decides);
    let Some(decided) = decided.filter(|step| !step.checks.is_empty()) else { return true };
    let all = decided.checks.iter().all(Check::holds);
    match finding.verdict {
        Verdict::Supported | Verdict::Miscited => all,
        Verdict::Undecidable => !all,
        Verdict::Unchecked => true,
    }
}
