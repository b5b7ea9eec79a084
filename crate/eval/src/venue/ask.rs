//! What a request asks: read from its address, as the source reads it.
use citelight::http::Request;
use citelight::sources::ApiName;
use reqwest::Url;

use super::library::{Library, Work, identified};
use super::limits::Weight;

/// What a request asks for. Works that no library has are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    /// Works by identifiers: as they were written, and what they name.
    Keys(Vec<(String, Option<Work>)>),
    /// Notices about works, by their DOIs: of retractions and corrections.
    Notices(Vec<String>),
    /// A work by its title.
    Title(Option<Work>),
    /// Works by their titles, each as a phrase: as they were written, and what they name.
    Titles(Vec<(String, Option<Work>)>),
    /// Whether a DOI is registered.
    Handle(Option<Work>),
    /// The HTML, or the source, of a paper.
    Html(Option<Work>),
    Source(Option<Work>),
    /// An open copy.
    Copy(Option<Work>),
}

/// A request as a source sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ask {
    pub(super) api: ApiName,
    pub(super) asked: Asked,
    /// What is asked, one by one, by names that stay the same in any company.
    pub(super) questions: Vec<String>,
}

/// Where open copies lie.
pub(super) const REPOSITORY: &str = "repository.example.org";

impl Ask {
    /// Reads a request; none if it is for nobody of the made-up web.
    pub(super) fn of(request: &Request, library: Library) -> Option<Self> {
        let url = Url::parse(&request.url).ok()?;
        let origin = url.origin().ascii_serialization();
        let api = match url.host_str()? {
            REPOSITORY => ApiName::Web,
            _ => ApiName::ALL.into_iter().find(|api| api.origin() == Some(origin.as_str()))?,
        };
        let path = decoded(url.path());
        let parameter =
            |name: &str| url.query_pairs().find(|(own, _)| own == name).map(|(_, value)| value.into_owned());
        let keys = |ids: Vec<String>| {
            Some(Asked::Keys(ids.into_iter().map(|id| (id.clone(), identified(&id))).collect()))
        };
        let titled = |text: Option<String>| {
            let phrases = text.as_deref().map(quoted).unwrap_or_default();
            match phrases.is_empty() {
                true => text.map(|text| Asked::Title(library.titled(&text))),
                false => Some(Asked::Titles(
                    phrases.into_iter().map(|title| (title.clone(), library.titled(&title))).collect(),
                )),
            }
        };
        let asked = match api {
            ApiName::Crossref => match path.strip_prefix("/works/") {
                Some(doi) => keys(vec![doi.to_owned()]),
                None => match parameter("filter") {
                    Some(filter) if filter.starts_with("updates:") => {
                        Some(Asked::Notices(parts(&filter, ',', "updates:")))
                    }
                    Some(filter) => keys(parts(&filter, ',', "doi:")),
                    None => titled(parameter("query.bibliographic")),
                },
            },
            ApiName::OpenAlex => match path.strip_prefix("/works/") {
                Some(id) => keys(vec![id.trim_start_matches("https://doi.org/").to_owned()]),
                None => {
                    let filter = parameter("filter")?;
                    match filter.strip_prefix("doi:") {
                        Some(ids) => keys(parts(ids, '|', "")),
                        None => titled(Some(filter)),
                    }
                }
            },
            ApiName::SemanticScholar => match path.strip_prefix("/graph/v1/paper/") {
                Some("batch") => {
                    let body: serde_json::Value = serde_json::from_str(request.body.as_deref()?).ok()?;
                    let ids = body.get("ids")?.as_array()?.iter().filter_map(|id| id.as_str());
                    keys(ids.map(without_kind).collect())
                }
                Some("search/match" | "search/bulk") => titled(parameter("query")),
                Some(id) => keys(vec![without_kind(id)]),
                None => None,
            },
            ApiName::Dblp => titled(parameter("q")),
            ApiName::EuropePmc => {
                let query = parameter("query")?;
                match query.contains("TITLE:") {
                    true => titled(Some(query)),
                    false => keys(quoted(&query)),
                }
            }
            ApiName::DataCite => match path.strip_prefix("/dois/") {
                Some(doi) => keys(vec![doi.to_owned()]),
                None => {
                    let query = parameter("query")?;
                    match query.starts_with("titles.title:") {
                        true => titled(Some(query)),
                        false => keys(quoted(&query)),
                    }
                }
            },
            ApiName::Arxiv => {
                if let Some(id) = path.strip_prefix("/html/") {
                    Some(Asked::Html(identified(id)))
                } else if let Some(id) = path.strip_prefix("/e-print/") {
                    Some(Asked::Source(identified(id)))
                } else {
                    match parameter("id_list") {
                        Some(ids) => keys(parts(&ids, ',', "")),
                        None => titled(parameter("search_query")),
                    }
                }
            }
            ApiName::Unpaywall => keys(vec![path.strip_prefix("/v2/")?.to_owned()]),
            ApiName::Doi => Some(Asked::Handle(identified(path.strip_prefix("/api/handles/")?))),
            ApiName::Web => Some(Asked::Copy(path.trim_start_matches('/').parse().ok().map(Work))),
            ApiName::Pubmed
            | ApiName::OpenReview
            | ApiName::OpenReview2
            | ApiName::OpenLibrary
            | ApiName::Zotero => None,
        }?;
        let name = api.as_str();
        let questions = match &asked {
            Asked::Keys(keys) => keys.iter().map(|(id, _)| format!("{name} {}", id.to_lowercase())).collect(),
            Asked::Titles(titles) => {
                titles.iter().map(|(title, _)| format!("{name} title {}", title.to_lowercase())).collect()
            }
            Asked::Notices(ids) => {
                ids.iter().map(|id| format!("{name} notices {}", id.to_lowercase())).collect()
            }
            _ => vec![format!("{name} {}", request.fingerprint())],
        };
        Some(Self { api, asked, questions })
    }

