//! Hand-worked entries of every type.

use super::*;
use crate::sources::{Record, SourceError, WorkKind};
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

fn people(names: &[(&str, &str)]) -> Vec<Person> {
    names.iter().map(|(given, family)| Person::new(*family, *given)).collect()
}

fn residual() -> Record {
    Record {
        title: "Deep residual learning for image recognition".to_owned(),
        authors: people(&[("Kaiming", "He"), ("Xiangyu", "Zhang"), ("Shaoqing", "Ren"), ("Jian", "Sun")]),
        year: Some(2016),
        venue: Some("Conference on Computer Vision and Pattern Recognition".to_owned()),
        identifiers: Identifiers { doi: Some("10.1109/cvpr.2016.90".to_owned()), ..Identifiers::default() },
        ..Record::default()
    }
}

fn preprint() -> Record {
    Record {
        title: "A study of tides in small ponds".to_owned(),
        authors: people(&[("Ann", "Lee"), ("Bo", "Kim")]),
        year: Some(2021),
        venue: Some("arXiv".to_owned()),
        kind: WorkKind::Preprint,
        ..Record::default()
    }
}

/// Every source answers with the same records.
fn answers(records: &[Record], handle: DoiHandle) -> Answers {
    let answer = |source: &str| SourceAnswer {
        source: source.to_owned(),
        covers_everything: true,
        records: records
            .iter()
            .map(|record| Record { source: source.to_owned(), ..record.clone() })
            .collect(),
    };
    Answers { sources: vec![answer("crossref"), answer("openalex")], failures: Vec::new(), handle }
}

