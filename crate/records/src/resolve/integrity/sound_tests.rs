//! Sound entries that their form, or another work of their title, must not accuse; and the unsound ones beside them.

use super::*;
use crate::sources::{Record, SourceError, WorkKind, WorkStatus};
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

pub(super) const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

pub(super) fn entry(kind: &str, fields: &[(&str, &str)]) -> BibEntry {
    let fields = fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    BibEntry { key: "k".to_owned(), kind: kind.to_owned(), fields }
}

pub(super) fn record(
    title: &str,
    authors: &[(&str, &str)],
    year: i32,
    venue: &str,
    doi: Option<&str>,
) -> Record {
    Record {
        source: "crossref".to_owned(),
        title: title.to_owned(),
        authors: authors.iter().map(|(given, family)| Person::new(*family, *given)).collect(),
        year: Some(year),
        venue: Some(venue.to_owned()),
        identifiers: Identifiers { doi: doi.map(str::to_owned), ..Identifiers::default() },
        ..Record::default()
    }
}

/// Two sources of everything; the first has the records.
pub(super) fn answers(records: Vec<Record>, handle: DoiHandle) -> Answers {
    let answer =
        |source: &str, records| SourceAnswer { source: source.to_owned(), covers_everything: true, records };
    let others = ["openalex", "semanticscholar"].map(|source| answer(source, Vec::new()));
    let sources = [answer("crossref", records)].into_iter().chain(others).collect();
    Answers { sources, failures: Vec::new(), handle }
}

pub(super) fn check(entry: &BibEntry, records: &[Record], handle: DoiHandle) -> EntryReport {
    check_entry(entry, &answers(records.to_vec(), handle), TODAY, &CheckSettings::default())
}

const OUP: &str = "https://academic.oup.com/brain/article-pdf/140/12/3329/24172397/awx265.pdf";

fn brain() -> BibEntry {
    entry(
        "article",
        &[
            ("title", "Tidal rhythms of attention after stroke"),
            ("author", "Lee, Ann and Kim, Bo"),
            ("journal", "Brain"),
            ("year", "2017"),
            ("volume", "140"),
            ("pages", "3329-3341"),
        ],
    )
}

