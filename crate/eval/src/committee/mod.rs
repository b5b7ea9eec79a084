//! `citelight-eval committee`: simulated committees, as figures and as a picture.

pub mod simulation;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use citelight_cli::args::Format;
use citelight_cli::failure::Failure;
use citelight_cli::output;
use plotters::element::PathElement;
use plotters::series::LineSeries;
use plotters::style::{Color, RGBColor, WHITE};
use serde_json::json;

use crate::args::CommitteeOptions;
use crate::committee::simulation::{Curve, Plan, Point, Variant, simulate};
use crate::picture::{self, Area, BLUE, Drawn, GREEN, GREY, ORANGE, PURPLE, VERMILION, chart};
use crate::results::{self, Sheet};
use crate::results::{Figure, Unit};

/// Voters that the table tells of.
const TOLD: [usize; 9] = [1, 2, 3, 4, 5, 6, 8, 12, 25];
/// Variants that the picture shows: as is in full colour, without Kmin pale.
const DRAWN: [(Variant, f64); 2] = [(Variant::WithoutKmin, 0.35), (Variant::AsIs, 1.0)];
const COLOURS: [RGBColor; 5] = [BLUE, GREEN, ORANGE, VERMILION, PURPLE];

/// One figure of a point, where there is one.
type Reading = fn(&Point) -> Option<f64>;
const FIGURES: [(&str, Reading); 3] = [
    ("decided", |point| Some(point.non_abstention)),
    ("right, of these", |point| point.conditional_accuracy),
    ("mean confidence", |point| Some(point.mean_confidence)),
];

pub(super) fn run(options: &CommitteeOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let standard = Plan::default();
    let plan = Plan {
        elsewhere: options.elsewhere,
        draws: options.draws.unwrap_or(standard.draws),
        seed: options.seed,
        ..standard
    };
    let curves = simulate(&plan);
    if let Some(path) = &options.plot {
        plot(&curves, &plan, path)?;
    }
    results::keep(kept, || sheet(&curves, &plan, options.plot.as_deref()))?;
    match options.format {
        Format::Json => output::json(&json!({
            "schema": "citelight/eval-committee/1",
            "plan": plan,
            "curves": curves,
        }))?,
        Format::Text => table(&curves, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn table(curves: &[Curve], out: &mut impl Write) -> Result<(), Failure> {
    let told = TOLD.map(|voters| voters.to_string()).join(" | ");
    writeln!(
        out,
        "| errors | parameters | figure | {told} |\n| --- | --- | --- |{}",
        " ---: |".repeat(TOLD.len())
    )?;
    for curve in curves {
        for (name, figure) in FIGURES {
            let cells = TOLD.map(|voters| {
                let point = curve.points.iter().find(|point| point.voters == voters);
                point.and_then(figure).map_or_else(|| "–".to_owned(), |value| format!("{value:.2}"))
            });
            writeln!(
                out,
                "| {} | {} | {name} | {} |",
                curve.error_rate,
                words(curve.variant),
                cells.join(" | ")
            )?;
        }
    }
    Ok(())
}

/// The figures that the table tells of.
fn sheet(curves: &[Curve], plan: &Plan, plot: Option<&Path>) -> Sheet {
    let mut figures = Vec::new();
    for curve in curves {
        let errors = format!("{:.0} % err", 100.0 * curve.error_rate);
        for (name, reading) in FIGURES {
            let told = curve.points.iter().filter(|point| TOLD.contains(&point.voters));
            figures.extend(told.filter_map(|point| {
                let voters = format!("{} witnesses", point.voters);
                let key = results::key([words(curve.variant), &errors, name, &voters]);
                let section = format!("{}: {name}", words(curve.variant));
                Some(Figure::new(key, [&section, &errors, &voters], reading(point)?, Unit::Share))
            }));
        }
    }
    Sheet {
        title: format!(
            "Simulated evidence committees, {} % of the witnesses off the subject",
            100.0 * plan.elsewhere
        ),
        about: format!(
            "How often committees of simulated witnesses decide, and how often correctly, by size and error rate; \
             {} committees for each, {} % of the witnesses speak about something else. The arithmetic is the \
             product's; the witnesses are drawn at random, so the figures say nothing about real ones.",
            plan.draws,
            100.0 * plan.elsewhere
        ),
        figures,
        seeds: vec![plan.seed],
        plots: results::drawn(
            plot,
            "Share decided, share right and mean confidence over the number of witnesses",
        ),
        ..Sheet::default()
    }
}

fn words(variant: Variant) -> &'static str {
    match variant {
        Variant::AsIs => "as is",
        Variant::WithoutKmin => "no Kmin",
        Variant::WithoutSize => "no Kmin, no n_eff/6",
        Variant::LiteralNumber => "n_eff of statements",
    }
}

/// Writes an SVG: what is decided, how much of it is right, and the mean confidence, over the number of voters.
fn plot(curves: &[Curve], plan: &Plan, path: &Path) -> Result<(), Failure> {
    picture::write(path, (1200, 400), FIGURES.len(), |areas| {
        for (area, (name, figure)) in areas.iter().zip(FIGURES) {
            draw(curves, plan, (name, figure), area)?;
        }
        Ok(())
    })
}

fn draw(curves: &[Curve], plan: &Plan, (name, figure): (&str, Reading), area: &Area<'_>) -> Drawn {
    let x = ("witnesses of the dominant aspect", 1.0..plan.most_voters as f64);
    let mut chart = chart(area, name, x, "share")?;
    for (variant, strength) in DRAWN {
        let of_variant = curves.iter().filter(|curve| curve.variant == variant);
        for (curve, colour) in of_variant.zip(COLOURS) {
            let points = curve.points.iter().filter_map(|point| Some((point.voters as f64, figure(point)?)));
            let series = chart.draw_series(LineSeries::new(points, colour.mix(strength).stroke_width(2)))?;
            if variant == Variant::AsIs {
                series
                    .label(format!("{:.0} % err", 100.0 * curve.error_rate))
                    .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour));
            }
        }
    }
    // One legend serves all; where nearly all is right there is room for it.
    if name != FIGURES[1].0 {
        return Ok(());
    }
    chart.configure_series_labels().background_style(WHITE).border_style(GREY).draw()
}
