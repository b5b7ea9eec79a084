//! Numbers in letters: "two weeks", "half", "twofold".

use super::surroundings::{bound_before, unit_after};
use super::value::{Quantity, Role, Unit};
use citelight_types::text::words::Word;

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

/// The numbers of a text that are written in letters, outside those in digits.
pub(super) fn read(text: &str, words: &[Word], digits: &[Quantity]) -> Vec<Quantity> {
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
