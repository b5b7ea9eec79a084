//! A contradiction put through the five questions (BibAgent, section 3.4).

use serde::{Deserialize, Serialize};

use crate::llm::asked::Asked;
use crate::llm::{Complete, Usage};
use crate::taxonomy::vote::Voted;
use crate::taxonomy::{Case, Classify, Label, RecordFacts, by_facts, classify};
use citelight_types::finding::Category;
use citelight_types::settings::Settings;

/// What the five questions came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Classified {
    /// Samples voted.
    Voted {
        /// What they came to.
        voted: Voted,
        /// The model and the version of its prompt.
        by: String,
        /// What it took.
        usage: Usage,
    },
    /// The model did not answer: the category stays as it was.
    Unanswered {
        /// What happened.
        reason: String,
    },
}

impl Classified {
    /// Whether a classification that somebody else came to can be one: what the records decide, or else a majority, of a
    /// category that is decided from texts.
    pub fn holds(&self, planned: usize, facts: RecordFacts) -> bool {
        let Self::Voted { voted, .. } = self else { return true };
        if let Some(decided) = by_facts(&facts.into()) {
            return voted.classification == decided;
        }
        let of_texts = match voted.classification.label {
            Label::Miscitation { label } => {
                !matches!(label.category, Category::AttributionTraceability | Category::CitationValidity)
                    && label.subtype.is_none_or(|subtype| subtype.category() == label.category)
            }
            Label::Other | Label::Uncertain | Label::NoMiscitation => true,
        };
        of_texts && voted.planned == planned && voted.votes + voted.void <= planned
    }
}

/// Puts a case through the five questions.
pub async fn classified(case: &Case, model: &dyn Complete, settings: &Settings) -> Classified {
    let asked = Asked::new(model, settings);
    match classify(case, &asked, settings.arbitration_samples).await {
        Ok(voted) => {
            let by = match by_facts(&case.facts) {
                Some(_) => "the records".to_owned(),
                None => Classify::name(&asked).into_owned(),
            };
            Classified::Voted { voted, by, usage: asked.usage() }
        }
        Err(error) => Classified::Unanswered { reason: error.to_string() },
    }
}
