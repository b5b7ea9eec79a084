//! Citations by author and year: `(Smith, 2020; Brown & Lee, 2019a,b)`, `Smith et al.’s (2020)`.
//!
//! Every year in the text is looked at; the names to its left are read backwards and scored against the entries of
//! that year. Nothing is guessed: entries that fit equally well are candidates.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Reference;
use super::names::PARTICLES;
use super::surface::{BlockText, Form, Part, Surface, Target};
use crate::text::normalise::fold;

/// Bytes to the left of a year in which its names are looked for.
const REACH: usize = 260;

/// Text of a bracket that is not citation and still belongs to the group's surface form, in bytes.
const ASIDE: usize = 60;

static YEARS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\b(?P<year>(?:1[6-9]|20)\d\d)(?P<letters>[a-k](?:\s?[,/&–-]\s?[a-k]\b)*)?\b|\b(?P<word>(?i:in press|forthcoming|n\.d\.|to appear|in prep(?:aration|\.)?|submitted|in review|unpublished))").ok()
});
/// Tokens of the text left of a year.
static TOKENS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?P<etal>\bet\s*\.?\s+al\b\.?|\band\s+(?:others|colleagues|co-?workers|collaborators)\b)|(?P<possessive>[’']s?\b|[’'](?:\s|$))|(?P<and>\band\b|&|\bund\b|\by\b|\bet\b)|(?P<word>[\p{L}\p{M}][\p{L}\p{M}\d]*(?:[’'‘`´\-‐‑–.](?:[\p{L}\p{M}]+))*)|(?P<mark>\S)",
    )
    .ok()
});
/// Capitalised words that are no names.
const NO_NAMES: &[&str] = &[
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
];

/// What scoring needs to know of one entry.
#[derive(Debug)]
struct Entry {
    /// Folded family names, each as its words.
    authors: Vec<Vec<String>>,
    /// Folded initials of the given names.
    initials: Vec<Option<char>>,
    truncated: bool,
    suffix: Option<char>,
    /// Folded beginning of the raw text, for entries whose authors could not be told apart.
    head: String,
    /// First letters of the words of an organisation's name.
    acronym: String,
}

/// The reference list, by year.
#[derive(Debug)]
pub(crate) struct Years {
    entries: Vec<Entry>,
    by_year: HashMap<i32, Vec<usize>>,
    undated: Vec<usize>,
}

impl Years {
    pub(crate) fn new(references: &[Reference]) -> Self {
        let mut by_year: HashMap<i32, Vec<usize>> = HashMap::new();
        let mut undated = Vec::new();
        let mut entries = Vec::new();
        for (index, reference) in references.iter().enumerate() {
            match reference.year {
                Some(year) => by_year.entry(year).or_default().push(index),
                None => undated.push(index),
            }
            let first = reference.authors.first();
            entries.push(Entry {
                authors: reference.authors.iter().map(|person| words(&person.family)).collect(),
                initials: reference.authors.iter().map(|person| fold(&person.given).chars().next()).collect(),
                truncated: reference.truncated_authors,
                suffix: reference.year_suffix,
                head: fold(&reference.raw.chars().take(120).collect::<String>()),
                acronym: first
                    .filter(|person| person.given.is_empty())
                    .map(|person| {
                        person.family.chars().filter(|c| c.is_uppercase()).collect::<String>().to_lowercase()
                    })
                    .unwrap_or_default(),
            });
        }
        Self { entries, by_year, undated }
    }
}

