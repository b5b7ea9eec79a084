//! From aspects and their relations to an outcome with confidence (BibAgent, appendices D.5.3, D.6 and D.7).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use citelight_types::finding::Verdict;
use citelight_types::settings::{CommitteeSettings, EffectiveNumber};

/// Relation of an evidence statement to the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "AspectRelation"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "AspectRelation"))]
#[serde(rename_all = "kebab-case")]
pub enum Relation {
    /// +1.
    Entails,
    /// 0.
    Neutral,
    /// −1.
    Contradicts,
}

/// One cluster of witness claims with its evidence statement.
#[derive(Clone, Debug, PartialEq)]
pub struct Aspect {
    /// Names of the witnesses whose claims it gathers; a witness counts once however often it is named.
    pub witnesses: Vec<String>,
    /// Relation to the claim.
    pub relation: Relation,
    /// a_j: share of the seeds that agreed on the relation, 0..=1.
    pub stability: f64,
}

/// Aspects and the influence of every witness by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Committee {
    /// The aspects.
    pub aspects: Vec<Aspect>,
    /// I(p) by witness.
    pub influence: BTreeMap<String, f64>,
    /// Indexes that failed: whom they would have named is not known.
    pub silent_indexes: usize,
    /// Papers that were named and could not be read.
    pub unread: usize,
}

/// What a committee concludes, with every number that led there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "CommitteeOutcome"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CommitteeOutcome"))]
pub struct Outcome {
    /// Supported or miscited; undecidable where it abstains.
    pub verdict: Verdict,
    /// V = Σ v_j γ_j in −1..=1.
    pub vote: f64,
    /// H: normalised entropy over the three labels' masses, 0..=1.
    pub entropy: f64,
    /// n_eff, of witnesses or of statements by the settings.
    pub effective_number: f64,
    /// Distinct witnesses.
    pub witnesses: usize,
    /// γ_j by aspect.
    pub weights: Vec<f64>,
    /// ā = Σ γ_j a_j, 0..=1.
    pub stability: f64,
    /// |V| · min(1, n_eff / 6) · (1 − H) · ā.
    pub confidence: f64,
    /// Why no verdict is given, in a fixed order; empty if one is.
    pub abstentions: Vec<Abstention>,
}

/// Triggers of abstention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Abstention {
    /// What the citing sentence attributes to the source could not be told from any window around it.
    Underspecified,
    /// Fewer than Kmin witnesses.
    FewWitnesses,
    /// No witness has any influence.
    NoInfluence,
    /// −0.3 ≤ V ≤ 0.3.
    Undecided,
    /// H over 0.6.
    Disagreement,
    /// Confidence under 0.5.
    LowConfidence,
    /// They contradict the claim, and an index failed or more papers could not be read than were heard (ours: who was not heard may say
    /// otherwise, and a failure accuses nobody).
    Unheard,
}

/// Keeps the logarithm finite (BibAgent, appendix D.6.3, leaves the figure open).
const EPSILON: f64 = 1e-12;

impl Outcome {
    /// A committee that was never asked: there is no claim to ask it about.
    pub fn underspecified() -> Self {
        Self {
            verdict: Verdict::Undecidable,
            vote: 0.0,
            entropy: 0.0,
            effective_number: 0.0,
            witnesses: 0,
            weights: Vec::new(),
            stability: 0.0,
            confidence: 0.0,
            abstentions: vec![Abstention::Underspecified],
        }
    }
}

/// Aggregates a committee.
pub fn aggregate(committee: &Committee, settings: &CommitteeSettings) -> Outcome {
    let influence = |witness: &str| committee.influence.get(witness).copied().unwrap_or(0.0).max(0.0);
    let members: Vec<BTreeSet<&str>> = committee
        .aspects
        .iter()
        .map(|aspect| aspect.witnesses.iter().map(String::as_str).collect())
        .collect();
    let everyone: BTreeSet<&str> = members.iter().flatten().copied().collect();
    let weights = shares(members.iter().map(|members| members.iter().map(|one| influence(one)).sum()));
    let effective_number = match settings.effective_number {
        EffectiveNumber::Witnesses => effective(&shares(everyone.iter().map(|witness| influence(witness)))),
        EffectiveNumber::Statements => effective(&weights),
    };

    let weighted = || committee.aspects.iter().zip(&weights);
    let mass = |relation: Relation| -> f64 {
        weighted().filter(|(aspect, _)| aspect.relation == relation).map(|(_, weight)| weight).sum()
    };
    let masses = [mass(Relation::Entails), mass(Relation::Neutral), mass(Relation::Contradicts)];
    // Rounding may leave the sum of the weights a hair over one.
    let vote = (masses[0] - masses[2]).clamp(-1.0, 1.0);
    let entropy =
        (-masses.iter().map(|w| w * libm::log(w + EPSILON)).sum::<f64>() / libm::log(3.0)).clamp(0.0, 1.0);
    let stability = weighted()
        .map(|(aspect, weight)| weight * aspect.stability.clamp(0.0, 1.0))
        .sum::<f64>()
        .clamp(0.0, 1.0);
    let confidence =
        vote.abs() * (effective_number / settings.full_strength).min(1.0) * (1.0 - entropy) * stability;

    let is_partial = committee.silent_indexes > 0 || committee.unread > everyone.len();
    let triggers = [
        (everyone.len() < settings.min_witnesses, Abstention::FewWitnesses),
        (weights.iter().sum::<f64>() <= 0.0, Abstention::NoInfluence),
        (vote.abs() <= settings.decides, Abstention::Undecided),
        (entropy > settings.max_entropy, Abstention::Disagreement),
        (confidence < settings.min_confidence, Abstention::LowConfidence),
        (vote < 0.0 && is_partial, Abstention::Unheard),
    ];
    let abstentions: Vec<Abstention> =
        triggers.into_iter().filter(|(holds, _)| *holds).map(|(_, trigger)| trigger).collect();
    let verdict = match (abstentions.is_empty(), vote > 0.0) {
        (false, _) => Verdict::Undecidable,
        (true, true) => Verdict::Supported,
        (true, false) => Verdict::Miscited,
    };
    Outcome {
        verdict,
        vote,
        entropy,
        effective_number,
        witnesses: everyone.len(),
        weights,
        stability,
        confidence,
        abstentions,
    }
}

/// Parts of their sum; all zero where there is nothing to share.
fn shares(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let values: Vec<f64> = values.collect();
    let total: f64 = values.iter().sum();
    if total > 0.0 { values.iter().map(|value| value / total).collect() } else { vec![0.0; values.len()] }
}

/// Effective number of parts: 1/Σ w²; zero of nothing.
fn effective(shares: &[f64]) -> f64 {
    let squares: f64 = shares.iter().map(|share| share * share).sum();
    if squares > 0.0 { 1.0 / squares } else { 0.0 }
}
