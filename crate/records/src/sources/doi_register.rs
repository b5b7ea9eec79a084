//! The register of DOIs: whether one exists at all, asked politely and kept.

use std::rc::Rc;

use super::api::ApiName;
use super::crossref::CrossrefNotices;
use super::doi::{handle, read_handle};
use super::editorial::status_of;
use super::{ApiSource, EditorialNotice, Query, Record, Source, SourceError, WorkStatus};
use crate::http::{FreshnessLifetime, Reply, RequestCost};
use crate::sources::Client;
use citelight_inference::LocalFuture;
use citelight_types::identifiers::{Identifiers, is_arxiv_doi};

/// The register of DOIs, as it is told.
pub(crate) const REGISTER: &str = "doi.org";

/// Tells whether DOIs are registered.
pub trait DoiRegister {
    /// Whether a DOI is registered, with whatever agency.
    ///
    /// # Errors
    /// [`SourceError`] if the register failed: then nothing is known of the DOI.
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>>;

    /// Notices (retractions, concerns, corrections) that are registered about the work of a DOI.
    ///
    /// # Errors
    /// [`SourceError`] if nobody could say.
    fn notices<'a>(&'a self, _doi: &'a str) -> LocalFuture<'a, Result<Vec<EditorialNotice>, SourceError>> {
        Box::pin(std::future::ready(Ok(Vec::new())))
    }
}

/// Adds to a record the notices that are registered about its work and not listed in it. Returns the failure where these could not be
/// asked for.
pub async fn add_notices(record: &mut Record, register: &dyn DoiRegister) -> Option<SourceError> {
    // Crossref has no notices about what DataCite registers, as arXiv's DOIs are.
    let is_dated = matches!(record.status, WorkStatus::Retracted { date: Some(_), .. });
    let doi = record.identifiers.doi.clone().filter(|doi| !is_dated && !is_arxiv_doi(doi))?;
    let told = match register.notices(&doi).await {
        Ok(told) => told,
        Err(error) => return Some(error),
    };
    let new: Vec<EditorialNotice> =
        told.into_iter().filter(|notice| !record.notices.contains(notice)).collect();
    if !new.is_empty() {
        record.notices.extend(new);
        record.status = status_of(&record.notices);
    }
    None
}

/// doi.org's handle system, and Crossref's register of notices.
pub struct DoiOrg {
    client: Rc<Client>,
    notices: Option<ApiSource>,
}

impl DoiOrg {
    /// doi.org, asked through a client. Nobody is asked about notices.
    pub fn new(client: Rc<Client>) -> Self {
        Self { client, notices: None }
    }

    /// Asks Crossref about notices, if it may be asked.
    pub fn with_notices(mut self) -> Self {
        let may_ask = self.client.settings().is_configured(ApiName::Crossref);
        self.notices = may_ask.then(|| ApiSource::new(Box::new(CrossrefNotices), self.client.clone()));
        self
    }

    async fn ask_notices(&self, doi: &str) -> Result<Vec<EditorialNotice>, SourceError> {
        let identifiers = Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() };
        let query = Query::by_identifiers(&identifiers);
        let Some(source) = self.notices.as_ref().filter(|source| source.can_look_up(&query)) else {
            return Ok(Vec::new());
        };
        Ok(source.look_up(query).await?.into_iter().flat_map(|record| record.notices).collect())
    }

    async fn look_up(&self, doi: &str) -> Result<bool, SourceError> {
        let base = self.client.settings().base.as_deref().unwrap_or_default();
        let key = format!("1 {base} doi handle {}", doi.to_lowercase());
        let kept = self.client.load(ApiName::Doi, &key).await;
        let kept: Option<(bool, u64)> = kept.and_then(|text| serde_json::from_str(&text).ok());
        if let Some((registered, fresh)) = kept
            && self.client.clock().now() < fresh
        {
            self.client.count(ApiName::Doi, |counts| counts.kept += 1);
            return Ok(registered);
        }
        let build = || Some(handle(doi, self.client.settings()));
        let reply = self.client.ask(ApiName::Doi, RequestCost::Single, build, read_handle).await;
        let (registered, fresh) = match reply {
            Ok(Reply::Read { value, fresh, .. }) => (value, fresh),
            Ok(Reply::Unchanged) => return Err(failure(doi, "nothing changed, but nothing was known")),
            Err(error) => return Err(failure(doi, &error.to_string())),
        };
        let policy = self.client.settings().request_policy(ApiName::Doi);
        let default = if registered { policy.ttl } else { policy.absence_ttl };
        let duration = match fresh {
            Some(FreshnessLifetime::For(duration)) if registered => duration,
            Some(_) => default,
            None => return Ok(registered),
        };
        let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let until = self.client.clock().now().saturating_add(milliseconds);
        if let Ok(text) = serde_json::to_string(&(registered, until)) {
            self.client.save(ApiName::Doi, &key, text, until).await;
        }
        Ok(registered)
    }
}

impl DoiRegister for DoiOrg {
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        Box::pin(self.look_up(doi))
    }

    fn notices<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<Vec<EditorialNotice>, SourceError>> {
        Box::pin(self.ask_notices(doi))
    }
}

fn failure(doi: &str, reason: &str) -> SourceError {
    SourceError::Unavailable {
        source_name: ApiName::Doi.as_str().to_owned(),
        what: format!("whether {doi} is registered"),
        reason: reason.to_owned(),
    }
}