fn words(name: &str) -> Vec<String> {
    fold(name).split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The names left of a year.
#[derive(Clone, Debug, Default)]
struct Names {
    /// Folded words with what stands before each of them.
    words: Vec<Word>,
    et_al: bool,
    /// Folded text left of the year, for organisations.
    folded: String,
    range: Range<usize>,
}

#[derive(Clone, Debug)]
struct Word {
    folded: Vec<String>,
    range: Range<usize>,
    /// `and`, `&` or a comma stands between this word and the one before.
    joined: bool,
    initial: bool,
}

/// All author-year citations of a block.
pub(crate) fn find(block: BlockText<'_>, years: &Years) -> Vec<Surface> {
    let Some(regex) = YEARS.as_ref() else { return Vec::new() };
    let brackets = brackets(block.text);
    let mut mentions: Vec<Mention> = Vec::new();
    let mut previous: Option<(usize, Names)> = None;
    for found in regex.captures_iter(block.text) {
        let Some(whole) = found.get(0) else { continue };
        if block.in_formula(&whole.range()) || is_part_of_number(block.text, &whole.range()) {
            continue;
        }
        let left = previous.as_ref().map_or(0, |(end, _)| *end);
        let between = &block.text[left..whole.start()];
        let inherits = previous.is_some()
            && between.len() <= 14
            && between
                .trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '&' | '–' | '/'))
                .trim_end_matches("and")
                .trim()
                .is_empty();
        let names = if inherits {
            previous.as_ref().map(|(_, names)| names.clone()).unwrap_or_default()
        } else {
            names_before(block.text, left, whole.start())
        };
        let year = found.name("year").and_then(|year| year.as_str().parse::<i32>().ok());
        let letters: Vec<char> = found
            .name("letters")
            .map(|letters| letters.as_str().chars().filter(char::is_ascii_lowercase).collect())
            .unwrap_or_default();
        let targets = targets(years, &names, year, &letters);
        previous = Some((whole.end(), names.clone()));
        let Some(targets) =
            targets.or_else(|| unmatched(block.text, &names, year, &whole.range(), &brackets))
        else {
            continue;
        };
        let bracket = brackets
            .iter()
            .filter(|bracket| bracket.contains(&whole.start()))
            .min_by_key(|bracket| bracket.len())
            .cloned();
        let start = if inherits { whole.start() } else { names.range.start };
        mentions.push(Mention { names: names.range.clone(), range: start..whole.end(), bracket, targets });
    }
    group(block, mentions)
}

/// A year with its names.
struct Mention {
    names: Range<usize>,
    range: Range<usize>,
    bracket: Option<Range<usize>>,
    targets: Vec<Target>,
}

/// `12,2015`, `10.1002/2016`, `2015–2019`, `#2019`: not a year of a work.
fn is_part_of_number(text: &str, range: &Range<usize>) -> bool {
    let before = text[..range.start].chars().next_back().unwrap_or(' ');
    let after = text[range.end..].chars().next().unwrap_or(' ');
    matches!(before, '/' | '.' | '#' | '-' | '–' | '_' | '$' | '€' | '£')
        && !(matches!(before, '.') && text[..range.start].ends_with("al."))
        || matches!(after, '/' | '_' | '%' | '°')
        || (matches!(after, '-' | '–') && text[range.end..].chars().nth(1).is_some_and(char::is_alphanumeric))
}

/// Pairs of brackets, both kinds, as byte ranges with the brackets themselves.
fn brackets(text: &str) -> Vec<Range<usize>> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut pairs = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' => open.push((at, c)),
            ')' | ']' => {
                let opener = if c == ')' { '(' } else { '[' };
                if let Some(position) = open.iter().rposition(|(_, own)| *own == opener) {
                    pairs.push(open[position].0..at + 1);
                    open.truncate(position);
                }
            }
            _ => {}
        }
    }
    pairs
}

/// Reads the names that stand before byte `at`, not reaching over `left`.
fn names_before(text: &str, left: usize, at: usize) -> Names {
    let mut from = left.max(at.saturating_sub(REACH));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let zone = &text[from..at];
    let Some(regex) = TOKENS.as_ref() else { return Names::default() };
    let tokens: Vec<_> = regex.captures_iter(zone).collect();
    let mut names = Names { range: at..at, ..Names::default() };
    let mut joined = false;
    let mut passed_bracket = false;
    let mut reversed: Vec<Word> = Vec::new();
    for token in tokens.iter().rev() {
        let range = |found: regex::Match<'_>| from + found.start()..from + found.end();
        if let Some(found) = token.name("etal") {
            if !reversed.is_empty() {
                break;
            }
            names.et_al = true;
            names.range.start = range(found).start;
        } else if token.name("possessive").is_some() {
            if !reversed.is_empty() {
                break;
            }
        } else if token.name("and").is_some() {
            joined = true;
        } else if let Some(found) = token.name("word") {
            let word = found.as_str();
            let capital = word.chars().next().is_some_and(char::is_uppercase)
                || word.chars().nth(1).is_some_and(|c| matches!(c, '’' | '\'' | '‘'));
            let particle = PARTICLES.contains(&word.to_lowercase().as_str());
            if !(capital || particle && !reversed.is_empty()) {
                break;
            }
            let bare = word.trim_end_matches('.');
            let initial = bare.chars().filter(|c| c.is_alphabetic()).count() <= 2
                && bare.chars().all(|c| c.is_uppercase() || !c.is_alphabetic());
            if let Some(last) = reversed.last_mut() {
                last.joined |= joined;
            }
            joined = false;
            let base = word.strip_suffix("’s").or_else(|| word.strip_suffix("'s")).unwrap_or(word);
            reversed.push(Word { folded: words(base), range: range(found), joined: false, initial });
        } else if let Some(found) = token.name("mark") {
            match found.as_str() {
                "," => joined = true,
                "." if reversed
                    .last()
                    .is_none_or(|_| zone[..found.start()].ends_with(char::is_uppercase)) => {}
                "(" | "[" if reversed.is_empty() && !passed_bracket => passed_bracket = true,
                _ => break,
            }
        }
    }
    reversed.reverse();
    if let (Some(first), Some(_)) = (reversed.first(), reversed.last()) {
        names.range = first.range.start..at;
    }
    names.words = reversed;
    let head = zone.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '(' | '['));
    names.folded = fold(head);
    names
}

