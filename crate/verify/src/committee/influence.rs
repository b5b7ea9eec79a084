//! How much weight a witness carries: I(p) = 0.6·C(p) + 0.4·V(p) (BibAgent, appendix D.5).

use serde::{Deserialize, Serialize};

use super::percentiles::PercentileTables;
use citelight_records::sources::citation_metrics::CitationMetrics;
use citelight_records::sources::{Record, WorkKind};
use citelight_types::settings::{CommitteeSettings, Standing};

/// A witness's influence with its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Influence {
    /// C: percentile of its citations within field and year.
    pub citations: Percentile,
    /// V: standing of its venue, before the discount.
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
    /// An index says it of the work among all works of its year, whatever their field.
    Year {
        /// 0..=1, cut off as counts are.
        value: f64,
    },
    /// From how often works of the venue are cited, by [`venue_standing`].
    Citedness {
        /// 0..=1.
        value: f64,
        /// Mean citations of a work of the venue within two years.
        of: f64,
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
            Self::Index { value }
            | Self::Year { value }
            | Self::Citedness { value, .. }
            | Self::Table { value, .. } => Some(*value),
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
    standing: &CitationMetrics,
    tables: &PercentileTables,
    settings: &CommitteeSettings,
) -> Influence {
    let cut = |value: f64| winsorised(value.clamp(0.0, 1.0), settings);
    let ask_indexes = settings.standing == Standing::Indexes;
    let within_field = standing.percentile.map(|value| Percentile::Index { value: cut(value) });
    let citations = within_field.or_else(|| tables.citations(standing, record.year)).or_else(|| {
        let of_year = standing.percentile_of_year.filter(|_| ask_indexes);
        of_year.map(|value| Percentile::Year { value: cut(value) })
    });
    let citedness = standing.venue_citedness.filter(|_| ask_indexes);
    let venue = citedness.map(|of| Percentile::Citedness { value: venue_standing(of, settings), of });
    let (citations, venue) = (
        citations.unwrap_or(Percentile::Unknown),
        venue.or_else(|| tables.venue(standing)).unwrap_or(Percentile::Unknown),
    );
    let preprint = record.kind == WorkKind::Preprint || standing.venue_is_repository;
    Influence::of(citations, venue, preprint, settings)
}

/// The standing of a venue whose works are cited `citedness` times on average within two years: m / (m + middle). It grows with
/// m, is 0 for a venue whose works nobody cites, 0.5 at `middle_citedness`, and approaches 1. The middle of the scale, where most
/// venues are, is spread; the few giants are told apart little, as ranks tell them apart little.
pub fn venue_standing(citedness: f64, settings: &CommitteeSettings) -> f64 {
    let (mean, middle) = (citedness.max(0.0), settings.middle_citedness.clamp(f64::MIN_POSITIVE, f64::MAX));
    if mean.is_finite() { mean / (mean + middle) } else { settings.missing_percentile }
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

    #[test]
    fn a_venue_s_standing_worked_by_hand() {
        let settings = CommitteeSettings::default();
        let close = |citedness: f64, expected: f64| {
            let value = venue_standing(citedness, &settings);
            assert!((value - expected).abs() < 1e-9, "{citedness}: {value}");
        };
        close(0.0, 0.0);
        close(2.0, 0.5);
        // 3 / 5
        close(3.0, 0.6);
        // 15.347984606036054 / 17.347984606036054: Nature, as OpenAlex tells of it.
        close(15.347_984_606_036_054, 0.884712832907165);
        close(f64::NAN, 0.0);
        close(f64::INFINITY, 0.5);
    }

    #[test]
    fn the_indexes_are_heard_before_the_tables_unless_the_settings_say_tables() {
        let tables = PercentileTables::default();
        let standing = CitationMetrics {
            percentile_of_year: Some(0.7),
            venue: Some("S7".to_owned()),
            venue_citedness: Some(3.0),
            ..CitationMetrics::default()
        };
        let of = |settings: &CommitteeSettings| influence(&Record::default(), &standing, &tables, settings);
        let asked = of(&CommitteeSettings::default());
        assert_eq!(asked.citations, Percentile::Year { value: 0.7 });
        assert_eq!(asked.venue, Percentile::Citedness { value: 0.6, of: 3.0 });
        assert!((asked.value - (0.6 * 0.7 + 0.4 * 0.6)).abs() < 1e-9);
        let before = of(&CommitteeSettings { standing: Standing::Tables, ..CommitteeSettings::default() });
        assert_eq!((before.citations, before.venue), (Percentile::Unknown, Percentile::Unknown));
        assert!((before.value - 0.5).abs() < 1e-9);
    }

    proptest::proptest! {
        #[test]
        fn a_venue_s_standing_is_bounded_and_grows_with_citedness(
            a in -1.0f64..1e9, b in -1.0f64..1e9, middle in -1.0f64..1e6,
        ) {
            let settings = CommitteeSettings { middle_citedness: middle, ..CommitteeSettings::default() };
            let (low, high) = (venue_standing(a.min(b), &settings), venue_standing(a.max(b), &settings));
            proptest::prop_assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high) && low <= high);
        }

        #[test]
        fn influence_is_bounded_and_grows_with_its_parts(c in 0.0f64..=1.0, more in 0.0f64..=1.0, v in 0.0f64..=1.0, preprint: bool) {
            let (less, greater) = (of(Some(c.min(more)), Some(v), preprint), of(Some(c.max(more)), Some(v), preprint));
            proptest::prop_assert!((0.0..=1.0 + 1e-12).contains(&less) && less <= greater);
            proptest::prop_assert!(of(Some(c), Some(v), true) <= of(Some(c), Some(v), false));
        }
    }
}
