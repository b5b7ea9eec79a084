//! A decision written up: verdict, reasons, evidence, confidence.

use super::align::Aligned;
use super::decide::{
    Decision, Observations, accusation_checks, contradiction_checks, entailment_checks, repetition_checks,
    support_checks,
};
use super::evidence_ranking::most_telling_first;
use super::models::{Embed, Infer};
use super::retrieve::Retrieved;
use super::rule::Rule;
use super::signals::{Reading, Signal, Stance};
use super::source_text::SourceText;
use super::windows::Window;
use crate::claim::Claim;
use crate::taxonomy;
use citelight_types::finding::{
    CategoryLabel, Check, Evidence, EvidenceScores, Extent, Place, Reason, Step, TrailStep, Verdict,
};
use citelight_types::settings::Settings;

/// What the funnel says of one claim and one source.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Only with miscited, and with a hint at a difference, of which it is suggested.
    pub category: Option<CategoryLabel>,
    /// P(the verdict is right), from alignment and model; none for unchecked. Not yet calibrated on gold.
    pub confidence: Option<f64>,
    /// The deciding reason first; never empty.
    pub reasons: Vec<Reason>,
    /// Most telling first.
    pub evidence: Vec<Evidence>,
    /// Steps of the funnel.
    pub trail: Vec<TrailStep>,
}

/// Pieces of evidence shown with an open or supported claim.
const SHOWN: usize = 3;

impl Judgement {
    /// Nothing could be compared.
    pub fn unchecked(reason: Reason) -> Self {
        let trail = vec![TrailStep::new(Step::Decide, "not checked", &[])];
        Self {
            verdict: Verdict::Unchecked,
            category: None,
            confidence: None,
            reasons: vec![reason],
            evidence: Vec::new(),
            trail,
        }
    }

    /// The sentence attributes nothing that could be looked up ("as in [3]").
    pub(super) fn says_too_little(claim: &Claim, source: &SourceText) -> Self {
        let text = &claim.text;
        let summary = format!("“{text}” says too little to be looked up");
        Self {
            verdict: Verdict::Undecidable,
            category: None,
            confidence: Some(0.5),
            reasons: with_extent(vec![Reason::EvidenceWeak], source),
            evidence: Vec::new(),
            trail: vec![TrailStep::new(Step::Decide, summary, &[])],
        }
    }

    /// A citation in passing: judged by topic alone.
    pub(super) fn perfunctory(
        retrieved: &Retrieved,
        aligned: &[Aligned],
        source: &SourceText,
        embed: Option<&dyn Embed>,
        mut trail: Vec<TrailStep>,
        settings: &Settings,
    ) -> Self {
        let rule = Rule::InPassing;
        let model = embed.map(|embed| embed.name()).unwrap_or_default();
        let topic = retrieved.passages.iter().filter_map(|passage| passage.similarity).fold(0.0, f64::max);
        let on_topic = topic >= settings.topic_similarity;
        let mut checks = vec![Check::at_least("similarity to the topic", topic, settings.topic_similarity)];
        if on_topic {
            checks.extend(rule.verdict_checks(&model, settings));
        }
        trail.push(TrailStep::new(Step::Decide, rule.summary(), &[]).with_checks(checks));
        let is_said = on_topic && rule.is_verdict(&model, settings);
        let mut reasons = vec![if on_topic { Reason::Perfunctory } else { Reason::NotFoundInSource }];
        if on_topic && !is_said {
            reasons.push(rule.worth(&model));
        }
        Self {
            verdict: if is_said { Verdict::Supported } else { Verdict::Undecidable },
            category: None,
            confidence: Some(if is_said { topic.clamp(0.5, 0.9) } else { 0.5 }),
            reasons: with_extent(reasons, source),
            evidence: aligned.iter().take(1).map(|aligned| evidence(aligned, source)).collect(),
            trail,
        }
    }

