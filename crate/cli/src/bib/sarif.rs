//! Checked entries as results of SARIF.

use std::collections::BTreeMap;

use citelight::export::{BibExport, CheckedEntry, Judged, Level};
use citelight::resolve::integrity::{Discrepancy, Problem};
use serde_json::{Value, json};

use super::github::message;
use super::text::verdict;
use crate::sarif::{self, Rule, of_fact, uri};

/// The log of one run.
pub(super) fn log(export: &BibExport) -> Value {
    let found: Vec<&CheckedEntry> =
        export.entries.iter().filter(|entry| entry.level > Level::None || entry.is_unchecked()).collect();
    let rules: BTreeMap<&str, Value> = found
        .iter()
        .map(|entry| {
            let rule = rule(entry);
            (rule.id, rule.description())
        })
        .collect();
    sarif::log(&export.policy, rules.into_values(), found.iter().map(|entry| result(entry)))
}

/// Of works that no source has and none could be expected to have.
const NOT_CHECKABLE: Rule =
    Rule { id: "not-checkable", about: "The sources that were asked need not have such a work" };

/// By the gravest fact; where a description differs in several, by that.
pub(crate) fn rule(entry: &CheckedEntry) -> Rule {
    let gravest = entry.gravest();
    let as_grave = entry.discrepancies.iter().filter(|judged| {
        Some(judged.level) == gravest.map(|gravest| gravest.level)
            && judged.kind.problem() == Some(Problem::Misdescribed)
    });
    match gravest {
        Some(Judged { kind: Discrepancy::Unconfirmed, .. }) if entry.not_checkable.is_some() => NOT_CHECKABLE,
        Some(Judged { kind: Discrepancy::NotFound, .. }) if entry.names_another_work() => {
            of_fact(Discrepancy::DoiOfAnotherWork)
        }
        Some(Judged { kind, .. })
            if kind.problem() != Some(Problem::Misdescribed) || as_grave.count() < 2 =>
        {
            of_fact(kind)
        }
        Some(_) => Rule { id: "fields-differ", about: "Several fields differ from those of the records" },
        None => of_fact(Discrepancy::Unconfirmed),
    }
}

fn result(entry: &CheckedEntry) -> Value {
    let facts: Vec<Value> = entry
        .discrepancies
        .iter()
        .map(|Judged { kind, level }| json!({ "kind": kind, "level": level }))
        .collect();
    json!({
        "ruleId": rule(entry).id,
        "level": entry.level.max(if entry.is_unchecked() { Level::Note } else { Level::None }),
        "message": { "text": format!("{}: {}. {}", entry.key, verdict(entry), message(entry)) },
        "locations": [{ "physicalLocation": {
            "artifactLocation": { "uri": uri(&entry.file) },
            "region": { "startLine": entry.line.max(1) },
        } }],
        "partialFingerprints": { "entry/v1": entry.key },
        "properties": { "problem": entry.problem, "notCheckable": entry.not_checkable, "discrepancies": facts },
    })
}
