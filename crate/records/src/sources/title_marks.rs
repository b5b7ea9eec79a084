//! What publishers, indexes and authors put around a title without making it another one: `RETRACTED:`,
//! `(Retracted article. See vol. 12, p. 3)`, `[Extended abstract]`, `Correction to:`, `2nd ed.`; and what stands where a title
//! is missing.

use std::sync::LazyLock;

use regex::Regex;

use super::editorial::NoticeKind;

/// What a mark says of the work, or of the text that bears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TitleMark {
    /// What became of the work: `RETRACTED:`.
    Fate(NoticeKind),
    /// The text is a notice about the work of this title, or reprints it: `Correction to:`, `Reprint of:`.
    About,
    /// The form in which the work is given: `[Extended abstract]`.
    Form,
    /// Which edition of the work it is: `2nd ed.`
    Edition,
}

/// Marks that are taken off one title.
const MOST_MARKS: usize = 4;
/// Bytes of the longest mark: a retraction may say where its notice stands.
const LONGEST_MARK: usize = 120;

/// A pattern; none only if it is malformed, which the tests rule out.
type Pattern = LazyLock<Option<Regex>>;

fn is_match(pattern: &Pattern, text: &str) -> bool {
    pattern.as_ref().is_some_and(|pattern| pattern.is_match(text))
}

/// A pattern for a whole text that is one of these.
fn one_of(alternatives: &[&str]) -> Option<Regex> {
    Regex::new(&format!("^(?:{})$", alternatives.join("|"))).ok()
}

/// What publishers say became of a work, in lower-case words.
static FATES: LazyLock<Vec<(Regex, NoticeKind)>> = LazyLock::new(|| {
    let gone = |verbs: &str| {
        let text = "(?:article|chapter|manuscript|paper|preprint|publication)";
        let sentence =
            format!("this (?:[^ ]+ ){{1,6}}?(?:has been|had been|was|is) {verbs}(?: [^ ]+){{0,8}}");
        one_of(&[&format!("{verbs}(?: {text})?"), &format!("{text} {verbs}"), &sentence])
    };
    let fates = [
        (gone("(?:retracted|removed)"), NoticeKind::Retraction),
        (gone("withdrawn"), NoticeKind::Withdrawal),
        (one_of(&["retracted and (?:replaced|republished)"]), NoticeKind::Replacement),
        (
            one_of(&[
                "temporary removal",
                "(?:editorial )?(?:expression|note|notice|statement) of concern",
                "notice of violation of ieee publication principles",
            ]),
            NoticeKind::Concern,
        ),
    ];
    fates.into_iter().filter_map(|(pattern, kind)| Some((pattern?, kind))).collect()
});

/// `retracted article see vol 12 p 3`, `retracted in 2015`, `withdrawn by the publisher`, `retraction in j foo 2015 3 12`
static FATE_WITH_PLACE: Pattern = LazyLock::new(|| {
    Regex::new(r"^(?:(retracted|withdrawn)(?: article| paper)?(?: (?:see|in|on|vol) .*\d| by )|(retraction) (?:published )?in .*\d)")
        .ok()
});

/// How the titles of notices and reprints begin: “Correction to”, “Retraction:”, but not “Correction methods”.
static ABOUT: Pattern = LazyLock::new(|| {
    let notices = [
        "(?:notice|statement) of (?:retraction|correction)",
        "(?:notice of )?retraction and replacement",
        "retraction(?: notice| note| statement)?",
        "(?:(?:author|publisher)(?:['’]?s['’]?)? )?corrections?",
        "(?:publisher|editor|editorial|author)(?:['’]?s['’]?)? note",
        "withdrawal(?: notice| note| statement)?",
        "corrigend(?:um|a)",
        "errat(?:um|a)",
        "addend(?:um|a)",
        "reprint(?:ed article)?",
        "republication",
        "republished",
    ];
    Regex::new(&format!(r"(?is)^(?:{})(?: (?:to|of|for)\b(.*)| ?([^\w ].*))$", notices.join("|"))).ok()
});

/// The forms in which works are given, in lower-case words.
static FORMS: Pattern = LazyLock::new(|| {
    one_of(&[
        "(?:(?:conference|demo|extended|meeting|poster|student) )?abstract(?: only)?",
        "(?:invited|keynote|plenary)(?: (?:abstract|address|article|contribution|lecture|paper|review|speech|talk|tutorial))?",
        "(?:contributed|demo|experience|full|industrial|industry|long|poster|position|regular|short|student|tool|vision|workshop) paper",
        "brief announcement|demo|demonstration|late breaking results?|panel|poster|regular submission|tutorial|wip|work in progress",
        "best (?:student )?paper(?: award)?",
        "(?:conference|extended|full|journal|long|preliminary|revised|short) version",
        "(?:preliminary|technical) report|draft|in press|letter|postprint|preprint|(?:accepted|author) manuscript",
        "with (?:comments|commentary|discussion|erratum)",
    ])
});

