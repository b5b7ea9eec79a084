//! Full texts from where they lie open, in virtual time: order of places, faults, the store, and whose text it is.

#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use citelight_document::document::Content;
use citelight_document::document::pdf::{PdfFont, PdfItem, PdfPage, PdfText};
use citelight_inference::LocalFuture;
use citelight_records::access::{
    Access, CopyHosts, FullTextProvider, OpenTexts, ReadPdf, RetrievedText, TextError, read, read_as_cited,
};
use citelight_records::http::{Clock, FetchError, Request, RequestPolicy, Response};
use citelight_records::sources::links::{LocationFormat, OpenLocation};
use citelight_records::sources::{ApiName, Record};
use citelight_types::finding::Extent;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

#[allow(dead_code, reason = "each test uses its part")]
#[path = "support/scripted.rs"]
mod scripted;

use scripted::{Behaviour, Bench, faulty, status, with_policy};

const TITLE: &str = "Effects of sleep on memory consolidation";

fn page(title: &str) -> String {
    let paragraph =
        "<p>Forty sleepers remembered more of what they had learnt than forty who were kept awake.</p>";
    format!(
        "<!DOCTYPE html><html><head><title>{title}</title></head><body><article><h1>{title}</h1>{}</article></body></html>",
        paragraph.repeat(5)
    )
}

fn jats(title: &str) -> String {
    let paragraph =
        "<p>Forty sleepers remembered more of what they had learnt than forty who were kept awake.</p>";
    format!(
        "<article><front><article-meta><title-group><article-title>{title}</article-title></title-group></article-meta></front>\
         <body>{}</body></article>",
        paragraph.repeat(5)
    )
}

fn record(arxiv: Option<&str>, pmcid: Option<&str>) -> Record {
    Record {
        title: TITLE.to_owned(),
        authors: vec![Person::new("Walker", "M.")],
        identifiers: Identifiers {
            arxiv: arxiv.map(str::to_owned),
            pmcid: pmcid.map(str::to_owned),
            ..Identifiers::default()
        },
        ..Record::default()
    }
}

/// The markup of a content that stands alone.
fn alone(content: &Content) -> String {
    match content {
        Content::Text { text, companions } if companions.is_empty() => text.clone(),
        other => panic!("{other:?}"),
    }
}

fn text(body: String) -> Result<Response, FetchError> {
    Ok(Response { status: 200, body: body.into(), ..Response::default() })
}

/// arXiv has the page, PubMed Central the article.
fn web(request: &Request) -> Result<Response, FetchError> {
    if request.url.ends_with("/html/2101.01234") {
        text(page(TITLE))
    } else if request.url.ends_with("/PMC22/fullTextXML") {
        text(jats(TITLE))
    } else {
        status(404, &[])
    }
}

fn bench(behaviour: Behaviour) -> (Bench, OpenTexts) {
    let bench = Bench::new(20, with_policy(RequestPolicy::unlimited()), behaviour);
    let texts = OpenTexts::new(bench.client.clone(), &[]);
    (bench, texts)
}

fn ask(bench: &Bench, texts: &OpenTexts, record: &Record) -> Result<Option<RetrievedText>, TextError> {
    let mut failed = Ok(None);
    for place in 0..texts.places(record) {
        match bench.clock.run(texts.text(record, place)).unwrap() {
            Ok(None) => {}
            Ok(Some(text)) => return Ok(Some(text)),
            Err(error) => failed = failed.and(Err(error)),
        }
    }
    failed
}

