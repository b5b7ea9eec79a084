//! The command line.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::network::{EndpointOptions, NetworkOptions, ValidatorOptions};
use crate::serve::ServeOptions;

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
    /// Explain a finding of a check: every step, and the conditions that decided.
    Explain(ExplainOptions),
    /// Check bibliographies: does each work exist, as it is described?
    Bib(BibOptions),
    /// Cite works: by DOI, arXiv identifier, PMID, ISBN, address or title, as BibTeX, CSL-JSON, RIS or text.
    Cite(CiteOptions),
    /// Find the work that a masked citation points at.
    Find(FindOptions),
    /// Compare premises with hypotheses: a line of probabilities for each.
    Nli(NliOptions),
    /// Texts to vectors: a line of numbers for each.
    Embed(EmbedOptions),
    /// Measure Citelight on labelled files.
    Eval {
        #[command(subcommand)]
        command: EvalCommand,
        /// Keep the figures in this file, too, in the form of all suites (docs/results.md); the suite is called what the file is.
        #[arg(long, global = true, value_name = "JSON")]
        results: Option<PathBuf>,
    },
    /// Look after the local models.
    Models {
        #[command(subcommand)]
        command: ModelsCommand,
    },
    /// Serve arbitration and committees to several readers: the endpoint of an institution or a journal.
    Serve(ServeOptions),
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
    /// An article: HTML, XML, PDF, LaTeX, Markdown or plain text; or the folder of a LaTeX document; with --reports a folder of
    /// such submissions.
    pub(crate) file: PathBuf,
    /// Check every submission of a folder, and write a report of each to this one; run again, it goes on where it was.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) reports: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) with: With,
    /// Ask the scholarly sources, too: for records of the cited works, and for texts that lie open.
    #[arg(long)]
    pub(crate) online: bool,
    /// Ask who cites a work whose text cannot be had, and what they say of it: an evidence committee.
    #[arg(long, requires = "online")]
    pub(crate) committee: bool,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
    /// What to write.
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Show supported citations too (text).
    #[arg(long)]
    pub(crate) all: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ExplainOptions {
    /// What `citelight check --format json` wrote, or the bundle of an evidence committee.
    pub(crate) report: PathBuf,
    /// The finding: its citation's id or number in the list, with the reference after a slash where it has several (`c12`,
    /// `c12/b7`, `12`); left out, the findings are listed.
    pub(crate) finding: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BibOptions {
    /// Bibliographies (.bib, .ris, CSL-JSON, EndNote XML), documents with a reference list, or folders of .bib and .ris
    /// files.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = BibFormat::Text)]
    pub(crate) format: BibFormat,
    /// Case, hyphens, dropped subtitles, differing initials and years off by one are errors too.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Show right entries too.
    #[arg(long)]
    pub(crate) all: bool,
    /// Correct the BibTeX files in their place; all that is right stays byte for byte.
    #[arg(long)]
    pub(crate) fix: bool,
    /// Write the corrected file here instead.
    #[arg(long, value_name = "FILE", requires = "fix", conflicts_with = "backup")]
    pub(crate) output: Option<PathBuf>,
    /// Keep the file as it was as FILE.orig.
    #[arg(long, requires = "fix")]
    pub(crate) backup: bool,
    /// Show what --fix would change, on stderr, and change nothing.
    #[arg(long, conflicts_with = "fix")]
    pub(crate) diff: bool,
    /// Entries under way at once; the sources' limits hold whatever it is.
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub(crate) jobs: usize,
    /// Use these files of records instead of the network; may be given several times.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub(crate) records: Vec<PathBuf>,
    /// The records hold everything that exists: an entry in none of them is reported as not found.
    #[arg(long, requires = "records")]
    pub(crate) complete_records: bool,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
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
    /// Take what the local models answer from this recording, and add to it what it lacks.
    #[arg(long, value_name = "JSONL")]
    pub(crate) inference: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) judging: Judging,
}

/// What claims are judged with.
#[derive(Debug, clap::Args)]
pub(crate) struct Judging {
    #[command(flatten)]
    pub(crate) models: ModelsIfAny,
    #[command(flatten)]
    pub(crate) endpoint: EndpointOptions,
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
        #[arg(long, value_enum, default_value_t = MappingFormat::Text)]
        format: MappingFormat,
    },
    /// Find the source of masked citations among the references of all pages and the records.
    Attribution(AttributionOptions),
    /// Damaged entries, and what two-stage revision makes of them: nine fields, six labels.
    Bibtex(BibtexOptions),
    /// Find the sources of CiteME's excerpts.
    Citeme(CiteMeOptions),
    /// Simulated evidence committees: how often they decide, and how often rightly, by their size.
    Committee(CommitteeOptions),
    /// Damage as it happens to extracted text, injected into pages: is it noticed, and are sound pages left alone?
    Damage(DamageOptions),
    /// HALLMARK's entries in a closed world: which bad entries are found, which good ones accused?
    Hallmark(HallmarkOptions),
    /// Miscitations made from open full texts, by rule or by a model: how many are found, and is any true sentence accused?
    Misciting(MiscitingOptions),
    /// The NLI model on labelled pairs; on claims with sentences of their source the whole funnel, too.
    Nli(NliEvalOptions),
    /// Labelled reference strings: how well is each field read?
    References(ReferencesOptions),
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
    /// A whole venue's submissions under a virtual clock, at the sources' documented limits: hours, requests, cost, a kill.
    Venue(VenueOptions),
}

