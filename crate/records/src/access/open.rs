//! Texts of cited works from where they lie open: arXiv, the open part of PubMed Central, and open copies elsewhere.

use std::rc::Rc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::abstracts::Abstracts;
use super::copies::Copies;
use super::places::{Place, PlaceKind, Reach, linked, places, whole_text_of, withheld};
use super::{CopyHosts, FullTextProvider, ReadPdf, RetrievedText, TextError};
use crate::http::{AskError, FetchError, FreshnessLifetime, Reply, RequestCost, Response, public_host};
use crate::sources::api::ResponseError;
use crate::sources::{ApiName, ApiSource, Client, Record};
use citelight_document::document::Content;
use citelight_document::document::files::{Opened, unpack};
use citelight_inference::LocalFuture;
use citelight_types::text::decode::decode;

/// Time for which a text is kept: what was published changes seldom.
const FRESH: Duration = Duration::from_secs(7 * 24 * 3600);
/// Bytes at the end of a PDF in which its end is marked (ISO 32000, 7.5.5; readers allow 1,024).
const PDF_END: usize = 2048;

/// Open texts over the network, asked for within the sources' limits and kept.
pub struct OpenTexts {
    client: Rc<Client>,
    abstracts: Abstracts,
    copies: Copies,
    pdf: Option<Rc<dyn ReadPdf>>,
    reach: Reach,
}

/// A text as it is kept; none is a kept "no text here".
#[derive(Serialize, Deserialize)]
struct CachedText {
    /// Milliseconds since 1970 until which it needs no asking.
    fresh: u64,
    content: Option<Content>,
    /// Why what is there cannot be read, which would cost as much to find out again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl OpenTexts {
    /// Open texts, asked for through a client; those of the sources that gather copies say where more of them lie.
    pub fn new(client: Rc<Client>, sources: &[ApiSource]) -> Self {
        Self {
            client,
            abstracts: Abstracts::among(sources),
            copies: Copies::among(sources),
            pdf: None,
            reach: Reach::default(),
        }
    }

    /// The same, PDFs too.
    #[must_use]
    pub fn reading_pdf(self, pdf: Rc<dyn ReadPdf>) -> Self {
        Self { pdf: Some(pdf), reach: Reach { pdf: true, ..self.reach }, ..self }
    }

    /// The same, with open copies of some hosts only.
    #[must_use]
    pub fn with_copies_of(self, copies: CopyHosts) -> Self {
        Self { reach: Reach { copies, ..self.reach }, ..self }
    }

    fn places_of(&self, record: &Record) -> Vec<Place> {
        places(record, self.client.settings(), &self.reach)
    }

    async fn find(&self, record: &Record, index: usize) -> Result<Option<RetrievedText>, TextError> {
        match self.places_of(record).into_iter().nth(index) {
            Some(place) => self.read(record, place).await,
            None => Ok(None),
        }
    }

    /// What a page leads to: a file on the same server as a rule.
    async fn follow(
        &self,
        record: &Record,
        page: &RetrievedText,
    ) -> Result<Option<RetrievedText>, TextError> {
        let Content::Text { text, .. } = &page.content else { return Ok(None) };
        let Some(url) = whole_text_of(text, &page.origin, self.reach.pdf) else { return Ok(None) };
        match linked(&url, self.client.settings(), &self.reach) {
            Ok(place) => self.read(record, place).await,
            Err(reason) => Err(TextError { work: record.title.clone(), origin: url, reason }),
        }
    }

    async fn read(&self, record: &Record, place: Place) -> Result<Option<RetrievedText>, TextError> {
        let extent = place.kind.extent();
        let found = self.content(&place).await;
        let origin = place.request.url;
        match found {
            Ok(content) => Ok(content.map(|content| RetrievedText { content, origin, extent })),
            Err(reason) => Err(TextError { work: record.title.clone(), origin, reason }),
        }
    }

    /// The text at a place, from the store if it is fresh there; none is a healthy "no text here".
    async fn content(&self, place: &Place) -> Result<Option<Content>, String> {
        let (api, request) = (place.api, &place.request);
        let key = format!("2 text {}", request.url);
        let kept = self.client.load(api, &key).await;
        let kept: Option<CachedText> = kept.and_then(|text| serde_json::from_str(&text).ok());
        if let Some(kept) = kept.filter(|kept| self.client.clock().now() < kept.fresh) {
            self.client.count(api, |counts| counts.kept += 1);
            return kept.refused.map_or(Ok(kept.content), Err);
        }
        let read = |answer: &Response| match self.led_away(place, answer) {
            Some(reason) => Ok(Err(reason)),
            None => text_of(place.kind, answer).map(Ok),
        };
        let reply = self.client.ask(api, RequestCost::Single, || Some(request.clone()), read).await;
        let (value, fresh) = match reply {
            Ok(Reply::Read { value, fresh, .. }) => (value, fresh),
            Ok(Reply::Unchanged) => return Err("nothing changed, but nothing was known".to_owned()),
            Err(error @ AskError::Fetch(FetchError::TooLarge { .. })) => {
                return Err(self.keep_refusal(api, &key, error.to_string()).await);
            }
            Err(error) => return Err(error.to_string()),
        };
        let found = match value {
            Ok(found) => found,
            Err(reason) => return Err(self.keep_refusal(api, &key, reason).await),
        };
        let content = match found {
            None => None,
            Some(Opened::Content(content)) => Some(content),
            Some(Opened::Pdf(file)) => match self.read_pdf(file).await {
                Ok(content) => Some(content),
                Err(reason) => return Err(self.keep_refusal(api, &key, reason).await),
            },
        };
        let absence = self.client.settings().request_policy(api).absence_ttl;
        let duration = match fresh {
            None => return Ok(content),
            Some(_) if content.is_none() => absence,
            Some(FreshnessLifetime::Unsaid) => FRESH,
            Some(FreshnessLifetime::For(duration)) => duration.max(absence),
        };
        let kept = CachedText { fresh: self.until(duration), content, refused: None };
        self.keep(api, &key, &kept).await;
        Ok(kept.content)
    }

