//! What arXiv's comments and the abstracts of preprints say of the withdrawal of the paper that bears them. They speak of other papers and
//! of earlier versions in the same words, so only what can mean nothing else counts.

use super::editorial::{EditorialNotice, NoticeKind};
use citelight_types::text::normalise::first_words;

/// Words that are quoted of a withdrawal.
pub(super) const MOST_WORDS: usize = 60;

/// Characters of an abstract over which it is of a paper that stands, whatever it says of withdrawals.
const LONGEST_ABSTRACT: usize = 400;

/// What a paper that says of itself “This … has been withdrawn” may be called.
const PAPER: [&str; 7] = ["paper", "submission", "article", "manuscript", "preprint", "work", "eprint"];
/// Who withdraws it: “The authors have withdrawn this manuscript”, “bioRxiv has withdrawn this preprint”.
const WHO: [&str; 6] = ["author", "authors", "medrxiv", "biorxiv", "editor", "editors"];
/// How servers of preprints begin what stands in the abstract's place; it may go on for long.
const ACTIVE: [&str; 5] =
    [" have withdrawn ", " has withdrawn ", " withdrew ", " would like to withdraw ", " wish to withdraw "];
/// What bioRxiv and medRxiv put under each withdrawal by authors.
const FORMULA: &str = "not wish this work to be cited";
/// What is done to it.
const GONE: [&str; 3] = ["withdrawn", "retracted", "removed"];
/// What leads from it to that.
const VERBS: [&str; 9] =
    ["has been", "have been", "has now been", "was", "is", "is now", "is being", "is hereby", "had to be"];
/// What a sentence holds that speaks of another paper, or of another version.
const ANOTHER: [&str; 6] =
    ["earlier version", "previous version", "first version", "original version", "supersede", "replace"];
/// Bytes of the subject: “The corresponding author (LA)”.
const WHOSE: usize = 60;
/// What says that a paper stands again.
const MENDED: [&str; 9] = [
    "corrected here",
    "corrected in this",
    "fixed here",
    "fixed in this",
    "now corrected",
    "this version corrects",
    "this is a resubmission",
    "reinstated",
    "restored",
];

/// A notice by what the abstract of a preprint says of itself: servers put it there when a preprint is withdrawn.
pub(super) fn withdrawn_by_abstract(summary: Option<&str>) -> Option<EditorialNotice> {
    let said = withdrawal("", summary?, "")?;
    let words = Some(first_words(said, MOST_WORDS));
    Some(EditorialNotice { words, ..EditorialNotice::by_title(NoticeKind::Withdrawal) })
}

/// The sentence by which the comment, or else a short abstract, says that this very paper was withdrawn.
pub(super) fn withdrawal<'a>(comment: &'a str, summary: &'a str, own_id: &str) -> Option<&'a str> {
    let summary = summary.trim_start_matches(|c: char| !c.is_alphanumeric());
    let summary = summary.strip_prefix("Withdrawal").map_or(summary, str::trim_start);
    let first = sentences(summary).next().unwrap_or_default();
    if is_withdrawn_by(&first.to_lowercase()) || summary.contains(FORMULA) {
        return Some(first);
    }
    let short = if summary.chars().count() < LONGEST_ABSTRACT { summary } else { "" };
    [comment, short].into_iter().find_map(|text| said(text.trim(), own_id))
}

fn said<'a>(text: &'a str, own_id: &str) -> Option<&'a str> {
    let whole = text.to_lowercase();
    if MENDED.iter().any(|word| whole.contains(word)) {
        return None;
    }
    let mut speaks_of_another = false;
    sentences(text).enumerate().find_map(|(number, sentence)| {
        let lower = sentence.to_lowercase();
        // Nothing stands before the beginning that the words could mean.
        if number == 0 && (begins_gone(&lower) || names_itself(&lower)) {
            return Some(sentence);
        }
        let of_another = is_of_another(&lower, own_id);
        let mut clauses = lower.split([',', ':', '(', '[']).map(str::trim);
        let told = clauses.any(|clause| {
            // “The paper” may be the one that was named before.
            names_itself(clause) && (clause.starts_with("this ") || !speaks_of_another)
        });
        speaks_of_another |= of_another;
        (told && !of_another).then_some(sentence)
    })
}