#[test]
fn identifiers_and_open_copies_lead_to_the_text() {
    let (bench, texts) = bench(Box::new(|_, request| web(request)));
    let location = |url: &str| Record {
        locations: vec![OpenLocation {
            url: url.to_owned(),
            format: LocationFormat::Pdf,
            version: None,
            licence: None,
        }],
        ..record(None, None)
    };
    for (record, place) in [
        (record(Some("2101.01234"), Some("PMC22")), "/html/2101.01234"),
        (record(Some("2101.99999"), Some("PMC22")), "/PMC22/fullTextXML"),
        (location("https://arxiv.org/pdf/2101.01234v3"), "/html/2101.01234"),
        (location("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC22/pdf"), ""),
        (location("https://europepmc.org/articles/PMC22"), "/PMC22/fullTextXML"),
    ] {
        let found = ask(&bench, &texts, &record).unwrap();
        match found {
            Some(found) => {
                assert!(!place.is_empty() && found.origin.ends_with(place), "{} {place}", found.origin);
                assert_eq!(found.extent, Some(Extent::FullText));
            }
            None => assert!(place.is_empty(), "{:?}", record.locations),
        }
    }
    // Without a reader of PDFs there is nothing to be had there.
    let nowhere = location("https://example.org/2101.01234.pdf");
    let before = bench.requests();
    assert_eq!(ask(&bench, &texts, &nowhere), Ok(None));
    assert_eq!(bench.requests(), before, "no other server is asked");
}

/// A reader of PDFs that hold their text as it stands.
struct BarePdf;

impl ReadPdf for BarePdf {
    fn read_pdf(&self, file: Vec<u8>) -> LocalFuture<'_, Result<PdfText, String>> {
        let lines = String::from_utf8_lossy(&file).into_owned();
        let item = |(at, line): (usize, &str)| PdfItem {
            text: line.to_owned(),
            x: 50.0,
            y: 780.0 - 14.0 * at as f32,
            width: 5.0 * line.len() as f32,
            size: if at == 0 { 16.0 } else { 10.0 },
            ..PdfItem::default()
        };
        let items =
            lines.lines().skip(1).filter(|line| !line.starts_with('%')).enumerate().map(item).collect();
        let page = PdfPage { width: 600.0, height: 800.0, items, ..PdfPage::default() };
        let fonts = vec![PdfFont::default()];
        Box::pin(std::future::ready(Ok(PdfText { fonts, pages: vec![page], ..PdfText::default() })))
    }
}

fn located(url: &str, format: LocationFormat) -> Record {
    Record {
        locations: vec![OpenLocation { url: url.to_owned(), format, version: None, licence: None }],
        ..record(None, None)
    }
}

#[test]
fn the_source_is_read_where_arxiv_has_no_page() {
    let latex = format!(
        "\\documentclass{{article}}\\title{{{TITLE}}}\\begin{{document}}\\maketitle\n{}\\end{{document}}",
        "Forty sleepers remembered more than forty who were kept awake.\n\n".repeat(5)
    );
    let served = latex.clone();
    let (bench, texts) = bench(Box::new(move |_, request| match request.url.contains("/e-print/") {
        true => text(served.clone()),
        false => status(404, &[]),
    }));
    let found = ask(&bench, &texts, &record(Some("2101.01234"), None)).unwrap().unwrap();
    assert!(found.origin.ends_with("/e-print/2101.01234"), "{}", found.origin);
    assert_eq!((alone(&found.content), found.extent), (latex, Some(Extent::FullText)));
    let access = bench.clock.run(read(&record(Some("2101.01234"), None), &[&texts])).unwrap();
    assert!(matches!(access, Access::Readable { .. }), "{access:?}");
}

