//! Matching one reference to the records of the sources at hand.

use super::by_identifier::REGISTER;
use super::differences::differences;
use super::eligible::why_not_ghost;
use super::score::{Described, MatchScore, match_score, title_stands_in};
use super::twins::{Printed, are_one, gravest, is_doubtful, is_notice_about};
use super::{Candidate, Resolution, by_identifier};
use crate::audit::finding::{Check, Step, TrailStep};
use crate::citation::Reference;
use crate::settings::Settings;
use crate::sources::doi_register::{DoiRegister, add_notices};
use crate::sources::title_marks::{searched, unmarked};
use crate::sources::{
    Query, Record, Source, SourceError, WorkStatus, in_order, shown_list, shown_name, shown_names,
};

use super::authors::{family_key, family_keys, share_in_text};

/// Candidates of an ambiguous resolution that are kept.
pub(super) const CANDIDATES: usize = 3;
/// Two records whose scores are nearer than this fit about equally.
const MARGIN: f64 = 0.02;
/// Authors this alike under an agreeing identifier are those of the work.
const AUTHORS_UNDER_IDENTIFIER: f64 = 0.5;
/// A title this alike under an agreeing identifier is the same work, whatever parsing did to the authors.
const TITLE_UNDER_IDENTIFIER: f64 = 0.8;

/// What came of one reference, with what it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The resolution.
    pub resolution: Resolution,
    /// Who was asked and what was compared.
    pub step: TrailStep,
    /// Sources that failed.
    pub failures: Vec<SourceError>,
}

/// Resolves a reference: sources are asked in order until one knows it beyond doubt.
///
/// An identifier alone resolves nothing: if title and authors of its record disagree with the entry, the entry is
/// ambiguous (either may be the mistake), unless another record fits title and authors; then that one is meant and
/// the identifier differs. Only where an entry is an identifier and nothing else, its record is taken. The `register` is
/// asked whether a DOI that enough sources lack exists at all: some of its agencies are in no index; and of what is resolved,
/// which notices are registered.
pub async fn resolve(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> Outcome {
    let mut outcome = if reference.is_identifier_only() {
        by_identifier::resolve(reference, sources, register, settings).await
    } else {
        by_fields(reference, sources, register, settings).await
    };
    if let (Resolution::Resolved { record, .. }, Some(register)) = (&mut outcome.resolution, register) {
        outcome.failures.extend(add_notices(record, register).await);
    }
    outcome
}

async fn by_fields(
    reference: &Reference,
    sources: &[&dyn Source],
    register: Option<&dyn DoiRegister>,
    settings: &Settings,
) -> Outcome {
    let query = query_of(reference);
    let mut answers = Answers::default();
    for source in in_order(sources, &query).into_iter().filter(|source| source.can_look_up(&query)) {
        match source.look_up(query.clone()).await {
            Ok(records) => {
                answers.asked.push(source.name().to_owned());
                answers.complete += usize::from(settings.complete_records || source.covers_everything());
                answers
                    .seen
                    .extend(records.into_iter().map(|record| Compared::new(reference, record, settings)));
                if answers.best().is_some_and(|best| best.fit == Fit::Sure) {
                    break;
                }
            }
            Err(error) => answers.failures.push(error),
        }
    }
    let mut resolution = answers.decide(reference, settings);
    if let (Resolution::Ghost { .. }, Some(doi)) = (&resolution, reference.identifiers.doi.as_deref()) {
        resolution = match answers.why_doi_may_exist(doi, register).await {
            Some(reason) => Resolution::Unknown { reason },
            None => answers.decide(reference, settings),
        };
    }
    Outcome { step: answers.step(&resolution, settings), resolution, failures: answers.failures }
}

/// What sources are asked about a reference.
pub fn query_of(reference: &Reference) -> Query<'_> {
    if reference.is_identifier_only() {
        return Query::by_identifiers(&reference.identifiers);
    }
    Query {
        identifiers: &reference.identifiers,
        // Without a parsed title the whole entry is searched: its title stands somewhere in it.
        title: Some(reference.title.as_deref().map_or(reference.raw.as_str(), searched)),
        authors: &reference.authors,
        year: reference.year,
    }
}

