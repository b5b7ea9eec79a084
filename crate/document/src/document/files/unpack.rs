//! Compressed files and archives, such as arXiv serves as a paper's source: one compressed file, or a compressed archive of many.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, PaxExtensions};

use super::zip::broken;
use super::{Opened, chosen, is_text};
use crate::document::Content;
use citelight_types::text::decode::decode;

/// Bytes to which a source may unpack: figures included, more is no paper.
const MOST_BYTES: u64 = 200_000_000;
/// Bytes of a file that was packed alone: a PDF, or a paper in one piece.
const MOST_ALONE: u64 = 60_000_000;
/// Bytes of all texts that are kept of it, and how many files.
pub(super) const MOST_TEXT: usize = 20_000_000;
pub(super) const MOST_FILES: usize = 500;
/// Bytes that an archive may say about a file before it: its name, times, owner.
const MOST_ABOUT_A_FILE: u64 = 64_000;
/// Where an archive names its kind.
const TAR_MARK: (usize, &[u8]) = (257, b"ustar");
/// Bytes in which an archive's first entry is described.
const HEAD: u64 = 512;
/// Unpacks what was served as a paper's source. An error says why it holds no paper.
///
/// # Errors
/// Why nothing can be read of it.
pub fn unpack(bytes: Vec<u8>) -> Result<Opened, String> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return read(&bytes[..]);
    }
    let mut inflated = MultiGzDecoder::new(&bytes[..]).take(MOST_BYTES);
    let unpacked = read(&mut inflated)?;
    // Only at the end of what is packed does it show that nothing is missing or changed.
    io::copy(&mut inflated, &mut io::sink()).map_err(undecompressed)?;
    if inflated.limit() == 0 {
        return Err(format!("it holds more than {MOST_BYTES} bytes"));
    }
    Ok(unpacked)
}

fn undecompressed(error: io::Error) -> String {
    format!("it could not be decompressed ({error})")
}

/// Archives are read as they unpack: of what is no text nothing is kept.
fn read(mut source: impl Read) -> Result<Opened, String> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head).map_err(undecompressed)?;
    let (at, mark) = TAR_MARK;
    if head.get(at..).is_some_and(|rest| rest.starts_with(mark)) {
        return files(head.as_slice().chain(source)).and_then(chosen).map(Opened::Content);
    }
    let mut bytes = Vec::new();
    head.as_slice().chain(source).take(MOST_ALONE + 1).read_to_end(&mut bytes).map_err(undecompressed)?;
    if bytes.len() as u64 > MOST_ALONE {
        return Err(format!("its only file holds more than {MOST_ALONE} bytes"));
    }
    if bytes.starts_with(b"%PDF-") {
        return Ok(Opened::Pdf(bytes));
    }
    let text = decode(bytes);
    if text.contains('\0') {
        return Err("it is not a text file".to_owned());
    }
    if text.trim().is_empty() {
        return Err("there is no text in it".to_owned());
    }
    Ok(Opened::Content(Content::alone(text)))
}

/// The texts of an archive by their paths.
fn files(archive: impl Read) -> Result<Vec<(String, String)>, String> {
    let (mut files, mut left) = (Vec::new(), MOST_TEXT);
    let mut long_name = None;
    // Raw, since else whatever stands before a file as its name is read to its end.
    for entry in Archive::new(archive).entries().map_err(broken)?.raw(true) {
        let mut entry = entry.map_err(broken)?;
        let kind = entry.header().entry_type();
        if kind.is_gnu_longname() {
            long_name = Some(gnu_name(&mut entry)?);
            continue;
        }
        if kind.is_pax_local_extensions() {
            long_name = pax_name(&mut entry)?.or(long_name);
            continue;
        }
        let path = long_name.take().unwrap_or_else(|| entry.path_bytes().into_owned());
        let name = String::from_utf8_lossy(&path).trim_start_matches("./").to_owned();
        if !kind.is_file() || !is_text(&name) || files.len() == MOST_FILES {
            continue;
        }
        let size = usize::try_from(entry.size()).unwrap_or(usize::MAX);
        let Some(rest) = left.checked_sub(size) else { continue };
        left = rest;
        let mut content = Vec::new();
        entry.read_to_end(&mut content).map_err(broken)?;
        files.push((name, decode(content)));
    }
    Ok(files)
}

/// The name that an entry of its own gives the next file, as GNU's tar writes it.
fn gnu_name(entry: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut name = short(entry)?;
    name.truncate(name.iter().position(|byte| *byte == 0).unwrap_or(name.len()));
    Ok(name)
}

/// The name that an entry of its own gives the next file, as POSIX has it; none if it tells something else.
fn pax_name(entry: &mut impl Read) -> Result<Option<Vec<u8>>, String> {
    let told = short(entry)?;
    let mut name = None;
    for extension in PaxExtensions::new(&told) {
        let extension = extension.map_err(broken)?;
        match extension.key_bytes() {
            b"path" => name = Some(extension.value_bytes().to_vec()),
            // Only what is too large for the file's own header: eight gigabytes.
            b"size" => return Err(format!("it holds more than {MOST_BYTES} bytes")),
            _ => {}
        }
    }
    Ok(name)
}

