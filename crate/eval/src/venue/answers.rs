//! Answers in the sources' own shapes.
use citelight::http::Response;
use citelight::identifiers::{arxiv_doi, is_arxiv_doi};
use citelight::sources::ApiName;
use serde_json::{Value, json};

use super::ask::{Ask, Asked, REPOSITORY};
use super::library::{Library, WORKS, Work, drawn};

/// Words of a text and of an abstract: real texts have some thousand, which costs time to read and none to ask for.
const TEXT_WORDS: u64 = 700;
const ABSTRACT_WORDS: u64 = 120;

/// A healthy answer.
pub(super) fn answer(library: Library, ask: &Ask) -> Response {
    let titled = |work: &Option<Work>| work.filter(|work| library.finds(ask.api, *work));
    match &ask.asked {
        Asked::Keys(keys) => by_keys(library, ask.api, keys),
        // Nothing that was made up has been retracted.
        Asked::Notices(_) => json_answer(
            200,
            &json!({ "status": "ok", "message-type": "work-list", "message": { "total-results": 0, "items": [] } }),
        ),
        Asked::Title(work) => by_title(library, ask.api, titled(work), *work),
        Asked::Titles(titles) => list(library, ask.api, titles.iter().filter_map(|(_, work)| titled(work))),
        Asked::Handle(work) => {
            let is_registered = work.is_some_and(|work| library.knows(ApiName::Doi, work));
            let (status, code) = if is_registered { (200, 1) } else { (404, 100) };
            json_answer(status, &json!({ "responseCode": code, "values": [] }))
        }
        Asked::Html(work) => {
            let page = work.filter(|work| library.is_html_on_arxiv(*work)).map(|work| page(library, work));
            page.map_or_else(absent, |page| text_answer(200, page))
        }
        Asked::Source(work) => {
            let paper = work.filter(|work| library.is_on_arxiv(*work)).map(|work| latex(library, work));
            paper.map_or_else(absent, |paper| text_answer(200, paper))
        }
        Asked::Copy(work) => {
            let page = work.filter(|work| library.is_open_elsewhere(*work)).map(|work| page(library, work));
            page.map_or_else(absent, |page| text_answer(200, page))
        }
    }
}

/// Which of the questions an answer has something for.
pub(super) fn is_known(library: Library, ask: &Ask) -> Vec<bool> {
    match &ask.asked {
        Asked::Keys(keys) => keys.iter().map(|key| known(library, ask.api, key).is_some()).collect(),
        Asked::Notices(ids) => vec![false; ids.len()],
        Asked::Titles(titles) => {
            titles.iter().map(|(_, work)| work.is_some_and(|work| library.finds(ask.api, work))).collect()
        }
        Asked::Title(work) => vec![match ask.api {
            // There is always a nearest work.
            ApiName::Crossref => true,
            api => work.is_some_and(|work| library.finds(api, work)),
        }],
        Asked::Handle(work) => vec![work.is_some_and(|work| library.knows(ask.api, work))],
        Asked::Html(work) => vec![work.is_some_and(|work| library.is_html_on_arxiv(work))],
        Asked::Source(work) => vec![work.is_some_and(|work| library.is_on_arxiv(work))],
        Asked::Copy(work) => vec![work.is_some_and(|work| library.is_open_elsewhere(work))],
    }
}

/// The work of an identifier, if the source knows it by that one: DataCite registers arXiv's and no others.
fn known(library: Library, api: ApiName, (id, work): &(String, Option<Work>)) -> Option<Work> {
    let is_own = api != ApiName::DataCite || is_arxiv_doi(id);
    work.filter(|work| is_own && library.knows(api, *work))
}

