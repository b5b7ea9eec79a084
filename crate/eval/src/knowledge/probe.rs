//! Probes of one work, and whether an answer is right (BibAgent, appendix A.2).
use citelight::text::normalise::fold;
use citelight::text::quotation::stands_in;
use serde::{Deserialize, Serialize};

/// Probes that are asked of a work.
pub(super) const KEPT: usize = 10;
/// Relative error from which a number is wrong.
const TOLERANCE: f64 = 0.01;
/// Words of an answer at most: what is longer cannot be checked reliably.
const ANSWER_WORDS: usize = 12;
/// What a model says that does not know.
const UNKNOWN: &str = "unknown";

/// A question that only the text answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Probe {
    pub(super) question: String,
    pub(super) answer: String,
    /// The words of the text in which the answer stands.
    pub(super) quote: String,
}

/// Why a probe is not asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Unfit {
    /// Its quote does not stand in the text.
    InventedQuote,
    /// Its answer does not stand in its quote.
    NotInQuote,
    /// Title or abstract hold the answer.
    InAbstract,
    /// It is too long, or empty.
    Length,
    /// The question holds the answer.
    InQuestion,
}

impl Probe {
    /// Whether it may be asked. In the paper people choose 10 of 15; here what a rule can see.
    pub(super) fn fit(&self, text: &str, title: &str, abstract_text: &str) -> Result<(), Unfit> {
        let words = self.answer.split_whitespace().count();
        if words == 0 || words > ANSWER_WORDS || self.question.trim().is_empty() {
            return Err(Unfit::Length);
        }
        if !stands_in(&self.quote, [text]) {
            return Err(Unfit::InventedQuote);
        }
        if !holds(&self.quote, &self.answer) {
            return Err(Unfit::NotInQuote);
        }
        if holds(&self.question, &self.answer) {
            return Err(Unfit::InQuestion);
        }
        if holds(title, &self.answer) || holds(abstract_text, &self.answer) {
            return Err(Unfit::InAbstract);
        }
        Ok(())
    }

    /// Whether an answer is right; none where words must be compared by a model.
    pub(super) fn is_answered_by(&self, answer: &str) -> Option<bool> {
        let said = fold(answer);
        if said.is_empty() || said == UNKNOWN {
            return Some(false);
        }
        if said == fold(&self.answer) {
            return Some(true);
        }
        let gold = number(&self.answer)?;
        Some(number(answer).is_some_and(|said| (said - gold).abs() / gold.abs().max(1.0) < TOLERANCE))
    }
}

/// Whether a text holds words, whatever their case and marks. A number stands alone: 12 is not in 312.
fn holds(text: &str, words: &str) -> bool {
    let (text, words) = (format!(" {} ", fold(text)), fold(words));
    !words.is_empty() && text.contains(&format!(" {words} "))
}

/// A text that is one number, with a unit or a per cent sign at most.
fn number(text: &str) -> Option<f64> {
    let text = text.trim().replace(',', "");
    let text = text.trim_start_matches(['$', '€', '£', '≈', '~']);
    let end =
        text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+'))).unwrap_or(text.len());
    let (digits, unit) = text.split_at_checked(end)?;
    let is_unit = unit.split_whitespace().count() <= 1;
    digits.trim_end_matches('.').parse().ok().filter(|_| is_unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(answer: &str) -> Probe {
        Probe {
            question: "How many weirs were measured in the second year?".to_owned(),
            answer: answer.to_owned(),
            quote: format!("In the second year {answer} weirs were measured along the river."),
        }
    }

    #[test]
    fn numbers_are_right_within_one_per_cent() {
        let probe = probe("1,250");
        assert_eq!(probe.is_answered_by("1250"), Some(true));
        assert_eq!(probe.is_answered_by("1262"), Some(true));
        assert_eq!(probe.is_answered_by("1263"), Some(false));
        assert_eq!(probe.is_answered_by("UNKNOWN"), Some(false));
        assert_eq!(probe.is_answered_by("many"), Some(false));
        let small = super::tests::probe("0.5");
        assert_eq!(small.is_answered_by("0.509"), Some(true), "small numbers are measured against one");
        assert_eq!(small.is_answered_by("0.52"), Some(false));
    }

    #[test]
    fn words_are_right_if_they_are_the_same_and_else_for_a_grader() {
        let probe = probe("oak and pine");
        assert_eq!(probe.is_answered_by("Oak and pine."), Some(true));
        assert_eq!(probe.is_answered_by("pine, oak"), None);
        assert_eq!(probe.is_answered_by("Unknown."), Some(false));
    }

    #[test]
    fn only_what_the_text_alone_holds_is_asked() {
        let text = "In the second year 47 weirs were measured along the river.";
        let fit = |abstract_text: &str| probe("47").fit(text, "Weirs", abstract_text);
        assert_eq!(fit("We measured 147 weirs."), Ok(()));
        assert_eq!(fit("We measured 47 weirs."), Err(Unfit::InAbstract));
        assert_eq!(probe("48").fit(text, "Weirs", ""), Err(Unfit::InventedQuote));
        let elsewhere = Probe { answer: "12".to_owned(), ..probe("47") };
        assert_eq!(elsewhere.fit(text, "Weirs", ""), Err(Unfit::NotInQuote));
    }
}
