//! Names of authors as sources write them.

use citelight_document::citation::split_full_name;
use citelight_types::text::person::Person;

use super::plain::plain;

/// A person from one text: `Ada Lovelace`, `Lovelace, Ada`, with DBLP's homonym number (`Wei Wang 0002`).
pub(super) fn full_name(name: &str) -> Option<Person> {
    let name = plain(name);
    let name = without_homonym(&name);
    if name.is_empty() {
        return None;
    }
    // Several commas are a list or a garbled record: then the order of the words is all there is.
    match name.split_once(',') {
        Some((family, given)) if !given.contains(',') && !family.trim().is_empty() => {
            Some(Person::new(family.trim(), given.trim()))
        }
        _ => Some(split_full_name(&name.replace(',', " "))),
    }
}

/// DBLP tells people of one name apart by four digits at the end.
fn without_homonym(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((rest, number)) if number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => name,
    }
}

/// A person from family and given name; one of them may be missing.
pub(super) fn two_names(family: Option<&str>, given: Option<&str>) -> Option<Person> {
    let (family, given) = (family.map(plain).unwrap_or_default(), given.map(plain).unwrap_or_default());
    match (family.is_empty(), given.is_empty()) {
        (true, true) => None,
        (true, false) => Some(Person::new(given, "")),
        (false, _) => Some(Person::new(family, given)),
    }
}

/// Medline's list: `Schoenfeld JD, Haas-Kogan DA, O'Neill AF.`
pub(super) fn medline_list(list: &str) -> Vec<Person> {
    let names = list.trim().trim_end_matches('.').split(", ");
    names.filter_map(|name| medline_name(name.trim())).collect()
}

/// Medline's name: the family name, then initials in capitals.
pub(super) fn medline_name(name: &str) -> Option<Person> {
    let name = plain(name);
    match name.rsplit_once(' ') {
        Some((family, initials))
            if initials.len() <= 4 && initials.chars().all(|c| c.is_uppercase() || c == '-') =>
        {
            Some(Person::new(family, initials))
        }
        _ => two_names(Some(&name), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_every_order() {
        for (text, family, given) in [
            ("Xuezhi Wang 0002", "Wang", "Xuezhi"),
            ("Peter H. N. de With", "de With", "Peter H. N."),
            ("Johnston, Nathaniel", "Johnston", "Nathaniel"),
            ("Plato", "Plato", ""),
        ] {
            assert_eq!(full_name(text), Some(Person::new(family, given)), "{text}");
        }
        assert_eq!(full_name(" "), None);
        let list = medline_list("Schoenfeld JD, Haas-Kogan DA, COVID Study Group.");
        assert_eq!(list[1], Person::new("Haas-Kogan", "DA"));
        assert_eq!(list[2].family, "COVID Study Group");
    }
}
