//! The evidence committee: what the literature says about a source that cannot be read (BibAgent's ICSV, section 3.3).
//!
//! ```text
//! citation context → claim;  indexes → gather → witness → aspects → statements → relations → aggregate → bundle
//! ```
//!
//! Transport-free: indexes, texts and models come from the host application. docs/committee.md explains the choices.

pub mod aggregate;
pub mod bundle;
pub mod citation_context;
pub mod claim;
pub mod convene;
pub mod explain;
pub mod gather;
pub mod indexes;
pub mod influence;
mod judgement;
pub mod local;
pub mod mentions;
pub mod model;
mod numbers;
pub mod partition;
pub mod percentiles;
pub mod steps;
pub mod witness;

pub use aggregate::{Abstention, Aspect, Committee, CommitteeOutcome, Relation, aggregate};
pub use bundle::{Bundle, BundleError};
pub use citation_context::CitationContext;
pub use convene::{Assembly, CommitteeServices, Literature, assemble, convene, deliberate};
pub use explain::{Explanation, explain, recompute};
pub use gather::CitingPaper;
pub use indexes::{Candidate, CitedBy, CitingApi};
pub use influence::{Influence, Percentile};
pub use judgement::judgement;
pub use judgement::said_against;
pub use percentiles::PercentileTables;
