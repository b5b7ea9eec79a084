//! Results in the form in which HALLMARK takes them: `baseline_results/TOOL_SPLIT.json`, predictions, and a manifest with
//! hashes by which its continuous integration recognises them (section 4.3).

use std::collections::BTreeMap;
use std::path::Path;

use citelight::resolve::integrity::Label;
use citelight_cli::failure::Failure;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::entries::EntryOutcome;
use super::metrics::{Confusion, f1, ratio};
use super::predictions;
use super::report::Report;
use crate::statistics::Share;

/// What the tool is called there.
const TOOL: &str = "citelight";

/// Writes the three files.
pub(super) fn write(
    folder: &Path,
    entries: &Path,
    report: &Report<'_>,
    outcomes: &[EntryOutcome],
    seconds: &[f64],
) -> Result<(), Failure> {
    let split = entries.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let unwritable = |path: &Path, error: &std::io::Error| Failure::Unwritable {
        path: path.to_owned(),
        reason: error.to_string(),
    };
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    let mut result = result(&split, report, outcomes);
    let world = if report.is_noisy { "noisy" } else { "clean" };
    result["_provenance"] = json!({
        "tool": "citelight",
        "version": env!("CARGO_PKG_VERSION"),
        "note": format!("a {world} closed world of records, not the live indexes: the figures measure the checks"),
    });
    let name = format!("{TOOL}_{split}.json");
    let text = format!("{result:#}\n");
    let manifest = json!({
        "version": "1.0",
        "files": { name.as_str(): {
            "sha256": sha256(&text),
            "baseline": TOOL,
            "split": split,
            "num_entries": outcomes.len(),
            "f1_hallucination": report.metrics.f1,
        } },
    });
    for (name, text) in [
        (name, text),
        (format!("{TOOL}_{split}_per_entry.jsonl"), predictions(outcomes, seconds)),
        ("manifest.json".to_owned(), format!("{manifest:#}\n")),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| unwritable(&path, &error))?;
    }
    Ok(())
}

fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The release's `EvaluationResult`.
fn result(split: &str, report: &Report<'_>, outcomes: &[EntryOutcome]) -> Value {
    let metrics = &report.metrics;
    let counts = metrics.confusion;
    let (bad, good) = (counts.hits + counts.misses, counts.alarms + counts.passed);
    let valid_f1 = f1(counts.passed as f64, counts.misses as f64, counts.alarms as f64);
    let interval = |share: Share| json!([share.lower, share.upper]);
    let tiers: BTreeMap<String, Value> = metrics
        .tiers
        .iter()
        .map(|(tier, found)| {
            let own = Confusion { hits: found.flagged, misses: found.entries - found.flagged, ..counts };
            (tier.clone(), of_group(&own))
        })
        .collect();
    let types: BTreeMap<String, Value> = metrics
        .types
        .iter()
        .filter_map(|(kind, found)| {
            let name = serde_json::to_value(kind).ok()?.as_str()?.to_owned();
            let share = ratio(found.flagged as f64, found.entries as f64);
            let f1 = f1(found.flagged as f64, 0.0, (found.entries - found.flagged) as f64);
            Some((
                name,
                json!({ "detection_rate": share, "false_positive_rate": 0.0, "f1": f1, "count": found.entries }),
            ))
        })
        .collect();
    let (named, typed) = metrics
        .types
        .values()
        .fold((0, 0), |(named, typed), found| (named + found.flagged, typed + found.typed));
    let uncertain = outcomes.iter().filter(|one| one.report.label == Label::Uncertain).count();
    let calls: usize = outcomes.iter().map(|one| one.report.asked.len()).sum();
    json!({
        "tool_name": TOOL,
        "split_name": split,
        "num_entries": outcomes.len(),
        "num_hallucinated": bad,
        "num_valid": good,
        "detection_rate": metrics.dr,
        "false_positive_rate": (good > 0).then_some(metrics.fpr),
        "f1_hallucination": metrics.f1,
        "tier_weighted_f1": metrics.tier_weighted_f1,
        "mcc": metrics.mcc,
        "macro_f1": f64::midpoint(metrics.f1, valid_f1),
        "union_recall_at_k": metrics.detect_at_k.iter().map(|one| (one.k.to_string(), one.detected)).collect::<BTreeMap<_, _>>(),
        "temporal_robustness": report.temporal.drop.map(|(drop, _, _)| drop),
        "cost_efficiency": report.entries_per_second,
        "mean_api_calls": ratio(calls as f64, outcomes.len() as f64),
        "ece": metrics.ece,
        "auroc": metrics.auroc,
        "auprc": null,
        "num_uncertain": uncertain,
        "tier3_f1": tiers.get("3").and_then(|tier| tier.get("f1")).cloned().unwrap_or_default(),
        "detection_rate_ci": interval(Share::of(counts.hits, bad)),
        "f1_hallucination_ci": null,
        "tier_weighted_f1_ci": null,
        "fpr_ci": interval(Share::of(counts.alarms, good)),
        "ece_ci": null,
        "mcc_ci": null,
        "tier3_f1_ci": null,
        "per_tier_metrics": tiers,
        "per_type_metrics": types,
        "coverage": 1.0,
        "coverage_adjusted_f1": metrics.f1,
        "type_accuracy": { "overall": ratio(typed as f64, named as f64), "num_evaluated": named, "num_correct": typed },
        "type_confusion": metrics.called,
        "cascade_breakdown_stats": null,
    })
}

fn of_group(counts: &Confusion) -> Value {
    let Confusion { hits, misses, alarms, passed } = *counts;
    let (hits, misses, alarms, passed) = (hits as f64, misses as f64, alarms as f64, passed as f64);
    json!({
        "detection_rate": ratio(hits, hits + misses),
        "false_positive_rate": ratio(alarms, alarms + passed),
        "f1": f1(hits, alarms, misses),
        "precision": ratio(hits, hits + alarms),
        "num_hallucinated": hits as usize + misses as usize,
        "num_valid": alarms as usize + passed as usize,
    })
}
