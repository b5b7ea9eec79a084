//! Citations by number: `[3, 5–7]`, `(3)`, superscripts.

use super::Reference;
use super::surface::BlockText;

mod apart;
mod elements;
mod enclosed;
mod gaps;
mod group;
mod levels;
mod notation;
mod noted;
mod numbers;
mod superscript;

pub(crate) use apart::{named, raised_lists};
pub(crate) use enclosed::{bracketed, parenthesised};
pub(crate) use levels::without_levels;
pub(crate) use noted::without_note_marks;
pub(crate) use numbers::{Numbers, printed_number};
pub(crate) use superscript::superscripts;

impl Numbers {
    /// Labels where they print numbers, else positions; where the text cites more numbers than an unlabelled list has
    /// entries, what the text proves.
    pub(crate) fn of(references: &[Reference], texts: &[BlockText<'_>]) -> Self {
        let by_position = references.iter().all(|reference| printed_number(reference).is_none());
        match by_position.then(|| gaps::place(references, texts)).flatten() {
            Some(placement) => {
                let known = placement.sure.into_iter().map(|(number, index)| (number, vec![index])).collect();
                Self { known, highest: placement.highest, doubtful: placement.doubtful }
            }
            None => Self::own(references, &(0..references.len()).collect::<Vec<_>>()),
        }
    }
}
