//! Revision from file to file.

use proptest::prelude::*;

use super::label::{ErrorMode, FieldLabel, error_mode, label_against, label_field};
use super::*;
use crate::resolve::integrity::{
    Answers, BibEntry, BibField, CheckSettings, Day, EntryReport, SourceAnswer, check_entry,
};
use crate::sources::Record;
use citelight_types::identifiers::Identifiers;
use citelight_types::text::person::Person;

fn record(source: &str) -> Record {
    Record {
        source: source.to_owned(),
        title: "Deep residual learning for image recognition".to_owned(),
        authors: [("He", "Kaiming"), ("Zhang", "Xiangyu"), ("Ren", "Shaoqing"), ("Sun", "Jian")]
            .map(|(family, given)| Person::new(family, given))
            .to_vec(),
        year: Some(2016),
        venue: Some("IEEE Conference on Computer Vision and Pattern Recognition".to_owned()),
        pages: Some("770-778".to_owned()),
        identifiers: Identifiers { doi: Some("10.1109/cvpr.2016.90".to_owned()), ..Identifiers::default() },
        ..Record::default()
    }
}

fn answers() -> Answers {
    let answer = |name: &str| SourceAnswer {
        source: name.to_owned(),
        covers_everything: true,
        records: vec![record(name)],
    };
    Answers { sources: vec![answer("crossref"), answer("openalex")], ..Answers::default() }
}

const TODAY: Day = Day { year: 2026, month: 11, day: 22 };

pub(super) fn checked(entry: &BibEntry, answers: &Answers) -> EntryReport {
    check_entry(entry, answers, TODAY, &CheckSettings::default())
}

pub(super) fn proposed(entry: &BibEntry, answers: &Answers) -> Revision {
    propose(entry, &checked(entry, answers), answers, &|entry| checked(entry, answers))
}

pub(super) fn revised_by(text: &str, answers: &Answers) -> String {
    let entries = read_bibtex(text);
    let edits: Vec<Vec<FieldEdit>> =
        entries.iter().map(|entry| proposed(&entry.entry, answers).edits).collect();
    apply(text, &entries, &edits)
}

fn revised(text: &str) -> String {
    revised_by(text, &answers())
}

const RIGHT: &str = "% mine\n@inproceedings{he16,\n  title     = {{Deep} Residual Learning for Image Recognition},\n  author    = {He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian},\n  booktitle = \"CVPR\", year = 2016,\n  pages     = {770--778},\n  doi = {10.1109/CVPR.2016.90},\n}\n\n@string{x = {y}} trailing words\n";

#[test]
fn right_fields_stay_as_written() {
    assert_eq!(revised(RIGHT), RIGHT);
}

#[test]
fn each_wrong_field_is_corrected_and_nothing_else_changes() {
    for (right, wrong, corrected) in [
        ("year = 2016", "year = 2011", "year = 2016"),
        ("\"CVPR\"", "\"ICML\"", "\"IEEE Conference on Computer Vision and Pattern Recognition\""),
        ("10.1109/CVPR.2016.90", "10.5432/jour.1", "10.1109/cvpr.2016.90"),
        ("770--778", "1--9", "770--778"),
        (
            "He, Kaiming and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian",
            "He, K. and Sun, Jian",
            "He, K. and Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian",
        ),
        ("Zhang, Xiangyu and", "Zhang, Xiangyu and Smith, Mary and", "Zhang, Xiangyu and"),
    ] {
        let damaged = RIGHT.replace(right, wrong);
        assert_ne!(damaged, RIGHT, "{right}");
        assert_eq!(revised(&damaged), RIGHT.replace(right, corrected), "{wrong}");
    }
}

#[test]
fn missing_fields_are_added_in_the_file_s_layout() {
    let text = "@article{he,\n\ttitle = {Deep residual learning for image recognition},\n\tauthor = {Kaiming He and others},\n\tjournal = {CVPR}\n}";
    let fixed = revised(text);
    assert!(fixed.starts_with(text.trim_end_matches("\n}")), "{fixed}");
    assert!(
        fixed.contains("{CVPR},\n\tyear = {2016},\n\tpages = {770--778},\n\tdoi = {10.1109/cvpr.2016.90}\n}"),
        "{fixed}"
    );
}

