//! Damage that the reader of documents undoes. How much of what is injected on purpose is noticed, `citelight-eval damage`
//! measures.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::document::{Input, parse};

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
