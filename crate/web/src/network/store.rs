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
/// Answers that are kept at most: with a few hundred texts among them, some hundred megabytes.
const MOST: u32 = 20_000;

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

/// Texts by key in IndexedDB.
struct IndexedDbStore {
    database: Database,
    /// Answers that are kept at most when it is opened.
    most: u32,
}

impl IndexedDbStore {
    async fn open() -> Result<Self, CacheError> {
        Self::open_as(DATABASE, MOST).await
    }

    /// Opens the database of this name, which is made; what may be dropped is.
    async fn open_as(name: &str, most: u32) -> Result<Self, CacheError> {
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
        let past = KeyRange::upper_bound(&JsValue::from_f64(TimeOfDay.now() as f64), None)?;
        let by_day = answers.index(UNTIL)?;
        let mut keys = by_day.get_all_keys(Some(Query::KeyRange(past)), None)?.await?;
        let kept = answers.count(None)?.await?;
        if let Some(more) = kept.checked_sub(self.most).filter(|more| *more > 0) {
            keys.extend(by_day.get_all_keys(None, Some(more))?.await?);
        }
        delete(&answers, keys).await?;
        transaction.commit()?.await?;
        Ok(())
    }

    async fn read(&self, key: &str) -> Result<Option<String>, idb::Error> {
        let (_, answers) = self.answers(TransactionMode::ReadOnly)?;
        let answer = answers.get(JsValue::from_str(key))?.await?;
        Ok(answer.and_then(|answer| Reflect::get(&answer, &TEXT.into()).ok()?.as_string()))
    }

    async fn write(&self, key: &str, text: &str, until: u64) -> Result<(), idb::Error> {
        let answer = Object::new();
        // A plain object takes any property.
        let _ = Reflect::set(&answer, &UNTIL.into(), &JsValue::from_f64(until as f64));
        let _ = Reflect::set(&answer, &TEXT.into(), &text.into());
        if self.put(key, &answer).await.is_ok() {
            return Ok(());
        }
        // Mostly the quota: half of what is kept makes room.
        let (transaction, answers) = self.answers(TransactionMode::ReadWrite)?;
        let half = answers.count(None)?.await? / 2;
        let keys = answers.index(UNTIL)?.get_all_keys(None, Some(half.max(1)))?.await?;
        delete(&answers, keys).await?;
        transaction.commit()?.await?;
        self.put(key, &answer).await
    }

    async fn put(&self, key: &str, answer: &Object) -> Result<(), idb::Error> {
        let (transaction, answers) = self.answers(TransactionMode::ReadWrite)?;
        answers.put(answer, Some(&JsValue::from_str(key)))?.await?;
        transaction.commit()?.await?;
        Ok(())
    }
}

async fn delete(answers: &ObjectStore, keys: Vec<JsValue>) -> Result<(), idb::Error> {
    for key in keys {
        answers.delete(key)?.await?;
    }
    Ok(())
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
        let full = IndexedDbStore::open_as(NAME, 10).await.expect("a database");
        for number in 0..25 {
            // The first five are out of date; of the others the later numbers end first.
            let until = if number < 5 { now - HOUR } else { now + (100 - number) * HOUR };
            full.save(&number.to_string(), "a".repeat(1000), until).await.expect("kept");
        }
        full.database.close();

        let opened = IndexedDbStore::open_as(NAME, 10).await.expect("the database again");
        let mut kept = Vec::new();
        for number in 0..25 {
            if opened.load(&number.to_string()).await.expect("read").is_some() {
                kept.push(number);
            }
        }
        assert_eq!(kept, (5..15).collect::<Vec<u64>>());
    }
}
