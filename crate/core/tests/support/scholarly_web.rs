//! A web that knows what a page cites, made from its list of references, and answers as the indexes do, in virtual time.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use citelight::LocalFuture;
use citelight::citation::Reference;
use citelight::http::virtual_time::VirtualClock;
use citelight::http::{Clock, Fetch, FetchError, Request, Response};
use citelight::text::normalise::fold;
use serde_json::{Value, json};

/// Until an answer comes.
const LATENCY: Duration = Duration::from_millis(200);
/// Who answers, by the start of its addresses.
const CROSSREF: &str = "https://api.crossref.org/works";
const OPENALEX: &str = "https://api.openalex.org/works";
const SEMANTIC_SCHOLAR: &str = "https://api.semanticscholar.org/graph/v1/";
const EUROPE_PMC: &str = "https://www.ebi.ac.uk/europepmc/webservices/rest/";

/// A cited work.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    pub(crate) number: usize,
    pub(crate) title: String,
    authors: Vec<(String, String)>,
    year: i32,
    venue: String,
    pub(crate) doi: String,
    arxiv: Option<String>,
    pmid: Option<String>,
    /// An abstract for 70 %.
    pub(crate) has_abstract: bool,
    /// An open text for 30 %.
    pub(crate) has_text: bool,
    /// Retracted; only the register of notices says so.
    pub(crate) is_retracted: bool,
}

impl Work {
    fn of(number: usize, reference: &Reference) -> Option<Self> {
        let title = reference.title.clone().filter(|title| fold(title).split(' ').count() > 2)?;
        let doi = reference.identifiers.doi.clone().unwrap_or_else(|| format!("10.5072/made-up.{number}"));
        let authors = reference.authors.iter().map(|person| (person.family.clone(), person.given.clone()));
        Some(Self {
            number,
            title,
            authors: authors.collect(),
            year: reference.year.unwrap_or(2010),
            venue: reference.venue.clone().unwrap_or_else(|| "Journal of Examples".to_owned()),
            arxiv: reference.identifiers.arxiv.clone(),
            pmid: reference.identifiers.pmid.clone(),
            doi: doi.to_lowercase(),
            has_abstract: number % 10 < 7,
            has_text: number % 10 < 3,
            is_retracted: number == 4,
        })
    }

    fn pmcid(&self) -> Option<String> {
        self.has_text.then(|| format!("PMC{}", 5_000_000 + self.number))
    }

    fn abstract_text(&self) -> Option<String> {
        let says = "Here is what was found in a study of many cases that were followed for several years. The effect was \
                    large in every group that was tested, and it lasted until the end of the study.";
        self.has_abstract.then(|| format!("{}. {says}", self.title))
    }

    fn crossref(&self) -> Value {
        let authors = self.authors.iter().map(|(family, given)| json!({"family": family, "given": given}));
        json!({"DOI": self.doi, "type": "journal-article", "title": [self.title], "author": authors.collect::<Vec<_>>(),
            "issued": {"date-parts": [[self.year]]}, "container-title": [self.venue]})
    }

    fn openalex(&self) -> Value {
        let authors = self
            .authors
            .iter()
            .map(|(family, given)| json!({"author": {"display_name": format!("{given} {family}")}}));
        // Some publishers keep their abstracts from it.
        let words = self.abstract_text().filter(|_| self.number.is_multiple_of(2));
        let index: Option<Value> = words.map(|words| {
            words.split(' ').enumerate().fold(json!({}), |mut index, (at, word)| {
                let places = index[word].as_array().cloned().unwrap_or_default();
                index[word] = places.into_iter().chain([json!(at)]).collect();
                index
            })
        });
        json!({"id": format!("https://openalex.org/W{}", self.number), "doi": format!("https://doi.org/{}", self.doi),
            "ids": {"pmid": self.pmid}, "title": self.title, "publication_year": self.year, "authorships": authors.collect::<Vec<_>>(),
            "primary_location": {"source": {"display_name": self.venue}}, "abstract_inverted_index": index})
    }

    fn paper(&self) -> Value {
        let authors = self.authors.iter().map(|(family, given)| json!({"name": format!("{given} {family}")}));
        json!({"paperId": format!("p{}", self.number), "title": self.title, "year": self.year, "venue": self.venue,
            "externalIds": {"DOI": self.doi, "ArXiv": self.arxiv, "PubMed": self.pmid}, "abstract": self.abstract_text(),
            "authors": authors.collect::<Vec<_>>()})
    }

    fn article(&self) -> Value {
        let authors = self
            .authors
            .iter()
            .map(|(family, given)| json!({"fullName": format!("{family} {given}"), "lastName": family, "firstName": given}));
        json!({"id": self.number.to_string(), "source": "MED", "pmid": self.pmid, "doi": self.doi,
            "pmcid": self.pmcid(), "title": self.title, "pubYear": self.year.to_string(),
            "abstractText": self.abstract_text(), "authorList": {"author": authors.collect::<Vec<_>>()},
            "journalInfo": {"journal": {"title": self.venue}}})
    }

