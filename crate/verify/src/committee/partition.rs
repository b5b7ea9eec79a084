//! Every claim under exactly one aspect: what a clustering answers is checked, repaired where that is beyond doubt, else
//! refused (BibAgent, appendix D.4.1).

use citelight_types::sort::SmallSort;
use std::collections::BTreeSet;

/// A partition of claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Indices of claims by aspect, each ascending; the aspects by their first claim.
    pub groups: Vec<Vec<usize>>,
    /// Claims that the answer left out: each stands alone.
    pub left_out: Vec<usize>,
}

/// Why an answer is no partition and cannot be made one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PartitionError {
    /// It names a claim that there is not.
    #[error("the clusters name claim {claim} of {claims}; ask again")]
    NoSuchClaim {
        /// Its index, from 0.
        claim: usize,
        /// How many there are.
        claims: usize,
    },
    /// It puts a claim under two aspects.
    #[error("the clusters hold claim {0} twice; ask again")]
    Twice(usize),
    /// It leaves out more claims than it takes in.
    #[error("the clusters leave out {left_out} of {claims} claims; ask again")]
    MostLeftOut {
        /// How many.
        left_out: usize,
        /// Of how many.
        claims: usize,
    },
}

/// Checks groups of claims. A claim named twice in one group is named once; one that is left out stands alone, for an aspect
/// of its own takes nothing from the others.
///
/// # Errors
/// [`PartitionError`] if claims are under two aspects, do not exist, or are mostly left out.
pub fn partition(groups: &[Vec<usize>], claims: usize) -> Result<Partition, PartitionError> {
    let mut seen = BTreeSet::new();
    let mut checked: Vec<Vec<usize>> = Vec::new();
    for group in groups {
        let group: BTreeSet<usize> = group.iter().copied().collect();
        for &claim in &group {
            if claim >= claims {
                return Err(PartitionError::NoSuchClaim { claim, claims });
            }
            if !seen.insert(claim) {
                return Err(PartitionError::Twice(claim));
            }
        }
        if !group.is_empty() {
            checked.push(group.into_iter().collect());
        }
    }
    let left_out: Vec<usize> = (0..claims).filter(|claim| !seen.contains(claim)).collect();
    if left_out.len() > seen.len() {
        return Err(PartitionError::MostLeftOut { left_out: left_out.len(), claims });
    }
    checked.extend(left_out.iter().map(|claim| vec![*claim]));
    checked.small_sort_by(|one, other| one.cmp(other));
    Ok(Partition { groups: checked, left_out })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn answers_are_repaired_or_refused() {
        let repaired = partition(&[vec![2, 0, 2], vec![]], 4).unwrap();
        assert_eq!(repaired.groups, [vec![0, 2], vec![1], vec![3]]);
        assert_eq!(repaired.left_out, [1, 3]);
        assert_eq!(partition(&[vec![0, 1], vec![1]], 2), Err(PartitionError::Twice(1)));
        assert_eq!(partition(&[vec![0, 2]], 2), Err(PartitionError::NoSuchClaim { claim: 2, claims: 2 }));
        assert!(matches!(partition(&[vec![0]], 3), Err(PartitionError::MostLeftOut { left_out: 2, .. })));
        assert_eq!(partition(&[], 0).map(|empty| empty.groups), Ok(Vec::new()));
    }

    proptest! {
        #[test]
        fn whatever_is_accepted_holds_every_claim_once(groups in proptest::collection::vec(proptest::collection::vec(0usize..7, 0..5), 0..5), claims in 0usize..7) {
            if let Ok(found) = partition(&groups, claims) {
                let mut all: Vec<usize> = found.groups.concat();
                all.sort_unstable();
                prop_assert_eq!(all, (0..claims).collect::<Vec<_>>());
                prop_assert!(found.groups.iter().all(|group| !group.is_empty()));
            }
        }
    }
}
