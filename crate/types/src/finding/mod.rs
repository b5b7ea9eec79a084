//! The vocabulary of findings: what every step says of a citation, and a surface shows.

mod evidence;
pub mod messages;
mod reason;
mod record;
mod trail;
mod verdict;
mod work_form;

pub use evidence::{Evidence, EvidenceScores, Extent, Place};
pub use reason::{BetterEntry, ChangedWords, FirstSource, Reason, Votes};
pub use record::{Field, FieldDifference, RetractionManner, Update};
pub use trail::{Check, Relation, Step, TrailStep};
pub use verdict::{Category, CategoryLabel, CitingFunction, Subtype, Verdict};
pub use work_form::{IndexGap, NotCheckable, WorkForm};
