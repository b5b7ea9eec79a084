//! What the funnel leaves open is put to the endpoint: the claim, its neighbours and the best passages, nothing else (BibAgent,
//! section 3.2, phase IV).
//!
//! A verdict of the model needs its words in the source, so that the reader sees them too. Where a sentence that is nearly the
//! claim differs from it, no model makes it support.

use std::collections::BTreeSet;

use super::align::Aligned;
use super::classified::with_classification;
use super::decide::Observations;
use super::evidence_ranking::most_telling_first;
use super::judgement::{Judgement, place, with_extent};
use super::quoted::is_of_quotation;
use super::signals::Stance;
use super::source_text::SourceText;
use super::windows::Window;
use crate::claim::Claim;
use crate::llm::Usage;
use crate::llm::arbitration::{Answer, Arbitrate, ArbitrationRequest, ArbitrationResult, Relation};
use crate::taxonomy::{self, RecordFacts};
use citelight_types::finding::{Check, Evidence, EvidenceScores, Reason, Step, TrailStep, Verdict, Votes};
use citelight_types::settings::Settings;
use citelight_types::text::quotation::stands_in;
use citelight_types::text::words::{WordKind, words};

/// Passages that are sent whatever they add.
const LEAST: usize = 2;

/// What is put to the endpoint.
pub(super) struct Question<'a> {
    pub(super) claim: &'a Claim,
    /// What records say against the citation.
    pub(super) facts: RecordFacts,
}

/// The judgement after the endpoint was asked; as before, with a step that says why, where it did not answer.
pub(super) async fn arbitrate(
    judgement: Judgement,
    Question { claim, facts }: Question<'_>,
    observations: &Observations,
    windows: &[Window],
    source: &SourceText,
    arbiter: &dyn Arbitrate,
    settings: &Settings,
) -> Judgement {
    let chosen = passages(&claim.text, observations, windows, source, settings);
    let sent: usize = chosen.iter().map(|window| window.text(source).split_whitespace().count()).sum();
    if chosen.is_empty() {
        return judgement;
    }
    let request = ArbitrationRequest {
        claim: claim.text.clone(),
        context: claim.expanded(),
        passages: chosen.iter().map(|window| window.text(source).to_owned()).collect(),
        facts,
        settings: settings.into(),
    }
    .fitting();
    match arbiter.arbitrate(&request).await {
        Ok(result) => {
            let mut judged = settled(judgement, &result, observations, &chosen, source, settings);
            if let Some(asked) = judged.trail.iter_mut().rev().find(|step| step.step == Step::Arbitrate) {
                asked.values.insert("words".to_owned(), sent as f64);
            }
            match &result.classification {
                Some(classified) if judged.verdict == Verdict::Miscited => {
                    with_classification(judged, classified)
                }
                _ => judged,
            }
        }
        Err(error) => {
            let mut judgement = judgement;
            judgement.trail.push(TrailStep::new(Step::Arbitrate, error.to_string(), &[]));
            judgement
        }
    }
}

/// The best passages, whole: those of the most telling sentences, then the others as NLI read them, none twice. A model that
/// reads around a sentence sees what it is about; a window of three cuts that off.
fn passages(
    claim: &str,
    observations: &Observations,
    windows: &[Window],
    source: &SourceText,
    settings: &Settings,
) -> Vec<Window> {
    let telling = most_telling_first(&observations.aligned, settings).into_iter();
    let best = telling.map(|aligned: &Aligned| aligned.passage).chain(windows.iter().map(|it| it.passage));
    let mut chosen: Vec<Window> = Vec::new();
    for passage in best {
        if chosen.len() < settings.arbitration_passages && !chosen.iter().any(|it| it.passage == passage) {
            let end = source.passages[passage].sentences.len();
            chosen.push(Window { passage, first: 0, end });
        }
    }
    covering(claim, chosen, source)
}

