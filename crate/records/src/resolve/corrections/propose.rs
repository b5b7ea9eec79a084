//! Which fields of an entry a record corrects: those that the check found to differ, and those that the entry lacks. All
//! corrections come from one record.

use super::base::{Intended, base, is_venue_of, same_work};
use super::merge::{is_balanced, merged_title, tex};
use super::{ENTRY_TYPE, FieldEdit, Revision, renamed, usable};
use crate::resolve::integrity::{
    Answers, AuthorMatch, BibEntry, BibField, EntryReport, Label, ParsedEntry, VENUE_FIELDS,
    comes_in_versions, compare_authors, entry_type_of, is_preprint_record, is_released, number_parts,
    plain_text, work_doi, written_people,
};
use crate::sources::{Record, WorkKind, shown_name};
use citelight_types::identifiers::is_arxiv_doi;
use citelight_types::sort::SmallSort;
use citelight_types::text::person::Person;

/// Rounds of corrections after which an entry must stand: correcting one field may reveal that another is wrong.
const ROUNDS: usize = 4;

/// Proposes the edits of one entry by what its check said; none where the check concluded nothing, or where no single record
/// is of the same work. `check` is how the entry was checked: the corrected entry must pass it. Pure.
pub fn propose(
    entry: &BibEntry,
    report: &EntryReport,
    answers: &Answers,
    check: &dyn Fn(&BibEntry) -> EntryReport,
) -> Revision {
    let mut edits: Vec<FieldEdit> = Vec::new();
    let mut corrected = entry.clone();
    let mut report = report.clone();
    let mut from: Option<&Record> = None;
    for _ in 0..ROUNDS {
        let (record, found) = match corrections(&corrected, &report, answers) {
            Ok(found) => found,
            Err(why) if edits.is_empty() => return Revision::kept(why),
            Err(_) => return Revision { edits, kept_because: None },
        };
        if found.is_empty() {
            return Revision { edits, kept_because: None };
        }
        let is_edited = |field: &str| edits.iter().any(|edit| edit.field == field);
        if from.is_some_and(|from| from != record) || found.iter().any(|edit| is_edited(&edit.field)) {
            return Revision::kept("what the records say of it does not fit together");
        }
        from = Some(record);
        let kind = found.iter().find(|edit| edit.field == ENTRY_TYPE).map(|edit| edit.new.clone());
        for edit in found.iter().filter(|edit| edit.field != ENTRY_TYPE) {
            corrected.fields.insert(edit.field.clone(), edit.new.clone());
        }
        if let Some(kind) = kind {
            let fields = std::mem::take(&mut corrected.fields);
            let fields =
                fields.into_iter().map(|(name, value)| (renamed(&name, Some(&kind)).to_owned(), value));
            corrected.fields = fields.collect();
            corrected.kind = kind;
        }
        edits.extend(found);
        report = check(&corrected);
    }
    Revision::kept("what the records say of it does not fit together")
}

/// The edits of one round, and the record that they are from.
fn corrections<'a>(
    entry: &BibEntry,
    report: &EntryReport,
    answers: &'a Answers,
) -> Result<(&'a Record, Vec<FieldEdit>), String> {
    let claim = ParsedEntry::of(entry);
    if report.label != Label::Valid && report.differences.is_empty() {
        return Err("the check concludes nothing that a record could correct".to_owned());
    }
    let means = Intended::of(&claim, report);
    let records = same_work(&claim, answers)?;
    let has_preprint = records.iter().copied().any(is_preprint_record);
    let others = means.consistent(records);
    let record = base(&means, &others)?;
    // Editions, releases and reports under one title differ in every field: only an identifier says which is meant.
    let versioned = comes_in_versions(entry) || is_released(entry) || is_web_or_other(entry);
    if (versioned || matches!(record.kind, WorkKind::Book | WorkKind::Grey)) && !means.names(record) {
        return Err("the entry may mean another edition, version or release than the record's".to_owned());
    }
    let edits = Work { entry, means: &means, record, others, has_preprint }.edits();
    Ok((record, edits))
}

/// Types that say nothing of what the work is.
fn is_web_or_other(entry: &BibEntry) -> bool {
    matches!(
        entry.kind.as_str(),
        "misc" | "online" | "electronic" | "www" | "webpage" | "standard" | "patent"
    )
}

struct Work<'a> {
    entry: &'a BibEntry,
    means: &'a Intended<'a>,
    record: &'a Record,
    /// Records of the work that agree with the entry as well.
    others: Vec<&'a Record>,
    /// A preprint of the work is known.
    has_preprint: bool,
}

