//! Reasons and verdicts in plain English: short sentences, never accusing.

use crate::date::Date;
use crate::finding::{
    Category, CategoryLabel, ChangedWords, Field, FieldDifference, Reason, Subtype, Update, Verdict, Votes,
};
use crate::text::listed;

impl Reason {
    /// The reason as one sentence for a reader.
    pub fn sentence(&self) -> String {
        match self {
            Self::SourceSaysSo => "The source says so.".to_owned(),
            Self::SimilarPassage => "The source has a similar passage.".to_owned(),
            Self::TestedSupport { right, of } => tested(*right, *of, "such a passage", "accurate"),
            Self::TestedDifference { right, of } => tested(*right, *of, "such a difference", "not accurate"),
            Self::QuotationFound { .. } => "The quotation is in the source, word for word.".to_owned(),
            Self::QuotationAltered { claim, source } => match (claim.is_empty(), source.is_empty()) {
                (true, _) => format!("The quotation leaves out “{source}”, which the source has."),
                (_, true) => format!("The quotation has “{claim}”, which the source does not have there."),
                _ => format!("The quotation has “{claim}”, the source “{source}”."),
            },
            Self::QuotationMissing { quote } => {
                format!("The quotation “{quote}” is not in the text of the source.")
            }
            Self::NumberMissing { claim } => format!("{claim} appears nowhere in the source."),
            Self::NumberDiffers { claim, source } | Self::EntityDiffers { claim, source } => {
                format!("The source says {source}, the sentence {claim}.")
            }
            Self::DirectionDiffers { claim, source } => {
                format!("The source says “{source}”, the sentence “{claim}”.")
            }
            Self::NegationDiffers { claim, source } => match (claim.is_empty(), source.is_empty()) {
                (true, false) => format!("The source denies it (“{source}”), the sentence does not."),
                (false, true) => format!("The sentence denies it (“{claim}”), the source does not."),
                _ => "The source and the sentence differ in a negation.".to_owned(),
            },
            Self::HedgeDropped { source } => {
                format!("The source is more careful (“{source}”) than the sentence.")
            }
            Self::ScopeDiffers { claim, source } => {
                format!("The source is about {source}, the sentence about {claim}.")
            }
            Self::CausalUpgrade { claim, source } => format!(
                "The source reports an association (“{source}”), the sentence states a cause (“{claim}”)."
            ),
            Self::AuthorDiffers { claim, record } => {
                closed(&format!("The sentence names {claim}; the record's authors are {record}"))
            }
            Self::NoRecord { asked } if asked.is_empty() => "Not found in any index.".to_owned(),
            Self::NoRecord { asked } => {
                let asked: Vec<String> = asked.iter().map(|source| source_words(source).to_owned()).collect();
                format!("Not found in {}.", listed(&asked))
            }
            Self::NotCheckable { why } => format!("{} {}", why.reason(), why.next_step()),
            Self::MetadataDiffers { differences } => metadata(differences),
            Self::Retracted { year, notice, date, citing, manner } => {
                let date = date.or_else(|| year.and_then(Date::from_year));
                let before = citing.map(|citing| format!(", before this paper appeared ({citing})"));
                format!(
                    "The work was {}{}{}{}.",
                    manner.word(),
                    on(date),
                    notice_in_brackets(notice.as_deref()),
                    before.unwrap_or_default()
                )
            }
            Self::RetractedSince { date, citing, notice, manner } => format!(
                "{} later: the work was {}{}{}, after this paper appeared ({citing}).",
                capital(manner.word()),
                manner.word(),
                on(Some(*date)),
                notice_in_brackets(notice.as_deref()),
            ),
            Self::RetractedUndated { date, citing, notice, manner } => {
                let citing = citing.map(|citing| format!(" (this paper: {citing})")).unwrap_or_default();
                format!(
                    "The work was {}{}{}; whether before or after this paper appeared is not known{citing}.",
                    manner.word(),
                    on(*date),
                    notice_in_brackets(notice.as_deref()),
                )
            }
            Self::RetractedAndReplaced { date, notice } => format!(
                "The work was retracted and replaced{}{}; a corrected version has the same identifier.",
                on(*date),
                notice_in_brackets(notice.as_deref()),
            ),
            Self::Updated { update, date, notice } => {
                let (what, verb, read) = match update {
                    Update::Corrected => {
                        ("A correction to this work", "published", "check whether it affects this sentence")
                    }
                    Update::PartlyRetracted => {
                        ("Part of this work", "retracted", "check whether this sentence relies on it")
                    }
                    Update::NewVersion => {
                        ("A newer version of this work", "published", "check whether it still says this")
                    }
                };
                let tense = if date.is_some() { "was" } else { "has been" };
                let notice = notice_in_brackets(notice.as_deref());
                format!("{what} {tense} {verb}{}{notice}; {read}.", on(*date))
            }
            Self::ChangedSince { claim, latest, version } => {
                format!(
                    "The cited version says {claim}; where it stood, the latest one ({version}) says {latest}."
                )
            }
            Self::IdentifierOfAnotherWork { identifier, title } => {
                format!("The identifier {identifier} belongs to another work, “{title}”.")
            }
            Self::NotFoundInSource => "The source neither confirms nor contradicts this.".to_owned(),
            Self::AnotherSubject { missing, elsewhere } => {
                let missing: Vec<String> = missing.iter().map(|word| format!("“{word}”")).collect();
                format!("The source never mentions {}; {elsewhere} does.", listed(&missing))
            }
            Self::SeemsAboutSomethingElse { title, nearest, better, alone, crowd } => {
                let title = title.trim_end_matches('.');
                let nearest = match nearest.as_str() {
                    "" => String::new(),
                    nearest => format!(" The nearest sentence of its abstract: “{nearest}”"),
                };
                let better = better.as_ref().map(|entry| {
                    format!(
                        " Entry {} of the list, “{}”, fits better.",
                        entry.number,
                        entry.title.trim_end_matches('.')
                    )
                });
                let alone = if *alone {
                    " It also seems unrelated to the article and to the rest of the reference list."
                } else {
                    ""
                };
                let crowd = crowd.map(|crowd| format!(" It is cited only in groups of {crowd} or more."));
                format!(
                    "By title and abstract, “{title}” seems to be about something else.{nearest}{}{alone}{}",
                    better.unwrap_or_default(),
                    crowd.unwrap_or_default()
                )
            }
            Self::NameBesideDiffers { sentence, entry } => {
                closed(&format!("The sentence names {sentence}, but the cited entry is by {entry}"))
            }
            Self::YearBesideDiffers { sentence, entry } => {
                format!("The sentence gives the year {sentence}, but the cited entry has {entry}.")
            }
            Self::EvidenceWeak => "The passages found are inconclusive.".to_owned(),
            Self::ModelFindsSupport { model, votes } => format!(
                "Based on the passages shown, {model} finds that the source says so{}.",
                votes.map(in_brackets).unwrap_or_default()
            ),
            Self::ModelFindsContradiction { model, rationale, votes } => {
                let votes = votes.map(in_brackets).unwrap_or_default();
                let rationale = if rationale.is_empty() { String::new() } else { format!(": {rationale}") };
                closed(&format!(
                    "Based on the passages shown, {model} finds that the source says otherwise{votes}{rationale}"
                ))
            }
            Self::ModelUndecided { model } => {
                format!("Based on the passages shown, {model} could not decide.")
            }
            Self::SecondHand { first, changed } => {
                let entries: Vec<&str> =
                    first.iter().map(|first| first.entry.trim_end_matches('.')).collect();
                let changes = changed.iter().map(|ChangedWords { sentence, source }| {
                    if sentence.is_empty() {
                        format!(" The sentence drops “{source}”.")
                    } else {
                        format!(" The source says “{source}”, the sentence “{sentence}”.")
                    }
                });
                let changes: String = changes.collect();
                format!("Second-hand: the source itself cites this from {}.{changes}", entries.join("; "))
            }
            Self::AbstractOnly => "Only the abstract could be read.".to_owned(),
            Self::PassagesOnly => "Only some passages of the source could be read.".to_owned(),
            Self::Perfunctory => "The work is named in passing; it exists and is on the topic.".to_owned(),
            Self::WitnessesSaySo { witnesses, statement } => {
                format!(
                    "The source could not be read; {} {} the same about it: “{statement}”",
                    papers(*witnesses),
                    says(*witnesses)
                )
            }
            Self::WitnessesSayOtherwise { witnesses, statement } => {
                format!(
                    "The source could not be read; {} {} otherwise about it: “{statement}”",
                    papers(*witnesses),
                    says(*witnesses)
                )
            }
            Self::WitnessesUndecided { witnesses: 0, .. } => {
                "No paper that cites it could be used.".to_owned()
            }
            Self::WitnessesUndecided { witnesses, reason } => format!(
                "The source could not be read, and {} {} inconclusive: {}",
                papers(*witnesses),
                if *witnesses == 1 { "is" } else { "are" },
                closed(reason)
            ),
            Self::NoText { reason } | Self::NotResolved { reason } | Self::NotMapped { reason } => {
                format!("Not checked: {}", closed(reason))
            }
            Self::NotLookedUp => "Not checked yet. Look up references to check it.".to_owned(),
            Self::EntryChosen { entries } => {
                format!("The citation fits {entries} references; an AI model chose this one.")
            }
            Self::ReadFromImage { page, by } => {
                format!("Page {page} was read from its image by {by}; words may be misread.")
            }
            Self::NoModel { reason } => format!("Not checked: {}", closed(reason)),
        }
    }
}