/// The best one, then those that hold most words of the claim that none before them holds. Of more than [`LEAST`] only these: what
/// adds no word of the claim costs the reader's words and tells the model nothing new.
fn covering(claim: &str, candidates: Vec<Window>, source: &SourceText) -> Vec<Window> {
    let claimed = telling_words(claim);
    let with_words = |window: Window| {
        let mut words = telling_words(window.text(source));
        words.retain(|word| claimed.contains(word));
        (window, words)
    };
    let mut left: Vec<(Window, BTreeSet<String>)> = candidates.into_iter().map(with_words).collect();
    let mut chosen: Vec<Window> = Vec::new();
    let mut held: BTreeSet<String> = BTreeSet::new();
    let mut next = 0;
    while next < left.len() {
        let (window, words) = left.remove(next);
        chosen.push(window);
        held.extend(words);
        let added: Vec<usize> = left.iter().map(|(_, words)| words.difference(&held).count()).collect();
        let most = added.iter().copied().max().unwrap_or_default();
        if most == 0 && chosen.len() >= LEAST {
            break;
        }
        // Of equals the first.
        next = added.iter().position(|added| *added == most).unwrap_or_default();
    }
    chosen
}

fn telling_words(text: &str) -> BTreeSet<String> {
    let all = words(text).into_iter().filter(|word| word.kind != WordKind::Function);
    all.map(|word| word.stem).collect()
}

fn settled(
    judgement: Judgement,
    result: &ArbitrationResult,
    observations: &Observations,
    chosen: &[Window],
    source: &SourceText,
    settings: &Settings,
) -> Judgement {
    let (Some(relation), Some(share)) = (result.relation, result.share) else {
        return undecided(judgement, result, chosen, "no majority", Vec::new());
    };
    let verdict = match relation {
        Relation::Supported => Verdict::Supported,
        Relation::Contradicted => Verdict::Miscited,
        Relation::Unclear => {
            return undecided(judgement, result, chosen, "the passages do not tell", Vec::new());
        }
    };
    let agreement = Check::at_least("share of the majority", share, settings.arbitration_agreement);
    let differing = differing_near(observations, settings);
    let near = Check::none("sentences that are nearly the claim and differ", differing);
    if verdict == Verdict::Supported && differing > 0 {
        let summary = "supported, but a sentence that is nearly the claim differs";
        return undecided(judgement, result, chosen, summary, vec![agreement, near]);
    }
    // The first sample of the majority speaks for it.
    let Some(speaker) = result.samples.iter().find(|sample| sample.relation == relation) else {
        return judgement;
    };
    // Words that stand nowhere are no evidence, whoever quotes them.
    let Some(shown) = quoted(speaker, chosen, source) else {
        return undecided(judgement, result, chosen, "its quote stands in no passage", vec![agreement]);
    };
    let model = result.model.clone();
    let votes = votes_for(relation, result);
    let reason = if verdict == Verdict::Supported {
        Reason::ModelFindsSupport { model, votes }
    } else {
        Reason::ModelFindsContradiction { model, rationale: speaker.rationale.clone(), votes }
    };
    // What was read off the quotations stays true, whatever a model finds.
    let quoted = judgement.reasons.iter().filter(|reason| is_of_quotation(reason)).cloned();
    let reasons = with_extent(std::iter::once(reason).chain(quoted).collect(), source);
    let category = if verdict == Verdict::Miscited { taxonomy::categorise(&reasons) } else { None };
    let checks = if verdict == Verdict::Supported { vec![agreement, near] } else { vec![agreement] };
    let mut judgement = told(judgement, result, chosen, words_of(relation), checks);
    judgement.trail.extend(category.map(taxonomy::step));
    let others = judgement.evidence.into_iter().filter(|piece| shown.text != piece.text);
    let evidence = std::iter::once(shown.clone()).chain(others).collect();
    Judgement { verdict, category, confidence: Some(share), reasons, evidence, trail: judgement.trail }
}

/// How the samples that count voted, if there was more than one.
fn votes_for(relation: Relation, result: &ArbitrationResult) -> Option<Votes> {
    let shown = result.samples.iter().filter(|sample| sample.relation == relation).count();
    let votes = Votes { shown: shown as u32, of: result.samples.len() as u32 };
    (votes.of > 1).then_some(votes)
}

/// The judgement as it was, with a step that tells of the question, and whose open answer it is.
fn undecided(
    judgement: Judgement,
    result: &ArbitrationResult,
    sent: &[Window],
    came_to: &str,
    checks: Vec<Check>,
) -> Judgement {
    let mut judgement = told(judgement, result, sent, came_to, checks);
    judgement.reasons.push(Reason::ModelUndecided { model: result.model.clone() });
    judgement
}

