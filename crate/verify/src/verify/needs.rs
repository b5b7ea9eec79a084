//! What a claim needs of a passage to be settled by it, and where a passage speaks of that: numbers, directions, denials,
//! populations. Nothing is compared here; a reader sees at a glance where to look.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use citelight_types::sort::SmallSort;

use super::signals::quantity::Role;
use super::signals::{Reading, direction, negation, scope};

/// In what respect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NeedKind {
    /// A number.
    Number,
    /// More or less, up or down.
    Direction,
    /// A denial.
    Negation,
    /// Who or what was studied.
    Population,
}

/// A stretch of a text that speaks in such a respect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Need {
    /// The respect.
    pub kind: NeedKind,
    /// Characters of the text (UTF-16 code units).
    pub range: Range<u32>,
}

/// What a claim says that a passage would have to say.
pub fn needs(claim: &str) -> Vec<Need> {
    stretches(&Reading::of(claim))
}

/// Where a passage speaks of what a claim needs.
pub fn bearing(claim: &[Need], passage: &str) -> Vec<Need> {
    let mut found = stretches(&Reading::of(passage));
    found.retain(|need| claim.iter().any(|wanted| alike(wanted.kind) == alike(need.kind)));
    found
}

/// A denial answers a direction, and the other way round: "did not rise", "fell".
fn alike(kind: NeedKind) -> NeedKind {
    if kind == NeedKind::Negation { NeedKind::Direction } else { kind }
}

fn stretches(reading: &Reading) -> Vec<Need> {
    let numbers = reading.quantities.iter().filter(|quantity| quantity.role == Role::Measure);
    let numbers = numbers.map(|quantity| (NeedKind::Number, quantity.range.clone()));
    let directions = direction::stretches(reading).into_iter().map(|range| (NeedKind::Direction, range));
    let denials = negation::stretches(reading).into_iter().map(|range| (NeedKind::Negation, range));
    let populations = scope::stretches(reading).into_iter().map(|range| (NeedKind::Population, range));
    let mut found: Vec<(NeedKind, Range<usize>)> =
        numbers.chain(directions).chain(denials).chain(populations).collect();
    found.small_sort_by_key(|(kind, range)| (range.start, *kind));
    let units = |end: usize| {
        reading.text.get(..end).map_or(0, |head| u32::try_from(head.encode_utf16().count()).unwrap_or(0))
    };
    found
        .into_iter()
        .map(|(kind, range)| Need { kind, range: units(range.start)..units(range.end) })
        .filter(|need| need.range.start < need.range.end)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(needs: &[Need], text: &str) -> Vec<(NeedKind, String)> {
        let units: Vec<u16> = text.encode_utf16().collect();
        let words = |need: &Need| {
            String::from_utf16(&units[need.range.start as usize..need.range.end as usize]).unwrap()
        };
        needs.iter().map(|need| (need.kind, words(need))).collect()
    }

    #[test]
    fn numbers_directions_and_populations_are_needed() {
        let claim = "In women, mortality fell by 59 % – more than expected.";
        let needed = needs(claim);
        let kinds: Vec<NeedKind> = needed.iter().map(|need| need.kind).collect();
        assert!(kinds.contains(&NeedKind::Number) && kinds.contains(&NeedKind::Population), "{needed:?}");
        assert!(told(&needed, claim).contains(&(NeedKind::Direction, "fell".to_owned())));
        let passage = "Männer und women: deaths did not decrease (40 %).";
        let found = told(&bearing(&needed, passage), passage);
        assert!(found.contains(&(NeedKind::Number, "40 %".to_owned())), "{found:?}");
        assert!(found.iter().any(|(kind, _)| *kind == NeedKind::Negation));
        assert_eq!(bearing(&needs("Cells divide in water."), passage), []);
    }
}