/// A source as a sentence names it.
fn source_words(name: &str) -> &str {
    // What the browser's build has with it, under the name that its records have.
    if name == "library" { "the local library" } else { name }
}

/// The reasons of a finding as one text.
pub fn message(reasons: &[Reason]) -> String {
    reasons.iter().map(Reason::sentence).collect::<Vec<_>>().join(" ")
}

/// A verdict as it is shown.
pub fn verdict_word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Supported => "Supported",
        Verdict::Miscited => "Needs review",
        Verdict::Undecidable => "Inconclusive",
        Verdict::Unchecked => "Open",
    }
}

/// A category as it is shown.
pub fn category_word(category: Category) -> &'static str {
    match category {
        Category::AttributionTraceability => "Attribution",
        Category::CitationValidity => "Validity",
        Category::ContentMisrepresentation => "Content",
        Category::ScopeExtrapolation => "Scope",
        Category::EvidenceCharacterization => "Strength of evidence",
    }
}

/// A subtype as it is shown.
pub fn subtype_word(subtype: Subtype) -> &'static str {
    match subtype {
        Subtype::GhostCitation => "not found",
        Subtype::AuthorMisattribution => "different author",
        Subtype::Retracted => "retracted",
        Subtype::SecondarySource => "secondary source",
        Subtype::Irrelevant => "different topic",
        Subtype::Contradictory => "says otherwise",
        Subtype::SelectiveQuotation => "selective quote",
        Subtype::OmittedQualifiers => "qualifier dropped",
        Subtype::ConflatedFindings => "findings conflated",
        Subtype::Overgeneralisation => "broader than the source",
        Subtype::MethodologicalMisapplication => "method outside its scope",
        Subtype::DataScopeMisuse => "data outside its scope",
        Subtype::CorrelationAsCausation => "association presented as cause",
        Subtype::StatisticalDistortion => "number changed",
    }
}

