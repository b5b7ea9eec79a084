//! Recorded answers: the same question gets the same answer again, so that evaluation, server and browser can be held against
//! each other, and an audit that goes on asks nothing twice.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{Complete, CompleteError, Completion, Request, Usage};
use citelight_inference::LocalFuture;
use citelight_types::text::hexadecimal;

/// One recorded answer: a line of a recording.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// SHA-256 of the request's fingerprint.
    pub request: String,
    /// The prompt, for people who read a recording.
    pub prompt: String,
    /// What the model wrote.
    pub text: String,
    /// What it took.
    pub usage: Usage,
}

/// Answers by request, and a model for the requests that were never asked.
pub struct Recorded {
    model: String,
    kept: RefCell<BTreeMap<String, Line>>,
    inner: Option<Rc<dyn Complete>>,
    keep: Box<dyn Fn(&Line)>,
}

impl Recorded {
    /// A recording of a model's answers; `inner` is asked what it lacks.
    pub fn new(
        model: impl Into<String>,
        lines: impl IntoIterator<Item = Line>,
        inner: Option<Rc<dyn Complete>>,
    ) -> Self {
        let kept = lines.into_iter().map(|line| (line.request.clone(), line)).collect();
        Self { model: model.into(), kept: RefCell::new(kept), inner, keep: Box::new(|_| {}) }
    }

    /// Hands every new answer on as soon as it comes, so that nothing is lost if the work is cut off.
    #[must_use]
    pub fn keeping(self, keep: impl Fn(&Line) + 'static) -> Self {
        Self { keep: Box::new(keep), ..self }
    }

    /// Everything that is recorded, in an order that does not depend on when it was asked.
    pub fn lines(&self) -> Vec<Line> {
        self.kept.borrow().values().cloned().collect()
    }
}

/// The name of a request in a recording.
pub(super) fn name(model: &str, request: &Request) -> String {
    hexadecimal(Sha256::digest(format!("{model}\n{}", request.fingerprint())))
}

impl Complete for Recorded {
    fn complete<'b>(&'b self, request: &'b Request) -> LocalFuture<'b, Result<Completion, CompleteError>> {
        Box::pin(async move {
            let name = name(&self.model, request);
            let known = self.kept.borrow().get(&name).cloned();
            if let Some(line) = known {
                return Ok(Completion { text: line.text, usage: line.usage });
            }
            let Some(inner) = &self.inner else {
                return Err(CompleteError::Unanswered {
                    endpoint: "the recording".to_owned(),
                    reason: format!("it holds no answer to this {} request", request.prompt),
                });
            };
            let completion = inner.complete(request).await?;
            let line = Line {
                request: name.clone(),
                prompt: request.prompt.to_owned(),
                text: completion.text.clone(),
                usage: completion.usage,
            };
            (self.keep)(&line);
            self.kept.borrow_mut().insert(name, line);
            Ok(completion)
        })
    }

    fn model(&self) -> &str {
        &self.model
    }
}
