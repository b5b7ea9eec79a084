//! The grammar of reference strings: which stretch of an entry is which field.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::{Reference, names};
use crate::document::flow::{Flow, MarkKind};

static YEAR: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\b((?:1[5-9]|20)\d\d)([a-z])?\b").ok());
static VOLUME: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)(?:\bvol(?:ume)?\.?\s*)?\b(?P<volume>\d{1,4}|[A-Z]?\d{1,4}[A-Z]?)\s*
          (?:\(\s*(?P<issue>[\w\s\-–/.]{1,12}?)\s*\)|,?\s*(?:no|issue|n°|\#)\.?\s*(?P<no>\d+[\w\-–/]*))?\s*
          (?:[:,]|,?\s*(?:pp?|pages?)\.?)\s*(?:pp?\.?|pages?)?\s*
          (?P<pages>[A-Za-z]{0,3}\d+[A-Za-z]?(?:\s*[-–—‐−]+\s*[A-Za-z]?\d+)?|[a-z]?\d{3,}|[\w.]*\d{4,}[\w.]*)",
    )
    .ok()
});
static PAGES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:\b[Pp]p?\.?\s*|\b[Pp]ages?\s+|[,:]\s*)([A-Z]?\d+[A-Za-z]?\s*[-–—‐−]+\s*[A-Za-z]?\d+)")
        .ok()
});
/// `(ed.)`, `, editors.` after the names.
static EDITORS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[\s,]*\(?(?i:eds?|editors?|hrsg|comps?)\b\.?\)?[\s.,]*").ok());
static QUOTED: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"[“"„‘«]([^“”"«»]{8,400}?)[,.?!]?[”"’»]"#).ok());

/// Fills the fields that are still empty from the entry's text and the marks over it.
pub(crate) fn parse(reference: &mut Reference, flow: &Flow) {
    let text = flow.text.as_str();
    let parts: Vec<Range<usize>> = marked(flow, |kind| matches!(kind, MarkKind::Part));
    let (authors_end, parts) = authors(reference, text, parts);
    let year = year(reference, text, authors_end);
    let after_year = match &year {
        // `Authors (2012) Title`, `Authors 2012, Venue`
        Some(range) if range.start <= authors_end + 4 => skip_punctuation(text, range.end),
        _ => skip_punctuation(text, authors_end),
    };
    title(reference, flow, after_year, &parts);
    numbers(reference, text, authors_end);
}

fn marked(flow: &Flow, wanted: impl Fn(&MarkKind) -> bool) -> Vec<Range<usize>> {
    let mut ranges: Vec<_> =
        flow.marks.iter().filter(|mark| wanted(&mark.kind)).map(|mark| mark.range.clone()).collect();
    // Blocks within blocks: the innermost count.
    ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    ranges.dedup();
    let inner: Vec<_> = ranges
        .iter()
        .enumerate()
        .filter(|(index, range)| ranges.get(index + 1).is_none_or(|next| next.start >= range.end))
        .map(|(_, range)| range.clone())
        .collect();
    inner
}

fn skip_punctuation(text: &str, from: usize) -> usize {
    let from =
        from + EDITORS.as_ref().and_then(|regex| regex.find(&text[from..])).map_or(0, |found| found.end());
    let rest = &text[from..];
    let trimmed = rest.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '.' | ',' | ':' | ';' | ')' | ']' | '(')
    });
    from + rest.len() - trimmed.len()
}

/// Reads the authors; returns where they end, and the blocks after them.
fn authors(reference: &mut Reference, text: &str, parts: Vec<Range<usize>>) -> (usize, Vec<Range<usize>>) {
    let first = parts.first().filter(|first| first.start < 3 && first.end < text.len()).cloned();
    if let Some(first) = first {
        // The block that holds the authors ends them, if there are any in it.
        let read = names::authors(&text[first.clone()]);
        let covers =
            (first.start + read.length + 12 >= first.end || read.truncated) && !read.people.is_empty();
        if covers || first.len() < 120 && parts.len() > 1 {
            let after = text[first.start + read.length..first.end].trim_start();
            let goes_on = after.starts_with(['&', ',']) || after.starts_with("and ");
            if covers || goes_on && !read.people.is_empty() {
                set_authors(reference, read);
            } else {
                organisation(reference, &text[first.clone()]);
            }
            return (first.end, parts.into_iter().skip(1).collect());
        }
    }
    let read = names::authors(text);
    let mut end = read.length;
    if read.people.is_empty() {
        let head = text.split(['.', '(', ',']).next().unwrap_or_default();
        organisation(reference, head);
        end = head.len();
    } else {
        set_authors(reference, read);
    }
    (end, Vec::new())
}

fn set_authors(reference: &mut Reference, read: names::Authors) {
    if reference.authors.is_empty() {
        reference.authors = read.people;
        reference.truncated_authors = read.truncated;
    }
}

/// An author that is no person: taken whole.
fn organisation(reference: &mut Reference, block: &str) {
    if !reference.authors.is_empty() {
        return;
    }
    let name = block.trim().trim_end_matches(['.', ',', ':']).trim();
    if (2..=120).contains(&name.len()) && name.chars().any(char::is_alphabetic) {
        reference.authors = vec![crate::text::person::Person::new(name, "")];
    }
}

