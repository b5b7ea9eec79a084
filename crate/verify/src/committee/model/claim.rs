//! The prompt that makes a citing sentence self-contained (BibAgent, appendix D.2).

use serde::Deserialize;
use serde_json::json;

use crate::committee::site::Context;
use crate::committee::steps::Paraphrased;
use crate::llm::{Request, prompt};

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "claim/1";

/// Tokens of an answer.
const ANSWER_TOKENS: u32 = 250;
/// Words of a claim: more is no sentence.
const WORDS: usize = 120;

/// The request for the claim of a window's target.
pub fn request(context: &Context) -> Request {
    let system = format!(
        "You restate what a sentence of a paper attributes to the work it cites. {} Write one self-contained sentence that says \
         what <target> says, neither more nor less: resolve pronouns and abbreviations from <window>, keep every number, \
         unit, qualifier, hedge, population and direction, leave out citation markers and who is cited. If the window does \
         not tell what the target speaks of, do not guess. Answer with one JSON object and nothing else: {{\"sufficient\": \
         true | false, \"claim\": the sentence, empty if not sufficient}}.",
        prompt::declares_data(&["target", "window"])
    );
    let window = context.window.join(" ");
    Request {
        user: prompt::data("target", &context.target) + &prompt::data("window", &window),
        ..Request::deterministic(
            PROMPT_VERSION,
            system,
            json!({
                "type": "object",
                "properties": {"sufficient": {"type": "boolean"}, "claim": {"type": "string"}},
                "required": ["sufficient", "claim"],
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
pub fn read(answer: &str) -> Result<Paraphrased, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        sufficient: bool,
        #[serde(default)]
        claim: String,
    }
    let wire: Wire = prompt::object(answer)?;
    let words = wire.claim.split_whitespace().count();
    match (wire.sufficient, words) {
        (false, _) => Ok(Paraphrased::InsufficientContext),
        (true, 0) => Err("\"claim\" is empty".to_owned()),
        (true, words) if words > WORDS => Err(format!("\"claim\" is longer than {WORDS} words")),
        (true, _) => Ok(Paraphrased::Claim(prompt::contained(&wire.claim))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_does_not_tell_gives_no_claim() {
        let told = r#"{"sufficient": true, "claim": "Sleep loss impairs memory in young adults."}"#;
        assert_eq!(
            read(told),
            Ok(Paraphrased::Claim("Sleep loss impairs memory in young adults.".to_owned()))
        );
        assert_eq!(read(r#"{"sufficient": false}"#), Ok(Paraphrased::InsufficientContext));
        assert!(read(r#"{"sufficient": true, "claim": " "}"#).is_err());
        assert!(read(r#"{"sufficient": true, "claim": "a", "verdict": "supported"}"#).is_err());
    }
}
