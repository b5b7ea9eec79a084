//! The figures as a picture: what is found of each type, and where this run stands among other tools.
use std::path::Path;

use citelight_cli::failure::Failure;
use citelight_cli::output::cut;
use plotters::coord::combinators::IntoLogRange;

use super::ranking::{OURS, Ranking};
use super::report::Report;
use super::sheet::type_name;
use crate::hallmark::Rank;
use crate::picture::{self, Drawn, NamedValue, height_of, rows};
use crate::statistics::Share;

/// Width of each part, in pixels.
const WIDTH: u32 = 620;
/// Letters of a tool's name that there is room for.
const LONGEST: usize = 36;

/// Writes an SVG: left the share of each type that was found, with Wilson's intervals; then for each table the worths of
/// its tools on a logarithmic axis, the best first.
pub(super) fn plot(report: &Report<'_>, path: &Path) -> Result<(), Failure> {
    let types = types(report);
    let rankings: Vec<_> = report.rankings.iter().filter_map(worths).collect();
    let most = rankings.iter().map(|(_, worths)| worths.len()).chain([types.len()]).max().unwrap_or(0);
    let parts = 1 + rankings.len();
    let size = (WIDTH * u32::try_from(parts).unwrap_or(1), height_of(most));
    picture::write(path, size, parts, |areas| {
        let Some((left, others)) = areas.split_first() else { return Ok(()) };
        rows(left, "Found, by type (95 % intervals)", ("share found", 0.0..1.0), &types)?;
        for (area, (name, worths)) in others.iter().zip(&rankings) {
            let least = worths.iter().map(|worth| worth.value).fold(1.0, f64::min);
            let axis = (least / 1.5..1.0).log_scale();
            rows(area, &format!("Worths by {name}"), ("worth (Plackett-Luce), logarithmic", axis), worths)?;
        }
        Drawn::Ok(())
    })
}

fn types(report: &Report<'_>) -> Vec<NamedValue> {
    let types = report.metrics.types.iter().map(|(error_type, found)| {
        let share = Share::of(found.flagged, found.entries);
        NamedValue {
            name: format!("{} (of {})", type_name(*error_type), found.entries),
            value: share.share,
            interval: Some((share.lower, share.upper)),
            is_told_of: false,
        }
    });
    types.collect()
}

/// The largest group of a ranking; none where nobody was compared. A worth of nothing has no place on the axis.
fn worths(ranking: &Ranking) -> Option<(String, Vec<NamedValue>)> {
    let named = |rank: &Rank| {
        let value = rank.worth.filter(|worth| *worth > 0.0)?;
        Some(NamedValue {
            name: cut(&rank.tool, LONGEST),
            value,
            interval: None,
            is_told_of: rank.tool == OURS,
        })
    };
    let worths: Vec<NamedValue> = ranking.groups.first()?.iter().filter_map(named).collect();
    let name = Path::new(&ranking.file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    (worths.len() > 1).then_some((name, worths))
}
