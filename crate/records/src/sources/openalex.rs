//! OpenAlex: <https://developers.openalex.org>. Needs a key since February 2026; without one little is answered.

use std::collections::BTreeMap;

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy_json, not_here,
    under_keys,
};
use super::citation_metrics::CitationMetrics;
use super::editorial::{EditorialNotice, NoticeKind, status_of};
use super::json::{at, count, list, text, year, yes};
use super::links::{CitedWork, LocationFormat, LocationVersion, OpenLocation, add_locations};
use super::plain::{plain, some_plain};
use super::title_marks::split_fate;
use super::withdrawal::withdrawn_by_abstract;
use super::work::MOST_REFERENCES;
use super::{Record, WorkKind, people};
use crate::http::{Request, Response, encoded_path};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, arxiv_doi, field};

/// OpenAlex: works of every field and kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenAlex;

/// Identifiers in one filter (documented).
const BATCH: usize = 50;
/// Titles in one search: the address stays well under 4 kB (documented).
const TITLES: usize = 20;
/// Records of a title that are read where many are searched for: its versions, and works of the same name.
const ROWS_OF_TITLE: usize = 5;
/// Records of a search.
const ROWS: &str = "5";
/// Fields that are read.
const FIELDS: &str = "id,doi,ids,title,publication_year,publication_date,type,authorships,biblio,primary_location,\
    locations,best_oa_location,open_access,is_retracted,is_paratext,abstract_inverted_index";

impl OpenAlex {
    fn fields(settings: &ApiSettings) -> String {
        if settings.references { format!("{FIELDS},referenced_works") } else { FIELDS.to_owned() }
    }
}

impl Api for OpenAlex {
    fn name(&self) -> ApiName {
        ApiName::OpenAlex
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_) | Key::Arxiv(_) | Key::Pmid(_) | Key::Title(_))
    }

    /// Commas and bars are the filter's own.
    fn batch(&self, key: &Key) -> usize {
        if matches!(key, Key::Title(_)) {
            return TITLES;
        }
        if key.value().contains([',', '|']) { 1 } else { BATCH }
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let request = match keys {
            [Key::Title(_), ..] => {
                let phrases: Vec<String> = keys.iter().map(|key| format!("\"{}\"", key.value())).collect();
                settings
                    .get(ApiName::OpenAlex, "/works")
                    .with("filter", &format!("title.search:{}", phrases.join(" OR ")))
                    .with("per-page", &(keys.len() * ROWS_OF_TITLE).to_string())
            }
            [Key::Pmid(id)] => settings.get(ApiName::OpenAlex, &format!("/works/pmid:{id}")),
            [key] => {
                let path = format!("/works/https://doi.org/{}", encoded_path(&doi_of(key)));
                settings.get(ApiName::OpenAlex, &path)
            }
            keys => {
                let name = if matches!(keys.first(), Some(Key::Pmid(_))) { "pmid" } else { "doi" };
                let values: Vec<String> = keys.iter().map(doi_of).collect();
                settings
                    .get(ApiName::OpenAlex, "/works")
                    .with("filter", &format!("{name}:{}", values.join("|")))
                    .with("per-page", &keys.len().max(1).to_string())
            }
        };
        Some(request.with("select", &Self::fields(settings)))
    }

    /// All words of the title must occur; characters of the filter's language are left out.
    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        if wanted.is_entry() {
            return None;
        }
        let filter = format!("title.search:{}", wanted.words().join(" "));
        let request = settings.get(ApiName::OpenAlex, "/works").with("filter", &filter);
        Some(request.with("per-page", ROWS).with("select", &Self::fields(settings)))
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let absence = match asked {
            Asked::Keys([Key::Title(_)]) | Asked::Title(_) => Absence::EmptyList,
            Asked::Keys([_]) => Absence::Status,
            Asked::Keys(_) => Absence::EmptyList,
        };
        let Some(value) = healthy_json(answer, absence)? else { return Ok(not_here(asked)) };
        Ok(under_keys(asked, works(&value)?))
    }

    fn covers_everything(&self) -> bool {
        true
    }
}

