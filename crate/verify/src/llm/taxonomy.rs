//! The prompt that walks the five questions (BibAgent, section 3.4 and appendix B.3).

use serde_json::{Value, json};

use super::{Request, prompt};
use crate::taxonomy::question;
use crate::taxonomy::sample::{Facts, ORDER, RATIONALE_WORDS, Sample, check};
use crate::taxonomy::vote::Case;
use citelight_types::finding::{Category, Subtype};
use citelight_types::settings::Settings;

/// Version of the prompt, for trails and caches.
pub const PROMPT_VERSION: &str = "taxonomy/2";

/// Tokens of an answer.
const ANSWER_TOKENS: u32 = 500;
/// Nucleus of the samples (BibAgent, appendix E.2).
const TOP_P: f64 = 0.95;

/// The ways to fail a question that are open to a model: records passed the first two, and irrelevant is only what was proven.
fn ways(category: Category, facts: &Facts) -> impl Iterator<Item = Subtype> {
    let proven = facts.irrelevance.is_some();
    let open = move |subtype: &Subtype| {
        let of_text = !matches!(category, Category::AttributionTraceability | Category::CitationValidity);
        subtype.category() == category && of_text && (proven || *subtype != Subtype::Irrelevant)
    };
    Subtype::ALL.into_iter().filter(open)
}

/// A name as it stands in JSON.
fn name(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| Some(value.as_str()?.to_owned())).unwrap_or_default()
}

/// The request for one sample.
pub fn request(case: &Case, sample: usize, settings: &Settings) -> Request {
    let questions: String = ORDER
        .iter()
        .enumerate()
        .map(|(index, category)| {
            let ways: Vec<String> = ways(*category, &case.facts).map(name).collect();
            let ways =
                if ways.is_empty() { String::new() } else { format!(" Ways to fail: {}.", ways.join(", ")) };
            format!("{}. {}: {}{ways}\n", index + 1, name(category), question(*category))
        })
        .collect();
    let system = format!(
        "You say in which way a citing sentence misrepresents the work it cites. {}\n{questions}Records have passed questions 1 \
         and 2 already. Walk the questions in their order, and stop at the first that is not passed. Judge from <evidence> \
         alone. Answer with one JSON object and nothing else, in this order: {{\"quotes\": first [words copied exactly from the \
         evidence], \"rationale\": then why, in at most {RATIONALE_WORDS} words, \"walk\": last [{{\"category\": …, \
         \"outcome\": \"passed\" | \"failed\" | \"unsure\" | \"other\", \"subtype\": the way it fails, null otherwise}}, \
         …]}}.",
        prompt::declares_data(&["claim", "context", "evidence"])
    );
    let evidence: String = case.evidence.iter().map(|evidence| prompt::data("evidence", evidence)).collect();
    Request {
        user: prompt::data("claim", &case.claim) + &prompt::data("context", &case.context) + &evidence,
        temperature: settings.arbitration_temperature,
        top_p: TOP_P,
        sample: u32::try_from(sample).unwrap_or(u32::MAX),
        ..Request::deterministic(PROMPT_VERSION, system, schema(&case.facts), ANSWER_TOKENS)
    }
}

fn schema(facts: &Facts) -> Value {
    let categories: Vec<String> = ORDER.iter().map(name).collect();
    let mut subtypes: Vec<Value> =
        ORDER.iter().flat_map(|category| ways(*category, facts)).map(|way| json!(way)).collect();
    subtypes.push(Value::Null);
    // In the order of reasoning, which is that of the names: schemas are sorted by them.
    json!({
        "type": "object",
        "properties": {
            "quotes": {"type": "array", "items": {"type": "string"}},
            "rationale": {"type": "string"},
            "walk": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "category": {"type": "string", "enum": categories},
                        "outcome": {"type": "string", "enum": ["passed", "failed", "unsure", "other"]},
                        "subtype": {"type": ["string", "null"], "enum": subtypes},
                    },
                    "required": ["category", "outcome", "subtype"],
                    "additionalProperties": false,
                },
            },
        },
        "required": ["quotes", "rationale", "walk"],
        "additionalProperties": false,
    })
}

/// Reads an answer that holds against records, order and evidence.
///
/// # Errors
/// What is wrong with it, for the model to mend.
pub fn read(answer: &str, facts: &Facts, evidence: &[&str]) -> Result<Sample, String> {
    let sample: Sample = prompt::object(answer)?;
    check(&sample, facts, evidence).map_err(|fault| fault.to_string())?;
    Ok(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_put_with_its_ways_to_fail() {
        let request = request(&Case::default(), 2, &Settings::default());
        for words in ["5. evidence-characterization", "correlation-as-causation", "overgeneralisation"] {
            assert!(request.system.contains(words), "{words}");
        }
        assert_eq!(request.sample, 2);
        assert!(
            !request.system.contains("irrelevant") && !request.system.contains("ghost"),
            "what no model may find"
        );
    }
}
