//! Matching references to records; ghosts, retractions, differences of metadata.

mod answers;
pub mod authors;
mod book_series;
mod by_identifier;
pub mod corrections;
pub mod differences;
mod duplicates;
pub mod eligible;
mod fit;
pub mod integrity;
mod resolution;
pub mod resolver;
#[cfg(test)]
mod resolver_tests;
pub mod score;
pub mod venue;
mod venue_table;
mod work_form;

pub use resolution::{Candidate, Resolution, ResolverOutcome};
pub use resolver::{query_of, resolve, resolve_without_notices};
