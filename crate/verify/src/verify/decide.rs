//! From windows, signals and probabilities to a verdict.
//!
//! BibAgent (section 3.2, phase III) decides on the NLI model alone. The embedded model cannot carry that (its card gives the figures): it
//! is nearly blind between a planted error and a true sentence. So an accusation rests on a signal in an aligned
//! sentence that nothing else in the source takes back, and the model only has to not speak against it; and support
//! rests on entailment, or on an aligned sentence in which everything that can be compared agrees.

use std::collections::BTreeSet;
use std::ops::Range;

use super::align::Aligned;
use super::models::Probabilities;
use super::rule::Rule;
use super::signals::{Signal, SignalKind, Stance};
use super::windows::Window;
use citelight_types::finding::{Check, Extent};
use citelight_types::settings::Settings;

/// What the funnel found, before it is written up.
#[derive(Clone, Debug)]
pub struct Observations {
    /// Aligned sentences, nearest first.
    pub aligned: Vec<Aligned>,
    /// Windows with their probabilities, as ordered for NLI.
    pub windows: Vec<(Window, Probabilities)>,
    /// Stretches of the claim that a signal can confirm: numbers, directions, denials.
    pub checkable: Vec<(SignalKind, Range<usize>)>,
    /// Measures of the claim that the source states, wherever that is.
    pub stated: Vec<Range<usize>>,
    /// Whether the hypothesis shares its source with other references.
    pub joint: bool,
    /// Whole text or abstract.
    pub extent: Extent,
}

/// What the observations amount to.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// An aligned sentence repeats the claim. Index into `aligned`.
    Repeats(usize),
    /// A window entails the claim.
    Entailed(Window),
    /// A window contradicts the claim, where that is to decide.
    Contradicted(Window),
    /// An aligned sentence says the same in every respect that can be compared. Index into `aligned`.
    Agrees(usize),
    /// An aligned sentence differs. Index into `aligned`, and the signal.
    Differs(usize, Signal),
    /// The whole text lacks this stretch of the claim, a number.
    Missing(Range<usize>),
    /// Nothing decides.
    Open,
}

impl Decision {
    /// The rule that came to it; none where nothing decides. `expanded`: the claim was read with its neighbours.
    pub fn rule(&self, observations: &Observations, expanded: bool, settings: &Settings) -> Option<Rule> {
        let near =
            |index: &usize| observations.aligned.get(*index).is_some_and(|aligned| aligned.is_near(settings));
        match self {
            Self::Repeats(_) => Some(Rule::Repeats),
            Self::Entailed(_) if expanded => Some(Rule::EntailedWithNeighbours),
            Self::Entailed(_) => Some(Rule::Entailed),
            Self::Contradicted(_) => Some(Rule::Contradicted),
            Self::Agrees(_) => Some(Rule::Agrees),
            Self::Differs(index, signal) if near(index) => Some(Rule::DiffersNear(signal.kind)),
            Self::Differs(_, signal) => Some(Rule::Differs(signal.kind)),
            Self::Missing(_) => Some(Rule::NumberMissing),
            Self::Open => None,
        }
    }
}

/// Decides.
pub fn decide(observations: &Observations, settings: &Settings) -> Decision {
    if let Some((index, signal)) = accusation(observations, settings) {
        return Decision::Differs(index, signal);
    }
    if in_doubt(observations, settings) {
        return Decision::Open;
    }
    if let Some(index) = repeating_sentence(observations, settings) {
        return Decision::Repeats(index);
    }
    if let Some(window) = entailing_window(observations, settings) {
        return Decision::Entailed(window);
    }
    if let Some(window) = contradicting_window(observations, settings) {
        return Decision::Contradicted(window);
    }
    match agreeing_sentence(observations, settings) {
        Some(index) => Decision::Agrees(index),
        None => Decision::Open,
    }
}

/// Whether a sentence differs that does not suffice to accuse: it stands in the way of support.
pub fn in_doubt(observations: &Observations, settings: &Settings) -> bool {
    doubts(observations, settings) > 0
}

