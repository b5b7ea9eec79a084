//! What all scholarly APIs have in common: how they are asked for works, and what may come back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Record;
use super::http::{Answer, Credential, Request, Secret};
use super::identify;
use super::manners::Manners;
use crate::citation::Identifiers;
use crate::text::person::Person;

/// The scholarly APIs that are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ApiName {
    /// Crossref's REST API.
    Crossref,
    /// OpenAlex.
    OpenAlex,
    /// Semantic Scholar's graph API.
    SemanticScholar,
    /// arXiv's query API.
    Arxiv,
    /// DBLP's search of publications.
    Dblp,
    /// Europe PMC's search.
    EuropePmc,
    /// NCBI's E-utilities over PubMed.
    Pubmed,
    /// DataCite's REST API.
    DataCite,
    /// Unpaywall: open copies by DOI.
    Unpaywall,
    /// OpenReview, first API: venues until about 2023.
    OpenReview,
    /// OpenReview, second API.
    OpenReview2,
    /// A Zotero Translation Server of the user's.
    Zotero,
    /// doi.org: content negotiation, handles, agencies.
    Doi,
}

impl ApiName {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Crossref,
        Self::OpenAlex,
        Self::SemanticScholar,
        Self::Arxiv,
        Self::Dblp,
        Self::EuropePmc,
        Self::Pubmed,
        Self::DataCite,
        Self::Unpaywall,
        Self::OpenReview,
        Self::OpenReview2,
        Self::Zotero,
        Self::Doi,
    ];

    /// Its name in records, settings and file names; also the path under which a stand-in offers it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Crossref => "crossref",
            Self::OpenAlex => "openalex",
            Self::SemanticScholar => "semanticscholar",
            Self::Arxiv => "arxiv",
            Self::Dblp => "dblp",
            Self::EuropePmc => "europepmc",
            Self::Pubmed => "pubmed",
            Self::DataCite => "datacite",
            Self::Unpaywall => "unpaywall",
            Self::OpenReview => "openreview",
            Self::OpenReview2 => "openreview2",
            Self::Zotero => "zotero",
            Self::Doi => "doi",
        }
    }

    /// The origin that really serves it; none for a service that the user must run.
    pub fn origin(self) -> Option<&'static str> {
        Some(match self {
            Self::Crossref => "https://api.crossref.org",
            Self::OpenAlex => "https://api.openalex.org",
            Self::SemanticScholar => "https://api.semanticscholar.org",
            Self::Arxiv => "https://export.arxiv.org",
            Self::Dblp => "https://dblp.org",
            Self::EuropePmc => "https://www.ebi.ac.uk",
            Self::Pubmed => "https://eutils.ncbi.nlm.nih.gov",
            Self::DataCite => "https://api.datacite.org",
            Self::Unpaywall => "https://api.unpaywall.org",
            Self::OpenReview => "https://api.openreview.net",
            Self::OpenReview2 => "https://api2.openreview.net",
            Self::Doi => "https://doi.org",
            Self::Zotero => return None,
        })
    }
}

/// Where and as whom the APIs are asked.
#[derive(Clone, Debug, Default)]
pub struct ApiSettings {
    /// A base under which a stand-in offers every API: `BASE/crossref/…` answers for `https://api.crossref.org/…`, the
    /// path after the name being the real API's. None: the real ones.
    pub base: Option<String>,
    /// Base of the user's Zotero Translation Server.
    pub zotero: Option<String>,
    /// Mail address told to the APIs that ask for one; some give more to those who do.
    pub mailto: Option<Secret>,
    /// Keys, all optional.
    pub keys: BTreeMap<ApiName, Secret>,
    /// Whether the lists of references of the works found are kept: they are long.
    pub references: bool,
    /// Manners other than the documented ones, for stand-ins and for keys that allow more.
    pub manners: BTreeMap<ApiName, Manners>,
}

impl ApiSettings {
    /// A GET of an API's path, from the user who is set.
    pub fn get(&self, api: ApiName, path: &str) -> Request {
        self.signed(api, Request::get(self.url(api, path)))
    }

    /// A POST to an API's path.
    pub fn post(&self, api: ApiName, path: &str, content_type: &'static str, body: String) -> Request {
        self.signed(api, Request::post(self.url(api, path), content_type, body))
    }

