//! CSL-JSON, as Zotero, pandoc and Crossref write it.

use serde_json::Value;

use super::work::{Span, Work};
use crate::document::{Anomaly, AnomalyKind, Severity};
use citelight_types::text::person::Person;

/// Whether a content, white space at its start removed, is a list of CSL items, or one.
pub(super) fn recognise(content: &str) -> bool {
    if !content.starts_with(['[', '{']) {
        return false;
    }
    let head: String = content.chars().take(20_000).collect();
    let has = |names: &[&str]| names.iter().any(|name| head.contains(&format!("\"{name}\"")));
    has(&["type"])
        && has(&["title", "author", "DOI"])
        && has(&["issued", "container-title", "author", "publisher", "DOI"])
}

/// The works of a file, in its order.
pub(super) fn read(content: &str, file: u32) -> (Vec<Work>, Vec<Anomaly>) {
    let content = content.trim_start_matches('\u{feff}');
    let value: Value = match serde_json::from_str(content) {
        Ok(value) => value,
        Err(error) => {
            let anomaly = Anomaly {
                kind: AnomalyKind::Truncated,
                severity: Severity::Error,
                place: format!("line {}", error.line()),
                hint: format!("the file is no valid JSON ({error}): no references were read"),
            };
            return (Vec::new(), vec![anomaly]);
        }
    };
    let items = match &value {
        Value::Array(items) => items.as_slice(),
        Value::Object(object) => match object.get("items").or_else(|| object.get("references")) {
            Some(Value::Array(items)) => items.as_slice(),
            _ => std::slice::from_ref(&value),
        },
        _ => &[],
    };
    let mut finder = Finder { content, at: 0, line: 1, units: 0 };
    let works = items
        .iter()
        .enumerate()
        .filter(|(_, item)| item.is_object())
        .map(|(index, item)| {
            let mut work = work(item, index);
            work.span = finder.find(&work.key, file);
            work
        })
        .collect();
    (works, Vec::new())
}

/// Where the items' ids stand, looked for in order.
struct Finder<'a> {
    content: &'a str,
    at: usize,
    line: u32,
    units: u32,
}

impl Finder<'_> {
    /// How far the next id is looked for, in bytes.
    const REACH: usize = 200_000;

    /// The place of the string `key`, after the last one found.
    fn find(&mut self, key: &str, file: u32) -> Span {
        let needle = format!("\"{key}\"");
        let mut end = self.at.saturating_add(Self::REACH).min(self.content.len());
        while !self.content.is_char_boundary(end) {
            end -= 1;
        }
        let Some(found) = self.content[self.at..end].find(&needle) else {
            return Span { file, ..Span::default() };
        };
        let passed = &self.content[self.at..self.at + found];
        self.line += passed.matches('\n').count() as u32;
        self.units += passed.encode_utf16().count() as u32;
        let start = self.units;
        let length = needle.encode_utf16().count() as u32;
        self.at += found + needle.len();
        self.units += length;
        Span { file, line: self.line, start, end: start + length, head: needle }
    }
}

fn text(item: &Value, name: &str) -> Option<String> {
    let text = match item.get(name)? {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        // Crossref wraps titles in lists.
        Value::Array(several) => several.first()?.as_str()?.to_owned(),
        _ => return None,
    };
    let text = without_tags(&text);
    (!text.is_empty()).then_some(text)
}

/// CSL-JSON allows `<i>`, `<b>`, `<sup>`, `<sub>` and `<span>` in titles; publishers leave more of HTML in them.
pub(super) fn without_tags(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let tag = &rest[at + 1..];
        let name = tag.trim_start_matches('/');
        let is_tag =
            ["i>", "b>", "u>", "sup>", "sub>", "sc>", "scp>", "em>", "strong>", "p>", "span>", "span "]
                .iter()
                .any(|own| name.starts_with(own));
        match tag.find('>').filter(|_| is_tag) {
            Some(end) => rest = &tag[end + 1..],
            None => {
                plain.push('<');
                rest = tag;
            }
        }
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The work of an item, by its place if it has no name.
pub(crate) fn work(item: &Value, index: usize) -> Work {
    let mut work = Work {
        key: text(item, "id")
            .or_else(|| text(item, "citation-key"))
            .unwrap_or_else(|| format!("r{}", index + 1)),
        kind: kind_of(&text(item, "type").unwrap_or_default()).to_owned(),
        authors: people(item, "author"),
        editors: people(item, "editor"),
        ..Work::default()
    };
    let names = [
        ("title", "title"),
        ("journaltitle", "container-title"),
        ("publisher", "publisher"),
        ("volume", "volume"),
        ("issue", "issue"),
        ("number", "number"),
        ("pages", "page"),
        ("articleno", "article-number"),
        ("doi", "DOI"),
        ("url", "URL"),
        ("pmid", "PMID"),
        ("pmcid", "PMCID"),
        ("isbn", "ISBN"),
        ("note", "note"),
        ("shorttitle", "title-short"),
    ];
    for (name, own) in names {
        if let Some(value) = text(item, own) {
            work.set(name, value);
        }
    }
    if let Some(date) = item.get("issued").or_else(|| item.get("original-date")).and_then(date) {
        work.set("date", date);
    }
    work
}

fn kind_of(kind: &str) -> &'static str {
    match kind {
        "article-journal" | "article-magazine" | "article-newspaper" | "article" | "journal-article" => {
            "article"
        }
        "book" | "monograph" => "book",
        "chapter" | "book-chapter" | "entry-encyclopedia" => "incollection",
        "paper-conference" | "proceedings-article" => "inproceedings",
        "thesis" => "thesis",
        "report" => "report",
        "patent" => "patent",
        _ => "misc",
    }
}

fn people(item: &Value, role: &str) -> Vec<Person> {
    let list = item.get(role).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter()
        .filter_map(|name| {
            let part = |part: &str| name.get(part).and_then(Value::as_str).map(str::trim).unwrap_or_default();
            if let Some(literal) = Some(part("literal"))
                .filter(|literal| !literal.is_empty())
                .or(Some(part("name")))
                .filter(|name| !name.is_empty())
            {
                return Some(Person::new(literal, ""));
            }
            let particles = [part("dropping-particle"), part("non-dropping-particle"), part("family")];
            let family = particles.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
            (!family.is_empty()).then(|| Person::new(family, part("given")))
        })
        .collect()
}

fn date(value: &Value) -> Option<String> {
    let first = value.get("date-parts").and_then(|parts| parts.get(0)).and_then(|parts| parts.get(0));
    match first {
        Some(Value::Number(year)) => Some(year.to_string()),
        Some(Value::String(year)) => Some(year.clone()),
        _ => value
            .get("raw")
            .or_else(|| value.get("literal"))
            .or_else(|| value.get("year"))
            .or(Some(value))
            .and_then(|raw| {
                raw.as_str().map(str::to_owned).or_else(|| raw.as_i64().map(|year| year.to_string()))
            }),
    }
}
