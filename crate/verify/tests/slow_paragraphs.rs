//! Paragraphs that are made to be slow: the claims in them, and the text as a source.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::document::{Input, parse};
use citelight_types::finding::Extent;
use citelight_verify::claim::claim_of;
use citelight_verify::verify::source_text::SourceText;

/// A paragraph of a megabyte is read in the time of a long article, whatever is repeated in it.
#[test]
fn paragraphs_made_to_be_slow_are_read_quickly() {
    const TIMES: usize = 50_000;
    let paragraphs = [
        "( ".repeat(TIMES) + &"] ".repeat(TIMES),
        "one two three four five; ".repeat(TIMES),
        "[1] ".repeat(TIMES),
        "[1]".repeat(TIMES),
        "One said so [1]. ".repeat(TIMES),
        "It lasts.<sup>1</sup> So it does. ".repeat(TIMES),
        "Ends. [ ".repeat(TIMES),
        "$x. ".repeat(TIMES),
    ];
    for paragraph in paragraphs {
        let page = format!(
            "<html><body><article><h1>A</h1><p>{paragraph}</p><h2>References</h2><ol><li>Smith A. Oak in rivers. Journal \
             of Wood. 2020.</li><li>Lee B. Pine in rivers. Journal of Wood. 2021.</li></ol></article></body></html>"
        );
        let start = std::time::Instant::now();
        let document = parse(Input::new(&page, "page.html")).expect("it is a page");
        let claimed: usize =
            document.citations.iter().map(|citation| claim_of(&document, citation).text.len()).sum();
        let source = SourceText::from_document(&document, "page.html", Extent::FullText);
        assert!(!source.is_empty());
        // Tests run unoptimised, and beside others; what grows with the square takes hours.
        let took = start.elapsed();
        println!("{took:?}, {claimed} bytes claimed: {paragraph:.60}");
        assert!(took.as_secs() < 90, "{took:?}, {claimed} bytes claimed: {paragraph:.60}");
    }
}
