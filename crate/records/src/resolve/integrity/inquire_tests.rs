//! Who is asked about an entry, until when, and what a source that fails may change.

use std::cell::{Cell, RefCell};

use futures_util::FutureExt;

use super::*;
use crate::sources::doi_register::DoiRegister;
use crate::sources::{Query, Record, Source, SourceError};
use citelight_inference::LocalFuture;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

const TODAY: Day = Day { year: 2026, month: 11, day: 22 };
const DOI: &str = "10.1109/cvpr.2016.90";

/// A source with one thing to say, which counts how often it had to.
struct Scripted {
    name: &'static str,
    says: Result<Vec<Record>, ()>,
    everything: bool,
    /// The large indexes take in what it holds; by itself it knows arXiv's identifiers.
    taken_in: bool,
    /// Titles that its works had before.
    earlier_titles: &'static [&'static str],
    asked: Cell<usize>,
}

impl Scripted {
    fn new(name: &'static str, says: Result<Vec<Record>, ()>) -> Self {
        let own = |record: Record| Record { source: name.to_owned(), ..record };
        let says = says.map(|records| records.into_iter().map(own).collect());
        Self { name, says, everything: true, taken_in: false, earlier_titles: &[], asked: Cell::new(0) }
    }
}

impl Source for Scripted {
    fn name(&self) -> &str {
        self.name
    }

    fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
        self.asked.set(self.asked.get() + 1);
        let failure = |()| SourceError::Unavailable {
            source_name: self.name.to_owned(),
            what: "an entry".to_owned(),
            reason: "status 503".to_owned(),
        };
        Box::pin(std::future::ready(self.says.clone().map_err(failure)))
    }

    fn can_look_up(&self, query: &Query<'_>) -> bool {
        query.title.is_some() || query.identifiers.arxiv.is_some()
    }

    fn other_titles<'a>(&'a self, _: &'a Record) -> LocalFuture<'a, Result<Vec<String>, SourceError>> {
        let titles = self.earlier_titles.iter().map(|title| (*title).to_owned());
        Box::pin(std::future::ready(Ok(titles.collect())))
    }

    fn covers_everything(&self) -> bool {
        self.everything
    }

    fn is_taken_in(&self) -> bool {
        self.taken_in
    }
}

/// A register of DOIs that remembers what it was asked.
#[derive(Default)]
struct Register {
    holds: Option<bool>,
    asked: RefCell<Vec<String>>,
}

impl DoiRegister for Register {
    fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        self.asked.borrow_mut().push(doi.to_owned());
        let failure = || SourceError::Unavailable {
            source_name: "doi".to_owned(),
            what: doi.to_owned(),
            reason: "status 503".to_owned(),
        };
        Box::pin(std::future::ready(self.holds.ok_or_else(failure)))
    }
}

fn record() -> Record {
    let names = [("Kaiming", "He"), ("Xiangyu", "Zhang"), ("Shaoqing", "Ren"), ("Jian", "Sun")];
    Record {
        title: "Deep residual learning for image recognition".to_owned(),
        authors: names.map(|(given, family)| Person::new(family, given)).to_vec(),
        year: Some(2016),
        venue: Some("Conference on Computer Vision and Pattern Recognition".to_owned()),
        identifiers: Identifiers { doi: Some(DOI.to_owned()), ..Identifiers::default() },
        ..Record::default()
    }
}

fn entry(fields: &[(&str, &str)]) -> BibEntry {
    let own = [
        ("title", "Deep Residual Learning for Image Recognition"),
        ("author", "He, K. and Zhang, X. and Ren, S. and Sun, J."),
        ("year", "2016"),
        ("booktitle", "CVPR"),
    ];
    let fields = own.iter().chain(fields).map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    BibEntry { key: "k".to_owned(), kind: "inproceedings".to_owned(), fields: fields.collect() }
}

fn ask_about(entry: &BibEntry, sources: &[Scripted], register: Option<&Register>) -> Inquiry {
    let sources: Vec<&dyn Source> = sources.iter().map(|source| source as &dyn Source).collect();
    let register = register.map(|register| register as &dyn DoiRegister);
    let settings = CheckSettings::default();
    inquire(entry, &sources, register, TODAY, &settings).now_or_never().unwrap()
}

