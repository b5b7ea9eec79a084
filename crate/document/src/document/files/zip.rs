//! ZIP archives, read within limits: what unpacks to more than a document holds is refused before it is unpacked.

use std::collections::HashSet;
use std::io::{Cursor, Read};

use zip::ZipArchive;

/// What a ZIP archive begins with.
pub(crate) const MARK: &[u8] = b"PK\x03\x04";
/// What stands before each entry of its directory.
const ENTRY_MARK: &[u8] = b"PK\x01\x02";
/// Entries of an archive, more of which no document has.
const MOST_ENTRIES: usize = 20_000;
/// Bytes of one entry that are read, and of all together.
const MOST_OF_ENTRY: u64 = 60_000_000;
const MOST_BYTES: u64 = 150_000_000;
/// How many times its packed size an entry may have, from so many bytes on: text packs to a tenth, rarely to a hundredth.
const MOST_RATIO: u64 = 500;
const RATIO_FROM: u64 = 5_000_000;

/// An archive whose directory was read.
pub(crate) struct Zip<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left: u64,
}

impl<'a> Zip<'a> {
    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, String> {
        // Counted before the directory is built: each entry costs memory.
        let entries = bytes.windows(ENTRY_MARK.len()).filter(|window| *window == ENTRY_MARK).count();
        if entries > MOST_ENTRIES {
            return Err(format!("its archive has more than {MOST_ENTRIES} entries"));
        }
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
        Ok(Self { archive, left: MOST_BYTES })
    }

    /// The names of its files in order, each once. Names that lead out of the archive are left out.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        let names = self.archive.file_names().map(str::to_owned);
        names.filter(|name| is_inside(name) && !name.ends_with('/') && seen.insert(name.clone())).collect()
    }

    /// What a file holds; nothing if there is no such file.
    ///
    /// # Errors
    /// Why it cannot be read: it is damaged, encrypted or larger than a document's files are.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(index) = self.archive.index_for_name(name) else { return Ok(None) };
        let file = self.archive.by_index(index).map_err(|error| broken(&error))?;
        let packed = file.compressed_size();
        let most = MOST_OF_ENTRY.min(self.left);
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(|error| broken(&error))?;
        let size = bytes.len() as u64;
        if size > most {
            return Err(format!("{name} in it unpacks to more than {most} bytes"));
        }
        if size > RATIO_FROM && size / packed.max(1) > MOST_RATIO {
            return Err(format!("{name} in it unpacks to more than {MOST_RATIO} times its size"));
        }
        self.left -= size;
        Ok(Some(bytes))
    }
}

fn is_inside(name: &str) -> bool {
    !name.starts_with(['/', '\\']) && !name.split(['/', '\\']).any(|part| part == "..") && !name.contains(':')
}

fn broken(error: &dyn std::fmt::Display) -> String {
    format!("its archive is broken ({error})")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io::Write;

    use zip::write::SimpleFileOptions;

    use super::*;

    /// An archive of files.
    pub(crate) fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in files {
            writer.start_file(*name, SimpleFileOptions::default()).unwrap();
            writer.write_all(content).unwrap();
        }
        writer.finish().unwrap().into_inner()
    }

    #[test]
    fn files_are_read_by_name_and_none_outside_of_the_archive_is_named() {
        let bytes =
            zipped(&[("a/b.tex", b"text"), ("../evil.tex", b"x"), ("/etc/passwd", b"x"), ("C:\\x", b"x")]);
        let mut archive = Zip::open(&bytes).unwrap();
        assert_eq!(archive.names(), ["a/b.tex"]);
        assert_eq!(archive.read("a/b.tex"), Ok(Some(b"text".to_vec())));
        assert_eq!(archive.read("none"), Ok(None));
    }

    #[test]
    fn a_bomb_is_not_unpacked_to_its_end() {
        let zeros = vec![0; MOST_OF_ENTRY as usize + 1];
        let bytes = zipped(&[("zeros", &zeros), ("fewer", &zeros[..RATIO_FROM as usize + 1])]);
        let mut archive = Zip::open(&bytes).unwrap();
        assert!(archive.read("zeros").unwrap_err().contains("unpacks to more than"));
        assert!(archive.read("fewer").unwrap_err().contains("times its size"));
    }

    #[test]
    fn directories_without_end_are_refused_unread() {
        let bytes = ENTRY_MARK.repeat(MOST_ENTRIES + 1);
        assert!(Zip::open(&bytes).err().unwrap().contains("entries"));
        assert!(Zip::open(b"PK\x03\x04 and no more").is_err());
    }
}
