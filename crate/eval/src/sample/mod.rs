//! `citelight-eval sample`: are the planted errors of a labelled manuscript found, and is nobody accused wrongly?

mod sheet;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use citelight::audit::Report;
use citelight::audit::finding::Finding;
use citelight::finding::{Reason, Step, Verdict};
use citelight::text::normalise::fold;
use citelight_cli::args::{Format, With};
use citelight_cli::article::Article;
use citelight_cli::check::tell_progress;
use citelight_cli::failure::{Failure, read_text};
use citelight_cli::host::NativeHost;
use citelight_cli::output::{cut, json};
use serde::{Deserialize, Serialize};

use crate::economy::{Scale, Spent, TokenEconomy, Undecided};
use crate::results;

/// Labels of a manuscript.
#[derive(Deserialize)]
struct Gold {
    citations: Vec<GoldCitation>,
}

/// One labelled sentence.
#[derive(Deserialize)]
struct GoldCitation {
    id: String,
    sentence: String,
    truth: Truth,
    /// Kind of a planted error.
    kind: Option<String>,
    /// The reference that the label is about.
    reference: Option<String>,
    /// Words of the source that decide it.
    passage: Option<String>,
    /// Other words of the source that decide it as well.
    #[serde(default)]
    also: Vec<String>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum Truth {
    Planted,
    Supported,
    Perfunctory,
    Own,
}

/// Counts over one kind of label.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct Tally {
    total: u32,
    /// Pointed out, as a verdict or a hint, by the difference that was planted.
    found: u32,
    /// Marked as needing review.
    miscited: u32,
    /// Open, with a hint at a difference.
    hinted: u32,
    /// Open without one.
    undecidable: u32,
    /// Not found, with the gold passage as the first evidence.
    missed_gold_first: u32,
    supported: u32,
    unchecked: u32,
    /// The sentence or its citation was not found in the document.
    unmapped: u32,
}

#[derive(Default, Serialize)]
struct SampleOutcome {
    planted: Tally,
    /// Share of the planted errors that a verdict or hint points out by the right difference.
    found: f64,
    true_sentences: Tally,
    /// Ids of true sentences that a verdict or hint objects to.
    accused: Vec<String>,
    kinds: BTreeMap<String, Tally>,
    /// Word pieces that the local models read for each citation that was judged on a text.
    tokens_per_citation: TokensPerCitation,
    /// What an endpoint would be spared.
    token_economy: TokenEconomy,
    rows: Vec<Row>,
}

/// Mean word pieces, padding excluded.
#[derive(Default, Serialize)]
struct TokensPerCitation {
    /// Citations that were judged on a text.
    citations: usize,
    bi_encoder: f64,
    nli: f64,
}

/// What came of one labelled sentence.
#[derive(Serialize)]
struct Row {
    id: String,
    label: String,
    verdict: Option<Verdict>,
    found: bool,
    hinted: bool,
    gold_first: bool,
    message: String,
    /// Conditions that were not met, of those that decided.
    unmet: Vec<String>,
    sentence: String,
}

pub(super) fn run(
    file: &Path,
    gold: &Path,
    with: &With,
    format: Format,
    kept: Option<&Path>,
) -> Result<ExitCode, Failure> {
    let labels = read_text("the labels", gold)?;
    let labels: Gold = serde_json::from_str(&labels).map_err(|error| Failure::Malformed {
        what: "the file of labels",
        path: gold.to_owned(),
        reason: error.to_string(),
    })?;
    let host = NativeHost::load(with)?;
    let article = Article::read(file)?.parse(false)?;
    let report = host.audit(&article, &mut tell_progress());
    let mut outcome = compare(&labels, &report);
    outcome.tokens_per_citation = tokens_per_citation(&report, host.models.tokens_seen());
    // What an endpoint is sent is known of one that was asked.
    let asked = host.audit_asking(&article, &Undecided, &mut |_| {});
    let spent: Result<Vec<Option<Spent>>, Failure> =
        asked.findings.iter().map(|finding| Spent::of(finding, &host.settings, Scale::WORDS)).collect();
    outcome.token_economy = TokenEconomy::of(&spent?.into_iter().flatten().collect::<Vec<_>>());
    results::keep(kept, || sheet::sheet(&outcome, file, gold, with, host.models.names()))?;
    match format {
        Format::Json => json(&outcome)?,
        Format::Text => write(&outcome)?,
    }
    Ok(ExitCode::from(u8::from(!outcome.accused.is_empty())))
}

