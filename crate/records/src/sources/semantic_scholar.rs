//! Semantic Scholar's graph API: <https://api.semanticscholar.org/api-docs/graph>.

use serde_json::{Value, json};

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy_json, not_here,
    under_keys,
};
use super::editorial::{EditorialNotice, status_of};
use super::json::{list, text, year};
use super::links::{CitedWork, LocationFormat, OpenLocation};
use super::plain::{plain, some_plain};
use super::title_marks::split_fate;
use super::work::MOST_REFERENCES;
use super::{Record, WorkKind, people};
use crate::http::{Request, Response, encoded_path};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field, is_arxiv_doi};

/// Semantic Scholar: works of every field, strong in computing and medicine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SemanticScholar;

/// Identifiers in one batch: 500 are allowed, this many keep the answer small.
const BATCH: usize = 100;
/// Titles in one search: they travel in the address.
const TITLES: usize = 20;
/// Fields that are read.
pub(super) const FIELDS: &str = "externalIds,title,abstract,year,venue,publicationVenue,publicationDate,publicationTypes,journal,\
    authors,openAccessPdf";

impl SemanticScholar {
    fn fields(settings: &ApiSettings) -> String {
        if settings.references {
            format!("{FIELDS},references.title,references.externalIds,references.year")
        } else {
            FIELDS.to_owned()
        }
    }
}

/// A key as this API writes it.
pub(super) fn paper_id(key: &Key) -> String {
    match key {
        Key::Doi(id) => format!("DOI:{id}"),
        Key::Arxiv(id) => format!("ARXIV:{id}"),
        Key::Pmid(id) => format!("PMID:{id}"),
        Key::Pmcid(id) => format!("PMCID:{}", id.trim_start_matches("PMC")),
        Key::Url(url) => format!("URL:{url}"),
        Key::Isbn(id) | Key::OpenReview(id) | Key::Title(id) => id.clone(),
    }
}

impl Api for SemanticScholar {
    fn name(&self) -> ApiName {
        ApiName::SemanticScholar
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_) | Key::Arxiv(_) | Key::Pmid(_) | Key::Pmcid(_) | Key::Title(_))
    }

    fn batch(&self, key: &Key) -> usize {
        if matches!(key, Key::Title(_)) { TITLES } else { BATCH }
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        if let [Key::Title(_), ..] = keys {
            // The search of many works takes phrases, joined by bars; it looks into abstracts, too.
            let phrases: Vec<String> = keys.iter().map(|key| format!("\"{}\"", key.value())).collect();
            let request = settings.get(ApiName::SemanticScholar, "/graph/v1/paper/search/bulk");
            return Some(request.with("query", &phrases.join(" | ")).with("fields", FIELDS));
        }
        let request = match keys {
            [key] => {
                let path = format!("/graph/v1/paper/{}", encoded_path(&paper_id(key)));
                settings.get(ApiName::SemanticScholar, &path)
            }
            keys => {
                let ids: Vec<String> = keys.iter().map(paper_id).collect();
                let body = json!({ "ids": ids }).to_string();
                settings.post(ApiName::SemanticScholar, "/graph/v1/paper/batch", "application/json", body)
            }
        };
        Some(request.with("fields", &Self::fields(settings)))
    }

    /// The one paper whose title is nearest.
    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        if wanted.is_entry() {
            return None;
        }
        let request = settings.get(ApiName::SemanticScholar, "/graph/v1/paper/search/match");
        // Terms with hyphens match nothing (documented).
        let query = wanted.title.replace(['-', '‐', '–'], " ");
        Some(request.with("query", &query).with("fields", &Self::fields(settings)))
    }

    /// A batch answers in the order of its ids, with null for those it does not know.
    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let absence = match asked {
            Asked::Keys([Key::Title(_), ..]) => Absence::EmptyList,
            Asked::Keys([_]) | Asked::Title(_) => Absence::Status,
            Asked::Keys(_) => Absence::EmptyList,
        };
        // A batch of which nothing is known is told as a mistake of the request.
        if answer.status == 400 && answer.text()?.contains("No valid paper ids given") {
            return Ok(not_here(asked));
        }
        let Some(value) = healthy_json(answer, absence)? else {
            // The 404 of this API is its own; anyone else's says nothing about a paper.
            return match serde_json::from_slice::<Value>(&answer.body) {
                Ok(own) if own.get("error").is_some() => Ok(not_here(asked)),
                _ => Err(ResponseError::Malformed("its 404 is not of the API".to_owned())),
            };
        };
        let wrong = |what: &str| Err(ResponseError::Malformed(what.to_owned()));
        match (asked, &value) {
            (Asked::Keys([Key::Title(_), ..]), _) => match value.get("data") {
                Some(Value::Array(papers)) => {
                    Ok(under_keys(asked, papers.iter().filter_map(record).collect()))
                }
                _ => wrong("it holds no list of papers"),
            },
            (Asked::Keys(keys), Value::Array(papers)) if keys.len() == papers.len() => {
                Ok(Reading::Records(papers.iter().map(|paper| record(paper).into_iter().collect()).collect()))
            }
            (Asked::Keys([_]), Value::Object(paper)) if paper.contains_key("paperId") => {
                Ok(Reading::Records(vec![record(&value).into_iter().collect()]))
            }
            (Asked::Title(_), Value::Object(found)) if found.get("data").is_some_and(Value::is_array) => {
                Ok(Reading::Records(vec![list(&value, &["data"]).iter().filter_map(record).collect()]))
            }
            (Asked::Keys(_), Value::Array(_)) => {
                wrong("it answers another number of papers than were asked for")
            }
            _ => wrong("it holds no papers"),
        }
    }

    fn covers_everything(&self) -> bool {
        true
    }
}