fn asked(sources: &[Scripted]) -> Vec<usize> {
    sources.iter().map(|source| source.asked.get()).collect()
}

#[test]
fn a_confirmed_entry_is_asked_of_nobody_else() {
    let sources = [Scripted::new("a", Ok(vec![record()])), Scripted::new("b", Ok(vec![record()]))];
    let register = Register { holds: Some(true), ..Register::default() };
    let inquiry = ask_about(&entry(&[("doi", DOI)]), &sources, Some(&register));
    assert_eq!(inquiry.report.label, Label::Valid, "{:?}", inquiry.report);
    assert_eq!(asked(&sources), [1, 0]);
    assert!(register.asked.borrow().is_empty(), "a record bears the DOI");
}

/// Three sources, each with what it says.
fn three(says: [Vec<Record>; 3]) -> [Scripted; 3] {
    let [a, b, c] = says;
    [Scripted::new("a", Ok(a)), Scripted::new("b", Ok(b)), Scripted::new("c", Ok(c))]
}

#[test]
fn what_two_sources_refute_is_asked_of_nobody_else() {
    let strangers = [("author", "Lopez, Maria and Cruz, Tom")];
    let short = [("title", "Residual learning"), ("author", "Lopez, Maria and Cruz, Tom")];
    let of_short = Record { title: "Residual learning".to_owned(), ..record() };
    let elsewhere = Record { title: "Tides in small ponds and what they carry".to_owned(), ..record() };
    let other_title = [("title", "Whales that count the stars"), ("author", "Roe, Richard"), ("doi", DOI)];
    let with = |record: &Record| three([vec![record.clone()], vec![record.clone()], vec![record.clone()]]);
    for (fields, record, wanted) in [
        (&strangers[..], record(), [1, 1, 0]),
        (&[("year", "2031")][..], record(), [1, 0, 0]),
        (&other_title[..], elsewhere, [1, 1, 0]),
        // The venue, the year or the title may be another version's.
        (&[("booktitle", "ICML")][..], record(), [1, 1, 1]),
        (&[("year", "1999")][..], record(), [1, 1, 1]),
        (&[("title", "Deep residual learning for image segmentation")][..], record(), [1, 1, 1]),
    ] {
        let sources = with(&record);
        let report = ask_about(&entry(fields), &sources, None).report;
        assert_eq!(report.label, Label::Hallucinated, "{fields:?} {report:?}");
        assert_eq!(asked(&sources), wanted, "{fields:?}");
    }
    // Two works share a short title: a third source may have the other one, and if none has, nobody is accused.
    let sources = with(&of_short);
    let report = ask_about(&entry(&short), &sources, None).report;
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    assert_eq!(asked(&sources), [1, 1, 1]);
}

#[test]
fn the_third_source_may_know_what_the_others_do_not() {
    let icml = Record { venue: Some("International Conference on Machine Learning".to_owned()), ..record() };
    for (fields, says) in [
        (&[][..], [Vec::new(), Vec::new(), vec![record()]]),
        (&[("booktitle", "ICML")][..], [vec![record()], vec![record()], vec![icml]]),
        (
            &[("author", "Lopez, Maria")][..],
            [
                vec![record()],
                Vec::new(),
                vec![Record { authors: vec![Person::new("Lopez", "Maria")], ..record() }],
            ],
        ),
    ] {
        let sources = three(says);
        let report = ask_about(&entry(fields), &sources, None).report;
        assert_eq!((report.label, asked(&sources)), (Label::Valid, vec![1, 1, 1]), "{fields:?} {report:?}");
    }
}

#[test]
fn a_doi_that_does_not_exist_needs_two_sources_and_the_register() {
    let sources = three([vec![record()], vec![record()], vec![record()]].map(|records| {
        let unnamed = |record: Record| Record { identifiers: Identifiers::default(), ..record };
        records.into_iter().map(unnamed).collect()
    }));
    let register = Register { holds: Some(false), ..Register::default() };
    let report = ask_about(&entry(&[("doi", "10.1109/nobody.1")]), &sources, Some(&register)).report;
    assert_eq!(report.error_type, Some(ErrorType::FabricatedDoi), "{report:?}");
    assert_eq!((asked(&sources), register.asked.borrow().len()), (vec![1, 1, 0], 1));
}

