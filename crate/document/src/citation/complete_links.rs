//! Numbers that no link covers on pages that link their citations: equations, compounds `(3)`, degrees of freedom.

use std::collections::{HashMap, HashSet};

use super::links::{Link, Ranges};
use super::map::MapBlock;
use super::surface::{Form, Surface, Target};

/// Share of the entries that links lead to on a page that links its citations: some entries are never cited.
const LINKED: f64 = 0.9;
/// Share of the entries from which on links are how a page cites.
const SOME_LINKED: f64 = 0.3;
/// Fewest linked entries that say how a page links.
const LEAST_ENTRIES: usize = 3;
/// Letters of a name that has an index: `t[1]`, `PC[2]`.
const LONGEST_NAME: usize = 2;

/// Leaves out all numbers of one form where a page links its citations and none of these: numbers of equations in round
/// brackets, marks of notes.
pub(super) fn leave_out_unlinked(form: &mut Vec<Surface>, links: &[Link], entries: usize) {
    let linked: HashSet<usize> = links.iter().map(|link| link.reference).collect();
    let placed = Ranges::new(links.iter().map(|link| (link.block, link.range.clone(), ())));
    let is_linked = |own: &Surface| placed.over(own.block, &own.range).next().is_some();
    if linked.len() >= LEAST_ENTRIES
        && linked.len() as f64 >= SOME_LINKED * entries as f64
        && !form.iter().any(is_linked)
    {
        form.clear();
    }
}

/// Leaves out the numbers that cite nothing. Of each surface it is known whether links decided it.
pub(super) fn without_unlinked_numbers(
    laid: &mut Vec<(Surface, bool)>,
    links: &[Link],
    entries: usize,
    blocks: &[MapBlock<'_>],
) {
    let linked: HashSet<usize> = links.iter().map(|link| link.reference).collect();
    if entries < LEAST_ENTRIES || (linked.len() as f64) < LINKED * entries as f64 {
        return;
    }
    // A page that links each entry once may link first mentions only.
    let links_again = {
        let mut places: HashMap<usize, (usize, usize)> = HashMap::new();
        links.iter().any(|link| {
            let place = (link.block, link.range.start);
            *places.entry(link.reference).or_insert(place) != place
        })
    };
    let marked = Ranges::new(blocks.iter().enumerate().flat_map(|(block, own)| {
        let unsettled = own.ambiguous_links.iter().map(|(range, _)| range);
        let marked = own.cites.iter().chain(&own.unresolved).chain(&own.elsewhere).chain(unsettled);
        marked.map(move |range| (block, range.clone(), ()))
    }));
    laid.retain(|(surface, by_links)| {
        let is_known = surface.parts.iter().any(|part| part.target != Target::Nothing);
        *by_links
            || surface.narrative
            || is_known && !links_again
            || marked.over(surface.block, &surface.range).next().is_some()
            || !blocks.get(surface.block).is_some_and(|block| may_be_other(surface, block.text))
    });
}

/// Whether a number in brackets often is something else: any in round ones, in square ones an index (`t[1]`) or the
/// place where two rings are fused (`[3,2-f][1,4]oxazepine`).
fn may_be_other(surface: &Surface, text: &str) -> bool {
    let before = text.get(..surface.range.start).unwrap_or_default();
    let after = text.get(surface.range.end..).unwrap_or_default();
    match surface.form {
        Form::Parenthesised => true,
        Form::Bracketed => {
            let name = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
            let is_index = name.starts_with(char::is_alphabetic) && name.chars().count() <= LONGEST_NAME;
            is_index || before.ends_with(']') && after.starts_with(char::is_alphabetic)
        }
        _ => false,
    }
}