/// “Withdrawn”, “Withdrawn by the author due to an error”; not “Withdrawn from a conference”, “Retracted papers are …”.
fn begins_gone(text: &str) -> bool {
    GONE.iter().any(|gone| text.strip_prefix(gone).is_some_and(ends_the_thought))
}

/// “The authors have withdrawn their manuscript because …”; not “The authors have withdrawn two cohorts from this study”.
fn is_withdrawn_by(text: &str) -> bool {
    let Some((who, what)) = ACTIVE.iter().find_map(|verb| text.split_once(verb)) else { return false };
    let mut words = what.split_whitespace();
    let is_own = words.next().is_some_and(|word| ["this", "their", "the", "our", "it"].contains(&word));
    let is_paper = what.starts_with("it ")
        || words.take(2).any(|word| PAPER.contains(&word.trim_matches(|c: char| !c.is_alphanumeric())));
    let who = who.split('(').next().unwrap_or_default().trim_end();
    who.len() < WHOSE && WHO.iter().any(|name| who.ends_with(name)) && is_own && is_paper
}

/// “This paper has been withdrawn”, “Submission was withdrawn”, “Paper withdrawn”; not “That paper …”, “The theorem …”.
fn names_itself(text: &str) -> bool {
    let articles = ["this version of the ", "this ", "the ", "our "];
    let named = articles.iter().find_map(|article| text.strip_prefix(article)).unwrap_or(text);
    let Some(rest) = PAPER.iter().find_map(|paper| named.strip_prefix(paper)) else { return false };
    let rest = rest.strip_prefix(" and associated files").unwrap_or(rest);
    let Some(rest) = rest.strip_prefix(' ') else { return false };
    let led = VERBS.iter().find_map(|verb| rest.strip_prefix(verb)?.strip_prefix(' ')).unwrap_or(rest);
    begins_gone(led)
}

/// Whether what follows “withdrawn” leaves its meaning: nothing, a sign, who did it and why. A conference or a journal from
/// which a paper was withdrawn is not arXiv.
fn ends_the_thought(rest: &str) -> bool {
    let reasons = [
        "by",
        "due",
        "owing",
        "because",
        "since",
        "as",
        "at",
        "after",
        "following",
        "pending",
        "for",
        "from arxiv",
        "from the arxiv",
    ];
    match rest.strip_prefix(' ') {
        None => rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_punctuation()),
        Some(rest) => {
            rest.starts_with(['-', '–', '—', '('])
                || reasons.iter().any(|reason| {
                    rest.strip_prefix(reason).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
                })
        }
    }
}

fn is_of_another(sentence: &str, own_id: &str) -> bool {
    let names_other = |mark: &str| {
        sentence.match_indices(mark).any(|(at, _)| {
            let named = sentence.get(at + mark.len()..).unwrap_or_default().trim_start();
            named.starts_with(|c: char| c.is_ascii_alphanumeric()) && !named.starts_with(own_id)
        })
    };
    names_other("arxiv:")
        || names_other("arxiv.org/abs/")
        || ANOTHER.iter().any(|word| sentence.contains(word))
}

