//! Natural language inference over windows and sentences of a source, no more of them than a decision needs.

use super::align::Aligned;
use super::models::{Infer, ModelError, Pair, Probabilities};
use super::signals::Stance;
use super::source_text::SourceText;
use super::windows::Window;
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;

/// Windows with their probabilities, a few at a time, for as long as one of the last few comes near entailment: they are
/// ordered by nearness, so what follows those that say nothing of the claim says nothing either.
pub(super) async fn infer_windows(
    hypothesis: &str,
    windows: &[Window],
    source: &SourceText,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<Vec<(Window, Probabilities)>, ModelError> {
    let mut inferred: Vec<(Window, Probabilities)> = Vec::new();
    for few in windows.chunks(settings.windows_at_once.max(1)) {
        let probabilities = infer_few(hypothesis, few, source, infer).await?;
        let promising = probabilities.iter().any(|p| p.entailment >= settings.entailment_promising);
        inferred.extend(few.iter().copied().zip(probabilities));
        if !promising {
            break;
        }
    }
    Ok(inferred)
}

/// The promising windows that came nearest to entailment, compared once more with the claim and its neighbours; by choice all
/// windows of the source.
pub(super) async fn infer_expanded(
    hypothesis: &str,
    windows: &[Window],
    inferred: &[(Window, Probabilities)],
    source: &SourceText,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<Vec<(Window, Probabilities)>, ModelError> {
    let promising = |(_, p): &&(Window, Probabilities)| p.entailment >= settings.entailment_promising;
    let mut nearest: Vec<(Window, Probabilities)> = inferred.iter().filter(promising).copied().collect();
    nearest.small_sort_by(|(_, one), (_, other)| other.entailment.total_cmp(&one.entailment));
    let few: Vec<Window> = if settings.expand_all {
        windows.to_vec()
    } else {
        nearest.into_iter().take(settings.expand_windows).map(|(window, _)| window).collect()
    };
    let probabilities = infer_few(hypothesis, &few, source, infer).await?;
    Ok(few.into_iter().zip(probabilities).collect())
}

async fn infer_few(
    hypothesis: &str,
    windows: &[Window],
    source: &SourceText,
    infer: &dyn Infer,
) -> Result<Vec<Probabilities>, ModelError> {
    let pairs: Vec<Pair<'_>> =
        windows.iter().map(|window| Pair { premise: window.text(source), hypothesis }).collect();
    infer.infer(&pairs).await
}

/// NLI for the few aligned sentences that a decision may rest on.
pub(super) async fn infer_sentences(
    hypothesis: &str,
    aligned: &mut [Aligned],
    source: &SourceText,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<(), ModelError> {
    let least = settings.align_support.min(settings.align_accuse - settings.align_confirmed);
    let mut chosen: Vec<usize> =
        (0..aligned.len()).filter(|&index| aligned[index].alignment >= least).collect();
    // Sentences that differ come first: nothing is accused without the model having seen it.
    chosen.small_sort_by_key(|&index| aligned[index].with_stance(Stance::Differs).next().is_none());
    chosen.truncate(settings.aligned_inferred);
    infer_chosen(hypothesis, &chosen, aligned, source, infer).await
}

/// NLI for the nearest sentences that it has not seen: an open claim shows the most telling one first.
pub(super) async fn infer_nearest(
    hypothesis: &str,
    aligned: &mut [Aligned],
    source: &SourceText,
    infer: &dyn Infer,
    settings: &Settings,
) -> Result<(), ModelError> {
    let nearest = 0..aligned.len().min(settings.aligned_inferred);
    let chosen: Vec<usize> = nearest.filter(|&index| aligned[index].nli.is_none()).collect();
    infer_chosen(hypothesis, &chosen, aligned, source, infer).await
}

async fn infer_chosen(
    hypothesis: &str,
    chosen: &[usize],
    aligned: &mut [Aligned],
    source: &SourceText,
    infer: &dyn Infer,
) -> Result<(), ModelError> {
    let pairs: Vec<Pair<'_>> = chosen
        .iter()
        .map(|&index| Pair {
            premise: source.passages[aligned[index].passage].sentence(aligned[index].sentence),
            hypothesis,
        })
        .collect();
    let probabilities = infer.infer(&pairs).await?;
    for (&index, probabilities) in chosen.iter().zip(probabilities) {
        aligned[index].nli = Some(probabilities);
    }
    Ok(())
}