fn tokens_per_citation(report: &Report, (bi_encoder, nli): (u64, u64)) -> TokensPerCitation {
    let on_text = |finding: &&Finding| finding.trail.iter().any(|step| step.step == Step::Retrieve);
    let citations = report.findings.iter().filter(on_text).count();
    let mean = |tokens: u64| tokens as f64 / citations.max(1) as f64;
    TokensPerCitation { citations, bi_encoder: mean(bi_encoder), nli: mean(nli) }
}

fn compare(labels: &Gold, report: &Report) -> SampleOutcome {
    let mut outcome = SampleOutcome::default();
    for label in &labels.citations {
        let finding = finding_of(label, report);
        let gold_first = finding.is_some_and(|finding| gold_comes_first(label, finding));
        let (tally, name) = match (label.truth, &label.kind) {
            (Truth::Own, _) if finding.is_none() => continue,
            (Truth::Planted, Some(kind)) => (&mut outcome.planted, kind.clone()),
            (Truth::Planted, None) => (&mut outcome.planted, "planted".to_owned()),
            (Truth::Perfunctory, _) => (&mut outcome.true_sentences, "(perfunctory)".to_owned()),
            (Truth::Supported | Truth::Own, _) => (&mut outcome.true_sentences, "(true)".to_owned()),
        };
        let verdict = finding.map(|finding| finding.verdict);
        let came_to = CameTo {
            verdict,
            gold_first,
            hinted: finding.is_some_and(Finding::hints_at_a_difference),
            found: finding.is_some_and(|finding| names_the_difference(label, finding)),
        };
        tally.count(came_to);
        outcome.kinds.entry(name.clone()).or_default().count(came_to);
        let objects = verdict == Some(Verdict::Miscited) || came_to.hinted;
        if label.truth != Truth::Planted && objects {
            outcome.accused.push(label.id.clone());
        }
        outcome.rows.push(Row {
            id: label.id.clone(),
            label: name,
            verdict,
            found: came_to.found,
            hinted: came_to.hinted,
            gold_first,
            message: finding.map(|finding| finding.message.clone()).unwrap_or_default(),
            unmet: finding.map(unmet).unwrap_or_default(),
            sentence: label.sentence.clone(),
        });
    }
    outcome.found = f64::from(outcome.planted.found) / f64::from(outcome.planted.total.max(1));
    outcome
}

fn unmet(finding: &Finding) -> Vec<String> {
    let decided = finding.trail.iter().rev().find(|step| step.step == Step::Decide);
    let checks = decided.map(|step| step.checks.as_slice()).unwrap_or_default();
    checks.iter().filter(|check| !check.holds()).map(ToString::to_string).collect()
}

/// What one labelled sentence came to.
#[derive(Clone, Copy)]
struct CameTo {
    verdict: Option<Verdict>,
    gold_first: bool,
    hinted: bool,
    found: bool,
}

/// Whether a finding objects for the reason for which the sentence is wrong.
fn names_the_difference(label: &GoldCitation, finding: &Finding) -> bool {
    let objects = finding.verdict == Verdict::Miscited || finding.hints_at_a_difference();
    objects
        && label.kind.as_deref().is_none_or(|kind| finding.reasons.iter().any(|reason| is_of(kind, reason)))
}

/// Whether a reason tells of a kind of error. A sentence with a foreign source's number is found by that number, too, and what
/// went up or did not go up by either.
fn is_of(kind: &str, reason: &Reason) -> bool {
    match reason {
        Reason::NumberDiffers { .. } => matches!(kind, "number" | "unit"),
        Reason::NumberMissing { .. } => matches!(kind, "number" | "unit" | "wrong-reference"),
        Reason::DirectionDiffers { .. } | Reason::NegationDiffers { .. } => {
            matches!(kind, "direction" | "negation")
        }
        Reason::EntityDiffers { .. } => kind == "entity",
        Reason::ScopeDiffers { .. } => kind == "scope",
        Reason::CausalUpgrade { .. } => kind == "causation",
        // What a source leaves open of others is a hedge on whom it speaks of.
        Reason::HedgeDropped { .. } => matches!(kind, "hedge" | "scope"),
        Reason::AnotherSubject { .. } => kind == "wrong-reference",
        Reason::AuthorDiffers { .. } => kind == "author",
        Reason::NoRecord { .. } => kind == "ghost",
        Reason::Retracted { .. } => kind == "retracted",
        _ => false,
    }
}

