//! Texts of cited works in a folder.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use citelight::LocalFuture;
use citelight::access::index::{TextsIndex, record_names};
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::finding::Extent;
use citelight::identifiers::Identifiers;
use citelight::sources::Record;
use citelight::text::titles::title_similarity;

use crate::article::{Article, is_article};
use crate::failure::{Failure, read_text};

/// A title this alike is worth opening the file for; the core checks the identity again.
const SAME_TITLE: f64 = 0.85;

/// A folder of texts: by its `texts.json`, else by file names, else by what the files say at their head.
pub(crate) struct TextsFolder {
    folder: PathBuf,
    index: TextsIndex,
    /// Files by the part of their name before the ending, lower-case.
    by_stem: BTreeMap<String, PathBuf>,
    /// Heads of the files that the index does not name; read when first needed.
    heads: OnceCell<Vec<Head>>,
}

/// What a file says about itself.
struct Head {
    path: PathBuf,
    title: Option<String>,
    identifiers: Identifiers,
}

impl TextsFolder {
    pub(crate) fn open(folder: &Path) -> Result<Self, Failure> {
        let index_file = folder.join("texts.json");
        let index = if index_file.is_file() {
            let json = read_text("the index of texts", &index_file)?;
            TextsIndex::from_json(&json)
                .map_err(|source| Failure::Index { folder: folder.to_owned(), source })?
        } else {
            TextsIndex::default()
        };
        let entries = std::fs::read_dir(folder).map_err(|error| Failure::Unreadable {
            what: "the folder of texts",
            path: folder.to_owned(),
            reason: error.to_string(),
        })?;
        let paths = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let by_stem =
            paths.filter(|path| is_article(path)).filter_map(|path| Some((stem(&path)?, path))).collect();
        Ok(Self { folder: folder.to_owned(), index, by_stem, heads: OnceCell::new() })
    }

    fn find(&self, record: &Record) -> Option<(PathBuf, Extent)> {
        if let Some(text) = self.index.find(record) {
            return Some((self.folder.join(&text.file), text.extent));
        }
        let named = record_names(record).into_iter().find_map(|name| self.by_stem.get(&as_stem(&name)));
        let path = named.cloned().or_else(|| self.by_head(record));
        path.map(|path| (path, Extent::FullText))
    }

    fn by_head(&self, record: &Record) -> Option<PathBuf> {
        let heads = self.heads.get_or_init(|| self.read_heads());
        let alike =
            |head: &Head| head.title.as_deref().map_or(0.0, |title| title_similarity(title, &record.title));
        let identified = heads.iter().find(|head| head.identifiers.agree(&record.identifiers));
        let titled = || {
            let best = heads.iter().max_by(|left, right| alike(left).total_cmp(&alike(right)))?;
            (alike(best) >= SAME_TITLE).then_some(best)
        };
        identified.or_else(titled).map(|head| head.path.clone())
    }

    /// Files that cannot be read or parsed have no head; a text that only they hold is "not here".
    fn read_heads(&self) -> Vec<Head> {
        let indexed: Vec<PathBuf> = self.index.files().map(|file| self.folder.join(file)).collect();
        let open = self.by_stem.values().filter(|path| !indexed.contains(path));
        open.filter_map(|path| {
            let document = Article::read(path).ok()?.parse(true).ok()?;
            Some(Head { path: path.clone(), title: document.title, identifiers: document.identifiers })
        })
        .collect()
    }

    fn read(&self, record: &Record) -> Result<Option<RetrievedText>, TextError> {
        let Some((path, extent)) = self.find(record) else { return Ok(None) };
        let origin = path.strip_prefix(&self.folder).unwrap_or(&path).display().to_string();
        match Article::read(&path).map(Article::into_content) {
            Ok(content) => Ok(Some(RetrievedText { content, origin, extent: Some(extent) })),
            Err(error) => Err(TextError { work: record.title.clone(), origin, reason: error.to_string() }),
        }
    }
}

impl FullTextProvider for TextsFolder {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(std::future::ready(self.read(record)))
    }
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem().and_then(|stem| stem.to_str()).map(str::to_lowercase)
}

/// A record's name as a file name: what file systems refuse becomes `_`.
fn as_stem(name: &str) -> String {
    name.chars()
        .map(|c| if matches!(c, '/' | ':' | '\\' | '<' | '>' | '|' | '?' | '*' | '"') { '_' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use citelight::document::Content;

    use super::*;

    fn record() -> Record {
        Record {
            id: "W1".to_owned(),
            title: "Sleep and memory in adults".to_owned(),
            identifiers: Identifiers { doi: Some("10.1000/ab.c".to_owned()), ..Identifiers::default() },
            ..Record::default()
        }
    }

    #[test]
    fn files_are_found_by_index_and_by_name() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("10.1000_ab.c.txt"), "by name").unwrap();
        let texts = TextsFolder::open(folder.path()).unwrap();
        assert_eq!(texts.read(&record()).unwrap().unwrap().content, Content::alone("by name"));

        std::fs::write(folder.path().join("x.txt"), "by index").unwrap();
        let index = r#"{"texts": [{"record": "W1", "file": "x.txt", "extent": "abstract"}]}"#;
        std::fs::write(folder.path().join("texts.json"), index).unwrap();
        let texts = TextsFolder::open(folder.path()).unwrap();
        let found = texts.read(&record()).unwrap().unwrap();
        assert_eq!((found.content, found.extent), (Content::alone("by index"), Some(Extent::Abstract)));

        std::fs::remove_file(folder.path().join("x.txt")).unwrap();
        assert!(texts.read(&record()).is_err());
        assert_eq!(texts.read(&Record::default()), Ok(None));
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        assert!(TextsFolder::open(Path::new("no/such/folder")).is_err());
    }
}
