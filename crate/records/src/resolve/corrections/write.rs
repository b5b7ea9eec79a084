//! Writing edits into a BibTeX file: only the edited values change, byte for byte.

use std::ops::Range;

use citelight_types::sort::SmallSort;

use super::merge::is_balanced;
use super::spans::SpannedEntry;
use super::{ENTRY_TYPE, FieldEdit, renamed};

/// The file with the edits of its entries; all else stays as it is. `edits` belong to `entries` by position. A value that
/// would end before its delimiter does is not written, nor anything into an entry that is not sound.
pub fn apply(text: &str, entries: &[SpannedEntry], edits: &[Vec<FieldEdit>]) -> String {
    let mut changes: Vec<(Range<usize>, String)> = Vec::new();
    for (entry, edits) in entries.iter().zip(edits).filter(|(entry, _)| entry.is_sound) {
        let mut added = String::new();
        for edit in edits.iter().filter(|edit| is_balanced(&edit.new)) {
            if edit.field == ENTRY_TYPE {
                changes.extend(retyped(text, entry, &edit.new));
                continue;
            }
            match entry.values.get(&edit.field) {
                Some(range) => {
                    let old = text.get(range.clone()).unwrap_or_default();
                    changes.push((range.clone(), delimited(&edit.new, old)));
                }
                None => added.push_str(&field_like(text, entry, &edit.field, &edit.new)),
            }
        }
        if let Some(last) = entry.fields.last().filter(|_| !added.is_empty()) {
            changes.push((last.end..last.end, added));
        }
    }
    changes.small_sort_by_key(|(range, _)| (range.start, range.end));
    let mut written = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in changes {
        let Some(kept) = text.get(at..range.start) else { continue };
        written.push_str(kept);
        written.push_str(&new);
        at = range.end;
    }
    written.push_str(text.get(at..).unwrap_or_default());
    written
}

/// The type after `@`, and the name of the venue's field.
fn retyped(text: &str, entry: &SpannedEntry, kind: &str) -> Vec<(Range<usize>, String)> {
    let start = entry.range.start + 1;
    let head = text.get(start..entry.range.end).and_then(|rest| rest.split(['{', '(']).next());
    let head = head.unwrap_or_default().trim_end();
    let fields = entry.fields.iter().filter_map(|field| {
        let name = text.get(field.clone())?.split('=').next()?.trim_end();
        let lower = name.to_ascii_lowercase();
        let new = renamed(&lower, Some(kind));
        (new != lower).then(|| (field.start..field.start + name.len(), new.to_owned()))
    });
    [(start..start + head.len(), kind.to_owned())].into_iter().chain(fields).collect()
}

/// A value between the delimiters of the old one; braces where those cannot hold it.
fn delimited(value: &str, old: &str) -> String {
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let is_bare = !old.starts_with(['{', '"']);
    if is_bare && is_number {
        value.to_owned()
    } else if old.starts_with('"') && old.ends_with('"') && !value.contains('"') {
        format!("\"{value}\"")
    } else {
        format!("{{{value}}}")
    }
}

/// A new field after the last one, laid out like it.
fn field_like(text: &str, entry: &SpannedEntry, name: &str, value: &str) -> String {
    let Some(last) = entry.fields.last() else { return String::new() };
    let before = text.get(..last.start).unwrap_or_default();
    let white = &before[before.trim_end().len()..];
    let white = if white.is_empty() { " " } else { white };
    let heads: Vec<(&str, &str)> =
        entry.fields.iter().filter_map(|field| text.get(field.clone())?.split_once('=')).collect();
    let (left, right) = heads.last().copied().unwrap_or((" ", " "));
    // Signs of equality that stand under each other after names of different length are aligned.
    let column = left.len();
    let aligned = heads.len() > 1
        && heads.iter().filter(|(other, _)| other.len() == column).count() * 2 > heads.len()
        && heads.iter().any(|(other, _)| other.trim_end().len() != left.trim_end().len());
    let gap = left.len() - left.trim_end().len();
    let column = if aligned { column.max(name.len() + 1) } else { name.len() + gap };
    let right: String = right.chars().take_while(|c| *c == ' ').collect();
    format!(",{white}{name:column$}={right}{{{value}}}")
}
