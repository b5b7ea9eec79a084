//! What stands before, between and behind the entries of a list and is no part of them.

use super::bibliography::{begins_entry, has_year};
use super::line::Line;

/// Puts raised asterisks, which mark entries, in front of the lines that they stand before.
pub(super) fn join_marks(lines: Vec<Line>) -> Vec<Line> {
    let is_mark =
        |line: &Line| line.words.iter().all(|word| word.text.chars().all(|c| matches!(c, '*' | '∗')));
    let mut joined: Vec<Line> = Vec::with_capacity(lines.len());
    for mut line in lines {
        let beside = |mark: &Line| {
            mark.page == line.page
                && (mark.y - line.y).abs() < line.size
                && mark.x1 <= line.x0 + 1.0
                && is_mark(mark)
        };
        if joined.last().is_some_and(beside)
            && let Some(mark) = joined.pop()
        {
            line.x0 = mark.x0;
        }
        joined.push(line);
    }
    joined
}

/// Drops the sentence before the first entry that says what an asterisk means.
pub(super) fn without_legend(mut lines: Vec<Line>) -> Vec<Line> {
    const LONGEST: usize = 3;
    let is_legend = lines.first().is_some_and(|line| {
        let text = line.text().to_lowercase();
        text.contains("asteris") || text.contains("astérisque") || text.contains("sternchen")
    });
    let end = lines.iter().take(LONGEST).position(|line| line.text().ends_with(['.', ':']));
    if let Some(end) = end.filter(|_| is_legend) {
        lines.drain(..=end);
    }
    lines
}

/// Lines of figures behind a list that are more than the end of its last entry.
const MANY_LINES: usize = 12;

/// The end of the last page with entries: on those behind it stand figures, with a name and a year here and there.
pub(super) fn end_of_pages(lines: &[Line]) -> usize {
    let dated = |index: usize| lines[index..].iter().take(3).any(|line| has_year(&line.text()));
    let begins: Vec<usize> =
        (0..lines.len()).filter(|index| begins_entry(&lines[*index].text()) && dated(*index)).collect();
    let is_bare = |start: usize| {
        let page = lines[start].page;
        let before = begins.partition_point(|index| *index < start);
        let after = &begins[before..];
        let few = after.len() * 5 <= before && lines.len() - start > MANY_LINES;
        few && after.first().is_none_or(|index| lines[*index].page != page)
    };
    let starts = (1..lines.len()).filter(|index| lines[*index].page != lines[*index - 1].page);
    starts.into_iter().find(|start| is_bare(*start)).unwrap_or(lines.len())
}
