//! Identifiers of works: what they are, how they stand in texts, and how sources write them.

mod arxiv_doi;
pub mod field;
mod in_text;
mod of_work;
mod openreview;

pub use arxiv_doi::{arxiv_doi, arxiv_in_doi, is_arxiv_doi};
pub use in_text::{doi, identifiers_in, without_class};
pub use of_work::Identifiers;
