//! MisciteBench's table as cases: the source of a row is the text of the pool that holds what the row quotes.
use citelight::text::normalise::fold;

use super::case::{Case, Gold, MadeBy};
use super::pool::{PoolSource, SourceSentence};
use crate::misciting::prompt::miscitation::{MARKER, Row};

/// Words of a quotation that hardly two sources share.
const TELLING_WORDS: usize = 6;

/// Why a row is no case: the numbers of such rows, from 1; the headings are the first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LeftOut {
    /// No source holds what it quotes.
    pub(super) unheld: Vec<usize>,
    /// Its two sentences are the same: what is false is which work is cited, or what became of it, and a row does not tell that.
    pub(super) same: Vec<usize>,
}

/// The cases of a table, and what is none.
pub(super) fn cases_of(rows: &[Row], pool: &[PoolSource]) -> (Vec<Case>, LeftOut) {
    let folded: Vec<Vec<String>> = pool
        .iter()
        .map(|source| source.sentences.iter().map(|sentence| fold(&sentence.text)).collect())
        .collect();
    let (mut cases, mut left_out) = (Vec::new(), LeftOut::default());
    for (number, row) in (2..).zip(rows) {
        if fold(&row.miscitation) == fold(&row.correct) {
            left_out.same.push(number);
        } else if let Some((source, sentences)) = held(row, pool, &folded) {
            cases.push(case(number, row, source, &sentences));
        } else {
            left_out.unheld.push(number);
        }
    }
    (cases, left_out)
}

/// The source that holds most of what a row quotes, with the sentences that do; none if no source holds any.
fn held<'a>(
    row: &Row,
    pool: &'a [PoolSource],
    folded: &[Vec<String>],
) -> Option<(&'a PoolSource, Vec<&'a SourceSentence>)> {
    let is_telling = |text: &str| text.split(' ').count() >= TELLING_WORDS;
    let quotation = fold(&row.original);
    let pieces = row.original.split(['…', '\n']).flat_map(|piece| piece.split("...")).map(fold);
    let pieces: Vec<String> = pieces.filter(|piece| is_telling(piece)).collect();
    // A quotation may be of several sentences, or of a part of one.
    let is_held = |sentence: &str| {
        quotation.contains(sentence) && is_telling(sentence)
            || pieces.iter().any(|piece| sentence.contains(piece.as_str()))
    };
    pool.iter()
        .zip(folded)
        .map(|(source, texts)| {
            let there = source.sentences.iter().zip(texts).filter(|(_, text)| is_held(text));
            (source, there.map(|(sentence, _)| sentence).collect::<Vec<_>>())
        })
        .filter(|(_, sentences)| !sentences.is_empty())
        .max_by_key(|(_, sentences)| sentences.len())
}

fn case(number: usize, row: &Row, source: &PoolSource, sentences: &[&SourceSentence]) -> Case {
    let first = sentences.first();
    Case {
        id: format!("row-{number}"),
        made_by: MadeBy::Others,
        corruption: None,
        difficulty: row.depth,
        source: source.id.clone(),
        cited: source.id.clone(),
        retracted: false,
        category: row.category,
        // A table names none.
        subtype: None,
        before: String::new(),
        miscitation: marked(&row.miscitation),
        correct: marked(&row.correct),
        after: String::new(),
        gold: Gold {
            text: first.map(|sentence| sentence.text.clone()).unwrap_or_default(),
            sentence: first.and_then(|sentence| source.place(sentence)).map(|place| place + 1),
            section: first.map(|sentence| sentence.section.clone()).unwrap_or_default(),
            in_abstract: first.is_some_and(|sentence| sentence.in_abstract),
            also: sentences.iter().skip(1).map(|sentence| sentence.text.clone()).collect(),
            quotes: Vec::new(),
        },
        change: String::new(),
        explanation: row.explanation.clone(),
    }
}

/// The sentence with the marker of its citation before the stop, unless it has one.
fn marked(sentence: &str) -> String {
    // One citation is checked.
    if let Some((before, after)) = sentence.split_once(MARKER) {
        return format!("{before}{MARKER}{}", after.replace(&format!(" {MARKER}"), ""));
    }
    let text = sentence.trim_end();
    let bare = text.trim_end_matches(['.', '!', '?']);
    format!("{bare} {MARKER}{}", text.get(bare.len()..).filter(|stop| !stop.is_empty()).unwrap_or("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_one_marker() {
        assert_eq!(marked("Owls hunt by night."), "Owls hunt by night [CITATION].");
        assert_eq!(marked("Owls hunt by night"), "Owls hunt by night [CITATION].");
        assert_eq!(marked("Owls [CITATION] hunt [CITATION] by night."), "Owls [CITATION] hunt by night.");
    }
}
