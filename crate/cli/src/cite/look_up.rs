//! Looking one work up, and having it described.

use citelight::cite::{Asked, Choice, bibtex, choose, classify, csl_json, line, ris, with_plain_keys};
use citelight::http::{AskError, Reply, Request, RequestCost, Response};
use citelight::identifiers::{Identifiers, arxiv_doi};
use citelight::sources::api::{self, Api, ApiName, Key, Reading, ResponseError};
use citelight::sources::doi::Doi;
use citelight::sources::{Query, Record, doi, zotero};
use citelight::text::decode::decode;
use serde_json::Value;

use super::page;
use crate::args::CiteFormat;
use crate::network::Network;

/// What came of a query.
pub(crate) enum Cited {
    /// The work, in the format that was asked for.
    Written(String),
    /// It is for the user to choose, or there is nothing to choose from.
    Open(Choice),
    /// Sources failed.
    Failed(Vec<String>),
}

/// Cites a work: the user's Zotero server first, then the DOI's agency, then what the indexes' record or the page says.
///
/// `is_first` takes the first of several works that fit a title or stand on a page.
pub(crate) async fn cite(query: &str, format: CiteFormat, is_first: bool, network: &Network) -> Cited {
    let asked = classify(query);
    let mut failures = Vec::new();
    if network.client().settings().is_configured(ApiName::Zotero) {
        match by_zotero(&asked, format, is_first, network).await {
            Ok(Some(Translation::Text(text))) => return Cited::Written(text),
            // A page of several works says best which they are; other sources may know more of a title.
            Ok(Some(Translation::Several(works))) if matches!(asked, Asked::Page(_)) => {
                return Cited::Open(Choice::Several(works));
            }
            Ok(_) => {}
            Err(error) => failures.push(format!("zotero: {error}")),
        }
    }
    let found = match &asked {
        Asked::Identifier(identifiers) => by_identifier(identifiers, format, network, &mut failures).await,
        Asked::Page(url) => by_page(url, format, network, &mut failures).await,
        Asked::Title(title) => return by_title(title, format, is_first, network, failures).await,
    };
    match found {
        Some(text) => Cited::Written(text),
        None if failures.is_empty() => Cited::Open(Choice::Nothing),
        None => Cited::Failed(failures),
    }
}

/// What the user's own server makes of a query.
enum Translation {
    /// The work, as BibTeX.
    Text(String),
    /// Works to choose from.
    Several(Vec<Record>),
}

/// What it answers: items, or works to choose from with the answer itself, by which one is asked for.
enum Offer {
    Items(Value),
    Candidates(Vec<(String, String)>, Response),
}

/// What the user's own server makes of an identifier, a page or a title. Of several works that it offers, one is taken
/// only where it alone has the title that was asked for (clibib: the Jaccard index of the words).
async fn by_zotero(
    asked: &Asked,
    format: CiteFormat,
    is_first: bool,
    network: &Network,
) -> Result<Option<Translation>, AskError> {
    if format != CiteFormat::Bibtex {
        return Ok(None);
    }
    let settings = network.client().settings().clone();
    let build = || match asked {
        Asked::Page(url) => Some(zotero::web(url, &settings)),
        Asked::Identifier(identifiers) => {
            let named = identifiers.named();
            let arxiv = named.get("arxiv").map(|id| format!("arXiv:{id}"));
            let other =
                ["doi", "pmid", "isbn"].iter().find_map(|name| named.get(name).map(|id| (*id).to_owned()));
            arxiv.or(other).map(|id| zotero::search(&id, &settings))
        }
        Asked::Title(title) => Some(zotero::search(title, &settings)),
    };
    if build().is_none() {
        return Ok(None);
    }
    let read = |answer: &Response| {
        zotero::translated(answer).map(|translated| match translated {
            zotero::Translated::Items(items) => Offer::Items(items),
            zotero::Translated::Candidates(candidates) => Offer::Candidates(candidates, answer.clone()),
        })
    };
    let items = match ask(network, ApiName::Zotero, &build, read).await? {
        Some(Offer::Items(items)) => items,
        Some(Offer::Candidates(candidates, answer)) => {
            let records = candidates.into_iter().map(|(id, title)| Record { id, title, ..Record::default() });
            let title = match asked {
                Asked::Title(title) => title,
                Asked::Page(_) | Asked::Identifier(_) => "",
            };
            let mut offered: Vec<Record> = records.collect();
            let chosen = match (offered.len(), choose(title, offered.clone())) {
                (1, _) => offered.swap_remove(0),
                (_, Choice::One(record)) => *record,
                (_, Choice::Several(mut works)) if is_first => works.swap_remove(0),
                (_, Choice::Several(works)) => return Ok(Some(Translation::Several(works))),
                (_, Choice::Nothing) => return Ok(None),
            };
            let build = || zotero::of_choice(&answer, &chosen.id, &settings);
            match ask(network, ApiName::Zotero, &build, zotero::translated).await? {
                Some(zotero::Translated::Items(items)) => items,
                _ => return Ok(None),
            }
        }
        None => return Ok(None),
    };
    if items.as_array().is_none_or(Vec::is_empty) || !is_asked_for(asked, &items) {
        return Ok(None);
    }
    let export = || Some(zotero::export_bibtex(&items, &settings));
    let read = |answer: &Response| zotero::exported(answer).map(str::to_owned);
    let text = ask(network, ApiName::Zotero, &export, read).await?;
    Ok(text.map(|text| Translation::Text(with_plain_keys(text.trim()))))
}

