//! doi.org: what a DOI is registered as, by content negotiation; whether it is registered at all; and with whom.
//! <https://citation.doi.org/docs.html>, <https://www.doi.org/the-identifier/resources/factsheets/doi-resolution-documentation>

use citelight_types::identifiers::arxiv_doi;
use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, healthy, healthy_json, not_here,
};
use super::json::{number, text};
use super::work;
use crate::http::{Request, Response, encoded_path};

/// doi.org: the registered description of a DOI, whoever registered it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Doi;

impl Api for Doi {
    fn name(&self) -> ApiName {
        ApiName::Doi
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Doi(_) | Key::Arxiv(_))
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        Some(match keys.first()? {
            Key::Arxiv(id) => csl(&arxiv_doi(id), settings),
            key => csl(key.value(), settings),
        })
    }

    /// A 404 is a DOI that is not registered; 406 one that has no such description (other agencies).
    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        if answer.status == 406 || answer.status == 204 {
            return Ok(not_here(asked));
        }
        let Some(item) = healthy_json(answer, Absence::Status)? else { return Ok(not_here(asked)) };
        match work::record(&item, ApiName::Doi.as_str()) {
            Some(record) => Ok(Reading::Records(vec![vec![record]])),
            None => Err(ResponseError::Malformed("it has neither title nor DOI".to_owned())),
        }
    }
}

/// Asks for the CSL-JSON of a DOI.
pub fn csl(doi: &str, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::Doi, &format!("/{}", encoded_path(doi)));
    request.with_header("accept", "application/vnd.citationstyles.csl+json")
}

/// Asks for the BibTeX of a DOI.
pub fn bibtex(doi: &str, settings: &ApiSettings) -> Request {
    described(doi, "application/x-bibtex", settings)
}

/// Asks for the description of a DOI in a form that its agency may offer: `application/x-research-info-systems`,
/// `text/x-bibliography; style=apa` …
pub fn described(doi: &str, form: &'static str, settings: &ApiSettings) -> Request {
    let request = settings.get(ApiName::Doi, &format!("/{}", encoded_path(doi)));
    request.with_header("accept", form)
}

/// Reads a description; none for a DOI that is not registered or has no such form.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy, or a page instead of a description.
pub fn read_described(answer: &Response) -> Result<Option<&str>, ResponseError> {
    if matches!(answer.status, 204 | 406) {
        return Ok(None);
    }
    match healthy(answer, Absence::Status)?.map(str::trim) {
        Some(text) if text.is_empty() || text.starts_with('<') => {
            Err(ResponseError::Malformed("a page instead of a description".to_owned()))
        }
        text => Ok(text),
    }
}

/// Reads BibTeX; none for a DOI that is not registered or has no such form.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_bibtex(answer: &Response) -> Result<Option<&str>, ResponseError> {
    if matches!(answer.status, 204 | 406) {
        return Ok(None);
    }
    match healthy(answer, Absence::Status)?.map(str::trim) {
        Some(entry) if entry.starts_with('@') => Ok(Some(entry)),
        Some(_) => Err(ResponseError::Malformed("no BibTeX".to_owned())),
        None => Ok(None),
    }
}

/// Asks the handle system whether a DOI is registered.
pub fn handle(doi: &str, settings: &ApiSettings) -> Request {
    settings.get(ApiName::Doi, &format!("/api/handles/{}", encoded_path(doi)))
}

/// Whether a DOI is registered.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy: then nothing is known.
pub fn read_handle(answer: &Response) -> Result<bool, ResponseError> {
    // Unknown handles come with status 404 and the handle system's own code.
    let value: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
    match (answer.status, number(&value, &["responseCode"])) {
        (200, Some(1)) => Ok(true),
        // 200: the handle is there without values of the type that was asked for.
        (200, Some(200)) => Ok(true),
        (_, Some(100)) => Ok(false),
        (200, _) => Err(ResponseError::Malformed("it is no answer of the handle system".to_owned())),
        (404, _) => Err(ResponseError::Malformed("its 404 is not of the handle system".to_owned())),
        _ => healthy(answer, Absence::EmptyList).map(|_| false),
    }
}

/// Asks with which agency the DOIs of a prefix are registered.
pub fn agency(doi: &str, settings: &ApiSettings) -> Request {
    let prefix = doi.split('/').next().unwrap_or(doi);
    settings.get(ApiName::Doi, &format!("/ra/{}", encoded_path(prefix)))
}

/// The name of the agency (`Crossref`, `DataCite` …); none if the prefix or DOI does not exist.
///
/// # Errors
/// [`ResponseError`] if the answer is not healthy.
pub fn read_agency(answer: &Response) -> Result<Option<String>, ResponseError> {
    let Some(value) = healthy_json(answer, Absence::Status)? else { return Ok(None) };
    // Crossref's `/works/{doi}/agency` wraps it in a message.
    if let Some(agency) = text(&value, &["message", "agency", "label"]) {
        return Ok(Some(agency));
    }
    match value.get(0) {
        Some(first) => Ok(text(first, &["RA"])),
        None => Err(ResponseError::Malformed("it is no list of agencies".to_owned())),
    }
}
