//! The evidence committee: what the literature says about a source that cannot be read (spec 05, BibAgent's ICSV).
//!
//! This room holds the arithmetic from witnesses to an outcome. Finding witnesses and paraphrasing their claims comes
//! before it and needs sources and an endpoint.

pub mod aggregate;
pub mod influence;

pub use aggregate::{Abstention, Aspect, Committee, Outcome, Relation, aggregate};
pub use influence::{Influence, influence};
