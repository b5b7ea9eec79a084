//! References back: `ibid.`, `Id. at 7`, `Smith, supra note 9`, `Smith (n 1)`, `Smith, op. cit.`

use std::ops::Range;

/// What an item refers back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Back {
    /// The work cited right before.
    Same,
    /// A work of the authors cited right before: the one whose title follows, else the same one.
    SameAuthor,
    /// A work of the note of this number.
    Note {
        number: usize,
        /// Bytes of the item that name it.
        names: Range<usize>,
    },
    /// A work cited before by the authors named.
    Earlier {
        /// Bytes of the item that name it.
        names: Range<usize>,
    },
}

/// What stands before the number of a note.
const BEFORE_NUMBER: &[&str] = &[
    "supra note ",
    "supra, note ",
    "supra n. ",
    "supra n ",
    "supra fn. ",
    "(n ",
    "(n. ",
    "(note ",
    "(fn ",
    "(fn. ",
    "above n ",
    "above n. ",
    "above, n. ",
    "above note ",
    "above, note ",
    "cited in note ",
    "cited at note ",
    "anm. ",
    "wie anm. ",
    "op. cit. note ",
    "op. cit., note ",
    "op. cit. n. ",
    "see note ",
    "note ",
];

/// What says that the work was cited before, without a number.
const CITED_BEFORE: &[&str] = &[
    "op. cit", "op cit", "loc. cit", "loc cit", "supra", "a. a. o", "a.a.o", "ob. cit", "art. cit", "art cit",
];

/// Words for the work cited right before.
const SAME: &[&str] =
    &["ibidem", "ibid", "ib", "ibíd", "ebd", "ebda", "ebenda", "ivi", "там же", "同上", "同前"];

/// Words for the author cited right before; a title that follows names another work of theirs.
const SAME_AUTHOR: &[&str] = &["idem", "eadem", "ders.", "dies.", "derselbe", "dieselbe", "id", "он же"];

/// Reads an item as a reference back; none if it is none.
pub(crate) fn back_reference(item: &str) -> Option<Back> {
    if let Some((rest, same)) = begins_back(item) {
        // `Ders., a. a. O., S. 5`; `Id. at 7`: nothing but a pinpoint follows, else a title may.
        let titled = rest.split_whitespace().any(|word| {
            let word = word.trim_start_matches(|c: char| !c.is_alphanumeric());
            word.starts_with(char::is_uppercase) && word.chars().filter(|c| c.is_alphabetic()).count() >= 4
        });
        // `Ders. (wie Anm. 3), S. 5` says which note.
        let numbered = !same && BEFORE_NUMBER.iter().any(|phrase| find_ignoring_case(rest, phrase).is_some());
        if !numbered {
            return Some(if same || !titled { Back::Same } else { Back::SameAuthor });
        }
    }
    let numbered = BEFORE_NUMBER.iter().filter_map(|phrase| {
        let at = find_ignoring_case(item, phrase)?;
        // `note 5` alone begins the item; inside it the word belongs to a title.
        if *phrase == "note " && at > 0 {
            return None;
        }
        let digits = item[at + phrase.len()..].split(|c: char| !c.is_ascii_digit()).next()?;
        Some((at, digits.parse().ok()?))
    });
    if let Some((at, number)) = numbered.min() {
        return Some(Back::Note { number, names: 0..at });
    }
    let at = CITED_BEFORE.iter().filter_map(|phrase| find_ignoring_case(item, phrase)).min()?;
    if at == 0 { Some(Back::Same) } else { Some(Back::Earlier { names: 0..at }) }
}

/// What follows the word by which a text refers to what was cited right before, and whether that word means the same work
/// and not only the same author; none if the text begins otherwise.
pub(crate) fn begins_back(text: &str) -> Option<(&str, bool)> {
    let ends_word = |rest: &str| {
        rest.is_empty() || rest.starts_with([' ', ',', ':', ';', '\u{a0}', '，', '：', '。', ')', '(', '['])
    };
    let rest_after = |word: &str| {
        let mut own = text.char_indices();
        let fits = word.chars().all(|c| own.next().is_some_and(|(_, own)| own.to_lowercase().eq([c])));
        let end = own.next().map_or(text.len(), |(at, _)| at);
        let rest = text.get(end..)?.trim_start_matches('.');
        (fits && ends_word(rest)).then_some(rest)
    };
    let author = SAME_AUTHOR.iter().find_map(|word| rest_after(word)).map(|rest| (rest, false));
    author.or_else(|| SAME.iter().find_map(|word| rest_after(word)).map(|rest| (rest, true)))
}

/// Where an ASCII phrase stands in a text, at the start of a word, whatever its case.
fn find_ignoring_case(text: &str, phrase: &str) -> Option<usize> {
    let (text, phrase) = (text.as_bytes(), phrase.as_bytes());
    (0..=text.len().checked_sub(phrase.len())?).find(|at| {
        text[*at..at + phrase.len()].eq_ignore_ascii_case(phrase)
            && (*at == 0 || !text[at - 1].is_ascii_alphanumeric() && text[at - 1].is_ascii())
    })
}

#[cfg(test)]
mod tests {
    use super::{Back, back_reference};

    #[test]
    fn forms_of_every_tradition_are_read() {
        let note = |number, end| Some(Back::Note { number, names: 0..end });
        assert_eq!(back_reference("Id. at 7"), Some(Back::Same));
        assert_eq!(back_reference("Ibid 12"), Some(Back::Same));
        assert_eq!(back_reference("loc. cit."), Some(Back::Same));
        assert_eq!(back_reference("Worman, supra note 9 at 9"), note(9, 8));
        assert_eq!(back_reference("Corr (n 1)"), note(1, 5));
        assert_eq!(back_reference("Müller (wie Anm. 12), S. 4"), note(12, 9));
        assert_eq!(back_reference("Smith, op. cit., p. 4"), Some(Back::Earlier { names: 0..7 }));
        assert_eq!(back_reference("Ida Smith, A Note on Notes (1990)"), None);
        assert_eq!(back_reference("Identity and Superannuation (1990)"), None);
    }
}
