//! The engine: one run over one document, its order of work, events, findings and trails.

pub mod answers;
mod beside;
pub mod cancel;
pub mod claim_search;
pub mod counts;
mod disambiguation;
mod document_repair;
pub mod engine;
pub mod event;
pub mod finding;
mod hint;
pub mod literature;
mod names;
mod notices;
pub mod page_reading;
pub mod retraction;
pub mod rules;
mod scope;
pub mod state;
mod updates;
pub mod view;
mod waiting;

pub use cancel::Cancel;
pub use claim_search::ClaimSearch;
pub use engine::{
    AuditContext, AuditError, LoadedModels, Report, audit, audit_document, audit_document_while_models_load,
    audit_document_within,
};
pub use scope::Scope;

use citelight_inference::LocalFuture;

/// Time and turn-taking, given by whoever embeds the core.
pub trait Clock {
    /// Milliseconds since some fixed moment; only differences are used, and never in a decision.
    fn now(&self) -> f64;

    /// Lets others run: messages of the page arrive, a cancellation is noticed.
    fn pause(&self) -> LocalFuture<'_, ()>;
}
