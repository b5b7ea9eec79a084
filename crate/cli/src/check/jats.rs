//! `--format jats`: the article's own JATS with what was found, a `<note>` in each `<ref>` that it is about. Every other byte stays.

use std::collections::BTreeMap;
use std::ops::Range;

use citelight::audit::counts::CitationClass;
use citelight::export::CheckExport;
use citelight::export::report::{plain, rows};
use citelight::identifiers::field;
use citelight::resolve::Resolution;
use citelight::sources::WorkStatus;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::article::OWN_NOTE;

/// `content-type` of our notes: those of an earlier check are replaced.
const OWN: &str = "citelight";
/// Elements in a `<ref>` whose `id` may be the entry's.
const CITATIONS: [&str; 4] = ["element-citation", "mixed-citation", "nlm-citation", "citation"];

/// The article with its notes.
pub(crate) struct Annotated {
    pub(crate) xml: String,
    /// Entries of which something was found and which have no `<ref>` of their own.
    pub(crate) unplaced: Vec<String>,
}

/// Writes what was found into the article.
///
/// # Errors
/// Why it cannot be written there.
pub(crate) fn annotated(original: &[u8], export: &CheckExport) -> Result<Annotated, String> {
    let text = std::str::from_utf8(original)
        .map_err(|_| "it is not UTF-8; convert it, and change its XML declaration".to_owned())?;
    let scanned = scan(text)?;
    let link = match scanned.has_xlink {
        true => "",
        false => " xmlns:xlink=\"http://www.w3.org/1999/xlink\"",
    };
    let mut notes = notes(export, link);
    let mut xml = String::with_capacity(text.len() + 1024);
    let mut from = 0;
    for change in scanned.changes {
        let (range, note) = match change {
            Change::Remove(range) => (range, None),
            Change::End { at, ids } => (at..at, ids.iter().find_map(|id| notes.remove(id))),
        };
        xml.push_str(text.get(from..range.start).unwrap_or_default());
        xml.push_str(&note.unwrap_or_default());
        from = range.end;
    }
    xml.push_str(text.get(from..).unwrap_or_default());
    Ok(Annotated { xml, unplaced: notes.into_keys().collect() })
}

/// What changes in the article, in its order.
enum Change {
    /// A note of an earlier check.
    Remove(Range<usize>),
    /// The end of an entry, with every id by which it may be called.
    End { at: usize, ids: Vec<String> },
}

struct Scanned {
    changes: Vec<Change>,
    has_xlink: bool,
}

fn scan(text: &str) -> Result<Scanned, String> {
    let mut reader = Reader::from_str(text);
    let mut scanned = Scanned { changes: Vec::new(), has_xlink: false };
    let (mut is_jats, mut has_entries) = (false, false);
    // The entry that is open, and the note of ours in it with the depth of what stands in that.
    let mut entry: Option<Vec<String>> = None;
    let mut note: Option<(usize, usize)> = None;
    loop {
        let before = position(reader.buffer_position());
        let event = reader.read_event().map_err(|error| format!("it is no well-formed XML ({error})"))?;
        match event {
            Event::Start(tag) => {
                let name = tag.name().as_ref().to_owned();
                match &mut note {
                    Some((_, depth)) => *depth += 1,
                    None if name == "note"
                        && entry.is_some()
                        && value(&tag, "content-type").as_deref() == Some(OWN) =>
                    {
                        note = Some((before, 0));
                    }
                    None => {}
                }
                if name == "article" && !is_jats {
                    is_jats = true;
                    scanned.has_xlink = value(&tag, "xmlns:xlink").is_some();
                }
                if name == "ref" {
                    has_entries = true;
                    entry = Some(value(&tag, "id").into_iter().collect());
                }
                add_id(&mut entry, &name, &tag);
            }
            Event::Empty(tag) => add_id(&mut entry, tag.name().as_ref(), &tag),
            Event::End(tag) => match (&mut note, tag.name().as_ref()) {
                (Some((begin, 0)), _) => {
                    let end = position(reader.buffer_position());
                    scanned.changes.push(Change::Remove(*begin..end));
                    note = None;
                }
                (Some((_, depth)), _) => *depth -= 1,
                (None, "ref") => {
                    let ids = entry.take().unwrap_or_default();
                    scanned.changes.push(Change::End { at: before, ids });
                }
                (None, _) => {}
            },
            Event::Eof => break,
            _ => {}
        }
    }
    match (is_jats, has_entries) {
        (false, _) => Err("it is no JATS; give the article's XML".to_owned()),
        (true, false) => Err("it has no <ref>, where notes could stand".to_owned()),
        (true, true) => Ok(scanned),
    }
}

fn position(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

fn add_id(entry: &mut Option<Vec<String>>, name: &str, tag: &BytesStart<'_>) {
    if let Some(ids) = entry.as_mut().filter(|_| CITATIONS.contains(&name)) {
        ids.extend(value(tag, "id"));
    }
}

fn value(tag: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = tag.try_get_attribute(name).ok().flatten()?;
    Some(attribute.value.into_owned())
}

/// The note of each entry of which there is something to say, by its id.
fn notes(export: &CheckExport, xlink: &str) -> BTreeMap<String, String> {
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for one in &export.resolutions {
        let Resolution::Resolved { record, .. } = &one.resolution else { continue };
        let printed = export.map.references.iter().find(|view| view.id == one.reference);
        let has_doi = printed.is_some_and(|view| view.identifiers.doi.is_some());
        if let (Some(doi), false) = (&record.identifiers.doi, has_doi) {
            told.entry(one.reference.clone()).or_default().push(format!("Record: {}.", doi_link(doi, xlink)));
        }
        let notice = match &record.status {
            WorkStatus::Retracted { notice, .. } | WorkStatus::Concern { notice } => notice.as_deref(),
            WorkStatus::Corrected { .. } | WorkStatus::Current => None,
        };
        if let Some(doi) = notice.and_then(field::normal) {
            told.entry(one.reference.clone())
                .or_default()
                .push(format!("Notice: {}.", doi_link(&doi, xlink)));
        }
    }
    for row in rows(export) {
        let needs_a_look = matches!(
            row.own_class,
            CitationClass::Review | CitationClass::Reference | CitationClass::RetractedSince
        );
        if !needs_a_look || row.dismissed.is_some() || row.finding.reference.is_empty() {
            continue;
        }
        let said = format!("“{}”: {}", plain(row.sentence()), plain(&row.finding.message));
        told.entry(row.finding.reference.clone()).or_default().push(escaped(&said));
    }
    let note = |said: Vec<String>| {
        let head = format!("Checked with Citelight {}.", env!("CARGO_PKG_VERSION"));
        let paragraphs: String =
            std::iter::once(head).chain(said).map(|text| format!("<p>{text}</p>")).collect();
        format!("{OWN_NOTE}{paragraphs}</note>")
    };
    told.into_iter().map(|(id, said)| (id, note(said))).collect()
}

fn doi_link(doi: &str, xlink: &str) -> String {
    let doi = escaped(&plain(doi));
    format!("<ext-link ext-link-type=\"doi\"{xlink} xlink:href=\"https://doi.org/{doi}\">{doi}</ext-link>")
}

/// As it may stand between tags and in quotation marks, in ASCII.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_ascii() => escaped.push(c),
            c => escaped.push_str(&format!("&#x{:X};", u32::from(c))),
        }
    }
    escaped
}
