//! One API as a [`Source`]: identifiers first, in batches; else by title; each question asked once.

mod batch;
mod keeping;

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use futures_util::FutureExt;
use futures_util::future::{Shared, WeakShared, join_all};

use self::batch::Gathering;
use crate::http::{AskError, FreshnessLifetime, Priority, Reply, RequestCost};
use crate::sources::api::{Api, ApiName, Asked, Key, KeyKind, Reading, ResponseError, Wanted};
use crate::sources::arxiv::Arxiv;
use crate::sources::cached_records::CachedRecords;
use crate::sources::crossref::Crossref;
use crate::sources::datacite::DataCite;
use crate::sources::dblp::Dblp;
use crate::sources::doi::Doi;
use crate::sources::europe_pmc::EuropePmc;
use crate::sources::key::SAME_TITLE;
use crate::sources::open_library::OpenLibrary;
use crate::sources::openalex::OpenAlex;
use crate::sources::openreview::{OpenReview, OpenReviewVersion};
use crate::sources::pubmed::Pubmed;
use crate::sources::semantic_scholar::SemanticScholar;
use crate::sources::unpaywall::Unpaywall;
use crate::sources::zotero::Zotero;
use crate::sources::{Client, Query, Record, Source, SourceError, TitleSearch};
use citelight_inference::LocalFuture;
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::titles::{title_similarity, title_stands_in};

/// Identifiers of one reference that are asked for, best first: a wrong one must not hide the right one.
const KEYS: usize = 2;
/// Records of a look-up, as [`Source`] promises.
const RECORDS: usize = 10;
/// Requests that one question may lead to: a search, and the records of what it found.
const STEPS: usize = 3;

/// A scholarly API behind the [`Source`] trait.
#[derive(Clone)]
pub struct ApiSource(Rc<Inner>);

struct Inner {
    api: Box<dyn Api>,
    client: Rc<Client>,
    flying: RefCell<HashMap<Question, WeakShared<Found>>>,
    gathering: RefCell<HashMap<KeyKind, Gathering>>,
}

/// What one source can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Question {
    Key(Key),
    Title(Search),
}

/// A search by title. Wishes that lead to the same request are the same question: sources ignore years, case, signs.
#[derive(Clone, Debug)]
struct Search {
    wanted: Wanted,
    request: String,
}

impl PartialEq for Search {
    fn eq(&self, other: &Self) -> bool {
        self.request == other.request
    }
}

impl Eq for Search {}

impl Hash for Search {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.request.hash(state);
    }
}

type Answered = Result<Rc<Vec<Record>>, SourceError>;
type Found = LocalFuture<'static, Answered>;

/// A reply, ready to be kept.
struct Told {
    records: Vec<Vec<Record>>,
    /// Whether an empty list says that there is no such work.
    is_whole: bool,
    etag: Option<String>,
    fresh: Option<FreshnessLifetime>,
}

impl ApiSource {
    /// An API, asked through a client.
    pub fn new(api: Box<dyn Api>, client: Rc<Client>) -> Self {
        let (flying, gathering) = (RefCell::default(), RefCell::default());
        Self(Rc::new(Inner { api, client, flying, gathering }))
    }

    /// A known API, asked through a client; none where the settings lack what it insists on (an address, a server), and
    /// for the open web, which has no records.
    pub fn named(name: ApiName, client: Rc<Client>) -> Option<Self> {
        let api: Box<dyn Api> = match name {
            ApiName::Crossref => Box::new(Crossref),
            ApiName::OpenAlex => Box::new(OpenAlex),
            ApiName::SemanticScholar => Box::new(SemanticScholar),
            ApiName::Arxiv => Box::new(Arxiv),
            ApiName::Dblp => Box::new(Dblp),
            ApiName::EuropePmc => Box::new(EuropePmc),
            ApiName::Pubmed => Box::new(Pubmed),
            ApiName::DataCite => Box::new(DataCite),
            ApiName::Unpaywall => Box::new(Unpaywall),
            ApiName::OpenReview => Box::new(OpenReview { version: OpenReviewVersion::V1 }),
            ApiName::OpenReview2 => Box::new(OpenReview { version: OpenReviewVersion::V2 }),
            ApiName::Zotero => Box::new(Zotero),
            ApiName::Doi => Box::new(Doi),
            ApiName::OpenLibrary => Box::new(OpenLibrary),
            ApiName::Web => return None,
        };
        client.settings().is_configured(name).then(|| Self::new(api, client))
    }