/// How well a record fits a reference, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It is the reference's.
    Sure,
    /// It may be.
    Possible,
    /// An identifier says so, title and authors say otherwise.
    IdentifierOnly,
    /// It is another work.
    None,
}

/// A record compared with the reference.
struct Compared {
    record: Record,
    score: MatchScore,
    fit: Fit,
}

impl Compared {
    fn new(reference: &Reference, record: Record, settings: &Settings) -> Self {
        let identifier = reference.identifiers.agree(&record.identifiers);
        let Some(described) = Described::by_reference(reference) else {
            return Self::without_title(reference, record, identifier);
        };
        let mut score = best_score(&described, &record, settings);
        let read_again = authors_in_entry(reference, &record);
        score.authors = score.authors.into_iter().chain(read_again).max_by(f64::total_cmp);
        score.total = score.weighted(settings);
        let fit = if identifier
            && (score.total >= settings.match_accept
                || score.title >= TITLE_UNDER_IDENTIFIER
                || is_same_under_identifier(&record, score))
        {
            Fit::Sure
        } else if identifier && record.is_untitled() && score.authors.is_none() {
            // Nothing contradicts, and nothing but the identifier confirms.
            Fit::Possible
        } else if identifier {
            Fit::IdentifierOnly
        } else if score.total >= settings.match_accept && described_enough(reference, &record, score) {
            Fit::Sure
        } else if score.total >= settings.match_candidate {
            Fit::Possible
        } else {
            Fit::None
        };
        Self { record, score, fit }
    }

    /// An entry whose title could not be parsed fits if the record's title, or its author under an agreeing
    /// identifier, stands in it.
    fn without_title(reference: &Reference, record: Record, identifier: bool) -> Self {
        let folded = crate::text::normalise::fold(&reference.raw);
        let authors = family_keys(&record.authors);
        let named = authors.iter().any(|key| folded.split(' ').any(|word| word == key));
        let titled = record.titles().any(|title| title_stands_in(title, &reference.raw));
        let year = matches!((reference.year, record.year), (Some(a), Some(b)) if a.abs_diff(b) <= 1);
        let fit = match (identifier, titled, named) {
            (true, true, _) | (true, _, true) => Fit::Sure,
            (false, true, true) if year => Fit::Sure,
            (false, true, _) => Fit::Possible,
            (true, false, false) => Fit::IdentifierOnly,
            (false, false, _) => Fit::None,
        };
        let part = |holds: bool| if holds { 1.0 } else { 0.0 };
        let title = part(titled || (identifier && named));
        let score = MatchScore { total: title, title, authors: Some(part(named)) };
        Self { record, score, fit }
    }
}

/// The score by the title of the record that fits best: its own, or one of another version; marks aside.
fn best_score(described: &Described<'_>, record: &Record, settings: &Settings) -> MatchScore {
    let by_record = Described::by_record(record);
    let bare = Described { title: unmarked(described.title).1, ..*described };
    let titles = record.titles().flat_map(|title| [title, unmarked(title).1]);
    let scores = titles.flat_map(|title| {
        let theirs = Described { title, ..by_record };
        [match_score(described, &theirs, settings), match_score(&bare, &theirs, settings)]
    });
    let best = scores.max_by(|left, right| left.total.total_cmp(&right.total));
    best.unwrap_or_else(|| match_score(described, &by_record, settings))
}

/// Whether a record that bears the entry's identifier is of its work by its authors alone: it has no title, or it is of a
/// submission to OpenReview, which may have been renamed.
fn is_same_under_identifier(record: &Record, score: MatchScore) -> bool {
    let are_theirs = score.authors.is_some_and(|authors| authors >= AUTHORS_UNDER_IDENTIFIER);
    are_theirs && (record.is_untitled() || record.identifiers.forum().is_some())
}

/// Share of the record's first authors that stand in an entry whose fields were parsed from a string: what the parser
/// cut wrongly is still there to be read. None where markup gave the fields, or either names no authors.
fn authors_in_entry(reference: &Reference, record: &Record) -> Option<f64> {
    if reference.fields_from_markup || reference.authors.is_empty() || record.authors.is_empty() {
        return None;
    }
    // Styles print at least one name, and mostly three, before "et al.".
    let printed = if reference.truncated_authors { 1 } else { 3 };
    let names: Vec<String> = record.authors.iter().take(printed).map(family_key).collect();
    let title = reference.title.as_deref().unwrap_or_default();
    let outside_title = reference.raw.replacen(title, " ", 1);
    Some(share_in_text(&names, &outside_title))
}

