//! Ranking tools by their scores in cells of a benchmark, of which no tool need have all.
use std::collections::BTreeMap;

use super::plackett_luce::{Unsettled, worths};

/// Of each tool its score in each cell that it has a result in; more is better. A cell is an entry of the benchmark, or a
/// part of it.
pub type Scores = BTreeMap<String, BTreeMap<String, f64>>;

/// A table of scores that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "row {row}: {reason}; give a CSV whose first column names the cell, with a column of scores for each tool"
)]
pub struct ScoresError {
    /// Row, from 1; the header is the first.
    pub row: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// Where a tool stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Rank {
    /// The tool.
    pub tool: String,
    /// Its worth in the Plackett-Luce model; the worths of a group add up to 1. A tool alone in its group has none: it
    /// was compared with nobody.
    pub worth: Option<f64>,
    /// Mean of its scores; none if it has no scores.
    pub mean: Option<f64>,
    /// Cells that it has a score in.
    pub cells: usize,
}

/// Reads a table: the first column names the cell, each other column is a tool's; an empty field is no result.
///
/// # Errors
/// The first row that is wrong.
pub fn read_scores(csv: &str) -> Result<Scores, ScoresError> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let mut tools: Option<Vec<String>> = None;
    let mut scores = Scores::new();
    let mut seen = std::collections::BTreeSet::new();
    for (at, record) in reader.records().enumerate() {
        let problem = |reason: String| ScoresError { row: at + 1, reason };
        let record = record.map_err(|error| problem(error.to_string()))?;
        let Some(tools) = &tools else {
            for tool in record.iter().skip(1) {
                if scores.insert(tool.to_owned(), BTreeMap::new()).is_some() {
                    return Err(problem(format!("the tool “{tool}” has two columns")));
                }
            }
            tools = Some(record.iter().skip(1).map(str::to_owned).collect());
            continue;
        };
        let cell = record.get(0).unwrap_or_default();
        if !seen.insert(cell.to_owned()) {
            return Err(problem(format!("the cell “{cell}” has two rows")));
        }
        for (tool, field) in tools.iter().zip(record.iter().skip(1)).filter(|(_, field)| !field.is_empty()) {
            let score = field.trim().parse().ok().filter(|score: &f64| score.is_finite());
            let score = score.ok_or_else(|| problem(format!("“{field}” of {tool} is no number")))?;
            scores.entry(tool.clone()).or_default().insert(cell.to_owned(), score);
        }
    }
    Ok(scores)
}

/// Ranks tools, the best first. A tool beats another in a cell if it scores higher there; equal scores say nothing, as in
/// HALLMARK.
///
/// Tools that share no cell, not even by way of others, cannot be compared: each group of comparable tools is ranked by
/// itself, the largest group first.
///
/// # Errors
/// Worths that do not settle.
pub fn rank(scores: &Scores) -> Result<Vec<Vec<Rank>>, Unsettled> {
    let mut ranking = Vec::new();
    for group in groups(scores) {
        ranking.push(rank_group(&group)?);
    }
    ranking.sort_by_key(|group| std::cmp::Reverse(group.len()));
    Ok(ranking)
}

type Tool<'a> = (&'a str, &'a BTreeMap<String, f64>);

/// Tools that share cells, directly or by way of others.
fn groups(scores: &Scores) -> Vec<Vec<Tool<'_>>> {
    let mut groups: Vec<Vec<Tool<'_>>> = Vec::new();
    for (name, own) in scores {
        let shares = |(_, other): &Tool<'_>| own.keys().any(|cell| other.contains_key(cell));
        let (met, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.iter().any(shares));
        groups = apart;
        groups.push(met.into_iter().flatten().chain([(name.as_str(), own)]).collect());
    }
    groups
}

