//! Unpaywall: <https://unpaywall.org/products/api>. Asked by DOI for open copies; it insists on a mail address.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, healthy_json, not_here,
};
use super::json::{at, list, text, year};
use super::links::{LocationFormat, LocationVersion, OpenLocation, add_locations};
use super::plain::{plain, some_plain};
use super::{Record, WorkKind, people};
use crate::http::{Request, Response, encoded_path};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::person::Person;

/// Unpaywall: open copies of Crossref's works.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unpaywall;

impl Api for Unpaywall {
    fn name(&self) -> ApiName {
        ApiName::Unpaywall
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_))
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let key = keys.first()?;
        Some(settings.get(ApiName::Unpaywall, &format!("/v2/{}", encoded_path(key.value()))))
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let Some(value) = healthy_json(answer, Absence::Status)? else { return Ok(not_here(asked)) };
        let works: Vec<&Value> = match at(&value, &["results"]) {
            Some(Value::Array(results)) => {
                results.iter().filter_map(|result| result.get("response")).collect()
            }
            _ if value.get("doi").is_some() => vec![&value],
            _ => return Err(ResponseError::Malformed("it describes no work".to_owned())),
        };
        Ok(Reading::Records(vec![works.into_iter().filter_map(record).collect()]))
    }
}

fn record(work: &Value) -> Option<Record> {
    let mut identifiers = Identifiers::default();
    field::set_doi(&mut identifiers, &text(work, &["doi"])?);
    let genre = text(work, &["genre"]);
    let published = text(work, &["published_date"]).as_deref().and_then(Date::from_text);
    Some(Record {
        id: identifiers.doi.clone()?,
        source: ApiName::Unpaywall.as_str().to_owned(),
        title: text(work, &["title"]).map(|title| plain(&title)).unwrap_or_default(),
        authors: list(work, &["z_authors"]).iter().filter_map(author).collect(),
        year: year(work, &["year"]).or_else(|| published.map(|date| date.year)),
        venue: some_plain(text(work, &["journal_name"]).as_deref()),
        kind: match genre.as_deref() {
            Some("posted-content") => WorkKind::Preprint,
            Some("book" | "book-chapter" | "monograph") => WorkKind::Book,
            Some("dissertation" | "dataset" | "report") => WorkKind::Grey,
            _ => WorkKind::Research,
        },
        publisher: text(work, &["publisher"]),
        locations: locations(work),
        identifiers,
        type_name: genre,
        published,
        ..Record::default()
    })
}

fn author(author: &Value) -> Option<Person> {
    match text(author, &["family"]) {
        Some(family) => people::two_names(Some(&family), text(author, &["given"]).as_deref()),
        None => people::full_name(&text(author, &["raw_author_name"])?),
    }
}

/// Open copies, the best first.
fn locations(work: &Value) -> Vec<OpenLocation> {
    let mut locations = Vec::new();
    for place in at(work, &["best_oa_location"]).into_iter().chain(list(work, &["oa_locations"])) {
        let formats = [
            ("url_for_pdf", LocationFormat::Pdf),
            ("url_for_landing_page", LocationFormat::Page),
            ("url", LocationFormat::Page),
        ];
        let found = formats.into_iter().filter_map(|(field, format)| {
            let location = OpenLocation::new(&text(place, &[field])?, format)?;
            let version = text(place, &["version"]).as_deref().and_then(LocationVersion::from_word);
            Some(OpenLocation { version, licence: text(place, &["license"]), ..location })
        });
        add_locations(&mut locations, found);
    }
    locations
}
