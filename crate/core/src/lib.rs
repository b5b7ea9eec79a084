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
//!
//! The entry is [`audit::audit`]. Without sources, texts and models it maps the citations of a page and says what could not be
//! checked:
//!
//! ```
//! use citelight::audit::{audit, AuditContext, Cancel, Clock};
//! use citelight::{LocalFuture, Settings, document::Content, verify::Models};
//!
//! struct NoClock;
//! impl Clock for NoClock {
//!     fn now(&self) -> f64 {
//!         0.0
//!     }
//!     fn pause(&self) -> LocalFuture<'_, ()> {
//!         Box::pin(std::future::ready(()))
//!     }
//! }
//!
//! let page = "<article><h1>Weirs</h1><p>Weirs of oak last longer [1].</p><h2>References</h2>\
//!     <ol><li>Smith A. Weirs of oak. River J. 2001;1:2-3.</li></ol></article>";
//! let context = AuditContext {
//!     sources: &[],
//!     register: None,
//!     texts: &[],
//!     literature: None,
//!     claim_search: None,
//!     models: Models::default(),
//!     endpoint: None,
//!     clock: &NoClock,
//!     judged_at_once: 1,
//! };
//! let (settings, cancel) = (Settings::default(), Cancel::default());
//! let content = Content::alone(page);
//! let mut on_event = |_| {};
//! let audited = audit(&content, "page.html", &context, &settings, &cancel, &mut on_event);
//! let report = futures_util::FutureExt::now_or_never(audited).expect("nothing waits")?;
//! assert_eq!(report.findings.len(), 1);
//! # Ok::<(), citelight::audit::AuditError>(())
//! ```

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
pub use citelight_verify::{claim, committee, llm, relevance, taxonomy, verify};
