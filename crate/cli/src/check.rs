//! `citelight check`.

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use citelight::audit::Report;
use citelight::audit::event::{Event, NoticeCode, Stage};
use citelight::export::{CheckExport, ReportFormat};

use crate::args::{CheckFormat, CheckOptions};
use crate::article::Article;
use crate::failure::Failure;
use crate::home::NativeHome;
use crate::network::Network;
use crate::output;

pub(crate) fn run(options: &CheckOptions) -> Result<ExitCode, Failure> {
    let article = Article::read(&options.file)?;
    let mut home = NativeHome::load(&options.with)?;
    if options.online {
        home.go_online(Network::open(&options.network)?);
        if options.committee {
            home.ask_the_literature()?;
        }
    }
    let report = home.audit(&article.parse(false)?, &mut tell_progress());
    let code = exit_code(&report, options.with.judging.models.no_models);
    let origin = options.file.file_name().unwrap_or(options.file.as_os_str()).to_string_lossy();
    let export = CheckExport::new(report, home.models.names()).with_origin(origin);
    match written_as(options.format) {
        Some(format) => std::io::stdout().lock().write_all(export.write(format)?.as_bytes())?,
        None => output::report::write(&export, options.all, &mut anstream::stdout().lock())?,
    }
    Ok(code)
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

/// 2 if something needed was missing or damaged (models the user did without are not missing), 1 if a finding needs
/// review, else 0.
fn exit_code(report: &Report, without_models: bool) -> ExitCode {
    let missing = report.notices.iter().any(|notice| match notice.code {
        NoticeCode::NoModels => !without_models,
        NoticeCode::NoRecords | NoticeCode::Damaged => true,
        NoticeCode::SourceFailed | NoticeCode::Cancelled => false,
    });
    match (missing, report.summary.miscited) {
        (true, _) => ExitCode::from(2),
        (false, 0) => ExitCode::SUCCESS,
        (false, _) => ExitCode::from(1),
    }
}

/// A line of progress on a terminal, nothing elsewhere.
pub(crate) fn tell_progress() -> impl FnMut(Event) {
    let terminal = std::io::stderr().is_terminal();
    move |event| match event {
        Event::Progress { stage: Stage::Verify, done, total } if terminal => {
            anstream::eprint!("\r{done} of {total} citations ");
        }
        Event::Finished { .. } if terminal => anstream::eprint!("\r\x1b[K"),
        _ => {}
    }
}
