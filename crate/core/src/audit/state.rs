//! What an audit has done and what is open: plain data, apart from the loop that works on it.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

use super::answers::AnswerCounts;
use super::counts::{CitationClass, CitationCounts, ReferenceCounts};
use super::event::{Notice, Summary};
use super::finding::Finding;
use super::scope::Scope;
use citelight_document::citation::Mapping;
use citelight_document::document::Document;
use citelight_records::resolve::Resolution;
use citelight_types::finding::{Step, TrailStep};

/// The state of one audit. The open work follows from it, so a stored state can be taken up again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AuditState {
    /// One per reference of the document, in its order; none while unresolved.
    pub references: Vec<Option<ReferenceState>>,
    /// One per citation×reference in reading order, and one per citation that points at no single reference.
    pub pairs: Vec<PairState>,
    /// What the reader was told.
    pub notices: Vec<Notice>,
    /// Whether entries are looked up that no pair needs: not where a part of the document is checked.
    #[serde(default)]
    pub cited_only: bool,
}

/// What came of one reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceState {
    /// The resolution.
    pub resolution: Resolution,
    /// Its step in the trail.
    pub step: TrailStep,
}

/// A citation×reference and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PairState {
    /// Index of the citation in the document.
    pub citation: usize,
    /// Index of the reference in the document; none if the citation points at no single reference.
    pub reference: Option<usize>,
    /// What the endpoint said of the entries that an ambiguous citation fits; none if it was not asked.
    #[serde(default)]
    pub choice: Option<TrailStep>,
    /// The finding; none while open.
    pub finding: Option<Finding>,
}

impl AuditState {
    /// The state before anything was done.
    pub fn new(document: &Document) -> Self {
        let pairs = document.citations.iter().enumerate().flat_map(|(citation, found)| {
            let references: Vec<Option<usize>> = match found.references.as_slice() {
                [] => vec![None],
                references => references.iter().copied().map(Some).collect(),
            };
            references.into_iter().map(move |reference| PairState {
                citation,
                reference,
                choice: None,
                finding: None,
            })
        });
        Self {
            references: vec![None; document.references.len()],
            pairs: pairs.collect(),
            notices: Vec::new(),
            cited_only: false,
        }
    }

    /// The state before anything of a part was done.
    pub fn within(scope: Scope<'_>, document: &Document) -> Self {
        let whole = Self::new(document);
        let Scope::Pairs(named) = scope else { return whole };
        let meant = |pair: PairState| {
            let cited = document.citations.get(pair.citation)?;
            let is_named = |index: &usize| {
                let reference = document.references.get(*index).map(|found| found.id.as_str());
                reference.is_some_and(|reference| named.contains(&(cited.id.as_str(), reference)))
            };
            match (pair.reference, &cited.status) {
                (Some(index), _) => is_named(&index).then_some(pair),
                // An entry that was chosen among several before.
                (None, Mapping::Ambiguous { candidates }) => {
                    let reference = candidates.iter().copied().find(is_named)?;
                    let step =
                        TrailStep::new(Step::Map, "One of them was chosen before, and is asked about.", &[]);
                    Some(PairState { reference: Some(reference), choice: Some(step), ..pair })
                }
                (None, _) => None,
            }
        };
        Self { pairs: whole.pairs.into_iter().filter_map(meant).collect(), cited_only: true, ..whole }
    }

    /// The pairs of each reference, in reading order.
    pub(super) fn pairs_by_reference(&self) -> Vec<Vec<usize>> {
        let mut pairs = vec![Vec::new(); self.references.len()];
        for (index, pair) in self.pairs.iter().enumerate() {
            if let Some(own) = pair.reference.and_then(|reference| pairs.get_mut(reference)) {
                own.push(index);
            }
        }
        pairs
    }

    /// References that are not resolved yet: cited ones first, in the order of their first citation.
    pub fn open_references(&self) -> Vec<usize> {
        let cited = self.pairs.iter().filter_map(|pair| pair.reference);
        let mut order: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.references.len()];
        let uncited = 0..if self.cited_only { 0 } else { self.references.len() };
        for reference in cited.chain(uncited) {
            if let Some(seen) = seen.get_mut(reference)
                && !std::mem::replace(seen, true)
                && self.references[reference].is_none()
            {
                order.push(reference);
            }
        }
        order
    }

    /// Pairs without a finding, grouped by the record their reference resolved to, groups in the order of their
    /// first citation: a source is read once, and the reader's first citation comes first.
    pub fn open_groups(&self) -> Vec<Vec<usize>> {
        let mut places: HashMap<(&str, &str), usize> = HashMap::new();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (index, pair) in self.pairs.iter().enumerate() {
            let resolved = pair.reference.and_then(|reference| self.references.get(reference)?.as_ref());
            let Some(ReferenceState { resolution: Resolution::Resolved { record, .. }, .. }) = resolved
            else {
                continue;
            };
            if pair.finding.is_some() {
                continue;
            }
            let key = (record.source.as_str(), record.id.as_str());
            let place = *places.entry(key).or_insert(groups.len());
            match groups.get_mut(place) {
                Some(group) => group.push(index),
                None => groups.push(vec![index]),
            }
        }
        groups
    }

    /// Pairs that have a finding.
    pub fn done(&self) -> u32 {
        self.pairs.iter().filter(|pair| pair.finding.is_some()).count() as u32
    }

    /// Counts and coverage so far. Citations that point at no single reference are counted apart, not as pairs.
    pub fn summary(&self, complete: bool) -> Summary {
        let resolutions =
            self.references.iter().map(|reference| reference.as_ref().map(|state| &state.resolution));
        let mut summary = Summary {
            answers: AnswerCounts::of(self.pairs.iter().filter_map(|pair| pair.finding.as_ref())),
            citations: self.citation_counts(),
            references: ReferenceCounts::of(resolutions),
            ..Summary::default()
        };
        for pair in &self.pairs {
            match (&pair.finding, pair.reference) {
                (_, None) => summary.unmapped += 1,
                (Some(finding), Some(_)) => {
                    summary.count(finding.verdict);
                    summary.retracted_since += u32::from(finding.is_retracted_since());
                }
                (None, Some(_)) => summary.count(citelight_types::finding::Verdict::Unchecked),
            }
        }
        for reference in &self.references {
            match reference.as_ref().map(|state| &state.resolution) {
                Some(Resolution::Resolved { .. }) => summary.references_resolved += 1,
                Some(Resolution::Ghost { .. }) => summary.references_ghost += 1,
                Some(Resolution::Ambiguous { .. } | Resolution::Unknown { .. }) | None => {
                    summary.references_open += 1;
                }
            }
        }
        summary.close(complete);
        summary
    }

    /// Citations by the most severe of their pairs; one without a finding is open.
    fn citation_counts(&self) -> CitationCounts {
        let mut classes: BTreeMap<usize, CitationClass> = BTreeMap::new();
        for pair in &self.pairs {
            let class = pair.finding.as_ref().map_or(CitationClass::Unchecked, CitationClass::of);
            classes.entry(pair.citation).and_modify(|most| *most = class.min(*most)).or_insert(class);
        }
        CitationCounts::of(classes.into_values())
    }
}
