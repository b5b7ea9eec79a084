//! How a committee behaves by the number of distinct witnesses of its dominant aspect, if witnesses err at a stated rate
//! (after BibAgent, appendix F).
//!
//! A draw: 1 to twice [`Plan::most_voters`] witnesses, each with influence 0.6 c + 0.4 v, c and v uniform. Each speaks of
//! something else with probability [`Plan::elsewhere`], else of the claim's matter, and errs there with the stated rate: then it
//! says the reverse. Those who err do so in unison, under one aspect: the worst case. Relations are read without error. The
//! claim is true; a false one is the mirror image. What is counted hangs on how many stand under the aspect of greatest
//! weight, whatever it says.
use std::collections::BTreeMap;

use citelight::committee::{Aspect, Committee, Relation, aggregate};
use citelight::finding::Verdict;
use citelight::settings::CommitteeSettings;
use oorandom::Rand64;
use serde::{Deserialize, Serialize};

/// What is simulated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Plan {
    /// Seed of the draws: equal seeds, equal figures.
    pub seed: u64,
    /// Rates at which witnesses err, 0..=1; one curve each.
    pub error_rates: Vec<f64>,
    /// Probability that a witness speaks about something else, 0..=1.
    pub elsewhere: f64,
    /// The greatest number of witnesses of the dominant aspect that is told.
    pub most_voters: usize,
    /// Committees that are drawn for each rate.
    pub draws: usize,
    /// Kmin and the other parameters.
    pub settings: CommitteeSettings,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            seed: 1,
            error_rates: vec![0.0, 0.05, 0.1, 0.2, 0.3],
            elsewhere: 0.05,
            most_voters: 25,
            draws: 20_000,
            settings: CommitteeSettings::default(),
        }
    }
}

/// One error rate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The rate.
    pub error_rate: f64,
    /// What is changed in the parameters.
    pub variant: Variant,
    /// By number of voters, ascending; numbers that no draw came to are left out.
    pub points: Vec<Point>,
}

/// What is changed in the parameters: the same draws, judged otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Nothing.
    AsIs,
    /// No least number of witnesses.
    WithoutKmin,
    /// Nor does a small committee lower confidence: nothing is left in the formulas that could make a knee at six.
    WithoutSize,
    /// n_eff of statements, as the paper writes it.
    LiteralNumber,
}

/// One number of voters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Distinct witnesses of the dominant aspect.
    pub voters: usize,
    /// Committees that came to it.
    pub committees: usize,
    /// Share of them that gave a verdict.
    pub non_abstention: f64,
    /// Share of the verdicts that are right; none where there is no verdict.
    pub conditional_accuracy: Option<f64>,
    /// Mean confidence, abstentions included.
    pub mean_confidence: f64,
}