/// Forms that are told by their beginning or their looks: `abstract 123`, `version 2; peer review: 2 approved`.
static NUMBERED_FORMS: Pattern = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:(?:meeting |poster |conference )?abstracts? (?:no\.? ?)?[\w.-]*\d[\w.-]*|poster (?:no\.? ?)?[\w.-]*\d[\w.-]*|version \d[\w.]*(?:;.*)?|v\d+|in (?:english|chinese|german|french|japanese|korean|russian|spanish|portuguese|italian|polish|turkish|persian)|chapter (?:\d{1,3}|[ivxlc]{1,6}))$",
    )
    .ok()
});

/// What databases and publishers write where a work has no title, in lower-case words.
static NO_TITLES: Pattern = LazyLock::new(|| {
    one_of(&[
        "untitled(?: (?:article|document|item|work))?",
        "no (?:article )?title(?: (?:available|found|given|provided|supplied))?",
        "(?:article )?title(?: (?:missing|pending|to be announced|unavailable|unknown))?",
        "title not (?:available|found|provided|supplied)",
        "(?:missing|unknown|without) title",
        "not (?:available|found|specified)",
        "n a|nan|none|null|tba|tbd|undefined|unknown",
        "ohne titel|sans titre|senza titolo|sin título|无标题",
    ])
});

/// Headings that indexes register as titles of what stands under them, in lower-case words.
static HEADINGS: Pattern = LazyLock::new(|| {
    one_of(&[
        "(?:front|back|end|prelim(?:inary)?) ?matter|(?:half )?title page|(?:inside )?(?:front|back)? ?cover(?: image| page| picture)?|masthead|imprint|copyright(?: page| notice)?",
        "(?:table of )?contents|toc|issue information|(?:graphical )?abstracts?|(?:author|cumulative|keyword|name|subject|volume)? ?index(?: of authors)?",
        "(?:guest )?editorial(?: board| comment| introduction| note| preface)?|editor s (?:note|page)|from the editors?|preface|foreword|prologue|introduction|epilogue|afterword",
        "acknowledge?ments?(?: to reviewers)?|list of (?:abbreviations|authors|contributors|figures|participants|reviewers|tables)|contributors|about the authors?",
        "letters?(?: to the editors?)?|correspondence|repl(?:y|ies)|comments?|commentary|discussion|book reviews?|reviews?|news|announcements?|obituar(?:y|ies)|in memoriam",
        "(?:original|research|review|short) (?:articles?|communications?|papers?|research)|articles?|papers?|posters?|(?:oral|poster)? ?(?:presentations?|sessions?)(?: [0-9a-z]{1,3})?|conference program(?:me)?|program(?:me)? committee",
        "errat(?:um|a)|corrigend(?:um|a)|corrections?|references|bibliography|appendi(?:x|ces)(?: [0-9a-z])?|supplement(?:ary material)?|notes|chapter [0-9]{1,3}|[0-9 ]+",
        "vorwort|inhalt(?:sverzeichnis)?|impressum|leserbriefe?|buchbesprechung(?:en)?|éditorial|avant propos|sommaire|comptes rendus|prólogo|índice|introducción|prefazione|indice",
        "目录|前言|社论|编者按|无题|無題|目次|序|はじめに|タイトルなし|без названия|содержание|предисловие",
    ])
});

/// `Vol. 3, no. 2, pp. 1–9`: words and numbers that say where in a periodical something stands.
static PLACES: Pattern = LazyLock::new(|| {
    Regex::new(r"^(?:\d+|[ivxlc]+|volume|vol|issue|number|no|nr|heft|band|jahrgang|part|pages?|pp?|supplement|suppl|special|the|january|february|march|april|may|june|july|august|september|october|november|december)$").ok()
});

static EDITION: Pattern = LazyLock::new(|| {
    let ordinal = r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|enlarged|expanded|updated|international|global|new|student)";
    one_of(&[
        &format!("{ordinal}(?:,? (?:and )?{ordinal})? (?:ed|edn|edition)"),
        r"(?:ed|edition) \d{1,2}",
        r"\d{1,2}\.? ?auflage",
        r"\d{1,2}e éd(?:ition)?",
    ])
});

