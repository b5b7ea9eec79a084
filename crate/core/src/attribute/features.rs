//! What the ranker weighs, and how much.

/// Number of features.
pub const COUNT: usize = 12;

/// The features of one candidate for one excerpt, in the order of [`NAMES`].
pub type Features = [f64; COUNT];

/// What they are. Sums of rarities are divided by the rarity of a word that no candidate has, so that they mean the same
/// for few candidates and for many.
pub const NAMES: [&str; COUNT] = [
    "BM25 of the sentence over title and abstract",
    "BM25 over the title, words nearer to the mark counting more",
    "BM25 of the sentence over the title",
    "share of the title's words, by rarity, that the excerpt holds",
    "beginnings of words that excerpt and title share, by rarity",
    "BM25 over title and abstract of the words between the neighbouring citation and the mark",
    "name before the title's colon that stands among those words, by rarity",
    "years between candidate and paper, as ln(1 + years)",
    "same year as the paper",
    "a year is unknown",
    "cosine of sentence and title",
    "cosine of sentence and title with abstract",
];

/// Places of the features of time and of meaning.
pub(super) const AGE: usize = 7;
pub(super) const SAME_YEAR: usize = 8;
pub(super) const NO_AGE: usize = 9;
pub(super) const MEANING: usize = 10;

/// Weights with a bi-encoder: softmax regression over the candidates of the benchmark's tuning half. They were made with a
/// cruder stemmer than [`citelight_types::text::words`] has; `docs/attribution.md` says how to make them anew.
pub const WEIGHTS: Features =
    [0.688, 1.368, -1.792, 2.916, 1.975, 1.083, 0.826, -0.325, -2.668, -0.602, 13.403, -1.899];

/// Weights without one, made in the same way.
pub const WEIGHTS_WITHOUT_MODEL: Features =
    [1.138, 1.112, -1.735, 2.812, 2.206, 1.155, 0.95, -0.349, -2.829, -0.69, 0.0, 0.0];
