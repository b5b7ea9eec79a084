//! Citelight's core: the whole pipeline from a page to findings, without I/O of its own.
//!
//! Data flows one way, one module per step:
//!
//! ```text
//! page/file → document → citation → resolve → access → verify → taxonomy | committee → audit → surface
//! ```
//!
//! Whatever needs the outside world asks for it through a small trait that the homes of the core (the browser,
//! the command line, the server) implement: [`sources::Source`], [`sources::http::Fetch`], [`sources::manners::Clock`],
//! [`sources::manners::Store`], [`access::FullTextProvider`], [`verify::models::Embed`], [`verify::models::Infer`],
//! [`llm::Complete`], [`audit::Clock`].

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod access;
pub mod assignment;
pub mod attribute;
pub mod audit;
pub mod citation;
pub mod cite;
pub mod claim;
pub mod committee;
pub mod date;
pub mod document;
pub mod export;
pub mod finding;
pub mod identifiers;
pub mod llm;
pub mod markup;
pub mod remote;
pub mod resolve;
pub mod settings;
pub mod sources;
pub mod taxonomy;
pub mod text;
pub mod verify;

pub use settings::Settings;

pub use citelight_inference::LocalFuture;