/// `vol 521, pg 436, 2015`, `retraction of vol 521, pg 436, 2015`: how Web of Science marks a notice by the article that it
/// is about.
static CORRECTED: Pattern = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:(?:correction|erratum|reprint(?:ed)?|retraction|withdrawal) (?:of|to|from):? )?vol\.? ?\w+(?:\(\w+\))?,? (?:pg|p|pp|page|art|artn|e)\.? ?[\w–-]+").ok()
});

/// `[J]`, `[EB/OL]`: how GB/T 7714 marks the kind of a work.
static TYPE: Pattern =
    LazyLock::new(|| Regex::new(r"^\[(?:J|M|C|D|N|R|S|P|A|Z|G|EB|CP|DB|M/CD)(?:/OL)?\]$").ok());

/// The marks around a title, from the outside in, each with what is left without it.
fn marks(title: &str) -> impl Iterator<Item = (TitleMark, &str)> {
    std::iter::successors(outermost(title.trim()), |(_, rest)| outermost(rest)).take(MOST_MARKS)
}

fn outermost(title: &str) -> Option<(TitleMark, &str)> {
    in_front(title).or_else(|| behind(title))
}

/// A title without the marks around it, and what these say, from the outside in.
pub(crate) fn unmarked(title: &str) -> (Vec<TitleMark>, &str) {
    let bare = marks(title).last().map_or(title.trim(), |(_, rest)| rest);
    (marks(title).map(|(mark, _)| mark).collect(), bare)
}

/// A title as it is searched for: without marks, except that of a notice, which is another text than the one it is about.
pub(crate) fn searched(title: &str) -> &str {
    let own = marks(title).take_while(|(mark, _)| *mark != TitleMark::About);
    own.last().map_or(title.trim(), |(_, rest)| rest)
}

/// A title without what it says became of its work. A mark is set off by brackets, a colon or a dash; “Retracted science
/// and the retraction index” has none. The title of a notice stays as it is.
pub(super) fn split_fate(title: &str) -> (Option<NoticeKind>, &str) {
    let fates = marks(title).map_while(|(mark, rest)| match mark {
        TitleMark::Fate(kind) => Some((kind, rest)),
        _ => None,
    });
    let told = fates.fold(None, |told: Option<(NoticeKind, &str)>, (kind, rest)| {
        Some((told.map_or(kind, |(outer, _)| outer), rest))
    });
    // All that is left of some works is the mark.
    told.map_or_else(|| (fate(&words(title)), title.trim()), |(kind, bare)| (Some(kind), bare))
}

/// Whether what stands for a title is none: nothing, punctuation alone, `Untitled`, `[No title found]`, or a mark where the
/// title was.
pub(crate) fn is_no_title(title: &str) -> bool {
    let words = words(title);
    words.is_empty() || is_match(&NO_TITLES, &words) || fate(&words).is_some()
}

/// Whether a title is a heading under which many works stand, or a DOI in the place of a title.
pub(crate) fn is_heading(title: &str) -> bool {
    let is_doi = title.trim().starts_with("10.") && !title.trim().contains(' ');
    is_doi || is_match(&HEADINGS, &words(title))
}

/// Whether a title is the name of the periodical or book in which the work stands, be it with volume and pages.
pub(crate) fn is_place_of_issue(title: &str, place: &str) -> bool {
    let significant = |text: &str| {
        let words = words(text);
        let kept = words.split(' ').filter(|word| !is_match(&PLACES, word));
        kept.collect::<Vec<_>>().join(" ")
    };
    let place = significant(place);
    !place.is_empty() && significant(title) == place
}

/// What words that are a mark and nothing else say: `retracted`, `this article has been withdrawn by the authors`.
fn fate(words: &str) -> Option<NoticeKind> {
    FATES.iter().find(|(pattern, _)| pattern.is_match(words)).map(|(_, kind)| *kind)
}

/// Lower-case words, parted by single spaces.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A mark before the title: in brackets, up to a colon, a dash or a full stop, or the words that a notice begins with.
fn in_front(title: &str) -> Option<(TitleMark, &str)> {
    if title.starts_with(['[', '(']) {
        let (head, rest) = title.get(1..)?.split_once([']', ')'])?;
        let rest = rest.trim_start_matches([':', '–', '—', '-', '.', ' ']).trim();
        return mark_of(head).filter(|_| !rest.is_empty()).map(|mark| (mark, rest));
    }
    let set_off = title.char_indices().filter(|(at, c)| {
        let spaced = || title.get(at + c.len_utf8()..).is_some_and(|rest| rest.starts_with(' '));
        matches!(c, ':' | '：' | '–' | '—' | '|') || matches!(c, '.' | '-') && spaced()
    });
    for (at, c) in set_off.take(2) {
        let (head, rest) = (title.get(..at)?, title.get(at + c.len_utf8()..)?);
        let rest = rest.trim_start_matches([':', '–', '—', '-', ' ']).trim();
        if let Some(mark) = mark_of(head).filter(|_| !rest.is_empty()) {
            return Some((mark, rest));
        }
    }
    let found = ABOUT.as_ref()?.captures(title)?;
    let rest = found.get(1).or_else(|| found.get(2))?.as_str();
    let rest = rest.trim_start_matches([':', '–', '—', '-', '.', ',', ' ']);
    let rest = unquoted(rest);
    (!rest.is_empty()).then_some((TitleMark::About, rest))
}

