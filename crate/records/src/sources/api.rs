//! What all scholarly APIs have in common: how they are asked for works, and what may come back.

use serde::{Deserialize, Serialize};

use super::Record;
use crate::http::{Request, RequestCost, Response};
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::Identifiers;

pub use super::api_settings::ApiSettings;
pub use super::key::{Key, KeyKind, Wanted};
pub use crate::http::ResponseError;

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
    /// Open Library's search: a catalogue of books.
    OpenLibrary,
    /// Whoever keeps an open copy of a work: publishers, repositories, authors' pages. Asked for texts only.
    Web,
}

impl ApiName {
    /// All of them.
    pub const ALL: [Self; 15] = [
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
        Self::OpenLibrary,
        Self::Web,
    ];

    /// The order in which references are best looked up: what answers most, in batches and without a key, comes first;
    /// then the indexes of single fields; last those that want to be asked seldom (OpenReview only for the forums that
    /// references name).
    pub const ORDER: [Self; 9] = [
        Self::Crossref,
        Self::OpenAlex,
        Self::SemanticScholar,
        Self::Dblp,
        Self::EuropePmc,
        Self::DataCite,
        Self::Arxiv,
        Self::OpenReview2,
        Self::OpenReview,
    ];

    /// [`ApiName::ORDER`] with the catalogues of single kinds of works. Browsers do not ask these: each would be one more host to
    /// grant.
    pub fn order_with_catalogues() -> Vec<Self> {
        Self::ORDER.into_iter().chain([Self::OpenLibrary]).collect()
    }

    /// Those that are asked for the works of many titles at once, before any title is searched for alone: the ones that
    /// answer fastest come first.
    pub const TITLES_AT_ONCE: [Self; 3] = [Self::OpenAlex, Self::EuropePmc, Self::SemanticScholar];

    /// [`ApiName::ORDER`] for one reference: first the sources that know its best identifier, so that one request for many
    /// references answers most of them.
    pub fn order_for(identifiers: &Identifiers) -> Vec<Self> {
        let first: &[Self] = match Key::of(identifiers).first() {
            Some(Key::Arxiv(_)) => &[Self::SemanticScholar, Self::OpenAlex, Self::Arxiv],
            Some(Key::Pmid(_) | Key::Pmcid(_)) => &[Self::EuropePmc],
            Some(Key::OpenReview(_)) => &[Self::OpenReview2, Self::OpenReview],
            _ => &[],
        };
        let rest = Self::ORDER.iter().filter(|name| !first.contains(name));
        first.iter().chain(rest).copied().collect()
    }

    /// Whether OpenAlex and Semantic Scholar take in what it holds: arXiv and PubMed wholly, DataCite by what has
    /// authors and a title.
    pub fn is_taken_in(self) -> bool {
        matches!(self, Self::Arxiv | Self::DataCite | Self::EuropePmc | Self::Pubmed)
    }

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
            Self::OpenLibrary => "openlibrary",
            Self::Web => "web",
        }
    }

    /// Its name as people write it.
    pub fn title(self) -> &'static str {
        match self {
            Self::Crossref => "Crossref",
            Self::OpenAlex => "OpenAlex",
            Self::SemanticScholar => "Semantic Scholar",
            Self::Arxiv => "arXiv",
            Self::Dblp => "DBLP",
            Self::EuropePmc => "Europe PMC",
            Self::Pubmed => "PubMed",
            Self::DataCite => "DataCite",
            Self::Unpaywall => "Unpaywall",
            Self::OpenReview | Self::OpenReview2 => "OpenReview",
            Self::Zotero => "the Zotero Translation Server",
            Self::Doi => "doi.org",
            Self::OpenLibrary => "Open Library",
            Self::Web => "the site of an open copy",
        }
    }

    /// Whether it lets the pages of other sites read its answers (CORS, as observed in 2025). Of the hosts of open copies
    /// some do and some do not, so a page cannot count on it.
    pub fn lets_pages_read(self) -> bool {
        !matches!(self, Self::Arxiv | Self::OpenReview | Self::OpenReview2 | Self::Zotero | Self::Web)
    }

    /// The origin that really serves it; none for a service that the user must run and for what has no one origin.
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
            Self::OpenLibrary => "https://openlibrary.org",
            Self::Zotero | Self::Web => return None,
        })
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
    /// The same, but there are records that bear none of the keys. An alias leads to such a record, so of the keys whose
    /// list is empty nothing is said.
    Partly(Vec<Vec<Record>>),
    /// The answer only names works; their records come with this request.
    Next(Box<Request>),
}

/// One scholarly API: requests and answers, no I/O.
pub trait Api {
    /// Its name.
    fn name(&self) -> ApiName;

    /// Whether it knows works by this key.
    fn takes(&self, _key: &Key) -> bool {
        false
    }

    /// How much a request for so many keys asks of the API: a list, even for one key, where it has no address for a single work.
    fn cost(&self, keys: usize) -> RequestCost {
        if keys == 1 { RequestCost::Single } else { RequestCost::List }
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

    /// What its answers are about, where that is not works. Keeps them apart from other answers of the same API in the store.
    fn subject(&self) -> &'static str {
        ""
    }

    /// Asks for earlier versions of a work that this API has; none where it keeps none.
    fn ask_versions(&self, _record: &Record, _settings: &ApiSettings) -> Option<Request> {
        None
    }

