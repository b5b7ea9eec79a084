//! Where the check concludes nothing, nothing is corrected; and no entry is made of two records.

use proptest::prelude::*;

use super::tests::{checked, proposed, revised_by};
use super::*;
use crate::resolve::integrity::{Answers, BibEntry, BibField, Label, SourceAnswer};
use crate::sources::{Record, WorkKind};
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

fn answer(source: &str, records: &[Record]) -> SourceAnswer {
    let own = |record: &Record| Record { source: source.to_owned(), ..record.clone() };
    SourceAnswer {
        source: source.to_owned(),
        covers_everything: true,
        records: records.iter().map(own).collect(),
    }
}

fn of(sources: &[&str], records: &[Record]) -> Answers {
    let sources = sources.iter().map(|source| answer(source, records)).collect();
    Answers { sources, ..Answers::default() }
}

fn record(title: &str, author: (&str, &str), year: i32, venue: &str) -> Record {
    Record {
        title: title.to_owned(),
        authors: vec![Person::new(author.0, author.1)],
        year: Some(year),
        venue: Some(venue.to_owned()).filter(|venue| !venue.is_empty()),
        volume: Some("7".to_owned()),
        pages: Some("11-29".to_owned()),
        identifiers: Identifiers { doi: Some("10.5555/w.1".to_owned()), ..Identifiers::default() },
        ..Record::default()
    }
}

fn assert_kept(text: &str, records: &[Record]) {
    for sources in [&["local"][..], &["crossref", "openalex"], &["crossref", "openalex", "dblp"]] {
        assert_eq!(revised_by(text, &of(sources, records)), text);
    }
}

#[test]
fn editions_theses_reports_releases_and_chapters_stay() {
    let book = Record {
        kind: WorkKind::Book,
        publisher: Some("Dover".to_owned()),
        ..record("A life in two volumes", ("Orlin", "Ann"), 2001, "")
    };
    for fields in [
        "publisher={Hall}, edition={1}, year={1998}",
        "publisher={Hall}, year={1998}",
        "publisher={Hall}, year={1998}, isbn={978-0-306-40615-7}",
        "publisher={Hall}, year={2000}",
        "publisher={Hall}, year={2001}",
        "publisher={Hall}, year={[1925] 1977}",
        "publisher={Hall}",
    ] {
        let text = format!("@book{{e1, author={{Orlin, Ann}}, title={{A life in two volumes}}, {fields}}}");
        assert_kept(&text, std::slice::from_ref(&book));
    }
    let article = record("Weirs and their walls", ("Tamm", "Bo"), 2006, "Journal of Weirs");
    for (kind, fields) in [
        ("phdthesis", "school={University of York}, year={2003}"),
        ("mastersthesis", "school={University of York}, year={2005}"),
        ("thesis", "institution={University of York}, date={2006}"),
        ("techreport", "institution={York}, number={TR-7}, year={2005}"),
        ("report", "institution={York}, year={2006}"),
        ("unpublished", "note={Manuscript}, year={2004}"),
        ("manual", "organization={York}, year={2006}"),
    ] {
        let text = format!("@{kind}{{e, author={{Tamm, Bo}}, title={{Weirs and their walls}}, {fields}}}");
        assert_kept(&text, std::slice::from_ref(&article));
    }
    let chapter = Record {
        kind: WorkKind::Book,
        ..record("Flour and the grinding of it", ("Roos", "Dirk"), 2010, "Mills, 3rd edition")
    };
    for fields in [
        "booktitle={Mills}, publisher={Hall}, year={1990}",
        "booktitle={Mills}, year={2010}, edition={2}",
        "booktitle={A Handbook of Mills}, year={1985}, pages={1--4}",
        "crossref={mills}",
        "year={2009}",
    ] {
        for kind in ["incollection", "inbook"] {
            let text = format!(
                "@{kind}{{e, author={{Roos, Dirk}}, title={{Flour and the grinding of it}}, {fields}}}"
            );
            assert_kept(&text, std::slice::from_ref(&chapter));
        }
    }
    let software = Record {
        kind: WorkKind::Grey,
        ..record("MillTool for grinding things", ("Roos", "Dirk"), 2023, "Zenodo")
    };
    for (kind, fields) in [
        ("misc", "howpublished={Software}, year={2019}, version={1.2}"),
        ("software", "year={2023}, version={2.0}"),
        ("dataset", "year={2021}, publisher={Zenodo}"),
        ("online", "year={2023}"),
        ("misc", "year={2023}, url={https://example.org}"),
        ("article", "journal={Zenodo}, year={2019}"),
    ] {
        let text =
            format!("@{kind}{{e, author={{Roos, Dirk}}, title={{MillTool for grinding things}}, {fields}}}");
        assert_kept(&text, std::slice::from_ref(&software));
    }
}

