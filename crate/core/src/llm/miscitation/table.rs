//! MisciteBench's table of miscitations.

use super::Depth;
use crate::audit::finding::Category;
use crate::text::normalise::fold;

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

/// Reads the table (RFC 4180), whose columns may stand in any order.
///
/// # Errors
/// A column that lacks, an empty cell, a word that names no category or no difficulty.
pub fn read_table(text: &str) -> Result<Vec<Row>, TableError> {
    let mut reader = csv::Reader::from_reader(text.trim_start_matches('\u{feff}').as_bytes());
    let wrong = |row: usize, reason: String| TableError { row, reason };
    let headings = reader.headers().map_err(|error| wrong(1, error.to_string()))?.clone();
    let column = |name: &str| {
        let place = headings.iter().position(|heading| fold(heading) == fold(name));
        place.ok_or_else(|| wrong(1, format!("there is no column “{name}”")))
    };
    let [miscitation, explanation, correct] =
        [column("Miscitation")?, column("Explanation")?, column("Correct Statement")?];
    let [original, kind, difficulty] =
        [column("Original Text")?, column("Miscite Type")?, column("Difficulties")?];
    let mut rows = Vec::new();
    for (at, record) in reader.records().enumerate() {
        let at = at + 2;
        let record = record.map_err(|error| wrong(at, error.to_string()))?;
        let cell = |place: usize| record.get(place).unwrap_or_default().trim();
        let filled = |place: usize| match cell(place) {
            "" => Err(wrong(at, format!("“{}” is empty", headings.get(place).unwrap_or_default()))),
            text => Ok(unguarded(text).to_owned()),
        };
        rows.push(Row {
            miscitation: filled(miscitation)?,
            explanation: unguarded(cell(explanation)).to_owned(),
            correct: filled(correct)?,
            original: filled(original)?,
            category: category(cell(kind))
                .ok_or_else(|| wrong(at, format!("“{}” is none of the five types", cell(kind))))?,
            depth: depth(cell(difficulty))
                .ok_or_else(|| wrong(at, format!("“{}” is neither surface nor deep", cell(difficulty))))?,
        });
    }
    Ok(rows)
}

/// A cell without the apostrophe that keeps a sheet from taking it for a formula.
fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@'])).unwrap_or(cell)
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