    /// Reads the titles of the versions that [`Api::ask_versions`] asked for.
    ///
    /// # Errors
    /// [`ResponseError`] if the answer is not healthy.
    fn read_versions(&self, _answer: &Response) -> Result<Vec<String>, ResponseError> {
        Ok(Vec::new())
    }

    /// Whether it is worth asking about a work of this kind; none where the kind is not known.
    fn holds(&self, _form: Option<WorkForm>) -> bool {
        true
    }

    /// Reads an answer.
    ///
    /// # Errors
    /// [`ResponseError`] if the answer is not healthy.
    fn read(
        &self,
        asked: Asked<'_>,
        answer: &Response,
        settings: &ApiSettings,
    ) -> Result<Reading, ResponseError>;

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
pub(super) fn healthy(answer: &Response, absence: Absence) -> Result<Option<&str>, ResponseError> {
    match answer.status {
        200..=299 => Ok(Some(answer.text()?)),
        404 | 410 if absence == Absence::Status => Ok(None),
        400 | 404 | 405 | 410 | 413 | 414 | 422 => Err(ResponseError::Rejected(excerpt(answer))),
        401 | 402 | 403 | 407 => Err(ResponseError::Denied(answer.status)),
        408 | 425 | 429 | 500..=599 => Err(ResponseError::Failing(answer.status)),
        status => Err(ResponseError::Malformed(format!("status {status}"))),
    }
}

/// A JSON body of a healthy answer; none for a healthy "not here".
pub(super) fn healthy_json(
    answer: &Response,
    absence: Absence,
) -> Result<Option<serde_json::Value>, ResponseError> {
    let Some(body) = healthy(answer, absence)? else { return Ok(None) };
    let value = serde_json::from_str(body.trim_start_matches('\u{feff}'))
        .map_err(|error| ResponseError::Malformed(format!("no JSON, {error}")))?;
    Ok(Some(value))
}

/// The start of a body, for errors.
fn excerpt(answer: &Response) -> String {
    let body = String::from_utf8_lossy(&answer.body);
    let start: String = super::plain::plain(&body).chars().take(120).collect();
    format!("status {}, {start}", answer.status)
}

/// Sorts the records of an answer under the keys that were asked for. Whatever answers a lone key is that key's: an
/// alias leads to a record with another identifier. Among several keys it may be any one's.
pub(super) fn under_keys(asked: Asked<'_>, records: Vec<Record>) -> Reading {
    let (keys, is_search) = match asked {
        // What holds the words of a title in its own may be any work.
        Asked::Keys(keys @ [Key::Title(_), ..]) => (keys, true),
        Asked::Keys(keys @ [_, _, ..]) => (keys, false),
        Asked::Keys(_) | Asked::Title(_) => return Reading::Records(vec![records]),
    };
    let is_asked_for = |record: &Record| keys.iter().any(|key| key.names(record));
    let of_key = |key: &Key| records.iter().filter(|record| key.names(record)).cloned().collect();
    let lists = keys.iter().map(of_key).collect();
    if is_search || records.iter().all(is_asked_for) {
        Reading::Records(lists)
    } else {
        Reading::Partly(lists)
    }
}

/// Nothing found, for everything that was asked.
pub(super) fn not_here(asked: Asked<'_>) -> Reading {
    under_keys(asked, Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_is_looked_up_first_where_its_identifier_is_known() {
        let arxiv = Identifiers { arxiv: Some("1706.03762".to_owned()), ..Identifiers::default() };
        let order = ApiName::order_for(&arxiv);
        assert_eq!(order[..3], [ApiName::SemanticScholar, ApiName::OpenAlex, ApiName::Arxiv]);
        assert_eq!(order.len(), ApiName::ORDER.len());
        assert_eq!(ApiName::order_for(&Identifiers::default()), ApiName::ORDER);
    }

    #[test]
    fn a_record_that_no_key_names_leaves_the_other_keys_open() {
        let key = |id: &str| Key::Arxiv(id.to_owned());
        let record = |id: &str| Record {
            identifiers: Identifiers { arxiv: Some(id.to_owned()), ..Identifiers::default() },
            ..Record::default()
        };
        let keys = [key("1706.03762"), key("math/0309136")];
        let (known, other) = (record("1706.03762"), record("2001.00001"));
        let both = under_keys(Asked::Keys(&keys), vec![known.clone()]);
        assert_eq!(both, Reading::Records(vec![vec![known.clone()], Vec::new()]));
        let open = under_keys(Asked::Keys(&keys), vec![other.clone(), known.clone()]);
        assert_eq!(open, Reading::Partly(vec![vec![known], Vec::new()]));
        let alone = under_keys(Asked::Keys(&keys[1..]), vec![other.clone()]);
        assert_eq!(alone, Reading::Records(vec![vec![other]]));
    }

    #[test]
    fn statuses_are_told_apart() {
        let answer = |status| Response { status, body: "Resource not found.".into(), ..Response::default() };
        assert_eq!(healthy(&answer(404), Absence::Status), Ok(None));
        assert!(matches!(healthy(&answer(404), Absence::EmptyList), Err(ResponseError::Rejected(_))));
        assert_eq!(healthy(&answer(503), Absence::Status), Err(ResponseError::Failing(503)));
        assert_eq!(healthy(&answer(403), Absence::Status), Err(ResponseError::Denied(403)));
        assert!(matches!(healthy(&answer(302), Absence::Status), Err(ResponseError::Malformed(_))));
    }
}