    /// The address of an API's path. Without a server of its own an API has the address of no host, which no client
    /// can reach; see [`ApiSettings::is_configured`].
    fn url(&self, api: ApiName, path: &str) -> String {
        let own = self.zotero.as_deref().filter(|_| api == ApiName::Zotero);
        match (&self.base, own.or_else(|| api.origin())) {
            (_, Some(origin)) if self.base.is_none() || own.is_some() => {
                format!("{}{path}", origin.trim_end_matches('/'))
            }
            (Some(base), _) => format!("{}/{}{path}", base.trim_end_matches('/'), api.as_str()),
            (None, _) => path.to_owned(),
        }
    }

    /// Whether an API can be asked at all: it has a server, and what it insists on knowing is set.
    pub fn is_configured(&self, api: ApiName) -> bool {
        match api {
            ApiName::Zotero => self.zotero.is_some() || self.base.is_some(),
            ApiName::Unpaywall => self.mailto.is_some(),
            _ => true,
        }
    }

    /// Its manners: those set, else the documented ones for what is known of the user.
    pub fn manners(&self, api: ApiName) -> Manners {
        let known = self.manners.get(&api).cloned();
        known.unwrap_or_else(|| Manners::documented(api, self.mailto.is_some(), self.keys.contains_key(&api)))
    }

    /// Adds who is asking. Browsers send their own `user-agent` and leave this one out.
    fn signed(&self, api: ApiName, request: Request) -> Request {
        let product = concat!("Citelight/", env!("CARGO_PKG_VERSION"));
        let agent = match &self.mailto {
            Some(mail) => format!("{product} (mailto:{})", mail.reveal()),
            None => product.to_owned(),
        };
        let mail = |name| self.mailto.clone().map(|mail| Credential::Parameter(name, mail));
        let key = self.keys.get(&api).cloned();
        let (contact, key) = match api {
            ApiName::Crossref => {
                let bearer = |key: Secret| Secret::new(format!("Bearer {}", key.reveal()));
                (mail("mailto"), key.map(|key| Credential::Header("crossref-plus-api-token", bearer(key))))
            }
            ApiName::OpenAlex => (mail("mailto"), key.map(|key| Credential::Parameter("api_key", key))),
            ApiName::SemanticScholar => (None, key.map(|key| Credential::Header("x-api-key", key))),
            ApiName::Pubmed => (mail("email"), key.map(|key| Credential::Parameter("api_key", key))),
            ApiName::DataCite => (mail("mailto"), None),
            ApiName::Unpaywall => (mail("email"), None),
            _ => (None, None),
        };
        request
            .with_credential(Some(Credential::Header("user-agent", Secret::new(agent))))
            .with_credential(contact)
            .with_credential(key)
    }
}

/// An identifier by which an API looks works up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// A DOI, normalised.
    Doi(String),
    /// An arXiv identifier without version, well-formed.
    Arxiv(String),
    /// A PubMed id.
    Pmid(String),
    /// A PubMed Central id, with `PMC`.
    Pmcid(String),
    /// An ISBN without hyphens.
    Isbn(String),
    /// A forum of OpenReview.
    OpenReview(String),
    /// A web address.
    Url(String),
}

/// Kinds of keys; a batch holds keys of one kind, since APIs cannot mix them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyKind {
    /// DOIs.
    Doi,
    /// arXiv identifiers.
    Arxiv,
    /// PubMed ids.
    Pmid,
    /// PubMed Central ids.
    Pmcid,
    /// ISBNs.
    Isbn,
    /// OpenReview forums.
    OpenReview,
    /// Addresses.
    Url,
}

impl Key {
    /// Its kind.
    pub fn kind(&self) -> KeyKind {
        match self {
            Self::Doi(_) => KeyKind::Doi,
            Self::Arxiv(_) => KeyKind::Arxiv,
            Self::Pmid(_) => KeyKind::Pmid,
            Self::Pmcid(_) => KeyKind::Pmcid,
            Self::Isbn(_) => KeyKind::Isbn,
            Self::OpenReview(_) => KeyKind::OpenReview,
            Self::Url(_) => KeyKind::Url,
        }
    }

    /// The identifier itself.
    pub fn value(&self) -> &str {
        match self {
            Self::Doi(id)
            | Self::Arxiv(id)
            | Self::Pmid(id)
            | Self::Pmcid(id)
            | Self::Isbn(id)
            | Self::OpenReview(id)
            | Self::Url(id) => id,
        }
    }

