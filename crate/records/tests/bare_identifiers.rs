//! References that are an identifier and nothing else: what is asked, and what may be said of those that nobody knows.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use citelight_document::citation::Reference;
use citelight_document::citation::string::parse_reference;
use citelight_document::markup::PageBox;
use citelight_records::http::RequestPolicy;
use citelight_records::resolve::{Resolution, ResolverOutcome, resolve};
use citelight_records::sources::doi_register::{DoiOrg, DoiRegister};
use citelight_records::sources::{ApiName, ApiSource, Source};
use citelight_types::settings::Settings;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "support/scripted.rs"]
mod scripted;

use scripted::{Bench, source_of, status, title, with_policy, world_of};

const SOURCES: [ApiName; 4] = [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar, ApiName::Dblp];

/// Resolves a reference where `holds` says who holds which work; whom it took, in order.
fn resolved(
    reference: &Reference,
    holds: impl Fn(ApiName, usize) -> bool + 'static,
    register: bool,
) -> (ResolverOutcome, Vec<ApiName>) {
    asked_of(
        reference,
        Bench::new(
            10,
            with_policy(RequestPolicy::unlimited()),
            Box::new({
                let answer = world_of(holds);
                move |_, request| answer(request)
            }),
        ),
        register,
    )
}

fn asked_of(reference: &Reference, bench: Bench, register: bool) -> (ResolverOutcome, Vec<ApiName>) {
    let sources: Vec<ApiSource> = SOURCES.into_iter().map(|api| bench.source(api)).collect();
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    let doi_org = DoiOrg::new(bench.client.clone());
    let register = register.then_some(&doi_org as &dyn DoiRegister);
    let settings = Settings::default();
    let outcome = bench.clock.run(resolve(reference, &sources, register, &settings)).unwrap();
    let asked = bench.server.log.borrow().iter().map(|(_, url)| source_of(url)).collect();
    (outcome, asked)
}

#[test]
fn a_known_identifier_costs_one_request() {
    for text in [
        "doi:10.1016/7",
        "https://doi.org/10.1016/7",
        "10.1016/7",
        "Available at: https://doi.org/10.1016/7.",
    ] {
        let (outcome, asked) = resolved(&parse_reference(text), |_, n| n == 7, true);
        let Resolution::Resolved { record, differences, .. } = &outcome.resolution else {
            panic!("{text}: {:?}", outcome.resolution)
        };
        assert_eq!((record.title.as_str(), differences.len()), (title(7).as_str(), 0), "{text}");
        assert_eq!(asked, [ApiName::Crossref], "{text}");
        assert!(
            outcome.step.summary.starts_with("The entry is “10.1016/7” alone"),
            "{}",
            outcome.step.summary
        );
    }
}

#[test]
fn what_the_first_index_lacks_the_second_may_have() {
    let (outcome, asked) =
        resolved(&parse_reference("doi:10.1016/7"), |api, _| api == ApiName::OpenAlex, true);
    assert!(matches!(outcome.resolution, Resolution::Resolved { .. }), "{:?}", outcome.resolution);
    assert_eq!(asked, [ApiName::Crossref, ApiName::OpenAlex]);
}

#[test]
fn a_doi_that_no_index_and_no_register_knows_does_not_exist() {
    let (outcome, asked) = resolved(&parse_reference("doi:10.1016/7"), |_, _| false, true);
    let Resolution::Ghost { asked: told, nearest: None } = &outcome.resolution else {
        panic!("{:?}", outcome.resolution)
    };
    assert_eq!(told, &["Crossref", "OpenAlex", "doi.org"]);
    assert_eq!(asked, [ApiName::Crossref, ApiName::OpenAlex, ApiName::Doi]);
    assert!(
        outcome.step.summary.contains("neither its registrar nor an index knows"),
        "{}",
        outcome.step.summary
    );
}

#[test]
fn without_the_register_or_with_a_registered_doi_nothing_is_accused() {
    let entry = parse_reference("doi:10.1016/7");
    let unknown = |outcome: &ResolverOutcome| match &outcome.resolution {
        Resolution::Unknown { reason, .. } => reason.clone(),
        other => panic!("{other:?}"),
    };
    let (unasked, _) = resolved(&entry, |_, _| false, false);
    assert!(unknown(&unasked).contains("not enough to say that there is none"), "{}", unknown(&unasked));
    let (registered, asked) = resolved(&entry, |api, _| api == ApiName::Doi, true);
    assert!(unknown(&registered).contains("registered all the same"), "{}", unknown(&registered));
    assert!(asked.contains(&ApiName::SemanticScholar), "everyone who knows DOIs is asked: {asked:?}");
    assert!(!asked.contains(&ApiName::Dblp), "nobody is asked for a title: {asked:?}");
}

#[test]
fn what_may_be_misread_is_not_called_a_ghost() {
    let in_pdf = {
        let mut entry = parse_reference("doi:10.1016/7");
        entry.locator.boxes = vec![PageBox::default()];
        entry
    };
    let in_address = parse_reference("https://www.example.org/content/10.1016/7v1.full");
    let printed_only = parse_reference("doi:10.5555/3295222.3295349");
    for entry in [in_pdf, in_address, printed_only] {
        let (outcome, _) = resolved(&entry, |_, _| false, true);
        let Resolution::Unknown { reason, .. } = &outcome.resolution else {
            panic!("{entry:?}: {outcome:?}")
        };
        assert!(reason.contains(", but "), "{reason}");
    }
}

#[test]
fn a_source_or_register_that_fails_makes_no_ghost() {
    for failing in [ApiName::OpenAlex, ApiName::Doi] {
        let answer = world_of(|_, _| false);
        let behaviour = move |_: usize, request: &citelight_records::http::Request| {
            if source_of(&request.url) == failing { status(503, &[]) } else { answer(request) }
        };
        let bench = Bench::new(10, with_policy(RequestPolicy::unlimited()), Box::new(behaviour));
        let (outcome, _) = asked_of(&parse_reference("doi:10.1016/7"), bench, true);
        assert!(
            matches!(outcome.resolution, Resolution::Unknown { .. }),
            "{failing:?}: {:?}",
            outcome.resolution
        );
        assert!(!outcome.failures.is_empty(), "{failing:?}");
    }
}
