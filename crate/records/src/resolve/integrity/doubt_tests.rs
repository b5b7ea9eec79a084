//! Sound entries that records contradict: another version, a place that indexes lack, one name read as two; and the unsound
//! ones beside them.

use super::sound_tests::{TODAY, answers, check, entry, record};
use super::*;
use crate::sources::{Record, WorkKind};

/// As two sources have it.
fn check_twice(entry: &BibEntry, record: &Record) -> EntryReport {
    let other = Record { source: "openalex".to_owned(), ..record.clone() };
    check(entry, &[record.clone(), other], DoiHandle::Unknown)
}

fn distilling(venue: &str, year: &str) -> BibEntry {
    entry(
        "inproceedings",
        &[
            ("title", "Distilling the Knowledge in a Neural Network"),
            ("author", "Hinton, Geoffrey and Vinyals, Oriol and Dean, Jeff"),
            ("booktitle", venue),
            ("year", year),
        ],
    )
}

fn distilling_preprint(year: i32) -> Record {
    record(
        "Distilling the Knowledge in a Neural Network",
        &[("Geoffrey", "Hinton"), ("Oriol", "Vinyals"), ("Jeff", "Dean")],
        year,
        "arXiv (Cornell University)",
        None,
    )
}

#[test]
fn indexes_have_workshops_and_the_newest_papers_late_or_never() {
    let workshop = distilling("NIPS Deep Learning and Representation Learning Workshop", "2015");
    assert_eq!(check_twice(&workshop, &distilling_preprint(2015)).label, Label::Uncertain);
    let accepted = distilling("Advances in Neural Information Processing Systems", &TODAY.year.to_string());
    assert_eq!(check_twice(&accepted, &distilling_preprint(TODAY.year)).label, Label::Uncertain);
    let long_ago = distilling("NeurIPS", "2015");
    let report = check_twice(&long_ago, &distilling_preprint(2015));
    assert_eq!(
        (report.label, report.error_type),
        (Label::Hallucinated, Some(ErrorType::PreprintAsPublished))
    );
}

#[test]
fn a_paper_just_accepted_is_in_no_index() {
    let of = |kind: &str, year: i32| {
        let mut entry = distilling("NeurIPS", &year.to_string());
        entry.kind = kind.to_owned();
        entry
    };
    let nowhere = |entry: &BibEntry| check(entry, &[], DoiHandle::Unknown).label;
    assert_eq!(nowhere(&of("inproceedings", TODAY.year)), Label::Uncertain);
    assert_eq!(nowhere(&of("inproceedings", TODAY.year - 1)), Label::Hallucinated);
    assert_eq!(nowhere(&of("article", TODAY.year)), Label::Hallucinated);
    // In spring those of last December are on their way.
    let spring = Day { year: TODAY.year, month: 3, day: 1 };
    let last_year = of("inproceedings", TODAY.year - 1);
    let none = answers(Vec::new(), DoiHandle::Unknown);
    let report = check_entry(&last_year, &none, spring, &CheckSettings::default());
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
}

#[test]
fn how_a_work_can_be_had_is_no_venue() {
    let published = record(
        "Better two-server private retrieval",
        &[("Ann", "Lee"), ("Bo", "Kim")],
        2017,
        "Advances in Cryptology – CRYPTO 2017",
        None,
    );
    let of = |field: &str, value: &str| {
        entry(
            "misc",
            &[
                ("title", "Better two-server private retrieval"),
                ("author", "Lee, Ann and Kim, Bo"),
                ("year", "2017"),
                (field, value),
            ],
        )
    };
    for how in [
        "Cryptology {ePrint} Archive, Paper 2017/573",
        r"\url{https://cdn.example.com/papers/retrieval.pdf}",
        "Accessed: 2024-05-01",
        "GitHub",
        "Self-published",
    ] {
        let report = check_twice(&of("howpublished", how), &published);
        assert_eq!(report.label, Label::Valid, "{how} {report:?}");
    }
    for site in ["lilianweng.github.io", "GitHub repository", "https://example.org/a"] {
        let report = check_twice(&of("journal", site), &published);
        assert_eq!(report.label, Label::Valid, "{site} {report:?}");
    }
    for venue in ["howpublished", "journal"] {
        let report = check_twice(&of(venue, "NeurIPS"), &published);
        assert_eq!(report.label, Label::Hallucinated, "{venue} {report:?}");
    }
    let report = check_twice(&of("journal", "Phys.Rev.Lett."), &published);
    assert_eq!(report.label, Label::Hallucinated, "{report:?}");
}

