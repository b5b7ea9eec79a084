//! From years with their targets to surface forms: one bracket is one citation.

use std::collections::HashMap;
use std::ops::Range;

use crate::citation::surface::{BlockText, Form, Part, Surface, Target, settle_repeats};

/// Text of a bracket that is not citation and still belongs to the group's surface form, in bytes.
const ASIDE: usize = 60;

/// A year with its names.
pub(super) struct Mention {
    pub(super) names: Range<usize>,
    pub(super) range: Range<usize>,
    pub(super) bracket: Option<Range<usize>>,
    pub(super) targets: Vec<Target>,
}

/// Groups the mentions of one bracket, and works out the surface forms.
pub(super) fn group(block: BlockText<'_>, mentions: Vec<Mention>) -> Vec<Surface> {
    let mut surfaces: Vec<(Surface, Option<Range<usize>>)> = Vec::new();
    for mention in mentions {
        let parts: Vec<Part> = mention
            .targets
            .iter()
            .map(|target| Part { range: mention.range.clone(), target: target.clone() })
            .collect();
        let inside = mention.bracket.as_ref().is_some_and(|bracket| bracket.contains(&mention.names.start));
        // `Smith 2010, 2012`: one name, one citation, with brackets or without.
        let shares_names = mention.range.start > mention.names.start;
        if let Some((last, bracket)) = surfaces.last_mut()
            && *bracket == mention.bracket
            && (bracket.is_some() || shares_names && last.range.start <= mention.names.start)
            && mention.range.start.saturating_sub(last.range.end) <= ASIDE
            && (inside || mention.range.start > last.range.start)
        {
            last.range.end = last.range.end.max(mention.range.end);
            last.parts.extend(parts);
            continue;
        }
        let range = mention.names.start.min(mention.range.start)..mention.range.end;
        let surface =
            Surface { block: block.index, range, parts, form: Form::AuthorYear, narrative: !inside };
        surfaces.push((surface, mention.bracket));
    }
    let mut in_bracket: HashMap<Range<usize>, usize> = HashMap::new();
    for bracket in surfaces.iter().filter_map(|(_, bracket)| bracket.clone()) {
        *in_bracket.entry(bracket).or_default() += 1;
    }
    surfaces
        .into_iter()
        .map(|(mut surface, bracket)| {
            settle_repeats(&mut surface.parts);
            if let Some(bracket) = bracket {
                let shared = in_bracket.get(&bracket).is_some_and(|count| *count > 1);
                let after = bracket.end.saturating_sub(surface.range.end);
                let before = surface.range.start.saturating_sub(bracket.start);
                if !shared && after <= ASIDE {
                    if surface.narrative {
                        surface.range.end = bracket.end;
                    } else if before <= ASIDE {
                        surface.range = bracket;
                    }
                }
            }
            surface
        })
        .collect()
}
