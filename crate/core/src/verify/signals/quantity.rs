//! Quantities in running text: values with units, percentages, folds, counts; what only looks like one is told apart.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::text::words::{Word, WordKind};

/// A quantity as written in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Bytes of the text, unit included.
    pub range: Range<usize>,
    /// The value; the lower end of a range.
    pub value: f64,
    /// The upper end of a range ("3–5").
    pub upper: Option<f64>,
    /// Half a unit of the last digit written: within it, another value is the same one rounded.
    pub rounding: f64,
    /// What is counted or measured.
    pub unit: Unit,
    /// How exactly it is meant.
    pub bound: Bound,
    /// What part it plays.
    pub role: Role,
}

/// What a quantity counts or measures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Per cent, or a share in words ("half").
    Percent,
    /// Percentage points.
    PercentagePoint,
    /// Times, fold.
    Fold,
    /// The stem of the noun or unit after it: `mg`, `patient`, `year`.
    Named(String),
    /// Nothing follows that names one.
    None,
}

/// How exactly a quantity is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// As written.
    Exact,
    /// About, nearly, some.
    About,
    /// More than, over, at least.
    Over,
    /// Less than, under, at most.
    Under,
}

/// What part a number plays. Only measures are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A measured or counted value.
    Measure,
    /// A year.
    Year,
    /// The level of a confidence interval, or an end of one.
    Interval,
    /// A p-value.
    PValue,
    /// Part of a name: Table 2, type 2 diabetes.
    Label,
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x) (?P<sign>[-−])? (?P<digits> \d{1,3}(?:[,\u{2009}\u{202f}\u{a0}\ ]\d{3})+(?:\.\d+)? | \d+(?:[.·]\d+)? | \.\d+ )",
    )
});

static SPREAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(?:±|\+/-)\s*\d+(?:\.\d+)?"));

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

const SPELLED: &[(&str, f64)] = &[
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
];

const SHARES: &[(&str, f64)] = &[("half", 50.0), ("third", 100.0 / 3.0), ("quarter", 25.0), ("fifth", 20.0)];

const FOLDS: &[(&str, f64)] = &[
    ("twice", 2.0),
    ("twofold", 2.0),
    ("doubled", 2.0),
    ("threefold", 3.0),
    ("tripled", 3.0),
    ("fourfold", 4.0),
    ("fivefold", 5.0),
    ("tenfold", 10.0),
    ("halved", 0.5),
];

const MULTIPLIERS: &[(&str, f64)] =
    &[("hundred", 1e2), ("thousand", 1e3), ("million", 1e6), ("billion", 1e9)];

/// The quantities of a text, in order. `words` are the text's own.
pub fn quantities(text: &str, words: &[Word]) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = written_in_digits(text, words);
    found.extend(written_in_letters(text, words, &found));
    found.sort_by_key(|quantity| quantity.range.start);
    join_ranges(text, found)
}

fn written_in_digits(text: &str, words: &[Word]) -> Vec<Quantity> {
    let mut found = Vec::new();
    for number in NUMBER.captures_iter(text) {
        let (Some(whole), Some(digits)) = (number.get(0), number.name("digits")) else { continue };
        let before = text[..digits.start()].chars().next_back();
        let signed = number.name("sign").is_some_and(|sign| {
            // A hyphen after a letter or digit joins, before a number on its own it is a minus.
            !text[..sign.start()]
                .chars()
                .next_back()
                .is_some_and(|c| c.is_alphanumeric() || c == ')' || c == '%')
        });
        let glued = |c: char| c.is_alphanumeric() || c == '.' || c == '_' || c == '/';
        if number.name("sign").is_none() && before.is_some_and(glued) {
            continue;
        }
        if number.name("sign").is_some() && !signed {
            let letter = text[..whole.start()].chars().next_back();
            if letter.is_some_and(char::is_alphabetic) {
                continue; // IL-6, COVID-19
            }
        }
        let plain: String = digits.as_str().chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
        let Ok(mut value) = plain.parse::<f64>() else { continue };
        let decimals = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len());
        let mut rounding = 0.5 * 10f64.powi(-i32::try_from(decimals).unwrap_or(0));
        if signed {
            value = -value;
        }
        let rest = &text[digits.end()..];
        if rest.starts_with("th ")
            || rest.starts_with("st ")
            || rest.starts_with("nd ")
            || rest.starts_with("rd ")
        {
            continue; // an ordinal
        }
        let grouped = digits.as_str().len() > plain.len();
        // "2.4 ± 0.6 μg": the unit of the value stands after its spread.
        let spread = SPREAD.find(rest).map_or(0, |found| found.end());
        let (unit, unit_end, factor) = unit_after(text, digits.end() + spread, words);
        let unit_end = if unit == Unit::None { digits.end() } else { unit_end };
        value *= factor;
        rounding *= factor;
        if unit_end == digits.end()
            && rest.chars().next().is_some_and(char::is_alphanumeric)
            && unit == Unit::None
        {
            continue; // 3D, 5HT
        }
        let start = if signed { whole.start() } else { digits.start() };
        let role = role_of(text, start, unit_end, value, decimals, grouped, &unit, words);
        let bound = bound_before(text, start);
        found.push(Quantity { range: start..unit_end, value, upper: None, rounding, unit, bound, role });
    }
    found
}

