//! Real works whose record has another title or none, which must not be called invented; and identifiers that are another
//! work's.

use super::sound_tests::{check, entry, record};
use super::*;
use crate::sources::{Record, WorkKind};
use citelight_types::identifiers::Identifiers;

const TITLE: &str = "Sparse gates save compute";

fn gates(fields: &[(&str, &str)]) -> BibEntry {
    let own = [
        ("title", TITLE),
        ("author", "Huang, Yu and Ge, Li"),
        ("booktitle", "International Conference on Learning Representations"),
        ("year", "2025"),
    ];
    let mut all = own.to_vec();
    all.retain(|(name, _)| !fields.iter().any(|(other, _)| other == name));
    all.extend_from_slice(fields);
    entry("inproceedings", &all)
}

fn forum_record(title: &str, authors: &[(&str, &str)]) -> Record {
    Record {
        source: "openreview2".to_owned(),
        id: "VVVVVVVVV1".to_owned(),
        identifiers: Identifiers {
            url: Some("https://openreview.net/forum?id=VVVVVVVVV1".to_owned()),
            ..Identifiers::default()
        },
        ..record(title, authors, 2025, "ICLR 2025 Poster", None)
    }
}

const AUTHORS: [(&str, &str); 2] = [("Yu", "Huang"), ("Li", "Ge")];
const RENAMED: [&str; 6] = [
    "Sparse Gates Save Compute and Memory in Expert Models",
    "GateSave: Sparse Gates Save Compute",
    "Sparse Gates Save Compute for Large Models",
    "Efficient Sparse Gates Save Compute",
    "Thrifty Routing of Experts",
    "Do sparse gates save compute? A reassessment",
];

#[test]
fn a_renamed_submission_of_the_same_authors_differs_and_is_not_invented() {
    for url in [
        "https://openreview.net/forum?id=VVVVVVVVV1",
        "https://openreview.net/pdf?id=VVVVVVVVV1",
        "https://openreview.net/forum?id=VVVVVVVVV1&noteId=abcdefgh",
        "\\url{https://openreview.net/forum?id=VVVVVVVVV1}",
    ] {
        for title in RENAMED {
            let report = check(&gates(&[("url", url)]), &[forum_record(title, &AUTHORS)], DoiHandle::Unknown);
            assert_eq!(report.label, Label::Uncertain, "{url} {title}: {report:?}");
            assert_eq!(report.status, Status::TitleMismatch, "{title}: {report:?}");
            assert!(report.reasons[0].contains(title), "the new title is told: {report:?}");
            assert_eq!(report.record.map(|record| record.title).as_deref(), Some(title));
        }
    }
    // The same title is no difference.
    let same = forum_record("Sparse Gates Save Compute", &AUTHORS);
    let report =
        check(&gates(&[("url", "https://openreview.net/forum?id=VVVVVVVVV1")]), &[same], DoiHandle::Unknown);
    assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{report:?}");
}

#[test]
fn a_title_that_a_stored_version_bears_is_the_works() {
    let url = ("url", "https://openreview.net/forum?id=VVVVVVVVV1");
    let known_once = Record {
        other_titles: vec![TITLE.to_owned()],
        ..forum_record("Thrifty Routing of Experts", &AUTHORS)
    };
    let report = check(&gates(&[url]), &[known_once], DoiHandle::Unknown);
    assert_eq!((report.status, report.label), (Status::Verified, Label::Valid), "{report:?}");
    assert!(report.hints.join(" ").contains("Thrifty Routing of Experts"), "{report:?}");
    // Crossref's original and short titles, and those of arXiv's versions.
    for (own, other) in [
        ("Dünne Tore sparen Rechenzeit", TITLE),
        ("Sparse gates save compute in models of experts for speech", "Sparse gates save compute."),
        ("Thrifty experts", "Sparse Gates Save Compute: an empirical study"),
    ] {
        let doi = "10.1000/gates.1";
        let record = Record {
            other_titles: vec![other.to_owned()],
            ..record(own, &AUTHORS, 2025, "International Conference on Learning Representations", Some(doi))
        };
        let report = check(&gates(&[("doi", doi)]), &[record], DoiHandle::Unknown);
        assert_eq!(report.label, Label::Valid, "{own}: {report:?}");
    }
}

