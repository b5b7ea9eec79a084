//! `citelight-eval citeme`: CiteME's excerpts, searched for to the end.

pub mod table;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use citelight::attribute::find::Cost;
use citelight::attribute::trail::Judgement;
use citelight::text::titles::title_similarity;
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::find::Places;
use citelight_cli::output::cut;
use citelight_cli::{models, output};
use serde::Serialize;

use crate::args::CiteMeOptions;
use crate::attribution::metrics::{Figures, Ranks};
use crate::attribution::{ranks, shown};
use crate::citeme::table::{Question, read};
use crate::results::{self, Sheet};
use crate::results::{Figure, Unit};
use crate::statistics::Share;

/// Titles so alike name one work: CiteME's answers are titles.
const SAME_TITLE: f64 = 0.9;

/// One question and its answer.
#[derive(Serialize)]
struct Answer {
    id: String,
    judgement: Judgement,
    target: String,
    selected: Option<String>,
    right: bool,
    /// Where the target stands among the candidates, from 1; none if it was not found.
    rank: Option<usize>,
    steps: usize,
    failures: Vec<String>,
    /// What the model that chose the steps took; none where rules chose them.
    cost: Option<Cost>,
}

#[derive(Serialize)]
struct Report {
    schema: &'static str,
    accuracy: f64,
    mean_steps: f64,
    #[serde(flatten)]
    figures: Figures,
    embedding: Option<String>,
    /// Who chose the steps; none where rules did throughout.
    model: Option<String>,
    cost: Option<Cost>,
    answers: Vec<Answer>,
}

pub(super) fn run(options: &CiteMeOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let questions =
        read(&read_text("the file of excerpts", &options.file)?).map_err(|error| Failure::Malformed {
            what: "the file of excerpts",
            path: options.file.clone(),
            reason: error.to_string(),
        })?;
    let models = models::load_bi_encoder(&options.within.models)?;
    let embed = models.as_models().embed;
    let places = Places::open(&options.within, &options.network, &options.endpoint)?;
    let mut ranks = Ranks::default();
    let (mut answers, mut model) = (Vec::new(), None);
    for Question { id, excerpt, target } in questions {
        let paper = excerpt.paper.title.clone().unwrap_or_else(|| id.clone());
        let found = places.find(excerpt, embed)?;
        let is_target = |title: &str| title_similarity(title, &target) >= SAME_TITLE;
        let rank =
            found.candidates.iter().position(|one| is_target(&one.record.title)).map(|place| place + 1);
        ranks.add(&paper, rank.map(|rank| rank as f64));
        let selected = found.candidates.iter().find(|one| Some(&one.id) == found.selected.as_ref());
        let selected = selected.map(|one| one.record.title.clone());
        model = model.or(found.model);
        answers.push(Answer {
            right: selected.as_deref().is_some_and(is_target),
            id,
            judgement: found.judgement,
            target,
            selected,
            rank,
            steps: found.trail.len(),
            failures: found.failures,
            cost: found.cost,
        });
    }
    if let Some(line) = places.summary() {
        anstream::eprintln!("{line}");
    }
    let count = answers.len().max(1) as f64;
    let report = Report {
        schema: "citelight/eval-citeme/1",
        accuracy: answers.iter().filter(|answer| answer.right).count() as f64 / count,
        mean_steps: answers.iter().map(|answer| answer.steps).sum::<usize>() as f64 / count,
        figures: ranks.figures(),
        embedding: embed.map(|embed| embed.name().into_owned()),
        model,
        cost: answers.iter().filter_map(|answer| answer.cost).reduce(Cost::plus),
        answers,
    };
    results::keep(kept, || sheet(&report, options, models.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report)?,
    }
    // A source that failed may have held the answer: the figures are too low then.
    let failed = report.answers.iter().any(|answer| !answer.failures.is_empty());
    Ok(ExitCode::from(if failed { 2 } else { 0 }))
}

fn sheet(report: &Report, options: &CiteMeOptions, models: Vec<String>) -> Sheet {
    const SECTION: &str = "All excerpts";
    let right = report.answers.iter().filter(|answer| answer.right).count();
    let failed = report.answers.iter().filter(|answer| !answer.failures.is_empty()).count();
    let excerpts = report.answers.len();
    let number = |key: &str, column: &str, value: f64, unit: Unit| {
        Figure::new(key, [SECTION, "all", column], value, unit).of(excerpts as u64)
    };
    let mut figures: Vec<Figure> =
        Share::of(right, excerpts).figure("all/right", [SECTION, "all", "right"]).into_iter().collect();
    figures.push(number("all/steps", "mean steps", report.mean_steps, Unit::Count));
    figures.push(number("all/failed", "with a source that failed", failed as f64, Unit::Count));
    figures.extend(ranks("Candidates", "all", &report.figures));
    if let Some(Cost { requests, input_tokens, output_tokens }) = report.cost {
        figures.push(number("cost/requests", "requests", f64::from(requests), Unit::Count));
        figures.push(number("cost/read", "tokens read", input_tokens as f64, Unit::Tokens));
        figures.push(number("cost/written", "tokens written", output_tokens as f64, Unit::Tokens));
    }
    Sheet {
        title: "CiteME's excerpts".to_owned(),
        about: format!(
            "Whether the search ends at the work that an excerpt cites; titles that are alike by {SAME_TITLE} name one work. {} \
             Where a source failed, it may have held the answer.",
            if report.model.is_some() { "A model chose the steps." } else { "Rules chose the steps." }
        ),
        figures,
        inputs: std::iter::once(&options.file).chain(&options.within.records).cloned().collect(),
        models: models.into_iter().chain(report.model.clone()).collect(),
        ..Sheet::default()
    }
}

fn write(report: &Report) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    for answer in &report.answers {
        let mark = if answer.right { "right" } else { "wrong" };
        let rank = answer.rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
        writeln!(
            out,
            "{mark} {rank:>4} {:>3} steps  {}: {}",
            answer.steps,
            answer.id,
            cut(&answer.target, 100)
        )?;
    }
    let figures = &report.figures;
    writeln!(
        out,
        "{} excerpts, accuracy {:.3}, mean steps {:.1}",
        figures.excerpts, report.accuracy, report.mean_steps
    )?;
    let [one, five, ten, mrr] =
        [figures.top1, figures.top5, figures.top10, figures.mrr].map(|figure| shown(&figure));
    writeln!(out, "top 1 {one}, top 5 {five}, top 10 {ten}, MRR {mrr}")?;
    writeln!(out, "embedding: {}", report.embedding.as_deref().unwrap_or("none, words alone"))?;
    if let (Some(model), Some(cost)) = (&report.model, &report.cost) {
        let Cost { requests, input_tokens, output_tokens } = cost;
        writeln!(
            out,
            "steps chosen by {model}: {requests} requests, {input_tokens} tokens read, {output_tokens} written"
        )?;
    }
    Ok(())
}
