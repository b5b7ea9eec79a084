//! `citelight serve`: the endpoint for several readers (docs/server.md).

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use citelight::verify::models::Embed;
use citelight_server::access::token_hash;
use citelight_server::config::Config;
use citelight_server::work::LoadEncoder;

use crate::args::ServeOptions;
use crate::failure::Failure;
use crate::models;

/// Characters under which a token can be guessed.
const TOKEN: usize = 20;

pub(crate) fn run(options: &ServeOptions) -> Result<ExitCode, Failure> {
    let Some(path) = options.config.as_deref().filter(|_| !options.hash_token) else {
        return hash_token();
    };
    let unusable = |error: citelight_server::failure::ServeError| Failure::Server(error.to_string());
    let config = Config::read(path).map_err(unusable)?;
    let models = config.models.clone();
    let load: LoadEncoder = Arc::new(move || encoder(models.as_deref()));
    if options.check {
        load().map_err(Failure::Server)?;
        return Ok(ExitCode::SUCCESS);
    }
    citelight_server::start_log().map_err(|error| Failure::Server(error.to_string()))?;
    citelight_server::serve(config, &load, |address| {
        // Whoever started it may have left the port to the system; nobody reads it when the pipe is closed.
        let _ = writeln!(std::io::stdout(), "http://{address}");
    })
    .map_err(unusable)?;
    Ok(ExitCode::SUCCESS)
}

/// The bi-encoder of a folder of models.
fn encoder(folder: Option<&Path>) -> Result<Option<Box<dyn Embed>>, String> {
    let Some(folder) = folder else { return Ok(None) };
    let encoder = models::load_encoder(folder).map_err(|error| error.to_string())?;
    let none = || format!("{} has no bi-encoder; name a folder that has one, or no models", folder.display());
    encoder.map(|encoder| Some(Box::new(encoder) as Box<dyn Embed>)).ok_or_else(none)
}

fn hash_token() -> Result<ExitCode, Failure> {
    let mut token = String::new();
    std::io::stdin().read_to_string(&mut token)?;
    let token = token.trim();
    if token.len() < TOKEN {
        return Err(Failure::Server(format!(
            "the token is too short to be safe; give at least {TOKEN} characters, such as: head -c 24 /dev/urandom | base64"
        )));
    }
    writeln!(std::io::stdout(), "{}", token_hash(token))?;
    Ok(ExitCode::SUCCESS)
}
