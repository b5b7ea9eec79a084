//! `--annotate`: the bibliography again, each entry with a tag and a note of what came of it, in a form that reference managers import.

use std::collections::BTreeMap;
use std::path::Path;

use citelight::cite::line;
use citelight::export::{CheckedEntry, Level};
use citelight::resolve::corrections::{FieldEdit, SpannedEntry, apply, read_bibtex};
use citelight::resolve::integrity::{Label, Problem};
use citelight::sources::WorkStatus;
use citelight::text::decode::decode;
use quick_xml::escape::partial_escape;
use serde_json::Value;

use super::files::{BibFile, From};
use super::text::{retraction, verdict};
use crate::failure::{Failure, read_bytes};
use crate::output::file::write_whole;
use crate::output::{cut, plain};

/// What tags begin with: by that a manager lists them together, and the next annotation replaces them.
const TAG: &str = "citelight: ";
/// What notes begin with.
const NOTE: &str = "Citelight: ";
/// Characters of a reason that are told.
const REASON: usize = 400;

/// Whether the bibliography can be annotated; before anybody is asked.
pub(super) fn check(files: &[BibFile], to: Option<&Path>) -> Result<(), Failure> {
    let Some(to) = to else { return Ok(()) };
    let [file] = files else {
        return Err(refused(to, "--annotate takes one bibliography; name one file"));
    };
    form(file).map(drop).ok_or_else(|| {
        refused(
            &file.path,
            "only BibTeX, RIS and CSL-JSON can be annotated; export the library in one of these",
        )
    })
}

/// Writes the bibliography with the annotations of its entries.
pub(super) fn write(files: &[BibFile], entries: &[CheckedEntry], to: &Path) -> Result<(), Failure> {
    let ([file], Some(form)) = (files, files.first().and_then(form)) else { return Ok(()) };
    let annotated = match &form {
        Form::Bibtex(text) => bibtex(text, file, entries),
        Form::Ris(text) => ris(text, file, entries),
        Form::CslJson(list) => csl_json(list.clone(), entries),
    };
    match annotated {
        Some(text) => write_whole(to, text.as_bytes()),
        None => {
            Err(refused(to, "the annotated file would not be read as the same entries; nothing was written"))
        }
    }
}

fn refused(path: &Path, reason: &str) -> Failure {
    Failure::Unwritable { path: path.to_owned(), reason: reason.to_owned() }
}

/// A bibliography that can be annotated.
enum Form {
    Bibtex(String),
    Ris(String),
    CslJson(Value),
}

fn form(file: &BibFile) -> Option<Form> {
    if !file.spans.is_empty() {
        return file.text.clone().map(Form::Bibtex);
    }
    let text = decode(read_bytes("the bibliography", &file.path).ok()?);
    let begins = text.trim_start_matches('\u{feff}').trim_start();
    if begins.starts_with("TY  -") {
        return Some(Form::Ris(text));
    }
    let list = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    begins.starts_with(['[', '{']).then_some(Form::CslJson(list))
}

/// One or two words that a library is filtered by.
fn tag(entry: &CheckedEntry) -> String {
    let word = match (&entry.work, entry.problem, entry.label) {
        (WorkStatus::Retracted { manner, .. }, ..) if entry.is_retracted() => manner.word(),
        (_, Some(_), _) if entry.level == Level::None => "accepted by the policy",
        (_, Some(Problem::NotFound), _) => "not found",
        (_, Some(Problem::Misdescribed), _) => "described wrongly",
        (_, None, Label::Valid) => "verified",
        (_, None, Label::Hallucinated) => "needs review",
        (_, None, Label::Uncertain) if entry.is_unchecked() => "not checked",
        (_, None, Label::Uncertain) => "undecided",
    };
    format!("{TAG}{word}")
}

/// What came of it in one line; none where there is nothing to say but that it is right.
fn note(entry: &CheckedEntry) -> Option<String> {
    if !entry.deserves_a_look() {
        return None;
    }
    let mut parts = vec![format!("{NOTE}{}.", plain(&verdict(entry)))];
    parts.extend(entry.reasons.iter().map(|reason| cut(reason, REASON)));
    parts.extend(retraction(&entry.work));
    parts.extend(entry.record.as_ref().map(|record| format!("Record: {}", cut(&line(record), REASON))));
    Some(parts.join(" "))
}

