//! Quantities in running text: values with units, percentages, folds, counts; what only looks like one is told apart.

mod digits;
mod letters;
mod pattern;
mod surroundings;
mod value;

pub use value::{Bound, Quantity, Role, Unit};

use citelight_types::sort::SmallSort;
use citelight_types::text::words::Word;

/// The quantities of a text, in order. `words` are the text's own.
pub fn quantities(text: &str, words: &[Word]) -> Vec<Quantity> {
    let mut found: Vec<Quantity> = digits::read(text, words);
    found.extend(letters::read(text, words, &found));
    found.small_sort_by_key(|quantity| quantity.range.start);
    let mut joined = join_ranges(text, found);
    share_units(text, &mut joined);
    joined
}

/// Gives "10" of "10 vs. 15 days" its unit.
fn share_units(text: &str, quantities: &mut [Quantity]) {
    for index in (1..quantities.len()).rev() {
        let [one, other] = &mut quantities[index - 1..=index] else { continue };
        let gap = text.get(one.range.end..other.range.start).unwrap_or("?").trim();
        let listed = matches!(gap, "vs" | "vs." | "versus" | "and" | "or" | ",");
        if listed && one.unit == Unit::None && one.role == Role::Measure && other.role == Role::Measure {
            one.unit = other.unit.clone();
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_types::text::words::words;

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
        assert!(same("9–42.3 %", "32 %") && same("32 %", "9–42.3 %"));
        assert!(!same("9–42.3 %", "52 %") && !same("52 %", "9–42.3 %"));
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
