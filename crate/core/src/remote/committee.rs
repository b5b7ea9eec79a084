//! A cited work that nobody can read, by those who cite it (BibAgent, section 3.3), its steps taken by a model.

use std::cell::RefCell;

use serde::{Deserialize, Serialize};

use citelight_inference::LocalFuture;
use citelight_records::access::FullTextProvider;
use citelight_records::sources::Record;
use citelight_types::finding::Verdict;
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::{CommitteeSettings, Settings};
use citelight_verify::committee::{
    Bundle, CitationContext, CitingPaper, CommitteeServices, Literature, convene, explain, judgement,
    said_against,
};
use citelight_verify::llm::asked::Asked;
use citelight_verify::llm::classified::{Classified, classified};
use citelight_verify::llm::{Complete, CompleteError, Completion, Request, Usage};
use citelight_verify::taxonomy::{Case, RecordFacts};
use citelight_verify::verify::models::Embed;

/// Sentences of a window.
const SENTENCES: usize = 64;
/// Characters of a sentence.
const SENTENCE: usize = 4_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommitteeRequest {
    /// The citing sentence, or the part of it that stands for the work. At most 4,000 characters.
    pub sentence: String,
    /// The sentences of its paragraph in order, without citation markers, the citing one at `own`. At most 64; none: the
    /// sentence stands alone.
    #[serde(default)]
    pub window: Vec<String>,
    /// Index of the citing sentence in the window.
    #[serde(default)]
    pub own: usize,
    /// The cited work's record.
    pub cited: Record,
    /// The paper that cites it: never its own witness.
    #[serde(default)]
    pub citing: CitingWork,
    /// What records say against the citation: the category of a contradiction hangs on it first. None: nothing.
    #[serde(default, skip_serializing_if = "RecordFacts::is_empty")]
    pub facts: RecordFacts,
}

/// The paper whose citation is in question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CitingWork {
    /// Its title.
    pub title: Option<String>,
    /// Its identifiers.
    pub identifiers: Identifiers,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommitteeResult {
    /// The verdict with all it rests on.
    pub bundle: Bundle,
    /// The category of a contradiction; null for anything else.
    #[serde(default)]
    pub classification: Option<Classified>,
    /// Which model took the steps.
    pub model: String,
    /// What they took.
    pub usage: Usage,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommitteeTrouble {
    /// The model did not answer, or may not be asked.
    Model(CompleteError),
    /// It answered what cannot be used.
    Step(String),
}

impl CommitteeRequest {
    /// The question that a place in a document puts.
    pub(crate) fn of(
        site: &CitationContext,
        cited: &Record,
        citing: &CitingPaper,
        facts: RecordFacts,
    ) -> Self {
        let (window, own) = site.paragraph(SENTENCES);
        let citing = CitingWork { title: citing.title.clone(), identifiers: citing.identifiers.clone() };
        Self { sentence: site.target.clone(), window, own, cited: named(cited), citing, facts }
    }

    fn site(&self) -> Option<CitationContext> {
        if self.window.is_empty() {
            return Some(CitationContext::alone(&self.sentence));
        }
        CitationContext::within(self.sentence.clone(), self.window.clone(), self.own)
    }

    /// Looks whether it can be asked.
    ///
    /// # Errors
    /// What is wrong, naming the field and never quoting it.
    pub fn check(&self) -> Result<(), String> {
        let unfit = |text: &str| text.trim().is_empty() || text.chars().nth(SENTENCE).is_some();
        if unfit(&self.sentence) {
            return Err(format!("sentence needs 1 to {SENTENCE} characters"));
        }
        if self.window.len() > SENTENCES {
            return Err(format!("window takes at most {SENTENCES} sentences"));
        }
        if let Some(place) = self.window.iter().position(|sentence| unfit(sentence)) {
            return Err(format!("window[{place}] needs 1 to {SENTENCE} characters"));
        }
        if self.site().is_none() {
            return Err("own is no place in window".to_owned());
        }
        if self.cited.title.trim().is_empty() {
            return Err("cited.title is empty; send the record of the cited work".to_owned());
        }
        self.facts.check()
    }

    /// Hears the witnesses and puts the claim to them. What they contradict is classified. Without `embed` two wordings say
    /// the same only in the same words.
    ///
    /// # Errors
    /// [`CommitteeTrouble`].
    pub async fn convene(
        &self,
        model: &dyn Complete,
        literature: Literature<'_>,
        texts: &[&dyn FullTextProvider],
        embed: Option<&dyn Embed>,
        settings: &Settings,
    ) -> Result<CommitteeResult, CommitteeTrouble> {
        let Some(site) = self.site() else {
            return Err(CommitteeTrouble::Step("own is no place in window".to_owned()));
        };
        let watched = Watched { model, error: RefCell::new(None) };
        let asked = Asked::new(&watched, settings);
        let means = CommitteeServices {
            indexes: literature.indexes,
            texts,
            paraphrase: &asked,
            cluster: &asked,
            distil: &asked,
            relate: &asked,
            embed,
            tables: literature.tables,
        };
        let citing =
            CitingPaper { title: self.citing.title.clone(), identifiers: self.citing.identifiers.clone() };
        let convened = convene(&site, &self.cited, &citing, &means, settings, &mut None).await;
        let bundle = convened.map_err(|error| match watched.error.take() {
            Some(error) => CommitteeTrouble::Model(error),
            None => CommitteeTrouble::Step(error.to_string()),
        })?;
        let classification = if judgement(&bundle).verdict == Verdict::Miscited {
            let case = Case {
                claim: self.sentence.clone(),
                context: site.context(1).window.join(" "),
                evidence: said_against(&bundle),
                facts: self.facts.into(),
            };
            Some(classified(&case, model, settings).await)
        } else {
            None
        };
        Ok(CommitteeResult { bundle, classification, model: model.model().to_owned(), usage: asked.usage() })
    }
}

impl CommitteeRequest {
    /// Whether what somebody else came to answers this very question, by the rules that hold here, and follows from its parts: a
    /// server is trusted no more than a model.
    ///
    /// # Errors
    /// What does not hold.
    pub(super) fn holds(&self, result: &CommitteeResult) -> Result<(), &'static str> {
        let Bundle { cited, claims, aspects, parameters, .. } = &result.bundle;
        let standard = Settings::default();
        // It may hear more witnesses than a reader's machine.
        let ours = CommitteeSettings {
            max_witnesses: parameters.max_witnesses,
            candidates: parameters.candidates,
            ..standard.committee
        };
        if cited.title != self.cited.title || cited.doi != self.cited.identifiers.doi {
            return Err("it speaks of another work");
        }
        if *parameters != ours {
            return Err("it decides by other rules");
        }
        if aspects.iter().any(|aspect| aspect.votes.len() != ours.relation_seeds) {
            return Err("it counts other votes than were asked for");
        }
        if claims.iter().any(|claim| claim.sentence.trim().is_empty()) {
            return Err("a witness says nothing");
        }
        let planned = standard.arbitration_samples;
        if !result.classification.as_ref().is_none_or(|found| found.holds(planned, self.facts)) {
            return Err("its category comes neither from texts nor from the records");
        }
        match explain(&result.bundle) {
            Ok(explanation) if explanation.agrees() => Ok(()),
            Ok(_) => Err("its numbers do not follow from its witnesses"),
            Err(_) => Err("the parts of its bundle do not belong together"),
        }
    }
}

