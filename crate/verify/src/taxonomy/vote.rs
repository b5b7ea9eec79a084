//! Several samples, one classification: a strict majority, else the class that most samples give; never a forced one (BibAgent,
//! appendix E.2: M = 5).

use std::borrow::Cow;

use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use super::sample::{Facts, RATIONALE_WORDS, Sample, by_facts, check};
use super::walk::{Classification, Label};
use citelight_inference::LocalFuture;
use citelight_types::finding::{CategoryLabel, Subtype, Verdict};
use citelight_types::text::normalise::first_words;

/// A case to be classified: what is given to the model, and all it may quote.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// What the sentence attributes to the source.
    pub claim: String,
    /// The citing sentence with its neighbours.
    pub context: String,
    /// Passages of the source, or statements of witnesses.
    pub evidence: Vec<String>,
    /// What records say.
    pub facts: Facts,
}

/// Gives samples of a classification: a model behind an endpoint.
pub trait Classify {
    /// Who does it, for the trail: model, version of the prompt.
    fn name(&self) -> Cow<'_, str>;

    /// One sample; none if the answer was not of the form that was asked for, after one repair.
    ///
    /// # Errors
    /// [`ClassifyError`] if no answer came.
    fn sample<'a>(
        &'a self,
        case: &'a Case,
        seed: usize,
    ) -> LocalFuture<'a, Result<Option<Sample>, ClassifyError>>;
}

/// Why no sample came.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{by} could not classify the citation: {reason}; its category stays as it was")]
pub struct ClassifyError {
    /// Who was asked.
    pub by: String,
    /// What happened.
    pub reason: String,
}

/// What samples come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Voted {
    /// The classification.
    pub classification: Classification,
    /// Samples that give its class.
    pub votes: usize,
    /// Samples that count for nothing.
    pub void: usize,
    /// Samples that were planned.
    pub planned: usize,
    /// Whether more than half of all planned samples give its class.
    pub majority: bool,
    /// The rationale of the first sample that gives it.
    pub rationale: String,
}

impl Voted {
    /// What records decide: nobody votes.
    pub(crate) fn by_records(classification: Classification) -> Self {
        Self { classification, votes: 0, void: 0, planned: 0, majority: true, rationale: String::new() }
    }
}

/// Classifies a case by `planned` samples (M); fewer are asked for where the rest could change nothing. What records decide
/// nobody is asked.
///
/// # Errors
/// [`ClassifyError`] if a sample could not be had.
pub async fn classify(
    case: &Case,
    classifier: &dyn Classify,
    planned: usize,
) -> Result<Voted, ClassifyError> {
    if let Some(classification) = by_facts(&case.facts) {
        return Ok(Voted::by_records(classification));
    }
    let evidence: Vec<&str> = case.evidence.iter().map(String::as_str).collect();
    let mut ballot = Ballot { planned, ..Ballot::default() };
    let mut next = 0;
    while next < planned && !ballot.is_settled() {
        // As many at once as a majority takes in any case, then one by one.
        let end = if next == 0 { planned / 2 + 1 } else { next + 1 };
        let samples = join_all((next..end).map(|seed| classifier.sample(case, seed))).await;
        next = end;
        for sample in samples {
            let checked = sample?.and_then(|sample| {
                let found = check(&sample, &case.facts, &evidence).ok()?;
                Some((found, first_words(&sample.rationale, RATIONALE_WORDS)))
            });
            ballot.count(checked);
        }
    }
    Ok(ballot.outcome())
}

#[derive(Debug, Default)]
struct Ballot {
    planned: usize,
    void: usize,
    cast: Vec<(Classification, String)>,
}

impl Ballot {
    fn count(&mut self, sample: Option<(Classification, String)>) {
        match sample {
            Some(cast) => self.cast.push(cast),
            None => self.void += 1,
        }
    }

    fn votes(&self, class: Label) -> usize {
        self.cast.iter().filter(|(found, _)| found.class() == class).count()
    }

