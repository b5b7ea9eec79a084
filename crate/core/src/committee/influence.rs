//! How much weight a witness carries: I(p) = 0.6·C(p) + 0.4·V(p) (spec 05.6).

use serde::{Deserialize, Serialize};

/// Share of the citation percentile.
const CITATIONS: f64 = 0.6;
/// Share of the venue percentile.
const VENUE: f64 = 0.4;
/// A preprint server's percentile counts this much.
const PREPRINT: f64 = 0.85;
/// What stands in for a percentile that is not known.
const MISSING: f64 = 0.5;

/// A witness's influence with its parts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Influence {
    /// Percentile of its citations within field and year, 0..=1; none if unknown.
    pub citations: Option<f64>,
    /// Percentile of its venue within the field, 0..=1, preprint discount included; none if unknown.
    pub venue: Option<f64>,
    /// The weighted sum, 0..=1.
    pub value: f64,
}

/// The influence of a witness from its percentiles. What is unknown counts 0.5, and the parts say so.
pub fn influence(citations: Option<f64>, venue: Option<f64>, preprint: bool) -> Influence {
    let citations = citations.map(|percentile| percentile.clamp(0.0, 1.0));
    let venue = venue.map(|percentile| percentile.clamp(0.0, 1.0) * if preprint { PREPRINT } else { 1.0 });
    let value = CITATIONS * citations.unwrap_or(MISSING) + VENUE * venue.unwrap_or(MISSING);
    Influence { citations, venue, value }
}

#[cfg(test)]
mod tests {
    use super::influence;

    #[test]
    fn unknown_percentiles_count_half() {
        assert_eq!(influence(None, None, false).value, 0.5);
        assert!((influence(Some(1.0), Some(1.0), true).value - 0.94).abs() < 1e-12);
    }
}