/// What of a record a work can be found and told apart by; its abstract, its notices and the like stay here.
fn named(cited: &Record) -> Record {
    Record {
        id: cited.id.clone(),
        source: cited.source.clone(),
        title: cited.title.clone(),
        authors: cited.authors.clone(),
        year: cited.year,
        identifiers: cited.identifiers.clone(),
        ..Record::default()
    }
}

/// Remembers why the model did not answer: a step only says that it failed.
struct Watched<'a> {
    model: &'a dyn Complete,
    error: RefCell<Option<CompleteError>>,
}

impl Complete for Watched<'_> {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        Box::pin(async move {
            let completed = self.model.complete(request).await;
            if let Err(error) = &completed {
                self.error.replace(Some(error.clone()));
            }
            completed
        })
    }

    fn model(&self) -> &str {
        self.model.model()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> CommitteeRequest {
        let cited = Record { title: "Weirs of oak".to_owned(), ..Record::default() };
        let sentence = "Weirs of oak last longer.".to_owned();
        CommitteeRequest {
            sentence,
            window: Vec::new(),
            own: 0,
            cited,
            citing: CitingWork::default(),
            facts: RecordFacts::default(),
        }
    }

    #[test]
    fn a_sentence_stands_alone_or_in_its_window() {
        assert_eq!(request().check(), Ok(()));
        let window = vec!["One.".to_owned(), "Weirs of oak last longer.".to_owned()];
        assert_eq!(CommitteeRequest { window: window.clone(), own: 1, ..request() }.check(), Ok(()));
        let outside = CommitteeRequest { window, own: 2, ..request() };
        assert!(outside.check().unwrap_err().contains("own"));
        assert!(CommitteeRequest { window: vec![String::new()], ..request() }.check().is_err());
        assert!(
            CommitteeRequest { cited: Record::default(), ..request() }.check().unwrap_err().contains("cited")
        );
    }

    #[test]
    fn a_result_holds_only_for_its_question_by_our_rules_and_with_its_numbers() {
        #[derive(Deserialize)]
        struct Told {
            committee: Bundle,
        }
        let told = include_str!("../../../../tests/fixtures/committee/finding.json");
        let Told { committee: bundle } = serde_json::from_str(told).unwrap();
        let cited = Record {
            title: bundle.cited.title.clone(),
            identifiers: Identifiers { doi: bundle.cited.doi.clone(), ..Identifiers::default() },
            ..Record::default()
        };
        let question = CommitteeRequest { cited, ..request() };
        let result = |change: fn(&mut Bundle)| {
            let mut bundle = bundle.clone();
            change(&mut bundle);
            CommitteeResult { bundle, classification: None, model: String::new(), usage: Usage::default() }
        };
        let held = |change: fn(&mut Bundle)| question.holds(&result(change));
        assert_eq!(held(|_| {}), Ok(()));
        assert_eq!(held(|bundle| bundle.parameters.max_witnesses += 12), Ok(()), "it may hear more");
        let other =
            CommitteeRequest { cited: Record { title: "Dams".to_owned(), ..Record::default() }, ..request() };
        assert_eq!(other.holds(&result(|_| {})), Err("it speaks of another work"));
        assert_eq!(held(|bundle| bundle.parameters.relation_seeds += 2), Err("it decides by other rules"));
        assert_eq!(
            held(|bundle| bundle.aspects[0].votes.truncate(1)),
            Err("it counts other votes than were asked for")
        );
        assert_eq!(held(|bundle| bundle.claims[0].sentence = " ".to_owned()), Err("a witness says nothing"));
        assert!(held(|bundle| bundle.aspects[0].stability = 0.4).is_err(), "stability follows from votes");
    }

    #[test]
    fn a_request_comes_back_from_the_store_as_it_went() {
        let json = serde_json::to_string(&request()).unwrap();
        assert_eq!(serde_json::from_str::<CommitteeRequest>(&json).unwrap(), request());
    }
}
