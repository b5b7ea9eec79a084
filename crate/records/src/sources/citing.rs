//! Who cites whom, in which words, by Semantic Scholar; and its search by relevance.
//! <https://api.semanticscholar.org/api-docs/graph>

use serde_json::Value;

use super::Record;
use super::api::{Absence, ApiName, ApiSettings, ResponseError, healthy_json};
use super::json::{at, count, list, scalar, yes};
use super::plain::plain;
use super::semantic_scholar::{FIELDS, record};
use crate::http::{Request, Response, encoded_path};

/// One of the lists that hang on a paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The papers it cites.
    References,
    /// The papers that cite it.
    Citations,
}

/// A page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Items to skip.
    pub offset: usize,
    /// Items on it: at most 1,000 of a list, 100 of a search.
    pub limit: usize,
}

/// A citation between two papers, seen from one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The other paper.
    pub record: Record,
    /// Sentences in which it is cited.
    pub contexts: Vec<String>,
    /// What it is cited for: `background`, `methodology`, `result`.
    pub intents: Vec<String>,
    /// Whether the citing paper rests on it, as the source reckons.
    pub influential: bool,
    /// How often the other paper is cited.
    pub cited_by: Option<u64>,
}

/// How a work is named to this source; none if it has no identifier that the source knows.
pub fn paper_of(record: &Record) -> Option<String> {
    if record.source == ApiName::SemanticScholar.as_str() && !record.id.is_empty() {
        return Some(record.id.clone());
    }
    let named = record.identifiers.named();
    let name = |kind: &str, prefix: &str| named.get(kind).map(|id| format!("{prefix}:{id}"));
    name("doi", "DOI").or_else(|| name("arxiv", "ARXIV")).or_else(|| name("pmid", "PMID"))
}

/// Asks for the papers that a paper cites, or that cite it. `paper` is an id of Semantic Scholar's or `DOI:…`, `ARXIV:…`.
pub fn links(paper: &str, direction: Direction, page: Page, settings: &ApiSettings) -> Request {
    let list = match direction {
        Direction::References => "references",
        Direction::Citations => "citations",
    };
    let path = format!("/graph/v1/paper/{}/{list}", encoded_path(paper));
    let request = settings.get(ApiName::SemanticScholar, &path);
    paged(request.with("fields", &format!("contexts,intents,isInfluential,citationCount,{FIELDS}")), page)
}

/// Asks for papers by relevance to words.
pub fn search(query: &str, page: Page, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::SemanticScholar, "/graph/v1/paper/search");
    // Terms with hyphens match nothing (documented).
    let query = query.replace(['-', '‐', '–'], " ");
    paged(request.with("query", &query).with("fields", FIELDS), page)
}

fn paged(request: Request, page: Page) -> Request {
    request.with("offset", &page.offset.to_string()).with("limit", &page.limit.max(1).to_string())
}

/// Reads a page of links; one that names no paper is left out.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_links(answer: &Response) -> Result<Vec<Link>, ResponseError> {
    Ok(items(answer)?.iter().filter_map(link).collect())
}

/// Reads a page of a search.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_search(answer: &Response) -> Result<Vec<Record>, ResponseError> {
    Ok(items(answer)?.iter().filter_map(record).collect())
}

/// The items of a page. A list that is withheld by its publisher is null, an empty search has no `data`.
fn items(answer: &Response) -> Result<Vec<Value>, ResponseError> {
    let Some(value) = healthy_json(answer, Absence::Status)? else { return Ok(Vec::new()) };
    let is_page = value.get("data").is_some() || value.get("total").is_some_and(Value::is_number);
    if !is_page {
        return Err(ResponseError::Malformed("it is no page of a list".to_owned()));
    }
    Ok(list(&value, &["data"]).to_vec())
}

fn link(item: &Value) -> Option<Link> {
    let paper = at(item, &["citedPaper"]).or_else(|| at(item, &["citingPaper"]))?;
    let texts = |name: &str| list(item, &[name]).iter().filter_map(scalar).collect::<Vec<_>>();
    Some(Link {
        // An id of Semantic Scholar alone is nothing that a reader could look up.
        record: record(paper).filter(|record| !record.title.is_empty())?,
        contexts: texts("contexts").iter().map(|context| plain(context)).collect(),
        intents: texts("intents"),
        influential: yes(item, &["isInfluential"]),
        cited_by: count(paper, &["citationCount"]),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn links_carry_their_words() {
        let body = json!({"offset": 0, "data": [
            {"citedPaper": {"paperId": null, "title": "A work without an id"}, "contexts": ["As  in [3]."], "intents": ["background"],
                "isInfluential": true},
            {"citedPaper": {"paperId": "a", "title": null}},
            {"citingPaper": {"paperId": "b", "title": "Another"}},
        ]});
        let answer = |body: String| Response { status: 200, body: body.into(), ..Response::default() };
        let links = read_links(&answer(body.to_string())).unwrap();
        assert_eq!(links.len(), 2);
        assert_eq!((links[0].contexts[0].as_str(), links[0].influential), ("As in [3].", true));
        assert_eq!(links[1].record.id, "b");
        assert_eq!(read_search(&answer(r#"{"total": 0, "offset": 0}"#.to_owned())), Ok(Vec::new()));
        assert!(read_links(&answer("{}".to_owned())).is_err());
    }
}