/// What is simulated (docs/venues.md says what is assumed).
#[derive(Debug, clap::Args)]
pub(crate) struct VenueOptions {
    /// Submissions in the folder.
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub(crate) submissions: usize,
    /// References of each.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) references: usize,
    /// The same seed makes the same works, submissions and faults.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Share of the requests that meet a fault: 429, 503, a reset, silence.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub(crate) faults: f64,
    /// Dollars that OpenAlex grants a day; a free key gets one.
    #[arg(long, value_name = "DOLLARS", default_value_t = 1.0)]
    pub(crate) allowance: f64,
    /// Kill a second run after this share of the first one's requests, and have it go on.
    #[arg(long, value_name = "SHARE")]
    pub(crate) kill_at: Option<f64>,
    /// Claims of a submission that are put to an endpoint: its cost is computed, not simulated.
    #[arg(long, value_name = "N", requires = "prices")]
    pub(crate) open_claims: Option<f64>,
    /// The endpoint's prices, in dollars for a million tokens read and written.
    #[arg(long, value_name = "IN,OUT", value_delimiter = ',', requires = "open_claims")]
    pub(crate) prices: Option<Vec<f64>>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// One process of a simulation, as this command starts it.
    #[arg(long, value_name = "PLAN", hide = true)]
    pub(crate) process: Option<PathBuf>,
}

/// Which models work.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelOptions {
    /// Folder with the models and their manifest.json [default: models, if it is there].
    #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
    pub(crate) models: Option<PathBuf>,
    /// An added model (`citelight models list`) in the place of the folder's for the same task; may be given several times.
    #[arg(long = "model", value_name = "ID", value_delimiter = ',', env = "CITELIGHT_MODEL")]
    pub(crate) chosen: Vec<String>,
    #[command(flatten)]
    pub(crate) data: DataFolder,
}

/// Which models work, if any.
#[derive(Debug, clap::Args)]
pub(crate) struct ModelsIfAny {
    #[command(flatten)]
    pub(crate) which: ModelOptions,
    /// Do without models: claims are not checked, and what is ranked is ranked by words alone.
    #[arg(long, conflicts_with_all = ["models", "chosen"])]
    pub(crate) no_models: bool,
}

