//! Reading a file as BibTeX does, and going on where BibTeX gives up.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::document::{Anomaly, AnomalyKind, Severity};

/// Longest value of a field, in bytes: abstracts are shorter.
pub(super) const LONGEST_VALUE: usize = 60_000;

/// What a file holds.
pub struct File {
    /// Its entries, in order.
    pub entries: Vec<Entry>,
    /// What could not be read as it stands.
    pub anomalies: Vec<Anomaly>,
}

/// An entry and where it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    /// Its citation key.
    pub key: String,
    /// Its type, lower case.
    pub kind: String,
    /// Its own fields; of a name that is given twice, the first.
    pub fields: Vec<Field>,
    /// What it takes from the entries that it names in `crossref` and `xdata`.
    pub inherited: Vec<Inherited>,
    /// Bytes of all its fields from name to value, in order.
    pub spans: Vec<Range<usize>>,
    /// Bytes from `@` to behind the closing sign.
    pub range: Range<usize>,
    /// Line of its first character, from 1.
    pub line: u32,
    /// UTF-16 code units from the start of the file.
    pub units: Range<u32>,
    /// Its first line.
    pub head: String,
    /// It ends where it should, and nothing in it was skipped: it can be edited.
    pub is_sound: bool,
}

/// A field of an entry's own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// Lower case.
    pub name: String,
    /// The value with abbreviations expanded, still TeX.
    pub text: String,
    /// Bytes of the value, delimiters included.
    pub value: Range<usize>,
}

/// A field that an entry takes from another one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inherited {
    /// The name that it has in the heir.
    pub name: String,
    pub text: String,
    /// Key of the entry that it stands in.
    pub from: String,
}

