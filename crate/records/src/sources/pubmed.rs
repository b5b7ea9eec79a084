//! NCBI's E-utilities over PubMed: <https://www.ncbi.nlm.nih.gov/books/NBK25499/>.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy, healthy_json,
    not_here, under_keys,
};
use super::editorial::{EditorialNotice, status_of};
use super::europe_pmc::{Corrections, kind, kind_of_types};
use super::json::{list, scalar, text};
use super::links::CitedWork;
use super::title_marks::{is_no_title, split_fate};
use super::work::MOST_REFERENCES;
use super::{Record, people, xml};
use crate::http::{Request, Response};
use citelight_document::markup::tree::{NodeId, Tree};
use citelight_types::date::{Date, month_number};
use citelight_types::identifiers::{Identifiers, field};
use citelight_types::text::person::Person;

/// PubMed: medicine and the life sciences, with linked retraction notices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pubmed;

/// Identifiers in one fetch: 200 are allowed in a GET.
const BATCH: usize = 100;

impl Api for Pubmed {
    fn name(&self) -> ApiName {
        ApiName::Pubmed
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Pmid(_) | Key::Doi(_))
    }

    /// DOIs are found by a search first, one by one.
    fn batch(&self, key: &Key) -> usize {
        if matches!(key, Key::Pmid(_)) { BATCH } else { 1 }
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        match keys {
            [Key::Doi(doi)] => Some(search(&format!("\"{}\"[doi]", doi.replace('"', "")), settings)),
            keys => Some(fetch(&keys.iter().map(|key| key.value().to_owned()).collect::<Vec<_>>(), settings)),
        }
    }

    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        let words: Vec<String> = wanted.telling_words().iter().map(|word| format!("{word}[ti]")).collect();
        (!wanted.is_entry() && !words.is_empty()).then(|| search(&words.join(" AND "), settings))
    }

    fn read(
        &self,
        asked: Asked<'_>,
        answer: &Response,
        settings: &ApiSettings,
    ) -> Result<Reading, ResponseError> {
        let body = healthy(answer, Absence::EmptyList)?.unwrap_or_default();
        if body.trim_start().starts_with('{') {
            return found(asked, answer, settings);
        }
        let tree = xml::parse(body)?;
        let Some(set) = xml::find(&tree, Tree::ROOT, &["PubmedArticleSet"]) else {
            return Err(ResponseError::Malformed("it is no set of articles".to_owned()));
        };
        let articles = xml::children(&tree, set, "PubmedArticle");
        Ok(under_keys(asked, articles.filter_map(|article| record(&tree, article)).collect()))
    }
}

fn search(term: &str, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::Pubmed, "/entrez/eutils/esearch.fcgi").with("db", "pubmed");
    request.with("term", term).with("retmode", "json").with("retmax", "5").with("tool", "citelight")
}

fn fetch(ids: &[String], settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::Pubmed, "/entrez/eutils/efetch.fcgi").with("db", "pubmed");
    request.with("id", &ids.join(",")).with("retmode", "xml").with("tool", "citelight")
}

/// The ids that a search found, to be fetched.
fn found(asked: Asked<'_>, answer: &Response, settings: &ApiSettings) -> Result<Reading, ResponseError> {
    let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
    if !value.get("esearchresult").is_some_and(|result| result.get("idlist").is_some_and(Value::is_array)) {
        return Err(ResponseError::Malformed("it holds no list of ids".to_owned()));
    }
    let ids = list(&value, &["esearchresult", "idlist"]).iter().filter_map(scalar);
    let ids: Vec<String> = ids.filter_map(|id| field::pmid(&id)).collect();
    if ids.is_empty() {
        return Ok(not_here(asked));
    }
    Ok(Reading::Next(Box::new(fetch(&ids, settings))))
}