#[test]
fn any_other_title_under_a_real_identifier_is_of_another_work() {
    let doi = "10.1000/gates.1";
    let with_doi = gates(&[("doi", doi)]);
    for (title, authors) in [
        ("Thrifty Routing of Experts", &AUTHORS[..]),
        ("Dense layers and where to find them", &AUTHORS[..]),
        ("Dense layers and where to find them", &[("Ann", "Lee")][..]),
        ("Sparse gates waste memory", &[("Ann", "Lee"), ("Bo", "Kim")][..]),
        ("A history of locks", &[("Kim", "Oda")][..]),
    ] {
        let other =
            record(title, authors, 2025, "International Conference on Learning Representations", Some(doi));
        let report = check(&with_doi, &[other], DoiHandle::Unknown);
        assert_eq!(report.label, Label::Hallucinated, "{title}: {report:?}");
        assert_eq!(report.status, Status::IdentifierOfAnotherWork, "{title}: {report:?}");
        assert!(report.reasons[0].starts_with("Identifier of another work"), "{report:?}");
    }
    // Nor does a forum of other authors excuse it.
    let url = ("url", "https://openreview.net/forum?id=VVVVVVVVV1");
    let others = forum_record("Dense layers and where to find them", &[("Ann", "Lee"), ("Bo", "Kim")]);
    let report = check(&gates(&[url]), &[others], DoiHandle::Unknown);
    assert_eq!(report.status, Status::IdentifierOfAnotherWork, "{report:?}");
    assert_eq!(report.label, Label::Hallucinated, "{report:?}");
    // While its authors are hidden, the paper may have been renamed.
    let hidden = forum_record("Dense layers and where to find them", &[]);
    let report = check(&gates(&[url]), &[hidden], DoiHandle::Unknown);
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    // The work is known by its title, and the DOI is another's.
    let work = record(
        TITLE,
        &AUTHORS,
        2025,
        "International Conference on Learning Representations",
        Some("10.1000/gates.2"),
    );
    let other = record("A history of locks", &[("Kim", "Oda")], 2020, "Locks", Some(doi));
    let report = check(&with_doi, &[work, other], DoiHandle::Resolves);
    assert_eq!(report.status, Status::IdentifierOfAnotherWork, "{report:?}");
}

#[test]
fn a_record_without_a_title_contradicts_nothing() {
    let doi = "10.1000/gates.1";
    let with_doi = gates(&[("doi", doi)]);
    let of = |title: &str, authors: &[(&str, &str)], year: i32| {
        record(title, authors, year, "International Conference on Learning Representations", Some(doi))
    };
    for none in [
        "",
        ".",
        "Untitled",
        "[No title found]",
        "[Not Available]",
        "null",
        "WITHDRAWN",
        "Title not available",
        "…",
    ] {
        let report = check(&with_doi, &[of(none, &AUTHORS, 2025)], DoiHandle::Unknown);
        assert_eq!(report.label, Label::Valid, "{none}: {report:?}");
        assert!(!report.reasons.join(" ").contains("“"), "nothing is quoted: {report:?}");
        for (authors, year) in
            [(&[][..], 2025), (&AUTHORS[..], 2011), (&[("Ann", "Lee")][..], 2025), (&[][..], 2011)]
        {
            let report = check(&with_doi, &[of(none, authors, year)], DoiHandle::Unknown);
            assert_eq!(report.label, Label::Uncertain, "{none} {authors:?} {year}: {report:?}");
        }
        // Where another index has the title, that is compared.
        let titled = Record { source: "openalex".to_owned(), ..of("A history of locks", &AUTHORS, 2025) };
        let report = check(&with_doi, &[of(none, &AUTHORS, 2025), titled], DoiHandle::Unknown);
        assert_eq!(report.status, Status::IdentifierOfAnotherWork, "{none}: {report:?}");
    }
}