    /// The API's name.
    pub fn api(&self) -> ApiName {
        self.0.api.name()
    }

    /// Whether it knows works by an identifier of this one, and takes many of them in one request.
    pub(crate) fn knows_many(&self, query: &Query<'_>) -> bool {
        self.0.keys(query).iter().any(|key| self.0.api.batch(key) > 1)
    }

    /// Asks for the identifiers of many works at once, in batches.
    pub(crate) async fn ask_ahead(&self, queries: &[Query<'_>]) {
        let keys = queries.iter().flat_map(|query| self.0.keys(query));
        let batched = keys.filter(|key| self.0.api.batch(key) > 1);
        join_all(batched.map(|key| self.0.records(Question::Key(key), Priority::New))).await;
    }
}

impl Source for ApiSource {
    fn name(&self) -> &str {
        self.0.api.name().as_str()
    }

    fn look_up<'a>(&'a self, query: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        Box::pin(self.0.look_up(query))
    }

    fn can_look_up(&self, query: &Query<'_>) -> bool {
        !self.0.keys(query).is_empty() || self.0.search(query).is_some()
    }

    fn place(&self, query: &Query<'_>) -> usize {
        let mut order = ApiName::order_for(query.identifiers);
        // Without a key OpenAlex grants about a hundred searches a day: they are kept for what nobody else knows.
        let has_key = self.0.client.settings().keys.contains_key(&ApiName::OpenAlex);
        if !has_key && *query.identifiers == Identifiers::default() {
            order.retain(|name| *name != ApiName::OpenAlex);
            order.push(ApiName::OpenAlex);
        }
        order.iter().position(|name| *name == self.api()).unwrap_or(order.len())
    }

    fn covers_everything(&self) -> bool {
        self.0.api.covers_everything()
    }

    fn find_title<'a>(&'a self, query: &Query<'_>) -> Option<TitleSearch<'a>> {
        let key = Key::of_title(query.title?).filter(|key| self.0.api.takes(key))?;
        Some(Box::pin(async move {
            let found = self.0.records(Question::Key(key), Priority::New).await?;
            Ok(self.0.told(found.as_ref().clone()))
        }))
    }

    fn is_at_hand(&self) -> bool {
        false
    }

    fn other_titles<'a>(&'a self, record: &'a Record) -> LocalFuture<'a, Result<Vec<String>, SourceError>> {
        Box::pin(self.0.titles_of_versions(record))
    }

    fn is_taken_in(&self) -> bool {
        self.api().is_taken_in()
    }

    fn holds(&self, form: Option<WorkForm>) -> bool {
        self.0.api.holds(form)
    }
}

impl Inner {
    fn keys(&self, query: &Query<'_>) -> Vec<Key> {
        Key::of(query.identifiers).into_iter().filter(|key| self.api.takes(key)).take(KEYS).collect()
    }

    /// The search for a title, where this API can.
    fn search(&self, query: &Query<'_>) -> Option<Search> {
        let wanted = Wanted::new(query.title?, query.authors, query.year)?;
        let request = self.api.ask_title(&wanted, self.client.settings())?.fingerprint();
        Some(Search { wanted, request })
    }

    /// By identifier; by title too, unless an identifier led to a record of that title.
    async fn look_up(self: &Rc<Self>, query: Query<'_>) -> Result<Vec<Record>, SourceError> {
        let mut found: Vec<Record> = Vec::new();
        let mut priority = Priority::New;
        for key in self.keys(&query) {
            found.extend(self.records(Question::Key(key), priority).await?.iter().cloned());
            priority = Priority::Begun;
            if found.iter().any(|record| fits(record, query.title)) {
                return Ok(self.told(found));
            }
        }
        if let Some(search) = self.search(&query) {
            for record in self.records(Question::Title(search), priority).await?.iter() {
                if !found.iter().any(|known| known.id == record.id) {
                    found.push(record.clone());
                }
            }
        }
        Ok(self.told(found))
    }

