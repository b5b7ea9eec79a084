//! A cited work that nobody can read, by those who cite it (spec 05): the core's committee, its steps taken by the configured
//! model.

use std::cell::RefCell;

use citelight::citation::Identifiers;
use citelight::committee::{Bundle, CitedBy, CitingPaper, Means, PercentileTables, Site, convene};
use citelight::llm::asked::Asked;
use citelight::llm::{Complete, CompleteError, Completion, Request, Usage};
use citelight::sources::Record;
use citelight::{LocalFuture, Settings};
use citelight_network::Scholarly;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Sentences of a window.
const SENTENCES: usize = 64;
/// Characters of a sentence.
const SENTENCE: usize = 4_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
}

/// The paper whose citation is in question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CitingWork {
    /// Its title.
    pub title: Option<String>,
    /// Its identifiers.
    pub identifiers: Identifiers,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CommitteeResult {
    /// The verdict with all it rests on.
    pub bundle: Bundle,
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
    fn site(&self) -> Option<Site> {
        if self.window.is_empty() {
            return Some(Site::alone(&self.sentence));
        }
        Site::within(self.sentence.clone(), self.window.clone(), self.own)
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
        Ok(())
    }

    /// Hears the witnesses and puts the claim to them.
    ///
    /// # Errors
    /// [`CommitteeTrouble`].
    pub async fn convene(
        &self,
        model: &dyn Complete,
        scholarly: &Scholarly,
        tables: &PercentileTables,
    ) -> Result<CommitteeResult, CommitteeTrouble> {
        let Some(site) = self.site() else {
            return Err(CommitteeTrouble::Step("own is no place in window".to_owned()));
        };
        let settings = Settings::default();
        let watched = Watched { model, error: RefCell::new(None) };
        let asked = Asked::new(&watched, &settings);
        let indexes: Vec<&dyn CitedBy> = scholarly.indexes().collect();
        let means = Means {
            indexes: &indexes,
            texts: &[scholarly.texts()],
            paraphrase: &asked,
            cluster: &asked,
            distil: &asked,
            relate: &asked,
            embed: None,
            tables,
        };
        let citing =
            CitingPaper { title: self.citing.title.clone(), identifiers: self.citing.identifiers.clone() };
        let convened = convene(&site, &self.cited, &citing, &means, &settings, &mut None).await;
        let bundle = convened.map_err(|error| match watched.error.take() {
            Some(error) => CommitteeTrouble::Model(error),
            None => CommitteeTrouble::Step(error.to_string()),
        })?;
        Ok(CommitteeResult { bundle, model: model.model().to_owned(), usage: asked.usage() })
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
        CommitteeRequest { sentence, window: Vec::new(), own: 0, cited, citing: CitingWork::default() }
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
    fn a_request_comes_back_from_the_store_as_it_went() {
        let json = serde_json::to_string(&request()).unwrap();
        assert_eq!(serde_json::from_str::<CommitteeRequest>(&json).unwrap(), request());
    }
}
