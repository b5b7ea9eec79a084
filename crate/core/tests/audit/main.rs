//! The engine on a hand-made document.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

#[path = "../support/bare_context.rs"]
mod bare_context;
#[path = "../support/no_pause.rs"]
mod no_pause;

mod article;
mod course;
mod records;
mod texts;
