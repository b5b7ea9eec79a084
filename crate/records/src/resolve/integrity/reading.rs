//! References of other formats than BibTeX as entries, and how far their reading can be trusted.

use super::confidence::Ground;
use super::entry::BibEntry;
use super::report::{EntryReport, Label};
use crate::resolve::eligible::why_not_ghost;
use crate::resolve::work_form::why_reference_is_not_checkable;
use citelight_document::citation::Reference;
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

impl BibEntry {
    /// The entry of a reference that was read from another format: RIS, CSL-JSON, a LaTeX or printed reference list.
    pub fn of_reference(reference: &Reference) -> Self {
        let mut names: Vec<String> = reference.authors.iter().map(name).collect();
        if reference.truncated_authors {
            names.push("others".to_owned());
        }
        let in_journal = reference.volume.is_some() || reference.issue.is_some();
        let year = reference.year.map(|year| year.to_string());
        let identifiers = &reference.identifiers;
        let fields = [
            ("author", Some(names.join(" and "))),
            ("title", reference.title.as_deref().map(bare)),
            (if in_journal { "journal" } else { "booktitle" }, reference.venue.as_deref().map(bare)),
            ("year", year),
            ("volume", reference.volume.as_deref().map(bare)),
            ("number", reference.issue.as_deref().map(bare)),
            ("pages", reference.pages.as_deref().map(bare)),
            ("publisher", reference.publisher.as_deref().map(bare)),
            ("doi", identifiers.doi.clone()),
            ("eprint", identifiers.arxiv.clone()),
            ("pmid", identifiers.pmid.clone()),
            ("pmcid", identifiers.pmcid.clone()),
            ("isbn", identifiers.isbn.clone()),
            ("url", identifiers.url.clone()),
        ];
        let there = |(name, value): (&str, Option<String>)| {
            value.filter(|value| !value.trim().is_empty()).map(|value| (name.to_owned(), value))
        };
        let kind = if in_journal { "article" } else { "misc" };
        Self {
            key: reference.id.clone(),
            kind: kind.to_owned(),
            fields: fields.into_iter().filter_map(there).collect(),
        }
    }
}

/// Signs of TeX's own, which a plain text does not mean.
fn bare(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '{' | '}' | '\\')).collect()
}

fn name(person: &Person) -> String {
    match (bare(&person.family), bare(&person.given)) {
        // In braces it is one name, whatever words it holds.
        (family, given) if given.is_empty() => format!("{{{family}}}"),
        (family, given) => format!("{family}, {given}"),
    }
}

/// Takes back a verdict that rests on fields which were told apart by guessing: trust in them is what an accusation
/// needs. Fields that a format labels are trusted.
pub fn weigh_reading(report: &mut EntryReport, reference: &Reference) {
    if reference.fields_from_markup || report.label != Label::Hallucinated {
        return;
    }
    if report.ground == Ground::NotFound
        && let Some(why) = why_reference_is_not_checkable(reference)
    {
        report.withdraw("the sources need not have it");
        report.say_not_checkable(why);
        return;
    }
    let doubt = match report.ground {
        // Found nowhere: only if it was read without doubt.
        Ground::NotFound | Ground::Doi => why_not_ghost(reference).map(str::to_owned),
        // An identifier alone says nothing of a work that its record could contradict.
        Ground::IdentifierElsewhere if reference.title.is_none() => {
            Some("the entry names no title that the work of its identifier could contradict".to_owned())
        }
        // The title was cut out of the entry, or read too long; the work of the identifier stands in it.
        Ground::IdentifierElsewhere if holds_title(reference, report) => {
            Some("the entry holds the title of its identifier's work".to_owned())
        }
        Ground::IdentifierElsewhere => None,
        _ => Some("its fields were told apart by their looks".to_owned()),
    };
    if let Some(doubt) = doubt {
        report.withdraw(&doubt);
    }
}

