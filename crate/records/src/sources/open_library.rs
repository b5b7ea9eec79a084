//! Open Library's search: <https://openlibrary.org/dev/docs/api/search>. A work with all its editions is one result.

use serde_json::Value;

use super::api::{
    Absence, Api, ApiName, ApiSettings, Asked, Key, Reading, ResponseError, Wanted, healthy_json,
};
use super::json::{at, list, number, scalar, text};
use super::plain::plain;
use super::{Record, WorkKind, people};
use crate::http::{Request, Response};
use citelight_types::finding::WorkForm;
use citelight_types::identifiers::{Identifiers, field};

/// Open Library: books, by ISBN and by title.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenLibrary;

/// What is asked for of each work.
const FIELDS: &str = "key,title,subtitle,author_name,first_publish_year,publish_year,publisher,isbn";

impl Api for OpenLibrary {
    fn name(&self) -> ApiName {
        ApiName::OpenLibrary
    }

    fn takes(&self, key: &Key) -> bool {
        matches!(key, Key::Isbn(_))
    }

    fn ask_keys(&self, keys: &[Key], settings: &ApiSettings) -> Option<Request> {
        let isbn = keys.first()?;
        Some(search(settings).with("isbn", isbn.value()).with("limit", "2"))
    }

    /// By the words before a subtitle: catalogues keep it in a field of its own, or leave it out.
    fn ask_title(&self, wanted: &Wanted, settings: &ApiSettings) -> Option<Request> {
        let title = wanted.title.split([':', '–']).next().unwrap_or_default();
        let words: Vec<&str> =
            title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let request = search(settings).with("title", &words.join(" ")).with("limit", "5");
        let named = |author: &str| !author.contains(char::is_whitespace);
        let author = wanted.author.clone().filter(|author| named(author));
        let request = match author {
            Some(author) => request.with("author", &author),
            None => request,
        };
        (!wanted.is_entry() && !words.is_empty()).then_some(request)
    }

    fn read(&self, asked: Asked<'_>, answer: &Response, _: &ApiSettings) -> Result<Reading, ResponseError> {
        let value = healthy_json(answer, Absence::EmptyList)?.unwrap_or_default();
        let Some(docs) = at(&value, &["docs"]).and_then(Value::as_array) else {
            return Err(ResponseError::Malformed("it holds no list of works".to_owned()));
        };
        let records = docs.iter().filter_map(|work| record(work, asked));
        Ok(Reading::Records(vec![records.collect()]))
    }

    fn holds(&self, form: Option<WorkForm>) -> bool {
        form == Some(WorkForm::Book)
    }
}

fn search(settings: &ApiSettings) -> Request {
    settings.get(ApiName::OpenLibrary, "/search.json").with("fields", FIELDS)
}

fn record(work: &Value, asked: Asked<'_>) -> Option<Record> {
    let title = plain(&text(work, &["title"])?);
    let title = match text(work, &["subtitle"]).map(|subtitle| plain(&subtitle)) {
        Some(subtitle) if !subtitle.is_empty() => format!("{title}: {subtitle}"),
        _ => title,
    };
    let years = list(work, &["publish_year"]).iter().filter_map(scalar);
    let years: Vec<i32> = years.filter_map(|year| year.parse().ok()).collect();
    let first = number(work, &["first_publish_year"]).and_then(|year| i32::try_from(year).ok());
    let wanted = match asked {
        Asked::Title(wanted) => wanted.year.filter(|year| years.contains(year)),
        Asked::Keys(_) => None,
    };
    let isbns: Vec<String> =
        list(work, &["isbn"]).iter().filter_map(scalar).filter_map(|isbn| field::isbn(&isbn)).collect();
    let isbn = match asked {
        Asked::Keys([Key::Isbn(isbn)]) => isbns.iter().find(|own| *own == isbn),
        Asked::Keys(_) | Asked::Title(_) => None,
    };
    Some(Record {
        id: text(work, &["key"]).unwrap_or_default(),
        source: ApiName::OpenLibrary.as_str().to_owned(),
        title,
        authors: list(work, &["author_name"])
            .iter()
            .filter_map(scalar)
            .filter_map(|name| people::full_name(&name))
            .collect(),
        // Of an edition that was asked for by its ISBN, the year is one of several.
        year: wanted.or(first.filter(|_| isbn.is_none() || years.len() < 2)),
        publisher: list(work, &["publisher"]).first().and_then(scalar).map(|name| plain(&name)),
        identifiers: Identifiers { isbn: isbn.cloned(), ..Identifiers::default() },
        kind: WorkKind::Book,
        type_name: Some("book".to_owned()),
        ..Record::default()
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(asked: Asked<'_>) -> Record {
        let docs = json!({ "numFound": 1, "docs": [{
            "key": "/works/OL1W",
            "title": "Mistborn",
            "subtitle": "The final empire",
            "author_name": ["Brandon Sanderson"],
            "first_publish_year": 2006,
            "publish_year": [2006, 2010],
            "publisher": ["Tor Books"],
            "isbn": ["9780765311788", "076531178X"],
        }] });
        let answer = Response { status: 200, body: docs.to_string().into(), ..Response::default() };
        match OpenLibrary.read(asked, &answer, &ApiSettings::default()) {
            Ok(Reading::Records(lists)) => lists.into_iter().flatten().next().unwrap(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_work_is_of_the_year_of_the_edition_that_is_wanted() {
        let year = |year| {
            let wanted = Wanted { title: "Mistborn".to_owned(), author: None, year };
            read(Asked::Title(&wanted)).year
        };
        assert_eq!((year(Some(2010)), year(Some(1999)), year(None)), (Some(2010), Some(2006), Some(2006)));
        let keys = [Key::Isbn("9780765311788".to_owned())];
        let edition = read(Asked::Keys(&keys));
        assert_eq!((edition.year, edition.title.as_str()), (None, "Mistborn: The final empire"));
        assert_eq!(edition.identifiers.isbn.as_deref(), Some("9780765311788"));
    }

    #[test]
    fn it_is_asked_about_books_only() {
        assert!(OpenLibrary.holds(Some(WorkForm::Book)));
        assert!(!OpenLibrary.holds(Some(WorkForm::Paper)) && !OpenLibrary.holds(None));
        let settings = ApiSettings::default();
        let wanted = Wanted {
            title: "Culturas híbridas: estrategias para entrar".to_owned(),
            author: Some("García Canclini".to_owned()),
            year: Some(1990),
        };
        let request = OpenLibrary.ask_title(&wanted, &settings).unwrap();
        assert!(request.url.starts_with("https://openlibrary.org/search.json"), "{}", request.url);
        assert!(!request.fingerprint().contains("estrategias"));
    }
}
