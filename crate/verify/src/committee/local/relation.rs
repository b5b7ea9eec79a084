//! How an evidence statement stands to a claim, by the same funnel that reads sources: the statement is the whole source.

use std::borrow::Cow;

use super::named;
use crate::claim::Claim;
use crate::committee::aggregate::Relation;
use crate::committee::steps::{Question, Relate, StepError};
use crate::taxonomy::RecordFacts;
use crate::verify::source_text::SourceText;
use crate::verify::{Models, judge};
use citelight_document::document::Document;
use citelight_document::markup::{Block, BlockKind};
use citelight_inference::LocalFuture;
use citelight_types::finding::{CitingFunction, Extent, Subtype, Verdict};
use citelight_types::settings::Settings;

/// Share of a statement's words around a difference that the claim must hold for a vote: more than for a hint.
const VOTE_COMMON: f64 = 0.35;

/// NLI and signals. Samples differ in what stands for the aspect: the statement first, then single claims of it, so that
/// their agreement says whether the aspect as a whole stands so to the claim.
#[derive(Clone, Copy)]
pub struct Funnel<'a> {
    /// The models.
    pub models: Models<'a>,
    /// The parameters of the funnel.
    pub settings: &'a Settings,
}

impl Relate for Funnel<'_> {
    fn name(&self) -> Cow<'_, str> {
        let models = self.models;
        named("the funnel", &[models.embed.map(|model| model.name()), models.infer.map(|model| model.name())])
            .into()
    }

    fn relate<'a>(&'a self, question: Question<'a>) -> LocalFuture<'a, Result<Option<Relation>, StepError>> {
        Box::pin(async move {
            let mut others: Vec<&str> =
                question.claims.iter().copied().filter(|claim| *claim != question.statement).collect();
            others.sort_unstable();
            others.dedup();
            let premise = match question.seed.checked_sub(1) {
                Some(place) if !others.is_empty() => others[place % others.len()],
                _ => question.statement,
            };
            let claim = Claim {
                text: question.claim.to_owned(),
                sentence: question.claim.to_owned(),
                function: CitingFunction::Result,
                joint: 1,
                ..Claim::default()
            };
            // A relation is one vote among several, no verdict on a source: what leads to it need not be one. What is local
            // asks nobody.
            let voting = Settings {
                verdict_precision: 0.0,
                verdict_tested: 0,
                common_source: self.settings.common_source.max(VOTE_COMMON),
                ..self.settings.clone()
            };
            let judged =
                judge(&claim, &alone(premise), RecordFacts::default(), self.models, None, &voting).await;
            let judged = judged.map_err(|error| {
                StepError::of_model(&self.name(), "compare an aspect with the claim", &error)
            })?;
            Ok(match (judged.verdict, judged.category.and_then(|label| label.subtype)) {
                (Verdict::Supported, _) => Some(Relation::Entails),
                // Another scope, a dropped hedge or a stronger word is no contradiction of what witnesses say.
                (Verdict::Miscited, Some(Subtype::Contradictory | Subtype::StatisticalDistortion)) => {
                    Some(Relation::Contradicts)
                }
                (Verdict::Miscited | Verdict::Undecidable, _) => Some(Relation::Neutral),
                (Verdict::Unchecked, _) => None,
            })
        })
    }
}

/// A source of one sentence, which says nothing of what the work lacks.
fn alone(sentence: &str) -> SourceText {
    let block = Block {
        kind: BlockKind::Paragraph,
        text: sentence.to_owned(),
        section: Vec::new(),
        sentences: vec![0..sentence.len()],
        origins: Vec::new(),
    };
    let document = Document { blocks: vec![block], ..Document::default() };
    let mut source = SourceText::from_document(&document, "witnesses", Extent::FullText);
    source.has_gaps = true;
    source
}
