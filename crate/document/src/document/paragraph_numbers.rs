//! Numbers that a journal gives its paragraphs, for readers to cite them by: `[1] Cuween, a small cairn, perches on a hill.` They
//! cite nothing.

use std::ops::Range;

use crate::markup::BlockKind;
use crate::markup::outline::Draft;

/// Fewest paragraphs that are numbered.
const FEWEST: usize = 5;

/// Share of the text that stands in numbered paragraphs, in percent: a review that opens some of its paragraphs with a citation
/// has more text besides.
const SHARE: usize = 60;

/// Where the numbers of paragraphs stand, by draft; none where the paragraphs of the document are not numbered.
pub(crate) fn find(drafts: &[Draft]) -> Vec<(usize, Range<usize>)> {
    let mut found: Vec<(usize, Range<usize>)> = Vec::new();
    let (mut all, mut numbered) = (0, 0);
    for (index, draft) in drafts.iter().enumerate().filter(|(_, draft)| draft.kind == BlockKind::Paragraph) {
        let text = draft.flow.text.as_str();
        all += text.len();
        let Some((number, range)) = number(text) else { continue };
        if number != found.len() + 1 {
            return Vec::new();
        }
        numbered += text.len();
        found.push((index, range));
    }
    if found.len() >= FEWEST && numbered * 100 >= all * SHARE { found } else { Vec::new() }
}

/// The number in brackets that a paragraph opens with. A sentence begins behind it: `[1] showed` cites.
fn number(text: &str) -> Option<(usize, Range<usize>)> {
    let close = match text.chars().next()? {
        '[' => ']',
        '(' => ')',
        _ => return None,
    };
    let (digits, rest) = text.get(1..)?.split_once(close)?;
    let number = digits.parse().ok().filter(|_| digits.len() <= 3)?;
    let begins = rest.trim_start().chars().next().is_some_and(|c| !c.is_lowercase() && !c.is_ascii_digit());
    begins.then(|| (number, 0..text.len() - rest.len()))
}
