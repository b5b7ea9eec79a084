//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// Check the citations of a paper against the works it cites.
#[derive(Debug, Parser)]
#[command(name = "citelight", version, about)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Map every in-text citation to its entry in the reference list.
    Map(MapOptions),
    /// Check what the citing sentences claim against the texts of the cited works.
    Check(CheckOptions),
    /// Measure Citelight on labelled files.
    Eval {
        #[command(subcommand)]
        command: EvalCommand,
    },
    /// Look after the local models.
    Models {
        #[command(subcommand)]
        command: ModelsCommand,
    },
}

#[derive(Debug, clap::Args)]
pub(crate) struct MapOptions {
    /// An article: HTML, XML, PDF, LaTeX, Markdown or plain text; or the folder of a LaTeX document.
    pub(crate) file: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = MapFormat::Text)]
    pub(crate) format: MapFormat,
    /// Ignore the page's links between citations and references.
    #[arg(long)]
    pub(crate) hide_links: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CheckOptions {
    /// An article: HTML, XML, PDF, LaTeX, Markdown or plain text; or the folder of a LaTeX document.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) with: With,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Show supported citations too.
    #[arg(long)]
    pub(crate) all: bool,
}

/// What an audit works with.
#[derive(Debug, clap::Args)]
pub(crate) struct With {
    /// Records of works, one JSON object a line; may be given several times.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub(crate) records: Vec<PathBuf>,
    /// The records hold everything that exists: a reference in none of them is reported as not found.
    #[arg(long)]
    pub(crate) complete_records: bool,
    /// Folder with texts of cited works, and `texts.json` or files named by record.
    #[arg(long, value_name = "DIR")]
    pub(crate) texts: Vec<PathBuf>,
    /// Folder with the models and their manifest.json [default: models, if it is there].
    #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
    pub(crate) models: Option<PathBuf>,
    /// Do without models: citations are mapped and references resolved, claims are not checked.
    #[arg(long, conflicts_with = "models")]
    pub(crate) no_models: bool,
    /// Settings as a JSON file; what it leaves out keeps its default.
    #[arg(long, value_name = "JSON")]
    pub(crate) settings: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvalCommand {
    /// Map pages with their links hidden and compare with the links.
    Mapping {
        /// Pages, or folders of pages.
        #[arg(required = true)]
        paths: Vec<PathBuf>,
        /// What to write.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Planted errors of a labelled manuscript: how many are found, and is any true sentence accused?
    Sample {
        /// The manuscript.
        file: PathBuf,
        /// Its labels (`*.gold.json`).
        gold: PathBuf,
        #[command(flatten)]
        with: With,
        /// What to write.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// Compare the model files with the hashes of their manifest.
    Verify {
        /// Folder with the models and their manifest.json.
        #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS", default_value = "models")]
        models: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
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