fn record(tree: &Tree, node: NodeId) -> Option<Record> {
    let citation = xml::find(tree, node, &["MedlineCitation"])?;
    let article = xml::find(tree, citation, &["Article"])?;
    let words = |path: &[&str]| xml::words(tree, article, path);
    let pmid = xml::words(tree, citation, &["PMID"]).as_deref().and_then(field::pmid)?;
    let title = words(&["ArticleTitle"]).filter(|title| !is_no_title(title));
    let vernacular = words(&["VernacularTitle"]);
    let title = title.clone().or_else(|| vernacular.clone()).unwrap_or_default();
    let title = title.strip_suffix('.').unwrap_or(&title);
    let title = title.strip_prefix('[').and_then(|title| title.strip_suffix(']')).unwrap_or(title);
    let (mark, title) = split_fate(title);
    let types: Vec<String> = xml::find(tree, article, &["PublicationTypeList"])
        .into_iter()
        .flat_map(|list| xml::children(tree, list, "PublicationType"))
        .map(|name| tree.words_below(name, 100).to_lowercase())
        .collect();
    let corrections = corrections(tree, citation);
    let mut notices = corrections.notices;
    // A correction beside it tells of no retraction.
    let is_told = notices.iter().any(|notice| status_of(std::slice::from_ref(notice)).is_retracted());
    let kind_of_mark = mark.or_else(|| kind_of_types(types.iter().map(String::as_str)));
    if let (Some(kind), false) = (kind_of_mark, is_told || !corrections.notice_for.is_empty()) {
        notices.push(EditorialNotice::by_title(kind));
    }
    let issue = xml::find(tree, article, &["Journal", "JournalIssue"]);
    let electronic = xml::find(tree, article, &["ArticleDate"]).and_then(|node| date(tree, node));
    let printed =
        issue.and_then(|issue| xml::find(tree, issue, &["PubDate"])).and_then(|node| date(tree, node));
    Some(Record {
        id: pmid.clone(),
        source: ApiName::Pubmed.as_str().to_owned(),
        title: title.to_owned(),
        other_titles: vernacular.filter(|other| other != title).into_iter().collect(),
        authors: authors(tree, article),
        year: printed.or(electronic).map(|date| date.year),
        venue: words(&["Journal", "Title"]),
        venue_short: words(&["Journal", "ISOAbbreviation"]),
        volume: words(&["Journal", "JournalIssue", "Volume"]),
        issue: words(&["Journal", "JournalIssue", "Issue"]),
        pages: words(&["Pagination", "MedlinePgn"]).or_else(|| words(&["Pagination", "StartPage"])),
        kind: kind(types.iter().map(String::as_str)),
        status: status_of(&notices),
        type_name: (!types.is_empty()).then(|| types.join("; ")),
        abstract_text: abstract_text(tree, article),
        published: [electronic, printed].into_iter().flatten().min(),
        identifiers: identifiers(tree, node, article, pmid),
        versions: corrections.versions,
        notice_for: corrections.notice_for,
        references: references(tree, node),
        notices,
        ..Record::default()
    })
}

fn authors(tree: &Tree, article: NodeId) -> Vec<Person> {
    let authors = xml::find(tree, article, &["AuthorList"])
        .into_iter()
        .flat_map(|list| xml::children(tree, list, "Author"));
    let names = authors.filter_map(|author| {
        let words = |name: &str| xml::words(tree, author, &[name]);
        match words("LastName") {
            Some(family) => {
                people::two_names(Some(&family), words("ForeName").or(words("Initials")).as_deref())
            }
            None => people::two_names(words("CollectiveName").as_deref(), None),
        }
    });
    names.collect()
}

/// `<Year/><Month/><Day/>`, or `<MedlineDate>1998 Dec-1999 Jan</MedlineDate>`.
fn date(tree: &Tree, node: NodeId) -> Option<Date> {
    let words = |name: &str| xml::words(tree, node, &[name]);
    match words("Year").and_then(|year| year.parse().ok()) {
        Some(year) => {
            let month = words("Month").as_deref().and_then(month_number);
            Date::from_parts(year, month, words("Day").and_then(|day| day.parse().ok()))
        }
        None => words("MedlineDate").as_deref().and_then(Date::from_text),
    }
}