/// What a list of works is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed<'a> {
    /// Works of which title, abstract or text fit words, the best first.
    Relevant(&'a str),
    /// The same, the most cited first.
    MostCited(&'a str),
    /// Works by their ids (`W…`), at most fifty.
    Works(&'a [&'a str]),
    /// Works that cite a work.
    Citing(&'a str),
    /// Works that a work cites.
    CitedBy(&'a str),
}

/// Asks for a list of works, at most a hundred.
pub fn list_works(listed: Listed<'_>, limit: usize, settings: &ApiSettings) -> Request {
    let plain_words = |query: &str| {
        let words = query.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.collect::<Vec<_>>().join(" ")
    };
    let request = settings.get(ApiName::OpenAlex, "/works");
    let request = match listed {
        Listed::Relevant(query) => request.with("search", &plain_words(query)),
        Listed::MostCited(query) => {
            request.with("search", &plain_words(query)).with("sort", "cited_by_count:desc")
        }
        Listed::Works(ids) => {
            let ids: Vec<&str> = ids.iter().copied().take(BATCH).collect();
            request.with("filter", &format!("openalex:{}", ids.join("|")))
        }
        Listed::Citing(id) => request.with("filter", &format!("cites:{id}")),
        Listed::CitedBy(id) => request.with("filter", &format!("cited_by:{id}")),
    };
    request.with("per-page", &limit.clamp(1, 100).to_string()).with("select", &OpenAlex::fields(settings))
}

/// Reads a list of works.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_works(answer: &Response) -> Result<Vec<Record>, ResponseError> {
    works(&healthy_json(answer, Absence::EmptyList)?.unwrap_or_default())
}

/// Fields that say how a work stands among others.
const STANDING: &str = "cited_by_count,citation_normalized_percentile,cited_by_percentile_year,primary_topic";

/// Asks for open works that cite a work (`W…`), the most cited first, at most a hundred, with their standing.
pub fn citing_works(id: &str, limit: usize, settings: &ApiSettings) -> Request {
    settings
        .get(ApiName::OpenAlex, "/works")
        .with("filter", &format!("cites:{id},is_oa:true"))
        .with("sort", "cited_by_count:desc")
        .with("per-page", &limit.clamp(1, 100).to_string())
        .with("select", &format!("{},{STANDING}", OpenAlex::fields(settings)))
}

/// Reads works with their standing.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_standings(answer: &Response) -> Result<Vec<(Record, CitationMetrics)>, ResponseError> {
    let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
    works_as(&value, |work| Some((record(work)?, standing(work))))
}

/// Venues that one request asks for.
pub const VENUES: usize = BATCH;

/// Asks how often works of venues (`S…`) are cited, at most [`VENUES`] venues.
pub fn venues(ids: &[&str], settings: &ApiSettings) -> Request {
    let ids: Vec<&str> = ids.iter().copied().take(VENUES).collect();
    settings
        .get(ApiName::OpenAlex, "/sources")
        .with("filter", &format!("openalex:{}", ids.join("|")))
        .with("per-page", &ids.len().max(1).to_string())
        .with("select", "id,summary_stats")
}

/// Reads the mean citedness within two years of each venue that has one.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_venues(answer: &Response) -> Result<BTreeMap<String, f64>, ResponseError> {
    let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
    let Some(Value::Array(venues)) = at(&value, &["results"]) else {
        return Err(ResponseError::Malformed("it holds no list of venues".to_owned()));
    };
    let read = venues.iter().filter_map(|venue| {
        let mean = at(venue, &["summary_stats", "2yr_mean_citedness"])?.as_f64()?;
        Some((short_id(&text(venue, &["id"])?), mean)).filter(|_| mean.is_finite() && mean >= 0.0)
    });
    Ok(read.collect())
}