#[test]
fn open_copies_elsewhere_are_read_if_they_are_the_work() {
    let line = "Forty sleepers remembered more of what they had learnt than forty who were kept awake.\n";
    let file = move |title: &str| format!("%PDF-1.7\n{title}\nM. Walker\n{}%%EOF\n", line.repeat(40));
    let (bench, texts) = bench(Box::new(move |_, request| match request.url.rsplit('/').next() {
        Some("own.pdf") => text(file(TITLE)),
        Some("other.pdf") => text(file("Effects of caffeine on the reaction time of pilots")),
        Some("cut.pdf") => text(file(TITLE).replace("%%EOF", "")),
        Some("refused.pdf") => status(403, &[]),
        Some("short.html") => text(page(TITLE)),
        Some("long.html") => {
            let words = format!("<p>{}</p>", line.trim()).repeat(100);
            text(page(TITLE).replace("</article>", &format!("{words}</article>")))
        }
        _ => status(404, &[]),
    }));
    let own = located("https://example.org/own.pdf", LocationFormat::Pdf);
    assert_eq!(texts.places(&own), 0, "nobody reads PDFs");
    let texts = texts.reading_pdf(Rc::new(BarePdf));
    let extent = |name: &str| {
        let format = if name.ends_with("pdf") { LocationFormat::Pdf } else { LocationFormat::Page };
        let record = located(&format!("https://example.org/{name}"), format);
        match bench.clock.run(read(&record, &[&texts])).unwrap() {
            Access::Readable { text, .. } => Ok(text.extent),
            Access::Unreadable { reason, .. } => Err(reason),
        }
    };
    assert_eq!(extent("long.html"), Ok(Extent::FullText));
    assert_eq!(extent("short.html"), Ok(Extent::Abstract), "a page of a few lines may be the abstract's");
    assert_eq!(extent("own.pdf"), Ok(Extent::Abstract));
    assert!(extent("other.pdf").unwrap_err().contains("caffeine"));
    assert!(extent("cut.pdf").unwrap_err().contains("breaks off"));
    assert!(extent("refused.pdf").unwrap_err().contains("403"));
    let first_refuses = Record {
        locations: ["refused.pdf", "other.pdf", "own.pdf", "long.html"]
            .map(|name| {
                located(&format!("https://example.org/{name}"), LocationFormat::Pdf).locations.remove(0)
            })
            .to_vec(),
        ..record(None, None)
    };
    let access = bench.clock.run(read(&first_refuses, &[&texts])).unwrap();
    assert!(
        matches!(&access, Access::Readable { text, .. } if text.origin.ends_with("own.pdf")),
        "{access:?}"
    );
    assert_eq!(texts.places(&first_refuses), 3, "no more are tried");
}

/// Copies on hosts that a reader allowed, one by one, as in a browser.
#[test]
fn copies_of_named_hosts_are_read_encrypted_and_no_other_host_is_asked() {
    let line = "Forty sleepers remembered more of what they had learnt than forty who were kept awake.\n";
    let file = format!("%PDF-1.7\n{TITLE}\nM. Walker\n{}%%EOF\n", line.repeat(40));
    let (bench, texts) = bench(Box::new(move |_, request| {
        let body = file.clone().into_bytes();
        let answered = |url: &str| Response {
            status: 200,
            body: body.clone(),
            url: url.to_owned(),
            ..Response::default()
        };
        Ok(match request.url.rsplit('/').next() {
            Some("moved.pdf") => answered("https://login.example.net/sign-in"),
            Some("opened.pdf") => answered("http://repository.example.org/opened.pdf"),
            Some("inner.pdf") => answered("https://127.0.0.1/inner.pdf"),
            _ => answered(&request.url),
        })
    }));
    let allowed = ["repository.example.org".to_owned()].into();
    let texts = texts.reading_pdf(Rc::new(BarePdf)).with_copies_of(CopyHosts::Named(allowed));
    let at = |url: &str| located(url, LocationFormat::Pdf);
    let access = |record: &Record| match bench.clock.run(read(record, &[&texts])).unwrap() {
        Access::Readable { text, .. } => Ok(text.origin),
        Access::Unreadable { reason, .. } => Err(reason),
    };
    let own = at("http://Repository.Example.org/own.pdf");
    assert_eq!(access(&own).as_deref(), Ok("https://Repository.Example.org/own.pdf"));
    assert!(texts.withheld(&own).is_empty());

    for (name, led) in [
        ("moved.pdf", "login.example.net"),
        ("opened.pdf", "repository.example.org"),
        ("inner.pdf", "another place"),
    ] {
        let refused = access(&at(&format!("https://repository.example.org/{name}"))).unwrap_err();
        assert!(refused.contains(&format!("it led to {led}, which was not allowed")), "{refused}");
    }

    let before = bench.requests();
    let other = at("https://other.example.net/own.pdf");
    assert!(access(&other).is_err());
    assert_eq!(texts.withheld(&other), ["other.example.net"]);
    for url in [
        "https://doi.org/10.5555/a.1",
        "http://192.168.0.1/a.pdf",
        "https://localhost/a.pdf",
        "https://repository.example.org:8443/a.pdf",
        "https://repository.example.org@10.0.0.1/a.pdf",
        "ftp://repository.example.org/a.pdf",
    ] {
        assert_eq!((texts.places(&at(url)), texts.withheld(&at(url))), (0, Vec::new()), "{url}");
    }
    assert_eq!(bench.requests(), before, "nobody else is asked");
}

