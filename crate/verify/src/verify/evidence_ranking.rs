//! Which sentences of a source a reader should see first when a claim stays open.
//!
//! The sentence that decides speaks in the claim's own respects, whichever way it decides: where a number is claimed it
//! holds that number, where an increase is claimed it speaks of a change. Words and meaning alone put sentences first
//! that share the subject and say nothing of the claim.

use super::align::Aligned;
use super::signals::Reading;
use super::signals::direction::speaks_of_change;
use super::signals::quantity::{Quantity, Unit};
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;

/// In what respects of the claim a sentence speaks, true to it or not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Respects {
    /// Both speak of a change or a comparison.
    pub direction: bool,
    /// Share of the claim's numbers that the sentence holds, under whatever unit but per cent for per cent, 0..=1.
    pub numbers: f64,
}

impl Respects {
    /// Those of a claim and a sentence.
    pub fn of(claim: &Reading, sentence: &Reading) -> Self {
        let held = |number: &&Quantity| sentence.quantities.iter().any(|other| same_number(number, other));
        let numbers = claim.quantities.iter().filter(held).count() as f64;
        Self {
            direction: speaks_of_change(claim) && speaks_of_change(sentence),
            numbers: numbers / claim.quantities.len().max(1) as f64,
        }
    }
}

fn same_number(one: &Quantity, other: &Quantity) -> bool {
    (one.unit == Unit::Percent) == (other.unit == Unit::Percent) && one.same_value(other)
}

/// Most telling first: by alignment, by the respects in which a sentence speaks, and by how nearly it entails the
/// claim. Equals stay in their order.
pub(super) fn most_telling_first<'a>(aligned: &'a [Aligned], settings: &Settings) -> Vec<&'a Aligned> {
    let telling = |aligned: &Aligned| {
        aligned.alignment
            + settings.evidence_entailment * aligned.nli.map_or(0.0, |nli| nli.entailment)
            + settings.evidence_direction * f64::from(u8::from(aligned.respects.direction))
            + settings.evidence_numbers * aligned.respects.numbers
    };
    let mut order: Vec<&Aligned> = aligned.iter().collect();
    order.small_sort_by(|a, b| telling(b).total_cmp(&telling(a)));
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::verify::models::Probabilities;

    const CLAIM: &str = "Changing this source by 10% raises the footprint by 53 to 62%.";

    fn aligned(sentence: usize, alignment: f64, entailment: Option<f64>, text: &str) -> Aligned {
        let nli = entailment.map(|entailment| Probabilities {
            entailment,
            neutral: 1.0 - entailment,
            contradiction: 0.0,
        });
        let respects = Respects::of(&Reading::of(CLAIM), &Reading::of(text));
        Aligned { nli, ..Aligned::at(sentence, alignment, respects) }
    }

    fn order(all: &[Aligned], settings: &Settings) -> Vec<usize> {
        most_telling_first(all, settings).iter().map(|aligned| aligned.sentence).collect()
    }

    #[test]
    fn an_open_claim_shows_first_what_nearly_entails_it() {
        let all =
            [aligned(0, 0.82, Some(0.1), ""), aligned(1, 0.81, Some(0.8), ""), aligned(2, 0.5, None, "")];
        assert_eq!(order(&all, &Settings::default()), [1, 0, 2]);
        assert_eq!(order(&all, &Settings { evidence_entailment: 0.0, ..Settings::default() }), [0, 1, 2]);
    }

    #[test]
    fn an_open_claim_shows_first_what_speaks_in_its_respects() {
        let all = [
            aligned(0, 0.52, Some(0.1), "Enteric methane was the largest source."),
            aligned(
                1,
                0.41,
                Some(0.1),
                "For a 10% change in it the footprint may change between 5.3 and 6.2%.",
            ),
            aligned(2, 0.40, Some(0.1), "The footprint increased."),
        ];
        assert_eq!(order(&all, &Settings::default()), [2, 1, 0]);
        let numbers_only = Settings { evidence_direction: 0.0, ..Settings::default() };
        assert_eq!(order(&all, &numbers_only), [1, 0, 2]);
        let neither = Settings { evidence_direction: 0.0, evidence_numbers: 0.0, ..Settings::default() };
        assert_eq!(order(&all, &neither), [0, 1, 2]);
    }

    proptest! {
        #[test]
        fn a_sentence_speaks_in_every_respect_of_itself(text in ".{0,80}") {
            let reading = Reading::of(&text);
            let respects = Respects::of(&reading, &reading);
            let whole = if reading.quantities.is_empty() { 0.0 } else { 1.0 };
            prop_assert_eq!(respects.numbers, whole);
            prop_assert_eq!(respects.direction, speaks_of_change(&reading));
        }
    }
}
