//! Answers that are kept: in memory, or wherever the host application keeps things.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use citelight_inference::LocalFuture;

/// Why something could not be kept or found again. It never fails a look-up; it is counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the store of answers failed ({0}); answers are asked for anew")]
pub struct CacheError(pub String);

/// Keeps texts by key between sessions: IndexedDB in the browser, an embedded store on disk.
pub trait Store {
    /// The text of a key, if it is there. It may have been dropped at any time.
    ///
    /// # Errors
    /// [`CacheError`] if the store itself failed.
    fn load<'a>(&'a self, key: &'a str) -> LocalFuture<'a, Result<Option<String>, CacheError>>;

    /// Keeps a text, in the place of an older one. After `until` (milliseconds since 1970) it may be dropped.
    ///
    /// # Errors
    /// [`CacheError`] if the store itself failed.
    fn save<'a>(&'a self, key: &'a str, text: String, until: u64) -> LocalFuture<'a, Result<(), CacheError>>;
}

/// A store in memory that drops the oldest texts first.
#[derive(Debug)]
pub struct MemoryStore {
    bytes: usize,
    state: RefCell<Memory>,
}

#[derive(Debug, Default)]
struct Memory {
    texts: HashMap<String, String>,
    order: VecDeque<String>,
    bytes: usize,
}

impl MemoryStore {
    /// A store of so many bytes of text at most.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { bytes, state: RefCell::default() }
    }
}

impl Default for MemoryStore {
    /// 32 MB: the records of some ten thousand works.
    fn default() -> Self {
        Self::with_capacity(32 * 1024 * 1024)
    }
}

impl Store for MemoryStore {
    fn load<'a>(&'a self, key: &'a str) -> LocalFuture<'a, Result<Option<String>, CacheError>> {
        Box::pin(std::future::ready(Ok(self.state.borrow().texts.get(key).cloned())))
    }

    fn save<'a>(&'a self, key: &'a str, text: String, _: u64) -> LocalFuture<'a, Result<(), CacheError>> {
        let mut memory = self.state.borrow_mut();
        memory.bytes += text.len();
        match memory.texts.insert(key.to_owned(), text) {
            Some(old) => memory.bytes -= old.len(),
            None => memory.order.push_back(key.to_owned()),
        }
        while memory.bytes > self.bytes {
            let Some(oldest) = memory.order.pop_front() else { break };
            if let Some(text) = memory.texts.remove(&oldest) {
                memory.bytes -= text.len();
            }
        }
        Box::pin(std::future::ready(Ok(())))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[test]
    fn the_oldest_goes_first() {
        let store = MemoryStore::with_capacity(10);
        for (key, text) in [("a", "1234"), ("b", "1234"), ("a", "12345"), ("c", "1")] {
            store.save(key, text.to_owned(), 0).now_or_never().unwrap().unwrap();
        }
        let load = |key: &'static str| store.load(key).now_or_never().unwrap().unwrap();
        assert_eq!(load("b").as_deref(), Some("1234"));
        store.save("d", "123".to_owned(), 0).now_or_never().unwrap().unwrap();
        assert_eq!((load("a"), load("b").is_some(), load("d").is_some()), (None, true, true));
    }
}