#[test]
fn a_record_without_a_title_or_a_short_title_of_others_corrects_nothing() {
    for title in ["", ".", "Untitled", "[No title found]", "null"] {
        let nameless = record(title, ("Huan", "Yi"), 2010, "Systems Notes");
        for fields in ["doi={10.5555/w.1}", "doi={10.5555/w.1}, year={2003}", "year={2010}"] {
            let text = format!(
                "@article{{n, author={{Huan, Yi}}, title={{Control of two arms number one}}, journal={{Systems Notes}}, {fields}}}"
            );
            assert_kept(&text, std::slice::from_ref(&nameless));
        }
    }
    let others = record("Flour", ("Smith", "Jo"), 2010, "Mill Letters");
    assert_kept("@article{f, author={Roos, Dirk}, title={Flour}, journal={Bread}, year={1990}}", &[others]);
}

#[test]
fn what_an_entry_says_of_its_version_counts_whatever_its_type() {
    let article = record("Weirs and their walls in winter", ("Tamm", "Bo"), 2006, "Journal of Weirs");
    for (kind, fields) in [
        ("article", "journal={PhD thesis, University of York}, year={2003}"),
        ("article", "journal={Technical Report MSR-TR-2003-1}, year={2003}"),
        ("article", "journal={Annals of Reprints}, note={Reprint of J. Weirs 3 (2006)}, year={2014}"),
        ("article", "journal={Annals of Reprints}, origdate={2006}, year={2014}"),
        ("article", "journal={Cochrane Database of Systematic Reviews}, year={2001}"),
        ("article", "journal={Living Reviews in Weirs}, year={2001}"),
        ("article", "journal={Encyclopedia of Weirs}, edition={2}, year={2001}"),
        ("article", "journal={University of York}, year={2003}"),
        ("article", "journal={Universität Bonn}, year={2003}"),
        ("misc", "note={Ph.D. dissertation, York}, year={2003}"),
        ("misc", "howpublished={Working Paper 12}, year={2003}"),
        ("misc", "school={University of York}, year={2003}"),
        ("inproceedings", "booktitle={Weirs}, note={2nd edition}, year={2001}"),
        ("inproceedings", "booktitle={Weirs}, translator={Roos, Dirk}, year={2001}"),
        ("patent", "number={US123}, year={2001}"),
        ("standard", "year={2001}"),
    ] {
        let text =
            format!("@{kind}{{e, author={{Tamm, Bo}}, title={{Weirs and their walls in winter}}, {fields}}}");
        assert_kept(&text, std::slice::from_ref(&article));
        let entry = &read_bibtex(&text)[0].entry;
        let report = checked(entry, &of(&["crossref", "openalex"], std::slice::from_ref(&article)));
        assert_ne!(report.label, Label::Hallucinated, "{text}: {report:?}");
    }
    // What says nothing of the kind is corrected.
    let plain = "@article{e, author={Tamm, Bo}, title={Weirs and their walls in winter}, journal={Journal of Weirs}, note={In English}, year={2001}}";
    assert!(revised_by(plain, &of(&["crossref"], &[article])).contains("year={2006}"));
}