/// Sentences. A full stop within a number or an identifier ends none.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = |(at, c): (usize, char)| {
        let after = text.get(at + c.len_utf8()..)?;
        let is_end = matches!(c, ';' | '!' | '?' | '\n')
            || c == '.' && (after.is_empty() || after.starts_with(char::is_whitespace));
        is_end.then_some(at + c.len_utf8())
    };
    let mut from = 0;
    let ends: Vec<usize> = text.char_indices().filter_map(ends).chain([text.len()]).collect();
    ends.into_iter().filter_map(move |end| {
        let sentence = text.get(from..end)?.trim();
        from = end;
        (!sentence.is_empty()).then_some(sentence)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_withdrawn(comment: &str, summary: &str) -> bool {
        withdrawal(comment, summary, "2001.00001").is_some()
    }

    #[test]
    fn servers_of_preprints_say_who_withdrew_it() {
        for summary in [
            "The authors have withdrawn their manuscript owing to data ambiguity.",
            "The authors have withdrawn this manuscript because [Some of the content is not perfect].",
            "bioRxiv has withdrawn this manuscript because it was posted without the consent of all authors.",
            "medRxiv has withdrawn this preprint owing to lack of consent from all listed authors.",
            "The corresponding author (LA) has withdrawn their manuscript owing to inaccuracies.",
            "The authors would like to withdraw this manuscript because they could not reproduce a finding.",
            "This manuscript has been withdrawn after a request from the Dean of the Department.",
            "This version of the manuscript and associated files have been removed owing to concerns of data privacy.",
            "\"This manuscript has been withdrawn by the authors as they lacked clearance.",
            "WithdrawalThis preprint has been withdrawn by the authors.",
            "An error was found. Therefore, the authors do not wish this work to be cited as reference.",
        ] {
            assert!(is_withdrawn("", summary), "{summary}");
        }
        let long =
            format!("The authors have withdrawn this manuscript because {}.", "of this and that ".repeat(40));
        assert!(is_withdrawn("", &long));
    }

    #[test]
    fn papers_about_withdrawals_stand() {
        for summary in [
            "The authors have withdrawn two cohorts from this study.",
            "The authors of 120 retracted papers have withdrawn the work of others from their reviews.",
            "We study why authors have withdrawn their manuscripts from journals since 2010.",
            "The drug was removed for safety reasons. Patients who had withdrawn were followed up.",
            "Editors have withdrawn support; this article asks why.",
        ] {
            assert!(!is_withdrawn("", summary), "{summary}");
        }
    }

    #[test]
    fn a_paper_that_says_it_was_withdrawn_was() {
        for comment in [
            "Withdrawn",
            "Withdrawn.",
            "Withdrawn due to an error in Lemma 2",
            "Withdrawn by the authors; see arXiv:1234.56789",
            "withdrawn by arXiv administrators",
            "Paper withdrawn by the author",
            "This paper has been withdrawn by the author due to a sign error in Eq. 3",
            "This paper has been withdrawn due to a gap found in arXiv:1234.56789",
            "12 pages, this paper has been withdrawn by the author",
            "12 pages. The paper is withdrawn: its main claim is false.",
            "arXiv admin note: submission has been withdrawn by arXiv administrators due to plagiarism",
            "arXiv admin note: text overlap with arXiv:1234.56789. This article has been withdrawn",
            "arXiv:2001.00001v2 is empty. This manuscript has been retracted.",
        ] {
            assert!(is_withdrawn(comment, ""), "{comment}");
        }
        assert!(is_withdrawn("", "This submission has been withdrawn by arXiv administrators."));
    }

    #[test]
    fn a_paper_that_speaks_of_another_or_of_its_earlier_version_stands() {
        for comment in [
            "Supersedes arXiv:1234.56789, which was withdrawn by the authors",
            "An earlier version of this paper was withdrawn due to an error, corrected here",
            "Replaces arXiv:1234.56789. The paper was withdrawn due to an error.",
            "Supersedes arXiv:1234.56789, this paper was withdrawn",
            "The previous version, withdrawn by the author, had a gap",
            "Extends a result of Doe, withdrawn by the author in 2010",
            "12 pages. The first version of this paper has been withdrawn",
            "20 pages, this paper was withdrawn due to an error, corrected here",
            "This paper was withdrawn due to an error. It is corrected in this version.",
            "Withdrawn from ICLR 2021 and accepted at ICML 2022",
            "This paper was withdrawn from AAAI; now at IJCAI",
            "Retracted papers and who cites them",
            "Withdrawn theorems are marked",
            "That paper was withdrawn due to an error",
            "12 pages; Theorem 4 of version 1 was withdrawn due to an error",
            "Our paper on arXiv:1234.56789 has been withdrawn",
        ] {
            assert!(!is_withdrawn(comment, ""), "{comment}");
        }
        assert!(!is_withdrawn("12 pages", "We study money withdrawn from banks."));
        let long = format!("This paper has been withdrawn. {}", "It says more. ".repeat(40));
        assert!(!is_withdrawn("", &long), "an abstract that goes on");
    }

    #[test]
    fn the_sentence_that_says_so_is_quoted() {
        let comment = "12 pages. This paper has been withdrawn due to Eq. 3.4. Thanks to J. Doe.";
        let said = "This paper has been withdrawn due to Eq.";
        assert_eq!(withdrawal(comment, "", "2001.00001"), Some(said));
    }
}
