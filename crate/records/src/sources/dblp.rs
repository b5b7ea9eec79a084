//! DBLP's search of publications: <https://dblp.org/faq/13501473.html>.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Reading, ResponseError, Wanted, healthy_json, under_keys,
};
use super::json::{at, first_text, list, scalar, text, year};
use super::links::{LocationFormat, OpenLocation, web_url};
use super::plain::plain;
use super::{Record, WorkKind, WorkStatus, people};
use crate::http::{Request, Response};
use citelight_types::identifiers::{Identifiers, field};

/// DBLP: computing, with exact names and venues.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dblp;

impl Api for Dblp {
    fn name(&self) -> ApiName {
        ApiName::Dblp
    }

    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        (!wanted.is_entry()).then(|| search(&wanted.words().join(" "), settings))
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
        let Some(hits) = at(&value, &["result", "hits"]).filter(|hits| hits.is_object()) else {
            return Err(ResponseError::Malformed("it holds no hits".to_owned()));
        };
        let code = text(&value, &["result", "status", "@code"]);
        if code.as_deref().is_some_and(|code| code != "200") {
            return Err(ResponseError::Malformed(format!("its status is {}", code.unwrap_or_default())));
        }
        Ok(under_keys(asked, list(hits, &["hit"]).iter().filter_map(record).collect()))
    }
}

fn search(query: &str, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::Dblp, "/search/publ/api").with("q", query);
    request.with("format", "json").with("h", "10").with("c", "0")
}

pub(super) fn record(hit: &Value) -> Option<Record> {
    let info = at(hit, &["info"])?;
    let title = plain(&text(info, &["title"])?);
    let title = title.strip_suffix('.').unwrap_or(&title).trim();
    let type_name = text(info, &["type"]);
    let venue = first_text(info, &["venue"]).map(|venue| plain(&venue));
    let volume = text(info, &["volume"]);
    let is_corr = venue.as_deref() == Some("CoRR");
    let links: Vec<String> = list(info, &["ee"]).iter().filter_map(scalar).collect();
    let mut identifiers = Identifiers {
        arxiv: links.iter().filter(|url| url.contains("arxiv")).find_map(|url| field::arxiv(url)),
        ..Identifiers::default()
    };
    if let Some(doi) =
        text(info, &["doi"]).or_else(|| links.iter().find(|url| url.contains("doi.org/")).cloned())
    {
        field::set_doi(&mut identifiers, &doi);
    }
    let id = text(info, &["key"]).or_else(|| text(hit, &["@id"])).unwrap_or_default();
    Some(Record {
        status: if type_name.as_deref() == Some("Withdrawn Items") {
            WorkStatus::withdrawn()
        } else {
            WorkStatus::Current
        },
        id,
        source: ApiName::Dblp.as_str().to_owned(),
        title: title.to_owned(),
        authors: list(info, &["authors", "author"])
            .iter()
            .filter_map(|author| scalar(author).or_else(|| text(author, &["text"])))
            .filter_map(|name| people::full_name(&name))
            .collect(),
        year: year(info, &["year"]),
        // DBLP names venues by their acronym.
        venue_short: venue.clone(),
        venue,
        // "abs/2201.11903" is arXiv's number once more.
        volume: volume.filter(|_| !is_corr),
        issue: text(info, &["number"]),
        pages: text(info, &["pages"]),
        kind: kind(type_name.as_deref().unwrap_or_default(), is_corr),
        publisher: text(info, &["publisher"]),
        locations: if text(info, &["access"]).as_deref() == Some("open") {
            let format =
                |url: &str| if url.ends_with(".pdf") { LocationFormat::Pdf } else { LocationFormat::Page };
            links.iter().filter_map(|url| OpenLocation::new(url, format(url))).collect()
        } else {
            Vec::new()
        },
        identifiers: Identifiers {
            url: links.iter().find(|url| !url.contains("doi.org/")).and_then(|url| web_url(url)),
            ..identifiers
        },
        type_name,
        ..Record::default()
    })
}

fn kind(type_name: &str, is_corr: bool) -> WorkKind {
    match type_name {
        "Informal and Other Publications" | "Informal Publications" if is_corr => WorkKind::Preprint,
        "Books and Theses" | "Parts in Books or Collections" | "Reference Works" => WorkKind::Book,
        "Editorship" | "Informal and Other Publications" | "Informal Publications" | "Data and Artifacts" => {
            WorkKind::Grey
        }
        _ => WorkKind::Research,
    }
}
