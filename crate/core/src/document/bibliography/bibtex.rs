//! BibTeX and BibLaTeX files.
//!
//! Own code, since the parsers there are give up a whole file for one broken entry or one undefined abbreviation, expand
//! `@string` without bound, and recurse into braces. Here an entry that does not end is cut where the next one begins,
//! abbreviations nobody defined stay as they are, expansion has a budget, and nothing recurses.

use std::collections::HashMap;

use super::names;
use super::work::{Span, Work};
use crate::document::{Anomaly, AnomalyKind, Severity, latex};

/// Longest value of a field, in bytes: abstracts are shorter.
const LONGEST_VALUE: usize = 60_000;

/// How far inheritance through `crossref` goes.
const LONGEST_CHAIN: usize = 6;

/// A field's value with abbreviations expanded, still TeX.
type Fields = Vec<(String, String)>;

struct Raw {
    key: String,
    kind: String,
    fields: Fields,
    span: Span,
}

/// Whether a content, white space at its start removed, is BibTeX.
pub(super) fn recognise(content: &str) -> bool {
    let mut lines = content.lines().map(str::trim_start).filter(|line| !line.is_empty());
    let is_entry = |line: &str| {
        let Some(rest) = line.strip_prefix('@') else { return false };
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let after = rest[end..].trim_start();
        end > 0 && after.starts_with(['{', '('])
    };
    // Comments may stand before the first entry.
    let first = lines.find(|line| !line.starts_with('%'));
    match first {
        Some(line) if is_entry(line) => true,
        Some(line) if !line.starts_with(['\\', '<', '{', '[', '#']) => {
            lines.take(200).filter(|line| is_entry(line)).count() >= 1
                && content.contains('=')
                && !content.contains("\\begin{document}")
                && content.lines().filter(|line| is_entry(line.trim_start())).count() * 60
                    > content.lines().count()
        }
        _ => false,
    }
}

/// The works of a file, in its order.
pub(super) fn read(content: &str, file: u32) -> (Vec<Work>, Vec<Anomaly>) {
    let mut reader = Reader::new(content, file);
    reader.run();
    let Reader { mut entries, anomalies, .. } = reader;
    inherit(&mut entries);
    let mut seen = std::collections::HashSet::new();
    let works = entries.into_iter().filter(|entry| seen.insert(entry.key.clone())).map(work).collect();
    (works, anomalies)
}

