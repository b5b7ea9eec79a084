//! What the pictures of the evaluations share: colours, an empty chart, the file.

use std::ops::Range;
use std::path::Path;

use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::style::{RGBColor, WHITE};
use plotters_svg::SVGBackend;

use crate::failure::Failure;

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(super) type Chart<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;
pub(super) type DrawError = DrawingAreaErrorKind<std::io::Error>;
pub(super) type Drawn = Result<(), DrawError>;

// Okabe & Ito's colours, which colour-blind readers tell apart.
pub(super) const BLUE: RGBColor = RGBColor(0, 114, 178);
pub(super) const VERMILION: RGBColor = RGBColor(213, 94, 0);
pub(super) const GREEN: RGBColor = RGBColor(0, 158, 115);
pub(super) const PURPLE: RGBColor = RGBColor(204, 121, 167);
pub(super) const ORANGE: RGBColor = RGBColor(230, 159, 0);
pub(super) const GREY: RGBColor = RGBColor(120, 120, 120);

/// Draws side by side and writes an SVG.
pub(super) fn write(
    path: &Path,
    size: (u32, u32),
    columns: usize,
    draw: impl FnOnce(&[Area<'_>]) -> Drawn,
) -> Result<(), Failure> {
    let mut svg = String::new();
    let drawn = (|| {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE)?;
        draw(&root.split_evenly((1, columns)))?;
        root.present()
    })();
    drawn.map_err(|error: DrawError| Failure::Unwritable {
        path: path.to_owned(),
        reason: format!("the picture could not be drawn ({error})"),
    })?;
    std::fs::write(path, svg)
        .map_err(|error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() })
}

/// An empty chart of shares over something.
pub(super) fn chart<'a, 'b>(
    area: &'a Area<'b>,
    caption: &str,
    (x, range): (&str, Range<f64>),
    y: &str,
) -> Result<Chart<'a, 'b>, DrawError> {
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(44)
        .build_cartesian_2d(range, 0.0..1.0)?;
    let tenths = |value: &f64| ((value * 10.0).round() / 10.0).to_string();
    chart.configure_mesh().x_desc(x).y_desc(y).x_label_formatter(&tenths).light_line_style(WHITE).draw()?;
    Ok(chart)
}
