//! Papers that cite a source whose text is withheld: made up, for there is no open collection of citing sentences. Most say
//! of it what the source says, some repeat the miscitation, some speak of something else.
use citelight::LocalFuture;
use citelight::access::{FullTextProvider, RetrievedText, TextError};
use citelight::committee::{Candidate, CitedBy};
use citelight::document::Content;
use citelight::finding::Extent;
use citelight::identifiers::Identifiers;
use citelight::sources::citation_metrics::CitationMetrics;
use citelight::sources::{Record, SourceError};

use super::case::Case;
use super::frame::MARKER;
use super::manuscript::{UNCITED, entry, escaped};
use super::pool::PoolSource;
use crate::chance::Chance;

/// How the papers of a committee are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    /// Papers that cite a source.
    pub(super) witnesses: usize,
    /// Of a hundred papers, those that repeat the miscitation instead of what the source says.
    pub(super) mistaken: usize,
    /// Of a hundred papers, those that cite the source for something else.
    pub(super) elsewhere: usize,
    pub(super) seed: u64,
}

/// One paper that cites the source.
struct Paper {
    number: usize,
    sentence: String,
    entry: String,
    percentile: f64,
}

/// The papers that cite the source of one case: who they are and what they say.
pub(super) struct Citing(Vec<Paper>);

impl Citing {
    /// Papers about the source of a case. Its own sentence is one way of saying it, the source's are others.
    pub(super) fn draw(case: &Case, source: &PoolSource, drawn: Drawn) -> Self {
        let mut chance = Chance::of(drawn.seed, &case.id);
        let true_ones: Vec<String> =
            std::iter::once(cited(&case.gold.text)).chain([case.correct.clone()]).collect();
        let others: Vec<&str> = source
            .sentences
            .iter()
            .filter(|sentence| sentence.running && !sentence.cites && sentence.text != case.gold.text)
            .map(|sentence| sentence.text.as_str())
            .collect();
        let papers = (0..drawn.witnesses).map(|number| {
            let other = chance.one_of(&others).map(cited);
            let sentence = if chance.percent(drawn.mistaken) {
                case.miscitation.clone()
            } else if let Some(other) = other.filter(|_| chance.percent(drawn.elsewhere)) {
                other
            } else {
                true_ones[number % true_ones.len()].clone()
            };
            let percentile = 0.3 + 0.6 * chance.below(100) as f64 / 100.0;
            Paper { number, sentence, entry: entry(source), percentile }
        });
        Self(papers.collect())
    }
}

impl Citing {
    /// What each says, under its title.
    pub(super) fn said(&self) -> impl Iterator<Item = (String, &str)> {
        self.0.iter().map(|paper| (paper.title(), paper.sentence.as_str()))
    }
}

/// A sentence of the source as another paper would cite it.
fn cited(sentence: &str) -> String {
    format!("{} {MARKER}.", sentence.trim_end_matches(['.', ' ']))
}

impl Paper {
    fn title(&self) -> String {
        format!("A review of the field and of its literature, part {}", self.number + 1)
    }

    fn doi(&self) -> String {
        format!("10.5555/review.{}", self.number + 1)
    }

    fn page(&self) -> String {
        let sentence = escaped(&self.sentence).replace(MARKER, "<a href=\"#r1\">[1]</a>");
        format!(
            "<!DOCTYPE html><html><head><title>{0}</title><meta name=\"citation_title\" content=\"{0}\"></head><body><article>\
             <h1>{0}</h1><h2>Introduction</h2><p>{sentence}</p><h2>References</h2><ol class=\"references\">\
             <li id=\"r1\">{1}</li>{UNCITED}</ol></article></body></html>",
            self.title(),
            escaped(&self.entry)
        )
    }
}

impl CitedBy for Citing {
    fn name(&self) -> &str {
        "made up"
    }

    fn citing<'a>(
        &'a self,
        _: &'a Record,
        limit: usize,
    ) -> LocalFuture<'a, Result<Vec<Candidate>, SourceError>> {
        let candidates = self.0.iter().take(limit).map(|paper| Candidate {
            record: Record {
                title: paper.title(),
                year: Some(2020),
                identifiers: Identifiers { doi: Some(paper.doi()), ..Identifiers::default() },
                ..Record::default()
            },
            standing: CitationMetrics { percentile: Some(paper.percentile), ..CitationMetrics::default() },
            named_by: vec![self.name().to_owned()],
            ..Candidate::default()
        });
        Box::pin(std::future::ready(Ok(candidates.collect())))
    }
}

impl FullTextProvider for Citing {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let paper = self.0.iter().find(|paper| Some(paper.doi()) == record.identifiers.doi);
        let text = paper.map(|paper| RetrievedText {
            content: Content::alone(paper.page()),
            origin: paper.doi(),
            extent: Some(Extent::FullText),
        });
        Box::pin(std::future::ready(Ok(text)))
    }
}
