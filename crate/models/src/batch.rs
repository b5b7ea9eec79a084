//! Which inputs run together.

use crate::tokens::Encoded;

/// Inputs that run together, one after the other, not padded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Token ids of all inputs.
    pub ids: Vec<i64>,
    /// 0 for a token of a text or a premise, 1 for one of a hypothesis.
    pub types: Vec<i64>,
    /// Tokens of each input.
    pub lengths: Vec<usize>,
    /// Id that stands where an input is shorter than others.
    pub pad: i64,
}

/// The same as matrices of `rows` × `width`, row after row, for graphs that want them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Padded {
    /// Inputs.
    pub rows: usize,
    /// Tokens of the longest input; shorter ones are padded.
    pub width: usize,
    /// Token ids, the batch's `pad` where padded.
    pub ids: Vec<i64>,
    /// 1 for a token, 0 for padding.
    pub mask: Vec<i64>,
    /// 0 for a text or a premise, 1 for a hypothesis.
    pub types: Vec<i64>,
}

impl Batch {
    pub(crate) fn of(encoded: &[Encoded], chosen: &[usize], pad: i64) -> Self {
        let mut batch = Self { pad, ..Self::default() };
        for input in chosen.iter().map(|index| &encoded[*index]) {
            batch.ids.extend_from_slice(&input.ids);
            batch.types.extend_from_slice(&input.types);
            batch.lengths.push(input.ids.len());
        }
        batch
    }

    /// Ids and types of each input.
    pub fn inputs(&self) -> impl Iterator<Item = (&[i64], &[i64])> {
        self.lengths.iter().scan(0, |start, length| {
            let place = *start..*start + length;
            *start = place.end;
            Some((&self.ids[place.clone()], &self.types[place]))
        })
    }

    /// The same in parts of so many inputs at most.
    pub fn in_runs_of(&self, most: usize) -> impl Iterator<Item = Self> {
        let mut inputs = self.inputs();
        std::iter::from_fn(move || {
            let mut few = Self { pad: self.pad, ..Self::default() };
            for (ids, types) in inputs.by_ref().take(most) {
                few.ids.extend_from_slice(ids);
                few.types.extend_from_slice(types);
                few.lengths.push(ids.len());
            }
            (!few.lengths.is_empty()).then_some(few)
        })
    }

    /// Pads every input to the longest one.
    pub fn padded(&self) -> Padded {
        self.padded_to(self.lengths.iter().copied().max().unwrap_or(0))
    }

    /// Pads every input to a width, at least that of the longest one.
    pub fn padded_to(&self, width: usize) -> Padded {
        let rows = self.lengths.len();
        let width = self.lengths.iter().copied().fold(width, usize::max);
        let zeros = vec![0; rows * width];
        let ids = vec![self.pad; rows * width];
        let mut padded = Padded { rows, width, ids, mask: zeros.clone(), types: zeros };
        for (row, (ids, types)) in self.inputs().enumerate() {
            let place = row * width..row * width + ids.len();
            padded.ids[place.clone()].copy_from_slice(ids);
            padded.types[place.clone()].copy_from_slice(types);
            padded.mask[place].fill(1);
        }
        padded
    }
}

/// Groups inputs of similar lengths so that a group has at most `budget` tokens, with its padding if it `is_padded`; an
/// input longer than that runs alone. Every index stands in exactly one group.
pub(crate) fn groups(lengths: &[usize], budget: usize, is_padded: bool) -> Vec<Vec<usize>> {
    let mut by_length: Vec<usize> = (0..lengths.len()).collect();
    by_length.sort_by_key(|index| lengths[*index]);
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut tokens = 0;
    for index in by_length {
        let length = lengths[index];
        // Lengths ascend, so the newcomer is the longest of the group.
        let with_newcomer =
            |group: &Vec<usize>| if is_padded { (group.len() + 1) * length } else { tokens + length };
        match groups.last_mut() {
            Some(group) if with_newcomer(group) <= budget => {
                group.push(index);
                tokens += length;
            }
            _ => {
                groups.push(vec![index]);
                tokens = length;
            }
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
            is_padded in any::<bool>(),
        ) {
            let groups = groups(&lengths, budget, is_padded);
            let mut all: Vec<usize> = groups.concat();
            all.sort_unstable();
            prop_assert_eq!(all, (0..lengths.len()).collect::<Vec<_>>());
            for group in groups {
                let longest = group.iter().map(|index| lengths[*index]).max().unwrap_or(0);
                let sum: usize = group.iter().map(|index| lengths[*index]).sum();
                let tokens = if is_padded { group.len() * longest } else { sum };
                prop_assert!(group.len() == 1 || tokens <= budget);
            }
        }
    }

    #[test]
    fn without_padding_more_fit() {
        let lengths = [10, 100, 120];
        assert_eq!(groups(&lengths, 230, true), [vec![0, 1], vec![2]]);
        assert_eq!(groups(&lengths, 230, false), [vec![0, 1, 2]]);
    }

    #[test]
    fn shorter_inputs_are_padded_and_masked() {
        let encoded = |ids: &[i64]| Encoded { ids: ids.to_vec(), types: vec![1; ids.len()] };
        let batch = Batch::of(&[encoded(&[5, 6, 7]), encoded(&[9])], &[1, 0], 4);
        assert_eq!(batch.inputs().collect::<Vec<_>>(), [(&[9][..], &[1][..]), (&[5, 6, 7], &[1, 1, 1])]);
        let padded = batch.padded();
        assert_eq!((padded.rows, padded.width), (2, 3));
        assert_eq!(padded.ids, [9, 4, 4, 5, 6, 7]);
        assert_eq!(padded.mask, [1, 0, 0, 1, 1, 1]);
        assert_eq!(padded.types, [1, 0, 0, 1, 1, 1]);
        let alone: Vec<Vec<i64>> = batch.in_runs_of(1).map(|few| few.ids).collect();
        assert_eq!(alone, [vec![9], vec![5, 6, 7]]);
        assert_eq!(batch.in_runs_of(5).collect::<Vec<_>>(), std::slice::from_ref(&batch));
        let wide = batch.padded_to(5);
        assert_eq!(wide.ids, [9, 4, 4, 4, 4, 5, 6, 7, 4, 4]);
        assert_eq!(wide.mask, [1, 0, 0, 0, 0, 1, 1, 1, 0, 0]);
        assert_eq!(batch.padded_to(1), padded, "nothing is cut");
    }
}
