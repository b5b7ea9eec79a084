//! One claim against passages of the work it cites (BibAgent, section 3.2, phase IV), with its category where it is contradicted (section 3.4).

use serde::{Deserialize, Serialize};

use super::{Answer, PROMPT_VERSION, Relation, read, request};
use crate::llm::classified::{Classified, classified};
use crate::llm::consistency::{Outcome, consistent};
use crate::llm::{Complete, CompleteError, Usage};
use crate::taxonomy::{Case, RecordFacts};
use citelight_inference::LocalFuture;
use citelight_types::settings::Settings;
use citelight_types::text::quotation::{says_enough, stands_in};

/// Passages of one arbitration.
const PASSAGES: usize = 8;
/// Characters of a claim or of its context.
const CLAIM: usize = 4_000;
/// Characters of a passage.
const PASSAGE: usize = 8_000;
/// Samples of one arbitration.
const SAMPLES: usize = 15;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ArbitrationRequest {
    /// What the citing sentence attributes to the work, self-contained. At most 4,000 characters.
    pub claim: String,
    /// The sentences around it: they only tell what it speaks of. At most 4,000 characters.
    #[serde(default)]
    pub context: String,
    /// Passages of the cited work, the most telling first. One to 8, of at most 8,000 characters each.
    pub passages: Vec<String>,
    /// What records say against the citation: the category of a contradiction hangs on it first. None: nothing.
    #[serde(default, skip_serializing_if = "RecordFacts::is_empty")]
    pub facts: RecordFacts,
    /// What differs from the standard.
    #[serde(default)]
    pub settings: ArbitrationSettings,
}

/// The settings of an arbitration; those that are not given are the standard ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArbitrationResult {
    /// What the majority says; null if there is none.
    pub relation: Option<Relation>,
    /// The majority's share of the planned samples.
    pub share: Option<f64>,
    /// The samples that fit, in order.
    pub samples: Vec<Answer>,
    /// Samples that did not: no JSON of the schema, or a quote that is in no passage.
    pub void: usize,
    /// The category of a contradiction; null for anything else.
    #[serde(default)]
    pub classification: Option<Classified>,
    /// Which model answered.
    pub model: String,
    /// Which prompt it was asked with.
    pub prompt: String,
    /// What the samples took, those that were void included.
    pub usage: Usage,
}

/// Who decides a claim that the funnel leaves open.
pub trait Arbitrate {
    /// One claim against passages of the work it cites.
    ///
    /// # Errors
    /// [`CompleteError`] if there is no result, or one that does not hold.
    fn arbitrate<'a>(
        &'a self,
        request: &'a ArbitrationRequest,
    ) -> LocalFuture<'a, Result<ArbitrationResult, CompleteError>>;
}