/// A mark behind the title: in brackets, or after a full stop, a colon, a dash or a comma.
fn behind(title: &str) -> Option<(TitleMark, &str)> {
    let whole = title.trim_end_matches(['.', ' ', '*', '†']);
    if whole.ends_with([')', ']']) {
        let open = opening(whole)?;
        let inner = whole.get(open + 1..whole.len() - 1)?;
        let rest = whole.get(..open)?.trim_end_matches([' ', ':', '–', '—', '-', '.', ',']);
        let is_type = whole.get(open..).is_some_and(|text| is_match(&TYPE, text));
        let mark = mark_of(inner)
            .or_else(|| is_match(&CORRECTED, inner.trim()).then_some(TitleMark::About))
            .or_else(|| is_type.then_some(TitleMark::Form));
        return mark.filter(|_| !rest.is_empty()).map(|mark| (mark, rest));
    }
    let (at, c) = whole.char_indices().rev().find(|(at, c)| {
        let spaced = || whole.get(at + c.len_utf8()..).is_some_and(|rest| rest.starts_with(' '));
        matches!(c, ':' | '–' | '—' | '|') || matches!(c, '.' | ',' | '-' | ';' | '?' | '!') && spaced()
    })?;
    let rest = whole.get(..at + if matches!(c, '?' | '!') { 1 } else { 0 })?.trim();
    let mark = mark_of(whole.get(at + c.len_utf8()..)?)?;
    (!rest.is_empty()).then_some((mark, rest))
}

/// Where the bracket opens that the last character closes.
fn opening(text: &str) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' | ']' => depth += 1,
            '(' | '[' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// The mark that a text is and nothing else.
fn mark_of(text: &str) -> Option<TitleMark> {
    let text = text.trim_matches([' ', '.', ':', ';', ',', '*', '!', '-', '–', '—']);
    if text.is_empty() || text.len() > LONGEST_MARK {
        return None;
    }
    let words = words(text);
    let placed = || {
        let found = FATE_WITH_PLACE.as_ref()?.captures(&words)?;
        let is_withdrawn = found.get(1).is_some_and(|word| word.as_str() == "withdrawn");
        Some(if is_withdrawn { NoticeKind::Withdrawal } else { NoticeKind::Retraction })
    };
    if let Some(kind) = fate(&words).or_else(placed) {
        return Some(TitleMark::Fate(kind));
    }
    if is_match(&EDITION, &words) {
        return Some(TitleMark::Edition);
    }
    if is_match(&FORMS, &words) || is_match(&NUMBERED_FORMS, text) {
        return Some(TitleMark::Form);
    }
    let is_reprint = words.starts_with("reprinted from ") || words == "reprint" || words == "reprinted";
    is_reprint.then_some(TitleMark::About)
}

