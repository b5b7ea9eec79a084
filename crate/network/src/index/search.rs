//! Looking works up in an index.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use citelight::LocalFuture;
use citelight::identifiers::Identifiers;
use citelight::sources::doi_register::{DoiRegister, RegisteredNotices};
use citelight::sources::dumps::Organization;
use citelight::sources::editorial::status_of;
use citelight::sources::local::{identifier_keys, likeness, words};
use citelight::sources::{EditorialNotice, Query, Record, Source, SourceError};
use citelight::text::normalise::fold;
use rusqlite::{Connection, OptionalExtension, params};

use super::dump::Dump;
use super::schema::{IndexError, IndexedDump, RARE, hash, open, title_key};

/// Its name as a source.
const NAME: &str = "the local index";
/// Records a look-up answers with at most.
const ANSWERS: usize = 10;
/// Candidates that share most rare words are compared letter by letter.
const COMPARED: usize = 40;
/// Works of one key that are looked at: many have the title “Introduction”.
const SAME_KEY: usize = 200;
/// Postings that one look-up may walk: words are taken rarest first until this is used up.
const POSTINGS: i64 = 20_000;

/// An index that is open for reading. It holds a part of all works: what it lacks may well exist.
pub struct LocalIndex {
    connection: Connection,
    dumps: Vec<IndexedDump>,
}

impl LocalIndex {
    /// Opens an index.
    ///
    /// # Errors
    /// [`IndexError`] if the file is no index, or not a whole one.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let connection = open(path)?;
        let dumps = dumps(&connection)?;
        Ok(Self { connection, dumps })
    }

    /// The dumps that it was built from.
    pub fn dumps(&self) -> &[IndexedDump] {
        &self.dumps
    }

    /// The only organisation of this name, if there is one, and the day of ROR's data.
    ///
    /// # Errors
    /// Why the file could not be read.
    pub fn organization(&self, name: &str) -> Result<Option<Organization>, IndexError> {
        let folded = fold(name);
        let mut select = self
            .connection
            .prepare_cached("SELECT organization FROM organization WHERE hash = ?1 LIMIT 3")?;
        let found = select.query_map(params![hash(&folded)], |row| row.get::<_, String>(0))?;
        let mut named = Vec::new();
        for json in found {
            let organization: Option<Organization> = serde_json::from_str(&json?).ok();
            named.extend(organization.filter(|one| one.names().any(|name| fold(name) == folded)));
        }
        Ok(match named.len() {
            1 => named.pop(),
            _ => None,
        })
    }

    /// What is said of the works of these keys.
    fn notices_of(&self, keys: &[String]) -> rusqlite::Result<Vec<EditorialNotice>> {
        let mut select = self.connection.prepare_cached("SELECT name, notice FROM notice WHERE hash = ?1")?;
        let mut notices: Vec<EditorialNotice> = Vec::new();
        for key in keys {
            let rows = select.query_map(params![hash(key)], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            })?;
            for row in rows {
                let (name, json) = row?;
                let notice = serde_json::from_str(&json).ok().filter(|_| name == *key);
                notices.extend(notice.filter(|notice| !notices.contains(notice)));
            }
        }
        Ok(notices)
    }

    fn find(&self, query: &Query<'_>) -> rusqlite::Result<Vec<Record>> {
        let mut found: Vec<Record> = Vec::new();
        let mut seen = HashSet::new();
        let keys = identifier_keys(query.identifiers);
        for key in &keys {
            for id in self.of_key(key)? {
                let record = self.record(id)?;
                let is_meant = |record: &Record| identifier_keys(&record.identifiers).contains(key);
                found.extend(record.filter(is_meant).filter(|record| is_new(&mut seen, record)));
            }
        }
        if let Some(title) = query.title {
            let titled = self.find_title(title)?;
            found.extend(titled.into_iter().filter(|record| is_new(&mut seen, record)));
        }
        found.truncate(ANSWERS);
        for record in &mut found {
            self.add_notices(record)?;
        }
        Ok(found)
    }

    fn add_notices(&self, record: &mut Record) -> rusqlite::Result<()> {
        let notices = self.notices_of(&identifier_keys(&record.identifiers))?;
        let new: Vec<_> = notices.into_iter().filter(|notice| !record.notices.contains(notice)).collect();
        if new.is_empty() {
            return Ok(());
        }
        // DBLP says that a work was withdrawn, and no more: a correction takes that not back.
        let is_bare = record.notices.is_empty() && record.status.is_retracted();
        record.notices.extend(new);
        let status = status_of(&record.notices);
        if status.is_retracted() || !is_bare {
            record.status = status;
        }
        Ok(())
    }

    /// Works of this title, then of titles that share its rarest words, the most alike first.
    fn find_title(&self, title: &str) -> rusqlite::Result<Vec<Record>> {
        let mut candidates: Vec<i64> = self.of_key(&title_key(&fold(title)))?;
        let exact = candidates.len();
        candidates.extend(self.of_words(title, exact == 0)?);
        let mut seen = HashSet::new();
        candidates.retain(|id| seen.insert(*id));
        let mut compared = Vec::new();
        for id in candidates {
            if let Some(record) = self.record(id)? {
                compared.push((likeness(title, &record.title), id, record));
            }
        }
        compared.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
        Ok(compared.into_iter().map(|(_, _, record)| record).collect())
    }

    /// Works whose titles share most of the rare words.
    fn of_words(&self, title: &str, also_common: bool) -> rusqlite::Result<Vec<i64>> {
        let mut counted = Vec::new();
        let mut count = self.connection.prepare_cached("SELECT works FROM word WHERE word = ?1")?;
        for word in words(title) {
            let works: Option<i64> = count.query_row(params![word], |row| row.get(0)).optional()?;
            counted.push((works.unwrap_or(RARE), word));
        }
        counted.sort();
        let total: f64 = self.dumps.iter().map(|dump| dump.entries as f64).sum();
        let mut weights: BTreeMap<i64, f64> = BTreeMap::new();
        let mut walked = 0;
        for (works, word) in &counted {
            walked += works;
            if walked > POSTINGS {
                break;
            }
            let weight = libm::log1p(total / *works as f64);
            for id in self.matching(&quoted(word), POSTINGS)? {
                *weights.entry(id).or_default() += weight;
            }
        }
        if weights.is_empty() && also_common && !counted.is_empty() {
            // Each of its words stands in very many titles; all of them together in few.
            let all: Vec<String> = counted.iter().map(|(_, word)| quoted(word)).collect();
            return self.matching(&all.join(" "), SAME_KEY as i64);
        }
        let mut ranked: Vec<(i64, f64)> = weights.into_iter().collect();
        ranked.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        Ok(ranked.into_iter().take(COMPARED).map(|(id, _)| id).collect())
    }

    fn matching(&self, expression: &str, most: i64) -> rusqlite::Result<Vec<i64>> {
        let mut select =
            self.connection.prepare_cached("SELECT rowid FROM title WHERE title MATCH ?1 LIMIT ?2")?;
        select.query_map(params![expression, most], |row| row.get(0))?.collect()
    }

    fn of_key(&self, key: &str) -> rusqlite::Result<Vec<i64>> {
        let mut select = self.connection.prepare_cached("SELECT work FROM named WHERE hash = ?1 LIMIT ?2")?;
        select.query_map(params![hash(key), SAME_KEY as i64], |row| row.get(0))?.collect()
    }

    fn record(&self, id: i64) -> rusqlite::Result<Option<Record>> {
        let mut select = self.connection.prepare_cached("SELECT record FROM work WHERE id = ?1")?;
        let json: Option<String> = select.query_row(params![id], |row| row.get(0)).optional()?;
        Ok(json.and_then(|json| serde_json::from_str(&json).ok()))
    }
}