impl Tally {
    fn count(&mut self, CameTo { verdict, gold_first, hinted, found }: CameTo) {
        self.total += 1;
        self.found += u32::from(found);
        self.missed_gold_first += u32::from(!found && gold_first);
        match verdict {
            Some(Verdict::Miscited) => self.miscited += 1,
            Some(Verdict::Undecidable) if hinted => self.hinted += 1,
            Some(Verdict::Undecidable) => self.undecidable += 1,
            Some(Verdict::Supported) => self.supported += 1,
            Some(Verdict::Unchecked) => self.unchecked += 1,
            None => self.unmapped += 1,
        }
    }
}

/// The finding about a labelled sentence and its reference; an accusation comes first if there are several.
fn finding_of<'a>(label: &GoldCitation, report: &'a Report) -> Option<&'a Finding> {
    let wanted = fold(&label.sentence);
    let here = |citation: &str| {
        let view = report.document.citations.iter().find(|view| view.id == citation);
        view.is_some_and(|view| {
            let sentence = fold(&view.sentence);
            sentence == wanted
                || (!sentence.is_empty() && wanted.contains(&sentence) && sentence.len() * 2 > wanted.len())
        })
    };
    let of_label = report.findings.iter().filter(|finding| {
        here(&finding.citation) && label.reference.as_ref().is_none_or(|id| *id == finding.reference)
    });
    of_label.min_by_key(|finding| match finding.verdict {
        Verdict::Miscited => 0,
        _ if finding.hints_at_a_difference() => 1,
        _ => 2,
    })
}

/// Whether the first evidence overlaps a gold passage.
fn gold_comes_first(label: &GoldCitation, finding: &Finding) -> bool {
    let Some(first) = finding.evidence.first() else { return false };
    let first = fold(&first.text);
    label.passage.iter().chain(&label.also).any(|passage| {
        let passage = fold(passage);
        passage.contains(&first) || first.contains(&passage) || shared_words(&passage, &first) >= 0.6
    })
}

/// Share of the shorter text's words that the other has.
fn shared_words(left: &str, right: &str) -> f64 {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
    let (left, right) = (words(left), words(right));
    left.intersection(&right).count() as f64 / left.len().min(right.len()).max(1) as f64
}

fn write(outcome: &SampleOutcome) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{:<18}{:>6}{:>7}{:>11}{:>8}{:>7}{:>12}{:>11}{:>11}{:>10}",
        "label",
        "all",
        "found",
        "to review",
        "hinted",
        "open",
        "gold first",
        "supported",
        "unchecked",
        "unmapped"
    )?;
    for (name, tally) in &outcome.kinds {
        write_line(&mut out, name, tally)?;
    }
    write_line(&mut out, "all planted", &outcome.planted)?;
    write_line(&mut out, "all true", &outcome.true_sentences)?;
    writeln!(
        out,
        "\nfound {} of {} planted errors ({:.0} %)",
        outcome.planted.found,
        outcome.planted.total,
        outcome.found * 100.0
    )?;
    writeln!(
        out,
        "objected to {} of {} true sentences",
        outcome.accused.len(),
        outcome.true_sentences.total
    )?;
    let tokens = &outcome.tokens_per_citation;
    writeln!(
        out,
        "local models read {:.0} word pieces for each of {} citations judged on a text (bi-encoder {:.0}, NLI {:.0})",
        tokens.bi_encoder + tokens.nli,
        tokens.citations,
        tokens.bi_encoder,
        tokens.nli
    )?;
    writeln!(out, "{}", outcome.token_economy)?;
    for row in &outcome.rows {
        let verdict = row.verdict.map_or("unmapped", citelight::finding::messages::verdict_word);
        let found = if row.found { " FOUND" } else { "" };
        let hinted = if row.hinted { " (hint)" } else { "" };
        let gold = if row.gold_first { " (gold first)" } else { "" };
        writeln!(
            out,
            "  {:<4} {:<16} {verdict}{hinted}{found}{gold}: {} — {}",
            row.id,
            row.label,
            cut(&row.sentence, 90),
            cut(&row.message, 120)
        )?;
    }
    Ok(())
}

fn write_line(out: &mut impl Write, name: &str, tally: &Tally) -> std::io::Result<()> {
    writeln!(
        out,
        "{name:<18}{:>6}{:>7}{:>11}{:>8}{:>7}{:>12}{:>11}{:>11}{:>10}",
        tally.total,
        tally.found,
        tally.miscited,
        tally.hinted,
        tally.undecidable,
        tally.missed_gold_first,
        tally.supported,
        tally.unchecked,
        tally.unmapped
    )
}