/// The references each letter of a year means; none if no entry of that year fits.
fn targets(years: &Years, names: &Names, year: Option<i32>, letters: &[char]) -> Option<Vec<Target>> {
    let candidates = match year {
        Some(year) => years.by_year.get(&year)?,
        None => &years.undated,
    };
    let letters: Vec<Option<char>> =
        if letters.is_empty() { vec![None] } else { letters.iter().copied().map(Some).collect() };
    let targets: Vec<Target> = letters
        .into_iter()
        .filter_map(|letter| {
            let mut scored: Vec<(f64, usize)> = candidates
                .iter()
                .filter_map(|index| Some((score(years.entries.get(*index)?, names, letter)?, *index)))
                .collect();
            scored.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1)));
            let best = scored.first()?.0;
            let equal: Vec<usize> =
                scored.iter().filter(|(score, _)| best - score < 0.05).map(|(_, index)| *index).collect();
            Some(match equal.as_slice() {
                [only] => Target::Known(vec![*only]),
                _ => Target::OneOf(equal),
            })
        })
        .collect();
    (!targets.is_empty()).then_some(targets)
}

/// How well the names fit an entry of the right year; none if they do not.
fn score(entry: &Entry, names: &Names, letter: Option<char>) -> Option<f64> {
    let suffix = match (letter, entry.suffix) {
        (Some(letter), Some(own)) if letter == own => 0.5,
        (Some(_), Some(_)) => return None,
        (None, Some(_)) => -0.1,
        _ => 0.0,
    };
    let first = entry.authors.first()?;
    let people = person_score(entry, first, names);
    let organisation = organisation_score(entry, first, names);
    let best = match (people, organisation) {
        (Some(people), Some(organisation)) => people.max(organisation),
        (people, organisation) => people.or(organisation)?,
    };
    Some(best + suffix)
}

fn organisation_score(entry: &Entry, first: &[String], names: &Names) -> Option<f64> {
    if entry.initials.first().is_some_and(Option::is_some) {
        return None;
    }
    let name = first.join(" ");
    if name.len() >= 3 && (names.folded == name || names.folded.ends_with(&format!(" {name}"))) {
        return Some(1.2);
    }
    let last = names.words.last()?;
    let is_acronym =
        entry.acronym.len() >= 2 && last.folded.len() == 1 && last.folded.first() == Some(&entry.acronym);
    let in_head = last.folded.first().is_some_and(|word| {
        word.len() >= 3 && entry.head.split(' ').take(2).any(|own| own == word) && names.words.len() == 1
    });
    (is_acronym || in_head).then_some(0.9)
}

fn person_score(entry: &Entry, first: &[String], names: &Names) -> Option<f64> {
    let flat: Vec<(&str, usize)> = names
        .words
        .iter()
        .enumerate()
        .flat_map(|(index, word)| word.folded.iter().map(move |folded| (folded.as_str(), index)))
        .collect();
    let start = position(&flat, first).or_else(|| {
        // Authors that could not be told apart still begin the entry.
        let head = entry.head.split(' ').next().filter(|word| word.len() >= 3)?;
        (entry.authors.len() <= 1 && flat.iter().any(|(word, _)| *word == head))
            .then(|| position(&flat, &[head.to_owned()]))?
    })?;
    let mut explained = 1_usize;
    let mut at = start.1;
    while at < flat.len() {
        let word = &names.words[flat[at].1];
        if word.initial || PARTICLES.contains(&flat[at].0) && word.range.len() <= 5 {
            at += 1;
            continue;
        }
        let rest = &flat[at..];
        let author =
            entry.authors.iter().skip(1).find(|author| !author.is_empty() && starts_with(rest, author));
        let author = author.or_else(|| {
            entry.authors.iter().skip(1).find(|author| author.last().is_some_and(|last| rest[0].0 == last))
        });
        match author {
            Some(author) if starts_with(rest, author) => at += author.len(),
            // A list of authors that was not read to its end still shows the name.
            None if !entry.head.split(' ').any(|word| word == rest[0].0) => return None,
            _ => at += 1,
        }
        explained += 1;
    }
    let count = entry.authors.len();
    let mut score = 1.0;
    if names.et_al {
        score += match count {
            _ if entry.truncated => 0.3,
            0 | 1 => -0.4,
            2 => 0.0,
            _ => 0.3,
        };
    } else if explained == count && !entry.truncated {
        score += 0.3;
    } else {
        score -= 0.2;
    }
    score += 0.05 * (explained.min(4) - 1) as f64;
    // Names before the first author: another list begins there, or it is prose.
    let word_index = flat[start.0].1;
    if let Some(word) = names.words.get(word_index)
        && word_index > 0
    {
        let before = &names.words[word_index - 1];
        if before.initial {
            let own = entry.initials.first().copied().flatten();
            let theirs = before.folded.first().and_then(|folded| folded.chars().next());
            score += if own.is_some() && own == theirs { 0.1 } else { -0.2 };
        } else if word.joined && !before.folded.iter().all(|word| NO_NAMES.contains(&word.as_str())) {
            score -= 0.5;
        }
    }
    (score > 0.45).then_some(score)
}

