//! What is read of a dump, on its way into the tables.

use std::path::Path;

use citelight::sources::dumps::Organization;
use citelight::sources::local::{identifier_keys, words};
use citelight::sources::{EditorialNotice, Record};
use citelight::text::normalise::fold;
use rusqlite::{Connection, params};
use serde_json::Value;

use super::dump::Dump;
use super::schema::{IndexedDump, hash, title_key};

/// Entries between two commits, and between two words about the progress.
const STRETCH: u64 = 50_000;

/// Why a dump was not read to its end.
pub(super) enum ReadError {
    /// It is damaged, or of another form.
    Input(String),
    /// The index could not take it.
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for ReadError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

impl From<std::io::Error> for ReadError {
    fn from(error: std::io::Error) -> Self {
        Self::Input(format!("{error}; download it again"))
    }
}

/// A dump on its way into the index.
pub(super) struct Filling<'a> {
    connection: &'a Connection,
    progress: &'a mut dyn FnMut(Dump, u64),
    dump: Dump,
    pub(super) entries: u64,
    skipped: u64,
    dated: Option<String>,
}

impl<'a> Filling<'a> {
    pub(super) fn new(
        connection: &'a Connection,
        dump: Dump,
        progress: &'a mut dyn FnMut(Dump, u64),
    ) -> Self {
        Self { connection, progress, dump, entries: 0, skipped: 0, dated: None }
    }

    /// Takes in a work. `changed` is the day on which the dump's entry was changed last.
    pub(super) fn work(&mut self, record: &Record, changed: Option<&str>) -> rusqlite::Result<()> {
        let mut insert = self.connection.prepare_cached("INSERT INTO work (record) VALUES (?1)")?;
        insert.execute(params![stored(record)])?;
        let id = self.connection.last_insert_rowid();
        let folded = fold(&record.title);
        let mut name = self.connection.prepare_cached("INSERT INTO named (hash, work) VALUES (?1, ?2)")?;
        for key in identifier_keys(&record.identifiers) {
            name.execute(params![hash(&key), id])?;
        }
        if !folded.is_empty() {
            name.execute(params![hash(&title_key(&folded)), id])?;
            let mut title =
                self.connection.prepare_cached("INSERT INTO title (rowid, words) VALUES (?1, ?2)")?;
            title.execute(params![id, words(&folded).join(" ")])?;
        }
        self.taken(changed)
    }

    /// Takes in what is said of the work of these names; [`Filling::work`] may have taken in the work itself.
    pub(super) fn notice(&mut self, record: &Record, notice: &EditorialNotice) -> rusqlite::Result<()> {
        let Ok(json) = serde_json::to_string(notice) else { return Ok(()) };
        let mut insert =
            self.connection.prepare_cached("INSERT INTO notice (hash, name, notice) VALUES (?1, ?2, ?3)")?;
        for key in identifier_keys(&record.identifiers) {
            insert.execute(params![hash(&key), key, json])?;
        }
        Ok(())
    }

    /// Takes in an organisation.
    pub(super) fn organization(&mut self, organization: &Organization) -> rusqlite::Result<()> {
        let Ok(json) = serde_json::to_string(organization) else { return self.skip() };
        let mut insert = self
            .connection
            .prepare_cached("INSERT INTO organization (hash, organization) VALUES (?1, ?2)")?;
        let mut keys: Vec<i64> = organization.names().map(|name| hash(&fold(name))).collect();
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            insert.execute(params![key, json])?;
        }
        self.taken(organization.changed.as_deref())
    }

    /// Counts an entry that is not taken in.
    pub(super) fn skip(&mut self) -> rusqlite::Result<()> {
        self.skipped += 1;
        Ok(())
    }

    fn taken(&mut self, changed: Option<&str>) -> rusqlite::Result<()> {
        if changed > self.dated.as_deref() {
            self.dated = changed.map(str::to_owned);
        }
        self.entries += 1;
        if self.entries.is_multiple_of(STRETCH) {
            (self.progress)(self.dump, self.entries);
            self.connection.execute_batch("COMMIT; BEGIN")?;
        }
        Ok(())
    }

    pub(super) fn finish(self, path: &Path) -> rusqlite::Result<IndexedDump> {
        (self.progress)(self.dump, self.entries);
        let indexed = IndexedDump {
            dump: self.dump,
            file: path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            entries: self.entries,
            skipped: self.skipped,
            dated: self.dated,
            address: self.dump.address().to_owned(),
            licence: self.dump.licence().to_owned(),
        };
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.connection.execute(
            "INSERT INTO dump (name, file, entries, skipped, dated, address, licence) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                indexed.dump.as_str(),
                indexed.file,
                whole(indexed.entries),
                whole(indexed.skipped),
                indexed.dated,
                indexed.address,
                indexed.licence
            ],
        )?;
        Ok(indexed)
    }
}

/// The record as JSON, without the fields that it does not have: they would be half of the file.
fn stored(record: &Record) -> String {
    let mut value = serde_json::to_value(record).unwrap_or_default();
    let drop_nulls = |value: &mut Value| {
        if let Value::Object(fields) = value {
            fields.retain(|_, value| !value.is_null());
        }
    };
    drop_nulls(&mut value);
    if let Some(identifiers) = value.get_mut("identifiers") {
        drop_nulls(identifiers);
    }
    value.to_string()
}
