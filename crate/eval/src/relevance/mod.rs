//! `citelight-eval relevance`: does the cited work fit its citing sentence? Labelled pairs, and errors made of them.

mod figures;
mod judged;
mod lists;
mod made;
mod read;
mod sheet;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight::finding::CitingFunction;
use citelight::relevance::{Fit, Known, Vectors, View, Views};
use citelight::verify::models::Embed;
use citelight_cli::args::Format;
use citelight_cli::failure::Failure;
use citelight_cli::models::{self, Task};
use citelight_cli::output;
use citelight_cli::output::file::write_whole;
use serde::Serialize;

use crate::args::RelevanceOptions;
use crate::bi_encoder::bi_encoder;
use crate::results;
use figures::{Figures, figures};
use judged::Judged;
pub(crate) use judged::embed_texts;
use lists::WholeLists;
use made::Made;
use read::{Kind, Line};

/// Everything that was measured.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    files: Vec<String>,
    model: String,
    #[serde(flatten)]
    figures: Figures,
    /// Only where errors were made.
    #[serde(skip_serializing_if = "Option::is_none")]
    made: Option<Made>,
    /// Only where whole lists were given.
    #[serde(skip_serializing_if = "Option::is_none")]
    lists: Option<WholeLists>,
}

/// What `--predictions` writes for a line.
#[derive(Serialize)]
struct Prediction {
    flag: bool,
    score: f64,
}

/// What `--features` prints for a line.
#[derive(Serialize)]
struct Features<'a> {
    file: usize,
    /// Right, about something else, or another error.
    kind: &'a Kind,
    /// Lines of one group are on one side of a cross-validation.
    group: &'a str,
    /// How it was made: as it stands in the file, or with a work of its list in place of its own.
    made: &'static str,
    /// Why the work is cited, and with how many at once.
    function: CitingFunction,
    works: usize,
    views: &'a Views,
}

pub(super) fn run(options: &RelevanceOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let mut lines = Vec::new();
    for (file, path) in options.files.iter().enumerate() {
        lines.extend(read::read(path, file)?);
    }
    let loaded = models::load_for(&options.models, &[Task::Embed])?;
    let embed = bi_encoder(&loaded, &options.models)?;
    let mut vectors = Vectors::default();
    embed_all(&lines, &mut vectors, embed)?;
    let judged: Vec<Judged> = lines.into_iter().map(|line| Judged::of(line, &vectors)).collect();
    let lists = options.made.map(|seed| made::lists(&judged, &vectors, seed)).unwrap_or_default();
    if options.features {
        return print_features(&judged, &lists);
    }
    if let Some(path) = &options.predictions {
        let mut text = String::new();
        for one in &judged {
            let flag = one.fit.is_some_and(Fit::is_about_something_else);
            let score = one.fit.map_or(0.0, |fit| fit.score);
            text.push_str(&serde_json::to_string(&Prediction { flag, score })?);
            text.push('\n');
        }
        write_whole(path, text.as_bytes())?;
    }
    let whole_lists =
        options.lists.as_deref().map(|path| WholeLists::measure(path, &judged, &mut vectors, embed));
    let report = Report {
        lists: whole_lists.transpose()?,
        schema: "citelight/eval-relevance/1",
        files: options.files.iter().map(|file| file.display().to_string()).collect(),
        model: embed.name().into_owned(),
        figures: figures(&judged),
        made: options.made.map(|seed| made::measured(&lists, &judged, &vectors, seed)),
    };
    results::keep(kept, || sheet::sheet(&report, options, loaded.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report, &judged, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn embed_all(lines: &[Line], vectors: &mut Vectors, embed: &dyn Embed) -> Result<(), Failure> {
    let texts = lines.iter().flat_map(|line| {
        let article = line.article().map(|article| article.whole());
        [line.statement.clone(), line.work().whole()].into_iter().chain(article)
    });
    embed_texts(texts, vectors, embed)
}

fn print_features(judged: &[Judged], lists: &[made::Listed]) -> Result<ExitCode, Failure> {
    let mut out = anstream::stdout().lock();
    let own = judged.iter().map(|one| (&one.line, "as it is", &one.line.kind, &one.views));
    let with_lists = lists.iter().map(|one| (&judged[one.line].line, one.made, &one.kind, &one.views));
    for (line, made, kind, views) in own.chain(with_lists) {
        let (function, works) = (line.function, line.works);
        let features = Features { file: line.file, kind, group: &line.group, made, function, works, views };
        writeln!(out, "{}", serde_json::to_string(&features)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn write(report: &Report, judged: &[Judged], errors: bool, out: &mut impl Write) -> io::Result<()> {
    let Report { files, model, figures, made, lists, .. } = report;
    writeln!(out, "{}: {} pairs, {model}", files.join(", "), judged.len())?;
    for (known, rows) in &figures.by_known {
        let of = match known {
            Known::Work => "without the article",
            Known::Article => "with the article",
            Known::List => "with article and list",
        };
        writeln!(out, "{of}:")?;
        for row in rows {
            writeln!(out, "  {:36}flagged {}", row.name, row.flagged)?;
        }
    }
    if let Some(auc) = figures.auc {
        writeln!(out, "AUC {auc:.4}")?;
        for point in &figures.curve {
            writeln!(out, "  false alarms {:.4}  recall {:.4}", point.false_alarms, point.recall)?;
        }
    }
    if let Some(made) = made {
        made.write(out)?;
    }
    if let Some(lists) = lists {
        lists.write(out)?;
    }
    if errors {
        for one in judged.iter().filter(|one| one.fit.is_some_and(Fit::is_about_something_else)) {
            let score = one.fit.map_or(0.0, |fit| fit.score);
            let cosine = |view| one.views.get(view).unwrap_or(f64::NAN);
            writeln!(
                out,
                "  {} {score:.3} (sentence {:.2}, article {:.2})\n      {}\n      {}",
                one.line.kind.name(),
                cosine(View::StatementWork),
                cosine(View::ArticleWork),
                output::cut(&one.line.statement, 300),
                output::cut(&one.line.work().whole(), 200),
            )?;
        }
    }
    Ok(())
}