/// The rightmost place where the first author's words stand, as (first, one past the last) index.
fn position(flat: &[(&str, usize)], author: &[String]) -> Option<(usize, usize)> {
    let found = |author: &[String]| {
        (0..flat.len()).find(|at| starts_with(&flat[*at..], author)).map(|at| (at, at + author.len()))
    };
    if author.is_empty() {
        return None;
    }
    found(author).or_else(|| {
        // Particles are dropped as often as not.
        let bare: Vec<String> =
            author.iter().filter(|word| !PARTICLES.contains(&word.as_str())).cloned().collect();
        if bare.len() < author.len() && !bare.is_empty() { found(&bare) } else { None }
    })
}

fn starts_with(flat: &[(&str, usize)], author: &[String]) -> bool {
    flat.len() >= author.len() && author.iter().zip(flat).all(|(own, (word, _))| own == word)
}

/// A mention that has the shape of a citation and fits no entry.
fn unmatched(
    text: &str,
    names: &Names,
    year: Option<i32>,
    range: &Range<usize>,
    brackets: &[Range<usize>],
) -> Option<Vec<Target>> {
    year?;
    let last = names.words.last()?;
    if last.folded.iter().any(|word| NO_NAMES.contains(&word.as_str()) || word.len() < 2) {
        return None;
    }
    let in_bracket =
        brackets.iter().any(|bracket| bracket.contains(&range.start) && bracket.contains(&names.range.start));
    let comma = text[..range.start].trim_end().ends_with(',');
    let pair = names.words.len() == 2 && last.joined;
    let sure =
        names.et_al || in_bracket && comma && names.words.len() <= 2 && (pair || names.words.len() == 1);
    sure.then(|| vec![Target::Nothing])
}

/// Groups the mentions of one bracket, and works out the surface forms.
fn group(block: BlockText<'_>, mentions: Vec<Mention>) -> Vec<Surface> {
    let mut surfaces: Vec<(Surface, Option<Range<usize>>)> = Vec::new();
    for mention in mentions {
        let parts: Vec<Part> = mention
            .targets
            .iter()
            .map(|target| Part { range: mention.range.clone(), target: target.clone() })
            .collect();
        let inside = mention.bracket.as_ref().is_some_and(|bracket| bracket.contains(&mention.names.start));
        if let Some((last, bracket)) = surfaces.last_mut()
            && bracket.is_some()
            && *bracket == mention.bracket
            && mention.range.start.saturating_sub(last.range.end) <= ASIDE
            && (inside || mention.range.start > last.range.start)
        {
            last.range.end = last.range.end.max(mention.range.end);
            last.parts.extend(parts);
            continue;
        }
        let range = mention.names.start.min(mention.range.start)..mention.range.end;
        let surface =
            Surface { block: block.index, range, parts, form: Form::AuthorYear, narrative: !inside };
        surfaces.push((surface, mention.bracket));
    }
    let spans: Vec<(Option<Range<usize>>, Range<usize>)> =
        surfaces.iter().map(|(surface, bracket)| (bracket.clone(), surface.range.clone())).collect();
    surfaces
        .into_iter()
        .enumerate()
        .map(|(index, (mut surface, bracket))| {
            if let Some(bracket) = bracket {
                let shared = spans
                    .iter()
                    .enumerate()
                    .any(|(other, (own, _))| other != index && own.as_ref() == Some(&bracket));
                let after = bracket.end.saturating_sub(surface.range.end);
                let before = surface.range.start.saturating_sub(bracket.start);
                if !shared && after <= ASIDE {
                    if surface.narrative {
                        surface.range.end = bracket.end;
                    } else if before <= ASIDE {
                        surface.range = bracket;
                    }
                }
            }
            surface
        })
        .collect()
}