/// Sentences that are nearly the claim and differ from it.
fn differing_near(observations: &Observations, settings: &Settings) -> usize {
    let differs = |aligned: &&Aligned| {
        aligned.is_near(settings) && aligned.with_stance(Stance::Differs).next().is_some()
    };
    observations.aligned.iter().filter(differs).count()
}

/// The sentences of the source that hold a sample's quote.
fn quoted(sample: &Answer, chosen: &[Window], source: &SourceText) -> Option<Evidence> {
    let holds = |window: &Window| stands_in(&sample.quote, [window.text(source)]);
    let window = chosen.iter().copied().find(holds)?;
    // The fewest sentences that hold it: a reader is not shown a paragraph for half a line.
    let narrower = (1..window.end - window.first).find_map(|length| {
        let starts = window.first..=window.end - length;
        starts.map(|first| Window { first, end: first + length, ..window }).find(holds)
    });
    let window = narrower.unwrap_or(window);
    Some(Evidence {
        text: window.text(source).to_owned(),
        differing: Vec::new(),
        place: place(source, window.passage, window.first),
        scores: EvidenceScores::default(),
    })
}

fn words_of(relation: Relation) -> &'static str {
    match relation {
        Relation::Supported => "supported",
        Relation::Contradicted => "contradicted",
        Relation::Unclear => "unclear",
    }
}

/// The judgement with a step that tells what the endpoint was asked and how it voted.
fn told(
    mut judgement: Judgement,
    result: &ArbitrationResult,
    sent: &[Window],
    came_to: &str,
    checks: Vec<Check>,
) -> Judgement {
    let votes = |relation: Relation| {
        result.samples.iter().filter(|sample| sample.relation == relation).count() as f64
    };
    let Usage { requests, input_tokens, output_tokens, cost, estimated } = result.usage;
    let (model, prompt) = (&result.model, &result.prompt);
    let summary = if estimated {
        format!("{model} ({prompt}): {came_to} (tokens estimated)")
    } else {
        format!("{model} ({prompt}): {came_to}")
    };
    let mut values = vec![
        ("supported", votes(Relation::Supported)),
        ("contradicted", votes(Relation::Contradicted)),
        ("unclear", votes(Relation::Unclear)),
        ("void", result.void as f64),
        ("passages", sent.len() as f64),
        ("requests", f64::from(requests)),
        ("input_tokens", f64::from(input_tokens)),
        ("output_tokens", f64::from(output_tokens)),
    ];
    values.extend(result.share.map(|share| ("share", share)));
    values.extend(cost.map(|cost| ("cost", cost)));
    judgement.trail.push(TrailStep::new(Step::Arbitrate, summary, &values).with_checks(checks));
    judgement
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::document::{Input, parse};
    use citelight_types::finding::Extent;

    /// A source of one passage for each paragraph, and what is sent of it for a claim.
    fn sent(claim: &str, paragraphs: &[&str]) -> Vec<usize> {
        let page = format!("# Weirs\n\n{}\n", paragraphs.join("\n\n"));
        let document = parse(Input::new(&page, "source.md")).expect("the source parses");
        let source = SourceText::from_document(&document, "source.md", Extent::FullText);
        let whole =
            |passage: usize| Window { passage, first: 0, end: source.passages[passage].sentences.len() };
        let all = (0..source.passages.len()).map(whole).collect();
        covering(claim, all, &source).iter().map(|window| window.passage).collect()
    }

    const CLAIM: &str = "Oak was fed to beavers for 21 days and lowered their weight.";

    #[test]
    fn what_the_claim_says_beside_the_first_passage_comes_second() {
        let paragraphs = [
            "Beavers were fed oak for 21 days in pens of their own.",
            "Beavers were fed twice on each of these days, and oak was cut.",
            "Beavers live by the river and build weirs of wood there.",
            "The weight of the animals was lowered by the end of the trial.",
        ];
        assert_eq!(sent(CLAIM, &paragraphs), [0, 3]);
    }

    #[test]
    fn two_are_sent_whatever_they_add() {
        let paragraphs = [
            "Oak was fed to beavers for 21 days and lowered their weight.",
            "Beavers live by the river and build weirs of wood there.",
            "Nothing else was seen in the whole of this long study.",
        ];
        assert_eq!(sent(CLAIM, &paragraphs), [0, 1]);
        assert_eq!(sent(CLAIM, &paragraphs[..1]), [0]);
    }
}
