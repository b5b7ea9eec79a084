//! The index over excerpts of the dumps in their own form (tests/fixtures/dumps).

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use citelight::LocalFuture;
use citelight::identifiers::Identifiers;
use citelight::sources::doi_register::{DoiRegister, RegisteredNotices};
use citelight::sources::{NoticeKind, Query, Record, Source, SourceError, WorkStatus};

use super::*;

#[path = "../../../document/tests/support/clock.rs"]
mod clock;

use clock::Stopwatch;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/dumps").join(name)
}

fn all() -> Vec<DumpFile> {
    let of = |dump, name: &str| DumpFile { dump, path: fixture(name) };
    vec![
        of(Dump::Dblp, "dblp.xml"),
        of(Dump::Arxiv, "arxiv-metadata.jsonl"),
        of(Dump::RetractionWatch, "retraction_watch.csv"),
        of(Dump::Ror, "ror.json"),
    ]
}

struct Made(tempfile::TempDir);

impl Made {
    fn path(&self) -> PathBuf {
        self.0.path().join("index.sqlite")
    }

    fn open(&self) -> LocalIndex {
        LocalIndex::open(&self.path()).unwrap()
    }
}

fn made(files: &[DumpFile]) -> Made {
    let made = Made(tempfile::tempdir().unwrap());
    build(&made.path(), files, &mut |_, _| {}).unwrap();
    made
}

fn of_text(dump: Dump, text: &[u8]) -> (tempfile::TempDir, DumpFile) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dump");
    std::fs::write(&path, text).unwrap();
    (folder, DumpFile { dump, path })
}

fn now<T>(future: impl Future<Output = T>) -> T {
    crate::runtime().unwrap().block_on(future)
}

fn titled(index: &LocalIndex, title: &str) -> Vec<Record> {
    let none = Identifiers::default();
    now(index.look_up(Query { identifiers: &none, title: Some(title), authors: &[], year: None })).unwrap()
}

fn of_doi(index: &LocalIndex, doi: &str) -> Vec<Record> {
    let identifiers = Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() };
    now(index.look_up(Query::by_identifiers(&identifiers))).unwrap()
}

#[test]
fn works_of_all_dumps_are_found_by_identifier_and_by_title() {
    let made = made(&all());
    let index = made.open();
    let deadlocks = &of_doi(&index, "10.1109/icst.2013.19")[0];
    assert_eq!(deadlocks.title, "Testing Database-Centric Applications for Causes of Database Deadlocks");
    assert_eq!((deadlocks.source.as_str(), deadlocks.year), ("dblp", Some(2013)));
    assert_eq!(deadlocks.authors[1].family, "Hossain");
    let nets = &titled(&index, "Stubborn sets for real-time Petri nets")[0];
    assert_eq!(nets.venue.as_deref(), Some("Formal Methods in System Design"));
    assert_eq!((nets.volume.as_deref(), nets.pages.as_deref()), (Some("11"), Some("23-40")));
    assert_eq!(
        titled(&index, "DB&LP: A WWW Bibliography on Databases and Logic Programming")[0].id,
        "persons/Ley95"
    );
    // One word is spelled otherwise, another one is missing.
    assert_eq!(titled(&index, "Sparsity certifying decomposition of graph")[0].id, "0704.0002");
    let preprint = &titled(&index, "Sparsity-certifying Graph Decompositions")[0];
    assert_eq!((preprint.source.as_str(), preprint.year), ("arxiv", Some(2007)));
    assert!(preprint.abstract_text.as_deref().unwrap().starts_with("We describe a new algorithm"));
    assert!(titled(&index, "Quantum gravity").is_empty());
    assert!(!index.covers_everything(), "what an index lacks may exist");
}

#[test]
fn retractions_are_told_of_whatever_record_bears_the_identifier() {
    let made = made(&all());
    let index = made.open();
    let retracted = &of_doi(&index, "10.1155/2022/9172719")[0];
    let WorkStatus::Retracted { date, notice, .. } = &retracted.status else { panic!("{retracted:?}") };
    assert_eq!(date.unwrap().to_string(), "2023-07-12");
    assert_eq!(notice.as_deref(), Some("10.1155/2023/9756480"));
    let register = IndexRegister::new(&index, None);
    let notices = now(register.notices("10.1155/2022/9172719")).notices;
    assert_eq!(notices.iter().map(|notice| notice.kind).collect::<Vec<_>>(), [NoticeKind::Retraction]);
    assert!(!register.knows_dois());
    assert_eq!(now(register.notices("10.1000/unknown")), RegisteredNotices::default());
}

/// A register that cannot be reached.
struct Unreachable;

