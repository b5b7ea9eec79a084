//! Numbers, units and percentages of the claim against the sentence (95 % vs 59 %).

use std::collections::BTreeSet;

use super::quantity::{Bound, Quantity, Role, Unit};
use super::reading::Reading;
use super::signal::{Signal, SignalKind, Stance};
use citelight_types::finding::Reason;

/// Words on either side that say what a number is about.
const REACH: usize = 8;

/// Words in common from which two numbers of the same figures are about the same thing.
const MEANT: usize = 2;

/// One signal for each measure of the claim that the sentence confirms, changes or puts in doubt.
pub fn compare(claim: &Reading, sentence: &Reading) -> Vec<Signal> {
    let measures = |reading: &Reading| -> Vec<Quantity> {
        reading.quantities.iter().filter(|q| matches!(q.role, Role::Measure | Role::Year)).cloned().collect()
    };
    let (claimed, stated) = (measures(claim), measures(sentence));
    if let Some(signal) = swapped(&claimed, &stated, claim, sentence) {
        return vec![signal];
    }
    claimed.iter().filter_map(|quantity| one(quantity, &claimed, &stated, claim, sentence)).collect()
}

/// Two values of the claim that both stand in the sentence, but each for what the claim says of the other:
/// "32 % abstained and 58 % relapsed" against "58 % abstained, 32 % relapsed".
fn swapped(claimed: &[Quantity], stated: &[Quantity], claim: &Reading, sentence: &Reading) -> Option<Signal> {
    /// Words of a clause in common that must speak for the exchange over the plain reading.
    const MARGIN: usize = 2;
    let clause = |reading: &Reading, quantity: &Quantity| -> BTreeSet<String> {
        let first = reading.word_at(quantity.range.start);
        let last = reading.word_at(quantity.range.end).saturating_sub(1).max(first);
        reading.clause(first, last, REACH).into_iter().map(str::to_owned).collect()
    };
    for (index, one) in claimed.iter().enumerate() {
        for two in claimed.iter().skip(index + 1).filter(|two| two.unit == one.unit && !two.same_value(one)) {
            let theirs = |quantity: &Quantity| stated.iter().find(|other| same_statement(quantity, other));
            let (Some(first), Some(second)) = (theirs(one), theirs(two)) else { continue };
            let shared = |mine: &Quantity, other: &Quantity| {
                clause(claim, mine).intersection(&clause(sentence, other)).count()
            };
            let (one_first, two_second) = (shared(one, first), shared(two, second));
            let (one_second, two_first) = (shared(one, second), shared(two, first));
            if one_second > 0 && two_first > 0 && one_second + two_first >= one_first + two_second + MARGIN {
                return Some(signal(one, second, Stance::Differs, claim, sentence));
            }
        }
    }
    None
}