/// Near sentences that differ in something that no other sentence confirms.
fn doubts(observations: &Observations, settings: &Settings) -> usize {
    let doubtful = |aligned: &&Aligned| {
        aligned.alignment >= settings.align_doubt
            && aligned.signals.iter().any(|signal| {
                signal.stance == Stance::Differs && !confirmed_elsewhere(observations, aligned, signal)
            })
    };
    observations.aligned.iter().filter(doubtful).count()
}

/// The best aligned sentence with a difference that nothing takes back.
fn accusation(observations: &Observations, settings: &Settings) -> Option<(usize, Signal)> {
    observations.aligned.iter().enumerate().find_map(|(index, aligned)| {
        let accuses = |signal: &&Signal| {
            (aligned.nli.is_some() || aligned.is_near(settings))
                && accusation_checks(observations, aligned, signal, settings).iter().all(Check::holds)
        };
        aligned.with_stance(Stance::Differs).find(accuses).map(|signal| (index, signal.clone()))
    })
}

/// What a difference in a sentence must meet to accuse. Around it claim and sentence say the same. A sentence that is nearly
/// the claim itself accuses by differing in one respect; of any other the weak model must not take it for a confirmation,
/// and where meaning rather than form differs it must see some contradiction. Where the abstract alone could be read, the
/// sentence that the claim goes back to may stand in the text: one accuses only that could have supported, had it agreed.
pub fn accusation_checks(
    observations: &Observations,
    aligned: &Aligned,
    signal: &Signal,
    settings: &Settings,
) -> Vec<Check> {
    let nli = aligned.nli.unwrap_or_default();
    let near = aligned.is_near(settings);
    let alike = aligned.alike >= settings.alike_near;
    let confirmed = aligned.confirms(signal.kind, &signal.claim);
    let needed = needed(observations, aligned, signal, settings);
    let mut checks = match observations.extent {
        Extent::FullText => vec![Check::at_least("alignment", aligned.alignment, needed)],
        Extent::Abstract | Extent::Passages => {
            same_matter_checks(aligned, needed.max(settings.align_support), settings)
        }
    };
    checks.extend([
        Check::none("confirmations in the same sentence", usize::from(confirmed)),
        Check::none(
            "other sentences that are nearly the claim",
            usize::from(said_nearly_word_for_word(observations, aligned, settings)),
        ),
        Check::none(
            "confirmations elsewhere",
            usize::from(confirmed_elsewhere(observations, aligned, signal)),
        ),
    ]);
    if alike {
        let shared = aligned.alike;
        checks.push(Check::at_least("words of both in the same order", shared, settings.alike_near));
    } else {
        checks.push(Check::at_least(
            "share of the claim's words around the difference",
            signal.common.of_claim,
            settings.common_claim,
        ));
        // A sentence that holds all numbers of the claim differs in which is whose.
        let stated = aligned.respects.numbers < 1.0 && observations.stated.contains(&signal.claim);
        checks.push(Check::none("places of the source that state the number", usize::from(stated)));
    }
    if near {
        let respects: BTreeSet<SignalKind> =
            aligned.with_stance(Stance::Differs).map(|other| other.kind).collect();
        checks.push(Check::at_most("respects in which it differs", respects.len() as f64, 1.0));
    } else {
        checks.push(Check::at_least(
            "share of the sentence's words around it",
            signal.common.of_source,
            settings.common_source,
        ));
        // What a study left open or whom it left out is no contradiction to the model at all.
        let contradiction = match signal.kind {
            SignalKind::Hedge | SignalKind::Scope => 0.0,
            SignalKind::Number | SignalKind::Entity => 0.5 * settings.tau_accuse,
            _ => settings.tau_accuse,
        };
        checks.push(Check::at_least("contradiction", nli.contradiction, contradiction));
        checks.push(Check::at_most("entailment", nli.entailment, settings.tau_object));
    }
    checks
}