#[test]
fn an_erratum_gets_nothing_of_its_article_nor_the_other_way_round() {
    let article = record("Banks and willows of slow rivers", ("Weil", "Ida"), 2004, "River Notes");
    let erratum =
        Record { title: "Erratum to: Banks and willows of slow rivers".to_owned(), ..article.clone() };
    for (title, record) in [
        ("Erratum to: Banks and willows of slow rivers", &article),
        ("Retraction Note: Banks and willows of slow rivers", &article),
        ("Banks and willows of slow rivers", &erratum),
    ] {
        for fields in ["year={2004}", "year={2005}", "year={1999}, doi={10.5555/w.1}"] {
            let text = format!(
                "@article{{e, author={{Weil, Ida}}, title={{{title}}}, journal={{River Notes}}, {fields}}}"
            );
            assert_kept(&text, std::slice::from_ref(record));
        }
    }
    // Beside the erratum, the article is corrected by its own record.
    let other = Record {
        identifiers: Identifiers { doi: Some("10.5555/err".to_owned()), ..Identifiers::default() },
        pages: Some("99-100".to_owned()),
        ..erratum
    };
    let text = "@article{e, author={Weil, Ida}, title={Banks and willows of slow rivers}, journal={River Notes}, year={2004}}";
    let written = revised_by(text, &of(&["crossref"], &[other, article]));
    assert!(written.contains("10.5555/w.1") && written.contains("11--29"), "{written}");
}

#[test]
fn under_one_identifier_neither_a_part_nor_a_comment_becomes_the_other() {
    for (own, other) in [
        ("Weirs and their walls in winter", "Weirs and their walls in winter II"),
        ("Weirs and their walls in winter: Part 1", "Weirs and their walls in winter: Part 2"),
        ("Weirs and their walls in winter", "Comment on \"Weirs and their walls in winter\""),
        ("Weirs and their walls in winter", "Reply to: Weirs and their walls in winter"),
    ] {
        for (own, other) in [(own, other), (other, own)] {
            let text = format!(
                "@article{{e, author={{Tamm, Bo}}, title={{{own}}}, journal={{Journal of Weirs}}, year={{2006}}, doi={{10.5555/w.1}}}}"
            );
            assert_kept(&text, &[record(other, ("Tamm", "Bo"), 2006, "Journal of Weirs")]);
        }
    }
}

#[test]
fn ranges_of_years_and_words_stay() {
    let article = record("Weirs and their walls", ("Tamm", "Bo"), 2006, "Journal of Weirs");
    for year in [
        "1998/2001",
        "[1925] 1977",
        "1999--2001",
        "1999-2001",
        "in press",
        "n.d.",
        "c. 1850",
        "1998a",
        "2001/02",
        "1925 (1977)",
        "forthcoming",
        "{1998}",
        "ca.~1850",
    ] {
        let text = format!(
            "@article{{w, author={{Tamm, Bo}}, title={{Weirs and their walls}}, journal={{Journal of Weirs}}, year={{{year}}}, doi={{10.5555/w.1}}, volume={{7}}, pages={{11--29}}}}"
        );
        for sources in [&["local"][..], &["crossref", "openalex"]] {
            assert_eq!(revised_by(&text, &of(sources, std::slice::from_ref(&article))), text, "{year}");
        }
    }
}

#[test]
fn a_preprint_is_not_made_the_published_paper_nor_the_other_way_round() {
    let preprint = Record {
        kind: WorkKind::Preprint,
        identifiers: Identifiers {
            doi: Some("10.48550/arxiv.2406.01234".to_owned()),
            arxiv: Some("2406.01234".to_owned()),
            ..Identifiers::default()
        },
        volume: Some("abs/2406.01234".to_owned()),
        pages: None,
        ..record("Weirs and their walls", ("Tamm", "Bo"), 2024, "CoRR")
    };
    let paper = record("Weirs and their walls", ("Tamm", "Bo"), 2024, "International Conference on Weirs");
    for fields in [
        "journal={arXiv preprint arXiv:2406.01234}, year={2024}",
        "eprint={2406.01234}, archiveprefix={arXiv}, year={2024}",
        "journal={CoRR}, volume={abs/2406.01234}, year={2024}",
        "doi={10.48550/arXiv.2406.01234}, year={2024}",
        "year={2024}",
        "note={Preprint}",
    ] {
        for kind in ["article", "misc"] {
            let text =
                format!("@{kind}{{w, author={{Tamm, Bo}}, title={{Weirs and their walls}}, {fields}}}");
            assert_kept(&text, &[preprint.clone(), paper.clone()]);
        }
    }
    // The conference paper gets what is the conference's: no volume of CoRR.
    let text = "@inproceedings{w, author={Tamm, Bo}, title={Weirs and their walls}, booktitle={International Conference on Weirs}, year={2024}}";
    let dblp = Record { volume: Some("abs/2406.01234".to_owned()), ..paper };
    let written = revised_by(text, &of(&["dblp"], &[preprint, dblp]));
    assert!(!written.contains("volume") && !written.contains("abs/"), "{written}");
    assert!(written.contains("pages={11--29}") && written.contains("doi={10.5555/w.1}"), "{written}");
}

