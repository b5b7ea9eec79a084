//! Cases: a citing sentence, true and corrupted, with what is gold of it. As JSON Lines and as MisciteBench's table.
use citelight::finding::{Category, Subtype};
use serde::{Deserialize, Serialize};

use super::corrupt::Corruption;
use crate::misciting::prompt::miscitation::{Depth, Row};

/// One case.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Case {
    pub(super) id: String,
    /// Who made it.
    #[serde(default)]
    pub(super) made_by: MadeBy,
    /// What was done by rule; none if a model wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) corruption: Option<Corruption>,
    /// How much of the source must be read to see it. Everything made by rule is on the surface.
    pub(super) difficulty: Depth,
    /// The source that the statement was taken from: what the true sentence cites.
    pub(super) source: String,
    /// What the miscitation cites.
    pub(super) cited: String,
    /// The work is retracted when the miscitation is checked.
    pub(super) retracted: bool,
    pub(super) category: Category,
    /// None if nobody told it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) subtype: Option<Subtype>,
    pub(super) before: String,
    /// The false citing sentence, with the marker where the citation stands.
    pub(super) miscitation: String,
    /// The true one.
    pub(super) correct: String,
    pub(super) after: String,
    pub(super) gold: Gold,
    /// `32% → 51%`.
    pub(super) change: String,
    pub(super) explanation: String,
}

/// Who made a case, and who judged it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum MadeBy {
    /// A rule.
    #[default]
    Rule,
    /// Others, in a table that does not say how.
    Others,
    /// A model, and a second one found it to be what it was made for.
    Model(ByModel),
}

/// The models of a case and the versions of their prompts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ByModel {
    pub(super) model: String,
    pub(super) prompt: String,
    pub(super) validator: String,
    pub(super) validation: String,
    /// Share of the validator's samples that give the category.
    pub(super) agreement: f64,
}

impl Case {
    /// What it is counted under: its corruption, or category and depth.
    pub(super) fn kind(&self) -> &'static str {
        self.corruption.map_or_else(|| written(self.category, self.difficulty), Corruption::name)
    }
}

/// The name of what a model writes in a category.
pub(super) fn written(category: Category, depth: Depth) -> &'static str {
    use Category::{
        AttributionTraceability, CitationValidity, ContentMisrepresentation, EvidenceCharacterization,
        ScopeExtrapolation,
    };
    match (category, depth) {
        (AttributionTraceability, Depth::Surface) => "attribution/surface",
        (AttributionTraceability, Depth::Deep) => "attribution/deep",
        (CitationValidity, Depth::Surface) => "validity/surface",
        (CitationValidity, Depth::Deep) => "validity/deep",
        (ContentMisrepresentation, Depth::Surface) => "content/surface",
        (ContentMisrepresentation, Depth::Deep) => "content/deep",
        (ScopeExtrapolation, Depth::Surface) => "scope/surface",
        (ScopeExtrapolation, Depth::Deep) => "scope/deep",
        (EvidenceCharacterization, Depth::Surface) => "evidence/surface",
        (EvidenceCharacterization, Depth::Deep) => "evidence/deep",
    }
}

/// Where the source says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Gold {
    /// The sentence, unchanged.
    pub(super) text: String,
    /// Which of the source's sentences it is, from 1; captions and notes are counted, headings are not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sentence: Option<usize>,
    /// Headings above it.
    pub(super) section: Vec<String>,
    pub(super) in_abstract: bool,
    /// Other sentences that say the same, or show the error as well.
    pub(super) also: Vec<String>,
    /// The words of these sentences that show the error, where a model named them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) quotes: Vec<String>,
}

/// The case as a row of MisciteBench's table.
pub(super) fn row(case: &Case) -> Row {
    // What another place shows belongs to the original text of a deep case.
    let shown = case.gold.also.iter().filter(|_| case.difficulty == Depth::Deep);
    let original: Vec<&str> = std::iter::once(&case.gold.text).chain(shown).map(String::as_str).collect();
    Row {
        miscitation: case.miscitation.clone(),
        explanation: format!("{} ({})", case.explanation, case.change),
        correct: case.correct.clone(),
        original: original.join(" … "),
        category: case.category,
        depth: case.difficulty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_made_a_case_is_told_and_old_files_are_read() {
        let by = ByModel {
            model: "a".to_owned(),
            prompt: "miscitation/1".to_owned(),
            validator: "b".to_owned(),
            validation: "validation/1".to_owned(),
            agreement: 0.8,
        };
        let by = MadeBy::Model(by);
        let written = serde_json::to_string(&by).expect("it is plain data");
        assert!(written.starts_with("{\"model\":{\"model\":\"a\""), "{written}");
        assert_eq!(serde_json::from_str::<MadeBy>(&written).expect("it was just written"), by);
        assert_eq!(serde_json::from_str::<MadeBy>("\"rule\"").expect("a word"), MadeBy::Rule);
    }
}
