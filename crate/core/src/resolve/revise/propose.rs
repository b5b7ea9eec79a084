//! Which fields of an entry a record corrects: those in which the check says that it differs, and those that it lacks.
//! All of them come from one record.

use super::base::{Means, base};
use super::merge::{is_balanced, merged_title, tex};
use super::usable;
use super::{FieldEdit, Revision};
use crate::resolve::integrity::{
    Answers, AuthorMatch, BibEntry, Claim, Differing, EntryReport, Label, VENUE_FIELDS, comes_in_versions,
    compare_authors, is_released, number_parts, plain_text, work_doi, written_people,
};
use crate::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use crate::sources::{Record, WorkKind, shown_name};
use crate::text::person::Person;

/// Corrections after which an entry must stand: the first may let others be seen.
const ROUNDS: usize = 4;

/// Proposes the edits of one entry by what its check said; none where the check concluded nothing, or where no one record is
/// of the same work. `check` is how the entry was checked: what is proposed must stand when it is checked again. Pure.
pub fn propose(
    entry: &BibEntry,
    report: &EntryReport,
    answers: &Answers,
    check: &dyn Fn(&BibEntry) -> EntryReport,
) -> Revision {
    let mut edits: Vec<FieldEdit> = Vec::new();
    let mut corrected = entry.clone();
    let mut report = report.clone();
    let mut from: Option<Record> = None;
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
        if from.as_ref().is_some_and(|from| from != record) || found.iter().any(|edit| is_edited(&edit.field))
        {
            return Revision::kept("what the records say of it does not fit together");
        }
        from = Some(record.clone());
        for edit in &found {
            corrected.fields.insert(edit.field.clone(), edit.new.clone());
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
    let claim = Claim::of(entry);
    let concluded = match report.label {
        Label::Valid => true,
        Label::Hallucinated | Label::Uncertain => !report.differences.is_empty(),
    };
    if !concluded {
        return Err("the check concludes nothing that a record could correct".to_owned());
    }
    let means = Means::of(&claim, report);
    let record = base(&means, answers)?;
    // Editions, releases and reports under one title differ in every field: only an identifier says which is meant.
    let versioned = comes_in_versions(entry) || is_released(entry) || is_web_or_other(entry);
    if (versioned || matches!(record.kind, WorkKind::Book | WorkKind::Grey)) && !means.names(record) {
        return Err("the entry may mean another edition, version or release than the record's".to_owned());
    }
    let work = Work {
        entry,
        claim: &claim,
        report,
        record,
        others: means.consistent(answers),
        has_preprint: means.has_preprint(answers),
    };
    let edits = work.edits();
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
    claim: &'a Claim,
    report: &'a EntryReport,
    record: &'a Record,
    /// Records of the work that agree with the entry as well.
    others: Vec<&'a Record>,
    /// A preprint of the work is known.
    has_preprint: bool,
}

impl Work<'_> {
    fn edits(&self) -> Vec<FieldEdit> {
        let corrected: Vec<FieldEdit> = [self.author(), self.title(), self.venue(), self.year(), self.doi()]
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
        edits.sort_by_key(place);
        edits
    }

    fn differs(&self, field: Differing) -> bool {
        self.report.differences.contains(&field)
    }

    /// Whether what the entry lacks may be added: if nothing of it contradicts the record, and if it says enough to tell
    /// the published version from a preprint.
    fn may_complete(&self, corrected: &[FieldEdit]) -> bool {
        let is_corrected = |field: &Differing| {
            corrected.iter().any(|edit| match field {
                Differing::Authors => edit.field == "author",
                Differing::Title => edit.field == "title",
                Differing::Venue => VENUE_FIELDS.contains(&edit.field.as_str()),
                Differing::Year => edit.field == "year" || edit.field == "date",
                Differing::Doi => edit.field == "doi",
                Differing::Volume | Differing::Number | Differing::Pages => true,
            })
        };
        let venue = self.claim.venue.as_deref();
        let cites_preprint = venue.is_some_and(is_preprint_server)
            || venue.is_none() && self.claim.identifiers.arxiv.is_some()
            || self.claim.identifiers.doi.as_deref().is_some_and(|doi| doi.starts_with("10.48550/"));
        let authors = compare_authors(&self.claim.authors, self.claim.truncated, &self.record.authors, false);
        let same_authors = matches!(authors, AuthorMatch::Same { .. } | AuthorMatch::Extended { .. })
            || self.claim.authors.is_empty()
            || self.differs(Differing::Authors);
        let same_venue = self.differs(Differing::Venue)
            || venue.is_some_and(|venue| names(self.record).any(|name| is_same_venue(venue, name)));
        let has_doi = self.claim.identifiers.doi.is_some()
            && self.claim.identifiers.doi == self.record.identifiers.doi.as_deref().map(work_doi);
        // Where no other version is known, none need be named.
        let only_version = venue.is_none()
            && self.claim.year.is_none_or(|year| self.record.is_of_year(year))
            && (self.entry.kind == "inproceedings" || !self.has_preprint);
        self.report.differences.iter().all(is_corrected)
            && !cites_preprint
            && is_published(self.record)
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

    /// A right list stays as written; in a wrong one, the people it got right keep their spelling.
    fn author(&self) -> Option<FieldEdit> {
        let missing = self.entry.field("author").is_none() && self.claim.authors.is_empty();
        if !missing && !self.differs(Differing::Authors) || self.entry.field("editor").is_some() && missing {
            return None;
        }
        let known = usable::authors(self.record)?;
        let written = written_people(self.entry.field("author").unwrap_or_default());
        let cut = self.claim.truncated.then_some(self.claim.authors.len());
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
        if !self.differs(Differing::Title) || self.entry.field("subtitle").is_some() {
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
        match (named, self.claim.venue.is_some()) {
            (Some(field), true) if self.differs(Differing::Venue) => {
                self.edit(field, tex(field, &known), reason)
            }
            (None, _) => {
                let field = match self.entry.kind.as_str() {
                    "article" => "journal",
                    "inproceedings" | "conference" => "booktitle",
                    _ => return None,
                };
                self.edit(field, tex(field, &known), reason)
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
                (is_plain && self.differs(Differing::Year)).then(|| self.edit(field, year, reason))?
            }
        }
    }

    /// Numbers of a journal's volume and issue are an article's; proceedings have them by chance.
    fn number(&self, field: &'static str, completes: bool) -> Option<FieldEdit> {
        let (differing, value) = match field {
            "volume" => (Differing::Volume, usable::volume(self.record)),
            "number" => (Differing::Number, usable::issue(self.record)),
            _ => (Differing::Pages, usable::pages(self.record)),
        };
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
            && !self.others.iter().any(|other| contradicts(other, field, value.as_deref()));
        if !(is_there && self.differs(differing) || is_addition) {
            return None;
        }
        self.edit(field, value?, &format!("The record gives this {field}"))
    }

    /// A DOI of any version stays.
    fn doi(&self) -> Option<FieldEdit> {
        let known = usable::doi(self.record)?;
        let unnamed = self.entry.field("doi").is_none() && self.claim.identifiers.doi.is_none();
        let alone = || {
            let given = self.others.iter().filter_map(|other| usable::doi(other));
            given.into_iter().all(|other| other == known)
        };
        if !(self.differs(Differing::Doi) && self.entry.field("doi").is_some() || unnamed && alone()) {
            return None;
        }
        self.edit("doi", known, "The work has this DOI")
    }
}

/// Whether another record of the same version has another value.
fn contradicts(record: &Record, field: &str, value: Option<&str>) -> bool {
    let theirs = match field {
        "volume" => usable::volume(record),
        "number" => usable::issue(record),
        _ => usable::pages(record),
    };
    matches!((theirs, value), (Some(theirs), Some(value)) if number_parts(&theirs) != number_parts(value))
}

fn is_published(record: &Record) -> bool {
    !crate::resolve::integrity::is_preprint_record(record)
}

/// The names of a record's venue.
pub(super) fn names(record: &Record) -> impl Iterator<Item = &str> {
    let names = [record.venue.as_deref(), record.venue_short.as_deref()].into_iter().flatten();
    names.filter(|name| !name.trim().is_empty())
}

fn is_same_venue(venue: &str, name: &str) -> bool {
    compare_venues(venue, name) == VenueMatch::Same
}

fn spelled(person: &Person, written: &[(&str, Person)]) -> String {
    let own = written.iter().find(|(_, own)| {
        let same = compare_authors(std::slice::from_ref(own), false, std::slice::from_ref(person), false);
        same == AuthorMatch::Same { ordered: true }
    });
    if let Some((name, _)) = own.filter(|(name, _)| is_balanced(name)) {
        return (*name).to_owned();
    }
    let (family, given) =
        (tex("author", &plain_text(&person.family)), tex("author", &plain_text(&person.given)));
    match given.is_empty() {
        // In braces it is one name, whatever words it holds.
        true if family.contains(' ') => format!("{{{family}}}"),
        true => family,
        false => format!("{family}, {given}"),
    }
}
