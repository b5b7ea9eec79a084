//! Links of the file from citations to entries of the reference list.

use std::collections::{HashMap, HashSet};

use citelight_types::sort::SmallSort;

use super::counted_names::counted_names;
use super::line::Line;
use super::text_layer::{PdfLink, PdfPage, PdfText};
use super::words::Word;

/// Links that are looked at on one page.
const MOST_LINKS: usize = 2_000;

/// Entries that links point at, with the links' boxes.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// Page by page: links and where they lead.
    pages: Vec<Vec<(Area, Lead)>>,
}

/// Links over one word that may mean several entries.
const MOST_OPEN: usize = 20;

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Lead {
    /// To the entry of this id.
    Entry(String),
    /// To one of these, the likeliest first; to none that is known if there are none. The words must decide.
    OneOf(Vec<String>),
}

/// What the links over a word lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Led {
    /// Ids of entries: `2,5` is one word and has two.
    pub(super) entries: Vec<String>,
    /// Of each link that may mean several entries, their ids.
    pub(super) one_of: Vec<Vec<String>>,
}

impl Led {
    pub(super) fn is_nowhere(&self) -> bool {
        self.entries.is_empty() && self.one_of.is_empty()
    }
}

#[derive(Clone, Copy, Debug)]
struct Area {
    x0: f32,
    x1: f32,
    y0: f32,
    y1: f32,
}

impl Targets {
    /// Resolves the links of all pages; `entries` are the first lines of the entries, in order.
    pub(super) fn new(text: &PdfText, entries: &[&Line]) -> Self {
        let places = Places {
            entries,
            drop: usual_drop(text, entries),
            shared: shared_places(text),
            counted: counted_names(text, entries),
        };
        let pages = text.pages.iter().map(|page| resolve(page, text, &places)).collect();
        Self { pages }
    }

    /// Where the links over this word lead.
    pub(super) fn of(&self, page: u32, word: &Word) -> Led {
        let height = word.y + 0.25 * word.size;
        let Some(links) = self.pages.get(page as usize) else { return Led::default() };
        let mut found = Led::default();
        for (area, lead) in links {
            let level = area.y0 - 1.0 <= height && height <= area.y1 + 1.0;
            let common = word.x1.min(area.x1) - word.x0.max(area.x0);
            let enough = 0.5 * (word.x1 - word.x0).min(area.x1 - area.x0);
            if !(level && common > 0.0 && common >= enough) {
                continue;
            }
            match lead {
                Lead::Entry(id) if !found.entries.contains(id) => found.entries.push(id.clone()),
                Lead::Entry(_) => {}
                Lead::OneOf(ids) if found.one_of.len() < MOST_OPEN && !found.one_of.contains(ids) => {
                    found.one_of.push(ids.clone());
                }
                Lead::OneOf(_) => {}
            }
        }
        found
    }
}

/// A destination: its page, how far left and how high it is, in hundredths of a point.
type PlaceKey = (u32, Option<i32>, i32);

fn place_key(link: &PdfLink) -> Option<PlaceKey> {
    let hundredths = |points: f32| (points * 100.0) as i32;
    Some((link.page, link.left.map(hundredths), hundredths(link.top?)))
}

/// Fewest names of one place that tell entries apart no more.
const SHARED: usize = 3;

/// Places that links of several names lead to. Some programs move destinations that are too near to the end of a page
/// away from it: then one height stands for all the entries there.
fn shared_places(text: &PdfText) -> HashSet<PlaceKey> {
    let mut names: HashMap<PlaceKey, HashSet<&str>> = HashMap::new();
    for link in text.pages.iter().flat_map(|page| page.links.iter().take(MOST_LINKS)) {
        if let (Some(name), Some(place)) = (link.name.as_deref(), place_key(link)) {
            names.entry(place).or_default().insert(name);
        }
    }
    names.into_iter().filter(|(_, names)| names.len() >= SHARED).map(|(place, _)| place).collect()
}

/// What tells where links lead.
struct Places<'l> {
    /// First lines of the entries.
    entries: &'l [&'l Line],
    drop: Drop,
    shared: HashSet<PlaceKey>,
    /// Names that count the entries.
    counted: HashMap<String, usize>,
}

/// How far under their destinations the entries' baselines are, in points.
#[derive(Clone, Copy, Debug)]
struct Drop {
    points: f32,
    /// Most destinations lead to no entry like this: those that do may do so by chance.
    is_doubtful: bool,
}

