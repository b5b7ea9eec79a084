//! Lists of authors as templates and language models make them up: few people, each with one of the commonest family names
//! of another part of the world. It names the kind of an error that records have shown; by itself it shows none.

use std::collections::BTreeSet;

use citelight_types::text::normalise::fold;
use citelight_types::text::person::Person;

/// The commonest family names, by where they are common.
const COMMON: [&str; 16] = [
    "garcia rodriguez gonzalez fernandez lopez martinez sanchez perez gomez hernandez diaz torres ramirez silva santos oliveira souza pereira costa ferreira almeida",
    "rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno conti",
    "muller mueller schmidt schneider fischer weber meyer wagner becker schulz hoffmann koch bauer",
    "smith jones williams brown taylor johnson davis miller wilson moore anderson jackson white",
    "martin dupont durand dubois moreau laurent lefebvre bernard petit",
    "hansen johansen olsen larsen andersen nielsen jensen pedersen johansson andersson karlsson nilsson eriksson",
    "novak novotny svoboda kowalski nowak horvat kovac nagy kovacs szabo",
    "ivanov petrov sokolov smirnov kuznetsov popov volkov",
    "ahmed hassan ali mohamed ibrahim mahmoud hussein rahman benali",
    "diallo traore kone toure diop ndiaye sow keita camara seck coulibaly mensah osei okafor adeyemi",
    "kumar singh sharma patel gupta khan das rao reddy",
    "wang li zhang liu chen yang huang zhao wu zhou",
    "kim lee park choi jung",
    "sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki matsumoto inoue kimura hayashi shimizu",
    "nguyen tran pham hoang",
    "yilmaz kaya demir sahin celik",
];
/// Names of a list that is made up in this way.
const FEW: std::ops::RangeInclusive<usize> = 2..=4;

/// Whether each of a few people bears one of the commonest names of another part of the world.
pub(super) fn are_commonplace(authors: &[Person]) -> bool {
    let place = |person: &Person| {
        let family = fold(&person.family);
        COMMON.iter().position(|names| names.split(' ').any(|name| name == family))
    };
    let places: Vec<Option<usize>> = authors.iter().map(place).collect();
    let known: BTreeSet<usize> = places.iter().copied().flatten().collect();
    FEW.contains(&authors.len()) && known.len() == authors.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_each_continent() {
        let are = |names: &[&str]| {
            let people: Vec<Person> = names.iter().map(|name| Person::new(*name, "A.")).collect();
            are_commonplace(&people)
        };
        assert!(are(&["García", "Diallo", "Tanaka"]) && are(&["Müller", "Kumar"]));
        for names in [
            &["Garcia"][..],
            &["Garcia", "Lopez", "Tanaka"],
            &["Vaswani", "Shazeer", "Parmar"],
            &["Kumar", "Tanaka", "Smith", "Rossi", "Kim"],
            &["LeCun", "Bengio", "Hinton"],
        ] {
            assert!(!are(names), "{names:?}");
        }
    }
}
