//! The rules by which the funnel comes to an answer, and how often each was right on real citing statements.
//!
//! A rule says "supported" or "needs review" only if it was right often enough on statements that experts had labelled; any other
//! answer is a hint. `rules.json` is what `citelight-eval rules` measured; nobody edits it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::signals::SignalKind;
use citelight_types::finding::{Check, Reason, Step, TrailStep};
use citelight_types::settings::Settings;

/// A way to an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// A sentence repeats the claim nearly word for word.
    Repeats,
    /// A near sentence agrees in every respect that was compared.
    Agrees,
    /// A window entails the claim.
    Entailed,
    /// A window entails the claim with its neighbours.
    EntailedWithNeighbours,
    /// A window contradicts the claim, where that is to decide.
    Contradicted,
    /// Named in passing, and on the topic.
    InPassing,
    /// A sentence that is nearly the claim itself differs in one respect.
    DiffersNear(SignalKind),
    /// A sentence on the same matter differs in some respect.
    Differs(SignalKind),
    /// The whole text lacks a number of the claim.
    NumberMissing,
    /// The whole text lacks the claim's words, and another source of the list has them.
    AnotherSubject,
}

/// How often a rule was right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tested {
    /// Statements for which its answer was right.
    pub right: u32,
    /// Statements for which it came to an answer.
    pub of: u32,
}

/// How often the rules were right with these models: the file `rules.json`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// Name of the bi-encoder, without what ran it.
    pub bi_encoder: String,
    /// Name of the NLI model.
    pub nli: String,
    /// By the rules' names.
    pub rules: BTreeMap<String, Tested>,
}

static MEASURED: LazyLock<Measured> =
    LazyLock::new(|| serde_json::from_str(include_str!("rules.json")).unwrap_or_default());

impl Rule {
    /// All of them, in the order in which tables list them.
    pub fn all() -> impl Iterator<Item = Self> {
        const KINDS: [SignalKind; 7] = [
            SignalKind::Number,
            SignalKind::Direction,
            SignalKind::Negation,
            SignalKind::Entity,
            SignalKind::Scope,
            SignalKind::Causal,
            SignalKind::Hedge,
        ];
        let supporting =
            [Self::Repeats, Self::Agrees, Self::Entailed, Self::EntailedWithNeighbours, Self::InPassing];
        let differing = KINDS.into_iter().flat_map(|kind| [Self::DiffersNear(kind), Self::Differs(kind)]);
        let others = [Self::Contradicted, Self::NumberMissing, Self::AnotherSubject];
        supporting.into_iter().chain(differing).chain(others)
    }

    /// Whether its answer is that the source says so.
    pub fn supports(self) -> bool {
        matches!(
            self,
            Self::Repeats | Self::Agrees | Self::Entailed | Self::EntailedWithNeighbours | Self::InPassing
        )
    }

    /// Its name in the file of what was measured, and in tables.
    pub fn name(self) -> String {
        match self {
            Self::Repeats => "repeats".to_owned(),
            Self::Agrees => "agrees".to_owned(),
            Self::Entailed => "entailed".to_owned(),
            Self::EntailedWithNeighbours => "entailed with neighbours".to_owned(),
            Self::Contradicted => "contradicted".to_owned(),
            Self::InPassing => "in passing".to_owned(),
            Self::DiffersNear(kind) => format!("{} differs, nearly the claim", kind.name()),
            Self::Differs(kind) => format!("{} differs", kind.name()),
            Self::NumberMissing => "number missing".to_owned(),
            Self::AnotherSubject => "another subject".to_owned(),
        }
    }

    /// What it found, as the trail says it.
    pub fn summary(self) -> &'static str {
        match self {
            Self::Repeats => "a sentence of the source repeats the claim nearly word for word",
            Self::Agrees => "a sentence of the source says the same in every respect that was compared",
            Self::Entailed => "a window of the source entails the claim",
            Self::EntailedWithNeighbours => "a window of the source entails the claim with its neighbours",
            Self::Contradicted => "a window of the source contradicts the claim",
            Self::InPassing => "named in passing: judged by topic only",
            Self::DiffersNear(_) => {
                "a sentence of the source that is nearly the claim says otherwise, and no other takes it back"
            }
            Self::Differs(_) => {
                "a sentence of the source on the same matter says otherwise, and no other takes it back"
            }
            Self::NumberMissing => "the whole source lacks a number of the claim",
            Self::AnotherSubject => {
                "the whole source lacks the claim's words; another source of the list holds them"
            }
        }
    }

    /// The rule that came to an answer, by its trail and its reasons; none where nothing decided.
    pub fn of(trail: &[TrailStep], reasons: &[Reason]) -> Option<Self> {
        let decided = trail.iter().rev().find(|step| step.step == Step::Decide)?;
        let kind = reasons.iter().find_map(kind_of);
        Self::all().filter(|rule| rule.summary() == decided.summary).find(|rule| match rule {
            Self::DiffersNear(of) | Self::Differs(of) => kind == Some(*of),
            _ => true,
        })
    }

    /// How often it was right with the model that it asks, by its name in trails; never tested with a model that was not measured.
    pub fn tested(self, model: &str) -> Tested {
        let is_measured = match self {
            // The words alone decide.
            Self::Repeats | Self::NumberMissing | Self::AnotherSubject => true,
            Self::InPassing => model.starts_with(&MEASURED.bi_encoder),
            Self::Agrees
            | Self::Entailed
            | Self::EntailedWithNeighbours
            | Self::Contradicted
            | Self::DiffersNear(_)
            | Self::Differs(_) => model.starts_with(&MEASURED.nli),
        };
        MEASURED.rules.get(&self.name()).copied().filter(|_| is_measured).unwrap_or_default()
    }

    /// What it must meet for its answer to be a verdict.
    pub fn verdict_checks(self, model: &str, settings: &Settings) -> Vec<Check> {
        let Tested { right, of } = self.tested(model);
        let share = if of == 0 { 0.0 } else { f64::from(right) / f64::from(of) };
        vec![
            Check::at_least(
                "tested statements of this rule",
                f64::from(of),
                f64::from(settings.verdict_tested),
            ),
            Check::at_least("share of them on which it was right", share, settings.verdict_precision),
        ]
    }

    /// Whether its answer is a verdict.
    pub fn is_verdict(self, model: &str, settings: &Settings) -> bool {
        self.verdict_checks(model, settings).iter().all(Check::holds)
    }

    /// How much its answer is worth, for the reader of a hint.
    pub fn worth(self, model: &str) -> Reason {
        let Tested { right, of } = self.tested(model);
        if self.supports() {
            Reason::TestedSupport { right, of }
        } else {
            Reason::TestedDifference { right, of }
        }
    }
}

