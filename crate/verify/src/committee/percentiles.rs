//! Percentile tables: where a count of citations stands among the works of a field and year, and a venue among those of a
//! field.
//!
//! `percentiles.json` is data with its date and origin, made by `cargo run -p citelight-verify --example percentiles`. A host may
//! bring a larger table of the same form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use citelight_types::sort::SmallSort;

use super::influence::Percentile;
use citelight_records::sources::citation_metrics::CitationMetrics;

/// The tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PercentileTables {
    /// Day of the data, `YYYY-MM-DD`.
    pub date: String,
    /// What they were made from.
    pub origin: String,
    /// Citations of works by field and year.
    #[serde(default)]
    pub citations: BTreeMap<String, BTreeMap<i32, Distribution>>,
    /// Metrics of venues by field.
    #[serde(default)]
    pub venues: BTreeMap<String, VenueDistributions>,
    /// What is known of single venues, by the index's id.
    #[serde(default)]
    pub metrics: BTreeMap<String, VenueMetrics>,
}

/// Which data a committee's percentiles came from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableOrigin {
    /// Day of the data.
    pub date: String,
    /// What they were made from.
    pub origin: String,
}

/// How the metrics of a field's venues are distributed; each metric is ranked among its own kind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VenueDistributions {
    /// Mean citations of a work within two years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_years: Option<Distribution>,
    /// Citations of all works by their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_run: Option<Distribution>,
}

/// What is known of a venue, in descending priority.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VenueMetrics {
    /// Its name.
    pub name: String,
    /// A percentile that an index of venues gives (CiteScore, SJR), 0..=1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub percentile: Option<f64>,
    /// Mean citations of a work within two years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_years: Option<f64>,
    /// Citations of all works by their number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_run: Option<f64>,
}

/// Values and their percentiles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// Values with their percentiles (0..=1), ascending in both.
    pub points: Vec<(f64, f64)>,
    /// The first and the last point are the least and the greatest value there is. Else nothing is said beyond them.
    pub whole: bool,
}

