//! Citations by alphabetic label: `[Knu84]`, `[ABC+21, Thm. 2]`.

use std::collections::HashMap;
use std::sync::LazyLock;

use regex::Regex;

use super::Reference;
use super::surface::{BlockText, Form, Part, Surface, Target};

static GROUP: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\[([^\[\]$]{2,160})\]").ok());

/// References by printed label.
#[derive(Debug)]
pub(crate) struct Labels {
    by_label: HashMap<String, usize>,
}

impl Labels {
    /// The labels that are words of letters and digits.
    pub(crate) fn new(references: &[Reference]) -> Self {
        let mut by_label = HashMap::new();
        for (index, reference) in references.iter().enumerate() {
            let label =
                reference.label.as_deref().unwrap_or_default().trim_matches(['[', ']', '(', ')', '.', ' ']);
            let is_label = (2..=14).contains(&label.chars().count())
                && !label.contains(char::is_whitespace)
                && label.chars().any(char::is_alphabetic);
            if is_label {
                by_label.entry(label.to_owned()).or_insert(index);
            }
        }
        Self { by_label }
    }
}

/// Groups that hold at least one known label.
pub(crate) fn find(block: BlockText<'_>, labels: &Labels) -> Vec<Surface> {
    let Some(regex) = GROUP.as_ref().filter(|_| !labels.by_label.is_empty()) else { return Vec::new() };
    let mut found = Vec::new();
    for capture in regex.captures_iter(block.text) {
        let (Some(whole), Some(inner)) = (capture.get(0), capture.get(1)) else { continue };
        if block.in_formula(&whole.range()) {
            continue;
        }
        let mut parts = Vec::new();
        let mut at = inner.start();
        for piece in inner.as_str().split_inclusive([',', ';']) {
            let label = piece.trim_matches([',', ';', ' ']);
            if let Some(index) = labels.by_label.get(label) {
                parts.push(Part { range: at..at + piece.len(), target: Target::Known(vec![*index]) });
            }
            at += piece.len();
        }
        if !parts.is_empty() {
            found.push(Surface {
                block: block.index,
                range: whole.range(),
                parts,
                form: Form::Label,
                narrative: false,
            });
        }
    }
    found
}
