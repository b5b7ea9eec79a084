//! Aspects without an endpoint: agglomerative clustering by meaning, where NLI and the signals find no conflict; the claim
//! nearest to all others speaks for its aspect.
//!
//! Claims are put in order before they are clustered, so that the order in which witnesses were heard changes nothing.

use std::borrow::Cow;

use kodama::{Method, linkage};

use super::{named, vectors};
use crate::committee::numbers::same_facts;
use crate::committee::steps::{Cluster, Distil, Group, StepError};
use crate::verify::models::{Embed, Infer, Pair};
use crate::verify::retrieve::cosine;
use crate::verify::signals::parallel::Parallel;
use crate::verify::signals::{Reading, Signal, SignalKind, Stance, compare};
use citelight_inference::LocalFuture;
use citelight_records::sources::Record;
use citelight_types::settings::CommitteeSettings;
use citelight_types::sort::SmallSort;

const CLUSTERING: &str = "cluster the claims about the source";
const CHOOSING: &str = "choose the claim that speaks for an aspect";

/// Agglomerative clustering, complete linkage: every two claims of an aspect are alike, and none contradicts another.
#[derive(Clone, Copy)]
pub struct Agglomerative<'a> {
    /// Meaning.
    pub embed: &'a dyn Embed,
    /// Conflict and agreement; without it meaning, numbers and denials alone decide.
    pub infer: Option<&'a dyn Infer>,
    /// The parameters.
    pub settings: &'a CommitteeSettings,
}

impl Agglomerative<'_> {
    async fn groups(&self, claims: &[&str]) -> Result<Vec<Vec<usize>>, StepError> {
        let mut order: Vec<usize> = (0..claims.len()).collect();
        order.small_sort_by_key(|&index| claims[index]);
        let sorted: Vec<&str> = order.iter().map(|&index| claims[index]).collect();
        let likeness = self.likeness(&sorted).await?;
        let groups = cut(&likeness, self.settings.same_aspect, sorted.len());
        Ok(groups.into_iter().map(|group| group.into_iter().map(|place| order[place]).collect()).collect())
    }

    /// Likeness of every two claims in 0..=1, the upper triangle row by row: the mean of cosine and mutual entailment where NLI
    /// was asked, the cosine elsewhere; nothing where the two conflict.
    async fn likeness(&self, claims: &[&str]) -> Result<Vec<f64>, StepError> {
        let vectors = vectors(self.embed, claims, CLUSTERING).await?;
        let pairs =
            || (0..claims.len()).flat_map(|one| (one + 1..claims.len()).map(move |other| (one, other)));
        // What is further apart meets under no aspect, whatever its facts are.
        let near = self.settings.compare_from.min(self.settings.same_aspect);
        let read: Vec<Reading> = claims.iter().map(|claim| Reading::of(claim)).collect();
        let mut likeness: Vec<f64> = pairs()
            .map(|(one, other)| {
                let cosine = cosine(&vectors[one], &vectors[other]).clamp(0.0, 1.0);
                let facts = cosine < near
                    || same_facts(claims[one], claims[other]) && !conflict(&read[one], &read[other]);
                if facts { cosine } else { 0.0 }
            })
            .collect();
        let Some(infer) = self.infer else { return Ok(likeness) };
        let asked: Vec<(usize, (usize, usize))> =
            pairs().enumerate().filter(|(place, _)| likeness[*place] >= self.settings.compare_from).collect();
        let both_ways: Vec<Pair<'_>> = asked
            .iter()
            .flat_map(|(_, (one, other))| {
                let pair = |premise, hypothesis| Pair { premise, hypothesis };
                [pair(claims[*one], claims[*other]), pair(claims[*other], claims[*one])]
            })
            .collect();
        let answers = infer
            .infer(&both_ways)
            .await
            .map_err(|error| StepError::of_model(&infer.name(), CLUSTERING, &error))?;
        for ((place, _), two) in asked.iter().zip(answers.chunks(2)) {
            let conflict = two.iter().map(|p| p.contradiction).fold(0.0, f64::max);
            let entailed = two.iter().map(|p| p.entailment).sum::<f64>() / two.len().max(1) as f64;
            likeness[*place] = if conflict >= self.settings.conflict {
                0.0
            } else {
                // Entailment both ways brings two claims together, its absence does not part them: a claim may say more.
                likeness[*place].max((likeness[*place] + entailed) / 2.0)
            };
        }
        Ok(likeness)
    }
}

