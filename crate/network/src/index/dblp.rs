//! DBLP's XML, element by element.

use std::io::{BufRead, BufReader, Read};

use citelight::sources::dumps::DblpEntry;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::filling::{Filling, ReadError};

/// Bytes of one entry that are kept: the longest lists of authors have a few thousand names.
const LONGEST: usize = 2 << 20;
/// Bytes in which the declaration of the encoding stands.
const HEAD: usize = 200;

pub(super) fn read(input: Box<dyn BufRead>, filling: &mut Filling<'_>) -> Result<(), ReadError> {
    let mut reader = Reader::from_reader(BufReader::new(Utf8::of(input)?));
    reader.config_mut().check_end_names = false;
    let mut buffer = Vec::new();
    let mut entry: Option<DblpEntry> = None;
    // The field that is read, with what stands in it so far.
    let mut field: Option<(String, String)> = None;
    let mut is_whole = false;
    let mut bytes = 0;
    loop {
        buffer.clear();
        let event = reader.read_event_into(&mut buffer).map_err(|error| {
            ReadError::Input(format!("{error}, at byte {}; download it again", reader.error_position()))
        })?;
        match event {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_owned();
                match (&mut entry, &mut field) {
                    (None, _) if DblpEntry::is_publication(&name) => {
                        entry = Some(begun(name, &tag));
                        bytes = 0;
                    }
                    (None, _) => {}
                    (Some(_), None) => field = Some((name, String::new())),
                    (Some(_), Some((_, held))) => held.push_str(&format!("<{name}>")),
                }
            }
            Event::End(tag) => {
                let name = tag.name().as_ref().to_owned();
                is_whole |= name == "dblp";
                match (&mut entry, &mut field) {
                    (Some(open), Some((own, _))) if *own == name => {
                        open.fields.extend(field.take());
                    }
                    (Some(_), Some((_, held))) => held.push_str(&format!("</{name}>")),
                    (Some(open), None) if open.element == name => {
                        let done = entry.take();
                        match done.as_ref().and_then(|entry| Some((entry, entry.record()?))) {
                            Some((entry, record)) => filling.work(&record, entry.changed.as_deref())?,
                            None => filling.skip()?,
                        }
                    }
                    _ => {}
                }
            }
            Event::Text(words) => add(&mut field, &words, &mut bytes),
            Event::CData(words) => add(&mut field, &words, &mut bytes),
            Event::GeneralRef(name) => add(&mut field, &format!("&{};", &*name), &mut bytes),
            Event::Eof => break,
            _ => {}
        }
        if bytes > LONGEST {
            return Err(ReadError::Input("an entry in it has no end; download it again".to_owned()));
        }
    }
    // A download that broke off must not look like the whole.
    if !is_whole {
        return Err(ReadError::Input("it breaks off before its end; download it again".to_owned()));
    }
    Ok(())
}

fn begun(element: String, tag: &BytesStart<'_>) -> DblpEntry {
    let value = |name: &str| {
        let attribute = tag.try_get_attribute(name).ok().flatten()?;
        Some(attribute.value.into_owned())
    };
    DblpEntry {
        element,
        key: value("key").unwrap_or_default(),
        publication_type: value("publtype"),
        changed: value("mdate"),
        fields: Vec::new(),
    }
}

fn add(field: &mut Option<(String, String)>, words: &str, bytes: &mut usize) {
    if let Some((_, held)) = field {
        held.push_str(words);
        *bytes += words.len();
    }
}

/// A file as UTF-8, whatever its first line says that it is: DBLP's says Latin-1.
struct Utf8<R> {
    input: R,
    is_latin: bool,
    /// The second byte of a letter for which there was no room.
    left: Option<u8>,
}

impl<R: BufRead> Utf8<R> {
    fn of(mut input: R) -> std::io::Result<Self> {
        let head = input.fill_buf()?;
        let head = String::from_utf8_lossy(&head[..head.len().min(HEAD)]).to_ascii_lowercase();
        Ok(Self { input, is_latin: head.contains("iso-8859-1"), left: None })
    }
}

impl<R: BufRead> Read for Utf8<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if !self.is_latin {
            return self.input.read(into);
        }
        let held = self.input.fill_buf()?;
        let (mut read, mut written) = (0, 0);
        while written < into.len() {
            if let Some(byte) = self.left.take() {
                into[written] = byte;
            } else {
                let Some(&byte) = held.get(read) else { break };
                read += 1;
                into[written] = byte;
                if !byte.is_ascii() {
                    into[written] = 0xc0 | byte >> 6;
                    self.left = Some(0x80 | byte & 0x3f);
                }
            }
            written += 1;
        }
        self.input.consume(read);
        Ok(written)
    }
}