/// Whether a good score rests on enough: a title alone must be long and the year must agree.
fn described_enough(reference: &Reference, record: &Record, score: MatchScore) -> bool {
    let words = crate::text::normalise::fold(&record.title).split(' ').count();
    let near = matches!((reference.year, record.year), (Some(a), Some(b)) if a.abs_diff(b) <= 1);
    match score.authors {
        Some(authors) => authors > 0.0 && (words >= 3 || near),
        None => words >= 4 && near,
    }
}

/// What all sources said.
#[derive(Default)]
struct Answers {
    asked: Vec<String>,
    complete: usize,
    failures: Vec<SourceError>,
    seen: Vec<Compared>,
}

impl Answers {
    /// The best record: fit first, then score, then the order of the sources.
    fn best(&self) -> Option<&Compared> {
        self.ranked().into_iter().next()
    }

    fn ranked(&self) -> Vec<&Compared> {
        let mut ranked: Vec<&Compared> = self.seen.iter().filter(|seen| seen.fit != Fit::None).collect();
        ranked.sort_by(|left, right| {
            left.fit.cmp(&right.fit).then(right.score.total.total_cmp(&left.score.total))
        });
        ranked
    }

    fn decide(&self, reference: &Reference, settings: &Settings) -> Resolution {
        let ranked = self.ranked();
        let Some(first) = ranked.first() else { return self.nothing_fits(reference, settings) };
        let meant = self.meant(reference, first);
        let rival = ranked.iter().filter(|other| !std::ptr::eq(**other, *first)).find(|other| {
            !is_notice_about(&other.record, &meant.record) && !is_notice_about(&first.record, &other.record)
        });
        let rival = rival.filter(|rival| {
            rival.fit == Fit::Sure
                && first.score.total - rival.score.total < MARGIN
                && !same_work(&first.record, &rival.record)
                && !reference.identifiers.agree(&meant.record.identifiers)
        });
        // Of a work that was retracted, an entry with another DOI may mean another version or duplicate.
        let is_other_version = is_retracted(&meant.record) && printed(reference).names_another(&meant.record);
        if meant.fit == Fit::Sure && rival.is_none() && !is_other_version {
            return Resolution::Resolved {
                record: Box::new(meant.record.clone()),
                score: meant.score.total,
                differences: differences(reference, &meant.record),
            };
        }
        let others = ranked.into_iter().filter(|other| !std::ptr::eq(*other, meant));
        let candidates = std::iter::once(meant).chain(others).take(CANDIDATES).map(candidate);
        Resolution::Ambiguous { candidates: candidates.collect() }
    }

    /// Of the records of one work that fit about as well as the first, the one that the entry means: which it names, which
    /// agrees best with what it prints, which still stands. Of its article, the record that says the gravest.
    fn meant<'a>(&'a self, reference: &Reference, first: &'a Compared) -> &'a Compared {
        if first.fit != Fit::Sure {
            return first;
        }
        let printed = printed(reference);
        let twins = || self.twins(first);
        let preference = |twin: &Compared| {
            let agreement = printed.agreement(&twin.record);
            (
                agreement.identifier,
                !twins().any(|other| is_notice_about(&twin.record, &other.record)),
                agreement,
                !is_doubtful(&gravest(&twin.record, twins().map(|other| &other.record)).status),
                reference.year.is_some() && twin.record.year == reference.year,
            )
        };
        let best = twins().reduce(|best, next| if preference(next) > preference(best) { next } else { best });
        let best = best.unwrap_or(first);
        let gravest = gravest(&best.record, twins().map(|other| &other.record));
        twins().find(|twin| std::ptr::eq(&twin.record, gravest)).unwrap_or(best)
    }

    /// Records of the first one's work that fit about as well, itself included, and notices about it.
    fn twins<'a>(&'a self, first: &'a Compared) -> impl Iterator<Item = &'a Compared> {
        self.ranked().into_iter().filter(move |other| {
            other.fit == Fit::Sure
                && first.score.total - other.score.total < MARGIN
                && (same_work(&first.record, &other.record)
                    || is_notice_about(&first.record, &other.record)
                    || is_notice_about(&other.record, &first.record))
        })
    }

