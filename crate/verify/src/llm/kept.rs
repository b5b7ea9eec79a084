//! A model's answers kept between sessions: an audit that was cut off goes on without asking, or paying, twice.

use std::rc::Rc;

use super::recorded::{Line, name};
use super::{Complete, CompleteError, Completion, Request};
use citelight_inference::LocalFuture;
use citelight_records::http::{Clock, Store};

/// How long an answer is kept, in milliseconds: 30 days, as the texts of sources (our choice).
const KEPT: u64 = 30 * 24 * 60 * 60 * 1000;

/// A model with a store for what it answers. What the store cannot keep is asked for anew, no more.
pub struct Kept {
    model: Rc<dyn Complete>,
    /// Where it is: models of the same name may differ.
    address: String,
    store: Rc<dyn Store>,
    clock: Rc<dyn Clock>,
}

impl Kept {
    /// A model at an address, and where its answers are kept.
    pub fn new(
        model: Rc<dyn Complete>,
        address: impl Into<String>,
        store: Rc<dyn Store>,
        clock: Rc<dyn Clock>,
    ) -> Self {
        Self { model, address: address.into(), store, clock }
    }

    async fn known(&self, key: &str) -> Option<Completion> {
        let text = self.store.load(key).await.ok().flatten()?;
        let line: Line = serde_json::from_str(&text).ok()?;
        Some(Completion { text: line.text, usage: line.usage })
    }
}

impl Complete for Kept {
    fn complete<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        Box::pin(async move {
            let key = format!("llm:{}", name(&format!("{}\n{}", self.address, self.model.model()), request));
            if let Some(known) = self.known(&key).await {
                return Ok(known);
            }
            let completion = self.model.complete(request).await?;
            let line = Line {
                request: key.clone(),
                prompt: request.prompt.to_owned(),
                text: completion.text.clone(),
                usage: completion.usage,
            };
            if let Ok(text) = serde_json::to_string(&line) {
                // A full disk costs another request some day; it never costs this answer.
                let _ = self.store.save(&key, text, self.clock.now().saturating_add(KEPT)).await;
            }
            Ok(completion)
        })
    }

    fn model(&self) -> &str {
        self.model.model()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::FutureExt;

    use super::*;
    use crate::llm::Usage;
    use crate::llm::arbitration;
    use citelight_records::http::{CacheError, MemoryStore, virtual_time::VirtualClock};
    use citelight_types::settings::Settings;

    #[derive(Default)]
    struct Counting(Cell<u32>);

    impl Complete for Counting {
        fn complete<'a>(&'a self, _: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
            self.0.set(self.0.get() + 1);
            let usage = Usage { requests: 1, input_tokens: 7, ..Usage::default() };
            Box::pin(std::future::ready(Ok(Completion { text: self.0.get().to_string(), usage })))
        }

        fn model(&self) -> &'static str {
            "counting"
        }
    }

    struct Broken;

    impl Store for Broken {
        fn load<'a>(&'a self, _: &'a str) -> LocalFuture<'a, Result<Option<String>, CacheError>> {
            Box::pin(std::future::ready(Ok(Some("half an ans".to_owned()))))
        }

        fn save<'a>(&'a self, _: &'a str, _: String, _: u64) -> LocalFuture<'a, Result<(), CacheError>> {
            Box::pin(std::future::ready(Err(CacheError("the disk is full".to_owned()))))
        }
    }

    fn asked(kept: &Kept, claim: &str, sample: u32) -> Completion {
        let request = arbitration::request(claim, claim, &["A passage of it."], &Settings::default());
        kept.complete(&Request { sample, ..request }).now_or_never().unwrap().unwrap()
    }

    #[test]
    fn the_same_question_is_asked_once_whoever_asks_again() {
        let (model, store) = (Rc::new(Counting::default()), Rc::new(MemoryStore::default()));
        let kept = |address: &str| {
            Kept::new(model.clone(), address, store.clone(), Rc::new(VirtualClock::starting_at(0)))
        };
        let first = asked(&kept("https://a.example/v1"), "Yield rose.", 0);
        assert_eq!(asked(&kept("https://a.example/v1"), "Yield rose.", 0), first, "in another session");
        assert_eq!((model.0.get(), first.usage.input_tokens), (1, 7));
        for (address, claim, sample) in [
            ("https://a.example/v1", "Yield rose.", 1),
            ("https://a.example/v1", "Yield fell.", 0),
            ("https://b.example/v1", "Yield rose.", 0),
        ] {
            let before = model.0.get();
            asked(&kept(address), claim, sample);
            assert_eq!(model.0.get(), before + 1, "another sample, claim or address is another question");
        }
    }

    #[test]
    fn a_store_that_fails_costs_no_answer() {
        let model = Rc::new(Counting::default());
        let clock = Rc::new(VirtualClock::starting_at(0));
        let kept = Kept::new(model.clone(), "https://a.example/v1", Rc::new(Broken), clock);
        assert_eq!(asked(&kept, "Yield rose.", 0).text, "1");
        assert_eq!(asked(&kept, "Yield rose.", 0).text, "2");
    }
}
