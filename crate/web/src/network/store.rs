//! Answers kept in the browser's IndexedDB, shared by all workers of one origin.

use std::cell::OnceCell;
use std::rc::Rc;

use citelight::LocalFuture;
use citelight::http::{CacheError, Clock, MemoryStore, Store};
use futures_util::FutureExt;
use futures_util::future::Shared;
use idb::builder::{DatabaseBuilder, IndexBuilder, ObjectStoreBuilder};
use idb::{Database, KeyPath, KeyRange, ObjectStore, Query, TransactionMode};
use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

use crate::clock::TimeOfDay;

/// Its number is the form of what is kept.
const DATABASE: &str = "citelight-answers-1";
const ANSWERS: &str = "answers";
/// The day until which an answer is kept, in milliseconds since 1970; also the index by it.
const UNTIL: &str = "until";
const TEXT: &str = "text";
/// The entry that holds how many bytes all answers have; it never ends. Questions have other names.
const SIZE: &str = "size";
const BYTES: &str = "bytes";
/// What is kept at most.
const MOST: Limit = Limit { answers: 20_000, bytes: 256.0 * 1024.0 * 1024.0 };
/// Bytes of an answer where nobody counted them: most are records.
const USUAL: f64 = 8.0 * 1024.0;
/// Answers that are dropped before the size is looked at again.
const DROPPED_AT_ONCE: u32 = 64;

/// How much is kept.
#[derive(Clone, Copy, Debug)]
struct Limit {
    answers: u32,
    bytes: f64,
}

/// What is opened once, by whoever comes first.
type Opening = Shared<LocalFuture<'static, Rc<dyn Store>>>;

/// Texts by key: in IndexedDB, or in memory where a browser keeps nothing (private windows, a full disk); then they are asked
/// for anew in the next session, and no more is lost.
#[derive(Default)]
pub(crate) struct AnswerStore {
    opening: OnceCell<Opening>,
    /// What a database that was opened refused to keep.
    refused: MemoryStore,
}

impl AnswerStore {
    fn opened(&self) -> Opening {
        let open = || -> LocalFuture<'static, Rc<dyn Store>> {
            Box::pin(async {
                match IndexedDbStore::open().await {
                    Ok(store) => Rc::new(store) as Rc<dyn Store>,
                    Err(_) => Rc::new(MemoryStore::default()),
                }
            })
        };
        self.opening.get_or_init(|| open().shared()).clone()
    }
}

impl Store for AnswerStore {
    fn load<'a>(&'a self, key: &'a str) -> LocalFuture<'a, Result<Option<String>, CacheError>> {
        Box::pin(async move {
            match self.opened().await.load(key).await {
                Ok(Some(text)) => Ok(Some(text)),
                _ => self.refused.load(key).await,
            }
        })
    }

    fn save<'a>(&'a self, key: &'a str, text: String, until: u64) -> LocalFuture<'a, Result<(), CacheError>> {
        Box::pin(async move {
            match self.opened().await.save(key, text.clone(), until).await {
                Ok(()) => Ok(()),
                Err(_) => self.refused.save(key, text, until).await,
            }
        })
    }
}

/// Texts by key in IndexedDB, of limited number and size: what ends first goes first.
struct IndexedDbStore {
    database: Database,
    most: Limit,
}

impl IndexedDbStore {
    async fn open() -> Result<Self, CacheError> {
        Self::open_as(DATABASE, MOST).await
    }

    /// Opens the database of this name, which is made; what may be dropped is.
    async fn open_as(name: &str, most: Limit) -> Result<Self, CacheError> {
        let by_day = IndexBuilder::new(UNTIL.to_owned(), KeyPath::new_single(UNTIL));
        let answers = ObjectStoreBuilder::new(ANSWERS).add_index(by_day);
        let builder = DatabaseBuilder::new(name).version(1).add_object_store(answers);
        let store = Self { database: builder.build().await.map_err(fault)?, most };
        store.drop_old().await.map_err(fault)?;
        Ok(store)
    }

    fn answers(&self, mode: TransactionMode) -> Result<(idb::Transaction, ObjectStore), idb::Error> {
        let transaction = self.database.transaction(&[ANSWERS], mode)?;
        let answers = transaction.object_store(ANSWERS)?;
        Ok((transaction, answers))
    }