/// Whether the items are of the title that was asked for: a server that finds one work for some words may mean another.
fn is_asked_for(asked: &Asked, items: &Value) -> bool {
    let Asked::Title(title) = asked else { return true };
    let titles = items.as_array().into_iter().flatten().filter_map(|item| item.get("title")?.as_str());
    let records = titles.map(|title| Record { title: title.to_owned(), ..Record::default() });
    matches!(choose(title, records.collect()), Choice::One(_))
}

/// What a page's own metadata say: by the identifier that they give, else in their words.
async fn by_page(
    url: &str,
    format: CiteFormat,
    network: &Network,
    failures: &mut Vec<String>,
) -> Option<String> {
    let settings = network.client().settings().clone();
    let build = || Some(settings.copy(url));
    let read = |answer: &Response| match answer.status {
        200..=299 => Ok(decode(answer.body.clone())),
        401..=403 => Err(ResponseError::Denied(answer.status)),
        status => Err(ResponseError::Failing(status)),
    };
    let text = match ask(network, ApiName::Web, &build, read).await {
        Ok(text) => text?,
        Err(error) => {
            failures.push(format!("{url}: {error}"));
            return None;
        }
    };
    let Some(record) = page::record(&text, url) else {
        failures.push(format!(
            "{url} says in no metadata which work it describes; give the work's DOI or title, or name a Zotero \
             Translation Server with --zotero"
        ));
        return None;
    };
    let own = &record.identifiers;
    if own.doi.is_some() || own.arxiv.is_some() || own.pmid.is_some() {
        // Who does not know the identifier leaves the page's words.
        let mut unknown = Vec::new();
        if let Some(text) = by_identifier(own, format, network, &mut unknown).await {
            return Some(text);
        }
    }
    Some(format.write(&record))
}

async fn ask<T>(
    network: &Network,
    api: ApiName,
    build: &dyn Fn() -> Option<Request>,
    read: impl Fn(&Response) -> Result<T, ResponseError>,
) -> Result<Option<T>, AskError> {
    match network.client().ask(api, RequestCost::Single, build, read).await? {
        Reply::Read { value, .. } => Ok(Some(value)),
        Reply::Unchanged => Ok(None),
    }
}

async fn by_identifier(
    identifiers: &Identifiers,
    format: CiteFormat,
    network: &Network,
    failures: &mut Vec<String>,
) -> Option<String> {
    if let Some(text) = by_agency(identifiers, format, network, failures).await {
        return Some(text);
    }
    let query = Query::by_identifiers(identifiers);
    for source in network.sources_for(&query).into_iter().filter(|source| source.can_look_up(&query)) {
        match source.look_up(query.clone()).await {
            Ok(records) => {
                if let Some(record) = records.into_iter().next() {
                    return Some(described(&record, format, network, failures).await);
                }
            }
            Err(error) => failures.push(error.to_string()),
        }
    }
    None
}

