//! How texts come in and are judged: passages by search, the next ones ahead, abstracts first, side by side.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use citelight::LocalFuture;
use citelight::access::{FullTextProvider, PassageSearch, RetrievedText, TextError};
use citelight::audit::event::Event;
use citelight::audit::finding::Finding;
use citelight::audit::{AuditContext, Cancel, ClaimSearch, audit_document};
use citelight::document::Content;
use citelight::document::segmented::SegmentedText;
use citelight::finding::{Extent, Reason, Verdict};
use citelight::http::{Clock as _, virtual_time::VirtualClock};
use citelight::settings::Settings;
use citelight::sources::local::LocalStore;
use citelight::sources::{Record, Source};
use citelight::verify::Models;
use citelight::verify::models::{Infer, ModelError, Pair, Probabilities};

use super::article::*;
use super::bare_context::bare_context;

/// Holds one passage of each work, and writes down which claims it was sent.
#[derive(Default)]
struct Passages(RefCell<Vec<String>>);

impl PassageSearch for Passages {
    fn name(&self) -> &str {
        "the index"
    }

    fn passages<'a>(
        &'a self,
        claim: &'a str,
        record: &'a Record,
    ) -> LocalFuture<'a, Result<Option<SegmentedText>, TextError>> {
        self.0.borrow_mut().push(claim.to_owned());
        let page = format!(
            "<article><h1>{}</h1><h2>Results</h2><p>Shift workers in hospitals sleep less than office workers do. They \
             were asked every day.</p></article>",
            record.title
        );
        let document = Content::alone(page).parse("the index", false).unwrap();
        let text = SegmentedText::of(&document, "passages in the index", Extent::Passages);
        Box::pin(std::future::ready(Ok(Some(text))))
    }
}

#[test]
fn a_claim_whose_source_cannot_be_read_is_sent_to_a_search_for_passages_if_the_document_is_public() {
    let search = Passages::default();
    let [one, two] = stores();
    let texts = OneText { title: "Effects of sleep deprivation on memory consolidation" };
    let document = document();
    let found = |claim_search| {
        let context = AuditContext {
            sources: &[&one, &two],
            texts: &[&texts],
            models: Models { infer: Some(&Yes), ..Models::default() },
            claim_search,
            ..bare_context()
        };
        let report = audit_quietly(&document, &context);
        report.findings.into_iter().find(|found| found.citation == "c3").unwrap()
    };
    for address in ["page.html", "https://openreview.net/forum?id=x"] {
        let unsent = found(ClaimSearch::of_published(&search, address));
        assert!(matches!(unsent.reasons[0], Reason::NoText { .. }), "{unsent:?}");
    }
    assert!(search.0.borrow().is_empty());

    let sent = found(ClaimSearch::of_published(&search, "https://journal.example.org/a"));
    assert_eq!(*search.0.borrow(), [sent.claim.as_str()], "nothing but the one claim that is open");
    assert_eq!(sent.verdict, Verdict::Supported, "{sent:?}");
    assert_eq!(sent.evidence[0].place.extent, Some(Extent::Passages));
    assert!(sent.reasons.contains(&Reason::PassagesOnly));
    assert!(
        sent.trail.iter().any(|step| step.summary.starts_with("Sent the claim to the index")),
        "{sent:?}"
    );
}

/// Texts that take a second to come, counting how many are under way.
struct SlowTexts {
    clock: VirtualClock,
    under_way: Cell<usize>,
    most: Cell<usize>,
}

impl FullTextProvider for SlowTexts {
    fn is_remote(&self) -> bool {
        true
    }

    fn text<'a>(
        &'a self,
        record: &'a Record,
        place: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        Box::pin(async move {
            self.under_way.set(self.under_way.get() + 1);
            self.most.set(self.most.get().max(self.under_way.get()));
            self.clock.sleep(Duration::from_secs(1)).await;
            self.under_way.set(self.under_way.get() - 1);
            OneText { title: "Effects of sleep deprivation on memory consolidation" }
                .text(record, place)
                .await
        })
    }
}

#[test]
fn the_next_texts_are_on_their_way_while_one_is_read() {
    let (document, stores) = (document(), stores());
    let sources: Vec<&dyn Source> = stores.iter().map(|store| store as &dyn Source).collect();
    let texts =
        SlowTexts { clock: VirtualClock::starting_at(0), under_way: Cell::default(), most: Cell::default() };
    let context = AuditContext {
        sources: &sources,
        texts: &[&texts],
        models: Models { infer: Some(&Yes), ..Models::default() },
        ..bare_context()
    };
    let (settings, cancel) = (Settings::default(), Cancel::default());
    let mut ignore = |_: Event| {};
    let audit = audit_document(&document, &context, &settings, &cancel, &mut ignore);
    let report = texts.clock.run(audit).unwrap();
    assert!(texts.most.get() > 1, "one text after the other");
    assert_eq!(
        report.findings,
        run(&document, Some(&Yes), &cancel).0.findings,
        "the order of findings stays"
    );
}

