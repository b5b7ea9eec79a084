//! What citations print of the entries of the reference list.

use std::collections::HashMap;

/// Authors as citations name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    /// As the list's label gives them: short, and in full.
    Ready { short: String, long: String },
    /// Family names, and whether more follow.
    List { families: Vec<String>, truncated: bool },
}

impl Names {
    /// Up to `most` names, else the first and `et al.`
    pub(crate) fn shown(&self, and: &str, most: usize) -> String {
        match self {
            Self::Ready { short, long } => {
                if most == usize::MAX && !long.is_empty() { long } else { short }.clone()
            }
            Self::List { families, truncated } => match families.as_slice() {
                [] => String::new(),
                [first, _, ..] if *truncated || families.len() > most => format!("{first} et al."),
                [first] if *truncated => format!("{first} et al."),
                [one] => one.clone(),
                [first, second] => format!("{first}{and}{second}"),
                [rest @ .., last] => format!("{},{and}{last}", rest.join(", ")),
            },
        }
    }
}

/// What citations need to know of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    /// The reference's id.
    pub(crate) id: String,
    /// Which list it stands in.
    pub(super) list: u32,
    /// What numeric and label citations print.
    pub(crate) label: String,
    pub(crate) names: Names,
    pub(crate) year: Option<i32>,
    pub(crate) suffix: Option<char>,
    /// What stands for the year where there is none: `in press`.
    pub(crate) date: String,
    pub(crate) title: String,
    pub(crate) full: String,
}

impl Printed {
    /// The year with its letter.
    pub(crate) fn dated(&self) -> String {
        match (self.year, self.suffix) {
            (Some(year), Some(letter)) => format!("{year}{letter}"),
            (Some(year), None) => year.to_string(),
            (None, _) if self.date.is_empty() => "n.d.".to_owned(),
            (None, _) => self.date.clone(),
        }
    }
}

/// The reference list.
#[derive(Debug, Default)]
pub(crate) struct References {
    pub(crate) printed: Vec<Printed>,
    by_key: HashMap<String, Vec<usize>>,
    by_folded: HashMap<String, Vec<usize>>,
}

impl References {
    /// The entry of a key, of this list if it has one; BibTeX does not tell capitals apart.
    pub(crate) fn get(&self, key: &str, list: u32) -> Option<(usize, &Printed)> {
        let entries = self.by_key.get(key).or_else(|| self.by_folded.get(&key.to_lowercase()))?;
        let mut all = entries.iter().filter_map(|index| Some((*index, self.printed.get(*index)?)));
        all.clone().find(|(_, printed)| printed.list == list).or_else(|| all.next())
    }

    pub(super) fn add(&mut self, keys: impl Iterator<Item = String>, printed: Printed) {
        let index = self.printed.len();
        for key in keys {
            self.by_folded.entry(key.to_lowercase()).or_default().push(index);
            self.by_key.entry(key).or_default().push(index);
        }
        self.printed.push(printed);
    }
}
