//! What publishers, indexes and authors put around a title without making it another one: `RETRACTED:`,
//! `(Retracted article. See vol. 12, p. 3)`, `[Extended abstract]`, `Correction to:`, `2nd ed.`; and what stands for a title
//! where there is none.

use std::sync::LazyLock;

use regex::Regex;

use super::NoticeKind;

/// What a mark says of the work, or of the text that bears it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TitleMark {
    /// What became of the work: `RETRACTED:`.
    Fate(NoticeKind),
    /// The text is a notice about the work of this title, or prints it once more: `Correction to:`, `Reprint of:`.
    About,
    /// In which form the work is given: `[Extended abstract]`.
    Form,
    /// Which edition of the work it is: `2nd ed.`
    Edition,
}

/// Marks around one title that are taken off.
const MOST_MARKS: usize = 4;

/// What publishers say became of a work, in lower case.
const FATES: [(&str, NoticeKind); 24] = [
    ("retracted", NoticeKind::Retraction),
    ("retracted article", NoticeKind::Retraction),
    ("retracted chapter", NoticeKind::Retraction),
    ("retracted paper", NoticeKind::Retraction),
    ("retracted publication", NoticeKind::Retraction),
    ("retracted manuscript", NoticeKind::Retraction),
    ("retracted preprint", NoticeKind::Retraction),
    ("article retracted", NoticeKind::Retraction),
    ("paper retracted", NoticeKind::Retraction),
    ("this article has been retracted", NoticeKind::Retraction),
    ("removed", NoticeKind::Retraction),
    ("removed article", NoticeKind::Retraction),
    ("retracted and replaced", NoticeKind::Replacement),
    ("retracted and republished", NoticeKind::Replacement),
    ("withdrawn", NoticeKind::Withdrawal),
    ("withdrawn article", NoticeKind::Withdrawal),
    ("withdrawn paper", NoticeKind::Withdrawal),
    ("withdrawn preprint", NoticeKind::Withdrawal),
    ("withdrawn manuscript", NoticeKind::Withdrawal),
    ("article withdrawn", NoticeKind::Withdrawal),
    ("paper withdrawn", NoticeKind::Withdrawal),
    ("temporary removal", NoticeKind::Concern),
    ("expression of concern", NoticeKind::Concern),
    ("editorial expression of concern", NoticeKind::Concern),
];

/// How the titles of notices and reprints begin, in lower case; longer ones before those that they begin with.
const ABOUT: [&str; 37] = [
    "notice of retraction and replacement of",
    "notice of retraction and replacement",
    "retraction and replacement of",
    "notice of retraction of",
    "notice of retraction",
    "statement of retraction",
    "retraction statement",
    "retraction notice to",
    "retraction notice for",
    "retraction notice",
    "retraction note to",
    "retraction note",
    "retraction to",
    "retraction of",
    "retraction for",
    "retraction",
    "notice of correction",
    "author correction",
    "publisher correction",
    "correction to",
    "correction for",
    "correction of",
    "correction",
    "corrections to",
    "corrigendum to",
    "corrigendum",
    "erratum to",
    "erratum for",
    "erratum",
    "errata to",
    "addendum to",
    "addendum",
    "reprint of",
    "reprint",
    "republication of",
    "republished",
    "reprinted article",
];

/// In which forms works are given, in lower case.
const FORMS: [&str; 76] = [
    "extended abstract",
    "abstract",
    "abstract only",
    "conference abstract",
    "meeting abstract",
    "poster abstract",
    "student abstract",
    "demo abstract",
    "invited",
    "invited abstract",
    "invited article",
    "invited contribution",
    "invited lecture",
    "invited paper",
    "invited review",
    "invited talk",
    "invited tutorial",
    "keynote",
    "keynote address",
    "keynote lecture",
    "keynote paper",
    "keynote speech",
    "keynote talk",
    "plenary",
    "plenary lecture",
    "plenary talk",
    "tutorial",
    "panel",
    "short paper",
    "full paper",
    "long paper",
    "regular paper",
    "regular submission",
    "contributed paper",
    "position paper",
    "vision paper",
    "experience paper",
    "industry paper",
    "industrial paper",
    "workshop paper",
    "student paper",
    "tool paper",
    "poster",
    "poster paper",
    "demo",
    "demo paper",
    "demonstration",
    "brief announcement",
    "work in progress",
    "wip",
    "late breaking result",
    "best paper",
    "best paper award",
    "best student paper",
    "best student paper award",
    "extended version",
    "full version",
    "long version",
    "short version",
    "journal version",
    "conference version",
    "preliminary version",
    "preliminary report",
    "draft",
    "revised version",
    "preprint",
    "postprint",
    "author manuscript",
    "accepted manuscript",
    "technical report",
    "with discussion",
    "with comments",
    "with commentary",
    "with erratum",
    "in press",
    "letter",
];