/// The respect that a reason is about.
fn kind_of(reason: &Reason) -> Option<SignalKind> {
    Some(match reason {
        Reason::NumberDiffers { .. } => SignalKind::Number,
        Reason::DirectionDiffers { .. } => SignalKind::Direction,
        Reason::NegationDiffers { .. } => SignalKind::Negation,
        Reason::EntityDiffers { .. } => SignalKind::Entity,
        Reason::ScopeDiffers { .. } => SignalKind::Scope,
        Reason::CausalUpgrade { .. } => SignalKind::Causal,
        Reason::HedgeDropped { .. } => SignalKind::Hedge,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_of_what_was_measured_names_rules_and_nothing_else() {
        let Measured { rules, .. } = serde_json::from_str(include_str!("rules.json")).unwrap();
        let names: Vec<String> = Rule::all().map(Rule::name).collect();
        assert!(rules.keys().all(|name| names.contains(name)), "{rules:?}");
        assert!(rules.values().all(|tested| tested.right <= tested.of));
    }

    #[test]
    fn with_a_model_that_was_not_measured_only_the_rules_of_words_were_tested() {
        let tested = |rule: Rule, model: &str| rule.tested(model).of > 0;
        assert!(
            tested(Rule::Agrees, "nli-minilm@9d61c02b (int8)")
                && !tested(Rule::Agrees, "nli-deberta@0 (tract)")
        );
        let bi_encoder = "all-MiniLM-L6-v2@3225c34d (int8)";
        assert!(
            tested(Rule::InPassing, bi_encoder)
                && !tested(Rule::InPassing, "all-MiniLM-L6-v2-q8@afdb6f1a (tract)")
        );
        assert!(tested(Rule::Repeats, "nli-deberta@0 (tract)"));
        assert_eq!(Rule::Agrees.worth("nli-deberta@0"), Reason::TestedSupport { right: 0, of: 0 });
    }

    #[test]
    fn a_rule_is_found_again_in_what_it_left() {
        let words = || ("a".to_owned(), "b".to_owned());
        let reason = |kind| {
            let (claim, source) = words();
            match kind {
                SignalKind::Number => Reason::NumberDiffers { claim, source },
                SignalKind::Direction => Reason::DirectionDiffers { claim, source },
                SignalKind::Negation => Reason::NegationDiffers { claim, source },
                SignalKind::Entity => Reason::EntityDiffers { claim, source },
                SignalKind::Scope => Reason::ScopeDiffers { claim, source },
                SignalKind::Causal => Reason::CausalUpgrade { claim, source },
                SignalKind::Hedge => Reason::HedgeDropped { source },
            }
        };
        for rule in Rule::all() {
            let trail = [TrailStep::new(Step::Decide, rule.summary(), &[])];
            let reasons = match rule {
                Rule::DiffersNear(kind) | Rule::Differs(kind) => vec![reason(kind)],
                _ => Vec::new(),
            };
            assert_eq!(Rule::of(&trail, &reasons), Some(rule));
        }
        assert_eq!(Rule::of(&[TrailStep::new(Step::Decide, "nothing found decides", &[])], &[]), None);
    }

    #[test]
    fn what_was_not_tested_is_no_verdict() {
        let settings = Settings::default();
        let nli = "nli-minilm@9d61c02b (int8)";
        let rarely = Rule::all().filter(|rule| rule.tested(nli).of < 20);
        assert!(rarely.into_iter().all(|rule| !rule.is_verdict(nli, &settings)));
        let lenient = Settings { verdict_precision: 0.0, verdict_tested: 0, ..settings };
        assert!(Rule::all().all(|rule| rule.is_verdict(nli, &lenient)));
    }
}
