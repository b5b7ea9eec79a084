//! Crossref's REST API: <https://api.crossref.org/swagger-ui/index.html>.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy_json, not_here,
    under_keys,
};
use super::editorial::status_of;
use super::json::{list, text};
use super::{Record, work};
use crate::http::{Request, RequestCost, Response, encoded_path};
use citelight_types::identifiers::Identifiers;

/// Crossref: most journals, proceedings and books; the registrar of retractions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Crossref;

/// DOIs in one filter: the address stays well under 8 kB.
const BATCH: usize = 40;
/// Records of a search. The nearest work is among the first few or not there.
const ROWS: &str = "5";
/// The fields that are read; lists of works allow to choose.
const FIELDS: &str = "DOI,type,title,subtitle,original-title,short-title,author,container-title,short-container-title,issued,published,\
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

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
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

/// Notices about works, by the works' DOIs: a work's own record does not list them all.
#[derive(Clone, Copy, Debug, Default)]
pub struct CrossrefNotices;

/// Notices in one answer: few works have more than one.
const NOTICES: &str = "200";
/// The fields that tell of a notice.
const NOTICE_FIELDS: &str = "DOI,title,update-to,issued,published";

impl Api for CrossrefNotices {
    fn name(&self) -> ApiName {
        ApiName::Crossref
    }

    fn subject(&self) -> &'static str {
        " notices"
    }

    /// Notices are found by a filter alone.
    fn cost(&self, _: usize) -> RequestCost {
        RequestCost::List
    }

    /// Text with a colon after a comma would begin another filter.
    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(doi) if !doi.split_once(',').is_some_and(|(_, rest)| rest.contains(':')))
    }

    /// Text without a colon after a comma continues the value before it. Crossref reads a DOI with a comma rightly if it
    /// is asked for alone.
    fn batch(&self, key: &Key) -> usize {
        Crossref.batch(key)
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let filter: Vec<String> = keys.iter().map(|key| format!("updates:{}", key.value())).collect();
        let request = settings.get(ApiName::Crossref, "/works").with("filter", &filter.join(","));
        Some(request.with("rows", NOTICES).with("select", NOTICE_FIELDS))
    }

    /// One record for each work of which there are notices, which holds these and nothing else of it.
    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let Asked::Keys(keys) = asked else { return Ok(not_here(asked)) };
        let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
        if !value.get("message").and_then(|message| message.get("items")).is_some_and(Value::is_array) {
            return Err(ResponseError::Malformed("it is no list of works".to_owned()));
        }
        let told: Vec<_> = list(&value, &["message", "items"]).iter().flat_map(work::notices_in).collect();
        let of_key = |key: &Key| {
            let about = told.iter().filter(|(doi, _)| doi.eq_ignore_ascii_case(key.value()));
            let notices: Vec<_> = about.map(|(_, notice)| notice.clone()).collect();
            let record = || Record {
                id: key.value().to_owned(),
                source: ApiName::Crossref.as_str().to_owned(),
                identifiers: Identifiers { doi: Some(key.value().to_owned()), ..Identifiers::default() },
                status: status_of(&notices),
                notices: notices.clone(),
                ..Record::default()
            };
            (!notices.is_empty()).then(record).into_iter().collect()
        };
        Ok(Reading::Records(keys.iter().map(of_key).collect()))
    }
}

/// The records of a message: one work, or a list of them.
fn records(value: &Value) -> Result<Vec<Record>, ResponseError> {
    let malformed = |what: &str| ResponseError::Malformed(what.to_owned());
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sources::{NoticeKind, WorkStatus};
    use citelight_types::date::Date;
    use citelight_types::finding::RetractionManner;

    fn doi(text: &str) -> Key {
        Key::Doi(text.to_owned())
    }

    fn notice(about: &[(&str, &str)], title: &str) -> Value {
        let updates = about
            .iter()
            .map(|(doi, kind)| json!({"DOI": doi, "type": kind, "updated": {"date-parts": [[2021, 5, 4]]}}));
        json!({"DOI": "10.1/notice", "title": [title], "update-to": updates.collect::<Vec<_>>()})
    }

    #[test]
    fn notices_are_asked_for_by_what_they_update() {
        let settings = ApiSettings::default();
        let address = |keys: &[Key]| CrossrefNotices.ask_keys(keys, &settings).unwrap().fingerprint();
        let both = address(&[doi("10.1/a"), doi("10.1/b")]);
        assert!(both.contains("updates%3A10.1%2Fa%2Cupdates%3A10.1%2Fb"), "{both}");
        let comma = doi("10.1001/jama.251.19.2504,2509");
        let alone = address(std::slice::from_ref(&comma));
        assert!(alone.contains("updates%3A10.1001%2Fjama.251.19.2504%2C2509"), "{alone}");
        assert_eq!(CrossrefNotices.batch(&comma), 1, "a DOI with a comma is asked for alone");
        assert!(!CrossrefNotices.takes(&doi("10.1/a,b:c")));
    }

    #[test]
    fn each_work_is_told_its_own_notices() {
        let body = json!({"message-type": "work-list", "message": {"items": [
            notice(&[("10.1/A", "retraction"), ("10.1/b", "correction")], "Retraction"),
            notice(&[("10.1/c", "retraction")], "Notice of Retraction and Replacement"),
            notice(&[("10.1/d", "withdrawal")], "Withdrawal"),
            notice(&[("10.1/e", "expression_of_concern")], "Concern"),
        ]}});
        let answer = Response { status: 200, body: body.to_string().into_bytes(), ..Response::default() };
        let keys = ["10.1/a", "10.1/b", "10.1/c", "10.1/d", "10.1/e", "10.1/f"].map(doi);
        let read = CrossrefNotices.read(Asked::Keys(&keys), &answer, &ApiSettings::default()).unwrap();
        let Reading::Records(lists) = read else { panic!("{read:?}") };
        let status = |at: usize| lists[at].first().map(|record| record.status.clone());
        let retracted = |manner| {
            let date = Date::from_parts(2021, Some(5), Some(4));
            Some(WorkStatus::Retracted {
                year: Some(2021),
                notice: Some("10.1/notice".to_owned()),
                date,
                manner,
            })
        };
        assert_eq!(status(0), retracted(RetractionManner::Retracted));
        assert_eq!(status(1), Some(WorkStatus::Corrected { notice: Some("10.1/notice".to_owned()) }));
        assert_eq!(status(2), retracted(RetractionManner::Replaced));
        assert_eq!(status(3), retracted(RetractionManner::Withdrawn));
        assert_eq!(lists[4][0].notices[0].kind, NoticeKind::Concern);
        assert_eq!(status(5), None);
    }
}