/// What databases and publishers write where a work has no title.
const NO_TITLES: [&str; 42] = [
    "untitled",
    "untitled document",
    "untitled article",
    "untitled work",
    "untitled item",
    "no title",
    "no title found",
    "no title available",
    "no title provided",
    "no title given",
    "no title supplied",
    "no article title",
    "without title",
    "title",
    "article title",
    "title missing",
    "missing title",
    "title unknown",
    "unknown title",
    "title unavailable",
    "title not available",
    "title not found",
    "title not supplied",
    "title not provided",
    "title pending",
    "title to be announced",
    "not available",
    "not found",
    "not specified",
    "unknown",
    "undefined",
    "null",
    "none",
    "nan",
    "n a",
    "tba",
    "tbd",
    "sans titre",
    "ohne titel",
    "sin título",
    "senza titolo",
    "无标题",
];

static EDITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let ordinal = r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|revised|enlarged|expanded|updated|international|global|new|student)";
    Regex::new(&format!(
        r"(?i)^(?:{ordinal}(?:,? (?:and )?{ordinal})? (?:ed|edn|edition)|(?:ed|edition) \d{{1,2}}|\d{{1,2}}\. ?auflage|\d{{1,2}}e éd(?:ition)?)$"
    ))
    .ok()
});

/// `vol 521, pg 436, 2015`: how Web of Science marks a correction by the article that it corrects.
static CORRECTED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^vol\.? ?\w+(?:\(\w+\))?,? (?:pg|p|pp|page|art|artn|e)\.? ?[\w–-]+").ok()
});

/// `abstract 123`, `version 2; peer review: 2 approved`: forms that are told by their beginning or their looks.
static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?:(?:meeting |poster |conference )?abstracts? (?:no\.? ?)?[\w.-]*\d[\w.-]*|poster (?:no\.? ?)?[\w.-]*\d[\w.-]*|version \d[\w.]*(?:;.*)?|v\d+|in (?:english|chinese|german|french|japanese|korean|russian|spanish|portuguese|italian|polish|turkish|persian)|chapter (?:\d{1,3}|[ivxlc]{1,6}))$",
    )
    .ok()
});

/// `[J]`, `[EB/OL]`: how GB/T 7714 marks the kind of a work.
static TYPE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\[(?:J|M|C|D|N|R|S|P|A|Z|G|EB|CP|DB|M/CD)(?:/OL)?\]$").ok());

/// A title without the marks around it, and what these say, from outside in.
pub(crate) fn unmarked(title: &str) -> (Vec<TitleMark>, &str) {
    let (mut marks, mut bare) = (Vec::new(), title.trim());
    while marks.len() < MOST_MARKS
        && let Some((mark, rest)) = in_front(bare).or_else(|| behind(bare))
    {
        marks.push(mark);
        bare = rest;
    }
    (marks, bare)
}

/// A title as it is searched for: without marks, but for that of a notice, which is another text than what it is about.
pub(crate) fn searched(title: &str) -> &str {
    let mut bare = title.trim();
    for _ in 0..MOST_MARKS {
        match in_front(bare).or_else(|| behind(bare)) {
            Some((TitleMark::Fate(_) | TitleMark::Form | TitleMark::Edition, rest)) => bare = rest,
            _ => break,
        }
    }
    bare
}

