//! Damage injected into real pages is seen and placed, and sound pages are left alone.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]
use citelight::document::Severity;

use super::*;

const PAGES: [&str; 8] = [
    "bmc-1471-2164-13-425.html",
    "jats-elife06726.xml",
    "jats-pone.0234687.xml",
    "mdpi-brainsci15030264.html",
    "nature-s41598-020-61892-5.html",
    "peerj-4886.html",
    "plos-pbio.1001461.html",
    "pmc-PMC12419688.html",
];

/// Injections of each kind into each page.
const TRIALS: u64 = 3;

/// Least share of injections that must be detected, and placed.
const BARS: [(Damage, f64, f64); 4] = [
    (Damage::DropPage, 0.75, 0.7),
    (Damage::SwapColumns, 0.9, 0.9),
    (Damage::CutReferences, 0.95, 0.9),
    (Damage::DuplicateParagraph, 0.95, 0.95),
];

fn path(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/pages")).join(name)
}

#[test]
fn damage_is_detected_and_placed() {
    let report = measure(&PAGES.map(path), 1, TRIALS).expect("the pages are there");
    assert_eq!((report.pages, report.passed_over), (PAGES.len(), 0));
    for (damage, least_detected, least_placed) in BARS {
        let kind = report.damages.iter().find(|kind| kind.name == damage.words()).expect("all are tried");
        assert!(kind.detected.of >= 15, "{damage:?} was hardly tried");
        assert!(
            kind.detected.share >= least_detected && kind.placed.share >= least_placed,
            "{damage:?}: {} {}",
            kind.detected,
            kind.placed
        );
    }
}

#[test]
fn the_same_seed_repeats() {
    let shares = |seed: u64| -> Vec<(Share, Share)> {
        let report = measure(&[path(PAGES[0])], seed, TRIALS).expect("the page is there");
        report.damages.into_iter().map(|kind| (kind.detected, kind.placed)).collect()
    };
    assert_eq!(shares(7), shares(7));
}

#[test]
fn sound_pages_raise_no_alarm() {
    let mut alarmed = Vec::new();
    for name in PAGES {
        let content = std::fs::read_to_string(path(name)).expect("the page is there");
        let document = fit(&content, name).expect("it can be damaged");
        let own = document.anomalies.iter().filter(|anomaly| anomaly.severity > Severity::Info);
        alarmed.extend(
            own.cloned()
                .chain(alarms(&sound(&Page::of(&document))).into_iter().cloned())
                .map(|anomaly| (name, anomaly)),
        );
    }
    assert!(alarmed.is_empty(), "{alarmed:#?}");
}