#[test]
fn a_claim_is_judged_by_the_abstract_until_the_text_is_there() {
    let record = r#"{"id": "sleep", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}], "year": 2006, "abstract": "Sleep deprivation impaired memory consolidation in young adults. They were tested for a week."}"#;
    let store = LocalStore::from_json_lines("one", record).unwrap();
    let texts =
        SlowTexts { clock: VirtualClock::starting_at(0), under_way: Cell::default(), most: Cell::default() };
    let context = AuditContext {
        sources: &[&store],
        texts: &[&texts],
        models: Models { infer: Some(&Yes), ..Models::default() },
        ..bare_context()
    };
    let (document, settings, cancel) = (document(), Settings::default(), Cancel::default());
    let mut told = Vec::new();
    let mut keep = |event| {
        if let Event::Found { finding } = event
            && finding.citation == "c0"
        {
            told.push((texts.clock.now(), finding));
        }
    };
    let report = texts.clock.run(audit_document(&document, &context, &settings, &cancel, &mut keep)).unwrap();
    let extent = |finding: &Finding| finding.evidence[0].place.extent;
    let extents: Vec<_> = told.iter().map(|(time, finding)| (*time, extent(finding))).collect();
    assert_eq!(extents, [(0, Some(Extent::Abstract)), (1_000, Some(Extent::FullText))]);
    assert_eq!(report.findings[0], told[1].1, "the text has the last word");
    assert_eq!(report.summary.pairs, 5, "no pair is counted twice");
}

/// Thinks for a second, counting how many claims are thought about at once.
struct SlowThought {
    clock: VirtualClock,
    under_way: Cell<usize>,
    most: Cell<usize>,
}

impl Infer for SlowThought {
    fn name(&self) -> std::borrow::Cow<'_, str> {
        "yes, slowly".into()
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        Box::pin(async move {
            self.under_way.set(self.under_way.get() + 1);
            self.most.set(self.most.get().max(self.under_way.get()));
            self.clock.sleep(Duration::from_secs(1)).await;
            self.under_way.set(self.under_way.get() - 1);
            Yes.infer(pairs).await
        })
    }
}

/// Every record has the text that suits its title.
struct AllTexts;

impl FullTextProvider for AllTexts {
    fn text<'a>(
        &'a self,
        record: &'a Record,
        _: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        let title = &record.title;
        let content = Content::alone(format!(
            "<html><head><title>{title}</title></head><body><article><h1>{title}</h1><h2>Results</h2><p>Sleep deprivation \
             impaired memory consolidation in young adults. Shift workers slept badly.</p></article></body></html>"
        ));
        let text = RetrievedText { content, origin: record.id.clone(), extent: Some(Extent::FullText) };
        Box::pin(std::future::ready(Ok(Some(text))))
    }
}

#[test]
fn claims_about_several_texts_are_judged_side_by_side_with_the_same_outcome() {
    let (document, stores) = (document(), stores());
    let sources: Vec<&dyn Source> = stores.iter().map(|store| store as &dyn Source).collect();
    let report = |judged_at_once| {
        let thought = SlowThought {
            clock: VirtualClock::starting_at(0),
            under_way: Cell::default(),
            most: Cell::default(),
        };
        let context = AuditContext {
            sources: &sources,
            texts: &[&AllTexts],
            models: Models { infer: Some(&thought), ..Models::default() },
            judged_at_once,
            ..bare_context()
        };
        let (settings, cancel, mut ignore) = (Settings::default(), Cancel::default(), |_: Event| {});
        let audit = audit_document(&document, &context, &settings, &cancel, &mut ignore);
        let report = thought.clock.run(audit).unwrap();
        (report, thought.most.get())
    };
    let ((alone, one), (beside, most)) = (report(1), report(4));
    assert_eq!(one, 1);
    assert!(most > 1, "one claim after the other");
    assert_eq!(alone, beside);
}

/// A library whose own text is of one work, and that knows of open copies of every work.
struct Withholding(OneText);

impl FullTextProvider for Withholding {
    fn withheld(&self, record: &Record) -> Vec<String> {
        vec![format!("{}.example.org", record.id), "copies.example.net".to_owned()]
    }

    fn text<'a>(
        &'a self,
        record: &'a Record,
        place: usize,
    ) -> LocalFuture<'a, Result<Option<RetrievedText>, TextError>> {
        self.0.text(record, place)
    }
}

#[test]
fn copies_that_nobody_may_read_yet_are_told_of_works_without_a_whole_text() {
    let stores = stores();
    let sources: Vec<&dyn Source> = stores.iter().map(|store| store as &dyn Source).collect();
    let library = Withholding(OneText { title: "Effects of sleep deprivation on memory consolidation" });
    let texts: [&dyn FullTextProvider; 1] = [&library];
    let context = AuditContext { sources: &sources, texts: &texts, ..bare_context() };
    let mut told = Vec::new();
    let (settings, never) = (Settings::default(), Cancel::default());
    let document = document();
    let mut hear = |event| {
        if let Event::OpenCopies { references, hosts } = event {
            told.push((references, hosts));
        }
    };
    VirtualClock::starting_at(0)
        .run(audit_document(&document, &context, &settings, &never, &mut hear))
        .unwrap();
    let hosts = ["shut.example.org", "copies.example.net"].map(str::to_owned).to_vec();
    assert_eq!(
        told,
        [(vec!["r4".to_owned()], hosts)],
        "one was read whole, one is retracted, one does not exist"
    );
}