#[test]
fn a_prefix_that_nobody_knows_is_asked_of_the_register() {
    for (holds, label) in
        [(Some(true), Label::Valid), (Some(false), Label::Hallucinated), (None, Label::Valid)]
    {
        let sources = three([vec![record()], vec![record()], vec![record()]]);
        let register = Register { holds, ..Register::default() };
        let report = ask_about(&entry(&[("doi", "10.99992/new.1")]), &sources, Some(&register)).report;
        assert_eq!(report.label, label, "{holds:?} {report:?}");
        assert_eq!(*register.asked.borrow(), ["10.99992/new.1"]);
    }
}

#[test]
fn what_the_large_indexes_take_in_is_asked_only_about_what_they_may_lack() {
    let preprint = [("booktitle", "arXiv preprint")];
    let identified = [("eprint", "1512.03385")];
    for (fields, first, last) in [
        (&[][..], Ok(Vec::new()), 0),
        (&[][..], Err(()), 1),
        (&preprint[..], Ok(Vec::new()), 1),
        (&identified[..], Ok(Vec::new()), 1),
    ] {
        let mut sources = three([Vec::new(), Vec::new(), Vec::new()]);
        sources[0].says = first;
        (sources[2].taken_in, sources[2].everything) = (true, false);
        let report = ask_about(&entry(fields), &sources, None).report;
        assert_eq!(asked(&sources), [1, 1, last], "{fields:?} {report:?}");
    }
}

#[test]
fn an_earlier_title_is_asked_for_where_the_identifier_has_another_one() {
    let forum = "https://openreview.net/forum?id=VVVVVVVVV1";
    let renamed = |authors: Vec<Person>| Record {
        title: "Shortcuts for very deep networks".to_owned(),
        authors,
        identifiers: Identifiers { url: Some(forum.to_owned()), ..Identifiers::default() },
        ..record()
    };
    let strangers = vec![Person::new("Lopez", "Maria"), Person::new("Cruz", "Tom")];
    // By the same authors; by authors whom the forum hides; by others, who may have followed an earlier version's.
    for authors in [record().authors, Vec::new(), strangers] {
        let said = |earlier_titles| {
            let source = Scripted::new("a", Ok(vec![renamed(authors.clone())]));
            ask_about(&entry(&[("url", forum)]), &[Scripted { earlier_titles, ..source }], None).report
        };
        let (unknown, known) = (said(&[]), said(&["Deep residual learning for image recognition"]));
        assert_ne!(unknown.subtests.title_exists.passed, Some(true), "{authors:?} {unknown:?}");
        assert_eq!(known.subtests.title_exists.passed, Some(true), "{authors:?} {known:?}");
    }
}

#[test]
fn nobody_having_it_is_enough_only_if_two_sources_of_everything_answered() {
    let nothing = |name| Scripted::new(name, Ok(Vec::new()));
    let both = [nothing("a"), nothing("b")];
    let inquiry = ask_about(&entry(&[]), &both, None);
    assert_eq!((inquiry.report.label, inquiry.report.status), (Label::Hallucinated, Status::NotFound));
    let partial = [nothing("a"), Scripted { everything: false, ..nothing("b") }];
    let inquiry = ask_about(&entry(&[]), &partial, None);
    assert_eq!((inquiry.report.label, inquiry.report.status), (Label::Uncertain, Status::Unverified));
}

#[test]
fn a_source_that_failed_might_have_had_it() {
    for (failing, healthy) in [(0, [1, 2]), (1, [0, 2]), (2, [0, 1])] {
        let mut sources = ["a", "b", "c"].map(|name| Scripted::new(name, Ok(Vec::new())));
        sources[failing].says = Err(());
        let inquiry = ask_about(&entry(&[]), &sources, None);
        assert_eq!(inquiry.report.label, Label::Uncertain, "{:?}", inquiry.report);
        assert_eq!(inquiry.report.status, Status::Unverified);
        assert_eq!(asked(&sources), [1, 1, 1], "{healthy:?} are asked all the same");
        assert_eq!(inquiry.answers.failures.len(), 1);
        let failed = ["a", "b", "c"][failing];
        assert!(inquiry.report.failures.join(" ").contains(failed), "the reader is told");
    }
}

