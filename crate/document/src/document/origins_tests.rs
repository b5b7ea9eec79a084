//! Origins followed back into the tree give the same characters.

use std::collections::HashMap;

use proptest::prelude::*;

use super::{Document, Input, parse};
use crate::markup::tree::{Tree, html, xml};
use crate::markup::{Block, Locator, locator_of};

const PAGES: &[&str] = &[
    "synthetic-author-year.html",
    "synthetic-numeric.html",
    "pmc-PMC12419688.html",
    "plos-pbio.1001461.html",
    "jats-elife06726.xml",
    "jats-pone.0234687.xml",
    "bmc-1471-2164-13-425.html",
    "latexml-1707.08043.html",
    "mdpi-brainsci15030264.html",
    "nature-s41598-020-61892-5.html",
    "peerj-4886.html",
];

fn content(name: &str) -> String {
    let path = format!("{}/../../tests/fixtures/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the fixture is there")
}

/// The runs of text of every element by its tag, as UTF-16.
fn runs(tree: &Tree) -> HashMap<u32, Vec<Vec<u16>>> {
    let mut runs: HashMap<u32, Vec<Vec<u16>>> = HashMap::new();
    let elements =
        std::iter::once(Tree::ROOT).chain(tree.descendants(Tree::ROOT)).filter(|node| tree.is_element(*node));
    for node in elements {
        let own = runs.entry(tree.tag(node)).or_default();
        let mut open = false;
        for child in tree.children(node) {
            if let Some(text) = tree.text(child) {
                if !open {
                    own.push(Vec::new());
                }
                open = true;
                if let Some(run) = own.last_mut() {
                    run.extend(text.encode_utf16());
                }
            } else if tree.is_element(child) {
                open = false;
            }
        }
    }
    runs
}

fn check(block: &Block, runs: &HashMap<u32, Vec<Vec<u16>>>) -> Result<(), String> {
    for (index, origin) in block.origins.iter().enumerate() {
        let end = block.origins.get(index + 1).map_or(block.text.len(), |next| next.start);
        let text = block.text.get(origin.start..end).ok_or("an origin cuts a character")?;
        if !origin.verbatim {
            continue;
        }
        let units: Vec<u16> = text.encode_utf16().collect();
        let run =
            runs.get(&origin.node).and_then(|runs| runs.get(origin.run as usize)).ok_or("no such run")?;
        let from = origin.offset as usize;
        let original = run.get(from..from + units.len()).ok_or("an origin reaches over its run")?;
        let same = original
            .iter()
            .zip(&units)
            .all(|(left, right)| left == right || is_space(*left) && is_space(*right));
        if !same {
            return Err(format!("{:?} is not {text:?}", String::from_utf16_lossy(original)));
        }
    }
    if block.text.is_empty() || block.origins.first().is_some_and(|origin| origin.start == 0) {
        Ok(())
    } else {
        Err(format!("the block's start has no origin: {:?}", block.text))
    }
}

fn is_space(unit: u16) -> bool {
    char::from_u32(u32::from(unit)).is_some_and(char::is_whitespace)
}

fn check_all(document: &Document, tree: &Tree) -> Result<(), String> {
    let runs = runs(tree);
    document.blocks.iter().try_for_each(|block| check(block, &runs))
}

#[test]
fn origins_of_real_pages_are_exact() {
    for name in PAGES {
        let content = content(name);
        let tree = if name.ends_with("xml") { xml::parse(&content) } else { html::parse(&content) };
        let tree = tree.expect("the page parses");
        let document = parse(Input::new(&content, name)).expect("the page parses");
        check_all(&document, &tree).unwrap_or_else(|error| panic!("{name}: {error}"));
        let runs = runs(&tree);
        for reference in &document.references {
            for range in &reference.locator.ranges {
                let run = &runs[&range.node][range.run as usize];
                assert!(range.start < range.end && range.end as usize <= run.len(), "{name}: {range:?}");
            }
        }
    }
}

/// Without white space and what no reader sees: how it is laid out in the source says nothing of the words.
fn bare(text: &str) -> String {
    text.chars()
        .filter(|c| {
            !c.is_whitespace()
                && !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
        })
        .collect()
}

/// What a page side would highlight: the ranges of a locator, read in the original.
fn words_at(locator: &Locator, runs: &HashMap<u32, Vec<Vec<u16>>>) -> Option<String> {
    let mut words = String::new();
    for range in &locator.ranges {
        let run = runs.get(&range.node)?.get(range.run as usize)?;
        words.push_str(&String::from_utf16(run.get(range.start as usize..range.end as usize)?).ok()?);
    }
    Some(words)
}

/// A stretch of a block without what was made here, which no locator can name.
fn verbatim(block: &Block, range: &std::ops::Range<usize>) -> String {
    let mut words = String::new();
    for (index, origin) in block.origins.iter().enumerate() {
        let end = block.origins.get(index + 1).map_or(block.text.len(), |next| next.start).min(range.end);
        let start = origin.start.max(range.start);
        if origin.verbatim && start < end {
            words.push_str(&block.text[start..end]);
        }
    }
    words
}