/// `S7` of `https://openalex.org/S7`.
fn short_id(id: &str) -> String {
    id.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The works of an answer: one, or a list.
fn works(value: &Value) -> Result<Vec<Record>, ResponseError> {
    works_as(value, record)
}

fn works_as<T>(value: &Value, read: impl Fn(&Value) -> Option<T>) -> Result<Vec<T>, ResponseError> {
    let works = match at(value, &["results"]) {
        Some(Value::Array(works)) => works.as_slice(),
        None if value.get("id").is_some() => std::slice::from_ref(value),
        _ => return Err(ResponseError::Malformed("it holds neither a work nor results".to_owned())),
    };
    let read: Vec<T> = works.iter().filter_map(read).collect();
    if read.is_empty() && !works.is_empty() {
        return Err(ResponseError::Malformed("its results are no works".to_owned()));
    }
    Ok(read)
}

fn standing(work: &Value) -> CitationMetrics {
    let venue = text(work, &["primary_location", "source", "id"]);
    let kind = text(work, &["primary_location", "source", "type"]);
    let percentile = at(work, &["citation_normalized_percentile", "value"]).and_then(Value::as_f64);
    let bounds = |bound: &str| at(work, &["cited_by_percentile_year", bound]).and_then(Value::as_f64);
    // The works of a year that share a count lie between two whole percents; their rank is the middle.
    let of_year = bounds("min").zip(bounds("max")).map(|(min, max)| (min + max) / 200.0);
    CitationMetrics {
        cited_by: count(work, &["cited_by_count"]),
        percentile: percentile.filter(|value| (0.0..=1.0).contains(value)),
        percentile_of_year: of_year.filter(|value| (0.0..=1.0).contains(value)),
        field: text(work, &["primary_topic", "field", "display_name"]),
        venue: venue.map(|id| short_id(&id)),
        venue_is_repository: kind.as_deref() == Some("repository"),
        venue_citedness: None,
    }
}

/// arXiv's works are found by the DOI that arXiv registers.
fn doi_of(key: &Key) -> String {
    match key {
        Key::Arxiv(id) => arxiv_doi(id),
        key => key.value().to_owned(),
    }
}

fn record(work: &Value) -> Option<Record> {
    let id = text(work, &["id"])?;
    let id = short_id(&id);
    if !id.starts_with('W') {
        return None;
    }
    let title = text(work, &["title"]).or_else(|| text(work, &["display_name"])).map(|title| plain(&title));
    let title = title.unwrap_or_default();
    let (mark, title) = split_fate(&title);
    let mut notices = Vec::new();
    if let Some(kind) = mark {
        notices.push(EditorialNotice::by_title(kind));
    } else if yes(work, &["is_retracted"]) {
        notices.push(EditorialNotice::flag(NoticeKind::Retraction));
    }
    let type_name = text(work, &["type"]);
    let kind = kind(type_name.as_deref().unwrap_or_default());
    let abstract_text = inverted(work);
    if kind == WorkKind::Preprint {
        notices.extend(withdrawn_by_abstract(abstract_text.as_deref()));
    }
    let places = || list(work, &["locations"]).iter().chain(at(work, &["primary_location"]));
    let identifiers = identifiers(work, places());
    let published = text(work, &["publication_date"]).as_deref().and_then(Date::from_text);
    Some(Record {
        id,
        source: ApiName::OpenAlex.as_str().to_owned(),
        title: title.to_owned(),
        authors: list(work, &["authorships"]).iter().filter_map(author).collect(),
        year: year(work, &["publication_year"]).or_else(|| published.map(|date| date.year)),
        venue: some_plain(text(work, &["primary_location", "source", "display_name"]).as_deref())
            .or_else(|| some_plain(text(work, &["primary_location", "raw_source_name"]).as_deref())),
        volume: text(work, &["biblio", "volume"]),
        issue: text(work, &["biblio", "issue"]),
        pages: pages(work),
        kind,
        status: status_of(&notices),
        publisher: text(work, &["primary_location", "source", "host_organization_name"]),
        abstract_text,
        locations: locations(work),
        references: references(work),
        identifiers,
        type_name,
        published,
        notices,
        ..Record::default()
    })
}

fn author(authorship: &Value) -> Option<citelight_types::text::person::Person> {
    let name =
        text(authorship, &["author", "display_name"]).or_else(|| text(authorship, &["raw_author_name"]));
    people::full_name(&name?)
}

/// The work's own identifiers. Its copies on arXiv and PubMed Central give theirs by address.
fn identifiers<'a>(work: &Value, places: impl Iterator<Item = &'a Value>) -> Identifiers {
    let mut identifiers = Identifiers::default();
    if let Some(doi) = text(work, &["doi"]).or_else(|| text(work, &["ids", "doi"])) {
        field::set_doi(&mut identifiers, &doi);
    }
    identifiers.pmid = text(work, &["ids", "pmid"]).as_deref().and_then(field::pmid);
    identifiers.pmcid = text(work, &["ids", "pmcid"]).as_deref().and_then(field::pmcid);
    for place in places {
        let Some(url) = text(place, &["landing_page_url"]) else { continue };
        identifiers.arxiv = identifiers.arxiv.or_else(|| field::arxiv(&url));
        if identifiers.pmcid.is_none() && url.contains("/pmc/articles/") {
            identifiers.pmcid = field::pmcid(&url);
        }
    }
    identifiers
}

