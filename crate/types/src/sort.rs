//! Sorting that is compiled once. The standard library compiles its stable sort for every type and order, about 4 kB of WebAssembly each
//! time, which a browser has to download for a hundred of them.

use std::cmp::Ordering;

/// Stable sorting in little code, for slices that need not be sorted in the least time.
pub trait SmallSort<T> {
    /// As `slice::sort_by`.
    fn small_sort_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// As `slice::sort_by_key`.
    fn small_sort_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

impl<T> SmallSort<T> for [T] {
    fn small_sort_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut order = sorted(self.len(), &mut |one, other| compare(&self[one], &self[other]));
        // Each cycle of the permutation by swaps: place `at` takes what stands at `order[at]`.
        for start in 0..order.len() {
            let mut at = start;
            loop {
                let from = std::mem::replace(&mut order[at], at);
                if from == start {
                    break;
                }
                self.swap(at, from);
                at = from;
            }
        }
    }

    fn small_sort_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.small_sort_by(|one, other| key(one).cmp(&key(other)));
    }
}

/// The places from 0, sorted: the only sort that is compiled.
fn sorted(length: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..length).collect();
    places.sort_by(|one, other| compare(*one, *other));
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_the_standard_library_does(items in prop::collection::vec((0_u8..20, any::<u16>()), 0..200)) {
            let (mut expected, mut by_key, mut by) = (items.clone(), items.clone(), items);
            expected.sort_by_key(|item| item.0);
            by_key.small_sort_by_key(|item| item.0);
            by.small_sort_by(|one, other| one.0.cmp(&other.0));
            prop_assert_eq!(&by_key, &expected);
            prop_assert_eq!(by, expected);
        }
    }
}