/// Checks the locators of every sentence and every citation; how many quotes there are, and how many of them stand in
/// the original once and only once.
fn check_locators(
    name: &str,
    document: &Document,
    runs: &HashMap<u32, Vec<Vec<u16>>>,
    original: &str,
) -> (usize, usize) {
    let original = bare(original);
    let (mut quotes, mut unique) = (0, 0);
    let sentences = document
        .blocks
        .iter()
        .flat_map(|block| block.sentences.iter().map(move |sentence| (block, sentence.clone(), false)));
    let citations = document
        .citations
        .iter()
        .map(|citation| (&document.blocks[citation.block], citation.range.clone(), true));
    for (block, range, is_citation) in sentences.chain(citations) {
        let locator = locator_of(block, range.clone());
        let words =
            words_at(&locator, runs).unwrap_or_else(|| panic!("{name}: {locator:?} is outside of the page"));
        assert_eq!(bare(&words), bare(&verbatim(block, &range)), "{name}");
        assert_eq!(locator.quote.exact, block.text[range.clone()], "{name}");
        let context = block.text[..range.start].len() - locator.quote.prefix.len()
            ..range.end + locator.quote.suffix.len();
        // What stands in the source as it does in the text can be found again by its words.
        if is_citation && bare(&verbatim(block, &context)) == bare(&block.text[context.clone()]) {
            let quote = bare(&block.text[context]);
            quotes += 1;
            unique += usize::from(original.matches(&quote).count() == 1);
        }
    }
    (quotes, unique)
}

#[test]
fn locators_lead_back_to_the_very_words() {
    let (mut quotes, mut unique) = (0, 0);
    for name in PAGES {
        let content = content(name);
        let tree = if name.ends_with("xml") { xml::parse(&content) } else { html::parse(&content) };
        let tree = tree.expect("the page parses");
        for hide_links in [false, true] {
            let input = Input { hide_links, ..Input::new(&content, name) };
            let document = parse(input).expect("the page parses");
            let (all, once) = check_locators(name, &document, &runs(&tree), &tree.text_below(Tree::ROOT));
            (quotes, unique) = (quotes + all, unique + once);
        }
    }
    println!("{unique} of {quotes} quotes of citations stand once in the original");
    // Notes in the middle of a sentence part its words in the source; a few pages print a passage twice.
    assert!(quotes > 800 && unique * 100 >= quotes * 95, "{unique} of {quotes}");
}

#[test]
fn locators_in_a_text_file_lead_back_to_the_very_words() {
    let page = parse(Input::new(&content("jats-pone.0234687.xml"), "test")).expect("the page parses");
    // Lines of a file: wrapped, with both kinds of line ends, indented here and there.
    let mut file = String::new();
    for (index, block) in page.blocks.iter().enumerate() {
        let gap = if index % 2 == 0 { "\r\n  " } else { "\n" };
        let words: Vec<&str> = block.text.split_whitespace().collect();
        let lines: Vec<String> = words.chunks(11).map(|line| line.join(" ")).collect();
        file.push_str(&lines.join(gap));
        file.push_str("\n\n");
    }
    let document = parse(Input::new(&file, "test.txt")).expect("the text parses");
    assert_eq!(document.format, super::Format::Text);
    assert!(document.blocks.len() > 50);
    let runs = HashMap::from([(0, vec![file.encode_utf16().collect::<Vec<u16>>()])]);
    check_locators("text", &document, &runs, &file);
    for block in &document.blocks {
        let locator = locator_of(block, 0..block.text.len());
        let line = file.lines().nth(locator.line as usize - 1).expect("the line is there");
        assert!(block.text.starts_with(line.trim()), "{line:?} {:?}", block.text);
    }
}

#[test]
fn a_snapshots_own_numbers_are_kept() {
    let content = "<article data-citelight=\"7\"><p data-citelight=\"9\">One <!-- not a border -->two <b data-citelight=\"12\">three</b> four.</p></article>";
    let document = parse(Input::new(content, "test")).expect("it parses");
    let origins: Vec<(u32, u32, u32)> =
        document.blocks[0].origins.iter().map(|origin| (origin.node, origin.run, origin.offset)).collect();
    assert_eq!(document.blocks[0].text, "One two three four.");
    assert_eq!(origins, [(9, 0, 0), (12, 0, 0), (9, 1, 0)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn damaged_pages_do_not_panic_and_keep_exact_origins(
        page in 0_usize..3, cut in 0.0_f64..1.0, at in 0.0_f64..1.0, junk in "[<>/a-z \"=&;é𝒳\\[\\]()0-9$]{0,40}",
    ) {
        let content = content(PAGES[page]);
        let floor = |share: f64| {
            let mut at = (content.len() as f64 * share) as usize;
            while !content.is_char_boundary(at) { at -= 1; }
            at
        };
        let (cut, at) = (floor(cut), floor(at));
        let damaged = format!("{}{junk}{}", &content[..at.min(cut)], &content[at.min(cut)..cut]);
        if let Ok(document) = parse(Input::new(&damaged, "test"))
            && document.format != super::Format::Text
        {
            let tree = html::parse(&damaged).expect("it parsed before");
            prop_assert_eq!(check_all(&document, &tree), Ok(()));
        }
    }

    #[test]
    fn markup_of_any_kind_does_not_panic(content in "(<(/)?(p|div|li|table|td|sup|math|cite|a href=\"#r1\"|article|ref-list|ref id=\"r1\"|h2|!--|ol)>|[A-Z][a-z]{2,5} ?|\\[[0-9,–]{1,4}\\]|\\((19|20)[0-9]{2}[a-c]?\\)|et al\\. |References|[.,;&$“é])*") {
        for hide_links in [false, true] {
            let _ = parse(Input { hide_links, ..Input::new(&content, "test") });
        }
    }
}