    /// A record of the resolved work's title, which was withdrawn, is under a concern, and is of another article.
    fn withdrawn_twin(&self, record: &Record) -> Option<&Record> {
        let same_title = |other: &&Compared| other.fit == Fit::Sure && same_work(record, &other.record);
        let doubtful = self.seen.iter().filter(same_title).map(|other| &other.record);
        let mut doubtful = doubtful.filter(|other| is_doubtful(&other.status) && !are_one(record, other));
        doubtful.next().filter(|_| !is_doubtful(&record.status))
    }

    fn nothing_fits(&self, reference: &Reference, settings: &Settings) -> Resolution {
        let unknown = |reason: String| Resolution::Unknown { reason };
        if self.asked.is_empty() {
            return unknown(match self.failures.first() {
                Some(error) => error.to_string(),
                None => "no source of records is there to ask".to_owned(),
            });
        }
        let asked = shown_list(&self.asked);
        if let Some(error) = self.failures.first() {
            return unknown(format!("no such record is in {asked}, and {error}"));
        }
        if self.complete < settings.ghost_sources {
            return unknown(format!(
                "no such record is in {asked}, which is not enough to say that there is none ({} of {} sources that \
                 hold everything were asked)",
                self.complete, settings.ghost_sources
            ));
        }
        if let Some(reason) = why_not_ghost(reference) {
            return unknown(format!("no such record is in {asked}, but {reason}"));
        }
        let nearest = self.seen.iter().max_by(|left, right| left.score.total.total_cmp(&right.score.total));
        Resolution::Ghost { asked: shown_names(&self.asked), nearest: nearest.map(candidate).map(Box::new) }
    }

    /// Why a work that no source has may exist all the same, as its DOI may; none if the register says that nobody gave
    /// it out.
    async fn why_doi_may_exist(&mut self, doi: &str, register: Option<&dyn DoiRegister>) -> Option<String> {
        let nobody = format!("no such record is in {}", shown_list(&self.asked));
        let Some(register) = register else {
            return Some(format!(
                "{nobody}, but nobody could be asked whether its DOI, {doi}, is registered"
            ));
        };
        match register.is_registered(doi).await {
            Ok(true) => Some(format!("{nobody}, but its DOI, {doi}, is registered")),
            Ok(false) => {
                self.asked.push(REGISTER.to_owned());
                None
            }
            Err(error) => {
                let reason = format!("{nobody}, and {error}");
                self.failures.push(error);
                Some(reason)
            }
        }
    }

    fn step(&self, resolution: &Resolution, settings: &Settings) -> TrailStep {
        let asked = if self.asked.is_empty() { "No source".to_owned() } else { shown_list(&self.asked) };
        let summary = match resolution {
            Resolution::Resolved { record, differences, .. } => {
                let fields = match differences.len() {
                    0 => "no field differs".to_owned(),
                    1 => "1 field differs".to_owned(),
                    count => format!("{count} fields differ"),
                };
                let twin = self.withdrawn_twin(record).map(|twin| {
                    let place = twin.identifiers.doi.as_ref().map(|doi| format!(" (https://doi.org/{doi})"));
                    format!(
                        " Another article of this title was retracted, withdrawn or put in doubt{}.",
                        place.unwrap_or_default()
                    )
                });
                let twin = twin.unwrap_or_default();
                format!("Matched to “{}” in {}; {fields}.{twin}", record.title, shown_name(&record.source))
            }
            Resolution::Ambiguous { candidates } => {
                format!("{asked} answered; {} records fit only so-so.", candidates.len())
            }
            Resolution::Ghost { .. } => format!("{asked} answered; no record fits."),
            Resolution::Unknown { reason } => format!("Not resolved: {reason}."),
        };
        let mut values = vec![("asked", self.asked.len() as f64), ("failed", self.failures.len() as f64)];
        let nearest = self.seen.iter().map(|seen| seen.score.total).max_by(f64::total_cmp);
        let resolved = resolution.record();
        let best = self.seen.iter().find(|seen| resolved == Some(&seen.record)).or_else(|| self.best());
        match best {
            Some(best) => {
                values.push(("score", best.score.total));
                values.push(("title", best.score.title));
                values.extend(best.score.authors.map(|authors| ("authors", authors)));
            }
            None => values.extend(nearest.map(|nearest| ("nearest", nearest))),
        }
        let score = best.map(|best| best.score.total).or(nearest);
        let reached = score.map(|score| match resolution {
            Resolution::Ghost { .. } => Check::below("score", score, settings.match_candidate),
            Resolution::Resolved { .. } | Resolution::Ambiguous { .. } | Resolution::Unknown { .. } => {
                Check::at_least("score", score, settings.match_accept)
            }
        });
        TrailStep::new(Step::Resolve, summary, &values).with_checks(reached.into_iter().collect())
    }
}

