//! The engine on citations of works about something else: the hint, what it keeps off, and numbers that are off by one.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::borrow::Cow;
use std::fmt::Write as _;

use citelight::LocalFuture;
use citelight::audit::counts::CitationClass;
use citelight::audit::event::{Event, NoticeCode};
use citelight::audit::{AuditContext, Cancel, Report, audit_document};
use citelight::document::{Content, Document, Severity};
use citelight::finding::{Reason, Step, Verdict};
use citelight::http::virtual_time::VirtualClock;
use citelight::settings::Settings;
use citelight::sources::local::{Coverage, LocalStore};
use citelight::verify::Models;
use citelight::verify::models::{Embed, ModelError};

#[path = "support/bare_context.rs"]
mod bare_context;
#[path = "support/no_pause.rs"]
mod no_pause;

use bare_context::bare_context;

/// Subjects, each a direction: texts are near that speak of the same ones.
const SUBJECTS: [&str; 12] = [
    "otter", "river", "fish", "quantum", "laser", "violin", "glacier", "bee", "tax", "vaccine", "bridge",
    "poem",
];

/// Knows subjects by their words.
struct BySubject(&'static str);

impl Embed for BySubject {
    fn name(&self) -> Cow<'_, str> {
        self.0.into()
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        let vector = |text: &&str| {
            let text = text.to_lowercase();
            let counts = SUBJECTS.map(|subject| text.matches(subject).count() as f32);
            // Texts on none of them have a direction of their own.
            let none = if counts.iter().all(|count| *count == 0.0) { 1.0 } else { 0.0 };
            let mut vector: Vec<f32> = counts.into_iter().chain([none]).collect();
            let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
            vector.iter_mut().for_each(|value| *value /= length);
            vector
        };
        Box::pin(std::future::ready(Ok(texts.iter().map(vector).collect())))
    }
}

const MINILM: BySubject = BySubject("all-MiniLM-L6-v2@test");

fn record(id: usize, subject: &str) -> String {
    format!(
        r#"{{"id": "w{id}", "title": "On the {subject} and its {subject} kind in all of Europe", "authors": [{{"family": "Author{id}", "given": "A"}}], "year": 2010, "venue": "Journal", "abstract": "This is a study of the {subject} as it is found in the field. We show how the {subject} behaves and what that means."}}"#
    )
}

fn title(subject: &str) -> String {
    format!("On the {subject} and its {subject} kind in all of Europe")
}

/// A page whose sentence about each subject cites the entry of the number beside it.
fn page(about: &str, sentences: &[(&str, usize)], entries: &[&str]) -> Document {
    let mut html = format!("<article><h1>{about}</h1><h2>Introduction</h2>");
    for (sentence, number) in sentences {
        write!(html, "<p>{sentence} <a href=\"#r{number}\">[{number}]</a>.</p>").unwrap();
    }
    html += "<h2>References</h2><ol>";
    for (at, subject) in entries.iter().enumerate() {
        let number = at + 1;
        write!(html, "<li id=\"r{number}\">[{number}] Author{at} A. {}. Journal. 2010.</li>", title(subject))
            .unwrap();
    }
    html += "</ol></article>";
    Content::alone(html).parse("page.html", false).unwrap()
}

fn run(document: &Document, entries: &[&str], embed: &dyn Embed) -> (Report, Vec<Event>) {
    let records: Vec<String> = entries.iter().enumerate().map(|(at, subject)| record(at, subject)).collect();
    run_with(document, &records, embed)
}

fn audited(document: &Document, records: &[String]) -> Report {
    run_with(document, records, &MINILM).0
}

fn run_with(document: &Document, records: &[String], embed: &dyn Embed) -> (Report, Vec<Event>) {
    let store =
        LocalStore::from_json_lines("one", &records.join("\n")).unwrap().with_coverage(Coverage::Everything);
    let context = AuditContext {
        sources: &[&store],
        models: Models { embed: Some(embed), ..Models::default() },
        ..bare_context()
    };
    let mut events = Vec::new();
    let (settings, cancel, mut keep) = (Settings::default(), Cancel::default(), |event| events.push(event));
    let audited = audit_document(document, &context, &settings, &cancel, &mut keep);
    let report = VirtualClock::starting_at(0).run(audited).unwrap();
    (report, events)
}

