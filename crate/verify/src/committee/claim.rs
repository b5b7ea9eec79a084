//! What a sentence attributes to a work: paraphrased in windows that grow until two radii agree (BibAgent, appendix D.2).

use serde::{Deserialize, Serialize};

use super::citation_context::CitationContext;
use super::numbers::{lost_or_added, same_facts};
use super::steps::{Paraphrase, Paraphrased, StepError};
use crate::verify::models::Embed;
use crate::verify::retrieve::cosine;
use citelight_types::settings::CommitteeSettings;

/// A claim and how it was come by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Extraction {
    /// The sentence, without markers.
    pub sentence: String,
    /// The part of it that stands for the work.
    pub target: String,
    /// What it attributes to the work; none if no two radii agreed: it is underspecified.
    pub claim: Option<String>,
    /// The radius that was kept; with no claim, the last one tried.
    pub radius: u32,
    /// What came of every radius.
    pub attempts: Vec<Attempt>,
    /// Cosine of the two that agree, where they are not the same words.
    pub similarity: Option<f64>,
}

/// One radius.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attempt {
    /// r.
    pub radius: u32,
    /// Sentences of the window.
    pub sentences: u32,
    /// What came of it.
    pub answer: AttemptAnswer,
}

/// What came of one radius.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum AttemptAnswer {
    /// A paraphrase.
    Claim {
        /// Its words.
        text: String,
    },
    /// The window does not tell what the sentence speaks of.
    InsufficientContext,
    /// A paraphrase that says something else: it is not taken.
    Distorted {
        /// Its words.
        text: String,
        /// What it changed.
        reason: String,
    },
}

/// Paraphrases a citing sentence in growing windows: from radius 1 until two consecutive radii agree; the earlier one is
/// kept. Windows end at the section; a sentence that is alone there is paraphrased twice.
///
/// # Errors
/// [`StepError`] if the paraphrase or the bi-encoder failed.
pub async fn extract(
    site: &CitationContext,
    paraphrase: &dyn Paraphrase,
    embed: Option<&dyn Embed>,
    settings: &CommitteeSettings,
) -> Result<Extraction, StepError> {
    let mut attempts: Vec<Attempt> = Vec::new();
    let mut found = None;
    let widest = site.widest().min(settings.max_radius).max(2);
    for radius in 1..=widest {
        let context = site.context(radius);
        let answer = match paraphrase.paraphrase(&context).await? {
            Paraphrased::InsufficientContext => AttemptAnswer::InsufficientContext,
            Paraphrased::Claim(text) => match lost_or_added(&context.target, &context.window, &text) {
                Some(reason) => AttemptAnswer::Distorted { text, reason },
                None => AttemptAnswer::Claim { text },
            },
        };
        let previous = attempts.last().map(|attempt| &attempt.answer);
        if let (Some(AttemptAnswer::Claim { text: before }), AttemptAnswer::Claim { text: now }) =
            (previous, &answer)
        {
            found = agreement(before, now, settings.stable_similarity, embed)
                .await?
                .map(|similarity| (before.clone(), similarity));
        }
        attempts.push(Attempt { radius: count(radius), sentences: count(context.window.len()), answer });
        if found.is_some() {
            break;
        }
    }
    let last = attempts.last().map_or(0, |attempt| attempt.radius);
    let radius = if found.is_some() { last.saturating_sub(1) } else { last };
    let (claim, similarity) = found.map_or((None, None), |(claim, similarity)| (Some(claim), similarity));
    let (sentence, target) = (site.sentence().to_owned(), site.target.clone());
    Ok(Extraction { sentence, target, claim, radius, attempts, similarity })
}