fn with(mut entry: BibEntry, fields: &[(&str, &str)]) -> BibEntry {
    entry.fields.extend(fields.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    entry
}

fn brain_record() -> Record {
    Record {
        volume: Some("140".to_owned()),
        pages: Some("3329–3341".to_owned()),
        ..record(
            "Tidal rhythms of attention after stroke",
            &[("Ann", "Lee"), ("Bo", "Kim")],
            2017,
            "Brain",
            Some("10.1093/brain/awx265"),
        )
    }
}

#[test]
fn the_address_of_a_pdf_in_eprint_accuses_nobody() {
    for eprint in [OUP, "https://www.science.org/doi/pdf/10.1126/science.1058040", "29053791"] {
        let entry = with(brain(), &[("doi", "10.1093/brain/awx265"), ("eprint", eprint)]);
        let report = check(&entry, &[brain_record()], DoiHandle::Unknown);
        assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{eprint} {report:?}");
        assert_eq!(report.subtests.fields_complete.passed, Some(true), "{report:?}");
        // Nor where no source has the work and too few answered to say so.
        let nobody = check_entry(&entry, &Answers::default(), TODAY, &CheckSettings::default());
        assert_eq!(nobody.label, Label::Uncertain, "{nobody:?}");
    }
}

#[test]
fn an_impossible_arxiv_identifier_counts_only_where_no_record_confirms_the_entry() {
    let impossible = [("eprint", "2313.01234"), ("archiveprefix", "arXiv")];
    let report = check(&with(brain(), &impossible), &[brain_record()], DoiHandle::Unknown);
    assert_eq!(report.label, Label::Valid, "{report:?}");
    assert!(report.reasons.join(" ").contains("2313.01234"), "the reader is told: {report:?}");
    let report =
        check_entry(&with(brain(), &impossible), &Answers::default(), TODAY, &CheckSettings::default());
    assert_eq!((report.label, report.ground), (Label::Hallucinated, confidence::Ground::Form));
    // What is no identifier at all says nothing about the work.
    let report = check_entry(
        &with(brain(), &[("eprint", "to appear"), ("archiveprefix", "arXiv")]),
        &Answers::default(),
        TODAY,
        &CheckSettings::default(),
    );
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
}

#[test]
fn an_early_year_refutes_nothing() {
    let bayes = entry(
        "article",
        &[
            ("title", "An Essay towards Solving a Problem in the Doctrine of Chances"),
            ("author", "Bayes, Thomas"),
            ("journal", "Philosophical Transactions of the Royal Society of London"),
            ("year", "1763"),
        ],
    );
    let of_bayes = record(
        "An essay towards solving a problem in the doctrine of chances",
        &[("Thomas", "Bayes")],
        1763,
        "Philosophical Transactions of the Royal Society of London",
        Some("10.1098/rstl.1763.0053"),
    );
    let report = check(&bayes, &[of_bayes], DoiHandle::Unknown);
    assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{report:?}");
    let nobody = check_entry(&bayes, &Answers::default(), TODAY, &CheckSettings::default());
    assert_eq!(nobody.label, Label::Uncertain, "{nobody:?}");
    assert!(nobody.hints.join(" ").contains("1763"), "{nobody:?}");

    // Indexes have the old books by their later editions.
    let smith = entry(
        "book",
        &[
            ("title", "An Inquiry into the Nature and Causes of the Wealth of Nations"),
            ("author", "Smith, Adam"),
            ("publisher", "Strahan and Cadell"),
            ("year", "1776"),
        ],
    );
    let edition = |year| {
        record(
            "An Inquiry into the Nature and Causes of the Wealth of Nations",
            &[("Adam", "Smith")],
            year,
            "University of Chicago Press",
            None,
        )
    };
    let report = check(&smith, &[edition(1976), edition(2008)], DoiHandle::Unknown);
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    assert!(report.reasons.join(" ").contains("later editions"), "{report:?}");
    assert_eq!(check(&smith, &[edition(1776)], DoiHandle::Unknown).label, Label::Valid);
    let newton = entry(
        "book",
        &[
            ("title", "Philosophiae Naturalis Principia Mathematica"),
            ("author", "Newton, Isaac"),
            ("year", "1687"),
        ],
    );
    assert_eq!(check(&newton, &[], DoiHandle::Unknown).label, Label::Uncertain);
}

#[test]
fn anonymous_works_are_no_placeholders() {
    let beowulf = |author: &str| {
        entry("book", &[("title", "Beowulf"), ("author", author), ("publisher", "Norton"), ("year", "2000")])
    };
    for author in ["Anonymous", "{Unknown}", "Anon."] {
        let unknown = check(&beowulf(author), &[], DoiHandle::Unknown);
        assert_eq!(unknown.label, Label::Uncertain, "{author} {unknown:?}");
        let silent = Record { authors: Vec::new(), ..brain_record() };
        let report = check(&with(brain(), &[("author", author)]), &[silent], DoiHandle::Unknown);
        assert_eq!((report.label, report.error_type), (Label::Valid, None), "{author} {report:?}");
        // A paper that no source has counts against it only where all answered.
        let paper = with(brain(), &[("author", author)]);
        let nobody = check_entry(&paper, &Answers::default(), TODAY, &CheckSettings::default());
        assert_eq!(nobody.label, Label::Uncertain, "{author} {nobody:?}");
        assert_eq!(check(&paper, &[], DoiHandle::Unknown).label, Label::Hallucinated, "{author}");
    }
    let named = record("Beowulf", &[("", "Anonymous")], 2000, "Norton", Some("10.1000/beowulf"));
    let report = check(&beowulf("Anonymous"), &[named], DoiHandle::Unknown);
    assert_eq!((report.label, report.error_type), (Label::Valid, None), "{report:?}");
    // Who has the name of a placeholder is one where a record has it, too.
    let doe = with(brain(), &[("author", "Doe, Jane and Kim, Bo")]);
    let does =
        Record { authors: vec![Person::new("Doe", "Jane"), Person::new("Kim", "Bo")], ..brain_record() };
    let report = check(&doe, &[does], DoiHandle::Unknown);
    assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{report:?}");
    assert!(!report.reasons.join(" ").contains("placeholder"), "{report:?}");
    // A record without authors leaves it open; one with others refutes it.
    let silent = Record { authors: Vec::new(), ..brain_record() };
    assert_eq!(check(&doe, &[silent], DoiHandle::Unknown).label, Label::Uncertain);
    let invented = with(brain(), &[("author", "Doe, John and Doe, Jane")]);
    let report = check(&invented, &[brain_record()], DoiHandle::Unknown);
    assert_eq!(report.error_type, Some(ErrorType::PlaceholderAuthors), "{report:?}");
}

#[test]
fn what_a_doi_looks_like_never_overrules_records_and_register() {
    let bearing = |doi: &str| Record {
        identifiers: Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() },
        ..brain_record()
    };
    for doi in ["10.80001/new-agency.1", "10.1093.99/brain.1"] {
        let entry = with(brain(), &[("doi", doi)]);
        let borne = check(&entry, &[bearing(doi)], DoiHandle::NotFound);
        assert_eq!((borne.status, borne.label), (Status::Verified, Label::Valid), "{doi} {borne:?}");
        assert_eq!(borne.subtests.doi_resolves.passed, Some(true));
        for (handle, label) in [
            (DoiHandle::Resolves, Label::Valid),
            (DoiHandle::Unknown, Label::Valid),
            (DoiHandle::NotFound, Label::Hallucinated),
        ] {
            let report = check(&entry, &[brain_record()], handle);
            assert_eq!(report.label, label, "{doi} {handle:?} {report:?}");
            let is_fabricated = report.error_type == Some(ErrorType::FabricatedDoi);
            assert_eq!(is_fabricated, label == Label::Hallucinated, "{report:?}");
        }
    }
    let odd = check(&with(brain(), &[("doi", "10.80001/new.1")]), &[brain_record()], DoiHandle::Unknown);
    assert!(odd.hints.join(" ").contains("10.80001/new.1"), "{odd:?}");
}

