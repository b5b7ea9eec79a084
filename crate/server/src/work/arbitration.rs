//! One claim against passages of the work it cites (spec 04.8), put to the configured model.

use citelight::Settings;
use citelight::llm::arbitration::{self, Answer, PROMPT_VERSION, Relation};
use citelight::llm::consistency::{Outcome as Samples, consistent};
use citelight::llm::{Complete, CompleteError, Usage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Passages of one arbitration.
const PASSAGES: usize = 8;
/// Characters of a claim or of its context.
const CLAIM: usize = 4_000;
/// Characters of a passage.
const PASSAGE: usize = 8_000;
/// Samples of one arbitration.
const SAMPLES: usize = 15;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArbitrationRequest {
    /// What the citing sentence attributes to the work, self-contained. At most 4,000 characters.
    pub claim: String,
    /// The sentences around it: they only tell what it speaks of. At most 4,000 characters.
    #[serde(default)]
    pub context: String,
    /// Passages of the cited work, the most telling first. One to 8, of at most 8,000 characters each.
    pub passages: Vec<String>,
    /// What differs from the standard.
    #[serde(default)]
    pub settings: ArbitrationSettings,
}

/// The settings of an arbitration; those that are not given are the standard ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ArbitrationSettings {
    /// M: samples, 1 to 15. Default 5.
    pub arbitration_samples: Option<usize>,
    /// T: temperature of the samples, 0 to 2. Default 0.7.
    pub arbitration_temperature: Option<f64>,
    /// Share of the majority under which nothing is decided, above 0 to 1. Default 0.6.
    pub arbitration_agreement: Option<f64>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ArbitrationResult {
    /// What the majority says; null if there is none.
    pub relation: Option<Stands>,
    /// The majority's share of the planned samples.
    pub share: Option<f64>,
    /// The samples that fit, in order.
    pub samples: Vec<Sample>,
    /// Samples that did not: no JSON of the schema, or a quote that is in no passage.
    pub void: usize,
    /// Which model answered.
    pub model: String,
    /// Which prompt it was asked with.
    pub prompt: String,
    /// What it took, answers that were void included.
    pub usage: Usage,
}

/// How passages stand to a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Stands {
    /// They say what is claimed.
    Supported,
    /// They say otherwise.
    Contradicted,
    /// They do not tell.
    Unclear,
}

/// One sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sample {
    /// What it says.
    pub relation: Stands,
    /// The words of the passages it rests on; empty only when unclear.
    pub quote: String,
    /// Why, in at most 40 words: the model's own text, never to be shown as anything but text.
    pub rationale: String,
}

impl From<Relation> for Stands {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Supported => Self::Supported,
            Relation::Contradicted => Self::Contradicted,
            Relation::Unclear => Self::Unclear,
        }
    }
}

