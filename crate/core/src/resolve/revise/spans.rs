//! Where the entries, fields and values of a BibTeX file stand, so that edits touch nothing else.
//!
//! Reads what files really hold: comments between entries, `@string`, joined values, entries that do not end. What
//! cannot be read is left out, never guessed.

use std::collections::HashMap;
use std::ops::Range;

use crate::resolve::integrity::BibEntry;

/// An entry of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpannedEntry {
    /// The entry as it is checked: abbreviations of `@string` written out.
    pub entry: BibEntry,
    /// Bytes of the fields' values, delimiters included, by field name; of a field given twice, the first.
    pub values: HashMap<String, Range<usize>>,
    /// Bytes of the fields from name to value, in order.
    pub fields: Vec<Range<usize>>,
}

/// Longest value that is read; longer ones are no bibliography.
const LONGEST_VALUE: usize = 200_000;

/// Reads the entries of a file in order.
pub fn read_bibtex(text: &str) -> Vec<SpannedEntry> {
    let mut reader = Reader { text, at: 0, strings: HashMap::new() };
    let mut entries = Vec::new();
    while let Some(offset) = text.get(reader.at..).and_then(|rest| rest.find('@')) {
        reader.at += offset + 1;
        let kind = reader.word().to_ascii_lowercase();
        reader.skip_space();
        let Some(close) = reader.peek().and_then(|open| match open {
            b'{' => Some(b'}'),
            b'(' => Some(b')'),
            _ => None,
        }) else {
            continue;
        };
        match kind.as_str() {
            "" => {}
            "comment" | "preamble" => {
                reader.at = reader.block_end(close).unwrap_or(reader.at + 1);
            }
            "string" => {
                reader.at += 1;
                reader.skip_space();
                let (_, field) = reader.field();
                if let Some((name, value)) = field {
                    reader.strings.insert(name, value);
                }
            }
            _ => entries.extend(reader.entry(kind, close)),
        }
    }
    entries
}

