//! What a recorded answer says, by the reader it is for. Shared by the tests and the example that walks all recordings.

use citelight_records::http::Response;
use citelight_records::sources::api::{Asked, Key, Reading, ResponseError, Wanted};
use citelight_records::sources::openreview::{OpenReview, OpenReviewVersion};
use citelight_records::sources::zotero::{self, Translated};
use citelight_records::sources::{
    Api, ApiSettings, Record, arxiv, citing, crossref, datacite, dblp, doi, europe_pmc, open_library,
    openalex, pubmed, semantic_scholar, unpaywall,
};

/// What came of an answer.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Records; none is a healthy "not here".
    Records(Vec<Record>),
    /// Something else that was understood.
    Other(String),
    /// An error, as it must be.
    Error(ResponseError),
}

/// The API of a folder.
pub(crate) fn api_of(folder: &str) -> Option<Box<dyn Api>> {
    Some(match folder {
        "crossref" => Box::new(crossref::Crossref),
        "openalex" => Box::new(openalex::OpenAlex),
        "semanticscholar" => Box::new(semantic_scholar::SemanticScholar),
        "arxiv" => Box::new(arxiv::Arxiv),
        "dblp" => Box::new(dblp::Dblp),
        "europepmc" => Box::new(europe_pmc::EuropePmc),
        "pubmed" => Box::new(pubmed::Pubmed),
        "datacite" => Box::new(datacite::DataCite),
        "unpaywall" => Box::new(unpaywall::Unpaywall),
        "openreview" => Box::new(OpenReview { version: OpenReviewVersion::V1 }),
        "openreview2" => Box::new(OpenReview { version: OpenReviewVersion::V2 }),
        "doi" => Box::new(doi::Doi),
        "openlibrary" => Box::new(open_library::OpenLibrary),
        "zotero" => Box::new(zotero::Zotero),
        _ => return None,
    })
}

/// The status at the end of a file's name: `works_x_404_2.txt`.
fn status(file: &str) -> u16 {
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let mut parts = stem.rsplit('_');
    let code = parts.find(|part| part.len() == 3 && part.starts_with(['3', '4', '5']));
    let near = stem.rsplit('_').take(2).any(|part| Some(part) == code);
    code.filter(|_| near).and_then(|code| code.parse().ok()).unwrap_or(200)
}

/// Reads a file of a folder as the API of that folder answers.
pub(crate) fn read(folder: &str, file: &str, body: &str) -> Outcome {
    let answer = Response { status: status(file), body: body.into(), ..Response::default() };
    let other = |result: Result<String, ResponseError>| result.map_or_else(Outcome::Error, Outcome::Other);
    if file.contains("idconv") {
        return other(pubmed::read_converted(&answer).map(|ids| format!("{ids:?}")));
    }
    if file.contains("handle") {
        return other(doi::read_handle(&answer).map(|registered| format!("registered: {registered}")));
    }
    if file.contains("ra_") && (folder == "doi" || file.contains("doi.org_ra")) || file.contains("agency") {
        return other(doi::read_agency(&answer).map(|agency| format!("agency: {agency:?}")));
    }
    if file.contains("bibtex") || file.ends_with(".bib") {
        return other(
            doi::read_bibtex(&answer).map(|entry| format!("BibTeX: {} bytes", entry.map_or(0, str::len))),
        );
    }
    if file.contains("citationstyles") {
        return read("doi", "csl.json", body);
    }
    let linked = ["references_offset", "citations_offset"].iter().any(|word| file.contains(word));
    if folder == "semanticscholar" && linked {
        return other(citing::read_links(&answer).map(|links| format!("{} links", links.len())));
    }
    if folder == "zotero" {
        return match zotero::translated(&answer) {
            Ok(Translated::Candidates(candidates)) => Outcome::Other(format!("{candidates:?}")),
            Ok(Translated::Items(_)) => {
                read_as(&zotero::Zotero, Asked::Keys(&[Key::Doi(String::new())]), &answer)
            }
            Err(error) => Outcome::Error(error),
        };
    }
    let Some(api) = api_of(folder) else { return Outcome::Other("no API".to_owned()) };
    let wanted = Wanted { title: "x".to_owned(), author: None, year: None };
    let keys = vec![Key::Doi(String::new()); batch_size(folder, body)];
    let searched = ["search", "query", "filter", "match", "page_5B"].iter().any(|word| file.contains(word));
    let asked = if searched || file == "works_500.json" { Asked::Title(&wanted) } else { Asked::Keys(&keys) };
    read_as(&*api, asked, &answer)
}

fn batch_size(folder: &str, body: &str) -> usize {
    match serde_json::from_str::<serde_json::Value>(body) {
        Ok(serde_json::Value::Array(papers)) if folder == "semanticscholar" => papers.len(),
        _ => 1,
    }
}

fn read_as(api: &dyn Api, asked: Asked<'_>, answer: &Response) -> Outcome {
    match api.read(asked, answer, &ApiSettings::default()) {
        Ok(Reading::Records(records) | Reading::Partly(records)) => {
            Outcome::Records(records.into_iter().flatten().collect())
        }
        Ok(Reading::Next(request)) => Outcome::Other(format!("next: {}", request.url)),
        Err(error) => Outcome::Error(error),
    }
}