impl Work<'_> {
    fn edits(&self) -> Vec<FieldEdit> {
        let corrected: Vec<FieldEdit> =
            [self.entry_type(), self.author(), self.title(), self.venue(), self.year(), self.doi()]
                .into_iter()
                .flatten()
                .collect();
        let completes = self.may_complete(&corrected);
        let numbers =
            ["volume", "number", "pages"].into_iter().filter_map(|field| self.number(field, completes));
        let mut edits: Vec<FieldEdit> = corrected.into_iter().chain(numbers).collect();
        if !completes {
            edits.retain(|edit| edit.old.is_some() || edit.field == "title");
        }
        edits.retain(|edit| is_balanced(&edit.new) && edit.old.as_ref() != Some(&edit.new));
        let order = [
            ENTRY_TYPE,
            "author",
            "title",
            "journal",
            "journaltitle",
            "booktitle",
            "howpublished",
            "year",
            "date",
            "volume",
            "number",
            "pages",
            "doi",
        ];
        let place =
            |edit: &FieldEdit| order.iter().position(|name| *name == edit.field).unwrap_or(order.len());
        edits.small_sort_by_key(place);
        edits
    }

    /// Whether what the entry lacks may be added: if nothing of it contradicts the record, and if it says enough to tell
    /// the published version from a preprint.
    fn may_complete(&self, corrected: &[FieldEdit]) -> bool {
        let is_corrected = |field: &BibField| {
            corrected.iter().any(|edit| match field {
                BibField::EntryType => edit.field == ENTRY_TYPE,
                BibField::Author => edit.field == "author",
                BibField::Title => edit.field == "title",
                BibField::Venue => VENUE_FIELDS.contains(&edit.field.as_str()),
                BibField::Year => edit.field == "year" || edit.field == "date",
                BibField::Doi => edit.field == "doi",
                BibField::Volume | BibField::Number | BibField::Pages => true,
            })
        };
        let claim = self.means.claim;
        let doi = claim.identifiers.doi.as_deref();
        let cites_preprint = self.means.cites_preprint() || doi.is_some_and(is_arxiv_doi);
        let authors = compare_authors(&claim.authors, claim.truncated, &self.record.authors, false);
        let same_authors = matches!(authors, AuthorMatch::Same { .. } | AuthorMatch::Extended { .. })
            || claim.authors.is_empty()
            || self.means.differs(BibField::Author);
        let same_venue = self.means.differs(BibField::Venue) || is_venue_of(claim, &[self.record]);
        let has_doi =
            doi.is_some() && claim.identifiers.doi == self.record.identifiers.doi.as_deref().map(work_doi);
        // Where no other version is known, the entry need not say which it means.
        let only_version = claim.venue.is_none()
            && (claim.year.is_none() || claim.is_of_year(self.record))
            && (self.entry.kind == "inproceedings" || !self.has_preprint);
        self.means.differences.iter().all(is_corrected)
            && !cites_preprint
            && !is_preprint_record(self.record)
            && same_authors
            && (same_venue || has_doi || only_version)
    }

    fn edit(&self, field: &str, new: String, reason: &str) -> Option<FieldEdit> {
        (!new.trim().is_empty()).then(|| FieldEdit {
            field: field.to_owned(),
            old: self.entry.field(field).map(str::to_owned),
            new,
            reason: format!("{reason} ({})", shown_name(&self.record.source)),
        })
    }

    fn entry_type(&self) -> Option<FieldEdit> {
        let known = entry_type_of(self.record).filter(|_| self.means.differs(BibField::EntryType))?;
        let reason = format!("The work is of this type ({})", shown_name(&self.record.source));
        let (field, old) = (ENTRY_TYPE.to_owned(), Some(self.entry.kind.clone()));
        Some(FieldEdit { field, old, new: known.to_owned(), reason })
    }

    /// A correct list stays as written; in a wrong one, those it names correctly keep their spelling.
    fn author(&self) -> Option<FieldEdit> {
        let missing = self.entry.field("author").is_none() && self.means.claim.authors.is_empty();
        if !missing && !self.means.differs(BibField::Author)
            || self.entry.field("editor").is_some() && missing
        {
            return None;
        }
        let known = usable::authors(self.record)?;
        let written = written_people(self.entry.field("author").unwrap_or_default());
        let cut = self.means.claim.truncated.then_some(self.means.claim.authors.len());
        let listed = known.iter().take(cut.unwrap_or(known.len()).max(1));
        let mut people: Vec<String> = listed.map(|person| spelled(person, &written)).collect();
        if people.len() < known.len() {
            people.push("others".to_owned());
        }
        let reason = if missing { "The entry has no authors" } else { "The work has these authors" };
        self.edit("author", people.join(" and "), reason)
    }

    /// The words that the entry got right stay as written.
    fn title(&self) -> Option<FieldEdit> {
        if !self.means.differs(BibField::Title) || self.entry.field("subtitle").is_some() {
            return None;
        }
        let title = usable::title(self.record)?;
        let old = self.entry.field("title").unwrap_or_default();
        self.edit("title", merged_title(old, &title), "The work has this title")
    }

    fn venue(&self) -> Option<FieldEdit> {
        let known = usable::venue(self.record)?;
        let reason = "The work appeared there";
        let named = VENUE_FIELDS.iter().find(|field| self.entry.field(field).is_some());
        match (named, self.means.claim.venue.is_some()) {
            (Some(field), true) if self.means.differs(BibField::Venue) => {
                self.edit(field, tex(&known), reason)
            }
            (None, _) => {
                let field = match self.entry.kind.as_str() {
                    "article" => "journal",
                    "inproceedings" | "conference" => "booktitle",
                    _ => return None,
                };
                self.edit(field, tex(&known), reason)
            }
            _ => None,
        }
    }

    /// A range, two editions' years or words (`1998/2001`, `[1925] 1977`, `in press`) say more than the record does.
    fn year(&self) -> Option<FieldEdit> {
        let year = self.record.year.filter(|year| (1000..=9999).contains(year))?.to_string();
        let reason = "The work is of this year";
        match (self.entry.field("year"), self.entry.field("date")) {
            (None, None) => self.edit("year", year, reason),
            (Some(_), Some(_)) => None,
            (Some(old), None) | (None, Some(old)) => {
                let field = if self.entry.field("year").is_some() { "year" } else { "date" };
                let is_plain = old.len() == 4 && old.bytes().all(|byte| byte.is_ascii_digit());
                (is_plain && self.means.differs(BibField::Year)).then(|| self.edit(field, year, reason))?
            }
        }
    }

    /// Numbers of a journal's volume and issue are an article's; proceedings have them by chance.
    fn number(&self, field: &'static str, completes: bool) -> Option<FieldEdit> {
        let (differing, of): (BibField, fn(&Record) -> Option<String>) = match field {
            "volume" => (BibField::Volume, usable::volume),
            "number" => (BibField::Number, usable::issue),
            _ => (BibField::Pages, usable::pages),
        };
        let value = of(self.record)?;
        let mut others = self.others.iter().filter_map(|other| of(other));
        let is_there = self.entry.field(field).is_some();
        let has_other_name = match field {
            "number" => self.entry.field("issue").is_some(),
            "pages" => self.entry.first(&["eid", "articleno", "article-number"]).is_some(),
            _ => false,
        };
        let is_addition = !is_there
            && completes
            && !has_other_name
            && (field == "pages" || self.entry.kind == "article")
            && others.all(|other| number_parts(&other) == number_parts(&value));
        if !(is_there && self.means.differs(differing) || is_addition) {
            return None;
        }
        self.edit(field, value, &format!("The record gives this {field}"))
    }

    /// A DOI of any version stays.
    fn doi(&self) -> Option<FieldEdit> {
        let known = usable::doi(self.record)?;
        let unnamed = self.entry.field("doi").is_none() && self.means.claim.identifiers.doi.is_none();
        let alone = || self.others.iter().filter_map(|other| usable::doi(other)).all(|other| other == known);
        if !(self.means.differs(BibField::Doi) && self.entry.field("doi").is_some() || unnamed && alone()) {
            return None;
        }
        self.edit("doi", known, "The work has this DOI")
    }
}

/// A person as the entry's old list writes the name, if it has it.
fn spelled(person: &Person, written: &[(&str, Person)]) -> String {
    let own = written.iter().find(|(_, own)| {
        let same = compare_authors(std::slice::from_ref(own), false, std::slice::from_ref(person), false);
        same == AuthorMatch::Same { ordered: true }
    });
    if let Some((name, _)) = own.filter(|(name, _)| is_balanced(name)) {
        return (*name).to_owned();
    }
    let (family, given) = (tex(&plain_text(&person.family)), tex(&plain_text(&person.given)));
    match given.is_empty() {
        // In braces it is one name, whatever words it holds.
        true if family.contains(' ') => format!("{{{family}}}"),
        true => family,
        false => format!("{family}, {given}"),
    }
}