    /// Writes up a decision: a verdict where its rule was right often enough, else a hint that leaves the claim open.
    pub(super) fn of(
        (decision, rule): (Decision, Option<Rule>),
        claim: &Reading,
        observations: &Observations,
        source: &SourceText,
        infer: &dyn Infer,
        mut trail: Vec<TrailStep>,
        settings: &Settings,
    ) -> Self {
        let aligned = &observations.aligned;
        let nearest = aligned.first().map_or(0.0, |aligned| aligned.alignment);
        let mut checks = checks(&decision, observations, settings);
        let (verdict, confidence, reasons, evidence) = match decision {
            Decision::Entailed(window) => {
                let entailment = observations.windows.iter().map(|(_, p)| p.entailment).fold(0.0, f64::max);
                let evidence = window_evidence(window, observations, source);
                (Verdict::Supported, entailment, vec![Reason::SourceSaysSo], vec![evidence])
            }
            Decision::Contradicted(window) => {
                let contradiction =
                    observations.windows.iter().map(|(_, p)| p.contradiction).fold(0.0, f64::max);
                let (model, rationale) = (infer.name().into_owned(), String::new());
                let reason = Reason::ModelFindsContradiction { model, rationale, votes: None };
                let evidence = window_evidence(window, observations, source);
                (Verdict::Miscited, contradiction, vec![reason], vec![evidence])
            }
            Decision::Repeats(index) | Decision::Agrees(index) => {
                let confidence = (0.4 + 0.6 * aligned[index].alignment).min(0.95);
                let shown = nearest_first(aligned, index)
                    .take(SHOWN)
                    .map(|aligned| self::evidence(aligned, source))
                    .collect();
                (Verdict::Supported, confidence, vec![Reason::SourceSaysSo], shown)
            }
            Decision::Differs(index, signal) => {
                let confidence = confidence_of_difference(&aligned[index], settings);
                let mut reasons = vec![signal.reason.clone()];
                reasons.extend(
                    aligned[index]
                        .with_stance(Stance::Differs)
                        .filter(|other| **other != signal)
                        .map(|other| other.reason.clone()),
                );
                let shown = nearest_first(aligned, index)
                    .take(SHOWN)
                    .map(|aligned| self::evidence(aligned, source))
                    .collect();
                (Verdict::Miscited, confidence, reasons, shown)
            }
            Decision::Missing(number) => {
                let reason = Reason::NumberMissing { claim: claim.slice(&number).to_owned() };
                (Verdict::Miscited, 0.5, vec![reason], most_telling(aligned, source, settings))
            }
            Decision::Open => {
                let far = nearest < settings.align_doubt;
                let reason = if far { Reason::NotFoundInSource } else { Reason::EvidenceWeak };
                (Verdict::Undecidable, 0.5, vec![reason], most_telling(aligned, source, settings))
            }
        };
        // Of a hint, too: what it would be.
        let category = if verdict == Verdict::Miscited { taxonomy::categorise(&reasons) } else { None };
        let model = infer.name();
        let is_said = rule.is_none_or(|rule| rule.is_verdict(&model, settings));
        checks.extend(rule.iter().flat_map(|rule| rule.verdict_checks(&model, settings)));
        let (verdict, confidence, reasons) = match rule.filter(|_| !is_said) {
            Some(rule) => (Verdict::Undecidable, 0.5, as_hint(rule, &model, reasons)),
            None => (verdict, confidence, reasons),
        };
        let summary = rule.map_or("nothing found decides", Rule::summary);
        let values = [("confidence", confidence)];
        trail.push(TrailStep::new(Step::Decide, summary, &values).with_checks(checks));
        if let Some(label) = category {
            trail.push(taxonomy::step(label));
        }
        Self {
            verdict,
            category,
            confidence: Some(confidence),
            reasons: with_extent(reasons, source),
            evidence,
            trail,
        }
    }
}

