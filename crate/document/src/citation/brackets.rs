//! Pairs of brackets in a text.

use std::ops::Range;

/// A pair of brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bracket {
    /// Bytes of the text, the brackets included.
    pub(crate) range: Range<usize>,
    /// Bytes between the brackets.
    pub(crate) inside: Range<usize>,
}

/// Longest bracket that is looked at, in bytes: longer ones hold no citation alone.
const LONGEST: usize = 2_000;

/// Round and square brackets that open and close, ordered by where they close.
pub(crate) fn pairs(text: &str) -> Vec<Bracket> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut counts = [0_usize; 3];
    let mut pairs = Vec::new();
    for (at, c) in text.char_indices() {
        let (opener, kind) = match c {
            '(' | ')' => ('(', 0),
            '[' | ']' => ('[', 1),
            '（' | '）' => ('（', 2),
            _ => continue,
        };
        if c == opener {
            open.push((at, c));
            counts[kind] += 1;
            continue;
        }
        // Without the count, brackets that never close would be searched again and again.
        if counts[kind] == 0 {
            continue;
        }
        while let Some((start, own)) = open.pop() {
            counts[match own {
                '(' => 0,
                '[' => 1,
                _ => 2,
            }] -= 1;
            if own == opener {
                pairs
                    .push(Bracket { range: start..at + c.len_utf8(), inside: start + opener.len_utf8()..at });
                break;
            }
        }
    }
    pairs
}

/// The pairs around byte `at`, innermost first.
pub(crate) fn containing(pairs: &[Bracket], at: usize) -> impl Iterator<Item = &Bracket> {
    let first = pairs.partition_point(|pair| pair.range.end <= at);
    pairs[first..]
        .iter()
        .take_while(move |pair| pair.range.end <= at.saturating_add(LONGEST))
        .filter(move |pair| pair.range.start <= at)
}
