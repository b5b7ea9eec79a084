//! What runs together, and where attention finds it.

use std::ops::Range;

use citelight_encoder::Sequence;

/// Queries of one workgroup of attention.
pub(crate) const QUERIES: usize = 64;

/// Sequences of one submission, as the kernels read them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Plan {
    /// For each token: its word, its type, its position, nothing.
    pub(crate) tokens: Vec<[u32; 4]>,
    /// For each sequence: its first token, the one after its last, nothing, nothing.
    pub(crate) sequences: Vec<[u32; 4]>,
    /// For each workgroup of attention: first token of its sequence, the one after its last, first query, nothing.
    pub(crate) tiles: Vec<[u32; 4]>,
}

impl Plan {
    /// Sequences back to back. Their ids and types must have been checked: what is no index becomes the first row.
    pub(crate) fn new(sequences: &[Sequence<'_>]) -> Self {
        let index = |id: &i64| u32::try_from(*id).unwrap_or_default();
        let mut plan = Self::default();
        for sequence in sequences {
            let first = number(plan.tokens.len());
            let tokens = sequence.ids.iter().zip(sequence.types).zip(0..);
            plan.tokens.extend(tokens.map(|((id, kind), position)| [index(id), index(kind), position, 0]));
            let end = number(plan.tokens.len());
            plan.sequences.push([first, end, 0, 0]);
            plan.tiles.extend((first..end).step_by(QUERIES).map(|query| [first, end, query, 0]));
        }
        plan
    }
}

/// Counts of a submission are far below 2³².
pub(crate) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Cuts sequences into neighbouring ones of at most so many tokens and so many sequences together. A sequence longer
/// than that stands alone.
pub(crate) fn submissions(lengths: &[usize], tokens: usize, sequences: usize) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let mut sum = 0;
    for (index, length) in lengths.iter().enumerate() {
        match ranges.last_mut() {
            Some(range) if sum + length <= tokens && range.len() < sequences => {
                range.end = index + 1;
                sum += length;
            }
            _ => {
                ranges.push(index..index + 1);
                sum = *length;
            }
        }
    }
    ranges
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn submissions_hold_every_sequence_once_in_order(
            lengths in prop::collection::vec(0_usize..300, 0..60),
            tokens in 1_usize..600,
            sequences in 1_usize..9,
        ) {
            let ranges = submissions(&lengths, tokens, sequences);
            prop_assert_eq!(ranges.iter().cloned().flatten().collect::<Vec<_>>(), (0..lengths.len()).collect::<Vec<_>>());
            for range in ranges {
                let sum: usize = lengths[range.clone()].iter().sum();
                prop_assert!(range.len() == 1 || (sum <= tokens && range.len() <= sequences));
            }
        }

        #[test]
        fn every_token_is_one_query_of_its_sequence(lengths in prop::collection::vec(0_usize..200, 0..9)) {
            let ids: Vec<Vec<i64>> = lengths.iter().map(|length| (0..*length as i64).collect()).collect();
            let sequences: Vec<Sequence<'_>> = ids.iter().map(|ids| Sequence { ids, types: ids }).collect();
            let plan = Plan::new(&sequences);
            prop_assert_eq!(plan.tokens.len(), lengths.iter().sum::<usize>());
            prop_assert_eq!(plan.sequences.len(), lengths.len());
            let mut queries = Vec::new();
            for [first, end, query, _] in plan.tiles {
                prop_assert!(plan.sequences.contains(&[first, end, 0, 0]) && (first..end).contains(&query));
                queries.extend(query..end.min(query + QUERIES as u32));
            }
            prop_assert_eq!(queries, (0..plan.tokens.len() as u32).collect::<Vec<_>>());
        }
    }

    #[test]
    fn positions_begin_anew_with_each_sequence() {
        let (ids, types) = ([5, 6, 7], [0, 0, 1]);
        let sequence = Sequence { ids: &ids, types: &types };
        let plan = Plan::new(&[sequence, Sequence { ids: &ids[..1], types: &types[2..] }]);
        assert_eq!(plan.tokens, [[5, 0, 0, 0], [6, 0, 1, 0], [7, 1, 2, 0], [5, 1, 0, 0]]);
        assert_eq!(plan.tiles, [[0, 3, 0, 0], [3, 4, 3, 0]]);
    }
}
