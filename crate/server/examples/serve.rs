//! dev
#![allow(clippy::unwrap_used)]
use std::io::Write;
fn main() -> std::process::ExitCode {
    let path = std::env::args().nth(3).unwrap();
    let fail = |e: citelight_server::failure::ServeError| {
        eprintln!("citelight: {e}");
        std::process::ExitCode::from(2)
    };
    let config = match citelight_server::config::Config::read(path.as_ref()) {
        Ok(c) => c,
        Err(e) => return fail(e),
    };
    citelight_server::start_log().unwrap();
    match citelight_server::serve(config, |a| {
        let _ = writeln!(std::io::stdout(), "http://{a}");
    }) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(e) => fail(e),
    }
}