fn by_keys(library: Library, api: ApiName, keys: &[(String, Option<Work>)]) -> Response {
    let found: Vec<Option<Work>> = keys.iter().map(|key| known(library, api, key)).collect();
    let works = || found.iter().flatten().copied();
    let alone = if keys.len() == 1 { Some(found.first().copied().flatten()) } else { None };
    match (api, alone) {
        (ApiName::Crossref, Some(Some(work))) => json_answer(
            200,
            &json!({ "status": "ok", "message-type": "work", "message": crossref(library, work) }),
        ),
        (ApiName::OpenAlex, Some(Some(work))) => json_answer(200, &openalex(library, work)),
        (ApiName::SemanticScholar, Some(Some(work))) => json_answer(200, &paper(library, work)),
        (ApiName::SemanticScholar, Some(None)) => json_answer(404, &json!({ "error": "Paper not found" })),
        (ApiName::DataCite, Some(Some(work))) => {
            json_answer(200, &json!({ "data": datacite(library, work) }))
        }
        (ApiName::Unpaywall, Some(Some(work))) => json_answer(200, &unpaywall(library, work)),
        (ApiName::Crossref | ApiName::OpenAlex | ApiName::DataCite | ApiName::Unpaywall, Some(None)) => {
            absent()
        }
        (ApiName::SemanticScholar, None) if works().next().is_none() => {
            json_answer(400, &json!({ "error": "No valid paper ids given" }))
        }
        (ApiName::SemanticScholar, None) => {
            let papers = found.iter().map(|work| work.map_or(Value::Null, |work| paper(library, work)));
            json_answer(200, &papers.collect())
        }
        (api, _) => list(library, api, works()),
    }
}

fn by_title(library: Library, api: ApiName, found: Option<Work>, meant: Option<Work>) -> Response {
    match (api, found) {
        // Crossref gives the nearest work rather than none.
        (ApiName::Crossref, None) => {
            let other = drawn(meant.map_or(0, |work| work.0 as u64), &[1]) * WORKS as f64;
            let other = (other as usize..WORKS).map(Work).find(|work| library.finds(api, *work));
            list(library, api, other.into_iter())
        }
        (ApiName::SemanticScholar, None) => json_answer(404, &json!({ "error": "Title match not found" })),
        (ApiName::SemanticScholar, Some(work)) => {
            json_answer(200, &json!({ "data": [paper(library, work)] }))
        }
        (api, found) => list(library, api, found.into_iter()),
    }
}

fn list(library: Library, api: ApiName, works: impl Iterator<Item = Work>) -> Response {
    if api == ApiName::Arxiv {
        let entries: String = works.map(|work| atom(library, work)).collect();
        let feed =
            format!("<?xml version=\"1.0\"?><feed xmlns=\"http://www.w3.org/2005/Atom\">{entries}</feed>");
        return text_answer(200, feed);
    }
    let each = |shape: fn(Library, Work) -> Value| works.map(|work| shape(library, work)).collect::<Vec<_>>();
    let body = match api {
        ApiName::Crossref => {
            json!({ "status": "ok", "message-type": "work-list", "message": { "items": each(crossref) } })
        }
        ApiName::OpenAlex => json!({ "results": each(openalex) }),
        ApiName::SemanticScholar => json!({ "data": each(paper) }),
        ApiName::Dblp => {
            json!({ "result": { "status": { "@code": "200" }, "hits": { "hit": each(dblp) } } })
        }
        ApiName::DataCite => json!({ "data": each(datacite) }),
        // The made-up works are of computing: Europe PMC has none of them.
        _ => json!({ "resultList": { "result": [] } }),
    };
    json_answer(200, &body)
}

fn json_answer(status: u16, body: &Value) -> Response {
    text_answer(status, body.to_string())
}

fn text_answer(status: u16, body: String) -> Response {
    Response { status, body: body.into_bytes(), ..Response::default() }
}

fn absent() -> Response {
    text_answer(404, "Resource not found.".to_owned())
}

const VENUE: &str = "Proceedings of the Conference on Made-up Learning";

fn full_names(library: Library, work: Work) -> [String; 2] {
    library.authors(work).map(|(family, initial)| format!("{initial}. {family}"))
}

fn crossref(library: Library, work: Work) -> Value {
    let authors = library
        .authors(work)
        .map(|(family, initial)| json!({ "family": family, "given": format!("{initial}.") }));
    json!({
        "DOI": library.doi(work), "type": "proceedings-article", "title": [library.title(work)], "author": authors,
        "issued": { "date-parts": [[library.year(work)]] }, "container-title": [VENUE],
    })
}

