//! How two lists of authors compare.

use std::collections::HashMap;

use rapidfuzz::fuzz;

use super::plain::plain;
use super::title::is_latin;
use crate::resolve::authors::family_key;
use citelight_document::citation::is_organisation;
use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// How an entry's authors compare with a record's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AuthorMatch {
    /// The same people, or those that a list that says it is cut names.
    Same {
        /// In the same order.
        ordered: bool,
    },
    /// The entry leaves out authors and does not say so.
    Shortened {
        /// Names in the record.
        of: usize,
        /// Names in the entry.
        named: usize,
    },
    /// The entry names all of the record's authors and goes on: indexes cut lists too.
    Extended {
        /// Names in the record.
        of: usize,
        /// Names in the entry.
        named: usize,
    },
    /// Other people.
    Different {
        /// Names of the entry that the record has.
        shared: usize,
        /// Names in the longer list.
        of: usize,
    },
    /// A list is empty, one names an organisation and the other people, or they are written in two scripts.
    Unknown,
}

impl AuthorMatch {
    /// Whether the two share enough people to describe one work.
    pub(crate) fn is_related(self) -> bool {
        match self {
            Self::Same { .. } | Self::Shortened { .. } | Self::Extended { .. } => true,
            Self::Different { shared, of } => shared * 2 >= of,
            Self::Unknown => false,
        }
    }
}

/// Two spellings of a family name at one place of the list (transliterations, slips) are this alike.
const SPELLING: f64 = 0.75;

/// Compares an entry's authors with a record's. Names are compared by family name, whichever half of the name a
/// source takes for it; given names only speak against a match where most initials differ. Organisations beside people
/// are left out: sources disagree whether a study group is an author.
pub(crate) fn compare_authors(
    entry: &[Person],
    truncated: bool,
    record: &[Person],
    strict: bool,
) -> AuthorMatch {
    if entry.is_empty() || record.is_empty() {
        return AuthorMatch::Unknown;
    }
    // Records carry entities (`d&apos;Amore`) as titles do.
    let decoded: Vec<Person> =
        record.iter().map(|person| Person::new(plain(&person.family), plain(&person.given))).collect();
    let (entry_people, record_people) = (without_organisations(entry), without_organisations(&decoded));
    let (entry, record) = match (entry_people.is_empty(), record_people.is_empty()) {
        (false, false) => (entry_people.as_slice(), record_people.as_slice()),
        (true, true) => (entry, decoded.as_slice()),
        // Who cites a collaboration cites the people that the record lists.
        _ => return AuthorMatch::Unknown,
    };
    if are_of_two_scripts(entry, record) {
        return AuthorMatch::Unknown;
    }
    let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, person) in record.iter().enumerate() {
        for key in keys(person) {
            by_key.entry(key).or_default().push(at);
        }
    }
    let mut used = vec![false; record.len()];
    let mut beyond = true;
    let (mut shared, mut ordered, mut conflicts, mut last) = (0, true, 0, None);
    for (at, person) in entry.iter().enumerate() {
        let spelled_alike = || record.get(at).filter(|other| !used[at] && alike(person, other)).map(|_| at);
        let found = keys(person)
            .iter()
            .filter_map(|key| by_key.get(key))
            .find_map(|places| {
                let free = places.iter().copied().filter(|place| !used[*place]);
                free.min_by_key(|place| (initials_conflict(person, &record[*place]), place.abs_diff(at)))
            })
            .or_else(spelled_alike);
        let Some(place) = found else {
            beyond &= at >= record.len();
            continue;
        };
        used[place] = true;
        shared += 1;
        ordered &= last.is_none_or(|last| place > last);
        last = Some(place);
        conflicts += usize::from(initials_conflict(person, &record[place]));
    }
    let (named, of) = (entry.len(), record.len());
    let strangers = if strict { conflicts > 0 } else { conflicts * 2 > shared.max(1) };
    if strangers {
        return AuthorMatch::Different { shared: shared - conflicts, of: named.max(of) };
    }
    if shared == named && shared == of {
        return if strict && !ordered {
            AuthorMatch::Different { shared, of }
        } else {
            AuthorMatch::Same { ordered }
        };
    }
    if shared == named && named < of {
        return if truncated { AuthorMatch::Same { ordered } } else { AuthorMatch::Shortened { named, of } };
    }
    // Lists are cut at their end; a stranger among the names is no cut.
    if shared == of && beyond {
        return AuthorMatch::Extended { named, of };
    }
    AuthorMatch::Different { shared, of: named.max(of) }
}

/// Whether one list is in Latin letters and the other in none: how its names are transliterated, nobody tells.
fn are_of_two_scripts(left: &[Person], right: &[Person]) -> bool {
    let latin = |list: &[Person]| list.iter().filter(|person| is_latin(&person.family)).count();
    let (ours, theirs) = (latin(left), latin(right));
    ours == left.len() && theirs == 0 || ours == 0 && theirs == right.len()
}

fn without_organisations(list: &[Person]) -> Vec<Person> {
    list.iter().filter(|person| !is_group(person)).cloned().collect()
}

/// Whether a name is an organisation's, be it split as a person's (`Group, The PRISMA`).
fn is_group(person: &Person) -> bool {
    // Family names, too: Anna Bank, R. F. Service.
    const SURNAMES: [&str; 10] =
        ["bank", "board", "bureau", "center", "college", "company", "council", "school", "service", "union"];
    let name = format!("{} {}", person.given, person.family);
    let is_surname = SURNAMES.contains(&fold(&person.family).as_str());
    !is_surname && name.split_whitespace().count() > 1 && is_organisation(&name)
}