#[test]
fn another_work_changes_nothing() {
    let text = "@article{x, title = {Shallow networks for speech}, author = {Ann Lee}, year = 2016, doi = {10.1109/cvpr.2016.90}}";
    assert_eq!(revised(text), text);
    let entry = &read_bibtex(text)[0].entry;
    assert!(proposed(entry, &answers()).kept_because.is_some());
}

#[test]
fn a_misquoted_title_is_corrected_a_part_of_a_series_is_not() {
    let misquoted = RIGHT.replace(
        "{Deep} Residual Learning for Image Recognition",
        "Deep Residual Learning for Image Segmentation",
    );
    assert!(revised(&misquoted).contains("title     = {Deep Residual Learning for Image Recognition},"));
    let part = RIGHT
        .replace("Image Recognition", "Image Recognition 2")
        .replace("  doi = {10.1109/CVPR.2016.90},\n", "");
    assert_eq!(revised(&part), part);
}

#[test]
fn a_misspelt_title_is_corrected_one_with_another_hyphen_is_right() {
    let with = |title: &str| {
        RIGHT.replace("{{Deep} Residual Learning for Image Recognition}", &format!("{{{title}}}"))
    };
    let right = with("Deep Residual Learning for Image Recognition");
    for misspelt in
        ["Deep Residaul Learning for Image Recognition", "Deep Residual Learning for Images Recognition"]
    {
        assert_eq!(revised(&with(misspelt)), right, "{misspelt}");
    }
    let noise = with("Deep Residual-Learning for Image Recognition.");
    assert_eq!(revised(&noise), noise);
}

#[test]
fn the_gate_drops_stopwords_and_single_letters() {
    assert!((title_jaccard("The Art of a War", "Art and War") - 1.0).abs() < 1e-12);
    assert!(title_jaccard("Deep learning", "Shallow water waves") < GATE);
}

#[test]
fn six_labels_and_two_modes() {
    let (work, mut other) = (record("crossref"), record("crossref"));
    other.title = "Attention is all you need".to_owned();
    other.year = Some(2017);
    other.identifiers.doi = Some("10.1000/other".to_owned());
    let entry = |from: &str, to: &str| read_bibtex(&RIGHT.replace(from, to))[0].entry.clone();
    let label = |field, from: &str, to: &str| label_field(field, &entry(from, to), &[&work], Some(&other));
    assert_eq!(label(BibField::Year, "", ""), FieldLabel::Correct);
    assert_eq!(label(BibField::Year, "year = 2016,", ""), FieldLabel::Missing);
    assert_eq!(label(BibField::Year, "year = 2016", "year = 2017"), FieldLabel::Substituted);
    assert_eq!(label(BibField::Year, "year = 2016", "year = 1990"), FieldLabel::Fabricated);
    assert_eq!(
        label(BibField::Title, "{Deep} Residual Learning for Image Recognition", "Deep Residual Networks"),
        FieldLabel::Partial
    );
    assert_eq!(label(BibField::Volume, "", ""), FieldLabel::NotApplicable);
    use FieldLabel::{Correct, Fabricated, Missing, Partial, Substituted};
    assert_eq!(error_mode(&[Substituted, Substituted, Substituted, Correct]), ErrorMode::Wholesale);
    assert_eq!(error_mode(&[Fabricated, Correct]), ErrorMode::Isolated);
    assert_eq!(error_mode(&[Fabricated, Fabricated, Fabricated]), ErrorMode::Mixed);
    assert_eq!(error_mode(&[Correct]), ErrorMode::None);
    assert_eq!(error_mode(&[Missing, Correct]), ErrorMode::Isolated, "what is missing is an error");
    assert_eq!(error_mode(&[Missing, Missing, Partial]), ErrorMode::Mixed);
    assert_eq!(error_mode(&[Substituted, Substituted, Substituted, Missing]), ErrorMode::Wholesale);
}

/// Values that files put into fields, right and wrong.
fn value(right: &'static str, wrong: &'static str) -> impl Strategy<Value = Option<&'static str>> {
    prop_oneof![Just(Some(right)), Just(Some(wrong)), Just(None)]
}

