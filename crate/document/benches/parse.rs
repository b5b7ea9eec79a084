//! Time and memory of parsing and mapping, over sizes: `cargo bench -p citelight-document --bench parse`.
//!
//! The page is LaTeXML's, made of the body of a fixture again and again with ids of its own. Bars: a page of 1 MB in
//! ≤ 70 ms (median of 20), ten times the page in ≤ 11 times the time, peak memory ≤ 12 times the page.

#![allow(clippy::expect_used, clippy::panic, reason = "a bench stops where it cannot go on")]

use std::hint::black_box;
use std::time::Instant;

use citelight_document::document::{Document, Input, parse};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Runs of which the median counts.
const RUNS: usize = 20;

fn main() {
    let start = Instant::now();
    black_box(parse(Input::new("<article><p>Smith (2020) and [3].</p></article>", "warm")).ok());
    println!("first parse, patterns compiled: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let (once, ten) = (page(1_000_000), page(10_000_000));
    let (one_ms, one_peak) = measure(&once, RUNS);
    let (ten_ms, ten_peak) = measure(&ten, 5);
    report("1 MB", &once, one_ms, one_peak);
    report("10 MB", &ten, ten_ms, ten_peak);
    println!("10 × the page: {:.1} × the time", ten_ms / one_ms);
}

fn report(name: &str, page: &str, ms: f64, peak: usize) {
    println!(
        "{name} ({} bytes): {ms:.1} ms, peak memory {:.1} × the page",
        page.len(),
        peak as f64 / page.len() as f64
    );
}

/// Median time in milliseconds, and the peak of the memory that one parse adds, in bytes.
fn measure(page: &str, runs: usize) -> (f64, usize) {
    let mut times: Vec<f64> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(read(page));
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    black_box(read(page));
    (times[times.len() / 2], ALLOCATOR.peak_usage().saturating_sub(before))
}

fn read(page: &str) -> Document {
    let document = parse(Input::new(page, "bench")).expect("the page parses");
    assert!(document.blocks.len() > 100 && !document.citations.is_empty());
    document
}

/// A LaTeXML page of about `size` bytes: sections of a real article, ids and numbers of their own in each copy.
fn page(size: usize) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/pages/latexml-1707.08043.html");
    let content = std::fs::read_to_string(path).expect("the fixture is there");
    let at = |words: &str| content.find(words).unwrap_or_else(|| panic!("{words} is in the fixture"));
    let (body, list) = (at("<section"), at("<section id=\"bib\""));
    let end = list + content[list..].find("</section>").expect("the list ends") + "</section>".len();
    let sections = &content[body..list];
    let entries_at = list + content[list..].find("<li").expect("the list has entries");
    let entries_end = list + content[list..end].rfind("</li>").expect("the list has entries") + "</li>".len();
    let entries = &content[entries_at..entries_end];
    let copies = (size / (sections.len() + entries.len())).max(1);
    let mut page = content[..body].to_owned();
    let own = |part: &str, copy: usize| {
        part.replace("id=\"", &format!("id=\"c{copy}.")).replace("href=\"#", &format!("href=\"#c{copy}."))
    };
    for copy in 0..copies {
        page.push_str(&own(sections, copy));
    }
    page.push_str(&content[list..entries_at]);
    for copy in 0..copies {
        page.push_str(&own(entries, copy));
    }
    page.push_str(&content[entries_end..]);
    page
}
