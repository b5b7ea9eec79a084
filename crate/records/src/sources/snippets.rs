//! Semantic Scholar's snippet search: <https://api.semanticscholar.org/api-docs/graph#tag/Snippet-Text>. It takes a claim in words.

use serde::{Deserialize, Serialize};

use super::Record;
use super::api::{Absence, ApiName, ApiSettings, Key, ResponseError, healthy_json};
use super::json::{at, list, text};
use super::semantic_scholar::{SemanticScholar, paper_id};
use crate::http::{Request, Response};
use crate::sources::Api;

/// Passages of one work that are asked for.
const PASSAGES: &str = "10";
/// Characters of a claim that are sent.
const LONGEST: usize = 500;

/// A passage of a paper, about 500 words long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Snippet {
    pub(crate) text: String,
    /// The heading over it.
    pub(crate) section: Option<String>,
    /// Title of the paper.
    pub(crate) title: String,
}

/// Asks for passages of a record's work that fit a claim; none where the record has no identifier that Semantic Scholar
/// knows, since the search is bound to it.
pub(crate) fn ask_snippets(claim: &str, record: &Record, settings: &ApiSettings) -> Option<Request> {
    let own = (record.source == ApiName::SemanticScholar.as_str()).then(|| record.id.clone());
    let known = || Key::of(&record.identifiers).into_iter().find(|key| SemanticScholar.takes(key));
    let paper = own.filter(|id| !id.is_empty()).or_else(|| known().map(|key| paper_id(&key)))?;
    let claim: String = claim.chars().take(LONGEST).collect();
    let request = settings.get(ApiName::SemanticScholar, "/graph/v1/snippet/search");
    Some(request.with("query", &claim).with("paperIds", &paper).with("limit", PASSAGES))
}

/// Reads the passages of an answer, the best first. A title is none.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub(crate) fn read_snippets(answer: &Response) -> Result<Vec<Snippet>, ResponseError> {
    let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
    if !at(&value, &["data"]).is_some_and(serde_json::Value::is_array) {
        return Err(ResponseError::Malformed("it holds no list of snippets".to_owned()));
    }
    let read = |found: &serde_json::Value| {
        let kind = text(found, &["snippet", "snippetKind"]);
        let heading = || (kind.as_deref() == Some("abstract")).then(|| "Abstract".to_owned());
        let snippet = Snippet {
            text: text(found, &["snippet", "text"])?,
            section: text(found, &["snippet", "section"]).or_else(heading),
            title: text(found, &["paper", "title"])?,
        };
        (kind.as_deref() != Some("title")).then_some(snippet)
    };
    Ok(list(&value, &["data"]).iter().filter_map(read).collect())
}

#[cfg(test)]
mod tests {
    use citelight_types::identifiers::Identifiers;

    use super::*;

    #[test]
    fn what_is_sent_is_the_claim_and_the_paper() {
        let identifiers = Identifiers { doi: Some("10.1/a".to_owned()), ..Identifiers::default() };
        let record = Record { identifiers, ..Record::default() };
        let sent = |record: &Record| {
            ask_snippets("Sleep loss impaired recall.", record, &ApiSettings::default())
                .map(|request| request.url)
        };
        let address =
            "https://api.semanticscholar.org/graph/v1/snippet/search?query=Sleep%20loss%20impaired%20recall.";
        assert_eq!(sent(&record), Some(format!("{address}&paperIds=DOI%3A10.1%2Fa&limit=10")));
        let own = Record { source: "semanticscholar".to_owned(), id: "p1".to_owned(), ..Record::default() };
        assert_eq!(sent(&own), Some(format!("{address}&paperIds=p1&limit=10")));
        assert_eq!(sent(&Record::default()), None);
    }
}