fn one(
    quantity: &Quantity,
    claimed: &[Quantity],
    stated: &[Quantity],
    claim: &Reading,
    sentence: &Reading,
) -> Option<Signal> {
    if let Some(same) = stated.iter().find(|other| same_statement(quantity, other)) {
        return Some(signal(quantity, same, Stance::Agrees, claim, sentence));
    }
    if derivable(quantity, stated) {
        return None;
    }
    // The same figures by chance are rarer the more of them there are.
    let meant = |other: &&Quantity| {
        distinctive(quantity)
            || quantity.upper.is_some() && other.upper.is_some()
            || shared_context(claim, quantity, sentence, other) >= MEANT
    };
    if let Some(other) = stated.iter().filter(meant).find(|other| unit_changed(quantity, other)) {
        return Some(signal(quantity, other, Stance::Differs, claim, sentence));
    }
    if let Some(other) = stated.iter().filter(meant).find(|other| slipped(quantity, other)) {
        return Some(signal(quantity, other, Stance::Differs, claim, sentence));
    }
    // What the sentence says in place of the claimed value: the same kind of measure, not spoken for by another
    // number of the claim.
    let rivals: Vec<(&Quantity, usize)> = stated
        .iter()
        .filter(|other| comparable(quantity, other))
        .filter(|other| !claimed.iter().any(|mine| same_statement(mine, other)))
        .map(|other| (other, shared_context(claim, quantity, sentence, other)))
        .collect();
    let placed = || {
        let other = stated.iter().find(|other| stands_in_for(quantity, other, claim, sentence))?;
        Some(signal(quantity, other, Stance::Differs, claim, sentence).only_near())
    };
    let Some((best, overlap)) = rivals.iter().copied().max_by_key(|(_, overlap)| *overlap) else {
        return placed();
    };
    let unmatched = |mine: &&Quantity| {
        comparable(mine, quantity) && !stated.iter().any(|other| same_statement(mine, other))
    };
    // One value of the claim against one of the sentence: which of several is meant is a guess.
    let alone = rivals.len() == 1 && claimed.iter().filter(unmatched).count() == 1;
    let sure = alone && (overlap >= 1 || quantity.unit != Unit::None);
    // "More than 50" against 80 is loose, not wrong; a range that several works span says nothing of one of them.
    let loose =
        matches!((quantity.bound, best.value > quantity.value), (Bound::Over, true) | (Bound::Under, false));
    let spanned = quantity.upper.is_some() && best.upper.is_none() || overlap_each_other(quantity, best);
    let bare = quantity.unit == Unit::None && quantity.role == Role::Measure;
    let plain = sure && !loose && !bare && !spanned;
    if let (false, Some(signal)) = (plain, placed()) {
        return Some(signal);
    }
    let stance = if plain { Stance::Differs } else { Stance::Doubtful };
    let signal = signal(quantity, best, stance, claim, sentence);
    // The year of a finding is seldom the year that a sentence happens to name.
    Some(if quantity.role == Role::Year { signal.only_near() } else { signal })
}

/// Whether another value, or the same under another unit, stands between the same words: where the texts run alike that tells.
fn stands_in_for(quantity: &Quantity, other: &Quantity, claim: &Reading, sentence: &Reading) -> bool {
    let measures = [quantity, other].iter().all(|one| one.role == Role::Measure && one.bound == Bound::Exact);
    let same_figure = (quantity.value - other.value).abs() <= 1e-9;
    let kind = |one: &Quantity| matches!(one.unit, Unit::Named(_));
    let kinds = comparable(quantity, other) || same_figure && kind(quantity) == kind(other);
    measures
        && kinds
        && quantity.upper.is_some() == other.upper.is_some()
        && !overlap_each_other(quantity, other)
        && claim.same_place(&quantity.range, sentence, &other.range)
}

