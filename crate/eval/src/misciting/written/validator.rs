//! The second model: it judges the false sentence and the true one as it would judge any, and is told of neither which it is.
use citelight::finding::{Category, Subtype};
use citelight::llm::consistency::{Outcome, consistent};
use citelight::llm::{CompleteError, Usage};
use citelight::settings::Settings;
use citelight::text::quotation::stands_in;
use citelight_cli::network::ModelEndpoint;

use super::material::passages;
use crate::misciting::clause::content_words;
use crate::misciting::pool::PoolSource;
use crate::misciting::prompt::miscitation::Draft;
use crate::misciting::prompt::validation::{self, Answer, Judged, Label};

/// Characters of the source that it is given.
const SHOWN: usize = 14_000;

/// Who is asked, about which source.
pub(super) struct Validator<'a> {
    pub(super) judge: &'a ModelEndpoint,
    pub(super) settings: &'a Settings,
    pub(super) source: &'a PoolSource,
}

/// It found what was made, and nothing wrong with the true sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Judgement {
    /// Share of its samples that give the category.
    pub(super) agreement: f64,
}

/// Why it does not bear a draft out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("the validator calls the false sentence {}, not {}", named(*.said), named(*.wanted))]
    OtherLabel { said: Label, wanted: Label },
    #[error("the validator is not of one mind on the false sentence")]
    NoMajority,
    #[error("the validator finds it, but by other words than those that are gold: “{0}”")]
    OtherWords(String),
    #[error("the validator calls the true sentence {}, not sound", named(*.0))]
    TrueSentence(Label),
    #[error("the validator is not of one mind on the true sentence")]
    TrueSentenceNoMajority,
}

fn named(label: Label) -> String {
    serde_json::to_string(&label).unwrap_or_default().trim_matches('"').to_owned()
}

impl Validator<'_> {
    /// Judges a draft by samples that must agree, the false sentence first: if that does not hold, the true one is not asked about.
    pub(super) fn judge(
        &self,
        category: Category,
        draft: &Draft,
        shown: &[usize],
    ) -> Result<(Result<Judgement, Refusal>, Usage), CompleteError> {
        let near = content_words(&format!("{} {}", draft.miscitation, draft.correct));
        let passages = passages(self.source, shown, &near, SHOWN);
        let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
        let retracted = draft.subtype == Subtype::Retracted;
        let record = record(self.source, retracted);
        let outcome = self.asked(&draft.miscitation, &record, &passages)?;
        let mut usage = outcome.usage;
        let wanted = Label::from(category);
        match &outcome.majority {
            None => return Ok((Err(Refusal::NoMajority), usage)),
            Some((said, _)) if *said != wanted => {
                return Ok((Err(Refusal::OtherLabel { said: *said, wanted }), usage));
            }
            Some(_) => {}
        }
        // Of those that were asked: a majority ends the asking.
        let agreeing = outcome.samples.iter().filter(|sample| sample.label == wanted).count();
        let agreement = agreeing as f64 / (outcome.samples.len() + outcome.void).max(1) as f64;
        let texts: Vec<&str> =
            shown.iter().map(|&place| self.source.sentences[place].text.as_str()).collect();
        let by_record = retracted || draft.subtype == Subtype::AuthorMisattribution;
        if !by_record && let Some(other) = by_other_words(&outcome.samples, wanted, &texts, &draft.quotes) {
            return Ok((Err(Refusal::OtherWords(other)), usage));
        }
        let outcome = self.asked(&draft.correct, &self::record(self.source, false), &passages)?;
        usage += outcome.usage;
        let judged = match outcome.majority {
            Some((Label::Sound, _)) => Ok(Judgement { agreement }),
            Some((said, _)) => Err(Refusal::TrueSentence(said)),
            None => Err(Refusal::TrueSentenceNoMajority),
        };
        Ok((judged, usage))
    }

    fn asked(
        &self,
        sentence: &str,
        record: &str,
        passages: &[&str],
    ) -> Result<Outcome<Answer, Label>, CompleteError> {
        let judged = Judged { sentence, record, passages };
        let request = validation::request(judged, self.settings);
        self.judge.run(consistent(
            self.judge.model(),
            &request,
            self.settings.arbitration_samples,
            self.settings.arbitration_agreement,
            |answer| validation::read(answer, judged),
            |answer| answer.label,
        ))
    }
}

/// The words of a sample that agrees, if none that agrees quotes what is gold.
fn by_other_words(samples: &[Answer], wanted: Label, gold: &[&str], quotes: &[String]) -> Option<String> {
    let agreeing = || samples.iter().filter(|sample| sample.label == wanted);
    let of_gold = |sample: &Answer| {
        let around = |quote: &String| stands_in(quote, [sample.quote.as_str()]);
        stands_in(&sample.quote, gold.iter().copied()) || quotes.iter().any(around)
    };
    if agreeing().any(of_gold) { None } else { agreeing().next().map(|sample| sample.quote.clone()) }
}

/// What an index would say of a source.
fn record(source: &PoolSource, retracted: bool) -> String {
    let authors: Vec<String> = source
        .authors
        .iter()
        .map(|person| format!("{} {}", person.given, person.family).trim().to_owned())
        .collect();
    let authors = if authors.is_empty() { "authors not known".to_owned() } else { authors.join(", ") };
    let year = source.year.map(|year| format!(" Published in {year}.")).unwrap_or_default();
    let status = if retracted {
        "This work was retracted by its publisher."
    } else {
        "No retraction or correction is known."
    };
    format!("Title: {}. Authors: {authors}.{year} {status}", source.title.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_agreeing_sample_must_show_the_gold_words() {
        let sample = |label, quote: &str| Answer { label, quote: quote.to_owned(), rationale: String::new() };
        let gold = ["Oak lasts in cold rivers."];
        let quotes = ["in cold rivers".to_owned()];
        let scope = Label::ScopeExtrapolation;
        let elsewhere = [sample(scope, "pine was cut"), sample(Label::Other, "in cold rivers")];
        assert_eq!(by_other_words(&elsewhere, scope, &gold, &quotes).as_deref(), Some("pine was cut"));
        let there = [sample(scope, "pine was cut"), sample(scope, "oak lasts in cold")];
        assert_eq!(by_other_words(&there, scope, &gold, &quotes), None);
        let wider = [sample(scope, "lasts in cold rivers. Pine was cut")];
        assert_eq!(by_other_words(&wider, scope, &gold, &quotes), None);
    }
}
