//! Years in a text, and words that stand for one: `2019a,b`, `1900/1953`, `forthcoming`, `n.d.`

use std::ops::Range;

/// Words that stand where a year would.
const NO_YEAR: &[&str] = &[
    "in press",
    "forthcoming",
    "n.d.",
    "n. d.",
    "to appear",
    "in preparation",
    "in prep.",
    "in prep",
    "submitted",
    "in review",
    "under review",
    "unpublished",
    "no date",
    "undated",
    "s.d.",
    "s.a.",
    "o.j.",
];

/// A year in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct YearMention {
    /// Bytes of the text, letters included.
    pub(super) range: Range<usize>,
    /// None for `forthcoming` and its like.
    pub(super) year: Option<i32>,
    /// The year of the original where two are given: `1900/1953`.
    pub(super) original: Option<i32>,
    /// `a` and `b` of `2019a,b`.
    pub(super) letters: Vec<char>,
}

/// Years of a text that may be years of works, in order. What is set as a superscript, `superscripts`, is a mark after
/// a year, no digit of it.
pub(super) fn years(text: &str, superscripts: &[Range<usize>]) -> Vec<YearMention> {
    let mut marks: Vec<usize> = superscripts.iter().map(|range| range.start).collect();
    marks.sort_unstable();
    let year = |text: &str, at: usize| {
        let mark = marks.get(marks.partition_point(|mark| *mark <= at)).copied();
        year(mark.and_then(|mark| text.get(..mark)).unwrap_or(text), at)
    };
    let mut found: Vec<YearMention> = Vec::new();
    let mut previous = ' ';
    let mut end = 0;
    for (at, c) in text.char_indices() {
        if at >= end && !previous.is_alphanumeric() && previous != '_' {
            let mention = if c.is_ascii_digit() {
                year(text, at)
            } else if matches!(
                c,
                'i' | 'f' | 'n' | 't' | 's' | 'u' | 'o' | 'I' | 'F' | 'N' | 'T' | 'S' | 'U' | 'O'
            ) {
                no_year(text, at)
            } else {
                None
            };
            if let Some(mention) = mention {
                end = mention.range.end;
                found.push(mention);
            }
        } else if at >= end && c.is_ascii_digit() && !previous.is_ascii_alphanumeric() && previous != '_' {
            // No space parts a year from the Chinese character before it.
            if let Some(mention) = year(text, at) {
                end = mention.range.end;
                found.push(mention);
            }
        }
        previous = c;
    }
    found
}

fn year(text: &str, at: usize) -> Option<YearMention> {
    let value = four_digits(text, at)?;
    let mut end = at + 4;
    let (mut year, mut original) = (value, None);
    // `1900/1953`: written, and printed.
    if text[end..].starts_with('/')
        && let Some(later) = four_digits(text, end + 1)
        && later > value
        && !text[end + 5..].starts_with(|c: char| c.is_alphanumeric() || c == '/')
    {
        (year, original, end) = (later, Some(value), end + 5);
    }
    let (letters, letters_end) = letters(text, end);
    let after = text[letters_end..].chars().next().unwrap_or(' ');
    if after.is_ascii_alphanumeric() || after == '_' || is_part_of_number(text, at, letters_end) {
        return None;
    }
    Some(YearMention { range: at..letters_end, year: Some(year), original, letters })
}

fn four_digits(text: &str, at: usize) -> Option<i32> {
    let digits = text.get(at..at + 4)?;
    let more = text[at + 4..].starts_with(|c: char| c.is_ascii_digit());
    let value: i32 = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())??;
    ((1600..2100).contains(&value) && !more).then_some(value)
}

/// The letters after a year: `a`, `a,b`, `a–c` spelled out; and where they end. Late ones are believed only where an
/// entry has them: `the 1990s`.
fn letters(text: &str, from: usize) -> (Vec<char>, usize) {
    let mut letters: Vec<char> = Vec::new();
    let mut end = from;
    let mut at = from;
    let mut through = false;
    while let Some(letter) = text[at..].chars().next().filter(char::is_ascii_lowercase) {
        let after = at + 1;
        if text[after..].starts_with(|c: char| c.is_alphanumeric()) {
            break;
        }
        if through && let Some(first) = letters.last().copied() {
            letters.extend((first..letter).skip(1));
        }
        letters.push(letter);
        (end, at) = (after, after);
        at += text[at..].len() - text[at..].trim_start().len();
        let Some(separator) =
            text[at..].chars().next().filter(|c| matches!(c, ',' | ';' | '/' | '&' | '–' | '-'))
        else {
            break;
        };
        through = matches!(separator, '–' | '-');
        at += separator.len_utf8();
        at += text[at..].len() - text[at..].trim_start().len();
    }
    (letters, end)
}

/// `12,2015`, `10.1002/2016`, `2015–2019`, `#2019`, `p. 1990`: not a year of a work.
fn is_part_of_number(text: &str, start: usize, end: usize) -> bool {
    let left = &text[..start];
    let before = left.chars().next_back().unwrap_or(' ');
    let after = text[end..].chars().next().unwrap_or(' ');
    matches!(before, '/' | '.' | '#' | '-' | '–' | '_' | '$' | '€' | '£')
        && !(before == '.' && left.ends_with("al."))
        || matches!(after, '/' | '_' | '%' | '°')
        || (matches!(after, '-' | '–') && text[end..].chars().nth(1).is_some_and(char::is_alphanumeric))
        || [" p. ", " pp. ", " p.", " pp.", " no. ", " vol. "].iter().any(|page| left.ends_with(page))
}

fn no_year(text: &str, at: usize) -> Option<YearMention> {
    let rest = &text[at..];
    let word = NO_YEAR.iter().find(|word| {
        rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word))
            && !rest[word.len()..].starts_with(char::is_alphanumeric)
    })?;
    let mut end = at + word.len();
    let mut letters = Vec::new();
    // `n.d.-a`
    let suffix = rest[word.len()..].trim_start_matches(['-', ' ']);
    if let Some(letter) = suffix.chars().next().filter(|c| matches!(c, 'a'..='k'))
        && rest[word.len()..].starts_with('-')
        && !suffix[1..].starts_with(char::is_alphanumeric)
    {
        letters.push(letter);
        end = text.len() - suffix.len() + 1;
    }
    Some(YearMention { range: at..end, year: None, original: None, letters })
}
