//! The records that references resolved to, each once, under keys of their own.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::export::CheckExport;
use citelight_records::cite;
use citelight_records::sources::Record;

pub(super) fn csl_json(export: &CheckExport) -> Value {
    let items = keyed(export).into_iter().map(|(key, record)| {
        let mut item = cite::csl_json(record);
        if let Some(fields) = item.as_object_mut() {
            fields.insert("id".to_owned(), Value::from(key));
        }
        item
    });
    Value::Array(items.collect())
}

pub(super) fn bibtex(export: &CheckExport) -> String {
    let entries = keyed(export).into_iter().map(|(key, record)| {
        let (own, entry) = (cite::key_of(record), cite::bibtex(record));
        entry.replacen(&format!("{{{own},"), &format!("{{{key},"), 1)
    });
    entries.map(|entry| entry.trim_end().to_owned()).collect::<Vec<_>>().join("\n\n")
}

/// Records in the order of the list; a second one of the same key gets a letter.
fn keyed(export: &CheckExport) -> Vec<(String, &Record)> {
    let mut seen = BTreeSet::new();
    let mut keys = BTreeSet::new();
    let resolved = export.resolutions.iter().filter_map(|state| state.resolution.record());
    resolved
        .filter(|record| seen.insert((&record.source, &record.id)))
        .map(|record| {
            let own = cite::key_of(record);
            let letters = ('b'..='z').map(|letter| format!("{own}{letter}"));
            let numbers = (27..).map(|number| format!("{own}-{number}"));
            let mut names = std::iter::once(own.clone()).chain(letters).chain(numbers);
            let key = names.find(|name| !keys.contains(name)).unwrap_or_default();
            keys.insert(key.clone());
            (key, record)
        })
        .collect()
}
