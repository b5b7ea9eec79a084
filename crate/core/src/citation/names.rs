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

/// A particle, or an elided one.
const PARTICLE: &str = r"(?:(?:[vV][ao]n(?:der)?|[dD]e[nrls]?|[dD]ella|[dD]i|[dD]a|[dD]os|[dD]u|[lL][ae]|[eE]l|[aA]l|[bB]in|[iI]bn|[bB]en|[tT]e[nr]|[zZ]ur?|[aA][fv]|in|op|’t|'t|St\.?)[\s\-]+|[dDlLO][’'])";
/// A capitalised word of two letters or more.
const WORD: &str = r"\p{Lu}(?:[\p{L}\p{M}’'´`\-‐‑–]*[\p{L}\p{M}])";
const INITIALS: &str = r"(\p{Lu}\p{Ll}?\.?(?:[\s\-‐‑–.]*\p{Lu}\p{Ll}?\.)*(?:[\s\-‐‑–.]*\p{Lu}\b\.?)*)";
const SUFFIX: &str = r"(?:,?\s+(?:Jr|Sr|II|III|IV|2nd|3rd)\b\.?)?";

static ITEMS: LazyLock<Vec<(Order, Regex)>> = LazyLock::new(|| {
    let family = format!(r"((?:{PARTICLE})*{WORD}(?:\s(?:{PARTICLE})*{WORD}){{0,3}})");
    let plain = format!(r"((?:{PARTICLE})+{WORD}(?:\s{WORD})?|{WORD})");
    let given = format!(r"(?:{WORD}|\p{{Lu}}\p{{Ll}}?\.(?:[\-‐‑–]?\p{{Lu}}\.)*|\p{{Lu}}\b)");
    ORDERS
        .iter()
        .filter_map(|order| {
            let pattern = match order {
                Order::FamilyInitials => format!(r"^{family},\s*{INITIALS}{SUFFIX}"),
                Order::FamilyGlued => {
                    format!(r"^{family}\s+(\p{{Lu}}\.?(?:[\s\-‐‑–]?\p{{Lu}}\b\.?|\p{{Lu}}){{0,4}}){SUFFIX}")
                }
                Order::InitialsFamily => format!(
                    r"^((?:\p{{Lu}}\p{{Ll}}?(?:\.|\b)[\s\-‐‑–.]*)+)((?:{PARTICLE})*{WORD}(?:\s(?:{PARTICLE})+{WORD}|\s{WORD}\b)?){SUFFIX}"
                ),
                Order::FamilyGiven => format!(r"^{family},\s*({given}(?:\s+{given}){{0,3}}){SUFFIX}"),
                Order::GivenFamily => format!(r"^({given}(?:[\s~]+{given}){{0,3}})[\s~]+{plain}{SUFFIX}"),
            };
            Regex::new(&pattern).ok().map(|regex| (*order, regex))
        })
        .collect()
});

static SEPARATOR: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:[\s,;]*(?:…|(?:\.\s?){3})[\s,;]*&?\s*|\s*[,;/]\s*(?:and|&|und|et|y)?\s+|\s*[,;]\s*|\s+(?:and|&|und|et|y)\s+|\s*&\s*)").ok()
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

/// What may follow a name in a list.
static BOUNDARY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:$|\s*[,;:.(\[…“\x22&*†]|\s+(?:and|und|et|y|&|in\s|eds?\b|\d{4}|[–—-]\s))").ok()
});

/// A family name that ends an item of the list.
static GOES_ON: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(&format!(r"^\s+(?:{PARTICLE})*{WORD}(?:\s{WORD})?(?:\s*[,;]|\s+(?:and|&)\s|\.?\s*$|\.\s)"))
        .ok()
});

