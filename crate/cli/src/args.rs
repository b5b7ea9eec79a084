//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

#[cfg(feature = "models")]
use crate::network::EndpointOptions;
#[cfg(any(feature = "bib", feature = "models"))]
use crate::network::NetworkOptions;

/// `--version` says which build it is, so that a measurement can: a debug build is slower by a multiple.
pub const LONG_VERSION: &str = if cfg!(debug_assertions) {
    concat!(env!("CARGO_PKG_VERSION"), ", debug build")
} else {
    concat!(env!("CARGO_PKG_VERSION"), ", release build")
};

/// Check the citations of a paper against the works it cites.
#[derive(Debug, Parser)]
#[command(name = "citelight", version, long_version = LONG_VERSION, about)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Map every in-text citation to its entry in the reference list.
    Map(MapOptions),
    /// Check what the citing sentences claim against the texts of the cited works.
    #[cfg(feature = "models")]
    Check(CheckOptions),
    /// Explain a finding of a check: each step, and the conditions that decided it.
    Explain(ExplainOptions),
    /// Check bibliographies: does each work exist, as the entry describes it?
    #[cfg(feature = "bib")]
    Bib(BibOptions),
    /// Cite works by DOI, arXiv identifier, PMID, ISBN, address or title, as BibTeX, CSL-JSON, RIS or text.
    #[cfg(feature = "bib")]
    Cite(CiteOptions),
    /// Find the work that a masked citation points at.
    #[cfg(feature = "models")]
    Find(FindOptions),
    /// Compare premises with hypotheses: print a line of probabilities for each pair.
    #[cfg(feature = "models")]
    Nli(NliOptions),
    /// Embed texts: print a line of numbers for each.
    #[cfg(feature = "models")]
    Embed(EmbedOptions),
    /// Manage the local models.
    #[cfg(feature = "models")]
    Models {
        #[command(subcommand)]
        command: ModelsCommand,
    },
    /// Serve many readers: an endpoint for an institution or a journal.
    #[cfg(feature = "serve")]
    Serve(ServeOptions),
    /// Serve a writing assistant or an agent on this computer: tools by the Model Context Protocol.
    #[cfg(feature = "mcp")]
    Mcp(McpOptions),
}

#[derive(Debug, clap::Args)]
pub(crate) struct MapOptions {
    /// An article: HTML, XML, PDF, Word (.docx), LaTeX, Markdown or plain text; or the folder or archive of a LaTeX document.
    pub(crate) file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = MapFormat::Text)]
    pub(crate) format: MapFormat,
    /// Ignore the page's links between citations and references.
    #[arg(long)]
    pub(crate) hide_links: bool,
}

/// What is checked, with what, and what is written.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub struct CheckOptions {
    /// An article: HTML, XML, PDF, Word (.docx), LaTeX, Markdown or plain text; or the folder or archive of a LaTeX document; with
    /// --reports a folder of such submissions.
    pub(crate) file: PathBuf,
    /// Check each submission in a folder and write the reports to this one; run it again to continue where it stopped.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) reports: Option<PathBuf>,
    /// What the audit works with.
    #[command(flatten)]
    pub with: With,
    /// Also ask the scholarly sources for records of the cited works and for open texts.
    #[arg(long)]
    pub(crate) online: bool,
    /// If a work's text is unavailable, ask the papers that cite it what it says: an evidence committee.
    #[arg(long, requires = "online")]
    pub(crate) committee: bool,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
    /// What to write.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Also show supported citations (text).
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainOptions {
    /// A report of `citelight check --format json`, or the bundle of an evidence committee.
    pub(crate) report: PathBuf,
    /// The finding: its citation's id or number in the list, followed by a slash and the reference if it has several
    /// (`c12`, `c12/b7`, `12`); if omitted, all findings are listed.
    pub(crate) finding: Option<String>,
}