impl Variant {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::AsIs, Self::WithoutKmin, Self::WithoutSize, Self::LiteralNumber];

    fn settings(self, settings: &CommitteeSettings) -> CommitteeSettings {
        let settings = settings.clone();
        match self {
            Self::AsIs => settings,
            Self::WithoutKmin => CommitteeSettings { min_witnesses: 0, ..settings },
            // Every n_eff is at least one.
            Self::WithoutSize => CommitteeSettings { min_witnesses: 0, full_strength: 1.0, ..settings },
            Self::LiteralNumber => CommitteeSettings {
                effective_number: citelight::settings::EffectiveNumber::Statements,
                ..settings
            },
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    committees: usize,
    verdicts: usize,
    right: usize,
    confidence: f64,
}

/// Simulates committees: one curve for each rate and variant.
pub fn simulate(plan: &Plan) -> Vec<Curve> {
    let mut curves = Vec::new();
    for (number, &error_rate) in plan.error_rates.iter().enumerate() {
        let mut random = Rand64::new(u128::from(plan.seed) << 64 | number as u128);
        let mut tallies: BTreeMap<(Variant, usize), Tally> = BTreeMap::new();
        for _ in 0..plan.draws {
            let committee = draw(&mut random, error_rate, plan);
            for variant in Variant::ALL {
                let outcome = aggregate(&committee, &variant.settings(&plan.settings));
                let dominant = (0..outcome.weights.len())
                    .max_by(|one, other| outcome.weights[*one].total_cmp(&outcome.weights[*other]));
                let voters = dominant.map_or(0, |aspect| committee.aspects[aspect].witnesses.len());
                let tally = tallies.entry((variant, voters)).or_default();
                tally.committees += 1;
                tally.verdicts += usize::from(outcome.verdict != Verdict::Undecidable);
                tally.right += usize::from(outcome.verdict == Verdict::Supported);
                tally.confidence += outcome.confidence;
            }
        }
        for variant in Variant::ALL {
            let own =
                tallies.iter().filter(|((of, voters), _)| *of == variant && *voters <= plan.most_voters);
            let points = own.map(|((_, voters), tally)| tally.point(*voters)).collect();
            curves.push(Curve { error_rate, variant, points });
        }
    }
    curves
}

impl Tally {
    fn point(self, voters: usize) -> Point {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        Point {
            voters,
            committees: self.committees,
            non_abstention: share(self.verdicts, self.committees),
            conditional_accuracy: (self.verdicts > 0).then(|| share(self.right, self.verdicts)),
            mean_confidence: self.confidence / self.committees.max(1) as f64,
        }
    }
}

fn draw(random: &mut Rand64, error_rate: f64, plan: &Plan) -> Committee {
    let size = 1 + random.rand_range(0..(2 * plan.most_voters.max(1)) as u64) as usize;
    let mut committee = Committee::default();
    let mut said: BTreeMap<Relation, Vec<String>> = BTreeMap::new();
    for number in 0..size {
        let name = format!("w{number}");
        let parts = (random.rand_float(), random.rand_float());
        let influence = plan.settings.citations_weight * parts.0 + plan.settings.venue_weight * parts.1;
        committee.influence.insert(name.clone(), influence);
        let (elsewhere, errs) = (random.rand_float() < plan.elsewhere, random.rand_float() < error_rate);
        let relation = match (elsewhere, errs) {
            (true, _) => Relation::Neutral,
            (false, true) => Relation::Contradicts,
            (false, false) => Relation::Entails,
        };
        said.entry(relation).or_default().push(name);
    }
    let aspects =
        said.into_iter().map(|(relation, witnesses)| Aspect { witnesses, relation, stability: 1.0 });
    committee.aspects = aspects.collect();
    committee
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(curves: &[Curve], rate: f64, variant: Variant) -> &Curve {
        curves.iter().find(|curve| curve.error_rate == rate && curve.variant == variant).expect("a curve")
    }

    fn small() -> Plan {
        Plan { draws: 1_500, error_rates: vec![0.0, 0.1, 0.3], ..Plan::default() }
    }

    #[test]
    fn equal_seeds_give_equal_figures() {
        assert_eq!(simulate(&small()), simulate(&small()));
        assert_ne!(simulate(&small()), simulate(&Plan { seed: 2, ..small() }));
    }

    #[test]
    fn without_error_and_other_matters_the_figures_are_known() {
        let plan = Plan { elsewhere: 0.0, ..small() };
        let curves = simulate(&plan);
        for point in &curve(&curves, 0.0, Variant::AsIs).points {
            assert_eq!(point.non_abstention, if point.voters < 6 { 0.0 } else { 1.0 }, "{point:?}");
            assert!(point.conditional_accuracy.is_none_or(|right| right == 1.0));
        }
        for point in &curve(&curves, 0.0, Variant::WithoutSize).points {
            assert_eq!((point.non_abstention, point.mean_confidence), (1.0, 1.0), "{point:?}");
        }
        for point in &curve(&curves, 0.0, Variant::LiteralNumber).points {
            assert_eq!(point.non_abstention, 0.0);
            assert!((point.mean_confidence - 1.0 / 6.0).abs() < 1e-9);
        }
    }

    #[test]
    fn fewer_errors_decide_more_and_kmin_only_abstains() {
        let curves = simulate(&small());
        let decided = |rate: f64, variant: Variant| -> f64 {
            curve(&curves, rate, variant).points.iter().map(|point| point.non_abstention).sum()
        };
        assert!(decided(0.0, Variant::AsIs) > decided(0.1, Variant::AsIs));
        assert!(decided(0.1, Variant::AsIs) > decided(0.3, Variant::AsIs));
        for rate in [0.0, 0.1, 0.3] {
            assert!(decided(rate, Variant::WithoutKmin) >= decided(rate, Variant::AsIs));
            assert!(decided(rate, Variant::WithoutSize) >= decided(rate, Variant::WithoutKmin));
        }
    }
}
