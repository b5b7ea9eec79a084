//! Verdicts that follow from mapping and records alone, before any text is read: the first two categories.

use super::view::surface;
use citelight_document::citation::{Citation, Mapping, Reference, is_organisation};
use citelight_document::document::{Document, TranscribedPage};
use citelight_records::resolve::authors::shown;
use citelight_records::resolve::{Candidate, Resolution};
use citelight_records::sources::key::Key;
use citelight_records::sources::{Record, WorkStatus, shown_name};
use citelight_types::date::Date;
use citelight_types::finding::{
    Category, CategoryLabel, Check, Evidence, EvidenceScores, Place, Reason, RetractionManner, Step, Subtype,
    TrailStep, Verdict,
};
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;
use citelight_types::text::titles::title_similarity;
use citelight_verify::claim::Claim;
use citelight_verify::verify::Judgement;

use super::names::{NamedAuthor, alike, named_author};
use super::retraction::retraction_reason;

/// P(a retraction in the records is one): not calibrated; below 1 because indexes err.
const RETRACTION_CONFIDENCE: f64 = 0.95;
/// Titles less alike than this are of two works.
const ANOTHER_TITLE: f64 = 0.6;
/// The same for an author in the sentence who is not among the record's.
const AUTHOR_CONFIDENCE: f64 = 0.8;

/// An unchecked judgement with its one reason.
pub fn unchecked(reason: Reason) -> Judgement {
    Judgement {
        verdict: Verdict::Unchecked,
        category: None,
        confidence: None,
        reasons: vec![reason],
        evidence: Vec::new(),
        trail: Vec::new(),
    }
}

/// A citation that points at no single reference.
pub fn not_mapped(document: &Document, citation: &Citation) -> Judgement {
    let reason = match &citation.status {
        Mapping::Ambiguous { candidates } => {
            let known = candidates.iter().filter_map(|index| document.references.get(*index));
            let names: Vec<&str> =
                known.map(|reference| reference.label.as_deref().unwrap_or(reference.id.as_str())).collect();
            match names.as_slice() {
                // A number whose link is none to an entry.
                [only] => format!("it may mean {only}, but its own link leads elsewhere"),
                _ => format!("it may mean any of {}", names.join(", ")),
            }
        }
        Mapping::Linked | Mapping::Matched | Mapping::Unmatched => {
            "no entry of the reference list fits it".to_owned()
        }
    };
    unchecked(Reason::NotMapped { reason })
}

/// Without words to show nothing is accused or affirmed.
pub fn shown_or_open(mut judgement: Judgement) -> Judgement {
    let decides = matches!(judgement.verdict, Verdict::Supported | Verdict::Miscited);
    if !decides || judgement.evidence.iter().any(|piece| !piece.text.trim().is_empty()) {
        return judgement;
    }
    let shown = Check::at_least("words of the source to show", 0.0, 1.0);
    let step = TrailStep::new(Step::Decide, "nothing can be shown for it", &[]);
    judgement.trail.push(step.with_checks(vec![shown]));
    judgement.reasons.insert(0, Reason::EvidenceWeak);
    Judgement { verdict: Verdict::Undecidable, category: None, confidence: None, ..judgement }
}

/// A judgement about an entry that a model chose among those a citation fits: nothing is accused where it may mean another.
pub fn of_chosen_entry(mut judgement: Judgement, citation: &Citation) -> Judgement {
    let Mapping::Ambiguous { candidates } = &citation.status else { return judgement };
    judgement.reasons.push(Reason::EntryChosen { entries: candidates.len() as u32 });
    if judgement.verdict != Verdict::Miscited {
        return judgement;
    }
    let sure = Check::at_most("entries that may be meant", candidates.len() as f64, 1.0);
    let step = TrailStep::new(Step::Decide, "which entry is meant is not sure enough to object", &[]);
    judgement.trail.push(step.with_checks(vec![sure]));
    Judgement { verdict: Verdict::Undecidable, category: None, confidence: None, ..judgement }
}

