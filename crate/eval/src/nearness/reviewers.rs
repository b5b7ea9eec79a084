//! Reviewers' own papers, and how expert they are for others by their own ratings.
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use citelight::assignment::ComparedWork;
use citelight::assignment::expertise::BANDS;
use citelight::assignment::fit::Fit;
use citelight::assignment::tf_idf;
use citelight::relevance::Vectors;
use citelight::verify::models::Embed;
use citelight_cli::failure::Failure;
use citelight_cli::lines::Lines;
use serde::{Deserialize, Serialize};

use crate::attribution::metrics::{Interval, ratio};
use crate::relevance::embed_texts;
use crate::results::{Figure, Unit, key};
use crate::statistics::Share;

const FORM: &str =
    r#"{"reviewer", "works": [{"title", "abstract"}], "submissions": [{"title", "abstract", "expertise"}]}"#;

/// What a work is known by.
#[derive(Deserialize)]
pub(super) struct Known {
    title: String,
    #[serde(default, rename = "abstract")]
    abstract_text: Option<String>,
}

impl Known {
    /// As an assignment compares it.
    pub(super) fn text(self) -> String {
        let Self { title, abstract_text } = self;
        ComparedWork { title, abstract_text, ..ComparedWork::default() }.text()
    }
}

#[derive(Deserialize)]
struct Rated {
    #[serde(flatten)]
    work: Known,
    expertise: f64,
}

#[derive(Deserialize)]
struct Line {
    reviewer: String,
    works: Vec<Known>,
    submissions: Vec<Rated>,
}

/// A way to take the cosines of a reviewer's papers together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Measure {
    Mean,
    MeanOfTwoNearest,
    MeanOfThreeNearest,
    Best,
}

impl Measure {
    const ALL: [Self; 4] = [Self::Mean, Self::MeanOfTwoNearest, Self::MeanOfThreeNearest, Self::Best];

    const fn name(self) -> &'static str {
        match self {
            Self::Mean => "mean of all papers",
            Self::MeanOfTwoNearest => "mean of the two nearest",
            Self::MeanOfThreeNearest => "mean of the three nearest",
            Self::Best => "best paper",
        }
    }

    fn of(self, fit: &Fit) -> f64 {
        match self {
            Self::Mean => fit.mean,
            Self::MeanOfTwoNearest => fit.mean_of_nearest,
            Self::MeanOfThreeNearest => {
                let nearest = fit.nearest.iter().filter_map(|place| fit.cosines.get(*place as usize));
                nearest.sum::<f64>() / fit.nearest.len() as f64
            }
            Self::Best => fit.max,
        }
    }
}

/// A rating with the fits of one draw of papers.
struct Rating {
    expertise: f64,
    by_meaning: Fit,
    by_words: Fit,
}

/// How often a measure orders a reviewer's papers wrongly.
#[derive(Serialize)]
struct Loss {
    measure: Measure,
    by_meaning: Interval,
    by_words: Interval,
}

/// The ratings whose fit is in a band.
#[derive(Serialize)]
struct Counted {
    from: f64,
    at_least_three: Share,
    at_least_four: Share,
}

/// What was measured of reviewers.
#[derive(Serialize)]
pub(super) struct Reviewers {
    reviewers: usize,
    ratings: usize,
    losses: Vec<Loss>,
    bands: Vec<Counted>,
}

