//! The reference of a command, a page of docs that clap's help makes.

use std::path::Path;

use clap_markdown::{MarkdownOptions, help_markdown_custom};

/// Trailing blanks, and blank lines at the end, are no part of the page.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// Compares `docs/PAGE` with the command; `UPDATE_DOCS` regenerates it. `head` is how the page begins.
pub(crate) fn assert_up_to_date<Args: clap::CommandFactory>(page: &str, head: &str) {
    let options = MarkdownOptions::new().show_footer(false).show_table_of_contents(true).title(String::new());
    let written = help_markdown_custom::<Args>(&options);
    let fresh = tidy(&(head.to_owned() + written.trim_start_matches(['#', ' ', '\n'])));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&file, &fresh).expect("the page can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == fresh, "docs/{page} is stale: run UPDATE_DOCS=1 cargo test --workspace reference_of");
}
