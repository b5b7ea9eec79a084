//! The prompt that puts claims of witnesses under aspects (BibAgent, appendix D.4.1).

use serde::Deserialize;
use serde_json::json;

use crate::committee::partition::partition;
use crate::committee::steps::Group;
use crate::llm::{Request, prompt};
use citelight_types::text::normalise::first_words;

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "clusters/2";

/// Words of a name (BibAgent).
const NAME_WORDS: usize = 8;
/// Words of a summary: more is no sentence.
const SUMMARY_WORDS: usize = 40;

/// Tokens of an answer: for each claim a number with its comma, and at most a name and a summary.
fn answer_tokens(claims: usize) -> u32 {
    u32::try_from(100 + 90 * claims).unwrap_or(u32::MAX)
}

/// The request for the aspects of claims about a work.
pub fn request(work: &str, claims: &[&str]) -> Request {
    let system = format!(
        "Papers cite one work; each <claim> is what one of them says of it. {} Put claims together that speak of the same aspect \
         of the work – the same finding, method or property – whether they agree about it or not. Do not put two aspects \
         together because they are of one topic. Every claim belongs to exactly one cluster; one that shares its aspect with no \
         other stands alone. Give each cluster a name of at most {NAME_WORDS} words and a summary of one sentence that says what \
         its claims are about, and nothing that no claim says. Answer with one JSON object and nothing else: {{\"clusters\": \
         [{{\"claims\": [numbers of claims], \"name\": …, \"summary\": …}}, …]}}.",
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
                    "clusters": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "claims": {"type": "array", "items": {"type": "integer"}},
                                "name": {"type": "string"},
                                "summary": {"type": "string"},
                            },
                            "required": ["claims", "name", "summary"],
                            "additionalProperties": false,
                        },
                    },
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
pub fn read(answer: &str, claims: usize) -> Result<Vec<Group>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        clusters: Vec<WireCluster>,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct WireCluster {
        claims: Vec<usize>,
        #[serde(default)]
        name: String,
        #[serde(default)]
        summary: String,
    }
    let wire: Wire = prompt::object(answer)?;
    let from_zero =
        |number: usize| number.checked_sub(1).ok_or_else(|| "claims are numbered from 1".to_owned());
    let group = |cluster: WireCluster| -> Result<Group, String> {
        let claims: Result<Vec<usize>, String> = cluster.claims.into_iter().map(from_zero).collect();
        let told = |text: &str, words: usize| first_words(&prompt::contained(text), words);
        let (name, summary) = (told(&cluster.name, NAME_WORDS), told(&cluster.summary, SUMMARY_WORDS));
        Ok(Group { claims: claims?, name, summary })
    };
    let groups: Vec<Group> = wire.clusters.into_iter().map(group).collect::<Result<_, _>>()?;
    let numbers: Vec<Vec<usize>> = groups.iter().map(|group| group.claims.clone()).collect();
    partition(&numbers, claims).map_err(|error| error.to_string())?;
    Ok(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_claim_is_in_one_cluster() {
        let named =
            r#"{"clusters": [{"claims": [1, 3], "name": "Yield", "summary": "It rose."}, {"claims": [2]}]}"#;
        let groups = read(named, 3).expect("it is a partition");
        let told: Vec<(&[usize], &str, &str)> =
            groups.iter().map(|it| (&it.claims[..], &it.name[..], &it.summary[..])).collect();
        assert_eq!(told, [(&[0, 2][..], "Yield", "It rose."), (&[1][..], "", "")]);
        for wrong in [
            r#"{"clusters": [{"claims": [1, 2]}, {"claims": [2, 3]}]}"#,
            r#"{"clusters": [{"claims": [0, 1, 2]}]}"#,
            r#"{"clusters": [{"claims": [1, 9]}]}"#,
            r#"{"clusters": [[1, 2, 3]]}"#,
        ] {
            assert!(read(wrong, 3).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_name_has_few_words() {
        let long = format!(r#"{{"clusters": [{{"claims": [1], "name": "{}"}}]}}"#, "word ".repeat(30));
        assert!(
            read(&long, 1).is_ok_and(|groups| groups[0].name.split_whitespace().count() <= NAME_WORDS + 1)
        );
    }
}