impl Reviewers {
    pub(super) fn measure(path: &Path, vectors: &mut Vectors, embed: &dyn Embed) -> Result<Self, Failure> {
        let mut drawn: BTreeMap<String, Vec<Vec<Rating>>> = BTreeMap::new();
        let mut lines = Lines::open(path)?;
        while let Some(Line { reviewer, works, submissions }) = lines.next_json(FORM)? {
            let works: Vec<String> = works.into_iter().map(Known::text).collect();
            let rated: Vec<(String, f64)> =
                submissions.into_iter().map(|rated| (rated.work.text(), rated.expertise)).collect();
            embed_texts(works.iter().chain(rated.iter().map(|(text, _)| text)).cloned(), vectors, embed)?;
            let ratings = rated.iter().filter_map(|(text, expertise)| {
                let cosines = works.iter().filter_map(|work| vectors.cosine(text, work)).collect();
                let by_meaning = Fit::of(cosines)?;
                let by_words = Fit::of(tf_idf::cosines(text, &works))?;
                Some(Rating { expertise: *expertise, by_meaning, by_words })
            });
            drawn.entry(reviewer).or_default().push(ratings.collect());
        }
        let losses = Measure::ALL.map(|measure| Loss {
            measure,
            by_meaning: loss(&drawn, |rating| measure.of(&rating.by_meaning)),
            by_words: loss(&drawn, |rating| measure.of(&rating.by_words)),
        });
        let ratings: Vec<(f64, f64)> = drawn.values().flat_map(|draws| over_draws(draws)).collect();
        Ok(Self {
            reviewers: drawn.len(),
            ratings: ratings.len(),
            losses: losses.into(),
            bands: counted(&ratings),
        })
    }

    pub(super) fn figures(&self) -> Vec<Figure> {
        const LOSS: &str = "Reviewers' papers put in order: loss";
        const RATINGS: &str = "Ratings of reviewers by the mean of their two nearest papers";
        let mut figures = Vec::new();
        for Loss { measure, by_meaning, by_words } in &self.losses {
            for (column, loss) in [("by meaning", by_meaning), ("by words", by_words)] {
                let name = key(["loss", measure.name(), column]);
                let figure = Figure::new(name, [LOSS, measure.name(), column], loss.value, Unit::Score);
                figures.push(figure.of(self.reviewers as u64).between(loss.low, loss.high));
            }
        }
        for (place, Counted { from, at_least_three, at_least_four }) in self.bands.iter().enumerate() {
            let row = match self.bands.get(place + 1) {
                Some(next) if place == 0 => format!("below {:.2}", next.from),
                Some(next) => format!("{from:.2} to {:.2}", next.from),
                None => format!("{from:.2} and above"),
            };
            for (name, share) in [("3 or more of 5", at_least_three), ("4 or more of 5", at_least_four)] {
                figures.extend(share.figure(key(["ratings", &row, name]), [RATINGS, &row, name]));
            }
        }
        figures
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} reviewers, {} ratings", self.reviewers, self.ratings)?;
        for Loss { measure, by_meaning, by_words } in &self.losses {
            let told = |loss: &Interval| format!("{:.3} [{:.3}, {:.3}]", loss.value, loss.low, loss.high);
            writeln!(
                out,
                "  {:28}loss by meaning {}, by words {}",
                measure.name(),
                told(by_meaning),
                told(by_words)
            )?;
        }
        for Counted { from, at_least_three, at_least_four } in &self.bands {
            writeln!(out, "  from {from:5.2}: 3 or more {at_least_three}, 4 or more {at_least_four}")?;
        }
        Ok(())
    }
}

/// Each rating with the mean of its fits over all draws: the same rating is no further evidence.
fn over_draws(draws: &[Vec<Rating>]) -> Vec<(f64, f64)> {
    let Some((first, _)) = draws.split_first() else { return Vec::new() };
    let of = |place: usize| {
        let fits: Vec<f64> = draws
            .iter()
            .filter_map(|draw| draw.get(place))
            .map(|rating| rating.by_meaning.mean_of_nearest)
            .collect();
        fits.iter().sum::<f64>() / fits.len() as f64
    };
    first.iter().enumerate().map(|(place, rating)| (of(place), rating.expertise)).collect()
}

