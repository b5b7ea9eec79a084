//! What a document says of itself and the numbers that it gives its parts.

use std::collections::HashMap;
use std::rc::Rc;

use super::piece::Piece;
use super::token::Token;

/// What the front matter says of the document itself.
#[derive(Debug, Default)]
pub(crate) struct Front {
    pub(crate) title: Vec<Piece>,
    /// The arguments of `\author`.
    pub(crate) authors: Vec<Vec<Token>>,
    pub(crate) date: String,
    pub(crate) doi: Option<String>,
}

/// A kind of theorem.
#[derive(Clone, Debug)]
pub(crate) struct Theorem {
    pub(crate) title: Vec<Token>,
    /// The counter it shares; none if it has no number.
    pub(crate) counter: Option<Rc<str>>,
    /// The number begins with the section's.
    pub(crate) within: bool,
}

/// Numbers that the document gives its parts.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    sections: [u32; 7],
    appendix: bool,
    pub(crate) has_chapter: bool,
    values: HashMap<String, u32>,
    pub(crate) theorems: HashMap<Rc<str>, Theorem>,
    /// Kind and number by label.
    pub(crate) labels: HashMap<String, (String, String)>,
    /// What a `\label` names now.
    anchor: (String, String),
}

impl Counters {
    pub(crate) fn value(&self, counter: &str) -> u32 {
        self.values.get(counter).copied().unwrap_or_default()
    }

    pub(crate) fn add(&mut self, counter: &str, amount: u32) {
        let value = self.values.entry(counter.to_owned()).or_default();
        *value = value.saturating_add(amount);
    }

    /// Steps a counter of floats or footnotes and makes it what labels name.
    pub(crate) fn step(&mut self, counter: &str) -> u32 {
        self.add(counter, 1);
        let value = self.value(counter);
        self.anchor = (counter.to_owned(), value.to_string());
        value
    }

    pub(crate) fn label(&mut self, label: String, kind: &str, number: String) {
        self.labels.entry(label).or_insert_with(|| (kind.to_owned(), number));
    }

    pub(crate) fn label_here(&mut self, label: String) {
        let (kind, number) = self.anchor.clone();
        self.label(label, &kind, number);
    }

    /// Steps the counter of a heading; `level` is 0 for chapters, 1 for sections.
    pub(crate) fn heading(&mut self, level: usize) {
        let level = level.min(self.sections.len() - 1);
        self.sections[level] = self.sections[level].saturating_add(1);
        self.sections[level + 1..].fill(0);
        let kind = if level == 0 { "chapter" } else { "section" };
        self.anchor = (kind.to_owned(), self.section(level));
        if level <= 1 {
            self.values.retain(|counter, _| !counter.starts_with("thm:within:"));
        }
    }

    fn section(&self, level: usize) -> String {
        let first = usize::from(!self.has_chapter);
        let mut parts: Vec<String> =
            self.sections.get(first..=level).unwrap_or_default().iter().map(u32::to_string).collect();
        if self.appendix
            && let Some(part) = parts.first_mut()
            && let Ok(number @ 1..=26) = part.parse::<u8>()
        {
            *part = char::from(b'A' + number - 1).to_string();
        }
        parts.join(".")
    }

    pub(crate) fn begin_appendix(&mut self) {
        self.appendix = true;
        self.sections = [0; 7];
    }

    /// The number of the next theorem of a kind.
    pub(crate) fn theorem(&mut self, theorem: &Theorem) -> Option<String> {
        let counter = theorem.counter.as_ref()?;
        let key = format!("thm:{}{counter}", if theorem.within { "within:" } else { "" });
        self.add(&key, 1);
        let value = self.value(&key);
        let number = if theorem.within { format!("{}.{value}", self.section(1)) } else { value.to_string() };
        self.anchor = ("theorem".to_owned(), number.clone());
        Some(number)
    }
}
