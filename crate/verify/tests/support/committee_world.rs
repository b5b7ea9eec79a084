//! A paywalled work, the papers that cite it, the indexes that know them, and models that are simple enough to foresee.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::future::ready;

use citelight_document::document::{Content, Input, parse};
use citelight_inference::LocalFuture;
use citelight_records::access::{FullTextProvider, RetrievedText, TextError};
use citelight_records::http::{FetchError, Request, Response};
use citelight_records::sources::{ApiName, Record};
use citelight_types::finding::Extent;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;
use citelight_types::text::words::words;
use citelight_verify::committee::{CitationContext, CitingPaper};
use citelight_verify::verify::models::{Embed, Infer, ModelError, Pair, Probabilities};
use serde_json::{Value, json};

use crate::scripted::{decoded, ok, source_of, status};

/// The work that cannot be read.
pub(crate) const TITLE: &str = "Durability of oak weirs in cold rivers";
pub(crate) const DOI: &str = "10.1016/oak";

pub(crate) fn cited() -> Record {
    Record {
        id: "oak".to_owned(),
        source: "crossref".to_owned(),
        title: TITLE.to_owned(),
        authors: vec![Person::new("Smith", "Ada")],
        year: Some(2001),
        identifiers: Identifiers {
            doi: Some(DOI.to_owned()),
            pmid: Some("1234".to_owned()),
            ..Identifiers::default()
        },
        ..Record::default()
    }
}

/// One citing paper.
#[derive(Clone, Debug)]
pub(crate) struct Paper {
    pub(crate) number: usize,
    pub(crate) sentence: String,
    /// Whether its text lies open.
    pub(crate) open: bool,
    /// Whether its reference list has the work.
    pub(crate) cites: bool,
    /// Whether Semantic Scholar quotes its sentence.
    pub(crate) quoted: bool,
}

impl Paper {
    pub(crate) fn new(number: usize, sentence: &str) -> Self {
        Self { number, sentence: sentence.to_owned(), open: true, cites: true, quoted: false }
    }

    pub(crate) fn title(&self) -> String {
        let subjects =
            ["dams", "locks", "bridges", "piers", "sluices", "mills", "fords", "quays", "canals", "levees"];
        format!("A field survey of {} in the year {}", subjects[self.number % 10], 1900 + self.number)
    }

    pub(crate) fn doi(&self) -> String {
        format!("10.2000/{}", self.number)
    }

    pub(crate) fn page(&self) -> String {
        let entry = if self.cites {
            format!("Smith A. {TITLE}. River J. 2001;12:1-9. doi:{DOI}")
        } else {
            "Brown C. Stone piers of warm lakes. Lake J. 2003;4:5-6.".to_owned()
        };
        format!(
            "<html><head><title>{0}</title><meta name=\"citation_title\" content=\"{0}\"></head><body><article><h1>{0}</h1>\
             <h2>Introduction</h2><p>Timber has been built with for ages [1]. {1} We went to many places.</p>\
             <h2>References</h2><ol><li>Jones D. Timber through the ages. Wood J. 1990;1:2-3.</li><li>{entry}</li></ol>\
             </article></body></html>",
            self.title(),
            self.sentence
        )
    }
}

/// The indexes over such papers.
pub(crate) fn indexes(papers: Vec<Paper>) -> impl Fn(&Request) -> Result<Response, FetchError> {
    move |request| {
        let url = decoded(&request.url);
        match source_of(&request.url) {
            ApiName::OpenAlex if url.contains("/works/https://doi.org/") => {
                if url.contains(DOI) {
                    ok(json!({"id": "https://openalex.org/W1", "doi": DOI, "title": TITLE}))
                } else {
                    status(404, &[])
                }
            }
            ApiName::OpenAlex if url.contains("/sources?") => {
                assert!(url.contains("filter=openalex:S7&"), "{url}");
                ok(
                    json!({"results": [{"id": "https://openalex.org/S7", "summary_stats": {"2yr_mean_citedness": 3.0, "h_index": 12, "i10_index": 20}}]}),
                )
            }
            ApiName::OpenAlex => {
                assert!(url.contains("cites:W1,is_oa:true"), "{url}");
                ok(json!({"results": papers.iter().map(openalex).collect::<Vec<_>>()}))
            }
            ApiName::SemanticScholar => {
                assert!(url.contains("/citations?"), "{url}");
                let quoted = papers.iter().filter(|paper| paper.quoted);
                ok(json!({"offset": 0, "data": quoted.map(scholar).collect::<Vec<_>>()}))
            }
            ApiName::EuropePmc => {
                assert!(url.contains("CITES:1234_MED AND OPEN_ACCESS:Y"), "{url}");
                ok(
                    json!({"resultList": {"result": papers.iter().take(2).map(europe_pmc).collect::<Vec<_>>()}}),
                )
            }
            other => panic!("{other:?} was asked {url}"),
        }
    }
}