    fn full_text(&self) -> String {
        let (title, sections) =
            (&self.title, "<p>What was found is told here, at some length, for all groups.</p>".repeat(20));
        let authors: String = self
            .authors
            .iter()
            .map(|(family, given)| {
                format!(
                    "<contrib contrib-type=\"author\"><name><surname>{family}</surname><given-names>{given}</given-names></name></contrib>"
                )
            })
            .collect();
        let about = self.abstract_text().unwrap_or_default();
        format!(
            "<article><front><article-meta><article-id pub-id-type=\"doi\">{}</article-id><title-group><article-title>{title}\
             </article-title></title-group><contrib-group>{authors}</contrib-group><abstract><p>{about}</p></abstract>\
             </article-meta></front><body><sec><title>Results</title>{sections}</sec></body></article>",
            self.doi
        )
    }
}

/// The web, and what it was asked.
pub(crate) struct ScholarlyWeb {
    clock: Rc<VirtualClock>,
    pub(crate) works: Vec<Work>,
    /// Whether titles are written in the indexes as they are printed: if not, only searches that rank find them.
    titles_match: bool,
    /// Moment and address of each request.
    pub(crate) log: RefCell<Vec<(u64, String)>>,
}

impl ScholarlyWeb {
    /// A web that knows the works of these references but for one in 25, which nobody knows.
    pub(crate) fn of(references: &[Reference], titles_match: bool, clock: Rc<VirtualClock>) -> Self {
        let known = references.iter().enumerate().filter(|(number, _)| number % 25 != 24);
        let works = known.filter_map(|(number, reference)| Work::of(number, reference)).collect();
        Self { clock, works, titles_match, log: RefCell::default() }
    }

    /// Works whose DOI stands in a text, as whole words of it.
    fn by_doi(&self, text: &str) -> Vec<&Work> {
        let text = text.to_lowercase();
        let names = |work: &&Work| {
            text.match_indices(&work.doi).any(|(at, doi)| {
                text[at + doi.len()..].chars().next().is_none_or(|next| ",|\" )&?".contains(next))
            })
        };
        self.works.iter().filter(names).collect()
    }

    /// Works whose id in PubMed stands in a text.
    fn by_pmid(&self, text: &str) -> Vec<&Work> {
        let numbers: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
        let named = |work: &&Work| work.pmid.as_deref().is_some_and(|pmid| numbers.contains(&pmid));
        self.works.iter().filter(named).collect()
    }

    /// Works whose title is among the phrases of a query.
    fn by_phrase(&self, query: &str) -> Vec<&Work> {
        let phrases: Vec<String> = query.split('"').skip(1).step_by(2).map(fold).collect();
        let holds = |work: &&Work| phrases.iter().any(|phrase| fold(&work.title).contains(phrase));
        self.works.iter().filter(|_| self.titles_match).filter(holds).collect()
    }

    /// Works whose title stands in a query that ranks.
    fn by_words(&self, query: &str) -> Vec<&Work> {
        let query = fold(query);
        self.works.iter().filter(|work| query.contains(&fold(&work.title))).collect()
    }