/// The conditions that decided; of an open claim those that the nearest sentence would have had to meet to accuse, if it
/// differs, or to support.
fn checks(decision: &Decision, observations: &Observations, settings: &Settings) -> Vec<Check> {
    let aligned = &observations.aligned;
    match decision {
        Decision::Entailed(_) => entailment_checks(observations, settings),
        Decision::Contradicted(_) => contradiction_checks(observations, settings),
        Decision::Repeats(index) => repetition_checks(observations, &aligned[*index], settings),
        Decision::Missing(_) => vec![Check::none("places of the source that state the number", 0)],
        Decision::Agrees(index) => support_checks(observations, &aligned[*index], settings),
        Decision::Differs(index, signal) => {
            accusation_checks(observations, &aligned[*index], signal, settings)
        }
        Decision::Open => {
            let Some(nearest) = aligned.first() else { return Vec::new() };
            match nearest.with_stance(Stance::Differs).next() {
                Some(signal) => accusation_checks(observations, nearest, signal, settings),
                None => support_checks(observations, nearest, settings),
            }
        }
    }
}

/// The reasons of an answer that is no verdict: what was found, and how much that is worth.
fn as_hint(rule: Rule, model: &str, reasons: Vec<Reason>) -> Vec<Reason> {
    let found = if rule.supports() { vec![Reason::SimilarPassage] } else { reasons };
    found.into_iter().chain([rule.worth(model)]).collect()
}

/// What to show of a claim that stays open.
fn most_telling(aligned: &[Aligned], source: &SourceText, settings: &Settings) -> Vec<Evidence> {
    let telling = most_telling_first(aligned, settings).into_iter().take(SHOWN);
    telling.map(|aligned| evidence(aligned, source)).collect()
}

/// The deciding sentence, then the others nearest first.
fn nearest_first(aligned: &[Aligned], deciding: usize) -> impl Iterator<Item = &Aligned> {
    let others =
        aligned.iter().enumerate().filter(move |(index, _)| *index != deciding).map(|(_, aligned)| aligned);
    aligned.get(deciding).into_iter().chain(others)
}

/// Better aligned and more contradicted is surer.
fn confidence_of_difference(aligned: &Aligned, settings: &Settings) -> f64 {
    let margin =
        ((aligned.alignment - settings.align_accuse) / (1.0 - settings.align_accuse)).clamp(0.0, 1.0);
    let contradiction = aligned.nli.map_or(0.0, |nli| nli.contradiction);
    (0.6 + 0.25 * margin + 0.15 * contradiction).min(0.95)
}

pub(super) fn with_extent(mut reasons: Vec<Reason>, source: &SourceText) -> Vec<Reason> {
    reasons.extend(match source.extent {
        Extent::FullText => None,
        Extent::Abstract => Some(Reason::AbstractOnly),
        Extent::Passages => Some(Reason::PassagesOnly),
    });
    reasons
}

fn evidence(aligned: &Aligned, source: &SourceText) -> Evidence {
    let text = source.passages[aligned.passage].sentence(aligned.sentence);
    let differing = aligned
        .with_stance(Stance::Differs)
        .filter(|signal| !signal.source.is_empty())
        .map(|signal| utf16(text, signal))
        .collect();
    Evidence {
        text: text.to_owned(),
        differing,
        place: place(source, aligned.passage, aligned.sentence),
        scores: EvidenceScores {
            similarity: aligned.similarity,
            lexical: Some(aligned.coverage),
            nli: aligned.nli,
        },
    }
}

fn window_evidence(window: Window, observations: &Observations, source: &SourceText) -> Evidence {
    let nli = observations.windows.iter().find(|(other, _)| *other == window).map(|(_, p)| *p);
    Evidence {
        text: window.text(source).to_owned(),
        differing: Vec::new(),
        place: place(source, window.passage, window.first),
        scores: EvidenceScores { similarity: None, lexical: None, nli },
    }
}

pub(super) fn place(source: &SourceText, passage: usize, sentence: usize) -> Place {
    let passage = &source.passages[passage];
    Place {
        section: passage.section.clone(),
        paragraph: passage.paragraph,
        sentence: passage.first_sentence + u32::try_from(sentence).unwrap_or(0),
        origin: source.origin.clone(),
        extent: Some(source.extent),
    }
}

fn utf16(text: &str, signal: &Signal) -> std::ops::Range<u32> {
    let units = |end: usize| {
        text.get(..end).map_or(0, |head| u32::try_from(head.encode_utf16().count()).unwrap_or(u32::MAX))
    };
    units(signal.source.start)..units(signal.source.end)
}
