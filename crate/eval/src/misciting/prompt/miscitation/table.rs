//! MisciteBench's table of miscitations.
use citelight::finding::Category;
use citelight::text::normalise::fold;
use citelight::text::spreadsheet::{self, unguarded};

use super::Depth;

const COLUMNS: [&str; 6] =
    ["Miscitation", "Explanation", "Correct Statement", "Original Text", "Miscite Type", "Difficulties"];

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The false sentence.
    pub miscitation: String,
    /// What is wrong with it.
    pub explanation: String,
    /// The true sentence.
    pub correct: String,
    /// What the source says, as the table quotes it.
    pub original: String,
    /// Which of the five categories it fails by.
    pub category: Category,
    /// How much must be read to see it.
    pub depth: Depth,
}

/// What is wrong with a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}: {reason}")]
pub struct TableError {
    /// Which row, from 1; the headings are the first.
    pub row: usize,
    /// One sentence.
    pub reason: String,
}

/// Writes the table (RFC 4180).
pub fn write_table(rows: &[Row]) -> String {
    let cells = rows.iter().map(|row| {
        [
            row.miscitation.clone(),
            row.explanation.clone(),
            row.correct.clone(),
            row.original.clone(),
            category_name(row.category).to_owned(),
            depth_name(row.depth).to_owned(),
        ]
    });
    spreadsheet::table(COLUMNS, cells)
}

/// Reads the table (RFC 4180), whose columns may stand in any order.
///
/// # Errors
/// A column that lacks, an empty cell, a word that names no category or no difficulty.
pub fn read_table(text: &str) -> Result<Vec<Row>, TableError> {
    let wrong = |row: usize, reason: String| TableError { row, reason };
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let headings = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
    let mut places = [0; COLUMNS.len()];
    for (place, name) in places.iter_mut().zip(COLUMNS) {
        let found = headings.iter().position(|heading| fold(heading) == fold(name));
        *place = found.ok_or_else(|| wrong(1, format!("there is no column “{name}”")))?;
    }
    let records = reader.records().zip(2..);
    records
        .map(|(record, at)| {
            let record = record.map_err(|error| wrong(at, error.to_string()))?;
            row(places.map(|place| record.get(place).unwrap_or_default().trim()))
                .map_err(|reason| wrong(at, reason))
        })
        .collect()
}

/// A row of its cells, in the order of [`COLUMNS`].
fn row([miscitation, explanation, correct, original, kind, difficulty]: [&str; 6]) -> Result<Row, String> {
    let filled = |name: &str, cell: &str| match unguarded(cell).trim() {
        "" => Err(format!("“{name}” is empty")),
        text => Ok(text.to_owned()),
    };
    Ok(Row {
        miscitation: filled("Miscitation", miscitation)?,
        explanation: unguarded(explanation).to_owned(),
        correct: filled("Correct Statement", correct)?,
        original: filled("Original Text", original)?,
        category: category(kind).ok_or_else(|| format!("“{kind}” is none of the five types"))?,
        depth: depth(difficulty).ok_or_else(|| format!("“{difficulty}” is neither surface nor deep"))?,
    })
}

/// MisciteBench's word.
pub fn depth_name(depth: Depth) -> &'static str {
    match depth {
        Depth::Surface => "surface",
        Depth::Deep => "deep",
    }
}

/// The names of spec and paper.
pub fn category_name(category: Category) -> &'static str {
    match category {
        Category::AttributionTraceability => "Attribution & Traceability",
        Category::CitationValidity => "Citation Validity",
        Category::ContentMisrepresentation => "Content Misrepresentation",
        Category::ScopeExtrapolation => "Scope Extrapolation",
        Category::EvidenceCharacterization => "Evidence Characterization",
    }
}

/// By the word that only one of the five names has.
fn category(name: &str) -> Option<Category> {
    let name = fold(name);
    [
        ("attribution", Category::AttributionTraceability),
        ("validity", Category::CitationValidity),
        ("content", Category::ContentMisrepresentation),
        ("scope", Category::ScopeExtrapolation),
        ("evidence", Category::EvidenceCharacterization),
    ]
    .into_iter()
    .find_map(|(word, category)| name.split(' ').any(|one| one == word).then_some(category))
}

fn depth(name: &str) -> Option<Depth> {
    let name = fold(name);
    let has = |word: &str| name.split(' ').any(|one| one == word);
    match (has("surface"), has("deep")) {
        (true, false) => Some(Depth::Surface),
        (false, true) => Some(Depth::Deep),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "Miscitation,Explanation,Correct Statement,Original Text,Miscite Type,Difficulties\n";

    #[test]
    fn a_row_is_read_whatever_the_order_of_the_columns() {
        let rows = read_table(&format!(
            "{HEAD}\"Owls hunt by day, mostly.\",It says night.,Owls hunt by night.,\"Owls \"\"hunt\"\" by night.\",Content Misrepresentation Error,Surface-level\n"
        ))
        .unwrap();
        let owls = Row {
            miscitation: "Owls hunt by day, mostly.".to_owned(),
            explanation: "It says night.".to_owned(),
            correct: "Owls hunt by night.".to_owned(),
            original: "Owls \"hunt\" by night.".to_owned(),
            category: Category::ContentMisrepresentation,
            depth: Depth::Surface,
        };
        assert_eq!(rows, [owls]);
        assert_eq!(read_table(&write_table(&rows)), Ok(rows));
        let turned = "\u{feff}difficulties,Miscite type,Original text,Correct statement,Explanation,Miscitation\r\n\
            deep,Attribution & Traceability,a,b,,'=d\r\n";
        let rows = read_table(turned).unwrap();
        assert_eq!(rows[0].miscitation, "=d");
        assert_eq!((rows[0].category, rows[0].depth), (Category::AttributionTraceability, Depth::Deep));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_row() {
        let error = |text: &str| read_table(text).unwrap_err().to_string();
        assert_eq!(error("Miscitation,Explanation\na,b\n"), "row 1: there is no column “Correct Statement”");
        assert_eq!(
            error(&format!("{HEAD}a,b,c,d,Scope,easy\n")),
            "row 2: “easy” is neither surface nor deep"
        );
        assert_eq!(
            error(&format!("{HEAD}a,b,c,d,Scope,deep\na,b,c,d,Other,deep\n")),
            "row 3: “Other” is none of the five types"
        );
        assert_eq!(error(&format!("{HEAD}a,b,c,,Scope,deep\n")), "row 2: “Original Text” is empty");
        assert!(error(&format!("{HEAD}a,b\n")).starts_with("row 2:"));
        assert_eq!(read_table(HEAD), Ok(Vec::new()));
    }
}
