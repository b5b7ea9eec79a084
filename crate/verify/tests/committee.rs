//! The evidence committee from indexes to bundle, over a scripted world.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::borrow::Cow;
use std::future::ready;

use citelight_inference::LocalFuture;
use citelight_records::http::{FetchError, RequestPolicy};
use citelight_records::sources::{ApiName, Record};
use citelight_types::finding::{Category, Reason, Step, Verdict};
use citelight_types::settings::{Settings, Standing};
use citelight_verify::committee::gather::RefusalReason;
use citelight_verify::committee::local::{Agglomerative, CleanUp, Funnel, Medoid};
use citelight_verify::committee::mentions::CitationBasis;
use citelight_verify::committee::steps::{Cluster, Distil, Group, StepError};
use citelight_verify::committee::{
    Abstention, Bundle, CitedBy, CitingApi, CommitteeServices, PercentileTables, Relation, assemble, convene,
    deliberate, explain, judgement,
};
use citelight_verify::verify::Models;
use proptest::prelude::*;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "../../records/tests/support/scripted.rs"]
mod scripted;

#[path = "support/committee_world.rs"]
mod world;

use scripted::{Behaviour, Bench, faulty, source_of, status, with_policy};
use world::{Bag, InMemoryTexts, Overlap, Paper, cited, indexes, site};

const CLAIM: &str = "Weirs of oak outlast weirs of pine by forty years in cold rivers [2].";
const DENIAL: &str = "Weirs of oak do not outlast weirs of pine by forty years in cold rivers [2].";

fn agreeing(count: usize) -> Vec<Paper> {
    let said = [
        "In cold rivers weirs of oak outlast weirs of pine by forty years [2].",
        "Weirs of oak outlast weirs of pine in cold rivers by forty years [2].",
    ];
    (1..=count).map(|number| Paper::new(number, said[number % 2])).collect()
}

/// Everything local, over papers and a server.
struct Hall {
    bench: Bench,
    texts: InMemoryTexts,
    settings: Settings,
    tables: PercentileTables,
}

/// Steps that take the place of local ones.
#[derive(Clone, Copy, Default)]
struct Replaced<'a> {
    cluster: Option<&'a dyn Cluster>,
    distil: Option<&'a dyn Distil>,
}

impl Hall {
    fn of(papers: Vec<Paper>) -> Self {
        let answer = indexes(papers.clone());
        Self::over(papers, Box::new(move |_, request| answer(request)))
    }

    fn over(papers: Vec<Paper>, behaviour: Behaviour) -> Self {
        Self {
            bench: Bench::new(5, with_policy(RequestPolicy::unlimited()), behaviour),
            texts: InMemoryTexts(papers),
            settings: Settings::default(),
            tables: PercentileTables::shipped().unwrap(),
        }
    }

    fn with<T>(&self, replaced: Replaced<'_>, act: impl AsyncFnOnce(&CommitteeServices<'_>) -> T) -> T {
        let apis = CitingApi::all(&self.bench.client);
        let indexes: Vec<&dyn CitedBy> = apis.iter().map(|api| api as &dyn CitedBy).collect();
        let models = Models { embed: Some(&Bag), infer: Some(&Overlap), ..Models::default() };
        let local = Agglomerative { embed: &Bag, infer: Some(&Overlap), settings: &self.settings.committee };
        let relate = Funnel { models, settings: &self.settings };
        let means = CommitteeServices {
            indexes: &indexes,
            texts: &[&self.texts],
            paraphrase: &CleanUp,
            cluster: replaced.cluster.unwrap_or(&local),
            distil: replaced.distil.unwrap_or(&Medoid { embed: &Bag }),
            relate: &relate,
            embed: Some(&Bag),
            tables: &self.tables,
        };
        self.bench.clock.run(act(&means)).expect("nothing waits for ever")
    }

    fn try_convene(&self, sentence: &str, replaced: Replaced<'_>) -> Result<Bundle, StepError> {
        let (site, citing) = site(sentence);
        self.with(replaced, async |means: &CommitteeServices<'_>| {
            convene(&site, &cited(), &citing, means, &self.settings, &mut None).await
        })
    }

    fn convene(&self, sentence: &str) -> Bundle {
        self.try_convene(sentence, Replaced::default()).unwrap()
    }
}

