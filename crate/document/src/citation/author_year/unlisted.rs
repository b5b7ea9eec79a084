//! Names and years in brackets that fit no entry: whether they are citations all the same.
//!
//! In prose a bracket may hold a name and a year that cite nothing (`(London 2012)`). One that stands beside a citation in
//! the same bracket cites, too, and so does a name that the reference list knows with other years.

use std::collections::HashSet;
use std::ops::Range;

use super::group::Mention;
use super::mention::YearMention;
use super::names::{NO_NAMES, Names};
use super::years::Years;
use crate::citation::acronyms::is_acronym;
use crate::citation::brackets::Bracket;
use crate::citation::names::PARTICLES;
use crate::citation::organisations::is_organisation;
use crate::citation::string::is_dense;
use crate::citation::surface::Target;
use citelight_types::text::normalise::fold;

/// Words of the longest name of a body.
const MOST_WORDS: usize = 14;

/// Words without a capital that names of bodies and lists of authors hold.
const SMALL_WORDS: &[&str] = &[
    "of",
    "the",
    "for",
    "and",
    "on",
    "to",
    "at",
    "in",
    "et",
    "al",
    "others",
    "colleagues",
    "und",
    "für",
    "u",
    "a",
    "y",
    "e",
    "pour",
    "sur",
    "para",
    "per",
    "les",
    "l",
    "d",
    "og",
    "och",
    "en",
    "и",
    "др",
];

/// What may stand before the names in a bracket.
const SIGNALS: &[&str] = &[
    "see also ",
    "see ",
    "cf. ",
    "cf ",
    "e.g., ",
    "e.g. ",
    "i.e., ",
    "but see ",
    "but ",
    "also ",
    "and ",
    "& ",
    "reviewed in ",
    "reviewed by ",
    "for example ",
    "for a review see ",
    "for reviews see ",
    "vgl. ",
    "siehe ",
    "voir ",
    "véase ",
    "ver ",
    "as in ",
    "according to ",
];

/// A name and a year in a bracket that fit no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unlisted {
    /// It has the form of a citation: it is one beside another.
    BesideOthers,
    /// A citation, whatever stands beside it.
    Alone,
}

/// What a year in a bracket is that fits no entry, and where its names begin; none if it does not have the form of a citation.
pub(super) fn read(
    text: &str,
    left: usize,
    found: &YearMention,
    names: &Names,
    bracket: &Bracket,
    years: &Years,
) -> Option<(Unlisted, usize)> {
    let (year, dated) = (&found.range, found.year.is_some());
    let from = left.max(bracket.inside.start);
    let before = text.get(from..year.start)?;
    let own = before
        .rfind([';', '；'])
        .map_or(before, |at| &before[at + before[at..].chars().next().map_or(1, char::len_utf8)..]);
    let mut own =
        own.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | ';' | '；' | '/'));
    while let Some(rest) = SIGNALS.iter().find_map(|signal| {
        let head = own.get(..signal.len())?;
        head.eq_ignore_ascii_case(signal).then(|| &own[signal.len()..])
    }) {
        own = rest.trim_start();
    }
    if !is_name(own) || !ends_well(&text[year.end..]) {
        return None;
    }
    let pair = names.words.len() == 2 && names.words.last().is_some_and(|last| last.joined);
    let body = own.trim_end().ends_with(',') && is_organisation(own);
    let sure = dated && (pair || body || years.know(own));
    let start = year.start - own.len();
    Some((if sure { Unlisted::Alone } else { Unlisted::BesideOthers }, start))
}

/// Keeps mentions without targets only where they cite: alone, or beside one that fits an entry in the same bracket.
pub(super) fn settle(mentions: Vec<(Mention, Option<Unlisted>)>) -> Vec<Mention> {
    let of_bracket =
        |mention: &Mention| mention.bracket.clone().filter(|bracket| bracket.contains(&mention.names.start));
    let fits = |mention: &Mention| mention.targets.iter().any(|target| *target != Target::Nothing);
    let cited: HashSet<Range<usize>> =
        mentions.iter().filter(|(mention, _)| fits(mention)).filter_map(|(own, _)| of_bracket(own)).collect();
    let kept = mentions.into_iter().filter_map(|(mut mention, unlisted)| {
        if !mention.targets.is_empty() {
            return Some(mention);
        }
        let beside = || of_bracket(&mention).is_some_and(|bracket| cited.contains(&bracket));
        let is_citation = unlisted? == Unlisted::Alone || beside();
        mention.targets = vec![Target::Nothing];
        is_citation.then_some(mention)
    });
    kept.collect()
}

/// Whether a text is names of people or of a body and nothing else: `Ministry of Health`, `Ives and Jolly`, `WHO`.
fn is_name(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '，' | '(' | '['));
    let (name, acronym) = match text.strip_suffix([']', ')']) {
        Some(inner) => match inner.rsplit_once(['[', '(']) {
            Some((name, acronym)) => (name.trim_end(), Some(acronym)),
            None => return false,
        },
        None => (text, None),
    };
    let is_word = |word: &str| {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let lower = bare.to_lowercase();
        bare.is_empty() && matches!(word, "&" | "–" | "-" | "/")
            || bare.starts_with(|c: char| c.is_uppercase() || is_dense(c))
            || SMALL_WORDS.contains(&lower.as_str())
            || PARTICLES.contains(&lower.as_str())
            || bare.chars().nth(1).is_some_and(|c| matches!(c, '’' | '\''))
    };
    let no_name = |word: Option<&str>| {
        word.map(fold).is_none_or(|word| word.len() < 2 || NO_NAMES.contains(&word.as_str()))
    };
    let begins = name.chars().next().is_some_and(|c| c.is_uppercase() || is_dense(c))
        || name.split_whitespace().next().is_some_and(|word| PARTICLES.contains(&word));
    acronym.is_none_or(is_acronym)
        && begins
        && !name.contains(|c: char| c.is_numeric() || matches!(c, '(' | '[' | ')' | ']' | ':' | '=' | '%'))
        && name.split_whitespace().count() <= MOST_WORDS
        && name.split_whitespace().all(is_word)
        && !no_name(name.split_whitespace().next())
        && !no_name(name.trim_end_matches("et al.").split_whitespace().next_back())
}

/// Whether a year ends its part of a group: a separator, the end of the bracket or a pinpoint follows.
fn ends_well(after: &str) -> bool {
    let after = after.trim_start();
    after.is_empty()
        || after.starts_with([',', ';', ')', ']', ':', '；', '，', '）', '&', '/'])
        || ["and ", "und ", "et ", "y ", "p. ", "pp. ", "in "].iter().any(|word| after.starts_with(word))
}
