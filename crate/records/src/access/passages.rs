//! Passages of a work that fit a claim, from Semantic Scholar's snippet search over the texts that it holds
//! (<https://api.semanticscholar.org/api-docs/graph>). One request for one claim, and the claim is sent: nobody is asked unless
//! the reader chose it and the document is published, which is for the caller to know.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::TextError;
use crate::http::{FreshnessLifetime, Reply, RequestCost};
use crate::sources::api::ApiName;
use crate::sources::snippets::{Snippet, ask_snippets, read_snippets};
use crate::sources::{Client, Record};
use citelight_document::document::segmented::SegmentedText;
use citelight_document::document::{Input, parse};
use citelight_inference::LocalFuture;
use citelight_types::finding::Extent;
use citelight_types::text::titles::{title_similarity, title_stands_in};

/// A title this alike is the work's: the search is bound to its identifier, and this guards against a wrong one.
const SAME_TITLE: f64 = 0.8;
/// Milliseconds for which an answer is kept where its headers do not say.
const FRESH: u64 = 7 * 24 * 3600 * 1000;

/// Finds passages of works that fit a claim. Whoever answers learns the claim.
pub trait PassageSearch {
    /// Who answers, to be shown.
    fn name(&self) -> &str;

    /// The passages of a record's work that fit a claim best; none where the work's text is not held there.
    ///
    /// # Errors
    /// [`TextError`] if nobody could say.
    fn passages<'a>(
        &'a self,
        claim: &'a str,
        record: &'a Record,
    ) -> LocalFuture<'a, Result<Option<SegmentedText>, TextError>>;
}

/// Semantic Scholar's snippet search.
pub struct SnippetSearch {
    client: Rc<Client>,
}

/// An answer as it is kept.
#[derive(Serialize, Deserialize)]
struct CachedSnippets {
    fresh: u64,
    snippets: Vec<Snippet>,
}

impl SnippetSearch {
    /// The search, asked through a client.
    pub fn new(client: Rc<Client>) -> Self {
        Self { client }
    }

    async fn find(&self, claim: &str, record: &Record) -> Result<Option<SegmentedText>, TextError> {
        let api = ApiName::SemanticScholar;
        let settings = self.client.settings();
        let request = ask_snippets(claim, record, settings).filter(|_| settings.is_configured(api));
        let Some(request) = request else { return Ok(None) };
        let key = format!("1 snippets {}", request.fingerprint());
        let now = || self.client.clock().now();
        let kept: Option<CachedSnippets> =
            self.client.load(api, &key).await.and_then(|text| serde_json::from_str(&text).ok());
        if let Some(kept) = kept.filter(|kept| now() < kept.fresh) {
            self.client.count(api, |counts| counts.kept += 1);
            return Ok(text_of(record, &kept.snippets));
        }
        let failed =
            |reason: String| TextError { work: record.title.clone(), origin: api.title().to_owned(), reason };
        let reply = self.client.ask(api, RequestCost::List, || Some(request.clone()), read_snippets).await;
        let (snippets, fresh) = match reply {
            Ok(Reply::Read { value, fresh, .. }) => (value, fresh),
            Ok(Reply::Unchanged) => return Err(failed("nothing changed, but nothing was known".to_owned())),
            Err(error) => return Err(failed(error.to_string())),
        };
        let duration = match fresh {
            None => return Ok(text_of(record, &snippets)),
            Some(FreshnessLifetime::Unsaid) => FRESH,
            Some(FreshnessLifetime::For(duration)) => u64::try_from(duration.as_millis()).unwrap_or(FRESH),
        };
        let kept = CachedSnippets { fresh: now().saturating_add(duration), snippets };
        if let Ok(text) = serde_json::to_string(&kept) {
            self.client.save(api, &key, text, kept.fresh).await;
        }
        Ok(text_of(record, &kept.snippets))
    }
}

impl PassageSearch for SnippetSearch {
    fn name(&self) -> &str {
        ApiName::SemanticScholar.title()
    }

    fn passages<'a>(
        &'a self,
        claim: &'a str,
        record: &'a Record,
    ) -> LocalFuture<'a, Result<Option<SegmentedText>, TextError>> {
        Box::pin(self.find(claim, record))
    }
}

/// Passages as a text, each under the heading of its section.
fn text_of(record: &Record, snippets: &[Snippet]) -> Option<SegmentedText> {
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let is_same = |snippet: &&Snippet| {
        record.titles().any(|own| {
            title_similarity(own, &snippet.title) >= SAME_TITLE || title_stands_in(own, &snippet.title)
        })
    };
    let passages = snippets.iter().filter(is_same).map(|Snippet { text, section, .. }| {
        let heading = section.as_deref().map(|section| format!("<h2>{}</h2>", escaped(section)));
        format!("{}<p>{}</p>", heading.unwrap_or_default(), escaped(text))
    });
    let passages: String = passages.collect();
    if passages.is_empty() {
        return None;
    }
    let markup = format!("<article><h1>{}</h1>{passages}</article>", escaped(&record.title));
    let origin = format!("passages in {}", ApiName::SemanticScholar.title());
    let document = parse(Input::new(&markup, &origin)).ok()?;
    let text = SegmentedText::of(&document, origin, Extent::Passages);
    (!text.passages.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::http::Response;

    #[test]
    fn passages_of_the_work_alone_are_read_with_their_section() {
        let snippet = |title: &str, kind: &str, text: &str| {
            json!({"snippet": {"text": text, "snippetKind": kind, "section": "Results"}, "score": 0.5,
                "paper": {"corpusId": "1", "title": title}})
        };
        let said = "Sleep loss impaired recall by 32%. It lasted <a week> & more.";
        let data = [
            snippet("Effects of Sleep on Memory", "title", "Effects of Sleep on Memory"),
            snippet("Effects of Sleep on Memory", "body", said),
            snippet("Caffeine and drivers", "body", "Drivers slept."),
        ];
        let answer = |body: serde_json::Value| Response {
            status: 200,
            body: body.to_string().into(),
            ..Response::default()
        };
        let record = Record { title: "Effects of sleep on memory".to_owned(), ..Record::default() };
        let snippets = read_snippets(&answer(json!({"data": data}))).unwrap();
        let text = text_of(&record, &snippets).unwrap();
        assert_eq!((text.extent, text.passages.len()), (Extent::Passages, 1));
        assert_eq!(text.passages[0].section, ["Results"]);
        assert_eq!(text.passages[0].text, said);
        assert_eq!(text_of(&record, &[]), None);
        assert!(read_snippets(&answer(json!({}))).is_err());
    }
}