#[test]
fn witnesses_of_one_mind_support_a_claim() {
    let bundle = Hall::of(agreeing(8)).convene(CLAIM);
    assert_eq!(bundle.outcome.verdict, Verdict::Supported, "{bundle:#?}");
    assert_eq!((bundle.witnesses.len(), bundle.aspects.len()), (8, 1));
    assert_eq!(bundle.answered, ["openalex", "semanticscholar", "europepmc"]);
    let first = &bundle.witnesses[0];
    assert_eq!((first.basis, first.cited_by), (CitationBasis::Identifier, Some(80)), "the most cited first");
    // C is the index's percentile (0.58), V follows from the venue's mean citedness 3: 0.6 · 0.58 + 0.4 · 3/5.
    assert!((first.influence.value - 0.588).abs() < 1e-9, "{first:?}");
    assert_eq!(bundle.percentiles.date, "2026-11-21");
    assert!(explain(&bundle).unwrap().agrees());
}

#[test]
fn the_tables_alone_give_what_they_gave_before_venues_were_asked_for() {
    let mut hall = Hall::of(agreeing(8));
    hall.settings.committee.standing = Standing::Tables;
    let bundle = hall.convene(CLAIM);
    // V is not known: 0.6 · 0.58 + 0.4 · 0.5.
    assert!((bundle.witnesses[0].influence.value - 0.548).abs() < 1e-9, "{:?}", bundle.witnesses[0]);
    assert!(hall.bench.server.log.borrow().iter().all(|(_, url)| !url.contains("/sources")));
}

#[test]
fn venues_that_cannot_be_asked_for_are_told_and_silence_nobody() {
    let papers = agreeing(8);
    let answer = indexes(papers.clone());
    let hall = Hall::over(
        papers,
        Box::new(
            move |_, request| {
                if request.url.contains("/sources") { status(403, &[]) } else { answer(request) }
            },
        ),
    );
    let bundle = hall.convene(DENIAL);
    assert_eq!(bundle.outcome.verdict, Verdict::Miscited, "{:#?}", bundle.outcome);
    assert!(bundle.failures.is_empty() && bundle.unranked.len() == 1, "{:?}", bundle.unranked);
    assert!((bundle.witnesses[0].influence.value - 0.548).abs() < 1e-9);
    assert!(judgement(&bundle).trail.iter().any(|step| step.summary.contains("venues")));
}

#[test]
fn witnesses_who_say_otherwise_mark_it_with_their_sentences() {
    let bundle = Hall::of(agreeing(8)).convene(DENIAL);
    assert_eq!(bundle.outcome.verdict, Verdict::Miscited, "{:#?}", bundle.aspects);
    let judged = judgement(&bundle);
    assert_eq!(
        judged.category.map(|label| (label.category, label.suggested)),
        Some((Category::ContentMisrepresentation, true))
    );
    assert_eq!(judged.evidence.len(), 3);
    assert!(judged.evidence.iter().all(|evidence| evidence.text.contains("outlast weirs of pine")));
    assert!(judged.evidence[0].place.origin.starts_with("https://doi.org/10.2000/"));
    let Reason::WitnessesSayOtherwise { witnesses: 8, .. } = &judged.reasons[0] else {
        panic!("{:?}", judged.reasons)
    };
    assert!(judged.reasons[0].sentence().starts_with("The source could not be read; 8 papers"));
    let decided = judged.trail.iter().find(|step| step.step == Step::Decide).unwrap();
    assert!(decided.checks.iter().all(citelight_types::finding::Check::holds));
}

