//! Entries of the public dumps from which a local index is built: what each says of a work, in the dump's own fields.
//!
//! Pure readers of one entry; whoever has the files hands the entries over one by one.

mod arxiv;
mod dblp;
mod organization;
mod retraction_watch;

pub use arxiv::arxiv_record;
pub use dblp::DblpEntry;
pub use organization::{Organization, organization};
pub use retraction_watch::RetractionWatchRow;

/// How a record of Retraction Watch's says where it is from.
pub const RETRACTION_WATCH: &str = "Retraction Watch";
