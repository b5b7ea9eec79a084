//! Which fields of an entry a record corrects.

use super::{FieldEdit, GATE, OVERLAP, Records, Revision, agree, telling, title_jaccard};
use crate::resolve::integrity::{
    Answers, AuthorMatch, BibEntry, Claim, Found, TitleMatch, VENUE_FIELDS, compare_authors, compare_titles,
    differ_in_number, find, is_preprint_record, plain_text, work_doi,
};
use crate::resolve::venue::{VenueMatch, compare_venues, is_preprint_server};
use crate::sources::{Record, shown_name};
use crate::text::person::Person;

/// Proposes the edits of one entry; none where no record is of the same work. Pure.
pub fn propose(entry: &BibEntry, answers: &Answers) -> Revision {
    let claim = Claim::of(entry);
    let records = match same_work(&claim, answers) {
        Ok(records) => records,
        Err(why) => return Revision { edits: Vec::new(), kept_because: Some(why) },
    };
    let work = Work { entry, claim: &claim, records, answers };
    let edits = [
        work.author(),
        work.title(),
        work.venue(),
        work.year(),
        work.volume(),
        work.number(),
        work.pages(),
        work.doi(),
    ];
    Revision { edits: edits.into_iter().flatten().collect(), kept_because: None }
}

/// The records of the entry's work, or why there are none.
fn same_work<'a>(claim: &Claim, answers: &'a Answers) -> Result<Records<'a>, String> {
    let nearest = match find(claim, answers, false) {
        Found::Work(seen) => {
            let records: Records<'_> = seen.iter().map(|seen| seen.record).collect();
            let related = seen.iter().any(|seen| seen.authors.is_related() || seen.identified);
            if related || is_corroborated(claim, &records, answers) {
                return Ok(one_work(records));
            }
            return Err("the work of this title is by others, and nothing else of the entry is that work's"
                .to_owned());
        }
        Found::Near(near) => near,
        Found::Nothing { .. } => return Err("no source has such a work".to_owned()),
    };
    let record = nearest.record;
    // An entry without a title contradicts nothing: its identifier and its authors name the work.
    if claim.title.is_empty()
        && nearest.identified
        && (nearest.authors.is_related() || claim.authors.is_empty())
    {
        return Ok(one_work(versions_of(record, answers)));
    }
    if title_jaccard(&claim.title, &record.title) < GATE {
        return Err(format!("the nearest record, “{}”, has another title", record.title));
    }
    let first = match (claim.authors.first(), record.authors.first()) {
        (Some(entry), Some(record)) => {
            compare_authors(std::slice::from_ref(entry), true, std::slice::from_ref(record), false)
                .is_related()
        }
        _ => false,
    };
    let near_year =
        matches!((claim.year, record.year), (Some(left), Some(right)) if left.abs_diff(right) <= 1);
    let near_title = overlap(&claim.title, &record.title) >= OVERLAP;
    // A word of a short title weighs more than the overlap allows: then all else must be the work's.
    let all_else = matches!(nearest.authors, AuthorMatch::Same { .. })
        && claim.authors.len() > 1
        && claim.year == record.year
        && is_venue_of(claim, std::slice::from_ref(&record))
        && title_jaccard(&claim.title, &record.title) >= HALF;
    let part = differ_in_number(&claim.title, &record.title) && !nearest.identified;
    if !part && (all_else || first && near_year && (near_title || nearest.identified)) {
        return Ok(one_work(versions_of(record, answers)));
    }
    Err(format!("the nearest record, “{}”, may be another work", record.title))
}

/// Whether an entry whose authors are not the work's still means it: titles are copied onto other entries, too. It
/// does if it names no authors, or if venue and year are the work's and its DOI is no other work's.
fn is_corroborated(claim: &Claim, records: &Records<'_>, answers: &Answers) -> bool {
    if claim.authors.is_empty() {
        return telling(&claim.title).len() >= 3;
    }
    let venue = is_venue_of(claim, records);
    let year = claim.year.is_some_and(|year| records.iter().any(|record| record.is_of_year(year)));
    let own_doi = |record: &Record| {
        let doi = record.identifiers.doi.as_deref().map(work_doi);
        doi.is_some() && doi == claim.identifiers.doi
    };
    venue && year && !answers.records().any(own_doi)
}

/// Whether a record names the entry's venue.
fn is_venue_of(claim: &Claim, records: &[&Record]) -> bool {
    let names =
        records.iter().flat_map(|record| [record.venue.as_deref(), record.venue_short.as_deref()]).flatten();
    let venue = claim.venue.as_deref().unwrap_or_default();
    !venue.is_empty() && names.into_iter().any(|name| compare_venues(venue, name) == VenueMatch::Same)
}

