//! Links of the file from citations to entries of the reference list.

use citelight_types::sort::SmallSort;

use super::line::Line;
use super::text_layer::{PdfPage, PdfText};
use super::words::Word;

/// Links that are looked at on one page.
const MOST_LINKS: usize = 2_000;

/// Entries that links point at, with the links' boxes.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// Page by page: links and the ids of the entries they lead to.
    pages: Vec<Vec<(Area, String)>>,
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
        let drop = usual_drop(text, entries);
        let pages = text.pages.iter().map(|page| resolve(page, text, entries, drop)).collect();
        Self { pages }
    }

    /// The ids of the entries that links over this word lead to: `2,5` is one word and has two.
    pub(super) fn of(&self, page: u32, word: &Word) -> Vec<String> {
        let height = word.y + 0.25 * word.size;
        let Some(links) = self.pages.get(page as usize) else { return Vec::new() };
        let mut found: Vec<String> = Vec::new();
        for (area, id) in links {
            let level = area.y0 - 1.0 <= height && height <= area.y1 + 1.0;
            let common = word.x1.min(area.x1) - word.x0.max(area.x0);
            let enough = 0.5 * (word.x1 - word.x0).min(area.x1 - area.x0);
            if level && common > 0.0 && common >= enough && !found.contains(id) {
                found.push(id.clone());
            }
        }
        found
    }
}

fn resolve(page: &PdfPage, text: &PdfText, entries: &[&Line], drop: f32) -> Vec<(Area, String)> {
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
            let entry = entry_at(entries, link.page, link.left, top - drop)?;
            let area = Area { x0: link.x, x1: link.x + link.width, y0: link.y, y1: link.y + link.height };
            Some((area, format!("r{}", entry + 1)))
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

/// How far under their destinations the entries' baselines are, in points: every file has its own way, and keeps to it.
fn usual_drop(text: &PdfText, entries: &[&Line]) -> f32 {
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
                nearest.fold(6.0, f32::min)
            })
            .sum()
    };
    // In half points; where two fit alike, the one nearer to a line's height.
    (-4..60)
        .map(|half| half as f32 / 2.0)
        .map(|drop| (drop, distance(drop) + 0.05 * (drop - 9.0).abs()))
        .min_by(|left, right| left.1.total_cmp(&right.1))
        .map_or(9.0, |(drop, _)| drop)
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

/// The entry whose first line is at height `y`.
fn entry_at(entries: &[&Line], page: u32, left: Option<f32>, y: f32) -> Option<usize> {
    candidates(entries, page, left)
        .map(|(index, line)| (index, (y - line.y).abs() / line.size.max(1.0)))
        .filter(|(_, distance)| *distance < 0.55)
        .min_by(|left, right| left.1.total_cmp(&right.1))
        .map(|(index, _)| index)
}