/// Whether two texts say the same: identical but for spaces and signs (`Some(None)`), or near in meaning with the same
/// numbers and denials (`Some(cosine)`).
pub(super) async fn agreement(
    one: &str,
    other: &str,
    least: f64,
    embed: Option<&dyn Embed>,
) -> Result<Option<Option<f64>>, StepError> {
    if normalised(one) == normalised(other) {
        return Ok(Some(None));
    }
    let Some(embed) = embed.filter(|_| same_facts(one, other)) else { return Ok(None) };
    let vectors = embed
        .embed(&[one, other])
        .await
        .map_err(|error| StepError::of_model(&embed.name(), "compare two paraphrases", &error))?;
    let similarity = match vectors.as_slice() {
        [one, other] => cosine(one, other),
        _ => return Ok(None),
    };
    Ok((similarity >= least).then_some(Some(similarity)))
}

/// Spaces collapsed, quotation marks and dashes of one kind, no stop at the end.
pub(super) fn normalised(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|c| match c {
            '‘' | '’' => '\'',
            '“' | '”' => '"',
            '‐' | '‑' | '–' | '—' | '−' => '-',
            c => c,
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches(['.', ' ']).to_owned()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::future::ready;

    use futures_util::FutureExt;

    use super::*;
    use crate::committee::citation_context::ContextWindow;
    use citelight_document::document::{Input, parse};
    use citelight_inference::LocalFuture;

    /// Answers by radius.
    struct Scripted(&'static [Option<&'static str>]);

    impl Paraphrase for Scripted {
        fn name(&self) -> Cow<'_, str> {
            "script".into()
        }

        fn paraphrase<'a>(
            &'a self,
            context: &'a ContextWindow,
        ) -> LocalFuture<'a, Result<Paraphrased, StepError>> {
            let answer = self.0.get(context.radius - 1).or(self.0.last()).copied().flatten();
            let answer =
                answer.map_or(Paraphrased::InsufficientContext, |text| Paraphrased::Claim(text.to_owned()));
            Box::pin(ready(Ok(answer)))
        }
    }

    fn extracted(script: &'static [Option<&'static str>]) -> Extraction {
        let text = "<article><h1>T</h1><h2>S</h2><p>A b c. D e f. G h i. It lasts 40 years [1]. J k l. M n o. P q r.</p>\
            <h2>References</h2><ol><li>Smith A. Weirs of oak. River J. 2001;1:2-3.</li><li>Lee B. Lakes. Lake J. 1999;3:4-5.</li></ol></article>";
        let document = parse(Input::new(text, "page.html")).unwrap();
        let site = CitationContext::of(&document, &document.citations[0]).unwrap();
        let settings = CommitteeSettings::default();
        extract(&site, &Scripted(script), None, &settings).now_or_never().unwrap().unwrap()
    }

    #[test]
    fn the_earlier_of_two_that_agree_is_kept() {
        let found = extracted(&[Some("Oak lasts 40 years."), Some("Oak  lasts 40 years")]);
        assert_eq!((found.claim.as_deref(), found.radius), (Some("Oak lasts 40 years."), 1));
        let later = extracted(&[None, Some("Pine lasts 40 years."), Some("Oak lasts 40 years.")]);
        assert_eq!((later.claim.as_deref(), later.radius, later.attempts.len()), (None, 3, 3));
        let fourth = extracted(&[None, Some("Oak lasts 40 years."), Some("Oak lasts 40 years.")]);
        assert_eq!((fourth.claim.as_deref(), fourth.radius), (Some("Oak lasts 40 years."), 2));
    }

    #[test]
    fn what_never_settles_is_underspecified() {
        assert_eq!(extracted(&[None]).claim, None);
        let alternating = extracted(&[Some("Oak lasts 40 years."), Some("Elm lasts 40 years."), None]);
        assert_eq!(alternating.claim, None);
    }

    #[test]
    fn a_paraphrase_that_changes_a_number_never_counts() {
        let found = extracted(&[Some("Oak lasts 400 years.")]);
        assert_eq!(found.claim, None);
        assert!(
            matches!(&found.attempts[0].answer, AttemptAnswer::Distorted { reason, .. } if reason.contains("40"))
        );
    }
}
