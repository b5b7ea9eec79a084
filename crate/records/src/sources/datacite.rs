//! DataCite's REST API: <https://support.datacite.org/docs/api>.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy_json, not_here,
    under_keys,
};
use super::editorial::{EditorialNotice, status_of};
use super::json::{at, list, text, year};
use super::links::{LocationFormat, OpenLocation, VersionLink, VersionRelation, web_url};
use super::plain::{plain, some_plain};
use super::title_marks::split_fate;
use super::withdrawal::withdrawn_by_abstract;
use super::{Record, WorkKind, people};
use crate::http::{Request, Response, encoded_path};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, arxiv_doi, field};
use citelight_types::text::person::Person;

/// DataCite: data sets, software, theses, reports, arXiv's DOIs.
#[derive(Clone, Copy, Debug, Default)]
pub struct DataCite;

/// DOIs in one query.
const BATCH: usize = 25;

impl Api for DataCite {
    fn name(&self) -> ApiName {
        ApiName::DataCite
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_) | Key::Arxiv(_))
    }

    /// A quotation mark would end the term.
    fn batch(&self, key: &Key) -> usize {
        if key.value().contains('"') { 1 } else { BATCH }
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        if let [key] = keys {
            return Some(settings.get(ApiName::DataCite, &format!("/dois/{}", encoded_path(&doi_of(key)))));
        }
        let terms: Vec<String> = keys.iter().map(|key| format!("\"{}\"", doi_of(key))).collect();
        Some(search(&format!("doi:({})", terms.join(" OR ")), keys.len(), settings))
    }

    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        let words = wanted.telling_words().join(" AND ");
        (!wanted.is_entry() && !words.is_empty())
            .then(|| search(&format!("titles.title:({words})"), 5, settings))
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let absence = match asked {
            Asked::Keys([_]) => Absence::Status,
            Asked::Keys(_) | Asked::Title(_) => Absence::EmptyList,
        };
        let Some(value) = healthy_json(answer, absence)? else { return Ok(not_here(asked)) };
        if at(&value, &["data"]).is_none() {
            return Err(ResponseError::Malformed("it holds no data".to_owned()));
        }
        let works = list(&value, &["data"]);
        let records: Vec<Record> = works.iter().filter_map(record).collect();
        if records.is_empty() && !works.is_empty() {
            return Err(ResponseError::Malformed("its data are no works".to_owned()));
        }
        Ok(under_keys(asked, records))
    }
}

fn search(query: &str, size: usize, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::DataCite, "/dois").with("query", query);
    request.with("page[size]", &size.to_string())
}

fn doi_of(key: &Key) -> String {
    match key {
        Key::Arxiv(id) => arxiv_doi(id),
        key => key.value().replace('"', ""),
    }
}

fn record(data: &Value) -> Option<Record> {
    let work = at(data, &["attributes"])?;
    let mut identifiers = Identifiers::default();
    field::set_doi(&mut identifiers, &text(work, &["doi"]).or_else(|| text(data, &["id"]))?);
    let id = identifiers.doi.clone()?;
    identifiers.url = text(work, &["url"]).as_deref().and_then(web_url);
    let published = published(work);
    let type_name = text(work, &["types", "resourceTypeGeneral"]);
    let container = |field: &str| text(work, &["container", field]);
    let pages = match (container("firstPage"), container("lastPage")) {
        (Some(first), Some(last)) if first != last => Some(format!("{first}-{last}")),
        (first, _) => first,
    };
    let title = title(work);
    let (fate, title) = split_fate(&title);
    let mut notices: Vec<EditorialNotice> = fate.map(EditorialNotice::by_title).into_iter().collect();
    let kind = kind(
        type_name.as_deref().unwrap_or_default(),
        &text(work, &["types", "resourceType"]).unwrap_or_default(),
    );
    let abstract_text = list(work, &["descriptions"])
        .iter()
        .find(|description| text(description, &["descriptionType"]).as_deref() == Some("Abstract"))
        .and_then(|description| some_plain(text(description, &["description"]).as_deref()));
    if kind == WorkKind::Preprint {
        notices.extend(withdrawn_by_abstract(abstract_text.as_deref()));
    }
    let publisher = text(work, &["publisher"]).or_else(|| text(work, &["publisher", "name"]));
    Some(Record {
        id,
        source: ApiName::DataCite.as_str().to_owned(),
        title: title.to_owned(),
        other_titles: other_titles(work, title),
        authors: list(work, &["creators"]).iter().filter_map(creator).collect(),
        year: year(work, &["publicationYear"]).or_else(|| published.map(|date| date.year)),
        venue: some_plain(container("title").or_else(|| publisher.clone()).as_deref()),
        volume: container("volume"),
        issue: container("issue").or_else(|| container("number")),
        kind,
        status: status_of(&notices),
        publisher: some_plain(publisher.as_deref()),
        abstract_text,
        versions: versions(work),
        locations: locations(work),
        identifiers,
        pages,
        type_name,
        published,
        notices,
        ..Record::default()
    })
}