fn counted(ratings: &[(f64, f64)]) -> Vec<Counted> {
    let ends = BANDS.iter().skip(1).map(|band| band.from).chain([f64::INFINITY]);
    let within = |from: f64, end: f64| ratings.iter().filter(move |(fit, _)| (from..end).contains(fit));
    BANDS
        .iter()
        .zip(ends)
        .map(|(band, end)| {
            let of = within(band.from, end).count();
            let least = |least: f64| {
                Share::of(within(band.from, end).filter(|(_, expertise)| *expertise >= least).count(), of)
            };
            Counted { from: band.from, at_least_three: least(3.0), at_least_four: least(4.0) }
        })
        .collect()
}

/// The study's loss with its interval over reviewers. Ties count half.
fn loss(drawn: &BTreeMap<String, Vec<Vec<Rating>>>, measure: impl Fn(&Rating) -> f64) -> Interval {
    let of_reviewer = |draws: &Vec<Vec<Rating>>| {
        let pairs = draws.iter().flat_map(|ratings| {
            ratings
                .iter()
                .enumerate()
                .flat_map(|(place, one)| ratings[..place].iter().map(move |other| (one, other)))
        });
        pairs.fold((0.0, 0.0), |(wrong, all), (one, other)| {
            let rated: f64 = one.expertise - other.expertise;
            let order = (measure(one) - measure(other)) * rated;
            let cost = if order < 0.0 {
                rated.abs()
            } else if order == 0.0 {
                rated.abs() / 2.0
            } else {
                0.0
            };
            (wrong + cost, all + rated.abs())
        })
    };
    ratio(drawn.values().map(of_reviewer).collect())
}

#[cfg(test)]
mod tests {
    use citelight::assignment::expertise::Expertise;

    use super::*;

    fn rating(expertise: f64, cosines: &[f64]) -> Rating {
        let fit = Fit::of(cosines.to_vec()).unwrap();
        Rating { expertise, by_meaning: fit.clone(), by_words: fit }
    }

    #[test]
    fn pairs_in_the_wrong_order_cost_what_their_ratings_differ_and_ties_half() {
        // Right order: 5 before 1. Wrong: 2 before 1 (difference 1 of 8). Tie: 5 and 2 (3, half).
        let draw = vec![rating(5.0, &[0.6]), rating(1.0, &[0.7]), rating(2.0, &[0.6])];
        let drawn = BTreeMap::from([("one".to_owned(), vec![draw])]);
        let loss = loss(&drawn, |rating| Measure::Best.of(&rating.by_meaning));
        assert!((loss.value - (4.0 + 1.0 + 1.5) / 8.0).abs() < 1e-12, "{}", loss.value);
    }

    #[test]
    fn a_rating_counts_once_however_often_papers_were_drawn() {
        let draws = [vec![rating(4.0, &[0.4])], vec![rating(4.0, &[0.6])]];
        assert_eq!(over_draws(&draws), [(0.5, 4.0)]);
    }

    /// What readers are told is what was measured last.
    #[test]
    fn the_product_s_bands_are_those_of_the_stored_results() {
        let stored = std::fs::read_to_string("../../docs/results/nearness.json").unwrap();
        let stored: serde_json::Value = serde_json::from_str(&stored).unwrap();
        let figures = stored["figures"].as_array().unwrap();
        let count = |column: &str| -> Vec<(f64, f64)> {
            let of = figures.iter().filter(|figure| figure["column"] == column);
            of.map(|figure| (figure["value"].as_f64().unwrap(), figure["of"].as_f64().unwrap())).collect()
        };
        let told = |least: fn(&Expertise) -> u32| -> Vec<(f64, f64)> {
            let share = |expertise: &Expertise| f64::from(least(expertise)) / f64::from(expertise.ratings);
            BANDS.iter().map(|band| (share(&band.expertise), f64::from(band.expertise.ratings))).collect()
        };
        assert_eq!(count("3 or more of 5"), told(|expertise| expertise.at_least_three));
        assert_eq!(count("4 or more of 5"), told(|expertise| expertise.at_least_four));
    }
}
