//! The Citelight endpoint: the core natively, behind HTTP, with a queue, budgets and an account of what was taken.
//!
//! ```text
//! request → access → job + work in the queue (one transaction) → claimed by a replica → judge (the core) → result → whoever waits
//! ```

pub mod access;
pub mod config;
mod connections;
pub mod failure;
pub mod job;
mod listen;
mod log;
mod metrics;
mod notices;
mod problem;
mod routes;
mod serve;
pub mod store;
mod token;
pub mod work;

pub use log::start as start_log;
pub use routes::document;
pub use serve::serve;