/// Whether two claims say what cannot both hold of numbers with their units, of directions or of denials.
fn conflict(one: &Reading, other: &Reading) -> bool {
    let told = |signal: &Signal| {
        signal.stance == Stance::Differs
            && matches!(signal.kind, SignalKind::Number | SignalKind::Direction | SignalKind::Negation)
    };
    let differs =
        |one: &Reading, other: &Reading| compare(one, other, &Parallel::of(one, other)).iter().any(told);
    differs(one, other) || differs(other, one)
}

/// The groups in which all are at least so alike.
fn cut(likeness: &[f64], least: f64, count: usize) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = (0..count).map(|index| vec![index]).collect();
    if count < 2 {
        return groups;
    }
    let mut distances: Vec<f64> = likeness.iter().map(|alike| 1.0 - alike).collect();
    let dendrogram = linkage(&mut distances, count, Method::Complete);
    // Each step makes a new cluster out of two; what is further apart than that stays apart.
    for step in dendrogram.steps() {
        let merges = step.dissimilarity <= 1.0 - least;
        let parts = [step.cluster1, step.cluster2]
            .map(|cluster| if merges { std::mem::take(&mut groups[cluster]) } else { Vec::new() });
        groups.push(parts.concat());
    }
    groups.retain(|group| !group.is_empty());
    groups
}

impl Cluster for Agglomerative<'_> {
    fn name(&self) -> Cow<'_, str> {
        named("clustering by likeness", &[Some(self.embed.name()), self.infer.map(|infer| infer.name())])
            .into()
    }

    fn cluster<'a>(
        &'a self,
        _: &'a Record,
        claims: &'a [&'a str],
    ) -> LocalFuture<'a, Result<Vec<Group>, StepError>> {
        Box::pin(async move { Ok(self.groups(claims).await?.into_iter().map(Group::from).collect()) })
    }
}

/// The claim nearest to all others of its aspect; of several the one that comes first in the alphabet.
#[derive(Clone, Copy)]
pub struct Medoid<'a> {
    /// Meaning.
    pub embed: &'a dyn Embed,
}

impl Distil for Medoid<'_> {
    fn name(&self) -> Cow<'_, str> {
        named("the claim nearest to the others", &[Some(self.embed.name())]).into()
    }

    fn distil<'a>(
        &'a self,
        _: &'a Record,
        claims: &'a [&'a str],
    ) -> LocalFuture<'a, Result<String, StepError>> {
        Box::pin(async move {
            let vectors = vectors(self.embed, claims, CHOOSING).await?;
            let nearness = |one: usize| vectors.iter().map(|other| cosine(&vectors[one], other)).sum::<f64>();
            let best = (0..claims.len())
                .map(|index| (nearness(index), claims[index]))
                .max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(one.1)));
            best.map(|(_, claim)| claim.to_owned()).ok_or_else(|| StepError {
                by: Distil::name(self).into_owned(),
                doing: CHOOSING,
                reason: "the aspect holds no claim; this is a defect worth reporting".to_owned(),
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_that_cannot_both_hold_stand_under_two_aspects() {
        let conflict = |one: &str, other: &str| conflict(&Reading::of(one), &Reading::of(other));
        let minutes = "The enzyme was inactivated by incubation at 80 °C for 20 minutes.";
        assert!(conflict(minutes, "The enzyme was inactivated by incubation at 80 °C for 20 hours."));
        assert!(conflict("Oak weirs increase the flow of rivers.", "Oak weirs decrease the flow of rivers."));
        assert!(!conflict(minutes, "At 80 °C incubation for 20 minutes inactivated the enzyme."));
        assert!(!conflict(minutes, "The enzyme is found in yeast."));
    }
}
