//! Citations by the page's own links, laid over what the text alone says.

use std::collections::HashMap;
use std::ops::Range;

use citelight_types::sort::SmallSort;

use super::Reference;
use super::contradiction::names_another;
use super::surface::{Form, Part, Surface, Target, overlap};

/// A link to a reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) block: usize,
    pub(crate) range: Range<usize>,
    pub(crate) reference: usize,
}

/// Text between two links of one group, in bytes.
const GAP: usize = 60;

/// Lays links over surfaces found in the text. Returns each surface with whether links decided it. Links whose words mean
/// another entry than the one they lead to decide nothing.
pub(crate) fn overlay(
    surfaces: Vec<Surface>,
    links: &[Link],
    cites: &[(usize, Range<usize>)],
    texts: &[&str],
    references: &[Reference],
) -> Vec<(Surface, bool)> {
    let links = &without_covers(links);
    let surfaces = joined_by_links(surfaces, links);
    let placed = Ranges::new(links.iter().map(|link| (link.block, link.range.clone(), link)));
    let mut done: Vec<(Surface, bool)> = Vec::new();
    let mut used: Vec<(usize, Range<usize>, ())> = Vec::new();
    for mut surface in surfaces {
        let mut inside: Vec<&Link> = placed.over(surface.block, &surface.range).copied().collect();
        let text = texts.get(surface.block).copied().unwrap_or_default();
        let words = Words { text, references };
        if !inside.is_empty() {
            used.push((surface.block, surface.range.clone(), ()));
            inside.retain(|link| !words.mean_another(link, &surface.parts));
        }
        if inside.is_empty() {
            done.push((surface, false));
            continue;
        }
        // A link may begin before the surface that the text shows (`Smith et al. (2020)` linked as a whole).
        for link in &inside {
            surface.range = surface.range.start.min(link.range.start)..surface.range.end.max(link.range.end);
        }
        surface.parts = merged_parts(&surface, &inside, words);
        done.push((surface, true));
    }
    let rest = left_over(links, &Ranges::new(used), cites, texts);
    done.extend(rest.into_iter().map(|surface| (surface, true)));
    done.small_sort_by_key(|(surface, _)| (surface.block, surface.range.start, surface.range.end));
    done
}

/// Ranges of blocks, each with something that stands there, for a search by overlap.
pub(crate) struct Ranges<T> {
    /// By block and start.
    ranges: Vec<(usize, Range<usize>, T)>,
    /// The block and the greatest end in it up to each range.
    ends: Vec<(usize, usize)>,
}

impl<T> Ranges<T> {
    pub(crate) fn new(ranges: impl IntoIterator<Item = (usize, Range<usize>, T)>) -> Self {
        let mut ranges: Vec<(usize, Range<usize>, T)> = ranges.into_iter().collect();
        ranges.small_sort_by_key(|(block, range, _)| (*block, range.start));
        let mut last = (0, 0);
        let ends = ranges.iter().map(|(block, range, _)| {
            last = last.max((*block, range.end));
            last
        });
        let ends = ends.collect();
        Self { ranges, ends }
    }

    /// What shares a byte with a range of a block.
    pub(crate) fn over(&self, block: usize, wanted: &Range<usize>) -> impl Iterator<Item = &T> {
        let from = self.ends.partition_point(|end| *end <= (block, wanted.start));
        let to = self.ranges.partition_point(|(own, range, _)| (*own, range.start) < (block, wanted.end));
        let within = self.ranges.get(from..to).unwrap_or_default();
        within.iter().filter(|(_, range, _)| overlap(range, wanted)).map(|(_, _, own)| own)
    }
}

/// What the words under links say of them.
#[derive(Clone, Copy)]
struct Words<'a> {
    text: &'a str,
    references: &'a [Reference],
}