    fn told(&self, mut found: Vec<Record>) -> Vec<Record> {
        found.truncate(RECORDS);
        found
    }

    /// The titles of a work's earlier versions. Asked seldom, so nothing is kept.
    async fn titles_of_versions(&self, record: &Record) -> Result<Vec<String>, SourceError> {
        let (api, settings) = (self.api.name(), self.client.settings());
        if record.source != api.as_str() || self.api.ask_versions(record, settings).is_none() {
            return Ok(Vec::new());
        }
        let build = || self.api.ask_versions(record, settings);
        let read = |answer: &crate::http::Response| self.api.read_versions(answer);
        match self.client.ask(api, RequestCost::Single, build, read).await {
            Ok(Reply::Read { value, .. }) => Ok(value),
            Ok(Reply::Unchanged) => Ok(Vec::new()),
            Err(error) => {
                let keys = Key::of(&record.identifiers);
                Err(self.failure(&error, Asked::Keys(&keys)))
            }
        }
    }

    /// The records of a question; the same question under way is joined.
    async fn records(self: &Rc<Self>, question: Question, priority: Priority) -> Answered {
        let joined = self.flying.borrow().get(&question).and_then(WeakShared::upgrade);
        let flight = match joined {
            Some(flight) => {
                self.client.count(self.api.name(), |counts| counts.joined += 1);
                flight
            }
            None => {
                let found: Found = Box::pin(self.clone().find(question.clone(), priority));
                let flight = found.shared();
                if let Some(weak) = flight.downgrade() {
                    self.flying.borrow_mut().insert(question.clone(), weak);
                }
                flight
            }
        };
        let answered = flight.await;
        // Whoever comes later asks the store; a newer flight of the same question stays.
        if let Entry::Occupied(entry) = self.flying.borrow_mut().entry(question)
            && entry.get().upgrade().is_none_or(|flight: Shared<Found>| flight.peek().is_some())
        {
            entry.remove();
        }
        answered
    }

    /// From the store if it is fresh there, else from the API.
    async fn find(self: Rc<Self>, question: Question, priority: Priority) -> Answered {
        let name = self.store_key(&question);
        let kept = self.client.load(self.api.name(), &name).await;
        let kept: Option<CachedRecords> = kept.and_then(|text| serde_json::from_str(&text).ok());
        let now = self.client.clock().now();
        if let Some(kept) = kept.as_ref().filter(|kept| now < kept.fresh) {
            self.client.count(self.api.name(), |counts| counts.kept += 1);
            return Ok(Rc::new(kept.records.clone()));
        }
        match &question {
            Question::Key(key) if self.api.batch(key) > 1 => {
                let answered = self.join_batch(key).await?;
                answered.get(key).cloned().ok_or_else(|| {
                    let error = ResponseError::Malformed("it says nothing of this key".to_owned());
                    self.failure(&error.into(), Asked::Keys(std::slice::from_ref(key)))
                })
            }
            _ => self.ask_alone(&question, priority, &name, kept).await,
        }
    }

    /// Asks one question with one request; the source may say that what is kept still holds.
    async fn ask_alone(
        &self,
        question: &Question,
        priority: Priority,
        name: &str,
        kept: Option<CachedRecords>,
    ) -> Answered {
        let keys;
        let asked = match question {
            Question::Key(key) => {
                keys = [key.clone()];
                Asked::Keys(&keys)
            }
            Question::Title(search) => Asked::Title(&search.wanted),
        };
        let etag = kept.as_ref().and_then(|kept| kept.etag.clone());
        let cost = match asked {
            Asked::Keys(keys) => cost_of(&*self.api, keys),
            Asked::Title(_) => RequestCost::List,
        };
        let told =
            self.ask(asked, priority, cost, etag).await.map_err(|error| self.failure(&error, asked))?;
        let (records, etag, fresh) = match (told, kept) {
            (Some(told), _) => (told.records.into_iter().flatten().collect(), told.etag, told.fresh),
            (None, Some(kept)) => (kept.records, kept.etag, Some(FreshnessLifetime::Unsaid)),
            (None, None) => {
                let error = ResponseError::Malformed("nothing changed, but nothing was known".to_owned());
                return Err(self.failure(&error.into(), asked));
            }
        };
        self.keep(name, &records, etag, fresh).await;
        Ok(Rc::new(records))
    }