/// The alignment from which a difference may accuse.
fn needed(observations: &Observations, aligned: &Aligned, signal: &Signal, settings: &Settings) -> f64 {
    if signal.only_near && aligned.alike < settings.alike_near {
        return settings.align_near;
    }
    let joint = if observations.joint { settings.align_joint } else { 0.0 };
    // A sentence that confirms another number of the claim is about the same thing.
    let confirmed = aligned.with_stance(Stance::Agrees).any(|signal| signal.kind == SignalKind::Number);
    settings.align_accuse + joint - if confirmed { settings.align_confirmed } else { 0.0 }
}

/// Whether another sentence, not much further from the claim, says what this one seems to deny. One that leaves out a
/// name which this one shares with the claim speaks of something else.
fn confirmed_elsewhere(observations: &Observations, accused: &Aligned, signal: &Signal) -> bool {
    const NEARLY_AS_NEAR: f64 = 0.75;
    observations.aligned.iter().any(|other| {
        (other.passage, other.sentence) != (accused.passage, accused.sentence)
            && other.alignment >= NEARLY_AS_NEAR * accused.alignment
            && other.missing_names.is_subset(&accused.missing_names)
            && other.confirms(signal.kind, &signal.claim)
    })
}

/// Whether another sentence, which differs in nothing, is nearly the claim itself, and this one is well further from it:
/// then the claim repeats that sentence, and this one speaks of something else.
fn said_nearly_word_for_word(observations: &Observations, accused: &Aligned, settings: &Settings) -> bool {
    const NEARLY_THE_CLAIM: f64 = 0.85;
    const WELL_FURTHER: f64 = 0.1;
    let repeats = |other: &Aligned| {
        other.alignment >= NEARLY_THE_CLAIM.max(accused.alignment + WELL_FURTHER)
            || other.alike >= settings.alike_near.max(accused.alike + WELL_FURTHER)
    };
    observations.aligned.iter().any(|other| {
        repeats(other)
            && other.missing_names.is_empty()
            && other.with_stance(Stance::Differs).next().is_none()
    })
}

/// M_E > τ and M_C ≤ τ (BibAgent, section 3.2, phase III), unless a signal in the window's own sentences is in doubt.
fn entailing_window(observations: &Observations, settings: &Settings) -> Option<Window> {
    if !entailment_checks(observations, settings).iter().all(Check::holds) {
        return None;
    }
    let (window, _) =
        observations.windows.iter().max_by(|(_, a), (_, b)| a.entailment.total_cmp(&b.entailment))?;
    let doubtful = observations
        .aligned
        .iter()
        .filter(|aligned| window.holds(aligned.passage, aligned.sentence))
        .any(|aligned| aligned.signals.iter().any(|signal| signal.stance != Stance::Agrees));
    (!doubtful).then_some(*window)
}

/// M_C > τ and M_E ≤ τ (BibAgent, section 3.2, phase III), by choice.
fn contradicting_window(observations: &Observations, settings: &Settings) -> Option<Window> {
    if !contradiction_checks(observations, settings).iter().all(Check::holds) {
        return None;
    }
    let most =
        observations.windows.iter().max_by(|(_, a), (_, b)| a.contradiction.total_cmp(&b.contradiction))?;
    Some(most.0)
}

/// The nearest aligned sentence that repeats the claim nearly word for word; no model is asked.
fn repeating_sentence(observations: &Observations, settings: &Settings) -> Option<usize> {
    observations
        .aligned
        .iter()
        .position(|aligned| repetition_checks(observations, aligned, settings).iter().all(Check::holds))
}

/// What a sentence must meet to repeat the claim: the same words in the same order, and nothing among them that differs.
pub fn repetition_checks(observations: &Observations, aligned: &Aligned, settings: &Settings) -> Vec<Check> {
    let disagreeing = aligned.signals.iter().filter(|signal| signal.stance != Stance::Agrees).count();
    let unconfirmed =
        observations.checkable.iter().filter(|(kind, range)| !aligned.confirms(*kind, range)).count();
    vec![
        Check::none("near sentences that differ", doubts(observations, settings)),
        Check::at_least("words of both in the same order", aligned.alike, settings.alike_repeats),
        Check::none("names of the claim that it lacks", aligned.missing_names.len()),
        Check::none("respects in which it does not agree", disagreeing),
        Check::none("numbers, directions and denials that it does not confirm", unconfirmed),
    ]
}

