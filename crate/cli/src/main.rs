//! The command `citelight`: the core natively, for terminals and continuous integration.
//!
//! Exit codes: 0 nothing to review, 1 something needs review, 2 it could not be checked.

use std::process::ExitCode;

fn main() -> ExitCode {
    citelight_cli::main()
}
