//! The rendering of a document: stable, and read back to the same blocks by the rules of docs/document-format.md.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_document::document::{Document, Input, parse, render_markdown};
use citelight_document::markup::{Block, BlockKind};
use proptest::prelude::*;

const PAGES: &[&str] = &[
    "bmc-1471-2164-13-425.html",
    "jats-elife06726.xml",
    "jats-pone.0234687.xml",
    "latexml-1707.08043.html",
    "mdpi-brainsci15030264.html",
    "nature-s41598-020-61892-5.html",
    "peerj-4886.html",
    "plos-pbio.1001461.html",
    "pmc-PMC12419688.html",
    "synthetic-author-year.html",
    "synthetic-numeric.html",
];

fn document(name: &str) -> Document {
    let path = format!("{}/../../tests/fixtures/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    let content = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    parse(Input::new(&content, name)).expect("the page parses")
}

/// A rendering read back.
#[derive(Debug, Default, PartialEq)]
struct Read {
    title: Option<String>,
    blocks: Vec<(BlockKind, String)>,
    references: Vec<String>,
}

/// Reads a rendering, by the rules of docs/document-format.md and nothing else.
fn read(markdown: &str) -> Read {
    let mut read = Read::default();
    let mut in_abstract = false;
    let mut lines = markdown.lines().peekable();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix("::: ") {
            match name {
                "abstract" => in_abstract = true,
                "caption" => {
                    read.blocks.push((BlockKind::Caption, unescaped(lines.next().expect("a caption"))));
                    assert_eq!(lines.next(), Some(":::"));
                }
                "references" => {
                    read.references =
                        lines.by_ref().take_while(|line| *line != ":::").map(unescaped).collect();
                }
                other => panic!("{other:?} is no part of the format"),
            }
        } else if line == ":::" {
            in_abstract = false;
        } else if let Some(heading) = line.strip_prefix('#') {
            let deeper = heading.bytes().take_while(|byte| *byte == b'#').count();
            let text = heading[deeper..].trim_start();
            let (text, level) = match text.rsplit_once(" {level=") {
                Some((text, level)) => (text, level.trim_end_matches('}').parse().expect("a level")),
                None => (text, deeper as u8),
            };
            if level == 0 && read.title.is_none() && read.blocks.is_empty() {
                read.title = Some(unescaped(text));
            } else {
                read.blocks.push((BlockKind::Heading(level), unescaped(text)));
            }
        } else if let Some(item) = line.strip_prefix("- ") {
            read.blocks.push((BlockKind::ListItem, unescaped(item)));
        } else if line.starts_with("$$") && line.ends_with("$$") && line.len() > 4 {
            read.blocks.push((BlockKind::Math, line.to_owned()));
        } else if line.starts_with("[^") {
            let (_, text) = line.split_once("]: ").expect("a note");
            read.blocks.push((BlockKind::Footnote, unescaped(text)));
        } else if line.starts_with('|') {
            let mut rows = vec![row(line)];
            lines.next().expect("the line under the header");
            while let Some(line) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(row(line));
            }
            read.blocks.push((BlockKind::Table, rows.join("\n")));
        } else {
            let kind = if in_abstract { BlockKind::Abstract } else { BlockKind::Paragraph };
            read.blocks.push((kind, unescaped(line)));
        }
    }
    read
}