    /// What it asks of the source.
    pub(super) fn weight(&self) -> Weight {
        match &self.asked {
            Asked::Title(_) | Asked::Titles(_) => Weight::Search,
            Asked::Keys(keys) if keys.len() > 1 => Weight::List,
            Asked::Notices(_) => Weight::List,
            _ => Weight::Single,
        }
    }
}

fn decoded(path: &str) -> String {
    // A path is a query without names: the same escapes, but for the plus sign, which none of these paths has.
    let pair = format!("p={path}");
    let pair = reqwest::Url::parse(&format!("http://none.invalid/?{pair}"));
    pair.ok()
        .and_then(|url| url.query_pairs().next().map(|(_, value)| value.into_owned()))
        .unwrap_or_default()
}

fn parts(list: &str, by: char, mark: &str) -> Vec<String> {
    list.split(by).map(|part| part.trim().trim_start_matches(mark).to_owned()).collect()
}

/// `DOI:10.1/2`, `ARXIV:2001.00001`.
fn without_kind(id: &str) -> String {
    id.split_once(':').map_or(id, |(_, id)| id).to_owned()
}

/// What stands between quotation marks.
fn quoted(query: &str) -> Vec<String> {
    query.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use citelight::identifiers::Identifiers;
    use citelight::sources::api::{Key, Wanted};
    use citelight::sources::{
        Api, ApiSettings, arxiv, crossref, datacite, dblp, europe_pmc, openalex, semantic_scholar, unpaywall,
    };

    use super::*;

    fn apis() -> Vec<Rc<dyn Api>> {
        vec![
            Rc::new(crossref::Crossref),
            Rc::new(openalex::OpenAlex),
            Rc::new(semantic_scholar::SemanticScholar),
            Rc::new(dblp::Dblp),
            Rc::new(europe_pmc::EuropePmc),
            Rc::new(datacite::DataCite),
            Rc::new(arxiv::Arxiv),
            Rc::new(unpaywall::Unpaywall),
        ]
    }

    #[test]
    fn what_the_core_asks_is_understood() {
        let (library, settings) = (Library::new(1), ApiSettings::default());
        let works: Vec<Work> = (0..400).map(Work).filter(|work| library.arxiv(*work).is_some()).collect();
        for api in apis() {
            let wanted = Wanted::new(&library.title(works[0]), &[], None).unwrap();
            if let Some(request) = api.ask_title(&wanted, &settings) {
                let ask = Ask::of(&request, library).unwrap();
                assert_eq!((ask.api, ask.asked), (api.name(), Asked::Title(Some(works[0]))));
            }
            let titles: Vec<Key> =
                works.iter().take(3).map(|work| Key::Title(library.title(*work).to_lowercase())).collect();
            if titles.iter().all(|title| api.takes(title)) {
                let ask = Ask::of(&api.ask_keys(&titles, &settings).unwrap(), library).unwrap();
                let Asked::Titles(found) = &ask.asked else { panic!("{:?}", ask.asked) };
                let found: Vec<Work> = found.iter().filter_map(|(_, work)| *work).collect();
                assert_eq!((&found[..], ask.questions.len()), (&works[..3], 3), "{:?}", api.name());
            }
            let identifiers = |work: &Work| Identifiers {
                doi: library.doi(*work),
                arxiv: library.arxiv(*work),
                ..Identifiers::default()
            };
            let keys: Vec<(Key, Work)> = works
                .iter()
                .filter_map(|work| {
                    let key = Key::of(&identifiers(work)).into_iter().find(|key| api.takes(key))?;
                    Some((key, *work))
                })
                .collect();
            let Some((first, _)) = keys.first() else { continue };
            let alike: Vec<&(Key, Work)> =
                keys.iter().filter(|(key, _)| key.kind() == first.kind()).collect();
            for count in [1, api.batch(first).min(alike.len())] {
                let (asked, meant): (Vec<Key>, Vec<Work>) =
                    alike.iter().take(count).map(|(key, work)| (key.clone(), *work)).unzip();
                let ask = Ask::of(&api.ask_keys(&asked, &settings).unwrap(), library).unwrap();
                let Asked::Keys(found) = ask.asked else { panic!("{:?}", ask.asked) };
                let found: Vec<Work> = found.into_iter().filter_map(|(_, work)| work).collect();
                assert_eq!(found, meant, "{:?}", api.name());
                assert_eq!(ask.questions.len(), count);
            }
        }
    }
}
