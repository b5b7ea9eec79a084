//! The command line `citelight-eval`: a command for each suite, and what it takes.
use std::path::PathBuf;

use citelight_cli::args::{Format, Judging, LONG_VERSION, ModelOptions, With, Within};
use citelight_cli::network::{EndpointOptions, NetworkOptions, ValidatorOptions};
use clap::{Parser, Subcommand, ValueEnum};

/// Measure Citelight on labelled files.
#[derive(Debug, Parser)]
#[command(name = "citelight-eval", version, long_version = LONG_VERSION, about)]
pub struct Args {
    #[command(subcommand)]
    pub(crate) suite: Suite,
    /// Also store the figures in this file, in the form of all suites (docs/results.md); the suite has the file's name.
    #[arg(long, global = true, value_name = "JSON")]
    pub(crate) results: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Suite {
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
    /// Damage entries and correct them in two stages: nine fields, six labels.
    Bibtex(BibtexOptions),
    /// Find the sources of CiteME's excerpts.
    Citeme(CiteMeOptions),
    /// Simulate evidence committees: how often they decide, and how often correctly, by size.
    Committee(CommitteeOptions),
    /// Inject conversion artifacts into pages: are they noticed, and are sound pages left alone?
    Damage(DamageOptions),
    /// Check HALLMARK's entries in a closed world: which bad ones are found, which good ones accused?
    Hallmark(HallmarkOptions),
    /// Make and check miscitations of open full texts, by rule or by a model: how many are found, and is any true
    /// sentence accused?
    Misciting(MiscitingOptions),
    /// Ask a model for details of full texts from memory: a source is blank to it if it knows none.
    Knowledge(KnowledgeOptions),
    /// Compare works by title and abstract: reviewers' papers with papers for which they rated their expertise, articles with
    /// what they cite.
    Nearness(NearnessOptions),
    /// Measure the NLI model on labelled pairs, and the whole funnel on claims with sentences of their source.
    Nli(NliEvalOptions),
    /// Read labelled reference strings: how well is each field read?
    References(ReferencesOptions),
    /// Judge whether cited works fit their citations, by title and abstract: how many that are about something else are
    /// found, and is any right citation flagged?
    Relevance(RelevanceOptions),
    /// Measure each rule of the funnel on labelled citing statements: how often is its answer right?
    Rules(RulesOptions),
    /// Check a labelled manuscript with planted errors: how many are found, and is any true sentence accused?
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
    /// Simulate a venue's submissions under a virtual clock, at the sources' documented limits: hours, requests, cost,
    /// a kill.
    Venue(VenueOptions),
    /// Check a bibliography of real works of every kind, many of which no index holds: is any called invented or described
    /// wrongly?
    Works(WorksOptions),
}

#[derive(Debug, clap::Args)]
pub(crate) struct WorksOptions {
    /// Bibliographies, each of one kind of works. All works are real.
    #[arg(required = true, value_name = "BIB")]
    pub(crate) files: Vec<PathBuf>,
    /// What each index says of them, one work a line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) records: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List every entry that is accused.
    #[arg(long)]
    pub(crate) errors: bool,
}

/// What is simulated (docs/scale.md says what is assumed).
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
    /// Share of requests that meet a fault: 429, 503, a reset, silence.
    #[arg(long, value_name = "SHARE", default_value_t = 0.02)]
    pub(crate) faults: f64,
    /// Dollars that OpenAlex grants a day; a free key gets one.
    #[arg(long, value_name = "DOLLARS", default_value_t = 1.0)]
    pub(crate) allowance: f64,
    /// Kill a second run after this share of the first one's requests, and restart it.
    #[arg(long, value_name = "SHARE")]
    pub(crate) kill_at: Option<f64>,
    /// Claims of a submission that go to an endpoint: the cost is computed, not simulated.
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

#[derive(Debug, clap::Args)]
pub(crate) struct NliEvalOptions {
    /// Labelled pairs, one JSON object on each line: {"premise", "hypothesis", "label"}, or {"claim", "evidence",
    /// "label"}.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
    /// Settings as a JSON file; omitted ones keep their defaults.
    #[arg(long, value_name = "JSON")]
    pub(crate) settings: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List the flagged claims.
    #[arg(long)]
    pub(crate) errors: bool,
    /// Plot precision over the share left open, and accuracy over confidence, into a file.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct NearnessOptions {
    /// Reviewers, one JSON object on each line: {"reviewer", "works": [{"title", "abstract"}], "submissions": [{"title",
    /// "abstract", "expertise"}]}, expertise from 1 to 5. Several lines of one reviewer are several draws of their papers.
    #[arg(long, value_name = "JSONL", required_unless_present = "citations")]
    pub(crate) reviewers: Option<PathBuf>,
    /// Citations, one JSON object on each line: {"title", "abstract", "article": {"title", "abstract"}}.
    #[arg(long, value_name = "JSONL")]
    pub(crate) citations: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RelevanceOptions {
    /// Citations, one JSON object on each line: {"claim", "title", "abstract"}, with "label" and "article": {"title",
    /// "abstract"} where known.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
    /// Also make errors of the right citations, with this seed: another work of a list of one field, and lists whose
    /// numbers are off by one.
    #[arg(long, value_name = "SEED")]
    pub(crate) made: Option<u64>,
    /// Whole reference lists, one JSON object on each line: {"article": {"title", "abstract"}, "works": [{"title",
    /// "abstract", "authors", "venue"}]}. How many works fit nothing, and how many lists look stuffed?
    #[arg(long, value_name = "JSONL")]
    pub(crate) lists: Option<PathBuf>,
    /// Write {"flag", "score"} for each citation here, one JSON object on each line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) predictions: Option<PathBuf>,
    /// Print the views of each citation, from which the model is fitted, instead of the figures.
    #[arg(long)]
    pub(crate) features: bool,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List the flagged citations.
    #[arg(long)]
    pub(crate) errors: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RulesOptions {
    /// Citing statements with sentences of the cited work, one JSON object on each line: {"claim", "evidence", "label"}.
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) models: ModelOptions,
    /// Settings as a JSON file; omitted ones keep their defaults.
    #[arg(long, value_name = "JSON")]
    pub(crate) settings: Option<PathBuf>,
    /// Write how often each rule was right here, as the funnel reads it (crate/verify/src/verify/rules.json).
    #[arg(long, value_name = "JSON")]
    pub(crate) write: Option<PathBuf>,
    /// Write what each statement came to here, one JSON object on each line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) details: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MiscitingOptions {
    /// Cases, one JSON object on each line, as `--make` writes them; or MisciteBench's table (.csv), whose sources are
    /// the texts that contain what its rows quote.
    #[arg(required_unless_present = "make", value_name = "CASES")]
    pub(crate) cases: Option<PathBuf>,
    /// Make cases instead of checking them: by rule, or with an endpoint by its model, judged by a second one.
    #[arg(long, conflicts_with = "cases")]
    pub(crate) make: bool,
    /// Folders of full texts from which cases are made, and which they cite.
    #[arg(long, required = true, num_args = 1.., value_name = "DIR")]
    pub(crate) sources: Vec<PathBuf>,
    /// The same seed and sources make the same cases, and the same papers that cite them.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Maximum number of cases for each kind of corruption.
    #[arg(long, value_name = "N", default_value_t = 70, requires = "make")]
    pub(crate) per_kind: usize,
    /// Maximum number of cases from one source.
    #[arg(long, value_name = "N", default_value_t = 20, requires = "make")]
    pub(crate) per_source: usize,
    /// With an endpoint: maximum number of cases for each category, once on the surface and once in depth.
    #[arg(long, value_name = "N", default_value_t = 5, requires = "make")]
    pub(crate) per_category: usize,
    /// With an endpoint: maximum number of statements to try for each case.
    #[arg(long, value_name = "N", default_value_t = 4, requires = "make")]
    pub(crate) tries: usize,
    #[command(flatten)]
    pub(crate) validator: ValidatorOptions,
    /// Write the cases here instead of to stdout.
    #[arg(short, long, value_name = "FILE", requires = "make")]
    pub(crate) output: Option<PathBuf>,
    /// Also write them as MisciteBench's table.
    #[arg(long, value_name = "CSV", requires = "make")]
    pub(crate) table: Option<PathBuf>,
    /// With an endpoint: write rejected cases here, with reasons, one JSON object on each line.
    #[arg(long, value_name = "JSONL", requires_all = ["make", "endpoint_model"])]
    pub(crate) rejected: Option<PathBuf>,
    /// Write the composition of the set here, as Markdown tables: kinds, categories, sources and their licences.
    #[arg(long, value_name = "MD", requires = "make")]
    pub(crate) datasheet: Option<PathBuf>,
    /// How much of the sources is readable.
    #[arg(long, value_enum, default_value_t = RegimeChoice::Both)]
    pub(crate) regime: RegimeChoice,
    /// Check only the first cases of each kind.
    #[arg(long, value_name = "N")]
    pub(crate) per_kind_tried: Option<usize>,
    /// Runs with an endpoint, each with its own samples: a miscitation counts if one of them is right.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) runs: u32,
    /// Whole evaluations with an endpoint, each of so many runs: the figure is their mean (the paper's is that of three).
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) evaluations: u32,
    /// Also ask the endpoint alone: with the whole source, or, where that is withheld, with a search.
    #[arg(long, requires = "endpoint_model")]
    pub(crate) baseline: bool,
    /// Count what an endpoint is spared in tokens of this tokenizer (tokenizer.json) instead of in words.
    #[arg(long, value_name = "JSON")]
    pub(crate) tokenizer: Option<PathBuf>,
    /// Let the endpoint grade whether a miscitation was found for the right reason; otherwise its category and words
    /// must be the gold ones.
    #[arg(long, requires = "endpoint_model")]
    pub(crate) grade: bool,
    /// Write the answers of a model that knows the cases to this file, for a fake LLM.
    #[arg(long, value_name = "JSONL", conflicts_with_all = ["make", "endpoint"])]
    pub(crate) gold: Option<PathBuf>,
    /// Paywall: papers that cite each source.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) witnesses: usize,
    /// Paywall: how many of a hundred repeat the miscitation.
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    pub(crate) mistaken: usize,
    /// Paywall: how many of a hundred cite the source for something else.
    #[arg(long, value_name = "PERCENT", default_value_t = 20)]
    pub(crate) elsewhere: usize,
    /// Also read whole texts with the bi-encoder, to see what the cheap retrieval loses.
    #[arg(long)]
    pub(crate) first_cut: bool,
    #[command(flatten)]
    pub(crate) judging: Judging,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List accused true sentences and missed miscitations.
    #[arg(long)]
    pub(crate) errors: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct KnowledgeOptions {
    /// Probes, one JSON object on each line for each source.
    pub(crate) probes: PathBuf,
    /// Make the probes with the endpoint's model instead of asking them: 15 of each text, of which at most 10 are kept.
    #[arg(long)]
    pub(crate) make: bool,
    /// Folders of full texts.
    #[arg(long, required = true, num_args = 1.., value_name = "DIR")]
    pub(crate) sources: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) endpoint: EndpointOptions,
    /// Write what the model knows here, one JSON object on each line.
    #[arg(short, long, value_name = "FILE", conflicts_with = "make")]
    pub(crate) output: Option<PathBuf>,
    /// What other models know, as `--output` wrote it: a source is blank only if it is to all of them.
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with = "make")]
    pub(crate) before: Vec<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// How much of the sources is readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RegimeChoice {
    /// The whole texts.
    FullText,
    /// Their abstracts.
    Abstract,
    /// One after the other.
    Both,
    /// Nothing of them, but invented papers that cite them: an evidence committee.
    Paywall,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AttributionOptions {
    /// Pages, or folders of pages: their citations of a single work are the questions, their links the answers.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) within: Within,
    /// Maximum number of questions from one page, spread evenly over it.
    #[arg(long, value_name = "N")]
    pub(crate) per_paper: Option<usize>,
    /// Write the features of the tuning half here, from which the weights are fitted.
    #[arg(long, value_name = "FILE")]
    pub(crate) features: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BibtexOptions {
    /// HALLMARK's entries, one JSON object on each line: the valid ones that the world knows are damaged. Without
    /// them, the records become entries as `citelight cite` writes them.
    #[arg(long, value_name = "JSONL")]
    pub(crate) entries: Option<PathBuf>,
    /// The world: with --entries one in HALLMARK's forms, otherwise records, one JSON object on each line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) records: PathBuf,
    /// Copies of each entry, each with other damage.
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) rounds: u64,
    /// Equal seeds, equal damage.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List what was not corrected, and correct fields that were changed.
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
    /// List alarms on sound pages and damage that was not located.
    #[arg(long)]
    pub(crate) errors: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ReferencesOptions {
    /// AnyStyle's or GROBID's XML; if a string is in several files, the first counts.
    #[arg(required = true, value_name = "XML")]
    pub(crate) files: Vec<PathBuf>,
    /// Measure only one quarter of the development part, 0 to 3, with weights tuned without it.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..4))]
    pub(crate) fold: Option<u8>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// List what was misread in the development part.
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
    /// Probability that a witness speaks about something else.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub(crate) elsewhere: f64,
    /// Committees drawn for each rate of error [default: 20,000].
    #[arg(long, value_name = "N")]
    pub(crate) draws: Option<usize>,
    /// Equal seeds, equal figures.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Also plot the figures into this file.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CiteMeOptions {
    /// CiteME's table, or JSON Lines with its columns.
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) within: Within,
    #[command(flatten)]
    pub(crate) network: NetworkOptions,
    #[command(flatten)]
    pub(crate) endpoint: EndpointOptions,
    /// What the endpoint's model may do.
    #[arg(long, value_enum, default_value_t = CommandsChoice::SearchAndRead, requires = "endpoint_model")]
    pub(crate) commands: CommandsChoice,
    /// Ask the model as CiteAgent was asked: temperature 0.95, a demonstration, a paper's whole text at once.
    #[arg(long, requires = "endpoint_model")]
    pub(crate) published: bool,
    /// Whether the prompt shows a search from beginning to end [default: off, with --published on].
    #[arg(long, value_enum, value_name = "SWITCH", requires = "endpoint_model")]
    pub(crate) demonstration: Option<Switch>,
    /// Sampling temperature [default: 0, with --published 0.95].
    #[arg(long, value_name = "T", requires = "endpoint_model")]
    pub(crate) temperature: Option<f64>,
    /// Characters of a page of a read text [default: 12,000, with --published 150,000].
    #[arg(long, value_name = "N", requires = "endpoint_model")]
    pub(crate) page: Option<usize>,
    /// Characters of read pages in a prompt; the oldest pages leave it [default: 24,000, with --published 300,000].
    #[arg(long, value_name = "N", requires = "endpoint_model")]
    pub(crate) context: Option<usize>,
    /// The endpoint's prices, in dollars for a million tokens read and written.
    #[arg(long, value_name = "IN,OUT", value_delimiter = ',', requires = "endpoint_model")]
    pub(crate) prices: Option<Vec<f64>>,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// What a model may do (CiteME's ablations).
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CommandsChoice {
    /// Search, read and select.
    SearchAndRead,
    /// Search and select.
    SearchOnly,
    /// Nothing: it names the work from memory.
    None,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    /// Yes.
    On,
    /// No.
    Off,
}

impl Switch {
    pub(crate) const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct HallmarkOptions {
    /// Labelled entries, one JSON object on each line.
    #[arg(long, value_name = "JSONL")]
    pub(crate) entries: PathBuf,
    /// The world: records with the names of their sources, or what each source says about each paper.
    #[arg(long, value_name = "JSONL")]
    pub(crate) records: PathBuf,
    /// What to write.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Write predictions in HALLMARK's own form here, one JSON object on each line.
    #[arg(long, value_name = "FILE")]
    pub(crate) predictions: Option<PathBuf>,
    /// Write the figures in the form of the benchmark's `baseline_results`, predictions beside them, and a manifest with
    /// their hashes into this folder.
    #[arg(long, value_name = "DIR")]
    pub(crate) contribute: Option<PathBuf>,
    /// Also which source found what and at what cost: each alone, all without it, and how often it is asked.
    #[arg(long)]
    pub(crate) apis: bool,
    /// Seconds after which an entry is called valid with confidence 0.5, as in the benchmark.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub(crate) limit: f64,
    /// Rank this run among other tools: tables of their scores with a column for each tool and a row for each entry
    /// (by its key) or tier (`tier 1`); an empty field is no result.
    #[arg(long, num_args = 1.., value_name = "CSV")]
    pub(crate) ranking: Vec<PathBuf>,
    /// Plot the share of each type that was found, and the worths of each ranking, into a file.
    #[arg(long, value_name = "SVG")]
    pub(crate) plot: Option<PathBuf>,
    /// Also treat case, hyphens, dropped subtitles and the like as errors.
    #[arg(long)]
    pub(crate) strict: bool,
    /// List the mistakes.
    #[arg(long)]
    pub(crate) errors: bool,
    /// Print how often each confidence was right on the first half, from which the confidences were calibrated.
    #[arg(long)]
    pub(crate) grounds: bool,
}

/// What `citelight-eval mapping` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MappingFormat {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// The report docs/mapping.md, with a citation of each page and the entry found for it.
    Markdown,
}
