//! A quantity: its value, its unit, how exactly it is meant and what part it plays.

use std::ops::Range;

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
        if self.upper.is_some() {
            return within(two, self);
        }
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
