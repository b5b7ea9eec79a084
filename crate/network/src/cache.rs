//! Answers kept on disk: one SQLite file, which several processes may use at once and a killed one leaves whole.

use std::cell::{Cell, RefCell};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use citelight::LocalFuture;
use citelight::http::{CacheError, Clock, Store};
use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::clock::SystemTime;

/// Name of the file in the folder; its number is the form of the tables.
const FILE: &str = "answers-1.sqlite";
/// Bytes that are kept at most: the records and texts of some thousand works.
const MOST: u64 = 512 * 1024 * 1024;
/// Bytes that are written between two looks at the size.
const LOOK: u64 = 8 * 1024 * 1024;
/// How long another process may hold the file.
const BUSY: Duration = Duration::from_secs(5);
/// Between two tries to make it.
const TURN: Duration = Duration::from_millis(10);

/// Texts by key in a file of limited size: what ends first goes first.
pub struct DiskStore {
    connection: RefCell<Connection>,
    most: u64,
    /// Bytes that were written since the size was looked at.
    written: Cell<u64>,
}

impl DiskStore {
    /// Opens the file in a folder, which is made; what may be dropped is.
    ///
    /// # Errors
    /// [`CacheError`] if the folder or the file cannot be used.
    pub fn open(folder: &Path) -> Result<Self, CacheError> {
        Self::open_with(folder, MOST)
    }

    /// [`DiskStore::open`] with a limit of its own, in bytes.
    ///
    /// # Errors
    /// [`CacheError`] if the folder or the file cannot be used.
    pub fn open_with(folder: &Path, most: u64) -> Result<Self, CacheError> {
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
        let store = Self { connection: RefCell::new(connection), most, written: Cell::default() };
        store.make_room().map_err(fault)?;
        Ok(store)
    }

    /// Drops what ends first until the rest is well under the limit.
    fn make_room(&self) -> rusqlite::Result<()> {
        const DROP: &str = "DELETE FROM answer WHERE key IN (SELECT key FROM answer ORDER BY until LIMIT \
                            (SELECT COUNT(*) / 8 + 1 FROM answer))";
        self.written.set(0);
        let connection = self.connection.borrow();
        if used(&connection)? <= self.most {
            return Ok(());
        }
        while used(&connection)? > self.most - self.most / 8 && connection.execute(DROP, [])? > 0 {}
        Ok(())
    }

    fn read(&self, key: &str) -> Result<Option<String>, CacheError> {
        let connection = self.connection.borrow();
        let text =
            connection.query_row("SELECT text FROM answer WHERE key = ?1", params![key], |row| row.get(0));
        text.optional().map_err(fault)
    }

    fn write(&self, key: &str, text: &str, until: u64) -> Result<(), CacheError> {
        const REPLACE: &str = "INSERT OR REPLACE INTO answer (key, text, until) VALUES (?1, ?2, ?3)";
        self.connection.borrow().execute(REPLACE, params![key, text, whole(until)]).map_err(fault)?;
        self.written.set(self.written.get() + text.len() as u64);
        if self.written.get() >= LOOK.min(self.most / 8) {
            self.make_room().map_err(fault)?;
        }
        Ok(())
    }
}

/// Bytes of what is kept: pages of the file that hold something. Those of what was dropped are used again.
fn used(connection: &Connection) -> rusqlite::Result<u64> {
    let of = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, i64>(0));
    let pages = of("page_count")? - of("freelist_count")?;
    Ok(u64::try_from(pages * of("page_size")?).unwrap_or_default())
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
    fn of_more_than_fits_what_ends_first_goes() {
        let folder = tempfile::tempdir().unwrap();
        let (now, text) = (SystemTime.now(), "a".repeat(10_000));
        let most = 1_000_000;
        let store = DiskStore::open_with(folder.path(), most).unwrap();
        for number in 0..300 {
            // Of the later ones each ends sooner.
            let until = now + 1_000_000 - number;
            store.write(&number.to_string(), &text, until).unwrap();
            assert!(used(&store.connection.borrow()).unwrap() <= most + most / 8 + 20_000, "{number}");
        }
        let kept: Vec<u64> =
            (0..300).filter(|number| store.read(&number.to_string()).unwrap().is_some()).collect();
        assert!(kept.len() >= 50, "{kept:?}");
        assert_eq!(kept[..40], (0..40).collect::<Vec<u64>>(), "what is good for longest stays");
        drop(store);
        let smaller = DiskStore::open_with(folder.path(), 100_000).unwrap();
        assert!(used(&smaller.connection.borrow()).unwrap() <= 100_000);
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