/// A judgement about a sentence or an entry that a model read off the image of a page: nothing is accused by words that may be
/// misread. That a work was retracted is said by its record.
pub fn of_misreadable(mut judgement: Judgement, page: &TranscribedPage) -> Judgement {
    let subtype = judgement.category.as_ref().and_then(|label| label.subtype);
    judgement.reasons.push(Reason::ReadFromImage { page: page.page + 1, by: page.by.clone() });
    if judgement.verdict != Verdict::Miscited || subtype == Some(Subtype::Retracted) {
        return judgement;
    }
    let sure = Check::at_most("pages that were read from an image", 1.0, 0.0);
    let step = TrailStep::new(Step::Decide, "words that may be misread are not sure enough to object", &[]);
    judgement.trail.push(step.with_checks(vec![sure]));
    Judgement { verdict: Verdict::Undecidable, category: None, confidence: None, ..judgement }
}

/// What a resolution alone decides; none if the record is sound and the text must be read.
pub fn by_resolution(
    document: &Document,
    citation: &Citation,
    reference: &Reference,
    claim: &Claim,
    resolution: &Resolution,
) -> Option<Judgement> {
    match resolution {
        Resolution::Unknown { not_checkable: Some(why), .. } => {
            Some(unchecked(Reason::NotCheckable { why: *why }))
        }
        Resolution::Unknown { reason, .. } => Some(unchecked(Reason::NotResolved {
            reason: format!("the reference was not resolved: {reason}"),
        })),
        Resolution::Ambiguous { candidates } => Some(unchecked(
            of_another_work(reference, candidates)
                .unwrap_or_else(|| Reason::NotResolved { reason: ambiguous(reference, candidates) }),
        )),
        Resolution::Ghost { asked, nearest } => Some(ghost(reference, asked, nearest.as_deref())),
        Resolution::Resolved { record, .. } => author_differs(document, citation, reference, record)
            .or_else(|| retracted(retraction_reason(document, claim, record)?, record)),
    }
}

fn ambiguous(reference: &Reference, candidates: &[Candidate]) -> String {
    if let Some(reason) =
        candidates.first().and_then(|first| other_version_retracted(reference, &first.record))
    {
        return reason;
    }
    let nearest = candidates.first().map(|nearest| nearest.record.title.as_str()).unwrap_or_default();
    match candidates.len() {
        1 => format!("the reference fits the nearest record, “{nearest}”, only in part"),
        count => format!("the reference fits {count} records, such as “{nearest}”, only in part"),
    }
}

/// That the entry's identifier leads to a work of another title.
fn of_another_work(reference: &Reference, candidates: &[Candidate]) -> Option<Reason> {
    let record = &candidates.first()?.record;
    let title = reference.title.as_deref().filter(|_| reference.transcribed.is_none())?;
    let is_other = reference.identifiers.agree(&record.identifiers)
        && !record.is_untitled()
        && record.titles().all(|theirs| title_similarity(title, theirs) < ANOTHER_TITLE);
    let key = Key::of(&reference.identifiers).into_iter().find(|key| key.names(record))?;
    is_other.then(|| Reason::IdentifierOfAnotherWork {
        identifier: key.value().to_owned(),
        title: record.title.clone(),
    })
}

/// That a work of the entry's title was retracted, under another DOI than the entry's: which of them it means is open.
fn other_version_retracted(reference: &Reference, record: &Record) -> Option<String> {
    let (own, theirs) = (reference.identifiers.doi.as_deref()?, record.identifiers.doi.as_deref()?);
    let is_retracted = record.status.is_retracted();
    let is_titled = fold(reference.title.as_deref()?) == fold(&record.title);
    (is_retracted && is_titled && !own.eq_ignore_ascii_case(theirs)).then(|| {
        let title = &record.title;
        format!("“{title}” ({theirs}) was retracted or withdrawn, but the entry gives another DOI, {own}")
    })
}

fn ghost(reference: &Reference, asked: &[String], nearest: Option<&Candidate>) -> Judgement {
    let entry = Evidence {
        text: reference.raw.clone(),
        differing: Vec::new(),
        place: Place {
            section: vec![Place::REFERENCES.to_owned()],
            paragraph: reference.number,
            sentence: 1,
            origin: "the reference list".to_owned(),
            extent: None,
        },
        scores: EvidenceScores::default(),
    };
    let nearest_score = nearest.map_or(0.0, |nearest| nearest.score);
    let nearest_record = nearest.map(|nearest| record_evidence(&nearest.record, described(&nearest.record)));
    let summary = match nearest {
        Some(nearest) => {
            let title = &nearest.record.title;
            format!("The nearest record, “{title}”, is another work.")
        }
        None => "No record is anywhere near.".to_owned(),
    };
    Judgement {
        verdict: Verdict::Miscited,
        category: Some(label(Category::AttributionTraceability, Subtype::GhostCitation, false)),
        // The nearer the nearest record, the likelier a mangled entry of it. Monotone, not calibrated.
        confidence: Some(1.0 - nearest_score / 2.0),
        reasons: vec![Reason::NoRecord { asked: asked.to_vec() }],
        evidence: std::iter::once(entry).chain(nearest_record).collect(),
        trail: vec![TrailStep::new(Step::Decide, summary, &[("nearest", nearest_score)])],
    }
}

