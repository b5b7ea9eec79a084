//! Recorded answers of the scholarly APIs: what each says, and that no damage to them does more than an error.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fmt::Write as _;
use std::path::PathBuf;

use citelight_records::http::{Request, Response, Secret};
use citelight_records::sources::api::{Key, Wanted};
use citelight_records::sources::citation_metrics::CitationMetrics;
use citelight_records::sources::{
    ApiSettings, NoticeBasis, Record, WorkStatus, citing, europe_pmc, openalex,
};
use citelight_types::finding::RetractionManner;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;
use proptest::prelude::*;

#[path = "support/recorded.rs"]
mod recorded;

use recorded::{Outcome, read};

fn folder(name: &str) -> PathBuf {
    PathBuf::from(format!("{}/../../tests/fixtures/apis/{name}", env!("CARGO_MANIFEST_DIR")))
}

/// Name and content of every file of a folder, by name.
fn files(api: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = std::fs::read_dir(folder(api))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(&path).unwrap())
        })
        .collect();
    files.sort();
    files
}

const APIS: [&str; 14] = [
    "crossref",
    "openalex",
    "semanticscholar",
    "arxiv",
    "dblp",
    "europepmc",
    "pubmed",
    "datacite",
    "unpaywall",
    "openreview",
    "openreview2",
    "openlibrary",
    "zotero",
    "doi",
];

/// A record on a few lines, long fields cut.
fn summary(record: &Record) -> String {
    let mut record = record.clone();
    let mut text = String::new();
    for field in [&mut record.abstract_text] {
        if let Some(long) = field.as_mut().filter(|text| text.chars().count() > 80) {
            *long = format!("{}… ({} bytes)", long.chars().take(80).collect::<String>(), long.len());
        }
    }
    let (authors, references) = (record.authors.len(), record.references.len());
    record.authors.truncate(3);
    record.references.truncate(2);
    let json = serde_json::to_value(&record).unwrap_or_default();
    for (name, value) in json.as_object().into_iter().flatten() {
        if !value.is_null() {
            let _ = writeln!(text, "    {name}: {value}");
        }
    }
    let _ = writeln!(text, "    ({authors} authors, {references} references)");
    text
}

#[test]
fn each_recorded_answer_says_what_it_says() {
    for api in APIS {
        let mut text = String::new();
        for (name, body) in files(api) {
            match read(api, &name, &body) {
                Outcome::Records(records) => {
                    let _ = writeln!(text, "{name}: {} records", records.len());
                    records.iter().take(2).for_each(|record| text.push_str(&summary(record)));
                }
                Outcome::Other(other) => {
                    let _ = writeln!(text, "{name}: {other}");
                }
                Outcome::Error(error) => {
                    let _ = writeln!(text, "{name}: ERROR {error}");
                }
            }
        }
        insta::assert_snapshot!(api, text);
    }
}

fn one(api: &str, name: &str) -> Record {
    let body = std::fs::read_to_string(folder(api).join(name)).unwrap();
    match read(api, name, &body) {
        Outcome::Records(records) => records.into_iter().next().unwrap(),
        other => panic!("{other:?}"),
    }
}

/// The requests of every API: for one key of each kind it takes, for two at once, for a title. Nothing of the user is in them.
#[test]
fn each_api_is_asked_in_its_own_words() {
    let settings = ApiSettings { mailto: Some(Secret::new("me@example.org")), ..ApiSettings::default() };
    let identifiers = |n: u32| Identifiers {
        doi: Some(format!("10.1000/a({n})b<1>;2-#x")),
        arxiv: Some(format!("2304.0537{n}")),
        pmid: Some(format!("2534939{n}")),
        pmcid: Some(format!("PMC288374{n}")),
        isbn: Some(format!("978052187000{n}")),
        url: Some(format!("https://openreview.net/forum?id=0FhrtdKLt{n}")),
    };
    let (one, two) = (Key::of(&identifiers(1)), Key::of(&identifiers(2)));
    let authors = [Person::new("O'Neil", "Ann")];
    let wanted =
        Wanted::new("On the α-decay: of \"x, y\" | and <i>z</i>, pre-trained", &authors, Some(2020)).unwrap();
    let mut text = String::new();
    for api in APIS {
        let client = recorded::api_of(api).unwrap();
        let _ = writeln!(text, "{api}");
        let shown = |request: Option<Request>| {
            let request = request.unwrap();
            assert!(!request.url.contains("example.org"));
            // Who asks is the same for all, and another with each version.
            let headers = request.headers.iter().filter(|(name, _)| *name != "user-agent");
            let headers: Vec<String> = headers.map(|(name, value)| format!(" {name}: {value}")).collect();
            let body = request.body.map(|body| format!(" {body}")).unwrap_or_default();
            format!("{} {}{}{body}", request.method.as_str(), request.url, headers.concat())
        };
        for (left, right) in one.iter().zip(&two).filter(|(left, _)| client.takes(left)) {
            let _ = writeln!(text, "  {}", shown(client.ask_keys(std::slice::from_ref(left), &settings)));
            if client.batch(left) > 1 {
                let both = [left.clone(), right.clone()];
                let _ = writeln!(
                    text,
                    "  {} keys: {}",
                    client.batch(left),
                    shown(client.ask_keys(&both, &settings))
                );
            }
        }
        if let Some(request) = client.ask_title(&wanted, &settings) {
            let _ = writeln!(text, "  title: {}", shown(Some(request)));
        }
    }
    insta::assert_snapshot!("requests", text);
}

