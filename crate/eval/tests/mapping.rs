//! Bars for the mapping without links: real and synthetic pages, and LaTeX sources.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::process::Command;

use citelight_eval::mapping::edges::{compare_input, evaluate};

#[path = "../../document/tests/support/latex_sources.rs"]
mod latex_sources;

use latex_sources::{SOURCES, Source};

/// Fixture, least precision, least recall of the mapping with links hidden.
const PAGES: &[(&str, f64, f64)] = &[
    ("bmc-1471-2164-13-425.html", 1.0, 1.0),
    ("jats-elife06726.xml", 1.0, 1.0),
    ("jats-pone.0234687.xml", 1.0, 1.0),
    ("latexml-1707.08043.html", 1.0, 1.0),
    ("mdpi-brainsci15030264.html", 1.0, 1.0),
    ("nature-s41598-020-61892-5.html", 1.0, 1.0),
    ("peerj-4886.html", 1.0, 1.0),
    ("plos-pbio.1001461.html", 1.0, 1.0),
    ("pmc-PMC12419688.html", 1.0, 1.0),
    ("synthetic-author-year.html", 1.0, 1.0),
    ("synthetic-numeric.html", 1.0, 1.0),
];

fn content(name: &str) -> String {
    let path = format!("{}/../../tests/fixtures/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn citations_of_pages_are_mapped_without_links() {
    for (name, precision, recall) in PAGES {
        let counts = evaluate(&content(name), name).expect("the page parses");
        assert!(counts.gold > 0, "{name} has links");
        assert!(counts.precision() >= *precision && counts.recall() >= *recall, "{name}: {counts:?}");
    }
}

#[test]
fn citations_of_latex_sources_are_mapped_without_links() {
    for (name, least) in SOURCES {
        let counts =
            Source::read(name).with(|input| compare_input(input).expect("the source parses").1.counts);
        assert!(counts.f1() >= *least, "{name}: {:.3} {counts:?}", counts.f1());
        assert!(counts.precision() >= 0.99, "{name}: {counts:?}");
    }
}

const ARTICLE: &str = r##"<!DOCTYPE html><html><head><title>Sleep and driving</title>
<meta name="citation_title" content="Sleep and driving"></head>
<body><article><h1>Sleep and driving</h1><h2>Introduction</h2>
<p>Sleep deprivation impairs memory consolidation in young adults <a href="#r1">[1]</a>. Caffeine improves the
reaction time of elderly drivers <a href="#r2">[2]</a>. Butterflies correct quantum errors while they migrate south
<a href="#r3">[3]</a>. This matters for traffic safety.</p>
<h2>References</h2>
<ol class="references">
<li id="r1">Walker M, Stickgold R. Effects of sleep deprivation on memory consolidation. Journal of Sleep Research. 2006;15:1-9.</li>
<li id="r2">Lee K. A randomised trial of caffeine in elderly drivers. Sleep Medicine. 2012;3:10-19.</li>
<li id="r3">Nobody N. Quantum error correction in butterfly migration routes. Journal of Insects. 2019;9:77-95.</li>
</ol></article></body></html>"##;

#[test]
fn the_command_counts_edges() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    std::fs::write(folder.path().join("article.html"), ARTICLE).expect("a page can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_citelight-eval"))
        .args(["mapping", ".", "--format", "json"])
        .current_dir(folder.path())
        .output()
        .expect("the command runs");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it writes JSON");
    assert!(json[1]["file"].as_str().is_some_and(|file| file.starts_with("all ")), "{json}");
    assert_eq!(json[0]["met"], true);
    assert_eq!((json[1]["gold"].as_u64(), json[1]["right"].as_u64()), (Some(3), Some(3)));
}