/// The title that a notice quotes: `“X” [J. Foo 12 (2010) 1–10]`.
fn unquoted(text: &str) -> &str {
    let Some(inner) = text.strip_prefix(['“', '"', '‘', '\'', '«', '„', '「']) else {
        // `X [J. Foo 12 (2010) 1–10]`
        let source = text.ends_with(']').then(|| opening(text)).flatten();
        let source = source.filter(|at| {
            text.get(*at..).is_some_and(|source| source.chars().filter(char::is_ascii_digit).count() >= 4)
        });
        return source.and_then(|at| text.get(..at)).unwrap_or(text).trim();
    };
    let end = inner.rfind(['”', '"', '’', '\'', '»', '“', '」']).filter(|end| *end > 0);
    end.and_then(|end| inner.get(..end)).unwrap_or(inner).trim_end_matches([',', '.', ' ']).trim()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_became_of_a_work_is_taken_off_its_title_and_words_are_left() {
        let (retraction, withdrawal) = (Some(NoticeKind::Retraction), Some(NoticeKind::Withdrawal));
        for (title, mark, rest) in [
            ("RETRACTED: Ileal hyperplasia", retraction, "Ileal hyperplasia"),
            ("[Retracted] Motor noise", retraction, "Motor noise"),
            ("RETRACTED ARTICLE: A: B", retraction, "A: B"),
            ("Motor noise (Retracted article. See vol. 375, pg. 445, 2010)", retraction, "Motor noise"),
            ("Motor noise (Retracted Article. See vol 33, p. 1)", retraction, "Motor noise"),
            ("Motor noise [RETRACTED]", retraction, "Motor noise"),
            ("Motor noise. (Retracted in 2015.)", retraction, "Motor noise"),
            ("WITHDRAWN: Motor noise", withdrawal, "Motor noise"),
            ("Withdrawn – Motor noise", withdrawal, "Motor noise"),
            ("Retracted and replaced: Motor noise", Some(NoticeKind::Replacement), "Motor noise"),
            ("Expression of Concern: Sleep", Some(NoticeKind::Concern), "Sleep"),
            (
                "Retracted science and the retraction index",
                None,
                "Retracted science and the retraction index",
            ),
            ("Retraction: why it matters", None, "Retraction: why it matters"),
            ("Motor noise (extended abstract)", None, "Motor noise (extended abstract)"),
            ("RETRACTED:", retraction, "RETRACTED:"),
        ] {
            assert_eq!(split_fate(title), (mark, rest), "{title}");
        }
    }

    #[test]
    fn marks_of_all_kinds_leave_the_title() {
        for title in [
            "Motor noise [Extended abstract]",
            "Motor noise (Extended Abstract).",
            "Motor noise. Extended abstract",
            "Extended abstract: Motor noise",
            "Motor noise — Preliminary report",
            "Invited paper: Motor noise",
            "Brief Announcement: Motor noise",
            "Motor noise (with discussion)",
            "Motor noise [version 2; peer review: 2 approved]",
            "Motor noise[J]",
            "Chapter 5. Motor noise",
            "Motor noise (2nd ed.)",
            "Motor noise, Third Edition",
            "Motor noise: 4th edition",
            "Motor noise (vol 521, pg 436, 2015)",
            "Correction to: Motor noise",
            "Author Correction: Motor noise",
            "Corrigendum to “Motor noise” [J. Sound 12 (2010) 1–10]",
            "Retraction notice to \"Motor noise\" [J. Sound 12 (2010) 1-10]",
            "Retraction of: Motor noise",
            "Reprint of: Motor noise",
            "Republished: Motor noise",
            "Erratum: Motor noise",
            "Retraction “Motor noise”",
            "Notice of Retraction and Replacement. Motor noise",
            "RETRACTED: Motor noise [Extended abstract]",
        ] {
            let (marks, bare) = unmarked(title);
            assert!(!marks.is_empty() && bare == "Motor noise", "{title}: {marks:?} {bare}");
        }
    }

    #[test]
    fn words_of_titles_are_no_marks() {
        for title in [
            "Abstract interpretation: a unified lattice model",
            "Retracted science and the retraction index",
            "Learning from letters (and numbers)",
            "A poster child of evolution",
            "Attention, please",
            "Version control: a survey",
            "Correction methods for motor noise",
            "Erratum correction in sensors",
            "Retraction forces in small wounds",
            "Reprint cultures in the age of steam",
        ] {
            assert_eq!(unmarked(title), (Vec::new(), title), "{title}");
        }
    }

    #[test]
    fn what_stands_for_a_title_is_none() {
        for none in [
            "",
            ".",
            "…",
            "Untitled",
            "[Untitled]",
            "[No title found]",
            "(no title)",
            "Title not available.",
            "null",
            "N/A",
            "[Not Available].",
            "WITHDRAWN",
            "Retracted Article",
            "This paper has been withdrawn by the authors.",
            "This article was removed",
            "无标题",
        ] {
            assert!(is_no_title(none), "{none}");
        }
        for title in [
            "Untitled works of art",
            "Withdrawn by the state: pensions since 1990",
            "This paper is about things that were once removed",
            "Unknown unknowns",
            "Retraction index",
            "This paper is about titles",
            "空",
        ] {
            assert!(!is_no_title(title), "{title}");
        }
    }

    proptest! {
        #[test]
        fn any_title_is_read(title in ".{0,60}", mark in "(\\[|\\(|)(RETRACTED|Erratum to|2nd ed|”|“){0,3}(:|\\]|\\)|)") {
            for title in [title.clone(), format!("{mark}{title}"), format!("{title}{mark}")] {
                let (_, bare) = unmarked(&title);
                prop_assert!(title.contains(bare));
                let _ = (split_fate(&title), is_no_title(&title));
            }
        }
    }
}
