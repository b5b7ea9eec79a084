//! Bibliography files: BibTeX and BibLaTeX, RIS, CSL-JSON, EndNote XML.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::fmt::Write as _;
use std::time::Duration;

use citelight_document::citation::Reference;
use citelight_document::document::{AnomalyKind, Document, Format, Input, parse};
use proptest::prelude::*;

#[path = "support/clock.rs"]
mod clock;

use clock::Stopwatch;

fn document(content: &str) -> Document {
    parse(Input::new(content, "references")).expect("the bibliography parses")
}

fn examples() -> String {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/fixtures/latex/biblatex-examples/biblatex-examples.bib"
    );
    std::fs::read_to_string(path).expect("the fixture")
}

fn line(reference: &Reference) -> String {
    let mut line = reference.id.clone();
    let people: Vec<String> = reference
        .authors
        .iter()
        .map(|person| format!("{}, {}", person.family, person.given).trim_end_matches([',', ' ']).to_owned())
        .collect();
    let year = reference.year.map(|year| year.to_string()).unwrap_or_default();
    let suffix = reference.year_suffix.map(String::from).unwrap_or_default();
    let _ = write!(
        line,
        " | {}{} | {year}{suffix} | {} | {} | {} | {} | {} | {} | {:?} | line {}",
        people.join("; "),
        if reference.truncated_authors { " et al." } else { "" },
        reference.title.as_deref().unwrap_or("-"),
        reference.venue.as_deref().unwrap_or("-"),
        reference.publisher.as_deref().unwrap_or("-"),
        reference.volume.as_deref().unwrap_or("-"),
        reference.issue.as_deref().unwrap_or("-"),
        reference.pages.as_deref().unwrap_or("-"),
        reference.identifiers.named(),
        reference.locator.line,
    );
    line
}

