//! The reference of the evaluation's command, docs/eval-reference.md, is that of the code. `UPDATE_DOCS=1 cargo test` rewrites it.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

#[path = "../../cli/tests/support/reference.rs"]
mod support;

const HEAD: &str = "# Reference of `citelight-eval`

Every suite and option, as `citelight-eval SUITE --help` says it. What the suites measure: [results.md](results.md). The code
writes this page: `UPDATE_DOCS=1 cargo test --workspace reference_of`.

";

#[test]
fn reference_of_the_command_line_is_up_to_date() {
    support::assert_up_to_date::<citelight_eval::args::Args>("eval-reference.md", HEAD);
}