#[cfg(feature = "bib")]
#[derive(Debug, clap::Args)]
pub(crate) struct BibOptions {
    /// Bibliographies (.bib, .ris, CSL-JSON, EndNote XML), documents with a reference list, or folders of .bib and .ris
    /// files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = BibFormat::Text)]
    pub(crate) format: BibFormat,
    /// Also treat case, hyphens, dropped subtitles, differing initials and years off by one as errors.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Which differences are an error, a warning, a note or nothing: default, neurips-2026, iclr-2026, strict, lenient, or a
    /// file.
    #[arg(long, value_name = "NAME|FILE", default_value = "default")]
    pub(crate) policy: String,
    /// Also show correct entries.
    #[arg(long)]
    pub(crate) all: bool,
    /// Correct the BibTeX files in place; everything else stays byte for byte.
    #[arg(long)]
    pub(crate) fix: bool,
    /// Write the corrected file here instead.
    #[arg(long, value_name = "FILE", requires = "fix", conflicts_with = "backup")]
    pub(crate) output: Option<PathBuf>,
    /// Keep the original as FILE.orig.
    #[arg(long, requires = "fix")]
    pub(crate) backup: bool,
    /// Show on stderr what --fix would change, and write nothing, even with --fix.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Entries processed at once; the sources' limits always hold.
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub(crate) jobs: usize,
    /// Use these files of records instead of the network; repeatable.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub(crate) records: Vec<PathBuf>,
    /// The records are complete: an entry in none of them is reported as not found.
    #[arg(long, requires = "records")]
    pub(crate) complete_records: bool,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

/// What an audit works with.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub struct With {
    /// Records of works, one JSON object on each line; repeatable.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub records: Vec<PathBuf>,
    /// The records are complete: a reference in none of them is reported as not found.
    #[arg(long)]
    pub complete_records: bool,
    /// Folder with texts of cited works, and `texts.json` or files named by record.
    #[arg(long, value_name = "DIR")]
    pub texts: Vec<PathBuf>,
    /// Take the local models' answers from this recording, and add missing ones to it.
    #[arg(long, value_name = "JSONL")]
    pub inference: Option<PathBuf>,
    /// What claims are judged with.
    #[command(flatten)]
    pub judging: Judging,
}

/// What claims are judged with.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub struct Judging {
    /// Which models work, if any.
    #[command(flatten)]
    pub models: ModelsIfAny,
    /// Where open claims go.
    #[command(flatten)]
    pub endpoint: EndpointOptions,
    /// Settings as a JSON file; omitted ones keep their defaults.
    #[arg(long, value_name = "JSON")]
    pub settings: Option<PathBuf>,
}

/// Which models work.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub struct ModelOptions {
    /// Folder with the models and their manifest.json [default: models here, else those installed with the command].
    #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
    pub models: Option<PathBuf>,
    /// An added model (`citelight models list`) that replaces the folder's for the same task; repeatable.
    #[arg(long = "model", value_name = "ID", value_delimiter = ',', env = "CITELIGHT_MODEL")]
    pub chosen: Vec<String>,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// Which models work, if any.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub struct ModelsIfAny {
    /// Those that work.
    #[command(flatten)]
    pub which: ModelOptions,
    /// Use no models: claims are not checked, and rankings use words alone.
    #[arg(long, conflicts_with_all = ["models", "chosen"])]
    pub no_models: bool,
}

/// Where added models lie.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub(crate) struct DataFolder {
    /// Folder of added models [default: citelight in your data folder].
    #[arg(long, value_name = "DIR", env = "CITELIGHT_DATA")]
    pub(crate) data: Option<PathBuf>,
}

#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub(crate) struct NliOptions {
    /// Pairs, one JSON object on each line: {"premise", "hypothesis"}; `-` reads them from stdin.
    #[arg(long, value_name = "JSONL")]
    pub(crate) pairs: PathBuf,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
}

#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub(crate) struct EmbedOptions {
    /// Texts, one on each line; in a .jsonl file each as a string or {"text"}; `-` reads them from stdin.
    #[arg(value_name = "FILE")]
    pub(crate) texts: PathBuf,
    /// The lines are JSON, whatever the file's name.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
}

#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub(crate) struct FindOptions {
    /// Excerpts in which [CITATION] replaces the citation: the sentence, preferably with its neighbours.
    #[arg(required_unless_present = "file", value_name = "EXCERPT")]
    pub(crate) excerpts: Vec<String>,
    /// A file of excerpts, separated by empty lines.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Title of the paper that contains the excerpts: it is never their source.
    #[arg(long, value_name = "TITLE")]
    pub(crate) paper: Option<String>,
    /// Year of that paper: later works are never the source.
    #[arg(long, value_name = "YEAR")]
    pub(crate) year: Option<i32>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Show only the first.
    #[arg(long, conflicts_with = "top")]
    pub(crate) first: bool,
    /// Number of candidates to show.
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub(crate) top: usize,
    #[command(flatten)]
    pub(crate) within: Within,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
    #[command(flatten)]
    pub(crate) endpoint: EndpointOptions,
}

/// Where a source is looked for, and by which model.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub struct Within {
    /// Search these files of records instead of the network; repeatable.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub records: Vec<PathBuf>,
    /// Which models rank, if any.
    #[command(flatten)]
    pub models: ModelsIfAny,
}

