//! `citelight check`: one article to stdout, or every submission of a folder to a report of its own.

mod folder;
mod journal;
mod submissions;

use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use citelight::audit::Report;
use citelight::audit::event::{Event, NoticeCode, Stage};
use citelight::export::{CheckExport, ReportFormat};
use clap::Parser;

use crate::args::{Args, CheckFormat, CheckOptions, Command};
use crate::article::Article;
use crate::failure::Failure;
use crate::host::NativeHost;
use crate::network::Network;
use crate::output;

pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Failure> {
    if let Some(reports) = &options.reports {
        return submissions(&host(options)?, options, reports);
    }
    let article = Article::read(&options.file)?;
    let host = host(options)?;
    let (export, outcome) = check(&host, options, &article, &options.file)?;
    match written_as(options.format) {
        Some(format) => std::io::stdout().lock().write_all(export.write(format)?.as_bytes())?,
        None => output::report::write(&export, options.all, &mut anstream::stdout().lock())?,
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

/// Everything the options name, loaded once however many articles are checked.
fn host(options: &CheckOptions) -> Result<NativeHost, Failure> {
    let mut host = NativeHost::load(&options.with)?;
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
    let report = host.audit(&article.parse(false)?, &mut tell_progress());
    let outcome = outcome(&report, options.with.judging.models.no_models);
    let origin = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    Ok((CheckExport::new(report, host.models.names()).with_origin(origin), outcome))
}

/// The format of a file; none for what is written to a terminal.
fn written_as(format: CheckFormat) -> Option<ReportFormat> {
    match format {
        CheckFormat::Text => None,
        CheckFormat::Json => Some(ReportFormat::Json),
        CheckFormat::Csv => Some(ReportFormat::Csv),
        CheckFormat::Markdown => Some(ReportFormat::Markdown),
        CheckFormat::Html => Some(ReportFormat::Html),
        CheckFormat::Annotations => Some(ReportFormat::Annotations),
        CheckFormat::CslJson => Some(ReportFormat::CslJson),
        CheckFormat::Bibtex => Some(ReportFormat::Bibtex),
    }
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

/// Models the user did without are not missing. What needs review is told first: a source that failed hides nothing of it, but
/// without it "nothing needs review" cannot be said.
fn outcome(report: &Report, without_models: bool) -> CheckOutcome {
    let told = |codes: &[NoticeCode]| report.notices.iter().any(|notice| codes.contains(&notice.code));
    let lacks = told(&[NoticeCode::NoRecords, NoticeCode::Damaged, NoticeCode::NoCitations])
        || !without_models && told(&[NoticeCode::NoModels]);
    let broke_off = told(&[NoticeCode::SourceFailed, NoticeCode::Cancelled, NoticeCode::TooManyCitations]);
    match report.summary.miscited {
        _ if lacks => CheckOutcome::Incomplete,
        0 if broke_off => CheckOutcome::Incomplete,
        0 => CheckOutcome::Clean,
        _ => CheckOutcome::NeedsReview,
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
