//! Where the text of a work may lie, best first.

use std::time::Duration;

use super::CopyHosts;
use crate::http::{Request, public_host};
use crate::sources::Record;
use crate::sources::api::{ApiName, ApiSettings};
use crate::sources::links::LocationFormat;
use citelight_document::document::{FullTextFormat, full_text_links};
use citelight_types::finding::Extent;
use citelight_types::identifiers::field;
use citelight_types::sort::SmallSort;

/// Bytes of a source or a PDF that are read, and the time for it: figures weigh, text does not.
const LARGE: (usize, Duration) = (48 * 1024 * 1024, Duration::from_secs(90));
/// The same in a browser, which shares its memory with what the reader does there.
const LARGE_IN_BROWSER: (usize, Duration) = (32 * 1024 * 1024, Duration::from_secs(60));
/// Hosts that hold nothing and lead on to whoever does: that one the reader would not have been asked about.
const RESOLVERS: [&str; 4] = ["doi.org", "dx.doi.org", "hdl.handle.net", "n2t.net"];
/// Open copies on other servers that are tried: one that refuses is not worth ten more requests.
const MOST_COPIES: usize = 3;
/// Start of the DOIs of the ACL Anthology, which keeps its papers under the rest of it.
const ANTHOLOGY: &str = "10.18653/v1/";

/// A place where a text may lie.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Place {
    /// Whose limits hold there.
    pub(super) api: ApiName,
    /// How it is asked for.
    pub(super) request: Request,
    /// What is expected there.
    pub(super) kind: PlaceKind,
}

/// What is expected at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceKind {
    /// Markup of the whole work.
    Markup,
    /// LaTeX, packed.
    Packed,
    /// An open copy: a PDF or a page, whatever was promised, with the whole work, its abstract or neither.
    Copy,
}

impl PlaceKind {
    /// How much of the work lies there; none if only reading it tells.
    pub(super) fn extent(self) -> Option<Extent> {
        match self {
            Self::Markup | Self::Packed => Some(Extent::FullText),
            Self::Copy => None,
        }
    }
}

/// What of a work's places can be read from here.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// Whether somebody reads PDFs.
    pub(super) pdf: bool,
    /// Whose open copies may be asked for.
    pub(super) copies: CopyHosts,
}

/// The places of a record's work within reach; PDFs only where somebody reads them.
pub(super) fn places(record: &Record, settings: &ApiSettings, reach: &Reach) -> Vec<Place> {
    let at = |api, path: String, kind| Place { api, request: settings.get(api, &path), kind };
    let (arxiv, central) = copies_of(record);
    let mut places = Vec::new();
    if let Some(id) = &arxiv {
        places.push(at(ApiName::Arxiv, format!("/html/{id}"), PlaceKind::Markup));
    }
    if let Some(id) = &central {
        let path = format!("/europepmc/webservices/rest/{id}/fullTextXML");
        places.push(at(ApiName::EuropePmc, path, PlaceKind::Markup));
    }
    if let Some(id) = &arxiv {
        places.push(large(at(ApiName::Arxiv, format!("/e-print/{id}"), PlaceKind::Packed), reach));
    }
    let urls = copies_elsewhere(record, settings, reach);
    places.extend(urls.iter().filter(|url| is_allowed(url, reach)).map(|url| copy(url, settings, reach)));
    places.retain(|place| settings.is_configured(place.api));
    places
}

/// A place that a page of a work names.
///
/// # Errors
/// Why it may not be asked for, in one clause.
pub(super) fn linked(url: &str, settings: &ApiSettings, reach: &Reach) -> Result<Place, String> {
    // A page may name any address: those of a local network are none of its business.
    let Some(host) = public_host(url) else { return Err("it is on no public server".to_owned()) };
    let url = match &reach.copies {
        CopyHosts::Any => Some(url.to_owned()),
        CopyHosts::Named(_) => encrypted(url).filter(|url| is_allowed(url, reach)),
    };
    let url = url.ok_or_else(|| format!("its page leads there, but {host} was not allowed"))?;
    if !settings.is_configured(ApiName::Web) {
        return Err("copies on other servers are not asked for".to_owned());
    }
    Ok(copy(&url, settings, reach))
}

