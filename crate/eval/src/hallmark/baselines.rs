//! The paper's simple baselines in the same world (section 6.1): only the DOI, and the DOI together with these checks.

use citelight::resolve::integrity::{Answers, CheckSettings, Day, DoiHandle, Label, check_entry};
use serde::Serialize;

use super::entries::{EntryOutcome, GoldEntry};
use super::metrics::Metrics;
use super::world::World;

/// Confidences of the release's `doi_only`: the DOI resolves, it does not, nothing is known.
const RESOLVES: f64 = 0.85;
const DOES_NOT: f64 = 0.75;
const UNKNOWN: f64 = 0.5;
/// Share of the votes from which the release's ensemble flags an entry.
const VOTES: f64 = 0.5;

/// A baseline and its figures.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Baseline {
    pub(super) name: &'static str,
    pub(super) metrics: Metrics,
}

pub(super) fn baselines(
    entries: &[GoldEntry],
    whole: &[EntryOutcome],
    world: &World,
    today: Day,
    settings: &CheckSettings,
) -> Vec<Baseline> {
    let doi: Vec<Vote> = entries.iter().map(|gold| by_doi(world.handle(&gold.entry), gold)).collect();
    let form: Vec<Vote> = entries.iter().map(|gold| by_form(gold, today, settings)).collect();
    let ours: Vec<Vote> = whole.iter().map(|one| Vote(one.report.label, one.report.confidence)).collect();
    let screened = doi.iter().zip(&form).map(|(doi, form)| if form.is_flag() { *form } else { *doi });
    let screened: Vec<Vote> = screened.collect();
    let both = doi.iter().zip(&ours).map(|(doi, ours)| agreed(*doi, *ours)).collect();
    let voted = doi.iter().zip(&ours).map(|(doi, ours)| vote(&[*doi, *ours])).collect();
    let figures = |votes: Vec<Vote>| {
        let outcomes: Vec<EntryOutcome> =
            whole.iter().zip(votes).map(|(one, vote)| vote.outcome(one)).collect();
        Metrics::of(&outcomes)
    };
    [
        ("DOI only", doi.clone()),
        ("DOI only, pre-screened", screened),
        ("DOI and Citelight, if both flag", both),
        ("DOI and Citelight, by weighted vote", voted),
    ]
    .map(|(name, votes)| Baseline { name, metrics: figures(votes) })
    .into()
}

/// A label and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Vote(Label, f64);

impl Vote {
    fn is_flag(self) -> bool {
        self.0 == Label::Hallucinated
    }

    fn outcome(self, one: &EntryOutcome) -> EntryOutcome {
        let mut one = one.clone();
        (one.report.label, one.report.confidence) = (self.0, self.1);
        one
    }
}

/// What does not resolve is flagged, what has no DOI is not (the release's code; the paper's text flags it, too, which would
/// accuse half of the papers of venues without DOIs).
fn by_doi(handle: DoiHandle, gold: &GoldEntry) -> Vote {
    let is_malformed = gold.entry.field("doi").is_some() && gold.entry.identifiers().doi.is_none();
    match handle {
        DoiHandle::Resolves => Vote(Label::Valid, RESOLVES),
        DoiHandle::NotFound => Vote(Label::Hallucinated, DOES_NOT),
        DoiHandle::Unknown if is_malformed => Vote(Label::Hallucinated, DOES_NOT),
        DoiHandle::Unknown => Vote(Label::Valid, UNKNOWN),
    }
}

/// What an entry's form gives away before anybody is asked.
fn by_form(gold: &GoldEntry, today: Day, settings: &CheckSettings) -> Vote {
    let report = check_entry(&gold.entry, &Answers::default(), today, settings);
    Vote(report.label, report.confidence)
}

fn agreed(left: Vote, right: Vote) -> Vote {
    match (left.is_flag(), right.is_flag()) {
        (true, true) => Vote(Label::Hallucinated, left.1.max(right.1)),
        (false, false) => Vote(Label::Valid, left.1.max(right.1)),
        _ => Vote(Label::Valid, UNKNOWN),
    }
}

/// Votes weighted by how sure they are; who is undecided has none (the release's `weighted_vote`).
fn vote(votes: &[Vote]) -> Vote {
    let cast: Vec<&Vote> = votes.iter().filter(|vote| vote.0 != Label::Uncertain).collect();
    let flagged: f64 = cast.iter().filter(|vote| vote.is_flag()).map(|vote| vote.1).sum();
    if cast.is_empty() {
        return Vote(Label::Uncertain, UNKNOWN);
    }
    let share = flagged / cast.len() as f64;
    if share > VOTES { Vote(Label::Hallucinated, share) } else { Vote(Label::Valid, 1.0 - share) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cautious_ensemble_flags_what_both_flag() {
        let (bad, good) = (Vote(Label::Hallucinated, 0.9), Vote(Label::Valid, 0.8));
        assert!(agreed(bad, bad).is_flag() && !agreed(bad, good).is_flag() && !agreed(good, bad).is_flag());
        assert!(vote(&[bad, Vote(Label::Uncertain, 0.5)]).is_flag());
        assert!(!vote(&[bad, Vote(Label::Valid, 0.95)]).is_flag());
        assert_eq!(vote(&[Vote(Label::Uncertain, 0.5)]).0, Label::Uncertain);
    }
}