/// A title without what it says became of its work. A mark is set off by brackets, a colon or a dash; “Retracted science
/// and the retraction index” has none. The title of a notice stays as it is.
pub(super) fn split_fate(title: &str) -> (Option<NoticeKind>, &str) {
    let (mut fate, mut bare) = (None, title.trim());
    for _ in 0..MOST_MARKS {
        match in_front(bare).or_else(|| behind(bare)) {
            Some((TitleMark::Fate(kind), rest)) => {
                fate = fate.or(Some(kind));
                bare = rest;
            }
            _ => break,
        }
    }
    // All that is left of some works is the mark.
    if fate.is_none() {
        fate = whole_fate(bare);
    }
    (fate, bare)
}

/// Whether what stands for a title is none: nothing, signs alone, `Untitled`, `[No title found]`, or a mark where the title
/// was.
pub(crate) fn is_no_title(title: &str) -> bool {
    let words = words(title);
    words.is_empty() || NO_TITLES.contains(&words.as_str()) || whole_fate(title).is_some()
}

/// What a title that is a mark and nothing else says: `Retracted`, “This article has been withdrawn by the authors”.
fn whole_fate(title: &str) -> Option<NoticeKind> {
    let words = words(title);
    let told = |verb: &str| {
        words.starts_with("this ")
            && ["has been ", "was ", "is ", "had been "]
                .iter()
                .any(|be| words.contains(&format!("{be}{verb}")))
            && words.split(' ').count() <= 16
    };
    FATES
        .iter()
        .find(|(mark, _)| *mark == words)
        .map(|(_, kind)| *kind)
        .or_else(|| told("withdrawn").then_some(NoticeKind::Withdrawal))
        .or_else(|| (told("retracted") || told("removed")).then_some(NoticeKind::Retraction))
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
    let begins = |mark: &&&str| {
        title.get(..mark.len()).is_some_and(|start| start.eq_ignore_ascii_case(mark))
            && title.get(mark.len()..).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let mark = ABOUT.iter().find(begins)?;
    let rest = title.get(mark.len()..)?.trim_start_matches([':', '–', '—', '-', '.', ',', ' ']);
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
        let is_type = TYPE.as_ref().zip(whole.get(open..)).is_some_and(|(mark, text)| mark.is_match(text));
        let mark = mark_of(inner)
            .or_else(|| is_correction_of(inner).then_some(TitleMark::About))
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

fn is_correction_of(text: &str) -> bool {
    CORRECTED.as_ref().is_some_and(|corrected| corrected.is_match(text.trim()))
}

/// The mark that a text is and nothing else.
fn mark_of(text: &str) -> Option<TitleMark> {
    let text = text.trim_matches([' ', '.', ':', ';', ',', '*', '!', '-', '–', '—']);
    // The longest mark is short; but a retraction may say where its notice stands.
    if text.is_empty() || text.len() > 120 {
        return None;
    }
    let words = words(text);
    if let Some((_, kind)) = FATES.iter().find(|(mark, _)| *mark == words) {
        return Some(TitleMark::Fate(*kind));
    }
    // `Retracted article. See vol. 12, p. 3`, `Retracted in 2015`, `Withdrawn by the publisher`
    let goes_on = [("retracted ", NoticeKind::Retraction), ("withdrawn ", NoticeKind::Withdrawal)];
    let places = ["article see ", "paper see ", "see ", "in ", "by ", "on ", "article vol ", "vol "];
    for (gone, kind) in goes_on {
        let rest = words.strip_prefix(gone).map(|rest| rest.strip_prefix("article ").unwrap_or(rest));
        let is_place = |rest: &str| {
            places.iter().any(|place| rest.starts_with(place))
                && rest.chars().any(|c| c.is_ascii_digit()) | rest.starts_with("by ")
        };
        if rest.is_some_and(is_place) {
            return Some(TitleMark::Fate(kind));
        }
    }
    if EDITION.as_ref().is_some_and(|edition| edition.is_match(&words)) {
        return Some(TitleMark::Edition);
    }
    let is_form = FORMS.contains(&words.as_str()) || FORM.as_ref().is_some_and(|form| form.is_match(text));
    if is_form {
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
            "无标题",
        ] {
            assert!(is_no_title(none), "{none}");
        }
        for title in [
            "Untitled works of art",
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