    /// Keeps for a while that what is there cannot be read; gives why.
    async fn keep_refusal(&self, api: ApiName, key: &str, reason: String) -> String {
        let fresh = self.until(self.client.settings().request_policy(api).absence_ttl);
        self.keep(api, key, &CachedText { fresh, content: None, refused: Some(reason.clone()) }).await;
        reason
    }

    async fn keep(&self, api: ApiName, key: &str, kept: &CachedText) {
        if let Ok(text) = serde_json::to_string(kept) {
            self.client.save(api, key, text, kept.fresh).await;
        }
    }

    fn until(&self, duration: Duration) -> u64 {
        let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        self.client.clock().now().saturating_add(milliseconds)
    }

    /// Browsers follow redirects by themselves: what a host answered that the reader was not asked about is not read. Why not.
    fn led_away(&self, place: &Place, answer: &Response) -> Option<String> {
        let CopyHosts::Named(hosts) = &self.reach.copies else { return None };
        if place.kind != PlaceKind::Copy {
            return None;
        }
        let host = public_host(&answer.url).unwrap_or_default();
        if hosts.contains(&host) && answer.url.starts_with("https://") {
            return None;
        }
        let whom = if host.is_empty() { "another place" } else { &host };
        Some(format!("it led to {whom}, which was not allowed"))
    }

    async fn read_pdf(&self, file: Vec<u8>) -> Result<Content, String> {
        match &self.pdf {
            Some(pdf) => pdf.read_pdf(file).await.map(Content::Pdf),
            None => Err("it is a PDF, which cannot be read here".to_owned()),
        }
    }
}

impl FullTextProvider for OpenTexts {
    fn add_abstract<'a>(&'a self, record: &'a mut Record) -> LocalFuture<'a, ()> {
        Box::pin(self.abstracts.add_to(record))
    }

    fn prepare<'a>(&'a self, records: Vec<&'a mut Record>) -> LocalFuture<'a, ()> {
        // A copy that the reader may yet allow needs no look for others.
        let is_open =
            |record: &Record| !self.places_of(record).is_empty() || !self.withheld(record).is_empty();
        Box::pin(self.copies.add_to(records, is_open))
    }

    fn is_remote(&self) -> bool {
        true
    }

    fn places(&self, record: &Record) -> usize {
        self.places_of(record).len()
    }

    fn withheld(&self, record: &Record) -> Vec<String> {
        withheld(record, self.client.settings(), &self.reach)
    }

    fn text<'a>(
        &'a self,
        record: &'a Record,
        place: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(self.find(record, place))
    }

    fn linked<'a>(
        &'a self,
        record: &'a Record,
        page: &'a RetrievedText,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(self.follow(record, page))
    }
}

/// The text of an answer; none where there is no such text.
fn text_of(kind: PlaceKind, answer: &Response) -> Result<Option<Opened>, ResponseError> {
    match answer.status {
        200 => whole(kind, &answer.body).map(Some).map_err(ResponseError::Malformed),
        404 | 410 => Ok(None),
        401..=403 => Err(ResponseError::Denied(answer.status)),
        408 | 429 | 500..=599 => Err(ResponseError::Failing(answer.status)),
        status => Err(ResponseError::Malformed(format!("status {status}"))),
    }
}

/// The text of a body: what was cut off, or is somebody else's page, is none.
fn whole(kind: PlaceKind, body: &[u8]) -> Result<Opened, String> {
    if body.starts_with(b"%PDF-") && kind != PlaceKind::Markup {
        let end = &body[body.len().saturating_sub(PDF_END)..];
        let ends = end.windows(5).any(|mark| mark == b"%%EOF");
        return if ends { Ok(Opened::Pdf(body.to_vec())) } else { Err("the PDF breaks off".to_owned()) };
    }
    match kind {
        PlaceKind::Packed => unpack(body.to_vec()),
        PlaceKind::Markup | PlaceKind::Copy => {
            let text = decode(body.to_vec());
            if !is_whole(&text) {
                return Err("it is no whole HTML or XML".to_owned());
            }
            Ok(Opened::Content(Content::alone(text)))
        }
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