const ENTRIES: [&str; 3] = ["otter", "quantum", "river"];

fn otters() -> Document {
    page(
        "The otter in the river and the fish that it eats",
        &[
            ("The otter was seen in every part of the country", 1),
            ("The otter eats fish of the river at all times of the year", 2),
            ("Every river was seen to hold more of them than before", 3),
        ],
        &ENTRIES,
    )
}

#[test]
fn a_work_about_something_else_is_told_as_a_hint() {
    let (report, events) = run(&otters(), &ENTRIES, &MINILM);
    let hinted: Vec<_> = report.findings.iter().filter(|finding| finding.may_not_fit()).collect();
    let [finding] = hinted.as_slice() else { panic!("{hinted:?}") };
    assert_eq!(finding.reference, "r2");
    assert!(matches!(finding.verdict, Verdict::Unchecked | Verdict::Undecidable), "no verdict");
    assert_eq!((finding.category, CitationClass::of(finding)), (None, CitationClass::MayNotFit));
    let reason = finding.reasons.iter().find_map(|reason| match reason {
        Reason::SeemsAboutSomethingElse { title, nearest, better, alone, crowd } => {
            assert_eq!((*alone, *crowd), (true, None), "no other entry is about quanta");
            Some((title, nearest, better))
        }
        _ => None,
    });
    let (title, nearest, better) = reason.unwrap();
    assert!(title.contains("quantum") && nearest.contains("quantum"), "{title} {nearest}");
    assert!(better.as_ref().is_some_and(|entry| entry.number != 2 && !entry.title.contains("quantum")));
    assert!(finding.message.contains("seems to be about something else"), "{}", finding.message);
    let step = finding.trail.iter().find(|step| step.step == Step::Relevance).unwrap();
    assert!(step.checks.iter().all(citelight::finding::Check::holds));
    assert_eq!((report.summary.citations.may_not_fit, report.summary.citations.problems()), (1, 0));
    // Told before its text was looked for.
    let early = events.iter().find_map(|event| match event {
        Event::Found { finding } if finding.reference == "r2" => Some(finding),
        _ => None,
    });
    assert!(early.unwrap().may_not_fit());
}

#[test]
fn a_work_with_a_neighbour_that_fits_is_not_alone() {
    let entries = ["otter", "quantum", "quantum otter"];
    let document = page(
        "The otter in the river and the fish that it eats",
        &[
            ("The otter was seen in every part of the country", 1),
            ("The otter eats fish of the river at all times of the year", 2),
            ("It is known how the otter and the quantum go together in a river", 3),
        ],
        &entries,
    );
    let (report, _) = run(&document, &entries, &MINILM);
    let standing: Vec<(&str, bool)> = report
        .findings
        .iter()
        .flat_map(|finding| {
            finding.reasons.iter().filter_map(|reason| match reason {
                Reason::SeemsAboutSomethingElse { alone, .. } => Some((finding.reference.as_str(), *alone)),
                _ => None,
            })
        })
        .collect();
    assert_eq!(standing, [("r2", false)]);
}

#[test]
fn another_bi_encoder_accuses_nobody() {
    let (report, _) = run(&otters(), &ENTRIES, &BySubject("another@test"));
    assert!(!report.findings.iter().any(citelight::audit::finding::Finding::may_not_fit));
}

/// One sentence for each subject, which cites its own entry up to a number and the entry after it from there on.
fn numbered(off_from: usize) -> Document {
    let sentences: Vec<(String, usize)> = SUBJECTS
        .iter()
        .enumerate()
        .map(|(at, subject)| {
            (format!("It is known how the {subject} is found in all parts of the land"), at + 1)
        })
        .map(|(sentence, own)| (sentence, if own >= off_from { own + 1 } else { own }))
        .filter(|(_, number)| *number <= SUBJECTS.len())
        .collect();
    let borrowed: Vec<(&str, usize)> =
        sentences.iter().map(|(text, number)| (text.as_str(), *number)).collect();
    page("All that is found in the land", &borrowed, &SUBJECTS)
}

