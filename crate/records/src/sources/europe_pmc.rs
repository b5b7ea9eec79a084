//! Europe PMC's search: <https://europepmc.org/RestfulWebService>.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy_json, under_keys,
};
use super::editorial::{EditorialNotice, NoticeKind, status_of};
use super::json::{at, count, list, scalar, text, year, yes};
use super::links::{LocationFormat, OpenLocation, VersionLink, VersionRelation, add_locations};
use super::plain::{plain, some_plain};
use super::title_marks::split_fate;
use super::withdrawal::withdrawn_by_abstract;
use super::{Record, WorkKind, people};
use crate::http::{Request, Response};
use citelight_types::date::Date;
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::person::Person;

/// Europe PMC: PubMed, PubMed Central and the preprints of the life sciences in one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct EuropePmc;

/// Identifiers in one query: its address stays under 4 kB.
const BATCH: usize = 50;
/// Titles in one query.
const TITLES: usize = 20;
const PATH: &str = "/europepmc/webservices/rest/search";

impl Api for EuropePmc {
    fn name(&self) -> ApiName {
        ApiName::EuropePmc
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_) | Key::Pmid(_) | Key::Pmcid(_) | Key::Title(_))
    }

    /// A quotation mark would end the term.
    fn batch(&self, key: &Key) -> usize {
        if matches!(key, Key::Title(_)) {
            return TITLES;
        }
        if key.value().contains('"') { 1 } else { BATCH }
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let terms: Vec<String> = keys.iter().map(term).collect();
        // A work may be there twice: as its preprint and as its publication. A title may be that of several works.
        let each = if matches!(keys.first(), Some(Key::Title(_))) { 4 } else { 2 };
        Some(search(&terms.join(" OR "), keys.len() * each, settings))
    }

    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        let words: Vec<String> = wanted.telling_words().iter().map(|word| format!("TITLE:{word}")).collect();
        (!wanted.is_entry() && !words.is_empty()).then(|| search(&words.join(" AND "), 5, settings))
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        Ok(under_keys(asked, results(answer)?.iter().filter_map(record).collect()))
    }
}

fn term(key: &Key) -> String {
    let value = key.value().replace('"', "");
    match key {
        Key::Pmid(id) => format!("(EXT_ID:{id} AND SRC:MED)"),
        Key::Pmcid(id) => format!("PMCID:{id}"),
        Key::Title(title) => format!("TITLE:\"{title}\""),
        _ => format!("DOI:\"{value}\""),
    }
}

/// Asks for open works that cite a work, named by Europe PMC's source and id (`MED:9500320`).
pub fn citing_works(source: &str, id: &str, limit: usize, settings: &ApiSettings) -> Request {
    search(&format!("CITES:{id}_{source} AND OPEN_ACCESS:Y"), limit.clamp(1, 1000), settings)
}

/// Reads a search's works, each with how often it is cited.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_cited(answer: &Response) -> Result<Vec<(Record, Option<u64>)>, ResponseError> {
    let read = |result: &Value| Some((record(result)?, count(result, &["citedByCount"])));
    Ok(results(answer)?.iter().filter_map(read).collect())
}

fn results(answer: &Response) -> Result<Vec<Value>, ResponseError> {
    let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
    match at(&value, &["resultList", "result"]) {
        Some(Value::Array(results)) => Ok(results.clone()),
        _ => Err(ResponseError::Malformed("it holds no list of results".to_owned())),
    }
}

fn search(query: &str, size: usize, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::EuropePmc, PATH).with("query", query).with("format", "json");
    request.with("resultType", "core").with("pageSize", &size.to_string())
}

