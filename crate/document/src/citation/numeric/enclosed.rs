//! Groups of numbers in brackets: `[3, 5–7]`, `(3)`.

use std::ops::Range;

use super::group::{Place, elements, is_dash};
use super::numbers::{LONGEST_RANGE, Numbers};

use citelight_types::sort::SmallSort;

use crate::citation::bounds::MOST_TARGETS;
use crate::citation::brackets::{self, Bracket};
use crate::citation::string::is_dense;
use crate::citation::surface::{BlockText, Form, Part, Surface, Target};

/// Signs after which a number in brackets is a quantity.
const SIGNS: &[&str] = &["+/-", "±", "=", "≈", "∈", "~"];

/// Words after which two numbers in brackets may be the ends of an interval.
const INTERVALS: &[&str] = &["interval", "range"];

/// Words after which a number in round brackets numbers what they name, and a number in square brackets may do so.
const NUMBERED: &[&str] = &[
    "table",
    "tables",
    "tab",
    "tabs",
    "fig",
    "figs",
    "figure",
    "figures",
    "eq",
    "eqs",
    "eqn",
    "eqns",
    "equation",
    "equations",
];

/// Words between which and a number in square brackets stands nothing but the name of what is numbered: `in equation [3]`;
/// in `the wave equation [3]` a work is cited.
const BEFORE_NAME: &[&str] =
    &["in", "by", "from", "of", "to", "with", "using", "see", "and", "or", "on", "into", "via", "satisfies"];

/// Words between which and the numbers stands nothing but `the range`, or that and an article.
const BEFORE_INTERVAL: &[&str] = &["in", "within", "over", "on", "to", "from", "into", "at", "by"];

/// Words after which a number in round brackets is a label of the article's own.
const OWN_LABEL_AFTER: &[&str] = &[
    "section",
    "sections",
    "sec",
    "secs",
    "step",
    "steps",
    "algorithm",
    "theorem",
    "lemma",
    "definition",
    "proposition",
    "corollary",
    "remark",
    "scheme",
    "schemes",
    "box",
    "panel",
    "appendix",
    "chapter",
];

/// Words that introduce a point of an enumeration: `namely (1) …`.
const INTRODUCTIONS: &[&str] =
    &["and", "or", "either", "both", "namely", "then", "by", "to", "are", "is", "were", "into", "i.e."];

/// Longest inside of square and of round brackets, in bytes.
const LONGEST_BRACKETED: usize = 240;
const LONGEST_PARENTHESISED: usize = 120;

/// Brackets of one kind, as Western and as Chinese and Japanese texts set them.
const SQUARE: &[(char, char)] = &[('[', ']'), ('［', '］'), ('〔', '〕'), ('【', '】')];
const ROUND: &[(char, char)] = &[('(', ')'), ('（', '）')];

/// Groups in square brackets.
pub(crate) fn bracketed(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let groups = enclosed(block, Form::Bracketed, numbers);
    join(block, groups)
}

/// Groups in round brackets. Only to be trusted where the document cites so throughout.
pub(crate) fn parenthesised(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let groups = enclosed(block, Form::Parenthesised, numbers);
    without_enumerations(block, groups)
}

