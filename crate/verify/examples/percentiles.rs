//! Makes the percentile tables of the evidence committee from answers of OpenAlex:
//!
//! ```text
//! cargo run -p citelight-verify --example percentiles -- DATE ORIGIN FOLDER… > crate/verify/src/committee/percentiles.json
//! ```
//!
//! Every JSON file of the folders is read; what is no such answer is passed over. Used are
//! - works (`/works`, `/works/W…`) with field, year, count and the percentile that OpenAlex gives: points of a distribution;
//! - groups (`/works?filter=primary_topic.field.id:F,publication_year:Y&group_by=cited_by_count`), in files named
//!   `FIELD.YEAR.json`: whole distributions, which take the place of points;
//! - venues (`/sources`, `/sources/S…`) with their mean citedness, by the field of their first topic.

use std::collections::BTreeMap;
use std::path::Path;

use citelight_types::settings::CommitteeSettings;
use citelight_verify::committee::influence::winsorised;
use citelight_verify::committee::percentiles::{Distribution, PercentileTables, VenueMetrics};
use serde_json::Value;

/// Venues of a field from which they say how its venues are distributed.
const LEAST_VENUES: usize = 20;

#[derive(Default)]
struct Gathered {
    points: BTreeMap<(String, i32), Vec<(f64, f64)>>,
    whole: BTreeMap<(String, i32), Distribution>,
    venues: BTreeMap<String, VenueMetrics>,
    by_field: BTreeMap<String, BTreeMap<String, VenueMetrics>>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(date), Some(origin)) = (arguments.next(), arguments.next()) else {
        return Err("usage: percentiles DATE ORIGIN FOLDER…".into());
    };
    let settings = CommitteeSettings::default();
    let mut gathered = Gathered::default();
    for folder in arguments {
        let mut files: Vec<_> =
            std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_some_and(|ending| ending == "json")) {
            if let Ok(value) = serde_json::from_str::<Value>(&std::fs::read_to_string(file)?) {
                gathered.read(file, &value, &settings);
            }
        }
    }
    println!("{}", serde_json::to_string(&gathered.tables(date, origin))?);
    Ok(())
}

impl Gathered {
    fn read(&mut self, file: &Path, value: &Value, settings: &CommitteeSettings) {
        if let Some(groups) = value["group_by"].as_array().filter(|groups| !groups.is_empty()) {
            self.read_groups(file, groups, settings);
            return;
        }
        let one = std::slice::from_ref(value);
        for item in value["results"].as_array().map_or(one, Vec::as_slice) {
            let id = item["id"].as_str().and_then(|id| id.rsplit('/').next()).unwrap_or_default();
            match id.chars().next() {
                Some('W') => self.read_work(item, settings),
                Some('S') => self.read_venue(id, item),
                _ => {}
            }
        }
    }

    fn read_work(&mut self, work: &Value, settings: &CommitteeSettings) {
        let known = (
            work["primary_topic"]["field"]["display_name"].as_str(),
            work["publication_year"].as_i64().and_then(|year| i32::try_from(year).ok()),
            work["cited_by_count"].as_f64(),
            work["citation_normalized_percentile"]["value"].as_f64(),
        );
        if let (Some(field), Some(year), Some(count), Some(percentile)) = known {
            let points = self.points.entry((field.to_owned(), year)).or_default();
            points.push((count, winsorised(percentile, settings)));
        }
    }

    fn read_groups(&mut self, file: &Path, groups: &[Value], settings: &CommitteeSettings) {
        let name = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let Some((field, year)) = name.rsplit_once('.') else { return };
        let Ok(year) = year.parse() else { return };
        let counted = groups.iter().filter_map(|group| {
            let count = group["key"].as_str()?.parse::<u64>().ok()?;
            Some((count, group["count"].as_u64()?))
        });
        let distribution = Distribution::of(&counted.collect(), settings.winsorised_at);
        self.whole.insert((field.to_owned(), year), distribution);
    }

    fn read_venue(&mut self, id: &str, venue: &Value) {
        let (cited, works) = (venue["cited_by_count"].as_f64(), venue["works_count"].as_f64());
        let metrics = VenueMetrics {
            name: venue["display_name"].as_str().unwrap_or_default().to_owned(),
            percentile: None,
            two_years: venue["summary_stats"]["2yr_mean_citedness"].as_f64(),
            long_run: cited.zip(works).filter(|(_, works)| *works > 0.0).map(|(cited, works)| cited / works),
        };
        if let Some(field) = venue["topics"][0]["field"]["display_name"].as_str() {
            self.by_field.entry(field.to_owned()).or_default().insert(id.to_owned(), metrics.clone());
        }
        self.venues.insert(id.to_owned(), metrics);
    }

    fn tables(self, date: String, origin: String) -> PercentileTables {
        let mut tables = PercentileTables { date, origin, ..PercentileTables::default() };
        let points = self.points.into_iter().map(|(of, points)| (of, Distribution::known(points)));
        for ((field, year), distribution) in points.chain(self.whole) {
            tables.citations.entry(field).or_default().insert(year, distribution);
        }
        for (field, venues) in self.by_field {
            let ranked = |metric: fn(&VenueMetrics) -> Option<f64>| {
                let mut values: Vec<f64> = venues.values().filter_map(metric).collect();
                values.sort_by(f64::total_cmp);
                let count = values.len();
                let middle = |place: usize| (place as f64 + 0.5) / count as f64;
                let points = values.iter().enumerate().map(|(place, value)| (*value, middle(place)));
                (count >= LEAST_VENUES)
                    .then(|| Distribution { whole: true, ..Distribution::known(points.collect()) })
            };
            let distributions = tables.venues.entry(field).or_default();
            distributions.two_years = ranked(|metrics| metrics.two_years);
            distributions.long_run = ranked(|metrics| metrics.long_run);
        }
        tables.venues.retain(|_, venues| venues.two_years.is_some() || venues.long_run.is_some());
        tables.metrics = self.venues;
        tables
    }
}