fn openalex(library: Library, work: Work) -> Value {
    let arxiv = library.arxiv(work);
    let doi = library.doi(work).or_else(|| arxiv.as_ref().map(|id| arxiv_doi(id)));
    let copy = |url: String| json!({ "is_oa": true, "landing_page_url": url, "version": "submittedVersion" });
    let copies = arxiv.map(|id| copy(format!("https://arxiv.org/abs/{id}"))).into_iter();
    let elsewhere = library.is_open_elsewhere(work).then(|| copy(copy_of(work)));
    json!({
        "id": format!("https://openalex.org/W{}", work.0 + 1),
        "doi": doi.map(|doi| format!("https://doi.org/{doi}")),
        "title": library.title(work), "publication_year": library.year(work), "type": "article",
        "authorships": full_names(library, work).map(|name| json!({ "author": { "display_name": name } })),
        "primary_location": { "source": { "display_name": VENUE } },
        "locations": copies.chain(elsewhere).collect::<Vec<_>>(),
    })
}

fn paper(library: Library, work: Work) -> Value {
    json!({
        "paperId": format!("{:040x}", work.0),
        "externalIds": { "DOI": library.doi(work), "ArXiv": library.arxiv(work) },
        "title": library.title(work), "abstract": words(work, ABSTRACT_WORDS), "year": library.year(work),
        "venue": VENUE, "publicationTypes": ["Conference"],
        "authors": full_names(library, work).map(|name| json!({ "name": name })),
    })
}

fn dblp(library: Library, work: Work) -> Value {
    let authors = full_names(library, work).map(|name| json!({ "text": name }));
    json!({ "info": {
        "key": format!("conf/made/{}", work.0), "title": format!("{}.", library.title(work)), "venue": VENUE,
        "year": library.year(work).to_string(), "type": "Conference and Workshop Papers", "doi": library.doi(work),
        "authors": { "author": authors },
    } })
}

fn datacite(library: Library, work: Work) -> Value {
    let doi = library.arxiv(work).map(|id| arxiv_doi(&id));
    let creators = library.authors(work).map(|(family, initial)| {
        json!({ "familyName": family, "givenName": format!("{initial}."), "name": format!("{family}, {initial}.") })
    });
    json!({ "id": doi, "attributes": {
        "doi": doi, "titles": [{ "title": library.title(work) }], "creators": creators,
        "publicationYear": library.year(work), "publisher": "arXiv", "types": { "resourceTypeGeneral": "Preprint" },
    } })
}

fn unpaywall(library: Library, work: Work) -> Value {
    let copy = library.is_open_elsewhere(work).then(|| json!({ "url_for_landing_page": copy_of(work) }));
    let authors = library
        .authors(work)
        .map(|(family, initial)| json!({ "family": family, "given": format!("{initial}.") }));
    json!({
        "doi": library.doi(work), "title": library.title(work), "z_authors": authors, "year": library.year(work),
        "genre": "proceedings-article", "best_oa_location": copy,
    })
}

fn atom(library: Library, work: Work) -> String {
    let id = library.arxiv(work).unwrap_or_default();
    let authors: String = full_names(library, work)
        .iter()
        .map(|name| format!("<author><name>{name}</name></author>"))
        .collect();
    format!(
        "<entry><id>http://arxiv.org/abs/{id}v1</id><title>{}</title><published>{}-05-01T00:00:00Z</published>\
         <summary>{}</summary>{authors}</entry>",
        library.title(work),
        library.year(work),
        words(work, ABSTRACT_WORDS)
    )
}

fn copy_of(work: Work) -> String {
    format!("https://{REPOSITORY}/{}", work.0)
}

fn page(library: Library, work: Work) -> String {
    let title = library.title(work);
    let authors: String = full_names(library, work)
        .iter()
        .map(|name| format!("<meta name=\"citation_author\" content=\"{name}\">"))
        .collect();
    format!(
        "<!DOCTYPE html><html><head><title>{title}</title><meta name=\"citation_title\" content=\"{title}\">{authors}\
         </head><body><article><h1>{title}</h1><h2>Abstract</h2><p>{}</p><h2>Results</h2><p>{}</p></article></body></html>",
        words(work, ABSTRACT_WORDS),
        words(work, TEXT_WORDS).replace(". ", ".</p><p>")
    )
}

