//! Whose answer a finding is: what connected models and citing papers say is theirs, and is counted apart from what rules and
//! embedded models find. `www/shared/audit/answers.ts` counts the same.

use serde::{Deserialize, Serialize};

use super::finding::Finding;
use citelight_types::finding::Reason;

/// Who answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answerer<'a> {
    /// A connected model, by its name.
    Model(&'a str),
    /// Papers that cite a work that could not be read.
    Committee,
}

/// Answers of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerTally {
    /// The source says so.
    pub supported: u32,
    /// The source says otherwise.
    pub otherwise: u32,
    /// They do not decide it.
    pub open: u32,
}

/// Answers of a connected model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelAnswers {
    /// Its name.
    pub model: String,
    /// What it said.
    #[serde(flatten)]
    pub said: AnswerTally,
}

/// What others said of the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AnswerCounts {
    /// Connected models, in the order of their first answer.
    pub models: Vec<ModelAnswers>,
    /// Papers that cite works that could not be read.
    pub committee: AnswerTally,
}

impl AnswerTally {
    fn count(&mut self, said: Said) {
        *match said {
            Said::So => &mut self.supported,
            Said::Otherwise => &mut self.otherwise,
            Said::Nothing => &mut self.open,
        } += 1;
    }

    /// "2 supported, 1 contradicted, 3 undecided", each count with its phrase.
    pub fn phrases(self) -> [(u32, &'static str); 3] {
        [
            (self.supported, "{count} supported"),
            (self.otherwise, "{count} contradicted"),
            (self.open, "{count} undecided"),
        ]
    }
}

#[derive(Clone, Copy)]
enum Said {
    So,
    Otherwise,
    Nothing,
}

impl AnswerCounts {
    /// The answers among findings. A later finding for the same pair replaces an earlier one before this.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut counts = Self::default();
        for (answerer, said) in findings.into_iter().filter_map(answer) {
            match answerer {
                Answerer::Committee => counts.committee.count(said),
                Answerer::Model(name) => counts.of_model(name).count(said),
            }
        }
        counts
    }

    fn of_model(&mut self, name: &str) -> &mut AnswerTally {
        let place = self.models.iter().position(|one| one.model == name).unwrap_or_else(|| {
            self.models.push(ModelAnswers { model: name.to_owned(), said: AnswerTally::default() });
            self.models.len() - 1
        });
        &mut self.models[place].said
    }

    /// Whether nobody was asked, or answered.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Who answered of a finding, and what.
fn answer(finding: &Finding) -> Option<(Answerer<'_>, Said)> {
    finding.reasons.iter().find_map(|reason| match reason {
        Reason::ModelFindsSupport { model, .. } => Some((Answerer::Model(model), Said::So)),
        Reason::ModelFindsContradiction { model, .. } => Some((Answerer::Model(model), Said::Otherwise)),
        Reason::ModelUndecided { model } => Some((Answerer::Model(model), Said::Nothing)),
        Reason::WitnessesSaySo { .. } => Some((Answerer::Committee, Said::So)),
        Reason::WitnessesSayOtherwise { .. } => Some((Answerer::Committee, Said::Otherwise)),
        Reason::WitnessesUndecided { witnesses, .. } if *witnesses > 0 => {
            Some((Answerer::Committee, Said::Nothing))
        }
        _ => None,
    })
}

/// Who decided a finding; none where rules and embedded models did, or nobody.
pub fn decided_by(finding: &Finding) -> Option<Answerer<'_>> {
    answer(finding).filter(|(_, said)| !matches!(said, Said::Nothing)).map(|(answerer, _)| answerer)
}
