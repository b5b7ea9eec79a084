//! Keeping the answers to questions in the client's store.

use std::time::Duration;

use super::{Inner, Question};
use crate::http::FreshnessLifetime;
use crate::sources::cached_records::CachedRecords;
use crate::sources::{ApiSettings, Record};

/// Shortest time an answer is good for, whatever its headers say: within one audit nothing is asked twice.
const FRESH_AT_LEAST: Duration = Duration::from_secs(600);

impl Inner {
    pub(super) async fn keep(
        &self,
        name: &str,
        records: &[Record],
        etag: Option<String>,
        fresh: Option<FreshnessLifetime>,
    ) {
        let Some(fresh) = fresh else { return };
        let policy = self.client.settings().request_policy(self.api.name());
        let default = if records.is_empty() { policy.absence_ttl } else { policy.ttl };
        let fresh = match fresh {
            FreshnessLifetime::Unsaid => default,
            FreshnessLifetime::For(duration) if records.is_empty() => duration.min(default),
            FreshnessLifetime::For(duration) => duration,
        };
        let milliseconds = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let fresh = self.client.clock().now().saturating_add(milliseconds(fresh.max(FRESH_AT_LEAST)));
        // Stale records are of use as long as the source may say that nothing changed.
        let until = if etag.is_some() { fresh.saturating_add(milliseconds(policy.ttl) * 30) } else { fresh };
        let kept = CachedRecords { fresh, etag, records: records.to_vec() };
        if let Ok(text) = serde_json::to_string(&kept) {
            self.client.save(self.api.name(), name, text, until).await;
        }
    }

    /// The name of a question's answer in the store; the number is the form of [`CachedRecords`].
    pub(super) fn store_key(&self, question: &Question) -> String {
        let settings: &ApiSettings = self.client.settings();
        let form = if settings.references { "1r" } else { "1" };
        let base = settings.base.as_deref().unwrap_or_default();
        let question = match question {
            Question::Key(key) => format!("{:?} {}", key.kind(), key.value()),
            Question::Title(search) => format!("title {}", search.request),
        };
        format!("{form} {base} {}{} {question}", self.api.name().as_str(), self.api.subject())
    }
}
