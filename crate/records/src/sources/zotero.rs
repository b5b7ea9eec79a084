//! A Zotero Translation Server of the user's: <https://github.com/zotero/translation-server>.
//!
//! `/web` reads a page, `/search` an identifier, `/export` writes items as BibTeX. Where a page holds several works
//! the server answers with status 300 and a list to choose from.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, healthy, healthy_json, not_here,
};
use super::json::{list, text};
use super::links::web_url;
use super::plain::{plain, some_plain};
use super::{Record, WorkKind, people};
use crate::http::{Request, Response};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::person::Person;

/// A Zotero Translation Server: what a page or an identifier describes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zotero;

impl Api for Zotero {
    fn name(&self) -> ApiName {
        ApiName::Zotero
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_) | Key::Arxiv(_) | Key::Pmid(_) | Key::Isbn(_) | Key::Url(_))
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        Some(match keys.first()? {
            Key::Url(url) => web(url, settings),
            Key::Arxiv(id) => search(&format!("arXiv:{id}"), settings),
            key => search(key.value(), settings),
        })
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        Ok(match translated(answer)? {
            // A list to choose from names no work for sure.
            Translated::Candidates(_) => not_here(asked),
            Translated::Items(items) => {
                Reading::Records(vec![list(&items, &[]).iter().filter_map(record).collect()])
            }
        })
    }
}

/// Asks what a page describes.
pub fn web(url: &str, settings: &ApiSettings) -> Request {
    settings.post(ApiName::Zotero, "/web", "text/plain", url.to_owned())
}

/// Asks what an identifier (DOI, ISBN, PMID, `arXiv:…`) describes.
pub fn search(identifier: &str, settings: &ApiSettings) -> Request {
    settings.post(ApiName::Zotero, "/search", "text/plain", identifier.to_owned())
}

/// Asks for one of the works that an answer with status 300 offers: a page's goes back with the others left out, an
/// identifier's or a title's is asked for by the identifier that it is offered under.
pub fn of_choice(answer: &Response, key: &str, settings: &ApiSettings) -> Option<Request> {
    let mut offered: Value = serde_json::from_slice(&answer.body).ok()?;
    if offered.get("session").is_none() {
        return offered.get(key).is_some().then(|| search(key, settings));
    }
    let items = offered.get_mut("items")?.as_object_mut()?;
    items.retain(|own, _| own == key);
    let is_there = !items.is_empty();
    is_there.then(|| settings.post(ApiName::Zotero, "/web", "application/json", offered.to_string()))
}

/// Asks for items as BibTeX.
pub fn export_bibtex(items: &Value, settings: &ApiSettings) -> Request {
    settings.post(ApiName::Zotero, "/export", "application/json", items.to_string()).with("format", "bibtex")
}

/// What the server made of a page or an identifier.
#[derive(Clone, Debug, PartialEq)]
pub enum Translated {
    /// Items in Zotero's JSON, as `/export` takes them back; none is a healthy "not here".
    Items(Value),
    /// Works to choose from: key and title, in the page's order.
    Candidates(Vec<(String, String)>),
}

/// Reads an answer of `/web` or `/search`.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy. That no translator knows the page or the identifier is no error.
pub fn translated(answer: &Response) -> Result<Translated, ResponseError> {
    let nothing = Translated::Items(Value::Array(Vec::new()));
    match answer.status {
        300 => {}
        // "No identifiers found", "no items returned from any translator": 400, 404 or 501 in plain text.
        400 | 404 | 501 if !answer.body.trim_ascii_start().starts_with(b"<") => return Ok(nothing),
        _ => {
            let items = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
            if !items.is_array() {
                return Err(ResponseError::Malformed("it is no list of items".to_owned()));
            }
            return Ok(Translated::Items(items));
        }
    }
    let value: Value = serde_json::from_slice(&answer.body)
        .map_err(|error| ResponseError::Malformed(format!("no JSON, {error}")))?;
    let choices = value.get("items").unwrap_or(&value).as_object();
    let choices = choices.ok_or_else(|| ResponseError::Malformed("its choices are no object".to_owned()))?;
    let candidates = choices.iter().filter_map(|(key, choice)| {
        let title = super::json::scalar(choice).or_else(|| text(choice, &["title"]))?;
        Some((key.clone(), plain(&title)))
    });
    Ok(Translated::Candidates(candidates.collect()))
}

