//! An embedder that embeds no text twice: a search ranks its candidates anew after every step.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use citelight_inference::LocalFuture;
use citelight_verify::verify::models::{Embed, ModelError};

/// An embedder with the vectors of all texts it was asked for.
pub(super) struct Remembered<'e> {
    inner: &'e dyn Embed,
    vectors: RefCell<BTreeMap<String, Vec<f32>>>,
}

impl<'e> Remembered<'e> {
    pub(super) fn new(inner: &'e dyn Embed) -> Self {
        Self { inner, vectors: RefCell::default() }
    }

    async fn embed_remembering(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let new: Vec<&str> = {
            let known = self.vectors.borrow();
            texts.iter().copied().filter(|text| !known.contains_key(*text)).collect()
        };
        if !new.is_empty() {
            let vectors = self.inner.embed(&new).await?;
            let mut known = self.vectors.borrow_mut();
            known.extend(new.iter().map(|text| (*text).to_owned()).zip(vectors));
        }
        let known = self.vectors.borrow();
        Ok(texts.iter().filter_map(|text| known.get(*text).cloned()).collect())
    }
}

impl Embed for Remembered<'_> {
    fn name(&self) -> Cow<'_, str> {
        self.inner.name()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        Box::pin(self.embed_remembering(texts))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    /// Embeds a text as its length, and counts the texts.
    #[derive(Default)]
    struct Lengths {
        asked: RefCell<usize>,
    }

    impl Embed for Lengths {
        fn name(&self) -> Cow<'_, str> {
            "lengths".into()
        }

        fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
            *self.asked.borrow_mut() += texts.len();
            let vectors = texts.iter().map(|text| vec![text.len() as f32]).collect();
            Box::pin(std::future::ready(Ok(vectors)))
        }
    }

    #[test]
    fn no_text_is_embedded_twice() {
        let lengths = Lengths::default();
        let remembered = Remembered::new(&lengths);
        let embed = |texts: &[&str]| remembered.embed(texts).now_or_never().unwrap().unwrap();
        assert_eq!(embed(&["weir", "oak"]), [[4.0], [3.0]]);
        assert_eq!(embed(&["oak", "river", "weir"]), [[3.0], [5.0], [4.0]]);
        assert_eq!(*lengths.asked.borrow(), 3);
    }
}
