//! What stands around a number: its unit, what part it plays, how exactly it is meant.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::value::{Bound, Role, Unit};
use citelight_types::text::words::{Word, WordKind};

/// Words that stand before a number that is a name.
const LABELS: &[&str] = &[
    "table",
    "tabl",
    "figure",
    "figur",
    "fig",
    "section",
    "sect",
    "equation",
    "equat",
    "eq",
    "chapter",
    "type",
    "phase",
    "stage",
    "grade",
    "class",
    "step",
    "version",
    "supplementary",
    "appendix",
    "box",
    "model",
    "cluster",
    "day",
    "experiment",
    "studi",
    "covid",
    "group",
    "level",
    "theorem",
    "lemma",
    "algorithm",
    "scenario",
    "line",
    "chromosome",
];

const MULTIPLIERS: &[(&str, f64)] =
    &[("hundred", 1e2), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9)];

/// The unit that follows byte `end`, where it ends, and the multiplier in between ("million").
pub(super) fn unit_after(text: &str, end: usize, words: &[Word]) -> (Unit, usize, f64) {
    static SIGN: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)^[\s\u{a0}\u{2009}\u{202f}-]*(?:(?P<point>percentage[\s-]points?|pp\b)|(?P<percent>%|per\s?cent\b|percent\b)|(?P<fold>-?\s?fold\b|times\b|×))",
        )
    });
    let rest = &text[end..];
    if let Some(found) = SIGN.captures(rest) {
        let length = found.get(0).map_or(0, |all| all.end());
        let mut stop = end + length;
        let unit = if found.name("point").is_some() {
            Unit::PercentagePoint
        } else if found.name("fold").is_some() {
            Unit::Fold
        } else if text[stop..].trim_start().to_lowercase().starts_with("point") {
            stop += text[stop..].find("point").unwrap_or(0) + "point".len();
            Unit::PercentagePoint
        } else {
            Unit::Percent
        };
        return (unit, stop, 1.0);
    }
    let factor_of =
        text[..end].trim_end_matches(|c: char| c.is_ascii_digit() || ".,·".contains(c)).trim_end();
    if factor_of.ends_with("factor of") || factor_of.ends_with("factors of") {
        return (Unit::Fold, end, 1.0);
    }
    let mut at = words.partition_point(|word| word.range.end <= end);
    let mut last = end;
    let mut factor = 1.0;
    while let Some(word) = words.get(at) {
        // A bracket or comma ends what the number can count.
        let start = word.range.start.max(last);
        let gap = text.get(last..start).unwrap_or("?");
        if gap.contains([',', ';', '(', ')', '[', '.', ':', '=', '<', '>', '/', '±']) || gap.len() > 4 {
            break;
        }
        if let Some((_, multiplier)) = MULTIPLIERS.iter().find(|(name, _)| *name == word.folded) {
            factor *= multiplier;
            last = word.range.end;
            at += 1;
            continue;
        }
        if word.range.start < end {
            // `30mg`: the unit is what follows the digits; `3D`, `5HT` are names.
            let letters = word.surface.trim_start_matches(|c: char| !c.is_alphabetic());
            if letters.chars().next().is_none_or(char::is_uppercase) && letters != "Hz" {
                return (Unit::None, end, factor);
            }
            let unit = word.folded.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ').to_owned();
            return (Unit::Named(unit), word.range.end, factor);
        }
        if word.kind == WordKind::Function || word.kind == WordKind::Number {
            break;
        }
        return (Unit::Named(word.stem.clone()), word.range.end, factor);
    }
    (Unit::None, last, factor)
}

#[allow(clippy::too_many_arguments, reason = "one decision over what stands around one number")]
pub(super) fn role_of(
    text: &str,
    start: usize,
    end: usize,
    value: f64,
    decimals: usize,
    grouped: bool,
    unit: &Unit,
    words: &[Word],
) -> Role {
    static P_VALUE: LazyLock<Regex> = LazyLock::new(|| {
        pattern(r"(?i)(?:\bp(?:-?\s?values?)?\s*(?:of\s*)?[=<>≤≥]|\bp\s+(?:less|greater)\s+than)\s*$")
    });
    static INTERVAL: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?i)(?:\bC\.?I\.?s?|confidence\s+intervals?|credible\s+intervals?|\bIQR|\bSD|\bSEM?|±)[\s:=,(\[]*(?:of\s+)?(?:[-−]?[\d.]+\s*%?\s*(?:[-–—,;]|to)\s*)?$",
        )
    });
    let before = &text[..start];
    let after = text[end..].trim_start();
    if P_VALUE.is_match(before) {
        return Role::PValue;
    }
    let level = *unit == Unit::Percent
        && (after.starts_with("CI") || after.starts_with("confidence") || after.starts_with("credible"));
    if level || INTERVAL.is_match(before) {
        return Role::Interval;
    }
    let previous =
        words.partition_point(|word| word.range.end <= start).checked_sub(1).and_then(|at| words.get(at));
    let adjacent = previous.is_some_and(|word| {
        text.get(word.range.end..start).is_some_and(|gap| gap.trim().is_empty() || gap == "-" || gap == ". ")
    });
    if adjacent
        && previous.is_some_and(|word| {
            LABELS.contains(&word.stem.as_str()) || LABELS.contains(&word.folded.as_str())
        })
    {
        return Role::Label;
    }
    let year_like = decimals == 0 && !grouped && (1500.0..2100.0).contains(&value) && *unit != Unit::Percent;
    if year_like
        && (*unit == Unit::None
            || previous.is_some_and(|word| {
                [
                    "in", "since", "from", "of", "until", "during", "by", "between", "and", "to", "after",
                    "before", "year",
                ]
                .contains(&word.folded.as_str())
            }))
    {
        return Role::Year;
    }
    Role::Measure
}

/// How exactly the number at byte `start` is meant, from the words just before it.
pub(super) fn bound_before(text: &str, start: usize) -> Bound {
    static BOUND: LazyLock<Regex> = LazyLock::new(|| {
        pattern(
            r"(?ix) (?: (?P<about>about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|close\s+to|~|≈)
                         | (?P<over>more\s+than|over|above|at\s+least|greater\s+than|exceed(?:s|ed|ing)?|>|≥|well\s+over)
                         | (?P<under>less\s+than|fewer\s+than|under|below|at\s+most|up\s+to|<|≤) ) \s* (?:a\s+|an\s+|the\s+)? $",
        )
    });
    let tail_start = text[..start].char_indices().rev().nth(24).map_or(0, |(index, _)| index);
    match BOUND.captures(&text[tail_start..start]) {
        Some(found) if found.name("about").is_some() => Bound::About,
        Some(found) if found.name("over").is_some() => Bound::Over,
        Some(_) => Bound::Under,
        None => Bound::Exact,
    }
}