#[test]
fn retractions_point_the_right_way() {
    let article = one("crossref", "TRANSCRIBED_retracted_updated-by.json");
    assert!(!article.title.starts_with("RETRACTED"));
    assert_eq!(
        article.status,
        WorkStatus::Retracted {
            year: Some(2010),
            notice: Some("10.1016/s0140-6736(10)60175-4".to_owned()),
            date: "2010-02-06".parse().ok(),
            manner: RetractionManner::Retracted,
        }
    );
    assert!(matches!(
        one("crossref", "TRANSCRIBED_retraction_update-to_self.json").status,
        WorkStatus::Retracted { year: Some(2022), .. }
    ));
    let notice = one("crossref", "update_10.1371_journal.pone.0129989.json");
    assert_eq!(notice.status, WorkStatus::Current);
    assert_eq!(notice.notice_for[0].doi.as_deref(), Some("10.1371/journal.pone.0120799"));
    assert_eq!(one("crossref", "made_concern.json").status, WorkStatus::Current, "it was reinstated");
    let flagged = one("openalex", "made_retracted.json");
    assert_eq!((flagged.status, flagged.notices[0].basis), (WorkStatus::Current, NoticeBasis::Flag));
    assert!(matches!(
        one("pubmed", "made_retraction.xml").status,
        WorkStatus::Retracted { year: Some(2017), .. }
    ));
    assert!(matches!(
        one("europepmc", "made_retraction_query.json").status,
        WorkStatus::Retracted { year: Some(2017), .. }
    ));
    assert!(matches!(
        one("arxiv", "made_withdrawn.xml").status,
        WorkStatus::Retracted { year: Some(2021), .. }
    ));
    assert_eq!(one("openreview2", "made_notes.json").status, WorkStatus::Current);
}

#[test]
fn records_survive_the_store() {
    for api in APIS {
        for (name, body) in files(api) {
            if let Outcome::Records(records) = read(api, &name, &body) {
                for record in records {
                    let text = serde_json::to_string(&record).unwrap();
                    assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
                }
            }
        }
    }
}

