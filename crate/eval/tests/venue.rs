//! `citelight-eval venue`: a small venue under a virtual clock.
#![allow(clippy::unwrap_used)] // Helpers of tests are outside #[test] functions, where clippy.toml does not reach.

use std::process::Command;

use serde_json::Value;

fn simulate(submissions: &str, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .args(["venue", "--submissions", submissions, "--references", "10", "--format", "json"])
        .args(more)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The same but for what was measured.
fn simulated(report: &Value) -> Value {
    let mut run = report["run"].as_object().unwrap().clone();
    for measured in ["processor_seconds", "web_seconds", "megabytes"] {
        run.remove(measured).unwrap();
    }
    run.into()
}

#[test]
fn a_killed_run_goes_on_and_ends_as_one_that_nobody_killed() {
    let report = simulate("30", &["--kill-at", "0.5", "--faults", "0.05"]);
    let (run, killed) = (&report["run"], &report["killed"]);
    assert_eq!(run["ends"]["checked"], 30);
    let count = |name: &str| run["ends"][name].as_u64().unwrap();
    assert_eq!(count("resolved") + count("ghosts") + count("open"), 300);
    assert!(count("resolved") > 200, "{run}");
    assert!(count("ghosts") <= report["unheld"].as_u64().unwrap(), "{run}");
    assert_eq!((&run["over_limit"], &run["asked_twice"]), (&Value::from(0), &Value::from(0)));
    assert!(run["hours"].as_f64() >= run["least_hours"].as_f64(), "no limit is undercut: {run}");
    let faults: u64 =
        run["sources"].as_object().unwrap().values().map(|source| source["faults"].as_u64().unwrap()).sum();
    assert!(faults > 0, "{run}");
    assert_eq!(killed["same_end"], true, "{killed}");
    assert!(killed["before"].as_u64() > Some(0) && killed["after"].as_u64() > Some(0), "{killed}");
    assert!(killed["asked_twice"].as_u64() <= killed["cut_off"].as_u64(), "{killed}");
}

#[test]
fn the_same_seed_gives_the_same_figures_and_another_one_others() {
    let first = simulate("8", &[]);
    assert_eq!(simulated(&first), simulated(&simulate("8", &[])));
    assert_ne!(simulated(&first), simulated(&simulate("8", &["--seed", "2"])));
}

#[test]
fn what_a_day_does_not_allow_leaves_submissions_incomplete() {
    let report = simulate("12", &["--allowance", "0.002"]);
    let ends = &report["run"]["ends"];
    assert!(ends["incomplete"].as_u64() > Some(0), "{ends}");
    assert!(report["run"]["dollars_of_a_day"].as_f64() <= Some(0.002));
    assert!(
        ends["ghosts"].as_u64().unwrap() <= report["unheld"].as_u64().unwrap(),
        "a source that fails is no evidence"
    );
}

#[test]
fn an_endpoint_costs_what_is_stated() {
    let report = simulate("3", &["--open-claims", "2", "--prices", "1,4"]);
    let cost = &report["endpoint"];
    let of = |name: &str| cost[name].as_f64().unwrap();
    assert_eq!(of("requests"), 3.0 * 2.0 * of("samples"));
    let dollars = of("requests") * (of("tokens_in") + 4.0 * of("tokens_out")) / 1e6;
    assert!((of("dollars") - dollars).abs() < 1e-9, "{cost}");
}
