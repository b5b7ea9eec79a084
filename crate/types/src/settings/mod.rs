//! Every parameter of the papers and of our own, with default, unit and source.

use serde::{Deserialize, Serialize};

mod committee;

pub use committee::{CommitteeSettings, EffectiveNumber, Standing};

/// The parameters of an audit. The same input, models and settings give the same verdicts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Paragraphs of a source that the cheap cut keeps for the bi-encoder. Default 8 (ours).
    pub cut_paragraphs: usize,
    /// The most paragraphs the cut may widen to while scores stay close. Default 24 (ours).
    pub cut_paragraphs_max: usize,
    /// Claims of one source up to which each further one widens the cut by as many paragraphs as the first one gets: what is
    /// embedded for one claim serves the others. Default 6 (ours: of the bi-encoder's best three of 57 whole sources the cut
    /// then keeps .98, for a single claim .83; the verdicts are the same).
    pub cut_shared: usize,
    /// K: paragraphs kept after the bi-encoder. Default 10 (BibAgent, accessible-source verifier).
    pub retrieve_k: usize,
    /// N: paragraphs kept after reranking or rank fusion. Default 3 (BibAgent).
    pub rerank_n: usize,
    /// W: consecutive sentences in one window. Default 3 (BibAgent).
    pub window_sentences: usize,
    /// The most windows of one claim that reach NLI. Default 12 (ours; the paper takes all).
    pub max_windows: usize,
    /// τ_high: probability over which entailment or contradiction decides. Default 0.9 (BibAgent).
    pub tau_high: f64,
    /// Probability of contradiction that the local model must reach before an agreeing signal may accuse.
    /// Half of it for numbers and names. Default 0.15 (ours: the embedded model hardly tells a planted error from a true
    /// sentence, the signal is what accuses).
    pub tau_accuse: f64,
    /// Windows that are compared in one turn. Default 2 (ours).
    pub windows_at_once: usize,
    /// Probability of entailment that one of the last windows must reach for the next ones to be compared at all, and a
    /// window to be compared once more with the neighbouring sentences. Default 0.5 (ours; 0 compares all, as the paper does).
    pub entailment_promising: f64,
    /// Windows that are compared once more with the neighbouring sentences, those nearest to entailment. Default 2 (ours;
    /// the paper takes all).
    pub expand_windows: usize,
    /// Every window is compared once more with the neighbouring sentences where the first comparison settles nothing, promising
    /// or not. Yes or no, default no (ours: what is far from entailment hardly comes near it so; BibAgent always does).
    pub expand_all: bool,
    /// Contradiction over τ_high decides as entailment does. Yes or no, default no (ours: only what can be shown in a sentence
    /// accuses, decision 003; BibAgent does). The answer is a hint unless `citelight-eval rules` has found it right.
    pub contradiction_decides: bool,
    /// Sentences of a source, nearest in words, that are aligned with the claim; as many more may come from windows.
    /// Default 5 (ours).
    pub aligned_sentences: usize,
    /// Aligned sentences that NLI compares one by one. Default 3 (ours).
    pub aligned_inferred: usize,
    /// What full entailment adds to a sentence's alignment when the evidence of an open claim is put in order.
    /// Default 0.2 (ours: with the two below, the sentence that decides comes first for 45 of the sample's 53 claims,
    /// 35 by alignment alone; for 8 of the other sample's 12, 9 by alignment alone: seen while choosing).
    pub evidence_entailment: f64,
    /// What is added there where claim and sentence both speak of a change or a comparison. Default 0.2 (ours).
    pub evidence_direction: f64,
    /// What is added there where the sentence holds all numbers of the claim. Default 0.3 (ours).
    pub evidence_numbers: f64,
    /// Alignment (mean of word coverage and cosine) from which a differing sentence may accuse. Default 0.4 (ours).
    pub align_accuse: f64,
    /// Alignment from which a sentence is nearly the claim itself: a difference in one respect then accuses, whatever the
    /// local model says. Default 0.8 (ours).
    pub align_near: f64,
    /// Share of the claim's words that a sentence has in the same order from which it is nearly the claim itself, whatever its
    /// alignment. Default 0.8 (ours).
    pub alike_near: f64,
    /// Share of the claim's words around a difference that the sentence must hold for it to accuse. Default 0.5 (ours).
    pub common_claim: f64,
    /// Share of the sentence's words around it that the claim must hold. Default 0.2 (ours).
    pub common_source: f64,
    /// What is taken off it where the sentence confirms another number of the claim. Default 0.05 (ours).
    pub align_confirmed: f64,
    /// What is added to it where several references share the claim. Default 0.1 (ours).
    pub align_joint: f64,
    /// Alignment from which a differing sentence stands in the way of support. Default 0.4 (ours).
    pub align_doubt: f64,
    /// Alignment from which an agreeing sentence supports, and one of an abstract alone may accuse. Default 0.62 (ours).
    pub align_support: f64,
    /// Share of the claim's words, weighted by rarity, that an agreeing sentence must hold to support, and one of an abstract
    /// alone to accuse. Default 0.5 (ours).
    pub support_coverage: f64,
    /// Share of the claim's words that a sentence has in the same order from which it repeats the claim nearly word for word.
    /// Default 0.6 (ours: the least from which `citelight-eval rules` finds it right on more than .95).
    pub alike_repeats: f64,
    /// Share of right ones among the tested statements of a rule from which its answer is a verdict and no hint. Default 0.9
    /// (ours).
    pub verdict_precision: f64,
    /// Statements of a rule that must have been tested for that. Default 20 (ours).
    pub verdict_tested: u32,
    /// Cosine of claim and passage from which a source is on the topic of a citation in passing. Default 0.4 (ours).
    pub topic_similarity: f64,
    /// Words of a claim that the whole cited source lacks, from which it may be about something else. Default 4 (ours).
    pub topic_missing_words: usize,
    /// Share of the claim's words among them. Default 0.7 (ours).
    pub topic_missing_share: f64,
    /// Share of the claim's words that another source of the list must hold. Default 0.8 (ours).
    pub topic_elsewhere_share: f64,
    /// Probability of entailment over which the local model objects to an accusation. Default 0.8 (ours).
    pub tau_object: f64,
    /// Constant of reciprocal rank fusion. Default 60 (Cormack, Clarke & Büttcher 2009).
    pub fusion_constant: f64,
    /// Share of the title in the match score of a reference against a record. Default 0.7 (HALLMARK's bibtex-updater).
    pub match_title_weight: f64,
    /// Match score from which a record is the reference's. Default 0.85 (ours).
    pub match_accept: f64,
    /// Match score under which a record is no candidate at all. Default 0.5 (bibtex-updater's `hallucinated`).
    pub match_candidate: f64,
    /// Healthy sources that must have answered before a reference may be called a ghost. Default 2 (ours).
    pub ghost_sources: usize,
    /// Every source is taken to hold everything that exists: a closed world, vouched for by whoever sets this. Default
    /// false (ours).
    pub complete_records: bool,
    /// N: whole passages that are put to an endpoint. Default 5 (ours; BibAgent puts 3).
    pub arbitration_passages: usize,
    /// M: samples of an arbitration. Default 5 (BibAgent).
    pub arbitration_samples: usize,
    /// T: temperature of an arbitration's samples. Default 0.7 (BibAgent).
    pub arbitration_temperature: f64,
    /// Share of the majority under which an arbitration is undecidable. Default 0.6 (BibAgent).
    pub arbitration_agreement: f64,
    /// Borders of paragraphs that the layout of a PDF leaves in doubt, and other places that the checks of a document cannot
    /// explain, are put to the endpoint, if there is one: a few sentences around each are sent. Yes or no, default no
    /// (BibAgent C.2.2 and C.3, where it is always done; ours: only who asks for it sends sentences).
    pub repair_boundaries: bool,
    /// Samples of each such question; the majority decides as in an arbitration. Default 3 (ours; BibAgent takes one).
    pub repair_samples: usize,
    /// Parameters of the evidence committee.
    pub committee: CommitteeSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            cut_paragraphs: 8,
            cut_paragraphs_max: 24,
            cut_shared: 6,
            retrieve_k: 10,
            rerank_n: 3,
            window_sentences: 3,
            max_windows: 12,
            tau_high: 0.9,
            tau_accuse: 0.15,
            tau_object: 0.8,
            windows_at_once: 2,
            entailment_promising: 0.5,
            expand_windows: 2,
            expand_all: false,
            contradiction_decides: false,
            aligned_sentences: 5,
            aligned_inferred: 3,
            evidence_entailment: 0.2,
            evidence_direction: 0.2,
            evidence_numbers: 0.3,
            align_accuse: 0.4,
            align_near: 0.8,
            alike_near: 0.8,
            common_claim: 0.5,
            common_source: 0.2,
            align_confirmed: 0.05,
            align_joint: 0.1,
            align_doubt: 0.4,
            align_support: 0.62,
            support_coverage: 0.5,
            alike_repeats: 0.6,
            verdict_precision: 0.9,
            verdict_tested: 20,
            topic_similarity: 0.4,
            topic_missing_words: 4,
            topic_missing_share: 0.7,
            topic_elsewhere_share: 0.8,
            fusion_constant: 60.0,
            match_title_weight: 0.7,
            match_accept: 0.85,
            match_candidate: 0.5,
            ghost_sources: 2,
            complete_records: false,
            arbitration_passages: 5,
            arbitration_samples: 5,
            arbitration_temperature: 0.7,
            arbitration_agreement: 0.6,
            repair_boundaries: false,
            repair_samples: 3,
            committee: CommitteeSettings::default(),
        }
    }
}