/// Bytes of a file's `@comment{…}` blocks: entries in them are set aside.
pub fn commented(text: &str) -> Vec<Range<usize>> {
    let mut reader = Reader { text, at: 0, strings: HashMap::new() };
    let mut blocks = Vec::new();
    while let Some(offset) = text.get(reader.at..).and_then(|rest| rest.find('@')) {
        let start = reader.at + offset;
        reader.at = start + 1;
        let is_comment = reader.word().eq_ignore_ascii_case("comment");
        reader.skip_space();
        let close = match reader.peek() {
            Some(b'{') => b'}',
            Some(b'(') => b')',
            _ => continue,
        };
        if is_comment && let Some(end) = reader.block_end(close) {
            blocks.push(start..end);
            reader.at = end;
        }
    }
    blocks
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    strings: HashMap<String, String>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Letters, digits and the signs that names of fields and abbreviations hold.
    fn word(&mut self) -> &'a str {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_-:.+/'!?*".contains(&byte) || byte >= 0x80)
        {
            self.at += 1;
        }
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The end of a block whose opening sign stands at the current place.
    fn block_end(&self, close: u8) -> Option<usize> {
        let mut depth = 0_usize;
        for (at, byte) in self.text.as_bytes().iter().enumerate().skip(self.at + 1) {
            match byte {
                b'{' => depth += 1,
                byte if depth == 0 && *byte == close => return Some(at + 1),
                b'}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }

    fn entry(&mut self, kind: String, close: u8) -> Option<SpannedEntry> {
        self.at += 1;
        self.skip_space();
        let start = self.at;
        while self.peek().is_some_and(|byte| byte != b',' && byte != close && !byte.is_ascii_whitespace()) {
            self.at += 1;
        }
        let key = self.text.get(start..self.at)?.to_owned();
        let mut found =
            SpannedEntry { entry: BibEntry { key, kind, ..BibEntry::default() }, ..SpannedEntry::default() };
        loop {
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => {
                    self.at += 1;
                    return Some(found);
                }
                None | Some(b'@') => return None,
                Some(_) => {
                    let from = self.at;
                    let (value, field) = self.field();
                    let Some((name, content)) = field else {
                        // A sign that does not belong here: the entry cannot be edited safely.
                        return None;
                    };
                    found.fields.push(from..value.end);
                    if !found.values.contains_key(&name) {
                        found.values.insert(name.clone(), value);
                        found.entry.fields.insert(name, content);
                    }
                }
            }
        }
    }

    /// `name = value`: the value's bytes, its name in lower case and its content.
    fn field(&mut self) -> (Range<usize>, Option<(String, String)>) {
        let none = |at: usize| (at..at, None);
        let name = self.word().to_ascii_lowercase();
        self.skip_space();
        if name.is_empty() || self.peek() != Some(b'=') {
            return none(self.at);
        }
        self.at += 1;
        self.skip_space();
        let start = self.at;
        let mut content = String::new();
        loop {
            let Some(part) = self.part() else { return none(self.at) };
            content.push_str(&part);
            let end = self.at;
            self.skip_space();
            if self.peek() != Some(b'#') || content.len() > LONGEST_VALUE {
                self.at = end;
                return (start..end, Some((name, content)));
            }
            self.at += 1;
            self.skip_space();
        }
    }

    /// One text, number or abbreviation.
    fn part(&mut self) -> Option<String> {
        match self.peek()? {
            b'{' => {
                let end = self.block_end(b'}')?;
                let inner = self.text.get(self.at + 1..end - 1)?;
                self.at = end;
                Some(inner.to_owned())
            }
            b'"' => {
                let mut depth = 0_i32;
                let bytes = self.text.as_bytes();
                let end = (self.at + 1..bytes.len()).find(|at| match bytes[*at] {
                    b'{' => {
                        depth += 1;
                        false
                    }
                    b'}' => {
                        depth -= 1;
                        false
                    }
                    byte => byte == b'"' && depth <= 0,
                })?;
                let inner = self.text.get(self.at + 1..end)?;
                self.at = end + 1;
                Some(inner.to_owned())
            }
            _ => {
                let word = self.word();
                if word.is_empty() {
                    return None;
                }
                Some(self.strings.get(&word.to_ascii_lowercase()).cloned().unwrap_or_else(|| word.to_owned()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FILE: &str = "% a comment with an @ sign\n@string{nips = \"NeurIPS\"}\n@Article{lee20,\n  author = {Ann Lee and {The Team}},\n  title = \"A {B}ig\" # { study},\n  journal = nips,\n  year = 2020,\n}\n@comment{@article{no, title={no}}}\n@misc(key, note={in (parentheses)})\n";

    #[test]
    fn reads_what_files_hold() {
        let entries = read_bibtex(FILE);
        let keys: Vec<&str> = entries.iter().map(|entry| entry.entry.key.as_str()).collect();
        assert_eq!(keys, ["lee20", "key"]);
        let entry = &entries[0];
        assert_eq!(entry.entry.kind, "article");
        assert_eq!(entry.entry.field("title"), Some("A {B}ig study"));
        assert_eq!(entry.entry.field("journal"), Some("NeurIPS"));
        assert_eq!(&FILE[entry.values["year"].clone()], "2020");
        assert_eq!(&FILE[entry.values["author"].clone()], "{Ann Lee and {The Team}}");
    }

    #[test]
    fn comments_are_known() {
        let blocks: Vec<&str> = commented(FILE).into_iter().map(|range| &FILE[range]).collect();
        assert_eq!(blocks, ["@comment{@article{no, title={no}}}"]);
    }

    #[test]
    fn an_entry_that_does_not_end_is_left_alone() {
        let entries = read_bibtex("@article{a, title = {open\n@article{b, title = {closed}}");
        assert!(entries.is_empty() || entries.iter().all(|entry| entry.entry.key == "b"));
    }

    proptest! {
        #[test]
        fn spans_lie_in_the_text(text in "(?s)[@a-z{}\"(),= #\n]{0,120}") {
            for entry in read_bibtex(&text) {
                for range in entry.values.values().chain(&entry.fields) {
                    prop_assert!(text.get(range.clone()).is_some());
                }
            }
        }
    }
}
