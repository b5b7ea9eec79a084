//! A reference, looked up: does the work exist, as it is described (HALLMARK, section 3.3)?

use citelight::citation::string::parse_reference;
use citelight::resolve::integrity::{BibEntry, CheckSettings, EntryReport, inquire, weigh_reading};
use citelight::sources::Query;
use citelight_network::{Scholarly, SystemTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Characters of a reference.
const REFERENCE: usize = 2_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReferenceRequest {
    /// The entry as a bibliography prints it. At most 2,000 characters.
    pub reference: String,
    /// Case, hyphens, dropped subtitles, differing initials and years off by one are errors too.
    #[serde(default)]
    pub strict: bool,
}

impl ReferenceRequest {
    /// Looks whether it can be asked.
    ///
    /// # Errors
    /// What is wrong, naming the field and never quoting it.
    pub fn check(&self) -> Result<(), String> {
        let fits = !self.reference.trim().is_empty() && self.reference.chars().nth(REFERENCE).is_none();
        if fits { Ok(()) } else { Err(format!("reference needs 1 to {REFERENCE} characters")) }
    }

    /// Asks the sources. What they fail at stands in the report.
    pub async fn look_up(&self, scholarly: &Scholarly) -> EntryReport {
        let reference = parse_reference(&self.reference);
        let entry = BibEntry::of_reference(&reference);
        let identifiers = entry.identifiers();
        let sources = scholarly.sources_for(&Query::by_identifiers(&identifiers));
        let settings = CheckSettings { strict: self.strict, ..CheckSettings::default() };
        let mut inquiry =
            inquire(&entry, &sources, Some(scholarly.register()), SystemTime::today(), &settings).await;
        weigh_reading(&mut inquiry.report, &reference);
        inquiry.report
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_neither_empty_nor_a_book() {
        let of = |reference: String| ReferenceRequest { reference, strict: false }.check();
        assert!(of("Smith A. Weirs of oak. 2001.".to_owned()).is_ok());
        assert!(of(" ".to_owned()).is_err());
        assert!(of("x".repeat(REFERENCE + 1)).is_err());
    }
}
