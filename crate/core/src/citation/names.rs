//! Lists of authors as bibliographies print them.

use std::sync::LazyLock;

use regex::Regex;

use crate::text::person::Person;

/// Lower-case particles that begin a family name.
pub(crate) const PARTICLES: &[&str] = &[
    "van", "von", "vander", "der", "den", "de", "del", "della", "di", "da", "das", "dos", "do", "du", "des",
    "la", "le", "lo", "el", "al", "bin", "ibn", "ben", "ten", "ter", "te", "zu", "zur", "zum", "af", "av",
    "t", "y", "e", "in", "op", "st", "san", "dal", "degli",
];

/// One name at the start of a text, in one of the orders bibliographies print.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// `Lloyd-Smith, J. O.`
    FamilyInitials,
    /// `Weeden NF`
    FamilyGlued,
    /// `J. O. Lloyd-Smith`
    InitialsFamily,
    /// `Smith, John B.`
    FamilyGiven,
    /// `Guy Van den Broeck`
    GivenFamily,
}

const ORDERS: [Order; 5] = [
    Order::FamilyInitials,
    Order::FamilyGlued,
    Order::InitialsFamily,
    Order::FamilyGiven,
    Order::GivenFamily,
];

const FAMILY: &str = r"((?:(?:[vV][ao]n(?:der)?|[dD]e[nrls]?|[dD]ella|[dD]i|[dD]a|[dD]os|[dD]u|[lL][ae]|[eE]l|[aA]l|[bB]in|[iI]bn|[tT]e[nr]?|[zZ]ur?|[aA][fv]|in|op|’t|'t)[\s\-]+|[dDlL][’'])*[\p{Lu}][\p{L}\p{M}’'´`\-‐‑–.]*(?:[\s](?:[\p{Lu}][\p{L}\p{M}’'\-‐‑]+|de|da|la|y|del|den|der|van|von)){0,3})";
const INITIALS: &str = r"(\p{Lu}\p{Ll}?\.?(?:[\s\-‐‑–.]*\p{Lu}\p{Ll}?\.)*(?:[\s\-‐‑–.]*\p{Lu}\b\.?)*)";
const SUFFIX: &str = r"(?:,?\s+(?:Jr|Sr|II|III|IV|2nd|3rd)\b\.?)?";

static ITEMS: LazyLock<Vec<(Order, Regex)>> = LazyLock::new(|| {
    ORDERS
        .iter()
        .filter_map(|order| {
            let pattern = match order {
                Order::FamilyInitials => format!(r"^{FAMILY},\s*{INITIALS}{SUFFIX}"),
                Order::FamilyGlued => format!(r"^{FAMILY}\s+(\p{{Lu}}[\p{{Lu}}.\-‐]{{0,5}}){SUFFIX}"),
                Order::InitialsFamily => {
                    format!(r"^((?:\p{{Lu}}\p{{Ll}}?\.[\s\-‐‑–]*)+){FAMILY}{SUFFIX}")
                }
                Order::FamilyGiven => format!(
                    r"^{FAMILY},\s*([\p{{Lu}}][\p{{L}}\p{{M}}’'\-‐]+\.?(?:\s+[\p{{Lu}}][\p{{L}}\p{{M}}’'\-‐]*\.?){{0,3}}){SUFFIX}"
                ),
                Order::GivenFamily => format!(
                    r"^([\p{{Lu}}][\p{{L}}\p{{M}}’'\-‐]*\.?(?:\s+[\p{{Lu}}][\p{{L}}\p{{M}}’'\-‐]*\.?){{0,3}})\s+{FAMILY}{SUFFIX}"
                ),
            };
            Regex::new(&pattern).ok().map(|regex| (*order, regex))
        })
        .collect()
});

static SEPARATOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:\s*[,;/]\s*(?:and|&|und|et|y)?\s+|\s*[,;]\s*|\s+(?:and|&|und|et|y)\s+|\s*&\s*|\s*;\s*…\s*|,?\s*(?:\.\s?){3}\s*|,?\s*…\s*&?\s*)").ok()
});
static ET_AL: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^[\s,;]*(?:et\s+al\b\.?|and\s+others\b|and\s+\d+\s+(?:others|more|colleagues)\b|\+\s*\d+\s+more)").ok()
});