#[test]
fn numbers_that_are_off_by_one_are_told_once() {
    let (report, _) = run(&numbered(4), &SUBJECTS, &MINILM);
    let shifted: Vec<_> =
        report.notices.iter().filter(|notice| notice.code == NoticeCode::ShiftedNumbering).collect();
    let [notice] = shifted.as_slice() else { panic!("{:?}", report.notices) };
    assert!(
        notice.message.contains("from [5] on") && notice.message.contains("the entry before"),
        "{}",
        notice.message
    );
    assert!(
        !report.findings.iter().any(citelight::audit::finding::Finding::may_not_fit),
        "not each by itself"
    );
    let (sound, _) = run(&numbered(100), &SUBJECTS, &MINILM);
    assert!(sound.notices.iter().all(|notice| notice.code != NoticeCode::ShiftedNumbering));
}

/// Where each work of a stuffed list was made: titles that are told apart.
const PLACES: [&str; 14] = [
    "Iceland", "Norway", "Sweden", "Finland", "Denmark", "Poland", "Bavaria", "Austria", "Hungary",
    "Romania", "Bulgaria", "Greece", "Albania", "Portugal",
];

/// Works on otters that fit, and five on quanta that are cited at once, by the author of this name.
fn stuffed(name_of: impl Fn(usize) -> String) -> (Document, Vec<String>) {
    let mut html = "<article><h1>The otter in the river and the fish that it eats</h1>".to_owned();
    let (mut list, mut records) = (String::new(), Vec::new());
    for (at, place) in PLACES.iter().enumerate() {
        let number = at + 1;
        let is_otter = number < 10;
        let author = if is_otter { format!("Author{at}") } else { name_of(number) };
        let subject = if is_otter { "otter" } else { "quantum" };
        if is_otter {
            write!(html, "<p>The otter of {place} eats the fish of the river there <a href=\"#r{number}\">[{number}]</a>.</p>")
                .unwrap();
        }
        let title = title(subject).replace("Europe", place);
        write!(list, "<li id=\"r{number}\">[{number}] {author} A. {title}. Journal. 2010.</li>").unwrap();
        let named = record(at, subject).replace(&format!("Author{at}"), &author);
        records.push(named.replace("all of Europe", &format!("all of {place}")));
    }
    let crowd: Vec<String> = (10..=14).map(|number| format!("<a href=\"#r{number}\">{number}</a>")).collect();
    write!(html, "<p>Much else was written about all of this by others [{}].</p>", crowd.join(", ")).unwrap();
    write!(html, "<h2>References</h2><ol>{list}</ol></article>").unwrap();
    (Content::alone(html).parse("page.html", false).unwrap(), records)
}

#[test]
fn far_works_of_one_author_are_one_quiet_line() {
    let (document, records) = stuffed(|_| "Vain".to_owned());
    let report = audited(&document, &records);
    let told: Vec<_> = report.notices.iter().filter(|notice| notice.code == NoticeCode::FarWorks).collect();
    let [notice] = told.as_slice() else { panic!("{:?}", report.notices) };
    assert_eq!(notice.severity, Severity::Info);
    assert_eq!(
        notice.message,
        "All 5 works by A Vain in the reference list seem unrelated to the article and to the sentences that cite them: \
         references 10, 11, 12, 13, 14."
    );
    assert_eq!(report.summary.citations.problems(), 0);
    // Each is cited only in a crowd, and near the others that are.
    for finding in report.findings.iter().filter(|finding| finding.may_not_fit()) {
        let standing = finding.reasons.iter().find_map(|reason| match reason {
            Reason::SeemsAboutSomethingElse { alone, crowd, .. } => Some((*alone, *crowd)),
            _ => None,
        });
        assert_eq!(standing, Some((true, Some(5))), "{}", finding.reference);
        assert!(finding.message.contains("in groups of 5 or more"), "{}", finding.message);
    }
    let (document, records) = stuffed(|number| format!("Author{number}"));
    let report = audited(&document, &records);
    assert!(
        report.notices.iter().all(|notice| notice.code != NoticeCode::FarWorks),
        "each by another author"
    );
}
