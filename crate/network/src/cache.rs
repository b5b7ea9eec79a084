//! Answers kept on disk: one SQLite file, which several processes may use at once and a killed one leaves whole.

use std::cell::RefCell;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use citelight::LocalFuture;
use citelight::http::{CacheError, Clock, Store};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::clock::SystemTime;

/// Name of the file in the folder; its number is the form of the tables.
const FILE: &str = "answers-1.sqlite";
/// How long another process may hold the file.
const BUSY: Duration = Duration::from_secs(5);
/// Between two tries to make it.
const TURN: Duration = Duration::from_millis(10);

/// Texts by key in a file.
pub struct DiskStore(RefCell<Connection>);

impl DiskStore {
    /// Opens the file in a folder, which is made; what may be dropped is.
    ///
    /// # Errors
    /// [`CacheError`] if the folder or the file cannot be used.
    pub fn open(folder: &Path) -> Result<Self, CacheError> {
        std::fs::create_dir_all(folder).map_err(|error| CacheError(error.to_string()))?;
        let connection = Connection::open(folder.join(FILE)).map_err(fault)?;
        connection.busy_timeout(BUSY).map_err(fault)?;
        let deadline = Instant::now() + BUSY;
        loop {
            match prepare(&connection) {
                // Two that make the file at once: SQLite does not wait here by itself, lest both wait forever.
                Err(error) if is_busy(&error) && Instant::now() < deadline => thread::sleep(TURN),
                done => break done.map_err(fault)?,
            }
        }
        Ok(Self(RefCell::new(connection)))
    }

    fn read(&self, key: &str) -> Result<Option<String>, CacheError> {
        let connection = self.0.borrow();
        let text =
            connection.query_row("SELECT text FROM answer WHERE key = ?1", params![key], |row| row.get(0));
        text.optional().map_err(fault)
    }

    fn write(&self, key: &str, text: &str, until: u64) -> Result<(), CacheError> {
        const REPLACE: &str = "INSERT OR REPLACE INTO answer (key, text, until) VALUES (?1, ?2, ?3)";
        self.0.borrow().execute(REPLACE, params![key, text, whole(until)]).map(|_| ()).map_err(fault)
    }
}

/// Makes what is not there yet and drops what is out of date.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // A write-ahead log survives the death of the process without waiting for the disk each time.
    connection.execute_batch(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = NORMAL;
         CREATE TABLE IF NOT EXISTS answer (key TEXT PRIMARY KEY, text TEXT NOT NULL, until INTEGER NOT NULL);
         CREATE INDEX IF NOT EXISTS answer_until ON answer (until);",
    )?;
    let now = whole(SystemTime.now());
    connection.execute("DELETE FROM answer WHERE until < ?1", params![now]).map(|_| ())
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn whole(milliseconds: u64) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

fn fault(error: rusqlite::Error) -> CacheError {
    CacheError(error.to_string())
}

impl Store for DiskStore {
    fn load<'a>(&'a self, key: &'a str) -> LocalFuture<'a, Result<Option<String>, CacheError>> {
        Box::pin(std::future::ready(self.read(key)))
    }

    fn save<'a>(&'a self, key: &'a str, text: String, until: u64) -> LocalFuture<'a, Result<(), CacheError>> {
        Box::pin(std::future::ready(self.write(key, &text, until)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_outlive_the_process_until_their_day() {
        let folder = tempfile::tempdir().unwrap();
        let later = SystemTime.now() + 60_000;
        let store = DiskStore::open(folder.path()).unwrap();
        store.write("kept", "old", later).unwrap();
        store.write("kept", "new", later).unwrap();
        store.write("over", "x", 1).unwrap();
        let beside = DiskStore::open(folder.path()).unwrap();
        assert_eq!(beside.read("kept").unwrap().as_deref(), Some("new"), "two processes share the file");
        drop((store, beside));
        let again = DiskStore::open(folder.path()).unwrap();
        assert_eq!(again.read("kept").unwrap().as_deref(), Some("new"));
        assert_eq!(again.read("over").unwrap(), None);
    }

    #[test]
    fn many_make_it_at_once() {
        for _ in 0..100 {
            let folder = tempfile::tempdir().unwrap();
            thread::scope(|scope| {
                let made: Vec<_> =
                    (0..8).map(|_| scope.spawn(|| DiskStore::open(folder.path()).map(|_| ()))).collect();
                for opened in made {
                    assert_eq!(opened.join().unwrap().map_err(|error| error.to_string()), Ok(()));
                }
            });
        }
    }

    #[test]
    fn a_file_that_is_no_store_is_told() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "this is no database, whatever its name says".repeat(50))
            .unwrap();
        assert!(DiskStore::open(folder.path()).is_err());
    }
}
