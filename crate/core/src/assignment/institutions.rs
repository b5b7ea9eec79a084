//! Which institution a domain belongs to, so that two domains can be told to be one's.
//!
//! An institution is known by its registrable domain: `cs.cmu.edu` and `andrew.cmu.edu` are both `cmu.edu`, `lab.ac.uk` and
//! `other.ac.uk` are two. The tables in the folder beside this file say where registrable domains end, and which of them are one university's
//! (`scripts/data/make_institutions.py` makes these two), and where anybody can have an address.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The tables, as the files beside this one hold them. Surfaces hand them over: WebAssembly is downloaded by every reader, and few
/// compare institutions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct InstitutionTables {
    /// Where registrable domains end.
    pub suffixes: String,
    /// Registrable domains of universities that have several.
    pub aliases: String,
    /// Hosts of mail.
    pub mail_hosts: String,
}

#[cfg(test)]
impl InstitutionTables {
    /// The files beside this one.
    pub(super) fn shipped() -> Self {
        Self {
            suffixes: include_str!("tables/suffixes.txt").to_owned(),
            aliases: include_str!("tables/aliases.txt").to_owned(),
            mail_hosts: include_str!("tables/mail_hosts.txt").to_owned(),
        }
    }
}

/// Which domains are one institution's.
#[derive(Debug)]
pub struct Institutions<'a> {
    suffixes: BTreeMap<&'a str, Vec<&'a str>>,
    /// Each with the one that stands for all.
    aliases: BTreeMap<&'a str, &'a str>,
    mail_hosts: BTreeSet<&'a str>,
}

/// Providers of mail with addresses in many countries: `yahoo.co.jp`, `gmx.de`.
const MAIL_PROVIDERS: &[&str] = &[
    "gmail",
    "gmx",
    "googlemail",
    "hotmail",
    "icloud",
    "live",
    "outlook",
    "protonmail",
    "rocketmail",
    "windowslive",
    "yahoo",
    "yandex",
    "ymail",
];
/// What people enter who have no institution. First labels, whatever follows.
const PLACEHOLDERS: &[&str] = &[
    "freelance",
    "independent",
    "independentresearcher",
    "na",
    "nil",
    "none",
    "null",
    "unaffiliated",
    "unemployed",
    "unknown",
];
/// The same, whole domains: forms' examples, and hosts of everybody's pages.
const PLACEHOLDER_DOMAINS: &[&str] = &[
    "blogspot.com",
    "company.com",
    "domain.com",
    "example.com",
    "example.net",
    "example.org",
    "github.com",
    "github.io",
    "home.com",
    "individual.com",
    "institution.edu",
    "linkedin.com",
    "noemail.com",
    "openreview.net",
    "orcid.org",
    "personal.com",
    "self.com",
    "test.com",
    "university.edu",
    "wordpress.com",
];

fn lines(table: &str) -> impl Iterator<Item = &str> {
    table.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
}

/// An institution's domain as it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Institution {
    /// The domain as it was given, tidied.
    pub domain: String,
    /// What all domains of the institution have in common.
    key: String,
}

impl<'a> Institutions<'a> {
    /// What the tables say.
    pub fn new(tables: &'a InstitutionTables) -> Self {
        let suffixes = lines(&tables.suffixes).filter_map(|line| {
            let mut labels = line.split(' ');
            Some((labels.next()?, labels.collect()))
        });
        let aliases = lines(&tables.aliases).flat_map(|line| {
            let first = line.split(' ').next().unwrap_or_default();
            line.split(' ').map(move |domain| (domain, first))
        });
        let mail_hosts = lines(&tables.mail_hosts).flat_map(|line| line.split(' '));
        Self { suffixes: suffixes.collect(), aliases: aliases.collect(), mail_hosts: mail_hosts.collect() }
    }

    /// The institution of a domain, or of an address there; none of hosts of mail, placeholders, and what nobody owns.
    pub fn institution_of(&self, given: &str) -> Option<Institution> {
        let domain = tidy(given);
        let registrable = self.registrable(&domain)?;
        let label = registrable.split('.').next().unwrap_or_default();
        let is_academic = registrable.split('.').skip(1).any(|label| matches!(label, "edu" | "ac"));
        let is_mail = self.mail_hosts.contains(registrable.as_str())
            || self.mail_hosts.contains(domain.as_str())
            || (MAIL_PROVIDERS.contains(&label) && !is_academic);
        let is_placeholder =
            PLACEHOLDERS.contains(&label) || PLACEHOLDER_DOMAINS.contains(&registrable.as_str());
        if is_mail || is_placeholder {
            return None;
        }
        let key = self.aliases.get(registrable.as_str()).map_or(registrable, |first| (*first).to_owned());
        Some(Institution { domain, key })
    }