fn latex(library: Library, work: Work) -> String {
    format!(
        "\\documentclass{{article}}\n\\title{{{}}}\n\\author{{{}}}\n\\begin{{document}}\n\\maketitle\n\
         \\begin{{abstract}}\n{}\n\\end{{abstract}}\n\\section{{Results}}\n{}\n\\end{{document}}\n",
        library.title(work),
        full_names(library, work).join(" \\and "),
        words(work, ABSTRACT_WORDS),
        words(work, TEXT_WORDS).replace(". ", ".\n\n")
    )
}

/// Sentences of ten words, the same for the same work: a longer text begins with the shorter one.
fn words(work: Work, count: u64) -> String {
    const WORDS: [&str; 24] = [
        "models", "samples", "errors", "layers", "classes", "weights", "noise", "tasks", "labels", "batches",
        "agents", "tokens", "reach", "lower", "improve", "measure", "compare", "balance", "stable", "larger",
        "narrow", "early", "often", "rarely",
    ];
    let word = |at: u64| {
        let word = WORDS[(drawn(work.0 as u64, &[2, at]) * WORDS.len() as f64) as usize % WORDS.len()];
        if at % 10 == 9 { format!("{word}. ") } else { format!("{word} ") }
    };
    (0..count).map(word).collect::<String>().trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use citelight::http::Request;
    use citelight::sources::api::{Asked as CoreAsked, Key, Reading, Wanted};
    use citelight::sources::{
        Api, ApiSettings, Record, arxiv, crossref, datacite, dblp, openalex, semantic_scholar,
    };

    use super::*;

    fn read(library: Library, api: &dyn Api, asked: CoreAsked<'_>, request: &Request) -> Vec<Vec<Record>> {
        let given = answer(library, &Ask::of(request, library).unwrap());
        match api.read(asked, &given, &ApiSettings::default()) {
            Ok(Reading::Records(records)) => records,
            other => panic!("{:?}: {other:?}", api.name()),
        }
    }

    #[test]
    fn the_core_reads_them_and_finds_what_was_meant() {
        let (library, settings) = (Library::new(1), ApiSettings::default());
        let apis: [Rc<dyn Api>; 6] = [
            Rc::new(crossref::Crossref),
            Rc::new(openalex::OpenAlex),
            Rc::new(semantic_scholar::SemanticScholar),
            Rc::new(dblp::Dblp),
            Rc::new(datacite::DataCite),
            Rc::new(arxiv::Arxiv),
        ];
        for api in apis {
            for number in 0..60 {
                let work = Work(number);
                let wanted = Wanted::new(&library.title(work), &[], None).unwrap();
                if let Some(request) = api.ask_title(&wanted, &settings) {
                    let records = read(library, &*api, CoreAsked::Title(&wanted), &request).concat();
                    let is_there = records.iter().any(|record| record.title == library.title(work));
                    assert_eq!(is_there, library.finds(api.name(), work), "{:?} {number}", api.name());
                }
                let keys = [library.doi(work).map(Key::Doi), library.arxiv(work).map(Key::Arxiv)];
                for key in keys.into_iter().flatten().filter(|key| api.takes(key)) {
                    let other = Key::Arxiv("2012.19999".to_owned());
                    let other =
                        if api.takes(&other) && matches!(key, Key::Arxiv(_)) { vec![other] } else { vec![] };
                    for keys in [vec![key.clone()], [vec![key.clone()], other].concat()] {
                        let request = api.ask_keys(&keys, &settings).unwrap();
                        let records = read(library, &*api, CoreAsked::Keys(&keys), &request);
                        let titles: Vec<_> = records[0].iter().map(|record| record.title.clone()).collect();
                        let is_own = api.name() != ApiName::DataCite || matches!(key, Key::Arxiv(_));
                        let wanted = (is_own && library.knows(api.name(), work)).then(|| library.title(work));
                        assert_eq!(
                            titles,
                            wanted.into_iter().collect::<Vec<_>>(),
                            "{:?} {key:?}",
                            api.name()
                        );
                    }
                }
            }
        }
    }
}
