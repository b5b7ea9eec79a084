//! What all sources said of a reference, and what follows from it.

use super::authors::family_keys;
use super::differences::differences;
use super::duplicates::{Printed, are_one, gravest, is_doubtful, is_notice_about};
use super::eligible::why_not_ghost;
use super::fit::{Compared, Fit};
use super::resolution::{Candidate, Resolution};
use super::work_form::why_reference_is_not_checkable;
use crate::sources::doi_register::{DoiRegister, REGISTER};
use crate::sources::{Record, SourceError, shown_list, shown_name, shown_names};
use citelight_document::citation::Reference;
use citelight_types::finding::{Check, Step, TrailStep};
use citelight_types::settings::Settings;
use citelight_types::sort::SmallSort;
use citelight_types::text::normalise::fold;

/// Candidates of an ambiguous resolution that are kept.
pub(super) const CANDIDATES: usize = 3;
/// Two records whose scores are nearer than this fit about equally.
const MARGIN: f64 = 0.02;

/// What all sources said.
#[derive(Default)]
pub(super) struct Answers {
    /// Names of those that answered.
    pub(super) asked: Vec<String>,
    /// How many of them hold everything.
    pub(super) complete: usize,
    /// Those that did not answer.
    pub(super) failures: Vec<SourceError>,
    /// All records, compared.
    pub(super) seen: Vec<Compared>,
}

impl Answers {
    /// The best record: fit first, then score, then the order of the sources.
    pub(super) fn best(&self) -> Option<&Compared> {
        self.ranked().into_iter().next()
    }

    fn ranked(&self) -> Vec<&Compared> {
        let mut ranked: Vec<&Compared> = self.seen.iter().filter(|seen| seen.fit != Fit::None).collect();
        ranked.small_sort_by(|left, right| {
            left.fit.cmp(&right.fit).then(right.score.total.total_cmp(&left.score.total))
        });
        ranked
    }

    pub(super) fn decide(&self, reference: &Reference, settings: &Settings) -> Resolution {
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
        let is_other_version =
            meant.record.status.is_retracted() && printed(reference).names_another(&meant.record);
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
        let duplicates = || self.duplicates(first);
        let preference = |duplicate: &Compared| {
            let agreement = printed.agreement(&duplicate.record);
            (
                agreement.identifier,
                !duplicates().any(|other| is_notice_about(&duplicate.record, &other.record)),
                agreement,
                !is_doubtful(&gravest(&duplicate.record, duplicates().map(|other| &other.record)).status),
                reference.year.is_some() && duplicate.record.year == reference.year,
            )
        };
        let best =
            duplicates().reduce(|best, next| if preference(next) > preference(best) { next } else { best });
        let best = best.unwrap_or(first);
        let gravest = gravest(&best.record, duplicates().map(|other| &other.record));
        duplicates().find(|duplicate| std::ptr::eq(&duplicate.record, gravest)).unwrap_or(best)
    }

    /// Records of the first one's work that fit about as well, itself included, and notices about it.
    fn duplicates<'a>(&'a self, first: &'a Compared) -> impl Iterator<Item = &'a Compared> {
        self.ranked().into_iter().filter(move |other| {
            other.fit == Fit::Sure
                && first.score.total - other.score.total < MARGIN
                && (same_work(&first.record, &other.record)
                    || is_notice_about(&first.record, &other.record)
                    || is_notice_about(&other.record, &first.record))
        })
    }

    /// A record of the resolved work's title, which was withdrawn, is under a concern, and is of another article.
    fn withdrawn_duplicate(&self, record: &Record) -> Option<&Record> {
        let same_title = |other: &&Compared| other.fit == Fit::Sure && same_work(record, &other.record);
        let doubtful = self.seen.iter().filter(same_title).map(|other| &other.record);
        let mut doubtful = doubtful.filter(|other| is_doubtful(&other.status) && !are_one(record, other));
        doubtful.next().filter(|_| !is_doubtful(&record.status))
    }

    fn nothing_fits(&self, reference: &Reference, settings: &Settings) -> Resolution {
        let unknown = |reason: String| Resolution::Unknown { reason, not_checkable: None };
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
        if let Some(why) = why_reference_is_not_checkable(reference) {
            let words = why.reason();
            let words = words.trim_end_matches('.').rsplit_once(": ").map_or("", |(_, words)| words);
            return Resolution::Unknown {
                reason: format!("no such record is in {asked}; {words}"),
                not_checkable: Some(why),
            };
        }
        if let Some(reason) = why_not_ghost(reference) {
            return unknown(format!("no such record is in {asked}, but {reason}"));
        }
        let nearest = self.seen.iter().max_by(|left, right| left.score.total.total_cmp(&right.score.total));
        Resolution::Ghost { asked: shown_names(&self.asked), nearest: nearest.map(candidate).map(Box::new) }
    }

    /// Why a work that no source has may exist all the same, as its DOI may; none if the register says that nobody gave
    /// it out.
    pub(super) async fn why_doi_may_exist(
        &mut self,
        doi: &str,
        register: Option<&dyn DoiRegister>,
    ) -> Option<String> {
        let nobody = format!("no such record is in {}", shown_list(&self.asked));
        let Some(register) = register.filter(|register| register.knows_dois()) else {
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

    pub(super) fn step(&self, resolution: &Resolution, settings: &Settings) -> TrailStep {
        let asked = if self.asked.is_empty() { "No source".to_owned() } else { shown_list(&self.asked) };
        let summary = match resolution {
            Resolution::Resolved { record, differences, .. } => {
                let (title, source) = (&record.title, shown_name(&record.source));
                let fields = match differences.len() {
                    0 => "no field differs".to_owned(),
                    1 => "1 field differs".to_owned(),
                    count => format!("{count} fields differ"),
                };
                match self.withdrawn_duplicate(record) {
                    None => format!("Matched to “{title}” in {source}; {fields}."),
                    Some(duplicate) => {
                        let doi = duplicate.identifiers.doi.as_ref();
                        let place = doi.map(|doi| format!(" (https://doi.org/{doi})")).unwrap_or_default();
                        format!(
                            "Matched to “{title}” in {source}; {fields}. Another article of this title was retracted, withdrawn or put in doubt{place}."
                        )
                    }
                }
            }
            Resolution::Ambiguous { candidates } => {
                let count = candidates.len();
                format!("{asked} answered; {count} records fit only in part.")
            }
            Resolution::Ghost { .. } => format!("{asked} answered; no record fits."),
            Resolution::Unknown { reason, .. } => format!("Not resolved: {reason}."),
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

/// Whether two records are versions of one work (duplicates of two indexes, preprint and publication).
fn same_work(left: &Record, right: &Record) -> bool {
    left.identifiers.agree(&right.identifiers)
        || (fold(&left.title) == fold(&right.title)
            && family_keys(&left.authors).intersection(&family_keys(&right.authors)).next().is_some())
}