#[test]
fn a_field_that_holds_no_doi_is_malformed_and_not_fabricated() {
    for doi in ["n/a", "none", "https://academic.oup.com/brain/article/140/12/3329/4643555"] {
        let entry = with(brain(), &[("doi", doi)]);
        let report = check(&entry, &[brain_record()], DoiHandle::NotFound);
        assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{doi} {report:?}");
        assert_eq!(report.subtests.fields_complete.passed, Some(false), "{report:?}");
        assert_eq!(report.subtests.doi_resolves.passed, Some(false), "{report:?}");
        // A work that nobody has, under sources that are too few to say so.
        let mut few = answers(Vec::new(), DoiHandle::Unknown);
        few.sources.truncate(1);
        let report = check_entry(&entry, &few, TODAY, &CheckSettings::default());
        assert_eq!((report.status, report.label), (Status::Unverified, Label::Uncertain), "{doi} {report:?}");
    }
}

#[test]
fn a_doi_that_the_register_lacks_condemns_a_work_only_where_all_sources_answered() {
    let entry = with(brain(), &[("doi", "10.1093/brain/awx999")]);
    let settings = CheckSettings { absence_is_error: false, ..CheckSettings::default() };
    let whole = answers(Vec::new(), DoiHandle::NotFound);
    let report = check_entry(&entry, &whole, TODAY, &settings);
    assert_eq!((report.label, report.ground), (Label::Hallucinated, confidence::Ground::Doi), "{report:?}");
    let failure = SourceError::Unavailable {
        source_name: "dblp".to_owned(),
        what: "a title".to_owned(),
        reason: "connection reset".to_owned(),
    };
    let failed = Answers { failures: vec![failure], ..whole.clone() };
    let few = Answers { sources: whole.sources[..1].to_vec(), ..whole };
    for answers in [failed, few] {
        let report = check_entry(&entry, &answers, TODAY, &settings);
        assert_eq!((report.status, report.label), (Status::Unverified, Label::Uncertain), "{report:?}");
        assert!(report.reasons.join(" ").contains("Neither doi.org nor any source"), "{report:?}");
    }
}