/// Two rows of Retraction Watch's may be about one work.
fn is_new(seen: &mut HashSet<(String, String)>, record: &Record) -> bool {
    seen.insert((record.source.clone(), record.id.clone()))
}

/// A word as FTS5 takes it; folded words hold letters and digits alone.
fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

fn dumps(connection: &Connection) -> Result<Vec<IndexedDump>, IndexError> {
    let mut select = connection
        .prepare("SELECT name, file, entries, skipped, dated, address, licence FROM dump ORDER BY rowid")?;
    let number = |number: i64| u64::try_from(number).unwrap_or_default();
    let rows = select.query_map([], |row| {
        let dump = Dump::named(&row.get::<_, String>(0)?);
        let (file, entries, skipped) = (row.get(1)?, number(row.get(2)?), number(row.get(3)?));
        let (dated, address, licence) = (row.get(4)?, row.get(5)?, row.get(6)?);
        Ok(dump.map(|dump| IndexedDump { dump, file, entries, skipped, dated, address, licence }))
    })?;
    let all: Vec<Option<IndexedDump>> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(all.into_iter().flatten().collect())
}

impl Source for LocalIndex {
    fn name(&self) -> &str {
        NAME
    }

    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        let found = self.find(&query).map_err(|error| failure(query.title, &error));
        Box::pin(std::future::ready(found))
    }

    fn covers_everything(&self) -> bool {
        false
    }
}

fn failure(what: Option<&str>, error: &rusqlite::Error) -> SourceError {
    SourceError::Unavailable {
        source_name: NAME.to_owned(),
        what: what.map_or_else(|| "a work".to_owned(), |title| format!("“{title}”")),
        reason: error.to_string(),
    }
}

/// A register of notices: those of an index, beside those of the network if that may be asked.
pub struct IndexRegister<'a> {
    index: &'a LocalIndex,
    network: Option<&'a dyn DoiRegister>,
}

impl<'a> IndexRegister<'a> {
    /// The notices of an index, and what the network's register knows.
    pub fn new(index: &'a LocalIndex, network: Option<&'a dyn DoiRegister>) -> Self {
        Self { index, network }
    }

    /// What both know. That the network could not be asked is told whatever the index has: a later notice may undo it.
    async fn both(&self, doi: &str) -> RegisteredNotices {
        let identifiers = Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() };
        let own = self.index.notices_of(&identifier_keys(&identifiers));
        let mut told = RegisteredNotices::from(own.map_err(|error| failure(Some(doi), &error)));
        if let Some(network) = self.network {
            let other = network.notices(doi).await;
            told.notices.extend(other.notices);
            told.failure = told.failure.or(other.failure);
        }
        told
    }
}

impl DoiRegister for IndexRegister<'_> {
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        match self.network {
            Some(network) => network.is_registered(doi),
            None => {
                let error = SourceError::Unavailable {
                    source_name: "doi.org".to_owned(),
                    what: format!("whether {doi} is registered"),
                    reason: "no request may leave this computer".to_owned(),
                };
                Box::pin(std::future::ready(Err(error)))
            }
        }
    }

    fn knows_dois(&self) -> bool {
        self.network.is_some_and(DoiRegister::knows_dois)
    }

    fn notices<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, RegisteredNotices> {
        Box::pin(self.both(doi))
    }
}
