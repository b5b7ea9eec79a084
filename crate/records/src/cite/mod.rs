//! Citing a work (clibib): what a query asks for, which of several works it means, and the work in the formats of
//! reference managers. Nothing is made up: a field that no source gives is left out.

mod choose;
mod query;
mod write;

pub use choose::{Choice, choose};
pub use query::{Asked, classify};
pub use write::{bibtex, csl_json, key_of, line, ris, with_plain_keys};
