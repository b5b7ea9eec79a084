//! What an endpoint would be spared: only what the funnel leaves open is sent on, with a few passages instead of the whole
//! source (token economy: BibAgent, appendix E.3).
use std::fmt;

use citelight::LocalFuture;
use citelight::audit::finding::Finding;
use citelight::document::segmented::PASSAGE_WORDS;
use citelight::finding::{Step, Verdict};
use citelight::llm::arbitration::request;
use citelight::llm::vote::{Vote, VoteStatus};
use citelight::llm::{Complete, CompleteError, Completion, Request, Usage};
use citelight::settings::Settings;
use citelight_cli::failure::Failure;
use serde::Serialize;

/// Passages that a request is taken to hold where nobody was asked (N in BibAgent, section 3.2); most hold two.
pub(super) const PASSAGES: usize = 3;
/// Words of an answer: a quoted sentence and a rationale of 40 words.
pub(super) const ANSWER_WORDS: usize = 80;

/// How long texts are: in words, or in tokens.
#[derive(Clone, Copy)]
pub(super) struct Scale<'a> {
    pub(super) count: &'a dyn Fn(&str) -> Result<usize, Failure>,
    /// Length of a word of the source, for what the trail tells in words.
    pub(super) per_word: f64,
}

impl Scale<'static> {
    /// In words: how many tokens a word has then cancels out, but for the prompts.
    pub(super) const WORDS: Self = Self { count: &|text| Ok(words(text)), per_word: 1.0 };
}

/// Length for each citation that was judged on a text.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct TokenEconomy {
    /// Citations that were judged on a text.
    pub(super) citations: usize,
    /// Of these, how many would be sent on.
    sent_on: usize,
    /// Mean length of the funnel's calls, samples of an endpoint that always agrees with itself. Where nobody was asked it is an
    /// upper bound: three passages, each of the greatest length.
    funnel: f64,
    /// Mean length of one prompt with the whole source.
    whole_source: f64,
    /// 1 − funnel / whole source, so at least this.
    pub(super) economy: f64,
}

/// The length of what one citation takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent {
    /// An endpoint was asked, or would be.
    sent_on: bool,
    funnel: usize,
    whole_source: usize,
}

impl Spent {
    /// Of a citation that was judged on a text; none for the others.
    pub(super) fn of(
        finding: &Finding,
        settings: &Settings,
        scale: Scale<'_>,
    ) -> Result<Option<Self>, Failure> {
        let Some(all) = words_read(finding) else { return Ok(None) };
        let asked = request(&finding.claim, &finding.claim, &[], settings);
        let around = (scale.count)(&asked.system)? + (scale.count)(&asked.user)?;
        let call =
            |evidence: usize| around + ((evidence + ANSWER_WORDS) as f64 * scale.per_word).round() as usize;
        let step = finding.trail.iter().find(|step| step.step == Step::Arbitrate);
        let value = |name| step.and_then(|step| step.values.get(name)).map(|value| *value as usize);
        let requests = value("requests");
        let sent_on = requests.is_some() || finding.verdict == Verdict::Undecidable;
        let samples = requests.unwrap_or_else(|| samples_of_one_mind(settings));
        let evidence = value("words").unwrap_or((PASSAGES * PASSAGE_WORDS).min(all));
        let funnel = if sent_on { samples * call(evidence) } else { 0 };
        Ok(Some(Self { sent_on, funnel, whole_source: call(all) }))
    }
}

impl TokenEconomy {
    /// Over citations that were judged on a text.
    pub(super) fn of(spent: &[Spent]) -> Self {
        let sum = |part: fn(&Spent) -> usize| spent.iter().map(part).sum::<usize>();
        let (funnel, whole) = (sum(|spent| spent.funnel), sum(|spent| spent.whole_source));
        let mean = |words: usize| words as f64 / spent.len().max(1) as f64;
        Self {
            citations: spent.len(),
            sent_on: spent.iter().filter(|spent| spent.sent_on).count(),
            funnel: mean(funnel),
            whole_source: mean(whole),
            economy: if whole == 0 { 0.0 } else { 1.0 - funnel as f64 / whole as f64 },
        }
    }
}

impl fmt::Display for TokenEconomy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { citations, sent_on, funnel, whole_source, economy } = self;
        write!(
            out,
            "token economy at least {economy:.3}: {sent_on} of {citations} citations are sent on; {funnel:.0} a citation \
             against {whole_source:.0} with the whole source"
        )
    }
}

/// Words of the text that a finding was judged on.
fn words_read(finding: &Finding) -> Option<usize> {
    finding.trail.iter().find(|step| step.step == Step::Retrieve)?;
    let access = finding.trail.iter().find(|step| step.step == Step::Access)?;
    access.values.get("words").map(|words| *words as usize)
}

/// Samples that a vote takes if all of them say the same.
pub(super) fn samples_of_one_mind(settings: &Settings) -> usize {
    let mut vote = Vote::new(settings.arbitration_samples);
    let mut samples = 0;
    while samples < settings.arbitration_samples
        && matches!(vote.standing(settings.arbitration_agreement), VoteStatus::Open)
    {
        vote.count(Some(0_u8));
        samples += 1;
    }
    samples
}

/// A model that decides nothing, and always says so: it is asked for what it is sent.
pub(super) struct Undecided;

impl Complete for Undecided {
    fn complete<'a>(&'a self, _: &'a Request) -> LocalFuture<'a, Result<Completion, CompleteError>> {
        let text = r#"{"quote": "", "rationale": "", "relation": "unclear"}"#.to_owned();
        let usage = Usage { requests: 1, ..Usage::default() };
        Box::pin(std::future::ready(Ok(Completion { text, usage })))
    }

    fn model(&self) -> &str {
        "undecided"
    }
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_samples_of_five_settle_a_vote_of_one_mind() {
        assert_eq!(samples_of_one_mind(&Settings::default()), 3);
        let all = Settings { arbitration_agreement: 1.0, ..Settings::default() };
        assert_eq!(samples_of_one_mind(&all), 5);
    }

    #[test]
    fn without_findings_nothing_is_saved() {
        assert_eq!(TokenEconomy::of(&[]), TokenEconomy::default());
    }

    #[test]
    fn the_settings_that_reproduce_the_paper_are_settings() {
        let page = include_str!("../../../docs/papers.md");
        let block = page.split_once("```json\n").and_then(|(_, rest)| rest.split_once("```")).unwrap().0;
        let read: Settings = serde_json::from_str(block).unwrap();
        assert!(read.expand_all && read.contradiction_decides);
        assert_eq!((read.arbitration_passages, read.verdict_tested), (3, 0));
        let names: serde_json::Map<String, serde_json::Value> = serde_json::from_str(block).unwrap();
        let known = serde_json::to_value(Settings::default()).unwrap();
        assert!(names.keys().all(|name| known.get(name).is_some()), "{names:?}");
    }
}