/// What a person may be found by: the family name's last word, else its others, else the given name's last word
/// (where a source took one for the other).
fn keys(person: &Person) -> Vec<String> {
    let mut keys = vec![family_key(person)];
    let family = fold(&person.family);
    let given = fold(&person.given);
    keys.extend(
        family.split(' ').chain(given.split(' ')).filter(|word| word.chars().count() > 2).map(str::to_owned),
    );
    let glued: String = family.split(' ').collect();
    keys.push(glued);
    let mut seen = std::collections::HashSet::new();
    keys.retain(|key| !key.is_empty() && seen.insert(key.clone()));
    keys
}

/// Whether the first initials differ although both give some, and no word of one name begins like the other's.
fn initials_conflict(left: &Person, right: &Person) -> bool {
    let initials = |person: &Person| -> Vec<char> {
        let folded = fold(&format!("{} {}", person.given, person.family));
        folded.split(' ').filter_map(|word| word.chars().next()).collect()
    };
    let first = |person: &Person| fold(&person.given).chars().next();
    match (first(left), first(right)) {
        (Some(a), Some(b)) => a != b && !initials(right).contains(&a) && !initials(left).contains(&b),
        _ => false,
    }
}

/// Two spellings of one name.
fn alike(left: &Person, right: &Person) -> bool {
    let (a, b) = (fold(&left.family), fold(&right.family));
    let given = fold(&left.given);
    let same_given = given.chars().count() > 3 && given == fold(&right.given);
    !a.is_empty()
        && !b.is_empty()
        && fuzz::ratio(a.chars(), b.chars()) >= if same_given { 0.5 } else { SPELLING }
        && !initials_conflict(left, right)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn people(names: &[&str]) -> Vec<Person> {
        names
            .iter()
            .map(|name| match name.rsplit_once(' ') {
                Some((given, family)) => Person::new(family, given),
                None => Person::new(*name, ""),
            })
            .collect()
    }

    fn compared(entry: &[&str], record: &[&str]) -> AuthorMatch {
        compare_authors(&people(entry), false, &people(record), false)
    }

    #[test]
    fn spellings_of_one_list() {
        let same = AuthorMatch::Same { ordered: true };
        assert_eq!(compared(&["Jürgen Müller", "Wei Zhang"], &["J. Mueller", "Zhang Wei"]), same);
        assert_eq!(compared(&["Da Yan", "Jake Y. Chen"], &["D. Yan", "J. Chen 0001"]), same);
        assert_eq!(
            compared(&["B. Two", "A. One"], &["A. One", "B. Two"]),
            AuthorMatch::Same { ordered: false }
        );
    }

    #[test]
    fn cut_lists() {
        let full = people(&["A. One", "B. Two", "C. Three"]);
        let cut = people(&["A. One", "C. Three"]);
        assert_eq!(compare_authors(&cut, true, &full, false), AuthorMatch::Same { ordered: true });
        assert_eq!(compare_authors(&cut, false, &full, false), AuthorMatch::Shortened { named: 2, of: 3 });
        let start = people(&["A. One", "B. Two"]);
        assert_eq!(compare_authors(&full, false, &start, false), AuthorMatch::Extended { named: 3, of: 2 });
        assert_eq!(compare_authors(&full, false, &cut, false), AuthorMatch::Different { shared: 2, of: 3 });
    }

    #[test]
    fn a_study_group_beside_people_is_no_author_too_many_or_too_few() {
        let same = AuthorMatch::Same { ordered: true };
        let persons = ["David Moher", "Alessandro Liberati", "Jennifer Tetzlaff", "Douglas Altman"];
        for group in ["PRISMA Group", "The PRISMA Group", "ATLAS Collaboration"] {
            let with_group = [&persons[..], &[group]].concat();
            assert_eq!(compared(&persons, &with_group), same, "{group}");
            assert_eq!(compared(&with_group, &persons), same, "{group}");
            let shortened = AuthorMatch::Shortened { named: 3, of: 4 };
            assert_eq!(compared(&persons[..3], &with_group), shortened, "{group}");
            assert_eq!(compared(&[group], &with_group), AuthorMatch::Unknown, "{group}");
            assert_eq!(compared(&with_group, &[group]), AuthorMatch::Unknown, "{group}");
            assert_eq!(compared(&[group], &[group]), same, "{group}");
        }
        // Some family names are words of organisations.
        assert_eq!(
            compared(&["Ann Lee"], &["Ann Lee", "Randolph Bank", "R. Service"]),
            AuthorMatch::Shortened { named: 1, of: 3 }
        );
    }

    #[test]
    fn strangers() {
        assert_eq!(
            compared(&["R. Kumar", "S. Lee"], &["P. Ma", "M. Matusik"]),
            AuthorMatch::Different { shared: 0, of: 2 }
        );
        // The family name alone is no person: Wei Zhang is not Jian Zhang.
        assert!(!compared(&["Mary Smith"], &["John Smith"]).is_related());
        assert_eq!(compared(&[], &["John Smith"]), AuthorMatch::Unknown);
    }

    proptest! {
        #[test]
        fn a_list_is_itself(names in proptest::collection::vec("[A-Z][a-zø]{2,8} [A-Z][a-z]{2,9}", 1..30)) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let is_same = matches!(compared(&names, &names), AuthorMatch::Same { .. });
            prop_assert!(is_same);
        }

        #[test]
        fn any_names_are_compared(left in proptest::collection::vec(".{0,12}", 0..6), right in proptest::collection::vec(".{0,12}", 0..6)) {
            let list = |names: &[String]| names.iter().map(|name| Person::new(name.as_str(), "")).collect::<Vec<_>>();
            let _ = compare_authors(&list(&left), false, &list(&right), false);
        }
    }
}