/// A structured abstract keeps the names of its parts.
fn abstract_text(tree: &Tree, article: NodeId) -> Option<String> {
    let parts = xml::find(tree, article, &["Abstract"])
        .into_iter()
        .flat_map(|list| xml::children(tree, list, "AbstractText"))
        .map(|part| {
            let text = tree.words_below(part, 100_000);
            match tree.attribute(part, "Label") {
                Some(label) => format!("{label}: {text}"),
                None => text,
            }
        });
    let text: Vec<String> = parts.collect();
    (!text.is_empty()).then(|| text.join("\n"))
}

fn identifiers(tree: &Tree, node: NodeId, article: NodeId, pmid: String) -> Identifiers {
    let mut identifiers = Identifiers { pmid: Some(pmid), ..Identifiers::default() };
    let listed = xml::find(tree, node, &["PubmedData", "ArticleIdList"])
        .into_iter()
        .flat_map(|list| xml::children(tree, list, "ArticleId"))
        .filter_map(|id| Some((tree.attribute(id, "IdType")?, tree.words_below(id, 200))));
    let located = xml::children(tree, article, "ELocationID")
        .filter(|id| tree.attribute(*id, "ValidYN") != Some("N"))
        .filter_map(|id| Some((tree.attribute(id, "EIdType")?, tree.words_below(id, 200))));
    for (kind, value) in listed.chain(located) {
        match kind {
            "doi" if identifiers.doi.is_none() => field::set_doi(&mut identifiers, &value),
            "pmc" if identifiers.pmcid.is_none() => identifiers.pmcid = field::pmcid(&value),
            _ => {}
        }
    }
    identifiers
}

fn corrections(tree: &Tree, citation: NodeId) -> Corrections {
    let mut corrections = Corrections::default();
    let items = xml::find(tree, citation, &["CommentsCorrectionsList"])
        .into_iter()
        .flat_map(|list| xml::children(tree, list, "CommentsCorrections"));
    for item in items {
        let kind = tree.attribute(item, "RefType").unwrap_or_default();
        let pmid = xml::words(tree, item, &["PMID"]).as_deref().and_then(field::pmid);
        corrections.add(kind, pmid, &xml::words(tree, item, &["RefSource"]).unwrap_or_default());
    }
    corrections
}

fn references(tree: &Tree, node: NodeId) -> Vec<CitedWork> {
    let lists = xml::find(tree, node, &["PubmedData", "ReferenceList"]).into_iter();
    let references = lists.flat_map(|list| xml::children(tree, list, "Reference")).take(MOST_REFERENCES);
    let cited = references.map(|reference| {
        let mut identifiers = Identifiers::default();
        for id in xml::find(tree, reference, &["ArticleIdList"])
            .into_iter()
            .flat_map(|list| xml::children(tree, list, "ArticleId"))
        {
            let value = tree.words_below(id, 200);
            match tree.attribute(id, "IdType") {
                Some("doi") => field::set_doi(&mut identifiers, &value),
                Some("pubmed") => identifiers.pmid = field::pmid(&value),
                Some("pmc") => identifiers.pmcid = field::pmcid(&value),
                _ => {}
            }
        }
        CitedWork { identifiers, text: xml::words(tree, reference, &["Citation"]), ..CitedWork::default() }
    });
    cited.collect()
}

/// Identifiers of works by one of them, from NCBI's converter (`/pmc/utils/idconv/v1.0/`), in the order asked.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_converted(answer: &Response) -> Result<Vec<Identifiers>, ResponseError> {
    let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
    if text(&value, &["status"]).as_deref() != Some("ok") {
        let reason = text(&value, &["message"]).unwrap_or_else(|| "its status is not ok".to_owned());
        return Err(ResponseError::Malformed(reason));
    }
    let records = list(&value, &["records"]).iter().map(|record| {
        let mut identifiers = Identifiers {
            pmid: text(record, &["pmid"]).as_deref().and_then(field::pmid),
            pmcid: text(record, &["pmcid"]).as_deref().and_then(field::pmcid),
            ..Identifiers::default()
        };
        if let Some(doi) = text(record, &["doi"]) {
            field::set_doi(&mut identifiers, &doi);
        }
        identifiers
    });
    Ok(records.collect())
}
