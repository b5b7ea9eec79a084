//! What stands between a reviewer and the authors of a submission: papers written together, institutions shared.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::ComparedWork;
use super::people::Scholar;

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
    },
    /// Both have addresses at one institution.
    Institution {
        /// The author of the submission.
        author: String,
        /// The domain of both.
        domain: String,
    },
}

/// Hosts of mail that stand for no institution.
const MAIL_HOSTS: &[&str] = &[
    "126.com",
    "163.com",
    "aol.com",
    "foxmail.com",
    "gmail.com",
    "gmx.de",
    "gmx.net",
    "googlemail.com",
    "hotmail.com",
    "icloud.com",
    "live.com",
    "mail.ru",
    "me.com",
    "msn.com",
    "naver.com",
    "outlook.com",
    "proton.me",
    "protonmail.com",
    "qq.com",
    "web.de",
    "yahoo.com",
    "yandex.ru",
];
/// Second labels under a country that many institutions share: `ac.uk`, `edu.cn`.
const SHARED_LABELS: &[&str] = &["ac", "co", "com", "edu", "gov", "net", "org"];

/// All conflicts, in the order of the authors. Papers of which no year is known count; they are told without one.
pub fn conflicts(
    reviewer: &Scholar,
    papers: &[ComparedWork],
    authors: &[Scholar],
    since: i32,
) -> Vec<Conflict> {
    let mut found = Vec::new();
    for author in authors {
        let name = || author.name.clone();
        if author.is_same_as(reviewer) {
            found.push(Conflict::Author { author: name() });
            continue;
        }
        let recent = papers.iter().filter(|paper| paper.year.is_none_or(|year| year >= since));
        // A list of works may hold others' papers, too.
        let together = recent.filter(|paper| {
            let wrote = |one: &Scholar| paper.authors.iter().any(|other| other.is_same_as(one));
            wrote(author) && wrote(reviewer)
        });
        found.extend(together.map(|paper| Conflict::WrittenTogether {
            author: name(),
            paper: paper.title.clone(),
            year: paper.year,
        }));
        let shared: BTreeSet<String> = author
            .domains
            .iter()
            .flat_map(|one| reviewer.domains.iter().filter_map(|other| shared_domain(one, other)))
            .collect();
        found.extend(shared.into_iter().map(|domain| Conflict::Institution { author: name(), domain }));
    }
    found
}

/// The institution's domain that two domains share: the shorter of both, if the longer is it or lies under it.
fn shared_domain(one: &str, other: &str) -> Option<String> {
    let clean = |domain: &str| domain.trim().trim_matches('.').to_lowercase();
    let (one, other) = (clean(one), clean(other));
    let (short, long) = if one.len() <= other.len() { (one, other) } else { (other, one) };
    let under = long == short || long.strip_suffix(&short).is_some_and(|rest| rest.ends_with('.'));
    (under && is_of_institution(&short)).then_some(short)
}

fn is_of_institution(domain: &str) -> bool {
    let labels: Vec<&str> = domain.split('.').collect();
    let is_registry = match labels.as_slice() {
        [] | [_] => true,
        [second, top] => top.len() == 2 && SHARED_LABELS.contains(second),
        _ => false,
    };
    !is_registry && !MAIL_HOSTS.contains(&domain) && labels.iter().all(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn scholar(name: &str, domains: &[&str]) -> Scholar {
        Scholar {
            domains: domains.iter().map(|domain| (*domain).to_owned()).collect(),
            ..Scholar::named(name)
        }
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
        let found = conflicts(&reviewer, &papers, &authors, 2020);
        assert_eq!(
            found,
            [
                Conflict::WrittenTogether {
                    author: "Ada Author".into(),
                    paper: "Together".into(),
                    year: Some(2023)
                },
                Conflict::Institution { author: "Ada Author".into(), domain: "example.edu".into() },
                Conflict::WrittenTogether { author: "Bo Writer".into(), paper: "Undated".into(), year: None },
            ]
        );
    }

    #[test]
    fn an_author_is_told_once() {
        let reviewer = scholar("Rae Viewer", &["example.edu"]);
        let found = conflicts(&reviewer, &[], std::slice::from_ref(&reviewer), 2020);
        assert_eq!(found, [Conflict::Author { author: "Rae Viewer".into() }]);
    }

    #[test]
    fn only_institutions_are_shared() {
        let shared = |one: &str, other: &str| shared_domain(one, other);
        assert_eq!(shared("CS.Example.edu", "example.edu"), Some("example.edu".into()));
        assert_eq!(shared("ml.lab.ac.uk", "lab.ac.uk"), Some("lab.ac.uk".into()));
        for (one, other) in [
            ("gmail.com", "gmail.com"),
            ("ac.uk", "lab.ac.uk"),
            ("edu", "example.edu"),
            ("", ""),
            ("a.edu", "ba.edu"),
        ] {
            assert_eq!(shared(one, other), None, "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn hidden_authors_have_no_conflicts(name in ".{0,20}", domain in "[a-z]{1,5}\\.[a-z]{2,3}") {
            prop_assert!(conflicts(&scholar(&name, &[&domain]), &[], &[], 2020).is_empty());
        }

        #[test]
        fn domains_are_shared_both_ways(one in "[a-c]{1,2}(\\.[a-c]{1,2}){0,3}", other in "[a-c]{1,2}(\\.[a-c]{1,2}){0,3}") {
            prop_assert_eq!(shared_domain(&one, &other), shared_domain(&other, &one));
        }
    }
}
