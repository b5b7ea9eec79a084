//! Lines that are set like headings and begin with a number, though no section has it: values, rows of tables, code, lines
//! of contents.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use regex::Regex;

use super::super::author_lists::names_institution;
use super::groups::{Group, GroupKind};
use super::headings::{Style, style};
use super::line::Line;

static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^(?P<number>\d{1,4}(?:\.\d{1,4}){0,3})\.?\s+(?P<rest>\S.*)$").ok());
/// Dots that lead to a page.
static LEADERS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"(?:\.\s?){5,}|…{2,}").ok());
static VALUE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^[(−–-]?\d+(?:[.,]\d+)?%?[),;]?$").ok());

/// Headings behind one that are looked at for the next number.
const AHEAD: usize = 8;

/// Steps of a number that no missed headings explain.
const FAR: u32 = 10;

/// A heading with a number.
struct Numbered {
    group: usize,
    number: Vec<u32>,
    rest: String,
    style: Style,
}

/// Makes paragraphs of numbered headings that are none.
pub(super) fn drop_others(groups: &mut [Group]) {
    let headings: Vec<Numbered> =
        groups.iter().enumerate().filter_map(|(index, group)| numbered(index, group)).collect();
    let mut rests: HashMap<&str, usize> = HashMap::new();
    for heading in &headings {
        *rests.entry(heading.rest.as_str()).or_default() += 1;
    }
    let is_listed = |heading: &Numbered| {
        let bare = heading.rest.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
        bare.len() < heading.rest.len() && rests.contains_key(bare)
    };
    let is_none = |heading: &Numbered| {
        let leads = LEADERS.as_ref().is_some_and(|regex| regex.is_match(&heading.rest));
        heading.number.first() == Some(&0)
            || leads
            || are_values(&heading.rest)
            || is_listed(heading)
            || is_address(&heading.rest)
    };
    let (none, rest): (Vec<&Numbered>, Vec<&Numbered>) =
        headings.iter().partition(|heading| is_none(heading));
    let outliers = outliers(&rest);
    let dropped = none.iter().map(|heading| heading.group).chain(outliers);
    for index in dropped.collect::<Vec<_>>() {
        if let Some(group) = groups.get_mut(index) {
            group.kind = GroupKind::Paragraph;
        }
    }
}

fn numbered(index: usize, group: &Group) -> Option<Numbered> {
    if group.kind != GroupKind::Heading {
        return None;
    }
    let text = group.lines.iter().map(Line::text).collect::<Vec<_>>().join(" ");
    let found = NUMBER.as_ref()?.captures(text.trim())?;
    let number = found["number"].split('.').filter_map(|part| part.parse().ok()).collect();
    Some(Numbered { group: index, number, rest: found["rest"].trim().to_owned(), style: style(group) })
}

/// Whether a text is the institution of an author, with its place.
fn is_address(text: &str) -> bool {
    text.contains(',') && names_institution(text)
}

/// Whether half of the words are values: a row of a table.
fn are_values(text: &str) -> bool {
    let words = text.split_whitespace().count();
    let is_value = |word: &&str| VALUE.as_ref().is_some_and(|regex| regex.is_match(word));
    let values = text.split_whitespace().filter(is_value).count();
    values >= 2 && values * 2 >= words
}

/// Headings whose numbers lie outside of those before and behind them, where these follow each other, and which are not
/// set as other headings of their depth are.
fn outliers(headings: &[&Numbered]) -> Vec<usize> {
    let mut outliers = Vec::new();
    let mut last: &[u32] = &[];
    let mut styles: HashSet<(usize, Style)> = HashSet::new();
    for (index, heading) in headings.iter().enumerate() {
        let number = heading.number.as_slice();
        let known = styles.contains(&(number.len(), heading.style)) && !is_far(last, number);
        if !follows(last, number) && !known && number != last {
            let mut ahead = headings.iter().skip(index + 1).take(AHEAD);
            let next = ahead.find(|next| follows(last, &next.number));
            if next.is_some_and(|next| number < last || number > next.number.as_slice()) {
                outliers.push(heading.group);
                continue;
            }
        }
        styles.insert((number.len(), heading.style));
        last = number;
    }
    outliers
}

/// Whether a number is far above another one: `58.83` behind `4.4.3`.
fn is_far(before: &[u32], number: &[u32]) -> bool {
    let unlike = before.iter().zip(number).find(|(before, number)| before != number);
    unlike.is_some_and(|(before, number)| *number > before.saturating_add(FAR))
}

/// Whether a number may come right after another one.
fn follows(before: &[u32], number: &[u32]) -> bool {
    let shared = before.iter().zip(number).take_while(|(before, number)| before == number).count();
    match (before.get(shared), number.get(shared)) {
        (Some(before), Some(number)) => *number == before.saturating_add(1),
        (None, Some(number)) => *number <= 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::pdf::words::{Face, Level, Word};

    /// Headings of size 12, those with a star of size 9.
    fn kept(texts: &[&str]) -> Vec<String> {
        let group = |text: &&str| {
            let size = if text.ends_with('*') { 9.0 } else { 12.0 };
            let words = text.trim_end_matches('*').split(' ').enumerate().map(|(index, word)| Word {
                text: word.to_owned(),
                x0: 100.0 * index as f32,
                x1: 100.0 * index as f32 + 50.0,
                y: 0.0,
                size,
                font: Face::default(),
                item: index as u32,
                offset: 0,
                spaced: false,
                verbatim: true,
                level: Level::Base,
            });
            Group { kind: GroupKind::Heading, lines: vec![Line::new(0, words.collect())] }
        };
        let mut groups: Vec<Group> = texts.iter().map(group).collect();
        drop_others(&mut groups);
        let kept = groups.iter().filter(|group| group.kind == GroupKind::Heading);
        kept.map(|group| group.lines[0].text()).collect()
    }

    #[test]
    fn numbers_of_no_section_are_no_headings() {
        assert_eq!(
            kept(&[
                "1 Introduction",
                "0.03 MeV",
                "2 Methods",
                "25 ICDFE 0.87 0.36",
                "58.83 times more*",
                "3 Results"
            ]),
            ["1 Introduction", "2 Methods", "3 Results"]
        );
        assert_eq!(
            kept(&[
                "1 Introduction 4",
                "2 Owls ........... 9",
                "1 Introduction",
                "2 Owls",
                "2.1 Mice",
                "2 RUN := YES*",
                "3 End"
            ]),
            ["1 Introduction", "2 Owls", "2.1 Mice", "3 End"]
        );
    }

    #[test]
    fn headings_stay_where_others_were_missed() {
        for headings in [
            &["1 Introduction", "2 Methods", "2.2 Owls", "2.4 Mice", "4 Results"][..],
            &["1 Introduction", "1.1 Owls", "2.2 Mice", "2 Methods", "3 Results"],
            &["1 Introduction", "2 Methods", "2 Methods again", "3 Results of 2019"],
        ] {
            assert_eq!(kept(headings), headings);
        }
    }
}
