//! Which names are organisations', by the words that only theirs hold.

/// Words of names of organisations, in the languages of bibliographies.
const WORDS: &[&str] = &[
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
    "services",
    "administration",
    "investigators",
    "trialists",
    "government",
    "company",
    "school",
    "laboratory",
    "library",
    "board",
    "panel",
    "conference",
    "institut",
    "ministère",
    "bundesamt",
    "study",
    "registry",
    "alliance",
    "museum",
    "working",
    "ministerium",
    "gesellschaft",
    "verband",
    "wetterdienst",
    "instituto",
    "istituto",
    "ministerio",
    "ministério",
    "ministero",
    "universidad",
    "universidade",
    "università",
    "université",
    "universität",
    "ayuntamiento",
    "asociación",
    "associação",
    "associazione",
    "comisión",
    "comissão",
    "consejo",
    "conselho",
    "organización",
    "organização",
    "société",
    "conseil",
    "agence",
    "agencia",
    "agência",
    "fondation",
    "fundación",
    "fundação",
    "secretaría",
    "secretaria",
];

/// Whether a name is an organisation's, by its words.
pub fn is_organisation(name: &str) -> bool {
    name.split(|c: char| !c.is_alphabetic()).any(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// Whether a text that stands where authors do is a body's name: one of its words says so, as the last one or before what it is of, and
/// all but small words begin with capitals, as in few titles.
pub(super) fn is_body(text: &str) -> bool {
    const SMALL: [&str; 12] = ["of", "for", "the", "on", "and", "in", "to", "de", "des", "für", "&", "del"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_small = |word: &&str| SMALL.contains(word);
    let says = |at: usize| {
        words.get(at).is_some_and(|word| is_organisation(word)) && words.get(at + 1).is_none_or(&is_small)
    };
    words.len() > 2
        && !matches!(words.first(), Some(&("The" | "A" | "An")))
        && words.iter().all(|word| is_small(word) || word.starts_with(char::is_uppercase))
        && (0..words.len()).any(says)
}

/// Groups that close the list of a work's authors and run into its title: `King N, NISC Comparative Sequencing Program, eLife
/// staff group. Bacterial regulation …`. The title without them, and their names; none where the title begins otherwise.
pub(super) fn groups_before_title(title: &str) -> Option<(Vec<&str>, &str)> {
    const LAST_WORDS: [&str; 12] = [
        "group",
        "consortium",
        "program",
        "programme",
        "collaboration",
        "team",
        "network",
        "initiative",
        "investigators",
        "committee",
        "project",
        "trialists",
    ];
    const LONGEST: usize = 7;
    let (list, rest) = title.split_once(". ")?;
    let names: Vec<&str> = list.split(", ").map(|name| name.trim_start_matches("and ").trim()).collect();
    let is_group = |name: &&str| {
        let words: Vec<&str> = name.split_whitespace().collect();
        let named = words.iter().any(|word| word.contains(char::is_uppercase));
        let last = words.last().map(|word| word.to_lowercase()).unwrap_or_default();
        (2..=LONGEST).contains(&words.len())
            && named
            && !matches!(words.first(), Some(&("A" | "An" | "On")))
            && LAST_WORDS.contains(&last.as_str())
    };
    (names.iter().all(is_group) && rest.split_whitespace().count() > 1).then_some((names, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_run_into_a_title_are_authors() {
        let title =
            "NISC Comparative Sequencing Program, eLife staff group. Bacterial regulation of colonies";
        let groups = vec!["NISC Comparative Sequencing Program", "eLife staff group"];
        assert_eq!(groups_before_title(title), Some((groups, "Bacterial regulation of colonies")));
        for title in ["A study group. What it found", "Sleep and memory. The first project", "The team"] {
            assert_eq!(groups_before_title(title), None, "{title}");
        }
    }
}