/// Where a page of a work says that the whole of it is, not itself; only what can be read.
pub(super) fn whole_text_of(page: &str, address: &str, reads_pdf: bool) -> Option<String> {
    let links = full_text_links(page).into_iter();
    let readable = links.filter(|(format, _)| reads_pdf || *format != FullTextFormat::Pdf);
    let mut urls = readable.filter_map(|(_, link)| resolved(&link, address));
    let without_fragment = |url: &str| url.split('#').next().unwrap_or_default().to_owned();
    urls.find(|url| without_fragment(url) != without_fragment(address))
}

/// A link of a page as an address of its own; paths from the page's own folder, which metadata does not use, are none.
fn resolved(link: &str, address: &str) -> Option<String> {
    let is_absolute = link.starts_with("https://") || link.starts_with("http://");
    if is_absolute {
        return Some(link.to_owned());
    }
    let (scheme, rest) = address.split_once("://")?;
    match (link.strip_prefix("//"), link.strip_prefix('/')) {
        (Some(place), _) => Some(format!("{scheme}://{place}")),
        (None, Some(path)) => Some(format!("{scheme}://{}/{path}", rest.split(['/', '?', '#']).next()?)),
        (None, None) => None,
    }
}

fn copy(url: &str, settings: &ApiSettings, reach: &Reach) -> Place {
    large(Place { api: ApiName::Web, request: settings.copy(url), kind: PlaceKind::Copy }, reach)
}

fn large(mut place: Place, reach: &Reach) -> Place {
    (place.request.max_bytes, place.request.timeout) = match reach.copies {
        CopyHosts::Any => LARGE,
        CopyHosts::Named(_) => LARGE_IN_BROWSER,
    };
    place
}

fn is_allowed(url: &str, reach: &Reach) -> bool {
    match &reach.copies {
        CopyHosts::Any => true,
        CopyHosts::Named(hosts) => public_host(url).is_some_and(|host| hosts.contains(&host)),
    }
}

/// Hosts that hold open copies of a record's work and may not be asked yet, the best copy's first.
pub(super) fn withheld(record: &Record, settings: &ApiSettings, reach: &Reach) -> Vec<String> {
    let CopyHosts::Named(allowed) = &reach.copies else { return Vec::new() };
    let mut hosts: Vec<String> = Vec::new();
    for host in copies_elsewhere(record, settings, reach).iter().filter_map(|url| public_host(url)) {
        if !allowed.contains(&host) && !hosts.contains(&host) {
            hosts.push(host);
        }
    }
    hosts
}

/// A work's copies on arXiv and in PubMed Central: by its identifiers, or by the open copies that its record names.
fn copies_of(record: &Record) -> (Option<String>, Option<String>) {
    let open = || record.locations.iter().map(|location| location.url.as_str());
    let of_arxiv = |url: &str| field::arxiv(url).filter(|_| is_arxiv(url));
    let of_central = |url: &str| {
        field::pmcid(url).filter(|_| is_central(url) && url.to_ascii_uppercase().contains("/PMC"))
    };
    let identifiers = &record.identifiers;
    let arxiv = identifiers.arxiv.clone().or_else(|| open().find_map(of_arxiv));
    let central = identifiers.pmcid.clone().or_else(|| open().find_map(of_central));
    (arxiv, central)
}