#[test]
fn the_examples_of_biblatex() {
    let document = document(&examples());
    assert_eq!(document.format, Format::Bibliography);
    assert!(document.blocks.is_empty() && document.citations.is_empty());
    assert!(document.anomalies.is_empty(), "{:?}", document.anomalies);
    assert!(document.references.iter().all(|reference| reference.fields_from_markup));
    let lines: Vec<String> = document.references.iter().map(line).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn four_formats_of_one_work() {
    let bibtex = r#"% Encoding: UTF-8
@Article{ng, author = {Ng, Andrew Y. and {van der} Berg, Jan}, title = "A {T}itle: with 50\% {\"u}mlauts", journal = {J.~Things},
  year = 2019, volume = {3}, number = {2}, pages = {10--19}, doi = {https://doi.org/10.1000/ABC.}, pmid = {12345678}}"#;
    let ris = "TY  - JOUR\nAU  - Ng, Andrew Y.\nAU  - van der Berg, Jan\nTI  - A Title: with 50% ümlauts\nJO  - J. Things\nPY  - 2019/03/01\nVL  - 3\nIS  - 2\nSP  - 10\nEP  - 19\nDO  - 10.1000/abc\nAN  - 12345678\nID  - ng\nER  - \n";
    let csl = r#"[{"id": "ng", "type": "article-journal", "title": "A <i>Title</i>: with 50% ümlauts", "container-title": "J. Things",
  "author": [{"family": "Ng", "given": "Andrew Y."}, {"family": "Berg", "given": "Jan", "non-dropping-particle": "van der"}],
  "issued": {"date-parts": [[2019, 3]]}, "volume": 3, "issue": "2", "page": "10-19", "DOI": "10.1000/ABC", "PMID": "12345678"}]"#;
    let endnote = r#"<?xml version="1.0" encoding="UTF-8"?><xml><records><record><rec-number>7</rec-number><ref-type name="Journal Article">17</ref-type><contributors><authors><author><style face="normal">Ng, Andrew Y.</style></author><author>van der Berg, Jan</author></authors></contributors><titles><title><style>A Title: with 50% ümlauts</style></title><secondary-title>J. Things</secondary-title></titles><pages>10-19</pages><volume>3</volume><number>2</number><dates><year>2019</year></dates><accession-num>12345678</accession-num><label>ng</label><electronic-resource-num>10.1000/abc</electronic-resource-num></record></records></xml>"#;
    let expected = "ng | Ng, Andrew Y.; van der Berg, Jan | 2019 | A Title: with 50% ümlauts | J. Things | - | 3 | 2 | 10–19 | {\"doi\": \"10.1000/abc\", \"pmid\": \"12345678\"}";
    for content in [bibtex, ris, csl, endnote] {
        let document = document(content);
        assert_eq!(document.format, Format::Bibliography, "{content:.40}");
        assert_eq!(document.references.len(), 1, "{content:.40}");
        let line = line(&document.references[0]);
        assert_eq!(line.rsplit_once(" | ").map(|(line, _)| line), Some(expected));
    }
}

#[test]
fn fields_and_their_quirks() {
    let bib = r#"
@comment{jabref-meta: databaseType:bibtex;}
@string(acm = {ACM Press})
@preamble{"\newcommand{\noop}[1]{}"}
@InProceedings{child, author = {A. One}, title = {Child}, crossref = "Parent"}
@misc{arxiv1, title = {Pre}, eprint = {1706.03762v3}, archivePrefix = {arXiv}, primaryClass = {cs.CL}, year = {2017}}
@misc{arxiv2, title = {Pre}, journal = {arXiv preprint arXiv:2106.09685}, date = {2021-06-17}}
@article{undefined, title = {T}, journal = jacsat, year = "2004", month = jan # "~5", pages = {e1234}}
@book{isbns, editor = {Ed Itor and others}, title = {Book}, subtitle = {Its subtitle}, isbn = {978-3-16-148410-0}, publisher = acm, date = {1997/2003}}
@techreport{press, author = {{Org. of Things}}, title = {R}, institution = {Inst}, year = {in press}, number = {TR-7}}
@article{suffix, author = {Le, Q. V.}, title = {S}, year = {2014b}, url = {http://x.org/a\_b\%20c}}
@book{Parent, title = {The Parent}, year = 2010, publisher = {Pub}, editor = {E. D.}}
@article{dup, title = {one}}
@article{dup, title = {two}}
@article{math, title = {On $\alpha_2$-stable \& \emph{odd} {\LaTeX} -- a ``test''}, journal = {\apj}}
"#;
    let document = document(bib);
    let lines: Vec<String> = document.references.iter().map(line).collect();
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn entries_in_comments_are_set_aside() {
    let ids = |bib: &str| -> Vec<String> {
        document(bib).references.into_iter().map(|reference| reference.id).collect()
    };
    let bib = "@article{a, title = {One}}\n@comment{ @article{b, title = {Two}} {nested} }\n@article{c, title = {Three}}";
    assert_eq!(ids(bib), ["a", "c"]);
    assert_eq!(ids("@article{a, title = {One}}\n@comment(@article{b, title = {Two}})\n"), ["a"]);
    // A brace that was forgotten does not take the rest of the file.
    assert_eq!(
        ids("@article{a, title = {One}}\n@comment{ forgotten\n@article{c, title = {Three}}"),
        ["a", "c"]
    );
}

#[test]
fn broken_entries_do_not_spoil_the_others() {
    let bib = "@article{a, title = {Unclosed, year = 2000}\n@article{b, title = {Fine}, year = 2001}\n@article{c title = {No comma}, year 2002}\n@article{, title={No key}}\n@misc{d, title = \"quote { \" , year = 1}\n@article{e, title = {Last}, year = 2003}";
    let document = document(bib);
    let ids: Vec<&str> = document.references.iter().map(|reference| reference.id.as_str()).collect();
    assert!(ids.contains(&"b") && ids.contains(&"e"), "{ids:?}");
    let fine = document.references.iter().find(|reference| reference.id == "b").expect("the entry");
    assert_eq!((fine.title.as_deref(), fine.year), (Some("Fine"), Some(2001)));
    assert!(document.anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::ConverterError));
    let cut = document_of_cut_json();
    assert!(cut.references.is_empty());
    assert_eq!(cut.anomalies.first().map(|anomaly| anomaly.kind), Some(AnomalyKind::Truncated));
}

fn document_of_cut_json() -> Document {
    document(r#"[{"id": "ng", "type": "book", "title": "T", "author": [{"family": "N"#)
}

#[test]
fn hostile_files_end_quickly() {
    let doubled: String = (1..60).map(|n| format!("@string{{s{n} = s{0} # s{0}}}\n", n - 1)).collect();
    let bombs = [
        format!("@string{{s0 = {{xxxxxxxxxxxxxxxx}}}}\n{doubled}@article{{a, title = s59, author = s59}}"),
        format!("@article{{a, title = {{{}x{}}}}}", "{".repeat(200_000), "}".repeat(200_000)),
        format!("@article{{a, title = {{{}x{}}}}}", "\\emph{".repeat(50_000), "}".repeat(50_000)),
        "@article{a, title = {x\n".repeat(20_000),
        format!("@article{{a, author = {{{}}}}}", "A B and ".repeat(100_000)),
        (0..5_000)
            .map(|n| format!("@book{{k{n}, crossref = {{k{}}}, title = {{t}}}}\n", (n + 1) % 5_000))
            .collect(),
        format!("@article{{a, title = \"{}", "\\\"".repeat(200_000)),
        format!("[{}", "{\"type\":[".repeat(100_000)),
        "TY  - JOUR\nAU  - A, B\n".repeat(30_000),
    ];
    for bomb in bombs {
        let watch = Stopwatch::start();
        let parsed = parse(Input::new(&bomb, "bomb"));
        assert!(parsed.is_ok(), "{bomb:.60}");
        // Unoptimised; the bar of two seconds is for optimised code.
        assert!(watch.spent() < Duration::from_secs(15), "{:?}: {bomb:.60}", watch.spent());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_never_panic(cuts in prop::collection::vec((0_usize..66_000, 0_usize..30, 0_usize..8), 1..25)) {
        const SCRAPS: [&str; 8] = ["{", "}", "\"", "@", "=", "#", "é\u{301}", "\\"];
        let mut bib = examples();
        for (at, length, scrap) in cuts {
            let mut start = at.min(bib.len());
            while !bib.is_char_boundary(start) { start -= 1; }
            let mut end = (start + length).min(bib.len());
            while !bib.is_char_boundary(end) { end -= 1; }
            bib.replace_range(start..end.max(start), SCRAPS[scrap]);
        }
        let _ = parse(Input::new(&bib, "damaged.bib"));
    }

    #[test]
    fn any_entry_is_read(body in "[a-z@{}\",=# \\\\$~%\n-]{0,200}") {
        let _ = parse(Input::new(&format!("@article{{key, {body}"), "x.bib"));
        let _ = parse(Input::new(&format!("TY  - JOUR\n{body}"), "x.ris"));
    }
}

#[test]
fn the_proceedings_that_zotero_exports_are_the_venue() {
    let ris = "TY  - CONF\nTI  - Ladders for small fish\nAU  - Alder, Kim\nC3  - Proceedings of the Conference on Weirs\nPY  - 2012\nER  - \n";
    let document = parse(Input::new(ris, "library.ris")).unwrap();
    assert_eq!(document.references[0].venue.as_deref(), Some("Proceedings of the Conference on Weirs"));
}

#[test]
fn numbered_records_and_tags_in_ris() {
    for (first, second) in [("1.\n", "2.\n"), ("\u{feff}1. \r\n", "2. \r\n"), ("<1>\n", "<2>\n"), ("", "")] {
        for end in ["ER  - \n\n", "\n"] {
            let ris = format!(
                "{first}TY  - JOUR\nA1  - Trindade, Ines A\nY1  - 2019//\nT1  - <b>Exposure to PM</b><sub><strong>2.5</strong></sub> where a < b\n{end}{second}TY  - JOUR\nA1  - Ferreira, Claudia\nT1  - Shame in illness.\nY1  - 2018//\nER  - \n"
            );
            let document = document(&ris);
            let read: Vec<_> = document
                .references
                .iter()
                .map(|own| (own.authors[0].family.as_str(), own.year, own.title.as_deref()))
                .collect();
            let expected = [
                ("Trindade", Some(2019), Some("Exposure to PM2.5 where a < b")),
                ("Ferreira", Some(2018), Some("Shame in illness.")),
            ];
            assert_eq!(read, expected, "{ris}");
        }
    }
}
