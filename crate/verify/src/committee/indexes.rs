//! Indexes that know who cites a work: OpenAlex, Semantic Scholar (with the words of citations), Europe PMC.

use std::collections::BTreeMap;
use std::rc::Rc;

use citelight_inference::LocalFuture;
use citelight_records::http::{Reply, Request, RequestCost, Response};
use citelight_records::sources::api::{Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError};
use citelight_records::sources::citation_metrics::CitationMetrics;
use citelight_records::sources::citing::{self, Direction, Page};
use citelight_records::sources::europe_pmc::{self, EuropePmc};
use citelight_records::sources::openalex::{self, OpenAlex};
use citelight_records::sources::{Client, Record, SourceError};

/// A work that cites another one, as an index knows it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// The citing work.
    pub record: Record,
    /// Sentences in which it cites, where the index quotes them.
    pub contexts: Vec<String>,
    /// How it stands among others.
    pub standing: CitationMetrics,
    /// Who named it.
    pub named_by: Vec<String>,
}

/// An index of who cites whom.
pub trait CitedBy {
    /// Its name, as shown to the reader and written into trails.
    fn name(&self) -> &str;

    /// Works that cite a work, at most `limit`, in the index's order; an empty list is a healthy "none known".
    ///
    /// # Errors
    /// [`SourceError`] if it failed, or cannot be asked about this work.
    fn citing<'a>(
        &'a self,
        cited: &'a Record,
        limit: usize,
    ) -> LocalFuture<'a, Result<Vec<Candidate>, SourceError>>;

    /// Mean citedness within two years of venues by their ids, those that it knows. An index without venues knows none.
    ///
    /// # Errors
    /// [`SourceError`] if it failed.
    fn venues<'a>(
        &'a self,
        _ids: &'a [&'a str],
    ) -> LocalFuture<'a, Result<BTreeMap<String, f64>, SourceError>> {
        Box::pin(std::future::ready(Ok(BTreeMap::new())))
    }
}

/// One API as an index of who cites whom.
#[derive(Clone)]
pub struct CitingApi {
    api: ApiName,
    client: Rc<Client>,
}

/// APIs that know who cites whom, in the order in which what they say is preferred.
const APIS: [ApiName; 3] = [ApiName::OpenAlex, ApiName::SemanticScholar, ApiName::EuropePmc];

impl CitingApi {
    /// Every API of this kind that can be asked through a client.
    pub fn all(client: &Rc<Client>) -> Vec<Self> {
        let reachable = APIS.into_iter().filter(|api| client.settings().is_configured(*api));
        reachable.map(|api| Self { api, client: client.clone() }).collect()
    }

    async fn ask<T>(
        &self,
        what: &str,
        cost: RequestCost,
        build: impl Fn(&ApiSettings) -> Option<Request>,
        read: impl Fn(&Response) -> Result<T, ResponseError>,
    ) -> Result<T, SourceError> {
        let settings = self.client.settings();
        match self.client.ask(self.api, cost, || build(settings), read).await {
            Ok(Reply::Read { value, .. }) => Ok(value),
            Ok(Reply::Unchanged) => Err(self.unavailable(what, "it says that nothing changed")),
            Err(error) => Err(self.unavailable(what, &error.to_string())),
        }
    }

    fn unavailable(&self, what: &str, reason: &str) -> SourceError {
        SourceError::Unavailable {
            source_name: self.name().to_owned(),
            what: what.to_owned(),
            reason: reason.to_owned(),
        }
    }

    /// The index's own id of a work: the record's, else asked for by its identifiers; none if the index lacks the work.
    async fn own_id(&self, cited: &Record, api: &dyn Api) -> Result<Option<String>, SourceError> {
        if cited.source == self.name() && !cited.id.is_empty() {
            return Ok(Some(cited.id.clone()));
        }
        let keys: Vec<Key> = Key::of(&cited.identifiers).into_iter().filter(|key| api.takes(key)).collect();
        let Some(key) = keys.first() else {
            return Err(self.unavailable(&citing_of(cited), "the work has no identifier that it knows"));
        };
        let key = std::slice::from_ref(key);
        let read = |answer: &Response| match api.read(Asked::Keys(key), answer, self.client.settings())? {
            Reading::Records(records) | Reading::Partly(records) => Ok(records.into_iter().flatten().next()),
            Reading::Next(_) => {
                Err(ResponseError::Malformed("it names works instead of telling of them".to_owned()))
            }
        };
        let found = self
            .ask(&citing_of(cited), RequestCost::Single, |settings| api.ask_keys(key, settings), read)
            .await?;
        Ok(found.map(|record| record.id))
    }

