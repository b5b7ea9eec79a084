//! The work itself: many entries under way at once, on one thread, in the sources' own time.

use citelight::citation::Reference;
use citelight::export::{BibExport, CheckedEntry, Policy};
use citelight::resolve::integrity::{Answers, BibEntry, CheckSettings, Inquiry, inquire, weigh_reading};
use futures_util::StreamExt;
use futures_util::stream;
use indicatif::{ProgressBar, ProgressStyle};

use super::checked::Checked;
use super::files::{BibFile, From, Listed, name};
use super::fix;
use super::institution;
use super::sources::Sources;
use crate::network::SystemTime;

/// Checks the entries of all files, so many at once; the outcome is in the files' and entries' order. What the sources
/// said of an entry is kept only where a correction that will be written rests on it.
pub(super) fn check(
    files: &[BibFile],
    sources: &Sources,
    settings: &CheckSettings,
    jobs: usize,
    fixes: &fix::Plan,
) -> Vec<Vec<Checked>> {
    let entries: Vec<(&BibFile, &Listed)> =
        files.iter().flat_map(|file| file.entries.iter().map(move |entry| (file, entry))).collect();
    let progress = progress_bar(entries.len());
    let mut checked: Vec<(usize, Checked)> = sources.run(async {
        let all = entries.iter().enumerate().map(|(at, (file, listed))| async move {
            let mut checked = check_one(file, listed, sources, settings).await;
            if checked.fix.is_none() || !fixes.writes() {
                checked.inquiry.answers = Answers::default();
            }
            (at, checked)
        });
        let mut under_way = stream::iter(all).buffer_unordered(jobs.max(1));
        let mut done = Vec::with_capacity(entries.len());
        while let Some(checked) = under_way.next().await {
            progress.inc(1);
            done.push(checked);
        }
        done
    });
    progress.finish_and_clear();
    checked.sort_by_key(|(at, _)| *at);
    let mut checked = checked.into_iter().map(|(_, checked)| checked);
    files.iter().map(|file| checked.by_ref().take(file.entries.len()).collect()).collect()
}

async fn check_one(file: &BibFile, listed: &Listed, sources: &Sources, settings: &CheckSettings) -> Checked {
    let reference = match &listed.from {
        From::Reference(reference) => Some(&**reference),
        From::Span(_) => None,
    };
    let mut inquiry = ask(&listed.entry, reference, sources, settings).await;
    let (fix, by_hand) = fix::of(file, listed, &inquiry, settings);
    inquiry.report.hints.extend(by_hand);
    Checked { fix, inquiry }
}

/// What the sources say of an entry; one that was read from a printed reference may have been read wrongly.
pub(super) async fn ask(
    entry: &BibEntry,
    reference: Option<&Reference>,
    sources: &Sources,
    settings: &CheckSettings,
) -> Inquiry {
    let asked = sources.sources_for(&entry.identifiers());
    let register = sources.register();
    let mut inquiry = inquire(entry, &asked, register.get(), SystemTime::today(), settings).await;
    institution::note(entry, sources, &mut inquiry.report);
    if let Some(reference) = reference {
        weigh_reading(&mut inquiry.report, reference);
    }
    inquiry
}

/// What came of the entries of all files, for output.
pub(super) fn export(files: &[BibFile], checked: &[Vec<Checked>], policy: &Policy) -> BibExport {
    let entries = files.iter().zip(checked).flat_map(|(file, checked)| of_file(file, checked, policy));
    BibExport::new(entries.collect(), policy)
}

/// What came of a file's entries.
fn of_file<'a>(
    file: &'a BibFile,
    checked: &'a [Checked],
    policy: &'a Policy,
) -> impl Iterator<Item = CheckedEntry> + use<'a> {
    file.entries.iter().zip(checked).map(|(listed, checked)| {
        let (report, fix) = (checked.inquiry.report.clone(), checked.fix.clone());
        CheckedEntry::new(report, name(file), listed.line, fix, policy)
    })
}

/// A bar with the time that is left; on a terminal only.
fn progress_bar(entries: usize) -> ProgressBar {
    let bar = ProgressBar::new(entries as u64);
    match ProgressStyle::with_template("{bar:30} {pos} of {len} entries, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
