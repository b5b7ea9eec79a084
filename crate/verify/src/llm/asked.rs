//! A model behind an endpoint that answers the prompts of several steps, with what they took.

use std::borrow::Cow;
use std::cell::Cell;

use super::structured::ask;
use super::taxonomy;
use super::{Complete, CompleteError, Request, Usage};
use crate::taxonomy::sample::Sample;
use crate::taxonomy::vote::{Case, Classify, ClassifyError};
use citelight_inference::LocalFuture;
use citelight_types::settings::Settings;

/// A model that is asked for the steps, with what that took.
pub struct Asked<'a> {
    model: &'a dyn Complete,
    settings: &'a Settings,
    usage: Cell<Usage>,
}

impl<'a> Asked<'a> {
    /// Steps by this model.
    pub fn new(model: &'a dyn Complete, settings: &'a Settings) -> Self {
        Self { model, settings, usage: Cell::default() }
    }

    /// What it took so far.
    pub fn usage(&self) -> Usage {
        self.usage.get()
    }

    /// The model that answers.
    pub(crate) fn model(&self) -> &str {
        self.model.model()
    }

    /// One answer, sent back once; none if it is void then.
    pub(crate) async fn answer<T>(
        &self,
        request: &Request,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Result<T, String>, CompleteError> {
        let asked = ask(self.model, request, read).await?;
        self.usage.set(self.usage.get() + asked.usage);
        Ok(asked.answer)
    }

    /// The model with the version of a prompt, for trails.
    pub(crate) fn named(&self, prompt: &str) -> Cow<'_, str> {
        Cow::Owned(format!("{} ({prompt})", self.model.model()))
    }
}

impl Classify for Asked<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.named(taxonomy::PROMPT_VERSION)
    }

    fn sample<'b>(
        &'b self,
        case: &'b Case,
        seed: usize,
    ) -> LocalFuture<'b, Result<Option<Sample>, ClassifyError>> {
        Box::pin(async move {
            let evidence: Vec<&str> = case.evidence.iter().map(String::as_str).collect();
            let read = |answer: &str| taxonomy::read(answer, &case.facts, &evidence);
            let answer = self.answer(&taxonomy::request(case, seed, self.settings), read).await;
            let fault = |error: CompleteError| ClassifyError {
                by: self.model.model().to_owned(),
                reason: error.to_string(),
            };
            Ok(answer.map_err(fault)?.ok())
        })
    }
}
