//! MisciteBench's table as cases: the source of a row is the text of the pool that holds what the row quotes.

use citelight::audit::finding::{Category, Subtype};
use citelight::llm::miscitation::{MARKER, Row};
use citelight::text::normalise::fold;

use super::case::{Case, Gold, MadeBy};
use super::pool::{PoolSource, SourceSentence};

/// Words of a quotation that hardly two sources share.
const TELLING_WORDS: usize = 6;

/// The cases of a table, and the numbers of the rows (from 1, the headings are the first) whose quotation no source holds.
pub(super) fn cases_of(rows: &[Row], pool: &[PoolSource]) -> (Vec<Case>, Vec<usize>) {
    let folded: Vec<Vec<String>> = pool
        .iter()
        .map(|source| source.sentences.iter().map(|sentence| fold(&sentence.text)).collect())
        .collect();
    let (mut cases, mut lost) = (Vec::new(), Vec::new());
    for (at, row) in rows.iter().enumerate() {
        match held(row, pool, &folded) {
            Some((source, sentences)) => cases.push(case(at + 2, row, source, &sentences)),
            None => lost.push(at + 2),
        }
    }
    (cases, lost)
}

/// The source that holds most of what a row quotes, with the sentences that do; none if no source holds any.
fn held<'a>(
    row: &Row,
    pool: &'a [PoolSource],
    folded: &[Vec<String>],
) -> Option<(&'a PoolSource, Vec<&'a SourceSentence>)> {
    let quotation = fold(&row.original);
    let pieces: Vec<String> =
        row.original.split(['…', '\n']).flat_map(|piece| piece.split("...")).map(fold).collect();
    let is_held = |sentence: &str| {
        let words = sentence.split(' ').count();
        words >= TELLING_WORDS && quotation.contains(sentence)
            || pieces
                .iter()
                .any(|piece| piece.split(' ').count() >= TELLING_WORDS && sentence.contains(piece.as_str()))
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
        subtype: likeliest(row.category),
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

/// A table names no subtype: the one that most of a category are of.
fn likeliest(category: Category) -> Subtype {
    match category {
        Category::AttributionTraceability => Subtype::SecondarySource,
        Category::CitationValidity => Subtype::Contradictory,
        Category::ContentMisrepresentation => Subtype::SelectiveQuotation,
        Category::ScopeExtrapolation => Subtype::Overgeneralisation,
        Category::EvidenceCharacterization => Subtype::StatisticalDistortion,
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
