//! Matching references to records; ghosts, retractions, differences of metadata.

mod answers;
pub mod authors;
mod book_series;
mod by_identifier;
pub mod differences;
pub mod eligible;
mod fit;
pub mod integrity;
mod resolution;
pub mod resolver;
#[cfg(test)]
mod resolver_tests;
pub mod revise;
pub mod score;
mod twins;
pub mod venue;
mod venue_table;

pub use resolution::{Candidate, Outcome, Resolution};
pub use resolver::{query_of, resolve};
