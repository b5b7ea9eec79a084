//! The prompt that says how an evidence statement stands to a claim (BibAgent, appendix D.6.1).

use serde::Deserialize;
use serde_json::json;

use crate::committee::aggregate::Relation;
use crate::committee::steps::Question;
use crate::llm::{Request, prompt};
use crate::taxonomy::sample::RATIONALE_WORDS;

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "relation/2";

/// Tokens of an answer.
const ANSWER_TOKENS: u32 = 200;

/// The request for one sample: at temperature 0, so that only the seed tells samples apart.
pub fn request(question: Question<'_>) -> Request {
    let system = format!(
        "A <statement> says what the literature reports of a work; the <witness> lines are the sentences it was made of. A \
         <claim> says what another paper attributes to the same work. {} If the statement is true, is the claim true (entails), \
         false (contradicts), or neither (neutral)? Where the two speak of other populations, settings, measures or times, \
         answer neutral, unless that very difference makes the claim false. Answer with one JSON object and nothing else, in \
         this order: {{\"quote\": first the words of the statement that decide, empty if neutral, \"rationale\": then why, in \
         at most {RATIONALE_WORDS} words, \"relation\": last \"entails\" | \"neutral\" | \"contradicts\"}}.",
        prompt::declares_data(&["statement", "witness", "claim"])
    );
    let witnesses: String = question.claims.iter().map(|claim| prompt::data("witness", claim)).collect();
    Request {
        user: prompt::data("statement", question.statement)
            + &witnesses
            + &prompt::data("claim", question.claim),
        sample: u32::try_from(question.seed).unwrap_or(u32::MAX),
        ..Request::deterministic(
            PROMPT_VERSION,
            system,
            json!({
                "type": "object",
                "properties": {
                    "quote": {"type": "string"},
                    "rationale": {"type": "string"},
                    "relation": {"type": "string", "enum": ["entails", "neutral", "contradicts"]},
                },
                "required": ["quote", "rationale", "relation"],
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
pub fn read(answer: &str) -> Result<Relation, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        // Written to reason by before the verdict; the vote needs neither.
        #[serde(default, rename = "quote")]
        _quote: String,
        #[serde(default, rename = "rationale")]
        _rationale: String,
        relation: Relation,
    }
    prompt::object::<Wire>(answer).map(|wire| wire.relation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_three_words_and_nothing_else() {
        assert_eq!(read(r#"{"relation": "contradicts"}"#), Ok(Relation::Contradicts));
        let reasoned = r#"{"quote": "yield fell", "rationale": "It says so.", "relation": "contradicts"}"#;
        assert_eq!(read(reasoned), Ok(Relation::Contradicts));
        assert!(read(r#"{"relation": "supported"}"#).is_err());
        assert!(read(r#"{"relation": "entails", "confidence": 1}"#).is_err());
    }
}