    async fn ask(
        &self,
        asked: Asked<'_>,
        priority: Priority,
        cost: RequestCost,
        etag: Option<String>,
    ) -> Result<Option<Told>, AskError> {
        let settings = self.client.settings();
        let build = || {
            let request = match asked {
                Asked::Keys(keys) => self.api.ask_keys(keys, settings)?,
                Asked::Title(wanted) => self.api.ask_title(wanted, settings)?,
            };
            Some(match &etag {
                Some(etag) => request.with_header("if-none-match", etag.clone()),
                None => request,
            })
        };
        let read = |answer: &crate::http::Response| self.api.read(asked, answer, settings);
        self.steps(priority, &|| cost, &build, &read).await
    }

    /// Asks, and asks on while an answer only names the works. None: nothing changed.
    async fn steps(
        &self,
        priority: Priority,
        cost: &dyn Fn() -> RequestCost,
        build: &dyn Fn() -> Option<crate::http::Request>,
        read: &dyn Fn(&crate::http::Response) -> Result<Reading, ResponseError>,
    ) -> Result<Option<Told>, AskError> {
        let api = self.api.name();
        let mut reply = self.client.ask_in_turn(api, priority, cost, build, read).await?;
        for _ in 1..STEPS {
            match reply {
                Reply::Unchanged => return Ok(None),
                Reply::Read { value: Reading::Records(records), etag, fresh } => {
                    return Ok(Some(self.told_by(records, true, etag, fresh)));
                }
                Reply::Read { value: Reading::Partly(records), etag, fresh } => {
                    return Ok(Some(self.told_by(records, false, etag, fresh)));
                }
                Reply::Read { value: Reading::Next(request), .. } => {
                    let again = || Some((*request).clone());
                    let cost = || RequestCost::Single;
                    reply = self.client.ask_in_turn(api, Priority::Begun, cost, again, read).await?;
                }
            }
        }
        Err(ResponseError::Malformed("it leads from request to request".to_owned()).into())
    }

    fn told_by(
        &self,
        records: Vec<Vec<Record>>,
        is_whole: bool,
        etag: Option<String>,
        fresh: Option<FreshnessLifetime>,
    ) -> Told {
        let records = records.into_iter().map(|records| self.kept_fields(records)).collect();
        Told { records, is_whole, etag, fresh }
    }

    /// Lists of references are long: they are kept only where they were asked for.
    fn kept_fields(&self, mut records: Vec<Record>) -> Vec<Record> {
        if !self.client.settings().references {
            for record in &mut records {
                record.references = Vec::new();
            }
        }
        records
    }

    fn failure(&self, error: &AskError, asked: Asked<'_>) -> SourceError {
        let what = match asked {
            Asked::Keys([key]) => key.value().to_owned(),
            Asked::Keys(keys) => format!("{} identifiers", keys.len()),
            Asked::Title(wanted) => format!("“{}”", wanted.title.chars().take(80).collect::<String>()),
        };
        let (source_name, reason) = (self.api.name().as_str().to_owned(), error.to_string());
        match error {
            AskError::Response(ResponseError::Malformed(_)) => {
                SourceError::Malformed { source_name, what, reason }
            }
            _ => SourceError::Unavailable { source_name, what, reason },
        }
    }
}

/// What a request for keys asks of an API: titles are searched for, even a lone one.
fn cost_of(api: &dyn Api, keys: &[Key]) -> RequestCost {
    if matches!(keys.first(), Some(Key::Title(_))) { RequestCost::List } else { api.cost(keys.len()) }
}

/// Whether a record is of the title that is looked for; without one, any is.
fn fits(record: &Record, title: Option<&str>) -> bool {
    title.is_none_or(|title| {
        title_similarity(title, &record.title) >= SAME_TITLE || title_stands_in(&record.title, title)
    })
}
