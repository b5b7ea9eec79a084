//! The register of DOIs: whether one exists at all, asked politely and kept.

use std::rc::Rc;

use super::SourceError;
use super::api::ApiName;
use super::doi::{handle, read_handle};
use super::manners::client::Freshness;
use super::manners::{Client, Effort, Reply};
use crate::LocalFuture;

/// Tells whether DOIs are registered.
pub trait DoiRegister {
    /// Whether a DOI is registered, with whatever agency.
    ///
    /// # Errors
    /// [`SourceError`] if the register failed: then nothing is known of the DOI.
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>>;
}

/// doi.org's handle system.
pub struct DoiOrg(Rc<Client>);

impl DoiOrg {
    /// doi.org, asked through a client.
    pub fn new(client: Rc<Client>) -> Self {
        Self(client)
    }

    async fn look_up(&self, doi: &str) -> Result<bool, SourceError> {
        let base = self.0.settings().base.as_deref().unwrap_or_default();
        let key = format!("1 {base} doi handle {}", doi.to_lowercase());
        let kept = self.0.load(ApiName::Doi, &key).await;
        let kept: Option<(bool, u64)> = kept.and_then(|text| serde_json::from_str(&text).ok());
        if let Some((registered, fresh)) = kept
            && self.0.clock().now() < fresh
        {
            self.0.count(ApiName::Doi, |counts| counts.kept += 1);
            return Ok(registered);
        }
        let build = || Some(handle(doi, self.0.settings()));
        let reply = self.0.ask(ApiName::Doi, Effort::Single, build, read_handle).await;
        let (registered, fresh) = match reply {
            Ok(Reply::Read { value, fresh, .. }) => (value, fresh),
            Ok(Reply::Unchanged) => return Err(failure(doi, "nothing changed, but nothing was known")),
            Err(error) => return Err(failure(doi, &error.to_string())),
        };
        let manners = self.0.settings().manners(ApiName::Doi);
        let default = if registered { manners.fresh } else { manners.fresh_absence };
        let duration = match fresh {
            Some(Freshness::For(duration)) if registered => duration,
            Some(_) => default,
            None => return Ok(registered),
        };
        let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let until = self.0.clock().now().saturating_add(milliseconds);
        if let Ok(text) = serde_json::to_string(&(registered, until)) {
            self.0.save(ApiName::Doi, &key, text, until).await;
        }
        Ok(registered)
    }
}

impl DoiRegister for DoiOrg {
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        Box::pin(self.look_up(doi))
    }
}

fn failure(doi: &str, reason: &str) -> SourceError {
    SourceError::Unavailable {
        source_name: ApiName::Doi.as_str().to_owned(),
        what: format!("whether {doi} is registered"),
        reason: reason.to_owned(),
    }
}