#[test]
fn where_arxiv_lets_nobody_read_but_its_pdfs_one_of_them_is_a_copy() {
    let mut settings = with_policy(RequestPolicy::unlimited());
    settings.out_of_reach = [ApiName::Arxiv].into();
    let bench = Bench::new(
        20,
        settings,
        Box::new(|_, request| Ok(Response { status: 404, url: request.url.clone(), ..Response::default() })),
    );
    let texts = OpenTexts::new(bench.client.clone(), &[]).with_copies_of(CopyHosts::Named([].into()));
    let work = record(Some("2101.01234"), None);
    assert!(texts.withheld(&work).is_empty(), "nobody reads PDFs");
    let texts = texts.reading_pdf(Rc::new(BarePdf));
    assert_eq!((texts.places(&work), texts.withheld(&work)), (0, vec!["arxiv.org".to_owned()]));
    let texts = texts.with_copies_of(CopyHosts::Named(["arxiv.org".to_owned()].into()));
    assert_eq!(ask(&bench, &texts, &work), Ok(None));
    assert_eq!(bench.server.log.borrow().last().unwrap().1, "https://arxiv.org/pdf/2101.01234");
}

/// Fails as a program that reads PDFs does, and counts how often it was tried.
#[derive(Default)]
struct Unreadable(Cell<usize>);

impl ReadPdf for Unreadable {
    fn read_pdf(&self, _: Vec<u8>) -> LocalFuture<'_, Result<PdfText, String>> {
        self.0.set(self.0.get() + 1);
        Box::pin(std::future::ready(Err("reading the PDF took longer than 45 s".to_owned())))
    }
}

#[test]
fn what_is_too_large_or_cannot_be_read_is_not_fetched_again_for_a_while() {
    let (bench, texts) = bench(Box::new(|_, request| match request.url.ends_with("huge.pdf") {
        true => Err(FetchError::TooLarge { host: "example.org".to_owned(), limit: 32 }),
        false => text("%PDF-1.7\n%%EOF\n".to_owned()),
    }));
    let reader = Rc::new(Unreadable::default());
    let texts = texts.reading_pdf(reader.clone());
    let reason = |name: &str| {
        let record = located(&format!("https://example.org/{name}"), LocationFormat::Pdf);
        ask(&bench, &texts, &record).unwrap_err().reason
    };
    for _ in 0..3 {
        assert!(reason("huge.pdf").contains("32 bytes"), "{}", reason("huge.pdf"));
        assert!(reason("endless.pdf").contains("took longer"));
    }
    assert_eq!((bench.requests(), reader.0.get()), (2, 1));
    bench.clock.run(bench.clock.sleep(Duration::from_secs(2 * 3600)));
    reason("endless.pdf");
    assert_eq!((bench.requests(), reader.0.get()), (3, 2));
}

#[test]
fn the_anthology_keeps_what_its_dois_name() {
    let (bench, texts) = bench(Box::new(|_, _| status(404, &[])));
    let texts = texts.reading_pdf(Rc::new(BarePdf));
    let doi = Some("10.18653/v1/N19-1423".to_owned());
    let work = Record { identifiers: Identifiers { doi, ..Identifiers::default() }, ..record(None, None) };
    assert_eq!(ask(&bench, &texts, &work), Ok(None));
    assert_eq!(bench.server.log.borrow().last().unwrap().1, "https://aclanthology.org/N19-1423.pdf");
}