/// A category with its subtype as it is shown.
pub fn category_words(label: CategoryLabel) -> String {
    let category = category_word(label.category);
    let suggested = if label.suggested { " (suggested)" } else { "" };
    match label.subtype.map(subtype_word) {
        Some(subtype) => format!("{category}: {subtype}{suggested}"),
        None => format!("{category}{suggested}"),
    }
}

/// Tests from which on a share tells something.
pub const ENOUGH_TESTED: u32 = 20;

/// How often something was right, in words.
fn in_brackets(votes: Votes) -> String {
    format!(" ({} of {} votes)", votes.shown, votes.of)
}

fn tested(right: u32, of: u32, what: &str, was: &str) -> String {
    match of {
        0 => format!("How often {what} tells the truth has not been measured."),
        few if few < ENOUGH_TESTED => {
            format!("Too few tested sentences had {what} to say how often it is right ({right} of {of}).")
        }
        _ => format!("In tests, {right} of {of} sentences with {what} were {was}."),
    }
}

fn papers(witnesses: u32) -> String {
    match witnesses {
        1 => "one paper that cites it".to_owned(),
        number => format!("{number} papers that cite it"),
    }
}

fn says(witnesses: u32) -> &'static str {
    if witnesses == 1 { "says" } else { "say" }
}

