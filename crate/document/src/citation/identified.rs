//! Citations by identifier: `(doi:10.1038/nature14539; arxiv:1609.08144)`, as drafts and reviews print them.

use std::collections::HashMap;

use super::surface::{BlockText, Form, Part, Surface, Target};
use super::{Reference, brackets};
use citelight_types::identifiers::identifiers_in;

/// Longest inside of a group, in bytes.
const LONGEST: usize = 600;

/// References by what identifies them.
#[derive(Debug)]
pub(crate) struct Identified {
    by_identifier: HashMap<String, Vec<usize>>,
}

impl Identified {
    pub(crate) fn new(references: &[Reference]) -> Self {
        let mut by_identifier: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, reference) in references.iter().enumerate() {
            for (kind, value) in reference.identifiers.named() {
                by_identifier.entry(key(kind, value)).or_default().push(index);
            }
        }
        Self { by_identifier }
    }

    /// The only reference that an identifier in a text is of.
    fn of(&self, text: &str) -> Option<usize> {
        let found = identifiers_in(text, &[]);
        let mut named =
            found.named().into_iter().filter_map(|(kind, value)| self.by_identifier.get(&key(kind, value)));
        match named.next()?.as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }
}

fn key(kind: &str, value: &str) -> String {
    format!("{kind} {}", value.to_lowercase().trim_end_matches('/'))
}

/// Groups in brackets that hold nothing but identifiers.
pub(crate) fn find(block: BlockText<'_>, identified: &Identified) -> Vec<Surface> {
    let mut found: Vec<Surface> = Vec::new();
    for bracket in brackets::pairs(block.text) {
        let Some(inner) = block.text.get(bracket.inside.clone()).filter(|inner| inner.len() <= LONGEST)
        else {
            continue;
        };
        if !inner.contains([':', '/']) {
            continue;
        }
        let mut parts = Vec::new();
        let mut at = bracket.inside.start;
        for piece in inner.split_inclusive(is_separator) {
            let range = at..at + piece.len();
            at = range.end;
            let text = piece.trim_matches(|c: char| c.is_whitespace() || is_separator(c));
            if is_identifier(text) {
                let target = identified.of(text).map_or(Target::Nothing, |only| Target::Known(vec![only]));
                parts.push(Part { range, target });
            }
        }
        if parts.iter().any(|part| part.target != Target::Nothing) {
            // An identifier may hold brackets of its own: the outer pair comes later and counts.
            found.retain(|own| own.range.start < bracket.range.start);
            let range = bracket.range;
            found.push(Surface {
                block: block.index,
                range,
                parts,
                form: Form::Identifier,
                narrative: false,
            });
        }
    }
    found
}

fn is_separator(c: char) -> bool {
    matches!(c, ';' | '；' | ' ' | '\u{a0}')
}

/// `doi:10.1038/nature14539`, `arXiv:1609.08144`, `PMC4765623`, an address.
fn is_identifier(text: &str) -> bool {
    let begins =
        |prefix: &str| text.get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix));
    ["doi:", "arxiv:", "pmid:", "pmcid:", "pmc", "isbn:", "http://", "https://", "10."]
        .into_iter()
        .any(begins)
}

#[cfg(test)]
mod tests {
    use super::{Identified, find};
    use crate::citation::Reference;
    use crate::citation::surface::BlockText;
    use citelight_types::identifiers::identifiers_in;

    #[test]
    fn identifiers_in_brackets_cite() {
        let references: Vec<Reference> = [
            "LeCun Y. Deep learning. Nature 2015. doi:10.1038/nature14539",
            "Wu Y. Translation. arXiv:1609.08144",
            "Ng A. Talk. https://example.org/talk/",
            "A. Lancet paper. doi:10.1016/S0140-6736(05)67889-0",
        ]
        .iter()
        .map(|raw| Reference {
            raw: (*raw).to_owned(),
            identifiers: identifiers_in(raw, &[]),
            ..Reference::default()
        })
        .collect();
        let text = "It learns (doi:10.1038/NATURE14539; arxiv:1609.08144; pmid:1), talks [https://example.org/talk] and \
                    heals (doi:10.1016/S0140-6736(05)67889-0). See version (10.2) at doi:10.1038/nature14539.";
        let block = BlockText::plain(text);
        let found: Vec<Vec<usize>> =
            find(block, &Identified::new(&references)).iter().map(|own| own.known().collect()).collect();
        assert_eq!(found, [vec![0, 1], vec![2], vec![3]]);
    }
}