/// Addresses of the open copies on other servers that are worth a request: files before pages.
fn copies_elsewhere(record: &Record, settings: &ApiSettings, reach: &Reach) -> Vec<String> {
    let anthology = record.identifiers.doi.as_deref().and_then(|doi| doi.strip_prefix(ANTHOLOGY));
    let anthology = anthology.map(|id| (LocationFormat::Pdf, format!("https://aclanthology.org/{id}.pdf")));
    let named = record.locations.iter().map(|location| (location.format, location.url.clone()));
    // Of these the text itself is asked for in other ways.
    let elsewhere = named.filter(|(_, url)| !is_arxiv(url) && !is_central(url));
    let mut copies: Vec<(LocationFormat, String)> = anthology.into_iter().chain(elsewhere).collect();
    copies.small_sort_by_key(|(format, _)| *format);
    let readable = copies.into_iter().filter(|(format, _)| reach.pdf || *format != LocationFormat::Pdf);
    let urls = readable.map(|(_, url)| url);
    match reach.copies {
        CopyHosts::Any => urls.take(MOST_COPIES).collect(),
        CopyHosts::Named(_) => {
            // Pages may read arXiv's PDFs, and nothing else there.
            let is_apart = reach.pdf && !settings.is_configured(ApiName::Arxiv);
            let arxiv = copies_of(record).0.filter(|_| is_apart);
            let arxiv = arxiv.map(|id| format!("https://arxiv.org/pdf/{id}"));
            arxiv.into_iter().chain(urls.filter_map(|url| encrypted(&url))).take(MOST_COPIES).collect()
        }
    }
}

/// A copy's address as browsers may be allowed to ask for it; none for what is on no site of the open web.
fn encrypted(url: &str) -> Option<String> {
    let place = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
    let host = public_host(url)?;
    (!RESOLVERS.contains(&host.as_str())).then(|| format!("https://{place}"))
}

fn is_arxiv(url: &str) -> bool {
    url.contains("arxiv.org/")
}

fn is_central(url: &str) -> bool {
    url.contains("ncbi.nlm.nih.gov/") || url.contains("europepmc.org/")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "https://repository.example.org/handle/1/2?locale=en";

    fn names(link: &str) -> Option<String> {
        let page = format!("<html><head><meta name=\"citation_pdf_url\" content=\"{link}\"></head></html>");
        whole_text_of(&page, PAGE, true)
    }

    #[test]
    fn a_page_names_its_file() {
        let file = Some("https://repository.example.org/bitstream/a.pdf".to_owned());
        assert_eq!(names("https://repository.example.org/bitstream/a.pdf"), file);
        assert_eq!(names("/bitstream/a.pdf"), file);
        assert_eq!(names("//repository.example.org/bitstream/a.pdf"), file);
        assert_eq!(names("a.pdf"), None);
        assert_eq!(names("javascript:alert(1)"), None);
        assert_eq!(names(&format!("{PAGE}#page=1")), None, "it is the page itself");
        let page = "<html><head><meta name=\"citation_pdf_url\" content=\"/a.pdf\"></head></html>";
        assert_eq!(whole_text_of(page, PAGE, false), None, "nobody reads PDFs here");
    }

    #[test]
    fn what_is_linked_keeps_to_what_was_allowed() {
        let settings = ApiSettings::default();
        let named =
            Reach { pdf: true, copies: CopyHosts::Named(["repository.example.org".to_owned()].into()) };
        let at = |url: &str, reach: &Reach| linked(url, &settings, reach).map(|place| place.request.url);
        let file = "https://repository.example.org/a.pdf";
        assert_eq!(at(file, &named), Ok(file.to_owned()));
        assert_eq!(at("http://repository.example.org/a.pdf", &named), Ok(file.to_owned()));
        assert!(at("https://elsewhere.example.org/a.pdf", &named).is_err());
        let any = Reach { pdf: true, ..Reach::default() };
        assert!(at("https://elsewhere.example.org/a.pdf", &any).is_ok());
        for private in [
            "http://127.0.0.1/a.pdf",
            "http://169.254.169.254/latest",
            "http://localhost/a.pdf",
            "https://intranet/a",
        ] {
            assert!(at(private, &any).is_err(), "{private}");
        }
    }
}
