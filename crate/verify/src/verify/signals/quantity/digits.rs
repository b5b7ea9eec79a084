//! Numbers in digits.

use std::sync::LazyLock;

use regex::Regex;

use super::pattern::pattern;
use super::surroundings::{bound_before, role_of, unit_after};
use super::value::{Quantity, Unit};
use citelight_types::text::words::Word;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x) (?P<sign>[-−])? (?P<digits> \d{1,3}(?:[,\u{2009}\u{202f}\u{a0}\ ]\d{3})+(?:\.\d+)? | \d+(?:[.·]\d+)? | \.\d+ )",
    )
});

static SPREAD: LazyLock<Regex> = LazyLock::new(|| pattern(r"^\s*(?:±|\+/-)\s*\d+(?:\.\d+)?"));

/// The numbers of a text that are written in digits.
pub(super) fn read(text: &str, words: &[Word]) -> Vec<Quantity> {
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
        if number.name("sign").is_none() && (before.is_some_and(glued) || is_marker(text, digits.start())) {
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

/// Whether a number is that of a reference, glued to what it follows: `(5–8 %),20`, `patients).12`.
fn is_marker(text: &str, start: usize) -> bool {
    let mut before = text[..start].chars().rev();
    match (before.next(), before.next()) {
        (Some(',' | ';'), Some(previous)) => !previous.is_ascii_digit() && !previous.is_whitespace(),
        (Some(')' | ']'), _) => text[start..].starts_with('.'),
        _ => false,
    }
}