#[test]
fn five_witnesses_abstain_and_say_why() {
    let bundle = Hall::of(agreeing(5)).convene(CLAIM);
    assert_eq!(bundle.outcome.abstentions, [Abstention::FewWitnesses]);
    let judged = judgement(&bundle);
    assert_eq!((judged.verdict, judged.category), (Verdict::Undecidable, None));
    assert!(judged.reasons[0].sentence().contains("too few papers"), "{}", judged.reasons[0].sentence());
}

#[test]
fn what_witnesses_say_of_something_else_stands_apart() {
    let mut papers = agreeing(8);
    papers.push(Paper::new(
        9,
        "The carpentry of such joints was drawn for the first time by the masters of that guild [2].",
    ));
    let bundle = Hall::of(papers).convene(CLAIM);
    assert_eq!(bundle.aspects.len(), 2, "{:#?}", bundle.aspects);
    let other = bundle.aspects.iter().find(|aspect| aspect.claims.len() == 1).unwrap();
    assert_eq!(other.relation, Relation::Neutral);
}

#[test]
fn a_paper_that_does_not_cite_is_no_witness_and_a_closed_one_only_by_quotation() {
    let mut papers = agreeing(9);
    papers[0].cites = false;
    papers[1].open = false;
    papers[2].open = false;
    papers[2].quoted = true;
    let bundle = Hall::of(papers.clone()).convene(CLAIM);
    let why = |paper: &Paper| {
        let title = paper.title();
        bundle.refused.iter().find(|refused| refused.title == title).map(|refused| refused.reason.clone())
    };
    assert_eq!(why(&papers[0]), Some(RefusalReason::NotCited));
    assert!(matches!(why(&papers[1]), Some(RefusalReason::NoText { .. })));
    let quoted = bundle.witnesses.iter().find(|witness| witness.basis == CitationBasis::Quoted).unwrap();
    assert_eq!((quoted.title.as_str(), quoted.named_by.len()), (papers[2].title().as_str(), 2));
    let heard = &judgement(&bundle).trail[0];
    assert_eq!((heard.step, heard.values["quoted_only"]), (Step::Committee, 1.0));
    assert!(heard.summary.contains("their texts were not read"), "{}", heard.summary);
}

#[test]
fn the_paper_in_question_never_vouches_for_itself() {
    let mut papers = agreeing(6);
    papers.push(Paper::new(99, CLAIM));
    let bundle = Hall::of(papers).convene(CLAIM);
    assert_eq!(bundle.witnesses.len(), 6);
    assert!(bundle.refused.iter().any(|refused| refused.reason == RefusalReason::CitingPaper));
}

#[test]
fn a_sentence_that_leans_on_another_asks_nobody() {
    let hall = Hall::of(agreeing(8));
    let bundle = hall.convene("They outlast weirs of pine by forty years in cold rivers [2].");
    assert_eq!((bundle.claim.claim.as_deref(), hall.bench.requests()), (None, 0));
    assert_eq!(bundle.outcome.abstentions, [Abstention::Underspecified]);
    assert!(explain(&bundle).unwrap().agrees());
}

#[test]
fn no_more_witnesses_are_heard_than_set() {
    let mut hall = Hall::of(agreeing(15));
    assert_eq!(hall.convene(CLAIM).witnesses.len(), 12);
    hall.settings.committee.max_witnesses = 0;
    assert_eq!(hall.convene(CLAIM).witnesses.len(), 15);
}

#[test]
fn one_assembly_serves_many_claims() {
    let hall = Hall::of(agreeing(8));
    let (yes, citing) = site(CLAIM);
    let (no, _) = site(DENIAL);
    let verdicts = hall.with(Replaced::default(), async |means: &CommitteeServices<'_>| {
        let assembly = assemble(&cited(), &citing, means, &hall.settings).await.unwrap();
        let mut verdicts = Vec::new();
        for site in [yes, no] {
            let claim = citelight_verify::committee::claim::extract(
                &site,
                means.paraphrase,
                means.embed,
                &hall.settings.committee,
            );
            let bundle = deliberate(claim.await.unwrap(), &assembly, means, &hall.settings).await.unwrap();
            verdicts.push(bundle.outcome.verdict);
        }
        verdicts
    });
    assert_eq!(verdicts, [Verdict::Supported, Verdict::Miscited]);
    assert_eq!(hall.bench.requests(), 5, "the indexes were asked once: one id, three lists, the venues");
}

