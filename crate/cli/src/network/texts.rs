//! Texts of cited works from where they lie open: arXiv's HTML, the open part of PubMed Central.

use std::rc::Rc;

use citelight::LocalFuture;
use citelight::access::{Extent, SourceText, TextError, Texts};
use citelight::sources::Record;
use citelight::sources::api::{AnswerError, ApiName};
use citelight::sources::http::{Answer, Request};
use citelight::sources::manners::{Client, Effort, Reply};

/// Open texts over the network.
pub(crate) struct OpenTexts(Rc<Client>);

impl OpenTexts {
    pub(super) fn new(client: Rc<Client>) -> Self {
        Self(client)
    }

    /// Where the text of a record's work may lie, best first.
    fn places(&self, record: &Record) -> Vec<(ApiName, Request)> {
        let settings = self.0.settings();
        let arxiv = record.identifiers.arxiv.as_deref();
        let arxiv = arxiv.map(|id| (ApiName::Arxiv, settings.get(ApiName::Arxiv, &format!("/html/{id}"))));
        let central = record.identifiers.pmcid.as_deref().map(|id| {
            let path = format!("/europepmc/webservices/rest/{id}/fullTextXML");
            (ApiName::EuropePmc, settings.get(ApiName::EuropePmc, &path))
        });
        arxiv.into_iter().chain(central).collect()
    }

    async fn find(&self, record: &Record) -> Result<Option<SourceText>, TextError> {
        let mut failed = None;
        for (api, request) in self.places(record) {
            let build = || Some(request.clone());
            match self.0.ask(api, Effort::Single, build, text_of).await {
                Ok(Reply::Read { value: Some(content), .. }) => {
                    return Ok(Some(SourceText {
                        content,
                        origin: request.url.clone(),
                        extent: Extent::FullText,
                    }));
                }
                Ok(_) => {}
                Err(error) => {
                    let (work, origin) = (record.title.clone(), request.url.clone());
                    failed = Some(TextError { work, origin, reason: error.to_string() });
                }
            }
        }
        failed.map_or(Ok(None), Err)
    }
}

impl Texts for OpenTexts {
    fn text<'a>(&'a self, record: &'a Record) -> LocalFuture<'a, Result<Option<SourceText>, TextError>> {
        Box::pin(self.find(record))
    }
}

/// The text of an answer; none where there is no such text.
fn text_of(answer: &Answer) -> Result<Option<String>, AnswerError> {
    match answer.status {
        200 if answer.body.trim_start().starts_with('<') => Ok(Some(answer.body.clone())),
        200 => Err(AnswerError::Malformed("it is neither HTML nor XML".to_owned())),
        404 | 410 => Ok(None),
        401..=403 => Err(AnswerError::Denied(answer.status)),
        408 | 429 | 500..=599 => Err(AnswerError::Failing(answer.status)),
        status => Err(AnswerError::Malformed(format!("status {status}"))),
    }
}