fn written_in_letters(text: &str, words: &[Word], digits: &[Quantity]) -> Vec<Quantity> {
    let mut found = Vec::new();
    for word in words {
        let lower = word.folded.as_str();
        let inside = digits.iter().any(|quantity| quantity.range.contains(&word.range.start));
        let value_of =
            |table: &[(&str, f64)]| table.iter().find(|(name, _)| *name == lower).map(|(_, value)| *value);
        let end = word.range.end;
        let (value, unit, end) = if inside {
            continue;
        } else if let Some(value) = value_of(FOLDS) {
            (value, Unit::Fold, end)
        } else if let Some(share) = value_of(SHARES) {
            let preceding = text[..word.range.start].trim_end();
            let of =
                text[end..].trim_start().starts_with("of ") || text[end..].trim_start().starts_with("the ");
            let thirds = lower == "third" && preceding.ends_with("two");
            if !of && !preceding.ends_with(" a") && !preceding.ends_with("one") && !thirds {
                continue;
            }
            (if thirds { 2.0 * share } else { share }, Unit::Percent, end)
        } else if let Some(value) = value_of(SPELLED) {
            let (unit, unit_end, factor) = unit_after(text, end, words);
            if text[end..].trim_start().starts_with("third")
                || text[..word.range.start].trim_end().ends_with("the") && unit == Unit::None
            {
                continue;
            }
            (value * factor, unit, unit_end)
        } else {
            continue;
        };
        let bound = bound_before(text, word.range.start);
        let rounding = if unit == Unit::Percent { 2.0 } else { 0.05 };
        found.push(Quantity {
            range: word.range.start..end,
            value,
            upper: None,
            rounding,
            unit,
            bound,
            role: Role::Measure,
        });
    }
    found
}

/// Makes one range of "3–5", "3 to 5", "between 3 and 5".
fn join_ranges(text: &str, found: Vec<Quantity>) -> Vec<Quantity> {
    let mut joined: Vec<Quantity> = Vec::new();
    for quantity in found {
        if let Some(last) = joined.last_mut() {
            let gap = text.get(last.range.end..quantity.range.start).unwrap_or("?").trim();
            let before = text[..last.range.start].trim_end();
            let range = matches!(gap, "–" | "-" | "to" | "—" | "‐" | "−")
                || (gap == "and" && before.ends_with("between"));
            let compatible = last.unit == Unit::None || last.unit == quantity.unit;
            if range
                && compatible
                && last.upper.is_none()
                && quantity.value.abs() > last.value
                && last.role == quantity.role
            {
                last.range.end = quantity.range.end;
                last.upper = Some(quantity.value.abs());
                last.unit = quantity.unit;
                continue;
            }
        }
        joined.push(quantity);
    }
    joined
}

