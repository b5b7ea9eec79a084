//! Which inputs run together.

use crate::tokens::Encoded;

/// Inputs of a graph: three matrices of `rows` × `width`, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Inputs.
    pub rows: usize,
    /// Tokens of the longest input; shorter ones are padded.
    pub width: usize,
    /// Token ids, 0 where padded.
    pub ids: Vec<i64>,
    /// 1 for a token, 0 for padding.
    pub mask: Vec<i64>,
    /// 0 for a text or a premise, 1 for a hypothesis.
    pub types: Vec<i64>,
}

impl Batch {
    /// Pads the chosen inputs to the longest of them.
    pub(crate) fn of(encoded: &[Encoded], chosen: &[usize]) -> Self {
        let width = chosen.iter().map(|index| encoded[*index].ids.len()).max().unwrap_or(0);
        let padded = |values: &[i64]| {
            let mut row = values.to_vec();
            row.resize(width, 0);
            row
        };
        let rows = || chosen.iter().map(|index| &encoded[*index]);
        Self {
            rows: chosen.len(),
            width,
            ids: rows().flat_map(|row| padded(&row.ids)).collect(),
            mask: rows().flat_map(|row| padded(&vec![1; row.ids.len()])).collect(),
            types: rows().flat_map(|row| padded(&row.types)).collect(),
        }
    }
}

/// Groups inputs of similar lengths so that a group, padded, has at most `budget` tokens; an input longer than that
/// runs alone. Every index stands in exactly one group.
pub(crate) fn groups(lengths: &[usize], budget: usize) -> Vec<Vec<usize>> {
    let mut by_length: Vec<usize> = (0..lengths.len()).collect();
    by_length.sort_by_key(|index| lengths[*index]);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for index in by_length {
        match groups.last_mut() {
            // Lengths ascend, so the newcomer is the longest of the group.
            Some(group) if (group.len() + 1) * lengths[index] <= budget => group.push(index),
            _ => groups.push(vec![index]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn groups_hold_every_input_once_and_keep_the_budget(
            lengths in prop::collection::vec(1_usize..300, 0..60),
            budget in 1_usize..600,
        ) {
            let groups = groups(&lengths, budget);
            let mut all: Vec<usize> = groups.concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..lengths.len()).collect::<Vec<_>>());
            for group in groups {
                let longest = group.iter().map(|index| lengths[*index]).max().unwrap_or(0);
                prop_assert!(group.len() == 1 || group.len() * longest <= budget);
            }
        }
    }

    #[test]
    fn shorter_inputs_are_padded_and_masked() {
        let encoded = |ids: &[i64]| Encoded { ids: ids.to_vec(), types: vec![1; ids.len()] };
        let batch = Batch::of(&[encoded(&[5, 6, 7]), encoded(&[9])], &[1, 0]);
        assert_eq!((batch.rows, batch.width), (2, 3));
        assert_eq!(batch.ids, [9, 0, 0, 5, 6, 7]);
        assert_eq!(batch.mask, [1, 0, 0, 1, 1, 1]);
        assert_eq!(batch.types, [1, 0, 0, 1, 1, 1]);
    }
}