/// Reads the entries of a file.
pub(super) fn read(text: &str) -> File {
    let mut reader = Reader::new(text);
    reader.run();
    File { entries: reader.entries, anomalies: reader.anomalies }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    units: u32,
    /// The first sign of the line that was counted up to.
    line_head: Option<char>,
    /// Up to where lines and units were counted.
    counted: usize,
    strings: HashMap<String, String>,
    /// Bytes that abbreviations may still expand to.
    budget: usize,
    /// A comment did not end: no later one is looked through again.
    open_comment: bool,
    /// An entry did not end: from here on, the next entry ends one.
    broken: bool,
    /// Nothing in the current entry was skipped.
    sound: bool,
    entries: Vec<Entry>,
    anomalies: Vec<Anomaly>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str) -> Self {
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
            at: 0,
            line: 1,
            units: 0,
            line_head: None,
            counted: 0,
            strings: months.iter().map(|(short, long)| ((*short).to_owned(), (*long).to_owned())).collect(),
            budget: 8 * text.len() + 100_000,
            open_comment: false,
            broken: false,
            sound: true,
            entries: Vec::new(),
            anomalies: Vec::new(),
        }
    }

    /// Line and UTF-16 offset of a byte not before the last one asked for.
    fn count(&mut self, at: usize) -> (u32, u32) {
        let between = self.text.get(self.counted..at).unwrap_or_default();
        self.line += between.matches('\n').count() as u32;
        self.units += between.encode_utf16().count() as u32;
        let mut in_line = between;
        if let Some(newline) = between.rfind('\n') {
            self.line_head = None;
            in_line = &between[newline + 1..];
        }
        self.line_head = self.line_head.or_else(|| in_line.trim_start().chars().next());
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

    /// Passes over white space and comments: within an entry, `%` begins one that ends with the line.
    fn skip_blank(&mut self) {
        loop {
            self.skip_space();
            if !self.rest().starts_with('%') {
                return;
            }
            self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
        }
    }

    fn run(&mut self) {
        while let Some(found) = self.rest().find('@') {
            self.at += found;
            let start = self.at;
            self.at += 1;
            self.sound = true;
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
        // A mail address is no entry.
        if kind.is_empty() || kind.contains(['.', ':', '/']) {
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
                    let (value, _) = self.value();
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

    /// Letters, digits and the signs that names of fields and abbreviations have.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let is_part = |c: char| {
            c.is_alphanumeric()
                || matches!(c, '_' | '-' | ':' | '.' | '+' | '/' | '*' | '\'' | '!' | '?')
                || !c.is_ascii() && !c.is_whitespace()
        };
        let word = &rest[..rest.find(|c: char| !is_part(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// The key, up to its comma; one with a space in it is none by the rules.
    fn key(&mut self, close: char) -> String {
        let rest = self.rest();
        let end = rest.char_indices().find(|(at, c)| {
            matches!(c, ',' | '}' | '\n' | '=')
                || *c == close
                || *c == '%' && rest[..*at].ends_with(char::is_whitespace)
                || *c == '@' && begins_entry(&rest[*at..])
        });
        let key = &rest[..end.map_or(rest.len(), |(at, _)| at)];
        self.at += key.len();
        let key = key.trim();
        self.sound &= !key.is_empty() && !key.contains(char::is_whitespace);
        key.to_owned()
    }

    fn fields(&mut self, start: usize, kind: String, close: char) {
        self.skip_blank();
        let from = self.at;
        let mut key = self.key(close);
        let mut fields = Vec::new();
        let mut names: HashSet<String> = HashSet::new();
        let mut spans = Vec::new();
        if self.rest().starts_with('=') {
            // No key: what was read is the name of the first field.
            let name = std::mem::take(&mut key).to_ascii_lowercase();
            self.sound = false;
            self.at += 1;
            let (text, value) = self.value();
            spans.push(from..value.end);
            names.insert(name.clone());
            fields.push(Field { name, text, value });
        }
        let mut ended = false;
        loop {
            self.skip_blank();
            match self.rest().chars().next() {
                Some(',') => self.at += 1,
                Some(c) if c == close => {
                    self.at += 1;
                    ended = true;
                    break;
                }
                Some('@') | None => break,
                _ => {
                    let from = self.at;
                    let name = self.word().to_ascii_lowercase();
                    self.skip_blank();
                    if name.is_empty() {
                        // A sign that does not belong here.
                        self.sound = false;
                        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
                    } else if self.rest().starts_with('=') {
                        self.at += 1;
                        let (text, value) = self.value();
                        spans.push(from..value.end);
                        // Of a field that is given twice, BibTeX takes the first.
                        if names.insert(name.clone()) {
                            fields.push(Field { name, text, value });
                        }
                    } else {
                        self.sound = false;
                    }
                }
            }
        }
        self.finish(start, Entry { key, kind, fields, spans, ..Entry::default() }, ended);
    }

    /// Counts where the entry stands and keeps it.
    fn finish(&mut self, start: usize, entry: Entry, ended: bool) {
        let (line, from) = self.count(start);
        // An entry whose lines are all commented out has neither fields nor an end.
        let is_commented = self.line_head == Some('%');
        if entry.fields.is_empty() && (entry.key.is_empty() || is_commented && !ended) {
            return;
        }
        let (_, to) = self.count(self.at);
        if !ended {
            self.anomalies.push(Anomaly {
                kind: AnomalyKind::ConverterError,
                severity: Severity::Warning,
                place: if entry.key.is_empty() { format!("line {line}") } else { entry.key.clone() },
                hint: format!(
                    "the entry in line {line} does not end where it should: its fields may be wrong"
                ),
            });
        }
        let head = self.text[start..self.at].lines().next().unwrap_or_default().chars().take(120).collect();
        self.entries.push(Entry {
            key: if entry.key.is_empty() { format!("line{line}") } else { entry.key },
            range: start..self.at,
            line,
            units: from..to,
            head,
            is_sound: ended && self.sound,
            ..entry
        });
    }

    /// A value: texts, numbers and abbreviations joined by `#`; and its bytes, delimiters included.
    fn value(&mut self) -> (String, Range<usize>) {
        self.skip_blank();
        let start = self.at;
        let mut value = String::new();
        loop {
            let part = match self.rest().chars().next() {
                Some('{') => self.braced(),
                Some('"') => self.quoted(),
                _ => {
                    let word = self.word();
                    self.sound &= !word.is_empty();
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
            let is_cut = end < part.len();
            self.sound &= !is_cut;
            self.budget -= end;
            let end = self.at;
            self.skip_blank();
            if !self.rest().starts_with('#') {
                self.at = end;
                return (value, start..end);
            }
            self.at += 1;
            self.skip_blank();
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
                // BibTeX ends the text here, its author does not: nothing is written into such an entry.
                self.sound &= !(quote == Some(c) && depth == 0 && escaped);
                if quoted_end || quote.is_none() && depth == 0 || quote.is_some() && depth < 0 {
                    // A brace too many inside quotation marks ends the entry.
                    self.at = start + at + usize::from(depth >= 0);
                    self.sound &= depth >= 0;
                    return &text[..at];
                }
                if let Some(at) = cut {
                    self.sound = false;
                    self.at = start + at;
                    return &text[..at];
                }
                escaped = false;
            }
            self.sound = false;
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