fn withdrawn() -> Record {
    Record { status: WorkStatus::retracted(Some(2018), None), ..brain_record() }
}

/// A duplicate of [`brain_record`] that slipped into the same journal and was withdrawn: another DOI, no pages.
fn withdrawn_duplicate() -> Record {
    let identifiers = Identifiers { doi: Some("10.1093/brain/awx111".to_owned()), ..Identifiers::default() };
    Record { identifiers, volume: None, pages: None, ..withdrawn() }
}

/// Reports of an entry with the records in both orders.
fn both_orders(entry: &BibEntry, records: [Record; 2]) -> [EntryReport; 2] {
    let [first, second] = records;
    [[first.clone(), second.clone()], [second, first]]
        .map(|records| check(entry, &records, DoiHandle::Unknown))
}

#[test]
fn a_withdrawn_duplicate_accuses_no_sound_paper() {
    let bare = entry(
        "article",
        &[
            ("title", "Tidal rhythms of attention after stroke"),
            ("author", "Lee, Ann and Kim, Bo"),
            ("journal", "Brain"),
            ("year", "2017"),
        ],
    );
    for entry in [bare.clone(), brain(), with(bare.clone(), &[("doi", "10.1093/brain/awx265")])] {
        // The duplicate may have the fuller record.
        let fuller =
            Record { pages: brain_record().pages, authors: brain_record().authors, ..withdrawn_duplicate() };
        let shorter = Record { pages: None, volume: None, ..brain_record() };
        for records in [[brain_record(), withdrawn_duplicate()], [shorter, fuller]] {
            // Where the pages are the duplicate's, they say which is meant unless the DOI does.
            if records[0].pages.is_none() && entry.field("pages").is_some() {
                continue;
            }
            for report in both_orders(&entry, records) {
                assert_eq!((report.label, &report.work), (Label::Valid, &WorkStatus::Current), "{report:?}");
                let doi = report.record.as_ref().and_then(|record| record.identifiers.doi.as_deref());
                assert_eq!(doi, Some("10.1093/brain/awx265"));
                let told = [report.reasons, report.hints].concat().join(" ");
                assert!(told.contains("https://doi.org/10.1093/brain/awx111"), "both are told: {told}");
            }
        }
    }
    // Where the index has the duplicate alone, an entry that gives another DOI is not accused of it.
    let other = with(bare, &[("doi", "10.1093/brain/awx265")]);
    let report = check(&other, &[withdrawn_duplicate()], DoiHandle::Resolves);
    assert_eq!(report.work, WorkStatus::Current, "{report:?}");
    assert!(report.reasons.join(" ").contains("the entry gives another DOI"), "{report:?}");
}

