//! What resolving a list of real references costs, with recorded answers and the documented limits under a virtual clock:
//! `cargo run -p citelight-records --example refcorpus -- FOLDER`, the folder holding bibliographies.jsonl and, for each service,
//! SERVICE.jsonl with `{query, response}` a line. What was not recorded is answered as not here.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use citelight_document::citation::Reference;
use citelight_inference::LocalFuture;
use citelight_records::http::{
    Clock, Fetch, FetchError, MemoryStore, Request, Response, Secret, virtual_time::VirtualClock,
};
use citelight_records::resolve::{Resolution, resolve};
use citelight_records::sources::{ApiName, ApiSettings, ApiSource, Client, Source};
use citelight_types::identifiers::Identifiers;
use citelight_types::settings::Settings;
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;
use futures_util::future::join_all;
use serde_json::{Value, json};

/// Works of one service by everything they are looked up by: folded titles and identifiers.
type Index = HashMap<String, Vec<Value>>;

struct Recorded {
    clock: Rc<VirtualClock>,
    services: BTreeMap<&'static str, Index>,
}

fn lines(path: &Path) -> std::io::Result<Vec<Value>> {
    let text = std::fs::read_to_string(path)?;
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}

fn index(path: &Path) -> std::io::Result<Index> {
    let mut index = Index::new();
    for line in lines(path)? {
        let items = match &line["response"] {
            Value::Array(items) => items.clone(),
            Value::Null => continue,
            one => vec![one.clone()],
        };
        let query = line["query"].as_str().unwrap_or_default();
        index.entry(fold(query.split('|').next().unwrap_or_default())).or_default().extend(items.clone());
        for item in items {
            let ids =
                [&item["DOI"], &item["doi"], &item["externalIds"]["DOI"], &item["externalIds"]["ArXiv"]];
            for id in ids.into_iter().filter_map(Value::as_str) {
                let id = id.trim_start_matches("https://doi.org/").to_lowercase();
                index.entry(id).or_insert_with(|| vec![item.clone()]);
            }
        }
    }
    Ok(index)
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex = after.get(..2).filter(|_| *byte == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(value) => {
                bytes.push(value);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Recorded {
    fn works(&self, service: &str, question: &str) -> Vec<Value> {
        let Some(index) = self.services.get(service) else { return Vec::new() };
        let id = question.to_lowercase();
        let id = id.strip_prefix("10.48550/arxiv.").unwrap_or(&id);
        let found = index.get(id).or_else(|| index.get(&fold(question)));
        // A search may carry the author's name behind the title.
        let longer = || {
            let folded = fold(question);
            let (title, _) = folded.rsplit_once(' ')?;
            index.get(title)
        };
        found.or_else(longer).cloned().unwrap_or_default()
    }

    fn answer(&self, request: &Request) -> (u16, Value) {
        let url = decoded(&request.url);
        let after =
            |mark: &str| url.split_once(mark).map(|(_, rest)| rest.split('&').next().unwrap_or_default());
        let many = |service: &str, ids: &str, prefix: &str, separator: char| -> Vec<Value> {
            let ids = ids.split(separator).map(|id| id.trim_start_matches(prefix));
            ids.flat_map(|id| self.works(service, id).into_iter().take(1)).collect()
        };
        let absent = (404, json!({"error": "not found"}));
        if let Some(query) = after("query.bibliographic=") {
            return (
                200,
                json!({"message-type": "work-list", "message": {"items": self.works("crossref", query)}}),
            );
        }
        if let Some(filter) = after("crossref.org/works?filter=") {
            return (
                200,
                json!({"message-type": "work-list", "message": {"items": many("crossref", filter, "doi:", ',')}}),
            );
        }
        if let Some(doi) = after("crossref.org/works/") {
            let found = self.works("crossref", doi).into_iter().next();
            return found.map_or(absent, |work| (200, json!({"message-type": "work", "message": work})));
        }
        if let Some(query) = after("filter=title.search:") {
            return (200, json!({"results": self.works("openalex", query)}));
        }
        if let Some(filter) = after("openalex.org/works?filter=doi:") {
            return (200, json!({"results": many("openalex", filter, "", '|')}));
        }
        if let Some(doi) = after("openalex.org/works/https://doi.org/") {
            let doi = doi.split('?').next().unwrap_or_default();
            return self.works("openalex", doi).into_iter().next().map_or(absent, |work| (200, work));
        }
        if url.contains("/paper/batch") {
            let body: Value =
                request.body.as_deref().and_then(|body| serde_json::from_str(body).ok()).unwrap_or_default();
            let ids = body["ids"].as_array().cloned().unwrap_or_default();
            let papers = ids.iter().filter_map(Value::as_str).map(|id| {
                let id = id.split_once(':').map_or(id, |(_, id)| id);
                self.works("semantic_scholar", id).into_iter().next().unwrap_or_default()
            });
            return (200, papers.collect());
        }
        if let Some(query) = after("/paper/search/match?query=") {
            let found: Vec<Value> = self.works("semantic_scholar", query).into_iter().take(1).collect();
            return if found.is_empty() { absent } else { (200, json!({"data": found})) };
        }
        if let Some(path) = after("/graph/v1/paper/") {
            let id = path.split('?').next().unwrap_or_default();
            let id = id.split_once(':').map_or(id, |(_, id)| id);
            return self
                .works("semantic_scholar", id)
                .into_iter()
                .next()
                .map_or(absent, |paper| (200, paper));
        }
        let hits = after("?q=").map(|query| self.works("dblp", query)).unwrap_or_default();
        (200, json!({"result": {"hits": {"hit": hits}}}))
    }
}

impl Fetch for Recorded {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            self.clock.sleep(Duration::from_millis(150)).await;
            let (status, body) = self.answer(request);
            Ok(Response { status, body: body.to_string().into(), ..Response::default() })
        })
    }
}

