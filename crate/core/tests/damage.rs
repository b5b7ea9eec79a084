//! Damage injected into real pages is seen and placed, and sound pages are left alone.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

#[path = "support/damage.rs"]
mod damage;

use citelight::document::{AnomalyKind, Document, Input, Severity, parse};
use damage::{ALL, Damage, Dice, Outcome, Page, alarms, inject, judge, sound};

const PAGES: &[&str] = &[
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
const TRIALS: usize = 3;

/// Least share of injections that must be detected, and placed.
const BARS: [(Damage, f64, f64); 4] = [
    (Damage::DropPage, 0.75, 0.7),
    (Damage::SwapColumns, 0.9, 0.9),
    (Damage::CutReferences, 0.95, 0.9),
    (Damage::DuplicateParagraph, 0.95, 0.95),
];

fn document(name: &str) -> Document {
    let path = format!("{}/../../tests/fixtures/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    let content = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    parse(Input::new(&content, name)).expect("the page parses")
}

#[test]
fn damage_is_detected_and_placed() {
    let pages: Vec<Page> = PAGES.iter().map(|name| Page::of(&document(name))).collect();
    let pages: Vec<(Page, Document)> = pages.into_iter().map(|page| (page.clone(), sound(&page))).collect();
    for (index, damage) in ALL.into_iter().enumerate() {
        let outcomes: Vec<Outcome> = pages
            .iter()
            .flat_map(|page| (0..TRIALS).map(move |trial| (page, trial)))
            .filter_map(|(page, trial)| {
                let damaged = inject(&page.0, damage, &mut Dice::new((trial * 7 + index + 1) as u64))?;
                Some(judge(&page.1, &damaged, damage))
            })
            .collect();
        let share = |holds: &dyn Fn(&Outcome) -> bool| {
            outcomes.iter().filter(|outcome| holds(outcome)).count() as f64 / outcomes.len() as f64
        };
        let (detected, placed) = (share(&|outcome| outcome.detected), share(&|outcome| outcome.placed));
        let repaired = share(&|outcome| outcome.repaired);
        println!(
            "{damage:?}: detected {detected:.2}, placed {placed:.2}, repaired {repaired:.2} of {}",
            outcomes.len()
        );
        let (_, least_detected, least_placed) =
            BARS.into_iter().find(|(own, ..)| *own == damage).expect("every damage has its bars");
        assert!(outcomes.len() >= 15, "{damage:?} was hardly tried");
        assert!(
            detected >= least_detected && placed >= least_placed,
            "{damage:?}: {detected:.2} {placed:.2}"
        );
    }
}

#[test]
fn sound_pages_raise_no_alarm() {
    let mut alarmed = Vec::new();
    for name in PAGES {
        let document = document(name);
        let own = document.anomalies.iter().filter(|anomaly| anomaly.severity > Severity::Info);
        alarmed.extend(
            own.cloned()
                .chain(alarms(&sound(&Page::of(&document))).into_iter().cloned())
                .map(|anomaly| (name, anomaly)),
        );
    }
    // The plain page has lost the markup that told one citation's names.
    alarmed.retain(|(_, anomaly)| anomaly.kind != AnomalyKind::UnmatchedCitation);
    // Two paragraphs of the eLife article begin with the names of genes.
    assert!(alarmed.iter().all(|(name, _)| **name == "jats-elife06726.xml"), "{alarmed:#?}");
    assert!(alarmed.len() <= 4, "{alarmed:#?}");
}

#[test]
fn a_repaired_page_reads_as_before() {
    let right = "<article><h1>T</h1><p>The first paragraph begins well and ends in the middle of the text.</p>\
        <p>Methods need care, and our own were no exception to that. For the growth in a dish,</p>\
        <p>cells were grown at room temperature for two days, as others did before us. They were then weighed, and the</p>\
        <p>results were those that others had found. This ends the text as it should end.</p></article>";
    let text = |html: &str| {
        let document = parse(Input::new(html, "test")).expect("it parses");
        document.blocks.into_iter().map(|block| block.text).collect::<Vec<_>>()
    };
    let sound = text(right);
    let swapped = format!(
        "<article><h1>T</h1><p>{}</p><p>{}</p><p>{}</p><p>{}</p></article>",
        sound[0], sound[2], sound[1], sound[3]
    );
    assert_eq!(text(&swapped), sound, "exchanged stretches go back");
    // Where each end is as good as the other, nothing is moved.
    let torn = sound.iter().map(|text| format!("<p>and {}</p>", text.trim_end_matches('.').to_lowercase()));
    let torn = format!("<article><h1>T</h1>{}</article>", torn.collect::<String>());
    let kept = text(&torn);
    assert!(kept.len() == 4 && kept[1].starts_with("and methods"), "{kept:#?}");
}
