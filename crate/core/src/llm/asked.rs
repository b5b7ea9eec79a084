//! A model behind an endpoint as whoever takes the steps of a committee and of a classification.

use std::borrow::Cow;
use std::cell::Cell;

use super::structured::ask;
use super::{Complete, CompleteError, Request, Usage};
use super::{claim, clusters, relation, statement, taxonomy};
use crate::LocalFuture;
use crate::committee::aggregate::Relation;
use crate::committee::site::Context;
use crate::committee::steps::{Cluster, Distil, Paraphrase, Paraphrased, Question, Relate, StepError};
use crate::settings::Settings;
use crate::sources::Record;
use crate::taxonomy::sample::Sample;
use crate::taxonomy::vote::{Case, Classify, ClassifyError};

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

    /// One answer, sent back once; none if it is void then.
    async fn answer<T>(
        &self,
        request: &Request,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Result<T, String>, CompleteError> {
        let asked = ask(self.model, request, read).await?;
        self.usage.set(self.usage.get() + asked.usage);
        Ok(asked.answer)
    }

    /// An answer without which the committee cannot go on.
    async fn needed<T>(
        &self,
        request: &Request,
        doing: &'static str,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<T, StepError> {
        let fault = |reason: String| StepError { by: self.model.model().to_owned(), doing, reason };
        let answer = self.answer(request, read).await.map_err(|error| fault(error.to_string()))?;
        answer.map_err(|reason| fault(format!("its answer cannot be used: {reason}")))
    }

    fn named(&self, prompt: &str) -> Cow<'_, str> {
        Cow::Owned(format!("{} ({prompt})", self.model.model()))
    }
}

impl Paraphrase for Asked<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.named(claim::PROMPT_VERSION)
    }

    fn paraphrase<'b>(&'b self, context: &'b Context) -> LocalFuture<'b, Result<Paraphrased, StepError>> {
        Box::pin(async move {
            self.needed(&claim::request(context), "restate what the sentence claims", claim::read).await
        })
    }
}

impl Cluster for Asked<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.named(clusters::PROMPT_VERSION)
    }

    fn cluster<'b>(
        &'b self,
        source: &'b Record,
        claims: &'b [&'b str],
    ) -> LocalFuture<'b, Result<Vec<Vec<usize>>, StepError>> {
        Box::pin(async move {
            let request = clusters::request(&source.title, claims);
            let read = |answer: &str| clusters::read(answer, claims.len());
            self.needed(&request, "put the witnesses' claims under aspects", read).await
        })
    }
}

impl Distil for Asked<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.named(statement::PROMPT_VERSION)
    }

    fn distil<'b>(
        &'b self,
        source: &'b Record,
        claims: &'b [&'b str],
    ) -> LocalFuture<'b, Result<String, StepError>> {
        Box::pin(async move {
            let request = statement::request(&source.title, claims);
            self.needed(&request, "say what the witnesses' claims share", statement::read).await
        })
    }
}

impl Relate for Asked<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.named(relation::PROMPT_VERSION)
    }

    fn relate<'b>(&'b self, question: Question<'b>) -> LocalFuture<'b, Result<Option<Relation>, StepError>> {
        Box::pin(async move {
            let answer = self.answer(&relation::request(question), relation::read).await;
            let fault = |error: CompleteError| StepError {
                by: self.model.model().to_owned(),
                doing: "compare the evidence with the claim",
                reason: error.to_string(),
            };
            Ok(answer.map_err(fault)?.ok())
        })
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