#[test]
fn a_dead_index_is_told_and_the_others_are_heard() {
    for dead in [ApiName::OpenAlex, ApiName::SemanticScholar, ApiName::EuropePmc] {
        let answer = indexes(agreeing(8));
        let hall = Hall::over(
            agreeing(8),
            Box::new(
                move |_, request| {
                    if source_of(&request.url) == dead { status(503, &[]) } else { answer(request) }
                },
            ),
        );
        let bundle = hall.convene(CLAIM);
        assert_eq!((bundle.failures.len(), bundle.answered.len()), (1, 2), "{dead:?}");
        assert!(
            bundle.failures[0].contains(dead.title()) && bundle.failures[0].contains("503"),
            "{:?}",
            bundle.failures
        );
        assert!(judgement(&bundle).trail[0].summary.contains("503"));
    }
}

/// Groups as scripted.
struct Groups(Vec<Vec<usize>>);

impl Cluster for Groups {
    fn name(&self) -> Cow<'_, str> {
        "script".into()
    }

    fn cluster<'a>(
        &'a self,
        _: &'a Record,
        _: &'a [&'a str],
    ) -> LocalFuture<'a, Result<Vec<Group>, StepError>> {
        Box::pin(ready(Ok(self.0.iter().cloned().map(Group::from).collect())))
    }
}

/// One statement, whatever is asked.
struct Says(&'static str);

impl Distil for Says {
    fn name(&self) -> Cow<'_, str> {
        "script".into()
    }

    fn distil<'a>(&'a self, _: &'a Record, _: &'a [&'a str]) -> LocalFuture<'a, Result<String, StepError>> {
        Box::pin(ready(Ok(self.0.to_owned())))
    }
}

#[test]
fn a_clustering_that_is_none_decides_nothing() {
    let hall = Hall::of(agreeing(6));
    let answer = |groups: &[&[usize]]| {
        let groups = Groups(groups.iter().map(|group| group.to_vec()).collect());
        hall.try_convene(CLAIM, Replaced { cluster: Some(&groups), ..Replaced::default() })
    };
    assert!(answer(&[&[0, 1, 2], &[2, 3, 4, 5]]).unwrap_err().reason.contains("twice"));
    assert!(answer(&[&[0, 1, 2, 3, 4, 5, 6]]).unwrap_err().reason.contains("claim 6 of 6"));
    let repaired = answer(&[&[0, 1, 2, 3, 4]]).unwrap();
    assert_eq!((repaired.aspects.len(), repaired.aspects[1].claims.as_slice()), (2, &[5][..]));
}

#[test]
fn a_statement_with_a_number_of_its_own_decides_nothing() {
    let hall = Hall::of(agreeing(6));
    let says = Says("Weirs of oak outlast weirs of pine by 400 years in cold rivers.");
    let error = hall.try_convene(CLAIM, Replaced { distil: Some(&says), ..Replaced::default() }).unwrap_err();
    assert!(error.reason.contains("400"), "{error}");
}

/// Every number that a bundle states, by its place.
fn numbers(value: &serde_json::Value, path: String, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => found.push(path),
        serde_json::Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| numbers(item, format!("{path}/{index}"), found));
        }
        serde_json::Value::Object(fields) => {
            fields.iter().for_each(|(name, item)| numbers(item, format!("{path}/{name}"), found));
        }
        _ => {}
    }
}

