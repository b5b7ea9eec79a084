//! How the figures are spread: over the years (CiteME, Appendix C), and steps and costs over the questions (section 5.2,
//! Appendix G).
use std::collections::BTreeMap;

use serde::Serialize;

use super::answers::Answer;
use crate::statistics::Share;

/// The year at which the paper divides its excerpts.
const DIVIDE: i32 = 2024;

/// Values in order of size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Spread {
    pub(super) mean: f64,
    pub(super) least: f64,
    pub(super) quarter: f64,
    pub(super) median: f64,
    pub(super) three_quarters: f64,
    pub(super) most: f64,
}

impl Spread {
    /// None of nothing. Quantiles are values that occurred.
    pub(super) fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        let last = values.len().checked_sub(1)?;
        let at = |share: f64| values.get((share * last as f64).round() as usize).copied().unwrap_or_default();
        Some(Self {
            mean: values.iter().sum::<f64>() / values.len() as f64,
            least: at(0.0),
            quarter: at(0.25),
            median: at(0.5),
            three_quarters: at(0.75),
            most: at(1.0),
        })
    }
}

/// Questions that took so many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Steps {
    pub(super) steps: usize,
    pub(super) excerpts: usize,
    pub(super) right: usize,
}

/// Questions of one time.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Years {
    pub(super) years: String,
    pub(super) right: Share,
}

/// How steps and costs are spread over the questions. Without a model there are no tokens, without prices no dollars.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Spreads {
    pub(super) steps: Option<Spread>,
    pub(super) searches: Option<Spread>,
    pub(super) readings: Option<Spread>,
    pub(super) seconds: Option<Spread>,
    pub(super) tokens: Option<Spread>,
    pub(super) dollars: Option<Spread>,
    pub(super) by_steps: Vec<Steps>,
}

/// Dollars for a million tokens, read and written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prices {
    pub(super) read: f64,
    pub(super) written: f64,
}

pub(super) fn spreads(answers: &[Answer], prices: Option<Prices>) -> Spreads {
    let counts = |of: fn(&Answer) -> usize| Spread::of(answers.iter().map(|answer| of(answer) as f64));
    let costs = || answers.iter().filter_map(|answer| answer.cost);
    let mut by_steps: BTreeMap<usize, Steps> = BTreeMap::new();
    for answer in answers {
        let steps = answer.steps;
        let row = by_steps.entry(steps).or_insert(Steps { steps, excerpts: 0, right: 0 });
        row.excerpts += 1;
        row.right += usize::from(answer.right);
    }
    Spreads {
        steps: counts(|answer| answer.steps),
        searches: counts(|answer| answer.searches),
        readings: counts(|answer| answer.readings),
        seconds: Spread::of(answers.iter().map(|answer| answer.seconds)),
        tokens: Spread::of(costs().map(|cost| (cost.input_tokens + cost.output_tokens) as f64)),
        dollars: prices.and_then(|Prices { read, written }| {
            Spread::of(
                costs().map(|cost| {
                    (read * cost.input_tokens as f64 + written * cost.output_tokens as f64) / 1e6
                }),
            )
        }),
        by_steps: by_steps.into_values().collect(),
    }
}

/// Each year, then before and from the paper's dividing one. Questions without a year are in none.
pub(super) fn years(answers: &[Answer]) -> Vec<Years> {
    let mut by_year: BTreeMap<i32, (usize, usize)> = BTreeMap::new();
    for answer in answers {
        let Some(year) = answer.year else { continue };
        let (right, of) = by_year.entry(year).or_default();
        *right += usize::from(answer.right);
        *of += 1;
    }
    let part = |name: String, holds: &dyn Fn(i32) -> bool| {
        let chosen = by_year.iter().filter(|(year, _)| holds(**year));
        let (right, of) = chosen.fold((0, 0), |all, (_, one)| (all.0 + one.0, all.1 + one.1));
        (of > 0).then(|| Years { years: name, right: Share::of(right, of) })
    };
    let each = by_year.keys().map(|year| part(year.to_string(), &|own| own == *year));
    let divided = [
        part(format!("before {DIVIDE}"), &|year| year < DIVIDE),
        part(format!("from {DIVIDE}"), &|year| year >= DIVIDE),
    ];
    each.chain(divided).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_holds_values_that_occurred() {
        let spread = Spread::of([4.0, 1.0, 2.0, 3.0, 10.0]).unwrap();
        assert_eq!((spread.least, spread.median, spread.most, spread.mean), (1.0, 3.0, 10.0, 4.0));
        assert_eq!((spread.quarter, spread.three_quarters), (2.0, 4.0));
        assert_eq!(Spread::of([]), None);
    }
}