fn pages(work: &Value) -> Option<String> {
    let (first, last) = (text(work, &["biblio", "first_page"]), text(work, &["biblio", "last_page"]));
    match (first, last) {
        (Some(first), Some(last)) if first != last => Some(format!("{first}-{last}")),
        (first, _) => first,
    }
}

fn kind(type_name: &str) -> WorkKind {
    match type_name {
        "preprint" | "posted-content" => WorkKind::Preprint,
        "review" => WorkKind::Review,
        "editorial" | "letter" | "erratum" | "retraction" | "peer-review" | "paratext" => WorkKind::Editorial,
        "book" | "book-chapter" | "reference-entry" | "monograph" => WorkKind::Book,
        "dissertation"
        | "dataset"
        | "report"
        | "standard"
        | "software"
        | "grant"
        | "supplementary-materials"
        | "libguides"
        | "other" => WorkKind::Grey,
        _ => WorkKind::Research,
    }
}

/// Words of an abstract that are read: the longest have a few thousand.
const LONGEST: i64 = 20_000;

/// An abstract from its inverted index: each word with the positions where it stands.
fn inverted(work: &Value) -> Option<String> {
    let index = at(work, &["abstract_inverted_index"])?.as_object()?;
    let mut words: Vec<(i64, &str)> = Vec::new();
    for (word, positions) in index {
        let positions = positions.as_array().into_iter().flatten().filter_map(Value::as_i64);
        words.extend(positions.filter(|at| (0..LONGEST).contains(at)).map(|at| (at, word.as_str())));
        if words.len() > LONGEST as usize {
            return None;
        }
    }
    words.sort_unstable();
    words.dedup_by_key(|(at, _)| *at);
    let text: Vec<&str> = words.into_iter().map(|(_, word)| word).collect();
    some_plain(Some(&text.join(" ")))
}

/// Open copies: the best first, then the others.
fn locations(work: &Value) -> Vec<OpenLocation> {
    let mut locations = Vec::new();
    let places = at(work, &["best_oa_location"]).into_iter().chain(list(work, &["locations"]));
    for place in places.filter(|place| yes(place, &["is_oa"])) {
        let formats = [("pdf_url", LocationFormat::Pdf), ("landing_page_url", LocationFormat::Page)];
        let found = formats.into_iter().filter_map(|(field, format)| {
            let location = OpenLocation::new(&text(place, &[field])?, format)?;
            let version = text(place, &["version"]).as_deref().and_then(LocationVersion::from_word);
            Some(OpenLocation { version, licence: text(place, &["license"]), ..location })
        });
        add_locations(&mut locations, found);
    }
    let any = text(work, &["open_access", "oa_url"]);
    add_locations(&mut locations, any.and_then(|url| OpenLocation::new(&url, LocationFormat::Page)));
    locations
}

fn references(work: &Value) -> Vec<CitedWork> {
    let ids = list(work, &["referenced_works"]).iter().take(MOST_REFERENCES).filter_map(Value::as_str);
    ids.map(|id| CitedWork { id: id.rsplit('/').next().map(str::to_owned), ..CitedWork::default() }).collect()
}
