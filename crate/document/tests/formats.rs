//! Markdown with pandoc's citations, and TEI, through the parser.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

use citelight_document::citation::{CitationStyle, Mapping};
use citelight_document::document::{AnomalyKind, Companion, Document, Format, Input, parse};
use citelight_document::markup::{BlockKind, locator_of};

const MARKDOWN: &str = r#"---
title: On *Things*
author:
  - name: Ann Author
date: 2021-05-01
references:
  - id: knuth84
    type: book
    author: [{family: Knuth, given: Donald E.}]
    title: The TeXbook
    issued: {year: 1984}
  - id: knuth86
    author: [{family: Knuth, given: Donald E.}]
    title: Computer Modern
    issued: {date-parts: [[1986, 1]]}
  - id: knuth86b
    author: [{family: Knuth, given: Donald E.}]
    title: The METAFONTbook
    issued: {date-parts: [[1986]]}
---

# First things

As @knuth84 [p. 3] showed, *signs* matter [see @knuth86, pp. 3--5; -@knuth86b].[^one]
Write to me@example.org about @fig:two and $x^2$.^[An inline note cites @lee.]

[^one]: See @knuth84.
"#;

const CSL: &str = r#"[{"id": "lee", "type": "book", "title": "Words", "author": [{"family": "Lee", "given": "A."},
    {"family": "Brown", "given": "B."}, {"literal": "WHO"}], "issued": {"date-parts": [["2020"]]}, "DOI": "10.1000/XYZ"}]"#;

fn cited(document: &Document) -> Vec<(String, Vec<&str>)> {
    let id = |index: &usize| document.references[*index].id.as_str();
    let surface = |citation: &citelight_document::citation::Citation| {
        document.blocks[citation.block].text[citation.range.clone()].to_owned()
    };
    document
        .citations
        .iter()
        .map(|citation| (surface(citation), citation.references.iter().map(id).collect()))
        .collect()
}

#[test]
fn markdown_is_read_as_pandoc_shows_it() {
    let companions = [Companion { name: "library.json", content: CSL }];
    let document = parse(Input::new(MARKDOWN, "paper.md").with(&companions)).expect("the file parses");
    assert_eq!(document.format, Format::Markdown);
    assert_eq!(document.title.as_deref(), Some("On *Things*"));
    assert_eq!((document.authors[0].family.as_str(), document.year), ("Author", Some(2021)));
    let paragraph =
        document.blocks.iter().find(|block| block.kind == BlockKind::Paragraph).expect("a paragraph");
    assert_eq!(
        paragraph.text,
        "As Knuth (1984, p. 3) showed, signs matter (see Knuth, 1986a, pp. 3–5; 1986b).1 Write to me@example.org about \
         @fig:two and $x^2$.2"
    );
    assert_eq!(paragraph.section, ["First things"]);
    let expected = [
        ("Knuth (1984, p. 3)", vec!["knuth84"]),
        ("(see Knuth, 1986a, pp. 3–5; 1986b)", vec!["knuth86", "knuth86b"]),
        ("Lee et al. (2020)", vec!["lee"]),
        ("Knuth (1984)", vec!["knuth84"]),
    ];
    assert_eq!(cited(&document), expected.map(|(text, ids)| (text.to_owned(), ids)));
    assert!(document.citations.iter().all(|citation| citation.status == Mapping::Linked));
    let lee =
        document.references.iter().find(|reference| reference.id == "lee").expect("the companion's work");
    assert_eq!(lee.identifiers.doi.as_deref(), Some("10.1000/xyz"));
    // A place in the text is a place in the file.
    let at = paragraph.text.find("matter").expect("the word");
    let locator = locator_of(paragraph, at..at + 6);
    let range = locator.ranges[0];
    assert_eq!(MARKDOWN.get(range.start as usize..range.end as usize), Some("matter"));
    assert_eq!(locator.line, 24);
    // The same words without the keys.
    let hidden = Input { hide_links: true, ..Input::new(MARKDOWN, "paper.md").with(&companions) };
    let blind = parse(hidden).expect("the file parses");
    assert_eq!(cited(&blind), cited(&document));
}

#[test]
fn keys_without_a_work_are_told() {
    let document = parse(Input::new("# A\n\nIt is so [@nobody2020].\n", "a.md")).expect("the file parses");
    let told = document.anomalies.iter().find(|anomaly| anomaly.kind == AnomalyKind::UnmatchedCitation);
    assert_eq!(told.map(|anomaly| anomaly.place.as_str()), Some("@nobody2020"));
    let broken = parse(Input::new("---\ntitle: [a\n---\n\n# A\n\nText.\n", "a.md")).expect("the file parses");
    assert!(broken.anomalies.iter().any(|anomaly| anomaly.place == "metadata"), "{:?}", broken.anomalies);
}