fn printed(reference: &Reference) -> Printed<'_> {
    Printed {
        identifiers: &reference.identifiers,
        venue: reference.venue.as_deref(),
        year: reference.year,
        volume: reference.volume.as_deref(),
        pages: reference.pages.as_deref(),
    }
}

fn candidate(compared: &Compared) -> Candidate {
    Candidate { record: compared.record.clone(), score: compared.score.total }
}

fn is_retracted(record: &Record) -> bool {
    matches!(record.status, WorkStatus::Retracted { .. })
}

/// Whether two records are versions of one work (twins of two indexes, preprint and publication).
fn same_work(left: &Record, right: &Record) -> bool {
    left.identifiers.agree(&right.identifiers)
        || (crate::text::normalise::fold(&left.title) == crate::text::normalise::fold(&right.title)
            && family_keys(&left.authors).intersection(&family_keys(&right.authors)).next().is_some())
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::LocalFuture;
    use crate::citation::Identifiers;
    use crate::sources::local::{Coverage, LocalStore};
    use crate::text::person::Person;

    const RECORDS: &str = r#"{"id": "A", "title": "Effects of sleep deprivation on memory consolidation", "authors": [{"family": "Walker", "given": "M"}, {"family": "Stickgold", "given": "R"}], "year": 2006, "venue": "Journal of Sleep Research", "doi": "10.1000/a"}
{"id": "B", "title": "A randomised trial of caffeine in elderly drivers", "authors": [{"family": "Lee", "given": "K"}], "year": 2012, "venue": "Sleep Medicine", "doi": "10.1000/b"}
"#;

    struct Broken;

    impl Source for Broken {
        fn name(&self) -> &str {
            "broken"
        }

        fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
            let error = SourceError::Unavailable {
                source_name: "broken".to_owned(),
                what: "a reference".to_owned(),
                reason: "connection reset".to_owned(),
            };
            Box::pin(std::future::ready(Err(error)))
        }
    }

    fn store(name: &str) -> LocalStore {
        LocalStore::from_json_lines(name, RECORDS).unwrap().with_coverage(Coverage::Everything)
    }

    fn reference(title: &str, families: &[&str], year: i32, doi: Option<&str>) -> Reference {
        Reference {
            raw: format!("{}. {title}. Journal of Sleep Research, {year}.", families.join(", ")),
            title: Some(title.to_owned()),
            authors: families.iter().map(|family| Person::new(*family, "X.")).collect(),
            year: Some(year),
            venue: Some("Journal of Sleep Research".to_owned()),
            identifiers: Identifiers { doi: doi.map(str::to_owned), ..Identifiers::default() },
            ..Reference::default()
        }
    }

    fn resolved(reference: &Reference, sources: &[&dyn Source]) -> Resolution {
        resolve(reference, sources, None, &Settings::default()).now_or_never().unwrap().resolution
    }

    fn fabricated() -> Reference {
        reference("Quantum error correction in butterfly migration routes", &["Nobody"], 2020, None)
    }

    #[test]
    fn title_and_authors_resolve() {
        let (one, two) = (store("one"), store("two"));
        let entry = reference(
            "Effects of sleep-deprivation on memory consolidation",
            &["Walker", "Stickgold"],
            2006,
            None,
        );
        match resolved(&entry, &[&one, &two]) {
            Resolution::Resolved { record, score, differences } => {
                assert_eq!((record.id.as_str(), record.source.as_str()), ("A", "one"));
                assert!(score > 0.95);
                assert_eq!(differences, Vec::new());
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_entry_without_parsed_title_resolves_by_the_title_that_stands_in_it() {
        let store = store("one");
        let raw =
            "M Walker, R Stickgold, Effects of sleep deprivation on memory consolidation, J Sleep Res 2006";
        let entry = Reference { raw: raw.to_owned(), year: Some(2006), ..Reference::default() };
        assert!(
            matches!(resolved(&entry, &[&store]), Resolution::Resolved { record, .. } if record.id == "A")
        );
    }

    #[test]
    fn an_identifier_of_another_work_is_not_taken_silently() {
        let store = store("one");
        let wrong = reference(
            "Quantum error correction in butterfly migration",
            &["Nobody"],
            2020,
            Some("10.1000/b"),
        );
        assert!(matches!(resolved(&wrong, &[&store]), Resolution::Ambiguous { .. }));
        let slip = reference(
            "Effects of sleep deprivation on memory consolidation",
            &["Walker", "Stickgold"],
            2006,
            Some("10.1000/b"),
        );
        match resolved(&slip, &[&store]) {
            Resolution::Resolved { record, differences, .. } => {
                assert_eq!(record.id, "A");
                assert_eq!(differences.len(), 1, "{differences:?}");
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_ghost_needs_two_healthy_complete_sources() {
        let (one, two) = (store("one"), store("two"));
        let partial = store("three").with_coverage(Coverage::Partial);
        match resolved(&fabricated(), &[&one, &two]) {
            Resolution::Ghost { asked, .. } => assert_eq!(asked, ["one", "two"]),
            other => panic!("{other:?}"),
        }
        for sources in [
            &[&one as &dyn Source] as &[&dyn Source],
            &[&one, &partial],
            &[&one, &two, &Broken],
            &[&Broken],
            &[],
        ] {
            assert!(matches!(resolved(&fabricated(), sources), Resolution::Unknown { .. }));
        }
    }

    /// A register that says the same of every DOI; none: it fails.
    struct Register(Option<bool>);

    impl DoiRegister for Register {
        fn is_registered<'a>(&'a self, doi: &'a str) -> LocalFuture<'a, Result<bool, SourceError>> {
            let answer = self.0.ok_or_else(|| SourceError::Unavailable {
                source_name: "doi.org".to_owned(),
                what: format!("whether {doi} is registered"),
                reason: "connection reset".to_owned(),
            });
            Box::pin(std::future::ready(answer))
        }
    }

    #[test]
    fn an_entry_with_a_doi_is_a_ghost_only_if_nobody_registered_the_doi() {
        let (one, two) = (store("one"), store("two"));
        let sources: [&dyn Source; 2] = [&one, &two];
        let title = "Quantum error correction in butterfly migration routes";
        let entry = reference(title, &["Zhang", "Li"], 2012, Some("10.3969/j.issn.1000-1"));
        let outcome_by = |register: Option<&dyn DoiRegister>| {
            resolve(&entry, &sources, register, &Settings::default()).now_or_never().unwrap()
        };
        for (register, words) in [
            (
                Some(&Register(Some(true)) as &dyn DoiRegister),
                "its DOI, 10.3969/j.issn.1000-1, is registered",
            ),
            (Some(&Register(None)), "connection reset"),
            (None, "nobody could be asked whether its DOI"),
        ] {
            match outcome_by(register).resolution {
                Resolution::Unknown { reason } => assert!(reason.contains(words), "{reason}"),
                other => panic!("{words}: {other:?}"),
            }
        }
        assert_eq!(outcome_by(Some(&Register(None))).failures.len(), 1);
        match outcome_by(Some(&Register(Some(false)))).resolution {
            Resolution::Ghost { asked, .. } => assert_eq!(asked, ["one", "two", "doi.org"]),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_source_that_fails_is_told_and_does_not_stop_the_next() {
        let store = store("one");
        let entry = reference("A randomised trial of caffeine in elderly drivers", &["Lee"], 2012, None);
        let outcome = resolve(&entry, &[&Broken, &store], None, &Settings::default()).now_or_never().unwrap();
        assert!(matches!(outcome.resolution, Resolution::Resolved { .. }));
        assert_eq!(outcome.failures.len(), 1);
    }

    /// A source that answers everything with the same records.
    struct Fixed(Vec<Record>);

    impl Source for Fixed {
        fn name(&self) -> &str {
            "fixed"
        }

        fn look_up<'a>(&'a self, _: Query<'a>) -> LocalFuture<'a, Result<Vec<Record>, SourceError>> {
            Box::pin(std::future::ready(Ok(self.0.clone())))
        }
    }

    const SLEEP: &str = "Effects of sleep deprivation on memory consolidation";

    fn of_sleep(doi: &str, status: WorkStatus) -> Record {
        Record {
            source: "fixed".to_owned(),
            title: SLEEP.to_owned(),
            authors: vec![Person::new("Walker", "M"), Person::new("Stickgold", "R")],
            year: Some(2006),
            venue: Some("Journal of Sleep Research".to_owned()),
            identifiers: Identifiers { doi: Some(doi.to_owned()), ..Identifiers::default() },
            status,
            ..Record::default()
        }
    }

    fn retraction() -> WorkStatus {
        WorkStatus::retracted(Some(2008), None)
    }

    /// The outcomes of a reference where the index has the records in this order and in the other.
    fn both_orders(reference: &Reference, records: [Record; 2]) -> [Outcome; 2] {
        let [first, second] = records;
        [vec![first.clone(), second.clone()], vec![second, first]].map(|records| {
            resolve(reference, &[&Fixed(records)], None, &Settings::default()).now_or_never().unwrap()
        })
    }

    #[test]
    fn a_withdrawn_duplicate_of_the_title_is_not_taken_for_the_paper_that_stands() {
        let records =
            || [of_sleep("10.1111/a", WorkStatus::Current), of_sleep("10.1111/withdrawn", retraction())];
        for doi in [None, Some("10.1111/a")] {
            let entry = reference(SLEEP, &["Walker", "Stickgold"], 2006, doi);
            for outcome in both_orders(&entry, records()) {
                let record = outcome.resolution.record().unwrap();
                assert_eq!(record.identifiers.doi.as_deref(), Some("10.1111/a"), "{doi:?}");
                assert!(outcome.step.summary.contains("https://doi.org/10.1111/withdrawn"), "both are told");
            }
        }
        // A date that differs by the time between online and print says nothing.
        let entry = reference(SLEEP, &["Walker", "Stickgold"], 2005, None);
        let [stands, withdrawn] = records();
        for outcome in both_orders(&entry, [stands, Record { year: Some(2005), ..withdrawn }]) {
            assert_eq!(outcome.resolution.record().unwrap().status, WorkStatus::Current);
        }
        let named = reference(SLEEP, &["Walker", "Stickgold"], 2006, Some("10.1111/withdrawn"));
        for outcome in both_orders(&named, records()) {
            assert_eq!(outcome.resolution.record().unwrap().status, retraction());
        }
        // The index may have the withdrawn one alone.
        let other = reference(SLEEP, &["Walker", "Stickgold"], 2006, Some("10.1111/a"));
        let [_, alone] = records();
        assert!(matches!(resolved(&other, &[&Fixed(vec![alone])]), Resolution::Ambiguous { .. }));
    }

    #[test]
    fn a_retracted_article_is_told_beside_its_notice_a_source_that_does_not_know_and_its_preprint() {
        let article = || of_sleep("10.1111/a", retraction());
        let notice = Record {
            kind: crate::sources::WorkKind::Editorial,
            notice_for: vec![article().identifiers],
            ..of_sleep("10.1111/notice", WorkStatus::Current)
        };
        let nameless = Record { authors: Vec::new(), ..notice.clone() };
        let unaware = of_sleep("10.1111/A", WorkStatus::Current);
        let preprint = Record {
            kind: crate::sources::WorkKind::Preprint,
            venue: Some("bioRxiv".to_owned()),
            ..of_sleep("10.1101/1", WorkStatus::Current)
        };
        for beside in [notice, nameless, unaware, preprint] {
            for doi in [None, Some("10.1111/a")] {
                let entry = reference(SLEEP, &["Walker", "Stickgold"], 2006, doi);
                for outcome in both_orders(&entry, [article(), beside.clone()]) {
                    let record = outcome.resolution.record();
                    assert_eq!(
                        record.map(|record| &record.status),
                        Some(&retraction()),
                        "{doi:?} {beside:?}"
                    );
                }
            }
        }
    }
}