impl Words<'_> {
    /// Whether a part means one other entry than a link leads to, and bears neither name nor year of the link's.
    fn contradict(self, part: &Part, link: &Link) -> bool {
        let Target::Known(meant) = &part.target else { return false };
        let [meant] = meant.as_slice() else { return false };
        let names_another = |entry: usize| {
            let (words, entry) = (self.text.get(part.range.clone()), self.references.get(entry));
            words.zip(entry).is_some_and(|(words, entry)| names_another(words, &entry.raw))
        };
        *meant != link.reference && names_another(link.reference) && !names_another(*meant)
    }

    /// Whether all that stands under a link contradicts it.
    fn mean_another(self, link: &Link, parts: &[Part]) -> bool {
        let mut under = parts.iter().filter(|part| overlap(&part.range, &link.range)).peekable();
        under.peek().is_some() && under.all(|part| self.contradict(part, link))
    }
}

/// Leaves out a link over a whole group where a link inside it points at the same reference.
fn without_covers(links: &[Link]) -> Vec<Link> {
    let mut finer: HashMap<(usize, usize), Vec<&Range<usize>>> = HashMap::new();
    for link in links {
        finer.entry((link.block, link.reference)).or_default().push(&link.range);
    }
    finer.values_mut().for_each(|ranges| ranges.small_sort_by_key(|range| (range.start, range.end)));
    let covers = |link: &Link| {
        let ranges = finer.get(&(link.block, link.reference)).map(Vec::as_slice).unwrap_or_default();
        let first = ranges.partition_point(|range| range.start < link.range.start);
        let inside = ranges[first..].iter().take_while(|range| range.start < link.range.end);
        inside.into_iter().any(|range| range.end <= link.range.end && range.len() < link.range.len())
    };
    links.iter().filter(|link| !covers(link)).cloned().collect()
}

/// Joins the surfaces that one link over a whole group covers.
fn joined_by_links(surfaces: Vec<Surface>, links: &[Link]) -> Vec<Surface> {
    let mut groups: HashMap<usize, Vec<&Range<usize>>> = HashMap::new();
    for pair in links.windows(2) {
        if pair[0].block == pair[1].block && pair[0].range == pair[1].range {
            groups.entry(pair[0].block).or_default().push(&pair[0].range);
        }
    }
    let mut joined: Vec<Surface> = Vec::new();
    for surface in surfaces {
        if let Some(last) = joined.last_mut()
            && last.block == surface.block
            && groups.get(&surface.block).is_some_and(|groups| {
                let first = groups.partition_point(|group| group.end <= last.range.start);
                groups[first..]
                    .first()
                    .is_some_and(|group| overlap(group, &last.range) && overlap(group, &surface.range))
            })
        {
            last.range.end = last.range.end.max(surface.range.end);
            last.parts.extend(surface.parts);
            continue;
        }
        joined.push(surface);
    }
    joined
}

/// The links' references in order, with what a range between two of them implies, and with parts that have no link.
fn merged_parts(surface: &Surface, links: &[&Link], words: Words<'_>) -> Vec<Part> {
    let known =
        |references: Vec<usize>, range: Range<usize>| Part { range, target: Target::Known(references) };
    let mut parts: Vec<Part> = Vec::new();
    let mut previous: Option<&Link> = None;
    for link in links {
        if let Some(previous) = previous {
            let between = words.text.get(previous.range.end..link.range.start).unwrap_or_default();
            let implied = link.reference.saturating_sub(previous.reference);
            if is_range(between) && (2..=150).contains(&implied) {
                parts.push(known(
                    (previous.reference + 1..link.reference).collect(),
                    link.range.start..link.range.start,
                ));
            }
        }
        let whole = surface.parts.iter().find(|part| is_range_around(part, link));
        parts.push(whole.cloned().unwrap_or_else(|| known(vec![link.reference], link.range.clone())));
        previous = Some(link);
    }
    if matches!(surface.form, Form::Superscript | Form::Note) {
        // All parts of a superscript share one stretch of text: only numbers that no link covers are left to add,
        // and the links' own ranges have been spelled out above.
        return parts;
    }
    let settles = |link: &Link, part: &Part| {
        overlap(&link.range, &part.range)
            && !words.contradict(part, link)
            && !is_beside_meant(part, link, &surface.parts)
    };
    let unlinked = surface.parts.iter().filter(|part| !links.iter().any(|link| settles(link, part)));
    let unlinked: Vec<Part> = unlinked.filter(|part| !part.range.is_empty()).cloned().collect();
    parts.extend(unlinked);
    parts.small_sort_by_key(|part| (part.range.start, part.range.end));
    parts
}