#[test]
fn editions_theses_and_working_papers_are_not_measured_by_other_versions() {
    let edition = record(
        "Artificial Intelligence: A Modern Approach",
        &[("Stuart", "Russell"), ("Peter", "Norvig")],
        1995,
        "Prentice Hall",
        None,
    );
    let fields = [
        ("title", "Artificial Intelligence: A Modern Approach"),
        ("author", "Russell, Stuart and Norvig, Peter"),
        ("year", "2021"),
    ];
    assert_eq!(check_twice(&entry("book", &fields), &edition).label, Label::Uncertain);
    let paper = record(
        "Tidal rhythms of attention after stroke",
        &[("Ann", "Lee"), ("Bo", "Kim"), ("Cy", "Park")],
        2017,
        "Brain",
        None,
    );
    let alone = [
        ("title", "Tidal rhythms of attention after stroke"),
        ("author", "Lee, Ann"),
        ("school", "Kyoto University"),
        ("year", "2017"),
    ];
    assert_eq!(check_twice(&entry("phdthesis", &alone), &paper).label, Label::Uncertain);
    let near = [("title", "Rhythms of attention after a stroke"), alone[1], alone[2], alone[3]];
    assert_eq!(check_twice(&entry("phdthesis", &near), &paper).label, Label::Uncertain);
    // An article has one list of authors and one year.
    let article = [alone[0], alone[1], ("journal", "Brain"), ("year", "2017")];
    assert_eq!(check_twice(&entry("article", &article), &paper).label, Label::Hallucinated);
    let year = [alone[0], ("author", "Lee, Ann and Kim, Bo and Park, Cy"), article[2], ("year", "2011")];
    assert_eq!(check_twice(&entry("article", &year), &paper).label, Label::Hallucinated);
}

#[test]
fn releases_of_software_are_titled_otherwise() {
    let doi = "10.5281/zenodo.3908559";
    let release = Record {
        kind: WorkKind::Grey,
        ..record(
            "ultralytics/yolov5: v7.0 - YOLOv5 SOTA Realtime Instance Segmentation",
            &[("Glenn", "Jocher"), ("Ayush", "Chaurasia"), ("Alex", "Stoken")],
            2022,
            "Zenodo",
            Some(doi),
        )
    };
    let fields = |kind: &str| {
        entry(
            kind,
            &[("title", "YOLOv5 by Ultralytics"), ("author", "Glenn Jocher"), ("year", "2020"), ("doi", doi)],
        )
    };
    for kind in ["software", "misc"] {
        let report = check_twice(&fields(kind), &release);
        assert_eq!(report.label, Label::Uncertain, "{kind} {report:?}");
    }
    let article = Record { kind: WorkKind::Research, ..release };
    assert_eq!(check_twice(&fields("article"), &article).label, Label::Hallucinated);
}

