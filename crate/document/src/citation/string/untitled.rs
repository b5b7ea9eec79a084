//! Entries that print no title, as physicists write them ("A. Author, Phys. Rev. Lett. 98, 010505 (2007)."): what the model then
//! takes for one is a journal, a remark or an identifier.

use std::ops::Range;

use citelight_types::identifiers::field::arxiv as arxiv_id;
use citelight_types::text::normalise::fold;

/// What a stretch that was taken for a title is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// A title, as far as can be seen.
    Title,
    /// The name of a journal.
    Journal,
    /// A remark or an identifier.
    Other,
}

/// Words of journals' names as they are abbreviated (ISO 4), folded.
const ABBREVIATIONS: &str = "\
    abh acad acoust acta adv akad am amer ann annu anz appl arch artif astron astrophys astropart atmos atom autom \
    biochem bioinf biol biomed biophys biotechnol br bull can chem class clin cogn colloid commun comp comput condens \
    contemp crit cryst crystallogr curr dokl dyn ecol econ electr electrochem electron eng environ eur europhys exp \
    exper fiz found fundam gen genet geophys grav hist hum immunol ind inf inst instrum int inorg intell j jpn lect lett \
    mach macromol magn mater math meas mech med meth microbiol mod mol nachr nat natl naturwiss neurosci nucl opt \
    org phil philos phys polym pol preuss proc prog psychol publ quantum radiat rel rep res rev sci scr sem sitzungsber soc sol sov \
    stat suppl surf theor zh";
/// Journals whose names are one word, folded.
const ONE_WORD: [&str; 10] =
    ["cell", "jcap", "jetp", "jhep", "lancet", "nature", "physica", "pnas", "science", "nature london"];
/// Words of a journal's name, at most.
const LONGEST_NAME: usize = 9;
/// What is said of works that are not published, and of what is cited beside one; folded.
const REMARKS: [&str; 17] = [
    "to be published",
    "to be submitted",
    "to appear",
    "in preparation",
    "manuscript in preparation",
    "in press",
    "private communication",
    "private communications",
    "personal communication",
    "personal communications",
    "unpublished",
    "unpublished data",
    "unpublished results",
    "submitted",
    "submitted for publication",
    "references therein",
    "these proceedings",
];