#[test]
fn a_printed_list_in_markdown_is_a_reference_list() {
    let text = "# Work\n\nShown before [2].\n\n## References\n\n1. Smith, A. (2001). First work. Journal 1, 2–3.\n2. Lee, B. \
                (2002). Second work. Journal 4, 5–6.\n";
    let document = parse(Input::new(text, "a.md")).expect("the file parses");
    assert_eq!((document.references.len(), document.style), (2, CitationStyle::Numeric));
    assert_eq!(document.citations[0].references, [1]);
}

const TEI: &str = r##"<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc><titleStmt><title level="a" type="main">On Things</title></titleStmt>
<sourceDesc><biblStruct><analytic><author><persName><forename type="first">Ann</forename><surname>Author</surname></persName></author>
<title level="a" type="main">On Things</title></analytic><monogr><imprint><date type="published" when="2020-01-02"/></imprint></monogr>
<idno type="DOI">10.1000/ABC</idno></biblStruct></sourceDesc></fileDesc>
<profileDesc><abstract><div><p>Things are so. They were always so.</p></div></abstract></profileDesc></teiHeader>
<text><body><div><head n="1">Introduction</head><p>It was shown <ref type="bibr" target="#b0">(Lee, 2011)</ref> and, in
<ref type="figure" target="#fig_0">Figure 1</ref>, by <ref type="bibr">Wu (2012)</ref>.</p>
<note place="foot" n="1">So says <ref type="bibr" target="#b1">Wu (2012)</ref>.</note>
<figure xml:id="fig_0"><head>Figure 1.</head><figDesc>A thing.</figDesc></figure></div></body>
<back><div type="references"><listBibl>
<biblStruct xml:id="b0"><analytic><title level="a" type="main">Old things</title><author><persName><forename type="first">B</forename>
<surname>Lee</surname></persName></author></analytic><monogr><title level="j">Journal</title><imprint><biblScope unit="volume">4</biblScope>
<biblScope unit="page" from="5" to="6"/><date type="published" when="2011"/></imprint></monogr><idno type="DOI">10.1000/LEE</idno></biblStruct>
<biblStruct xml:id="b1"><monogr><author><persName><forename type="first">C</forename><surname>Wu</surname></persName></author>
<title level="m">Big book</title><imprint><publisher>Press</publisher><date when="2012"/></imprint></monogr>
<note type="raw_reference">C. Wu. 2012a. Big book. Press.</note></biblStruct></listBibl></div></back></text></TEI>"##;

#[test]
fn a_section_that_tells_of_works_is_no_reference_list() {
    for heading in ["Literature", "2. Literature Review"] {
        let text = format!(
            "# Exports\n\nGrowth matters (Dawson, 2005).\n\n## {heading}\n\nThe relationship between exports and growth has drawn the \
             attention of many scholars.\n\nSanjuan-Lopez and Dawson (2010) examined the effect of exports in forty countries.\n\nKhan \
             et al. (2014) studied trade and growth.\n\nEhinomen (2012) examined exports and growth in Nigeria.\n\n## References\n\n\
             Dawson, P. J. 2005. Exports and growth. Agricultural Economics, 33: 145-152.\n\nEhinomen, C. 2012. Exports in Nigeria. \
             Management Science, 2: 132-142.\n\nKhan, M., Lodhi, A. and Roy, B. 2014. Trade. Journal of Trade, 3: 1-9.\n\n\
             Sanjuan-Lopez, A. and Dawson, P. J. 2010. Exports. Journal of Economics, 61: 565-583.\n"
        );
        let document = parse(Input::new(&text, "exports.md")).expect("the file parses");
        let years: Vec<_> = document.references.iter().filter_map(|reference| reference.year).collect();
        assert_eq!(years, [2005, 2012, 2014, 2010], "{heading}");
        assert_eq!(document.citations.len(), 4, "{heading}");
        let page = format!(
            "<html><body><article>{}</article></body></html>",
            text.split("\n\n")
                .map(|part| match part.trim().trim_start_matches('#').trim() {
                    title if part.starts_with('#') => format!("<h2>{title}</h2>"),
                    words => format!("<p>{words}</p>"),
                })
                .collect::<String>()
        );
        let document = parse(Input::new(&page, "exports.html")).expect("the page parses");
        assert_eq!(document.references.len(), 4, "{heading}");
        assert_eq!(document.citations.len(), 4, "{heading}");
    }
}