struct Reader<'a> {
    text: &'a str,
    file: u32,
    at: usize,
    line: u32,
    units: u32,
    /// Up to where lines and units were counted.
    counted: usize,
    strings: HashMap<String, String>,
    /// Bytes that abbreviations may still expand to.
    budget: usize,
    /// A comment did not end: no later one is looked through again.
    open_comment: bool,
    /// An entry did not end: from here on, the next entry ends one.
    broken: bool,
    entries: Vec<Raw>,
    anomalies: Vec<Anomaly>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, file: u32) -> Self {
        let months = [
            ("jan", "January"),
            ("feb", "February"),
            ("mar", "March"),
            ("apr", "April"),
            ("may", "May"),
            ("jun", "June"),
            ("jul", "July"),
            ("aug", "August"),
            ("sep", "September"),
            ("oct", "October"),
            ("nov", "November"),
            ("dec", "December"),
        ];
        Self {
            text,
            file,
            at: 0,
            line: 1,
            units: 0,
            counted: 0,
            strings: months.iter().map(|(short, long)| ((*short).to_owned(), (*long).to_owned())).collect(),
            budget: 8 * text.len() + 100_000,
            open_comment: false,
            broken: false,
            entries: Vec::new(),
            anomalies: Vec::new(),
        }
    }

    /// Line and UTF-16 offset of a byte not before the last one asked for.
    fn count(&mut self, at: usize) -> (u32, u32) {
        let between = self.text.get(self.counted..at).unwrap_or_default();
        self.line += between.matches('\n').count() as u32;
        self.units += between.encode_utf16().count() as u32;
        self.counted = at.max(self.counted);
        (self.line, self.units)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn run(&mut self) {
        while let Some(found) = self.rest().find('@') {
            self.at += found;
            let start = self.at;
            self.at += 1;
            self.entry(start);
        }
    }

    fn entry(&mut self, start: usize) {
        let kind = self.word();
        self.skip_space();
        let close = match self.rest().chars().next() {
            Some('{') => '}',
            Some('(') => ')',
            _ => return,
        };
        if kind.is_empty() {
            return;
        }
        self.at += 1;
        let kind = kind.to_ascii_lowercase();
        match kind.as_str() {
            "comment" => self.skip_comment(close),
            "preamble" => {
                self.value();
                self.skip_to_close(close);
            }
            "string" => {
                self.skip_space();
                let name = self.word().to_ascii_lowercase();
                self.skip_space();
                if self.rest().starts_with('=') {
                    self.at += 1;
                    let value = self.value();
                    self.strings.insert(name, value);
                }
                self.skip_to_close(close);
            }
            _ => self.fields(start, kind, close),
        }
    }

    /// Passes over a comment with the entries that were set aside in it. What follows one that does not end is read: a
    /// brace that was forgotten must not take the rest of the file.
    fn skip_comment(&mut self, close: char) {
        if self.open_comment {
            return;
        }
        let open = if close == '}' { '{' } else { '(' };
        let mut depth = 1_usize;
        let end = self.rest().char_indices().find(|(_, c)| {
            depth = if *c == open {
                depth + 1
            } else if *c == close {
                depth - 1
            } else {
                depth
            };
            depth == 0
        });
        match end {
            Some((end, close)) => self.at += end + close.len_utf8(),
            None => self.open_comment = true,
        }
    }

    /// Letters, digits and the signs that names of fields and entries have.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '.' | '+' | '/' | '*')));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn fields(&mut self, start: usize, kind: String, close: char) {
        self.skip_space();
        let rest = self.rest();
        let end = rest.find([',', '}', '\n', '=', '@']).unwrap_or(rest.len());
        let mut key = rest[..end].trim().to_owned();
        self.at += end;
        let mut fields = Fields::new();
        if rest[end..].starts_with('=') {
            // No key: what was read is the name of the first field.
            let name = std::mem::take(&mut key).to_ascii_lowercase();
            self.at += 1;
            let value = self.value();
            fields.push((name, value));
        }
        let mut ended = false;
        loop {
            self.skip_space();
            match self.rest().chars().next() {
                Some(',') => self.at += 1,
                Some(c) if c == close => {
                    self.at += 1;
                    ended = true;
                    break;
                }
                Some('@') | None => break,
                _ => {
                    let name = self.word().to_ascii_lowercase();
                    self.skip_space();
                    if name.is_empty() {
                        // A sign that does not belong here.
                        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                    } else if self.rest().starts_with('=') {
                        self.at += 1;
                        let value = self.value();
                        fields.push((name, value));
                    }
                }
            }
        }
        let (line, from) = self.count(start);
        let (_, to) = self.count(self.at);
        if !ended {
            self.anomalies.push(Anomaly {
                kind: AnomalyKind::ConverterError,
                severity: Severity::Warning,
                place: if key.is_empty() { format!("line {line}") } else { key.clone() },
                hint: format!(
                    "the entry in line {line} does not end where it should: its fields may be wrong"
                ),
            });
        }
        let head = self.text[start..self.at].lines().next().unwrap_or_default().chars().take(120).collect();
        if fields.is_empty() && key.is_empty() {
            return;
        }
        if key.is_empty() {
            key = format!("line{line}");
        }
        self.entries.push(Raw {
            key,
            kind,
            fields,
            span: Span { file: self.file, line, start: from, end: to, head },
        });
    }

    /// A value: texts, numbers and abbreviations joined by `#`.
    fn value(&mut self) -> String {
        let mut value = String::new();
        loop {
            self.skip_space();
            let part = match self.rest().chars().next() {
                Some('{') => self.braced(),
                Some('"') => self.quoted(),
                _ => {
                    let word = self.word();
                    match self.strings.get(&word.to_ascii_lowercase()) {
                        Some(long) => long.as_str(),
                        None => word,
                    }
                }
            };
            let room = self.budget.min(LONGEST_VALUE.saturating_sub(value.len()));
            let mut end = part.len().min(room);
            while !part.is_char_boundary(end) {
                end -= 1;
            }
            value.push_str(&part[..end]);
            self.budget -= end;
            self.skip_space();
            if !self.rest().starts_with('#') {
                return value;
            }
            self.at += 1;
        }
    }

    /// What stands in braces.
    fn braced(&mut self) -> &'a str {
        self.enclosed(1, None)
    }

    /// What stands in quotation marks; those in braces do not end it.
    fn quoted(&mut self) -> &'a str {
        self.enclosed(0, Some('"'))
    }

    fn enclosed(&mut self, opened: i32, quote: Option<char>) -> &'a str {
        let start = self.at + 1;
        let text = &self.text[start..];
        loop {
            let mut depth = opened;
            let mut escaped = false;
            let mut cut = None;
            for (at, c) in text.char_indices() {
                match c {
                    // BibTeX counts braces even after a backslash, people write `\{` in pairs; only `\"` is no end.
                    '\\' => {
                        escaped = !escaped;
                        continue;
                    }
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    '\n' if self.broken && begins_entry(&text[at + 1..]) => cut = Some(at),
                    _ => {}
                }
                let quoted_end = quote == Some(c) && depth == 0 && !escaped;
                if quoted_end || quote.is_none() && depth == 0 || quote.is_some() && depth < 0 {
                    // A brace too many inside quotation marks ends the entry.
                    self.at = start + at + usize::from(depth >= 0);
                    return &text[..at];
                }
                if let Some(at) = cut {
                    self.at = start + at;
                    return &text[..at];
                }
                escaped = false;
            }
            if self.broken {
                self.at = self.text.len();
                return text;
            }
            self.broken = true;
        }
    }

    fn skip_to_close(&mut self, close: char) {
        self.skip_space();
        if self.rest().starts_with(close) {
            self.at += 1;
        }
    }
}