fn enclosed(block: BlockText<'_>, form: Form, numbers: &Numbers) -> Vec<Surface> {
    let parenthesised = form == Form::Parenthesised;
    let (kinds, longest) =
        if parenthesised { (ROUND, LONGEST_PARENTHESISED) } else { (SQUARE, LONGEST_BRACKETED) };
    let (mut found, mut targets) = (Vec::new(), 0);
    let groups = kinds.iter().flat_map(|(open, close)| {
        let bracket = open.len_utf8();
        let pairs = block.innermost(*open, *close, longest);
        pairs.map(move |(start, inner)| (start..start + inner.len() + 2 * bracket, start + bracket, inner))
    });
    let nested = if parenthesised { with_pinpoints(block.text) } else { Vec::new() };
    let groups = groups.chain(nested);
    for (range, inside, inner) in groups {
        let start = range.start;
        if !inner.contains(|c: char| c.is_ascii_digit()) || block.in_formula(&range) {
            continue;
        }
        let before = &block.text[..start];
        let word = block.word_before(start);
        let lower = word.to_lowercase();
        // `F (2,29) = 4.16`, `F[1,12] = 8.42`: a statistic and its degrees of freedom.
        let equated = block.text[range.end..].trim_start().starts_with(['=', '<', '>', '≈', '≥', '≤']);
        let symbol = word.chars().count() == 1 || is_argument(before);
        let own = equated && (parenthesised || symbol)
            || parenthesised && (is_argument(before) || is_own_label(before, word, &lower));
        let numbers_own = if parenthesised {
            NUMBERED.contains(&lower.as_str()) || INTERVALS.contains(&lower.as_str())
        } else {
            numbers_own_thing(before, word, &lower) || is_interval(before, &lower, inner)
        };
        let is_direction = !parenthesised && is_crystal_direction(inner, numbers);
        if own || numbers_own || is_direction || SIGNS.contains(&lower.as_str()) {
            continue;
        }
        // `x[1:3]` is a slice, `[6:12]` a page of reference 6.
        let named = before.ends_with(|c: char| c.is_alphanumeric() && !is_dense(c));
        let colon_pinpoints = !parenthesised && !named;
        let place = Place { offset: inside, colon_pinpoints };
        if let Some(parts) = elements(inner, place, numbers) {
            let surface = Surface { block: block.index, range, parts, form, narrative: false };
            targets += surface.weight();
            found.push(surface);
            if targets > MOST_TARGETS {
                break;
            }
        }
    }
    found.small_sort_by_key(|surface| surface.range.start);
    found
}

/// Whether a number in square brackets numbers what the word before it names: `Eq. [3]`, `in equation [3]`; but
/// `differential equations [3]` cites.
fn numbers_own_thing(before: &str, word: &str, lower: &str) -> bool {
    let is_abbreviated =
        !matches!(lower, "table" | "tables" | "figure" | "figures" | "equation" | "equations");
    NUMBERED.contains(&lower)
        && (is_abbreviated
            || word.starts_with(char::is_uppercase)
            || previous_words(before).next().is_none_or(|word| is_one_of(word, BEFORE_NAME)))
}

/// Whether two numbers are the ends of an interval: `in the range [6, 9]`; but `their former range [6-9]` cites.
fn is_interval(before: &str, lower: &str, inner: &str) -> bool {
    let is_pair = || {
        let ends: Vec<&str> = inner.split(|c: char| matches!(c, ',' | ';' | ':') || is_dash(c)).collect();
        ends.len() == 2 && ends.iter().all(|end| end.trim().parse::<u32>().is_ok())
    };
    let mut previous = previous_words(before).skip_while(|word| is_one_of(word, &["the", "a", "an"]));
    INTERVALS.contains(&lower)
        && is_pair()
        && previous.next().is_none_or(|word| is_one_of(word, BEFORE_INTERVAL))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|own| word.eq_ignore_ascii_case(own))
}

/// The words before the last one, from the right.
fn previous_words(before: &str) -> impl Iterator<Item = &str> {
    before.split_whitespace().rev().skip(1)
}

/// How far beyond the end of a list a number is that no lost entry at its end explains.
const FAR_BEYOND: u32 = 5;

/// `[110]`, `[001]`: a direction in a crystal, where the list is too short for such a number.
fn is_crystal_direction(inner: &str, numbers: &Numbers) -> bool {
    inner.len() == 3
        && inner.chars().all(|c| matches!(c, '0'..='2'))
        && inner.parse().is_ok_and(|number: u32| number > numbers.highest + FAR_BEYOND)
}

/// Groups whose pinpoints stand in brackets of their own: `(5(p12),7)`.
fn with_pinpoints(text: &str) -> Vec<(Range<usize>, usize, &str)> {
    let pairs = brackets::pairs(text).into_iter().filter(|pair| pair.inside.len() <= LONGEST_PARENTHESISED);
    let inner = |pair: &Bracket| text.get(pair.inside.clone()).filter(|inner| inner.contains("(p"));
    pairs
        .filter_map(|pair| Some((pair.range.clone(), pair.inside.start, inner(&pair)?)))
        .filter(|(.., inner)| inner.starts_with(|c: char| c.is_ascii_digit()))
        .collect()
}

/// Whether what precedes a bracket is the name of a function or a statistic: `f(3)`, `t(34)`, `CO(2)`; but `lupin(3)`
/// is not.
fn is_argument(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric() || is_dense(c)).next().unwrap_or_default();
    !word.is_empty() && (word.chars().count() < 4 || !word.chars().all(char::is_lowercase))
}

