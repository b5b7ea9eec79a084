//! The figures as a picture: what abstaining buys, and whether the probabilities mean what they say.
use std::path::Path;

use citelight::verify::models::Probabilities;
use citelight_cli::failure::Failure;
use plotters::element::{Circle, PathElement};
use plotters::series::LineSeries;
use plotters::style::{Color, WHITE};

use super::figures::{of, predicted};
use super::read::Label;
use crate::picture::{self, Area, BLUE, Drawn, GREY, VERMILION, chart};

/// Flags before a precision is drawn: of fewer it says nothing.
const FEWEST: usize = 10;
const BINS: usize = 10;

/// Writes an SVG: left the precision of entailment and contradiction over the share that is left open as the threshold
/// rises, with the product's threshold marked; right accuracy over confidence in ten bins.
pub(super) fn plot(all: &[(Label, Probabilities)], tau: f64, path: &Path) -> Result<(), Failure> {
    picture::write(path, (900, 400), 2, |areas| {
        let [left, right] = areas else { return Ok(()) };
        draw_precision(all, tau, left)?;
        draw_reliability(all, right)
    })
}

fn draw_precision(all: &[(Label, Probabilities)], tau: f64, area: &Area<'_>) -> Drawn {
    let mut chart = chart(area, "Precision over the share left open", ("left open", 0.0..1.0), "precision")?;
    for (class, colour) in [(Label::Entailment, BLUE), (Label::Contradiction, VERMILION)] {
        let curve = precision_over_abstention(all, class);
        chart
            .draw_series(LineSeries::new(curve.iter().map(|point| (point.open, point.precision)), colour))?
            .label(class.word())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour));
        let at = curve.iter().rev().find(|point| point.threshold >= tau);
        chart.draw_series(at.map(|point| Circle::new((point.open, point.precision), 4, colour.filled())))?;
    }
    chart.configure_series_labels().background_style(WHITE).border_style(GREY).draw()?;
    Ok(())
}

fn draw_reliability(all: &[(Label, Probabilities)], area: &Area<'_>) -> Drawn {
    let mut chart = chart(area, "Accuracy over confidence", ("confidence", 0.0..1.0), "accuracy")?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (1.0, 1.0)], GREY))?;
    let bins = reliability(all);
    chart.draw_series(LineSeries::new(bins.iter().map(|bin| (bin.confidence, bin.accuracy)), BLUE))?;
    // The larger the dot, the more pairs it stands for.
    let size = |pairs: usize| 2 + (14.0 * (pairs as f64 / all.len().max(1) as f64).sqrt()) as i32;
    chart
        .draw_series(bins.iter().map(|bin| {
            Circle::new((bin.confidence, bin.accuracy), size(bin.pairs), BLUE.mix(0.5).filled())
        }))?;
    Ok(())
}

/// What calling everything at or over a threshold comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    threshold: f64,
    /// Share of all pairs under it.
    open: f64,
    precision: f64,
}

/// One point for each threshold that changes something, from the lowest.
fn precision_over_abstention(all: &[(Label, Probabilities)], class: Label) -> Vec<Point> {
    let mut sorted: Vec<(f64, bool)> = all.iter().map(|(label, p)| (of(p, class), *label == class)).collect();
    sorted.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut right = 0;
    let mut points = Vec::new();
    for (index, (threshold, is_right)) in sorted.iter().enumerate() {
        right += usize::from(*is_right);
        let called = index + 1;
        let is_last_of_equals = sorted.get(called).is_none_or(|(next, _)| next < threshold);
        if called >= FEWEST && is_last_of_equals {
            points.push(Point {
                threshold: *threshold,
                open: 1.0 - called as f64 / all.len() as f64,
                precision: right as f64 / called as f64,
            });
        }
    }
    points.reverse();
    points
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bin {
    pairs: usize,
    confidence: f64,
    accuracy: f64,
}

/// Mean confidence and accuracy of the bins that hold something.
fn reliability(all: &[(Label, Probabilities)]) -> Vec<Bin> {
    let mut bins = [Bin::default(); BINS];
    for (label, p) in all {
        let confidence = of(p, predicted(p));
        let bin = &mut bins[((confidence * BINS as f64) as usize).min(BINS - 1)];
        bin.pairs += 1;
        bin.confidence += confidence;
        bin.accuracy += f64::from(u8::from(predicted(p) == *label));
    }
    let mean = |bin: &Bin| {
        let pairs = bin.pairs as f64;
        Bin { pairs: bin.pairs, confidence: bin.confidence / pairs, accuracy: bin.accuracy / pairs }
    };
    bins.iter().filter(|bin| bin.pairs > 0).map(mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure(entailment: f64) -> Probabilities {
        Probabilities { entailment, neutral: 0.0, contradiction: 1.0 - entailment }
    }

    #[test]
    fn equal_probabilities_are_called_together() {
        let mut all = vec![(Label::Entailment, sure(0.9)); 8];
        all.extend([(Label::Contradiction, sure(0.9)), (Label::Entailment, sure(0.9))]);
        all.extend([(Label::Contradiction, sure(0.2)); 10]);
        assert_eq!(
            precision_over_abstention(&all, Label::Entailment),
            [
                Point { threshold: 0.2, open: 0.0, precision: 0.45 },
                Point { threshold: 0.9, open: 0.5, precision: 0.9 }
            ]
        );
        let bins = reliability(&all);
        assert_eq!(bins.iter().map(|bin| bin.pairs).collect::<Vec<_>>(), [10, 10]);
    }

    #[test]
    fn the_picture_has_its_words_and_is_written() {
        let all = vec![(Label::Entailment, sure(0.7)); 20];
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("plot.svg");
        plot(&all, 0.9, &path).unwrap();
        let svg = std::fs::read_to_string(&path).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("left open") && svg.contains("confidence"));
        assert!(plot(&all, 0.9, folder.path()).is_err());
    }
}
