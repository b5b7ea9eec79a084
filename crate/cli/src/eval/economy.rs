//! What an endpoint would be spared: only what the funnel leaves open is sent on, with a few passages instead of the whole
//! source (spec 04: token economy).

use std::fmt;

use citelight::audit::finding::{Finding, Step, Verdict};
use citelight::llm::arbitration::request;
use citelight::llm::vote::{Standing, Vote};
use citelight::settings::Settings;
use citelight::verify::source::PASSAGE_WORDS;
use serde::Serialize;

/// Passages that a request holds (spec 04.8: N).
const PASSAGES: usize = 3;
/// Words of an answer: a quoted sentence and a rationale of 40 words.
const ANSWER_WORDS: usize = 80;

/// Words for each citation that was judged on a text; how many tokens a word has cancels out.
#[derive(Debug, Default, PartialEq, Serialize)]
pub(super) struct TokenEconomy {
    /// Citations that were judged on a text.
    citations: usize,
    /// Of these, how many would be sent on.
    sent_on: usize,
    /// Mean words of the funnel's calls, samples of an endpoint that always agrees with itself. An upper bound: every
    /// passage is counted as if it had the greatest length.
    funnel: f64,
    /// Mean words of one prompt with the whole source.
    whole_source: f64,
    /// 1 − funnel / whole source, so at least this.
    economy: f64,
}

impl TokenEconomy {
    pub(super) fn of(findings: &[Finding], settings: &Settings) -> Self {
        let samples = samples_of_one_mind(settings);
        let read: Vec<(&Finding, usize)> =
            findings.iter().filter_map(|finding| Some((finding, words_read(finding)?))).collect();
        let call = |finding: &Finding, evidence: usize| {
            let asked = request(&finding.claim, &finding.claim, &[], settings);
            words(&asked.system) + words(&asked.user) + evidence + ANSWER_WORDS
        };
        let sent_on = |finding: &Finding| finding.verdict == Verdict::Undecidable;
        let funnel = read.iter().filter(|(finding, _)| sent_on(finding));
        let funnel: usize =
            funnel.map(|(finding, all)| samples * call(finding, (PASSAGES * PASSAGE_WORDS).min(*all))).sum();
        let whole: usize = read.iter().map(|(finding, all)| call(finding, *all)).sum();
        let mean = |words: usize| words as f64 / read.len().max(1) as f64;
        Self {
            citations: read.len(),
            sent_on: read.iter().filter(|(finding, _)| sent_on(finding)).count(),
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
            "token economy at least {economy:.3}: {sent_on} of {citations} citations would be sent on; {funnel:.0} words a \
             citation against {whole_source:.0} with the whole source"
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
fn samples_of_one_mind(settings: &Settings) -> usize {
    let mut vote = Vote::new(settings.arbitration_samples);
    let mut samples = 0;
    while samples < settings.arbitration_samples
        && matches!(vote.standing(settings.arbitration_agreement), Standing::Open)
    {
        vote.count(Some(0_u8));
        samples += 1;
    }
    samples
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
        assert_eq!(TokenEconomy::of(&[], &Settings::default()), TokenEconomy::default());
    }
}
