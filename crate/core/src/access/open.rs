//! Texts of cited works from where they lie open: arXiv's HTML, the open part of PubMed Central.

use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::copies::Copies;
use super::{Extent, SourceText, TextError, Texts};
use crate::LocalFuture;
use crate::sources::api::{AnswerError, ApiName};
use crate::sources::http::{Answer, Request};
use crate::sources::identify;
use crate::sources::manners::client::Freshness;
use crate::sources::manners::{Client, Effort, Reply};
use crate::sources::{ApiSource, Record};

/// Time for which a text is kept: what was published changes seldom.
const FRESH: Duration = Duration::from_secs(7 * 24 * 3600);

/// Open texts over the network, asked for within the sources' manners and kept.
pub struct OpenTexts {
    client: Rc<Client>,
    copies: Copies,
}

/// A text as it is kept; none is a kept "no text here".
#[derive(Serialize, Deserialize)]
struct Kept {
    /// Milliseconds since 1970 until which it needs no asking.
    fresh: u64,
    content: Option<String>,
}

impl OpenTexts {
    /// Open texts, asked for through a client; those of the sources that gather copies say where more of them lie.
    pub fn new(client: Rc<Client>, sources: &[ApiSource]) -> Self {
        Self { client, copies: Copies::among(sources) }
    }

    /// Where the text of a record's work may lie, best first.
    fn places(&self, record: &Record) -> Vec<(ApiName, Request)> {
        let settings = self.client.settings();
        let (arxiv, central) = copies_of(record);
        let arxiv = arxiv.map(|id| (ApiName::Arxiv, settings.get(ApiName::Arxiv, &format!("/html/{id}"))));
        let central = central.map(|id| {
            let path = format!("/europepmc/webservices/rest/{id}/fullTextXML");
            (ApiName::EuropePmc, settings.get(ApiName::EuropePmc, &path))
        });
        let places = arxiv.into_iter().chain(central);
        places.filter(|(api, _)| settings.is_configured(*api)).collect()
    }

    async fn find(&self, record: &Record) -> Result<Option<SourceText>, TextError> {
        let mut failed = None;
        for (api, request) in self.places(record) {
            match self.content(api, &request).await {
                Ok(Some(content)) => {
                    return Ok(Some(SourceText { content, origin: request.url, extent: Extent::FullText }));
                }
                Ok(None) => {}
                Err(reason) => {
                    failed = Some(TextError { work: record.title.clone(), origin: request.url, reason });
                }
            }
        }
        failed.map_or(Ok(None), Err)
    }

    /// The text at a place, from the store if it is fresh there; none is a healthy "no text here".
    async fn content(&self, api: ApiName, request: &Request) -> Result<Option<String>, String> {
        let key = format!("1 text {}", request.url);
        let kept = self.client.load(api, &key).await;
        let kept: Option<Kept> = kept.and_then(|text| serde_json::from_str(&text).ok());
        if let Some(kept) = kept.filter(|kept| self.client.clock().now() < kept.fresh) {
            self.client.count(api, |counts| counts.kept += 1);
            return Ok(kept.content);
        }
        let reply = self.client.ask(api, Effort::Single, || Some(request.clone()), text_of).await;
        let (content, fresh) = match reply {
            Ok(Reply::Read { value, fresh, .. }) => (value, fresh),
            Ok(Reply::Unchanged) => return Err("nothing changed, but nothing was known".to_owned()),
            Err(error) => return Err(error.to_string()),
        };
        let absence = self.client.settings().manners(api).fresh_absence;
        let duration = match fresh {
            None => return Ok(content),
            Some(_) if content.is_none() => absence,
            Some(Freshness::Unsaid) => FRESH,
            Some(Freshness::For(duration)) => duration.max(absence),
        };
        let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let fresh = self.client.clock().now().saturating_add(milliseconds);
        let kept = Kept { fresh, content };
        if let Ok(text) = serde_json::to_string(&kept) {
            self.client.save(api, &key, text, fresh).await;
        }
        Ok(kept.content)
    }
}

/// A work's copies on arXiv and in PubMed Central: by its identifiers, or by the open copies that its record names.
fn copies_of(record: &Record) -> (Option<String>, Option<String>) {
    let open = || record.locations.iter().map(|location| location.url.as_str());
    let of_arxiv = |url: &str| identify::arxiv(url).filter(|_| url.contains("arxiv.org/"));
    let of_central = |url: &str| {
        let central = url.contains("ncbi.nlm.nih.gov/") || url.contains("europepmc.org/");
        identify::pmcid(url).filter(|_| central && url.to_ascii_uppercase().contains("/PMC"))
    };
    let identifiers = &record.identifiers;
    let arxiv = identifiers.arxiv.clone().or_else(|| open().find_map(of_arxiv));
    let central = identifiers.pmcid.clone().or_else(|| open().find_map(of_central));
    (arxiv, central)
}

/// Whether a record leads to a place where texts lie open.
pub(super) fn is_open(record: &Record) -> bool {
    !matches!(copies_of(record), (None, None))
}

impl Texts for OpenTexts {
    fn prepare<'a>(&'a self, records: Vec<&'a mut Record>) -> LocalFuture<'a, ()> {
        Box::pin(self.copies.add_to(records))
    }

    fn text<'a>(&'a self, record: &'a Record) -> LocalFuture<'a, Result<Option<SourceText>, TextError>> {
        Box::pin(self.find(record))
    }
}

/// The text of an answer; none where there is no such text.
fn text_of(answer: &Answer) -> Result<Option<String>, AnswerError> {
    match answer.status {
        200 if is_whole(&answer.body) => Ok(Some(answer.body.clone())),
        200 => Err(AnswerError::Malformed("it is no whole HTML or XML".to_owned())),
        404 | 410 => Ok(None),
        401..=403 => Err(AnswerError::Denied(answer.status)),
        408 | 429 | 500..=599 => Err(AnswerError::Failing(answer.status)),
        status => Err(AnswerError::Malformed(format!("status {status}"))),
    }
}

/// Whether markup begins and ends: a text that was cut off lacks what may decide a claim.
fn is_whole(body: &str) -> bool {
    let text = body.trim_start_matches('\u{feff}').trim().to_ascii_lowercase();
    let is_page = text.starts_with("<!doctype html") || text.starts_with("<html") || text.contains("<html ");
    let ends = if is_page { text.contains("</html>") } else { text.ends_with('>') && text.contains("</") };
    text.starts_with('<') && ends && (is_page || closes_root(&text))
}

/// Whether XML ends with the end of its first element.
fn closes_root(text: &str) -> bool {
    let named = |at: usize| {
        text.get(at + 1..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let Some(start) = text.match_indices('<').map(|(at, _)| at).find(|at| named(*at)) else { return false };
    let name = text.get(start + 1..).unwrap_or_default();
    let name = name.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
    text.ends_with(&format!("</{name}>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_cut_off_is_no_text() {
        let page = "<!DOCTYPE html><html><body><article><p>All of it.</p></article></body></html>\n";
        let xml = "<?xml version=\"1.0\"?>\n<!DOCTYPE article><article dtd=\"1\"><body><p>All.</p></body></article>";
        assert!(is_whole(page) && is_whole(xml));
        for text in [page, xml] {
            for end in [text.trim().len() - 1, text.len() * 2 / 3, 20, 0] {
                assert!(!is_whole(&text[..end]), "{}", &text[..end]);
            }
        }
        assert!(!is_whole("%PDF-1.7") && !is_whole("{\"error\": \"no\"}"));
    }
}