#[test]
fn a_failure_takes_back_what_one_source_alone_contradicts() {
    let wrong = entry(&[("author", "He, K. and Zhang, X. and Sun, J. and Roe, R.")]);
    let with = |says: [Result<Vec<Record>, ()>; 3]| {
        let [a, b, c] = says;
        [Scripted::new("a", a), Scripted::new("b", b), Scripted::new("c", c)]
    };
    let one = ask_about(&wrong, &with([Ok(vec![record()]), Err(()), Err(())]), None).report;
    let two = ask_about(&wrong, &with([Ok(vec![record()]), Ok(vec![record()]), Err(())]), None).report;
    assert_eq!((one.label, two.label), (Label::Uncertain, Label::Hallucinated), "{one:?}\n{two:?}");
    assert!(
        one.reasons.join(" ").contains("b and c failed and might have known better"),
        "{:?}",
        one.reasons
    );
}

#[test]
fn an_entry_that_refutes_itself_stands_without_anybody() {
    let future = entry(&[("year", "2031")]);
    let sources = ["a", "b"].map(|name| Scripted::new(name, Err(())));
    let report = ask_about(&future, &sources, None).report;
    assert_eq!((report.label, report.error_type), (Label::Hallucinated, Some(ErrorType::FutureDate)));
}

#[test]
fn everyone_failing_is_nothing_learned() {
    let sources = ["a", "b"].map(|name| Scripted::new(name, Err(())));
    let inquiry = ask_about(&entry(&[]), &sources, None);
    assert_eq!((inquiry.report.label, inquiry.report.status), (Label::Uncertain, Status::Unverified));
    assert!(inquiry.report.record.is_none());
    let nobody = ask_about(&entry(&[]), &[], None);
    assert_eq!((nobody.report.label, nobody.report.status), (Label::Uncertain, Status::Unverified));
}

#[test]
fn the_register_is_asked_about_a_doi_that_no_record_bears() {
    let another = Record {
        identifiers: Identifiers { doi: Some("10.1145/1.2".to_owned()), ..Identifiers::default() },
        ..record()
    };
    for (holds, label) in
        [(Some(true), None), (Some(false), Some(Label::Hallucinated)), (None, Some(Label::Uncertain))]
    {
        let sources = ["a", "b"].map(|name| Scripted::new(name, Ok(vec![another.clone()])));
        let register = Register { holds, ..Register::default() };
        let inquiry = ask_about(&entry(&[("doi", "10.1109/CVPR.2099.1")]), &sources, Some(&register));
        assert_eq!(*register.asked.borrow(), ["10.1109/cvpr.2099.1"]);
        assert_eq!(asked(&sources), [1, 1], "under an identifier that nobody bears the next source may");
        let told = (holds, inquiry.answers.handle);
        assert!(
            matches!(
                told,
                (Some(true), DoiHandle::Resolves)
                    | (Some(false), DoiHandle::NotFound)
                    | (None, DoiHandle::Unknown)
            ),
            "{told:?}"
        );
        if let Some(label) = label.filter(|label| *label == Label::Hallucinated) {
            assert_eq!(inquiry.report.label, label, "{:?}", inquiry.report);
        } else if holds.is_none() {
            assert_ne!(
                inquiry.report.subtests.doi_resolves.passed,
                Some(false),
                "a silent register accuses nobody"
            );
        }
    }
}

#[test]
fn a_source_that_cannot_be_asked_this_is_left_out() {
    struct Forums(Cell<usize>);
    impl Source for Forums {
        fn name(&self) -> &str {
            "forums"
        }
        fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
            self.0.set(self.0.get() + 1);
            Box::pin(std::future::ready(Ok(Vec::new())))
        }
        fn can_look_up(&self, query: &Query<'_>) -> bool {
            query.identifiers.url.is_some()
        }
    }
    let forums = Forums(Cell::new(0));
    let settings = CheckSettings::default();
    let report = inquire(&entry(&[]), &[&forums], None, TODAY, &settings).now_or_never().unwrap().report;
    assert_eq!((forums.0.get(), report.asked.len()), (0, 0));
}
