//! `citelight check`: one article to stdout, or every submission of a folder to a report of its own.

mod crossref;
mod folder;
mod jats;
mod journal;
mod sarif;
mod submissions;
mod transcribe;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use citelight::audit::Report;
use citelight::audit::event::{Event, NoticeCode, Stage};
use citelight::export::{CheckExport, Level, PolicyOutcome, ReportFormat};
use clap::Parser;

use crate::args::{Args, CheckFormat, CheckOptions, Command};
use crate::article::{Article, ArticleFiles};
use crate::failure::Failure;
use crate::host::NativeHost;
use crate::network::Network;
use crate::output;
use crate::policy;

pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Failure> {
    if let Some(reports) = &options.reports {
        return submissions(&host(options)?, options, reports);
    }
    let files = ArticleFiles::read(&options.file)?;
    let original = files.original().to_vec();
    let article = files.open()?;
    let host = host(options)?;
    let (export, outcome) = check(&host, options, &article, &options.file)?;
    match written_as(options.format) {
        Written::ForPeople => output::report::write(&export, options.all, &mut anstream::stdout().lock())?,
        written => {
            let content = content(&export, written, options, &options.file, &original)?;
            std::io::stdout().lock().write_all(content.as_bytes())?;
        }
    }
    Ok(outcome.into())
}

pub use folder::run as submissions;

/// The options of `citelight check` as somebody types them; none if they are not understood.
pub fn typed(arguments: impl IntoIterator<Item = OsString>) -> Option<CheckOptions> {
    let words = ["citelight", "check"].map(OsString::from);
    match Args::try_parse_from(words.into_iter().chain(arguments)).ok()?.command {
        Command::Check(options) => Some(options),
        _ => None,
    }
}

/// Why a check is refused that must send nothing and has somebody to send to.
pub(crate) const ENDPOINT: &str = "--offline sends no request, and an endpoint is named; leave one of them out (the endpoint may be in CITELIGHT_ENDPOINT)";

/// Everything the options name, loaded once however many articles are checked.
fn host(options: &CheckOptions) -> Result<NativeHost, Failure> {
    if options.offline && options.with.judging.endpoint.is_named() {
        return Err(Failure::Offline(ENDPOINT));
    }
    let mut host = NativeHost::load(&options.with)?;
    if options.repair {
        host.repair_with_the_endpoint()?;
    }
    if options.transcribe {
        host.transcription_model()?;
    }
    if options.online {
        host.go_online(Rc::new(Network::open(&options.network)?));
        if options.committee {
            host.ask_the_literature()?;
        }
    }
    Ok(host)
}

fn check(
    host: &NativeHost,
    options: &CheckOptions,
    article: &Article,
    path: &Path,
) -> Result<(CheckExport, CheckOutcome), Failure> {
    let document = if options.transcribe {
        transcribe::parsed(host, options, article)?
    } else {
        article.parse(false)?
    };
    let report = host.audit(&document, &mut tell_progress());
    let (without_models, incomplete) = (options.with.judging.models.no_models, incomplete(&report));
    let origin = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let lacks = lacks(&report, without_models);
    let export = CheckExport::new(report, host.models.names()).with_origin(origin);
    let policy = options.policy.as_deref().map(policy::of).transpose()?;
    let export = match policy {
        Some(policy) => export.by_policy(&policy),
        None => export,
    };
    let outcome = outcome(&export, lacks, incomplete);
    Ok((export, outcome))
}

/// What is written.
#[derive(Clone, Copy)]
enum Written {
    /// To a terminal.
    ForPeople,
    Report(ReportFormat),
    Jats,
    CrossrefRelation,
    Sarif,
}

