//! Citations by number: `[3, 5–7]`, `(3)`, superscripts.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::Reference;
use super::surface::{BlockText, Form, Part, Surface, Target};

/// Longest range of numbers that is believed.
const LONGEST_RANGE: u32 = 150;

static BRACKETED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\[([^\[\]$]{1,240})\]").ok());
static PARENTHESISED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\(([^()$]{1,120})\)").ok());
/// An element of a group: words before, a number or a range, words after.
static ELEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)^\s*(?P<before>(?:(?:see|e\.g\.|cf\.|i\.e\.|also|for|and|example|instance|in|refs?\.?|references?|reviewed|review|by|among|others|reviews|the|text|SI)[\s,.:]*)*)
          [\[(]?(?P<first>\d{1,4})(?P<letter>[a-z])?[\])]?
          (?:\s*(?:[-–—‐‑−]|\bto\b)+\s*[\[(]?(?P<last>\d{1,4})[a-z]?[\])]?)?
          (?P<after>\s+(?:and|in|for|p|pp|Sec|Section|Ch|Chap|Chapter|Thm|Theorem|Lemma|Prop|Fig|Eq|Def|App|Table|Cor|Corollary|reviewed|therein|references)\b.*|\s*)$",
    )
    .ok()
});
/// Words after which a number in brackets is no citation.
static NO_CITATION_AFTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:tables?|tabs?|fig(?:ure)?s?|eqs?|eqns?|equations?|interval|range|\+/-|±|=|≈|∈|~)$")
        .ok()
});
/// Words after which a number in round brackets is a label of the article's own.
static OWN_LABEL_AFTER: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:sections?|secs?|steps?|algorithm|theorem|lemma|definition|proposition|corollary|remark|schemes?|box|panel|appendix|chapter)$",
    )
    .ok()
});
static ENUMERATES: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?:[:;,.]|\b(?:and|or|either|both|namely|then|by|to|are|is|were|into|i\.e\.))\s*$").ok()
});

/// Which reference a printed number means.
#[derive(Debug)]
pub(crate) struct Numbers {
    by_number: HashMap<u32, usize>,
    highest: u32,
}

impl Numbers {
    /// Labels where they print numbers, else positions.
    pub(crate) fn new(references: &[Reference]) -> Self {
        let label = |reference: &Reference| {
            let label = reference.label.as_deref()?.trim_matches(|c: char| !c.is_alphanumeric());
            label.parse::<u32>().ok()
        };
        let labelled = references.iter().filter(|reference| label(reference).is_some()).count();
        let by_label = labelled * 2 > references.len();
        let mut by_number = HashMap::new();
        for (index, reference) in references.iter().enumerate() {
            let number = if by_label { label(reference) } else { Some(reference.number) };
            if let Some(number) = number {
                // A supplement that counts anew does not take the article's numbers.
                by_number.entry(number).or_insert(index);
            }
        }
        let highest = by_number.keys().copied().max().unwrap_or_default();
        Self { by_number, highest }
    }

    fn target(&self, first: u32, last: Option<u32>) -> Option<Target> {
        let last = last.unwrap_or(first);
        let plausible = first > 0 && last >= first && last - first <= LONGEST_RANGE;
        // Years and quantities are no numbers of references.
        if !plausible || last > self.highest.saturating_mul(2).max(self.highest + 100) {
            return None;
        }
        let known: Vec<usize> =
            (first..=last).filter_map(|number| self.by_number.get(&number).copied()).collect();
        Some(if known.is_empty() { Target::Nothing } else { Target::Known(known) })
    }
}

/// Groups in square brackets.
pub(crate) fn bracketed(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let groups = enclosed(block, &BRACKETED, numbers, Form::Bracketed);
    join(block, groups)
}

/// Groups in round brackets. Only to be trusted where the document cites so throughout.
pub(crate) fn parenthesised(block: BlockText<'_>, numbers: &Numbers) -> Vec<Surface> {
    let groups = enclosed(block, &PARENTHESISED, numbers, Form::Parenthesised);
    without_enumerations(block, groups)
}

fn enclosed(
    block: BlockText<'_>,
    pattern: &LazyLock<Option<Regex>>,
    numbers: &Numbers,
    form: Form,
) -> Vec<Surface> {
    let Some(regex) = pattern.as_ref() else { return Vec::new() };
    let mut found = Vec::new();
    for capture in regex.captures_iter(block.text) {
        let (Some(whole), Some(inner)) = (capture.get(0), capture.get(1)) else { continue };
        let word = block.word_before(whole.start());
        let excluded = NO_CITATION_AFTER.as_ref().is_some_and(|regex| regex.is_match(word));
        // `F (2,29) = 4.16`: a statistic and its degrees of freedom.
        let equated = block.text[whole.end()..].trim_start().starts_with(['=', '<', '>', '≈', '≥', '≤']);
        if form == Form::Parenthesised && equated {
            continue;
        }
        // `f(3)`, `x[1]`: an argument, not a citation; but `lupin[3]` and `reads.[4]` are.
        let glued = form == Form::Parenthesised
            && (is_argument(&block.text[..whole.start()])
                || OWN_LABEL_AFTER.as_ref().is_some_and(|regex| regex.is_match(word)));
        if excluded
            || glued
            || block.in_formula(&whole.range())
            || !inner.as_str().contains(|c: char| c.is_ascii_digit())
        {
            continue;
        }
        if let Some(parts) = elements(inner.as_str(), inner.start(), numbers) {
            found.push(Surface { block: block.index, range: whole.range(), parts, form, narrative: false });
        }
    }
    found
}

