//! `citelight-eval misciting`: miscitations made from open full texts, by rule or by a model, and what the funnel makes of them.
//!
//! The generator shares no word list and no code with the signals that are to find its corruptions.

mod baseline;
mod case;
mod clause;
mod compared;
mod corrupt;
mod datasheet;
mod figure;
mod first_cut;
mod frame;
mod gold;
mod grade;
mod make;
mod manuscript;
mod material;
mod mine;
mod paraphrase;
pub(crate) mod pool;
pub mod prompt;
mod report;
mod runs;
mod sheet;
mod sizes;
mod statement;
mod table;
mod trial;
mod witnesses;
mod written;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight_cli::args::Format;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::host::read_settings;
use citelight_cli::network::ModelEndpoint;
use citelight_cli::{models, output};

use crate::args::{MiscitingOptions, RegimeChoice};
use crate::misciting::prompt::miscitation::{read_table, write_table};
use crate::results;
use baseline::Baseline;
use case::Case;
use compared::Compared;
use first_cut::FirstCut;
use pool::PoolSource;
use report::{Figures, Report};
use runs::Runs;
use sizes::Sizes;
use trial::{Bench, CaseOutcome, Regime};
use witnesses::Drawn;

/// `kept`: where the figures of an evaluation are kept, too.
pub(super) fn run(options: &MiscitingOptions, kept: Option<&Path>) -> Result<ExitCode, Failure> {
    let pool = pool::read(&options.sources)?;
    match (&options.cases, kept) {
        (Some(path), kept) if !options.make => try_cases(options, path, &pool, kept),
        (_, Some(path)) => {
            let reason =
                "making cases measures nothing; leave out --results, or give the cases instead of --make";
            Err(Failure::Unwritable { path: path.to_owned(), reason: reason.to_owned() })
        }
        _ => make_cases(options, &pool),
    }
}

fn try_cases(
    options: &MiscitingOptions,
    path: &Path,
    pool: &[PoolSource],
    kept: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let mut cases = read_cases(path, pool)?;
    let lacking = cases.iter().find(|case| {
        [&case.source, &case.cited].iter().any(|id| pool.iter().all(|source| source.id != **id))
    });
    if let Some(case) = lacking {
        let reason = format!("case {} cites {}, which is not in the folder of sources", case.id, case.cited);
        return Err(Failure::Malformed { what: "the file of cases", path: path.to_owned(), reason });
    }
    if let Some(most) = options.per_kind_tried {
        let mut tried: BTreeMap<&'static str, usize> = BTreeMap::new();
        cases.retain(|case| {
            let tried = tried.entry(case.kind()).or_default();
            *tried += 1;
            *tried <= most
        });
    }
    let settings = read_settings(options.judging.settings.as_deref())?;
    let models = models::load(&options.judging.models)?;
    let endpoint = ModelEndpoint::open(&options.judging.endpoint)?;
    let drawn = Drawn {
        witnesses: options.witnesses,
        mistaken: options.mistaken,
        elsewhere: options.elsewhere,
        seed: options.seed,
    };
    let endpoint = endpoint.as_ref();
    // What is local says the same every time.
    let (runs, evaluations) = match endpoint {
        Some(_) => (options.runs.max(1), options.evaluations.max(1)),
        None => (1, 1),
    };
    let sizes = options.tokenizer.as_deref().map(|path| Sizes::of(path, pool)).transpose()?;
    let (mut regimes, mut answers) = (Vec::new(), String::new());
    for regime in options.regime.regimes() {
        let before = models.all_tokens_seen();
        let total = cases.len() * 2;
        let mut outcomes: Vec<Vec<CaseOutcome>> = Vec::new();
        let mut beside: Vec<Vec<CaseOutcome>> = Vec::new();
        for run in 0..runs * evaluations {
            let sizes = sizes.as_ref();
            let bench = Bench { pool, models: &models, endpoint, settings: &settings, drawn, sizes, run };
            let mut tried = bench.try_all(&cases, *regime, &mut |done| tell(done, total))?;
            if let Some(endpoint) = endpoint.filter(|_| options.grade) {
                grade::grade(&mut tried, &cases, endpoint)?;
            }
            outcomes.push(tried);
            if let Some(endpoint) = endpoint.filter(|_| options.baseline) {
                let baseline = Baseline { pool, endpoint, drawn, regime: *regime, run };
                let mut tried = baseline.try_all(&cases, &mut |done| tell(done, total))?;
                if options.grade {
                    grade::grade(&mut tried, &cases, endpoint)?;
                }
                beside.push(tried);
            }
        }
        answers.extend(outcomes.first().map(|first| gold::gold(first, &cases)));
        let tokens = (models.all_tokens_seen() - before) / u64::from(runs * evaluations);
        let evaluations = usize::try_from(evaluations).unwrap_or(1);
        let compared = outcomes.first().and_then(|first| Compared::of(*regime, first, &beside, evaluations));
        let runs = Runs::of(&outcomes, evaluations);
        let Some(first) = outcomes.into_iter().next() else { continue };
        let first_cut = match models.as_models().embed {
            Some(embed) if options.first_cut && *regime == Regime::FullText => {
                Some(FirstCut::of(&first, &cases, pool, embed, &settings)?)
            }
            _ => None,
        };
        let mut figures = Figures::of(*regime, first, tokens, runs);
        figures.first_cut = first_cut;
        figures.counted_in = if sizes.is_some() { "tokens" } else { "words" };
        figures.baseline = compared;
        regimes.push(figures);
    }
    if let Some(path) = &options.gold {
        write(path, &answers)?;
    }
    let sources: BTreeSet<&str> = cases.iter().map(|case| case.source.as_str()).collect();
    let report = Report {
        schema: "citelight/eval-misciting/1",
        cases: cases.len(),
        sources: sources.len(),
        models: models.names(),
        regimes,
    };
    results::keep(kept, || sheet::sheet(&report, options))?;
    match options.format {
        Format::Json => output::json(&report)?,
        Format::Text => report::write(&report, options.errors, &mut anstream::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// A line on a terminal's stderr for every ten sentences.
fn tell(done: usize, total: usize) {
    if std::io::stderr().is_terminal() && done.is_multiple_of(10) {
        anstream::eprint!("\r{done} of {total} sentences");
    }
}

/// As JSON Lines, or as MisciteBench's table.
fn read_cases(path: &Path, pool: &[PoolSource]) -> Result<Vec<Case>, Failure> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
        return read_rows(path, pool);
    }
    let lines = read_text("the file of cases", path)?;
    let lines = lines.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| Failure::Malformed {
                what: "the file of cases",
                path: path.to_owned(),
                reason: format!("line {}: {error}; make it with --make", index + 1),
            })
        })
        .collect()
}

