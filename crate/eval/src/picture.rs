//! What the pictures of the evaluations share: colours, an empty chart, the file.
use std::ops::Range;
use std::path::Path;

use citelight_cli::failure::Failure;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::cartesian::Cartesian2d;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoTextStyle, RGBColor, WHITE};
use plotters_svg::SVGBackend;

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

/// A named value, with the interval that holds it.
pub(super) struct NamedValue {
    pub(super) name: String,
    pub(super) value: f64,
    pub(super) interval: Option<(f64, f64)>,
    /// In the colour of what is talked about.
    pub(super) is_told_of: bool,
}

/// Height of a row of [`rows`], and of what stands above and below them, in pixels.
const ROW: u32 = 18;
const AROUND_ROWS: u32 = 90;
/// Width that the names of rows take.
const NAMES: u32 = 240;

/// Height of a picture of so many [`rows`].
pub(super) fn height_of(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX).saturating_mul(ROW).saturating_add(AROUND_ROWS)
}

/// A row for each value, from the top, over any axis.
pub(super) fn rows<X>(area: &Area<'_>, caption: &str, (x, axis): (&str, X), values: &[NamedValue]) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let all = values.len() as f64;
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 16))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(NAMES)
        .build_cartesian_2d(axis, 0.0..all.max(1.0))?;
    // Sums of tenths are no tenths; worths are powers of ten.
    let plain = |value: &f64| ((value * 1e6).round() / 1e6).to_string();
    chart
        .configure_mesh()
        .x_desc(x)
        .x_labels(6)
        .x_label_formatter(&plain)
        .disable_y_mesh()
        .y_labels(0)
        .light_line_style(WHITE)
        .draw()?;
    let name_style = ("sans-serif", 12).into_text_style(area).pos(Pos::new(HPos::Right, VPos::Center));
    let (left, top) = area.get_base_pixel();
    let beginning = chart.plotting_area().get_x_axis_pixel_range().start;
    for (place, named) in values.iter().enumerate() {
        let y = all - place as f64 - 0.5;
        let colour = if named.is_told_of { VERMILION } else { BLUE };
        let (_, line) = chart.backend_coord(&(named.value, y));
        area.draw_text(&named.name, &name_style, (beginning - left - 8, line - top))?;
        let interval = named.interval.map(|(lower, upper)| {
            PathElement::new([(lower, y), (upper, y)], colour.mix(0.6).stroke_width(2))
        });
        chart.draw_series(interval)?;
        chart.draw_series([Circle::new((named.value, y), 4, colour.filled())])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use plotters::coord::combinators::IntoLogRange;

    use super::*;

    #[test]
    fn rows_show_their_names_as_text_over_any_axis() {
        let named = |name: &str, value: f64, interval| NamedValue {
            name: name.to_owned(),
            value,
            interval,
            is_told_of: name == "ours",
        };
        let values = [named("ours", 0.5, Some((0.4, 0.6))), named("<script>", 0.001, None)];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.svg");
        write(&path, (900, height_of(values.len())), 2, |areas| {
            let [left, right] = areas else { return Ok(()) };
            rows(left, "Shares", ("share", 0.0..1.0), &values)?;
            rows(right, "Worths", ("worth", (0.0005..1.0).log_scale()), &values)
        })
        .unwrap();
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.contains("ours") && svg.contains("&lt;script&gt;") && !svg.contains("<script>"), "{svg}");
        assert!(svg.matches("<circle").count() == 4 && svg.contains("#D55E00"), "{svg}");
    }

    #[test]
    fn any_number_of_rows_has_a_height() {
        assert!(height_of(0) > 0 && height_of(20) > height_of(10) && height_of(usize::MAX) > 0);
    }
}
