//! Integrity of one reference entry: six sub-tests, a type, a status and a calibrated confidence (HALLMARK).
//!
//! [`check_entry`] is a pure function of the entry, of what the sources said and of the day. [`ask`] collects what
//! sources say through the [`Source`](crate::sources::Source) trait.

use serde::{Deserialize, Serialize};

mod answers;
mod best_record;
mod check;
mod common_names;
pub mod confidence;
mod discrepancy;
mod doi;
mod doi_venue;
mod doubt;
mod entry;
mod fields;
mod form;
mod inquire;
mod kind;
mod noted;
mod people;
mod plain;
mod reading;
mod report;
mod settled;
mod spelling;
mod title;
mod verdict;
mod work;

pub(crate) use entry::{ParsedEntry, VENUE_FIELDS, written_people};
pub(crate) use kind::{comes_in_versions, is_released};
pub(crate) use noted::{entry_type_of, number_parts};
pub(crate) use people::{AuthorMatch, compare_authors};
pub(crate) use title::{TitleMatch, compare_titles, differ_in_number, is_english, is_of_another_language};
pub(crate) use work::{Compared, Found, find, is_preprint as is_preprint_record};

pub use answers::{Answers, DoiHandle, SourceAnswer, ask};
pub use check::check_entry;
pub use discrepancy::{Discrepancy, Problem};
pub use entry::{BibEntry, work_doi};
pub use form::Day;
pub use inquire::{Inquiry, inquire};
pub use plain::{key as title_key, plain as plain_text, words as title_words};
pub use reading::weigh_reading;
pub use report::{BibField, EntryReport, ErrorType, Label, Status, SubTest, SubTests};

/// How an entry is checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct CheckSettings {
    /// Case, hyphens, dropped subtitles, differing initials and years off by one are errors too. Default false.
    pub strict: bool,
    /// Healthy sources that hold everything and must have answered before "no record" says that there is no such work.
    /// Default 2 (ours).
    pub ghost_sources: usize,
    /// Whether "no record anywhere" is an error (the closed-world reading) or only uncertain (the conservative one).
    /// Default true.
    pub absence_is_error: bool,
    /// Months of a year until whose end the indexes may still lack what was published in the year before; what is of the
    /// year itself, or of a workshop, they may always lack. None where they are known to be whole, as in a closed world.
    /// Default 6 (proceedings of December are in the indexes by spring).
    pub indexing_lag: Option<u8>,
}

impl Default for CheckSettings {
    fn default() -> Self {
        Self { strict: false, ghost_sources: 2, absence_is_error: true, indexing_lag: Some(6) }
    }
}

#[cfg(test)]
mod doubt_tests;
#[cfg(test)]
mod inquire_tests;
#[cfg(test)]
mod same_work_tests;
#[cfg(test)]
mod sound_tests;
#[cfg(test)]
mod tests;