fn rank_group(group: &[Tool<'_>]) -> Result<Vec<Rank>, Unsettled> {
    let wins: Vec<Vec<f64>> =
        group.iter().map(|(_, own)| group.iter().map(|(_, other)| wins_over(own, other)).collect()).collect();
    let mut ranks: Vec<Rank> = worths(&wins)?
        .into_iter()
        .zip(group)
        .map(|(worth, (tool, own))| Rank {
            tool: (*tool).to_owned(),
            worth: (group.len() > 1).then_some(worth),
            mean: (!own.is_empty()).then(|| own.values().sum::<f64>() / own.len() as f64),
            cells: own.len(),
        })
        .collect();
    ranks.sort_by(|one, other| {
        other
            .worth
            .unwrap_or_default()
            .total_cmp(&one.worth.unwrap_or_default())
            .then_with(|| one.tool.cmp(&other.tool))
    });
    Ok(ranks)
}

/// In how many cells one scores higher than the other.
fn wins_over(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> f64 {
    one.iter().filter(|(cell, score)| other.get(*cell).is_some_and(|other| *score > other)).count() as f64
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn ranked(csv: &str) -> Vec<Vec<Rank>> {
        rank(&read_scores(csv).unwrap()).unwrap()
    }

    #[test]
    fn a_gap_in_the_table_is_no_score_of_nought() {
        let ranking = ranked("cell,a,b\n1,0.5,0.4\n2,0.5,0.4\n3,,1.0\n4,0.5,0.4\n5,0.2,0.4\n");
        // Three wins to one, as in the worked example of the model; by their means they stand the other way round.
        let [a, b] = &ranking[0][..] else { panic!("{ranking:?}") };
        assert_eq!((a.tool.as_str(), a.cells, b.cells), ("a", 4, 5));
        assert!((a.worth.unwrap() - 1.51 / 2.02).abs() < 1e-9);
        assert!((a.mean.unwrap() - 0.425).abs() < 1e-12 && (b.mean.unwrap() - 0.52).abs() < 1e-12);
    }

    #[test]
    fn who_was_never_compared_has_no_worth() {
        let ranking = ranked("cell,a,b,c,d\n1,0.5,0.4,,\n2,,,0.9,\n");
        let tools: Vec<Vec<&str>> =
            ranking.iter().map(|group| group.iter().map(|rank| rank.tool.as_str()).collect()).collect();
        assert_eq!(tools, [vec!["a", "b"], vec!["c"], vec!["d"]]);
        assert_eq!((ranking[1][0].worth, ranking[1][0].mean), (None, Some(0.9)));
        assert_eq!((ranking[2][0].worth, ranking[2][0].mean), (None, None));
    }

    #[test]
    fn a_tool_may_join_two_groups() {
        assert_eq!(ranked("cell,a,b,c\n1,1,,0\n2,,1,0\n").len(), 1);
    }

    #[test]
    fn what_is_wrong_with_a_table_is_said() {
        let wrong = |csv: &str| read_scores(csv).unwrap_err().to_string();
        assert!(wrong("cell,a\n1,high\n").starts_with("row 2: “high” of a is no number"));
        assert!(wrong("cell,a\n1,NaN\n").contains("“NaN” of a is no number"));
        assert!(wrong("cell,a,a\n").contains("two columns"));
        assert!(wrong("cell,a\n1,1\n1,0\n").starts_with("row 3: the cell “1” has two rows"));
        assert!(wrong("cell,a\n1,1,2\n").starts_with("row 2: "));
        assert_eq!(read_scores(""), Ok(Scores::new()));
        assert_eq!(rank(&Scores::new()), Ok(vec![]));
    }

    /// A table as rows of a few different scores, so that some are equal, and of gaps.
    fn tables() -> impl Strategy<Value = Vec<Vec<Option<u8>>>> {
        (1..6usize).prop_flat_map(|tools| {
            prop::collection::vec(prop::collection::vec(prop::option::of(0..4u8), tools), 0..12)
        })
    }

    fn scores(rows: &[Vec<Option<u8>>]) -> Scores {
        let mut scores = Scores::new();
        for (at, row) in rows.iter().enumerate() {
            for (tool, score) in row.iter().enumerate() {
                let own = scores.entry(format!("t{tool}")).or_default();
                own.extend(score.map(|score| (at.to_string(), f64::from(score))));
            }
        }
        scores
    }

    fn worth(ranking: &[Vec<Rank>], tool: &str) -> Option<f64> {
        ranking.iter().flatten().find(|rank| rank.tool == tool).unwrap().worth
    }

    proptest! {
        #[test]
        fn every_tool_is_ranked_once_whatever_is_missing(rows in tables()) {
            let scores = scores(&rows);
            let ranking = rank(&scores).unwrap();
            prop_assert_eq!(ranking.iter().flatten().count(), scores.len());
            for group in ranking.iter().filter(|group| group.len() > 1) {
                let all: f64 = group.iter().filter_map(|rank| rank.worth).sum();
                prop_assert!((all - 1.0).abs() < 1e-9);
            }
        }

        #[test]
        fn the_order_of_tools_and_cells_changes_nothing(rows in tables()) {
            let (found, tools) = (rank(&scores(&rows)).unwrap(), rows.first().map_or(0, Vec::len));
            let turned: Vec<Vec<_>> = rows.iter().rev().map(|row| row.iter().rev().copied().collect()).collect();
            let turned = rank(&scores(&turned)).unwrap();
            for tool in 0..tools {
                let one = worth(&found, &format!("t{tool}"));
                let other = worth(&turned, &format!("t{}", tools - 1 - tool));
                prop_assert!(one.is_some() == other.is_some());
                prop_assert!((one.unwrap_or_default() - other.unwrap_or_default()).abs() < 1e-7);
            }
        }

        #[test]
        fn equal_results_are_worth_the_same(rows in tables()) {
            let with_twin: Vec<Vec<_>> = rows.iter().map(|row| row.iter().copied().chain([row[0]]).collect()).collect();
            let ranking = rank(&scores(&with_twin)).unwrap();
            if let Some(row) = with_twin.first() {
                let (one, twin) = (worth(&ranking, "t0"), worth(&ranking, &format!("t{}", row.len() - 1)));
                prop_assert!((one.unwrap_or_default() - twin.unwrap_or_default()).abs() < 1e-7);
            }
        }

        #[test]
        fn who_beats_all_others_in_every_cell_is_first(rows in tables().prop_filter("cells", |rows| !rows.is_empty())) {
            let with_winner: Vec<Vec<_>> = rows.iter().map(|row| row.iter().copied().chain([Some(9)]).collect()).collect();
            let ranking = rank(&scores(&with_winner)).unwrap();
            let winner = format!("t{}", rows[0].len());
            let group = ranking.iter().find(|group| group.iter().any(|rank| rank.tool == winner)).unwrap();
            prop_assert_eq!(&group[0].tool, &winner);
        }
    }
}