    async fn by_openalex(&self, cited: &Record, limit: usize) -> Result<Vec<Candidate>, SourceError> {
        let Some(id) = self.own_id(cited, &OpenAlex).await? else { return Ok(Vec::new()) };
        let build = |settings: &ApiSettings| Some(openalex::citing_works(&id, limit, settings));
        let works = self.ask(&citing_of(cited), RequestCost::List, build, openalex::read_standings).await?;
        Ok(works.into_iter().map(|(record, standing)| self.candidate(record, standing)).collect())
    }

    async fn by_semantic_scholar(&self, cited: &Record, limit: usize) -> Result<Vec<Candidate>, SourceError> {
        let Some(paper) = citing::paper_of(cited) else {
            return Err(self.unavailable(&citing_of(cited), "the work has no identifier that it knows"));
        };
        let page = Page { offset: 0, limit };
        let build =
            |settings: &ApiSettings| Some(citing::links(&paper, Direction::Citations, page, settings));
        let links = self.ask(&citing_of(cited), RequestCost::List, build, citing::read_links).await?;
        let candidates = links.into_iter().map(|link| {
            let standing = CitationMetrics { cited_by: link.cited_by, ..CitationMetrics::default() };
            Candidate { contexts: link.contexts, ..self.candidate(link.record, standing) }
        });
        Ok(candidates.collect())
    }

    async fn by_europe_pmc(&self, cited: &Record, limit: usize) -> Result<Vec<Candidate>, SourceError> {
        let pmid = cited.identifiers.pmid.as_ref().map(|pmid| format!("MED:{pmid}"));
        let id = match pmid {
            Some(id) => Some(id),
            None => self.own_id(cited, &EuropePmc).await?,
        };
        let Some((source, id)) = id.as_deref().and_then(|id| id.split_once(':')) else {
            return Ok(Vec::new());
        };
        let build = |settings: &ApiSettings| Some(europe_pmc::citing_works(source, id, limit, settings));
        let works = self.ask(&citing_of(cited), RequestCost::List, build, europe_pmc::read_cited).await?;
        let candidates = works.into_iter().map(|(record, cited_by)| {
            self.candidate(record, CitationMetrics { cited_by, ..CitationMetrics::default() })
        });
        Ok(candidates.collect())
    }

    async fn venues_of_openalex(&self, ids: &[&str]) -> Result<BTreeMap<String, f64>, SourceError> {
        let mut known = BTreeMap::new();
        for ids in ids.chunks(openalex::VENUES) {
            let build = |settings: &ApiSettings| Some(openalex::venues(ids, settings));
            let what = "how often works of the witnesses’ venues are cited";
            known.append(&mut self.ask(what, RequestCost::List, build, openalex::read_venues).await?);
        }
        Ok(known)
    }

    fn candidate(&self, record: Record, standing: CitationMetrics) -> Candidate {
        Candidate { record, contexts: Vec::new(), standing, named_by: vec![self.name().to_owned()] }
    }
}

fn citing_of(cited: &Record) -> String {
    format!("works that cite “{}”", cited.title)
}

impl CitedBy for CitingApi {
    fn name(&self) -> &str {
        self.api.as_str()
    }

    fn citing<'a>(
        &'a self,
        cited: &'a Record,
        limit: usize,
    ) -> LocalFuture<'a, Result<Vec<Candidate>, SourceError>> {
        Box::pin(async move {
            match self.api {
                ApiName::OpenAlex => self.by_openalex(cited, limit).await,
                ApiName::SemanticScholar => self.by_semantic_scholar(cited, limit).await,
                _ => self.by_europe_pmc(cited, limit).await,
            }
        })
    }

    fn venues<'a>(
        &'a self,
        ids: &'a [&'a str],
    ) -> LocalFuture<'a, Result<BTreeMap<String, f64>, SourceError>> {
        Box::pin(async move {
            match self.api {
                ApiName::OpenAlex => self.venues_of_openalex(ids).await,
                _ => Ok(BTreeMap::new()),
            }
        })
    }
}
