//! OpenReview's two APIs: <https://docs.openreview.net>. The first writes bare values and one `invitation`, the second
//! wraps values (`{"value": …}`) and lists `invitations`. It throttles people too: to be asked last, and little.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, healthy_json, not_here,
    under_keys,
};
use super::editorial::{EditorialNotice, NoticeKind, status_of};
use super::json::{at, list, number, scalar, text};
use super::links::{LocationFormat, OpenLocation};
use super::plain::{plain, some_plain};
use super::{Record, WorkKind, people};
use crate::http::{Request, Response};
use citelight_document::document::{Input, parse};
use citelight_types::date::Date;
use citelight_types::identifiers::Identifiers;

/// OpenReview, by one of its APIs.
#[derive(Clone, Copy, Debug)]
pub struct OpenReview {
    /// Which API.
    pub version: OpenReviewVersion,
}

/// OpenReview's APIs; a venue's papers are in one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenReviewVersion {
    /// Venues until about 2023.
    V1,
    /// Venues since.
    V2,
}

impl Api for OpenReview {
    fn name(&self) -> ApiName {
        match self.version {
            OpenReviewVersion::V1 => ApiName::OpenReview,
            OpenReviewVersion::V2 => ApiName::OpenReview2,
        }
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::OpenReview(_))
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let key = keys.first()?;
        Some(settings.get(self.name(), "/notes").with("id", key.value()))
    }

    /// The edits of a note: each has the title of its time.
    fn ask_versions(&self, record: &Record, settings: &ApiSettings) -> Option<Request> {
        let forum = record.identifiers.forum()?;
        Some(match self.version {
            OpenReviewVersion::V1 => settings.get(self.name(), "/references").with("referent", &forum),
            OpenReviewVersion::V2 => settings.get(self.name(), "/notes/edits").with("note.id", &forum),
        })
    }

    fn read_versions(&self, answer: &Response) -> Result<Vec<String>, ResponseError> {
        let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
        let edits = list(&value, &["edits"]).iter().filter_map(|edit| at(edit, &["note"]));
        let references = list(&value, &["references"]).iter();
        let titles = edits.chain(references).filter_map(|note| field(note, "title").and_then(scalar));
        Ok(titles.map(|title| plain(&title)).filter(|title| !title.is_empty()).collect())
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        // An unknown id is told as an error of the request: `{"name": "NotFoundError", …}`.
        if matches!(answer.status, 400 | 404)
            && let Ok(own) = serde_json::from_slice::<Value>(&answer.body)
            && text(&own, &["name"]).is_some_and(|name| name.eq_ignore_ascii_case("NotFoundError"))
        {
            return Ok(not_here(asked));
        }
        let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
        let Some(notes) = at(&value, &["notes"]).and_then(Value::as_array) else {
            return Err(ResponseError::Malformed("it holds no notes".to_owned()));
        };
        let records = notes.iter().filter_map(|note| record(note, self.name())).collect();
        Ok(under_keys(asked, records))
    }
}

/// Asks for papers by the words of their title: for a reader's own question, never for a whole list of references, which
/// [`OpenReview`] therefore only looks up by the forums they name.
pub fn search(title: &str, version: OpenReviewVersion, settings: &ApiSettings) -> Request {
    let words: Vec<&str> = title.split_whitespace().collect();
    let request = settings.get(OpenReview { version }.name(), "/notes/search").with("term", &words.join(" "));
    let request = request.with("content", "all").with("group", "all").with("source", "forum");
    request.with("limit", "5")
}

/// A field of a note's content, wrapped or bare.
fn field<'a>(note: &'a Value, name: &str) -> Option<&'a Value> {
    let field = at(note, &["content", name])?;
    match field.get("value") {
        Some(value) => Some(value).filter(|value| !value.is_null()),
        None if field.is_object() => None,
        None => Some(field),
    }
}