fn short(entry: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    entry.take(MOST_ABOUT_A_FILE + 1).read_to_end(&mut bytes).map_err(broken)?;
    if bytes.len() as u64 > MOST_ABOUT_A_FILE {
        return Err(format!("its archive says more than {MOST_ABOUT_A_FILE} bytes about one file"));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const PAPER: &str =
        "\\documentclass{article}\\begin{document}Sleep. \\input{sections/method}\\end{document}";

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        for (name, content) in files {
            let mut header = tar::Header::new_ustar();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            builder.append_data(&mut header, name, *content).unwrap();
        }
        builder.into_inner().unwrap()
    }

    #[test]
    fn an_archive_is_its_paper_with_the_files_that_belong_to_it() {
        let supplement = PAPER.replace("Sleep.", &"More of it. ".repeat(50));
        let files: [(&str, &[u8]); 5] = [
            ("src/main.tex", PAPER.as_bytes()),
            ("src/sections/method.tex", b"We slept."),
            ("src/supplement.tex", supplement.as_bytes()),
            ("src/figure.png", b"\x89PNG\0\0"),
            ("src/main.bbl", b"\\begin{thebibliography}{1}\\end{thebibliography}"),
        ];
        let unpacked = unpack(packed(&archive(&files))).unwrap();
        let Opened::Content(Content::Text { text, companions }) = unpacked else { panic!("{unpacked:?}") };
        assert_eq!(text, PAPER);
        let mut names: Vec<&str> = companions.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["main.bbl", "sections/method.tex", "supplement.tex"]);
    }

    /// One entry of an archive as it stands there.
    fn entry(kind: tar::EntryType, name: &str, content: &[u8]) -> Vec<u8> {
        let mut header = tar::Header::new_ustar();
        header.set_entry_type(kind);
        header.set_path(name).unwrap();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        let mut bytes = header.as_bytes().to_vec();
        bytes.extend_from_slice(content);
        bytes.resize(bytes.len().next_multiple_of(512), 0);
        bytes
    }

    fn pax(key: &str, value: &str) -> Vec<u8> {
        let rest = format!(" {key}={value}\n");
        let digits = (1..10).find(|digits| (rest.len() + digits).to_string().len() == *digits).unwrap();
        format!("{}{rest}", rest.len() + digits).into_bytes()
    }

    #[test]
    fn long_names_are_read_in_both_ways_of_writing_them() {
        let folder = "a".repeat(120);
        let path = format!("{folder}/method.tex");
        let ways = [
            (tar::EntryType::XHeader, pax("path", &path)),
            (tar::EntryType::GNULongName, format!("{path}\0").into_bytes()),
        ];
        for (kind, about) in ways {
            let mut bytes = entry(tar::EntryType::Regular, "main.tex", PAPER.as_bytes());
            bytes.extend(entry(kind, "about", &about));
            bytes.extend(entry(tar::EntryType::Regular, "cut", b"We slept."));
            bytes.extend([0; 1024]);
            let Opened::Content(Content::Text { companions, .. }) = unpack(packed(&bytes)).unwrap() else {
                panic!("no text");
            };
            assert_eq!(companions, [(path.clone(), "We slept.".to_owned())], "{kind:?}");
        }
    }

    #[test]
    fn names_without_end_are_refused_unread() {
        let name = format!("{}.tex", "a".repeat(40_000_000));
        let ways = [
            (tar::EntryType::XHeader, pax("path", &name)),
            (tar::EntryType::XHeader, pax("comment", &name)),
            (tar::EntryType::GNULongName, name.clone().into_bytes()),
        ];
        for (kind, about) in ways {
            let mut bytes = entry(kind, "about", &about);
            bytes.extend(entry(tar::EntryType::Regular, "main.tex", PAPER.as_bytes()));
            bytes.extend([0; 1024]);
            assert!(unpack(packed(&bytes)).unwrap_err().contains("about one file"), "{kind:?}");
        }
        // Nor does a name cover the file's true size.
        let mut bytes = entry(tar::EntryType::XHeader, "about", &pax("size", "9999999999999"));
        bytes.extend(entry(tar::EntryType::Regular, "main.tex", PAPER.as_bytes()));
        assert!(unpack(packed(&bytes)).is_err());
    }

    #[test]
    fn a_lone_file_and_a_pdf_are_what_they_are() {
        assert_eq!(unpack(packed(PAPER.as_bytes())), Ok(Opened::Content(Content::alone(PAPER))));
        assert_eq!(unpack(packed(b"%PDF-1.5 ...")), Ok(Opened::Pdf(b"%PDF-1.5 ...".to_vec())));
    }

    #[test]
    fn what_holds_no_paper_says_why() {
        let no_paper = archive(&[("notes.tex", b"To do: write.")]);
        assert!(unpack(packed(&no_paper)).unwrap_err().contains("begins a document"));
        let whole = packed(&archive(&[("main.tex", PAPER.as_bytes())]));
        for end in [3, 20, whole.len() / 2, whole.len() - 1] {
            assert!(unpack(whole[..end].to_vec()).is_err(), "{end} of {}", whole.len());
        }
        assert!(unpack(b"\0\x01\x02".to_vec()).is_err());
        assert!(unpack(Vec::new()).is_err());
    }

    proptest::proptest! {
        #[test]
        fn no_bytes_do_harm(
            bytes in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..2000),
            at in 0_usize..1500,
            value in proptest::prelude::any::<u8>(),
        ) {
            let _ = unpack(bytes.clone());
            let _ = unpack(packed(&bytes));
            // An archive of which one byte is another, packed anew, so that the checksum of the packing holds.
            let mut damaged = archive(&[("main.tex", PAPER.as_bytes()), ("body.tex", &bytes)]);
            let place = at % damaged.len();
            damaged[place] = value;
            let _ = unpack(packed(&damaged));
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked_to_its_end() {
        let zeros = vec![0; 1 << 20];
        for beginning in [Vec::new(), archive(&[("main.tex", PAPER.as_bytes())])] {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&beginning).unwrap();
            for _ in 0..(MOST_BYTES >> 20) + 1 {
                encoder.write_all(&zeros).unwrap();
            }
            assert!(unpack(encoder.finish().unwrap()).unwrap_err().contains("more than"));
        }
    }
}
