//! The vocabulary that every part of Citelight shares: text, dates, identifiers, settings and findings; and its sort.
//!
//! ```text
//! sort, text, date → identifiers, settings → finding
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod date;
pub mod finding;
pub mod identifiers;
pub mod settings;
pub mod sort;
pub mod text;
