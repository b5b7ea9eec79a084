//! The library that CiteAgent uses: Semantic Scholar and OpenAlex, through the client that keeps their limits.

use std::rc::Rc;

use futures_util::future::join;

use super::library::{Found, Library, Opened};
use super::session::MOST_CITED;
use super::trail::SortBy;
use citelight_inference::LocalFuture;
use citelight_records::access::{Access, FullTextProvider, read};
use citelight_records::http::{AskError, Reply, Request, RequestCost, Response};
use citelight_records::sources::api::{ApiName, ApiSettings, ResponseError};
use citelight_records::sources::citing::{self, Direction, Page};
use citelight_records::sources::openalex::{self, Listed};
use citelight_records::sources::{Client, Record};

/// Works of a list of references that are read: the longest have more, surveys of whole fields.
const MOST_LINKS: usize = 400;

/// Semantic Scholar and OpenAlex, and open texts where the host has them.
pub struct Scholar<'a> {
    client: &'a Client,
    texts: Option<&'a dyn FullTextProvider>,
}

impl<'a> Scholar<'a> {
    /// Both indexes behind a client. `texts` opens texts for a model to read.
    pub fn new(client: &'a Client, texts: Option<&'a dyn FullTextProvider>) -> Self {
        Self { client, texts }
    }

    async fn ask<T>(
        &self,
        api: ApiName,
        build: impl Fn(&ApiSettings) -> Request,
        read: impl Fn(&Response) -> Result<T, ResponseError>,
    ) -> Result<Option<T>, String> {
        let settings: &Rc<ApiSettings> = self.client.settings();
        match self.client.ask(api, RequestCost::List, || Some(build(settings)), read).await {
            Ok(Reply::Read { value, .. }) => Ok(Some(value)),
            Ok(Reply::Unchanged) => Ok(None),
            Err(error) => Err(failure(api, &error)),
        }
    }

    /// Relevance is asked of both indexes. Semantic Scholar's search knows no order by citations.
    async fn both(&self, query: &str, sort: SortBy, limit: usize) -> Found<Vec<Record>> {
        let page = Page { offset: 0, limit };
        let listed = match sort {
            SortBy::Relevance => Listed::Relevant(query),
            SortBy::Citations => Listed::MostCited(query),
        };
        let open_alex = self.ask(
            ApiName::OpenAlex,
            |settings| openalex::list_works(listed, limit, settings),
            openalex::read_works,
        );
        let (scholar, open_alex) = match sort {
            SortBy::Relevance => {
                let scholar = self.ask(
                    ApiName::SemanticScholar,
                    |settings| citing::search(query, page, settings),
                    citing::read_search,
                );
                join(scholar, open_alex).await
            }
            SortBy::Citations => (Ok(None), open_alex.await),
        };
        let mut found = Found::default();
        let mut lists = Vec::new();
        for answer in [scholar, open_alex] {
            match answer {
                Ok(records) => lists.push(records.unwrap_or_default().into_iter()),
                Err(failure) => found.failures.push(failure),
            }
        }
        // In turns: neither index's order counts more than the other's.
        loop {
            let round: Vec<Record> = lists.iter_mut().filter_map(Iterator::next).collect();
            if round.is_empty() {
                return found;
            }
            found.value.extend(round);
        }
    }

    async fn opened(&self, record: &Record, with_text: bool) -> Found<Opened> {
        let mut found = Found::<Opened>::default();
        if let Some(paper) = citing::paper_of(record) {
            let page = Page { offset: 0, limit: MOST_LINKS };
            let links = self.ask(
                ApiName::SemanticScholar,
                |settings| citing::links(&paper, Direction::References, page, settings),
                citing::read_links,
            );
            match links.await {
                Ok(links) => {
                    let links = links.unwrap_or_default().into_iter();
                    found.value.cites = links.map(|link| (link.record, link.contexts)).collect();
                }
                Err(failure) => found.failures.push(failure),
            }
        }
        if found.value.cites.is_empty() && record.source == ApiName::OpenAlex.as_str() {
            let listed = Listed::CitedBy(&record.id);
            let works = self.ask(
                ApiName::OpenAlex,
                |settings| openalex::list_works(listed, MOST_CITED, settings),
                openalex::read_works,
            );
            match works.await {
                Ok(works) => {
                    found.value.cites =
                        works.unwrap_or_default().into_iter().map(|work| (work, Vec::new())).collect();
                }
                Err(failure) => found.failures.push(failure),
            }
        }
        if let (true, Some(texts)) = (with_text, self.texts) {
            match read(record, &[texts]).await {
                Access::Readable { text, .. } => {
                    let passages: Vec<&str> =
                        text.passages.iter().map(|passage| passage.text.as_str()).collect();
                    found.value.text = Some(passages.join("\n"));
                }
                Access::Unreadable { reason, .. } => found.failures.push(reason),
            }
        }
        found
    }
}

fn failure(api: ApiName, error: &AskError) -> String {
    format!("{}: {error}", api.as_str())
}

impl Library for Scholar<'_> {
    fn search<'a>(
        &'a self,
        query: &'a str,
        sort: SortBy,
        limit: usize,
    ) -> LocalFuture<'a, Found<Vec<Record>>> {
        Box::pin(self.both(query, sort, limit))
    }

    fn open<'a>(&'a self, record: &'a Record, with_text: bool) -> LocalFuture<'a, Found<Opened>> {
        Box::pin(self.opened(record, with_text))
    }
}
