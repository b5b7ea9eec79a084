//! The names left of a year.

use std::ops::Range;

use super::folded::words;
use super::tokens::{TokenKind, tokens};
use crate::citation::acronyms::is_acronym;
use crate::citation::names::PARTICLES;
use crate::citation::string::is_dense;
use citelight_types::text::normalise::fold;

/// Bytes to the left of a year in which its names are looked for.
const REACH: usize = 260;

/// Capitalised words that are no names.
pub(super) const NO_NAMES: &[&str] = &[
    "in",
    "the",
    "since",
    "table",
    "figure",
    "fig",
    "section",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "spring",
    "summer",
    "autumn",
    "fall",
    "winter",
    "see",
    "also",
    "e.g",
    "i.e",
    "cf",
    "however",
    "from",
    "until",
    "by",
    "and",
    "during",
    "on",
    "of",
    "for",
    "at",
    "version",
    "copyright",
    "between",
    "following",
    "after",
    "before",
    "as",
    "while",
    "both",
    "recently",
    "work",
    "accessed",
    "published",
    "received",
    "accepted",
    "nach",
    "laut",
    "vgl",
    "siehe",
    "selon",
    "según",
    "segundo",
    "conforme",
    "para",
];

/// Words that may stand between a bracket and the year in it.
const YEAR_SIGNALS: &[&str] = &["see", "cf", "e.g", "esp", "especially"];

/// The names left of a year.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    /// Folded words with what stands before each of them.
    pub(super) words: Vec<Word>,
    pub(super) et_al: bool,
    /// Folded text left of the year, for organisations.
    pub(super) folded: String,
    /// Folded text that may be the title of a work without author.
    pub(super) title: String,
    /// The names and what stands between them and the year.
    pub(super) range: Range<usize>,
    /// The acronym that followed them in brackets.
    pub(super) acronym: Option<String>,
    /// Semicolons part them: they are one work's authors, or nobody's.
    pub(super) listed: bool,
}

/// A capitalised word, or a particle before one.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) folded: Vec<String>,
    pub(super) range: Range<usize>,
    /// `and`, `&` or a comma stands between this word and the one before.
    pub(super) joined: bool,
    pub(super) initial: bool,
}

/// The zone left of byte `at` in which names may stand, not reaching over `left`.
pub(super) fn zone(text: &str, left: usize, at: usize) -> Range<usize> {
    let mut from = left.max(at.saturating_sub(REACH));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    from.min(at)..at
}

/// Reads the names that stand before byte `at`, not reaching over `left`.
pub(super) fn names_before(text: &str, left: usize, at: usize) -> Names {
    read_before(text, left, at, false)
}

/// [`names_before`] where semicolons part the names of one work.
pub(super) fn listed_before(text: &str, left: usize, at: usize) -> Names {
    read_before(text, left, at, true)
}

fn read_before(text: &str, left: usize, at: usize, listed: bool) -> Names {
    let zone_range = zone(text, left, at);
    let from = zone_range.start;
    let (zone, acronym) = without_acronym(&text[zone_range]);
    let acronym = acronym.map(str::to_owned);
    let mut names = Names { range: at..at, listed, acronym, ..Names::default() };
    let mut joined = false;
    let mut passed_bracket = false;
    let mut reversed: Vec<Word> = Vec::new();
    for token in tokens(zone).iter().rev() {
        let range = from + token.range.start..from + token.range.end;
        match token.kind {
            TokenKind::EtAl if reversed.is_empty() => {
                names.et_al = true;
                names.range.start = range.start;
            }
            TokenKind::Possessive if reversed.is_empty() => {}
            TokenKind::EtAl | TokenKind::Possessive => break,
            TokenKind::And => joined = true,
            TokenKind::Word => {
                let word = &zone[token.range.clone()];
                // `Goossens and Samarin (see 1994)`
                if reversed.is_empty() && !names.et_al && !passed_bracket && YEAR_SIGNALS.contains(&word) {
                    continue;
                }
                if !may_be_name(word, reversed.is_empty()) {
                    break;
                }
                if let Some(last) = reversed.last_mut() {
                    last.joined |= joined;
                }
                joined = false;
                let base = word.strip_suffix("’s").or_else(|| word.strip_suffix("'s")).unwrap_or(word);
                let initial = is_initial(word);
                reversed.push(Word { folded: words(base), range, joined: false, initial });
            }
            TokenKind::Mark(mark) => match mark {
                ',' | '，' | '、' => joined = true,
                ';' | '；' if listed => joined = true,
                // `Meyer/Schulz 2003`
                '/' if !reversed.is_empty() => joined = true,
                '.' if reversed
                    .last()
                    .is_none_or(|_| zone[..token.range.start].ends_with(char::is_uppercase)) => {}
                '(' | '[' | '（' if reversed.is_empty() && !passed_bracket => passed_bracket = true,
                _ => break,
            },
        }
    }
    reversed.reverse();
    // `As Knuth (1984) showed`: the sentence begins, not the name.
    let opening = |word: &Word| matches!(word.folded.as_slice(), [one] if NO_NAMES.contains(&one.as_str()));
    let names_begin = reversed.iter().position(|word| !opening(word)).unwrap_or(0);
    reversed.drain(..names_begin);
    if let Some(first) = reversed.first() {
        names.range = first.range.start..at;
    }
    names.words = reversed;
    let head =
        zone.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | '[' | '，' | '（'));
    names.folded = fold(head);
    names
}

/// `World Health Organization [WHO], `: what stands before the acronym of a name, and the acronym.
fn without_acronym(zone: &str) -> (&str, Option<&str>) {
    let trimmed =
        zone.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '(' | '[' | '（'));
    let inside = [(']', '['), (')', '(')].iter().find_map(|(close, open)| {
        let inner = trimmed.strip_suffix(*close)?;
        let at = inner.rfind(*open)?;
        Some((&inner[..at], &inner[at + 1..]))
    });
    match inside {
        Some((before, acronym)) if is_acronym(acronym) => (before.trim_end(), Some(acronym)),
        _ => (zone, None),
    }
}

/// Whether a word reads as (part of) a name; particles only before another part.
fn may_be_name(word: &str, is_last: bool) -> bool {
    let capital = word.chars().next().is_some_and(|c| c.is_uppercase() || is_dense(c))
        || word.chars().nth(1).is_some_and(|c| matches!(c, '’' | '\'' | '‘'));
    let is_known = |word: &str| PARTICLES.contains(&word.to_lowercase().as_str());
    // `van’t`, `dell’Acqua`, `al-Khwarizmi`
    let glued = word.split_once(['’', '\'', '‘', '-']).is_some_and(|(particle, rest)| {
        (is_known(particle) || matches!(particle, "dell" | "dall" | "nell" | "sant"))
            && (rest.starts_with(char::is_uppercase) || !is_last && is_known(rest))
    });
    capital || glued || !is_last && is_known(word)
}

/// `J.`, `JR`, `J.R`
fn is_initial(word: &str) -> bool {
    let bare = word.trim_end_matches('.');
    bare.chars().filter(|c| c.is_alphabetic()).count() <= 2
        && bare.chars().all(|c| c.is_uppercase() || !c.is_alphabetic())
}
