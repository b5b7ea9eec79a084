//! The model: logistic regression over a few views, with coefficients from `coefficients.json`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::views::{View, Views};

/// What is known beside sentence and work: each has its own coefficients and threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Known {
    /// Nothing else.
    Work,
    /// The citing article.
    Article,
    /// The citing article and the other works of its list.
    List,
}

/// The fitted file, as `scripts/data/fit_relevance.py` writes it.
#[derive(Clone, Debug, Deserialize)]
pub struct Coefficients {
    /// Name of the bi-encoder whose cosines they were fitted to.
    pub bi_encoder: String,
    /// One for each of [`Known`].
    pub models: Vec<Model>,
}

/// A fitted model.
#[derive(Clone, Debug, Deserialize)]
pub struct Model {
    /// For what is known.
    pub known: Known,
    /// The views that it weighs, with their weights.
    pub weights: Vec<(View, f64)>,
    /// What is added.
    pub intercept: f64,
    /// Probability from which a work seems to be about something else.
    pub threshold: f64,
}

/// How a work fits its citation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// What was known when it was judged.
    pub known: Known,
    /// Probability that the work is about something else, where as many are as are not: for comparison, not a share of
    /// real pages.
    pub score: f64,
    /// Probability from which it counts as about something else.
    pub threshold: f64,
}

impl Fit {
    /// Whether the work seems to be about something else.
    pub fn is_about_something_else(self) -> bool {
        self.score >= self.threshold
    }

    /// The fit of a citation with these views: by the model that leaves least doubt, of those that may speak. None if even
    /// the cosine of sentence and work is missing.
    pub fn of(views: &Views) -> Option<Self> {
        let by = |known: Known| model(known)?.fit(views);
        // Of all works of the list it fits the sentence best: that it is far from the article says nothing then.
        let fits_best = views.get(View::Lead).is_some_and(|lead| lead >= 0.0);
        let (list, article) = (by(Known::List), by(Known::Article));
        let article = article.filter(|_| list.is_none() || !fits_best);
        let fits = article.into_iter().chain(list);
        let least_doubt = fits.max_by(|one, other| one.margin().total_cmp(&other.margin()));
        // What is known of the article counts more than the sentence alone: it takes accusations back.
        least_doubt.or_else(|| by(Known::Work))
    }

    /// The log-odds above the threshold: comparable between models whose thresholds stand for the same false alarms.
    pub fn margin(self) -> f64 {
        log_odds(self.score) - log_odds(self.threshold)
    }
}

impl Model {
    /// The fit by this model alone; none if one of its views is missing.
    pub fn fit(&self, views: &Views) -> Option<Fit> {
        let mut sum = self.intercept;
        for (view, weight) in &self.weights {
            sum += weight * views.get(*view)?;
        }
        let score = 1.0 / (1.0 + libm::exp(-sum));
        Some(Fit { known: self.known, score, threshold: self.threshold })
    }

    /// The views that it weighs.
    pub fn views(&self) -> impl Iterator<Item = View> {
        self.weights.iter().map(|(view, _)| *view)
    }
}

/// Whether the coefficients were fitted to the cosines of a bi-encoder, by its name in trails.
pub fn is_fitted_to(bi_encoder: &str) -> bool {
    bi_encoder.starts_with(&COEFFICIENTS.bi_encoder)
}

/// The model for what is known.
pub fn model(known: Known) -> Option<&'static Model> {
    COEFFICIENTS.models.iter().find(|model| model.known == known)
}

fn log_odds(probability: f64) -> f64 {
    let inside = probability.clamp(1e-9, 1.0 - 1e-9);
    libm::log(inside / (1.0 - inside))
}

static COEFFICIENTS: LazyLock<Coefficients> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant file, read in the tests")]
    serde_json::from_str(include_str!("coefficients.json")).unwrap()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn fit(views: &[(View, f64)]) -> Fit {
        let mut views = Views(views.iter().copied().collect());
        if let (Some(one), Some(other)) = (views.get(View::StatementWork), views.get(View::ArticleWork)) {
            views.0.insert(View::Nearer, one.max(other));
        }
        Fit::of(&views).unwrap()
    }

    #[test]
    fn each_case_has_coefficients_that_point_the_right_way() {
        for known in [Known::Work, Known::Article, Known::List] {
            let model = model(known).unwrap();
            assert!((0.5..1.0).contains(&model.threshold), "{known:?}");
            let nearness: f64 = model.weights.iter().map(|(_, weight)| weight).sum();
            assert!(nearness < 0.0, "{known:?}: what is near fits");
        }
        assert!(is_fitted_to("all-MiniLM-L6-v2@3225c34d (int8)") && !is_fitted_to("another@0"));
    }

    #[test]
    fn a_work_far_from_sentence_and_article_is_about_something_else() {
        use View::{ArticleWork, Lead, StatementWork};
        assert!(fit(&[(StatementWork, -0.02), (ArticleWork, 0.0)]).is_about_something_else());
        assert!(fit(&[(StatementWork, -0.02), (ArticleWork, 0.0), (Lead, -0.5)]).is_about_something_else());
        // A tool: far from the sentence, near the article, and the other way round.
        assert!(!fit(&[(StatementWork, 0.1), (ArticleWork, 0.5)]).is_about_something_else());
        assert!(!fit(&[(StatementWork, 0.6), (ArticleWork, 0.1)]).is_about_something_else());
        assert!(!fit(&[(StatementWork, 0.5)]).is_about_something_else());
        // Far from both, but no work of the list fits the sentence better.
        assert!(!fit(&[(StatementWork, 0.05), (ArticleWork, 0.05), (Lead, 0.02)]).is_about_something_else());
        assert!(Fit::of(&Views::default()).is_none());
    }
}