impl ArbitrationRequest {
    /// Looks whether it can be asked.
    ///
    /// # Errors
    /// What is wrong, naming the field and never quoting it.
    pub fn check(&self) -> Result<(), String> {
        let long = |text: &str, most: usize| text.chars().nth(most).is_some();
        if self.claim.trim().is_empty() || long(&self.claim, CLAIM) {
            return Err(format!("claim needs 1 to {CLAIM} characters"));
        }
        if long(&self.context, CLAIM) {
            return Err(format!("context takes at most {CLAIM} characters"));
        }
        if self.passages.is_empty() || self.passages.len() > PASSAGES {
            return Err(format!("passages needs 1 to {PASSAGES} entries; send the most telling ones"));
        }
        let unfit = |passage: &String| passage.trim().is_empty() || long(passage, PASSAGE);
        if let Some(place) = self.passages.iter().position(unfit) {
            return Err(format!("passages[{place}] needs 1 to {PASSAGE} characters"));
        }
        let ArbitrationSettings { arbitration_samples, arbitration_temperature, arbitration_agreement } =
            self.settings;
        if arbitration_samples.is_some_and(|samples| !(1..=SAMPLES).contains(&samples)) {
            return Err(format!("settings.arbitration_samples goes from 1 to {SAMPLES}"));
        }
        if arbitration_temperature.is_some_and(|temperature| !(0.0..=2.0).contains(&temperature)) {
            return Err("settings.arbitration_temperature goes from 0 to 2".to_owned());
        }
        if arbitration_agreement.is_some_and(|share| !(share > 0.0 && share <= 1.0)) {
            return Err("settings.arbitration_agreement goes from above 0 to 1".to_owned());
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        let standard = Settings::default();
        let ArbitrationSettings { arbitration_samples, arbitration_temperature, arbitration_agreement } =
            self.settings;
        Settings {
            arbitration_samples: arbitration_samples.unwrap_or(standard.arbitration_samples),
            arbitration_temperature: arbitration_temperature.unwrap_or(standard.arbitration_temperature),
            arbitration_agreement: arbitration_agreement.unwrap_or(standard.arbitration_agreement),
            ..standard
        }
    }

    /// Asks the model.
    ///
    /// # Errors
    /// [`CompleteError`] if it does not answer or may not be asked.
    pub async fn arbitrate(&self, model: &dyn Complete) -> Result<ArbitrationResult, CompleteError> {
        let settings = self.settings();
        let passages: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let context = if self.context.is_empty() { &self.claim } else { &self.context };
        let request = arbitration::request(&self.claim, context, &passages, &settings);
        let (planned, needed) = (settings.arbitration_samples, settings.arbitration_agreement);
        let read = |answer: &str| arbitration::read(answer, &passages);
        let relation = |answer: &Answer| answer.relation;
        let outcome = consistent(model, &request, planned, needed, read, relation).await?;
        Ok(result(outcome, model.model()))
    }
}

fn result(outcome: Samples<Answer, Relation>, model: &str) -> ArbitrationResult {
    let sample =
        |Answer { relation, quote, rationale }| Sample { relation: relation.into(), quote, rationale };
    ArbitrationResult {
        relation: outcome.majority.as_ref().map(|(relation, _)| (*relation).into()),
        share: outcome.majority.as_ref().map(|(_, share)| *share),
        samples: outcome.samples.into_iter().map(sample).collect(),
        void: outcome.void,
        model: model.to_owned(),
        prompt: PROMPT_VERSION.to_owned(),
        usage: outcome.usage,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> ArbitrationRequest {
        serde_json::from_str(r#"{"claim": "Yield rose.", "passages": ["Yield rose by 4 %."]}"#).unwrap()
    }

    #[test]
    fn what_cannot_be_asked_is_told_without_its_words() {
        assert_eq!(request().check(), Ok(()));
        let with = |change: fn(&mut ArbitrationRequest)| {
            let mut changed = request();
            change(&mut changed);
            changed.check().unwrap_err()
        };
        for (error, field) in [
            (with(|request| request.claim = " ".to_owned()), "claim"),
            (with(|request| request.claim = "x".repeat(CLAIM + 1)), "claim"),
            (with(|request| request.context = "x".repeat(CLAIM + 1)), "context"),
            (with(|request| request.passages.clear()), "passages"),
            (with(|request| request.passages = vec!["x".to_owned(); 9]), "passages"),
            (with(|request| request.passages.push(String::new())), "passages[1]"),
            (with(|request| request.settings.arbitration_samples = Some(0)), "samples"),
            (with(|request| request.settings.arbitration_temperature = Some(f64::NAN)), "temperature"),
            (with(|request| request.settings.arbitration_agreement = Some(0.0)), "agreement"),
        ] {
            assert!(error.contains(field), "{error}");
            assert!(!error.contains("xx"), "{error}");
        }
    }

    #[test]
    fn settings_that_are_not_given_are_the_standard_ones() {
        let mut asked = request();
        assert_eq!(asked.settings(), Settings::default());
        asked.settings.arbitration_samples = Some(3);
        assert_eq!(asked.settings().arbitration_samples, 3);
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        let extra = r#"{"claim": "x", "passages": ["y"], "model": "another"}"#;
        assert!(serde_json::from_str::<ArbitrationRequest>(extra).is_err());
    }
}