/// Reads an answer of `/export`: BibTeX.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn exported(answer: &Response) -> Result<&str, ResponseError> {
    let body = healthy(answer, Absence::EmptyList)?.unwrap_or_default();
    if body.trim_start().starts_with('@') {
        Ok(body)
    } else {
        Err(ResponseError::Malformed("no BibTeX".to_owned()))
    }
}

/// An item of Zotero's; notes and attachments are none.
fn record(item: &Value) -> Option<Record> {
    let item_type = text(item, &["itemType"])?;
    if matches!(item_type.as_str(), "note" | "attachment" | "annotation") {
        return None;
    }
    let title = plain(&text(item, &["title"])?);
    let extra = text(item, &["extra"]).unwrap_or_default();
    let line = |name: &str| {
        extra.lines().find_map(|line| {
            let (own, value) = line.split_once(':')?;
            own.trim().eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
        })
    };
    let archive = text(item, &["archiveID"]).or_else(|| line("arXiv"));
    let mut identifiers = Identifiers {
        arxiv: archive.as_deref().and_then(field::arxiv),
        pmid: line("PMID").as_deref().and_then(field::pmid),
        pmcid: line("PMCID").as_deref().and_then(field::pmcid),
        isbn: text(item, &["ISBN"]).and_then(|isbns| isbns.split_whitespace().find_map(field::isbn)),
        url: text(item, &["url"]).as_deref().and_then(web_url),
        ..Identifiers::default()
    };
    if let Some(doi) = text(item, &["DOI"]).or_else(|| line("DOI")) {
        field::set_doi(&mut identifiers, &doi);
    }
    let date = text(item, &["date"]);
    let published = date.as_deref().and_then(Date::from_text);
    let any = |fields: &[&str]| fields.iter().find_map(|field| text(item, &[field]));
    Some(Record {
        id: any(&["key", "DOI", "url"]).unwrap_or_else(|| title.clone()),
        source: ApiName::Zotero.as_str().to_owned(),
        title,
        authors: list(item, &["creators"]).iter().filter_map(creator).collect(),
        year: published.map(|date| date.year).or_else(|| year_in(date.as_deref()?)),
        venue: some_plain(
            any(&[
                "publicationTitle",
                "proceedingsTitle",
                "bookTitle",
                "conferenceName",
                "repository",
                "websiteTitle",
            ])
            .as_deref(),
        ),
        venue_short: any(&["journalAbbreviation"]),
        volume: any(&["volume"]),
        issue: any(&["issue"]),
        pages: any(&["pages"]),
        kind: match item_type.as_str() {
            "journalArticle" | "conferencePaper" => WorkKind::Research,
            "preprint" => WorkKind::Preprint,
            "book" | "bookSection" | "encyclopediaArticle" => WorkKind::Book,
            "magazineArticle" | "newspaperArticle" | "letter" => WorkKind::Editorial,
            _ => WorkKind::Grey,
        },
        publisher: any(&["publisher", "institution", "university"]),
        abstract_text: some_plain(any(&["abstractNote"]).as_deref()),
        type_name: Some(item_type),
        identifiers,
        published,
        ..Record::default()
    })
}

fn creator(creator: &Value) -> Option<Person> {
    if text(creator, &["creatorType"]).is_some_and(|kind| kind != "author") {
        return None;
    }
    people::two_names(text(creator, &["lastName"]).as_deref(), text(creator, &["firstName"]).as_deref())
        .or_else(|| people::two_names(text(creator, &["name"]).as_deref(), None))
}

/// The year in a date of any form (`June 2015`).
fn year_in(date: &str) -> Option<i32> {
    let mut years = date.split(|c: char| !c.is_ascii_digit()).filter(|word| word.len() == 4);
    years.find_map(|year| year.parse().ok()).filter(|year| (1000..=2999).contains(year))
}
