//! Damage as it happens to extracted text, injected on purpose.
use citelight::markup::BlockKind;

use super::page::{Page, last_chars};
use crate::chance::Chance;

/// Bytes of running text on a page, about.
pub(super) const PAGE: usize = 3_200;

/// What is done to a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Damage {
    /// A page of text is gone.
    DropPage,
    /// Two stretches of a page stand in each other's place, as columns that were read in the wrong order.
    SwapColumns,
    /// The list of references breaks off.
    CutReferences,
    /// A paragraph stands twice.
    DuplicateParagraph,
}

impl Damage {
    /// Its name in tables.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::DropPage => "page dropped",
            Self::SwapColumns => "columns exchanged",
            Self::CutReferences => "references cut off",
            Self::DuplicateParagraph => "paragraph twice",
        }
    }
}

pub(super) const ALL: [Damage; 4] =
    [Damage::DropPage, Damage::SwapColumns, Damage::CutReferences, Damage::DuplicateParagraph];

/// A damaged page, and words that stand at the damage.
pub(super) struct Damaged {
    pub(super) html: String,
    /// Ends and beginnings of the stretches that now meet; any of them places the damage.
    pub(super) seams: Vec<String>,
    /// What is gone.
    pub(super) gone: String,
}

/// Damages a page; none if it is too short for that.
pub(super) fn inject(page: &Page, damage: Damage, chance: &mut Chance) -> Option<Damaged> {
    let mut page = page.clone();
    let mass = page.mass();
    match damage {
        Damage::DropPage => {
            if mass < 4 * PAGE {
                return None;
            }
            let from = PAGE / 2 + chance.below(mass - 2 * PAGE);
            let (start, end) = stretch(&mut page, from, from + PAGE);
            let gone = page.units.drain(start..end).map(|unit| unit.text + "\n").collect();
            let seams = page.words_at(start);
            Some(Damaged { html: page.html(), seams, gone })
        }
        Damage::SwapColumns => {
            if mass < 5 * PAGE {
                return None;
            }
            let from = PAGE / 2 + chance.below(mass - 3 * PAGE);
            let (start, end) = stretch(&mut page, from, from + PAGE + PAGE / 2);
            let mut middle = page.part(from + PAGE / 2 + chance.below(PAGE / 2));
            let end = end + usize::from(page.units.len() > end && middle <= end);
            middle = middle.clamp(start + 1, end.saturating_sub(1).max(start + 1));
            let size = end - start;
            page.units[start..end].rotate_left(middle - start);
            let seams = [start, start + (end - middle), start + size]
                .into_iter()
                .flat_map(|at| page.words_at(at))
                .collect();
            Some(Damaged { html: page.html(), seams, gone: String::new() })
        }
        Damage::CutReferences => {
            if page.entries.len() < 12 {
                return None;
            }
            let kept = page.entries.len() / 3 + chance.below(page.entries.len() / 2);
            let gone = page.entries.split_off(kept).join("\n");
            // Half of the cuts go through an entry.
            if chance.below(2) == 0
                && let Some(last) = page.entries.last_mut()
                && let Some((at, _)) = last.match_indices(' ').nth(3)
            {
                last.truncate(at);
            }
            // What is left of a torn entry may not be told from debris: the one before it is the end as well.
            let seams = page
                .entries
                .iter()
                .rev()
                .take(2)
                .map(|entry| {
                    last_chars(entry).chars().rev().take(9).collect::<Vec<_>>().into_iter().rev().collect()
                })
                .collect();
            Some(Damaged { html: page.html(), seams, gone })
        }
        Damage::DuplicateParagraph => {
            let long: Vec<usize> = (0..page.units.len())
                .filter(|index| {
                    page.units[*index].kind == BlockKind::Paragraph && page.units[*index].text.len() > 200
                })
                .collect();
            let at = *long.get(chance.below(long.len()))?;
            let copy = page.units[at].clone();
            let seams = vec![copy.text.chars().take(24).collect()];
            // A page that was read twice repeats at once; a running box repeats anywhere.
            let to = if chance.below(2) == 0 { at + 1 } else { chance.below(page.units.len()) };
            page.units.insert(to, copy);
            Some(Damaged { html: page.html(), seams, gone: String::new() })
        }
    }
}

/// Parts the page at two places; the units between them.
fn stretch(page: &mut Page, from: usize, to: usize) -> (usize, usize) {
    let end = page.part(to);
    let parted = page.units.len();
    let start = page.part(from);
    (start, end + page.units.len() - parted)
}
