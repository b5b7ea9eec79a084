//! The arithmetic of a committee: worked by hand, and what must hold of every committee.

#![allow(clippy::unwrap_used, reason = "tests")]

use citelight_types::finding::Verdict;
use citelight_types::settings::{CommitteeSettings, EffectiveNumber};
use citelight_verify::committee::{Abstention, Aspect, Committee, Outcome, Relation, aggregate};
use proptest::prelude::*;

fn aspect(witnesses: &[usize], relation: Relation, stability: f64) -> Aspect {
    Aspect { witnesses: witnesses.iter().map(|number| format!("w{number}")).collect(), relation, stability }
}

fn committee(aspects: Vec<Aspect>, influences: &[f64]) -> Committee {
    let named = influences.iter().enumerate().map(|(number, value)| (format!("w{number}"), *value));
    Committee { aspects, influence: named.collect(), ..Committee::default() }
}

fn outcome(committee: &Committee) -> Outcome {
    aggregate(committee, &CommitteeSettings::default())
}

fn literal() -> CommitteeSettings {
    CommitteeSettings { effective_number: EffectiveNumber::Statements, ..CommitteeSettings::default() }
}

#[track_caller]
fn close(value: f64, expected: f64) {
    assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
}

/// The worked example of docs/committee.md. Eight witnesses of influence 0.9 0.8 0.7 0.6 0.5 0.5 0.4 0.4; six of them say
/// what the claim says (w0 twice), one denies it in two of three samples, one speaks of something else.
///
/// Support: 0.9+0.8+0.7+0.6+0.5+0.5 = 4.0; 0.4; 0.4. Sum 4.8. γ = 5/6, 1/12, 1/12. V = 5/6 − 1/12 = 3/4.
/// Σ ŵ² = (0.81+0.64+0.49+0.36+0.25+0.25+0.16+0.16)/4.8² = 3.12/23.04; n_eff = 7.384615384615…
/// H = (5/6·ln 1.2 + 2·1/12·ln 12)/ln 3 = (0.151934630643 + 0.414151108298)/1.098612288668 = 0.515273445…
/// ā = 5/6 + 1/12·2/3 + 1/12 = 35/36. Confidence = 0.75 · 1 · (1 − H) · 35/36.
#[test]
fn eight_witnesses_worked_by_hand() {
    let eight = committee(
        vec![
            aspect(&[0, 1, 2, 3, 4, 5, 0], Relation::Entails, 1.0),
            aspect(&[6], Relation::Contradicts, 2.0 / 3.0),
            aspect(&[7], Relation::Neutral, 1.0),
        ],
        &[0.9, 0.8, 0.7, 0.6, 0.5, 0.5, 0.4, 0.4],
    );
    let found = outcome(&eight);
    for (weight, expected) in found.weights.iter().zip([5.0 / 6.0, 1.0 / 12.0, 1.0 / 12.0]) {
        close(*weight, expected);
    }
    close(found.vote, 0.75);
    close(found.effective_number, 7.384_615_384_615);
    close(found.entropy, 0.515_273_445_232);
    close(found.stability, 35.0 / 36.0);
    close(found.confidence, 0.353_446_446_185);
    assert_eq!(found.witnesses, 8);
    assert_eq!(found.abstentions, [Abstention::LowConfidence]);
    assert_eq!(found.verdict, Verdict::Undecidable);
}

/// Seven of influence 0.5 against one of 0.1 that speaks of something else: γ = 35/36, 1/36. V = 35/36.
/// n_eff = 3.6²/(7·0.25 + 0.01) = 12.96/1.76 = 7.363636…; H = (35/36·ln(36/35) + 1/36·ln 36)/ln 3.
#[test]
fn a_clear_contradiction_worked_by_hand() {
    let seven = committee(
        vec![
            aspect(&[0, 1, 2, 3, 4, 5, 6], Relation::Contradicts, 1.0),
            aspect(&[7], Relation::Neutral, 1.0 / 3.0),
        ],
        &[0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.1],
    );
    let found = outcome(&seven);
    close(found.vote, -35.0 / 36.0);
    close(found.effective_number, 7.363_636_363_636);
    close(found.entropy, 0.115_537_161_425);
    close(found.stability, 35.0 / 36.0 + 1.0 / 108.0);
    close(found.confidence, 0.843_970_455_533);
    assert_eq!((found.verdict, found.abstentions), (Verdict::Miscited, vec![]));
}

