//! From aspects and their relations to an outcome with confidence (spec 05.7–10).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::settings::Settings;

/// Relation of an evidence statement to the claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Aspect {
    /// The evidence statement e_j.
    pub statement: String,
    /// Names of the witnesses whose claims it gathers; a witness counts once however often it is named.
    pub witnesses: Vec<String>,
    /// Relation to the claim.
    pub relation: Relation,
    /// a_j: share of the seeds that agreed on the relation, 0..=1.
    pub stability: f64,
}

/// Aspects and the influence of every witness by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Committee {
    /// The aspects.
    pub aspects: Vec<Aspect>,
    /// I(p) by witness.
    pub influence: BTreeMap<String, f64>,
}

/// What a committee concludes, with every number that led there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// V = Σ v_j γ_j in −1..=1.
    pub vote: f64,
    /// H: normalised entropy over the three labels' masses, 0..=1.
    pub entropy: f64,
    /// Effective number of witnesses, 1/Σ ŵ_p².
    pub effective_witnesses: f64,
    /// Distinct witnesses.
    pub witnesses: usize,
    /// γ_j by aspect.
    pub weights: Vec<f64>,
    /// |V| · min(1, n_eff / 6) · (1 − H) · ā.
    pub confidence: f64,
    /// Why no verdict is given; empty if one is.
    pub abstentions: Vec<Abstention>,
}

/// Triggers of abstention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Abstention {
    /// Fewer than Kmin witnesses.
    FewWitnesses,
    /// Confidence under 0.5.
    LowConfidence,
    /// −0.3 ≤ V ≤ 0.3.
    Undecided,
    /// H over 0.6.
    Disagreement,
    /// No witness has any influence.
    NoInfluence,
}

/// |V| that decides (spec 05.8).
const DECIDES: f64 = 0.3;
/// Confidence under which a committee abstains (spec 05.10).
const LEAST_CONFIDENCE: f64 = 0.5;
/// Entropy over which a committee abstains (spec 05.10).
const MOST_ENTROPY: f64 = 0.6;
/// Effective witnesses from which their number no longer lowers confidence (spec 05.9).
const FULL_STRENGTH: f64 = 6.0;
/// Keeps the logarithm finite (spec 05.9).
const EPSILON: f64 = 1e-12;

