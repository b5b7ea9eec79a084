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

/// Notices about a work from the registers that could be asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RegisteredNotices {
    /// Those that are known.
    pub notices: Vec<EditorialNotice>,
    /// Why a register could not be asked: there may be more notices than these.
    pub failure: Option<SourceError>,
}

impl From<Result<Vec<EditorialNotice>, SourceError>> for RegisteredNotices {
    fn from(told: Result<Vec<EditorialNotice>, SourceError>) -> Self {
        match told {
            Ok(notices) => Self { notices, failure: None },
            Err(failure) => Self { notices: Vec::new(), failure: Some(failure) },
        }
    }
}

/// Tells whether DOIs are registered.
pub trait DoiRegister {
    /// Whether a DOI is registered, with whatever agency.
    ///
    /// # Errors
    /// [`SourceError`] if the register failed: then nothing is known of the DOI.
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>>;

    /// Whether it can be asked that at all: one that only knows notices has nothing to say, and its silence is no failure.
    fn knows_dois(&self) -> bool {
        true
    }

    /// Notices (retractions, concerns, corrections) that are registered about the work of a DOI.
    fn notices<'a>(&'a self, _doi: &'a str) -> LocalFuture<'a, RegisteredNotices> {
        Box::pin(std::future::ready(RegisteredNotices::default()))
    }
}

/// Adds to a record the notices that are registered about its work and not listed in it. Returns the failure where a register could not
/// be asked.
pub async fn add_notices(record: &mut Record, register: &dyn DoiRegister) -> Option<SourceError> {
    // Crossref has no notices about what DataCite registers, as arXiv's DOIs are.
    let is_dated = matches!(record.status, WorkStatus::Retracted { date: Some(_), .. });
    let doi = record.identifiers.doi.clone().filter(|doi| !is_dated && !is_arxiv_doi(doi))?;
    let RegisteredNotices { notices, failure } = register.notices(&doi).await;
    let new: Vec<EditorialNotice> =
        notices.into_iter().filter(|notice| !record.notices.contains(notice)).collect();
    if !new.is_empty() {
        record.notices.extend(new);
        record.status = status_of(&record.notices);
    }
    failure
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

    fn notices<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, RegisteredNotices> {
        Box::pin(async move { self.ask_notices(doi).await.into() })
    }
}

fn failure(doi: &str, reason: &str) -> SourceError {
    SourceError::Unavailable {
        source_name: ApiName::Doi.as_str().to_owned(),
        what: format!("whether {doi} is registered"),
        reason: reason.to_owned(),
    }
}
