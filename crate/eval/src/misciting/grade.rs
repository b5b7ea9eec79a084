//! Acc-pass@N as BibAgent counts it: right is what a grader finds to be flagged for the reason that is gold.
use citelight::llm::structured::ask;
use citelight_cli::failure::Failure;
use citelight_cli::network::ModelEndpoint;

use super::case::Case;
use super::trial::CaseOutcome;
use crate::misciting::prompt::grading::{Graded, read, request};

/// Has an endpoint grade every flagged miscitation; an answer that cannot be used is no pass.
pub(super) fn grade(
    outcomes: &mut [CaseOutcome],
    cases: &[Case],
    endpoint: &ModelEndpoint,
) -> Result<(), Failure> {
    for outcome in outcomes.iter_mut().filter(|outcome| outcome.corrupted && outcome.is_flagged()) {
        let Some(case) = cases.iter().find(|case| case.id == outcome.id) else { continue };
        let shown: Vec<&str> = outcome.evidence.iter().map(String::as_str).collect();
        let asked = request(Graded {
            miscitation: &case.miscitation,
            explanation: &format!("{} ({})", case.explanation, case.change),
            original: &case.gold.text,
            message: &outcome.message,
            shown: &shown,
        });
        let answer = endpoint.run(ask(endpoint.model(), &asked, read));
        let failed = |reason: String| Failure::Network { reason: format!("grading {}: {reason}", case.id) };
        outcome.graded = Some(answer.map_err(|error| failed(error.to_string()))?.answer.unwrap_or(false));
    }
    Ok(())
}
