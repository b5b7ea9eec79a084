//! What others reached on HALLMARK, as its release says (rpatrik96/hallmark at 46ddde856b, `baseline_results`, MIT).
use serde::Serialize;

/// A row of the release.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Peer {
    pub(super) split: &'static str,
    pub(super) name: &'static str,
    pub(super) dr: f64,
    pub(super) fpr: f64,
    pub(super) f1: f64,
    pub(super) tier_weighted_f1: f64,
    pub(super) ece: f64,
}

const fn peer(split: &'static str, name: &'static str, figures: [f64; 5]) -> Peer {
    let [dr, fpr, f1, tier_weighted_f1, ece] = figures;
    Peer { split, name, dr, fpr, f1, tier_weighted_f1, ece }
}

/// The tools, and the best models with and without tools. bibtex-updater is by the benchmark's author; harc covered 521
/// entries of 1,119.
pub(super) const PEERS: [Peer; 9] = [
    peer("dev_public", "cascade_db_diagnosis", [0.996, 0.108, 0.947, 0.970, 0.079]),
    peer("dev_public", "bibtexupdater", [0.865, 0.092, 0.890, 0.908, 0.383]),
    peer("dev_public", "llm_agentic_btu_sonnet_4_6", [0.990, 0.431, 0.841, 0.913, 0.118]),
    peer("dev_public", "llm_openrouter_claude_opus_4_7", [0.752, 0.072, 0.830, 0.851, 0.112]),
    peer("dev_public", "harc", [0.155, 0.000, 0.268, 0.188, 0.361]),
    peer("test_public", "cascade_db_diagnosis", [0.990, 0.112, 0.957, 0.973, 0.081]),
    peer("test_public", "llm_agentic_btu_sonnet_4_6", [0.990, 0.343, 0.902, 0.946, 0.077]),
    peer("test_public", "bibtexupdater", [0.877, 0.115, 0.901, 0.916, 0.399]),
    peer("test_public", "llm_openrouter_claude_opus_4_7", [0.763, 0.067, 0.846, 0.871, 0.103]),
];
