//! The reference of the command line, docs/eval-reference.md, is that of the code. `UPDATE_DOCS=1 cargo test` rewrites it.

use std::path::Path;

use citelight_eval::args::Args;
use clap_markdown::{MarkdownOptions, help_markdown_custom};

const INTRODUCTION: &str = "# Reference of `citelight-eval`

Every suite and option, as `citelight-eval SUITE --help` says it. What the suites measure: [results.md](results.md). This page is written
by the code: `UPDATE_DOCS=1 cargo test -p citelight-eval --test reference`.

";

/// Trailing blanks, and blank lines at the end, are no part of the page.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}

#[test]
fn reference_of_the_command_line_is_up_to_date() {
    let options = MarkdownOptions::new().show_footer(false).show_table_of_contents(true).title(String::new());
    let written = help_markdown_custom::<Args>(&options);
    let fresh = tidy(&(INTRODUCTION.to_owned() + written.trim_start_matches(['#', ' ', '\n'])));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/eval-reference.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == fresh,
        "docs/eval-reference.md is stale: run UPDATE_DOCS=1 cargo test -p citelight-eval --test reference"
    );
}
