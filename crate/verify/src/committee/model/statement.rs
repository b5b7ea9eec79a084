//! The prompt that says in one sentence what the claims of an aspect share (BibAgent, appendix D.4.2).

use serde::Deserialize;
use serde_json::json;

use crate::llm::{Request, prompt};

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "statement/1";

/// Tokens of an answer.
const ANSWER_TOKENS: u32 = 200;
/// Words of a statement: more is no sentence.
const WORDS: usize = 80;

/// The request for the evidence statement of an aspect.
pub fn request(work: &str, claims: &[&str]) -> Request {
    let system = format!(
        "Papers cite one work; each <claim> is what one of them says about the same aspect of it. {} Write one sentence that says \
         only what the claims share: nothing that just one of them says, no numbers on which they differ, hedged where they \
         conflict. Answer with one JSON object and nothing else: {{\"statement\": the sentence}}.",
        prompt::declares_data(&["work", "claim"])
    );
    let listed: String = claims.iter().map(|claim| prompt::data("claim", claim)).collect();
    Request {
        user: prompt::data("work", work) + &listed,
        ..Request::deterministic(
            PROMPT_VERSION,
            system,
            json!({
                "type": "object",
                "properties": {"statement": {"type": "string"}},
                "required": ["statement"],
                "additionalProperties": false,
            }),
            ANSWER_TOKENS,
        )
    }
}

/// Reads an answer.
///
/// # Errors
/// What is wrong with it, for the model to mend.
pub fn read(answer: &str) -> Result<String, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        statement: String,
    }
    let wire: Wire = prompt::object(answer)?;
    match wire.statement.split_whitespace().count() {
        0..=2 => Err("\"statement\" is no sentence".to_owned()),
        words if words > WORDS => Err(format!("\"statement\" is longer than {WORDS} words")),
        _ => Ok(prompt::contained(&wire.statement)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_a_sentence() {
        assert!(read(r#"{"statement": "Sleep loss impairs memory."}"#).is_ok());
        assert!(read(r#"{"statement": "supported"}"#).is_err());
        assert!(read(&format!("{{\"statement\": \"{}\"}}", "word ".repeat(200))).is_err());
    }
}
