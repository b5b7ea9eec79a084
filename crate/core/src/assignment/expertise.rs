//! What a reviewer's fit says about their expertise, as reviewers rated it themselves.
//!
//! Researchers rated how expert they are, from 1 to 5, for papers that they had read (Stelmakh, Wieting, Neubig & Shah
//! 2023, arXiv:2303.16750, ratings CC BY 4.0). [`BANDS`] counts these ratings by [`Fit::mean_of_nearest`] of the embedded
//! bi-encoder; `citelight-eval nearness` measures them.

use serde::{Deserialize, Serialize};

use super::fit::Fit;

/// A fit is called good if at least this share of the ratings in its band is 3 or more.
pub const LIKELY: f64 = 0.9;

/// How reviewers whose fit is in the same band rated themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Expertise {
    /// Ratings in the study.
    pub ratings: u32,
    /// Of these, 3 or more of 5.
    pub at_least_three: u32,
    /// Of these, 4 or more of 5.
    pub at_least_four: u32,
    /// Whether the fit may be called good ([`LIKELY`]).
    pub is_likely: bool,
}

/// Fits from one value to the next band's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// The least mean of the two nearest papers.
    pub from: f64,
    /// What it says.
    pub expertise: Expertise,
}

/// All bands, from the farthest to the nearest.
pub const BANDS: [Band; 4] = [
    band(-1.0, [123, 76, 39]),
    band(0.45, [135, 110, 73]),
    band(0.55, [126, 112, 83]),
    band(0.65, [93, 87, 74]),
];

const fn band(from: f64, [ratings, at_least_three, at_least_four]: [u32; 3]) -> Band {
    let is_likely = at_least_three as f64 >= LIKELY * ratings as f64;
    Band { from, expertise: Expertise { ratings, at_least_three, at_least_four, is_likely } }
}

impl Expertise {
    /// What the fit by the embedded bi-encoder says.
    pub fn of(fit: &Fit) -> Self {
        let [farthest, ..] = BANDS;
        let band = BANDS.iter().rev().find(|band| fit.mean_of_nearest >= band.from);
        band.unwrap_or(&farthest).expertise
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bands_have_ratings_enough_and_nearer_papers_never_say_less() {
        assert!(BANDS.is_sorted_by(|one, other| one.from < other.from));
        let shares = |count: fn(&Expertise) -> u32| {
            BANDS
                .iter()
                .map(move |Band { expertise, .. }| f64::from(count(expertise)) / f64::from(expertise.ratings))
        };
        assert!(shares(|expertise| expertise.at_least_three).is_sorted());
        assert!(shares(|expertise| expertise.at_least_four).is_sorted());
        for Band { expertise, .. } in BANDS {
            let Expertise { ratings, at_least_three, at_least_four, .. } = expertise;
            assert!(ratings >= 20 && ratings >= at_least_three && at_least_three >= at_least_four);
        }
        assert!(BANDS.iter().any(|band| band.expertise.is_likely), "the word is never said");
    }

    proptest! {
        #[test]
        fn every_fit_is_in_the_band_of_its_two_nearest_papers(cosines in prop::collection::vec(-1f64..=1.0, 1..30)) {
            let fit = Fit::of(cosines).unwrap();
            let place = BANDS.iter().rposition(|band| band.from <= fit.mean_of_nearest).unwrap();
            prop_assert_eq!(Expertise::of(&fit), BANDS[place].expertise);
        }
    }
}
