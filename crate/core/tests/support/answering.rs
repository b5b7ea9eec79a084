//! A model that answers as a test tells it to, and remembers what it was asked.

use std::cell::RefCell;

use citelight::LocalFuture;
use citelight::llm::{Complete, CompleteError, Completion, Request, Usage};

/// What is answered to a request: words, or nothing.
pub(crate) type Answers = Box<dyn Fn(&Request) -> Option<String>>;

pub(crate) struct Answering {
    answers: Answers,
    asked: RefCell<Vec<Request>>,
}

impl Answering {
    pub(crate) fn new(answers: impl Fn(&Request) -> Option<String> + 'static) -> Self {
        Self { answers: Box::new(answers), asked: RefCell::default() }
    }

    /// The requests of a prompt, by its name without the version.
    pub(crate) fn asked(&self, prompt: &str) -> Vec<Request> {
        let asked = self.asked.borrow();
        asked.iter().filter(|request| request.prompt.split('/').next() == Some(prompt)).cloned().collect()
    }

    /// Everything that was sent.
    pub(crate) fn sent(&self) -> String {
        self.asked.borrow().iter().map(|request| request.user.as_str()).collect()
    }
}

impl Complete for Answering {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        self.asked.borrow_mut().push(request.clone());
        let usage = Usage { requests: 1, input_tokens: 100, output_tokens: 10, ..Usage::default() };
        let answer = (self.answers)(request).map(|text| Completion { text, usage });
        let silent = || CompleteError::Unanswered {
            endpoint: "models.example.org".to_owned(),
            reason: "the connection was refused".to_owned(),
        };
        Box::pin(std::future::ready(answer.ok_or_else(silent)))
    }

    fn model(&self) -> &'static str {
        "example-1"
    }
}