/// Three aspects of equal mass, one of each label: V = 0, H = 1, so confidence = 0.
#[test]
fn a_split_committee_worked_by_hand() {
    let split = committee(
        vec![
            aspect(&[0, 1], Relation::Entails, 1.0),
            aspect(&[2, 3], Relation::Neutral, 1.0),
            aspect(&[4, 5], Relation::Contradicts, 1.0),
        ],
        &[0.5; 6],
    );
    let found = outcome(&split);
    close(found.vote, 0.0);
    close(found.entropy, 1.0);
    close(found.effective_number, 6.0);
    close(found.confidence, 0.0);
    assert_eq!(
        found.abstentions,
        [Abstention::Undecided, Abstention::Disagreement, Abstention::LowConfidence]
    );
}

/// The paper's own n_eff counts statements: however many witnesses agree on one aspect, n_eff = 1 and confidence = 1/6, so
/// that its Figure 2 (over 0.8 from six witnesses on) could not be. Counting witnesses, six give 1 and five 5/6.
#[test]
fn one_aspect_never_gets_over_a_sixth_by_the_literal_formula() {
    for size in 1..=25 {
        let everyone: Vec<usize> = (0..size).collect();
        let unanimous = committee(vec![aspect(&everyone, Relation::Entails, 1.0)], &vec![0.5; size]);
        close(aggregate(&unanimous, &literal()).confidence, 1.0 / 6.0);
        close(outcome(&unanimous).confidence, (size as f64 / 6.0).min(1.0));
    }
}

#[test]
fn five_witnesses_are_too_few_and_six_suffice() {
    let of = |size: usize| {
        let everyone: Vec<usize> = (0..size).collect();
        outcome(&committee(vec![aspect(&everyone, Relation::Contradicts, 1.0)], &vec![0.5; size]))
    };
    assert_eq!((of(5).verdict, of(5).abstentions), (Verdict::Undecidable, vec![Abstention::FewWitnesses]));
    assert_eq!((of(6).verdict, of(6).abstentions), (Verdict::Miscited, vec![]));
}

/// A failure accuses nobody: who was not heard may say otherwise.
#[test]
fn witnesses_contradict_only_where_enough_could_be_heard() {
    let six: Vec<usize> = (0..6).collect();
    let of = |relation, silent_indexes, unread| {
        let all = committee(vec![aspect(&six, relation, 1.0)], &[0.5; 6]);
        outcome(&Committee { silent_indexes, unread, ..all })
    };
    assert_eq!(of(Relation::Contradicts, 0, 6).verdict, Verdict::Miscited);
    for (silent, unread) in [(1, 0), (0, 7)] {
        let open = of(Relation::Contradicts, silent, unread);
        assert_eq!((open.verdict, open.abstentions), (Verdict::Undecidable, vec![Abstention::Unheard]));
        assert_eq!(of(Relation::Entails, silent, unread).verdict, Verdict::Supported);
    }
}

#[test]
fn a_committee_without_influence_abstains_with_all_its_reasons() {
    let nobody = outcome(&Committee::default());
    let reasons =
        [Abstention::FewWitnesses, Abstention::NoInfluence, Abstention::Undecided, Abstention::LowConfidence];
    assert_eq!((nobody.verdict, nobody.abstentions.as_slice()), (Verdict::Undecidable, &reasons[..]));
    let seven: Vec<usize> = (0..7).collect();
    let weightless = outcome(&committee(vec![aspect(&seven, Relation::Entails, 1.0)], &[0.0; 7]));
    assert_eq!(weightless.abstentions[0], Abstention::NoInfluence);
}