#[test]
fn a_title_in_another_language_is_no_other_work() {
    let doi = "10.1002/andp.19053221004";
    let einstein = entry(
        "article",
        &[
            ("title", "On the electrodynamics of moving bodies"),
            ("author", "Einstein, Albert"),
            ("journal", "Annalen der Physik"),
            ("year", "1905"),
            ("doi", doi),
        ],
    );
    let german = record(
        "Zur Elektrodynamik bewegter Körper",
        &[("A.", "Einstein")],
        1905,
        "Annalen der Physik",
        Some(doi),
    );
    let report = check_twice(&einstein, &german);
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    let english = Record {
        title: "On the electrodynamics of moving bodies".to_owned(),
        source: "openalex".to_owned(),
        identifiers: Default::default(),
        ..german.clone()
    };
    let report = check(&einstein, &[german.clone(), english], DoiHandle::Unknown);
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    let of_others =
        Record { authors: vec![citelight_types::text::person::Person::new("Planck", "M.")], ..german };
    assert_eq!(check_twice(&einstein, &of_others).label, Label::Hallucinated);
}

#[test]
fn a_short_title_has_namesakes() {
    let others = record("Prompt Engineering", &[("Jo", "Doe"), ("Ki", "Roe")], 2023, "Apress", None);
    let fields = |title| {
        entry(
            "article",
            &[
                ("title", title),
                ("author", "Weng, Lilian"),
                ("journal", "Journal of Prompts"),
                ("year", "2023"),
            ],
        )
    };
    let report = check_twice(&fields("Prompt Engineering"), &others);
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    let long = "How attention to tides changes after a stroke";
    let report = check_twice(&fields(long), &Record { title: long.to_owned(), ..others });
    assert_eq!(report.label, Label::Hallucinated, "{report:?}");
}

#[test]
fn chapters_and_articles_of_encyclopedias_are_often_in_no_index() {
    let free_will = [
        ("title", "The many problems of free will today"),
        ("author", "O'Connor, Timothy"),
        ("booktitle", "The Stanford Encyclopedia of Philosophy"),
        ("year", "2022"),
    ];
    let piece = |journal| entry("article", &[free_will[0], free_will[1], ("journal", journal), free_will[3]]);
    for journal in ["The New York Times", "lilianweng.github.io", "Journal of Free Inquiry"] {
        let report = check(&piece(journal), &[], DoiHandle::Unknown);
        let wanted = if journal.starts_with("Journal") { Label::Hallucinated } else { Label::Uncertain };
        assert_eq!(report.label, wanted, "{journal} {report:?}");
    }
    for kind in ["incollection", "inbook", "inreference"] {
        let report = check_entry(
            &entry(kind, &free_will),
            &answers(Vec::new(), DoiHandle::Unknown),
            TODAY,
            &CheckSettings::default(),
        );
        assert_eq!(report.label, Label::Uncertain, "{kind} {report:?}");
    }
}

#[test]
fn one_author_with_two_family_and_two_given_names_is_one() {
    let book = record(
        "Stochastic Processes in Physics and Chemistry",
        &[("N. G.", "van Kampen")],
        1992,
        "North-Holland",
        None,
    );
    for author in ["Van Kampen, N. G.", "family=Kampen, given=N. G., prefix=van, useprefix=true"] {
        let kampen = entry(
            "book",
            &[
                ("title", "Stochastic Processes in Physics and Chemistry"),
                ("author", author),
                ("year", "1992"),
            ],
        );
        let report = check_twice(&kampen, &book);
        assert_eq!(report.label, Label::Valid, "{author} {report:?}");
        assert!(!report.reasons.concat().contains("comma"), "{author} {report:?}");
    }
    // Two names between which a comma stands can be read as one; nobody is accused of the other.
    let two = record(
        "Tidal rhythms of attention after stroke",
        &[("Liam", "Smith"), ("Yuki", "Nakamura")],
        2017,
        "Brain",
        None,
    );
    let entry = entry(
        "article",
        &[
            ("title", "Tidal rhythms of attention after stroke"),
            ("author", "Liam Smith, Yuki Nakamura"),
            ("journal", "Brain"),
            ("year", "2017"),
        ],
    );
    assert_ne!(check_twice(&entry, &two).label, Label::Hallucinated);
}
