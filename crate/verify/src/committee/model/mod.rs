//! The steps of a committee, taken by a model behind an endpoint (BibAgent, appendix D).

pub mod claim;
pub mod clusters;
pub mod relation;
pub mod statement;

use std::borrow::Cow;

use super::aggregate::Relation;
use super::citation_context::ContextWindow;
use super::steps::{Cluster, Distil, Group, Paraphrase, Paraphrased, Question, Relate, StepError};
use crate::llm::asked::Asked;
use crate::llm::{CompleteError, Request};
use citelight_inference::LocalFuture;
use citelight_records::sources::Record;

/// An answer without which the committee cannot go on.
async fn needed<T>(
    asked: &Asked<'_>,
    request: &Request,
    doing: &'static str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, StepError> {
    let fault = |reason: String| StepError { by: asked.model().to_owned(), doing, reason };
    let answer = asked.answer(request, read).await.map_err(|error| fault(error.to_string()))?;
    answer.map_err(|reason| fault(format!("its answer cannot be used: {reason}")))
}

impl Paraphrase for Asked<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.named(claim::PROMPT_VERSION)
    }

    fn paraphrase<'b>(
        &'b self,
        context: &'b ContextWindow,
    ) -> LocalFuture<'b, Result<Paraphrased, StepError>> {
        Box::pin(async move {
            needed(self, &claim::request(context), "restate what the sentence claims", claim::read).await
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
    ) -> LocalFuture<'b, Result<Vec<Group>, StepError>> {
        Box::pin(async move {
            let request = clusters::request(&source.title, claims);
            let read = |answer: &str| clusters::read(answer, claims.len());
            needed(self, &request, "put the witnesses' claims under aspects", read).await
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
            needed(self, &request, "say what the witnesses' claims share", statement::read).await
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
                by: self.model().to_owned(),
                doing: "compare the evidence with the claim",
                reason: error.to_string(),
            };
            Ok(answer.map_err(fault)?.ok())
        })
    }
}