/// A submission; reviews, comments and decisions are no works.
fn record(note: &Value, api: ApiName) -> Option<Record> {
    let id = text(note, &["id"])?;
    let forum = text(note, &["forum"]);
    if forum.as_deref().is_some_and(|forum| forum != id) || at(note, &["replyto"]).is_some() {
        return None;
    }
    let words = |name: &str| field(note, name).and_then(scalar).map(|text| plain(&text));
    let title = words("title").unwrap_or_default();
    let first_title = field(note, "_bibtex").and_then(scalar).as_deref().and_then(title_of_bibtex);
    let venue_id = words("venueid").unwrap_or_default();
    let published = ["pdate", "odate", "cdate", "tcdate"]
        .iter()
        .find_map(|name| number(note, &[name]))
        .and_then(Date::from_milliseconds);
    let venue = words("venue").filter(|venue| !venue.is_empty());
    let invitations: Vec<String> =
        list(note, &["invitations"]).iter().chain(at(note, &["invitation"])).filter_map(scalar).collect();
    let withdrawn = venue_id.contains("Withdrawn")
        || at(note, &["withdrawal"]).is_some()
        || invitations.iter().any(|name| name.contains("Withdrawn_Submission"));
    let notices: Vec<EditorialNotice> = withdrawn
        // Withdrawn from a venue: the authors may publish it elsewhere. No retraction of what others cite.
        .then_some(EditorialNotice::flag(NoticeKind::Withdrawal))
        .into_iter()
        .collect();
    let accepted = venue.as_deref().is_some_and(|venue| {
        let venue = venue.to_lowercase();
        !["submitted", "under review", "withdrawn", "reject", "submission"]
            .iter()
            .any(|word| venue.contains(word))
    });
    let names = field(note, "authors");
    let names = names.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let location = OpenLocation::new(&format!("https://openreview.net/pdf?id={id}"), LocationFormat::Pdf);
    Some(Record {
        source: api.as_str().to_owned(),
        other_titles: first_title.filter(|first| *first != title).into_iter().collect(),
        title,
        authors: names
            .iter()
            .filter_map(|name| scalar(name).or_else(|| text(name, &["fullname"])))
            .filter(|name| !name.to_lowercase().starts_with("anonymous"))
            .filter_map(|name| people::full_name(&name))
            .collect(),
        year: venue_year(venue.as_deref(), &venue_id).or_else(|| published.map(|date| date.year)),
        kind: if accepted { WorkKind::Research } else { WorkKind::Preprint },
        status: status_of(&notices),
        type_name: (!venue_id.is_empty()).then_some(venue_id).or_else(|| invitations.first().cloned()),
        abstract_text: some_plain(field(note, "abstract").and_then(scalar).as_deref()),
        locations: location.filter(|_| field(note, "pdf").is_some()).into_iter().collect(),
        identifiers: Identifiers {
            url: Some(format!("https://openreview.net/forum?id={id}")),
            ..Identifiers::default()
        },
        id,
        venue,
        published,
        notices,
        ..Record::default()
    })
}

/// The title in the BibTeX entry that OpenReview offers for the paper: it may be an earlier one.
fn title_of_bibtex(entry: &str) -> Option<String> {
    let document = parse(Input::new(entry, "_bibtex.bib")).ok()?;
    document.references.into_iter().next()?.title.map(|title| plain(&title)).filter(|title| !title.is_empty())
}

/// The year in the venue's name (`ICLR 2015`) or id (`NeurIPS.cc/2024/Conference`): papers are submitted the year before.
fn venue_year(venue: Option<&str>, venue_id: &str) -> Option<i32> {
    let words = venue.unwrap_or_default().split(|c: char| !c.is_ascii_digit()).chain(venue_id.split('/'));
    let years = words.filter(|word| word.len() == 4).filter_map(|word| word.parse().ok());
    years.into_iter().find(|year| (1990..=2100).contains(year))
}