/// The nearest aligned sentence, if it says the same and the model does not object.
fn agreeing_sentence(observations: &Observations, settings: &Settings) -> Option<usize> {
    observations.aligned.iter().position(|aligned| {
        aligned.nli.is_some() && support_checks(observations, aligned, settings).iter().all(Check::holds)
    })
}

/// What a sentence must meet to support. It confirms every number, direction and denial of the claim: silence about one
/// is no support.
pub fn support_checks(observations: &Observations, aligned: &Aligned, settings: &Settings) -> Vec<Check> {
    let disagreeing = aligned.signals.iter().filter(|signal| signal.stance != Stance::Agrees).count();
    let unconfirmed =
        observations.checkable.iter().filter(|(kind, range)| !aligned.confirms(*kind, range)).count();
    let nli = aligned.nli.unwrap_or_default();
    let mut checks = vec![Check::none("near sentences that differ", doubts(observations, settings))];
    checks.extend(same_matter_checks(aligned, settings.align_support, settings));
    checks.extend([
        Check::none("respects in which it does not agree", disagreeing),
        Check::none("numbers, directions and denials that it does not confirm", unconfirmed),
        Check::below("contradiction", nli.contradiction, nli.entailment.max(settings.tau_accuse)),
    ]);
    checks
}

/// What makes sure that a sentence speaks of what the claim speaks of.
fn same_matter_checks(aligned: &Aligned, alignment: f64, settings: &Settings) -> Vec<Check> {
    vec![
        Check::at_least("alignment", aligned.alignment, alignment),
        Check::at_least("coverage of the claim's words", aligned.coverage, settings.support_coverage),
        Check::none("names of the claim that it lacks", aligned.missing_names.len()),
    ]
}

/// What the windows must meet to support (BibAgent, section 3.2, phase III): M_E > τ and M_C ≤ τ.
pub fn entailment_checks(observations: &Observations, settings: &Settings) -> Vec<Check> {
    let highest =
        |of: fn(&Probabilities) -> f64| observations.windows.iter().map(|(_, p)| of(p)).fold(0.0, f64::max);
    vec![
        Check::none("near sentences that differ", doubts(observations, settings)),
        Check::above("highest entailment", highest(|p| p.entailment), settings.tau_high),
        Check::at_most("highest contradiction", highest(|p| p.contradiction), settings.tau_high),
    ]
}

