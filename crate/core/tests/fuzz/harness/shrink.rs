//! Leaves out of an input what its harm does not need.

/// Tries for one input: each is a run of the reader.
const MOST_TRIES: usize = 2_000;

/// What is left when no piece can go without the harm, or after so many tries (Zeller's delta debugging, by halves of halves).
pub(super) fn shrink(bytes: &[u8], mut does_harm: impl FnMut(&[u8]) -> bool) -> Vec<u8> {
    let mut kept = bytes.to_vec();
    let mut piece = kept.len().div_ceil(2);
    let mut tries = 0;
    while piece > 0 {
        let mut at = 0;
        while at < kept.len() {
            if tries == MOST_TRIES {
                return kept;
            }
            tries += 1;
            let end = (at + piece).min(kept.len());
            let without = [&kept[..at], &kept[end..]].concat();
            if does_harm(&without) {
                kept = without;
            } else {
                at = end;
            }
        }
        piece = if piece == 1 { 0 } else { piece.div_ceil(2) };
    }
    kept
}

#[test]
fn only_what_does_harm_is_left() {
    let input = b"There is an x and, much later on, a y in this input.";
    let needs_both = |bytes: &[u8]| bytes.contains(&b'x') && bytes.contains(&b'y');
    assert_eq!(shrink(input, needs_both), b"xy");
    assert_eq!(shrink(input, |_| true), b"");
    assert_eq!(shrink(input, |bytes| bytes == input), input);
}
