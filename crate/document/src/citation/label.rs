//! Citations by alphabetic label: `[Knu84]`, `[ABC+21, Thm. 2]`.

use std::collections::HashMap;

use super::Reference;
use super::surface::{BlockText, Form, Part, Surface, Target, settle_repeats};

/// Longest inside of a group, in bytes.
const LONGEST: usize = 240;

/// Most words of a label: `BÄU 08`.
const MOST_PARTS: usize = 2;

/// References by printed label.
#[derive(Debug)]
pub(crate) struct Labels {
    /// Several references under one label where the style does not tell them apart.
    by_label: HashMap<String, Vec<usize>>,
}

impl Labels {
    /// The printed labels, if most of them are words and not numbers.
    pub(crate) fn new(references: &[Reference]) -> Self {
        let mut by_label: HashMap<String, Vec<usize>> = HashMap::new();
        let mut words = 0;
        for (index, reference) in references.iter().enumerate() {
            let label =
                reference.label.as_deref().unwrap_or_default().trim_matches(['[', ']', '(', ')', '.', ' ']);
            let parts = label.split_whitespace().count();
            if (2..=14).contains(&label.chars().count()) && parts <= MOST_PARTS {
                let label = label.split_whitespace().collect::<Vec<_>>().join(" ");
                words += usize::from(label.contains(char::is_alphabetic));
                by_label.entry(label).or_default().push(index);
            }
        }
        if words * 2 < references.len() {
            by_label.retain(|label, _| label.contains(char::is_alphabetic));
        }
        Self { by_label }
    }
}

/// Groups that hold at least one known label.
pub(crate) fn find(block: BlockText<'_>, labels: &Labels) -> Vec<Surface> {
    if labels.by_label.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (start, inner) in block.innermost('[', ']', LONGEST) {
        let range = start..start + inner.len() + 2;
        if block.in_formula(&range) {
            continue;
        }
        let mut parts = Vec::new();
        let mut at = start + 1;
        for piece in inner.split_inclusive([',', ';']) {
            if let Some(references) = label_in(piece, labels) {
                let target = match references {
                    [only] => Target::Known(vec![*only]),
                    several => Target::OneOf(several.to_vec()),
                };
                parts.push(Part { range: at..at + piece.len(), target });
            }
            at += piece.len();
        }
        if !parts.is_empty() {
            settle_repeats(&mut parts);
            found.push(Surface { block: block.index, range, parts, form: Form::Label, narrative: false });
        }
    }
    found
}

/// The references of the label in a piece of a group: `Knu84`, `see Knu84`, `BÄU 08`.
fn label_in<'a>(piece: &str, labels: &'a Labels) -> Option<&'a [usize]> {
    let words: Vec<&str> = piece.split_whitespace().map(|word| word.trim_matches([',', ';', ':'])).collect();
    let joined = words.windows(2).filter_map(|pair| labels.by_label.get(&pair.join(" "))).next();
    joined.or_else(|| words.iter().find_map(|word| labels.by_label.get(*word))).map(Vec::as_slice)
}
