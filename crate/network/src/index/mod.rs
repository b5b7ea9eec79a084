//! A local index: records of public dumps in one SQLite file, searched by identifier and by title without a request.

mod arxiv;
mod build;
mod dblp;
mod dump;
mod filling;
mod retraction_watch;
mod ror;
mod schema;
mod search;
#[cfg(test)]
mod tests;

pub use build::{Built, DumpFile, build};
pub use dump::Dump;
pub use schema::{IndexError, IndexedDump};
pub use search::{IndexRegister, LocalIndex};
