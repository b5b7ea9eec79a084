//! Answers of the scholarly sources: their bodies by every reader, and headers that say how they want to be asked.

use std::path::Path;

use citelight::cite::{bibtex, csl_json, ris};
use citelight::http::Response;
use citelight::identifiers::Identifiers;
use citelight::resolve::corrections::read_bibtex;
use citelight::sources::api::{Asked, Key, Reading, Wanted};
use citelight::sources::local::LocalStore;
use citelight::sources::{
    ApiName, ApiSettings, Query, Record, Source, citing, documented_policy, doi, europe_pmc, openalex,
    pubmed, zotero,
};
use futures_util::FutureExt;

use super::harness::{Seeds, Target, files};

#[allow(dead_code, reason = "each test uses its part")]
#[path = "../../../records/tests/support/recorded.rs"]
mod recorded;
#[allow(dead_code, clippy::unwrap_used, reason = "each test uses its part")]
#[path = "../../../records/tests/support/scripted.rs"]
mod scripted;

/// Headers as sources send them.
const HEADERS: [&str; 4] = [
    "x-rate-limit-limit: 50\nx-rate-limit-interval: 1s\nretry-after: 2",
    "ratelimit-policy: 1000;w=300, 10;w=1\nretry-after: Wed, 21 Oct 2026 07:28:00 GMT\netag: \"a\"",
    "ratelimit-policy: \"default\";q=100;w=60\ncache-control: max-age=3600, public",
    "cache-control: no-store\nx-rate-limit-limit: 3\nx-rate-limit-interval: 60ms\nretry-after: 0.5",
];

pub(crate) fn targets() -> Vec<Target> {
    let apis = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/apis");
    let mut folders: Vec<String> = files(&apis)
        .iter()
        .filter_map(|path| path.strip_prefix(&apis).ok()?.parent()?.to_str().map(str::to_owned))
        .filter(|folder| !folder.is_empty())
        .collect();
    folders.dedup();
    assert!(folders.len() >= 13, "there are answers of every source: {folders:?}");
    let answers = folders.into_iter().map(|folder| {
        let seeds = Seeds::fixtures(&[&format!("apis/{folder}")]);
        Target::of_bytes(format!("sources/{folder}"), seeds, move |body| try_answer(&folder, body))
    });
    answers.chain([Target::of_text("sources/headers", Seeds::new(HEADERS), try_headers)]).collect()
}

/// Reads a body by every reader of a source, as it comes with every status.
fn try_answer(folder: &str, body: &[u8]) -> Result<(), String> {
    // Answers that are of no works.
    if folder == "openalex-sources" {
        return try_other_readers(
            folder,
            &Response { status: 200, body: body.to_vec(), ..Response::default() },
        );
    }
    let api = recorded::api_of(folder).ok_or_else(|| format!("{folder} is no source"))?;
    let settings = ApiSettings::default();
    let wanted =
        Wanted { title: "Weirs of oak".to_owned(), author: Some("Smith".to_owned()), year: Some(2020) };
    let keys =
        [Key::Doi("10.1/a".to_owned()), Key::Arxiv("2101.00001".to_owned()), Key::Pmid("1".to_owned())];
    for status in [200, 404, 300, 500] {
        let answer = Response { status, body: body.to_vec(), ..Response::default() };
        for asked in [Asked::Keys(&keys[..1]), Asked::Keys(&keys), Asked::Title(&wanted)] {
            if let Ok(Reading::Records(records) | Reading::Partly(records)) =
                api.read(asked, &answer, &settings)
            {
                records.iter().flatten().try_for_each(try_record)?;
            }
        }
        try_other_readers(folder, &answer)?;
    }
    Ok(())
}

/// Readers of what is asked beside works.
fn try_other_readers(folder: &str, answer: &Response) -> Result<(), String> {
    let mut records: Vec<Record> = Vec::new();
    match folder {
        "semanticscholar" => {
            records.extend(citing::read_search(answer).unwrap_or_default());
            records.extend(citing::read_links(answer).into_iter().flatten().map(|link| link.record));
        }
        "openalex" => {
            records.extend(openalex::read_works(answer).unwrap_or_default());
            records.extend(openalex::read_standings(answer).into_iter().flatten().map(|(record, _)| record));
        }
        "openalex-sources" => drop(openalex::read_venues(answer)),
        "europepmc" => {
            records.extend(europe_pmc::read_cited(answer).into_iter().flatten().map(|(record, _)| record));
        }
        "pubmed" => drop(pubmed::read_converted(answer)),
        "doi" => {
            let (_, _) = (doi::read_handle(answer), doi::read_agency(answer));
            let _ = doi::read_described(answer);
            if let Ok(Some(entry)) = doi::read_bibtex(answer) {
                citelight::cite::with_plain_keys(entry);
            }
        }
        "zotero" => {
            let _ = zotero::translated(answer);
            let _ = zotero::exported(answer);
        }
        _ => {}
    }
    records.iter().try_for_each(try_record)
}

/// A record can be kept and found again, and written as references that hold it alone.
pub(crate) fn try_record(record: &Record) -> Result<(), String> {
    let line = serde_json::to_string(record)
        .map_err(|error| format!("gave a record that cannot be kept: {error}"))?;
    let again: Record = serde_json::from_str(&line)
        .map_err(|error| format!("gave a record that cannot be read again, {error}: {line}"))?;
    if again != *record {
        return Err(format!("gave a record that is read as another: {line}"));
    }
    if !record.title.trim().is_empty() {
        let store = LocalStore::from_json_lines("kept", &line).map_err(|error| format!("{error}: {line}"))?;
        let identifiers = Identifiers::default();
        let query = Query { identifiers: &identifiers, title: Some(&record.title), authors: &[], year: None };
        let _ = store.look_up(query).now_or_never();
    }
    let _ = csl_json(record);
    let entry = bibtex(record);
    let entries = read_bibtex(&entry).iter().filter(|entry| entry.is_sound).count();
    if entries != 1 {
        return Err(format!("is written as {entries} BibTeX entries: {entry}"));
    }
    let entry = ris(record);
    let tagged = |line: &str| line.get(2..6) == Some("  - ") || line == "ER  -";
    if !entry.lines().all(|line| line.is_empty() || tagged(line)) || entry.matches("\nER  -").count() != 1 {
        return Err(format!("is written as RIS that says more: {entry}"));
    }
    Ok(())
}

/// A source that answers with these headers, now with a failure and now not, is asked to an end.
fn try_headers(text: &str) -> Result<(), String> {
    let headers: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for api in [ApiName::Crossref, ApiName::DataCite] {
        let answer = scripted::world(3);
        let given = headers.clone();
        let bench = scripted::Bench::new(
            10,
            scripted::with_policy(documented_policy(api, false, false)),
            Box::new(move |number, request| {
                let mut answer = if number % 2 == 0 { scripted::status(429, &[]) } else { answer(request) };
                if let Ok(answer) = &mut answer {
                    answer.headers.extend(given.iter().cloned());
                }
                answer
            }),
        );
        let source = bench.source(api);
        for n in 0..3 {
            let identifiers = scripted::doi(n);
            let asked = source.look_up(Query::by_identifiers(&identifiers));
            bench.clock.run(asked).ok_or("is asked without an end")?.ok();
        }
    }
    Ok(())
}
