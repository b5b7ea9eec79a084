//! `citelight cite`: works by identifier, address or title, as BibTeX, CSL-JSON, RIS or a line of text.

mod look_up;
mod page;

use std::io::{Read, Write};
use std::process::ExitCode;

use citelight::cite::{Choice, line};
use citelight::sources::Record;

use crate::args::CiteOptions;
use crate::failure::{Failure, read_text};
use crate::network::Network;
use crate::output::plain;
pub(crate) use look_up::{Cited, cite};

pub(crate) fn run(options: &CiteOptions) -> Result<ExitCode, Failure> {
    let queries = queries(options)?;
    let network = Network::open(&options.network)?;
    let mut works: Vec<String> = Vec::new();
    let mut code = ExitCode::SUCCESS;
    for query in &queries {
        match network.run(cite(query, options.format, options.first, &network)) {
            Cited::Written(text) => works.push(text),
            Cited::Open(choice) => {
                tell(query, &choice);
                code = ExitCode::from(1);
            }
            Cited::Failed(reasons) => {
                anstream::eprintln!("citelight: {} could not be looked up", plain(query));
                for reason in reasons {
                    anstream::eprintln!("  {}", plain(&reason));
                }
                return write(options, &works).map(|()| ExitCode::from(2));
            }
        }
    }
    write(options, &works)?;
    Ok(code)
}

/// What the command line, a file and stdin (`-`) ask for; blank lines and those that begin with # are left out.
fn queries(options: &CiteOptions) -> Result<Vec<String>, Failure> {
    let mut queries = Vec::new();
    let mut lines = |text: &str| {
        let wanted = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        queries.extend(wanted.map(str::to_owned));
    };
    for query in &options.queries {
        if query == "-" {
            let mut text = String::new();
            std::io::stdin().read_to_string(&mut text)?;
            lines(&text);
        } else {
            lines(query);
        }
    }
    if let Some(file) = &options.batch {
        lines(&read_text("the file of queries", file)?);
    }
    Ok(queries)
}

/// Says why nothing is cited: candidates to choose from, or none.
fn tell(query: &str, choice: &Choice) {
    let candidates: &[Record] = match choice {
        Choice::Several(candidates) => candidates,
        Choice::One(_) | Choice::Nothing => &[],
    };
    let query = plain(query);
    if candidates.is_empty() {
        anstream::eprintln!("citelight: nothing was found for {query}");
        return;
    }
    anstream::eprintln!(
        "citelight: {query} may be any of these; give an identifier, or --first for the first"
    );
    for record in candidates {
        anstream::eprintln!("  {}", plain(&line(record)));
    }
}

fn write(options: &CiteOptions, works: &[String]) -> Result<(), Failure> {
    if works.is_empty() {
        return Ok(());
    }
    let text = options.format.joined(works);
    match &options.output {
        Some(path) => std::fs::write(path, text)
            .map_err(|error| Failure::Unwritable { path: path.clone(), reason: error.to_string() }),
        None => Ok(std::io::stdout().lock().write_all(text.as_bytes())?),
    }
}
