//! Answers of a model to every prompt.

use citelight::attribute::agent::read_action;
use citelight::committee::model::{claim, clusters, relation, statement};
use citelight::llm::candidates::{Answer, Doubt};
use citelight::llm::{arbitration, boundary, candidates, semantic_audit};

use super::harness::{Seeds, Target};

pub(crate) fn targets() -> Vec<Target> {
    vec![Target::of_text("model-answers", Seeds::new(ANSWERS), read_answer)]
}

/// An answer to each prompt, and what models put around them.
const ANSWERS: [&str; 10] = [
    r#"{"relation": "contradicted", "quote": "oak in rivers", "rationale": "It says so."}"#,
    r#"{"quote": "oak in rivers", "selected": "1"}"#,
    r#"{"border": "join-without-hyphen"}"#,
    r#"{"state": "out-of-order", "quote": "oak in rivers"}"#,
    r#"{"action": "search", "query": "oak weirs", "sort": "citations", "id": "p1", "why": "near"}"#,
    r#"{"sufficient": true, "claim": "Oak lasts in rivers."}"#,
    r#"{"clusters": [{"claims": [1, 2], "name": "Oak", "summary": "Oaks."}, {"claims": [3]}]}"#,
    r#"{"statement": "Oak lasts."}"#,
    r#"{"relation": "entails"}"#,
    "<think>{\"choice\": 2}</think> Sure:\n```json\n{\"choice\": 2, \"quote\": \"Oak … rivers\"}\n```",
];

/// Reads a content as an answer to every prompt.
fn read_answer(content: &str) -> Result<(), String> {
    let texts = ["Weirs of oak in rivers last (Smith, 2020).", "Smith, A. Oak in rivers. 2020."];
    let doubt = Doubt {
        marker: "(Smith, 2020)",
        sentence: texts[0],
        context: texts[0],
        entries: &[texts[1], "Smith, B."],
    };
    if let Ok(Answer { choice: Some(index), .. }) = candidates::read(content, doubt)
        && index >= doubt.entries.len()
    {
        return Err(format!("chose candidate {index}"));
    }
    if boundary::read(content, false) == Ok(boundary::Border::JoinWithoutHyphen) {
        return Err("left out a hyphen that is not there".to_owned());
    }
    let (_, _) = (semantic_audit::read(content, &texts), read_action(content));
    let (_, _) = (arbitration::read(content, &texts), claim::read(content));
    let _ = clusters::read(content, 3);
    let (_, _) = (relation::read(content), statement::read(content));
    Ok(())
}