/// Reads as many names as stand at the start of `text`. The order of family and given names is told by the first name:
/// one with initials where one matches, else the order that reads more names.
pub(crate) fn authors(text: &str) -> Authors {
    for order in [Order::FamilyInitials, Order::FamilyGlued, Order::InitialsFamily] {
        let read = read(text, order);
        if !read.people.is_empty() {
            return read;
        }
    }
    let (family_first, given_first) = (read(text, Order::FamilyGiven), read(text, Order::GivenFamily));
    // `Smith, John, and Jane Doe`: one word before the first comma. `Wen-Chi Yang, Luc De Raedt`: several.
    let head = text.split([',', ';']).next().unwrap_or_default();
    let inverted =
        head.split_whitespace().filter(|word| !PARTICLES.contains(&word.to_lowercase().as_str())).count() < 2;
    if inverted && !family_first.people.is_empty() || given_first.people.is_empty() {
        family_first
    } else {
        given_first
    }
}

fn read(text: &str, order: Order) -> Authors {
    let mut found = Authors::default();
    let mut at = 0;
    while found.people.len() < 3_000 {
        let rest = &text[at..];
        let ends_in_et_al = |from: usize| {
            ET_AL.as_ref().and_then(|regex| regex.find(&rest[from..])).map(|et_al| from + et_al.end())
        };
        if let Some(end) = ends_in_et_al(0).filter(|_| !found.people.is_empty()) {
            (found.truncated, found.length) = (true, at + end);
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
        if let Some(end) = ends_in_et_al(separator).filter(|_| !found.people.is_empty()) {
            (found.truncated, found.length) = (true, at + end);
            break;
        }
        // `Smith, J., and A. Jones` turns round after the first name.
        let turned = match order {
            Order::FamilyInitials => Some(Order::InitialsFamily),
            Order::FamilyGiven => Some(Order::GivenFamily),
            _ => None,
        };
        let orders = [Some(order), turned.filter(|_| !found.people.is_empty())];
        let person = orders.into_iter().flatten().find_map(|order| name(&rest[separator..], order));
        let Some((person, length)) = person else { break };
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
    let after = &text[whole.end()..];
    let at_stop = whole.as_str().ends_with('.') && after.starts_with(char::is_whitespace);
    // `Tarek R. Besold, …`: the initial is a middle name, not the first one after a family name.
    if order == Order::FamilyGlued
        && at_stop
        && GOES_ON.as_ref().is_some_and(|goes_on| goes_on.is_match(after))
    {
        return None;
    }
    if !at_stop && !BOUNDARY.as_ref().is_some_and(|boundary| boundary.is_match(after)) {
        return None;
    }
    let (family, given) = match order {
        Order::FamilyInitials | Order::FamilyGlued | Order::FamilyGiven => (first, second),
        Order::InitialsFamily => (second, first),
        Order::GivenFamily if is_organisation(whole.as_str()) => {
            return Some((Person::new(whole.as_str().trim(), ""), whole.end()));
        }
        Order::GivenFamily => return Some((split_full_name(whole.as_str().trim()), whole.end())),
    };
    (family.chars().count() >= 2).then(|| (Person::new(family.trim_end_matches('.'), given), whole.end()))
}

/// Words that only names of organisations hold.
const ORGANISATIONS: &[&str] = &[
    "organization",
    "organisation",
    "association",
    "institute",
    "institution",
    "university",
    "society",
    "committee",
    "team",
    "group",
    "consortium",
    "collaboration",
    "agency",
    "department",
    "ministry",
    "council",
    "foundation",
    "center",
    "centre",
    "network",
    "program",
    "programme",
    "bureau",
    "commission",
    "office",
    "union",
    "initiative",
    "academy",
    "college",
    "corporation",
    "inc",
    "ltd",
    "developers",
    "bank",
    "project",
    "federation",
    "nations",
    "authority",
    "service",
    "administration",
];

/// Whether a name is an organisation's, by its words.
fn is_organisation(name: &str) -> bool {
    name.split(|c: char| !c.is_alphabetic()).any(|word| ORGANISATIONS.contains(&word.to_lowercase().as_str()))
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