/// Title Jaccard from which a title is the work's where everything else is.
const HALF: f64 = 0.5;

/// The records that have a record's title.
fn versions_of<'a>(record: &Record, answers: &'a Answers) -> Records<'a> {
    let same = |other: &&Record| {
        matches!(compare_titles(&record.title, &other.title, false), TitleMatch::Same | TitleMatch::Subtitle)
    };
    answers.records().filter(same).collect()
}

/// Share of the shorter title's telling words that the longer one has.
fn overlap(left: &str, right: &str) -> f64 {
    let (left, right) = (telling(left), telling(right));
    let shared = left.intersection(&right).count();
    shared as f64 / left.len().min(right.len()).max(1) as f64
}

/// The records that share authors with the fullest of them: works that only share a title are set aside.
fn one_work(records: Records<'_>) -> Records<'_> {
    let Some(lead) =
        records.iter().copied().max_by_key(|record| (!is_preprint_record(record), record.authors.len()))
    else {
        return records;
    };
    let same = |record: &&Record| {
        let compared = compare_authors(&record.authors, false, &lead.authors, false);
        compared == AuthorMatch::Unknown || compared.is_related()
    };
    records.into_iter().filter(same).collect()
}

struct Work<'a> {
    entry: &'a BibEntry,
    claim: &'a Claim,
    records: Records<'a>,
    answers: &'a Answers,
}