fn metadata(differences: &[FieldDifference]) -> String {
    let fields = differences.iter().map(|difference| {
        let name = match difference.field {
            Field::Authors => "authors",
            Field::Title => "title",
            Field::Year => "year",
            Field::Venue => "venue",
            Field::Doi => "DOI",
        };
        format!("{name} “{}”, the reference “{}”", difference.record, difference.reference)
    });
    format!("The record differs from the reference: {}.", fields.collect::<Vec<_>>().join("; "))
}

/// " on 2010-02-06", " in 2010"
fn on(date: Option<Date>) -> String {
    let preposition = if date.is_some_and(|date| date.day.is_some()) { "on" } else { "in" };
    date.map(|date| format!(" {preposition} {date}")).unwrap_or_default()
}

fn notice_in_brackets(notice: Option<&str>) -> String {
    notice.map(|notice| format!(" (notice: {notice})")).unwrap_or_default()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A clause closed as a sentence.
fn closed(clause: &str) -> String {
    let clause = clause.trim();
    if clause.ends_with(['.', '!', '?']) { clause.to_owned() } else { format!("{clause}.") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::RetractionManner;

    #[test]
    fn sentences_are_plain() {
        let number = Reason::NumberDiffers { claim: "95 %".to_owned(), source: "59 %".to_owned() };
        assert_eq!(number.sentence(), "The source says 59 %, the sentence 95 %.");
        let asked = ["Crossref", "OpenAlex", "arXiv"].map(str::to_owned).to_vec();
        assert_eq!(Reason::NoRecord { asked }.sentence(), "Not found in Crossref, OpenAlex and arXiv.");
        let asked = ["library", "Crossref"].map(str::to_owned).to_vec();
        assert_eq!(Reason::NoRecord { asked }.sentence(), "Not found in the local library and Crossref.");
        let updated = |update, date: Option<&str>| {
            let date = date.map(|date| date.parse().unwrap());
            Reason::Updated { update, date, notice: None }.sentence()
        };
        assert_eq!(
            updated(Update::Corrected, None),
            "A correction to this work has been published; check whether it affects this sentence."
        );
        assert_eq!(
            updated(Update::NewVersion, Some("2021-04-02")),
            "A newer version of this work was published on 2021-04-02; check whether it still says this."
        );
        assert_eq!(
            updated(Update::PartlyRetracted, Some("2021")),
            "Part of this work was retracted in 2021; check whether this sentence relies on it."
        );
        let manner = RetractionManner::Retracted;
        let gone = Reason::Retracted { year: Some(2010), notice: None, date: None, citing: None, manner };
        assert_eq!(
            message(&[gone, Reason::EvidenceWeak]),
            "The work was retracted in 2010. The passages found are inconclusive."
        );
        let date = |text: &str| text.parse().unwrap();
        let since = Reason::RetractedSince {
            date: date("2012-03-04"),
            citing: date("2011-05"),
            notice: Some("10.1/n".to_owned()),
            manner: RetractionManner::Withdrawn,
        };
        assert_eq!(
            since.sentence(),
            "Withdrawn later: the work was withdrawn on 2012-03-04 (notice: 10.1/n), after this paper appeared (2011-05)."
        );
        let undated = Reason::RetractedUndated {
            date: Some(date("2012")),
            citing: Some(date("2012")),
            notice: None,
            manner,
        };
        assert_eq!(
            undated.sentence(),
            "The work was retracted in 2012; whether before or after this paper appeared is not known (this paper: 2012)."
        );
    }
}
