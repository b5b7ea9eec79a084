//! Shifted numbering: from some number on, each citation fits the entry before, or after, the one that it names. An entry
//! was added or taken out and the numbers in the text stayed.

use std::collections::BTreeMap;

/// Entries that must be off by one for the list to be called shifted.
const ENTRIES: usize = 6;
/// Share of them whose sentences fit the neighbour better.
const FITTING: f64 = 0.75;
/// How much better they must fit on average, in cosines. Where the numbers are right the neighbour fits worse by far more.
const LEAD: f64 = 0.08;

/// A sentence that cites an entry, compared with it and its neighbours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// The entry's number, from 1.
    pub number: u32,
    /// Cosine of the sentence with the entry's work.
    pub own: f64,
    /// With that of the entry before; none if the sentence cites that one, too, or nothing is known of it.
    pub before: Option<f64>,
    /// With that of the entry after.
    pub after: Option<f64>,
}

/// To which side the numbers are off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Each citation fits the entry before.
    Before,
    /// Each citation fits the entry after.
    After,
}

/// A list whose numbers are off by one.
#[derive(Clone, Debug, PartialEq)]
pub struct Shift {
    /// The first number that is.
    pub from: u32,
    /// To which side.
    pub side: Side,
    /// Numbers that could be compared, from there on.
    pub compared: usize,
    /// How many of them fit the neighbour better.
    pub fitting: usize,
    /// By how much, on average.
    pub lead: f64,
}

/// Looks for a number from which on the neighbour fits better.
pub fn shift_of(compared: &[Compared]) -> Option<Shift> {
    let sides = [Side::Before, Side::After].into_iter();
    sides.filter_map(|side| shift_to(side, compared)).max_by(|one, other| {
        let sum = |shift: &Shift| shift.lead * shift.compared as f64;
        sum(one).total_cmp(&sum(other))
    })
}

fn shift_to(side: Side, compared: &[Compared]) -> Option<Shift> {
    // Several sentences that cite one entry count as one.
    let mut leads: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for one in compared {
        let neighbour = match side {
            Side::Before => one.before,
            Side::After => one.after,
        };
        if let Some(neighbour) = neighbour {
            leads.entry(one.number).or_default().push(neighbour - one.own);
        }
    }
    let leads: Vec<(u32, f64)> =
        leads.into_iter().map(|(number, all)| (number, all.iter().sum::<f64>() / all.len() as f64)).collect();
    // The beginning from which the sum to the end is greatest; of equals the first.
    let mut best: Option<(usize, f64)> = None;
    let mut sum = 0.0;
    for (place, (_, lead)) in leads.iter().enumerate().rev() {
        sum += lead;
        if best.is_none_or(|(_, greatest)| sum >= greatest) {
            best = Some((place, sum));
        }
    }
    let (place, sum) = best?;
    let rest = leads.get(place..)?;
    let fitting = rest.iter().filter(|(_, lead)| *lead > 0.0).count();
    let lead = sum / rest.len().max(1) as f64;
    let is_shifted = rest.len() >= ENTRIES && fitting as f64 >= FITTING * rest.len() as f64 && lead >= LEAD;
    let from = rest.first()?.0;
    is_shifted.then_some(Shift { from, side, compared: rest.len(), fitting, lead })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sentences of a list whose numbers are off from one on.
    fn list(length: u32, off_from: u32, side: Side) -> Vec<Compared> {
        let near = |number: u32| 0.5 + 0.05 * f64::from(number % 3);
        (1..=length)
            .map(|number| {
                let is_off = number >= off_from;
                let (own, there) = if is_off { (0.1, near(number)) } else { (near(number), 0.1) };
                let [before, after] = match side {
                    Side::Before => [there, 0.15],
                    Side::After => [0.15, there],
                };
                let before = (number > 1).then_some(before);
                Compared { number, own, before, after: (number < length).then_some(after) }
            })
            .collect()
    }

    #[test]
    fn numbers_that_are_off_are_found_with_their_place() {
        for side in [Side::Before, Side::After] {
            let shift = shift_of(&list(30, 17, side)).unwrap();
            assert_eq!((shift.from, shift.side), (17, side));
            assert!(shift.compared >= 13 && shift.fitting == shift.compared);
        }
    }

    #[test]
    fn right_numbers_and_short_ends_are_left_alone() {
        assert_eq!(shift_of(&list(30, 31, Side::Before)), None);
        assert_eq!(shift_of(&list(30, 27, Side::Before)), None, "four entries prove nothing");
        assert_eq!(shift_of(&[]), None);
    }
}
