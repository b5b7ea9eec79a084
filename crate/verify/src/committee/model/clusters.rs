//! The prompt that puts claims of witnesses under aspects (BibAgent, appendix D.4.1).

use serde::Deserialize;
use serde_json::json;

use crate::committee::partition::partition;
use crate::llm::{Request, prompt};

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "clusters/1";

/// Tokens of an answer: a number and its comma for each claim, and the brackets.
fn answer_tokens(claims: usize) -> u32 {
    u32::try_from(100 + 6 * claims).unwrap_or(u32::MAX)
}

/// The request for the aspects of claims about a work.
pub fn request(work: &str, claims: &[&str]) -> Request {
    let system = format!(
        "Papers cite one work; each <claim> is what one of them says of it. {} Put claims together that speak of the same aspect \
         of the work – the same finding, method or property – whether they agree about it or not. Every claim belongs to \
         exactly one cluster; one that shares its aspect with no other stands alone. Answer with one JSON object and nothing \
         else: {{\"clusters\": [[numbers of claims], …]}}.",
        prompt::declares_data(&["work", "claim"])
    );
    let listed = claims.iter().enumerate().map(|(index, claim)| prompt::numbered("claim", index + 1, claim));
    Request {
        user: prompt::data("work", work) + &listed.collect::<String>(),
        ..Request::deterministic(
            PROMPT_VERSION,
            system,
            json!({
                "type": "object",
                "properties": {
                    "clusters": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}},
                },
                "required": ["clusters"],
                "additionalProperties": false,
            }),
            answer_tokens(claims.len()),
        )
    }
}

/// Reads an answer: indices from 0, every claim in exactly one group.
///
/// # Errors
/// What is wrong with it, for the model to mend.
pub fn read(answer: &str, claims: usize) -> Result<Vec<Vec<usize>>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        clusters: Vec<Vec<usize>>,
    }
    let wire: Wire = prompt::object(answer)?;
    let from_zero =
        |number: usize| number.checked_sub(1).ok_or_else(|| "claims are numbered from 1".to_owned());
    let groups: Result<Vec<Vec<usize>>, String> =
        wire.clusters.into_iter().map(|cluster| cluster.into_iter().map(from_zero).collect()).collect();
    let groups = groups?;
    partition(&groups, claims).map_err(|error| error.to_string())?;
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_in_one_cluster() {
        assert_eq!(read(r#"{"clusters": [[1, 3], [2]]}"#, 3), Ok(vec![vec![0, 2], vec![1]]));
        for wrong in
            [r#"{"clusters": [[1, 2], [2, 3]]}"#, r#"{"clusters": [[0, 1, 2]]}"#, r#"{"clusters": [[1, 9]]}"#]
        {
            assert!(read(wrong, 3).is_err(), "{wrong}");
        }
    }
}
