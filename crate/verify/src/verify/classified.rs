//! A contradiction that an endpoint or a committee found, with the category that the five questions came to (BibAgent, section 3.4).

use super::judgement::Judgement;
use crate::llm::classified::Classified;
use crate::taxonomy::{self, Label, verdict_after};
use citelight_types::finding::{Check, Reason, Step, TrailStep};

/// A contradiction with its category. If every question is passed nothing is wrong that could be named, and nothing is decided.
pub fn with_classification(mut judgement: Judgement, classified: &Classified) -> Judgement {
    let (voted, by, usage) = match classified {
        Classified::Voted { voted, by, usage } => (voted, by, usage),
        Classified::Unanswered { reason } => {
            judgement.trail.push(TrailStep::new(Step::Categorise, reason.as_str(), &[]));
            return judgement;
        }
    };
    let failed = |questions: usize| vec![Check::at_least("questions failed", questions as f64, 1.0)];
    let (came_to, checks) = match voted.classification.label {
        Label::Miscitation { label } => {
            judgement.category = Some(label);
            (taxonomy::question(label.category), failed(1))
        }
        Label::NoMiscitation => {
            judgement.verdict = verdict_after(&voted.classification);
            judgement.category = None;
            judgement.confidence = Some(0.5);
            judgement.reasons = vec![Reason::EvidenceWeak];
            ("no question is failed: nothing is wrong that could be named", failed(0))
        }
        Label::Other | Label::Uncertain => ("none of the categories for sure", Vec::new()),
    };
    let values = [
        ("votes", voted.votes as f64),
        ("void", voted.void as f64),
        ("planned", voted.planned as f64),
        ("requests", f64::from(usage.requests)),
        ("input_tokens", f64::from(usage.input_tokens)),
        ("output_tokens", f64::from(usage.output_tokens)),
    ];
    let step = TrailStep::new(Step::Categorise, format!("{by}: {came_to}"), &values);
    judgement.trail.push(step.with_checks(checks));
    judgement
}