/// One change to a text: cut, a character changed, a part left out or said twice.
#[derive(Clone, Debug)]
enum Damage {
    Cut(prop::sample::Index),
    Change(prop::sample::Index, char),
    Leave(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let character = prop_oneof![
        Just('"'),
        Just('['),
        Just('{'),
        Just('<'),
        Just('>'),
        Just('0'),
        Just('&'),
        any::<char>()
    ];
    prop_oneof![
        any::<prop::sample::Index>().prop_map(Damage::Cut),
        (any::<prop::sample::Index>(), character).prop_map(|(at, c)| Damage::Change(at, c)),
        (any::<prop::sample::Index>(), 1..40usize).prop_map(|(at, length)| Damage::Leave(at, length)),
        (any::<prop::sample::Index>(), 1..40usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for damage in damages {
        let length = characters.len().max(1);
        let range = |at: &prop::sample::Index, count: usize| {
            let start = at.index(length).min(characters.len());
            start..(start + count).min(characters.len())
        };
        match damage {
            Damage::Cut(at) => characters.truncate(at.index(length)),
            Damage::Change(at, c) => {
                let range = range(at, 1);
                characters.splice(range, [*c]);
            }
            Damage::Leave(at, count) => {
                let range = range(at, *count);
                characters.drain(range);
            }
            Damage::Repeat(at, count) => {
                let range = range(at, *count);
                let part: Vec<char> = characters[range.clone()].to_vec();
                characters.splice(range.start..range.start, part);
            }
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_answers_are_records_or_errors(
        api in prop::sample::select(APIS.to_vec()),
        file in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 1..6),
    ) {
        let files: Vec<_> = files(api).into_iter().filter(|(_, body)| body.len() < 20_000).collect();
        let (name, body) = &files[file.index(files.len())];
        read(api, name, &damaged(body, &damages));
    }

    #[test]
    fn answers_that_break_off_are_never_not_here(
        api in prop::sample::select(vec!["crossref", "openalex", "semanticscholar", "arxiv", "dblp", "europepmc", "datacite"]),
        file in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
    ) {
        let files: Vec<_> = files(api)
            .into_iter()
            .filter(|(name, body)| body.len() < 20_000 && !["_40", "_50", "notarealdoi"].iter().any(|code| name.contains(code)))
            .collect();
        let (name, body) = &files[file.index(files.len())];
        let body = body.trim_end();
        let cut: String = body.chars().take(at.index(body.chars().count())).collect();
        if let Outcome::Records(records) = read(api, name, &cut) {
            prop_assert!(false, "{} records of a cut {name}", records.len());
        }
    }

    #[test]
    fn anything_at_all_is_read_without_harm(
        api in prop::sample::select(APIS.to_vec()),
        body in prop_oneof!["[\\[\\]{}\":,0-9a-z<>/ ]{0,80}", ".{0,80}"],
    ) {
        read(api, "works.json", &body);
        read(api, "search_query.json", &body);
    }
}

/// Standings, quoted sentences and counts, as the services really send them.
#[test]
fn citing_works_are_read_with_their_standing() {
    let answer = |api: &str, name: &str| Response {
        status: 200,
        body: std::fs::read(folder(api).join(name)).unwrap(),
        ..Response::default()
    };
    let works = openalex::read_standings(&answer(
        "openalex",
        "works_filter_title.search_3APaperQA_3A_Retrieval_Augmented_Generative_Agent_for.json",
    ));
    let (record, standing) = works.unwrap().into_iter().next().unwrap();
    assert_eq!(record.year, Some(2023));
    let expected = CitationMetrics {
        cited_by: Some(27),
        percentile: Some(0.999_952),
        field: Some("Computer Science".to_owned()),
        venue: Some("S4306400194".to_owned()),
        venue_is_repository: true,
        percentile_of_year: Some(0.975),
        venue_citedness: None,
    };
    assert_eq!(standing, expected);
    let venues = openalex::read_venues(&answer("openalex-sources", "filter_openalex_S137773608.json"));
    assert_eq!(venues.unwrap(), [("S137773608".to_owned(), 15.347_984_606_036_054)].into());
    let links =
        citing::read_links(&answer("semanticscholar", "paper_citations_offset_0_limit_1.json")).unwrap();
    assert_eq!((links[0].contexts.len(), links[0].influential), (4, true));
    assert_eq!(links[0].record.identifiers.doi.as_deref(), Some("10.1109/lra.2022.3229266"));
    assert!(links[0].cited_by.is_some());
    let found = europe_pmc::read_cited(&answer("europepmc", "search_cancer.json")).unwrap();
    assert!(!found.is_empty() && found.iter().all(|(_, cited_by)| cited_by.is_some()));
}

/// What the committee asks; nothing of the user is in it.
#[test]
fn citing_works_are_asked_for_in_each_service_s_words() {
    let settings = ApiSettings { mailto: Some(Secret::new("me@example.org")), ..ApiSettings::default() };
    let page = citing::Page { offset: 0, limit: 50 };
    let requests = [
        openalex::citing_works("W2741809807", 50, &settings),
        openalex::venues(&["S137773608", "S4306400194"], &settings),
        citing::links("DOI:10.1000/a(1)", citing::Direction::Citations, page, &settings),
        europe_pmc::citing_works("MED", "9500320", 50, &settings),
    ];
    let text: Vec<String> = requests.into_iter().map(|request| request.url).collect();
    insta::assert_snapshot!("citing_requests", text.join("\n"));
}
