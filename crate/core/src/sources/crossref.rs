//! Crossref's REST API: <https://api.crossref.org/swagger-ui/index.html>.

use serde_json::Value;

use super::Record;
use super::api::{
    Absence, AnswerError, Api, ApiName, ApiSettings, Asked, Key, Reading, Wanted, healthy_json, not_here,
    under_keys,
};
use super::http::{Answer, Request, encoded_path};
use super::json::{list, text};
use super::work;

/// Crossref: most journals, proceedings and books; the registrar of retractions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossref;

/// DOIs in one filter: the address stays well under 8 kB.
const BATCH: usize = 40;
/// Records of a search. The nearest work is among the first few or not there.
const ROWS: &str = "5";
/// The fields that are read; lists of works allow to choose.
const FIELDS: &str = "DOI,type,title,subtitle,author,container-title,short-container-title,issued,published,\
    published-online,published-print,posted,volume,issue,page,article-number,publisher,abstract,ISBN,update-to,\
    updated-by,relation,license,link,event";

impl Crossref {
    fn fields(settings: &ApiSettings) -> String {
        if settings.references { format!("{FIELDS},reference") } else { FIELDS.to_owned() }
    }
}

impl Api for Crossref {
    fn name(&self) -> ApiName {
        ApiName::Crossref
    }

    /// DOIs of arXiv are DataCite's.
    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_))
    }

    /// A comma would end the filter.
    fn batch(&self, key: &Key) -> usize {
        if key.value().contains(',') { 1 } else { BATCH }
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        if let [key] = keys {
            return Some(settings.get(ApiName::Crossref, &format!("/works/{}", encoded_path(key.value()))));
        }
        let filter: Vec<String> = keys.iter().map(|key| format!("doi:{}", key.value())).collect();
        let request = settings.get(ApiName::Crossref, "/works").with("filter", &filter.join(","));
        Some(request.with("rows", &keys.len().to_string()).with("select", &Self::fields(settings)))
    }

    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        let query: Vec<&str> =
            std::iter::once(wanted.title.as_str()).chain(wanted.author.as_deref()).collect();
        Some(
            settings
                .get(ApiName::Crossref, "/works")
                .with("query.bibliographic", &query.join(" "))
                .with("rows", ROWS)
                .with("select", &Self::fields(settings)),
        )
    }

    fn read(&self, asked: Asked<'_>, answer: &Answer, _: &ApiSettings) -> Result<Reading, AnswerError> {
        let absence = match asked {
            Asked::Keys([_]) => Absence::Status,
            Asked::Keys(_) | Asked::Title(_) => Absence::EmptyList,
        };
        let Some(value) = healthy_json(answer, absence)? else { return Ok(not_here(asked)) };
        Ok(under_keys(asked, records(&value)?))
    }

    fn covers_everything(&self) -> bool {
        true
    }
}

/// The records of a message: one work, or a list of them.
fn records(value: &Value) -> Result<Vec<Record>, AnswerError> {
    let malformed = |what: &str| AnswerError::Malformed(what.to_owned());
    let kind = text(value, &["message-type"]);
    let message = value.get("message").ok_or_else(|| malformed("it has no message"))?;
    let read = |work: &Value| work::record(work, ApiName::Crossref.as_str());
    match kind.as_deref() {
        Some("work") | None => match read(message) {
            Some(record) => Ok(vec![record]),
            None => Err(malformed("the work has neither title nor DOI")),
        },
        Some("work-list") if message.get("items").is_some_and(Value::is_array) => {
            Ok(list(message, &["items"]).iter().filter_map(read).collect())
        }
        Some(other) => Err(malformed(&format!("it is a message of type {other}"))),
    }
}
