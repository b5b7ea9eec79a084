//! Does this work belong here? Whether a cited work fits its citing sentence and the citing article, by title and abstract.
//!
//! Views ([`views`]) compare the three texts; a model of few parameters ([`model`]), fitted to real citations, turns them
//! into the probability that the work is about something else. Its thresholds stand for a stated rate of false alarms.
//! `docs/relevance.md` is its card.

pub mod language;
pub mod model;
pub mod neighbours;
pub mod pattern;
pub mod shifted;
pub mod texts;
pub mod views;

pub use model::{Fit, Known};
pub use texts::{Article, Statement, Vectors, Work};
pub use views::{View, Views};
