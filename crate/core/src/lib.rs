//! Citelight's core: the whole pipeline from a page to findings, without I/O of its own.
//!
//! Data flows one way, one crate per stage; this one puts them together and re-exports their modules:
//!
//! ```text
//! types → document → records → verify → audit, attribute, assignment, remote → export
//! ```
//!
//! Whatever needs the outside world asks for it through a small trait that the browser, the command line and the server
//! implement: [`sources::Source`], [`http::Fetch`], [`http::Clock`], [`http::Store`],
//! [`access::FullTextProvider`], [`verify::models::Embed`], [`verify::models::Infer`], [`llm::Complete`], [`audit::Clock`].

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod assignment;
pub mod attribute;
pub mod audit;
pub mod export;
pub mod remote;

pub use citelight_document::{citation, document, markup};
pub use citelight_inference::LocalFuture;
pub use citelight_records::{access, cite, http, resolve, sources};
pub use citelight_types::{date, finding, identifiers, settings, settings::Settings, text};
pub use citelight_verify::{claim, committee, llm, taxonomy, verify};
