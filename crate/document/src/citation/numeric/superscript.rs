//! Superscript numbers as citations: `claim.³⁻⁵`, `2(p12)`.

use std::ops::Range;

use super::group::{Place, elements};
use super::notation::is_notation;
use super::numbers::Numbers;
use citelight_types::sort::SmallSort;

use crate::citation::surface::{BlockText, Form, Surface};

/// Superscript numbers: real superscripts and those of Unicode.
pub(crate) fn superscripts(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut stretches: Vec<Range<usize>> = block.superscripts.to_vec();
    stretches.extend(unicode_superscripts(block.text));
    stretches.small_sort_by_key(|range| (range.start, range.end));
    // Before they are joined: a citation may stand beside a symbol (`signals.¹² ¹³C`).
    stretches.retain(|stretch| {
        !block.in_formula(stretch) && !block.is_note_mark(stretch) && !is_notation(block, stretch)
    });
    for stretch in stretches {
        match runs.last_mut() {
            // `<sup>2</sup><sup>-6</sup>`, `<sup>2</sup>,<sup>6</sup>`
            Some(last)
                if stretch.start <= last.end + 3
                    && is_separator(&block.text[last.end.min(stretch.start)..stretch.start]) =>
            {
                last.end = last.end.max(stretch.end);
            }
            _ => runs.push(stretch),
        }
    }
    let mut found = Vec::new();
    for run in runs {
        let plain: String = block.text[run.clone()].chars().map(from_superscript).collect();
        let inner = trim_group(&plain);
        if !inner.contains(|c: char| c.is_ascii_digit()) || !inner.chars().all(is_group_char) {
            continue;
        }
        let place = Place { offset: 0, colon_pinpoints: true };
        let Some(mut parts) = elements(inner, place, numbers) else { continue };
        for part in &mut parts {
            part.range = run.clone();
        }
        found.push(Surface {
            block: block.index,
            range: run,
            parts,
            form: Form::Superscript,
            narrative: false,
        });
    }
    found
}

/// Takes white space, stops and brackets off the ends; a closing bracket that was opened inside stays.
fn trim_group(plain: &str) -> &str {
    let inner = plain.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.'));
    match (inner.chars().next(), inner.chars().next_back()) {
        (Some('['), Some(']')) | (Some('('), Some(')')) => inner[1..inner.len() - 1].trim(),
        _ => inner,
    }
}

fn is_group_char(c: char) -> bool {
    c.is_ascii_digit()
        || c.is_ascii_lowercase()
        || is_separator_char(c)
        || matches!(c, '.' | ':' | '(' | ')' | '[' | ']' | '§')
}

fn is_separator(text: &str) -> bool {
    text.chars().all(is_separator_char)
}

fn is_separator_char(c: char) -> bool {
    c.is_whitespace() || matches!(c, ',' | ';' | '-' | '–' | '—' | '‐' | '−' | '‑')
}

pub(super) fn from_superscript(c: char) -> char {
    match c {
        '¹' => '1',
        '²' => '2',
        '³' => '3',
        '⁰' => '0',
        '⁴'..='⁹' => char::from_u32(c as u32 - '⁴' as u32 + '4' as u32).unwrap_or(c),
        '⁻' => '-',
        other => other,
    }
}

fn unicode_superscripts(text: &str) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices().filter(|(_, c)| from_superscript(*c) != *c) {
        let end = at + c.len_utf8();
        match runs.last_mut() {
            Some(last) if last.end == at => last.end = end,
            _ => runs.push(at..end),
        }
    }
    runs
}
