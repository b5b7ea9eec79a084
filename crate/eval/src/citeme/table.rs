//! Reading CiteME's format: a table (CSV) or JSON Lines with an excerpt and the title of its source a row.
use citelight::attribute::{CitingPaper, Excerpt};
use citelight::identifiers::Identifiers;
use citelight::sources::key::arxiv_id;
use serde::Deserialize;

/// One question of CiteME.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Its id in the file, or its number.
    pub id: String,
    /// The excerpt, with the paper it stands in.
    pub excerpt: Excerpt,
    /// Title of the source.
    pub target: String,
}

/// Why a row holds no question.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CiteMeError {
    /// The table does not say what its columns are.
    #[error(
        "the file has no column {0:?}; CiteME's are id, excerpt, target_paper_title, source_paper_title, year"
    )]
    NoColumn(&'static str),
    /// One row cannot be read.
    #[error("row {row}: {reason}")]
    Row {
        /// From 1, the head not counted.
        row: usize,
        /// What is wrong.
        reason: String,
    },
}

/// One row as it is written.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Row {
    id: Scalar,
    excerpt: String,
    target_paper_title: String,
    source_paper_title: Option<String>,
    source_paper_url: Option<String>,
    year: Scalar,
}

/// Ids and years are written as numbers or as text.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum Scalar {
    Number(f64),
    Text(String),
    #[default]
    Nothing,
}

impl Scalar {
    fn text(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text.trim().to_owned(),
            Self::Nothing => String::new(),
        }
    }
}

/// Reads a file of questions: JSON Lines if it begins with a brace, else a table with a head.
///
/// # Errors
/// [`CiteMeError`] at the first row that holds no question: figures over a part of a benchmark mean nothing.
pub fn read(text: &str) -> Result<Vec<Question>, CiteMeError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('{') {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).enumerate();
        return lines
            .map(|(index, line)| {
                let row: Row = serde_json::from_str(line)
                    .map_err(|error| CiteMeError::Row { row: index + 1, reason: error.to_string() })?;
                question(row, index + 1)
            })
            .collect();
    }
    let mut rows = table(text).into_iter();
    let head = rows.next().unwrap_or_default();
    let column = |name: &str| head.iter().position(|own| own.trim().eq_ignore_ascii_case(name));
    let needed = |name: &'static str| column(name).ok_or(CiteMeError::NoColumn(name));
    let (excerpt, target) = (needed("excerpt")?, needed("target_paper_title")?);
    let others = ["id", "source_paper_title", "source_paper_url", "year"].map(column);
    rows.enumerate()
        .map(|(index, cells)| {
            let cell = |place: Option<usize>| place.and_then(|place| cells.get(place)).cloned();
            let [id, title, url, year] = others.map(cell);
            let row = Row {
                id: Scalar::Text(id.unwrap_or_default()),
                excerpt: cell(Some(excerpt)).unwrap_or_default(),
                target_paper_title: cell(Some(target)).unwrap_or_default(),
                source_paper_title: title,
                source_paper_url: url,
                year: Scalar::Text(year.unwrap_or_default()),
            };
            question(row, index + 1)
        })
        .collect()
}

fn question(row: Row, number: usize) -> Result<Question, CiteMeError> {
    let wrong = |reason: String| CiteMeError::Row { row: number, reason };
    if row.target_paper_title.trim().is_empty() {
        return Err(wrong("it names no target paper".to_owned()));
    }
    let arxiv = row.source_paper_url.as_deref().filter(|url| url.contains("arxiv.org")).and_then(arxiv_id);
    let paper = CitingPaper {
        title: row.source_paper_title.filter(|title| !title.trim().is_empty()),
        // Written as 2023 or, by programs that know no whole numbers, as 2023.0.
        year: row.year.text().split('.').next().and_then(|year| year.parse().ok()),
        identifiers: Identifiers { arxiv, ..Identifiers::default() },
    };
    let excerpt = Excerpt::parse(&row.excerpt, paper).map_err(|error| wrong(error.to_string()))?;
    let id = Some(row.id.text()).filter(|id| !id.is_empty()).unwrap_or_else(|| number.to_string());
    Ok(Question { id, excerpt, target: row.target_paper_title.trim().to_owned() })
}

/// Cells of comma-separated values (RFC 4180): quoted ones may hold commas, line breaks and doubled quotes.
fn table(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if quoted => quoted = false,
            '"' if cell.is_empty() => quoted = true,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    if !cell.is_empty() || !row.is_empty() {
        row.push(cell);
        rows.push(row);
    }
    rows.retain(|row| row.iter().any(|cell| !cell.trim().is_empty()));
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "id,excerpt,target_paper_title,target_paper_url,source_paper_title,source_paper_url,year,split\r\n\
        1,\"Oak weirs, \"\"old\"\" ones,\nlast longer [CITATION].\",Timber in Water,,Rivers,https://arxiv.org/abs/2101.01234,2021.0,test\r\n\
        2,Weirs [CITATION] hold.,Weirs,,,,,train\n";

    #[test]
    fn tables_and_lines_say_the_same() {
        let table = read(TABLE).unwrap();
        assert_eq!(table.len(), 2);
        assert_eq!(table[0].excerpt.sentence, "Oak weirs, \"old\" ones, last longer [CITATION].");
        assert_eq!(table[0].excerpt.paper.year, Some(2021));
        assert_eq!(table[0].excerpt.paper.identifiers.arxiv.as_deref(), Some("2101.01234"));
        assert_eq!((table[1].target.as_str(), table[1].excerpt.paper.year), ("Weirs", None));
        let line = r#"{"id": 2, "excerpt": "Weirs [CITATION] hold.", "target_paper_title": "Weirs", "split": "train"}"#;
        assert_eq!(read(line).unwrap()[0], table[1]);
    }

    #[test]
    fn what_is_missing_is_told() {
        assert_eq!(read("id,text\n1,x"), Err(CiteMeError::NoColumn("excerpt")));
        let unmarked = "excerpt,target_paper_title\nno mark,Weirs";
        assert!(matches!(read(unmarked), Err(CiteMeError::Row { row: 1, .. })));
    }

    proptest::proptest! {
        #[test]
        fn no_file_panics(text in "[a-z,\"\n{}\\[\\]:]{0,80}") {
            let _ = read(&text);
        }
    }
}