#[test]
fn a_retracted_article_is_told_whatever_stands_beside_it() {
    let notice = Record {
        kind: WorkKind::Editorial,
        notice_for: vec![withdrawn().identifiers],
        year: Some(2018),
        ..Record {
            identifiers: Identifiers {
                doi: Some("10.1093/brain/awy001".to_owned()),
                ..Identifiers::default()
            },
            ..brain_record()
        }
    };
    let nameless = Record { authors: Vec::new(), ..notice.clone() };
    // The same DOI by a source that does not know; one without DOI; the preprint.
    let unaware =
        Record { source: "openalex".to_owned(), abstract_text: Some("Long.".to_owned()), ..brain_record() };
    let unnumbered =
        Record { source: "dblp".to_owned(), identifiers: Identifiers::default(), ..brain_record() };
    let preprint = Record {
        kind: WorkKind::Preprint,
        ..record(
            "Tidal rhythms of attention after stroke",
            &[("Ann", "Lee"), ("Bo", "Kim")],
            2017,
            "bioRxiv",
            Some("10.1101/123456"),
        )
    };
    for beside in [notice, nameless, unaware, unnumbered, preprint] {
        for entry in [brain(), with(brain(), &[("doi", "10.1093/brain/awx265")])] {
            for report in both_orders(&entry, [withdrawn(), beside.clone()]) {
                assert!(matches!(report.work, WorkStatus::Retracted { .. }), "{beside:?} {report:?}");
            }
        }
    }
    // An entry that names the withdrawn duplicate means it.
    let named = with(brain(), &[("doi", "10.1093/brain/awx111")]);
    for report in both_orders(&named, [brain_record(), withdrawn_duplicate()]) {
        assert!(matches!(report.work, WorkStatus::Retracted { .. }), "{report:?}");
    }
}

#[test]
fn a_series_of_books_is_no_wrong_venue() {
    let scopus = "Lecture Notes in Computer Science (including subseries Lecture Notes in Artificial Intelligence and Lecture Notes in Bioinformatics)";
    let ronneberger = [("Olaf", "Ronneberger"), ("Philipp", "Fischer"), ("Thomas", "Brox")];
    let title = "U-Net: Convolutional Networks for Biomedical Image Segmentation";
    let of = |venue: &str| record(title, &ronneberger, 2015, venue, Some("10.1007/978-3-319-24574-4_28"));
    let crossref = of("Medical Image Computing and Computer-Assisted Intervention – MICCAI 2015");
    let cited = |venue: &str| {
        entry(
            "article",
            &[
                ("title", title),
                ("author", "Ronneberger, O. and Fischer, P. and Brox, T."),
                ("journal", venue),
                ("year", "2015"),
            ],
        )
    };
    for venue in [scopus, "Lecture Notes in Computer Science", "MICCAI"] {
        for records in
            [vec![crossref.clone()], vec![crossref.clone(), of("Lecture notes in computer science")]]
        {
            let report = check(&cited(venue), &records, DoiHandle::Resolves);
            assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{venue} {report:?}");
        }
    }
    let learning = of("International Conference on Learning Representations");
    let report =
        check(&cited("International Conference on Machine Learning"), &[learning], DoiHandle::Resolves);
    assert_eq!(report.error_type, Some(ErrorType::WrongVenue), "{report:?}");
}

#[test]
fn a_collaboration_stands_for_its_people() {
    let title = "Observation of a new particle in the search for the Standard Model Higgs boson with the ATLAS detector at the LHC";
    let doi = "10.1016/j.physletb.2012.08.020";
    let of = |authors: &[(&str, &str)]| record(title, authors, 2012, "Physics Letters B", Some(doi));
    let aad = of(&[("G.", "Aad"), ("T.", "Abajyan"), ("B.", "Abbott"), ("J.", "Abdallah")]);
    let atlas = of(&[("", "ATLAS Collaboration")]);
    let split = of(&[("Atlas", "Collaboration"), ("G.", "Aad"), ("T.", "Abajyan"), ("B.", "Abbott")]);
    let cited = |author: &str| {
        entry(
            "article",
            &[
                ("title", title),
                ("author", author),
                ("journal", "Physics Letters B"),
                ("year", "2012"),
                ("doi", doi),
            ],
        )
    };
    for author in ["{ATLAS Collaboration}", "ATLAS Collaboration", "Collaboration, ATLAS"] {
        for record in [&aad, &atlas, &split] {
            let report = check(&cited(author), std::slice::from_ref(record), DoiHandle::Resolves);
            assert_eq!((report.label, report.error_type), (Label::Valid, None), "{author} {report:?}");
        }
    }
    let report = check(&cited("Lopez, Maria and Cruz, Tom"), &[aad], DoiHandle::Resolves);
    assert_eq!(report.error_type, Some(ErrorType::SwappedAuthors), "{report:?}");
}