    /// Whether one class has more than half of all planned samples.
    fn is_settled(&self) -> bool {
        self.cast.iter().any(|(found, _)| 2 * self.votes(found.class()) > self.planned)
    }

    fn outcome(self) -> Voted {
        // The most frequent; abstaining only with a strict majority; of two that are as frequent none.
        let mut classes: Vec<Label> = Vec::new();
        for (found, _) in &self.cast {
            if !classes.contains(&found.class()) {
                classes.push(found.class());
            }
        }
        let majority = classes.iter().copied().find(|class| 2 * self.votes(*class) > self.planned);
        let deciding = || classes.iter().copied().filter(|class| *class != Label::Uncertain);
        let most = deciding().map(|class| self.votes(class)).max().unwrap_or(0);
        let mut frequent = deciding().filter(|class| self.votes(*class) == most);
        let winner = majority.or_else(|| frequent.next().filter(|_| frequent.next().is_none()));
        let own: Vec<&(Classification, String)> =
            self.cast.iter().filter(|(found, _)| Some(found.class()) == winner).collect();
        let (classification, rationale) = match own.first() {
            Some((first, rationale)) => (with_common_subtype(first, &own), rationale.clone()),
            None => {
                let path = self.cast.first().map(|(found, _)| found.path.clone()).unwrap_or_default();
                // The questions on which samples part are not answered.
                let path = path
                    .into_iter()
                    .filter(|answered| self.cast.iter().all(|(found, _)| found.path.contains(answered)));
                (Classification { label: Label::Uncertain, path: path.collect() }, String::new())
            }
        };
        Voted {
            votes: own.len(),
            void: self.void,
            planned: self.planned,
            majority: majority.is_some(),
            classification,
            rationale,
        }
    }
}

/// The class with the subtype that most of its samples give; with none where two are as frequent.
fn with_common_subtype(first: &Classification, own: &[&(Classification, String)]) -> Classification {
    let Label::Miscitation { label } = first.label else { return first.clone() };
    let subtypes: Vec<Option<Subtype>> = own
        .iter()
        .filter_map(|(found, _)| match found.label {
            Label::Miscitation { label } => Some(label.subtype),
            _ => None,
        })
        .collect();
    let count = |subtype: Option<Subtype>| subtypes.iter().filter(|other| **other == subtype).count();
    let most = subtypes.iter().map(|subtype| count(*subtype)).max().unwrap_or(0);
    let mut frequent: Vec<Option<Subtype>> =
        subtypes.iter().copied().filter(|subtype| count(*subtype) == most).collect();
    frequent.dedup();
    let agreed = frequent.iter().all(|subtype| *subtype == frequent[0]);
    let subtype = frequent.first().copied().flatten().filter(|_| agreed);
    Classification {
        label: Label::Miscitation { label: CategoryLabel { subtype, ..label } },
        path: first.path.clone(),
    }
}

