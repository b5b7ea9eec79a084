//! How much weight a witness carries: I(p) = 0.6·C(p) + 0.4·V(p) (BibAgent, appendix D.5).

use serde::{Deserialize, Serialize};

use super::percentiles::PercentileTables;
use citelight_records::sources::standing::Standing;
use citelight_records::sources::{Record, WorkKind};
use citelight_types::settings::CommitteeSettings;

/// A witness's influence with its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Influence {
    /// C: percentile of its citations within field and year.
    pub citations: Percentile,
    /// V: percentile of its venue within the field, before the discount.
    pub venue: Percentile,
    /// Whether the venue is a preprint server, whose percentile is discounted.
    pub preprint: bool,
    /// The weighted sum, 0..=1.
    pub value: f64,
}

/// A percentile and how it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "known")]
pub enum Percentile {
    /// An index says it of the work itself.
    Index {
        /// 0..=1, cut off as counts are.
        value: f64,
    },
    /// From a table, by field (and year) and what is ranked.
    Table {
        /// 0..=1.
        value: f64,
        /// Field of research, as the table names it.
        field: String,
        /// What was looked up: citations, or citations of a work of the venue in two years.
        of: f64,
    },
    /// Not known: it counts as the middle.
    Unknown,
}

impl Percentile {
    /// The percentile itself, where one is known.
    pub fn value(&self) -> Option<f64> {
        match self {
            Self::Index { value } | Self::Table { value, .. } => Some(*value),
            Self::Unknown => None,
        }
    }
}

impl Influence {
    /// The influence that follows from its parts.
    pub fn of(
        citations: Percentile,
        venue: Percentile,
        preprint: bool,
        settings: &CommitteeSettings,
    ) -> Self {
        let mut influence = Self { citations, venue, preprint, value: 0.0 };
        influence.value = influence.derived(settings);
        influence
    }

    /// The weighted sum of its parts, whatever `value` says. An unknown percentile of a preprint server is discounted, too.
    pub fn derived(&self, settings: &CommitteeSettings) -> f64 {
        let known = |percentile: &Percentile| {
            percentile.value().unwrap_or(settings.missing_percentile).clamp(0.0, 1.0)
        };
        let discount = if self.preprint { settings.preprint_discount } else { 1.0 };
        settings.citations_weight * known(&self.citations)
            + settings.venue_weight * known(&self.venue) * discount
    }
}

/// The influence of a citing work by what the indexes and the tables know of it.
pub fn influence(
    record: &Record,
    standing: &Standing,
    tables: &PercentileTables,
    settings: &CommitteeSettings,
) -> Influence {
    let citations = match standing.percentile {
        Some(value) => Percentile::Index { value: winsorised(value.clamp(0.0, 1.0), settings) },
        None => tables.citations(standing, record.year).unwrap_or(Percentile::Unknown),
    };
    let venue = tables.venue(standing).unwrap_or(Percentile::Unknown);
    let preprint = record.kind == WorkKind::Preprint || standing.venue_is_repository;
    Influence::of(citations, venue, preprint, settings)
}

/// Where counts are cut off at a percentile before they are ranked, all works above it share one rank: the middle of it and
/// the top. That is what this makes of a percentile that was ranked without.
pub fn winsorised(percentile: f64, settings: &CommitteeSettings) -> f64 {
    let cut = settings.winsorised_at.clamp(0.0, 1.0);
    if percentile > cut { (cut + 1.0) / 2.0 } else { percentile }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(citations: Option<f64>, venue: Option<f64>, preprint: bool) -> f64 {
        let percentile =
            |value: Option<f64>| value.map_or(Percentile::Unknown, |value| Percentile::Index { value });
        Influence::of(percentile(citations), percentile(venue), preprint, &CommitteeSettings::default()).value
    }

    #[test]
    fn influence_worked_by_hand() {
        let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-12, "{value}");
        close(of(None, None, false), 0.5);
        close(of(Some(1.0), Some(1.0), false), 1.0);
        // 0.6 · 0.9 + 0.4 · 0.85 · 0.7
        close(of(Some(0.9), Some(0.7), true), 0.778);
        // 0.6 · 0.25 + 0.4 · 0.5
        close(of(Some(0.25), None, false), 0.35);
        close(of(Some(0.0), Some(0.0), true), 0.0);
    }

    #[test]
    fn the_top_percent_shares_a_rank() {
        let settings = CommitteeSettings::default();
        assert_eq!(winsorised(0.99, &settings), 0.99);
        assert_eq!(winsorised(0.990_1, &settings), 0.995);
        assert_eq!(winsorised(1.0, &settings), 0.995);
    }

    proptest::proptest! {
        #[test]
        fn influence_is_bounded_and_grows_with_its_parts(c in 0.0f64..=1.0, more in 0.0f64..=1.0, v in 0.0f64..=1.0, preprint: bool) {
            let (less, greater) = (of(Some(c.min(more)), Some(v), preprint), of(Some(c.max(more)), Some(v), preprint));
            proptest::prop_assert!((0.0..=1.0 + 1e-12).contains(&less) && less <= greater);
            proptest::prop_assert!(of(Some(c), Some(v), true) <= of(Some(c), Some(v), false));
        }
    }
}
