//! Everything a committee's verdict rests on, as plain data: who was heard, what they say, every number (BibAgent,
//! appendix D.7).

use serde::{Deserialize, Serialize};

use super::aggregate::{Aspect, Committee, CommitteeOutcome, Relation};
use super::claim::Extraction;
use super::gather::{RefusalReason, Refused};
use super::percentiles::TableOrigin;
use super::witness::{Witness, WitnessClaim};
use citelight_types::settings::CommitteeSettings;

/// Version of the bundle's form.
pub const BUNDLE_VERSION: u32 = 1;

/// A committee's verdict with all it rests on. [`explain`](super::explain()) derives its numbers anew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "CommitteeBundle"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CommitteeBundle"))]
pub struct Bundle {
    /// Version of this form.
    pub version: u32,
    /// The cited work, which could not be read.
    pub cited: CitedSource,
    /// c_A and how it was come by.
    pub claim: Extraction,
    /// Who was heard.
    pub witnesses: Vec<Witness>,
    /// What they say.
    pub claims: Vec<WitnessClaim>,
    /// The aspects with their statements and relations.
    pub aspects: Vec<HeardAspect>,
    /// The verdict and its numbers.
    pub outcome: CommitteeOutcome,
    /// The parameters it was reached with.
    pub parameters: CommitteeSettings,
    /// Where the percentiles came from.
    pub percentiles: TableOrigin,
    /// Citing works that are no witnesses, and why.
    pub refused: Vec<Refused>,
    /// Indexes that were asked and answered.
    pub answered: Vec<String>,
    /// Indexes that failed, and how.
    pub failures: Vec<String>,
    /// Why the standing of venues is not known, where an index could not be asked. No witness is missing for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<Vec<String>>", optional))]
    pub unranked: Vec<String>,
    /// Who did what.
    pub made_by: MadeBy,
}

/// The cited work.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CitedSource {
    /// Its title.
    pub title: String,
    /// Its DOI, where known.
    pub doi: Option<String>,
    /// Its year, where known.
    pub year: Option<i32>,
}

/// An aspect of the work: what its witnesses agree on, and how that stands to the claim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeardAspect {
    /// Indices of its claims in [`Bundle::claims`].
    pub claims: Vec<usize>,
    /// What whoever put the claims together called it; empty where nobody named it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub name: String,
    /// What it is about, in one sentence of theirs; empty where nobody said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "typescript", ts(as = "Option<String>", optional))]
    pub summary: String,
    /// e_j: one sentence, only what the claims share.
    pub statement: String,
    /// What each sample said of its relation to the claim; none where a sample was void.
    pub votes: Vec<Option<Relation>>,
    /// The relation that most samples gave; neutral where none has a majority.
    pub relation: Relation,
    /// a_j: share of the samples that gave it.
    pub stability: f64,
}

/// Who did what: models, versions of prompts, rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeBy {
    /// Made sentences self-contained.
    pub paraphrase: String,
    /// Put claims under aspects.
    pub cluster: String,
    /// Wrote the statements.
    pub distil: String,
    /// Told how statements stand to the claim.
    pub relate: String,
}

/// Why a bundle does not hold together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BundleError {
    /// It is of another version.
    #[error(
        "the bundle is of version {found}, this reads version {BUNDLE_VERSION}; convene the committee again"
    )]
    Version {
        /// Its version.
        found: u32,
    },
    /// An aspect names a claim that is not there.
    #[error(
        "aspect {aspect} names claim {claim}, which is not in the bundle; it was changed after it was made"
    )]
    NoSuchClaim {
        /// The aspect, from 0.
        aspect: usize,
        /// The claim, from 0.
        claim: usize,
    },
    /// A claim is under no aspect or under several.
    #[error(
        "claim {claim} is under {aspects} aspects instead of one; the bundle was changed after it was made"
    )]
    NotUnderOne {
        /// The claim, from 0.
        claim: usize,
        /// How many aspects hold it.
        aspects: usize,
    },
    /// A claim is of a witness who is not there, or two witnesses have one name.
    #[error(
        "{count} witnesses are called {witness} instead of one; the bundle was changed after it was made"
    )]
    NotOneWitness {
        /// The name.
        witness: String,
        /// How many have it.
        count: usize,
    },
}

