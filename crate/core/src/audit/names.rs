//! The author whom a citing sentence names right before, or inside, a citation.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use citelight_types::text::normalise::fold;

/// A name as the sentence writes it, and what it is compared by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedAuthor {
    /// Folded family name.
    pub(super) family: String,
    /// As written: "Smith and colleagues".
    pub(super) shown: String,
}

/// `Smith et al.`, `Smith and colleagues` … at the end of a text. A bare capitalised word is not enough: it may be a
/// method, a place or the first word of the sentence. Nor is one with "and others", which tools, firms and countries
/// have as well ("TensorFlow and others").
static AT_THE_END: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?P<shown>
            (?:(?:[Vv][ao]n|[Dd][eiu]|[Dd]er|[Dd]en|[Ll][ae])\s+){0,2}
            (?P<family>\p{Lu}[\p{L}'’\-]+)
            (?: \s*,?\s+ et \s+ al\b\.?
              | \s+ (?:and|&) \s+ (?:colleagues|co-?workers|collaborators|co-?authors)
            )
            (?:\s*[’']s?)?
        )
        \s* [\(\[]? \s* $",
    )
    .ok()
});

/// `Smith et al. (2020)`, `Smith and Lee (2020)`, `Smith (2020)`: a narrative author-year surface.
static NARRATIVE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x) ^ (?P<shown>
            (?:(?:[Vv][ao]n|[Dd][eiu]|[Dd]er|[Dd]en|[Ll][ae])\s+){0,2}
            (?P<family>\p{Lu}[\p{L}'’\-]+)
            [^()\[\]\d]{0,60}?
        ) \s* [\(\[] \s* (?:1[89]|20)\d\d",
    )
    .ok()
});

/// What makes a name that of a group of authors, wherever it stands, and what comes after it.
static GROUP_BEFORE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?x)
        (?: \b et \s+ al\b\.?
          | \b (?:and|&) \s+ (?:colleagues|co-?workers|collaborators|co-?authors)\b
        )
        (?P<after>[^\d\[\]]*) $",
    )
    .ok()
});

/// The end of a sentence: a word that is too long for an abbreviation such as "cf." or "al.".
static SENTENCE_END: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\p{L}{3,}[.!?]\s").ok());

/// Words that follow the name of a body, which records list by its members.
const BODIES: [&str; 10] = [
    "collaboration",
    "consortium",
    "team",
    "group",
    "network",
    "initiative",
    "committee",
    "society",
    "organization",
    "organisation",
];

/// The author named with a citation; `before` is the text up to it, `surface` its own words.
pub(super) fn named_author(before: &str, surface: &str) -> Option<NamedAuthor> {
    let narrative = NARRATIVE.as_ref().and_then(|pattern| pattern.captures(surface));
    let captures = narrative.or_else(|| at_the_end(tail(before)))?;
    let shown = captures.name("shown")?.as_str().trim().to_owned();
    // "Smith’s" leaves its s on the name.
    let written = captures.name("family")?.as_str();
    let written = written.trim_end_matches("'s").trim_end_matches("’s");
    let acronym = written.chars().filter(|c| c.is_uppercase()).count() > 1
        && !written.contains('-')
        && written.chars().all(|c| !c.is_lowercase());
    let body = fold(&shown).split(' ').any(|word| BODIES.contains(&word));
    let family = fold(written);
    // Compound names are compared by their last part, as records are.
    let family = family.rsplit(' ').next().unwrap_or_default().to_owned();
    (!acronym && !body && family.chars().count() > 1).then_some(NamedAuthor { family, shown })
}

/// The name at the end of a text, if it is the only one to which the next citation may belong.
fn at_the_end(text: &str) -> Option<Captures<'_>> {
    let captures = AT_THE_END.as_ref()?.captures(text)?;
    let start = captures.name("shown")?.start();
    let before = text.get(..start)?;
    (!is_named_with_another(before)).then_some(captures)
}

/// Whether other authors, whose own citation is still to come, stand in the sentence before a name: in
/// "Smith et al. and Jones et al. [3] and [4]" the first number is Smith's.
fn is_named_with_another(before: &str) -> bool {
    let group = GROUP_BEFORE.as_ref().and_then(|pattern| pattern.captures(before));
    let after = group.and_then(|captures| captures.name("after"));
    let ends = |text: &str| SENTENCE_END.as_ref().is_some_and(|pattern| pattern.is_match(text));
    after.is_some_and(|after| !ends(after.as_str()))
}

/// Whether two folded names are one but for a slip of the pen.
pub(super) fn alike(left: &str, right: &str) -> bool {
    // "Ehran" for "Erhan": two letters that changed places are one slip.
    let slips = || rapidfuzz::distance::osa::distance(left.chars(), right.chars());
    let ratio = || rapidfuzz::fuzz::ratio(left.chars(), right.chars());
    left == right || (left.chars().count() >= 5 && (ratio() >= 0.85 || slips() <= 1))
}

/// The last 80 characters: a name stands right before its citation.
pub(super) fn tail(text: &str) -> &str {
    let start = text.char_indices().rev().nth(79).map_or(0, |(index, _)| index);
    text.get(start..).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::{alike, named_author};

    fn family(before: &str, surface: &str) -> Option<String> {
        named_author(before, surface).map(|named| named.family)
    }

    #[test]
    fn names_before_numbers_and_inside_narratives() {
        assert_eq!(family("As shown by Müller et al. ", "[3]").as_deref(), Some("muller"));
        assert_eq!(family("as van der Berg and colleagues ", "[3]").as_deref(), Some("berg"));
        assert_eq!(family("", "Smith and Lee (2020)").as_deref(), Some("smith"));
        assert_eq!(family("", "García-López et al. (2020)").as_deref(), Some("lopez"));
    }

    #[test]
    fn a_slip_of_the_pen_makes_no_other_name() {
        assert!(alike("ehran", "erhan") && alike("kulbicki", "kulbiki") && alike("lee", "lee"));
        assert!(!alike("lee", "lew") && !alike("sakamoto", "sasaki") && !alike("jones", "james"));
    }

    #[test]
    fn words_that_may_be_no_name_are_left_alone() {
        assert_eq!(family("We train with Adam ", "[3]"), None);
        assert_eq!(family("mortality fell sharply ", "[3]"), None);
        assert_eq!(family("", "(Smith, 2020)"), None);
        assert_eq!(family("", "ATLAS Collaboration (2012)"), None);
        assert_eq!(family("", "WHO (2012)"), None);
    }

    #[test]
    fn and_others_is_said_of_tools_firms_and_countries_too() {
        for before in [
            "Frameworks such as PyTorch, TensorFlow and others ",
            "Facebook and others ",
            "Germany and others ",
        ] {
            assert_eq!(family(before, "[12]"), None, "{before}");
        }
    }

    #[test]
    fn of_two_groups_before_two_numbers_neither_is_taken_for_the_first() {
        for before in [
            "Smith et al. and Jones et al. ",
            "Smith and colleagues and Jones et al. ",
            "Smith et al., cf. also Jones and co-workers ",
            "We follow Lee et al. [1], Smith et al. and Jones et al. ",
        ] {
            assert_eq!(family(before, "[3]"), None, "{before}");
        }
        // Those who have their own citation, or stand in another sentence, take none away.
        for before in [
            "Smith et al. [3] and Jones et al. ",
            "Smith et al. (2020) and Jones et al. ",
            "This was shown by Smith et al. in mice. Jones et al. ",
        ] {
            assert_eq!(family(before, "[4]").as_deref(), Some("jones"), "{before}");
        }
    }
}
