//! The table of venues: series by all their names, and ISO 4 contractions.
//!
//! `venues.tsv` is made by `scripts/data/make_venues.py` from open data; sources and date stand at its top.

use std::collections::HashMap;
use std::sync::LazyLock;

use citelight_types::text::normalise::fold;

/// Index of a series in the table.
pub(super) type Series = usize;

/// The table in the form look-ups need.
#[derive(Debug, Default)]
pub(super) struct Table {
    /// Series by folded acronym.
    acronyms: HashMap<String, Series>,
    /// Series by folded name without boilerplate ([`core_name`]).
    names: HashMap<String, Series>,
    /// Beginnings of words by ISO 4 contraction.
    contractions: HashMap<&'static str, Vec<&'static str>>,
}

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("venues.tsv")));

impl Table {
    fn read(lines: &'static str) -> Self {
        let mut table = Self::default();
        for (series, line) in lines.lines().filter(|line| !line.starts_with('#')).enumerate() {
            let mut columns = line.split('\t');
            match (columns.next(), columns.next(), columns.next()) {
                (Some("series"), Some(acronyms), Some(names)) => {
                    for acronym in acronyms.split('|') {
                        table.acronyms.entry(fold(acronym)).or_insert(series);
                    }
                    for name in names.split('|') {
                        table.names.entry(core_name(name)).or_insert(series);
                    }
                }
                (Some("word"), Some(short), Some(words)) => {
                    table.contractions.insert(short, words.split('|').collect());
                }
                _ => {}
            }
        }
        table
    }

    /// The series whose whole name or acronym this is.
    pub(super) fn by_name(&self, name: &str) -> Option<Series> {
        let core = core_name(name);
        self.names.get(&core).or_else(|| self.acronyms.get(&core)).copied()
    }

    /// The series with this acronym, folded.
    pub(super) fn by_acronym(&self, acronym: &str) -> Option<Series> {
        self.acronyms.get(acronym).copied()
    }

    /// Whether a word of a short name can stand for a word of a long one: its beginning or its contraction.
    pub(super) fn abbreviates(&self, short: &str, long: &str) -> bool {
        long.starts_with(short)
            || self
                .contractions
                .get(short)
                .is_some_and(|words| words.iter().any(|word| long.starts_with(word)))
    }
}

/// Words that say neither which venue nor which kind of venue it is.
const BOILERPLATE: &[&str] = &[
    "proceedings",
    "proceeding",
    "proc",
    "the",
    "of",
    "on",
    "in",
    "and",
    "for",
    "at",
    "annual",
    "annu",
    "international",
    "int",
    "intl",
    "ieee",
    "acm",
    "cvf",
    "usenix",
    "siam",
    "joint",
    "held",
    "as",
    "part",
    "a",
    "an",
    "de",
];

/// Spelled-out ordinals' last words.
const ORDINALS: &[&str] = &[
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
    "thirtieth",
    "fortieth",
    "fiftieth",
    "twenty",
    "thirty",
    "forty",
    "fifty",
];

/// A name without boilerplate, ordinals and years; the folded name itself where nothing else is in it.
pub(super) fn core_name(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = folded.split(' ').filter(|word| !word.is_empty()).collect();
    let long = |word| if word == "conf" { "conference" } else { word };
    let core: Vec<&str> = words.iter().copied().filter(|word| is_telling(word)).map(long).collect();
    if core.is_empty() { words.join(" ") } else { core.join(" ") }
}

/// Whether a folded word tells venues apart.
fn is_telling(word: &str) -> bool {
    let number = word.starts_with(|c: char| c.is_ascii_digit()) && word != "3dv";
    !(number || BOILERPLATE.contains(&word) || ORDINALS.contains(&word))
}