/// A work that had been retracted when the citing paper appeared. What was retracted since is judged by its text.
fn retracted(reason: Reason, record: &Record) -> Option<Judgement> {
    let Reason::Retracted { date, notice, citing, .. } = &reason else { return None };
    let year = |name, date: &Option<Date>| date.map(|date| (name, f64::from(date.year)));
    let values: Vec<(&str, f64)> =
        [year("retracted", date), year("citing", citing)].into_iter().flatten().collect();
    let said = said_of_retraction(record, notice.as_deref());
    Some(Judgement {
        verdict: Verdict::Miscited,
        category: Some(label(Category::CitationValidity, Subtype::Retracted, false)),
        confidence: Some(RETRACTION_CONFIDENCE),
        evidence: vec![record_evidence(record, said)],
        trail: vec![TrailStep::new(Step::Decide, "the record's notice is older than this paper", &values)],
        reasons: vec![reason],
    })
}

/// The record with its notice, and the words of the notice where it has any: a reader can judge of which work they speak.
fn said_of_retraction(record: &Record, notice: Option<&str>) -> String {
    let notice = notice.map(|notice| format!(" Notice: {notice}")).unwrap_or_default();
    let words = record.notices.iter().find_map(|notice| notice.words.as_deref());
    let words = words.map(|words| format!(" It says: “{words}”")).unwrap_or_default();
    let what = match &record.status {
        WorkStatus::Retracted { manner: RetractionManner::Withdrawn, .. } => "Withdrawn",
        _ => "Retracted",
    };
    format!("{what}: {}{notice}{words}", described(record))
}

fn author_differs(
    document: &Document,
    citation: &Citation,
    reference: &Reference,
    record: &Record,
) -> Option<Judgement> {
    let before = document.blocks.get(citation.block)?.text.get(..citation.range.start)?;
    let NamedAuthor { family, shown: claimed } = named_author(before, surface(document, citation))?;
    // One reference only: in "Smith et al. [3, 5]" the name need not be the author of each.
    if citation.references.len() != 1 {
        return None;
    }
    // Sentences name a member of the group ("Horby et al.") whose name alone the record has.
    if record.authors.first().is_none_or(is_body) {
        return None;
    }
    let known = |text: &str| fold(text).split(' ').any(|word| alike(word, &family));
    let among = record.authors.iter().any(|person| known(&person.family) || known(&person.given));
    let in_entry = known(&reference.raw)
        || reference.label.as_deref().is_some_and(known)
        || reference.authors.iter().any(|person| known(&person.family));
    // The work may be about a thing named after the person ("the Kalman filter"): then its title says so.
    if among || in_entry || known(&record.title) {
        return None;
    }
    let summary = format!("“{claimed}” is neither among the record's authors nor in the entry.");
    Some(Judgement {
        verdict: Verdict::Miscited,
        category: Some(label(Category::AttributionTraceability, Subtype::AuthorMisattribution, true)),
        confidence: Some(AUTHOR_CONFIDENCE),
        reasons: vec![Reason::AuthorDiffers { claim: claimed, record: shown(&record.authors) }],
        evidence: vec![record_evidence(record, described(record))],
        trail: vec![TrailStep::new(Step::Decide, summary, &[("authors", record.authors.len() as f64)])],
    })
}

/// Whether an author is a group or an organisation: by its words, or as one name with capitals inside ("OpenAI").
fn is_body(author: &Person) -> bool {
    let capitals = |word: &str| word.chars().filter(|c| c.is_uppercase()).count();
    let Person { family, given } = author;
    is_organisation(&format!("{given} {family}"))
        || (given.is_empty() && family.split([' ', '-']).any(|word| capitals(word) > 1))
}

fn label(category: Category, subtype: Subtype, suggested: bool) -> CategoryLabel {
    CategoryLabel { category, subtype: Some(subtype), suggested }
}