#[test]
fn a_heading_or_the_name_of_the_journal_is_no_title_of_its_own() {
    let doi = "10.1000/gates.1";
    let with_doi = gates(&[("doi", doi)]);
    for heading in [
        "Front Matter",
        "Editorial",
        "Editorial board",
        "Index",
        "Table of contents",
        "Original Article",
        "Letters to the Editor",
        "Acknowledgement to reviewers",
        "Poster session 3",
        "International Conference on Learning Representations",
        "International Conference on Learning Representations, Vol. 3, pp. 1–9",
        "无题",
        "Inhaltsverzeichnis",
        "10.1000/gates.1",
        "17",
    ] {
        for authors in [&AUTHORS[..], &[][..], &[("Ann", "Lee")][..]] {
            let venue = "International Conference on Learning Representations";
            let record = record(heading, authors, 2025, venue, Some(doi));
            let report = check(&with_doi, &[record], DoiHandle::Unknown);
            assert_ne!(report.label, Label::Hallucinated, "{heading} {authors:?}: {report:?}");
        }
        // Who cites what stands under the heading cites it rightly.
        let own = gates(&[("title", heading), ("doi", doi)]);
        let venue = "International Conference on Learning Representations";
        let report = check(&own, &[record(heading, &AUTHORS, 2025, venue, Some(doi))], DoiHandle::Unknown);
        assert_eq!(report.label, Label::Valid, "{heading}: {report:?}");
    }
    for title in ["Editorial policies of journals", "Learning representations", "Front matter of the brain"] {
        let other = record(title, &AUTHORS, 2025, "Learning", Some(doi));
        let report = check(&with_doi, &[other], DoiHandle::Unknown);
        assert_eq!(report.status, Status::IdentifierOfAnotherWork, "{title}: {report:?}");
    }
}

#[test]
fn a_title_in_another_script_accuses_nobody_even_with_its_authors_in_that_script() {
    let doi = "10.1000/gates.1";
    for (title, authors) in [
        ("稀疏门节省计算", &[("宇", "黄"), ("丽", "葛")][..]),
        ("Редкие вентили экономят вычисления", &[("Ю.", "Хуан")][..]),
        ("スパースゲートは計算を節約する", &[][..]),
    ] {
        let other = record(title, authors, 2025, "Learning", Some(doi));
        let report = check(&gates(&[("doi", doi)]), &[other], DoiHandle::Unknown);
        assert_eq!(report.label, Label::Uncertain, "{title}: {report:?}");
    }
}

#[test]
fn a_range_of_years_is_right_if_the_work_is_of_one_of_them() {
    let article = |year: &str| {
        let fields =
            [("title", TITLE), ("author", "Huang, Yu and Ge, Li"), ("journal", "Brain"), ("year", year)];
        entry("article", &fields)
    };
    let known = record(TITLE, &AUTHORS, 2001, "Brain", None);
    for year in [
        "1998/2001",
        "1998--2001",
        "1998-2004",
        "[1925] 2001",
        "1925 (2001)",
        "2001/02",
        "2001, 2nd printing 2019",
    ] {
        let report = check(&article(year), std::slice::from_ref(&known), DoiHandle::Unknown);
        assert_eq!(report.label, Label::Valid, "{year}: {report:?}");
    }
    let report = check(&article("1990/1993"), &[known], DoiHandle::Unknown);
    assert_eq!(report.status, Status::YearMismatch, "{report:?}");
    assert!(report.reasons[0].contains("1990–1993"), "{report:?}");
}