/// What the stretch at a range of an entry's text is.
pub(super) fn taken(text: &str, range: &Range<usize>) -> Taken {
    let Some(own) = text.get(range.clone()) else { return Taken::Title };
    let words = fold(own);
    let is_remark = |remark: &str| {
        words.strip_suffix(remark).is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    let is_submitted = words.starts_with("submitted to ") || words.contains(" submitted to ");
    if REMARKS.iter().any(|remark| is_remark(remark)) || is_submitted || is_identifier(own) {
        return Taken::Other;
    }
    if is_group(&words) || LEADS.iter().any(|lead| words.starts_with(lead)) || is_place(own) {
        return Taken::Other;
    }
    let is_journal = is_journal(text, range, own, &words);
    if is_journal || is_in_proceedings(text, range, &words) { Taken::Journal } else { Taken::Title }
}

/// What leads to a work in notes that cite one.
const LEADS: [&str; 6] = [
    "for a review see ",
    "for a recent review see ",
    "for reviews see ",
    "see also ",
    "see e g ",
    "see for example ",
];

/// Whether words are the name of those who signed a work together.
fn is_group(words: &str) -> bool {
    let is_short = words.split(' ').count() <= 5;
    is_short
        && (words.ends_with(" collaboration")
            || words.ends_with(" collaborations")
            || words == "particle data group")
}

/// `A&A, 594, A13`: a journal's initials, and where in it.
fn is_place(own: &str) -> bool {
    let mut parts = own.split(',').map(str::trim);
    let is_initials = parts.next().is_some_and(|name| {
        !name.is_empty() && name.chars().all(|c| c.is_uppercase() || matches!(c, '&' | '.'))
    });
    let number = |part: &str| {
        let digits = part.trim_start_matches(|c: char| c.is_ascii_uppercase());
        !digits.is_empty()
            && part.len() - digits.len() <= 1
            && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let numbers: Vec<&str> = parts.collect();
    is_initials && numbers.len() > 1 && numbers.iter().all(|part| number(part))
}

/// Whether a stretch names the proceedings in which a contribution without a title stands: `in Proceedings of …`.
fn is_in_proceedings(text: &str, range: &Range<usize>, words: &str) -> bool {
    let before = text.get(..range.start).unwrap_or_default().trim_end_matches([' ', ':']);
    let named = words.strip_prefix("in ");
    let is_in = named.is_some() || before.ends_with(" in") || before.ends_with(" In");
    is_in && ["proc ", "proceedings "].iter().any(|begin| named.unwrap_or(words).starts_with(begin))
}

/// Whether the stretch is an identifier or ends with one, as no title does.
fn is_identifier(own: &str) -> bool {
    let last =
        own.split_whitespace().next_back().unwrap_or_default().trim_matches(['[', ']', '(', ')', '.', ',']);
    let bare = last.strip_prefix("arXiv:").or_else(|| last.strip_prefix("arxiv:")).unwrap_or(last);
    arxiv_id(bare).is_some()
}

/// Whether a stretch is a journal's name: a known one, or words of which at least half are abbreviations, one of them with
/// its full stop.
fn is_journal(text: &str, range: &Range<usize>, own: &str, folded: &str) -> bool {
    let after = text.get(range.end..).unwrap_or_default();
    // A journal's name is followed by the volume or the year.
    let goes_on =
        after.trim_start_matches(['.', ',', ' ', '(', ')']).starts_with(|c: char| c.is_ascii_digit());
    if ONE_WORD.contains(&folded) {
        return goes_on;
    }
    let words: Vec<&str> =
        own.split([' ', ':', '(', ')', '-', '–']).filter(|word| !word.is_empty()).collect();
    let is_abbreviation = |word: &&&str| is_abbreviation(word);
    let has_stop = |at: usize| words.get(at).is_some_and(|word| word.ends_with('.'));
    let last_stop = after.starts_with('.');
    let abbreviated = words.iter().filter(is_abbreviation).count();
    let stopped = words
        .iter()
        .enumerate()
        .any(|(at, word)| is_abbreviation(&word) && (has_stop(at) || at + 1 == words.len() && last_stop));
    // A letter names a part: `Phys. Rev. B`, `Phys. Stat. Sol. (a)`.
    let telling = words.iter().filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1).count();
    words.len() <= LONGEST_NAME && stopped && 2 * abbreviated >= telling.max(1)
}

/// Whether a word of a journal's name is abbreviated.
pub(super) fn is_abbreviation(word: &str) -> bool {
    let word = fold(word);
    ABBREVIATIONS.split(' ').any(|known| known == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::citation::string::parse_reference;

    #[test]
    fn entries_of_physicists_have_no_title() {
        for (text, venue) in [
            ("A. Kitaev and M. A. Nielsen, Phys. Rev. Lett. 98, 010505 (2007).", Some("Phys. Rev. Lett")),
            (
                "[17] I. L. Chuang, J. I. Cirac, D. van der Marel, and Y. Zhang, Opt. Express (2012) 197, L14.",
                None,
            ),
            ("Geim A. K., Kitaev A., Ó Nualláin S. 1988 Nat. Phys. 264 1054", None),
            ("E. Knill and T. Müller, J. Phys. A: Math. Gen. (1957) 137, L6.", None),
            ("Zhang, Y., Raussendorf, R., Phys. Stat. Sol. (a) 51 (1998) 7322; Erratum-ibid. 12, 3", None),
            ("Cirac J. I. 1995 Europhys. Lett. 177 2491", None),
            ("A. Kitaev and G. 't Hooft, J. Phys. Soc. Jpn. (2001).", None),
            ("Novoselov, K. S. et al.: Acta Phys. Pol. B 102, 214-325 (2015)", None),
            ("L.-M. Duan, Phys. Rev. Lett. (in press).", None),
            ("P. Zoller, hep-th/9901001.", None),
            ("P. Zoller, cond-mat/0506438.", None),
            ("W. H. Zurek, hep-th/9901001.", None),
            ("H. J. Briegel, cond-mat/0506438.", None),
            ("A. K. Geim, to be published.", None),
            ("I. L. Chuang, in preparation (2004).", None),
            ("D. van der Marel, submitted to Phys. Rev. B.", None),
            ("R. Raussendorf, private communication.", None),
            ("Kitaev, A. et al., J. Stat. Phys. 265 (2018) L85; and references therein.", None),
            ("D. van der Marel and J. I. Cirac, Science (1995) 290, L88.", None),
            ("A. Ashtekar, Class. Quantum Grav. 21, R53 (2004).", Some("Class. Quantum Grav")),
            ("L. Susskind, Lect. Notes Phys. 900 (2015).", Some("Lect. Notes Phys")),
            ("A. Einstein, Sitzungsber. Preuss. Akad. Wiss. Berlin (Math. Phys.) 1915, 844.", None),
            ("Aad G et al (ATLAS Collaboration) 2012 Phys. Lett. B 716 1", None),
            ("G. Aad et al. [ATLAS Collaboration], Phys. Lett. B 716, 1 (2012).", Some("Phys. Lett. B")),
            ("P. A. Zyla et al. (Particle Data Group), Prog. Theor. Exp. Phys. 2020, 083C01 (2020).", None),
            ("Planck Collaboration XIII. 2016, A&A, 594, A13", None),
            ("For a review see P. Lee, Rev. Mod. Phys. 78, 17 (2006), and references therein.", None),
            (
                "R. P. Feynman, in Proceedings of the Solvay Conference, Brussels, 1961, p. 61.",
                Some("Proceedings of the Solvay Conference"),
            ),
            (
                "T. Regge, in Proc. of the 12th Int. Conf. on High Energy Physics, Dubna, 1964.",
                Some("Proc. of the 12th Int. Conf. on High Energy Physics"),
            ),
            ("[1a] H. Weyl, Z. Phys. 56, 330 (1929); [1b] ibid. 57, 12 (1930).", Some("Z. Phys")),
            ("L. de Broglie, C. R. Acad. Sci. Paris 177, 507 (1923).", None),
            ("王五 2010 物理学报 59 1234", Some("物理学报")),
        ] {
            let read = parse_reference(text);
            assert_eq!(read.title, None, "{text}: {read:?}");
            if venue.is_some() {
                assert_eq!(read.venue.as_deref(), venue, "{text}");
            }
        }
    }

    #[test]
    fn titles_beside_journals_stay() {
        for (text, title) in [
            (
                "A. Kitaev, Fault-tolerant quantum computation by anyons, Ann. Phys. 303, 2 (2003).",
                "Fault-tolerant quantum computation by anyons",
            ),
            (
                "Einstein, A. (1905). On the electrodynamics of moving bodies. Ann. Phys., 17, 891-921.",
                "On the electrodynamics of moving bodies",
            ),
            (
                "M. A. Nielsen and I. L. Chuang, Quantum Computation and Quantum Information (Cambridge University Press, Cambridge, 2000).",
                "Quantum Computation and Quantum Information",
            ),
        ] {
            let read = parse_reference(text);
            assert_eq!(read.title.as_deref(), Some(title), "{text}");
        }
        let whole = |text: &str| taken(text, &(0..text.len()));
        for title in [
            "The nature of science",
            "Dr. Strangelove",
            "St. John's wort",
            "Mol. and other abbreviations in the titles of papers",
            "Science in action",
            "In preparation for winter",
            "Unpublished letters of a poet",
            "E. coli in the wild",
            "See no evil",
            "Collaboration in science",
            "COVID-19, SARS, MERS",
            "Proceedings of a meeting",
        ] {
            assert_eq!(whole(title), Taken::Title, "{title}");
        }
    }
}