fn read_rows(path: &Path, pool: &[PoolSource]) -> Result<Vec<Case>, Failure> {
    let malformed = |reason: String| Failure::Malformed {
        what: "the table of miscitations",
        path: path.to_owned(),
        reason,
    };
    let rows = read_table(&read_text("the table of miscitations", path)?)
        .map_err(|error| malformed(error.to_string()))?;
    let (cases, left_out) = table::cases_of(&rows, pool);
    let reasons = [
        (left_out.unheld, "no text of --sources holds what they quote"),
        (left_out.same, "their sentences are the same, and what else is false a table does not tell"),
    ];
    for (rows, reason) in reasons.iter().filter(|(rows, _)| !rows.is_empty()) {
        let rows = rows.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        anstream::eprintln!("citelight: left out, as {reason}: rows {rows}");
    }
    if cases.is_empty() {
        return Err(malformed("no row can be tried".to_owned()));
    }
    Ok(cases)
}

/// By a model where one is named, else by rule.
fn make_cases(options: &MiscitingOptions, pool: &[PoolSource]) -> Result<ExitCode, Failure> {
    let Some(maker) = ModelEndpoint::open(&options.judging.endpoint)? else {
        let wanted =
            make::Wanted { seed: options.seed, per_kind: options.per_kind, per_source: options.per_source };
        let cases = make::make(pool, wanted);
        keep(options, pool, &cases, None)?;
        return Ok(ExitCode::SUCCESS);
    };
    let judge = maker.validator(&options.judging.endpoint, &options.validator)?;
    if judge.is_none() {
        anstream::eprintln!(
            "citelight: the model that makes the cases also judges them, so that its mistakes may pass; name another with \
             --validator-model"
        );
    }
    let settings = read_settings(options.judging.settings.as_deref())?;
    let making =
        written::Making { pool, maker: &maker, judge: judge.as_ref().unwrap_or(&maker), settings: &settings };
    let order = written::Order {
        seed: options.seed,
        per_category: options.per_category,
        per_source: options.per_source,
        tries: options.tries,
    };
    let set = making.run(order, &mut |set| set.tell());
    keep(options, pool, &set.cases, Some(&set))?;
    if let Some(path) = &options.rejected {
        set.write_rejected(path)?;
    }
    anstream::eprint!("{}", set.told());
    let Some(error) = &set.ended else { return Ok(ExitCode::SUCCESS) };
    anstream::eprintln!(
        "citelight: the making ended early: {}. What was made until then is written; the same command with --answers FILE \
         goes on where it ended",
        error.cause()
    );
    Ok(ExitCode::from(2))
}

/// Writes a set wherever it is wanted.
fn keep(
    options: &MiscitingOptions,
    pool: &[PoolSource],
    cases: &[Case],
    made: Option<&written::Set>,
) -> Result<(), Failure> {
    let mut lines = String::new();
    for case in cases {
        lines.push_str(&serde_json::to_string(case)?);
        lines.push('\n');
    }
    match &options.output {
        Some(path) => write(path, &lines)?,
        None => std::io::stdout().lock().write_all(lines.as_bytes())?,
    }
    if let Some(path) = &options.table {
        write(path, &write_table(&cases.iter().map(case::row).collect::<Vec<_>>()))?;
    }
    if let Some(path) = &options.datasheet {
        write(path, &datasheet::composition(cases, pool, made))?;
    }
    let used: BTreeSet<&str> = cases.iter().map(|case| case.source.as_str()).collect();
    anstream::eprintln!("{} cases from {} of {} sources", cases.len(), used.len(), pool.len());
    Ok(())
}

/// A file as a whole, or not at all.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    output::file::write_whole(path, text.as_bytes())
}

impl RegimeChoice {
    fn regimes(self) -> &'static [Regime] {
        match self {
            Self::FullText => &[Regime::FullText],
            Self::Abstract => &[Regime::AbstractOnly],
            Self::Both => &[Regime::FullText, Regime::AbstractOnly],
            Self::Paywall => &[Regime::Paywall],
        }
    }
}