/// A result, as `core` or `lite` describes it.
fn record(result: &Value) -> Option<Record> {
    let title = text(result, &["title"]).map(|title| plain(&title)).unwrap_or_default();
    let title = title.strip_suffix('.').unwrap_or(&title);
    let title = title.strip_prefix('[').and_then(|title| title.strip_suffix(']')).unwrap_or(title);
    let (mark, title) = split_fate(title);
    let types: Vec<String> = list(result, &["pubTypeList", "pubType"])
        .iter()
        .filter_map(scalar)
        .chain(text(result, &["pubType"]).iter().flat_map(|types| types.split("; ")).map(str::to_owned))
        .map(|name| name.to_lowercase())
        .collect();
    let corrections = Corrections::of(result);
    let mut notices = corrections.notices;
    // A correction beside it tells of no retraction.
    let is_told = notices.iter().any(|notice| status_of(std::slice::from_ref(notice)).is_retracted());
    if !is_told && corrections.notice_for.is_empty() {
        // The index's own type of the article is set when a notice is linked.
        let kind = mark.or_else(|| kind_of_types(types.iter().map(String::as_str)));
        notices.extend(kind.map(EditorialNotice::by_title));
    }
    let source = text(result, &["source"]).unwrap_or_default();
    let abstract_text = some_plain(text(result, &["abstractText"]).as_deref());
    if source == "PPR" {
        notices.extend(withdrawn_by_abstract(abstract_text.as_deref()));
    }
    let mut identifiers = Identifiers {
        pmid: text(result, &["pmid"]).as_deref().and_then(field::pmid),
        pmcid: text(result, &["pmcid"]).as_deref().and_then(field::pmcid),
        ..Identifiers::default()
    };
    if let Some(doi) = text(result, &["doi"]) {
        field::set_doi(&mut identifiers, &doi);
    }
    let published = ["firstPublicationDate", "electronicPublicationDate"]
        .iter()
        .find_map(|field| text(result, &[field]))
        .as_deref()
        .and_then(Date::from_text);
    Some(Record {
        id: format!("{source}:{}", text(result, &["id"])?),
        source: ApiName::EuropePmc.as_str().to_owned(),
        title: title.to_owned(),
        authors: authors(result),
        year: year(result, &["pubYear"]).or_else(|| published.map(|date| date.year)),
        venue: some_plain(
            text(result, &["journalInfo", "journal", "title"])
                .or_else(|| text(result, &["journalTitle"]))
                .or_else(|| text(result, &["bookOrReportDetails", "publisher"]))
                .as_deref(),
        ),
        venue_short: text(result, &["journalInfo", "journal", "isoabbreviation"])
            .or_else(|| text(result, &["journalInfo", "journal", "medlineAbbreviation"])),
        volume: text(result, &["journalInfo", "volume"]).or_else(|| text(result, &["journalVolume"])),
        issue: text(result, &["journalInfo", "issue"]).or_else(|| text(result, &["issue"])),
        pages: text(result, &["pageInfo"]),
        kind: if source == "PPR" { WorkKind::Preprint } else { kind(types.iter().map(String::as_str)) },
        status: status_of(&notices),
        publisher: text(result, &["bookOrReportDetails", "publisher"]),
        type_name: (!types.is_empty()).then(|| types.join("; ")),
        abstract_text,
        notice_for: corrections.notice_for,
        versions: corrections.versions,
        locations: locations(result),
        identifiers,
        published,
        notices,
        ..Record::default()
    })
}

/// `core` lists authors one by one; `lite` has them in one string.
fn authors(result: &Value) -> Vec<Person> {
    let listed: Vec<Person> = list(result, &["authorList", "author"])
        .iter()
        .filter_map(|author| {
            let given = text(author, &["firstName"]).or_else(|| text(author, &["initials"]));
            people::two_names(text(author, &["lastName"]).as_deref(), given.as_deref())
                .filter(|_| text(author, &["lastName"]).is_some())
                .or_else(|| people::two_names(text(author, &["collectiveName"]).as_deref(), None))
                .or_else(|| people::medline_name(&text(author, &["fullName"])?))
        })
        .collect();
    match text(result, &["authorString"]) {
        Some(string) if listed.is_empty() => people::medline_list(&string),
        _ => listed,
    }
}

/// Kinds of works by the publication types of Medline, in lower case.
pub(super) fn kind<'a>(types: impl Iterator<Item = &'a str>) -> WorkKind {
    let types: Vec<&str> = types.collect();
    let is = |names: &[&str]| types.iter().any(|own| names.contains(own));
    if is(&["preprint"]) {
        WorkKind::Preprint
    } else if is(&[
        "published erratum",
        "correction",
        "retraction of publication",
        "retraction notice",
        "expression of concern",
        "editorial",
        "letter",
        "comment",
        "news",
        "newspaper article",
        "biography",
    ]) {
        WorkKind::Editorial
    } else if is(&["review", "systematic review", "meta-analysis", "review-article", "scoping review"]) {
        WorkKind::Review
    } else if is(&["book", "monograph"]) {
        WorkKind::Book
    } else if is(&["patent", "dataset", "technical report", "academic dissertation", "guideline"]) {
        WorkKind::Grey
    } else {
        WorkKind::Research
    }
}

/// What the publication types of Medline, in lower case, say became of an article.
pub(super) fn kind_of_types<'a>(mut types: impl Iterator<Item = &'a str>) -> Option<NoticeKind> {
    types.find_map(|name| match name {
        "retracted publication" => Some(NoticeKind::Retraction),
        "withdrawn publication" | "withdrawn preprint" | "preprint-withdrawal" => {
            Some(NoticeKind::Withdrawal)
        }
        _ => None,
    })
}

/// What a list of comments and corrections says, in the words of Medline.
#[derive(Debug, Default)]
pub(super) struct Corrections {
    /// Notices about the work.
    pub(super) notices: Vec<EditorialNotice>,
    /// Works about which it is a notice.
    pub(super) notice_for: Vec<Identifiers>,
    /// Other versions.
    pub(super) versions: Vec<VersionLink>,
}