fn entry(fields: &[(&str, &str)]) -> BibEntry {
    let mut all: std::collections::BTreeMap<String, String> = [
        ("title", "{Deep} Residual Learning for Image Recognition"),
        ("author", "He, K. and Zhang, X. and Ren, S. and Sun, J."),
        ("year", "2016"),
        ("booktitle", "CVPR"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    all.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    BibEntry { key: "k".to_owned(), kind: "inproceedings".to_owned(), fields: all }
}

fn checked(fields: &[(&str, &str)]) -> EntryReport {
    let records = [residual(), preprint()];
    check_entry(&entry(fields), &answers(&records, DoiHandle::NotFound), TODAY, &CheckSettings::default())
}

#[test]
fn a_right_entry_is_verified() {
    for fields in [
        &[][..],
        &[("doi", "10.1109/CVPR.2016.90")],
        &[("author", "Kaiming He and others")],
        &[(
            "booktitle",
            "Proceedings of the IEEE Conference on Computer Vision and Pattern Recognition, CVPR 2016",
        )],
        &[("booktitle", "arXiv preprint arXiv:1512.03385"), ("year", "2015")],
    ] {
        let report = checked(fields);
        assert_eq!(
            (report.status, report.label, report.error_type),
            (Status::Verified, Label::Valid, None),
            "{report:?}"
        );
        assert_ne!(report.subtests.title_exists.passed, Some(false));
    }
}

#[test]
fn every_type() {
    use ErrorType as T;
    let other = "A study of tides in small ponds";
    type Case<'a> = (&'a [(&'a str, &'a str)], T, Status);
    let cases: &[Case<'_>] = &[
        (&[("doi", "10.4242/none.1")], T::FabricatedDoi, Status::PartialMatch),
        (&[("booktitle", "Symposium on Imaginary Perception")], T::NonexistentVenue, Status::VenueMismatch),
        (&[("author", "John Doe and Jane Doe")], T::PlaceholderAuthors, Status::Hallucinated),
        (&[("year", "2031")], T::FutureDate, Status::Hallucinated),
        (
            &[("title", "Graph pruning under noise"), ("doi", "10.1109/cvpr.2016.90")],
            T::ChimericTitle,
            Status::IdentifierOfAnotherWork,
        ),
        (&[("booktitle", "ICML")], T::WrongVenue, Status::VenueMismatch),
        (&[("author", "Maria Lopez and Tom Cruz")], T::SwappedAuthors, Status::AuthorMismatch),
        (
            &[("title", other), ("author", "Ann Lee and Bo Kim"), ("year", "2021"), ("booktitle", "ICML")],
            T::PreprintAsPublished,
            Status::VenueMismatch,
        ),
        (
            &[
                ("title", "Graph pruning under noise"),
                ("author", "Maria Lopez"),
                ("doi", "10.1109/cvpr.2016.90"),
            ],
            T::HybridFabrication,
            Status::IdentifierOfAnotherWork,
        ),
        (
            &[("author", "Maria Lopez and Tom Cruz"), ("booktitle", "ICML")],
            T::MergedCitation,
            Status::PartialMatch,
        ),
        (&[("author", "Kaiming He and Jian Sun")], T::PartialAuthorList, Status::AuthorMismatch),
        (
            &[("title", "Deep residual learning for image segmentation")],
            T::NearMissTitle,
            Status::TitleMismatch,
        ),
        (
            &[("title", "Whales that count stars"), ("author", "Maria Lopez")],
            T::PlausibleFabrication,
            Status::NotFound,
        ),
        (&[("booktitle", "ICML"), ("year", "2014")], T::ArxivVersionMismatch, Status::PartialMatch),
    ];
    for (fields, error_type, status) in cases {
        let report = checked(fields);
        assert_eq!(report.error_type, Some(*error_type), "{fields:?} {:?}", report.reasons);
        assert_eq!(report.label, Label::Hallucinated, "{fields:?}");
        assert!(!report.reasons.is_empty());
        assert_eq!(report.status, *status, "{fields:?}");
        assert!((0.5..=1.0).contains(&report.confidence));
    }
}

#[test]
fn a_misspelt_title_is_shown_and_accuses_nobody() {
    for title in [
        "Deep residual learning for images recognition",
        "Deep residaul learning for image recognition",
        "Deep residual learning for the image recognition",
    ] {
        let report = checked(&[("title", title)]);
        assert_eq!((report.status, report.label), (Status::TitleMismatch, Label::Uncertain), "{title}");
        assert!(report.reasons[0].contains("“Deep residual learning for image recognition”"), "{report:?}");
        assert_eq!(report.subtests.title_exists.passed, Some(false));
        // Another error is one whatever the title's spelling.
        let wrong = checked(&[("title", title), ("booktitle", "ICML")]);
        assert_eq!((wrong.status, wrong.label), (Status::VenueMismatch, Label::Hallucinated), "{title}");
        // By strangers, it is no misspelling of this work's title.
        let others = checked(&[("title", title), ("author", "Maria Lopez and Tom Cruz")]);
        assert_eq!(others.label, Label::Hallucinated, "{title}");
        let strict = CheckSettings { strict: true, ..CheckSettings::default() };
        let answers = answers(&[residual()], DoiHandle::NotFound);
        let report = check_entry(&entry(&[("title", title)]), &answers, TODAY, &strict);
        assert_eq!(report.error_type, Some(ErrorType::NearMissTitle), "{title}");
    }
    // Whoever has the very title leaves no doubt.
    let twin = Record { title: "Deep residual learning for image recognitions".to_owned(), ..residual() };
    let both = answers(&[twin, residual()], DoiHandle::NotFound);
    assert_eq!(check_entry(&entry(&[]), &both, TODAY, &CheckSettings::default()).label, Label::Valid);
}

#[test]
fn a_source_that_failed_never_makes_a_ghost() {
    let ghost = entry(&[("title", "Whales that count stars"), ("author", "Maria Lopez")]);
    let failure = SourceError::Unavailable {
        source_name: "dblp".to_owned(),
        what: "a title".to_owned(),
        reason: "connection reset".to_owned(),
    };
    let settings = CheckSettings::default();
    let whole = answers(&[], DoiHandle::Unknown);
    let failed = Answers { failures: vec![failure], ..whole.clone() };
    let one = Answers { sources: whole.sources[..1].to_vec(), ..whole.clone() };
    let partial = Answers {
        sources: whole
            .sources
            .iter()
            .map(|answer| SourceAnswer { covers_everything: false, ..answer.clone() })
            .collect(),
        ..whole.clone()
    };
    // A DOI that resolves is the trace of a work that indexes lack.
    let traced = check_entry(
        &entry(&[("title", "Whales"), ("doi", "10.1000/1")]),
        &answers(&[], DoiHandle::Resolves),
        TODAY,
        &settings,
    );
    assert_eq!((traced.status, traced.label), (Status::Unverified, Label::Uncertain));
    assert_eq!(check_entry(&ghost, &whole, TODAY, &settings).status, Status::NotFound);
    for answers in [&failed, &one, &partial, &Answers::default()] {
        let report = check_entry(&ghost, answers, TODAY, &settings);
        assert_eq!((report.status, report.label), (Status::Unverified, Label::Uncertain));
        assert_eq!(report.subtests.title_exists.passed, None);
    }
    let conservative = CheckSettings { absence_is_error: false, ..settings };
    assert_eq!(check_entry(&ghost, &whole, TODAY, &conservative).label, Label::Uncertain);
}

#[test]
fn a_doi_of_another_meeting_describes_a_work_wrongly_unless_a_record_knows_better() {
    let contradictory = entry(&[("title", "Whales that count stars"), ("doi", "10.1609/aaai.v35i7.16774")]);
    let settings = CheckSettings::default();
    for answers in [answers(&[], DoiHandle::Resolves), Answers::default()] {
        let report = check_entry(&contradictory, &answers, TODAY, &settings);
        assert_eq!(
            (report.label, report.ground),
            (Label::Hallucinated, confidence::Ground::Form),
            "{report:?}"
        );
        assert_eq!(report.error_type, Some(ErrorType::WrongVenue));
        assert_eq!((report.problem, report.not_checkable), (Some(Problem::Misdescribed), None));
        assert_eq!(report.discrepancies, [Discrepancy::Venue]);
        assert_eq!(report.subtests.venue_correct.passed, Some(false));
        let said = "The DOI 10.1609/aaai.v35i7.16774 belongs to AAAI, but the entry says “CVPR”.";
        assert_eq!(report.reasons.iter().filter(|reason| *reason == said).count(), 1, "{report:?}");
    }
    // If the work cannot be found either, that weighs more.
    let unknown = check_entry(&contradictory, &answers(&[], DoiHandle::NotFound), TODAY, &settings);
    assert_eq!((unknown.label, unknown.problem), (Label::Hallucinated, Some(Problem::NotFound)));
    // A record of the work says where it appeared.
    let record = Record { title: "Whales that count stars".to_owned(), ..residual() };
    let known = check_entry(&contradictory, &answers(&[record], DoiHandle::Resolves), TODAY, &settings);
    assert_eq!(known.label, Label::Valid, "{known:?}");
    assert!(!known.discrepancies.contains(&Discrepancy::Venue));
}

#[test]
fn crossref_s_silence_says_nothing_of_an_article_without_a_doi() {
    let fields = [("title", "Whales that count stars"), ("author", "Maria Lopez"), ("journal", "Weir Notes")];
    let article = |more: &[(&str, &str)]| BibEntry {
        kind: "article".to_owned(),
        ..entry(&[&fields[..], more].concat())
    };
    let settings = CheckSettings::default();
    let two = answers(&[], DoiHandle::NotFound);
    let mut three = two.clone();
    three.sources.push(SourceAnswer { source: "semanticscholar".to_owned(), ..two.sources[1].clone() });
    let of = |entry: &BibEntry, answers: &Answers| {
        let report = check_entry(entry, answers, TODAY, &settings);
        (report.label, report.problem)
    };
    assert_eq!(of(&article(&[]), &two), (Label::Uncertain, None));
    let found_missing = (Label::Hallucinated, Some(Problem::NotFound));
    assert_eq!(of(&article(&[]), &three), found_missing);
    assert_eq!(of(&article(&[("doi", "10.1234/none")]), &two), found_missing);
}

#[test]
fn what_is_found_is_told_fact_by_fact() {
    use Discrepancy as D;
    let facts = |fields: &[(&str, &str)]| {
        let report = checked(fields);
        (report.problem, report.discrepancies)
    };
    let wrong = Some(Problem::Misdescribed);
    assert_eq!(facts(&[]), (None, vec![]));
    assert_eq!(facts(&[("booktitle", "ICML")]), (wrong, vec![D::Venue]));
    assert_eq!(facts(&[("author", "Lee, Ann and Kim, Bo")]), (wrong, vec![D::Authors]));
    assert_eq!(facts(&[("author", "He, K. and Zhang, X.")]), (wrong, vec![D::AuthorsMissing]));
    assert_eq!(
        facts(&[("author", "He, K. and Zhang, X. and Ren, S. and Lopez, M.")]),
        (wrong, vec![D::AuthorsInPart])
    );
    // DBLP's numbers tell namesakes apart and are no names.
    let numbered = "Kaiming He 0001 and Xiangyu Zhang 0005 and Shaoqing Ren and Jian Sun 0001";
    assert_eq!(facts(&[("author", numbered)]), (None, vec![]));
    let invented = [("title", "Whales that count stars"), ("author", "Maria Lopez")];
    assert_eq!(facts(&invented), (Some(Problem::NotFound), vec![D::NotFound]));
}

#[test]
fn sources_that_contradict_each_other_accuse_nobody() {
    let shorter = Record { authors: residual().authors[..3].to_vec(), ..residual() };
    let mut mixed = answers(&[residual()], DoiHandle::Unknown);
    mixed.sources[1].records = vec![Record { source: "openalex".to_owned(), ..shorter }];
    let cut = entry(&[("author", "Kaiming He and Xiangyu Zhang and Shaoqing Ren")]);
    let report = check_entry(&cut, &mixed, TODAY, &CheckSettings::default());
    assert_eq!((report.status, report.label), (Status::PartialMatch, Label::Uncertain));
    assert_eq!(check_entry(&entry(&[]), &mixed, TODAY, &CheckSettings::default()).label, Label::Valid);
}

proptest::proptest! {
    #[test]
    fn any_entry_is_checked(title in ".{0,40}", author in ".{0,60}", year in ".{0,6}", venue in ".{0,20}", doi in ".{0,20}") {
        let report = checked(&[("title", &title), ("author", &author), ("year", &year), ("booktitle", &venue), ("doi", &doi), ("eprint", &doi)]);
        proptest::prop_assert!((0.5..=1.0).contains(&report.confidence));
    }

    #[test]
    fn the_order_of_sources_decides_nothing(wrong in proptest::sample::select(vec!["year", "author", "booktitle"])) {
        let mut forth = answers(&[residual(), preprint()], DoiHandle::Unknown);
        let damaged = entry(&[(wrong, "1999")]);
        let report = check_entry(&damaged, &forth, TODAY, &CheckSettings::default());
        forth.sources.reverse();
        let turned = check_entry(&damaged, &forth, TODAY, &CheckSettings::default());
        proptest::prop_assert_eq!((report.status, report.label, report.error_type), (turned.status, turned.label, turned.error_type));
    }
}