impl Unreachable {
    fn error() -> SourceError {
        SourceError::Unavailable {
            source_name: "Crossref".to_owned(),
            what: "a notice".to_owned(),
            reason: "status 503".to_owned(),
        }
    }
}

impl DoiRegister for Unreachable {
    fn is_registered<'a>(&'a self, _: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
        Box::pin(std::future::ready(Err(Self::error())))
    }

    fn notices<'a>(&'a self, _: &'a str) -> LocalFuture<'a, RegisteredNotices> {
        Box::pin(std::future::ready(Err(Self::error()).into()))
    }
}

#[test]
fn a_network_that_fails_is_told_whatever_the_index_has() {
    let made = made(&all());
    let index = made.open();
    let register = IndexRegister::new(&index, Some(&Unreachable));
    for (doi, known) in [("10.1155/2022/9172719", 1), ("10.1000/unknown", 0)] {
        let told = now(register.notices(doi));
        assert_eq!((told.notices.len(), told.failure), (known, Some(Unreachable::error())), "{doi}");
    }
}

#[test]
fn a_reinstatement_takes_a_retraction_back_and_zero_is_no_pmid() {
    let head = "Record ID,Title,Journal,Author,RetractionDate,RetractionDOI,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason\n";
    let row = |date: &str, nature: &str, doi: &str| {
        format!(
            "1,Weirs and ladders of rivers,Weirs,Ada Moor;Unknown,{date} 0:00,10.1/n,1/2/2010 0:00,{doi},0,{nature},+x\n"
        )
    };
    let text = [
        head.to_owned(),
        row("1/1/2012", "Retraction", "10.1000/a"),
        row("5/1/2013", "Reinstatement", "10.1000/a"),
        row("1/1/2012", "Expression of concern", "10.1000/b"),
        row("1/1/2012", "Gossip", "10.1000/c"),
    ];
    let (_folder, file) = of_text(Dump::RetractionWatch, text.concat().as_bytes());
    let made = made(&[file]);
    let index = made.open();
    let back = &of_doi(&index, "10.1000/a");
    assert_eq!(back.len(), 1, "{back:?}");
    assert_eq!(back[0].status, WorkStatus::Current);
    assert_eq!(back[0].identifiers.pmid, None);
    assert_eq!(back[0].authors.len(), 1);
    assert!(matches!(of_doi(&index, "10.1000/b")[0].status, WorkStatus::Concern { .. }));
    assert_eq!(index.dumps()[0].skipped, 1);
    assert_eq!(index.dumps()[0].dated.as_deref(), Some("2013-05-01"));
}

#[test]
fn entities_markup_and_latin_1_become_letters() {
    let text = b"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<dblp><article key=\"a/b\" publtype=\"withdrawn\"><author>J&uuml;rgen M\xf6&#252;ller 0002</author><title>On H<sub>2</sub>O &amp; <i>Mus</i> sp.</title><journal>W&auml;rme</journal><year>1999</year></article></dblp>";
    let (_folder, file) = of_text(Dump::Dblp, text);
    let made = made(&[file]);
    let found = titled(&made.open(), "On H2O and Mus sp");
    assert_eq!(found[0].title, "On H2O & Mus sp");
    assert_eq!(found[0].authors[0].family, "Möüller");
    assert_eq!(found[0].venue.as_deref(), Some("Wärme"));
    assert_eq!(found[0].status, WorkStatus::withdrawn());
}

#[test]
fn an_organisation_is_found_by_any_of_its_names_if_no_other_bears_it() {
    let made = made(&all());
    let index = made.open();
    assert_eq!(index.organization("Università di Pisa").unwrap().unwrap().id, "https://ror.org/03ad39j10");
    assert_eq!(index.organization("UNIPI").unwrap().unwrap().name, "University of Pisa");
    assert_eq!(index.organization("University of Nowhere").unwrap(), None);
}

#[test]
fn the_index_says_what_it_was_built_from() {
    let made = made(&all());
    let dumps = made.open().dumps().to_vec();
    let told: Vec<_> =
        dumps.iter().map(|one| (one.dump, one.entries, one.skipped, one.dated.as_deref())).collect();
    assert_eq!(
        told,
        [
            (Dump::Dblp, 5, 0, Some("2023-08-10")),
            (Dump::Arxiv, 2, 0, Some("2008-12-13")),
            (Dump::RetractionWatch, 4, 0, Some("2023-07-12")),
            (Dump::Ror, 2, 0, Some("2025-01-22")),
        ]
    );
    assert!(dumps.iter().all(|one| one.address.starts_with("https://") && !one.licence.is_empty()));
}