/// Whether what precedes a bracket is the name of a function or a statistic: `f(3)`, `t(34)`, `CO(2)`.
fn is_argument(before: &str) -> bool {
    let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    !word.is_empty() && (word.chars().count() < 4 || !word.chars().all(char::is_lowercase))
}

/// The elements of a group, or nothing if it reads as something else.
fn elements(inner: &str, offset: usize, numbers: &Numbers) -> Option<Vec<Part>> {
    let regex = ELEMENT.as_ref()?;
    let mut parts = Vec::new();
    let mut at = 0;
    let mut in_note = false;
    for piece in inner.split_inclusive([',', ';']).flat_map(|piece| split_and(piece)) {
        let start = at;
        at += piece.len();
        let text = piece.trim_end_matches([',', ';', ' ']);
        if text.trim().is_empty() {
            continue;
        }
        // `[9, §1, 5]`: numbers after a pinpoint go on with it, up to a semicolon.
        if in_note {
            in_note = !piece.ends_with(';');
            continue;
        }
        if let Some(found) = regex.captures(text) {
            let first = found.name("first")?;
            let last = found.name("last").and_then(|last| last.as_str().parse().ok());
            let end = found.name("last").map_or(first.end(), |last| last.end());
            let target = numbers.target(first.as_str().parse().ok()?, last)?;
            parts.push(Part { range: offset + start + first.start()..offset + start + end, target });
        } else if parts.is_empty() && text.trim().len() > 12
            || text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        {
            return None;
        } else if text.contains(|c: char| c.is_alphabetic() || c == '§') {
            in_note = !parts.is_empty() && !piece.ends_with(';');
        } else {
            return None;
        }
    }
    (!parts.is_empty()).then_some(parts)
}

fn split_and(piece: &str) -> Vec<&str> {
    for word in [" and ", " & "] {
        if let Some(at) = piece.find(word)
            && piece[..at].trim_end().ends_with(|c: char| c.is_ascii_digit())
        {
            return vec![&piece[..at + word.len() - 1], &piece[at + word.len() - 1..]]
                .into_iter()
                .map(|part| part.strip_suffix("and").unwrap_or(part))
                .collect();
        }
    }
    vec![piece]
}

/// Joins `[3], [5]` and `[3]–[5]` to one citation.
fn join(block: BlockText<'_>, groups: Vec<Surface>) -> Vec<Surface> {
    let mut joined: Vec<Surface> = Vec::new();
    for group in groups {
        let Some(last) = joined.last_mut() else {
            joined.push(group);
            continue;
        };
        let between = block.text[last.range.end..group.range.start].trim();
        let dash = matches!(between, "-" | "–" | "—" | "‐" | "−" | "‑");
        if !dash && !matches!(between, "" | "," | ";") || group.range.start - last.range.end > 3 {
            joined.push(group);
            continue;
        }
        last.range.end = group.range.end;
        if dash
            && let (Some(Target::Known(from)), Some(Target::Known(to))) = (
                last.parts.last().map(|part| part.target.clone()),
                group.parts.first().map(|part| part.target.clone()),
            )
            && let (Some(from), Some(to)) = (from.last(), to.first())
            && to > from
            && to - from <= LONGEST_RANGE as usize
        {
            let between = (from + 1..*to).collect();
            let start = last.parts.last().map_or(0, |part| part.range.end);
            last.parts.push(Part { range: start..start, target: Target::Known(between) });
        }
        last.parts.extend(group.parts);
    }
    joined
}

/// Drops `(1) … (2) … (3)` that count points of an argument.
fn without_enumerations(block: BlockText<'_>, groups: Vec<Surface>) -> Vec<Surface> {
    let counts = |group: &Surface| {
        let inner = block.text[group.range.clone()].trim_matches(['(', ')']);
        let number: u32 = inner.parse().ok()?;
        let before = &block.text[..group.range.start];
        let introduced =
            before.trim().is_empty() || ENUMERATES.as_ref().is_some_and(|regex| regex.is_match(before));
        (introduced && number < 20).then_some(number)
    };
    let counted: Vec<u32> = groups.iter().filter_map(counts).collect();
    let is_enumeration = |number: u32| {
        counted.contains(&1) && counted.contains(&2) && (1..=number).all(|n| counted.contains(&n))
    };
    groups.into_iter().filter(|group| !counts(group).is_some_and(is_enumeration)).collect()
}

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
        if block.in_formula(&run) || is_exponent(block, &run) {
            continue;
        }
        let plain: String = block.text[run.clone()].chars().map(from_superscript).collect();
        let inner = plain.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | ';' | '[' | ']' | '(' | ')' | '.')
        });
        if inner.is_empty()
            || !inner.chars().all(|c| c.is_ascii_digit() || is_separator_char(c) || c.is_ascii_lowercase())
        {
            continue;
        }
        let Some(mut parts) = elements(inner, 0, numbers) else { continue };
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
            | "in"
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
    // `(Pm⁴)`: a name with a superscript of its own.
    let named =
        before.ends_with(&format!("({word}")) && word.len() <= 3 && block.text[run.end..].starts_with(')');
    let digit = word.ends_with(|c: char| c.is_ascii_digit()) && word.len() < 4 && small;
    power || unit && small || digit || named
}
