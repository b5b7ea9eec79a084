//! The command `citelight-eval`: Citelight measured on labelled files.
use std::process::ExitCode;

fn main() -> ExitCode {
    citelight_eval::main()
}
