//! Correct answers for a fake LLM: what an endpoint that knows the cases would say.
use serde_json::{Value, json};

use super::case::Case;
use super::frame::MARKER;
use super::trial::CaseOutcome;

/// A JSON object a line, for each claim as it is put to an endpoint.
pub(super) fn gold(outcomes: &[CaseOutcome], cases: &[Case]) -> String {
    let lines = outcomes.iter().filter(|outcome| !outcome.claim.is_empty()).flat_map(|outcome| {
        cases.iter().find(|case| case.id == outcome.id).map_or_else(Vec::new, |case| of(outcome, case))
    });
    lines.map(|line| format!("{line}\n")).collect()
}

fn of(outcome: &CaseOutcome, case: &Case) -> Vec<Value> {
    let CaseOutcome { claim, corrupted, .. } = outcome;
    let plain = |sentence: &str| sentence.replace(MARKER, "");
    let said = [case.gold.text.clone(), plain(&case.correct)];
    let mut lines = Vec::new();
    // One sentence of the source decides; others that say the same do as well.
    for quote in std::iter::once(&case.gold.text).chain(&case.gold.also) {
        let relation = if *corrupted { "contradicted" } else { "supported" };
        lines.push(json!({"claim": claim, "relation": relation, "quote": quote}));
        if let Some(subtype) = case.subtype.filter(|_| *corrupted) {
            let category = case.category;
            lines.push(json!({"prompt": "taxonomy", "claim": claim, "category": category, "subtype": subtype, "quote": quote}));
        }
    }
    let (same, otherwise) =
        if *corrupted { (vec![], said.to_vec()) } else { (said.to_vec(), vec![plain(&case.miscitation)]) };
    lines.push(json!({"prompt": "relation", "claim": claim, "same": same, "otherwise": otherwise}));
    lines
}
