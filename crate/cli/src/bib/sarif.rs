//! SARIF 2.1.0 (OASIS): what code scanning services read.

use std::collections::BTreeMap;

use citelight::export::{BibExport, CheckedEntry};
use citelight::resolve::integrity::{ErrorType, Label, Status};
use serde_json::{Value, json};

use super::github::message;
use super::text::verdict;

/// The log of one run.
pub(super) fn log(export: &BibExport) -> Value {
    let found: Vec<&CheckedEntry> = export
        .entries
        .iter()
        .filter(|entry| entry.needs_review() || entry.label == Label::Uncertain)
        .collect();
    let rules: BTreeMap<&str, Value> = found
        .iter()
        .map(|entry| {
            let Rule { id, about } = rule(entry);
            (id, json!({ "id": id, "shortDescription": { "text": about } }))
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "citelight",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules.into_values().collect::<Vec<_>>(),
            } },
            "results": found.iter().map(|entry| result(entry)).collect::<Vec<_>>(),
        }],
    })
}

/// What a result is of, in words that say what was found, not who is to blame: a source may lack a work or err.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    id: &'static str,
    about: &'static str,
}

const NOT_FOUND: Rule = Rule { id: "not-found", about: "No source that was asked has the work" };
const TITLE: Rule = Rule { id: "title-differs", about: "The title differs from that of the nearest record" };
const AUTHORS: Rule = Rule { id: "authors-differ", about: "The authors differ from those of the record" };
const VENUE: Rule = Rule { id: "venue-differs", about: "The venue differs from that of the record" };
const ELSEWHERE: Rule =
    Rule { id: "identifier-of-another-work", about: "The identifier is that of another work" };
const FIELDS: Rule = Rule { id: "fields-differ", about: "Several fields differ from those of the records" };

/// By the type of error, else by the status.
fn rule(entry: &CheckedEntry) -> Rule {
    if entry.label == Label::Valid && entry.is_retracted() {
        return Rule { id: "retracted", about: "The work was retracted" };
    }
    if entry.status == Status::IdentifierOfAnotherWork {
        return of_status(entry.status);
    }
    entry.error_type.map_or_else(|| of_status(entry.status), of_error)
}

fn of_error(error: ErrorType) -> Rule {
    match error {
        ErrorType::PlausibleFabrication => NOT_FOUND,
        ErrorType::ChimericTitle | ErrorType::NearMissTitle => TITLE,
        ErrorType::SwappedAuthors => AUTHORS,
        ErrorType::WrongVenue => VENUE,
        ErrorType::MergedCitation => FIELDS,
        ErrorType::FabricatedDoi => Rule { id: "doi-not-found", about: "The DOI was not found" },
        ErrorType::HybridFabrication => ELSEWHERE,
        ErrorType::NonexistentVenue => Rule { id: "venue-not-found", about: "No record names the venue" },
        ErrorType::PlaceholderAuthors => {
            Rule { id: "placeholder-authors", about: "Names stand in the place of authors that name nobody" }
        }
        ErrorType::FutureDate => Rule { id: "future-year", about: "The year is still to come" },
        ErrorType::PreprintAsPublished => {
            Rule { id: "preprint-only", about: "A venue is given, the records have a preprint alone" }
        }
        ErrorType::PartialAuthorList => {
            Rule { id: "authors-cut", about: "The list of authors is shorter than that of the record" }
        }
        ErrorType::ArxivVersionMismatch => {
            Rule { id: "versions-mixed", about: "Fields of the preprint and of the publication are mixed" }
        }
    }
}

fn of_status(status: Status) -> Rule {
    match status {
        Status::NotFound | Status::Hallucinated => NOT_FOUND,
        Status::TitleMismatch => TITLE,
        Status::AuthorMismatch => AUTHORS,
        Status::YearMismatch => {
            Rule { id: "year-differs", about: "The year differs from that of the record" }
        }
        Status::VenueMismatch => VENUE,
        Status::IdentifierOfAnotherWork => ELSEWHERE,
        Status::PartialMatch => FIELDS,
        Status::Verified | Status::Unverified => {
            Rule { id: "unverified", about: "Whether the work is as described could not be told" }
        }
    }
}

fn result(entry: &CheckedEntry) -> Value {
    // A retraction is a fact of the record; what is missing or differs is for somebody to look at.
    let level = match entry.label {
        _ if entry.is_retracted() => "error",
        _ if entry.needs_review() => "warning",
        _ => "note",
    };
    json!({
        "ruleId": rule(entry).id,
        "level": level,
        "message": { "text": format!("{}: {}. {}", entry.key, verdict(entry), message(entry)) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&entry.file) },
            "region": { "startLine": entry.line.max(1) },
        } }],
        "partialFingerprints": { "entry/v1": entry.key },
    })
}

/// A path as a relative reference (RFC 3986).
fn uri(path: &str) -> String {
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
    fn no_rule_says_more_than_was_found() {
        let rules = [
            of_error(ErrorType::PlausibleFabrication),
            of_error(ErrorType::HybridFabrication),
            of_error(ErrorType::NonexistentVenue),
            of_error(ErrorType::FabricatedDoi),
            of_status(Status::Hallucinated),
        ];
        let ids = rules.map(|rule| rule.id);
        assert_eq!(
            ids,
            ["not-found", "identifier-of-another-work", "venue-not-found", "doi-not-found", "not-found"]
        );
        for Rule { id, about } in rules {
            let words = format!("{id} {about}").to_lowercase();
            assert!(
                !["fabricat", "hallucinat", "nonexist"].iter().any(|word| words.contains(word)),
                "{words}"
            );
        }
    }
}