    /// Whether a record bears it.
    pub fn names(&self, record: &Record) -> bool {
        let identifiers = &record.identifiers;
        let own = match self {
            Self::Doi(_) => &identifiers.doi,
            Self::Arxiv(_) => &identifiers.arxiv,
            Self::Pmid(_) => &identifiers.pmid,
            Self::Pmcid(_) => &identifiers.pmcid,
            Self::Isbn(_) => &identifiers.isbn,
            Self::Url(_) => &identifiers.url,
            Self::OpenReview(id) => return record.id == *id,
        };
        own.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(self.value()))
    }

    /// The well-formed keys of a reference, best first. The DOI that arXiv registers is the arXiv identifier.
    pub fn of(identifiers: &Identifiers) -> Vec<Self> {
        let doi = identifiers.doi.as_deref().and_then(identify::normal);
        let of_doi = doi.as_deref().filter(|doi| doi.starts_with("10.48550/arxiv."));
        let arxiv = identifiers.arxiv.as_deref().or(of_doi).and_then(identify::arxiv);
        let url = identifiers.url.as_deref();
        let keys = [
            doi.filter(|doi| !doi.starts_with("10.48550/arxiv.")).map(Self::Doi),
            arxiv.map(Self::Arxiv),
            identifiers.pmid.as_deref().and_then(identify::pmid).map(Self::Pmid),
            identifiers.pmcid.as_deref().and_then(identify::pmcid).map(Self::Pmcid),
            identifiers.isbn.as_deref().and_then(identify::isbn).map(Self::Isbn),
            url.and_then(identify::openreview).map(Self::OpenReview),
            url.and_then(super::links::web_url).map(Self::Url),
        ];
        keys.into_iter().flatten().collect()
    }
}

/// A work as it is searched for by title.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// Its title, or a whole entry where no title could be told.
    pub title: String,
    /// Family name of its first author.
    pub author: Option<String>,
    /// Year of publication.
    pub year: Option<i32>,
}

/// Words over which a "title" is a whole entry: no title of a paper is that long.
const TITLE_WORDS: usize = 30;

impl Wanted {
    /// From what a reference says; none without a word to search for.
    pub fn new(title: &str, authors: &[Person], year: Option<i32>) -> Option<Self> {
        let title = super::plain::plain(title);
        let author = authors.first().map(|author| author.family.trim().to_owned());
        let author = author.filter(|author| !author.is_empty());
        title.chars().any(char::is_alphanumeric).then_some(Self { title, author, year })
    }

    /// Whether the title is a whole entry, which only some searches take.
    pub fn is_entry(&self) -> bool {
        self.title.split_whitespace().count() > TITLE_WORDS
    }

    /// The words of the title, without any character that a query language could take for its own.
    pub(super) fn words(&self) -> Vec<&str> {
        self.title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
    }
}

/// What an API was asked.
#[derive(Clone, Copy, Debug)]
pub enum Asked<'a> {
    /// For the works of these keys, all of one kind.
    Keys(&'a [Key]),
    /// For works of a title.
    Title(&'a Wanted),
}

/// What an answer means.
#[derive(Clone, Debug, PartialEq)]
pub enum Reading {
    /// The records found: one list for each key that was asked for, in their order; one list for a title. An empty
    /// list is a healthy "not here".
    Records(Vec<Vec<Record>>),
    /// The answer only names works; their records come with this request.
    Next(Box<Request>),
}

/// Why an answer holds no records. None of these is "not here".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It is not what the API answers: cut off, of another type, a page of somebody else.
    #[error("the answer is not of the expected form: {0}")]
    Malformed(String),
    /// The API does not take the request.
    #[error("the request was refused as invalid: {0}")]
    Rejected(String),
    /// The API wants a key, or does not take the one it was given.
    #[error("access was denied with status {0}; check the key for this source")]
    Denied(u16),
    /// The API could not answer now.
    #[error("it answered with status {0}")]
    Failing(u16),
}

/// One scholarly API: requests and answers, no I/O.
pub trait Api {
    /// Its name.
    fn name(&self) -> ApiName;

    /// Whether it knows works by this key.
    fn takes(&self, _key: &Key) -> bool {
        false
    }

    /// How many keys one request may carry along with this one; 1 where a key must be asked for alone.
    fn batch(&self, _key: &Key) -> usize {
        1
    }

    /// Asks for the works of keys that it takes: one, or as many of one kind as [`Api::batch`] allows. None where it
    /// takes no keys.
    fn ask_keys(&self, _keys: &[Key], _settings: &ApiSettings) -> Option<Request> {
        None
    }