#[test]
fn a_notice_of_which_only_the_work_is_known_is_open() {
    let notice = gates(&[("title", "Erratum to: Sparse gates save compute")]);
    let work = record(TITLE, &AUTHORS, 2025, "International Conference on Learning Representations", None);
    let report = check(&notice, &[work], DoiHandle::Unknown);
    assert_eq!(report.label, Label::Uncertain, "{report:?}");
    assert!(report.reasons[0].contains("the work that the entry's notice"), "{report:?}");
}

#[test]
fn marks_around_a_title_are_no_other_title() {
    let doi = "10.1000/gates.1";
    let marked = [
        "Sparse gates save compute [Extended abstract]",
        "Sparse gates save compute (Extended Abstract)",
        "Sparse gates save compute. Extended abstract",
        "Extended abstract: Sparse gates save compute",
        "Sparse gates save compute (Invited Paper)",
        "Brief Announcement: Sparse gates save compute",
        "RETRACTED: Sparse gates save compute",
        "[RETRACTED] Sparse gates save compute",
        "Sparse gates save compute (Retracted article. See vol. 375, pg. 445, 2025)",
        "WITHDRAWN: Sparse gates save compute",
        "Withdrawn Article: Sparse gates save compute",
        "Sparse gates save compute[J]",
        "Notice of Violation of IEEE Publication Principles: Sparse gates save compute",
        "Sparse gates save compute [Retraction in: Learn. 2026;3:12]",
    ];
    let venue = "International Conference on Learning Representations";
    for title in marked {
        for identifier in [&[][..], &[("doi", doi)][..]] {
            let fields = [&[("title", title)][..], identifier].concat();
            let plain = record(TITLE, &AUTHORS, 2025, venue, Some(doi));
            let report = check(&gates(&fields), &[plain], DoiHandle::Unknown);
            assert_eq!(report.label, Label::Valid, "{title}: {report:?}");
            // The other way round, too.
            let bearing = record(title, &AUTHORS, 2025, venue, Some(doi));
            let report = check(&gates(identifier), &[bearing], DoiHandle::Unknown);
            assert_eq!(report.label, Label::Valid, "{title}: {report:?}");
        }
    }
    for notice in [
        "Correction to: Sparse gates save compute",
        "Author Correction: Sparse gates save compute",
        "Erratum to “Sparse gates save compute” [Learn. 12 (2025) 1–10]",
        "Reprint of: Sparse gates save compute",
        "Retraction notice to “Sparse gates save compute”",
        "Retraction Note: Sparse gates save compute",
        "Publisher’s Note: “Sparse gates save compute” [Learn. 3, 11 (2025)]",
        "Withdrawal: Sparse gates save compute",
        "Author's Correction: Sparse gates save compute",
        "Sparse gates save compute (Retraction of vol 3, pg 11, 2025)",
    ] {
        for (authors, year) in [(&AUTHORS[..], 2025), (&AUTHORS[..], 2029), (&[("The", "Editors")][..], 2029)]
        {
            let notice = record(notice, authors, year, venue, Some(doi));
            let report = check(&gates(&[("doi", doi)]), std::slice::from_ref(&notice), DoiHandle::Unknown);
            assert_ne!(report.label, Label::Hallucinated, "{authors:?} {year}: {report:?}");
            // Beside the work itself a notice is measured against nothing.
            let work = record(TITLE, &AUTHORS, 2025, venue, Some("10.1000/gates.0"));
            let report = check(&gates(&[]), &[notice, work], DoiHandle::Unknown);
            assert_eq!(report.label, Label::Valid, "{authors:?} {year}: {report:?}");
        }
    }
}

