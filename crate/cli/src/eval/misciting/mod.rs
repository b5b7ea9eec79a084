//! `citelight eval misciting`: miscitations made by rule from open full texts, and what the funnel makes of them.
//!
//! The generator shares no word list and no code with the signals that are to find its corruptions.

mod case;
mod clause;
mod corrupt;
mod figure;
mod first_cut;
mod frame;
mod gold;
mod grade;
mod make;
mod manuscript;
mod paraphrase;
mod pool;
mod report;
mod runs;
mod statement;
mod trial;
mod witnesses;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use super::chance;
use crate::args::{Format, MiscitingOptions, RegimeChoice};
use crate::failure::{Failure, read_text};
use crate::home::read_settings;
use crate::network::ModelEndpoint;
use crate::{models, output};
use case::Case;
use corrupt::Corruption;
use first_cut::FirstCut;
use pool::PoolSource;
use report::{Figures, Report};
use runs::Runs;
use trial::{Bench, Outcome, Regime};
use witnesses::Drawn;

pub(super) fn run(options: &MiscitingOptions) -> Result<ExitCode, Failure> {
    let pool = pool::read(&options.sources)?;
    match &options.cases {
        Some(path) if !options.make => try_cases(options, path, &pool),
        _ => make_cases(options, &pool),
    }
}

fn try_cases(options: &MiscitingOptions, path: &Path, pool: &[PoolSource]) -> Result<ExitCode, Failure> {
    let mut cases = read_cases(path)?;
    let lacking = cases.iter().find(|case| {
        [&case.source, &case.cited].iter().any(|id| pool.iter().all(|source| source.id != **id))
    });
    if let Some(case) = lacking {
        let reason = format!("case {} cites {}, which is not in the folder of sources", case.id, case.cited);
        return Err(Failure::Malformed { what: "the file of cases", path: path.to_owned(), reason });
    }
    if let Some(most) = options.per_kind_tried {
        let mut tried: BTreeMap<Corruption, usize> = BTreeMap::new();
        cases.retain(|case| {
            let tried = tried.entry(case.corruption).or_default();
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
    let runs = if endpoint.is_some() { options.runs.max(1) } else { 1 };
    let (mut regimes, mut answers) = (Vec::new(), String::new());
    for regime in options.regime.regimes() {
        let before = models.all_tokens_seen();
        let total = cases.len() * 2;
        let mut outcomes: Vec<Vec<Outcome>> = Vec::new();
        for run in 0..runs {
            let bench = Bench { pool, models: &models, endpoint, settings: &settings, drawn, run };
            let mut tried = bench.try_all(&cases, *regime, &mut |done| tell(done, total))?;
            if let Some(endpoint) = endpoint.filter(|_| options.grade) {
                grade::grade(&mut tried, &cases, endpoint)?;
            }
            outcomes.push(tried);
        }
        answers.extend(outcomes.first().map(|first| gold::gold(first, &cases)));
        let tokens = (models.all_tokens_seen() - before) / u64::from(runs);
        let runs = Runs::of(&outcomes);
        let Some(first) = outcomes.into_iter().next() else { continue };
        let first_cut = match models.as_models().embed {
            Some(embed) if options.first_cut && *regime == Regime::FullText => {
                Some(FirstCut::of(&first, &cases, pool, embed, &settings)?)
            }
            _ => None,
        };
        let mut figures = Figures::of(*regime, first, tokens, runs);
        figures.first_cut = first_cut;
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

fn read_cases(path: &Path) -> Result<Vec<Case>, Failure> {
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

fn make_cases(options: &MiscitingOptions, pool: &[PoolSource]) -> Result<ExitCode, Failure> {
    let wanted =
        make::Wanted { seed: options.seed, per_kind: options.per_kind, per_source: options.per_source };
    let cases = make::make(pool, wanted);
    let mut lines = String::new();
    for case in &cases {
        lines.push_str(&serde_json::to_string(case)?);
        lines.push('\n');
    }
    match &options.output {
        Some(path) => write(path, &lines)?,
        None => std::io::stdout().lock().write_all(lines.as_bytes())?,
    }
    if let Some(path) = &options.table {
        write(path, &case::table(&cases))?;
    }
    let used: BTreeSet<&str> = cases.iter().map(|case| case.source.as_str()).collect();
    anstream::eprintln!("{} cases from {} of {} sources", cases.len(), used.len(), pool.len());
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text)
        .map_err(|error| Failure::Unwritable { path: path.to_owned(), reason: error.to_string() })
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
