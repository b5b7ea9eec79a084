//! The file: its tables, and what makes it whole.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

use super::dump::Dump;

/// "Clix" in the header of the file: an index, and no other database.
pub(super) const APPLICATION: i32 = 0x436c_6978;
/// Form of the tables. It is written last: a file without it is not whole.
pub(super) const FORM: i32 = 1;

/// Why an index cannot be used or built.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// It cannot be opened.
    #[error("the index {} cannot be used: {reason}", path.display())]
    Unusable {
        /// The file.
        path: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
    /// A dump cannot be read.
    #[error("{} of {} cannot be read: {reason}", path.display(), dump.title())]
    Dump {
        /// Which.
        dump: Dump,
        /// The file.
        path: PathBuf,
        /// Why, and what to do.
        reason: String,
    },
    /// The file cannot be written.
    #[error("the index {} could not be written: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// The database failed.
    #[error("the index could not be read or written: {0}")]
    Database(#[from] rusqlite::Error),
}

/// A dump that an index holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedDump {
    /// Which.
    pub dump: Dump,
    /// Name of the file that was read.
    pub file: String,
    /// Entries that were taken in.
    pub entries: u64,
    /// Entries that could not be read, or that are no works.
    pub skipped: u64,
    /// Day of the latest change in it, as it says itself.
    pub dated: Option<String>,
    /// Where it is from.
    pub address: String,
    /// Under which licence.
    pub licence: String,
}

/// Tables while they are filled: their indexes are made afterwards, sorted, which takes a bounded memory.
pub(super) const TABLES: &str = "
    CREATE TABLE dump (
        name TEXT PRIMARY KEY, file TEXT NOT NULL, entries INTEGER NOT NULL, skipped INTEGER NOT NULL,
        dated TEXT, address TEXT NOT NULL, licence TEXT NOT NULL
    );
    CREATE TABLE work (id INTEGER PRIMARY KEY, record TEXT NOT NULL);
    CREATE TABLE named (hash INTEGER NOT NULL, work INTEGER NOT NULL);
    CREATE TABLE notice (hash INTEGER NOT NULL, name TEXT NOT NULL, notice TEXT NOT NULL);
    CREATE TABLE organization (hash INTEGER NOT NULL, organization TEXT NOT NULL);
    CREATE VIRTUAL TABLE title USING fts5(
        words, content = '', columnsize = 0, detail = none, tokenize = 'unicode61 remove_diacritics 0'
    );
";

/// Words in no more titles than this need no count of their own.
pub(super) const RARE: i64 = 200;

pub(super) const INDEXES: &str = "
    CREATE INDEX named_hash ON named (hash, work);
    CREATE INDEX notice_hash ON notice (hash);
    CREATE INDEX organization_hash ON organization (hash);
    INSERT INTO title (title) VALUES ('optimize');
    CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, title, row);
    CREATE TABLE word (word TEXT PRIMARY KEY, works INTEGER NOT NULL) WITHOUT ROWID;
";

/// Opens a whole index, for reading.
pub(super) fn open(path: &Path) -> Result<Connection, IndexError> {
    let unusable = |reason: &str| IndexError::Unusable { path: path.to_owned(), reason: reason.to_owned() };
    if !path.is_file() {
        return Err(unusable("there is no such file; build it with `citelight index build`"));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)
        .map_err(|error| unusable(&format!("{error}; build it again with `citelight index build`")))?;
    let pragma = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i32>(0));
    let not_an_index = "it is no index of Citelight's; build one with `citelight index build`";
    if pragma("application_id").map_err(|_| unusable(not_an_index))? != APPLICATION {
        return Err(unusable(not_an_index));
    }
    match pragma("user_version")? {
        FORM => {}
        0 => return Err(unusable("it is not whole: its build was cut off; build it again")),
        _ => return Err(unusable("another version of Citelight built it; build it again")),
    }
    connection.execute_batch("PRAGMA query_only = ON; PRAGMA mmap_size = 1073741824;")?;
    Ok(connection)
}

/// Key of an identifier, a title or a name: FNV-1a, 64 bits. Two that share one are told apart by their records.
pub(super) fn hash(key: &str) -> i64 {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    i64::from_ne_bytes(hash.to_ne_bytes())
}

/// The key of a whole title, folded.
pub(super) fn title_key(folded: &str) -> String {
    format!("title:{folded}")
}