#[test]
fn of_two_versions_neither_is_chosen_by_chance() {
    let meeting = record("Weirs and their walls", ("Tamm", "Bo"), 2004, "International Conference on Weirs");
    let journal = Record {
        volume: Some("19".to_owned()),
        identifiers: Identifiers { doi: Some("10.5555/j.2".to_owned()), ..Identifiers::default() },
        ..record("Weirs and their walls", ("Tamm", "Bo"), 2007, "Journal of Hydraulic Structures")
    };
    let both = [meeting, journal];
    let text = |fields: &str| {
        format!("@article{{w, author={{Tamm, Bo}}, title={{Weirs and their walls}}, {fields}}}")
    };
    assert_kept(&text("note={x}"), &both);
    assert_kept(&text("journal={Annals of Bread}"), &both);
    // What the entry says tells which is meant, and all comes from that one.
    let written = revised_by(&text("journal={Journal of Hydraulic Structures}"), &of(&["crossref"], &both));
    assert!(written.contains("year={2007}") && written.contains("10.5555/j.2"), "{written}");
    assert!(!written.contains("10.5555/w.1") && !written.contains("2004"), "{written}");
}

#[test]
fn names_that_are_right_keep_their_accents_and_braces() {
    let mut work = record("Weirs and their walls", ("Gödel", "Kurt"), 2006, "Journal of Weirs");
    work.authors.extend([
        Person::new("The Weir Team", ""),
        Person::new("Ng & Sons", ""),
        Person::new("Roos", "Dirk"),
    ]);
    let text = "@article{w, author={G{\\\"o}del, Kurt and {The Weir Team} and Wrong, Wanda and Roos, Dirk}, title={Weirs and their walls}, journal=jw, year=2006, month = jan, volume=7, pages={11--29}, doi={10.5555/w.1}}";
    let text = format!("@string{{jw = \"Journal of Weirs\"}}\n{text}");
    let written = revised_by(&text, &of(&["crossref", "openalex"], &[work]));
    assert_eq!(written, text.replace("Wrong, Wanda", "{Ng \\& Sons}"), "only the name that is wrong changes");
}

/// A value of a field, or none.
fn maybe(values: &'static [&'static str]) -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![1 => Just(None), 4 => proptest::sample::select(values).prop_map(Some)]
}

const AUTHORS: &[&[&str]] = &[&["Tamm", "Roos"], &["Tamm"], &["Kim", "Oda"], &["Tamm", "et al."], &[]];

prop_compose! {
    fn any_record()(
        title in proptest::sample::select(&["Weirs and their walls in stone", "Weirs and their walls", "WEIRS AND THEIR WALLS IN STONE", "Flour", ""][..]),
        authors in proptest::sample::select(AUTHORS),
        year in proptest::option::of(2003..2008_i32),
        venue in maybe(&["Journal of Weirs", "International Conference on Weirs", "arXiv", "CoRR", "Mills, 3rd edition"]),
        volume in maybe(&["7", "19", "abs/2406.01234"]),
        pages in maybe(&["11-29", "103456", "e12", "1-9"]),
        doi in maybe(&["10.5555/w.1", "10.5555/w.2", "10.48550/arxiv.2406.01234"]),
        kind in proptest::sample::select(&[WorkKind::Research, WorkKind::Preprint, WorkKind::Book, WorkKind::Grey][..]),
    ) -> Record {
        Record {
            title: title.to_owned(),
            authors: authors.iter().map(|family| Person::new(*family, "B.")).collect(),
            year,
            venue: venue.map(str::to_owned),
            volume: volume.map(str::to_owned),
            pages: pages.map(str::to_owned),
            identifiers: Identifiers { doi: doi.map(str::to_owned), ..Identifiers::default() },
            kind,
            ..Record::default()
        }
    }
}

