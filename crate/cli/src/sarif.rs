//! SARIF 2.1.0 (OASIS): what code scanning services read.

use citelight::resolve::integrity::Discrepancy;
use serde_json::{Value, json};

/// The log of one run by a policy.
pub(crate) fn log(
    policy: &str,
    rules: impl Iterator<Item = Value>,
    results: impl Iterator<Item = Value>,
) -> Value {
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "citelight",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.collect::<Vec<_>>(),
            } },
            "properties": { "policy": policy },
            "results": results.collect::<Vec<_>>(),
        }],
    })
}

/// What a result is of, in words that say what was found, not who is to blame: a source may lack a work or err.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) id: &'static str,
    pub(crate) about: &'static str,
}

impl Rule {
    /// It as a log describes it.
    pub(crate) fn description(self) -> Value {
        json!({ "id": self.id, "shortDescription": { "text": self.about } })
    }
}

/// The rule of one fact.
pub(crate) fn of_fact(fact: Discrepancy) -> Rule {
    let (id, about) = match fact {
        Discrepancy::NotFound => ("not-found", "No source that was asked has the work"),
        Discrepancy::Title => ("title-differs", "The title differs from that of the nearest record"),
        Discrepancy::TitleSpelling => {
            ("title-misspelt", "The title differs in spelling from that of the record")
        }
        Discrepancy::TitleRenamed => ("title-renamed", "The work has another title now"),
        Discrepancy::Authors => ("authors-differ", "The authors differ from those of the record"),
        Discrepancy::AuthorsInPart => {
            ("authors-differ-in-part", "Some authors differ from those of the record")
        }
        Discrepancy::AuthorsMissing => {
            ("authors-cut", "The list of authors is shorter than that of the record")
        }
        Discrepancy::PlaceholderAuthors => {
            ("placeholder-authors", "Names stand in the place of authors that name nobody")
        }
        Discrepancy::Venue => ("venue-differs", "The venue differs from that of the record"),
        Discrepancy::VenueUnknown => ("venue-not-found", "No record names the venue"),
        Discrepancy::PreprintAsPublished => {
            ("preprint-only", "A venue is given, the records have a preprint alone")
        }
        Discrepancy::VersionsMixed => {
            ("versions-mixed", "Fields of the preprint and of the publication are mixed")
        }
        Discrepancy::Year => ("year-differs", "The year differs from that of the record"),
        Discrepancy::YearToCome => ("future-year", "The year is still to come"),
        Discrepancy::DoiNotFound => ("doi-not-found", "The DOI was not found"),
        Discrepancy::DoiOfAnotherWork => {
            ("identifier-of-another-work", "The identifier is that of another work")
        }
        Discrepancy::ArxivIdOfAnotherWork => {
            ("arxiv-id-of-another-work", "The arXiv identifier is that of another work")
        }
        Discrepancy::MalformedIdentifier => ("identifier-malformed", "The identifier cannot be one"),
        Discrepancy::Volume => ("volume-differs", "The volume differs from that of the records"),
        Discrepancy::Number => ("number-differs", "The issue differs from that of the records"),
        Discrepancy::Pages => ("pages-differ", "The pages differ from those of the records"),
        Discrepancy::EntryType => ("entry-type-differs", "The records have the work as one of another type"),
        Discrepancy::Retracted => ("retracted", "The work was retracted"),
        Discrepancy::Withdrawn => ("withdrawn", "The work was withdrawn"),
        Discrepancy::Concern => ("concern", "The journal has expressed concern about the work"),
        Discrepancy::Unconfirmed => ("unverified", "Whether the work is as described could not be told"),
    };
    Rule { id, about }
}

/// A path as a relative reference (RFC 3986).
pub(crate) fn uri(path: &str) -> String {
    let kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.trim_start_matches("./")
        .bytes()
        .map(|byte| if kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rule_says_more_than_was_found_and_each_has_a_name_of_its_own() {
        let rules = Discrepancy::ALL.map(of_fact);
        let ids: std::collections::BTreeSet<&str> = rules.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), rules.len());
        for Rule { id, about } in rules {
            let words = format!("{id} {about}").to_lowercase();
            let accuses =
                ["fabricat", "hallucinat", "nonexist", "invent"].iter().any(|word| words.contains(word));
            assert!(!accuses, "{words}");
        }
    }
}
