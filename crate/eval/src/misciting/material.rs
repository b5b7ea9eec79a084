//! What a corruption is made of, and what comes of it.

use std::ops::Range;

use super::clause::{Clause, share};
use super::frame::Frame;
use super::pool::{PoolSource, SourceSentence};
use super::statement::Statement;

/// A clause made false, and how.
pub(super) struct Corrupted {
    pub(super) clause: Clause,
    /// Another frame than the true sentence's, where the frame is what was changed.
    pub(super) frame: Option<Frame>,
    /// `32% → 51%`.
    pub(super) change: String,
    pub(super) explanation: String,
}

/// What a corruption is made of.
pub(super) struct Material<'a> {
    pub(super) statement: &'a Statement<'a>,
    /// The true clause, reworded.
    pub(super) clause: &'a Clause,
    pub(super) frame: &'a Frame,
    pub(super) source: &'a PoolSource,
}

impl Material<'_> {
    /// The clause with other words in the place of some.
    pub(super) fn changed(&self, range: Range<usize>, words: &str, explanation: &str) -> Corrupted {
        let from = Clause(self.clause.0.get(range.clone()).unwrap_or_default().to_vec());
        let from = from.text().trim_end_matches(['.', ',']).to_owned();
        let to = if words.is_empty() { "(dropped)" } else { words };
        Corrupted {
            clause: self.clause.with(range, words),
            frame: None,
            change: format!("{from} → {to}"),
            explanation: explanation.to_owned(),
        }
    }

    /// Whether another sentence on the same matter holds any of these words: then the corruption may be true.
    pub(super) fn stated_elsewhere(&self, words: &[&str]) -> bool {
        self.stated_within(0.4, words)
    }

    /// The same for sentences that share so much of the clause's content.
    pub(super) fn stated_within(&self, least: f64, words: &[&str]) -> bool {
        let content = self.clause.content();
        self.others().any(|other| {
            share(&content, &other.content) >= least && {
                let other = Clause::of(&other.text);
                words.iter().any(|word| {
                    let words: Vec<&str> = word.split(' ').collect();
                    other.sequence(&words).is_some()
                })
            }
        })
    }

    /// All sentences of the source but the statement's own.
    pub(super) fn others(&self) -> impl Iterator<Item = &SourceSentence> {
        self.source.sentences.iter().filter(|other| other.text != self.statement.sentence.text)
    }

    /// The clause denies something: what is turned around in it may still be true.
    pub(super) fn denies(&self) -> bool {
        let denying = [
            "not",
            "no",
            "nor",
            "neither",
            "never",
            "without",
            "none",
            "cannot",
            "lack",
            "lacked",
            "lacking",
            "absence",
            "absent",
            "rather",
            "instead",
            "unaffected",
            "unchanged",
            "failed",
            "similar",
            "fails",
            "hardly",
            "barely",
            "nothing",
            "equal",
            "equally",
            "or",
            "either",
            "unlikely",
            "independent",
            "irrespective",
            "regardless",
        ];
        self.clause.has(&denying)
    }
}