/// Whether two ranges have values in common.
fn overlap_each_other(one: &Quantity, other: &Quantity) -> bool {
    let ends = |quantity: &Quantity| quantity.upper.map(|upper| (quantity.value, upper));
    ends(one).zip(ends(other)).is_some_and(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
}

fn signal(
    quantity: &Quantity,
    other: &Quantity,
    stance: Stance,
    claim: &Reading,
    sentence: &Reading,
) -> Signal {
    let reason = |claim, source| Reason::NumberDiffers { claim, source };
    let (mine, theirs) = (quantity.range.clone(), other.range.clone());
    Signal::quoting(SignalKind::Number, stance, (claim, mine), (sentence, theirs), reason)
}

/// The same value of the same kind; counted nouns may be named differently (patients, participants) if the value is
/// distinctive.
fn same_statement(one: &Quantity, other: &Quantity) -> bool {
    if one.role != other.role {
        return false;
    }
    if let (Some(mine), Some(theirs)) = (in_base_unit(one), in_base_unit(other)) {
        return mine.0 == theirs.0 && (mine.1 - theirs.1).abs() <= tolerance(one, other, mine.1, theirs.1);
    }
    if !one.same_value(other) && !rounded(one, other) {
        return false;
    }
    match (&one.unit, &other.unit) {
        (mine, theirs) if mine == theirs => true,
        (Unit::None, _) | (_, Unit::None) => true,
        (Unit::Named(mine), Unit::Named(theirs)) => {
            dimension(mine).is_none()
                && dimension(theirs).is_none()
                && (distinctive(one) || one.value == other.value)
        }
        _ => false,
    }
}

/// Whether any of some quantities is a claim's own value in its own unit, wherever it stands.
pub fn is_among(quantity: &Quantity, stated: &[Quantity]) -> bool {
    stated.iter().any(|other| {
        let measured = in_base_unit(quantity).is_some() && in_base_unit(other).is_some();
        (quantity.unit == other.unit || measured) && same_statement(quantity, other)
    })
}

/// Whether a number tells a text by: exact, and of a measured unit or of at least three digits.
pub fn is_telling(quantity: &Quantity) -> bool {
    let is_measured = match &quantity.unit {
        Unit::Percent | Unit::PercentagePoint => quantity.value.abs() > 1.0 && quantity.value % 10.0 != 0.0,
        Unit::Named(unit) => dimension(unit).is_some() && quantity.value.abs() >= 10.0,
        Unit::Fold | Unit::None => false,
    };
    quantity.role == Role::Measure
        && quantity.bound == Bound::Exact
        && (is_measured || distinctive(quantity) || is_fine(quantity))
}

/// Whether it has two decimals or more.
fn is_fine(quantity: &Quantity) -> bool {
    quantity.rounding < 0.01
}

/// Whether any of some quantities may be this one, under whatever unit, rounded as may be, or follows from two of them.
pub fn is_anywhere(quantity: &Quantity, stated: &[Quantity]) -> bool {
    const COARSE: f64 = 0.02;
    let is_share = quantity.unit == Unit::Percent;
    let is_named = |other: &Quantity| is_share && matches!(other.unit, Unit::Named(_));
    stated.iter().any(|other| {
        // 0.53 is 53 %.
        let scale = match (&quantity.unit, &other.unit) {
            (Unit::Percent, Unit::None) => Some(100.0),
            (Unit::None, Unit::Percent) => Some(0.01),
            _ => None,
        };
        let ends = [Some(other.value), other.upper].into_iter().flatten();
        let scales = [Some(1.0), scale].into_iter().flatten();
        let mut values = ends
            .flat_map(|value| scales.clone().map(move |scale| (value.abs() * scale, other.rounding * scale)));
        let is_same = |(value, rounding): (f64, f64)| {
            let mut wanted = [Some(quantity.value), quantity.upper].into_iter().flatten();
            // A coarse number is not every one within its rounding: 1 is no 0.97.
            let tolerance = quantity.rounding.max(rounding.min(COARSE * value)) + 1e-9;
            let near = |wanted: f64| (wanted.abs() - value).abs() <= tolerance;
            wanted.any(|wanted| near(wanted) || is_share && near(100.0 - wanted))
        };
        // Weeks may be days there.
        let is_measured = in_base_unit(quantity).is_some() && other.bound == Bound::Exact;
        is_measured && same_statement(quantity, other) || !is_named(other) && values.any(is_same)
    })
}

/// How far two values in one base unit may lie apart: in another unit as far as the coarser one rounds ("one week", "8 days").
fn tolerance(one: &Quantity, other: &Quantity, mine: f64, theirs: f64) -> f64 {
    const LEAST: f64 = 0.03;
    const MOST: f64 = 0.15;
    let largest = mine.abs().max(theirs.abs());
    let coarse =
        |quantity: &Quantity, base: f64| quantity.rounding * base.abs() / quantity.value.abs().max(1e-9);
    let rounds = if one.unit == other.unit { 0.0 } else { coarse(one, mine).max(coarse(other, theirs)) };
    rounds.clamp(LEAST * largest, MOST * largest)
}

/// Whether one of two large values is the other in round figures: 50 000 for 48 600.
fn rounded(one: &Quantity, other: &Quantity) -> bool {
    const WITHIN: f64 = 0.05;
    let round = |quantity: &Quantity| quantity.value >= 1000.0 && quantity.value % 100.0 == 0.0;
    let whole = one.upper.is_none() && other.upper.is_none() && one.role == Role::Measure;
    whole
        && (round(one) || round(other))
        && (one.value - other.value).abs() <= WITHIN * one.value.max(other.value)
}

/// At least three digits: a match by chance is unlikely.
fn distinctive(quantity: &Quantity) -> bool {
    quantity.value.abs() / (2.0 * quantity.rounding) >= 99.5
}

/// Two quantities of which one could stand in the other's place.
fn comparable(one: &Quantity, other: &Quantity) -> bool {
    if one.role != other.role {
        return false;
    }
    match (&one.unit, &other.unit) {
        (Unit::Named(mine), Unit::Named(theirs)) => match (dimension(mine), dimension(theirs)) {
            (Some(mine), Some(theirs)) => mine.0 == theirs.0,
            (None, None) => mine == theirs,
            _ => false,
        },
        (mine, theirs) => mine == theirs,
    }
}

/// The same figure under another unit: 12 % for 12 percentage points, 3 months for 3 weeks.
fn unit_changed(one: &Quantity, other: &Quantity) -> bool {
    if one.role != Role::Measure || other.role != Role::Measure || (one.value - other.value).abs() > 1e-9 {
        return false;
    }
    match (&one.unit, &other.unit) {
        (
            Unit::Percent | Unit::PercentagePoint | Unit::Fold,
            Unit::Percent | Unit::PercentagePoint | Unit::Fold,
        ) => one.unit != other.unit,
        (Unit::Named(mine), Unit::Named(theirs)) => {
            mine != theirs
                && dimension(mine).zip(dimension(theirs)).is_some_and(|(a, b)| a.0 == b.0 && a.1 != b.1)
        }
        _ => false,
    }
}

/// The same digits, at least two of them, with the point elsewhere: 53–62 % for 5.3–6.2 %.
fn slipped(one: &Quantity, other: &Quantity) -> bool {
    let comparable = one.role == Role::Measure
        && other.role == Role::Measure
        && one.unit == other.unit
        && one.unit != Unit::None
        // −3.4 % is no 34 %: a sign is not lost together with the point.
        && (one.value < 0.0) == (other.value < 0.0)
        && !one.same_value(other);
    let shift = |mine: f64, theirs: f64| -> Option<i32> {
        let ratio = (mine / theirs).abs();
        let power = [-3, -2, -1, 1, 2, 3]
            .into_iter()
            .find(|power| (ratio / 10f64.powi(*power) - 1.0).abs() < 1e-9)?;
        // 5 and 50, 20 and 200 are common values by themselves.
        let leading = mine.abs() / libm::pow(10.0, libm::log10(mine.abs()).floor());
        ((leading - leading.round()).abs() > 1e-9).then_some(power)
    };
    let shifted = match (one.upper, other.upper) {
        (Some(mine), Some(theirs)) => {
            let lower = shift(one.value, other.value);
            lower.is_some() && lower == shift(mine, theirs)
        }
        (None, None) => shift(one.value, other.value).is_some(),
        (Some(upper), None) => shift(upper, other.value).is_some(),
        (None, Some(upper)) => shift(one.value, upper).is_some(),
    };
    comparable && shifted
}

/// Whether the value follows from the sentence's own: a complement, sum, difference or ratio.
fn derivable(quantity: &Quantity, stated: &[Quantity]) -> bool {
    let near =
        |value: f64| (quantity.value.abs() - value.abs()).abs() <= quantity.rounding.max(0.01 * value.abs());
    let complement = quantity.unit == Unit::Percent
        && stated.iter().any(|other| other.unit == Unit::Percent && near(100.0 - other.value));
    complement
        || stated.iter().enumerate().any(|(index, one)| {
            stated.iter().skip(index + 1).filter(|two| two.unit == one.unit).any(|two| {
                let (a, b) = (one.value, two.value);
                let (small, large) = if a < b { (a, b) } else { (b, a) };
                let sums = one.unit == quantity.unit && (near(a + b) || near(large - small));
                let ratio = small > 0.0
                    && match quantity.unit {
                        Unit::Fold => near(large / small),
                        Unit::Percent => {
                            near(100.0 * (large - small) / small)
                                || near(100.0 * (large - small) / large)
                                || near(100.0 * small / large)
                        }
                        _ => false,
                    };
                sums || ratio
            })
        })
}

fn shared_context(claim: &Reading, one: &Quantity, sentence: &Reading, other: &Quantity) -> usize {
    let around = |reading: &Reading, quantity: &Quantity| -> BTreeSet<String> {
        let first = reading.word_at(quantity.range.start);
        let last = reading.word_at(quantity.range.end).saturating_sub(1).max(first);
        reading.context(first, last, REACH).into_iter().map(str::to_owned).collect()
    };
    around(claim, one).intersection(&around(sentence, other)).count()
}

/// Dimension and size in the base unit of common units of measurement, by stem.
fn dimension(unit: &str) -> Option<(&'static str, f64)> {
    Some(match unit {
        "s" | "second" | "sec" => ("time", 1.0),
        "ms" | "millisecond" => ("time", 1e-3),
        "min" | "minut" => ("time", 60.0),
        "h" | "hour" | "hr" => ("time", 3600.0),
        "d" | "day" => ("time", 86_400.0),
        "week" | "wk" => ("time", 604_800.0),
        "month" => ("time", 2_629_800.0),
        "year" | "yr" => ("time", 31_557_600.0),
        "decad" => ("time", 315_576_000.0),
        "mg" => ("mass", 1e-3),
        "ug" | "μg" | "microgram" => ("mass", 1e-6),
        "g" | "gram" => ("mass", 1.0),
        "kg" | "kilogram" => ("mass", 1e3),
        "t" | "tonn" | "ton" => ("mass", 1e6),
        "mm" | "millimet" | "millimetr" => ("length", 1e-3),
        "cm" | "centimet" | "centimetr" => ("length", 1e-2),
        "μm" | "um" | "micron" | "micromet" => ("length", 1e-6),
        "nm" | "nanomet" => ("length", 1e-9),
        "m" | "meter" | "metr" | "metre" => ("length", 1.0),
        "km" | "kilomet" | "kilometr" => ("length", 1e3),
        "ml" | "millilit" => ("volume", 1e-3),
        "l" | "liter" | "litr" | "litre" => ("volume", 1.0),
        "hz" => ("frequency", 1.0),
        "khz" => ("frequency", 1e3),
        _ => return None,
    })
}

fn in_base_unit(quantity: &Quantity) -> Option<(&'static str, f64)> {
    let Unit::Named(unit) = &quantity.unit else { return None };
    if quantity.upper.is_some() {
        return None;
    }
    dimension(unit).map(|(dimension, size)| (dimension, quantity.value.abs() * size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stances(claim: &str, sentence: &str) -> Vec<Stance> {
        compare(&Reading::of(claim), &Reading::of(sentence)).into_iter().map(|signal| signal.stance).collect()
    }

    #[test]
    fn another_value_of_the_same_measure_differs() {
        assert_eq!(
            stances("Mortality fell by 95 %.", "Mortality was reduced by 59 % (95% CI 40–70)."),
            [Stance::Differs]
        );
        assert_eq!(
            stances("The trial followed 412 patients.", "In all, 142 patients were followed."),
            [Stance::Differs]
        );
        assert_eq!(
            stances("Symptoms lasted three months.", "Symptoms lasted three weeks."),
            [Stance::Differs]
        );
        assert_eq!(stances("Use rose by 12 %.", "Use rose by 12 percentage points."), [Stance::Differs]);
    }

    #[test]
    fn a_slip_of_the_point_differs() {
        let source = "With this source the footprint may change by 5.3 to 6.2%, that of the herd by 12%.";
        let claim = "This source alters the footprint by 53 to 62%.";
        assert_eq!(stances(claim, source), [Stance::Differs]);
        let round = stances("Of the trees 50% died in the frost.", "Some 5% were lost, others 30%.");
        assert_ne!(round, [Stance::Differs]);
    }

    #[test]
    fn the_same_value_agrees_however_it_is_written() {
        assert_eq!(stances("Nearly 60 % of them died.", "Of these, 59.3% died."), [Stance::Agrees]);
        assert_eq!(
            stances("Two weeks later they recovered.", "They recovered 14 days later."),
            [Stance::Agrees]
        );
        assert_eq!(stances("1204 participants took part.", "We enrolled 1,204 patients."), [Stance::Agrees]);
    }

    #[test]
    fn what_follows_from_the_sentence_is_no_difference() {
        assert!(stances("41 % survived.", "Of all patients, 59 % died.").is_empty());
        assert!(stances("Yields rose 2-fold.", "Yields rose from 12 kg to 24 kg.").is_empty());
    }

    #[test]
    fn exchanged_values_differ() {
        let source = "Of the 38 patients, 22 remained abstinent after six months (58%), 12 relapsed (32%).";
        assert_eq!(
            stances("Later, 32% of the patients had remained abstinent and 58% had relapsed.", source),
            [Stance::Differs]
        );
        assert_eq!(
            stances("Later, 58% of the patients had remained abstinent and 32% had relapsed.", source),
            [Stance::Agrees, Stance::Agrees]
        );
    }

    #[test]
    fn other_measures_are_not_compared() {
        assert!(
            stances("The dose was 5 mg.", "Patients were followed for 5 years in 3 hospitals.").is_empty()
        );
        assert_eq!(stances("More than 50 % improved.", "80 % improved."), [Stance::Doubtful]);
    }

    #[test]
    fn a_range_of_several_studies_is_no_denial_of_one_value() {
        let claim = "Mortality in patients with cirrhosis ranged from 9% to 42.3%.";
        assert_eq!(stances(claim, "Mortality in patients with cirrhosis was 32%."), [Stance::Agrees]);
        assert_eq!(stances(claim, "Mortality in patients with cirrhosis was 52%."), [Stance::Doubtful]);
    }

    #[test]
    fn a_sign_is_no_slip_of_the_point() {
        let source = "The mean change in weight of the group was -3.4% in the first year.";
        assert_ne!(stances("Of the group 34% lost weight in the first year.", source), [Stance::Differs]);
    }

    #[test]
    fn of_several_values_none_is_taken_for_the_one_that_is_meant() {
        let source = "The incidence was lower in the treated group than in the placebo group (17% vs. 24%).";
        let claim = "The probability was lower in the treated than in the placebo group (7.8% vs. 13.8%).";
        let signals = compare(&Reading::of(claim), &Reading::of(source));
        assert!(signals.iter().all(|signal| signal.only_near || signal.stance != Stance::Differs));
    }

    #[test]
    fn a_number_that_stands_nowhere_is_missing() {
        let quantities = |text: &str| Reading::of(text).quantities;
        let stated = quantities("Of 120 patients 59% improved by 5 to 40 units, r = 0.97, in 35 days.");
        for same in ["59 %", "41 %", "0.59", "97 %", "120 patients"] {
            assert!(is_anywhere(&quantities(same)[0], &stated), "{same}");
        }
        for other in ["35 %", "17 %", "0.77", "240 patients"] {
            assert!(!is_anywhere(&quantities(other)[0], &stated), "{other}");
        }
        let telling =
            ["35%", "0.97", "1,022 minutes", "412 patients"].map(|text| is_telling(&quantities(text)[0]));
        assert_eq!(telling, [true; 4]);
        assert!(!is_telling(&quantities("20 %")[0]) && !is_telling(&quantities("two groups")[0]));
    }

    #[test]
    fn a_value_is_found_wherever_it_stands() {
        let quantities = |text: &str| Reading::of(text).quantities;
        let stated = quantities("Doses of 500 mg were given for 14 days; 59% of 120 patients improved.");
        for same in ["0.5 g", "two weeks", "59 %"] {
            assert!(is_among(&quantities(same)[0], &stated), "{same}");
        }
        for other in ["59 days", "120 mg", "95 %"] {
            assert!(!is_among(&quantities(other)[0], &stated), "{other}");
        }
    }
}