/// What becomes of a miscited citation once it is classified: if all questions are passed nothing is wrong that could be named,
/// so that nothing is decided.
pub fn verdict_after(classification: &Classification) -> Verdict {
    match classification.label {
        Label::NoMiscitation => Verdict::Undecidable,
        Label::Miscitation { .. } | Label::Other | Label::Uncertain => Verdict::Miscited,
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::future::ready;

    use futures_util::FutureExt;
    use proptest::prelude::*;

    use super::*;
    use crate::taxonomy::sample::{SampleAnswer, SampleWord};
    use crate::taxonomy::subtypes::AttributionSubtype;
    use crate::taxonomy::walk::Basis;
    use citelight_types::finding::Category;

    /// Samples by number: how many questions are passed before one fails (2 content, 3 scope, 4 evidence, 5 none fails);
    /// none is void, 9 unsure.
    struct Script(Vec<Option<usize>>, Cell<usize>);

    impl Classify for Script {
        fn name(&self) -> Cow<'_, str> {
            "script".into()
        }

        fn sample<'a>(
            &'a self,
            _: &'a Case,
            seed: usize,
        ) -> LocalFuture<'a, Result<Option<Sample>, ClassifyError>> {
            self.1.set(self.1.get() + 1);
            let order = [
                Category::AttributionTraceability,
                Category::CitationValidity,
                Category::ContentMisrepresentation,
                Category::ScopeExtrapolation,
                Category::EvidenceCharacterization,
            ];
            let sample = self.0.get(seed).copied().flatten().map(|decided| {
                let passed = if decided == 9 { 2 } else { decided };
                let word = |place: usize| match place == passed {
                    false => SampleWord::Passed,
                    true if decided == 9 => SampleWord::Unsure,
                    true => SampleWord::Failed,
                };
                let answers = order.into_iter().take(passed + 1).enumerate();
                let answers = answers.map(|(place, category)| SampleAnswer {
                    category,
                    answer: word(place),
                    subtype: None,
                });
                Sample {
                    answers: answers.collect(),
                    quotes: vec!["in cold rivers".to_owned()],
                    rationale: "So.".to_owned(),
                }
            });
            Box::pin(ready(Ok(sample)))
        }
    }

    fn voted(script: &[Option<usize>]) -> (Voted, usize) {
        let case = Case { evidence: vec!["Oak lasts in cold rivers.".to_owned()], ..Case::default() };
        let script = Script(script.to_vec(), Cell::new(0));
        let found = classify(&case, &script, 5).now_or_never().unwrap().unwrap();
        (found, script.1.get())
    }

    fn category(script: &[Option<usize>]) -> Option<Category> {
        match voted(script).0.classification.label {
            Label::Miscitation { label } => Some(label.category),
            _ => None,
        }
    }

    #[test]
    fn a_strict_majority_decides_and_ends_the_asking() {
        let (found, asked) = voted(&[Some(3), Some(3), Some(3), Some(2), Some(2)]);
        assert_eq!((found.majority, found.votes, asked), (true, 3, 3));
        assert_eq!(category(&[Some(3); 5]), Some(Category::ScopeExtrapolation));
        let (uncertain, _) = voted(&[Some(9), Some(9), Some(2), Some(9), Some(2)]);
        assert_eq!(uncertain.classification.label, Label::Uncertain);
    }

    #[test]
    fn without_one_the_most_frequent_class_that_does_not_abstain() {
        assert_eq!(
            category(&[Some(9), Some(9), Some(3), Some(2), Some(3)]),
            Some(Category::ScopeExtrapolation)
        );
        assert_eq!(category(&[None, None, None, Some(4), None]), Some(Category::EvidenceCharacterization));
        assert!(!voted(&[None, None, None, Some(4), None]).0.majority);
    }

    #[test]
    fn a_tie_forces_nothing() {
        assert_eq!(
            voted(&[Some(2), Some(3), Some(2), Some(3), None]).0.classification.label,
            Label::Uncertain
        );
        assert_eq!(voted(&[None; 5]).0.classification.label, Label::Uncertain);
    }

    #[test]
    fn all_passed_takes_the_accusation_back() {
        let (found, _) = voted(&[Some(5), Some(5), Some(5), None, None]);
        assert_eq!(verdict_after(&found.classification), Verdict::Undecidable);
    }

    #[test]
    fn what_records_decide_nobody_is_asked() {
        let facts =
            Facts { attribution: Some((AttributionSubtype::Ghost, Basis::Records)), ..Facts::default() };
        let script = Script(vec![Some(5); 5], Cell::new(0));
        let found = classify(&Case { facts, ..Case::default() }, &script, 5).now_or_never().unwrap().unwrap();
        assert_eq!((found.classification.path.len(), script.1.get()), (1, 0));
    }

    proptest! {
        #[test]
        fn the_order_of_samples_changes_no_class(samples in proptest::collection::vec(proptest::option::of(prop_oneof![2usize..6, Just(9)]), 5), turn in 0usize..5) {
            let class = |samples: &[Option<usize>]| voted(samples).0.classification.class();
            let mut turned = samples.clone();
            turned.rotate_left(turn);
            // Asking ends with a majority, which no further sample could undo.
            prop_assert_eq!(class(&samples), class(&turned));
        }
    }
}
