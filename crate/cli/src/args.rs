//! The command line.

#[cfg(any(feature = "lsp", feature = "mcp", feature = "serve"))]
mod servers;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

#[cfg(feature = "models")]
use crate::network::EndpointOptions;
#[cfg(any(feature = "bib", feature = "models"))]
use crate::network::NetworkOptions;

#[cfg(feature = "lsp")]
pub(crate) use servers::LspOptions;
#[cfg(feature = "mcp")]
pub(crate) use servers::McpOptions;
#[cfg(feature = "serve")]
pub(crate) use servers::ServeOptions;

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
    /// Build a local index from public dumps, to check without a network.
    #[cfg(feature = "bib")]
    Index {
        #[command(subcommand)]
        command: IndexCommand,
    },
    /// Cite works by DOI, arXiv identifier, PMID, ISBN, address or title, as BibTeX, CSL-JSON, RIS or text.
    #[cfg(feature = "bib")]
    Cite(CiteOptions),
    /// Look again at published findings: which cited works were retracted since?
    #[cfg(feature = "bib")]
    Watch(WatchOptions),
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
    /// Serve an editor over stdin and stdout: what is wrong with references as you write, by the Language Server Protocol.
    #[cfg(feature = "lsp")]
    Lsp(LspOptions),
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
    /// Send no request at all, not to an endpoint either.
    #[arg(long, conflicts_with = "online")]
    pub(crate) offline: bool,
    /// If a work's text is unavailable, ask the papers that cite it what it says: an evidence committee.
    #[arg(long, requires = "online")]
    pub(crate) committee: bool,
    /// Also ask the endpoint about doubtful places of a PDF's text; a few sentences around each are sent.
    #[arg(long)]
    pub(crate) repair: bool,
    /// Also have the endpoint's model read pages of a PDF that hold no text, such as scans; an image of each such page is
    /// sent. The model may misread them, so no error is reported because of them alone.
    #[arg(long)]
    pub(crate) transcribe: bool,
    /// At most this many pages are sent as images.
    #[arg(long, value_name = "N", default_value_t = citelight::audit::page_reading::MOST_PAGES, requires = "transcribe", value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) transcribe_pages: u16,
    /// Exit code, levels and SARIF by this policy: default, neurips-2026, iclr-2026, strict, lenient, or a file. Without it
    /// whatever is found wrong counts.
    #[arg(long, value_name = "NAME|FILE")]
    pub(crate) policy: Option<String>,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
    /// What to write.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Where the findings are published: their https address or their DOI (crossref-relation).
    #[arg(long, value_name = "URL", required_if_eq("format", "crossref-relation"))]
    pub(crate) findings_url: Option<String>,
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
    /// Write the bibliography here again, each entry with a tag and a note of what came of it: RIS, BibTeX or CSL-JSON, as it was
    /// given. Reference managers import it.
    #[arg(long, value_name = "FILE", conflicts_with = "fix")]
    pub(crate) annotate: Option<PathBuf>,
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
    pub(crate) index: IndexFile,
    /// Send no request: only the index and the records that are named count.
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

/// A local index.
#[cfg(any(feature = "bib", feature = "models"))]
#[derive(Clone, Debug, Default, clap::Args)]
pub struct IndexFile {
    /// Ask this local index (`citelight index build`) before any other source.
    #[arg(long, value_name = "FILE", env = "CITELIGHT_INDEX")]
    pub index: Option<PathBuf>,
}

#[cfg(feature = "bib")]
#[derive(Debug, clap::Args)]
pub(crate) struct WatchOptions {
    /// Findings of `citelight check --format json`, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Keep here what was told, so that nothing is told twice.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
    /// Send news to this https address, or to this computer, instead of stdout; signed with CITELIGHT_WEBHOOK_SECRET.
    #[arg(long, value_name = "URL")]
    pub(crate) webhook: Option<String>,
    /// Look again every so many hours until stopped; without it, once.
    #[arg(long, value_name = "HOURS", value_parser = clap::value_parser!(u32).range(1..=8760))]
    pub(crate) every: Option<u32>,
    /// What to write to stdout: a sentence or a JSON object on each line.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    #[command(flatten)]
    pub(crate) index: IndexFile,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
}

#[cfg(feature = "bib")]
#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Build an index from dumps that you downloaded; it replaces the file when it is whole.
    Build(IndexBuildOptions),
    /// Show what an index holds, of which day, under which licences.
    Show {
        /// The index.
        #[arg(value_name = "FILE")]
        index: PathBuf,
        /// What to write.
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Say where each dump is downloaded, and under which licence.
    Dumps,
}

#[cfg(feature = "bib")]
#[derive(Debug, clap::Args)]
pub(crate) struct IndexBuildOptions {
    /// The index to write.
    #[arg(value_name = "FILE")]
    pub(crate) index: PathBuf,
    /// DBLP's dblp.xml.gz, packed or not.
    #[arg(long, value_name = "XML")]
    pub(crate) dblp: Option<PathBuf>,
    /// arXiv's metadata as Kaggle has them, one JSON object on each line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) arxiv: Option<PathBuf>,
    /// The Retraction Watch Database as Crossref publishes it.
    #[arg(long, value_name = "CSV")]
    pub(crate) retraction_watch: Option<PathBuf>,
    /// ROR's JSON file.
    #[arg(long, value_name = "JSON")]
    pub(crate) ror: Option<PathBuf>,
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
    /// A local index.
    #[command(flatten)]
    pub index: IndexFile,
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
    /// The article's own JATS, with a note in each entry of which something was found.
    Jats,
    /// The relation between article and findings for a deposit with Crossref; with --findings-url.
    CrossrefRelation,
    /// What the policy gives a level, for code scanning services (SARIF 2.1.0).
    Sarif,
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