impl From<&Settings> for ArbitrationSettings {
    fn from(settings: &Settings) -> Self {
        Self {
            arbitration_samples: Some(settings.arbitration_samples),
            arbitration_temperature: Some(settings.arbitration_temperature),
            arbitration_agreement: Some(settings.arbitration_agreement),
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
        self.facts.check()
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

    /// Asks a model. What it finds contradicted is classified.
    ///
    /// # Errors
    /// [`CompleteError`] if it does not answer or may not be asked.
    pub async fn arbitrate(&self, model: &dyn Complete) -> Result<ArbitrationResult, CompleteError> {
        let settings = self.settings();
        let passages: Vec<&str> = self.passages.iter().map(String::as_str).collect();
        let context = if self.context.is_empty() { &self.claim } else { &self.context };
        let request = request(&self.claim, context, &passages, &settings);
        let (planned, needed) = (settings.arbitration_samples, settings.arbitration_agreement);
        let read = |answer: &str| read(answer, &passages);
        let relation = |answer: &Answer| answer.relation;
        let Outcome { majority, samples, void, usage } =
            consistent(model, &request, planned, needed, read, relation).await?;
        let (relation, share) = majority.unzip();
        let classification = if relation == Some(Relation::Contradicted) {
            let case = Case {
                claim: self.claim.clone(),
                context: context.clone(),
                evidence: self.passages.clone(),
                facts: self.facts.into(),
            };
            Some(classified(&case, model, &settings).await)
        } else {
            None
        };
        let (model, prompt) = (model.model().to_owned(), PROMPT_VERSION.to_owned());
        Ok(ArbitrationResult { relation, share, samples, void, classification, model, prompt, usage })
    }

    /// Whether a result that somebody else came to follows from its samples, and these from the passages: a server is trusted
    /// no more than a model.
    ///
    /// # Errors
    /// What does not hold.
    pub fn holds(&self, result: &ArbitrationResult) -> Result<(), &'static str> {
        let stands =
            |quote: &str| says_enough(quote) && stands_in(quote, self.passages.iter().map(String::as_str));
        let is_sound = |sample: &Answer| {
            let open = sample.relation == Relation::Unclear && sample.quote.trim().is_empty();
            open || stands(&sample.quote)
        };
        if !result.samples.iter().all(is_sound) {
            return Err("it quotes what is in no passage");
        }
        let settings = self.settings();
        if result.samples.len() + result.void > settings.arbitration_samples {
            return Err("it counts more samples than were asked for");
        }
        if !result
            .classification
            .as_ref()
            .is_none_or(|found| found.holds(settings.arbitration_samples, self.facts))
        {
            return Err("its category comes neither from texts nor from the records");
        }
        let share = |relation: Relation| {
            let votes = result.samples.iter().filter(|sample| sample.relation == relation).count();
            votes as f64 / settings.arbitration_samples.max(1) as f64
        };
        match (result.relation, result.share) {
            (None, None) => Ok(()),
            (Some(relation), Some(stated))
                if share(relation) == stated && stated >= settings.arbitration_agreement =>
            {
                Ok(())
            }
            _ => Err("its samples do not come to its verdict"),
        }
    }

    /// The request as a server takes it: what is longer than it may be is cut.
    #[must_use]
    pub(crate) fn fitting(mut self) -> Self {
        let cut = |text: &mut String, most: usize| {
            if let Some((end, _)) = text.char_indices().nth(most) {
                text.truncate(end);
            }
        };
        cut(&mut self.claim, CLAIM);
        cut(&mut self.context, CLAIM);
        self.passages.truncate(PASSAGES);
        self.passages.iter_mut().for_each(|passage| cut(passage, PASSAGE));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::vote::Voted;
    use crate::taxonomy::{Classification, Label, by_facts};

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
    fn what_is_too_long_is_cut_rather_than_refused() {
        let long = ArbitrationRequest {
            claim: "é".repeat(CLAIM + 9),
            context: "x".repeat(CLAIM + 9),
            passages: vec!["y".repeat(PASSAGE + 9); 12],
            ..request()
        };
        assert!(long.check().is_err());
        assert_eq!(long.fitting().check(), Ok(()));
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

    #[test]
    fn a_result_holds_only_with_its_samples_and_their_quotes() {
        let sample = |relation: Relation, quote: &str| Answer {
            relation,
            quote: quote.to_owned(),
            rationale: String::new(),
        };
        let said = |quote: &str| sample(Relation::Supported, quote);
        let result = |samples: Vec<Answer>, relation, share| ArbitrationResult {
            relation,
            share,
            samples,
            void: 0,
            classification: None,
            model: String::new(),
            prompt: String::new(),
            usage: Usage::default(),
        };
        let supported = Some(Relation::Supported);
        let quote = "Yield rose by 4 %";
        let three = || vec![said(quote), said(quote), said(quote)];
        let holds = |result: &ArbitrationResult| request().holds(result).is_ok();
        assert!(holds(&result(three(), supported, Some(0.6))));
        assert!(holds(&result(Vec::new(), None, None)));
        assert!(holds(&result(vec![sample(Relation::Unclear, "")], None, None)));
        // Invented words, no words, votes that were not cast, a share that is too small for a majority.
        assert!(!holds(&result(
            vec![said(quote), said(quote), said("Yield rose by 9 %")],
            supported,
            Some(0.6)
        )));
        assert!(!holds(&result(vec![said(quote), said(quote), said("")], supported, Some(0.6))));
        assert!(!holds(&result(three(), Some(Relation::Contradicted), Some(0.6))));
        assert!(!holds(&result(three(), supported, Some(1.0))));
        assert!(!holds(&result(vec![said(quote)], supported, Some(0.2))));
        assert!(!holds(&result(three(), supported, None)));
        // Nobody asked for more than five.
        assert!(!holds(&result([three(), three()].concat(), supported, Some(1.2))));
    }

    #[test]
    fn what_the_records_decide_is_theirs_and_nobody_else_s() {
        let facts: RecordFacts =
            serde_json::from_str(r#"{"validity": {"subtype": "retracted", "basis": "records"}}"#).unwrap();
        let decided = by_facts(&facts.into()).unwrap();
        let by = |classification| Classified::Voted {
            voted: Voted::by_records(classification),
            by: "the records".to_owned(),
            usage: Usage::default(),
        };
        assert!(by(decided.clone()).holds(5, facts));
        assert!(!by(decided).holds(5, RecordFacts::default()), "no record said so");
        let other = Classification { label: Label::NoMiscitation, path: Vec::new() };
        assert!(!by(other).holds(5, facts), "the records say otherwise");
    }

    #[test]
    fn without_facts_a_request_is_what_it_was() {
        assert!(!serde_json::to_string(&request()).unwrap().contains("facts"), "older servers know no facts");
        let model: RecordFacts =
            serde_json::from_str(r#"{"validity": {"subtype": "retracted", "basis": "endpoint"}}"#).unwrap();
        assert!(ArbitrationRequest { facts: model, ..request() }.check().unwrap_err().contains("facts"));
    }
}