/// Aggregates a committee.
pub fn aggregate(committee: &Committee, settings: &Settings) -> Outcome {
    let influence = |witness: &str| committee.influence.get(witness).copied().unwrap_or(0.0).max(0.0);
    let distinct = |aspect: &Aspect| -> BTreeSet<String> { aspect.witnesses.iter().cloned().collect() };
    let supports: Vec<f64> = committee
        .aspects
        .iter()
        .map(|aspect| distinct(aspect).iter().map(|witness| influence(witness)).sum())
        .collect();
    let total: f64 = supports.iter().sum();
    let everyone: BTreeSet<String> = committee.aspects.iter().flat_map(distinct).collect();
    let all: f64 = everyone.iter().map(|witness| influence(witness)).sum();
    if total <= 0.0 || all <= 0.0 {
        return Outcome {
            vote: 0.0,
            entropy: 0.0,
            effective_witnesses: 0.0,
            witnesses: everyone.len(),
            weights: vec![0.0; supports.len()],
            confidence: 0.0,
            abstentions: vec![Abstention::NoInfluence],
        };
    }

    let weights: Vec<f64> = supports.iter().map(|support| support / total).collect();
    let mass = |relation: Relation| -> f64 {
        committee
            .aspects
            .iter()
            .zip(&weights)
            .filter(|(aspect, _)| aspect.relation == relation)
            .map(|(_, w)| w)
            .sum()
    };
    let (entails, neutral, contradicts) =
        (mass(Relation::Entails), mass(Relation::Neutral), mass(Relation::Contradicts));
    // Rounding may leave the sum of the weights a hair over one.
    let vote = (entails - contradicts).clamp(-1.0, 1.0);
    let entropy = (-[entails, neutral, contradicts].iter().map(|w| w * (w + EPSILON).ln()).sum::<f64>()
        / 3f64.ln())
    .clamp(0.0, 1.0);
    let squares: f64 = everyone.iter().map(|witness| (influence(witness) / all).powi(2)).sum();
    let effective_witnesses = 1.0 / squares;
    let stability: f64 = committee
        .aspects
        .iter()
        .zip(&weights)
        .map(|(aspect, weight)| weight * aspect.stability.clamp(0.0, 1.0))
        .sum();
    let confidence =
        vote.abs() * (effective_witnesses / FULL_STRENGTH).min(1.0) * (1.0 - entropy) * stability;

    let mut abstentions = Vec::new();
    if everyone.len() < settings.committee_min_witnesses {
        abstentions.push(Abstention::FewWitnesses);
    }
    if confidence < LEAST_CONFIDENCE {
        abstentions.push(Abstention::LowConfidence);
    }
    if vote.abs() <= DECIDES {
        abstentions.push(Abstention::Undecided);
    }
    if entropy > MOST_ENTROPY {
        abstentions.push(Abstention::Disagreement);
    }
    Outcome {
        vote,
        entropy,
        effective_witnesses,
        witnesses: everyone.len(),
        weights,
        confidence,
        abstentions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn aspect(witnesses: &[usize], relation: Relation) -> Aspect {
        let witnesses = witnesses.iter().map(|number| format!("w{number}")).collect();
        Aspect { statement: String::new(), witnesses, relation, stability: 1.0 }
    }

    fn committee(aspects: Vec<Aspect>, influences: &[f64]) -> Committee {
        let influence =
            influences.iter().enumerate().map(|(number, value)| (format!("w{number}"), *value)).collect();
        Committee { aspects, influence }
    }

    #[test]
    fn six_equal_witnesses_of_one_mind_are_certain() {
        let outcome = aggregate(
            &committee(vec![aspect(&[0, 1, 2, 3, 4, 5], Relation::Entails)], &[0.5; 6]),
            &Settings::default(),
        );
        assert!((outcome.confidence - 1.0).abs() < 1e-9, "{outcome:?}");
        assert!(outcome.abstentions.is_empty());
    }

    #[test]
    fn five_witnesses_are_too_few() {
        let outcome = aggregate(
            &committee(vec![aspect(&[0, 1, 2, 3, 4], Relation::Contradicts)], &[0.5; 5]),
            &Settings::default(),
        );
        assert_eq!(outcome.abstentions, [Abstention::FewWitnesses]);
        assert_eq!(outcome.vote, -1.0);
    }

    #[test]
    fn no_influence_abstains() {
        let outcome = aggregate(&Committee::default(), &Settings::default());
        assert_eq!(outcome.abstentions, [Abstention::NoInfluence]);
    }

    fn relation() -> impl Strategy<Value = Relation> {
        prop_oneof![Just(Relation::Entails), Just(Relation::Neutral), Just(Relation::Contradicts)]
    }

    fn any_committee() -> impl Strategy<Value = Committee> {
        let aspects =
            proptest::collection::vec((proptest::collection::vec(0usize..9, 1..9), relation()), 1..5);
        (aspects, proptest::collection::vec(0.01f64..1.0, 9)).prop_map(|(aspects, influences)| {
            committee(
                aspects.into_iter().map(|(who, relation)| aspect(&who, relation)).collect(),
                &influences,
            )
        })
    }

    proptest! {
        #[test]
        fn numbers_stay_in_bounds(committee in any_committee()) {
            let outcome = aggregate(&committee, &Settings::default());
            prop_assert!((-1.0..=1.0).contains(&outcome.vote));
            prop_assert!((0.0..=1.0).contains(&outcome.entropy));
            prop_assert!((0.0..=1.0 + 1e-9).contains(&outcome.confidence));
            prop_assert!((outcome.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        }

        #[test]
        fn order_and_repeated_mentions_change_nothing(committee in any_committee()) {
            let once = aggregate(&committee, &Settings::default());
            let mut again = committee.clone();
            again.aspects.reverse();
            for aspect in &mut again.aspects {
                let repeated = aspect.witnesses[0].clone();
                aspect.witnesses.push(repeated);
                aspect.witnesses.reverse();
            }
            let twice = aggregate(&again, &Settings::default());
            prop_assert!((once.confidence - twice.confidence).abs() < 1e-9);
            prop_assert!((once.vote - twice.vote).abs() < 1e-9);
        }

        #[test]
        fn an_agreeing_witness_of_at_most_mean_influence_never_lowers_confidence(
            influences in proptest::collection::vec(0.05f64..1.0, 1..12), share in 0.01f64..=1.0,
        ) {
            let everyone: Vec<usize> = (0..influences.len()).collect();
            let before = aggregate(&committee(vec![aspect(&everyone, Relation::Entails)], &influences), &Settings::default());
            let mean = influences.iter().sum::<f64>() / influences.len() as f64;
            let mut more = influences.clone();
            more.push(share * mean);
            let everyone: Vec<usize> = (0..more.len()).collect();
            let after = aggregate(&committee(vec![aspect(&everyone, Relation::Entails)], &more), &Settings::default());
            prop_assert!(after.confidence >= before.confidence - 1e-9);
        }
    }
}