#[test]
fn a_bundle_survives_writing_and_tells_of_every_changed_number() {
    let bundle = Hall::of(agreeing(8)).convene(CLAIM);
    let written = serde_json::to_value(&bundle).unwrap();
    let read: Bundle = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(read, bundle);
    let mut places = Vec::new();
    numbers(&written, String::new(), &mut places);
    let derived = |place: &&String| {
        place.starts_with("/outcome/")
            || place.contains("/weights/")
            || place.ends_with("/stability")
            || place.ends_with("/influence/value")
            || place.as_str() == "/claim/radius"
    };
    let derived: Vec<&String> = places.iter().filter(derived).collect();
    assert!(derived.len() >= 8 + 1 + 1 + 6, "{derived:?}");
    for place in derived {
        let mut changed = written.clone();
        let number = changed.pointer_mut(place).unwrap();
        *number = if number.is_u64() {
            (number.as_u64().unwrap() + 1).into()
        } else {
            (number.as_f64().unwrap() / 2.0 + 0.01).into()
        };
        let changed: Bundle = serde_json::from_value(changed).unwrap();
        let explanation = explain(&changed).unwrap();
        assert!(!explanation.agrees(), "{place}");
    }
}

#[test]
fn a_bundle_whose_parts_do_not_belong_together_is_refused() {
    let bundle = Hall::of(agreeing(6)).convene(CLAIM);
    let changed = |change: fn(&mut Bundle)| {
        let mut bundle = bundle.clone();
        change(&mut bundle);
        explain(&bundle).unwrap_err().to_string()
    };
    assert!(changed(|bundle| bundle.aspects[0].claims.push(77)).contains("claim 77"));
    assert!(
        changed(|bundle| {
            bundle.aspects[0].claims.pop();
        })
        .contains("0 aspects")
    );
    assert!(
        changed(|bundle| {
            bundle.witnesses.pop();
        })
        .contains("0 witnesses")
    );
    assert!(changed(|bundle| bundle.witnesses[1].id = "w1".to_owned()).contains("2 witnesses"));
    assert!(changed(|bundle| bundle.version = 9).contains("version 9"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// The committee of the same papers comes to the same numbers in whatever order the indexes name them.
    #[test]
    fn the_order_in_which_papers_are_named_changes_nothing(turn in 0usize..8, reverse: bool) {
        let mut papers = agreeing(7);
        papers.push(Paper::new(8, "Weirs of oak do not outlast weirs of pine by forty years in cold rivers [2]."));
        let first = Hall::of(papers.clone()).convene(CLAIM).outcome;
        papers.rotate_left(turn);
        if reverse { papers.reverse(); }
        let second = Hall::of(papers).convene(CLAIM).outcome;
        prop_assert!((first.vote - second.vote).abs() < 1e-9 && (first.confidence - second.confidence).abs() < 1e-9);
        prop_assert_eq!(first.verdict, second.verdict);
    }

    /// Faults of every kind: no index that failed counts as one that knows nobody, and none invents a witness.
    #[test]
    fn a_fault_is_told_and_never_a_witness(seed in any::<u64>(), tenths in 1u64..10) {
        let hall = Hall::over(agreeing(8), faulty(indexes(agreeing(8)), seed, tenths));
        let bundle = hall.convene(CLAIM);
        prop_assert_eq!(bundle.answered.len() + bundle.failures.len(), 3);
        prop_assert!(bundle.witnesses.len() <= 8);
        if bundle.answered.iter().any(|name| name == "openalex") {
            prop_assert_eq!(bundle.witnesses.len(), 8);
        }
        prop_assert!(explain(&bundle).unwrap().agrees());
    }
}

#[test]
fn offline_nobody_is_heard_and_nothing_is_decided() {
    let hall = Hall::over(agreeing(8), Box::new(|_, _| Err(FetchError::Offline)));
    let bundle = hall.convene(CLAIM);
    assert_eq!((bundle.failures.len(), bundle.outcome.witnesses), (3, 0));
    assert_eq!(bundle.outcome.verdict, Verdict::Undecidable);
}
