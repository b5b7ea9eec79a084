//! What stands between a reviewer and the authors of a submission: papers written together, institutions shared, relations.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ComparedWork;
use super::institutions::{Institution, Institutions};
use super::people::{Affiliation, ProfileRelation, Sameness, Scholar};

/// A conflict, with what shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Conflict {
    /// The reviewer is an author.
    Author {
        /// As the submission names them.
        author: String,
    },
    /// Both wrote a paper together.
    WrittenTogether {
        /// The author of the submission.
        author: String,
        /// The paper's title.
        paper: String,
        /// When it appeared; none if that is not known.
        year: Option<i32>,
        /// Whether the paper names the author without a profile: it may be a namesake.
        by_name: bool,
    },
    /// Both have addresses at one institution.
    Institution {
        /// The author of the submission.
        author: String,
        /// The domain of both, or both domains where one institution has two.
        domain: String,
        /// The last year in which both had one; none if it goes on, or if nothing is known.
        until: Option<i32>,
        /// Whether the profiles of both say when.
        is_dated: bool,
    },
    /// One names the other as advisor, co-worker, family.
    Relation {
        /// The author of the submission.
        author: String,
        /// What they are, as the profile has it.
        relation: String,
        /// The last year; none if it goes on, or if nothing is known.
        until: Option<i32>,
    },
}

/// All conflicts, in the order of the authors, from the year `since` on. Papers of which no year is known count; they are told without
/// one.
pub fn conflicts(
    reviewer: &Scholar,
    papers: &[ComparedWork],
    authors: &[Scholar],
    since: i32,
    table: &Institutions<'_>,
) -> Vec<Conflict> {
    let own = institutions(reviewer, since, table);
    let mut found = Vec::new();
    for author in authors {
        let name = || author.name.clone();
        if author.is_same_as(reviewer) {
            found.push(Conflict::Author { author: name() });
            continue;
        }
        let recent = papers.iter().filter(|paper| paper.year.is_none_or(|year| year >= since));
        found.extend(recent.filter_map(|paper| {
            // A list of works may hold others' papers, too.
            let wrote = |one: &Scholar| paper.authors.iter().filter_map(|other| other.sameness(one)).max();
            wrote(reviewer)?;
            let by_name = wrote(author)? == Sameness::Name;
            Some(Conflict::WrittenTogether {
                author: name(),
                paper: paper.title.clone(),
                year: paper.year,
                by_name,
            })
        }));
        found.extend(shared(&own, &institutions(author, since, table), table).into_iter().map(
            |(domain, (until, is_dated))| Conflict::Institution { author: name(), domain, until, is_dated },
        ));
        let named = related(reviewer, author, since).or_else(|| related(author, reviewer, since));
        found.extend(named.map(|relation| Conflict::Relation {
            author: name(),
            relation: relation.kind.clone(),
            until: relation.until,
        }));
    }
    found
}

/// An institution, with how long somebody is there.
type Stay<'a> = (Institution, &'a Affiliation);

/// Where somebody is, or was since that year. An address of mail without dates counts unless the profile says when it was left.
fn institutions<'a>(one: &'a Scholar, since: i32, table: &Institutions<'_>) -> Vec<Stay<'a>> {
    let all: Vec<Stay<'_>> = one
        .affiliations
        .iter()
        .filter_map(|stay| Some((table.institution_of(&stay.domain)?, stay)))
        .collect();
    let is_recent = |(own, stay): &&Stay<'_>| {
        let dates = all.iter().filter(|(other, dated)| dated.is_dated && other.is_same_as(own));
        let mut dated = dates.map(|(_, dated)| dated.until).peekable();
        if stay.is_dated || dated.peek().is_none() {
            return stay.until.is_none_or(|year| year >= since);
        }
        dated.any(|until| until.is_none_or(|year| year >= since))
    };
    all.iter().filter(is_recent).cloned().collect()
}

