//! What a model is asked.
use citelight::finding::Category;
use citelight::llm::{Request, prompt};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Depth, EXPLANATION_WORDS, MARKER, WORDS, Wanted, needs_other_places, subtypes};

/// Version of the prompt, for recordings and the cases made by it.
pub const PROMPT_VERSION: &str = "miscitation/1";

/// Tokens of an answer.
const ANSWER_TOKENS: u32 = 700;
/// What is to be made wrong.
fn task(category: Category, depth: Depth) -> &'static str {
    match (category, depth) {
        (Category::AttributionTraceability, _) => {
            "The error: \"correct\" names <authors> beside the citation, \"miscitation\" names <others> in their place, spelt as \
             they are given, and differs in nothing else."
        }
        (Category::CitationValidity, Depth::Surface) => {
            "The error lies in the work alone, which will have been retracted when the sentence is read: \"correct\" and \
             \"miscitation\" are one sentence that says faithfully what <statement> says."
        }
        (Category::CitationValidity, Depth::Deep) => {
            "<statement> reports what others found, whom it cites. The error: \"miscitation\" gives it as what <authors>, named \
             beside the citation, measured or showed themselves; \"correct\" says that they report it from others."
        }
        (Category::ContentMisrepresentation, Depth::Surface) => {
            "The error: \"miscitation\" says another outcome than <statement>, or the opposite, or leaves out a condition \
             without which it is untrue. Numbers, population and strength of the evidence stay."
        }
        (Category::ContentMisrepresentation, Depth::Deep) => {
            "The error: \"miscitation\" sounds like <statement> and turns its meaning, as another place of the work shows: half \
             of a finding, a condition or exception left out, or two findings made one. Numbers, population and strength \
             of the evidence stay."
        }
        (Category::ScopeExtrapolation, Depth::Surface) => {
            "The error: \"miscitation\" says what was found of a wider population, setting, time or task than <statement> names. \
             Outcome, numbers and strength of the evidence stay."
        }
        (Category::ScopeExtrapolation, Depth::Deep) => {
            "The error: \"miscitation\" applies the finding, the method or the data where the work did not test them, as another \
             place than <statement> shows. Outcome, numbers and strength of the evidence stay."
        }
        (Category::EvidenceCharacterization, Depth::Surface) => {
            "The error: \"miscitation\" makes a cause of an association, or gives another number, statistic or certainty than \
             <statement>. Outcome and population stay."
        }
        (Category::EvidenceCharacterization, Depth::Deep) => {
            "The error: \"miscitation\" claims stronger evidence or another kind of it than the design or the statistics of the \
             work allow, as another place than <statement> shows. Outcome and population stay."
        }
    }
}

/// A name as it stands in JSON.
fn name(value: impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| Some(value.as_str()?.to_owned())).unwrap_or_default()
}

/// The request for one miscitation.
pub fn request(wanted: &Wanted<'_>) -> Request {
    let Wanted { category, depth, work, authors, others, statement, passages } = *wanted;
    let ways: Vec<String> = subtypes(category, depth).iter().map(name).collect();
    let system = format!(
        "You write test cases for a checker of citations: a sentence of a paper that cites a work wrongly, in one known way. {} \
         <statement> is a sentence of <work>, and each <passage> stands there, too. Write \"correct\", one sentence in other words \
         than the statement's, which cites the work rightly for it, and \"miscitation\", the same sentence made wrong in the \
         way that follows and in no other. {} Both have {MARKER} once, where the citation stands, and from {} to {} words; they \
         read like sentences of a careful author and give no hint that anything is wrong. Copy into \"quotes\" the words of \
         statement and passages that show the error{}. Where the statement does not lend itself to it, do not force it. \
         Answer with one JSON object and nothing else: {{\"suitable\": true | false, \"miscitation\": the sentence, \
         \"correct\": the sentence, \"subtype\": {}, \"quotes\": [words copied exactly], \"explanation\": at most \
         {EXPLANATION_WORDS} words}}; all others empty or null if not suitable.",
        prompt::declares_data(&["work", "authors", "others", "statement", "passage"]),
        task(category, depth),
        WORDS.start(),
        WORDS.end(),
        if needs_other_places(category, depth) { ", at least once from outside the statement" } else { "" },
        ways.iter().map(|way| format!("\"{way}\"")).collect::<Vec<_>>().join(" | "),
    );
    let given = [("work", work), ("authors", authors), ("others", others), ("statement", statement)];
    let given: String = given
        .iter()
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(tag, text)| prompt::data(tag, text))
        .collect();
    let listed =
        passages.iter().enumerate().map(|(index, text)| prompt::numbered("passage", index + 1, text));
    Request {
        user: given + &listed.collect::<String>(),
        ..Request::deterministic(PROMPT_VERSION, system, schema(&ways), ANSWER_TOKENS)
    }
}

fn schema(ways: &[String]) -> Value {
    let mut subtypes: Vec<Value> = ways.iter().map(|way| json!(way)).collect();
    subtypes.push(Value::Null);
    json!({
        "type": "object",
        "properties": {
            "suitable": {"type": "boolean"},
            "miscitation": {"type": "string"},
            "correct": {"type": "string"},
            "subtype": {"type": ["string", "null"], "enum": subtypes},
            "quotes": {"type": "array", "items": {"type": "string"}},
            "explanation": {"type": "string"},
        },
        "required": ["suitable", "miscitation", "correct", "subtype", "quotes", "explanation"],
        "additionalProperties": false,
    })
}
