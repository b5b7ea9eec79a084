//! SARIF 2.1.0 (OASIS): what code scanning services read.

use std::collections::BTreeMap;

use citelight::export::{BibExport, CheckedEntry};
use citelight::resolve::integrity::Label;
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
    let rules: BTreeMap<String, Value> = found
        .iter()
        .map(|entry| {
            let id = rule(entry);
            let about = format!("A bibliography entry: {}", id.replace('_', " "));
            (id.clone(), json!({ "id": id, "shortDescription": { "text": about } }))
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

/// The type of error, else the status: `author_mismatch`, `retracted`.
fn rule(entry: &CheckedEntry) -> String {
    let named = |value: Value| value.as_str().map(str::to_owned);
    let status = || serde_json::to_value(entry.status).ok().and_then(named);
    let error_type = entry.error_type.and_then(|error| serde_json::to_value(error).ok()).and_then(named);
    match entry.label {
        Label::Valid if entry.is_retracted() => "retracted".to_owned(),
        _ => error_type.or_else(status).unwrap_or_else(|| "unverified".to_owned()),
    }
}

fn result(entry: &CheckedEntry) -> Value {
    let level = match entry.label {
        _ if entry.needs_review() => "error",
        Label::Uncertain if entry.is_unchecked() => "warning",
        _ => "note",
    };
    json!({
        "ruleId": rule(entry),
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