/// The institutions of both, each once, with the last year of both: the latest where there are several stays.
fn shared(
    own: &[Stay<'_>],
    others: &[Stay<'_>],
    table: &Institutions<'_>,
) -> BTreeMap<String, (Option<i32>, bool)> {
    let mut found: Vec<(&Institution, String, Option<i32>, bool)> = Vec::new();
    for (one, stay) in own {
        for (other, their) in others.iter().filter(|(other, _)| other.is_same_as(one)) {
            let until = [stay.until, their.until].into_iter().flatten().min();
            let is_dated = stay.is_dated && their.is_dated;
            let domain = table.shared(one, other);
            match found.iter_mut().find(|(known, ..)| known.is_same_as(one)) {
                None => found.push((one, domain, until, is_dated)),
                Some((_, known, known_until, known_dated)) => {
                    // A whole domain says more than two names; and dates more than none.
                    if (domain.contains(' '), domain.len()) < (known.contains(' '), known.len()) {
                        *known = domain;
                    }
                    if (is_dated && !*known_dated) || (is_dated == *known_dated && later(until, *known_until))
                    {
                        (*known_until, *known_dated) = (until, is_dated);
                    }
                }
            }
        }
    }
    found.into_iter().map(|(_, domain, until, is_dated)| (domain, (until, is_dated))).collect()
}

/// Whether one year is after the other; what goes on is after all.
fn later(one: Option<i32>, other: Option<i32>) -> bool {
    other.is_some_and(|other| one.is_none_or(|one| one > other))
}

/// Whether somebody's profile names the other: advisors and family whenever that was, others since that year.
fn related<'a>(one: &'a Scholar, other: &Scholar, since: i32) -> Option<&'a ProfileRelation> {
    one.relations.iter().find(|relation| {
        let named = Scholar { id: relation.id.clone(), ..Scholar::named(&relation.name) };
        let kind = relation.kind.to_lowercase();
        let is_lasting = ["advis", "family", "spouse", "partner"].iter().any(|word| kind.contains(word));
        named.is_same_as(other) && (is_lasting || relation.until.is_none_or(|year| year >= since))
    })
}

/// The same by the tables that surfaces hand over.
#[cfg(test)]
pub(super) fn shipped_conflicts(
    reviewer: &Scholar,
    papers: &[ComparedWork],
    authors: &[Scholar],
    since: i32,
) -> Vec<Conflict> {
    let tables = super::institutions::InstitutionTables::shipped();
    conflicts(reviewer, papers, authors, since, &Institutions::new(&tables))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scholar(name: &str, domains: &[&str]) -> Scholar {
        let at = |domain: &&str| Affiliation { domain: (*domain).to_owned(), ..Affiliation::default() };
        Scholar { affiliations: domains.iter().map(at).collect(), ..Scholar::named(name) }
    }

    fn paper(title: &str, year: Option<i32>, authors: &[&str]) -> ComparedWork {
        ComparedWork {
            title: title.to_owned(),
            authors: authors.iter().map(|name| Scholar::named(name)).collect(),
            year,
            ..ComparedWork::default()
        }
    }

    #[test]
    fn a_worked_example() {
        let reviewer = scholar("Rae Viewer", &["cs.example.edu", "gmail.com"]);
        let authors =
            [scholar("Ada Author", &["example.edu"]), scholar("Bo Writer", &["gmail.com", "lab.ac.uk"])];
        let papers = [
            paper("Together", Some(2023), &["Ada Author", "Rae Viewer"]),
            paper("Long ago", Some(2012), &["Rae Viewer", "Bo Writer"]),
            paper("Undated", None, &["Rae Viewer", "Bo Writer"]),
            paper("Not the reviewer's", Some(2024), &["Ada Author", "Bo Writer"]),
        ];
        let found = shipped_conflicts(&reviewer, &papers, &authors, 2020);
        let together = |author: &str, paper: &str, year| Conflict::WrittenTogether {
            author: author.to_owned(),
            paper: paper.to_owned(),
            year,
            by_name: true,
        };
        let at = Conflict::Institution {
            author: "Ada Author".into(),
            domain: "example.edu".into(),
            until: None,
            is_dated: false,
        };
        assert_eq!(
            found,
            [together("Ada Author", "Together", Some(2023)), at, together("Bo Writer", "Undated", None)]
        );
    }

    #[test]
    fn an_author_is_told_once() {
        let reviewer = scholar("Rae Viewer", &["example.edu"]);
        let found = shipped_conflicts(&reviewer, &[], std::slice::from_ref(&reviewer), 2020);
        assert_eq!(found, [Conflict::Author { author: "Rae Viewer".into() }]);
    }

    proptest! {
        #[test]
        fn hidden_authors_have_no_conflicts(name in ".{0,20}", domain in "[a-z]{1,5}\\.[a-z]{2,3}") {
            prop_assert!(shipped_conflicts(&scholar(&name, &[&domain]), &[], &[], 2020).is_empty());
        }

        #[test]
        fn institutions_are_shared_both_ways(
            one in "[a-c]{1,2}(\\.[a-c]{1,2}){0,3}",
            other in "[a-c]{1,2}(\\.[a-c]{1,2}){0,3}",
        ) {
            let of = |own: &str, their: &str| {
                let found = shipped_conflicts(&scholar("Rae Viewer", &[own]), &[], &[scholar("Ada Author", &[their])], 2020);
                found.into_iter().next()
            };
            prop_assert_eq!(of(&one, &other), of(&other, &one));
        }
    }
}