/// A paper; in lists of references some have a title and no id.
pub(super) fn record(paper: &Value) -> Option<Record> {
    let id = text(paper, &["paperId"]).unwrap_or_default();
    let title = text(paper, &["title"]).map(|title| plain(&title)).unwrap_or_default();
    if title.is_empty() && id.is_empty() {
        return None;
    }
    let (mark, title) = split_fate(&title);
    let notices: Vec<EditorialNotice> = mark.map(EditorialNotice::by_title).into_iter().collect();
    let types: Vec<String> =
        list(paper, &["publicationTypes"]).iter().filter_map(super::json::scalar).collect();
    let identifiers = identifiers(paper);
    let venue = text(paper, &["venue"])
        .or_else(|| text(paper, &["publicationVenue", "name"]))
        .or_else(|| text(paper, &["journal", "name"]));
    let published = text(paper, &["publicationDate"]).as_deref().and_then(Date::from_text);
    Some(Record {
        id,
        source: ApiName::SemanticScholar.as_str().to_owned(),
        title: title.to_owned(),
        authors: list(paper, &["authors"])
            .iter()
            .filter_map(|author| people::full_name(&text(author, &["name"])?))
            .collect(),
        year: year(paper, &["year"]).or_else(|| published.map(|date| date.year)),
        venue_short: short_venue(paper, venue.as_deref()),
        kind: kind(&types, venue.as_deref(), &identifiers),
        venue: some_plain(venue.as_deref()),
        volume: text(paper, &["journal", "volume"]),
        pages: text(paper, &["journal", "pages"]).map(|pages| pages.replace(" - ", "-")),
        status: status_of(&notices),
        type_name: (!types.is_empty()).then(|| types.join(", ")),
        abstract_text: some_plain(text(paper, &["abstract"]).as_deref()),
        locations: text(paper, &["openAccessPdf", "url"])
            .and_then(|url| OpenLocation::new(&url, LocationFormat::Pdf))
            .map(|location| OpenLocation { licence: text(paper, &["openAccessPdf", "license"]), ..location })
            .into_iter()
            .collect(),
        references: list(paper, &["references"]).iter().take(MOST_REFERENCES).map(cited).collect(),
        identifiers,
        published,
        notices,
        ..Record::default()
    })
}

fn identifiers(paper: &Value) -> Identifiers {
    let mut identifiers = Identifiers {
        arxiv: text(paper, &["externalIds", "ArXiv"]).as_deref().and_then(field::arxiv),
        pmid: text(paper, &["externalIds", "PubMed"]).as_deref().and_then(field::pmid),
        pmcid: text(paper, &["externalIds", "PubMedCentral"]).as_deref().and_then(field::pmcid),
        ..Identifiers::default()
    };
    if let Some(doi) = text(paper, &["externalIds", "DOI"]) {
        field::set_doi(&mut identifiers, &doi);
    }
    identifiers
}

/// The shortest of the venue's other names, if it is an acronym rather than another long name.
fn short_venue(paper: &Value, venue: Option<&str>) -> Option<String> {
    let names = list(paper, &["publicationVenue", "alternate_names"]).iter().filter_map(super::json::scalar);
    let shortest = names.min_by_key(|name| name.chars().count())?;
    (venue.is_none_or(|venue| shortest.chars().count() < venue.chars().count())).then_some(shortest)
}

fn kind(types: &[String], venue: Option<&str>, identifiers: &Identifiers) -> WorkKind {
    let is = |name: &str| types.iter().any(|own| own == name);
    let only_preprint = identifiers.doi.as_deref().is_none_or(is_arxiv_doi);
    if venue.is_some_and(|venue| matches!(venue, "arXiv.org" | "bioRxiv" | "medRxiv"))
        || (venue.is_none() && identifiers.arxiv.is_some() && only_preprint)
    {
        WorkKind::Preprint
    } else if is("Review") || is("MetaAnalysis") {
        WorkKind::Review
    } else if is("Editorial") || is("LettersAndComments") || is("News") {
        WorkKind::Editorial
    } else if is("Book") || is("BookSection") {
        WorkKind::Book
    } else if is("Dataset") {
        WorkKind::Grey
    } else {
        WorkKind::Research
    }
}

fn cited(paper: &Value) -> CitedWork {
    CitedWork {
        id: text(paper, &["paperId"]),
        identifiers: identifiers(paper),
        title: some_plain(text(paper, &["title"]).as_deref()),
        year: year(paper, &["year"]),
        ..CitedWork::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_of_strangers_is_a_healthy_absence() {
        let keys = [Key::Doi("10.1/a".to_owned()), Key::Doi("10.1/b".to_owned())];
        let read = |body: &str| {
            let answer = Response { status: 400, body: body.into(), ..Response::default() };
            SemanticScholar.read(Asked::Keys(&keys), &answer, &ApiSettings::default())
        };
        let nothing = Reading::Records(vec![Vec::new(), Vec::new()]);
        assert_eq!(read(r#"{"error": "No valid paper ids given"}"#), Ok(nothing));
        assert!(matches!(read(r#"{"error": "Unrecognized field"}"#), Err(ResponseError::Rejected(_))));
    }
}
