//! What a suite measured, in the one form of all suites and benchmarks, and how it is kept.

mod figure;
mod form;
mod keep;

pub use figure::{Bar, Figure, Interval, Origin, Unit, key_of};
pub use form::{Machine, Plot, RESULTS_SCHEMA, ReadFile, Results, ResultsError};
pub(crate) use keep::{Sheet, drawn, keep, key, titled};
