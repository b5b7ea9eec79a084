//! Citations as a reader sees them, by author and year: `(Aksın et al., 2006, p. 3)`, `Baez and Lauda (2004a)`.

use std::ops::Range;

use super::cite::{Cited, Item};
use super::library::Library;
use crate::citation::Reference;

/// A citation written out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) text: String,
    /// The stretches of each item, with its key.
    pub(super) items: Vec<(Range<usize>, String)>,
}

/// Writes a citation out.
pub(super) fn written(cited: &Cited, library: &Library) -> Written {
    let mut out = Written::default();
    let mut items = cited.items.as_slice();
    if let (true, [first, rest @ ..]) = (cited.narrative, items) {
        let work = library.get(&first.key);
        if !first.suppressed {
            out.text.push_str(&names(work, &first.key, "and"));
            out.text.push(' ');
        }
        out.text.push('(');
        out.text.push_str(&year(work));
        out.suffix(&first.suffix);
        out.items.push((0..out.text.len(), first.key.clone()));
        items = rest;
        if items.is_empty() {
            out.text.push(')');
            if let Some((range, _)) = out.items.last_mut() {
                range.end = out.text.len();
            }
            return out;
        }
        out.text.push_str("; ");
    } else {
        out.text.push('(');
    }
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.text.push_str("; ");
        }
        out.item(item, library);
    }
    out.text.push(')');
    out
}

impl Written {
    fn item(&mut self, item: &Item, library: &Library) {
        if !item.prefix.is_empty() {
            self.text.push_str(&shown(&item.prefix));
            self.text.push(' ');
        }
        let start = self.text.len();
        let work = library.get(&item.key);
        if item.suppressed {
            self.text.push_str(&year(work));
        } else {
            self.text.push_str(&names(work, &item.key, "&"));
            if work.is_some_and(|work| work.year.is_some() || !work.authors.is_empty()) {
                self.text.push_str(", ");
                self.text.push_str(&year(work));
            }
        }
        self.suffix(&item.suffix);
        self.items.push((start..self.text.len(), item.key.clone()));
    }

    fn suffix(&mut self, suffix: &str) {
        if !suffix.is_empty() {
            self.text.push_str(", ");
            self.text.push_str(&shown(suffix));
        }
    }
}

/// Text of a prefix or suffix: dashes as they are printed.
fn shown(text: &str) -> String {
    text.replace("---", "—").replace("--", "–").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One name, two, or the first and `et al.`; the title where there is no name; the key where nothing is known.
fn names(work: Option<&Reference>, key: &str, and: &str) -> String {
    let Some(work) = work else { return format!("{key}?") };
    match work.authors.as_slice() {
        [] => work.title.as_ref().map_or_else(|| work.raw.clone(), |title| format!("“{title}”")),
        [one] => one.family.clone(),
        [one, two] => format!("{} {and} {}", one.family, two.family),
        [one, ..] => format!("{} et al.", one.family),
    }
}

fn year(work: Option<&Reference>) -> String {
    match work.and_then(|work| Some((work.year?, work.year_suffix))) {
        Some((year, suffix)) => format!("{year}{}", suffix.map(String::from).unwrap_or_default()),
        None => "n.d.".to_owned(),
    }
}