    fn answer(&self, request: &Request) -> Response {
        let url = decoded(&request.url);
        let of = |part: &str| parameter(&request.url, part).unwrap_or_default();
        let is_list = url.starts_with(&format!("{CROSSREF}?")) || url.starts_with(&format!("{OPENALEX}?"));
        if url.starts_with(CROSSREF) {
            let filter = of("filter");
            let items: Vec<Value> = if filter.starts_with("updates:") {
                let retracted = self.by_doi(&filter).into_iter().filter(|work| work.is_retracted);
                retracted.map(notice).collect()
            } else if filter.is_empty() && is_list {
                self.by_words(&of("query.bibliographic")).into_iter().map(Work::crossref).collect()
            } else if is_list {
                self.by_doi(&filter).into_iter().map(Work::crossref).collect()
            } else {
                let found = self.by_doi(&url);
                return found.first().map_or_else(
                    || status(404, "Resource not found."),
                    |work| ok(&json!({"status": "ok", "message-type": "work", "message": work.crossref()})),
                );
            };
            return ok(&json!({"status": "ok", "message-type": "work-list", "message": {"items": items}}));
        }
        if url.starts_with(OPENALEX) {
            let filter = of("filter");
            let found = if filter.starts_with("title.search:\"") {
                self.by_phrase(&filter)
            } else if filter.starts_with("title.search:") {
                self.by_words(&filter)
            } else if filter.starts_with("pmid:") {
                self.by_pmid(&filter)
            } else if is_list {
                self.by_doi(&filter)
            } else {
                let found = if url.contains("/pmid:") { self.by_pmid(&url) } else { self.by_doi(&url) };
                return found.first().map_or_else(|| status(404, "{}"), |work| ok(&work.openalex()));
            };
            return ok(&json!({"results": found.into_iter().map(Work::openalex).collect::<Vec<_>>()}));
        }
        if url.starts_with(SEMANTIC_SCHOLAR) {
            return self.semantic_scholar(request, &url, &of("query"));
        }
        if let Some(path) = url.strip_prefix(EUROPE_PMC) {
            if let Some(work) = self
                .works
                .iter()
                .find(|work| work.pmcid().is_some_and(|id| path.starts_with(&format!("{id}/"))))
            {
                return Response { body: work.full_text().into(), ..status(200, "") };
            }
            let query = of("query");
            let found: Vec<&Work> = match query.as_str() {
                query if query.contains("EXT_ID:") => self.by_pmid(query),
                query if query.contains("DOI:") => self.by_doi(query),
                query if query.contains("TITLE:\"") => self.by_phrase(query),
                _ => Vec::new(),
            };
            // Of the life sciences alone: every other work, and what PubMed has.
            let is_held = |work: &&Work| work.number % 2 == 1 || work.has_text || work.pmid.is_some();
            let found = found.into_iter().filter(is_held);
            return ok(&json!({"resultList": {"result": found.map(Work::article).collect::<Vec<_>>()}}));
        }
        if url.starts_with("https://doi.org/") {
            return status(404, r#"{"responseCode": 100}"#);
        }
        if url.starts_with("https://dblp.org/") {
            return ok(&json!({"result": {"status": {"@code": "200"}, "hits": {}}}));
        }
        if url.starts_with("https://api.datacite.org/") {
            return if url.contains("?query") { ok(&json!({"data": []})) } else { status(404, "{}") };
        }
        if url.starts_with("https://export.arxiv.org/api/") {
            let feed = "<feed xmlns=\"http://www.w3.org/2005/Atom\"></feed>";
            return Response { body: feed.into(), ..status(200, "") };
        }
        status(404, "{}")
    }

    fn semantic_scholar(&self, request: &Request, url: &str, query: &str) -> Response {
        let by_id = |id: &str| {
            let arxiv = id.strip_prefix("ARXIV:");
            let of_arxiv = |work: &&Work| arxiv.is_some() && work.arxiv.as_deref() == arxiv;
            let pmid = id.strip_prefix("PMID:");
            if let Some(pmid) = pmid {
                return self.by_pmid(pmid).into_iter().next();
            }
            self.works.iter().find(of_arxiv).or_else(|| self.by_doi(id).into_iter().next())
        };
        if url.contains("/paper/batch") {
            let body: Value = serde_json::from_str(request.body.as_deref().unwrap_or_default()).unwrap();
            let ids = body["ids"].as_array().unwrap().iter().map(|id| id.as_str().unwrap());
            return ok(&ids.map(|id| by_id(id).map_or(Value::Null, Work::paper)).collect());
        }
        if url.contains("/search/bulk") {
            let papers: Vec<Value> = self.by_phrase(query).into_iter().map(Work::paper).collect();
            return ok(&json!({"total": papers.len(), "token": null, "data": papers}));
        }
        let found = if url.contains("/search/match") {
            self.by_words(query).first().map(|work| json!({"data": [work.paper()]}))
        } else {
            let id = url.split_once("/paper/").map_or("", |(_, rest)| rest);
            by_id(id.split('?').next().unwrap_or(id)).map(Work::paper)
        };
        found.map_or_else(|| status(404, r#"{"error": "not found"}"#), |value| ok(&value))
    }
}

impl Fetch for ScholarlyWeb {
    fn fetch<'a>(&'a self, request: &'a Request) -> LocalFuture<'a, Result<Response, FetchError>> {
        Box::pin(async move {
            self.log.borrow_mut().push((self.clock.now(), request.url.clone()));
            self.clock.sleep(LATENCY).await;
            Ok(self.answer(request))
        })
    }
}

fn notice(work: &Work) -> Value {
    let update =
        json!({"DOI": work.doi, "type": "retraction", "updated": {"date-parts": [[work.year + 1, 1, 1]]}});
    json!({"DOI": "10.5072/notice", "title": ["Retraction"], "update-to": [update]})
}

fn ok(body: &Value) -> Response {
    status(200, &body.to_string())
}

fn status(status: u16, body: &str) -> Response {
    Response { status, body: body.into(), ..Response::default() }
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (byte, hex) {
            (b'%', Some(value)) => {
                bytes.push(value);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn parameter(url: &str, name: &str) -> Option<String> {
    let (_, query) = url.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}="))).map(decoded)
}
