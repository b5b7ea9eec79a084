//! Mutated text layers of PDFs: the geometry of real pages, bent.

use citelight::document::pdf::{PdfItem, PdfLink, PdfPage, PdfText};

use super::harness::{Dice, TOKENS};

/// Numbers that a page hardly has.
const ODD: &[f32] = &[0.0, 1e-30, -1.0, 3.4e38, -3.4e38, 14_999.0, 0.3, 90.0, 180.0, 270.0];

/// Pieces of one page after mutation, at most.
const MOST_ITEMS: usize = 30_000;

/// A layer as its JSON, mutated a few times. (JSON has no infinite numbers: the property tests of the layout try them.)
pub(crate) fn mutated(seed: &PdfText, dice: &mut Dice) -> String {
    let mut text = seed.clone();
    if dice.below(3) > 0 {
        let page = dice.below(text.pages.len().max(1));
        text.pages = text.pages.drain(..).skip(page).take(1 + dice.below(3)).collect();
    }
    for _ in 0..=dice.below(8) {
        let at = dice.below(text.pages.len().max(1));
        match text.pages.get_mut(at) {
            Some(page) => mutate(page, dice),
            None => break,
        }
        if dice.below(12) == 0 {
            let copy = text.pages[at].clone();
            let times = 1 << dice.below(6);
            text.pages.extend(std::iter::repeat_n(copy, times));
        }
    }
    for page in &mut text.pages {
        page.items.truncate(MOST_ITEMS);
    }
    serde_json::to_string(&text).unwrap_or_default()
}

fn mutate(page: &mut PdfPage, dice: &mut Dice) {
    let from = dice.below(page.items.len() + 1);
    let range = from..(from + dice.below(80)).min(page.items.len());
    match dice.below(14) {
        0 => drop(page.items.drain(range)),
        1 => {
            let copy = page.items[range].to_vec();
            let times = 1 << dice.below(9);
            page.items.extend(std::iter::repeat_n(copy, times).flatten());
        }
        2 => page.items[range].reverse(),
        3 | 4 => each(page, range, dice, move_a_little),
        5 => {
            // All at one place, on one line, in one column.
            let (x, y) = (dice.below(600) as f32, dice.below(800) as f32);
            let which = dice.below(3);
            each(page, range, dice, |item, _| {
                item.x = if which == 0 { item.x } else { x };
                item.y = if which == 1 { item.y } else { y };
            });
        }
        6 => each(page, range, dice, |item, dice| {
            let token = TOKENS[dice.below(TOKENS.len())];
            item.text.push_str(token);
        }),
        7 => each(page, range, dice, |item, dice| {
            let times = 1 << dice.below(8);
            item.text = TOKENS[dice.below(TOKENS.len())].repeat(times);
        }),
        8 => each(page, range, dice, |item, dice| {
            // Accents, marks and signs, drawn apart.
            const SIGNS: &[&str] = &["´", "¨", "¸", "˛", "ˇ", "√", "∑", "ı", "†", "-", "\u{ad}", "\u{301}"];
            item.text = SIGNS[dice.below(SIGNS.len())].to_owned();
        }),
        9 => {
            // One letter a piece.
            let pieces: Vec<PdfItem> = page.items[range.clone()].iter().flat_map(letters).collect();
            page.items.splice(range, pieces);
        }
        10 => {
            each(page, range, dice, |item, dice| item.size = [4.0, 6.5, 7.0, 9.0, 30.0, 120.0][dice.below(6)])
        }
        11 => each(page, range, dice, |item, dice| item.font = dice.below(8) as u32),
        12 => {
            let odd = ODD[dice.below(ODD.len())];
            match dice.below(4) {
                0 => page.width = odd,
                1 => page.height = odd,
                2 => page.items.iter_mut().for_each(|item| item.angle = odd),
                _ => page.links.iter_mut().for_each(|link| link.top = Some(odd)),
            }
        }
        _ => {
            let link = PdfLink {
                x: dice.below(600) as f32,
                y: dice.below(800) as f32,
                width: dice.below(300) as f32,
                height: dice.below(40) as f32,
                page: dice.below(4) as u32,
                top: Some(dice.below(800) as f32),
                ..PdfLink::default()
            };
            let times = 1 << dice.below(11);
            page.links.extend(std::iter::repeat_n(link, times));
        }
    }
}

fn each(
    page: &mut PdfPage,
    range: std::ops::Range<usize>,
    dice: &mut Dice,
    mut change: impl FnMut(&mut PdfItem, &mut Dice),
) {
    page.items[range].iter_mut().for_each(|item| change(item, dice));
}

fn move_a_little(item: &mut PdfItem, dice: &mut Dice) {
    let step = [0.3, 2.0, 5.0, 12.0, 300.0][dice.below(5)];
    let number = match dice.below(4) {
        0 => &mut item.x,
        1 => &mut item.y,
        2 => &mut item.width,
        _ => &mut item.size,
    };
    *number = match dice.below(6) {
        0 => ODD[dice.below(ODD.len())],
        1 => -*number,
        2 => *number + step,
        _ => *number - step,
    };
}

fn letters(item: &PdfItem) -> Vec<PdfItem> {
    let count = item.text.chars().count().max(1) as f32;
    let letter = |(at, c): (usize, char)| PdfItem {
        text: c.to_string(),
        x: item.x + item.width * at as f32 / count,
        width: item.width / count,
        ..item.clone()
    };
    item.text.chars().enumerate().map(letter).collect()
}