fn reference(entry: &Value) -> Reference {
    let text = |name: &str| entry[name].as_str().filter(|text| !text.is_empty()).map(str::to_owned);
    let authors = entry["authors"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let arxiv = text("url").and_then(|url| Some(url.split_once("arxiv.org/abs/")?.1.to_owned()));
    Reference {
        raw: text("raw_text").unwrap_or_default(),
        title: text("title"),
        authors: authors
            .map(|name| {
                let (given, family) = name.rsplit_once(' ').unwrap_or(("", name));
                Person::new(family, given)
            })
            .collect(),
        truncated_authors: entry["raw_text"].as_str().is_some_and(|raw| raw.contains("et al")),
        year: entry["year"].as_i64().and_then(|year| i32::try_from(year).ok()),
        venue: text("venue"),
        identifiers: Identifiers { doi: text("doi"), arxiv, ..Identifiers::default() },
        fields_from_markup: true,
        ..Reference::default()
    }
}

fn main() -> std::io::Result<()> {
    let Some(folder) = std::env::args().nth(1) else {
        println!("usage: refcorpus FOLDER");
        return Ok(());
    };
    let folder = Path::new(&folder);
    let mut services = BTreeMap::new();
    for service in ["crossref", "openalex", "semantic_scholar", "dblp"] {
        services.insert(service, index(&folder.join(format!("{service}.jsonl")))?);
    }
    let references: Vec<Reference> =
        lines(&folder.join("bibliographies.jsonl"))?.iter().map(reference).collect();
    let clock = Rc::new(VirtualClock::starting_at(1_700_000_000_000));
    let fetch = Rc::new(Recorded { clock: clock.clone(), services });
    let mut settings = ApiSettings { mailto: Some(Secret::new("a@example.org")), ..ApiSettings::default() };
    settings.keys.insert(ApiName::SemanticScholar, Secret::new("key"));
    let store = Rc::new(MemoryStore::default());
    let client = Rc::new(Client::new(fetch, clock.clone(), store, Rc::new(settings), 1));
    let names = [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar, ApiName::Dblp];
    let sources: BTreeMap<ApiName, ApiSource> =
        names.into_iter().filter_map(|name| Some((name, ApiSource::named(name, client.clone())?))).collect();
    let ordered = |reference: &Reference| -> Vec<&dyn Source> {
        let order = ApiName::order_for(&reference.identifiers);
        order.iter().filter_map(|name| sources.get(name)).map(|source| source as &dyn Source).collect()
    };
    let (settings, started) = (Settings::default(), clock.now());
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for chunk in references.chunks(64) {
        let lists: Vec<Vec<&dyn Source>> = chunk.iter().map(ordered).collect();
        let all =
            chunk.iter().zip(&lists).map(|(reference, sources)| resolve(reference, sources, None, &settings));
        let all = join_all(all);
        for outcome in clock.run(all).unwrap_or_default() {
            let kind = match outcome.resolution {
                Resolution::Resolved { .. } => "resolved",
                Resolution::Ambiguous { .. } => "ambiguous",
                Resolution::Ghost { .. } => "ghost",
                Resolution::Unknown { .. } => "unknown",
            };
            *counts.entry(kind).or_default() += 1;
        }
    }
    let seconds = (clock.now() - started) as f64 / 1_000.0;
    println!("{} references: {counts:?}", references.len());
    let each = client.requests() as f64 / references.len().max(1) as f64;
    println!(
        "{} requests, {each:.2} for each reference, {seconds:.0} s within the limits",
        client.requests()
    );
    for name in names {
        println!("{}: {:?}", name.as_str(), client.counts(name));
    }
    Ok(())
}