#[test]
fn tei_is_read_as_grobid_writes_it() {
    let document = parse(Input::new(TEI, "paper.tei.xml")).expect("the file parses");
    assert_eq!((document.format, document.title.as_deref()), (Format::Tei, Some("On Things")));
    assert_eq!((document.authors[0].family.as_str(), document.year), ("Author", Some(2020)));
    assert_eq!(document.identifiers.doi.as_deref(), Some("10.1000/abc"));
    let kinds: Vec<BlockKind> = document.blocks.iter().map(|block| block.kind).collect();
    assert_eq!(
        kinds,
        [
            BlockKind::Abstract,
            BlockKind::Heading(1),
            BlockKind::Paragraph,
            BlockKind::Footnote,
            BlockKind::Caption,
            BlockKind::Caption
        ]
    );
    let expected = [("(Lee, 2011)", vec!["b0"]), ("Wu (2012)", vec!["b1"]), ("Wu (2012)", vec!["b1"])];
    assert_eq!(cited(&document), expected.map(|(text, ids)| (text.to_owned(), ids)));
    let [lee, wu] = document.references.as_slice() else { unreachable!("two entries") };
    assert_eq!((lee.title.as_deref(), lee.venue.as_deref()), (Some("Old things"), Some("Journal")));
    assert_eq!((lee.volume.as_deref(), lee.pages.as_deref()), (Some("4"), Some("5–6")));
    assert_eq!((lee.year, lee.identifiers.doi.as_deref()), (Some(2011), Some("10.1000/lee")));
    assert_eq!((wu.title.as_deref(), wu.publisher.as_deref()), (Some("Big book"), Some("Press")));
    assert_eq!((wu.raw.as_str(), wu.year_suffix), ("C. Wu. 2012a. Big book. Press.", Some('a')));
}

#[test]
fn jats_says_which_entries_are_of_no_journal() {
    let entry = |kind: &str| {
        format!(
            "<ref id=\"{kind}\"><element-citation publication-type=\"{kind}\"><name><surname>Markoff</surname>\
             <given-names>J</given-names></name><year>2012</year><article-title>How many computers to identify a cat\
             </article-title><source>Science</source></element-citation></ref>"
        )
    };
    let entries: String = ["newspaper", "journal", "web", "book-chapter", "confproc"].map(entry).concat();
    let jats = format!(
        "<?xml version=\"1.0\"?><article><front><article-meta/></front><body><sec><title>Sky</title><p>It is blue.</p>\
         </sec></body><back><ref-list>{entries}</ref-list></back></article>"
    );
    let document = parse(Input::new(&jats, "article.xml")).expect("the article parses");
    let grey: Vec<bool> = document.references.iter().map(|reference| reference.is_grey).collect();
    assert_eq!(grey, [true, false, true, true, false]);
}

#[test]
fn jats_with_little_front_matter_is_no_web_page() {
    let jats = "<?xml version=\"1.0\"?><article><front><article-meta/></front><body><sec><title>Sky</title><p>It is \
                wide.<xref ref-type=\"fn\" rid=\"fn1\"><sup>1</sup></xref></p></sec></body><back><fn-group><fn id=\"fn1\">\
                <p>Doe, Life of Doe.</p></fn></fn-group><ref-list><ref id=\"b0\"><mixed-citation>Doe, John (1901). Life of \
                Doe.</mixed-citation></ref></ref-list></back></article>";
    let document = parse(Input::new(jats, "article.xml")).expect("the article parses");
    assert_eq!((document.format, document.style), (Format::Jats, CitationStyle::Note));
    let [citation] = document.citations.as_slice() else { panic!("{:?}", document.citations) };
    assert_eq!((citation.block, citation.references.as_slice()), (1, [0].as_slice()));
}

#[test]
fn keys_that_a_file_defines_are_the_identifiers_they_stand_for() {
    let text = "## Introduction\n\nMotifs matter [@tag:stormo; @doi:10.1109/MCSE.2009.19]. They are known \
        [@tag:stormo]. Others agree [@doi:10.1093/bioinformatics/16.1.16; @doi:10.1038/536016a]. Posts do, too \
        [@tag:post]. Nobody knows [@tag:lost].\n\n[@tag:stormo]: doi:10.1093/bioinformatics/16.1.16\n\
        [@tag:post]: url:https://example.org/2017/A-Post\n";
    let document = parse(Input::new(text, "paper.md")).expect("the file parses");
    let stormo = "doi:10.1093/bioinformatics/16.1.16";
    let post = "url:https://example.org/2017/A-Post";
    let expected: Vec<(String, Vec<&str>)> = vec![
        (format!("({stormo}; doi:10.1109/MCSE.2009.19)"), vec![stormo, "doi:10.1109/MCSE.2009.19"]),
        (format!("({stormo})"), vec![stormo]),
        (format!("({stormo}; doi:10.1038/536016a)"), vec![stormo, "doi:10.1038/536016a"]),
        ("(https://example.org/2017/A-Post)".to_owned(), vec![post]),
    ];
    assert_eq!(cited(&document), expected);
    let dois: Vec<Option<&str>> =
        document.references.iter().map(|reference| reference.identifiers.doi.as_deref()).collect();
    let named = ["10.1093/bioinformatics/16.1.16", "10.1109/mcse.2009.19", "10.1038/536016a"];
    assert_eq!(dois, named.map(Some).into_iter().chain([None]).collect::<Vec<_>>());
    let kinds: Vec<AnomalyKind> = document.anomalies.iter().map(|anomaly| anomaly.kind).collect();
    assert!(!kinds.contains(&AnomalyKind::ContradictoryLink), "{:?}", document.anomalies);
    assert_eq!(kinds.iter().filter(|kind| **kind == AnomalyKind::UnmatchedCitation).count(), 1);
}
