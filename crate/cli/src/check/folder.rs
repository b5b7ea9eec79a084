//! Every submission of a folder, one after the other: a report each, and a journal of how each ended.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use citelight::audit::counts::CitationCounts;
use citelight::audit::event::NoticeCode;
use citelight::export::CheckExport;
use citelight::text::hexadecimal;
use sha2::{Digest, Sha256};

use super::journal::{End, Journal, Line};
use super::{CheckOutcome, check, content, submissions, written_as};
use crate::args::{CheckFormat, CheckOptions};
use crate::article::ArticleFiles;
use crate::failure::Failure;
use crate::host::NativeHost;
use crate::output::file::write_whole;
use crate::output::plain;
use crate::policy;

/// Checks what is new or changed since the last time.
pub fn run(host: &NativeHost, options: &CheckOptions, reports: &Path) -> Result<ExitCode, Failure> {
    let mut journal = Journal::open(reports)?;
    let found = submissions::in_folder(&options.file, reports)?;
    if !found.left_out.is_empty() {
        anstream::eprintln!("citelight: left out, being no articles: {}", plain(&found.left_out.join(", ")));
    }
    let mut sum = Sum::default();
    for (index, path) in found.paths.iter().enumerate() {
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        let files = ArticleFiles::read(path);
        let fingerprint =
            files.as_ref().map_or(Ok(String::new()), |files| fingerprint(host, options, files))?;
        if let Some(before) = journal.checked(&name, &fingerprint) {
            sum.before += 1;
            sum.count(&before.end);
            continue;
        }
        let original = files.as_ref().map_or_else(|_| Vec::new(), |files| files.original().to_vec());
        let checked =
            files.and_then(ArticleFiles::open).and_then(|article| check(host, options, &article, path));
        let end = match checked {
            Ok((export, outcome)) => {
                let report = write(&export, options, reports, (&name, path, &original))?;
                let summary = export.summary;
                let failed = export.notices.iter().any(|notice| notice.code == NoticeCode::SourceFailed);
                if failed || outcome == CheckOutcome::Incomplete {
                    End::Incomplete { report, summary }
                } else {
                    let needs_review = Some(outcome == CheckOutcome::NeedsReview);
                    End::Checked { report, summary, needs_review }
                }
            }
            Err(failure) => End::Failed { reason: failure.to_string() },
        };
        tell(index + 1, found.paths.len(), &name, &end);
        sum.count(&end);
        journal.add(&Line { submission: name, fingerprint, end })?;
    }
    if let Some(summary) = host.network_summary() {
        anstream::eprintln!("citelight: {summary}");
    }
    sum.print(reports)?;
    Ok(sum.outcome().into())
}

/// Of what a report hangs on: the article with its files, how it is checked, by which version.
fn fingerprint(host: &NativeHost, options: &CheckOptions, files: &ArticleFiles) -> Result<String, Failure> {
    let CheckOptions {
        with,
        online,
        offline: _,
        committee,
        repair,
        transcribe,
        transcribe_pages,
        policy,
        format,
        all,
        findings_url,
        file: _,
        reports: _,
        network: _,
    } = options;
    let policy = policy.as_deref().map(policy::of).transpose()?;
    let how = format!(
        "{with:?} {online} {committee} {repair} {transcribe} {transcribe_pages} {policy:?} {format:?} {findings_url:?} {all} {:?}",
        host.models.names()
    );
    let mut digest = Sha256::new();
    let settings = serde_json::to_vec(&host.settings)?;
    let ours = [env!("CARGO_PKG_VERSION").as_bytes(), how.as_bytes(), &settings];
    for part in ours.into_iter().chain(files.contents()) {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    Ok(hexadecimal(digest.finalize()))
}

/// Writes a report, whole or not at all; gives its name.
fn write(
    export: &CheckExport,
    options: &CheckOptions,
    reports: &Path,
    (name, path, original): (&str, &Path, &[u8]),
) -> Result<String, Failure> {
    let content = content(export, written_as(options.format), options, path, original)?;
    let report = format!("{name}.{}", ending(options.format));
    write_whole(&reports.join(&report), content.as_bytes())?;
    Ok(report)
}

fn ending(format: CheckFormat) -> &'static str {
    match format {
        CheckFormat::Text => "txt",
        CheckFormat::Json | CheckFormat::CslJson => "json",
        CheckFormat::Csv => "csv",
        CheckFormat::Markdown => "md",
        CheckFormat::Html => "html",
        CheckFormat::Annotations => "jsonld",
        CheckFormat::Bibtex => "bib",
        CheckFormat::Jats | CheckFormat::CrossrefRelation => "xml",
        CheckFormat::Sarif => "sarif",
    }
}

/// A line for each submission: a folder takes hours.
fn tell(index: usize, of: usize, name: &str, end: &End) {
    let told = match end {
        End::Checked { summary, .. } => format!(
            "{} need attention, {} open, of {} citations",
            summary.citations.problems(),
            summary.citations.unchecked,
            summary.citations.total
        ),
        End::Incomplete { summary, .. } => {
            let CitationCounts { unchecked, total, .. } = summary.citations;
            format!("incomplete, {unchecked} open of {total} citations: see its report")
        }
        End::Failed { reason } => format!("failed: {reason}"),
    };
    anstream::eprintln!("[{index}/{of}] {}: {}", plain(name), plain(&told));
}

/// How all of them ended.
#[derive(Default)]
struct Sum {
    before: usize,
    checked: usize,
    incomplete: usize,
    failed: usize,
    /// Submissions with citations that need attention, and how many these are.
    reviewed: usize,
    problems: u32,
    /// Whether something is wrong by the citing paper, or by the policy: works that were retracted since are not.
    needs_review: bool,
    ghosts: u32,
}

impl Sum {
    fn count(&mut self, end: &End) {
        // Something incomplete tells its own exit code.
        self.needs_review |= match end {
            End::Checked { summary, needs_review, .. } => needs_review.unwrap_or(summary.miscited > 0),
            End::Incomplete { .. } | End::Failed { .. } => false,
        };
        let (of, summary) = match end {
            End::Checked { summary, .. } => (&mut self.checked, Some(summary)),
            End::Incomplete { summary, .. } => (&mut self.incomplete, Some(summary)),
            End::Failed { .. } => (&mut self.failed, None),
        };
        *of += 1;
        let Some(summary) = summary else { return };
        let problems = summary.citations.problems();
        self.problems += problems;
        self.ghosts += summary.references_ghost;
        self.reviewed += usize::from(problems > 0);
    }

    fn print(&self, reports: &Path) -> Result<(), Failure> {
        let all = self.checked + self.incomplete + self.failed;
        let mut out = anstream::stdout().lock();
        writeln!(
            out,
            "{all} submissions: {} checked, {} incomplete, {} failed; {} of them known from before",
            self.checked, self.incomplete, self.failed, self.before
        )?;
        writeln!(
            out,
            "{} citations in {} submissions need attention; no record was found of {} references",
            self.problems, self.reviewed, self.ghosts
        )?;
        writeln!(out, "reports: {}", reports.display())?;
        if self.incomplete + self.failed > 0 {
            writeln!(out, "what is incomplete or failed is tried again when the same command is run again")?;
        }
        Ok(())
    }

    fn outcome(&self) -> CheckOutcome {
        if self.incomplete + self.failed > 0 {
            CheckOutcome::Incomplete
        } else if self.needs_review {
            CheckOutcome::NeedsReview
        } else {
            CheckOutcome::Clean
        }
    }
}
