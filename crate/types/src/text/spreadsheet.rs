//! Tables for spreadsheets (RFC 4180), which take what begins like a formula for one: words must stay words.

/// A table whose cells are guarded.
pub fn table<'a>(
    headings: impl IntoIterator<Item = &'a str>,
    rows: impl Iterator<Item: IntoIterator<Item = String>>,
) -> String {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    // Writing into memory fails only for records of unequal length.
    let _ = writer.write_record(headings);
    for row in rows {
        let _ = writer.write_record(row.into_iter().map(guarded));
    }
    writer.into_inner().ok().and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or_default()
}

/// A cell as it was before it was guarded.
pub fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| may_be_formula(rest)).unwrap_or(cell)
}

fn guarded(cell: String) -> String {
    if may_be_formula(&cell) { format!("'{cell}") } else { cell }
}

/// With its guards, so that one more can be told from them.
fn may_be_formula(cell: &str) -> bool {
    cell.trim_start_matches(|c: char| c == '\'' || c.is_whitespace()).starts_with(['=', '+', '-', '@'])
}

#[cfg(test)]
mod tests {
    use super::{guarded, unguarded};
    use proptest::prelude::*;

    #[test]
    fn what_begins_like_a_formula_is_text() {
        assert_eq!(guarded(" =1+1".to_owned()), "' =1+1");
        assert_eq!(guarded("1 + 1".to_owned()), "1 + 1");
        assert_eq!(unguarded("'tis"), "'tis");
    }

    proptest! {
        #[test]
        fn a_guard_is_taken_off_again(cell in "['=+@ -]{0,3}.{0,9}") {
            let guarded = guarded(cell.clone());
            prop_assert_eq!(unguarded(&guarded), cell);
        }
    }
}