#[test]
fn packed_dumps_are_read_and_those_that_break_off_are_refused() {
    let whole = std::fs::read(fixture("dblp.xml")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&whole).unwrap();
    let packed = packed.finish().unwrap();
    let (_folder, file) = of_text(Dump::Dblp, &packed);
    assert_eq!(made(&[file]).open().dumps()[0].entries, 5);
    for (cut, dump) in [
        (&packed[..packed.len() - 40], Dump::Dblp),
        (&whole[..whole.len() - 200], Dump::Dblp),
        (b"[{\"id\":\"x\",\"names\":[{\"value\":\"X\"}]}".as_slice(), Dump::Ror),
        (b"{\"id\":\"0704.0001\",\"title\":\"A\"}\n{\"id\":\"0704".as_slice(), Dump::Arxiv),
        (b"Title,DOI\nA,10.1/a\n".as_slice(), Dump::RetractionWatch),
        (b"PK\x03\x04 archive".as_slice(), Dump::Ror),
        (b"".as_slice(), Dump::Arxiv),
    ] {
        let (folder, file) = of_text(dump, cut);
        let path = folder.path().join("index.sqlite");
        let error = build(&path, &[file], &mut |_, _| {}).unwrap_err();
        assert!(matches!(error, IndexError::Dump { .. }), "{dump:?}: {error}");
        assert!(!path.exists(), "{dump:?}: half an index");
        let left: Vec<_> =
            std::fs::read_dir(folder.path()).unwrap().map(|one| one.unwrap().file_name()).collect();
        assert_eq!(left, ["dump"], "{dump:?}");
    }
}

#[test]
fn what_is_no_whole_index_is_refused_and_a_failed_build_leaves_the_former_one() {
    let made = made(&all());
    let (_folder, broken) = of_text(Dump::Arxiv, b"{\"id\":");
    assert!(build(&made.path(), &[broken], &mut |_, _| {}).is_err());
    assert_eq!(made.open().dumps().len(), 4);
    // As a build that was cut off leaves it, if somebody gives it the name of an index.
    let half = rusqlite::Connection::open(made.path()).unwrap();
    half.pragma_update(None, "user_version", 0).unwrap();
    drop(half);
    let error = LocalIndex::open(&made.path()).err().unwrap().to_string();
    assert!(error.contains("not whole"), "{error}");
    std::fs::write(made.path(), "no database at all, whatever its name says".repeat(20)).unwrap();
    assert!(LocalIndex::open(&made.path()).err().unwrap().to_string().contains("no index"));
    let missing = made.0.path().join("none");
    assert!(LocalIndex::open(&missing).err().unwrap().to_string().contains("citelight index build"));
}

/// Lines in arXiv's form whose titles share their common words, as real ones do.
fn lines(count: usize) -> Vec<u8> {
    let common = ["deep", "learning", "of", "neural", "models", "for", "robust", "vision"];
    let mut text = Vec::new();
    for n in 0..count {
        let [a, b, c] = [common[n % 8], common[n / 8 % 8], common[n / 64 % 8]];
        let title = format!("{a} {b} {c} w{} v{}", n * 7919 % 99_991, n % 977);
        writeln!(
            text,
            "{{\"id\":\"{:04}.{:05}\",\"title\":\"{title}\",\"update_date\":\"2020-01-01\",\"authors_parsed\":[[\"Weil\",\"Ida\",\"\"]],\"abstract\":\"We study {title}.\",\"versions\":[{{\"version\":\"v1\",\"created\":\"Mon, 2 Apr 2007 19:18:42 GMT\"}}]}}",
            1000 + n / 100_000,
            n % 100_000
        )
        .unwrap();
    }
    text
}

fn time_of(count: usize) -> Duration {
    let (_folder, file) = of_text(Dump::Arxiv, &lines(count));
    let watch = Stopwatch::start();
    made(&[file]);
    watch.spent()
}

#[test]
fn ten_times_the_entries_take_at_most_twelve_times_as_long() {
    // A machine is not always equally fast: both times are taken right behind one another, anew if something disturbed them.
    let mut rounds = (0..3).map(|_| (time_of(3_000), time_of(30_000)));
    let mut seen = Vec::new();
    let linear = rounds.any(|(few, many)| {
        seen.push((few, many));
        many <= 12 * few
    });
    assert!(linear, "{seen:?} for 3,000 and 30,000");
}

#[test]
fn a_look_up_takes_milliseconds() {
    let (_folder, file) = of_text(Dump::Arxiv, &lines(30_000));
    let made = made(&[file]);
    let index = made.open();
    let began = Instant::now();
    for _ in 0..20 {
        assert_eq!(titled(&index, "deep learning of w91342 v531")[0].source, "arxiv");
        assert!(!titled(&index, "learning of neural models for robust vision").is_empty());
    }
    // Unoptimised and on a busy machine.
    assert!(began.elapsed().as_millis() / 40 < 250, "{:?} for 40", began.elapsed());
}
