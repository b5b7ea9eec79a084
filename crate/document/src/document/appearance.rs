//! When the document itself appeared.

use super::{Document, Format};
use citelight_types::date::Date;

/// When a paper appeared, and how far that can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appearance {
    /// The date, as exactly as is known.
    pub date: Date,
    /// It is of a manuscript or a file and only hints at when the paper appeared.
    pub is_hint: bool,
}

impl Document {
    /// When it appeared: by the first date of publication that it states, else by its arXiv identifier, else by a date that
    /// only hints at it.
    pub fn appearance(&self) -> Option<Appearance> {
        let firm = |date| Appearance { date, is_hint: false };
        let hint = |date| Appearance { date, is_hint: true };
        let arxiv = || self.identifiers.arxiv.as_deref().and_then(month_of_arxiv);
        // The date of a manuscript is mostly the day on which it was last typeset.
        let is_manuscript = matches!(self.format, Format::Latex | Format::Markdown);
        let year = self.year.and_then(Date::from_year);
        self.published
            .or_else(arxiv)
            .map(firm)
            .or_else(|| year.filter(|_| !is_manuscript).map(firm))
            .or_else(|| self.dated.or(year).map(hint))
    }

    /// Adds a date of publication. Of several, the first counts: from then on the paper could be read.
    pub(crate) fn add_publication(&mut self, date: Date) {
        self.published = Some(self.published.map_or(date, |known| known.first_of(date)));
    }
}

/// `2101.01234` is of January 2021, `hep-th/9901001` of January 1999.
fn month_of_arxiv(id: &str) -> Option<Date> {
    let number = id.rsplit('/').next()?;
    let (year, month) = (number.get(..2)?.parse::<i64>().ok()?, number.get(2..4)?.parse().ok()?);
    let year = if year >= 91 { 1900 + year } else { 2000 + year };
    (1..=12).contains(&month).then(|| Date::from_parts(year, Some(month), None)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Input, parse};
    use citelight_types::identifiers::Identifiers;

    fn of_page(metas: &str) -> Option<(String, bool)> {
        let page = format!(
            "<html><head><title>On owls</title>{metas}</head><body><article><h1>On owls</h1><p>Owls hunt by ear alone, and \
             nobody hears them.</p></article></body></html>"
        );
        let document = parse(Input::new(&page, "a.html")).unwrap();
        document.appearance().map(|found| (found.date.to_string(), found.is_hint))
    }

    #[test]
    fn pages_state_when_they_appeared() {
        for (metas, date) in [
            (r#"<meta name="citation_publication_date" content="2020/06/16">"#, "2020-06-16"),
            (r#"<meta name="citation_date" content="2020-06-16">"#, "2020-06-16"),
            (r#"<meta name="dc.Date" content="2019-03">"#, "2019-03"),
            (r#"<meta name="DCTERMS.issued" content="2019">"#, "2019"),
            (r#"<meta property="article:published_time" content="2018-02-01T10:00:00Z">"#, "2018-02-01"),
            (r#"<meta name="citation_publication_date" content="16 June 2020">"#, "2020-06-16"),
            (r#"<meta name="citation_date" content="June 2020">"#, "2020-06"),
            (r#"<meta name="citation_date" content="06/16/2020">"#, "2020"),
            (r#"<meta name="citation_year" content="2017">"#, "2017"),
            // The issue is later than the day online, and says less.
            (
                r#"<meta name="citation_publication_date" content="2021/02"><meta name="citation_online_date" content="2020/11/30">"#,
                "2020-11-30",
            ),
            (
                r#"<meta name="citation_year" content="2020"><meta name="citation_date" content="2020/11/30">"#,
                "2020-11-30",
            ),
            (r#"<meta name="citation_arxiv_id" content="2101.01234">"#, "2021-01"),
        ] {
            assert_eq!(of_page(metas), Some((date.to_owned(), false)), "{metas}");
        }
        assert_eq!(of_page(""), None);
        assert_eq!(of_page(r#"<meta name="citation_date" content="soon">"#), None);
    }

    #[test]
    fn jats_and_tei_state_when_they_appeared() {
        let jats = |dates: &str| {
            let xml = format!(
                "<article><front><article-meta><title-group><article-title>On owls</article-title></title-group>{dates}\
                 </article-meta></front><body><p>Owls hunt by ear alone, and nobody hears them.</p></body></article>"
            );
            parse(Input::new(&xml, "a.xml")).unwrap().appearance().map(|found| found.date.to_string())
        };
        let epub = r#"<pub-date pub-type="epub"><day>3</day><month>4</month><year>2012</year></pub-date>"#;
        let issue = r#"<pub-date pub-type="collection"><year>2013</year></pub-date>"#;
        let archive = r#"<pub-date pub-type="nihms-submitted"><day>1</day><month>1</month><year>2011</year></pub-date>"#;
        assert_eq!(jats(&format!("{issue}{epub}{archive}")).as_deref(), Some("2012-04-03"));
        let iso = r#"<pub-date date-type="pub" iso-8601-date="2015-09-01"><year>2015</year></pub-date>"#;
        assert_eq!(jats(iso).as_deref(), Some("2015-09-01"));
        assert_eq!(jats(""), None);
    }

    #[test]
    fn the_day_of_a_manuscript_only_hints() {
        let tex = "\\documentclass{article}\\title{On owls}\\date{3 May 2019}\\begin{document}\\maketitle Owls hunt by ear \
                   alone.\\end{document}";
        let document = parse(Input::new(tex, "a.tex")).unwrap();
        assert!(document.appearance().is_some_and(|found| found.is_hint && found.date.year == 2019));
        let numbered = Document {
            identifiers: Identifiers { arxiv: Some("hep-th/9901001".to_owned()), ..Identifiers::default() },
            ..document
        };
        let appeared = numbered.appearance().map(|found| (found.date.to_string(), found.is_hint));
        assert_eq!(appeared, Some(("1999-01".to_owned(), false)));
    }
}