impl Corrections {
    fn of(result: &Value) -> Self {
        let mut corrections = Self::default();
        for item in list(result, &["commentCorrectionList", "commentCorrection"]) {
            let reference = text(item, &["reference"]).unwrap_or_default();
            let pmid = text(item, &["id"]).filter(|_| text(item, &["source"]).as_deref() == Some("MED"));
            let kind = text(item, &["type"]).unwrap_or_default();
            corrections.add(&kind, pmid.as_deref().and_then(field::pmid), &reference);
        }
        corrections
    }

    /// Adds one item: its type (`Retraction in`, `RetractionIn`, `Erratum for`), the other work's PMID, and its
    /// citation, which holds date and DOI.
    pub(super) fn add(&mut self, kind: &str, pmid: Option<String>, citation: &str) {
        let name: String = kind.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
        let doi = citelight_types::identifiers::doi(citation);
        let identifiers = Identifiers { doi, pmid, ..Identifiers::default() };
        let notice_id = identifiers.doi.clone().or_else(|| identifiers.pmid.clone());
        let kind = match name.as_str() {
            "retractionin" => NoticeKind::Retraction,
            "retractedandrepublishedin" | "retractionandreplacementin" => NoticeKind::Replacement,
            "withdrawalin" | "withdrawnin" => NoticeKind::Withdrawal,
            "partialretractionin" => NoticeKind::PartialRetraction,
            "expressionofconcernin" => NoticeKind::Concern,
            "erratumin" | "correctedandrepublishedin" => NoticeKind::Correction,
            "updatein" => NoticeKind::NewVersion,
            "retractionof"
            | "retractedandrepublishedfrom"
            | "partialretractionof"
            | "expressionofconcernfor"
            | "erratumfor"
            | "correctedandrepublishedfrom" => {
                self.notice_for.push(identifiers);
                return;
            }
            "preprintin" => {
                self.versions.push(VersionLink { relation: VersionRelation::Preprint, identifiers });
                return;
            }
            "preprintof" => {
                self.versions.push(VersionLink { relation: VersionRelation::Publication, identifiers });
                return;
            }
            _ => return,
        };
        self.notices.push(EditorialNotice::registered(kind, date_in(citation), notice_id));
    }
}

/// The date in a citation of Medline's: `Lancet. 2010 Feb 6;375(9713):445`.
fn date_in(citation: &str) -> Option<Date> {
    let starts = citation.match_indices(". ").map(|(at, mark)| at + mark.len()).chain([0]);
    let dates = starts.filter_map(|at| {
        let date = citation.get(at..)?.split([';', ':']).next()?;
        let year = date.get(..4).filter(|year| year.starts_with(['1', '2']));
        year.and_then(|_| Date::from_text(date))
    });
    dates.into_iter().next()
}

fn locations(result: &Value) -> Vec<OpenLocation> {
    let mut locations = Vec::new();
    if let Some(id) = text(result, &["pmcid"]).filter(|_| yes(result, &["isOpenAccess"])) {
        let url = format!("https://www.ebi.ac.uk/europepmc/webservices/rest/{id}/fullTextXML");
        locations.extend(OpenLocation::new(&url, LocationFormat::Xml));
    }
    for link in list(result, &["fullTextUrlList", "fullTextUrl"]) {
        if !matches!(text(link, &["availabilityCode"]).as_deref(), Some("OA" | "F")) {
            continue;
        }
        let format = match text(link, &["documentStyle"]).as_deref() {
            Some("pdf") => LocationFormat::Pdf,
            Some("html") => LocationFormat::Html,
            _ => LocationFormat::Page,
        };
        let licence = text(result, &["license"]);
        let location = text(link, &["url"]).and_then(|url| OpenLocation::new(&url, format));
        add_locations(&mut locations, location.map(|location| OpenLocation { licence, ..location }));
    }
    locations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retraction_in_is_about_the_work_and_retraction_of_is_not() {
        let mut corrections = Corrections::default();
        corrections.add(
            "Retraction in",
            Some("20137807".to_owned()),
            "Lancet. 2010 Feb 6;375(9713):445. doi: 10.1016/S0140-6736(10)60175-4.",
        );
        let notice = &corrections.notices[0];
        assert_eq!(notice.kind, NoticeKind::Retraction);
        assert_eq!(notice.date.map(|date| date.to_string()).as_deref(), Some("2010-02-06"));
        assert_eq!(notice.notice.as_deref(), Some("10.1016/s0140-6736(10)60175-4"));
        corrections.add("RetractionOf", Some("9500320".to_owned()), "Lancet. 1998 Feb 28;351(9103):637-41");
        corrections.add("CommentIn", None, "Lancet. 1998;351:611");
        assert_eq!((corrections.notices.len(), corrections.notice_for.len()), (1, 1));
    }
}
