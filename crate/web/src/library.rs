//! The bundled library: records, and the texts of some of them, fetched when they are needed.

use std::collections::BTreeMap;

use citelight::LocalFuture;
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::document::Content;
use citelight::finding::Extent;
use citelight::sources::Record;
use citelight::sources::local::LocalStore;
use serde::Deserialize;

use crate::fetch::{fetch_text, within};

/// Name of the library in trails.
const NAME: &str = "library";
/// Bytes of the largest file of a library.
const LARGEST: usize = 64 * 1024 * 1024;

/// A folder with `records.jsonl`, `texts.json` and the texts that it names.
pub(crate) struct Library {
    folder: String,
    pub(crate) store: LocalStore,
    texts: BTreeMap<String, TextEntry>,
}

/// `texts.json`.
#[derive(Debug, Default, PartialEq, Deserialize)]
struct TextList {
    texts: Vec<TextEntry>,
}

/// Where the text of a record is.
#[derive(Clone, Debug, PartialEq, Deserialize)]
struct TextEntry {
    /// Id of the record.
    record: String,
    /// Path within the library's folder.
    file: String,
    /// How much of the work it holds.
    extent: Extent,
}

impl Library {
    /// Fetches the records and the list of texts. What could not be had is told as a problem; a library without its
    /// list still resolves references.
    pub(crate) async fn load(folder: &str, problems: &mut Vec<String>) -> Option<Self> {
        let lines = file(folder, "records.jsonl").await;
        let store = lines
            .and_then(|lines| LocalStore::from_json_lines(NAME, &lines).map_err(|error| error.to_string()));
        let store = match store {
            Ok(store) => store,
            Err(reason) => {
                problems.push(format!(
                    "The library could not be loaded, so references stay unresolved: {reason}"
                ));
                return None;
            }
        };
        problems.extend(store.problems().iter().map(ToString::to_string));
        let list = file(folder, "texts.json").await.and_then(|json| read_list(&json));
        let texts = list.unwrap_or_else(|reason| {
            problems
                .push(format!("The library's texts cannot be read, so its sources stay unchecked: {reason}"));
            BTreeMap::new()
        });
        Some(Self { folder: folder.to_owned(), store, texts })
    }

    /// Records in it.
    pub(crate) fn records(&self) -> usize {
        self.store.records().len()
    }

    async fn read(&self, record: &Record) -> Result<Option<RetrievedText>, TextError> {
        if record.source != NAME {
            return Ok(None);
        }
        let Some(entry) = self.texts.get(&record.id) else { return Ok(None) };
        let content = file(&self.folder, &entry.file).await.map_err(|reason| TextError {
            work: record.title.clone(),
            origin: entry.file.clone(),
            reason,
        })?;
        Ok(Some(RetrievedText {
            content: Content::alone(content),
            origin: entry.file.clone(),
            extent: Some(entry.extent),
        }))
    }
}

impl FullTextProvider for Library {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(self.read(record))
    }
}

async fn file(folder: &str, path: &str) -> Result<String, String> {
    let url = within(folder, path).map_err(|error| error.to_string())?;
    fetch_text(&url, LARGEST).await.map_err(|error| error.to_string())
}

fn read_list(json: &str) -> Result<BTreeMap<String, TextEntry>, String> {
    let list: TextList = serde_json::from_str(json)
        .map_err(|error| format!("texts.json is not a list of texts ({error}); correct it"))?;
    Ok(list.texts.into_iter().map(|entry| (entry.record.clone(), entry)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bundled_list_is_read() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/demo/library/texts.json");
        let texts =
            read_list(&std::fs::read_to_string(path).expect("the demo has a library")).expect("it is a list");
        let smith = &texts["10.1111/ele.13210"];
        assert_eq!((smith.file.as_str(), smith.extent), ("texts/smith-2019.xml", Extent::FullText));
        assert!(texts.values().all(|entry| within("/library", &entry.file).is_ok()));
    }

    #[test]
    fn a_list_of_something_else_is_a_problem() {
        assert!(read_list("[]").unwrap_err().contains("texts.json"));
        assert!(read_list(r#"{"texts":[{"record":"a","file":"b","extent":"most"}]}"#).is_err());
    }
}
