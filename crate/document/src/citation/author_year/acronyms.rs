//! Bodies cited by their acronym alone, in square brackets and without a year: `[WHO]`, `[WHO; IPCC, p. 4]`.

use super::years::Years;
use crate::citation::acronyms::{ends_in_name_of, is_acronym};
use crate::citation::brackets;
use crate::citation::surface::{BlockText, Form, Part, Surface, Target};
use crate::citation::unresolved::stands_as_citation;

/// Longest inside of a group, in bytes.
const LONGEST: usize = 120;

/// The groups of a block that name bodies of the reference list. What defines an acronym (`the World Health Organization
/// [WHO]`) and what stands in a larger bracket or before a year is none.
pub(crate) fn find(block: BlockText<'_>, years: &Years) -> Vec<Surface> {
    let pairs = brackets::pairs(block.text);
    let mut found = Vec::new();
    for (start, inner) in block.innermost('[', ']', LONGEST) {
        let range = start..start + inner.len() + 2;
        let nested = || brackets::containing(&pairs, start).any(|pair| pair.range != range);
        let after = block.text.get(range.end..).unwrap_or_default().trim_start();
        let dated = after.trim_start_matches(['(', ',', ' ']).starts_with(|c: char| c.is_ascii_digit());
        let mut parts = Vec::new();
        let mut at = start + 1;
        for piece in inner.split_inclusive([',', ';']) {
            let name = piece.trim_matches(|c: char| c.is_whitespace() || matches!(c, ',' | ';'));
            if is_acronym(name) {
                let target = match years.of_acronym(name) {
                    [] => Target::Nothing,
                    [only] => Target::Known(vec![*only]),
                    several => Target::OneOf(several.to_vec()),
                };
                let begins = at + piece.len() - piece.trim_start().len();
                parts.push(Part { range: begins..begins + name.len(), target });
            } else if parts.is_empty() || !is_pinpoint(name) {
                parts.clear();
                break;
            }
            at += piece.len();
        }
        let names_body = parts.iter().any(|part| part.target != Target::Nothing);
        let first = inner.split([',', ';']).next().unwrap_or_default().trim();
        if names_body
            && !dated
            && stands_as_citation(block, &range)
            && !ends_in_name_of(block.text.get(..start).unwrap_or_default(), first)
            && !nested()
        {
            found.push(Surface {
                block: block.index,
                range,
                parts,
                form: Form::AuthorYear,
                narrative: false,
            });
        }
    }
    found
}

/// `p. 4`, `ch. 2`, `12`
fn is_pinpoint(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit())
        && text.starts_with(|c: char| c.is_ascii_digit() || c.is_lowercase() || c == '§')
}