#[test]
fn a_text_is_asked_for_once_and_so_is_its_absence_for_a_while() {
    let (bench, texts) = bench(Box::new(|_, request| web(request)));
    let (here, gone) = (record(Some("2101.01234"), None), record(Some("2101.99999"), None));
    for _ in 0..3 {
        assert!(ask(&bench, &texts, &here).unwrap().is_some());
        assert!(ask(&bench, &texts, &gone).unwrap().is_none());
    }
    assert_eq!((bench.requests(), bench.client.counts(ApiName::Arxiv).kept), (3, 6));
    bench.clock.run(bench.clock.sleep(Duration::from_secs(2 * 3600)));
    assert!(ask(&bench, &texts, &here).unwrap().is_some());
    assert!(ask(&bench, &texts, &gone).unwrap().is_none());
    assert_eq!(bench.requests(), 5, "an absence is kept briefly");
}

#[test]
fn faults_are_errors_or_waited_out_and_never_another_text() {
    let wanted = [page(TITLE), jats(TITLE)];
    let (mut found, mut failed) = (0, 0);
    for seed in 0..60 {
        let (bench, texts) = bench(faulty(web, seed, 4));
        match ask(&bench, &texts, &record(Some("2101.01234"), Some("PMC22"))) {
            Ok(Some(text)) if wanted.contains(&alone(&text.content)) => found += 1,
            // Somebody's sign-in page is whole, too: whose text it is, the next test asks.
            Ok(Some(text)) => assert!(alone(&text.content).contains("Log in"), "{text:?}"),
            Ok(None) => panic!("{seed}: a fault is no absence"),
            Err(error) => {
                assert!(error.reason.contains("answer") || error.reason.len() > 5, "{error}");
                failed += 1;
            }
        }
    }
    println!("{found} texts, {failed} failures of 60 at four faults in ten");
    assert!(found >= 40, "{found}");
}

#[test]
fn another_work_s_text_is_not_taken_and_the_reader_is_told() {
    let answers = Rc::new(Cell::new("Effects of caffeine on reaction time"));
    let title = answers.clone();
    let (bench, texts) = bench(Box::new(move |_, _| text(page(title.get()))));
    let wrong = record(Some("2101.01234"), None);
    let access = bench.clock.run(read(&wrong, &[&texts])).unwrap();
    match access {
        Access::Unreadable { reason, .. } => assert!(reason.contains("caffeine"), "{reason}"),
        Access::Readable { step, .. } => panic!("{step:?}"),
    }
    answers.set("Log in to the network");
    let access = bench.clock.run(read(&record(Some("2101.01235"), None), &[&texts])).unwrap();
    assert!(matches!(access, Access::Unreadable { .. }));
    answers.set(TITLE);
    let access = bench.clock.run(read(&record(Some("2101.01236"), None), &[&texts])).unwrap();
    match access {
        Access::Readable { text, step } => {
            assert!(!text.passages.is_empty());
            assert!(step.summary.contains("/html/2101.01236"), "{}", step.summary);
        }
        Access::Unreadable { reason, .. } => panic!("{reason}"),
    }
}

#[test]
fn a_source_that_is_down_degrades_to_the_abstract() {
    let (bench, texts) = bench(Box::new(|_, _| status(503, &[])));
    let plain = record(Some("2101.01234"), Some("PMC22"));
    let error = ask(&bench, &texts, &plain).unwrap_err();
    assert!(error.reason.contains("503"), "{error}");
    let abstracted = Record {
        abstract_text: Some(
            "Forty sleepers remembered more of what they had learnt than forty others.".to_owned(),
        ),
        ..plain
    };
    let access = bench.clock.run(read(&abstracted, &[&texts])).unwrap();
    match access {
        Access::Readable { text, step } => {
            assert!(!text.passages.is_empty());
            assert!(step.summary.contains("abstract"), "{}", step.summary);
        }
        Access::Unreadable { reason, .. } => panic!("{reason}"),
    }
}