/// What the windows must meet to contradict (BibAgent, section 3.2, phase III).
pub fn contradiction_checks(observations: &Observations, settings: &Settings) -> Vec<Check> {
    let highest =
        |of: fn(&Probabilities) -> f64| observations.windows.iter().map(|(_, p)| of(p)).fold(0.0, f64::max);
    vec![
        Check::at_least("contradiction decides", f64::from(u8::from(settings.contradiction_decides)), 1.0),
        Check::above("highest contradiction", highest(|p| p.contradiction), settings.tau_high),
        Check::at_most("highest entailment", highest(|p| p.entailment), settings.tau_high),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::evidence_ranking::Respects;
    use crate::verify::signals::Common;
    use crate::verify::signals::Reading;
    use citelight_types::finding::Reason;

    fn aligned(sentence: usize, alignment: f64, stance: Stance) -> Aligned {
        let reading = Reading::of("Use was associated with a lower risk.");
        let reason = Reason::NegationDiffers { claim: String::new(), source: "not".to_owned() };
        let common = Common { words: 3, of_claim: 1.0, of_source: 1.0 };
        let signal = Signal { common, ..Signal::new(SignalKind::Negation, stance, 0..3, 0..3, reason) };
        Aligned {
            signals: vec![signal],
            nli: Some(Probabilities { entailment: 0.2, neutral: 0.4, contradiction: 0.4 }),
            ..Aligned::at(sentence, alignment, Respects::of(&reading, &reading))
        }
    }

    fn decision_from(extent: Extent, aligned: Vec<Aligned>) -> Decision {
        let observations = Observations {
            aligned,
            windows: Vec::new(),
            checkable: Vec::new(),
            stated: Vec::new(),
            joint: false,
            extent,
        };
        decide(&observations, &Settings::default())
    }

    fn decision(aligned: Vec<Aligned>) -> Decision {
        decision_from(Extent::FullText, aligned)
    }

    /// The near sentence says nothing in the respect in which the far one differs.
    fn silent(sentence: usize, alignment: f64) -> Aligned {
        Aligned { signals: Vec::new(), ..aligned(sentence, alignment, Stance::Agrees) }
    }

    #[test]
    fn what_the_source_says_nearly_word_for_word_is_not_denied_by_a_far_sentence() {
        let far = || aligned(1, 0.6, Stance::Differs);
        assert!(matches!(decision(vec![far()]), Decision::Differs(0, _)));
        assert!(!matches!(decision(vec![silent(0, 0.95), far()]), Decision::Differs(..)));
    }

    #[test]
    fn a_sentence_as_near_or_that_differs_itself_or_lacks_a_name_protects_nothing() {
        let far = || aligned(1, 0.6, Stance::Differs);
        assert!(matches!(decision(vec![silent(0, 0.7), far()]), Decision::Differs(..)));
        let differing = aligned(0, 0.95, Stance::Differs);
        assert!(matches!(decision(vec![differing, far()]), Decision::Differs(0, _)));
        let other_name = Aligned { missing_names: BTreeSet::from(["gm130".to_owned()]), ..silent(0, 0.95) };
        assert!(matches!(decision(vec![other_name, far()]), Decision::Differs(1, _)));
        let near = aligned(1, 0.9, Stance::Differs);
        assert!(matches!(decision(vec![silent(0, 0.95), near]), Decision::Differs(1, _)));
    }

    #[test]
    fn an_abstract_accuses_only_in_a_sentence_that_could_have_supported() {
        let accuses = |aligned: Aligned| {
            [Extent::FullText, Extent::Abstract]
                .map(|extent| matches!(decision_from(extent, vec![aligned.clone()]), Decision::Differs(0, _)))
        };
        assert_eq!(accuses(aligned(0, 0.7, Stance::Differs)), [true, true]);
        assert_eq!(accuses(aligned(0, 0.5, Stance::Differs)), [true, false]);
        let few_words = Aligned { coverage: 0.4, ..aligned(0, 0.7, Stance::Differs) };
        assert_eq!(accuses(few_words), [true, false]);
        let other_name = Aligned {
            missing_names: BTreeSet::from(["bteb".to_owned()]),
            ..aligned(0, 0.7, Stance::Differs)
        };
        assert_eq!(accuses(other_name), [true, false]);
    }

    #[test]
    fn a_window_contradicts_only_by_choice_and_only_if_none_entails() {
        let window = Window { passage: 0, first: 0, end: 1 };
        let contradicting = Probabilities { entailment: 0.02, neutral: 0.03, contradiction: 0.95 };
        let entailing = Probabilities { entailment: 0.95, neutral: 0.03, contradiction: 0.02 };
        let of = |windows: &[Probabilities]| Observations {
            aligned: Vec::new(),
            windows: windows.iter().map(|probabilities| (window, *probabilities)).collect(),
            checkable: Vec::new(),
            stated: Vec::new(),
            joint: false,
            extent: Extent::FullText,
        };
        let published = Settings { contradiction_decides: true, ..Settings::default() };
        assert_eq!(decide(&of(&[contradicting]), &Settings::default()), Decision::Open);
        assert_eq!(decide(&of(&[contradicting]), &published), Decision::Contradicted(window));
        assert_eq!(decide(&of(&[contradicting, entailing]), &published), Decision::Open, "ambiguous");
        assert_eq!(decide(&of(&[entailing]), &published), Decision::Entailed(window));
    }
}