    /// The domain of both: what their ends have in common, or both where they have different names.
    pub fn shared(&self, one: &Institution, other: &Institution) -> String {
        let both = one.domain.rsplit('.').zip(other.domain.rsplit('.'));
        let mut common: Vec<&str> =
            both.take_while(|(one, other)| one == other).map(|(one, _)| one).collect();
        common.reverse();
        let common = common.join(".");
        if self.registrable(&common).is_some() {
            return common;
        }
        let (first, second) = if one.domain <= other.domain { (one, other) } else { (other, one) };
        format!("{} = {}", first.domain, second.domain)
    }

    /// The part of a domain that somebody registered; none if it is none, or a suffix itself.
    fn registrable(&self, domain: &str) -> Option<String> {
        let labels: Vec<&str> = domain.split('.').collect();
        let is_label =
            |label: &&str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-');
        if labels.len() < 2
            || !labels.iter().all(is_label)
            || labels.iter().all(|label| label.bytes().all(|c| c.is_ascii_digit()))
        {
            return None;
        }
        let mut suffix = 1;
        for at in 0..labels.len() - 1 {
            let parent = labels[at + 1..].join(".");
            let Some(below) = self.suffixes.get(parent.as_str()) else { continue };
            let label = labels[at];
            if below.iter().any(|rule| rule.strip_prefix('!') == Some(label)) {
                suffix = labels.len() - at - 1;
                break;
            }
            if below.iter().any(|rule| *rule == label || *rule == "*") {
                suffix = suffix.max(labels.len() - at);
            }
        }
        labels.len().checked_sub(suffix + 1).map(|from| labels[from..].join("."))
    }
}

impl Institution {
    /// Whether both are one.
    pub fn is_same_as(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

/// Without what people write around a domain.
fn tidy(given: &str) -> String {
    let lower = given.trim().to_lowercase();
    let host = lower.split("://").last().unwrap_or_default();
    let host = host.rsplit('@').next().unwrap_or_default();
    let host = host.split(['/', '?', '#', ':']).next().unwrap_or_default().trim_matches('.');
    host.strip_prefix("www.").unwrap_or(host).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn registrable_domains_end_where_the_list_says() {
        let tables = InstitutionTables::shipped();
        let institutions = Institutions::new(&tables);
        for (domain, expected) in [
            ("cs.cmu.edu", Some("cmu.edu")),
            ("cl.cam.ac.uk", Some("cam.ac.uk")),
            ("ac.uk", None),
            ("edu", None),
            ("i.u-tokyo.ac.jp", Some("u-tokyo.ac.jp")),
            ("pref.aibetsu.hokkaido.jp", Some("pref.aibetsu.hokkaido.jp")),
            ("www.ck", Some("www.ck")),
            ("lab.uni.ck", Some("lab.uni.ck")),
            ("uni.ck", None),
            ("cse.iitd.ernet.in", Some("iitd.ernet.in")),
            ("10.0.0.1", None),
            ("a..b", None),
            ("", None),
        ] {
            assert_eq!(institutions.registrable(domain).as_deref(), expected, "{domain}");
        }
    }

    #[test]
    fn the_tables_hold_what_they_say() {
        let tables = InstitutionTables::shipped();
        let all = Institutions::new(&tables);
        assert!(all.suffixes.len() > 300 && all.aliases.len() > 400 && all.mail_hosts.len() > 300);
        for (domain, first) in &all.aliases {
            assert_eq!(all.registrable(domain).as_deref(), Some(*domain));
            assert!(!all.mail_hosts.contains(domain) && all.aliases.get(first) == Some(first), "{domain}");
        }
    }

    proptest! {
        #[test]
        fn what_people_write_around_a_domain_changes_nothing(domain in "[a-z]{1,6}(\\.[a-z]{1,6}){1,3}") {
            let tables = InstitutionTables::shipped();
            let institutions = Institutions::new(&tables);
            let plain = institutions.institution_of(&domain);
            for written in [format!("  {}. ", domain.to_uppercase()), format!("someone@{domain}"), format!("https://www.{domain}/~me?x#y")] {
                prop_assert_eq!(institutions.institution_of(&written).map(|one| one.key), plain.clone().map(|one| one.key));
            }
        }

        #[test]
        fn any_text_is_read_without_a_fault(text in ".{0,60}") {
            let tables = InstitutionTables::shipped();
            let _ = Institutions::new(&tables).institution_of(&text);
        }
    }
}