#[test]
fn a_study_group_that_sources_list_or_not_is_nobody_left_out_or_added() {
    let title = "Preferred reporting items for systematic reviews and meta-analyses: the PRISMA statement";
    let persons =
        [("David", "Moher"), ("Alessandro", "Liberati"), ("Jennifer", "Tetzlaff"), ("Douglas G", "Altman")];
    let with_group = [&persons[..], &[("", "The PRISMA Group")]].concat();
    let of = |source: &str, authors: &[(&str, &str)]| Record {
        source: source.to_owned(),
        ..record(title, authors, 2009, "PLoS Medicine", Some("10.1371/journal.pmed.1000097"))
    };
    let cited = |author: &str| {
        entry(
            "article",
            &[("title", title), ("author", author), ("journal", "PLoS Medicine"), ("year", "2009")],
        )
    };
    let both = |authors: &[(&str, &str)]| {
        let answer = |source: &str| SourceAnswer {
            source: source.to_owned(),
            covers_everything: true,
            records: vec![of(source, authors)],
        };
        let sources = vec![answer("crossref"), answer("europe-pmc")];
        Answers { sources, failures: Vec::new(), handle: DoiHandle::Resolves }
    };
    let checked = |author: &str, authors: &[(&str, &str)]| {
        check_entry(&cited(author), &both(authors), TODAY, &CheckSettings::default())
    };
    for (author, authors) in [
        ("Moher and Liberati and Tetzlaff and Altman", with_group.as_slice()),
        ("Moher, D. and Liberati, A. and Tetzlaff, J. and Altman, D. G.", with_group.as_slice()),
        ("Moher, D. and Liberati, A. and Tetzlaff, J. and Altman, D. G. and {PRISMA Group}", &persons),
        ("Moher, D. and Liberati, A. and Tetzlaff, J. and Altman, D. G. and PRISMA Group, The", &persons),
    ] {
        let report = checked(author, authors);
        assert_eq!((report.label, report.error_type), (Label::Valid, None), "{author} {report:?}");
    }
    for authors in [persons.as_slice(), with_group.as_slice()] {
        let report = checked("Moher, D. and Liberati, A. and Tetzlaff, J.", authors);
        assert_eq!(report.error_type, Some(ErrorType::PartialAuthorList), "{report:?}");
    }
}

#[test]
fn years_between_online_first_and_print_are_right() {
    let title = "Impacts of epidemic outbreaks on supply chains: mapping a research agenda";
    let doi = "10.1007/s10479-020-03685-7";
    let authors = [("Maciel M.", "Queiroz"), ("Dmitry", "Ivanov")];
    let queiroz = Record {
        last_year: Some(2022),
        ..record(title, &authors, 2020, "Annals of Operations Research", Some(doi))
    };
    let cited = |year: &str| {
        entry(
            "article",
            &[
                ("title", title),
                ("author", "Queiroz, Maciel M. and Ivanov, Dmitry"),
                ("journal", "Annals of Operations Research"),
                ("year", year),
                ("doi", doi),
            ],
        )
    };
    for year in ["2020", "2021", "2022"] {
        let report = check(&cited(year), std::slice::from_ref(&queiroz), DoiHandle::Resolves);
        assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{year} {report:?}");
    }
    for year in ["2018", "2024"] {
        let report = check(&cited(year), std::slice::from_ref(&queiroz), DoiHandle::Resolves);
        assert_eq!(report.label, Label::Hallucinated, "{year} {report:?}");
    }
}
