//! Headings that run into their paragraphs: `Training data  We trained on …` in bold, `2) Attention: We call …` slanted.
//! Those that end in a stop are sentences of their own anyway and stay.

use super::groups::{Group, Kind};
use super::line::Line;
use super::order::Body;
use super::words::Word;

/// Words of such a heading, at most.
const MOST_WORDS: usize = 14;

/// Gap after a heading of one word, in ems.
const GAP: f32 = 0.7;

/// Parts such headings from their paragraphs.
pub(super) fn part(groups: Vec<Group>, body: &Body) -> Vec<Group> {
    let mut parted = Vec::with_capacity(groups.len());
    for mut group in groups {
        let is_text = matches!(group.kind, Kind::Paragraph | Kind::ListItem);
        let first = group.lines.first_mut().filter(|_| is_text);
        if let Some(line) = first
            && let Some(length) = heading_length(line, body)
        {
            let rest = line.words.split_off(length);
            let mut heading = Line { words: std::mem::replace(&mut line.words, rest), ..line.clone() };
            heading.remeasure();
            line.remeasure();
            group.kind = Kind::Paragraph;
            parted.push(Group { kind: Kind::Heading, lines: vec![heading] });
        }
        parted.push(group);
    }
    parted
}

/// How many words of a paragraph's first line are its heading.
fn heading_length(line: &Line, body: &Body) -> Option<usize> {
    let first = line.words.first()?;
    let is_set = |word: &Word| {
        if first.font.bold { word.font.bold } else { word.font.italic && !word.font.math }
    };
    if first.font.bold && body.bold {
        return None;
    }
    let length = line.words.iter().take_while(|word| is_set(word)).count();
    let (last, next) = (line.words.get(length.checked_sub(1)?)?, line.words.get(length)?);
    let title: Vec<&Word> = line.words.iter().take(length).filter(|word| !is_counter(&word.text)).collect();
    let begins = title.first()?.text.starts_with(char::is_uppercase);
    let goes_on = next.text.trim_start_matches(['“', '"', '(']).starts_with(char::is_uppercase);
    let ends = last.text.ends_with(['.', ',', ';', '!', '?', '-', ')']);
    let set_apart = if first.font.bold {
        let gap = next.x0 - last.x1 > GAP * line.size.max(1.0) && !is_stretched(line, length);
        !last.text.ends_with(':') && (title.len() >= 2 || gap)
    } else {
        last.text.ends_with(':') && is_counter(&first.text)
    };
    (length <= MOST_WORDS && begins && goes_on && !ends && set_apart).then_some(length)
}

/// `2)`, `b.`, `3.1`
fn is_counter(text: &str) -> bool {
    let bare = text.trim_end_matches([')', '.']);
    let number = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_digit() || c == '.');
    number || bare.len() < text.len() && bare.len() == 1 && bare.starts_with(char::is_alphabetic)
}

/// Whether the gap before word `at` is one of the wide gaps of a stretched line.
fn is_stretched(line: &Line, at: usize) -> bool {
    let gap = |index: usize| line.words[index].x0 - line.words[index - 1].x1;
    let wide = (1..line.words.len())
        .filter(|index| *index != at && line.parted(*index) && gap(*index) > 0.7 * gap(at));
    wide.count() > 0
}
