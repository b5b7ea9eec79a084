//! A line of arXiv's metadata as Kaggle has them (<https://www.kaggle.com/datasets/Cornell-University/arxiv>).

use serde_json::Value;

use crate::sources::arxiv::Submission;
use crate::sources::json::{list, scalar, text};
use crate::sources::plain::plain;
use crate::sources::{Record, people};
use citelight_types::date::{Date, month_number};
use citelight_types::identifiers::field;
use citelight_types::text::person::Person;

/// The preprint, and the day of its last change; none without identifier or title.
pub fn arxiv_record(line: &Value) -> Option<(Record, Option<Date>)> {
    let updated = text(line, &["update_date"]).as_deref().and_then(Date::from_text);
    let categories = text(line, &["categories"]).unwrap_or_default();
    let submission = Submission {
        id: field::normal_arxiv(&text(line, &["id"])?),
        title: plain(&text(line, &["title"])?),
        authors: list(line, &["authors_parsed"]).iter().filter_map(author).collect(),
        published: list(line, &["versions"])
            .first()
            .and_then(|version| created(&text(version, &["created"])?)),
        updated,
        abstract_text: text(line, &["abstract"]).map(|text| plain(&text)).filter(|text| !text.is_empty()),
        comment: text(line, &["comments"]).map(|text| plain(&text)).unwrap_or_default(),
        doi: text(line, &["doi"]),
        category: categories.split_whitespace().next().map(str::to_owned),
        // `update_date` is that of any change, of the latest version's date the dump says nothing.
        version: None,
    };
    if submission.id.is_empty() || submission.title.is_empty() {
        return None;
    }
    Some((Record { locations: Vec::new(), ..submission.into_record() }, updated))
}

/// `["Nadolsky", "P. M.", ""]`: family name, given names, suffix.
fn author(parts: &Value) -> Option<Person> {
    let part = |index: usize| parts.get(index).and_then(scalar);
    people::two_names(part(0).as_deref(), part(1).as_deref())
}

/// `Mon, 2 Apr 2007 19:18:42 GMT`.
fn created(text: &str) -> Option<Date> {
    let mut words = text.split_whitespace().skip(1);
    let day: i64 = words.next()?.parse().ok()?;
    let month = month_number(words.next()?)?;
    Date::from_parts(words.next()?.parse().ok()?, Some(month), Some(day))
}