impl Work<'_> {
    fn edit(&self, field: &str, new: impl Into<String>, reason: impl Into<String>) -> Option<FieldEdit> {
        let (new, old) = (new.into(), self.entry.field(field).map(str::to_owned));
        (!new.trim().is_empty()).then(|| FieldEdit {
            field: field.to_owned(),
            old,
            new,
            reason: reason.into(),
        })
    }

    fn said(&self, what: &str) -> String {
        let mut names: Vec<&str> = self.records.iter().map(|record| shown_name(&record.source)).collect();
        names.sort_unstable();
        names.dedup();
        format!("{what} ({})", names.join(", "))
    }

    /// A right list stays as written; in a wrong one, the people it got right keep their spelling.
    fn author(&self) -> Option<FieldEdit> {
        let known = agree::authors(&self.records)?;
        let compared = |record: &&Record| {
            compare_authors(&self.claim.authors, self.claim.truncated, &record.authors, false)
        };
        let fullest = compare_authors(&self.claim.authors, self.claim.truncated, known, false);
        let same =
            self.records.iter().filter(|record| matches!(compared(record), AuthorMatch::Same { .. })).count();
        match fullest {
            AuthorMatch::Same { .. } => return None,
            // Indexes cut lists.
            AuthorMatch::Extended { .. } => return None,
            // A collaboration stands for its people.
            AuthorMatch::Unknown if !self.claim.authors.is_empty() => return None,
            AuthorMatch::Shortened { .. } if same * 2 > self.records.len() => return None,
            AuthorMatch::Different { .. } if same > 0 => return None,
            _ => {}
        }
        let names: Vec<String> = known.iter().map(|person| self.spelled(person)).collect();
        let reason = if self.claim.authors.is_empty() {
            "The entry has no authors"
        } else {
            "The work has these authors"
        };
        self.edit("author", names.join(" and "), self.said(reason))
    }

    fn spelled(&self, person: &Person) -> String {
        let own = self.claim.authors.iter().find(|own| {
            let same =
                compare_authors(std::slice::from_ref(*own), false, std::slice::from_ref(person), false);
            same == AuthorMatch::Same { ordered: true }
        });
        let person = own.unwrap_or(person);
        let (family, given) = (plain_text(&person.family), plain_text(&person.given));
        if given.is_empty() { family } else { format!("{family}, {given}") }
    }

    /// A title without its subtitle is completed; one that a record has stays as written.
    fn title(&self) -> Option<FieldEdit> {
        let known = agree::title(&self.records)?;
        let is_same = |title: &str| compare_titles(&self.claim.title, title, false);
        let confirmed = self.records.iter().any(|record| is_same(&record.title) == TitleMatch::Same);
        let longer = plain_text(known).chars().count() > self.claim.title.chars().count();
        match is_same(known) {
            TitleMatch::Same => return None,
            TitleMatch::Subtitle
                if !longer || confirmed && self.records.len() > 1 && !self.most_have(known) =>
            {
                return None;
            }
            TitleMatch::Different(_) if confirmed => return None,
            // A record without a title has none to give, and a notice has its own.
            TitleMatch::Untitled | TitleMatch::About => return None,
            _ => {}
        }
        self.edit("title", plain_text(known).trim_end_matches('.'), self.said("The work has this title"))
    }

    /// Whether at least half of the records have this title.
    fn most_have(&self, title: &str) -> bool {
        let same = |record: &&&Record| compare_titles(&record.title, title, false) == TitleMatch::Same;
        self.records.iter().filter(same).count() * 2 >= self.records.len()
    }

    fn venue(&self) -> Option<FieldEdit> {
        let known = agree::venue(&self.records)?;
        let reason = self.said("The work appeared there");
        let Some(venue) = self.claim.venue.as_deref() else {
            let field = match self.entry.kind.as_str() {
                "article" => "journal",
                "inproceedings" | "conference" | "incollection" => "booktitle",
                _ => return None,
            };
            return self.edit(field, plain_text(&known), reason);
        };
        // The preprint is a version of the work.
        if is_preprint_server(venue) || self.is_venue_of_any(venue) {
            return None;
        }
        let field = VENUE_FIELDS.iter().find(|field| self.entry.field(field).is_some())?;
        if compare_venues(venue, &known) != VenueMatch::Different {
            return None;
        }
        self.edit(field, plain_text(&known), reason)
    }

    fn is_venue_of_any(&self, venue: &str) -> bool {
        self.records.iter().any(|record| {
            [record.venue.as_deref(), record.venue_short.as_deref()]
                .into_iter()
                .flatten()
                .any(|name| compare_venues(venue, name) == VenueMatch::Same)
        })
    }

    /// One record alone may be a year off; the entry is corrected by two, or where it is further away.
    fn year(&self) -> Option<FieldEdit> {
        let (known, votes) = agree::year(&self.records)?;
        let reason = self.said("The work is of this year");
        let Some(year) = self.claim.year else {
            return self.edit(self.year_field(), known.to_string(), reason);
        };
        let right = self.records.iter().any(|record| record.is_of_year(year));
        if right || year.abs_diff(known) <= 1 && votes < 2 {
            return None;
        }
        self.edit(self.year_field(), known.to_string(), reason)
    }

    fn year_field(&self) -> &'static str {
        if self.entry.field("year").is_none() && self.entry.field("date").is_some() { "date" } else { "year" }
    }

    fn volume(&self) -> Option<FieldEdit> {
        self.number_field("volume", |record| record.volume.as_deref())
    }

    fn number(&self) -> Option<FieldEdit> {
        self.number_field("number", |record| record.issue.as_deref())
    }

    fn pages(&self) -> Option<FieldEdit> {
        self.number_field("pages", |record| record.pages.as_deref())
    }

    /// Numbers belong to one version: they are only compared where the entry cites the published one.
    fn number_field(&self, field: &'static str, of: fn(&Record) -> Option<&str>) -> Option<FieldEdit> {
        if self.claim.venue.as_deref().is_some_and(is_preprint_server) {
            return None;
        }
        let known = agree::numbers(&self.records, of)?;
        let digits = |text: &str| -> Vec<String> {
            let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
            parts.map(str::to_lowercase).collect()
        };
        let any = |value: &str| {
            self.records.iter().filter_map(|record| of(record)).any(|other| digits(other) == digits(value))
        };
        if self.entry.field(field).is_some_and(any) {
            return None;
        }
        let written = known
            .replace(['–', '—'], "-")
            .split('-')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("--");
        self.edit(field, written, self.said(&format!("The record gives this {field}")))
    }

    /// A DOI of any version stays.
    fn doi(&self) -> Option<FieldEdit> {
        let known = agree::doi(&self.records)?;
        let own = self.claim.identifiers.doi.as_deref();
        let carries = |record: &Record, own: &str| {
            record.identifiers.doi.as_deref().is_some_and(|doi| work_doi(doi) == own)
        };
        let right = own.is_some_and(|own| {
            self.records.iter().any(|record| carries(record, own)) || self.may_be_preprint(own, carries)
        });
        if right && self.entry.field("doi").is_some() {
            return None;
        }
        self.edit("doi", known, self.said("The work has this DOI"))
    }

    /// Whether an arXiv DOI may be the preprint's: no record of the work names another identifier, no other work has it.
    fn may_be_preprint(&self, own: &str, carries: impl Fn(&Record, &str) -> bool) -> bool {
        let Some(id) = own.strip_prefix("10.48550/arxiv.") else { return false };
        self.records.iter().filter_map(|record| record.identifiers.arxiv.as_deref()).all(|other| other == id)
            && !self.answers.records().any(|record| carries(record, own))
    }
}