/// Why a table could not be read.
#[derive(Debug, thiserror::Error)]
#[error("the percentile tables could not be read: {0}; make them anew with the example `percentiles`")]
pub struct TableError(#[from] serde_json::Error);

impl PercentileTables {
    /// The tables that ship.
    ///
    /// # Errors
    /// [`TableError`] if the shipped file is damaged.
    pub fn shipped() -> Result<Self, TableError> {
        Ok(serde_json::from_str(include_str!("percentiles.json"))?)
    }

    /// Date and origin.
    pub fn origin(&self) -> TableOrigin {
        TableOrigin { date: self.date.clone(), origin: self.origin.clone() }
    }

    /// C of a work by its count of citations; none where field, year or count are not known or not in the table.
    pub fn citations(&self, standing: &CitationMetrics, year: Option<i32>) -> Option<Percentile> {
        let field = standing.field.as_ref()?;
        let of = standing.cited_by? as f64;
        let value = self.citations.get(field)?.get(&year?)?.percentile(of)?;
        Some(Percentile::Table { value, field: field.clone(), of })
    }

    /// V of a work's venue, before any discount: by the best metric that is known of it.
    pub fn venue(&self, standing: &CitationMetrics) -> Option<Percentile> {
        let metrics = self.metrics.get(standing.venue.as_ref()?)?;
        if let Some(value) = metrics.percentile {
            return Some(Percentile::Index { value });
        }
        let field = standing.field.as_ref()?;
        let venues = self.venues.get(field)?;
        let ranked = |metric: Option<f64>, among: &Option<Distribution>| {
            let of = metric?;
            Some(Percentile::Table { value: among.as_ref()?.percentile(of)?, field: field.clone(), of })
        };
        ranked(metrics.two_years, &venues.two_years).or_else(|| ranked(metrics.long_run, &venues.long_run))
    }
}

impl Distribution {
    /// The distribution of values that occur so many times: values above the percentile `cut` (0..=1) are cut off to the
    /// greatest one under it (winsorised), equal values share the middle of their ranks.
    pub fn of(counted: &BTreeMap<u64, u64>, cut: f64) -> Self {
        let total: u64 = counted.values().sum();
        let share = |number: f64| number / total.max(1) as f64;
        let mut points = Vec::with_capacity(counted.len());
        let (mut below, mut cut_off) = (0u64, false);
        for (value, times) in counted {
            // From the value at which the share of works reaches the cut all greater ones share one rank with it.
            let reaches = share((below + times) as f64) >= cut;
            let sharing = if reaches && !cut_off { total - below } else { *times };
            let percentile = if cut_off {
                points.last().map_or(0.0, |(_, percentile)| *percentile)
            } else {
                share(below as f64 + sharing as f64 / 2.0)
            };
            points.push((*value as f64, percentile));
            below += times;
            cut_off |= reaches;
        }
        Self { points, whole: true }
    }

    /// A distribution of which only some values are known with their percentiles. What contradicts the order is left out.
    pub fn known(mut points: Vec<(f64, f64)>) -> Self {
        points.retain(|(value, percentile)| value.is_finite() && (0.0..=1.0).contains(percentile));
        points.small_sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        let mut ordered: Vec<(f64, f64)> = Vec::with_capacity(points.len());
        for point in points {
            let fits = ordered.last().is_none_or(|last| last.0 < point.0 && last.1 <= point.1);
            if fits {
                ordered.push(point);
            }
        }
        Self { points: ordered, whole: false }
    }

    /// The percentile of a value, between two points in proportion; none beyond what is known.
    pub fn percentile(&self, value: f64) -> Option<f64> {
        let after = self.points.partition_point(|(known, _)| *known < value);
        let next = self.points.get(after).copied();
        if let Some((_, percentile)) = next.filter(|(known, _)| *known == value) {
            return Some(percentile);
        }
        let previous = after.checked_sub(1).and_then(|before| self.points.get(before)).copied();
        match (previous, next) {
            (Some((low, from)), Some((high, to))) => Some(from + (to - from) * (value - low) / (high - low)),
            (Some((_, greatest)), None) if self.whole => Some(greatest),
            (None, Some(_)) if self.whole => Some(0.0),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_shipped_tables_can_be_read_and_are_dated() {
        let tables = PercentileTables::shipped().unwrap();
        assert_eq!(tables.date.len(), 10, "{}", tables.date);
        assert!(!tables.origin.is_empty() && !tables.citations.is_empty());
        for distribution in tables.citations.values().flat_map(BTreeMap::values) {
            let ascends = |pair: &[(f64, f64)]| pair[0].0 < pair[1].0 && pair[0].1 <= pair[1].1;
            assert!(distribution.points.windows(2).all(ascends), "{distribution:?}");
        }
    }

    #[test]
    fn nothing_is_said_beyond_what_is_known() {
        let known = Distribution::known(vec![(10.0, 0.8), (2.0, 0.4)]);
        let close = |value: Option<f64>, expected: f64| assert!((value.unwrap() - expected).abs() < 1e-12);
        close(known.percentile(2.0), 0.4);
        close(known.percentile(6.0), 0.6);
        assert_eq!((known.percentile(1.0), known.percentile(11.0)), (None, None));
        assert_eq!(Distribution::default().percentile(3.0), None);
    }

    /// 100 works: 40 uncited, 30 with one, 20 with two, 9 with ten, 1 with 5000. Mid-ranks: 20, 55, 80, and at the cut the
    /// ten at the top share 90 + 5.
    #[test]
    fn mid_ranks_and_winsorising_worked_by_hand() {
        let counted = BTreeMap::from([(0, 40), (1, 30), (2, 20), (10, 9), (5_000, 1)]);
        let distribution = Distribution::of(&counted, 0.99);
        let expected = [(0.0, 0.2), (1.0, 0.55), (2.0, 0.8), (10.0, 0.95), (5_000.0, 0.95)];
        for ((value, percentile), (wanted_value, wanted)) in distribution.points.iter().zip(expected) {
            assert_eq!(*value, wanted_value);
            assert!((percentile - wanted).abs() < 1e-12, "{value}: {percentile}");
        }
        assert_eq!(distribution.percentile(9_999.0), distribution.percentile(5_000.0));
    }

    proptest! {
        /// The textbook way: sort all, cut off above the 99th percentile, give equal values the mean of their ranks.
        #[test]
        fn a_distribution_ranks_as_the_textbook_does(counts in proptest::collection::vec(0u64..40, 1..200)) {
            let mut sorted = counts.clone();
            sorted.sort_unstable();
            let at = ((0.99 * sorted.len() as f64).ceil() as usize).clamp(1, sorted.len());
            let limit = sorted[at - 1];
            let cut: Vec<u64> = sorted.iter().map(|count| (*count).min(limit)).collect();
            let mut counted = BTreeMap::new();
            counts.iter().for_each(|count| *counted.entry(*count).or_insert(0u64) += 1);
            let distribution = Distribution::of(&counted, 0.99);
            for count in &counts {
                let own = (*count).min(limit);
                let below = cut.iter().filter(|other| **other < own).count() as f64;
                let equal = cut.iter().filter(|other| **other == own).count() as f64;
                let textbook = (below + equal / 2.0) / cut.len() as f64;
                let found = distribution.percentile(*count as f64).unwrap();
                prop_assert!((found - textbook).abs() < 1e-9, "{count}: {found} is not {textbook}");
            }
        }

        #[test]
        fn more_citations_never_rank_lower(points in proptest::collection::vec((0.0f64..100.0, 0.0f64..=1.0), 0..9), a in 0.0f64..100.0, b in 0.0f64..100.0) {
            let distribution = Distribution::known(points);
            if let (Some(low), Some(high)) = (distribution.percentile(a.min(b)), distribution.percentile(a.max(b))) {
                prop_assert!(low <= high + 1e-12 && (0.0..=1.0).contains(&low));
            }
        }
    }
}
