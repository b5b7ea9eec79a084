//! `citelight-eval attribution`: masked citations of pages, and which work of one pool of candidates they point at.

pub mod benchmark;
pub mod metrics;
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use citelight::attribute::features::{Features, NAMES};
use citelight::attribute::judge::judge;
use citelight::attribute::rank::{Index, Vectors, score};
use citelight::attribute::session::excluded;
use citelight::attribute::trail::Assessment;
use citelight::document::Input;
use citelight::sources::Record;
use citelight::verify::lexical::LexicalQuery;
use citelight::verify::models::{Embed, ModelError};
use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::host::read_records;
use citelight_cli::{models, output};
use serde::Serialize;

use crate::args::AttributionOptions;
use crate::attribution::benchmark::{Benchmark, Case, Half};
use crate::attribution::metrics::{Figures, Interval, Ranks, rank_of};
use crate::mapping::pages;
use crate::results::{self, Sheet, key};
use crate::results::{Bar, Figure, Unit};

/// The half that nothing was chosen on.
const HELD_OUT: &str = "held out";
/// How much more often than BM25's the ranker's first should be right.
const LEAD: f64 = 0.10;

/// The figures of one part of the questions.
#[derive(Serialize)]
struct Part {
    name: &'static str,
    papers: usize,
    /// BM25 of the sentence over title and abstract.
    bm25_sentence: Figures,
    /// BM25 of the sentence with its neighbours.
    bm25_excerpt: Figures,
    /// The ranker.
    ranker: Figures,
    /// How much more often the ranker's first is right than that of BM25 of the sentence.
    lead: Interval,
}

#[derive(Serialize)]
struct Report {
    schema: &'static str,
    candidates: usize,
    questions: usize,
    /// Pages that could not be read, or that add no question.
    skipped: Vec<String>,
    embedding: Option<String>,
    parts: Vec<Part>,
}

/// Where the right work stood, by each method.
#[derive(Default)]
struct Standing {
    sentence: Ranks,
    excerpt: Ranks,
    ranker: Ranks,
}