/// A file of a format; `original` is the article's.
fn content(
    export: &CheckExport,
    written: Written,
    options: &CheckOptions,
    path: &Path,
    original: &[u8],
) -> Result<String, Failure> {
    match written {
        Written::ForPeople => {
            let mut text = anstream::StripStream::new(Vec::new());
            output::report::write(export, options.all, &mut text)?;
            Ok(String::from_utf8_lossy(&text.into_inner()).into_owned())
        }
        Written::Report(format) => Ok(export.write(format)?),
        Written::Sarif => Ok(format!("{}\n", serde_json::to_string_pretty(&sarif::log(export, path))?)),
        Written::Jats => {
            let annotated = jats::annotated(original, export).map_err(|reason| Failure::Unreadable {
                what: "the article",
                path: path.to_owned(),
                reason,
            })?;
            if !annotated.unplaced.is_empty() {
                let ids = output::plain(&annotated.unplaced.join(", "));
                anstream::eprintln!(
                    "citelight: no <ref> has these ids, so nothing was written about them: {ids}"
                );
            }
            Ok(annotated.xml)
        }
        Written::CrossrefRelation => {
            let findings = options.findings_url.as_deref().unwrap_or_default();
            crossref::relation(export, findings).map_err(Failure::Server)
        }
    }
}

fn written_as(format: CheckFormat) -> Written {
    let report = match format {
        CheckFormat::Text => return Written::ForPeople,
        CheckFormat::Jats => return Written::Jats,
        CheckFormat::CrossrefRelation => return Written::CrossrefRelation,
        CheckFormat::Sarif => return Written::Sarif,
        CheckFormat::Json => ReportFormat::Json,
        CheckFormat::Csv => ReportFormat::Csv,
        CheckFormat::Markdown => ReportFormat::Markdown,
        CheckFormat::Html => ReportFormat::Html,
        CheckFormat::Annotations => ReportFormat::Annotations,
        CheckFormat::CslJson => ReportFormat::CslJson,
        CheckFormat::Bibtex => ReportFormat::Bibtex,
    };
    Written::Report(report)
}

/// What came of a check, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CheckOutcome {
    Clean,
    NeedsReview,
    /// Something needed was missing or damaged.
    Incomplete,
}

impl From<CheckOutcome> for ExitCode {
    fn from(outcome: CheckOutcome) -> Self {
        match outcome {
            CheckOutcome::Clean => Self::SUCCESS,
            CheckOutcome::NeedsReview => Self::from(1),
            CheckOutcome::Incomplete => Self::from(2),
        }
    }
}

fn told(report: &Report, codes: &[NoticeCode]) -> bool {
    report.notices.iter().any(|notice| codes.contains(&notice.code))
}

/// Whether something is missing that the check needs. Models the user did without are not missing.
fn lacks(report: &Report, without_models: bool) -> bool {
    told(report, &[NoticeCode::NoRecords, NoticeCode::Damaged, NoticeCode::NoCitations])
        || !without_models && told(report, &[NoticeCode::NoModels])
}

/// Whether a source failed, or the check did not come to its end.
fn incomplete(report: &Report) -> bool {
    told(report, &[NoticeCode::SourceFailed, NoticeCode::Cancelled, NoticeCode::TooManyCitations])
}

/// What needs review is told first: a source that failed hides nothing of it, but without it "nothing needs review" cannot be
/// said. Where a policy was chosen, its levels say what needs review.
fn outcome(export: &CheckExport, lacks: bool, incomplete: bool) -> CheckOutcome {
    let by_policy = |policy: &PolicyOutcome| policy.level >= Level::Warning;
    let needs_review = export.policy.as_ref().map_or(export.summary.miscited > 0, by_policy);
    match needs_review {
        _ if lacks => CheckOutcome::Incomplete,
        true => CheckOutcome::NeedsReview,
        false if incomplete => CheckOutcome::Incomplete,
        false => CheckOutcome::Clean,
    }
}

/// A line of progress on a terminal, nothing elsewhere.
pub fn tell_progress() -> impl FnMut(Event) {
    let terminal = std::io::stderr().is_terminal();
    move |event| match event {
        Event::Progress { stage: Stage::Verify, done, total } if terminal => {
            anstream::eprint!("\r{done} of {total} citations ");
        }
        Event::Finished { .. } if terminal => anstream::eprint!("\r\x1b[K"),
        _ => {}
    }
}