/// Whether one link lies over several works, of which another one is the entry that it leads to: `(Lee, 2009; Roth, 2012)`,
/// `2005a, b, c`.
fn is_beside_meant(part: &Part, link: &Link, parts: &[Part]) -> bool {
    let only = |part: &Part| match &part.target {
        Target::Known(references) => references.as_slice().first().copied().filter(|_| references.len() == 1),
        _ => None,
    };
    only(part).is_some_and(|meant| meant != link.reference)
        && parts.iter().any(|other| only(other) == Some(link.reference) && overlap(&other.range, &link.range))
}

/// Whether a part is a printed range of numbers that a link at one of its ends agrees with. In a PDF links are known by
/// the words they lie over: `18–26].` is one, and longer than the range.
fn is_range_around(part: &Part, link: &Link) -> bool {
    let Target::Known(references) = &part.target else { return false };
    let ends = [references.first(), references.last()];
    references.len() > 2 && ends.contains(&Some(&link.reference)) && overlap(&part.range, &link.range)
}

fn is_range(between: &str) -> bool {
    let between = between.trim_matches(|c: char| c.is_whitespace() || matches!(c, '[' | ']' | '(' | ')'));
    matches!(between, "-" | "–" | "—" | "‐" | "−" | "‑" | "to" | "through")
}

/// Links where the text alone shows no citation: grouped by what the markup says is one, else by nearness.
fn left_over(
    links: &[Link],
    used: &Ranges<()>,
    cites: &[(usize, Range<usize>)],
    texts: &[&str],
) -> Vec<Surface> {
    let mut surfaces: Vec<Surface> = Vec::new();
    let cites = Ranges::new(cites.iter().map(|(block, range)| (*block, range.clone(), range)));
    let free = links.iter().filter(|link| used.over(link.block, &link.range).next().is_none());
    for link in free {
        let text = texts.get(link.block).copied().unwrap_or_default();
        let part = Part { range: link.range.clone(), target: Target::Known(vec![link.reference]) };
        let cite = cites.over(link.block, &link.range).next().copied().cloned();
        let range = cite.unwrap_or_else(|| with_brackets(text, &link.range));
        if let Some(last) = surfaces.last_mut()
            && last.block == link.block
            && (overlap(&last.range, &range) || near(text, last.range.end, link.range.start))
        {
            let implied = match last.parts.last().map(|part| (&part.target, part.range.end)) {
                Some((Target::Known(references), end)) => references
                    .last()
                    .filter(|from| {
                        is_range(text.get(end..link.range.start).unwrap_or_default())
                            && link.reference > **from + 1
                            && link.reference - **from <= 150
                    })
                    .map(|from| Part {
                        range: end..end,
                        target: Target::Known((from + 1..link.reference).collect()),
                    }),
                _ => None,
            };
            last.parts.extend(implied);
            last.range.end = last.range.end.max(range.end);
            last.parts.push(part);
            continue;
        }
        surfaces.push(Surface {
            block: link.block,
            range,
            parts: vec![part],
            form: Form::Bracketed,
            narrative: false,
        });
    }
    surfaces
}

/// Whether only separators part two links.
fn near(text: &str, from: usize, to: usize) -> bool {
    from <= to
        && to - from <= GAP
        && text.get(from..to).is_some_and(|between| {
            between.chars().all(|c| {
                c.is_whitespace() || matches!(c, ',' | ';' | '-' | '–' | '—' | '−' | '‐' | '[' | ']' | '&')
            })
        })
}

/// The range with the brackets right around it, if there are any.
pub(super) fn with_brackets(text: &str, range: &Range<usize>) -> Range<usize> {
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    match (before, after) {
        (Some('('), Some(')')) | (Some('['), Some(']')) => range.start - 1..range.end + 1,
        _ => range.clone(),
    }
}
