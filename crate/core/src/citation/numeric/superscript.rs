//! Superscript numbers as citations: `claim.³⁻⁵`, `2(p12)`.

use std::ops::Range;

use super::Numbers;
use super::group::{Place, elements};
use crate::citation::surface::{BlockText, Form, Surface};

/// Superscript numbers: real superscripts and those of Unicode.
pub(crate) fn superscripts(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    let mut stretches: Vec<Range<usize>> = block.superscripts.to_vec();
    stretches.extend(unicode_superscripts(block.text));
    stretches.sort_by_key(|range| (range.start, range.end));
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
        if block.in_formula(&run) || block.is_note_mark(&run) || is_exponent(block, &run) {
            continue;
        }
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

fn from_superscript(c: char) -> char {
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

/// `10³`, `cm²`, `R²`, `χ²`: mathematics and units.
fn is_exponent(block: BlockText<'_>, run: &Range<usize>) -> bool {
    let before = &block.text[..run.start];
    let word = before
        .rsplit(|c: char| !c.is_alphanumeric() && !matches!(c, 'μ' | 'µ' | 'Å'))
        .next()
        .unwrap_or_default();
    let value = block.text[run.clone()].trim().chars().map(from_superscript).collect::<String>();
    let small = matches!(value.as_str(), "2" | "3" | "4");
    let power = word.ends_with("10")
        && before.trim_end().ends_with("10")
        && value.parse::<u32>().is_ok_and(|value| value < 25);
    let unit = matches!(
        word,
        "m" | "cm"
            | "mm"
            | "km"
            | "dm"
            | "nm"
            | "μm"
            | "µm"
            | "um"
            | "s"
            | "kg"
            | "ft"
            | "Å"
            | "R"
            | "r"
            | "χ"
            | "η"
            | "ω"
            | "x"
            | "y"
            | "z"
            | "n"
            | "N"
            | "T"
            | "d"
            | "p"
            | "h"
            | "k"
            | "a"
            | "b"
            | "c"
            | "f"
            | "I"
            | "t"
            | "v"
            | "e"
    );
    // `5 in²`; but `described in²` is no measure.
    let inches =
        word == "in" && before.trim_end_matches("in").trim_end().ends_with(|c: char| c.is_ascii_digit());
    // `(Pm⁴)`: a name with a superscript of its own.
    let named =
        before.ends_with(&format!("({word}")) && word.len() <= 3 && block.text[run.end..].starts_with(')');
    let digit = word.ends_with(|c: char| c.is_ascii_digit()) && word.len() < 4 && small;
    power || (unit || inches) && small || digit || named
}
