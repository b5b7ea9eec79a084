//! Building: the dumps are read one entry at a time into a file beside the index, which takes its place when it is whole.

use std::fs::{File, TryLockError};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;
use rusqlite::{Connection, params};

use super::dump::Dump;
use super::filling::{Filling, ReadError};
use super::schema::{APPLICATION, FORM, INDEXES, IndexError, IndexedDump, RARE, TABLES};
use super::{arxiv, dblp, retraction_watch, ror};

/// Bytes that are read at once.
const BUFFER: usize = 1 << 20;

/// A dump that was downloaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpFile {
    /// Which.
    pub dump: Dump,
    /// Where it lies here.
    pub path: PathBuf,
}

/// What was built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The dumps, as they were read.
    pub dumps: Vec<IndexedDump>,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Builds an index from dumps; `progress` is told the dump and how many of its entries were read.
///
/// The file appears when it is whole: a build that is cut off leaves the former index as it was.
///
/// # Errors
/// [`IndexError`] if a dump cannot be read or the file cannot be written.
pub fn build(
    path: &Path,
    files: &[DumpFile],
    progress: &mut dyn FnMut(Dump, u64),
) -> Result<Built, IndexError> {
    let unwritable = |reason: String| IndexError::Unwritable { path: path.to_owned(), reason };
    let of_io = |error: std::io::Error| unwritable(error.to_string());
    let unfinished = beside(path, "building");
    let lock_path = beside(path, "lock");
    let lock = File::create(&lock_path).map_err(of_io)?;
    lock.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => unwritable("another build writes it; wait for its end".to_owned()),
        TryLockError::Error(error) => of_io(error),
    })?;
    // What a build that was cut off left.
    remove(&unfinished).map_err(of_io)?;
    let built = fill(&unfinished, files, progress);
    let dumps = match built {
        Ok(dumps) => dumps,
        Err(error) => {
            let _ = remove(&unfinished);
            let _ = remove(&lock_path);
            return Err(error);
        }
    };
    let file = File::open(&unfinished).map_err(of_io)?;
    file.sync_all().map_err(of_io)?;
    let bytes = file.metadata().map_err(of_io)?.len();
    drop(file);
    std::fs::rename(&unfinished, path).map_err(of_io)?;
    let _ = remove(&lock_path);
    Ok(Built { dumps, bytes })
}

fn fill(
    path: &Path,
    files: &[DumpFile],
    progress: &mut dyn FnMut(Dump, u64),
) -> Result<Vec<IndexedDump>, IndexError> {
    let connection = Connection::open(path)?;
    // Nothing of it is needed if the build is cut off: no journal, and no waiting for the disk before the end.
    connection.execute_batch(
        "PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
         PRAGMA temp_store = FILE;",
    )?;
    connection.pragma_update(None, "application_id", APPLICATION)?;
    connection.execute_batch(TABLES)?;
    connection.execute_batch("BEGIN")?;
    let mut dumps = Vec::new();
    for file in files {
        let mut filling = Filling::new(&connection, file.dump, progress);
        let broken = |reason: String| IndexError::Dump { dump: file.dump, path: file.path.clone(), reason };
        let input = opened(&file.path).map_err(|error| broken(error.to_string()))?;
        let read = match file.dump {
            Dump::Dblp => dblp::read(input, &mut filling),
            Dump::Arxiv => arxiv::read(input, &mut filling),
            Dump::RetractionWatch => retraction_watch::read(input, &mut filling),
            Dump::Ror => ror::read(input, &mut filling),
        };
        match read {
            Ok(()) => {}
            Err(ReadError::Input(reason)) => return Err(broken(reason)),
            Err(ReadError::Database(error)) => return Err(error.into()),
        }
        if filling.entries == 0 {
            let reason =
                format!("it holds none of its entries; give {} ({})", file.dump.file(), file.dump.address());
            return Err(broken(reason));
        }
        dumps.push(filling.finish(&file.path)?);
    }
    connection.execute_batch("COMMIT")?;
    connection.execute_batch(INDEXES)?;
    connection.execute(
        "INSERT INTO word SELECT term, doc FROM temp.vocabulary WHERE doc > ?1 ORDER BY term",
        params![RARE],
    )?;
    connection.execute_batch("DROP TABLE temp.vocabulary; ANALYZE;")?;
    connection.pragma_update(None, "user_version", FORM)?;
    connection.close().map_err(|(_, error)| error)?;
    Ok(dumps)
}

/// The file, unpacked on the way if it is packed with gzip.
fn opened(path: &Path) -> std::io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::with_capacity(BUFFER, File::open(path)?);
    let head = file.fill_buf()?;
    if head.starts_with(b"PK\x03\x04") {
        let reason = "it is a ZIP archive; unpack it and give the file in it";
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, reason));
    }
    if head.starts_with(&[0x1f, 0x8b]) {
        let unpacked: Box<dyn Read> = Box::new(MultiGzDecoder::new(file));
        return Ok(Box::new(BufReader::with_capacity(BUFFER, unpacked)));
    }
    Ok(Box::new(file))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{ending}"));
    path.with_file_name(name)
}

fn remove(path: &Path) -> std::io::Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}