/// Whether the text of an entry holds the title of the record that its identifier leads to, word by word.
fn holds_title(reference: &Reference, report: &EntryReport) -> bool {
    /// Words of a title that stand together in an entry by no chance.
    const TELLING: usize = 3;
    let entry = format!(" {} ", fold(&reference.raw));
    let mut titles = report.record.iter().flat_map(|record| record.titles());
    titles.any(|title| {
        let title = fold(title);
        title.split(' ').count() >= TELLING && entry.contains(&format!(" {title} "))
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Answers, CheckSettings, Day, SourceAnswer, check_entry};
    use super::*;
    use crate::sources::Record;
    use citelight_document::document::{Input, parse};
    use citelight_types::identifiers::Identifiers;

    const DAY: Day = Day { year: 2026, month: 11, day: 22 };

    fn nowhere() -> Answers {
        let source = |name: &str| SourceAnswer {
            source: name.to_owned(),
            covers_everything: true,
            records: Vec::new(),
        };
        Answers {
            sources: ["crossref", "openalex", "semanticscholar"].map(source).into(),
            ..Answers::default()
        }
    }

    #[test]
    fn an_entry_of_ris_is_checked_like_one_of_bibtex() {
        let ris = "TY  - JOUR\nAU  - Lee, Ann\nAU  - {Odd}, B.\nTI  - Effects of {sleep} on memory of rats\nJO  - Sleep\nPY  - 2012\nVL  - 3\nER  - \n";
        let document = parse(Input::new(ris, "a.ris")).unwrap();
        let entry = BibEntry::of_reference(&document.references[0]);
        assert_eq!(entry.kind, "article");
        assert_eq!(entry.field("author"), Some("Lee, Ann and Odd, B."));
        assert_eq!(entry.field("title"), Some("Effects of sleep on memory of rats"));
        assert_eq!(entry.field("journal"), Some("Sleep"));
        let mut report = check_entry(&entry, &nowhere(), DAY, &CheckSettings::default());
        weigh_reading(&mut report, &document.references[0]);
        assert_eq!(report.label, Label::Hallucinated);
    }

    #[test]
    fn what_was_guessed_accuses_nobody() {
        let reference = Reference {
            raw: "Lee A. Sleep. 2012.".to_owned(),
            title: Some("Sleep".to_owned()),
            authors: vec![Person::new("Lee", "A.")],
            year: Some(2012),
            ..Reference::default()
        };
        let entry = BibEntry::of_reference(&reference);
        let mut report = check_entry(&entry, &nowhere(), DAY, &CheckSettings::default());
        assert_eq!(report.label, Label::Uncertain, "a kind of work that indexes lack");
        report.label = Label::Hallucinated;
        report.ground = Ground::NotFound;
        weigh_reading(&mut report, &reference);
        assert_eq!(report.label, Label::Uncertain);
        assert!(report.reasons[0].contains("title could not be read"), "{:?}", report.reasons);
    }

    #[test]
    fn a_title_that_was_cut_badly_is_none_of_another_work() {
        let title = "What does it take to be independent? Lessons from the owls";
        let of = |title: &str, raw: &str| {
            let reference = Reference {
                raw: raw.to_owned(),
                title: Some("Lessons".to_owned()),
                authors: vec![Person::new("Lee", "A.")],
                year: Some(2012),
                identifiers: Identifiers { doi: Some("10.1016/owls.1".to_owned()), ..Identifiers::default() },
                ..Reference::default()
            };
            let record = Record {
                title: title.to_owned(),
                identifiers: reference.identifiers.clone(),
                authors: vec![Person::new("Other", "B.")],
                ..Record::default()
            };
            let source = SourceAnswer {
                source: "crossref".to_owned(),
                covers_everything: true,
                records: vec![record],
            };
            let answers = Answers { sources: vec![source], ..Answers::default() };
            let entry = BibEntry::of_reference(&reference);
            let mut report = check_entry(&entry, &answers, DAY, &CheckSettings::default());
            weigh_reading(&mut report, &reference);
            report.label
        };
        let raw = format!("Lee A. {title}. Owls 2012. doi:10.1016/owls.1");
        assert_eq!(of(title, &raw), Label::Uncertain);
        assert_eq!(of("Thermal noise in copper wires", &raw), Label::Hallucinated);
    }

    #[test]
    fn the_work_of_a_lone_identifier_is_not_another_one() {
        let reference =
            citelight_document::citation::string::parse_reference("https://doi.org/10.1016/owls.1");
        let entry = BibEntry::of_reference(&reference);
        let record = Record {
            title: "Owls that hunt by ear alone".to_owned(),
            identifiers: reference.identifiers.clone(),
            ..Record::default()
        };
        let source =
            SourceAnswer { source: "crossref".to_owned(), covers_everything: true, records: vec![record] };
        let answers = Answers { sources: vec![source], ..Answers::default() };
        let mut report = check_entry(&entry, &answers, DAY, &CheckSettings::default());
        weigh_reading(&mut report, &reference);
        assert_ne!(report.label, Label::Hallucinated, "{:?}", report.reasons);
    }
}
