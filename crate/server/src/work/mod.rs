//! What jobs do: the core, on threads of its own, asking the configured model.

pub mod attribution;
mod judge;
mod judge_context;
mod keep;
mod queue;
pub mod reference;
mod turns;

use std::sync::Arc;

use citelight::llm::arbitration::ArbitrationRequest;
use citelight::remote::CommitteeRequest;
use citelight::verify::models::Embed;
use serde::Serialize;

pub use judge::{Judges, Stop};
pub use judge_context::JudgeContext;
pub use keep::{Keep, keep};
pub use queue::{Call, Desk, live, run};

use crate::job::{Fault, FaultCode, JobKind};
use crate::store::Begun;

/// Loads the bi-encoder that committees compare wordings with, on the thread that will run it; none if there is to be none.
/// Fails in words.
pub type LoadEncoder = Arc<dyn Fn() -> Result<Option<Box<dyn Embed>>, String> + Send + Sync>;

/// What was asked, read back from the store.
#[derive(Debug)]
pub enum Task {
    /// An arbitration.
    Arbitrate(ArbitrationRequest),
    /// A committee.
    Convene(Box<CommitteeRequest>),
    /// A reference.
    LookUp(reference::ReferenceRequest),
    /// An excerpt.
    Search(attribution::AttributionRequest),
}

/// What came of a run.
#[derive(Debug)]
pub struct JobOutcome {
    /// The result as JSON, or why there is none.
    pub result: Result<String, Trouble>,
    /// Requests that were sent to the model.
    pub requests: u64,
    /// Tokens that were taken.
    pub tokens: u64,
}

/// Why a run came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A later run may fare better.
    Passing(Fault),
    /// No later run will fare better.
    Lasting(Fault),
}

impl Task {
    /// Reads what was asked.
    ///
    /// # Errors
    /// A [`Fault`] if this server cannot read it.
    pub fn read(job: &Begun) -> Result<Self, Fault> {
        let task = match job.kind {
            JobKind::Arbitration => serde_json::from_str(&job.request).map(Self::Arbitrate),
            JobKind::Committee => {
                serde_json::from_str(&job.request).map(|request| Self::Convene(Box::new(request)))
            }
            JobKind::Reference => serde_json::from_str(&job.request).map(Self::LookUp),
            JobKind::Attribution => serde_json::from_str(&job.request).map(Self::Search),
        };
        task.map_err(|_| newer(job.kind))
    }
}

fn newer(kind: JobKind) -> Fault {
    let message = format!(
        "this server cannot read the stored {}; a newer one may have made it: update all replicas",
        kind.as_str()
    );
    Fault { code: FaultCode::Unworkable, message }
}

/// A result as JSON.
pub(crate) fn written<T: Serialize>(result: &T) -> Result<String, Trouble> {
    serde_json::to_string(result).map_err(|error| {
        let message = format!("the result could not be written: {error}; tell the maintainers");
        Trouble::Lasting(Fault { code: FaultCode::Unworkable, message })
    })
}
