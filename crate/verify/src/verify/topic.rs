//! The wrong entry of the list: a claim about things that its source never mentions, while another source of the
//! same list speaks of them.
//!
//! That a source does not say something is no accusation (mere absence of support is undecidable). Here the
//! whole text was read and does not even hold the claim's words, and those words are found in another cited work:
//! both can be shown to the reader.

use std::collections::BTreeSet;

use super::lexical::{LexicalQuery, searchable};
use super::rule::Rule;
use super::source_text::SourceText;
use crate::taxonomy;
use citelight_types::finding::{Check, Evidence, EvidenceScores, Extent, Reason, Step, TrailStep, Verdict};
use citelight_types::settings::Settings;
use citelight_types::text::words::words;

use super::judgement::{Judgement, place};
use crate::claim::Claim;

/// Every stem that a whole text holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    stems: BTreeSet<String>,
}

impl Vocabulary {
    /// The vocabulary of a source; none of an abstract alone or of a text with gaps, whose silence means nothing.
    pub fn of(source: &SourceText) -> Option<Self> {
        let whole = source.extent == Extent::FullText && !source.has_gaps;
        whole.then(|| Self { stems: source.index.stems().cloned().collect() })
    }
}

/// A claim whose words are in another source than the cited one.
#[derive(Clone, Debug, PartialEq)]
pub struct Misplaced {
    /// Which of the other sources holds them.
    pub elsewhere: usize,
    /// The words that the cited source never uses, as the claim writes them.
    pub missing: Vec<String>,
    /// Share of the claim's words among them.
    pub missing_share: f64,
    /// Share of the claim's words that the other source holds.
    pub elsewhere_share: f64,
}

/// Whether a judgement leaves room for the question: the source was read, nothing near the claim is in it, and the
/// reference answers for the claim alone.
pub fn in_question(judgement: &Judgement, claim: &Claim) -> bool {
    judgement.verdict == Verdict::Undecidable
        && matches!(judgement.reasons.first(), Some(Reason::NotFoundInSource | Reason::NumberMissing { .. }))
        && claim.joint <= 1
}

/// Looks for the claim's words in the other sources of the list.
pub fn misplaced<'a>(
    claim: &str,
    cited: &Vocabulary,
    others: impl Iterator<Item = (usize, &'a Vocabulary)>,
    settings: &Settings,
) -> Option<Misplaced> {
    let words = words(claim);
    let stems: BTreeSet<&str> = searchable(&words).collect();
    let missing: BTreeSet<&str> = stems.iter().copied().filter(|stem| !cited.stems.contains(*stem)).collect();
    let share = |count: usize| count as f64 / stems.len().max(1) as f64;
    let missing_share = share(missing.len());
    if missing.len() < settings.topic_missing_words || missing_share < settings.topic_missing_share {
        return None;
    }
    let held = |other: &Vocabulary| share(stems.iter().filter(|stem| other.stems.contains(**stem)).count());
    let (elsewhere, elsewhere_share) = others
        .map(|(index, other)| (index, held(other)))
        .max_by(|left, right| left.1.total_cmp(&right.1).then(right.0.cmp(&left.0)))?;
    if elsewhere_share < settings.topic_elsewhere_share {
        return None;
    }
    let mut told = BTreeSet::new();
    let missing = words
        .iter()
        .filter(|word| missing.contains(word.stem.as_str()) && told.insert(word.stem.as_str()))
        .map(|word| word.surface.clone())
        .collect();
    Some(Misplaced { elsewhere, missing, missing_share, elsewhere_share })
}

/// The judgement once the other source was looked at: `elsewhere` names it for the reader. As before if no sentence of
/// it stands near the claim.
pub fn rejudge(
    judgement: Judgement,
    claim: &Claim,
    found: &Misplaced,
    other: &SourceText,
    elsewhere: &str,
    settings: &Settings,
) -> Judgement {
    let hits = other.index.coverage(&LexicalQuery::of(&claim.text));
    let Some(hit) = hits.first().filter(|hit| hit.coverage >= settings.align_accuse) else {
        return judgement;
    };
    let mut shown = place(other, hit.passage, hit.sentence);
    shown.section.insert(0, elsewhere.to_owned());
    let there = Evidence {
        text: other.passages[hit.passage].sentence(hit.sentence).to_owned(),
        differing: Vec::new(),
        place: shown,
        scores: EvidenceScores { lexical: Some(hit.coverage), ..EvidenceScores::default() },
    };
    let mut reasons =
        vec![Reason::AnotherSubject { missing: found.missing.clone(), elsewhere: elsewhere.to_owned() }];
    let category = taxonomy::categorise(&reasons);
    let mut trail = judgement.trail;
    let rule = Rule::AnotherSubject;
    let mut checks = vec![
        Check::at_least(
            "words of the claim that it lacks",
            found.missing.len() as f64,
            settings.topic_missing_words as f64,
        ),
        Check::at_least("their share of the claim", found.missing_share, settings.topic_missing_share),
        Check::at_least("share that the other holds", found.elsewhere_share, settings.topic_elsewhere_share),
        Check::at_least("coverage by a sentence of the other", hit.coverage, settings.align_accuse),
    ];
    // No model is asked.
    let model = "";
    checks.extend(rule.verdict_checks(model, settings));
    trail.push(TrailStep::new(Step::Decide, rule.summary(), &[]).with_checks(checks));
    trail.extend(category.map(taxonomy::step));
    let is_said = rule.is_verdict(model, settings);
    if !is_said {
        reasons.push(rule.worth(model));
    }
    let confidence = (0.3 + 0.3 * found.missing_share + 0.3 * hit.coverage).min(0.9);
    Judgement {
        verdict: if is_said { Verdict::Miscited } else { Verdict::Undecidable },
        category,
        confidence: Some(if is_said { confidence } else { 0.5 }),
        reasons,
        evidence: judgement.evidence.into_iter().chain([there]).collect(),
        trail,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vocabulary(text: &str) -> Vocabulary {
        Vocabulary { stems: searchable(&words(text)).map(str::to_owned).collect() }
    }

    const CLAIM: &str = "Tissue concentrations of PBDE-47 were greater in females than in males.";

    #[test]
    fn words_of_another_source_are_found_there() {
        let fish =
            vocabulary("Divers counted parrotfish and groupers on the reef, greater abundance at depth.");
        let minnows = vocabulary("Females had greater tissue concentrations of PBDE-47 than males.");
        let found = misplaced(CLAIM, &fish, [(3, &minnows)].into_iter(), &Settings::default());
        let found = found.expect("it is misplaced");
        assert_eq!(found.elsewhere, 3);
        assert_eq!(found.missing, ["Tissue", "concentrations", "PBDE-47", "females", "males"]);
    }

    #[test]
    fn silence_alone_accuses_nobody() {
        let fish = vocabulary("Divers counted parrotfish and groupers on the reef.");
        let cows = vocabulary("Cows grazing a temperate pasture gave as much milk.");
        let settings = Settings::default();
        assert_eq!(misplaced(CLAIM, &fish, [(3, &cows)].into_iter(), &settings), None);
        assert_eq!(misplaced(CLAIM, &fish, std::iter::empty(), &settings), None);
    }

    #[test]
    fn a_source_on_the_subject_is_not_in_question() {
        let minnows = vocabulary("Concentrations of PBDE-47 in females and males did not differ.");
        let others = vocabulary("Females had greater tissue concentrations of PBDE-47 than males.");
        assert_eq!(misplaced(CLAIM, &minnows, [(1, &others)].into_iter(), &Settings::default()), None);
    }
}
