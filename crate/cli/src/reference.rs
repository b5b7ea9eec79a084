//! The reference of the command line, docs/cli-reference.md, is that of the code. `UPDATE_DOCS=1 cargo test` rewrites it.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use crate::args::Args;

#[path = "../tests/support/reference.rs"]
mod support;

const HEAD: &str = "# Reference of the command line

Every command and option, as `citelight COMMAND --help` says it. How they are used together: [command-line.md](command-line.md).
The code writes this page: `UPDATE_DOCS=1 cargo test --workspace reference_of`.

";

#[test]
fn reference_of_the_command_line_is_up_to_date() {
    support::assert_up_to_date::<Args>("cli-reference.md", HEAD);
}