fn relation() -> impl Strategy<Value = Relation> {
    prop_oneof![Just(Relation::Entails), Just(Relation::Neutral), Just(Relation::Contradicts)]
}

fn any_committee() -> impl Strategy<Value = Committee> {
    let one = (proptest::collection::vec(0usize..9, 1..9), relation(), 0.34f64..=1.0);
    (proptest::collection::vec(one, 1..6), proptest::collection::vec(0.01f64..1.0, 9)).prop_map(
        |(aspects, influences)| {
            let aspects = aspects.into_iter().map(|(who, relation, a)| aspect(&who, relation, a));
            committee(aspects.collect(), &influences)
        },
    )
}

proptest! {
    #[test]
    fn numbers_stay_in_bounds(committee in any_committee(), by_statement in any::<bool>()) {
        let settings = if by_statement { literal() } else { CommitteeSettings::default() };
        let found = aggregate(&committee, &settings);
        prop_assert!((-1.0..=1.0).contains(&found.vote));
        prop_assert!((0.0..=1.0).contains(&found.entropy));
        prop_assert!((0.0..=1.0).contains(&found.confidence));
        prop_assert!((0.0..=1.0).contains(&found.stability));
        prop_assert!((found.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        prop_assert!(found.effective_number >= 1.0 - 1e-9);
        let most = if by_statement { committee.aspects.len() } else { found.witnesses };
        prop_assert!(found.effective_number <= most as f64 + 1e-9);
        prop_assert!(found.confidence <= found.vote.abs() + 1e-12);
        prop_assert_eq!(found.verdict == Verdict::Undecidable, !found.abstentions.is_empty());
    }

    #[test]
    fn the_order_of_aspects_and_witnesses_changes_nothing(committee in any_committee(), turn in 0usize..5) {
        let once = outcome(&committee);
        let mut turned = committee.clone();
        let turns = turn % turned.aspects.len();
        turned.aspects.rotate_left(turns);
        turned.aspects.reverse();
        turned.aspects.iter_mut().for_each(|aspect| aspect.witnesses.reverse());
        let again = outcome(&turned);
        prop_assert!((once.confidence - again.confidence).abs() < 1e-9);
        prop_assert!((once.vote - again.vote).abs() < 1e-9);
        prop_assert!((once.entropy - again.entropy).abs() < 1e-9);
    }

    #[test]
    fn a_repeated_mention_changes_nothing(committee in any_committee(), which in 0usize..6) {
        let mut repeated = committee.clone();
        let which = which % repeated.aspects.len();
        let mention = repeated.aspects[which].witnesses[0].clone();
        repeated.aspects[which].witnesses.push(mention);
        prop_assert_eq!(outcome(&repeated), outcome(&committee));
    }

    /// Whatever the committee: a newcomer of at most mean influence that joins those with whom the vote goes never lowers
    /// confidence, if its relation is at least as stable as the committee's on average (else ā itself would fall).
    #[test]
    fn an_agreeing_witness_of_at_most_mean_influence_never_lowers_confidence(
        committee in any_committee(), share in 0.01f64..=1.0,
    ) {
        let before = outcome(&committee);
        prop_assume!(before.vote != 0.0);
        let heard: std::collections::BTreeSet<&String> = committee.aspects.iter().flat_map(|aspect| &aspect.witnesses).collect();
        let mean = heard.iter().map(|name| committee.influence[*name]).sum::<f64>() / heard.len() as f64;
        let mut more = committee.clone();
        more.influence.insert("newcomer".to_owned(), share * mean);
        let relation = if before.vote > 0.0 { Relation::Entails } else { Relation::Contradicts };
        more.aspects.push(Aspect { witnesses: vec!["newcomer".to_owned()], relation, stability: 1.0 });
        let after = outcome(&more);
        prop_assert!(after.confidence >= before.confidence - 1e-9, "{} fell to {}", before.confidence, after.confidence);
    }
}
