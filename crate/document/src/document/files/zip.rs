//! ZIP archives, read within limits: what unpacks to more than a document holds is refused before it is unpacked.

use std::collections::HashMap;
use std::io::Read;

use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveEntryWayfinder, ZipSliceArchive};

/// What a ZIP archive begins with.
pub(crate) const MARK: &[u8] = b"PK\x03\x04";
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
    archive: ZipSliceArchive<&'a [u8]>,
    files: Vec<File>,
    by_name: HashMap<String, usize>,
    left: u64,
}

/// Where a file lies in an archive.
struct File {
    name: String,
    method: CompressionMethod,
    is_encrypted: bool,
    way: ZipArchiveEntryWayfinder,
}

impl<'a> Zip<'a> {
    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, String> {
        let archive = ZipArchive::from_slice(bytes).map_err(broken)?;
        let (mut files, mut by_name): (Vec<File>, HashMap<String, usize>) = Default::default();
        let mut entries = archive.entries();
        let mut count = 0;
        while let Some(entry) = entries.next_entry().map_err(broken)? {
            count += 1;
            if count > MOST_ENTRIES {
                return Err(format!("its archive has more than {MOST_ENTRIES} entries"));
            }
            let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
            // Of several files of one name the first counts. Names that lead out of the archive are nobody's.
            if entry.is_dir() || !is_inside(&name) || by_name.contains_key(&name) {
                continue;
            }
            by_name.insert(name.clone(), files.len());
            let (method, is_encrypted) = (entry.compression_method(), entry.flags().is_encrypted());
            files.push(File { name, method, is_encrypted, way: entry.wayfinder() });
        }
        Ok(Self { archive, files, by_name, left: MOST_BYTES })
    }

    /// The names of its files in order, each once.
    pub(crate) fn names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.name.clone()).collect()
    }

    /// Whether it holds a file.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// What a file holds; nothing if there is no such file.
    ///
    /// # Errors
    /// Why it cannot be read: it is damaged, encrypted or larger than a document's files are.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>, String> {
        let Some(file) = self.by_name.get(name).and_then(|index| self.files.get(*index)) else {
            return Ok(None);
        };
        if file.is_encrypted {
            return Err(format!("{name} in it is locked with a password; save it without"));
        }
        let entry = self.archive.get_entry(file.way).map_err(broken)?;
        let packed = entry.data().len() as u64;
        let most = MOST_OF_ENTRY.min(self.left);
        let bytes = match file.method {
            CompressionMethod::STORE => unpacked(entry.verifying_reader(entry.data()), most),
            CompressionMethod::DEFLATE => {
                unpacked(entry.verifying_reader(DeflateDecoder::new(entry.data())), most)
            }
            _ => return Err(format!("{name} in it is packed in a way that is not read here")),
        }?;
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

/// What a reader gives, and one byte more than is allowed if there is more.
fn unpacked(reader: impl Read, most: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes).map_err(broken)?;
    Ok(bytes)
}

fn is_inside(name: &str) -> bool {
    !name.starts_with(['/', '\\']) && !name.split(['/', '\\']).any(|part| part == "..") && !name.contains(':')
}

/// Why an archive, of whatever kind, cannot be read.
pub(super) fn broken(error: impl std::fmt::Display) -> String {
    format!("its archive is broken ({error}); save or download it again")
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::DeflateEncoder;
    use rawzip::ZipArchiveWriter;
    use rawzip::path::EntryPath;

    use super::*;

    /// An archive of files.
    fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut writer = ZipArchiveWriter::new(Vec::new());
        for (name, content) in files {
            let file = writer.new_file(EntryPath::verbatim(name.as_bytes()));
            let (mut entry, config) = file.compression_method(CompressionMethod::DEFLATE).start().unwrap();
            let mut packing = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
            packing.write_all(content).unwrap();
            let (encoder, descriptor) = packing.finish().unwrap();
            encoder.finish().unwrap();
            entry.finish(descriptor).unwrap();
        }
        writer.finish().unwrap()
    }

    #[test]
    fn files_are_read_by_name_and_none_outside_of_the_archive_is_named() {
        let outside = ["../evil.tex", "/etc/passwd", "a/../../b", "C:\\x", "..\\x"];
        let mut files: Vec<(&str, &[u8])> = outside.iter().map(|name| (*name, b"x".as_slice())).collect();
        files.extend([("a/b.tex", b"text".as_slice()), ("a/b.tex", b"another"), ("a/", b"")]);
        let bytes = zipped(&files);
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
    fn too_many_entries_and_damaged_archives_are_refused() {
        let names: Vec<String> = (0..=MOST_ENTRIES).map(|number| number.to_string()).collect();
        let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
        assert!(Zip::open(&zipped(&files)).err().unwrap().contains("entries"));
        assert!(Zip::open(b"PK\x03\x04 and no more").is_err());
        let mut bytes = zipped(&[("a", b"We slept well at night.")]);
        let place = bytes.iter().position(|byte| *byte == b'a').unwrap() + 3;
        bytes[place] ^= 0x55;
        assert!(Zip::open(&bytes).and_then(|mut archive| archive.read("a")).is_err());
    }
}