/// The unit that follows byte `end`, where it ends, and the multiplier in between ("million").
fn unit_after(text: &str, end: usize, words: &[Word]) -> (Unit, usize, f64) {
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
fn role_of(
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
fn bound_before(text: &str, start: usize) -> Bound {
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

#[allow(clippy::unwrap_used, reason = "constant patterns, compiled in the tests")]
fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

impl Quantity {
    /// Whether two quantities measure the same kind of thing, so that different values are different statements.
    pub fn commensurable(&self, other: &Self) -> bool {
        self.role == other.role && self.unit == other.unit
    }

    /// Whether the two can be one value, differently rounded or bounded.
    pub fn same_value(&self, other: &Self) -> bool {
        let within = |value: f64, of: &Self| match of.upper {
            Some(upper) => (of.value - of.rounding..=upper + of.rounding).contains(&value),
            None => (value - of.value).abs() <= of.rounding.max(self.rounding) + 1e-9,
        };
        if let (Some(mine), Some(theirs)) = (self.upper, other.upper) {
            let close = |a: f64, b: f64| (a - b).abs() <= self.rounding.max(other.rounding) + 1e-9;
            return close(self.value, other.value) && close(mine, theirs);
        }
        // A fall of 12 % may be written −12 %.
        let (one, two) = (self.value.abs(), other.value.abs());
        let absolute = Self { value: two, ..other.clone() };
        match (self.bound, other.bound) {
            (Bound::About, _) | (_, Bound::About) => (one - two).abs() <= 0.05 * one.max(two) + self.rounding,
            (Bound::Over, Bound::Exact) => {
                two > one && two <= 1.25 * one || (one - two).abs() <= other.rounding
            }
            (Bound::Under, Bound::Exact) => {
                two < one && two >= 0.75 * one || (one - two).abs() <= other.rounding
            }
            _ => within(one, &absolute),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words::words;

    fn read(text: &str) -> Vec<(String, f64, Unit, Role)> {
        quantities(text, &words(text))
            .into_iter()
            .map(|q| (text[q.range.clone()].to_owned(), q.value, q.unit, q.role))
            .collect()
    }

    fn named(unit: &str) -> Unit {
        Unit::Named(unit.to_owned())
    }

    #[test]
    fn reads_values_with_their_units() {
        assert_eq!(
            read("Of 1,204 patients, 59.5 % improved by 3-fold within 12 weeks (95% CI 1.2–1.9, p < 0.001)."),
            [
                ("1,204 patients".to_owned(), 1204.0, named("patient"), Role::Measure),
                ("59.5 %".to_owned(), 59.5, Unit::Percent, Role::Measure),
                ("3-fold".to_owned(), 3.0, Unit::Fold, Role::Measure),
                ("12 weeks".to_owned(), 12.0, named("week"), Role::Measure),
                ("95%".to_owned(), 95.0, Unit::Percent, Role::Interval),
                ("1.2–1.9".to_owned(), 1.2, Unit::None, Role::Interval),
                ("0.001".to_owned(), 0.001, Unit::None, Role::PValue),
            ]
        );
    }

    #[test]
    fn names_and_years_are_no_measures() {
        for text in ["IL-6 and TRPV1 in type 2 diabetes (Table 3)", "COVID-19 since 2019", "a 3D model"] {
            assert!(read(text).iter().all(|q| q.3 != Role::Measure), "{text}: {:?}", read(text));
        }
    }

    #[test]
    fn reads_numbers_in_words() {
        assert_eq!(read("half of the twelve cows")[0].1, 50.0);
        assert_eq!(
            read("half of the twelve cows")[1],
            ("twelve cows".to_owned(), 12.0, named("cow"), Role::Measure)
        );
        assert_eq!(read("yields doubled")[0].2, Unit::Fold);
        assert_eq!(read("1.2 million people")[0].1, 1.2e6);
    }

    #[test]
    fn rounding_is_no_difference() {
        let same = |one: &str, two: &str| {
            let (one, two) = (quantities(one, &words(one)), quantities(two, &words(two)));
            one[0].same_value(&two[0])
        };
        assert!(same("59 %", "58.7 %"));
        assert!(same("about 60 %", "58.7 %"));
        assert!(same("more than 50 %", "54 %"));
        assert!(same("3.4 kg", "3.4 kg"));
        assert!(!same("95 %", "59 %"));
        assert!(!same("58.1 %", "58.7 %"));
        assert!(!same("3–5 weeks", "3–8 weeks"));
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics_and_ranges_are_valid(text in "\\PC{0,60}|[0-9.,%–<> a-z-]{0,60}") {
            for quantity in quantities(&text, &words(&text)) {
                proptest::prop_assert!(text.get(quantity.range).is_some());
            }
        }

        #[test]
        fn a_value_is_itself(value in 0.0f64..1e6, decimals in 0usize..4) {
            let text = format!("{value:.decimals$} kg");
            let read = quantities(&text, &words(&text));
            proptest::prop_assert!(read[0].same_value(&read[0].clone()), "{}", text);
        }
    }
}