fn openalex(paper: &Paper) -> Value {
    json!({"id": format!("https://openalex.org/W{}", 100 + paper.number), "doi": format!("https://doi.org/{}", paper.doi()),
        "title": paper.title(), "publication_year": 1900 + paper.number, "type": "article", "cited_by_count": 10 * paper.number,
        "citation_normalized_percentile": {"value": 0.5 + paper.number as f64 / 100.0},
        "primary_topic": {"field": {"display_name": "Engineering"}},
        "primary_location": {"source": {"id": "https://openalex.org/S7", "display_name": "River Journal", "type": "journal"}}})
}

fn scholar(paper: &Paper) -> Value {
    json!({"contexts": [paper.sentence], "intents": ["background"], "isInfluential": false,
        "citingPaper": {"paperId": format!("p{}", paper.number), "title": paper.title(), "externalIds": {"DOI": paper.doi()},
            "year": 1900 + paper.number, "citationCount": 3}})
}

fn europe_pmc(paper: &Paper) -> Value {
    json!({"id": format!("{}", 9000 + paper.number), "source": "MED", "pmid": format!("{}", 9000 + paper.number),
        "doi": paper.doi(), "title": paper.title(), "pubYear": format!("{}", 1900 + paper.number), "citedByCount": 4})
}

/// The texts that lie open.
pub(crate) struct InMemoryTexts(pub(crate) Vec<Paper>);

impl FullTextProvider for InMemoryTexts {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let paper = self.0.iter().find(|paper| Some(paper.doi()) == record.identifiers.doi && paper.open);
        let text = paper.map(|paper| RetrievedText {
            content: Content::alone(paper.page()),
            origin: format!("{}.html", paper.number),
            extent: Some(Extent::FullText),
        });
        Box::pin(ready(Ok(text)))
    }
}

/// The site of a sentence that cites the work, and the paper it stands in.
pub(crate) fn site(sentence: &str) -> (CitationContext, CitingPaper) {
    let page =
        Paper { number: 99, sentence: sentence.to_owned(), open: true, cites: true, quoted: false }.page();
    let document = parse(Input::new(&page, "own.html")).unwrap();
    let citation = document.citations.iter().find(|citation| citation.references == [1]).unwrap();
    (CitationContext::of(&document, citation).unwrap(), CitingPaper::of(&document))
}

/// Words as directions: texts of the same words point the same way.
pub(crate) struct Bag;

impl Embed for Bag {
    fn name(&self) -> Cow<'_, str> {
        "bag@0".into()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        let vector = |text: &&str| {
            let mut vector = vec![0f32; 512];
            for stem in stems(text) {
                let place =
                    stem.bytes().fold(7usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
                vector[place % 512] = 1.0;
            }
            let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-9);
            vector.iter().map(|x| x / length).collect::<Vec<f32>>()
        };
        Box::pin(ready(Ok(texts.iter().map(vector).collect())))
    }
}

/// Entails what holds all words of the other and denies as much; contradicts where only the denial differs.
pub(crate) struct Overlap;

impl Infer for Overlap {
    fn name(&self) -> Cow<'_, str> {
        "overlap@0".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        let judge = |pair: &Pair<'_>| {
            let (premise, hypothesis) = (stems(pair.premise), stems(pair.hypothesis));
            let shared = hypothesis.intersection(&premise).count() as f64 / hypothesis.len().max(1) as f64;
            let denies = |text: &str| text.contains(" not ") || text.contains(" no ");
            let (yes, no) = if shared < 0.75 {
                (0.02, 0.02)
            } else if denies(pair.premise) == denies(pair.hypothesis) {
                (0.96, 0.01)
            } else {
                (0.01, 0.96)
            };
            Probabilities { entailment: yes, neutral: 1.0 - yes - no, contradiction: no }
        };
        Box::pin(ready(Ok(pairs.iter().map(judge).collect())))
    }
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text)
        .into_iter()
        .filter(|word| word.is_content() && word.stem != "not")
        .map(|word| word.stem)
        .collect()
}