impl Bundle {
    /// The committee that the bundle tells of, from its raw parts: influence from percentiles, relations and stability from
    /// votes, members of aspects from claims.
    ///
    /// # Errors
    /// [`BundleError`] if its parts do not belong together.
    pub fn committee(&self) -> Result<Committee, BundleError> {
        self.check()?;
        let influence = self
            .witnesses
            .iter()
            .map(|witness| (witness.id.clone(), witness.influence.derived(&self.parameters)));
        let aspects = self.aspects.iter().map(|aspect| {
            let (relation, stability) = majority(&aspect.votes);
            let witnesses = aspect.claims.iter().map(|claim| self.claims[*claim].witness.clone());
            Aspect { witnesses: witnesses.collect(), relation, stability }
        });
        let unread = self
            .refused
            .iter()
            .filter(|refused| matches!(refused.reason, RefusalReason::NoText { .. }))
            .count();
        Ok(Committee {
            aspects: aspects.collect(),
            influence: influence.collect(),
            silent_indexes: self.failures.len(),
            unread,
        })
    }

    fn check(&self) -> Result<(), BundleError> {
        if self.version != BUNDLE_VERSION {
            return Err(BundleError::Version { found: self.version });
        }
        let mut held = vec![0usize; self.claims.len()];
        for (index, aspect) in self.aspects.iter().enumerate() {
            for &claim in &aspect.claims {
                *held.get_mut(claim).ok_or(BundleError::NoSuchClaim { aspect: index, claim })? += 1;
            }
        }
        if let Some(claim) = held.iter().position(|aspects| *aspects != 1)
            && !self.aspects.is_empty()
        {
            return Err(BundleError::NotUnderOne { claim, aspects: held[claim] });
        }
        let named = self.claims.iter().map(|claim| &claim.witness);
        for name in named.chain(self.witnesses.iter().map(|witness| &witness.id)) {
            let count = self.witnesses.iter().filter(|witness| witness.id == *name).count();
            if count != 1 {
                return Err(BundleError::NotOneWitness { witness: name.clone(), count });
            }
        }
        Ok(())
    }
}

/// The relation that most samples gave, and the share of all samples that did; without a strict majority neutral, with the
/// share of the most frequent one.
pub(super) fn majority(votes: &[Option<Relation>]) -> (Relation, f64) {
    let count = |relation: Relation| votes.iter().filter(|vote| **vote == Some(relation)).count();
    let labels = [Relation::Entails, Relation::Contradicts, Relation::Neutral];
    let most = labels.into_iter().max_by_key(|relation| count(*relation)).unwrap_or(Relation::Neutral);
    let share = count(most) as f64 / votes.len().max(1) as f64;
    if 2 * count(most) > votes.len() { (most, share) } else { (Relation::Neutral, share) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_samples_decide() {
        use Relation::{Contradicts, Entails, Neutral};
        let of = |votes: &[Option<Relation>]| majority(votes);
        assert_eq!(of(&[Some(Entails), Some(Entails), Some(Neutral)]), (Entails, 2.0 / 3.0));
        assert_eq!(of(&[Some(Entails), Some(Contradicts), Some(Neutral)]), (Neutral, 1.0 / 3.0));
        assert_eq!(
            of(&[Some(Contradicts), None, None]),
            (Neutral, 1.0 / 3.0),
            "void samples count against it"
        );
        assert_eq!(of(&[Some(Contradicts); 3]), (Contradicts, 1.0));
        assert_eq!(of(&[]), (Neutral, 0.0));
    }
}