    /// Drops what is out of date, and of more than can be kept what ends first.
    async fn drop_old(&self) -> Result<(), idb::Error> {
        let (transaction, answers) = self.answers(TransactionMode::ReadWrite)?;
        let mut size = size_of(&answers).await?;
        let past = KeyRange::upper_bound(&JsValue::from_f64(TimeOfDay.now() as f64), None)?;
        let by_day = answers.index(UNTIL)?;
        let old = by_day.get_all_keys(Some(Query::KeyRange(past)), None)?.await?;
        size -= delete(&answers, old).await?;
        let kept = count(&answers).await?;
        if let Some(more) = kept.checked_sub(self.most.answers).filter(|more| *more > 0) {
            let more = by_day.get_all_keys(None, Some(more))?.await?;
            size -= delete(&answers, more).await?;
        }
        self.make_room(&answers, size).await?;
        transaction.commit()?.await?;
        Ok(())
    }

    /// Drops what ends first until the rest is well under the limit, and writes down how much that is.
    async fn make_room(&self, answers: &ObjectStore, size: f64) -> Result<(), idb::Error> {
        let mut size = size.max(0.0);
        if size > self.most.bytes {
            while size > self.most.bytes * 0.875 {
                let keys = answers.index(UNTIL)?.get_all_keys(None, Some(DROPPED_AT_ONCE))?.await?;
                let only_size = keys.iter().all(is_size);
                size -= delete(answers, keys).await?;
                if only_size {
                    size = 0.0;
                }
            }
        }
        answers
            .put(&entry(f64::MAX, BYTES, &JsValue::from_f64(size)), Some(&JsValue::from_str(SIZE)))?
            .await?;
        Ok(())
    }

    async fn read(&self, key: &str) -> Result<Option<String>, idb::Error> {
        let (_, answers) = self.answers(TransactionMode::ReadOnly)?;
        let answer = answers.get(JsValue::from_str(key))?.await?;
        Ok(answer.and_then(|answer| Reflect::get(&answer, &TEXT.into()).ok()?.as_string()))
    }

    async fn write(&self, key: &str, text: &str, until: u64) -> Result<(), idb::Error> {
        let answer = entry(until as f64, TEXT, &text.into());
        if self.put(key, &answer, text.len() as f64).await.is_ok() {
            return Ok(());
        }
        // Mostly the quota: half of what is kept makes room.
        let (transaction, answers) = self.answers(TransactionMode::ReadWrite)?;
        let half = count(&answers).await? / 2;
        let keys = answers.index(UNTIL)?.get_all_keys(None, Some(half.max(1)))?.await?;
        let size = size_of(&answers).await? - delete(&answers, keys).await?;
        self.make_room(&answers, size).await?;
        transaction.commit()?.await?;
        self.put(key, &answer, text.len() as f64).await
    }

    async fn put(&self, key: &str, answer: &Object, bytes: f64) -> Result<(), idb::Error> {
        let (transaction, answers) = self.answers(TransactionMode::ReadWrite)?;
        let name = JsValue::from_str(key);
        let before = answers.get(name.clone())?.await?.map_or(0.0, |answer| bytes_of(&answer));
        answers.put(answer, Some(&name))?.await?;
        let size = size_of(&answers).await? - before + bytes;
        self.make_room(&answers, size).await?;
        transaction.commit()?.await?;
        Ok(())
    }
}

/// What is stored under a name: until when, and one thing more.
fn entry(until: f64, name: &str, value: &JsValue) -> Object {
    let entry = Object::new();
    // A plain object takes any property.
    let _ = Reflect::set(&entry, &UNTIL.into(), &JsValue::from_f64(until));
    let _ = Reflect::set(&entry, &name.into(), value);
    entry
}

fn is_size(key: &JsValue) -> bool {
    key.as_string().as_deref() == Some(SIZE)
}

/// Answers that are kept.
async fn count(answers: &ObjectStore) -> Result<u32, idb::Error> {
    Ok(answers.count(None)?.await?.saturating_sub(1))
}