prop_compose! {
    fn any_entry()(
        kind in proptest::sample::select(&["article", "inproceedings", "book", "phdthesis", "misc", "incollection", "software"][..]),
        title in maybe(&["Weirs and their {Walls} in Stone", "Weirs and their walls", "Weirs and thier walls in stone", "Flour"]),
        author in maybe(&["Tamm, B. and Roos, B.", "Tamm, B.", "Wrong, W. and Roos, B.", "Tamm, B. and others"]),
        year in maybe(&["2003", "2006", "1990", "1998/2001", "in press"]),
        journal in maybe(&["Journal of Weirs", "Annals of Bread", "arXiv preprint arXiv:2406.01234"]),
        booktitle in maybe(&["International Conference on Weirs", "Mills"]),
        volume in maybe(&["7", "8"]),
        pages in maybe(&["11--29", "3"]),
        doi in maybe(&["10.5555/w.1", "10.5555/other", "nonsense"]),
    ) -> BibEntry {
        let fields = [("title", title), ("author", author), ("year", year), ("journal", journal), ("booktitle", booktitle), ("volume", volume), ("pages", pages), ("doi", doi)];
        let fields = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
        BibEntry { key: "k".to_owned(), kind: kind.to_owned(), fields: fields.collect() }
    }
}

fn field_of(field: BibField) -> &'static [&'static str] {
    match field {
        BibField::EntryType => &[],
        BibField::Author => &["author"],
        BibField::Title => &["title"],
        BibField::Venue => &["journal", "booktitle"],
        BibField::Year => &["year"],
        BibField::Volume => &["volume"],
        BibField::Number => &["number"],
        BibField::Pages => &["pages"],
        BibField::Doi => &["doi"],
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn a_correction_never_goes_beyond_the_check(
        entry in any_entry(),
        first in proptest::collection::vec(any_record(), 0..3),
        second in proptest::collection::vec(any_record(), 0..3),
    ) {
        let answers = Answers { sources: vec![answer("crossref", &first), answer("openalex", &second)], ..Answers::default() };
        let report = checked(&entry, &answers);
        let revision = proposed(&entry, &answers);
        // What is changed is what the check says, at once or once the rest is right.
        let mut now = entry.clone();
        let mut stated = report.differences.clone();
        for edit in &revision.edits {
            now.fields.insert(edit.field.clone(), edit.new.clone());
            stated.extend(checked(&now, &answers).differences);
        }
        for edit in revision.edits.iter().filter(|edit| edit.old.is_some()) {
            prop_assert_eq!(edit.old.as_deref(), entry.field(&edit.field));
            let is_stated = stated.iter().any(|field| field_of(*field).contains(&edit.field.as_str()));
            prop_assert!(is_stated, "{:?} of {:?}, {:?}", edit, entry, report);
        }
        if report.label == Label::Uncertain && report.differences.is_empty() {
            prop_assert!(revision.edits.is_empty(), "{:?} although {:?}", revision, report);
        }
        // All of it is of one record.
        let has = |record: &Record, edit: &FieldEdit| match edit.field.as_str() {
            "author" => edit.new.matches(" and ").count() < record.authors.len().max(1) + 1 && !record.authors.is_empty(),
            "title" => crate::resolve::integrity::title_words(&edit.new) == crate::resolve::integrity::title_words(&record.title),
            "year" => record.year.map(|year| year.to_string()).as_deref() == Some(&edit.new),
            "journal" | "booktitle" => record.venue.as_deref() == Some(&edit.new),
            "volume" => record.volume.as_deref() == Some(&edit.new),
            "pages" => record.pages.as_ref().map(|pages| pages.replace('-', "--")).as_deref() == Some(&edit.new),
            "doi" => record.identifiers.doi.as_deref() == Some(&edit.new),
            _ => false,
        };
        let one = answers.records().any(|record| revision.edits.iter().all(|edit| has(record, edit)));
        prop_assert!(revision.edits.is_empty() || one, "{:?} of {:?}", revision, answers);
        // And once it is written there is nothing more to correct.
        for edit in &revision.edits {
            now.fields.insert(edit.field.clone(), edit.new.clone());
        }
        let again = proposed(&now, &answers);
        prop_assert!(again.edits.is_empty(), "{:?} then {:?}", revision, again);
    }
}
