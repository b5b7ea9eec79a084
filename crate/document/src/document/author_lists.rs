//! Lists of authors and of their institutions: their raised numbers tell who works where and cite nothing.

use citelight_types::sort::SmallSort;
use std::ops::Range;

use crate::markup::BlockKind;
use crate::markup::flow::MarkKind;
use crate::markup::outline::Draft;

/// Fewest names of a list of authors: shorter ones stand in sentences, too.
const FEWEST_NAMES: usize = 6;

/// Most words of a name.
const MOST_WORDS: usize = 6;

/// How words begin that only names of institutions have, folded to lower case.
const INSTITUTIONS: &[&str] = &[
    "universi",
    "univ.",
    "institut",
    "istituto",
    "department",
    "departament",
    "dipartimento",
    "département",
    "faculty",
    "faculté",
    "facultad",
    "laborator",
    "hospital",
    "hôpital",
    "college",
    "academ",
    "school",
    "centre",
    "center",
    "centro",
    "zentrum",
    "大学",
    "研究",
    "学院",
];

/// Whether a paragraph lists authors or institutions with raised numbers.
pub(super) fn lists_authors(draft: &Draft) -> bool {
    if !matches!(draft.kind, BlockKind::Paragraph | BlockKind::ListItem) {
        return false;
    }
    let mut raised: Vec<Range<usize>> = draft
        .flow
        .marks
        .iter()
        .filter(|mark| mark.kind == MarkKind::Superscript)
        .map(|mark| mark.range.clone())
        .collect();
    raised.small_sort_by_key(|range| range.start);
    !raised.is_empty()
        && (are_names(&draft.flow.text, &raised) || are_institutions(&draft.flow.text, &raised))
}

/// Whether the text between the raised marks is hardly more than names with commas between them.
fn are_names(text: &str, raised: &[Range<usize>]) -> bool {
    let mut plain = String::with_capacity(text.len());
    let mut from = 0;
    for range in raised {
        plain.push_str(text.get(from..range.start).unwrap_or_default());
        // A raised number may stand for the comma.
        plain.push(',');
        from = from.max(range.end);
    }
    plain.push_str(text.get(from..).unwrap_or_default());
    let pieces = plain.split([',', ';', '，', '、']).flat_map(|piece| piece.split(" and "));
    let pieces: Vec<&str> =
        pieces.map(str::trim).filter(|piece| piece.chars().any(char::is_alphabetic)).collect();
    let names = pieces.iter().filter(|piece| is_name(piece)).count();
    names >= FEWEST_NAMES && names * 10 >= pieces.len() * 8
}

/// `G. Aad`, `O.S. AbouZeid`, `María José Costa`, `M.A.B. do Vale`: `Smith` and `Smith et al.` name works.
fn is_name(piece: &str) -> bool {
    let piece = piece.trim_start_matches("and ");
    let words: Vec<&str> = piece.split_whitespace().collect();
    let is_capital = |word: &&str| word.starts_with(char::is_uppercase);
    let is_particle = |word: &&str| {
        (2..=4).contains(&word.chars().count())
            && word.chars().all(|c| c.is_lowercase() || matches!(c, '’' | '\''))
            && !matches!(*word, "et" | "al" | "of" | "the" | "and" | "in" | "for" | "with" | "to")
    };
    let capitals = words.iter().filter(|word| is_capital(word)).count();
    // `O.S.AbouZeid` where white space was lost.
    let is_run_together = words.len() == 1 && piece.trim_end_matches('.').contains('.');
    (words.len() <= MOST_WORDS && capitals >= 2 || is_run_together && capitals == 1)
        && words.iter().all(|word| is_capital(word) || is_particle(word))
        && !piece.contains(|c: char| c.is_ascii_digit())
}

/// Whether the text begins with a raised number, and the name of an institution follows on most of the raised numbers.
fn are_institutions(text: &str, raised: &[Range<usize>]) -> bool {
    if raised.first().is_none_or(|first| first.start > 0) {
        return false;
    }
    let ends = raised.iter().skip(1).map(|range| range.start).chain([text.len()]);
    let pieces = raised.iter().zip(ends).filter_map(|(range, end)| text.get(range.end..end)).map(str::trim);
    let pieces: Vec<&str> = pieces.filter(|piece| piece.chars().any(char::is_alphabetic)).collect();
    let is_institution = |piece: &&&str| {
        let begins = piece.starts_with(|c: char| c.is_alphabetic() && !c.is_lowercase());
        begins && names_institution(piece) && !holds_sentence(piece)
    };
    let named = pieces.iter().filter(is_institution).count();
    named > 0 && named * 10 >= pieces.len() * 6
}

/// Whether a text has a word that names of institutions have.
pub(super) fn names_institution(text: &str) -> bool {
    text.split_whitespace().any(|word| {
        let word = word.to_lowercase();
        INSTITUTIONS.iter().any(|start| word.starts_with(start))
    })
}

/// Whether a sentence ends inside of the text: `Dept. of Physics, St. Louis` holds none.
fn holds_sentence(text: &str) -> bool {
    let mut words = text.split_whitespace().rev().skip(1);
    words.any(|word| {
        let bare = word.strip_suffix('.');
        bare.is_some_and(|bare| bare.chars().count() >= 4 && bare.chars().all(char::is_lowercase))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markup::flow::{Flow, Place};

    /// A paragraph of pieces, those in carets raised.
    fn paragraph(text: &str) -> Draft {
        let mut flow = Flow::default();
        for (index, piece) in text.split('^').enumerate() {
            let start = flow.here();
            flow.push(piece, Place { node: 0, run: index as u32, offset: 0, line: 0 });
            if index % 2 == 1 {
                flow.mark(MarkKind::Superscript, start);
            }
        }
        Draft { kind: BlockKind::Paragraph, section: Vec::new(), flow, scope: 0 }
    }

    #[test]
    fn authors_and_institutions_are_told_from_sentences() {
        for text in [
            "G. Aad^85^, B. Abbott^113^, O.S. AbouZeid^158^, M.A.B. do Vale^24c^, J.F. Arguin^164a,164b,a^, T. Barber^1^",
            "W. Adam, T. Berg, M. Drag, J. Erö, R. Frühwirth^1^, V.M. Ghete and C. Hartl",
            "María José Costa^1,2^ Ana Lee^2^ Jo van der Berg^3^ Kim Park^1^ Li Wei^2^ Eva Maria Roth^∗^",
            "^1^Department of Physics, University of Adelaide, Adelaide, Australia",
            "^1^ School of Law, Lund, Sweden ^2^ Institut für Physik, Bonn, Germany ^3^ CERN, Geneva, Switzerland",
        ] {
            assert!(lists_authors(&paragraph(text)), "{text}");
        }
        for text in [
            "Smith^1^, Jones^2^, Miller^3^, Berg^4^, Costa^5^, and Lee^6^ found the same.",
            "Lions live in Kenya, Tanzania, Uganda, Malawi, Zambia, Angola and Namibia.^12^",
            "Owls hunt at night.^1^ A. Smith, B. Jones and C. Miller saw them at the university.^2^",
            "^1^ The university was founded late. It has many students.",
            "We thank G. Aad, B. Abbott, C. Berg, D. Costa, E. Roth, F. Park and G. Wei for their help with this paper^1^ and all else that they did for us, in sun, rain, snow, storm and fog",
        ] {
            assert!(!lists_authors(&paragraph(text)), "{text}");
        }
    }
}
