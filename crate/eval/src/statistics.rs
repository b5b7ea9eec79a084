//! Shares with their uncertainty, and what a flag is worth where few citations are bad.
use serde::Serialize;

use crate::results::{Figure, Unit};

/// A share of so many, with Wilson's interval at 95 % (Wilson 1927).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(super) struct Share {
    pub(super) count: usize,
    pub(super) of: usize,
    pub(super) share: f64,
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Share {
    pub(super) fn of(count: usize, of: usize) -> Self {
        const Z: f64 = 1.959_964;
        let n = of as f64;
        if of == 0 {
            return Self { count, of, share: 0.0, lower: 0.0, upper: 1.0 };
        }
        let share = count as f64 / n;
        let centre = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        Self {
            count,
            of,
            share,
            // Rounding must not put none of them, or all, outside their own interval.
            lower: ((centre - spread) / scale).clamp(0.0, share),
            upper: ((centre + spread) / scale).clamp(share, 1.0),
        }
    }

    /// As a figure of results; none where there was nothing to count.
    pub(super) fn figure(&self, key: impl Into<String>, cell: [&str; 3]) -> Option<Figure> {
        let figure = || {
            Figure::new(key, cell, self.share, Unit::Share).of(self.of as u64).between(self.lower, self.upper)
        };
        (self.of > 0).then(figure)
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { count, of, share, lower, upper } = self;
        write!(out, "{share:.3} ({count}/{of}, 95 % {lower:.3}–{upper:.3})")
    }
}

/// Share of the flags that are right where so many citations are bad.
pub(super) fn precision_at(prevalence: f64, detection: f64, false_accusation: f64) -> f64 {
    let (right, wrong) = (prevalence * detection, (1.0 - prevalence) * false_accusation);
    if right + wrong > 0.0 { right / (right + wrong) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_s_interval_is_that_of_the_textbooks() {
        let share = Share::of(36, 40);
        assert!((share.lower - 0.769).abs() < 0.001 && (share.upper - 0.960).abs() < 0.001, "{share}");
        let none = Share::of(0, 100);
        assert!(none.lower == 0.0 && (none.upper - 0.037).abs() < 0.001, "{none}");
        for of in 1..200 {
            let (none, all) = (Share::of(0, of), Share::of(of, of));
            assert!(none.lower == 0.0 && all.upper == 1.0, "{none} {all}");
        }
        assert_eq!((Share::of(0, 0).lower, Share::of(0, 0).upper), (0.0, 1.0));
    }

    #[test]
    fn a_share_of_nothing_is_no_figure() {
        let cell = ["All", "ours", "found"];
        assert_eq!(Share::of(0, 0).figure("found", cell), None);
        let figure = Share::of(36, 40).figure("found", cell).unwrap();
        assert_eq!((figure.value, figure.of, figure.unit), (0.9, Some(40), Unit::Share));
        assert!(figure.interval.is_some_and(|interval| interval.lower < 0.9 && 0.9 < interval.upper));
    }

    #[test]
    fn flags_are_worth_little_where_few_citations_are_bad() {
        assert!((precision_at(0.05, 0.85, 0.05) - 0.472).abs() < 0.001);
        assert_eq!(precision_at(0.05, 0.0, 0.0), 0.0);
    }
}
