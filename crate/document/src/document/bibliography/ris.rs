//! RIS files, as reference managers and publishers export them.

use super::csl_json::without_tags;
use super::work::{Span, Work};
use citelight_types::text::person::Person;

/// Whether a content, white space at its start removed, is RIS.
pub(super) fn recognise(content: &str) -> bool {
    let mut lines = content.lines().filter(|line| !line.trim().is_empty() && !is_counter(line));
    lines.next().and_then(tag).is_some_and(|(tag, _)| tag == "TY")
}

/// `1.`, `<12>`: Ovid and its kind count the records on lines of their own.
fn is_counter(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    let digits = line.trim_matches(['<', '>', '[', ']', '(', ')', '.', '#', ':']);
    (1..=6).contains(&digits.len()) && line.len() <= 9 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// `TY  - JOUR`
fn tag(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches('\u{feff}');
    let name = line.get(..2)?;
    let is_tag = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let rest = line.get(2..)?.trim_start_matches(' ');
    let value = rest.strip_prefix('-')?;
    (is_tag && line.get(2..3) == Some(" ")).then(|| (name, value.trim()))
}

/// The works of a file, in its order.
pub(super) fn read(content: &str, file: u32) -> Vec<Work> {
    let mut works: Vec<Work> = Vec::new();
    let mut current: Option<Work> = None;
    let mut last = String::new();
    let mut units = 0;
    for (index, line) in content.split_inclusive('\n').enumerate() {
        let start = units;
        units += line.encode_utf16().count() as u32;
        let text = line.trim_end();
        match tag(text) {
            Some(("TY", kind)) => {
                works.extend(current.take());
                let span = Span {
                    file,
                    line: index as u32 + 1,
                    start,
                    end: units,
                    head: text.chars().take(120).collect(),
                };
                current = Some(Work { kind: kind_of(kind).to_owned(), span, ..Work::default() });
            }
            Some(("ER", _)) => {
                if let Some(work) = &mut current {
                    work.span.end = units;
                }
                works.extend(current.take());
            }
            Some((name, value)) => {
                if let Some(work) = &mut current {
                    work.span.end = units;
                    field(work, name, value);
                    name.clone_into(&mut last);
                }
            }
            None if is_counter(text) => {}
            // A value may go on in the next line.
            None => {
                if let Some(work) = &mut current
                    && let Some(own) = name_of(&last).and_then(|name| work.fields.get_mut(name))
                    && own.len() < 20_000
                {
                    own.push(' ');
                    own.push_str(text.trim());
                }
            }
        }
    }
    works.extend(current);
    for (index, work) in works.iter_mut().enumerate() {
        for name in ["title", "journaltitle"] {
            if let Some(value) = work.fields.get_mut(name).filter(|value| value.contains('<')) {
                *value = without_tags(value);
            }
        }
        if let (Some(first), Some(last)) = (work.fields.remove("SP"), work.fields.remove("EP")) {
            work.set("pages", if first == last { first } else { format!("{first}–{last}") });
        }
        if work.key.is_empty() {
            work.key = format!("r{}", index + 1);
        }
    }
    works
}

fn kind_of(kind: &str) -> &'static str {
    match kind {
        "JOUR" | "MGZN" | "NEWS" | "EJOUR" | "ABST" | "INPR" => "article",
        "BOOK" | "EBOOK" | "EDBOOK" | "WHOLE" => "book",
        "CHAP" | "ECHAP" => "incollection",
        "CONF" | "CPAPER" => "inproceedings",
        "THES" => "thesis",
        "RPRT" => "report",
        "PAT" => "patent",
        "STAND" => "standard",
        _ => "misc",
    }
}

/// The field that a tag holds, where it is a plain text.
fn name_of(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "TI" | "T1" | "CT" => "title",
        "JO" | "JF" | "T2" | "BT" | "JA" | "J2" => "journaltitle",
        "VL" => "volume",
        "IS" | "CP" => "issue",
        "PB" => "publisher",
        "N1" => "note",
        "SN" => "isbn",
        _ => return None,
    })
}

fn field(work: &mut Work, tag: &str, value: &str) {
    if value.is_empty() {
        return;
    }
    match tag {
        "AU" | "A1" => work.authors.push(person(value)),
        "ED" | "A2" => work.editors.push(person(value)),
        "ID" | "LB" if work.key.is_empty() => value.clone_into(&mut work.key),
        "PY" | "Y1" => work.set("year", value),
        "DA" => work.set("date", value),
        "SP" if value.contains(['-', '–']) => work.set("pages", value),
        "SP" => work.set("SP", value),
        "EP" => work.set("EP", value),
        "DO" => work.set("doi", value),
        "UR" | "L1" | "L2" => work.set("url", value),
        "AN" if value.bytes().all(|byte| byte.is_ascii_digit()) => work.set("pmid", value),
        "C2" if value.starts_with("PMC") => work.set("pmcid", value),
        // The proceedings, as Zotero and EndNote export them.
        "C3" if work.kind == "inproceedings" => work.set("journaltitle", value),
        "C7" | "M1" if !value.is_empty() => work.set("articleno", value),
        _ => {
            if let Some(name) = name_of(tag) {
                // The journal's full name comes before its short one.
                if tag == "JF" || tag == "T2" {
                    work.fields.insert(name.to_owned(), value.to_owned());
                } else {
                    work.set(name, value);
                }
            }
        }
    }
}

/// `Family, Given, Suffix`
fn person(name: &str) -> Person {
    let mut parts = name.split(',').map(str::trim);
    let family = parts.next().unwrap_or_default();
    Person::new(family, parts.next().unwrap_or_default())
}
