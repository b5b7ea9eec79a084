//! Every parameter of a committee, with default, unit and source.

use serde::{Deserialize, Serialize};

/// The parameters of a committee. A bundle carries those it was made with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CommitteeSettings {
    /// Kmin: witnesses under which a committee abstains. Default 6 (BibAgent, D.7).
    pub min_witnesses: usize,
    /// |V| that must be exceeded for a verdict. Default 0.3 (BibAgent, D.6.2).
    pub decides: f64,
    /// Confidence under which a committee abstains. Default 0.5 (BibAgent, D.7).
    pub min_confidence: f64,
    /// H, the normalised entropy of the labels' masses, over which a committee abstains. Default 0.6 (BibAgent, D.7).
    pub max_entropy: f64,
    /// n_eff from which the size of a committee no longer lowers confidence. Default 6 (BibAgent, D.6.3, where it is Kmin;
    /// apart here, so that one may be changed without the other).
    pub full_strength: f64,
    /// What n_eff counts. Default: witnesses (ours; the paper's formula counts statements).
    pub effective_number: EffectiveNumber,
    /// Share of the citation percentile in a witness's influence. Default 0.6 (BibAgent, D.5).
    pub citations_weight: f64,
    /// Share of the venue percentile in it. Default 0.4 (BibAgent, D.5).
    pub venue_weight: f64,
    /// Where the standing of works and venues comes from. Default: the indexes.
    pub standing: Standing,
    /// Mean citations of a venue's work within two years at which the venue stands in the middle, 0.5. Default 2 (ours: about
    /// the impact factor of a middling journal; the paper ranks within a field, for which no open data exist).
    pub middle_citedness: f64,
    /// What the percentile of a preprint server is multiplied by. Default 0.85 (BibAgent, D.5.2).
    pub preprint_discount: f64,
    /// Percentile at which citation counts are cut off before they are ranked. Default 0.99 (BibAgent, D.5.1).
    pub winsorised_at: f64,
    /// What stands in for a percentile that is not known. Default 0.5 (ours: the middle).
    pub missing_percentile: f64,
    /// Cosine from which the paraphrases of two radii agree. Default 0.95 (BibAgent, D.2, gives no figure).
    pub stable_similarity: f64,
    /// The largest radius that is tried, in sentences. Default 12 (ours; the paper stops at the end of the section).
    pub max_radius: usize,
    /// Cosine from which two claims of one witness are the same mention repeated. Default 0.95 (ours; the paper gives no
    /// figure).
    pub same_claim: f64,
    /// Places of one witness that are heard, from its beginning. Default 10 (ours: a page may cite a work as often as it likes).
    pub max_mentions: usize,
    /// Content words that a claim must have to say anything. Default 3 (ours).
    pub least_words: usize,
    /// Times a relation is asked for. Default 3 (BibAgent, D.6.1).
    pub relation_seeds: usize,
    /// Likeness from which the local clustering puts two claims under one aspect. Default 0.6 (ours, not calibrated).
    pub same_aspect: f64,
    /// Cosine from which the local clustering lets NLI compare two claims. Default 0.4 (ours: fewer comparisons).
    pub compare_from: f64,
    /// Probability of contradiction that keeps two claims out of one aspect. Default 0.5 (ours).
    pub conflict: f64,
    /// Witnesses that are heard. Default 12 (ours, for a reader's machine; 0 hears all).
    pub max_witnesses: usize,
    /// Citing works that each index is asked for. Default 50 (ours: one page of an answer).
    pub candidates: usize,
}

/// Where the standing of works and venues comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// An index is asked how often works of the venues are cited; the tables answer what it does not know.
    #[default]
    Indexes,
    /// No venue is asked for: the tables alone, as before this could be asked. Reproduces earlier bundles.
    Tables,
}

/// What the effective number n_eff is a number of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum EffectiveNumber {
    /// Witnesses: 1/Σ ŵ_p², ŵ_p being a witness's share of the total influence.
    #[default]
    Witnesses,
    /// Statements: 1/Σ γ_j², as BibAgent D.6.3 writes. A committee of one mind then has n_eff = 1, however large it is.
    Statements,
}

impl Default for CommitteeSettings {
    fn default() -> Self {
        Self {
            min_witnesses: 6,
            decides: 0.3,
            min_confidence: 0.5,
            max_entropy: 0.6,
            full_strength: 6.0,
            effective_number: EffectiveNumber::Witnesses,
            citations_weight: 0.6,
            venue_weight: 0.4,
            standing: Standing::Indexes,
            middle_citedness: 2.0,
            preprint_discount: 0.85,
            winsorised_at: 0.99,
            missing_percentile: 0.5,
            stable_similarity: 0.95,
            max_radius: 12,
            same_claim: 0.95,
            max_mentions: 10,
            least_words: 3,
            relation_seeds: 3,
            same_aspect: 0.6,
            compare_from: 0.4,
            conflict: 0.5,
            max_witnesses: 12,
            candidates: 50,
        }
    }
}