/// Finds the year: in brackets right after the authors, else the last one that is no part of something else.
fn year(reference: &mut Reference, text: &str, authors_end: usize) -> Option<Range<usize>> {
    let regex = YEAR.as_ref()?;
    let mut candidates: Vec<(Range<usize>, i32, Option<char>, bool)> = Vec::new();
    for found in regex.captures_iter(text) {
        let whole = found.get(0)?;
        let value: i32 = found.get(1)?.as_str().parse().ok()?;
        let before = text[..whole.start()].chars().next_back().unwrap_or(' ');
        let after = text[whole.end()..].chars().next().unwrap_or(' ');
        // Parts of numbers, page ranges, identifiers and addresses are no years.
        let joined = |c: char| matches!(c, '/' | '-' | '–' | '—' | '_' | ':' | '=' | '%');
        let in_number = after == '.' && text[whole.end() + 1..].starts_with(|c: char| c.is_ascii_digit());
        if joined(before) && before != ':'
            || joined(after) && after != ':'
            || in_number
            || before == '.'
            || value > 2_035
        {
            continue;
        }
        let bracketed = matches!(before, '(' | '[') || matches!(after, ')' | ']');
        candidates.push((
            whole.range(),
            value,
            found.get(2).and_then(|letter| letter.as_str().chars().next()),
            bracketed,
        ));
    }
    let near =
        candidates.iter().find(|(range, ..)| range.start >= authors_end && range.start <= authors_end + 6);
    let chosen = near
        .or_else(|| candidates.iter().find(|(.., bracketed)| *bracketed))
        .or_else(|| candidates.last())?;
    if reference.year.is_none() {
        reference.year = Some(chosen.1);
        reference.year_suffix = chosen.2;
    } else if reference.year == Some(chosen.1) && reference.year_suffix.is_none() {
        reference.year_suffix = chosen.2;
    }
    Some(chosen.0.clone())
}

/// Finds title and venue: by blocks, by quotation marks, by italics, else by sentences.
fn title(reference: &mut Reference, flow: &Flow, start: usize, parts: &[Range<usize>]) {
    let text = flow.text.as_str();
    let rest = text.get(start..).unwrap_or_default();
    let set = |slot: &mut Option<String>, value: &str| {
        let value = value.trim().trim_matches(['.', ',', ';', ':', '“', '”', '"', '‘']).trim();
        if slot.is_none() && value.chars().filter(|c| c.is_alphabetic()).count() >= 2 {
            *slot = Some(value.to_owned());
        }
    };
    let italic = marked(flow, |kind| matches!(kind, MarkKind::Italic));
    let italic_after =
        |from: usize| italic.iter().find(|range| range.start >= from && range.len() >= 3).cloned();
    if let Some(quoted) =
        QUOTED.as_ref().and_then(|regex| regex.captures(rest)).and_then(|found| found.get(1))
    {
        set(&mut reference.title, quoted.as_str());
        let after = start + quoted.end();
        match italic_after(after) {
            Some(range) => set(&mut reference.venue, &text[range]),
            None => set(&mut reference.venue, venue_head(text.get(after..).unwrap_or_default())),
        }
        return;
    }
    if let Some(first) = parts.first() {
        set(&mut reference.title, &text[first.clone()]);
        let venue = italic_after(first.end).map(|range| &text[range]);
        set(
            &mut reference.venue,
            venue.unwrap_or_else(|| venue_head(parts.get(1).map_or("", |part| &text[part.clone()]))),
        );
        return;
    }
    if let Some(range) = italic_after(start)
        && range.start >= start + 15
        && sentence_end(&text[start..range.start]).is_none_or(|end| start + end + 40 > range.start)
    {
        let before = text[start..range.start].trim_end();
        let before = before.strip_suffix(" In").or_else(|| before.strip_suffix(" in")).unwrap_or(before);
        set(&mut reference.title, before);
        set(&mut reference.venue, &text[range]);
        return;
    }
    let end = sentence_end(rest).unwrap_or(rest.len());
    set(&mut reference.title, &rest[..end]);
    set(&mut reference.venue, venue_head(rest.get(end..).unwrap_or_default()));
}

/// The words before the numbers of a venue.
fn venue_head(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let text = text.strip_prefix("In: ").or_else(|| text.strip_prefix("In ")).unwrap_or(text);
    let end = text.find(|c: char| c.is_ascii_digit() || matches!(c, ',' | '(' | ';')).unwrap_or(text.len());
    text[..end].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')')
}

/// Where the sentence a text begins with ends: a stop followed by white space and a capital, not after an initial.
fn sentence_end(text: &str) -> Option<usize> {
    text.char_indices().find_map(|(at, c)| {
        if !matches!(c, '.' | '?' | '!') {
            return None;
        }
        let after = &text[at + 1..];
        let next = after.trim_start().chars().next();
        let word = text[..at].rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        let ends = after.is_empty()
            || after.starts_with(char::is_whitespace)
                && next.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || c == '[');
        let initial = word.chars().count() <= 1 && word.chars().all(char::is_uppercase) && c == '.';
        (ends && !initial && at >= 8).then_some(at)
    })
}

/// Volume, issue and pages.
fn numbers(reference: &mut Reference, text: &str, authors_end: usize) {
    // The year is no volume: it is blanked, so that `2010, 204, 305–314` reads `204, 305–314`.
    let year = reference.year.map(|year| year.to_string()).unwrap_or_else(|| "\0".to_owned());
    let rest = text.get(authors_end..).unwrap_or_default().replacen(&year, "    ", 1);
    let rest = rest.as_str();
    if let Some(regex) = VOLUME.as_ref() {
        let found = regex.captures(rest);
        if let Some(found) = found {
            let get = |name: &str| found.name(name).map(|value| value.as_str().trim().to_owned());
            reference.volume = reference.volume.take().or_else(|| get("volume"));
            reference.issue = reference.issue.take().or_else(|| get("issue").or_else(|| get("no")));
            reference.pages = reference.pages.take().or_else(|| get("pages"));
        }
    }
    if reference.pages.is_none() {
        let pages = PAGES.as_ref().and_then(|regex| regex.captures(rest)).and_then(|found| found.get(1));
        reference.pages = pages.map(|pages| pages.as_str().to_owned());
    }
}
