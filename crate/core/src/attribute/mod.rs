//! Finding the paper that an excerpt refers to (the task: CiteME, section 2; its searcher, CiteAgent: section 3).
//!
//! An [`Excerpt`] is masked and judged ([`judge`]), then searched for: a [`Session`] holds what was found and which steps
//! are open, a [`Library`](library::Library) does them. The steps are chosen by rules ([`find()`]), which need no endpoint, or by
//! a model ([`agent`]). Whatever chose, [`rank`] puts the candidates in order, and every step stands in the trail.

pub mod agent;
pub mod excerpt;
pub mod features;
mod field;
pub mod find;
pub mod judge;
pub mod library;
mod queries;
pub mod rank;
mod remembered;
pub mod scholar;
pub mod session;
pub mod shelf;
pub mod trail;

pub use citelight_verify::claim::masking::MARK;
pub use excerpt::{CitingPaper, Excerpt, ExcerptError};
pub use find::{Attribution, find};
pub use session::Session;
