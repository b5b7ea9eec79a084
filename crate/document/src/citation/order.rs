//! Which half of a name is the family's where the list alone can tell: `Aubert Jean, Moulins et meuniers`.

use super::reference::Read;
use citelight_types::text::normalise::fold;

/// Fewest entries whose order proves something: five names stand in the order of the alphabet by chance once in 120
/// times.
const FEWEST: usize = 5;

/// Turns names around that were read as given name first, where the list is in alphabetical order by their first words
/// and not by their last ones.
pub(crate) fn families_first(read: &mut [Read]) {
    let turned: Vec<usize> = (0..read.len()).filter(|at| read.get(*at).is_some_and(may_be_turned)).collect();
    let halves: Vec<(String, String)> = turned
        .iter()
        .filter_map(|at| read.get(*at)?.reference.authors.first())
        .map(|person| (fold(&person.given), fold(&person.family)))
        .collect();
    let by_first = halves.windows(2).all(|pair| pair[0].0 <= pair[1].0);
    let by_last = halves.windows(2).all(|pair| pair[0].1 <= pair[1].1);
    if turned.len() < FEWEST || turned.len() * 2 < read.len() || !by_first || by_last {
        return;
    }
    for at in turned {
        for person in read.get_mut(at).into_iter().flat_map(|own| &mut own.reference.authors) {
            if is_whole_word(&person.given) {
                std::mem::swap(&mut person.given, &mut person.family);
            }
        }
    }
}

/// Whether an entry begins with two words, read as given and family name.
fn may_be_turned(read: &Read) -> bool {
    let reference = &read.reference;
    let Some(first) = reference.authors.first().filter(|_| !reference.fields_from_markup) else {
        return false;
    };
    is_whole_word(&first.given)
        && is_whole_word(&first.family)
        && reference
            .raw
            .strip_prefix(first.given.as_str())
            .and_then(|rest| rest.trim_start().strip_prefix(first.family.as_str()))
            .is_some_and(|rest| rest.starts_with([',', '.', ' ', ':']))
}

/// One word that is no initial.
fn is_whole_word(name: &str) -> bool {
    name.chars().count() > 2 && !name.contains(|c: char| c.is_whitespace() || c == '.')
}

#[cfg(test)]
mod tests {
    use super::families_first;
    use crate::citation::reference::of_entry;
    use crate::markup::flow::Flow;

    fn families(entries: &[&str]) -> Vec<String> {
        let mut read: Vec<_> = entries
            .iter()
            .map(|entry| {
                let mut flow = Flow::default();
                (*entry).clone_into(&mut flow.text);
                of_entry(flow, None, 1)
            })
            .collect();
        families_first(&mut read);
        read.iter().map(|own| own.reference.authors[0].family.clone()).collect()
    }

    #[test]
    fn the_order_of_the_list_tells_family_names() {
        let french = [
            "Aubert Jean, Moulins et meuniers, Paris, Seuil, 1974.",
            "Blin Claire, « Le déclin des moulins », Annales de la vallée, vol. 3, 1981, p. 45-60.",
            "Caron Denis, L’impôt et l’eau, Lyon, PUL, 1990.",
            "Morel Luc, La fin des meuniers, Paris, Seuil, 2001.",
            "Morel Luc, « Un moulin aujourd’hui », Annales de la vallée, vol. 28, 2006, p. 3-7.",
        ];
        assert_eq!(families(&french), ["Aubert", "Blin", "Caron", "Morel", "Morel"]);
        // In the order of citation, or by family names that stand last, nothing is turned.
        let cited = [
            "Walter Adams, Old Mills, London, Press, 1974.",
            "Claire Brown, New Mills, London, Press, 1981.",
            "Ellen Clark, All Mills, London, Press, 1990.",
            "Beth Davis, No Mills, London, Press, 2001.",
            "Luke Evans, Some Mills, London, Press, 2006.",
        ];
        assert_eq!(families(&cited), ["Adams", "Brown", "Clark", "Davis", "Evans"]);
    }
}