/// RIS: `KW` is a tag, `N1` a note, before the end of each record.
fn ris(text: &str, file: &BibFile, entries: &[CheckedEntry]) -> Option<String> {
    let at: BTreeMap<usize, &CheckedEntry> = file
        .entries
        .iter()
        .zip(entries)
        .filter_map(|(listed, entry)| Some((usize::try_from(listed.line).ok()?.checked_sub(1)?, entry)))
        .collect();
    let is_tag = |line: &str, tag: &str| line.starts_with(tag) && line[tag.len()..].starts_with("  - ");
    let value = |line: &str| line.get(6..).unwrap_or_default().trim().to_owned();
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let (mut out, mut current, mut written) = (String::with_capacity(text.len()), None, 0);
    for (index, line) in text.split_inclusive('\n').enumerate() {
        if let Some(entry) = at.get(&index) {
            current = Some(*entry);
        }
        let is_old = is_tag(line, "KW") && value(line).starts_with(TAG)
            || is_tag(line, "N1") && value(line).trim_start_matches("<p>").starts_with(NOTE);
        if is_old {
            continue;
        }
        if line.starts_with("ER  -")
            && let Some(entry) = current.take()
        {
            out.push_str(&format!("KW  - {}{end}", tag(entry)));
            // Zotero takes notes for HTML.
            if let Some(note) = note(entry) {
                out.push_str(&format!("N1  - {}{end}", partial_escape(&note)));
            }
            written += 1;
        }
        out.push_str(line);
    }
    (written == entries.len()).then_some(out)
}

/// CSL-JSON has no tags: a line of `note`, which Zotero shows as “Extra”.
fn csl_json(mut list: Value, entries: &[CheckedEntry]) -> Option<String> {
    let is_one = list.is_object() && list.get("items").or_else(|| list.get("references")).is_none();
    let items = match &mut list {
        one if is_one => std::slice::from_mut(one),
        Value::Array(items) => items.as_mut_slice(),
        Value::Object(object) => {
            let name = if object.contains_key("items") { "items" } else { "references" };
            object.get_mut(name)?.as_array_mut()?.as_mut_slice()
        }
        _ => return None,
    };
    let mut items: Vec<&mut Value> = items.iter_mut().filter(|item| item.is_object()).collect();
    if items.len() != entries.len() {
        return None;
    }
    for (item, entry) in items.iter_mut().zip(entries) {
        let own = item.get("note").and_then(Value::as_str).unwrap_or_default();
        let kept = own.lines().filter(|line| !line.starts_with(NOTE)).map(str::to_owned);
        let word = tag(entry).replace(TAG, NOTE);
        let lines: Vec<String> = kept.chain([note(entry).unwrap_or(word)]).collect();
        item.as_object_mut()?.insert("note".to_owned(), Value::from(lines.join("\n")));
    }
    serde_json::to_string_pretty(&list).ok().map(|text| format!("{text}\n"))
}

/// BibTeX: `keywords` become tags, `annote` a note.
fn bibtex(text: &str, file: &BibFile, entries: &[CheckedEntry]) -> Option<String> {
    let mut edits: Vec<Vec<FieldEdit>> = vec![Vec::new(); file.spans.len()];
    for (listed, entry) in file.entries.iter().zip(entries) {
        let From::Span(at) = listed.from else { continue };
        let (span, own) = (file.spans.get(at)?, edits.get_mut(at)?);
        let keywords = written(text, span, "keywords");
        let kept =
            keywords.split(',').map(str::trim).filter(|word| !word.is_empty() && !word.starts_with(TAG));
        let keywords: Vec<String> = kept.map(str::to_owned).chain([tag(entry)]).collect();
        own.push(edit("keywords", keywords.join(", ")));
        let annote = written(text, span, "annote");
        let kept = annote.find(NOTE).map_or(annote.as_str(), |at| &annote[..at]).trim_end();
        let note = note(entry).map(|note| tex(&note));
        let parts: Vec<String> = [Some(kept.to_owned()), note].into_iter().flatten().collect();
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        if !parts.is_empty() || !annote.is_empty() {
            own.push(edit("annote", parts.join("\n\n")));
        }
    }
    let annotated = apply(text, &file.spans, &edits);
    let keys = |spans: &[SpannedEntry]| spans.iter().map(|span| span.entry.key.clone()).collect::<Vec<_>>();
    (keys(&read_bibtex(&annotated)) == keys(&file.spans)).then_some(annotated)
}

fn edit(field: &str, new: String) -> FieldEdit {
    FieldEdit { field: field.to_owned(), old: None, new, reason: String::new() }
}

/// A value as it is written, without its delimiters.
fn written(text: &str, span: &SpannedEntry, field: &str) -> String {
    let raw = span.values.get(field).and_then(|range| text.get(range.clone())).unwrap_or_default();
    let inner = [('{', '}'), ('"', '"')]
        .iter()
        .find_map(|(open, close)| raw.strip_prefix(*open)?.strip_suffix(*close))
        .filter(|inner| !inner.contains("\" #"));
    inner.map_or_else(|| span.entry.field(field).unwrap_or_default().to_owned(), str::to_owned)
}

/// A text as a value: signs that TeX reads as commands escaped, braces, which could end the value, dropped.
fn tex(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' | '}' | '\\' => {}
            '&' | '%' | '#' | '_' | '$' => value.extend(['\\', c]),
            c => value.push(c),
        }
    }
    value
}