#[test]
fn releases_of_software_have_years_and_titles_of_their_own() {
    let doi = "10.5281/zenodo.100";
    let release = |title: &str, year: i32, type_name: &str| Record {
        kind: WorkKind::Grey,
        type_name: Some(type_name.to_owned()),
        ..record(title, &AUTHORS, year, "Zenodo", Some(doi))
    };
    let of = |kind: &str, fields: &[(&str, &str)]| {
        let own = [("title", "gatesave"), ("author", "Huang, Yu and Ge, Li"), ("year", "2019")];
        entry(kind, &[&own[..], fields].concat())
    };
    for entry in [
        of("software", &[("doi", doi)]),
        of("software", &[("version", "1.2")]),
        of("misc", &[("doi", doi), ("version", "1.2")]),
        of("misc", &[("doi", doi)]),
        of("manual", &[("version", "1.2"), ("doi", doi)]),
        of("online", &[("doi", doi), ("publisher", "Zenodo")]),
    ] {
        for (title, year) in [
            ("gatesave", 2023),
            ("gatesave/gatesave: gatesave 2.0.1", 2023),
            ("gatesave 1.0", 2019),
            ("gatesave: second release", 2016),
            ("GateSave (v3)", 2025),
        ] {
            let report = check(&entry, &[release(title, year, "Software")], DoiHandle::Unknown);
            assert_ne!(report.label, Label::Hallucinated, "{} {title} {year}: {report:?}", entry.kind);
        }
    }
    // An article of another year is none of it.
    let article = entry(
        "article",
        &[("title", TITLE), ("author", "Huang, Yu and Ge, Li"), ("journal", "Brain"), ("year", "2011")],
    );
    let report = check(&article, &[record(TITLE, &AUTHORS, 2025, "Brain", None)], DoiHandle::Unknown);
    assert_eq!(report.label, Label::Hallucinated, "{report:?}");
}

#[test]
fn chapters_of_other_editions_are_the_same_work() {
    let chapter = |kind: &str, fields: &[(&str, &str)]| {
        let own = [
            ("title", "Routing in networks of experts"),
            ("author", "Huang, Yu and Ge, Li"),
            ("booktitle", "The Handbook of Experts"),
            ("year", "1999"),
        ];
        entry(kind, &[&own[..], fields].concat())
    };
    let known = |title: &str, authors: &[(&str, &str)], book: &str, year: i32| Record {
        kind: WorkKind::Book,
        ..record(title, authors, year, book, Some("10.1000/handbook.7"))
    };
    let more = [("Yu", "Huang"), ("Li", "Ge"), ("Bo", "Kim")];
    for kind in ["incollection", "inbook"] {
        for record in [
            known("Routing in networks of experts", &AUTHORS, "The Handbook of Experts, Third Edition", 2014),
            known("Routing in networks of experts", &more, "The Handbook of Experts", 2014),
            known("Chapter 7. Routing in networks of experts", &AUTHORS, "Handbook of Experts", 2014),
            known("Routing in networks of experts (2nd ed.)", &AUTHORS, "Experts and Their Networks", 2014),
            known("Routing in networks of experts", &more, "Experts and Their Networks", 2014),
        ] {
            for fields in [&[][..], &[("edition", "1")][..]] {
                let report = check(&chapter(kind, fields), std::slice::from_ref(&record), DoiHandle::Unknown);
                assert_ne!(report.label, Label::Hallucinated, "{kind} {}: {report:?}", record.title);
            }
        }
        // A chapter by others, of this very title and book, is wrong about its authors.
        let strangers = known(
            "Routing in networks of experts",
            &[("Ann", "Lee"), ("Bo", "Kim")],
            "The Handbook of Experts",
            1999,
        );
        let report =
            check(&chapter(kind, &[("doi", "10.1000/handbook.7")]), &[strangers], DoiHandle::Unknown);
        assert_eq!(report.label, Label::Hallucinated, "{kind}: {report:?}");
    }
}

#[test]
fn no_title_is_asked_for_with_its_marks() {
    let claim = Claim::of(&gates(&[("title", "RETRACTED: Sparse gates save compute [Extended abstract]")]));
    assert_eq!(claim.query().title, Some(TITLE));
    let notice = Claim::of(&gates(&[("title", "Correction to: Sparse gates save compute")]));
    assert_eq!(notice.query().title, Some("Correction to: Sparse gates save compute"));
}
