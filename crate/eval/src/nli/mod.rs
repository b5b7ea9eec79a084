//! `citelight-eval nli`: the NLI model on labelled pairs, and the funnel on claims with sentences of their source.

mod figures;
pub(crate) mod funnel;
mod plot;
pub(crate) mod read;
mod sheet;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight::verify::models::{Infer, Pair, Probabilities};
use citelight_cli::args::Format;
use citelight_cli::failure::Failure;
use citelight_cli::host::read_settings;
use citelight_cli::models::{self, Task};
use citelight_cli::output;
use serde::Serialize;

use crate::args::NliEvalOptions;
use crate::results;
use figures::{ModelFigures, figures};
use funnel::{FunnelFigures, judge_all};
use read::{Labelled, read};

/// Pairs that the model reads together.
const TOGETHER: usize = 64;

/// Everything that was measured.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    file: String,
    model: String,
    pairs: usize,
    #[serde(flatten)]
    figures: ModelFigures,
    /// Only for files of claims with several sentences.
    funnel: Option<FunnelFigures>,
}

pub(super) fn run(options: &NliEvalOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let pairs = read(&options.file)?;
    let settings = read_settings(options.settings.as_deref())?;
    let loaded = models::load_for(&options.models, &Task::ALL)?;
    let models = loaded.as_models();
    let Some(infer) = models.infer else {
        let folder = options.models.models.clone().unwrap_or_else(|| "models".into());
        let reason = "there is no NLI model in it; name its folder with --models".to_owned();
        return Err(Failure::Models { folder, reason });
    };
    let probabilities = infer_all(&pairs, infer)?;
    let labelled: Vec<_> = pairs.iter().map(|pair| pair.label).zip(probabilities).collect();
    if let Some(path) = &options.plot {
        plot::plot(&labelled, settings.tau_high, path)?;
    }
    let cites = pairs.iter().any(|pair| pair.cites);
    let report = Report {
        schema: "citelight/eval-nli/1",
        file: options.file.display().to_string(),
        model: infer.name().into_owned(),
        pairs: pairs.len(),
        figures: figures(&labelled, &settings),
        funnel: if cites { Some(judge_all(&pairs, models, &settings)?) } else { None },
    };
    results::keep(kept, || sheet::sheet(&report, options, loaded.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// One answer per pair: the sentences of a source are read as one premise, cut at the model's window.
fn infer_all(pairs: &[Labelled], infer: &dyn Infer) -> Result<Vec<Probabilities>, Failure> {
    let premises: Vec<String> = pairs.iter().map(|pair| pair.premise.join(" ")).collect();
    let hypotheses: Vec<String> = pairs.iter().map(|pair| without_markers(&pair.hypothesis)).collect();
    let asked: Vec<Pair<'_>> =
        premises.iter().zip(&hypotheses).map(|(premise, hypothesis)| Pair { premise, hypothesis }).collect();
    let mut answers = Vec::with_capacity(asked.len());
    for together in asked.chunks(TOGETHER) {
        let answered = pollster::block_on(infer.infer(together))
            .map_err(|error| Failure::Models { folder: "models".into(), reason: error.to_string() })?;
        answers.extend(answered);
    }
    Ok(answers)
}

/// A citing sentence without Citation-Integrity's markers and the brackets around them.
fn without_markers(sentence: &str) -> String {
    let mut plain = sentence.to_owned();
    for marker in ["<|cit|>", "<|multi_cit|>", "<|other_cit|>"] {
        plain = plain.replace(marker, "");
    }
    plain.replace("[]", "").replace(" .", ".")
}

fn write(report: &Report, details: bool, out: &mut impl Write) -> io::Result<()> {
    let Report { file, model, pairs, figures, funnel, .. } = report;
    writeln!(out, "{file}: {pairs} pairs, {model}")?;
    writeln!(
        out,
        "accuracy {} (majority {:.3})  macro-F1 {:.3}  ECE {:.3}",
        figures.accuracy, figures.majority, figures.macro_f1, figures.ece
    )?;
    if let Some(two_way) = figures.two_way {
        writeln!(out, "entailment against contradiction alone {two_way}")?;
    }
    for (label, class) in &figures.classes {
        writeln!(
            out,
            "  {:14}{:>6} pairs  precision {:.3}  recall {:.3}  F1 {:.3}",
            label.word(),
            class.pairs,
            class.precision,
            class.recall,
            class.f1
        )?;
    }
    writeln!(
        out,
        "ambiguous at {} {}; of the settled, right {}",
        figures.tau_high, figures.ambiguous, figures.settled_right
    )?;
    writeln!(
        out,
        "  over   entailment: coverage, precision                   contradiction: coverage, precision"
    )?;
    for row in &figures.thresholds {
        let (entailment, contradiction) = (&row.entailment, &row.contradiction);
        writeln!(
            out,
            "  {:.2}   {:.3}  {:48}{:.3}  {}",
            row.threshold,
            entailment.coverage,
            entailment.precision.to_string(),
            contradiction.coverage,
            contradiction.precision
        )?;
    }
    match funnel {
        Some(funnel) => write_funnel(funnel, details, out),
        None => Ok(()),
    }
}

fn write_funnel(funnel: &FunnelFigures, details: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nthe funnel over the sentences of each source:")?;
    for (label, verdicts) in &funnel.verdicts {
        let verdicts: Vec<String> = verdicts.iter().map(|(word, count)| format!("{word} {count}")).collect();
        writeln!(out, "  {label:20}{}", verdicts.join(", "))?;
    }
    writeln!(out, "precision of needs review {}", funnel.precision_of_miscited)?;
    writeln!(out, "  with what is irrelevant {}", funnel.precision_of_miscited_or_irrelevant)?;
    writeln!(out, "precision of supported {}", funnel.precision_of_supported)?;
    writeln!(out, "ambiguous {}; without a citation {}", funnel.ambiguous, funnel.unmapped)?;
    if details {
        for flag in &funnel.flags {
            writeln!(
                out,
                "  {}: {}\n      {}\n      {}",
                flag.label, flag.claim, flag.message, flag.evidence
            )?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_leave_no_trace() {
        assert_eq!(without_markers("A rose [<|cit|>]."), "A rose.");
    }
}