/// Authors at the start of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Authors {
    pub(crate) people: Vec<Person>,
    pub(crate) truncated: bool,
    /// Bytes of the text that the names take.
    pub(crate) length: usize,
}

/// Reads as many names as stand at the start of `text`, in the order (family or given name first) that reads most.
pub(crate) fn authors(text: &str) -> Authors {
    let mut best = Authors::default();
    for (order, _) in ITEMS.iter() {
        let read = read(text, *order);
        let better = read.length > best.length
            // The order with initials is the surer one where both read the same.
            && (best.people.is_empty() || read.length > best.length + 1 || read.people.len() > best.people.len());
        if better {
            best = read;
        }
    }
    best
}

fn read(text: &str, order: Order) -> Authors {
    let mut found = Authors::default();
    let mut at = 0;
    while found.people.len() < 3_000 {
        let rest = &text[at..];
        if let Some(et_al) = ET_AL.as_ref().and_then(|regex| regex.find(rest))
            && !found.people.is_empty()
        {
            found.truncated = true;
            found.length = at + et_al.end();
            break;
        }
        let separator = if found.people.is_empty() {
            0
        } else {
            match SEPARATOR.as_ref().and_then(|regex| regex.find(rest)) {
                Some(separator) => separator.end(),
                None => break,
            }
        };
        // `Smith, J., and A. Jones` turns round after the first name.
        let orders = if found.people.is_empty() {
            [order, order, order]
        } else {
            [order, Order::InitialsFamily, Order::GivenFamily]
        };
        let allowed = if matches!(order, Order::FamilyGiven) { &orders[..] } else { &orders[..2] };
        let Some((person, length)) = allowed.iter().find_map(|order| name(&rest[separator..], *order)) else {
            if let Some(et_al) = ET_AL.as_ref().and_then(|regex| regex.find(&rest[separator..]))
                && !found.people.is_empty()
            {
                found.truncated = true;
                found.length = at + separator + et_al.end();
            }
            break;
        };
        found.people.push(person);
        at += separator + length;
        found.length = at;
    }
    found
}

/// One name at the start of `text` and its length.
fn name(text: &str, order: Order) -> Option<(Person, usize)> {
    let (_, regex) = ITEMS.iter().find(|(own, _)| *own == order)?;
    let found = regex.captures(text)?;
    let whole = found.get(0)?;
    let (first, second) = (found.get(1)?.as_str().trim(), found.get(2)?.as_str().trim());
    // An initial that goes on in lower case is a word.
    if text[whole.end()..].chars().next().is_some_and(|c| c.is_lowercase()) {
        return None;
    }
    let (family, given) = match order {
        Order::FamilyInitials | Order::FamilyGlued | Order::FamilyGiven => (first, second),
        Order::InitialsFamily => (second, first),
        Order::GivenFamily => return Some((split_full_name(whole.as_str().trim()), whole.end())),
    };
    (family.chars().count() >= 2).then(|| (Person::new(family.trim_end_matches('.'), given), whole.end()))
}

/// `Guy Van den Broeck`: the family name begins at the first particle, else it is the last word.
pub(crate) fn split_full_name(name: &str) -> Person {
    let words: Vec<&str> = name.split_whitespace().collect();
    let is_particle = |word: &str| PARTICLES.contains(&word.to_lowercase().as_str()) && word.len() > 1;
    let is_suffix = |word: &str| matches!(word.trim_matches(['.', ',']), "Jr" | "Sr" | "II" | "III" | "IV");
    let end = words.iter().rposition(|word| !is_suffix(word)).map_or(words.len(), |last| last + 1);
    let words = &words[..end];
    let start = (1..words.len().saturating_sub(1)).find(|at| is_particle(words[*at]));
    let start = start.unwrap_or(words.len().saturating_sub(1));
    Person::new(words[start..].join(" ").trim_end_matches(['.', ',']), words[..start].join(" "))
}