fn resolve(page: &PdfPage, text: &PdfText, places: &Places<'_>) -> Vec<(Area, Lead)> {
    page.links
        .iter()
        .take(MOST_LINKS)
        .filter_map(|link| {
            let top = link.top?;
            // Section, figure and equation links lead elsewhere even when that is near an entry.
            if link.name.as_deref().is_some_and(is_elsewhere) || text.pages.get(link.page as usize).is_none()
            {
                return None;
            }
            let area = Area { x0: link.x, x1: link.x + link.width, y0: link.y, y1: link.y + link.height };
            let counted = link.name.as_ref().and_then(|name| places.counted.get(name));
            if let Some(entry) = counted {
                return Some((area, Lead::Entry(format!("r{}", entry + 1))));
            }
            let ids: Vec<String> = entries_at(places.entries, link.page, link.left, top - places.drop.points)
                .into_iter()
                .map(|entry| format!("r{}", entry + 1))
                .collect();
            let is_shared = place_key(link).is_some_and(|place| places.shared.contains(&place));
            match ids.as_slice() {
                [] => None,
                _ if is_shared => Some((area, Lead::OneOf(Vec::new()))),
                [only] if !places.drop.is_doubtful => Some((area, Lead::Entry(only.clone()))),
                _ => Some((area, Lead::OneOf(ids))),
            }
        })
        .collect()
}

/// hyperref's names for what is no reference.
fn is_elsewhere(name: &str) -> bool {
    const KINDS: &[&str] = &[
        "section",
        "subsection",
        "subsubsection",
        "figure",
        "table",
        "equation",
        "Hfootnote",
        "page",
        "appendix",
        "theorem",
        "lemma",
        "algorithm",
        "chapter",
        "Item",
        "footnote",
        "ALC@",
        "AMS",
        "Doc-Start",
    ];
    KINDS.iter().any(|kind| name.starts_with(kind))
}

/// Destinations that are looked at for the usual drop.
const MOST_DESTINATIONS: usize = 400;

/// Points from which on a destination is as far from an entry as any.
const FAR: f32 = 6.0;

/// How far under their destinations the entries' baselines are: every file has its own way, and keeps to it.
fn usual_drop(text: &PdfText, entries: &[&Line]) -> Drop {
    let mut destinations: Vec<(u32, Option<f32>, f32)> = text
        .pages
        .iter()
        .flat_map(|page| page.links.iter().take(MOST_LINKS))
        .filter(|link| !link.name.as_deref().is_some_and(is_elsewhere))
        .filter_map(|link| Some((link.page, link.left, link.top.filter(|top| top.is_finite())?)))
        .collect();
    destinations.small_sort_by(|left, right| left.0.cmp(&right.0).then(right.2.total_cmp(&left.2)));
    destinations.dedup_by(|left, right| left.0 == right.0 && left.2 == right.2);
    destinations.truncate(MOST_DESTINATIONS);
    let distance = |drop: f32| -> f32 {
        destinations
            .iter()
            .map(|(page, left, top)| {
                let nearest = candidates(entries, *page, *left).map(|(_, line)| (top - drop - line.y).abs());
                nearest.fold(FAR, f32::min)
            })
            .sum()
    };
    // In half points; where two fit alike, the one nearer to a line's height.
    let points = (-4..60)
        .map(|half| half as f32 / 2.0)
        .map(|drop| (drop, distance(drop) + 0.05 * (drop - 9.0).abs()))
        .min_by(|left, right| left.1.total_cmp(&right.1))
        .map_or(9.0, |(drop, _)| drop);
    Drop { points, is_doubtful: distance(points) > 0.5 * FAR * destinations.len() as f32 }
}

/// Entries on a page in the column that a destination is in.
fn candidates<'l>(
    entries: &'l [&'l Line],
    page: u32,
    left: Option<f32>,
) -> impl Iterator<Item = (usize, &'l Line)> + 'l {
    entries.iter().copied().enumerate().filter(move |(_, line)| {
        let reach = 0.45 * (line.right - line.left).max(60.0);
        line.page == page && left.is_none_or(|left| (left - line.x0).abs() < reach)
    })
}

/// Lines whose heights differ by less than this share of their size are as near to a destination as each other.
const AS_NEAR: f32 = 0.25;

/// Entries side by side: no page has more columns.
const MOST_BESIDE: usize = 6;

/// The entry whose first line is at height `y`; with it those beside it in another column, if the destination does not
/// say which one it is in.
fn entries_at(entries: &[&Line], page: u32, left: Option<f32>, y: f32) -> Vec<usize> {
    let mut near: Vec<(usize, f32)> = candidates(entries, page, left)
        .map(|(index, line)| (index, (y - line.y).abs() / line.size.max(1.0)))
        .filter(|(_, distance)| *distance < 0.55)
        .collect();
    near.small_sort_by(|left, right| left.1.total_cmp(&right.1));
    let least = near.first().map_or(0.0, |(_, distance)| *distance);
    let beside = near.into_iter().take_while(|(_, distance)| distance - least < AS_NEAR);
    beside.take(MOST_BESIDE).map(|(index, _)| index).collect()
}