/// Bytes of all answers: as they were counted, or guessed where another version kept them or somebody emptied the store.
async fn size_of(answers: &ObjectStore) -> Result<f64, idb::Error> {
    let told = answers.get(JsValue::from_str(SIZE))?.await?;
    let told = told.and_then(|entry| Reflect::get(&entry, &BYTES.into()).ok()?.as_f64());
    match told {
        Some(bytes) => Ok(bytes),
        None => Ok(f64::from(answers.count(None)?.await?) * USUAL),
    }
}

fn bytes_of(answer: &JsValue) -> f64 {
    let text = Reflect::get(answer, &TEXT.into()).ok().and_then(|text| text.as_string());
    text.map_or(0.0, |text| text.len() as f64)
}

/// Drops answers and tells how many bytes they had.
async fn delete(answers: &ObjectStore, keys: Vec<JsValue>) -> Result<f64, idb::Error> {
    let mut bytes = 0.0;
    for key in keys.into_iter().filter(|key| !is_size(key)) {
        bytes += answers.get(key.clone())?.await?.map_or(0.0, |answer| bytes_of(&answer));
        answers.delete(key)?.await?;
    }
    Ok(bytes)
}

fn fault(error: idb::Error) -> CacheError {
    CacheError(error.to_string())
}

impl Store for IndexedDbStore {
    fn load<'a>(&'a self, key: &'a str) -> LocalFuture<'a, Result<Option<String>, CacheError>> {
        Box::pin(async move { self.read(key).await.map_err(fault) })
    }

    fn save<'a>(&'a self, key: &'a str, text: String, until: u64) -> LocalFuture<'a, Result<(), CacheError>> {
        Box::pin(async move { self.write(key, &text, until).await.map_err(fault) })
    }
}

#[cfg(all(test, target_arch = "wasm32"))]
#[allow(clippy::expect_used, reason = "clippy takes only a plain cfg(test) for a test")]
mod tests {
    use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

    use super::*;

    wasm_bindgen_test_configure!(run_in_dedicated_worker);

    const HOUR: u64 = 3_600_000;

    #[wasm_bindgen_test]
    async fn of_more_than_may_be_kept_what_ends_first_goes() {
        const NAME: &str = "citelight-answers-of-a-test";
        let now = TimeOfDay.now();
        let most = Limit { answers: 10, bytes: f64::MAX };
        let full = IndexedDbStore::open_as(NAME, most).await.expect("a database");
        for number in 0..25 {
            // The first five are out of date; of the others the later numbers end first.
            let until = if number < 5 { now - HOUR } else { now + (100 - number) * HOUR };
            full.save(&number.to_string(), "a".repeat(1000), until).await.expect("kept");
        }
        full.database.close();

        let opened = IndexedDbStore::open_as(NAME, most).await.expect("the database again");
        let mut kept = Vec::new();
        for number in 0..25 {
            if opened.load(&number.to_string()).await.expect("read").is_some() {
                kept.push(number);
            }
        }
        assert_eq!(kept, (5..15).collect::<Vec<u64>>());
    }

    #[wasm_bindgen_test]
    async fn of_more_bytes_than_may_be_kept_what_ends_first_goes_at_once() {
        const NAME: &str = "citelight-answers-of-another-test";
        let most = Limit { answers: 1_000, bytes: 100_000.0 };
        let store = IndexedDbStore::open_as(NAME, most).await.expect("a database");
        let now = TimeOfDay.now();
        for number in 0..300 {
            let until = now + (1_000 - number) * HOUR;
            store.save(&number.to_string(), "a".repeat(1_000), until).await.expect("kept");
        }
        // The same answer anew takes no more room.
        for _ in 0..300 {
            store.save("0", "a".repeat(1_000), now + 1_000 * HOUR).await.expect("kept");
        }
        let mut kept = 0;
        for number in 0..300 {
            kept += u64::from(store.load(&number.to_string()).await.expect("read").is_some());
        }
        assert!((20..=100).contains(&kept), "{kept} answers of a thousand bytes");
        assert!(store.load("0").await.expect("read").is_some(), "what is good for longest stays");
        let (_, answers) = store.answers(TransactionMode::ReadOnly).expect("a transaction");
        let size = size_of(&answers).await.expect("counted");
        assert!((size - kept as f64 * 1_000.0).abs() < 1.0, "{size} bytes are counted for {kept} answers");
    }
}