proptest! {
    #[test]
    fn revising_twice_changes_nothing_more(
        author in value("K. He and X. Zhang and S. Ren and J. Sun", "Maria Lopez and Tom Cruz"),
        year in value("2016", "2003"),
        venue in value("CVPR", "Journal of Advanced Insights"),
        doi in value("10.1109/CVPR.2016.90", "10.4242/none"),
        pages in value("770--778", "3"),
        quoted in any::<bool>(),
        comma in any::<bool>(),
    ) {
        let mut text = "@inproceedings{k,\n    title = {Deep Residual Learning for Image Recognition}".to_owned();
        for (name, value) in [("author", author), ("year", year), ("booktitle", venue), ("doi", doi), ("pages", pages)] {
            if let Some(value) = value {
                let (open, close) = if quoted { ('"', '"') } else { ('{', '}') };
                text.push_str(&format!(",\n    {name} = {open}{value}{close}"));
            }
        }
        text.push_str(if comma { ",\n}\n" } else { "\n}\n" });
        let once = revised(&text);
        prop_assert_eq!(&revised(&once), &once);
        // Strangers at another venue or in another year: the entry may mean another work of this title.
        if proposed(&read_bibtex(&text)[0].entry, &answers()).kept_because.is_some() {
            prop_assert_eq!(&once, &text);
            return Ok(());
        }
        let fields = &read_bibtex(&once)[0].entry;
        for field in [BibField::Author, BibField::Title, BibField::Year, BibField::Venue, BibField::Doi, BibField::Pages] {
            prop_assert_eq!(label_field(field, fields, &[&record("crossref")], None), FieldLabel::Correct);
        }
    }

    #[test]
    fn any_file_survives(text in "(?s).{0,200}") {
        let _ = revised(&text);
    }

    #[test]
    fn edits_touch_only_their_values(value in "[A-Za-z{}\\\\\"#%&$_ ]{1,20}") {
        let entries = read_bibtex(RIGHT);
        let edit = FieldEdit { field: "title".to_owned(), old: None, new: value, reason: String::new() };
        let written = apply(RIGHT, &entries, &[vec![edit]]);
        let range = entries[0].values["title"].clone();
        prop_assert!(written.starts_with(&RIGHT[..range.start]));
        prop_assert!(written.ends_with(&RIGHT[range.end..]));
        prop_assert_eq!(read_bibtex(&written).len(), entries.len());
    }
}

#[test]
fn an_entry_is_labelled_by_the_one_that_it_should_be() {
    let entry = |text: &str| read_bibtex(text).remove(0).entry;
    let right = entry(RIGHT);
    let other = entry(
        "@article{x, title={Tides of small harbours}, author={Ann Lee}, journal={Journal of Tides}, year=1999, pages={1--9}}",
    );
    let wrong = entry(
        &RIGHT
            .replace("@inproceedings", "@misc")
            .replace("year = 2016", "year = 1999")
            .replace("770--778", "770")
            .replace("\"CVPR\"", "{Journal of Nothing in Particular}")
            .replace("  doi = {10.1109/CVPR.2016.90},\n", ""),
    );
    let labels = |entry: &BibEntry| -> Vec<FieldLabel> {
        label::FIELDS.map(|field| label_against(field, entry, &right, Some(&other))).into()
    };
    use FieldLabel::{Correct, Fabricated, Missing, NotApplicable, Partial, Substituted};
    assert_eq!(
        labels(&right),
        [Correct, Correct, Correct, Correct, Correct, NotApplicable, NotApplicable, Correct, Correct]
    );
    assert_eq!(
        labels(&wrong),
        [Partial, Correct, Correct, Substituted, Fabricated, NotApplicable, NotApplicable, Partial, Missing]
    );
    assert_eq!(error_mode(&labels(&wrong)), ErrorMode::Mixed);
}

#[test]
fn authors_agree_by_criteria_that_grow_stricter() {
    let of = |author: &str| BibEntry {
        fields: [("author".to_owned(), author.to_owned())].into(),
        ..BibEntry::default()
    };
    let right = of("Weil, Ida and van der Moor, Tom and Roos, Dirk");
    let agreement = |author: &str| {
        let found = super::label::author_agreement(&of(author), &right).unwrap();
        (found.first, found.set, found.ordered)
    };
    assert_eq!(agreement("I. Weil and T. van der Moor and D. Roos"), (true, true, true));
    assert_eq!(agreement("Weil, I. and Roos, D. and Moor, T."), (true, true, false));
    assert_eq!(agreement("Weil, Ida and others"), (true, false, false));
    assert_eq!(agreement("Roos, Dirk and Moor, Tom and Weil, Ida"), (false, true, false));
    assert!(super::label::author_agreement(&right, &BibEntry::default()).is_none());
}