#[cfg(feature = "models")]
#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// List shipped, added and optional models.
    List {
        /// Folder with the models and their manifest.json [default: models here, else those installed with the command].
        #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
        models: Option<PathBuf>,
        #[command(flatten)]
        place: AddedPlace,
    },
    /// Fetch optional models from the public hub. Interrupted downloads resume; a file with another hash is refused.
    Add {
        /// The models (`citelight models list`).
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        /// A mirror of the hub.
        #[arg(long, value_name = "URL", env = "CITELIGHT_HUB")]
        hub: Option<String>,
        #[command(flatten)]
        place: AddedPlace,
    },
    /// Delete added models and unfinished downloads.
    Remove {
        /// The models.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        #[command(flatten)]
        data: DataFolder,
    },
    /// Compare all model files, including those of added models, with the hashes of their manifests.
    Verify {
        /// Folder with the models and their manifest.json [default: models here, else those installed with the command].
        #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
        models: Option<PathBuf>,
        #[command(flatten)]
        data: DataFolder,
    },
}

/// Where added models come from and go to.
#[cfg(feature = "models")]
#[derive(Debug, clap::Args)]
pub(crate) struct AddedPlace {
    #[command(flatten)]
    pub(crate) data: DataFolder,
    /// The optional models of this manifest.json instead of Citelight's own.
    #[arg(long, value_name = "JSON", env = "CITELIGHT_CATALOGUE")]
    pub(crate) catalogue: Option<PathBuf>,
}

#[cfg(feature = "mcp")]
#[derive(Debug, clap::Args)]
pub(crate) struct McpOptions {
    /// Serve HTTP on this port of this computer instead of stdin and stdout; 0 takes any that is free and prints the address.
    #[arg(long, value_name = "PORT")]
    pub(crate) http: Option<u16>,
    /// Read files in this folder only; repeatable [default: the folder that the server is started in].
    #[arg(long = "folder", value_name = "DIR")]
    pub(crate) folders: Vec<PathBuf>,
    /// Ask nobody: only the records and texts that are named here count.
    #[arg(long)]
    pub(crate) offline: bool,
    /// What documents are checked with.
    #[command(flatten)]
    pub(crate) with: With,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

/// What a command writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
}

/// What `check` writes.
#[cfg(feature = "models")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
    /// A table with one row for each finding.
    Csv,
    /// A report to read or forward.
    Markdown,
    /// The same as one page without scripts.
    Html,
    /// Annotations of the citing sentences (W3C Web Annotation).
    Annotations,
    /// The records that the references resolved to.
    CslJson,
    /// The same as BibTeX.
    Bibtex,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CiteOptions {
    /// DOIs, arXiv identifiers, PMIDs, ISBNs, addresses or titles; `-` reads them from stdin, one on each line.
    #[arg(required_unless_present = "batch", value_name = "QUERY")]
    pub(crate) queries: Vec<String>,
    /// A file with more of them, one on each line.
    #[arg(long, value_name = "FILE")]
    pub(crate) batch: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = CiteFormat::Bibtex)]
    pub(crate) format: CiteFormat,
    /// Take the first of several works that fit a title.
    #[arg(long)]
    pub(crate) first: bool,
    /// Write here instead of to stdout.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

/// What `cite` writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
#[cfg_attr(feature = "mcp", derive(serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "mcp", serde(rename_all = "kebab-case"))]
pub(crate) enum CiteFormat {
    /// BibTeX.
    #[default]
    Bibtex,
    /// A list of CSL-JSON items.
    CslJson,
    /// RIS.
    Ris,
    /// A line of text for each work.
    Text,
}

/// What `bib` writes.
#[cfg(feature = "bib")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BibFormat {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
    /// For code scanning services.
    Sarif,
    /// For test reports.
    Junit,
    /// Annotations of GitHub's checks.
    Github,
}

/// What `map` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapFormat {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
    /// The document itself (docs/document-format.md).
    Markdown,
}

/// Options of `serve`.
#[cfg(feature = "serve")]
#[derive(Debug, clap::Args)]
pub(crate) struct ServeOptions {
    /// The configuration (docs/server.md).
    #[arg(long, value_name = "TOML", env = "CITELIGHT_SERVE_CONFIG", required_unless_present = "hash_token")]
    pub(crate) config: Option<PathBuf>,
    /// Look whether the configuration can be used, and end.
    #[arg(long)]
    pub(crate) check: bool,
    /// Read a token from standard input and print the hash that the configuration wants.
    #[arg(long, conflicts_with_all = ["config", "check"])]
    pub(crate) hash_token: bool,
}