/// Whether a line begins an entry: `@article{`.
fn begins_entry(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '\t']);
    let Some(rest) = line.strip_prefix('@') else { return false };
    let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
    letters > 1 && rest[letters..].trim_start_matches(' ').starts_with(['{', '('])
}

/// Gives entries the fields of those they refer to by `crossref`, `xref`'s kin `xdata`.
fn inherit(entries: &mut [Raw]) {
    let by_key: HashMap<String, usize> =
        entries.iter().enumerate().map(|(index, entry)| (entry.key.to_lowercase(), index)).rev().collect();
    for index in 0..entries.len() {
        let mut inherited: Fields = Vec::new();
        let mut at = index;
        for _ in 0..LONGEST_CHAIN {
            let parents: Vec<(bool, usize)> = entries[at]
                .fields
                .iter()
                .filter(|(name, _)| name == "crossref" || name == "xdata")
                .flat_map(|(name, value)| {
                    value.split(',').map(move |key| (name == "xdata", key.trim().to_lowercase()))
                })
                .filter_map(|(data, key)| by_key.get(&key).map(|parent| (data, *parent)))
                .filter(|(_, parent)| *parent != index)
                .take(20)
                .collect();
            let Some((_, next)) = parents.last().copied() else { break };
            for (data, parent) in parents {
                let parent = &entries[parent];
                inherited.extend(parent.fields.iter().filter_map(|(name, value)| {
                    let name = if data {
                        Some(name.as_str())
                    } else {
                        inherited_name(&entries[index].kind, &parent.kind, name)
                    };
                    name.map(|name| (name.to_owned(), value.clone()))
                }));
            }
            at = next;
        }
        let entry = &mut entries[index];
        for (name, value) in inherited {
            if !entry.fields.iter().any(|(own, _)| *own == name) && entry.fields.len() < 200 {
                entry.fields.push((name, value));
            }
        }
    }
}

/// The name under which a child inherits a parent's field (biblatex's default inheritance).
fn inherited_name<'a>(child: &str, parent: &str, name: &'a str) -> Option<&'a str> {
    let part_of_book = matches!(
        child,
        "inbook"
            | "incollection"
            | "inproceedings"
            | "conference"
            | "bookinbook"
            | "suppbook"
            | "suppcollection"
            | "inreference"
    );
    match name {
        "crossref" | "xref" | "xdata" | "ids" | "label" | "shorthand" | "options" | "keywords"
        | "entryset" | "related" | "sortkey" | "execute" | "entrysubtype" | "presort" | "sorttitle"
        | "shorttitle" | "abstract" | "pages" => None,
        "title" if part_of_book => Some("booktitle"),
        "subtitle" if part_of_book => Some("booksubtitle"),
        "title" if parent == "periodical" => Some("journaltitle"),
        "title" if parent.starts_with("mv") => Some("maintitle"),
        "title" | "subtitle" | "titleaddon" => None,
        "author" if part_of_book && !matches!(child, "inbook" | "bookinbook" | "suppbook") => None,
        name => Some(name),
    }
}

/// Fields whose value is no TeX text.
const VERBATIM: &[&str] = &["url", "doi", "eprint", "file", "pdf", "verba", "verbb", "verbc"];

fn work(raw: Raw) -> Work {
    let mut work = Work { key: raw.key, kind: raw.kind, span: raw.span, ..Work::default() };
    for (name, value) in raw.fields {
        match name.as_str() {
            "author" => {
                let (people, truncated) = names::people(&value);
                work.truncated |= truncated;
                work.authors = people;
            }
            "editor" => {
                let (people, truncated) = names::people(&value);
                work.truncated |= truncated && work.authors.is_empty();
                work.editors = people;
            }
            "ids" => work.aliases.extend(value.split(',').map(|key| key.trim().to_owned())),
            "abstract" | "file" | "annote" | "keywords" | "bdsk-url-1" | "bdsk-url-2" | "owner"
            | "timestamp" => {}
            name if VERBATIM.contains(&name) => work.set(name, verbatim(&value)),
            name => {
                let text = if value.len() > LONGEST_VALUE { String::new() } else { latex::text_of(&value) };
                work.set(name, text);
            }
        }
    }
    work
}

/// An address or identifier: only the escapes that people put into them are undone.
fn verbatim(value: &str) -> String {
    let value = value.trim();
    let value = value.strip_prefix("\\url").unwrap_or(value).trim_matches(['{', '}', ' ']);
    value
        .replace("\\_", "_")
        .replace("\\%", "%")
        .replace("\\&", "&")
        .replace("\\#", "#")
        .replace("{\\_}", "_")
        .replace("\\textasciitilde", "~")
        .replace("$\\sim$", "~")
        .split_whitespace()
        .collect()
}

/// A field's text, whose percent signs are no comments.
pub(crate) fn without_comments(tex: &str) -> String {
    let mut text = String::with_capacity(tex.len());
    let mut escaped = false;
    for c in tex.chars() {
        if c == '%' && !escaped {
            text.push('\\');
        }
        escaped = c == '\\' && !escaped;
        text.push(c);
    }
    text
}