/// The title and its subtitle; translations and alternatives are others.
fn title(work: &Value) -> String {
    let of_kind = |wanted: Option<&str>| {
        list(work, &["titles"])
            .iter()
            .find(|title| text(title, &["titleType"]).as_deref() == wanted)
            .and_then(|title| text(title, &["title"]))
            .map(|title| plain(&title))
    };
    let title = of_kind(None)
        .or_else(|| text(list(work, &["titles"]).first()?, &["title"]).map(|title| plain(&title)));
    match (title, of_kind(Some("Subtitle"))) {
        (Some(title), Some(subtitle)) => format!("{title}: {subtitle}"),
        (title, subtitle) => title.or(subtitle).unwrap_or_default(),
    }
}

/// Translations, alternatives and whatever else is registered as its title.
fn other_titles(work: &Value, title: &str) -> Vec<String> {
    let all = list(work, &["titles"]).iter();
    let others = all.filter(|other| text(other, &["titleType"]).as_deref() != Some("Subtitle"));
    let others = others.filter_map(|other| some_plain(text(other, &["title"]).as_deref()));
    others.filter(|other| !title.starts_with(other.as_str())).collect()
}

fn creator(creator: &Value) -> Option<Person> {
    let name = text(creator, &["name"]);
    if text(creator, &["nameType"]).as_deref() == Some("Organizational") {
        return people::two_names(name.as_deref(), None);
    }
    match text(creator, &["familyName"]) {
        Some(family) => people::two_names(Some(&family), text(creator, &["givenName"]).as_deref()),
        None => people::full_name(&name?),
    }
}

/// The date of issue or availability; those of collection and upload are not.
fn published(work: &Value) -> Option<Date> {
    let dates = |wanted: &str| {
        list(work, &["dates"])
            .iter()
            .filter(|date| text(date, &["dateType"]).as_deref() == Some(wanted))
            .filter_map(|date| text(date, &["date"]).as_deref().and_then(Date::from_text))
            .min()
    };
    let (issued, available) = (dates("Issued"), dates("Available"));
    match (issued, available) {
        (Some(issued), Some(available)) if issued.month.is_none() && issued.year == available.year => {
            Some(available)
        }
        _ => issued.or(available),
    }
}

fn kind(general: &str, special: &str) -> WorkKind {
    match general {
        "JournalArticle" | "ConferencePaper" | "DataPaper" => WorkKind::Research,
        "Preprint" => WorkKind::Preprint,
        "Book" | "BookChapter" => WorkKind::Book,
        "PeerReview" => WorkKind::Editorial,
        "Text" => match special.to_lowercase() {
            special if special.contains("preprint") => WorkKind::Preprint,
            special if special.contains("article") || special.contains("conference") => WorkKind::Research,
            special if special.contains("review") => WorkKind::Review,
            _ => WorkKind::Grey,
        },
        _ => WorkKind::Grey,
    }
}

fn versions(work: &Value) -> Vec<VersionLink> {
    let related = list(work, &["relatedIdentifiers"]).iter();
    let links = related.filter_map(|other| {
        let relation = match text(other, &["relationType"])?.as_str() {
            "IsVersionOf" | "HasVersion" | "IsVariantFormOf" | "IsOriginalFormOf" | "IsIdenticalTo"
            | "IsTranslationOf" | "HasTranslation" => VersionRelation::Same,
            "IsPreviousVersionOf" | "IsObsoletedBy" => VersionRelation::Newer,
            "IsNewVersionOf" | "Obsoletes" => VersionRelation::Older,
            _ => return None,
        };
        let id = text(other, &["relatedIdentifier"])?;
        let identifiers = match text(other, &["relatedIdentifierType"])?.as_str() {
            "DOI" => field::of_doi(&id)?,
            "arXiv" => Identifiers { arxiv: Some(field::arxiv(&id)?), ..Identifiers::default() },
            "PMID" => Identifiers { pmid: Some(field::pmid(&id)?), ..Identifiers::default() },
            _ => return None,
        };
        Some(VersionLink { relation, identifiers })
    });
    let mut versions: Vec<VersionLink> = Vec::new();
    for link in links {
        if !versions.contains(&link) {
            versions.push(link);
        }
    }
    versions
}

/// The landing page, where the licence is a free one.
fn locations(work: &Value) -> Vec<OpenLocation> {
    let licence = list(work, &["rightsList"])
        .iter()
        .filter_map(|rights| text(rights, &["rightsUri"]).or_else(|| text(rights, &["rights"])))
        .find(|rights| rights.contains("creativecommons.org") || rights.contains("openAccess"));
    let location = licence.and_then(|licence| {
        let location = OpenLocation::new(&text(work, &["url"])?, LocationFormat::Page)?;
        Some(OpenLocation { licence: Some(licence), ..location })
    });
    location.into_iter().collect()
}