/// A record as one line: authors (year). title. venue.
fn described(record: &Record) -> String {
    let families: Vec<&str> = record.authors.iter().take(8).map(|person| person.family.as_str()).collect();
    let more = if record.authors.len() > 8 { " et al." } else { "" };
    let year = record.year.map(|year| format!(" ({year})")).unwrap_or_default();
    let venue = record.venue.as_deref().map(|venue| format!(" {venue}.")).unwrap_or_default();
    format!("{}{more}{year}. {}.{venue}", families.join(", "), record.title.trim_end_matches('.'))
}

fn record_evidence(record: &Record, text: String) -> Evidence {
    Evidence {
        text,
        differing: Vec::new(),
        place: Place {
            section: vec![Place::RECORD.to_owned()],
            paragraph: 1,
            sentence: 1,
            origin: record.identifiers.doi.as_deref().map_or_else(
                || format!("{} {}", shown_name(&record.source), record.id),
                |doi| format!("{} https://doi.org/{doi}", shown_name(&record.source)),
            ),
            extent: None,
        },
        scores: EvidenceScores::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use citelight_document::markup::{Block, BlockKind};
    use citelight_records::sources::editorial::{EditorialNotice, NoticeKind};

    /// What is said of the authors where a sentence cites `[3]`, by these authors of entry and record.
    fn said_of_authors(sentence: &str, authors: &[Person]) -> Option<Judgement> {
        let start = sentence.find("[3]").unwrap();
        let text = sentence.to_owned();
        let document = Document {
            blocks: vec![Block {
                kind: BlockKind::Paragraph,
                sentences: vec![0..text.len()],
                text,
                section: Vec::new(),
                origins: Vec::new(),
            }],
            ..Document::default()
        };
        let citation = Citation {
            id: "c0".to_owned(),
            block: 0,
            range: start..start + 3,
            sentence: 0,
            references: vec![2],
            status: Mapping::Matched,
            narrative: false,
        };
        let title = "Effects of treatment on the survival of patients".to_owned();
        let names: Vec<&str> = authors.iter().map(|author| author.family.as_str()).collect();
        let reference = Reference {
            raw: format!("{}. {title}. 2020.", names.join(", ")),
            authors: authors.to_vec(),
            title: Some(title.clone()),
            ..Reference::default()
        };
        let record = Record { title, authors: authors.to_vec(), ..Record::default() };
        author_differs(&document, &citation, &reference, &record)
    }

    #[test]
    fn an_author_who_is_a_stranger_to_the_record_is_objected_to() {
        let authors = [Person::new("Walker", "M"), Person::new("Lee", "K")];
        for sentence in ["As shown by Müller et al. [3], it works.", "Müller and colleagues [3] say so."] {
            let judgement = said_of_authors(sentence, &authors).unwrap();
            assert_eq!(judgement.verdict, Verdict::Miscited, "{sentence}");
        }
    }

    #[test]
    fn names_that_need_not_be_the_authors_accuse_nobody() {
        let pouyanfar = [Person::new("Pouyanfar", "S."), Person::new("Sadiq", "S.")];
        let smith = [Person::new("Smith", "A.")];
        for (sentence, authors) in [
            ("Frameworks such as PyTorch, TensorFlow and others [3] are fast.", &pouyanfar[..]),
            ("Smith et al. and Jones et al. [3] and [4] agree.", &smith[..]),
        ] {
            assert!(said_of_authors(sentence, authors).is_none(), "{sentence}");
        }
        for body in [
            Person::new("RECOVERY Collaborative Group", ""),
            Person::new("Group", "RECOVERY Collaborative"),
            Person::new("OpenAI", ""),
        ] {
            assert!(said_of_authors("Horby et al. [3] treated patients.", &[body]).is_none());
        }
    }

    #[test]
    fn a_retraction_is_shown_in_the_words_that_tell_of_it() {
        let words = Some("Withdrawn by the author".to_owned());
        let notice = EditorialNotice::registered(NoticeKind::Retraction, None, None);
        let record = Record { notices: vec![EditorialNotice { words, ..notice }], ..Record::default() };
        let said = said_of_retraction(&record, Some("https://arxiv.org/abs/2001.00001"));
        let end = " Notice: https://arxiv.org/abs/2001.00001 It says: “Withdrawn by the author”";
        assert!(said.starts_with("Retracted: ") && said.ends_with(end), "{said}");
    }
}