/// Where added models lie.
#[derive(Debug, clap::Args)]
pub(crate) struct DataFolder {
    /// Added models lie in this folder [default: citelight in your data folder].
    #[arg(long, value_name = "DIR", env = "CITELIGHT_DATA")]
    pub(crate) data: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NliOptions {
    /// Pairs, one JSON object a line: {"premise", "hypothesis"}; `-` reads them from stdin.
    #[arg(long, value_name = "JSONL")]
    pub(crate) pairs: PathBuf,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
}

#[derive(Debug, clap::Args)]
pub(crate) struct EmbedOptions {
    /// Texts, one a line; in a .jsonl file each as a string or {"text"}; `-` reads them from stdin.
    #[arg(value_name = "FILE")]
    pub(crate) texts: PathBuf,
    /// The lines are JSON whatever the file is called.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NliEvalOptions {
    /// Labelled pairs, one JSON object a line: {"premise", "hypothesis", "label"}, or {"claim", "evidence", "label"}.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
    /// Settings as a JSON file; what it leaves out keeps its default.
    #[arg(long, value_name = "JSON")]
    pub(crate) settings: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List the claims that were flagged.
    #[arg(long)]
    pub(crate) errors: bool,
    /// Draw precision over the share left open, and accuracy over confidence, into a file.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MiscitingOptions {
    /// Cases, one JSON object a line, as `--make` writes them.
    #[arg(required_unless_present = "make", value_name = "CASES")]
    pub(crate) cases: Option<PathBuf>,
    /// Make cases instead of checking them: by rule, or with an endpoint by its model, where a second one judges them.
    #[arg(long, conflicts_with = "cases")]
    pub(crate) make: bool,
    /// Folders of full texts: what cases are made from, and what they cite.
    #[arg(long, required = true, num_args = 1.., value_name = "DIR")]
    pub(crate) sources: Vec<PathBuf>,
    /// The same seed and sources make the same cases, and the same papers that cite them.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Cases made of each kind of corruption at most.
    #[arg(long, value_name = "N", default_value_t = 70, requires = "make")]
    pub(crate) per_kind: usize,
    /// Cases made of one source at most.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "make")]
    pub(crate) per_source: usize,
    /// With an endpoint: cases that its model writes of each category, on the surface and as many in depth, at most.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "make")]
    pub(crate) per_category: usize,
    /// With an endpoint: statements that are tried for each wanted case at most.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "make")]
    pub(crate) tries: usize,
    #[command(flatten)]
    pub(crate) validator: ValidatorOptions,
    /// Write the cases here instead of to stdout.
    #[arg(short, long, value_name = "FILE", requires = "make")]
    pub(crate) output: Option<PathBuf>,
    /// Write them as MisciteBench's table, too.
    #[arg(long, value_name = "CSV", requires = "make")]
    pub(crate) table: Option<PathBuf>,
    /// With an endpoint: write what was not kept here, and why, one JSON object a line.
    #[arg(long, value_name = "JSONL", requires_all = ["make", "endpoint_model"])]
    pub(crate) rejected: Option<PathBuf>,
    /// Write what the set is composed of here, as tables in Markdown: kinds, categories, sources and their licences.
    #[arg(long, value_name = "MD", requires = "make")]
    pub(crate) datasheet: Option<PathBuf>,
    /// How much of the sources can be read.
    #[arg(long, value_enum, default_value_t = RegimeChoice::Both)]
    pub(crate) regime: RegimeChoice,
    /// Check the first cases of each kind only.
    #[arg(long, value_name = "N")]
    pub(crate) per_kind_tried: Option<usize>,
    /// Runs with an endpoint, each with samples of its own: a miscitation counts if one of them is right.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) runs: u32,
    /// Have the endpoint grade whether a miscitation was found for the right reason; without, its category and its words must be
    /// those that are gold.
    #[arg(long, requires = "endpoint_model")]
    pub(crate) grade: bool,
    /// Write the answers here that a model which knows the cases would give, for a model double.
    #[arg(long, value_name = "JSONL", conflicts_with_all = ["make", "endpoint"])]
    pub(crate) gold: Option<PathBuf>,
    /// Paywall: papers that cite each source.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) witnesses: usize,
    /// Paywall: of a hundred of them, those that repeat the miscitation.
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    pub(crate) mistaken: usize,
    /// Paywall: of a hundred of them, those that cite the source for something else.
    #[arg(long, value_name = "PERCENT", default_value_t = 20)]
    pub(crate) elsewhere: usize,
    /// Read the whole texts with the bi-encoder, too, to see what the cheap first cut loses.
    #[arg(long)]
    pub(crate) first_cut: bool,
    #[command(flatten)]
    pub(crate) judging: Judging,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List the true sentences that were accused and the miscitations that were missed.
    #[arg(long)]
    pub(crate) errors: bool,
}

/// How much of the sources can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegimeChoice {
    /// The whole texts.
    FullText,
    /// Their abstracts.
    Abstract,
    /// One after the other.
    Both,
    /// Nothing of them, but papers that cite them, which are made up: an evidence committee.
    Paywall,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FindOptions {
    /// Excerpts in which [CITATION] stands for the wanted citation: the sentence, better with those around it.
    #[arg(required_unless_present = "file", value_name = "EXCERPT")]
    pub(crate) excerpts: Vec<String>,
    /// A file of excerpts, parted by empty lines.
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Title of the paper that the excerpts stand in: it is never their source.
    #[arg(long, value_name = "TITLE")]
    pub(crate) paper: Option<String>,
    /// Year of that paper: later works are never the source.
    #[arg(long, value_name = "YEAR")]
    pub(crate) year: Option<i32>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Show the first only.
    #[arg(long, conflicts_with = "top")]
    pub(crate) first: bool,
    /// Show so many candidates.
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
#[derive(Debug, clap::Args)]
pub(crate) struct Within {
    /// Search these files of records instead of the network; may be given several times.
    #[arg(long, num_args = 1.., value_name = "JSONL")]
    pub(crate) records: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) models: ModelsIfAny,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AttributionOptions {
    /// Pages, or folders of pages: their citations of one work are the questions, their links the answers.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) within: Within,
    /// Questions taken of one page at most, evenly over it.
    #[arg(long, value_name = "N")]
    pub(crate) per_paper: Option<usize>,
    /// Write the features of the tuning half here: what the weights are made from.
    #[arg(long, value_name = "FILE")]
    pub(crate) features: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BibtexOptions {
    /// HALLMARK's entries, one JSON object a line: the valid ones that the world knows are damaged. Without them the records are
    /// written as entries, as `citelight cite` writes them.
    #[arg(long, value_name = "JSONL")]
    pub(crate) entries: Option<PathBuf>,
    /// The world: with --entries one in HALLMARK's forms, else records, one JSON object a line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) records: PathBuf,
    /// Copies of each entry, each damaged in another way.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) rounds: u64,
    /// Equal seeds, equal damage.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List what was not corrected, and the right fields that were changed.
    #[arg(long)]
    pub(crate) errors: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DamageOptions {
    /// Pages, or folders of pages.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Injections of each kind into each page.
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) trials: u64,
    /// Equal seeds, equal damage.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List the alarms on sound pages and the damage that was not placed.
    #[arg(long)]
    pub(crate) errors: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReferencesOptions {
    /// AnyStyle's or GROBID's XML; of a string in several files the first counts.
    #[arg(required = true, value_name = "XML")]
    pub(crate) files: Vec<PathBuf>,
    /// Measure one quarter of the development part alone, 0 to 3: what was tuned without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..4))]
    pub(crate) fold: Option<u8>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List what was read wrongly in the development part.
    #[arg(long)]
    pub(crate) errors: bool,
}

/// A share, 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "give a share from 0 to 1".to_owned())
}

#[derive(Debug, clap::Args)]
pub(crate) struct CommitteeOptions {
    /// Probability that a witness speaks of something else.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub(crate) elsewhere: f64,
    /// Committees drawn for each rate of error [default: 20,000].
    #[arg(long, value_name = "N")]
    pub(crate) draws: Option<usize>,
    /// Equal seeds, equal figures.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Draw the figures into this file, too.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CiteMeOptions {
    /// CiteME's table, or the same as JSON Lines.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) within: Within,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
    #[command(flatten)]
    pub(crate) endpoint: EndpointOptions,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct HallmarkOptions {
    /// Labelled entries, one JSON object a line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) entries: PathBuf,
    /// The world: records with the names of their sources, or what each source says of each paper.
    #[arg(long, value_name = "JSONL")]
    pub(crate) records: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Write HALLMARK's own predictions here, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub(crate) predictions: Option<PathBuf>,
    /// Rank this run among other tools: tables of their scores, a column a tool, a row an entry (by its key) or a tier
    /// (`tier 1`); an empty field is no result.
    #[arg(long, num_args = 1.., value_name = "CSV")]
    pub(crate) ranking: Vec<PathBuf>,
    /// Draw the share of each type that was found, and the worths of each ranking, into a file.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    /// Take case, hyphens, dropped subtitles and the like for errors, too.
    #[arg(long)]
    pub(crate) strict: bool,
    /// List what went wrong.
    #[arg(long)]
    pub(crate) errors: bool,
    /// Print how often each confidence was right on the first half: what the confidences were made from.
    #[arg(long)]
    pub(crate) grounds: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ModelsCommand {
    /// List the models that are there and those that can be added.
    List {
        /// Folder with the models and their manifest.json [default: models, if it is there].
        #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
        models: Option<PathBuf>,
        #[command(flatten)]
        place: AddedPlace,
    },
    /// Fetch optional models from the public hub. What broke off is resumed; a file that is not the very one is refused.
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
    /// Delete added models, and what came of those that broke off.
    Remove {
        /// The models.
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
        #[command(flatten)]
        data: DataFolder,
    },
    /// Compare the model files, those of added models too, with the hashes of their manifests.
    Verify {
        /// Folder with the models and their manifest.json [default: models, if it is there].
        #[arg(long, value_name = "DIR", env = "CITELIGHT_MODELS")]
        models: Option<PathBuf>,
        #[command(flatten)]
        data: DataFolder,
    },
}

/// Where added models come from and go to.
#[derive(Debug, clap::Args)]
pub(crate) struct AddedPlace {
    #[command(flatten)]
    pub(crate) data: DataFolder,
    /// The optional models of this manifest.json instead of Citelight's own.
    #[arg(long, value_name = "JSON", env = "CITELIGHT_CATALOGUE")]
    pub(crate) catalogue: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
}

/// What `check` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// For people.
    Text,
    /// For programs; versioned by its `schema`.
    Json,
    /// A table with one row a finding.
    Csv,
    /// A report to read or to send on.
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
    /// DOIs, arXiv identifiers, PMIDs, ISBNs, addresses or titles; `-` reads them from stdin, one a line.
    #[arg(required_unless_present = "batch", value_name = "QUERY")]
    pub(crate) queries: Vec<String>,
    /// More of them in a file, one a line.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CiteFormat {
    /// BibTeX.
    Bibtex,
    /// A list of CSL-JSON items.
    CslJson,
    /// RIS.
    Ris,
    /// A line of text for each work.
    Text,
}

/// What `bib` writes.
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

/// What `eval mapping` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MappingFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// The report docs/mapping.md, with a citation of each page and the entry found for it.
    Markdown,
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
