//! `texts.json`: which file of a library holds the text of which record.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::sources::Record;
use citelight_types::finding::Extent;

/// Files of a library by the records whose text they hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextsIndex {
    by_record: BTreeMap<String, IndexedText>,
}

/// One entry of the index.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct IndexedText {
    /// The record: its id, DOI or arXiv identifier.
    pub record: String,
    /// The file, relative to the index, inside its folder.
    pub file: String,
    /// How much of the work it holds; the whole unless said.
    #[serde(default = "full_text")]
    pub extent: Extent,
}

/// Why an index cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IndexError {
    /// It is not JSON of the right shape.
    #[error(
        "the index of texts could not be read: {0}; expected {{\"texts\": [{{\"record\", \"file\", \"extent\"}}]}}"
    )]
    Malformed(String),
    /// A file lies outside the library.
    #[error("the index of texts names {0}, which is outside its folder; give paths relative to the index")]
    Outside(String),
}

impl TextsIndex {
    /// Reads `{"texts": [{"record": …, "file": …, "extent": …}]}`.
    ///
    /// # Errors
    /// [`IndexError`] if it has another shape or names a file outside the library's folder.
    pub fn from_json(json: &str) -> Result<Self, IndexError> {
        #[derive(Deserialize)]
        struct File {
            texts: Vec<IndexedText>,
        }
        let file: File =
            serde_json::from_str(json).map_err(|error| IndexError::Malformed(error.to_string()))?;
        let mut by_record = BTreeMap::new();
        for text in file.texts {
            let outside = text.file.starts_with('/')
                || text.file.contains('\\')
                || text.file.contains(':')
                || text.file.split('/').any(|part| part == "..");
            if outside {
                return Err(IndexError::Outside(text.file));
            }
            by_record.insert(text.record.to_lowercase(), text);
        }
        Ok(Self { by_record })
    }

    /// The entry of a record, by its id, DOI or arXiv identifier.
    pub fn find(&self, record: &Record) -> Option<&IndexedText> {
        record_names(record).into_iter().find_map(|name| self.by_record.get(&name))
    }

    /// Every file that the index names.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.by_record.values().map(|text| text.file.as_str())
    }
}

/// The names under which a library may keep a record's text, lower-case: id, DOI, arXiv identifier, PMCID.
pub fn record_names(record: &Record) -> Vec<String> {
    let identifiers = &record.identifiers;
    [Some(&record.id), identifiers.doi.as_ref(), identifiers.arxiv.as_ref(), identifiers.pmcid.as_ref()]
        .into_iter()
        .flatten()
        .map(|name| name.to_lowercase())
        .collect()
}

fn full_text() -> Extent {
    Extent::FullText
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_by_any_name_of_a_record() {
        let index =
            TextsIndex::from_json(r#"{"texts": [{"record": "10.1/AB", "file": "texts/ab.xml"}]}"#).unwrap();
        let mut record = Record { id: "W1".to_owned(), ..Record::default() };
        assert_eq!(index.find(&record), None);
        record.identifiers.doi = Some("10.1/ab".to_owned());
        assert_eq!(index.find(&record).map(|text| text.file.as_str()), Some("texts/ab.xml"));
    }

    #[test]
    fn paths_out_of_the_library_are_refused() {
        for file in ["../secret", "/etc/passwd", "texts/../../x", "C:/x", "a\\..\\b"] {
            let json = serde_json::json!({"texts": [{"record": "a", "file": file}]}).to_string();
            assert_eq!(TextsIndex::from_json(&json), Err(IndexError::Outside(file.to_owned())));
        }
        assert!(matches!(TextsIndex::from_json("[]"), Err(IndexError::Malformed(_))));
    }
}
