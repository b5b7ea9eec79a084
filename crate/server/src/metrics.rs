//! What is counted, for Prometheus. No label says who asked or what about.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::job::{FaultCode, JobKind};
use crate::store::End;

/// Limits of the buckets of durations, in seconds.
const SECONDS: [f64; 12] = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 10.0, 30.0, 120.0];

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Asked {
    route: String,
    method: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Ended {
    kind: &'static str,
    end: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct OfKind {
    kind: &'static str,
}

/// What is counted.
pub struct Metrics {
    registry: Registry,
    asked: Family<Asked, Counter>,
    answered: Family<Route, Histogram>,
    created: Family<OfKind, Counter>,
    ended: Family<Ended, Counter>,
    took: Family<OfKind, Histogram>,
    requests: Counter,
    tokens: Counter<u64, AtomicU64>,
    queued: Gauge,
    running: Gauge,
}

impl Default for Metrics {
    fn default() -> Self {
        let histogram = || Histogram::new(SECONDS);
        let mut metrics = Self {
            registry: Registry::with_prefix("citelight"),
            asked: Family::default(),
            answered: Family::new_with_constructor(histogram),
            created: Family::default(),
            ended: Family::default(),
            took: Family::new_with_constructor(histogram),
            requests: Counter::default(),
            tokens: Counter::default(),
            queued: Gauge::default(),
            running: Gauge::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("http_requests", "Requests that were answered", metrics.asked.clone());
        registry.register("http_seconds", "Seconds until an answer", metrics.answered.clone());
        registry.register("jobs_created", "Jobs that were created", metrics.created.clone());
        registry.register("runs_ended", "Runs of jobs that ended", metrics.ended.clone());
        registry.register("run_seconds", "Seconds that runs took", metrics.took.clone());
        registry.register(
            "model_requests",
            "Requests to the model, retries included",
            metrics.requests.clone(),
        );
        registry.register("model_tokens", "Tokens that the model read and wrote", metrics.tokens.clone());
        registry.register("jobs_queued", "Jobs that wait, of all replicas", metrics.queued.clone());
        registry.register(
            "jobs_running",
            "Jobs that are worked on, of all replicas",
            metrics.running.clone(),
        );
        metrics
    }
}

impl Metrics {
    /// A request was answered.
    pub fn answered(&self, route: &str, method: &str, status: u16, took: Duration) {
        let asked = Asked { route: route.to_owned(), method: method.to_owned(), status };
        self.asked.get_or_create(&asked).inc();
        self.answered.get_or_create(&Route { route: route.to_owned() }).observe(took.as_secs_f64());
    }

    /// A job was created.
    pub fn created(&self, kind: JobKind) {
        self.created.get_or_create(&OfKind { kind: kind.as_str() }).inc();
    }

    /// A run ended, with the requests and tokens it took.
    pub fn ended(&self, kind: JobKind, end: &End, used: (u64, u64), took: Duration) {
        let kind = kind.as_str();
        let end = match end {
            End::Done(_) => "done",
            End::Failed(fault) if fault.code == FaultCode::Cancelled => "cancelled",
            End::Failed(_) => "failed",
            End::Again => "again",
        };
        self.ended.get_or_create(&Ended { kind, end }).inc();
        self.took.get_or_create(&OfKind { kind }).observe(took.as_secs_f64());
        self.requests.inc_by(used.0);
        self.tokens.inc_by(used.1);
    }

    /// All of it as Prometheus reads it, with the jobs that wait and run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn text(&self, queued: i64, running: i64) -> Result<String, std::fmt::Error> {
        self.queued.set(queued);
        self.running.set(running);
        let mut text = String::new();
        encode(&mut text, &self.registry)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_told_with_its_name() {
        let metrics = Metrics::default();
        metrics.answered("/v1/jobs/{id}", "GET", 200, Duration::from_millis(3));
        metrics.created(JobKind::Arbitration);
        metrics.ended(JobKind::Arbitration, &End::Done("{}".to_owned()), (3, 500), Duration::from_secs(1));
        let text = metrics.text(2, 1).unwrap();
        for line in [
            "citelight_http_requests_total{route=\"/v1/jobs/{id}\",method=\"GET\",status=\"200\"} 1",
            "citelight_jobs_created_total{kind=\"arbitration\"} 1",
            "citelight_runs_ended_total{kind=\"arbitration\",end=\"done\"} 1",
            "citelight_model_requests_total 3",
            "citelight_model_tokens_total 500",
            "citelight_jobs_queued 2",
            "citelight_jobs_running 1",
        ] {
            assert!(text.contains(line), "{line} is not in\n{text}");
        }
    }
}
