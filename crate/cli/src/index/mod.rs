//! `citelight index`: a local index, built from public dumps.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use citelight_network::index::{Built, Dump, DumpFile, IndexedDump, LocalIndex, build};
use serde::Serialize;

use crate::args::{Format, IndexBuildOptions, IndexCommand};
use crate::failure::Failure;
use crate::output::{self, plain};

/// Version of [`IndexExport`].
const SCHEMA: &str = "citelight/index/1";

const NO_DUMPS: &str = "no dump is named; give at least one of --dblp, --arxiv, --retraction-watch and --ror (see `citelight index dumps`)";

pub(crate) fn run(command: &IndexCommand) -> Result<ExitCode, Failure> {
    match command {
        IndexCommand::Build(options) => build_index(options)?,
        IndexCommand::Show { index, format } => show(index, *format)?,
        IndexCommand::Dumps => tell_dumps(&mut std::io::stdout().lock())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn build_index(options: &IndexBuildOptions) -> Result<(), Failure> {
    let named = [
        (Dump::Dblp, &options.dblp),
        (Dump::Arxiv, &options.arxiv),
        (Dump::RetractionWatch, &options.retraction_watch),
        (Dump::Ror, &options.ror),
    ];
    let files: Vec<DumpFile> =
        named.into_iter().filter_map(|(dump, path)| Some(DumpFile { dump, path: path.clone()? })).collect();
    if files.is_empty() {
        return Err(Failure::Offline(NO_DUMPS));
    }
    let terminal = std::io::stderr().is_terminal();
    let Built { dumps, bytes } = build(&options.index, &files, &mut |dump, entries| {
        if terminal {
            anstream::eprint!("\r{}: {entries} entries ", dump.title());
        }
    })?;
    if terminal {
        anstream::eprint!("\r\x1b[K");
    }
    let mut out = std::io::stdout().lock();
    for dump in &dumps {
        tell(dump, &mut out)?;
    }
    writeln!(out, "{}: {} MB", plain(&options.index.display().to_string()), bytes.div_ceil(1_000_000))?;
    Ok(())
}

fn show(path: &Path, format: Format) -> Result<(), Failure> {
    let index = LocalIndex::open(path)?;
    match format {
        Format::Json => output::json(&IndexExport::of(index.dumps())),
        Format::Text => {
            let mut out = std::io::stdout().lock();
            index.dumps().iter().try_for_each(|dump| tell(dump, &mut out))?;
            Ok(())
        }
    }
}

fn tell(dump: &IndexedDump, out: &mut impl Write) -> std::io::Result<()> {
    let IndexedDump { dump, file, entries, skipped, dated, address, licence } = dump;
    let dated = dated.as_deref().map(|day| format!(", latest change on {}", plain(day))).unwrap_or_default();
    let (title, file) = (dump.title(), plain(file));
    writeln!(out, "{title}: {entries} entries of {file}{dated}; {skipped} left out; {licence}; {address}")
}

fn tell_dumps(out: &mut impl Write) -> std::io::Result<()> {
    for dump in Dump::ALL {
        writeln!(
            out,
            "{}: {}\n  --{} {}\n  {}\n  {}\n",
            dump.title(),
            dump.holds(),
            dump.as_str(),
            dump.file(),
            dump.address(),
            dump.licence()
        )?;
    }
    writeln!(
        out,
        "Citelight downloads none of them. An index holds a part of all works: what it lacks may well exist."
    )
}

/// What an index holds: output of `citelight index show --format json`.
#[derive(Serialize)]
struct IndexExport {
    schema: &'static str,
    dumps: Vec<DumpExport>,
}

#[derive(Serialize)]
struct DumpExport {
    name: &'static str,
    file: String,
    entries: u64,
    skipped: u64,
    dated: Option<String>,
    address: String,
    licence: String,
}

impl IndexExport {
    fn of(dumps: &[IndexedDump]) -> Self {
        let dumps = dumps.iter().cloned().map(|one| DumpExport {
            name: one.dump.as_str(),
            file: one.file,
            entries: one.entries,
            skipped: one.skipped,
            dated: one.dated,
            address: one.address,
            licence: one.licence,
        });
        Self { schema: SCHEMA, dumps: dumps.collect() }
    }
}