    /// Asks for works of a title; none where the API has no such search or the title does not suit it.
    fn ask_title(&self, _wanted: &Wanted, _settings: &ApiSettings) -> Option<Request> {
        None
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// [`AnswerError`] if the answer is not healthy.
    fn read(&self, asked: Asked<'_>, answer: &Answer, settings: &ApiSettings)
    -> Result<Reading, AnswerError>;

    /// Whether a healthy "not here" counts towards a ghost: it indexes works of every field and kind of venue.
    fn covers_everything(&self) -> bool {
        false
    }
}

/// How an API says that it has no such work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    /// By status 404.
    Status,
    /// By an empty list; status 404 is an address that does not exist.
    EmptyList,
}

/// The body of a healthy answer; none for a healthy "not here".
pub(super) fn healthy(answer: &Answer, absence: Absence) -> Result<Option<&str>, AnswerError> {
    match answer.status {
        200..=299 => Ok(Some(&answer.body)),
        404 | 410 if absence == Absence::Status => Ok(None),
        400 | 404 | 405 | 410 | 413 | 414 | 422 => Err(AnswerError::Rejected(excerpt(answer))),
        401 | 402 | 403 | 407 => Err(AnswerError::Denied(answer.status)),
        408 | 425 | 429 | 500..=599 => Err(AnswerError::Failing(answer.status)),
        status => Err(AnswerError::Malformed(format!("status {status}"))),
    }
}

/// A JSON body of a healthy answer; none for a healthy "not here".
pub(super) fn healthy_json(
    answer: &Answer,
    absence: Absence,
) -> Result<Option<serde_json::Value>, AnswerError> {
    let Some(body) = healthy(answer, absence)? else { return Ok(None) };
    let value = serde_json::from_str(body.trim_start_matches('\u{feff}'))
        .map_err(|error| AnswerError::Malformed(format!("no JSON, {error}")))?;
    Ok(Some(value))
}

/// The start of a body, for errors.
fn excerpt(answer: &Answer) -> String {
    let start: String = super::plain::plain(&answer.body).chars().take(120).collect();
    format!("status {}, {start}", answer.status)
}

/// Sorts the records of an answer under the keys that were asked for. Whatever answers a lone key is that key's: an
/// alias leads to a record with another identifier.
pub(super) fn under_keys(asked: Asked<'_>, records: Vec<Record>) -> Reading {
    Reading::Records(match asked {
        Asked::Keys(keys) if keys.len() > 1 => keys
            .iter()
            .map(|key| records.iter().filter(|record| key.names(record)).cloned().collect())
            .collect(),
        Asked::Keys(_) | Asked::Title(_) => vec![records],
    })
}

/// Nothing found, for everything that was asked.
pub(super) fn not_here(asked: Asked<'_>) -> Reading {
    under_keys(asked, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_base_stands_in_for_all() {
        let mut settings =
            ApiSettings { base: Some("http://127.0.0.1:8/".to_owned()), ..ApiSettings::default() };
        for api in ApiName::ALL {
            let url = settings.get(api, "/works").url;
            assert_eq!(url, format!("http://127.0.0.1:8/{}/works", api.as_str()));
            assert_eq!(serde_json::to_value(api).unwrap(), api.as_str());
        }
        settings.base = None;
        assert_eq!(settings.get(ApiName::Dblp, "/search").url, "https://dblp.org/search");
        assert!(!settings.is_configured(ApiName::Zotero));
        settings.zotero = Some("http://localhost:1969".to_owned());
        assert_eq!(settings.get(ApiName::Zotero, "/web").url, "http://localhost:1969/web");
    }

    #[test]
    fn keys_are_well_formed_and_ordered() {
        let identifiers = Identifiers {
            doi: Some("10.48550/arxiv.2304.05376".to_owned()),
            pmid: Some("123".to_owned()),
            url: Some("https://openreview.net/forum?id=0FhrtdKLtD".to_owned()),
            ..Identifiers::default()
        };
        assert_eq!(
            Key::of(&identifiers)[..3],
            [
                Key::Arxiv("2304.05376".to_owned()),
                Key::Pmid("123".to_owned()),
                Key::OpenReview("0FhrtdKLtD".to_owned())
            ]
        );
    }

    #[test]
    fn statuses_are_told_apart() {
        let answer = |status| Answer { status, body: "Resource not found.".to_owned(), ..Answer::default() };
        assert_eq!(healthy(&answer(404), Absence::Status), Ok(None));
        assert!(matches!(healthy(&answer(404), Absence::EmptyList), Err(AnswerError::Rejected(_))));
        assert_eq!(healthy(&answer(503), Absence::Status), Err(AnswerError::Failing(503)));
        assert_eq!(healthy(&answer(403), Absence::Status), Err(AnswerError::Denied(403)));
        assert!(matches!(healthy(&answer(302), Absence::Status), Err(AnswerError::Malformed(_))));
    }
}