pub(super) fn run(options: &AttributionOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let (benchmark, skipped) = benchmark(options)?;
    let models = models::load_bi_encoder(&options.within.models)?;
    let embed = models.as_models().embed;
    let ranking = |error: ModelError| Failure::Ranking { reason: error.to_string() };
    let measured = pollster::block_on(measure(&benchmark, embed, options.features.is_some()));
    let (parts, lines) = measured.map_err(ranking)?;
    if let Some(path) = &options.features {
        let unwritable =
            |error: std::io::Error| Failure::Unwritable { path: path.clone(), reason: error.to_string() };
        std::fs::write(path, lines).map_err(unwritable)?;
    }
    let report = Report {
        schema: "citelight/eval-attribution/1",
        candidates: benchmark.pool.len(),
        questions: benchmark.cases.len(),
        skipped,
        embedding: embed.map(|embed| embed.name().into_owned()),
        parts,
    };
    results::keep(kept, || sheet(&report, options, models.names()))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => write(&report)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn sheet(report: &Report, options: &AttributionOptions, models: Vec<String>) -> Sheet {
    let mut figures = Vec::new();
    for part in report.parts.iter().filter(|part| part.ranker.excerpts > 0) {
        let methods = [
            ("BM25, sentence", &part.bm25_sentence),
            ("BM25, excerpt", &part.bm25_excerpt),
            ("ranker", &part.ranker),
        ];
        for (row, own) in methods {
            figures.extend(ranks(part.name, row, own));
        }
        let lead = [part.name, "ranker", "lead in top 1 over BM25, sentence"];
        let lead = measured(key([part.name, "ranker", "lead"]), lead, &part.lead, Unit::Score)
            .of(part.ranker.excerpts as u64);
        let is_aimed_at = part.name == HELD_OUT;
        figures.push(if is_aimed_at { lead.aiming_at(Bar::AtLeast(LEAD)) } else { lead });
    }
    Sheet {
        title: if models.is_empty() {
            "Sources of masked citations, by words alone".to_owned()
        } else {
            "Sources of masked citations".to_owned()
        },
        about: format!(
            "Citations of single works are masked in pages, and the work is searched for among {} candidates: the \
             records, and the references of all pages, most of them only titles. Weights were chosen on the tuning \
             half. Intervals come from resampling papers, because excerpts of one paper are not independent. No \
             model chooses steps here.",
            report.candidates
        ),
        figures,
        inputs: options.paths.iter().chain(&options.within.records).cloned().collect(),
        models,
        ..Sheet::default()
    }
}

/// How often the right work stood first, among the first five and ten, and the mean reciprocal rank.
pub(super) fn ranks(section: &str, row: &str, own: &Figures) -> [Figure; 4] {
    [
        ("top 1", &own.top1, Unit::Share),
        ("top 5", &own.top5, Unit::Share),
        ("top 10", &own.top10, Unit::Share),
        ("MRR", &own.mrr, Unit::Score),
    ]
    .map(|(column, figure, unit)| {
        measured(key([section, row, column]), [section, row, column], figure, unit).of(own.excerpts as u64)
    })
}

fn measured(key: String, cell: [&str; 3], figure: &Interval, unit: Unit) -> Figure {
    Figure::new(key, cell, figure.value, unit).between(figure.low, figure.high)
}

/// The pool: the records and the references of all pages.
fn benchmark(options: &AttributionOptions) -> Result<(Benchmark, Vec<String>), Failure> {
    let mut benchmark = Benchmark::default();
    for store in read_records(&options.within.records)? {
        for record in store.records() {
            benchmark.add_record(record.clone());
        }
    }
    let mut skipped = Vec::new();
    for file in pages(&options.paths)? {
        let name = file.display().to_string();
        let content = read_text("the page", &file)?;
        match citelight::document::parse(Input::new(&content, &name)) {
            Ok(document) if benchmark.add_document(&document) > 0 => {}
            Ok(_) => skipped.push(name),
            Err(error) => skipped.push(format!("{name}: {error}")),
        }
    }
    if let Some(most) = options.per_paper {
        benchmark.thin(most);
    }
    Ok((benchmark, skipped))
}

/// The figures of each part, and, if wanted, the features of the tuning half, a question a line.
async fn measure(
    benchmark: &Benchmark,
    embed: Option<&dyn Embed>,
    with_features: bool,
) -> Result<(Vec<Part>, String), ModelError> {
    let records: Vec<&Record> = benchmark.pool.iter().collect();
    let index = Index::of(records.iter().map(|record| (*record, &[][..])));
    let vectors = match embed {
        Some(embed) => Some((Vectors::of(&records, embed).await?, embed)),
        None => None,
    };
    let names = ["tuning", HELD_OUT, "held out, reasonable excerpts"];
    let mut parts: [Standing; 3] = Default::default();
    let mut lines = String::new();
    let mut open_to: HashMap<&str, Vec<bool>> = HashMap::new();
    for case in &benchmark.cases {
        let mut rows = index.features(&case.excerpt);
        if let Some((vectors, embed)) = &vectors {
            vectors.add(&case.excerpt, *embed, &mut rows).await?;
        }
        // Titles are compared letter by letter: once for each paper, not for each of its questions.
        let open = open_to.entry(&case.paper).or_insert_with(|| {
            let open = |record: &&Record| excluded(record, &case.excerpt.paper).is_none();
            records.iter().map(open).collect::<Vec<bool>>()
        });
        let open: &[bool] = open;
        let rank = |scores: Vec<f64>| {
            let open_only = scores.iter().zip(open);
            let scores: Vec<f64> =
                open_only.map(|(score, open)| if *open { *score } else { f64::NEG_INFINITY }).collect();
            rank_of(&scores, case.gold).filter(|_| open[case.gold])
        };
        let sentence = rank(index.bm25(&LexicalQuery::of(&case.excerpt.plain_sentence())));
        let excerpt = rank(index.bm25(&LexicalQuery::of(&case.excerpt.plain())));
        let ranker = rank(rows.iter().map(|row| score(row, vectors.is_some())).collect());
        let reasonable = judge(&case.excerpt).assessment == Assessment::Reasonable;
        let of =
            [case.half == Half::Tuning, case.half == Half::HeldOut, case.half == Half::HeldOut && reasonable];
        for (part, _) in parts.iter_mut().zip(of).filter(|(_, of)| *of) {
            part.sentence.add(&case.paper, sentence);
            part.excerpt.add(&case.paper, excerpt);
            part.ranker.add(&case.paper, ranker);
        }
        if with_features && case.half == Half::Tuning && open[case.gold] {
            lines.push_str(&told(case, &rows, open));
        }
    }
    let parts = names.into_iter().zip(&parts).map(|(name, part)| Part {
        name,
        papers: part.ranker.papers(),
        bm25_sentence: part.sentence.figures(),
        bm25_excerpt: part.excerpt.figures(),
        ranker: part.ranker.figures(),
        lead: part.ranker.lead_over(&part.sentence),
    });
    Ok((parts.collect(), lines))
}

/// Candidates of a line of features: the right one, the likeliest wrong ones by the ranker, and every so many others.
const LIKELIEST: usize = 200;
const EVERY: usize = 97;

/// A question's features as a line: the paper, and rows of features with the right candidate's first.
fn told(case: &Case, rows: &[Features], open: &[bool]) -> String {
    let mut wrong: Vec<usize> = (0..rows.len()).filter(|place| *place != case.gold && open[*place]).collect();
    wrong.sort_by(|left, right| score(&rows[*right], true).total_cmp(&score(&rows[*left], true)));
    let chosen = wrong.iter().enumerate().filter(|(rank, _)| *rank < LIKELIEST || rank % EVERY == 0);
    let rows: Vec<&Features> =
        std::iter::once(&rows[case.gold]).chain(chosen.map(|(_, place)| &rows[*place])).collect();
    format!("{}\n", serde_json::json!({ "paper": case.paper, "names": NAMES, "rows": rows }))
}

fn write(report: &Report) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{} candidates, {} excerpts; 95 % intervals over papers",
        report.candidates, report.questions
    )?;
    writeln!(out, "embedding: {}", report.embedding.as_deref().unwrap_or("none, words alone"))?;
    for part in &report.parts {
        writeln!(out, "\n{}: {} excerpts of {} papers", part.name, part.ranker.excerpts, part.papers)?;
        writeln!(out, "{:<16} {:>20} {:>20} {:>20} {:>20}", "", "top 1", "top 5", "top 10", "MRR")?;
        for (name, figures) in [
            ("BM25, sentence", &part.bm25_sentence),
            ("BM25, excerpt", &part.bm25_excerpt),
            ("ranker", &part.ranker),
        ] {
            let [one, five, ten, mrr] =
                [figures.top1, figures.top5, figures.top10, figures.mrr].map(|figure| shown(&figure));
            writeln!(out, "{name:<16} {one:>20} {five:>20} {ten:>20} {mrr:>20}")?;
        }
        writeln!(out, "the ranker's lead in top 1 over BM25 of the sentence: {}", shown(&part.lead))?;
    }
    if !report.skipped.is_empty() {
        writeln!(out, "\n{} pages gave no excerpt", report.skipped.len())?;
    }
    Ok(())
}

pub(super) fn shown(figure: &Interval) -> String {
    format!("{:.3} [{:.3}, {:.3}]", figure.value, figure.low, figure.high)
}