#[test]
fn a_copy_that_only_the_entry_names_is_read_if_it_is_the_record_s_work() {
    let (bench, texts) = bench(Box::new(|_, request| web(request)));
    let published = record(None, None);
    let cited = record(Some("2101.01234"), None).identifiers;
    let access = bench.clock.run(read_as_cited(&published, &cited, &[&texts])).unwrap();
    assert!(matches!(access, Access::Readable { .. }), "{access:?}");
    // The identifier is no proof: it may be the entry's mistake.
    let other = Record { title: "Effects of caffeine on reaction time".to_owned(), ..published };
    let access = bench.clock.run(read_as_cited(&other, &cited, &[&texts])).unwrap();
    assert!(matches!(access, Access::Unreadable { .. }), "{access:?}");
}

/// Semantic Scholar knows the first work's copy, OpenAlex the second's; nobody knows the third's.
fn index_of_copies(request: &Request) -> Result<Response, FetchError> {
    if request.url.contains("semanticscholar") && request.url.contains("/paper/batch") {
        let known = format!(
            r#"[{{"paperId": "s1", "title": "{TITLE}", "externalIds": {{"DOI": "10.5555/a.1", "ArXiv": "2101.01234"}}}}, null, null]"#
        );
        text(known)
    } else if request.url.contains("openalex") {
        let known = format!(
            r#"{{"meta": {{"count": 1}}, "results": [{{"id": "https://openalex.org/W2", "doi": "https://doi.org/10.5555/a.2", "title": "{TITLE}", "ids": {{"pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/22"}}}}]}}"#
        );
        text(known)
    } else if request.url.contains("/search") {
        text(r#"{"hitCount": 0, "resultList": {"result": []}}"#.to_owned())
    } else {
        web(request)
    }
}

#[test]
fn indexes_say_where_copies_lie_of_many_works_at_once() {
    let bench = Bench::new(
        20,
        with_policy(RequestPolicy::unlimited()),
        Box::new(|_, request| index_of_copies(request)),
    );
    let names = [ApiName::Crossref, ApiName::OpenAlex, ApiName::SemanticScholar, ApiName::EuropePmc];
    let sources: Vec<_> = names.into_iter().map(|name| bench.source(name)).collect();
    let texts = OpenTexts::new(bench.client.clone(), &sources);
    let work = |number: u8| Record {
        identifiers: Identifiers { doi: Some(format!("10.5555/a.{number}")), ..Identifiers::default() },
        ..record(None, None)
    };
    let mut records: Vec<Record> = [1, 2, 3].map(work).into();
    let own = record(Some("2101.01234"), None);
    records.push(own.clone());
    bench.clock.run(texts.prepare(records.iter_mut().collect())).unwrap();
    assert_eq!(bench.requests(), 3, "one request an index");
    assert_eq!(records[3], own, "what is open already is not looked for");
    let places: Vec<Option<String>> =
        records.iter().map(|record| ask(&bench, &texts, record).unwrap().map(|text| text.origin)).collect();
    assert!(places[0].as_deref().unwrap().ends_with("/html/2101.01234"), "{places:?}");
    assert!(places[1].as_deref().unwrap().ends_with("/PMC22/fullTextXML"), "{places:?}");
    assert_eq!(places[2], None);
}

#[test]
fn an_index_that_is_down_costs_no_more_than_its_copies() {
    let down = |request: &Request| match request.url.contains("semanticscholar") {
        true => status(503, &[]),
        false => index_of_copies(request),
    };
    let bench =
        Bench::new(20, with_policy(RequestPolicy::unlimited()), Box::new(move |_, request| down(request)));
    let sources = [ApiName::SemanticScholar, ApiName::OpenAlex].map(|name| bench.source(name));
    let texts = OpenTexts::new(bench.client.clone(), &sources);
    let identifiers = Identifiers { doi: Some("10.5555/a.2".to_owned()), ..Identifiers::default() };
    let mut work = Record { identifiers, ..record(None, None) };
    bench.clock.run(texts.prepare(vec![&mut work])).unwrap();
    assert_eq!(work.identifiers.pmcid.as_deref(), Some("PMC22"));
}
