//! Sources that have a claim at second hand, where the article cites the first source beside them.

use super::Run;
use citelight_types::finding::Reason;
use citelight_verify::verify::Judgement;
use citelight_verify::verify::lineage::is_first_source;

impl Run<'_> {
    /// Leaves out that a source has the claim from others where the same sentence cites one of those, too.
    pub(super) fn without_cited_first_source(&self, pair: usize, mut judgement: Judgement) -> Judgement {
        judgement.reasons.retain(|reason| match reason {
            Reason::SecondHand { first, .. } => !first.iter().any(|first| {
                self.cited_beside(pair).any(|other| {
                    let reference = &self.document.references[other];
                    is_first_source(first, reference.identifiers.doi.as_deref(), reference.title.as_deref())
                })
            }),
            _ => true,
        });
        judgement
    }

    /// Entries that the sentence of a pair cites besides the pair's own.
    fn cited_beside(&self, pair: usize) -> impl Iterator<Item = usize> + '_ {
        let pair = self.state.pairs.get(pair);
        let citation = pair.and_then(|pair| self.document.citations.get(pair.citation));
        let own = pair.and_then(|pair| pair.reference);
        let same_sentence = move |other: &&citelight_document::citation::Citation| {
            citation.is_some_and(|one| (one.block, one.sentence) == (other.block, other.sentence))
        };
        let cited = self.document.citations.iter().filter(same_sentence);
        let cited = cited.flat_map(|citation| citation.references.iter().copied());
        cited.filter(move |other| Some(*other) != own && *other < self.document.references.len())
    }
}
