//! Documents as Citelight reads them.
//!
//! ```text
//! page or file → markup → citation → document
//! ```
//!
//! [`markup`] is the tree and the running text of a page, [`citation`] the citations and references in it, [`document`] the
//! readers of every format, which put both together.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod citation;
pub mod document;
pub mod markup;