/// A record in the words of its DOI's agency; without one, in its own.
async fn described(
    record: &Record,
    format: CiteFormat,
    network: &Network,
    failures: &mut Vec<String>,
) -> String {
    match by_agency(&record.identifiers, format, network, failures).await {
        Some(text) => text,
        None => format.write(record),
    }
}

/// The description that the agency of the DOI gives (content negotiation); arXiv's works have DOIs, too.
async fn by_agency(
    identifiers: &Identifiers,
    format: CiteFormat,
    network: &Network,
    failures: &mut Vec<String>,
) -> Option<String> {
    let of_arxiv = || identifiers.arxiv.as_ref().map(|id| arxiv_doi(id));
    let name = identifiers.doi.clone().or_else(of_arxiv)?;
    let settings = network.client().settings().clone();
    let build = || Some(doi::described(&name, format.media_type(), &settings));
    let keys = [Key::Doi(name.clone())];
    let read = |answer: &Response| match format {
        // Agencies send their whole record; what it says of the work is written anew.
        CiteFormat::CslJson => {
            Doi.read(api::Asked::Keys(&keys), answer, &settings).map(|reading| match reading {
                Reading::Records(found) | Reading::Partly(found) => {
                    found.into_iter().flatten().next().map(|record| format.write(&record))
                }
                Reading::Next(_) => None,
            })
        }
        _ => doi::read_described(answer).map(|text| text.and_then(|text| format.checked(text))),
    };
    match ask(network, ApiName::Doi, &build, read).await {
        Ok(text) => text.flatten(),
        Err(error) => {
            failures.push(format!("doi.org: {error}"));
            None
        }
    }
}

async fn by_title(
    title: &str,
    format: CiteFormat,
    is_first: bool,
    network: &Network,
    mut failures: Vec<String>,
) -> Cited {
    let none = Identifiers::default();
    let query = Query { identifiers: &none, title: Some(title), authors: &[], year: None };
    let mut found: Vec<Record> = Vec::new();
    for source in network.sources_for(&query).into_iter().filter(|source| source.can_look_up(&query)) {
        match source.look_up(query.clone()).await {
            Ok(records) => found.extend(records),
            Err(error) => failures.push(error.to_string()),
        }
        if let Choice::One(record) = choose(title, found.clone()) {
            return Cited::Written(described(&record, format, network, &mut failures).await);
        }
    }
    match choose(title, found) {
        Choice::Several(works) if is_first => match works.first() {
            Some(record) => Cited::Written(described(record, format, network, &mut failures).await),
            None => Cited::Open(Choice::Nothing),
        },
        Choice::Nothing if !failures.is_empty() => Cited::Failed(failures),
        choice => Cited::Open(choice),
    }
}

impl CiteFormat {
    /// Its name in content negotiation.
    fn media_type(self) -> &'static str {
        match self {
            Self::Bibtex => "application/x-bibtex",
            Self::CslJson => "application/vnd.citationstyles.csl+json",
            Self::Ris => "application/x-research-info-systems",
            Self::Text => "text/x-bibliography; style=apa",
        }
    }

    /// An agency's description, if it is one of this form.
    fn checked(self, text: &str) -> Option<String> {
        match self {
            Self::Bibtex => text.starts_with('@').then(|| with_plain_keys(text)),
            Self::Ris => text.starts_with("TY").then(|| text.to_owned()),
            Self::CslJson | Self::Text => Some(crate::output::plain(text)),
        }
    }

    /// A record in its own words.
    fn write(self, record: &Record) -> String {
        match self {
            Self::Bibtex => bibtex(record),
            Self::CslJson => format!("{:#}", csl_json(record)),
            Self::Ris => ris(record),
            Self::Text => crate::output::plain(&line(record)),
        }
    }

    /// Several works as one file.
    pub(super) fn joined(self, works: &[String]) -> String {
        let works: Vec<&str> = works.iter().map(|work| work.trim()).collect();
        match self {
            Self::CslJson => format!("[{}]\n", works.join(",\n")),
            Self::Bibtex | Self::Ris => format!("{}\n", works.join("\n\n")),
            Self::Text => format!("{}\n", works.join("\n")),
        }
    }
}