/// `Theorem (3)`, `in section (2)`; but `a book chapter (35)` names no chapter of this article.
fn is_own_label(before: &str, word: &str, lower: &str) -> bool {
    if !OWN_LABEL_AFTER.contains(&lower) {
        return false;
    }
    let capital = word.starts_with(char::is_uppercase);
    let indefinite = before.split_whitespace().rev().skip(1).take(3).any(|word| {
        matches!(word, "a" | "an" | "A" | "An" | "another" | "one" | "each" | "every" | "recent")
    });
    capital || !indefinite
}

/// Joins `[3], [5]` and `[3]–[5]` to one citation.
fn join(block: BlockText<'_>, groups: Vec<Surface>) -> Vec<Surface> {
    let mut joined: Vec<Surface> = Vec::new();
    for group in groups {
        let Some(last) = joined.last_mut() else {
            joined.push(group);
            continue;
        };
        let between = block.text[last.range.end..group.range.start].trim();
        let dash = !between.is_empty() && between.chars().count() == 1 && between.chars().all(is_dash);
        if !dash && !matches!(between, "" | "," | ";" | "，" | "；" | "、")
            || group.range.start - last.range.end > 3
        {
            joined.push(group);
            continue;
        }
        last.range.end = group.range.end;
        if dash
            && let (Some(Target::Known(from)), Some(Target::Known(to))) = (
                last.parts.last().map(|part| part.target.clone()),
                group.parts.first().map(|part| part.target.clone()),
            )
            && let (Some(from), Some(to)) = (from.last(), to.first())
            && to > from
            && to - from <= LONGEST_RANGE as usize
        {
            let between = (from + 1..*to).collect();
            let start = last.parts.last().map_or(0, |part| part.range.end);
            last.parts.push(Part { range: start..start, target: Target::Known(between) });
        }
        last.parts.extend(group.parts);
    }
    joined
}

/// Drops `(1) … (2) … (3)` that count points of an argument.
fn without_enumerations(block: BlockText<'_>, groups: Vec<Surface>) -> Vec<Surface> {
    let counts = |group: &Surface| {
        let inner = block.text[group.range.clone()].trim_matches(['(', ')', '（', '）']);
        let number: u32 = inner.parse().ok()?;
        let before = &block.text[..group.range.start];
        (introduces_point(before) && number < 20).then_some(number)
    };
    let counted: Vec<u32> = groups.iter().filter_map(counts).collect();
    let is_enumeration = |number: u32| {
        counted.contains(&1) && counted.contains(&2) && (1..=number).all(|n| counted.contains(&n))
    };
    groups.into_iter().filter(|group| !counts(group).is_some_and(is_enumeration)).collect()
}

/// Whether a text ends as one does before a point of an enumeration.
fn introduces_point(before: &str) -> bool {
    let before = before.trim_end();
    let word = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or_default();
    before.is_empty() || before.ends_with([':', ';', ',', '.']) || INTRODUCTIONS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::{Numbers, bracketed, parenthesised};
    use crate::citation::surface::BlockText;

    fn found(text: &str) -> Vec<&str> {
        let surfaces = bracketed(BlockText::plain(text), &Numbers::counting(40));
        surfaces.into_iter().map(|own| &text[own.range]).collect()
    }

    #[test]
    fn a_word_before_square_brackets_may_be_what_the_number_numbers() {
        for (text, citations) in [
            ("They live in a part of their former range [6-9].", vec!["[6-9]"]),
            ("Hunting reduced them across their entire range [6,18].", vec!["[6,18]"]),
            ("We follow the actuarial tables [39] and the figures [3].", vec!["[39]", "[3]"]),
            ("These are the Navier–Stokes equations [2], at a sampling interval [5].", vec!["[2]", "[5]"]),
            ("By Eq. [3] and Equation [4], and in equation [5] or table [6].", vec![]),
            ("Values in the range [6, 9], within [an interval] and over the interval [2-5].", vec![]),
            ("Silicon [1] was cut in the [110] direction and along [100].", vec!["[1]"]),
        ] {
            assert_eq!(found(text), citations, "{text}");
        }
    }

    #[test]
    fn words_before_round_brackets_number_what_they_name() {
        let numbers = Numbers::counting(40);
        for text in ["the equations (2)", "in a range (6)", "Table (3)"] {
            assert!(parenthesised(BlockText::plain(text), &numbers).is_empty(), "{text}");
        }
    }
}