/// The cells of a row, without the empty ones at its end.
fn row(line: &str) -> String {
    let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')).expect("a row");
    let mut cells: Vec<String> = Vec::new();
    let mut cell = String::new();
    let mut escaped = false;
    for c in inner.chars() {
        if c == '|' && !escaped {
            cells.push(unescaped(std::mem::take(&mut cell).trim()));
        } else {
            cell.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    cells.push(unescaped(cell.trim()));
    trimmed_row(&cells)
}

fn trimmed_row(cells: &[String]) -> String {
    let used = cells.iter().rposition(|cell| !cell.is_empty()).map_or(0, |last| last + 1);
    cells[..used].join(" | ")
}

/// Backslashes taken away outside of formulas.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    let mut formula = false;
    let mut quoted = false;
    while let Some(c) = rest.next() {
        match c {
            '\\' if !formula && rest.peek().is_some_and(char::is_ascii_punctuation) => {
                out.extend(rest.next())
            }
            '$' if quoted => out.push(c),
            '$' => {
                formula = !formula;
                quoted = formula && rest.next_if_eq(&'`').is_some();
                out.push(c);
            }
            '`' if quoted && rest.peek() == Some(&'$') => quoted = false,
            _ => out.push(c),
        }
    }
    out
}

fn normal(block: &Block) -> (BlockKind, String) {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = match block.kind {
        BlockKind::Table => block
            .text
            .split('\n')
            .map(|line| trimmed_row(&line.split(" | ").map(words).collect::<Vec<_>>()))
            .collect::<Vec<_>>()
            .join("\n"),
        _ => words(&block.text),
    };
    (block.kind, text)
}

fn same_blocks(document: &Document) -> Result<(), String> {
    let read = read(&render_markdown(document));
    let expected: Vec<(BlockKind, String)> = document.blocks.iter().map(normal).collect();
    for (own, expected) in read.blocks.iter().zip(&expected) {
        if own != expected {
            return Err(format!("{own:?}\nis not\n{expected:?}"));
        }
    }
    if read.blocks.len() != expected.len() {
        return Err(format!("{} blocks, not {}", read.blocks.len(), expected.len()));
    }
    if read.references.len() != document.references.len() {
        return Err(format!("{} references", read.references.len()));
    }
    for (line, reference) in read.references.iter().zip(&document.references) {
        let words = reference.raw.split_whitespace().collect::<Vec<_>>().join(" ");
        if !line.ends_with(&words) {
            return Err(format!("{line:?} does not end with {words:?}"));
        }
    }
    Ok(())
}

#[test]
fn real_pages_are_read_back_to_the_same_blocks() {
    for name in PAGES {
        let document = document(name);
        same_blocks(&document).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(render_markdown(&document), render_markdown(&document));
    }
}

#[test]
fn the_format_is_stable() {
    for name in ["synthetic-author-year.html", "synthetic-numeric.html"] {
        insta::assert_snapshot!(name, render_markdown(&document(name)));
    }
    let page = document("jats-pone.0234687.xml");
    let some: String = render_markdown(&page)
        .lines()
        .take(60)
        .map(|line| line.chars().take(160).collect::<String>() + "\n")
        .collect();
    insta::assert_snapshot!("jats-pone.0234687", some);
}

#[test]
fn links_and_markup_of_the_page_never_appear() {
    let page = "<article><h1>T</h1><p>See <a href=\"https://example.org/x\">this</a> [link](https://evil.example) <b>and</b> \
        &lt;script&gt;alert(1)&lt;/script&gt; ![p](q) &amp;lt; [^1] *stars* $5 and _more_.</p>\
        <p># no heading</p><p>- no item</p><p>1. no number</p><p>::: references</p><p>[^1]: no note</p><p>| no | table |</p></article>";
    let document = parse(Input::new(page, "test")).expect("it parses");
    let rendered = render_markdown(&document);
    assert_eq!(
        rendered,
        "# T\n\nSee this [link\\](https://evil.example) and \\<script>alert(1)\\</script> \\![p\\](q) \\&lt; \\[^1] \
         \\*stars\\* \\$5 and \\_more\\_.\n\n\\# no heading\n\n\\- no item\n\n1\\. no number\n\n\\::: references\n\n\
         \\[^1\\]: no note\n\n\\| no | table |\n\n"
    );
    same_blocks(&document).expect("the same blocks");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_is_read_back(texts in prop::collection::vec(
        (0_u8..9, "[ a-zA-Z0-9#$*_`|:.\\\\\\[\\]()<>&^!~@{}=+-]{1,40}"), 1..8,
    )) {
        let blocks: Vec<Block> = texts.into_iter().filter_map(|(kind, text)| {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let kind = match kind {
                0 => BlockKind::Heading(1),
                1 => BlockKind::Heading(5),
                2 => BlockKind::Heading(6),
                3 => BlockKind::Abstract,
                4 => BlockKind::ListItem,
                5 => BlockKind::Caption,
                6 => BlockKind::Footnote,
                7 => BlockKind::Table,
                _ => BlockKind::Paragraph,
            };
            (!text.is_empty()).then(|| Block { kind, text, section: Vec::new(), sentences: Vec::new(), origins: Vec::new() })
        }).collect();
        let document = Document { blocks, ..Document::default() };
        prop_assert_eq!(same_blocks(&document), Ok(()));
    }
}
