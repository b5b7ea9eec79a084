//! A job: what was asked, how far it is, what came of it.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::access::Scope;

/// What a job is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Kind")]
pub enum JobKind {
    /// One claim against passages of the work it cites.
    Arbitration,
    /// A source that nobody can read, by those who cite it.
    Committee,
    /// A reference, looked up.
    Reference,
    /// The work that an excerpt speaks of.
    Attribution,
}

impl JobKind {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Arbitration, Self::Committee, Self::Reference, Self::Attribution];

    /// Its name in the store and in answers.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Arbitration => "arbitration",
            Self::Committee => "committee",
            Self::Reference => "reference",
            Self::Attribution => "attribution",
        }
    }

    /// The kind of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether it asks the model.
    pub fn asks_model(self) -> bool {
        matches!(self, Self::Arbitration | Self::Committee)
    }

    /// What one must be allowed to ask for it.
    pub fn scope(self) -> Scope {
        match self {
            Self::Arbitration => Scope::Arbitrations,
            Self::Committee => Scope::Committees,
            Self::Reference => Scope::References,
            Self::Attribution => Scope::Attributions,
        }
    }
}

/// How far a job is. It is created and queued in one step: nobody ever sees one that is neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It waits for its turn, for the first time or after the endpoint did not answer.
    Queued,
    /// It is worked on.
    Running,
    /// There is a result.
    Done,
    /// There will be none.
    Failed,
}

impl State {
    /// Its name in the store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    /// The state of this name; a name that is none is of a newer server, whose job is not ours to run.
    pub fn named(name: &str) -> Self {
        match name {
            "queued" => Self::Queued,
            "running" => Self::Running,
            "done" => Self::Done,
            _ => Self::Failed,
        }
    }

    /// Whether nothing changes any more.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

/// Why a job failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fault {
    /// What happened, for programs.
    pub code: FaultCode,
    /// The same for people, with what to do next.
    pub message: String,
}

/// What made a job fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FaultCode {
    /// The budget of the job, the token or the server is spent.
    BudgetSpent,
    /// The model or the sources did not answer, as often as it was tried.
    Unanswered,
    /// It was begun too often and never ended: whatever ran it died each time.
    Interrupted,
    /// The core could not work on what was asked.
    Unworkable,
    /// Whoever asked for it wants it no more.
    Cancelled,
}

impl Fault {
    /// Of a job that was cancelled.
    pub fn cancelled() -> Self {
        let message =
            "it was cancelled by whoever asked for it; ask again under another Idempotency-Key".to_owned();
        Self { code: FaultCode::Cancelled, message }
    }
}

impl fmt::Display for FaultCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::BudgetSpent => "budget_spent",
            Self::Unanswered => "unanswered",
            Self::Interrupted => "interrupted",
            Self::Unworkable => "unworkable",
            Self::Cancelled => "cancelled",
        })
    }
}

/// A job as it is shown to whoever asked for it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Job {
    /// Its name: `/v1/jobs/{id}`.
    pub id: String,
    /// What it is about.
    pub kind: JobKind,
    /// How far it is.
    pub state: State,
    /// How often it was begun.
    pub runs: u32,
    /// When it was created, in milliseconds since 1970 UTC.
    pub created: i64,
    /// When it last changed.
    pub changed: i64,
    /// When it is deleted.
    pub expires: i64,
    /// What came of it, when done: its form hangs on the kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub result: Option<Box<RawValue>>,
    /// Why there is no result, when failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Fault>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lead_back() {
        for kind in JobKind::ALL {
            assert_eq!(JobKind::named(kind.as_str()), Some(kind));
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.as_str());
        }
        for state in [State::Queued, State::Running, State::Done, State::Failed] {
            assert_eq!(State::named(state.as_str()), state);
            assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
        }
        for code in [FaultCode::BudgetSpent, FaultCode::Cancelled] {
            assert_eq!(serde_json::to_value(code).unwrap(), code.to_string());
        }
    }
}
