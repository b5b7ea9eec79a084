//! Corrections that an editor offers: fields as the record has them, and identifiers that lead elsewhere taken out.

use std::ops::Range;

use citelight::resolve::corrections::{FieldEdit, SpannedEntry, read_bibtex};
use citelight::resolve::integrity::Discrepancy;
use tower_lsp_server::ls_types::TextEdit;

use super::analysis::Analysis;
use super::diagnostics::{change, fields};
use super::question::Answer;
use crate::bib;

/// A correction.
#[derive(Debug)]
pub(super) struct Correction {
    /// What it does, in words.
    pub(super) title: String,
    /// How the text changes.
    pub(super) edit: TextEdit,
    /// It is the one to take where one is taken.
    pub(super) is_preferred: bool,
}

/// The corrections of an entry, the whole one first. Each leaves an entry that reads back as it is meant.
pub(super) fn corrections(analysis: &Analysis, span: &SpannedEntry, answer: &Answer) -> Vec<Correction> {
    let text = &*analysis.text;
    let written = |edits: Vec<FieldEdit>| {
        let fix = bib::in_place(Some(text), span, edits).0?;
        Some((fix.edits.len(), fix.bibtex?))
    };
    let mut found = Vec::new();
    let mut add = |title: String, new: &str, is_preferred: bool| {
        if let Some(edit) = edit(analysis, &span.range, new) {
            found.push(Correction { title, edit, is_preferred });
        }
    };
    if let Some((count, new)) = written(answer.edits.clone()).filter(|(count, _)| *count > 1) {
        add(format!("Correct {count} fields as the record has them"), &new, true);
    }
    for one in &answer.edits {
        let title = match &one.old {
            Some(_) => format!("Correct the {}: {}", one.field, change(one)),
            None => format!("Add the {}: {}", one.field, change(one)),
        };
        if let Some((_, new)) = written(vec![one.clone()]) {
            add(title, &new, answer.edits.len() == 1);
        }
    }
    for (fact, field, name) in [
        (Discrepancy::DoiNotFound, "doi", "DOI"),
        (Discrepancy::DoiOfAnotherWork, "doi", "DOI"),
        (Discrepancy::ArxivIdOfAnotherWork, "eprint", "arXiv identifier"),
    ] {
        debug_assert!(fields(fact).contains(&field));
        let is_found = answer.entry.discrepancies.iter().any(|judged| judged.kind == fact);
        if let Some(new) = is_found.then(|| without(text, span, field)).flatten() {
            let why =
                if fact == Discrepancy::DoiNotFound { "nobody knows it" } else { "it is another work’s" };
            add(format!("Remove the {name}: {why}"), &new, false);
        }
    }
    found
}

/// The entry without a field; none where it would not read back as just that.
fn without(text: &str, span: &SpannedEntry, field: &str) -> Option<String> {
    let value = span.values.get(field).filter(|_| span.is_sound)?;
    let at = span.fields.iter().position(|own| own.start <= value.start && value.end <= own.end)?;
    let own = span.fields.get(at)?;
    let before = at.checked_sub(1).and_then(|at| span.fields.get(at));
    let cut = match (span.fields.get(at + 1), before) {
        (Some(next), _) => own.start..next.start,
        (None, Some(before)) => before.end..own.end,
        (None, None) => own.clone(),
    };
    let written = format!("{}{}", text.get(span.range.start..cut.start)?, text.get(cut.end..span.range.end)?);
    let read = read_bibtex(&written);
    let [again] = read.as_slice() else { return None };
    let is_same = again.is_sound
        && again.entry.key == span.entry.key
        && again.values.len() + 1 == span.values.len()
        && !again.values.contains_key(field);
    is_same.then_some(written)
}

/// The smallest change that makes a stretch of the text this; none where it is this already.
fn edit(analysis: &Analysis, range: &Range<usize>, new: &str) -> Option<TextEdit> {
    let old = analysis.text.get(range.clone())?;
    let same = |pair: &(char, char)| pair.0 == pair.1;
    let head: usize = old.chars().zip(new.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (old_rest, new_rest) = (old.get(head..)?, new.get(head..)?);
    let tail = old_rest.chars().rev().zip(new_rest.chars().rev());
    let tail: usize = tail.take_while(same).map(|(c, _)| c.len_utf8()).sum();
    if old == new {
        return None;
    }
    let range = range.start + head..range.end - tail;
    let new_text = new_rest.get(..new_rest.len() - tail)?.to_owned();
    Some(TextEdit { range: analysis.lines.range(&analysis.text, &range), new_text })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_taken_out_with_its_comma() {
        for (entry, left) in [
            ("@misc{a, doi={1}, title={A}}", "@misc{a, title={A}}"),
            ("@misc{a,\n  title={A},\n  doi = {1},\n}", "@misc{a,\n  title={A},\n}"),
            ("@misc{a,\n  title={A},\n  doi = {1}\n}", "@misc{a,\n  title={A}\n}"),
        ] {
            let spans = read_bibtex(entry);
            assert_eq!(without(entry, &spans[0], "doi").as_deref(), Some(left), "{entry}");
        }
        let broken = "@misc{a, doi={1}, title={A}";
        assert_eq!(read_bibtex(broken).first().and_then(|span| without(broken, span, "doi")), None);
    }

    #[test]
    fn only_what_differs_is_changed() {
        let analysis = Analysis::of_bibliography("@misc{𝒳, title={é}, year={2021}}".into(), 1);
        let new = "@misc{𝒳, title={é}, year={2012}}";
        let changed = edit(&analysis, &(0..analysis.text.len()), new).unwrap();
        assert_eq!((changed.new_text.as_str(), changed.range.start.character), ("12", 29));
        assert_eq!(changed.range.end.character, 31);
        assert!(edit(&analysis, &(0..analysis.text.len()), &analysis.text).is_none());
    }
}
