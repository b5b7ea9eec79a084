//! Abstract and landing pages: the references that their metadata lists, in the forms of publishers.
#![allow(clippy::expect_used)] // Helpers of tests are outside #[test] functions, where clippy.toml does not reach.

use citelight_document::citation::Reference;
use citelight_document::document::{Document, Input, parse};

/// A landing page with this head.
fn landing(head: &str) -> Document {
    let page = format!(
        "<!doctype html><html><head><title>T</title><meta name=\"citation_title\" content=\"Weirs\">{head}</head>\
         <body><main><h1>Weirs</h1><div class=\"abstract\"><p>We measured weirs, as Lee (2019) did before [1].</p></div>\
         <a href=\"/weirs.pdf\">PDF</a></main></body></html>"
    );
    parse(Input::new(&page, "https://journal.example/weirs")).expect("it can be read")
}

fn reference(content: &str) -> Reference {
    let document = landing(&format!("<meta name=\"citation_reference\" content=\"{content}\">"));
    assert_eq!(document.references.len(), 1, "{content}");
    document.references.into_iter().next().expect("it is there")
}

fn families(reference: &Reference) -> Vec<&str> {
    reference.authors.iter().map(|person| person.family.as_str()).collect()
}

#[test]
fn springer_names_fields_and_lists_authors_in_one() {
    let read = reference(
        "citation_journal_title=J Cogn Neurosci; citation_title=ERP manifestations of processing printed words; \
         citation_author=S Bentin, Y Mouchetant-Rostaing, MH Giard; citation_volume=11; citation_publication_date=1999; \
         citation_pages=235-260; citation_doi=10.1162/089892999563373; citation_id=CR1",
    );
    assert_eq!(read.title.as_deref(), Some("ERP manifestations of processing printed words"));
    assert_eq!(families(&read), ["Bentin", "Mouchetant-Rostaing", "Giard"]);
    assert_eq!(
        (read.year, read.venue.as_deref(), read.volume.as_deref(), read.pages.as_deref()),
        (Some(1999), Some("J Cogn Neurosci"), Some("11"), Some("235–260"))
    );
    assert_eq!(read.identifiers.doi.as_deref(), Some("10.1162/089892999563373"));
    assert!(read.locator.ranges.is_empty(), "it stands nowhere on the page");
    assert!(read.raw.contains("Bentin") && read.raw.contains("ERP manifestations"), "{}", read.raw);
}

#[test]
fn iop_repeats_authors_and_parts_the_pages() {
    let read = reference(
        "citation_journal_title=Biomaterials; citation_author=Ueyama Y; citation_author=Ishikawa K; citation_volume=23; \
         citation_publication_date=2002; citation_firstpage=2027; citation_lastpage=2033; citation_doi=10.1016/S0142-9612(01)00332-5;",
    );
    assert_eq!(families(&read), ["Ueyama", "Ishikawa"]);
    assert_eq!(read.pages.as_deref(), Some("2027–2033"));
    assert_eq!(read.identifiers.doi.as_deref(), Some("10.1016/s0142-9612(01)00332-5"));
}

#[test]
fn values_may_hold_semicolons_and_whole_names() {
    let doi = reference(
        "citation_title=Dams;citation_author=Alex Krizhevsky;citation_author=Geoffrey E Hinton;\
         citation_publication_date=1999;citation_doi=10.1890/0012-9615(1999)069[0569:EDILSA]2.0.CO;2;",
    );
    assert_eq!(doi.identifiers.doi.as_deref(), Some("10.1890/0012-9615(1999)069[0569:edilsa]2.0.co;2"));
    assert_eq!(families(&doi), ["Krizhevsky", "Hinton"]);
    let press = reference(
        "citation_title=Dynamic\ndocuments with r and knitr;citation_publication_date=2015;\n\
         citation_publisher=Chapman; Hall/CRC;citation_author=Yihui Xie",
    );
    assert_eq!(press.publisher.as_deref(), Some("Chapman; Hall/CRC"));
    assert_eq!(press.title.as_deref(), Some("Dynamic documents with r and knitr"));
    let preprint = reference(
        "citation_title=Visualizing networks;citation_publication_date=2014;citation_arxiv_id=1311.2901;",
    );
    assert_eq!(preprint.identifiers.arxiv.as_deref(), Some("1311.2901"));
}

#[test]
fn oxford_appends_the_journal_to_the_title() {
    let metas: String = [
        ("Abnormalities of integration; a study; Brain", 2001),
        ("Parallel organization of circuits; Annu Rev Neurosci", 1986),
        ("Information processing in the basal ganglia; Prog Neurobiol", 2003),
    ]
    .iter()
    .map(|(title, year)| {
        format!(
            "<meta name=\"citation_reference\" content=\"citation_title={title};  citation_year={year};  citation_volume=9;  \
             citation_pages=357-81; \" />"
        )
    })
    .collect();
    let read = landing(&metas).references;
    assert_eq!(read[0].title.as_deref(), Some("Abnormalities of integration; a study"));
    assert_eq!(read[0].venue.as_deref(), Some("Brain"));
    assert_eq!(read[1].venue.as_deref(), Some("Annu Rev Neurosci"));
}

#[test]
fn an_entry_without_a_work_keeps_its_number_and_is_left_out() {
    let document = landing(
        "<meta name=\"citation_reference\" content=\"citation_title=Molecular portraits; citation_volume=406; citation_date=2000; \" />\
         <meta name=\"citation_reference\" content=\"citation_number=4; \" />\
         <meta name=\"citation_reference\" content=\"Snyder, M. W. &amp; Shendure, J. Cell-free DNA comprises a footprint. Cell 164, \
         57–68, doi:10.1016/j.cell.2015.11.050 (2016).\">",
    );
    let numbers: Vec<u32> = document.references.iter().map(|reference| reference.number).collect();
    assert_eq!(numbers, [1, 3]);
    assert_eq!(document.references[1].identifiers.doi.as_deref(), Some("10.1016/j.cell.2015.11.050"));
    assert_eq!(document.references[1].year, Some(2016));
    assert!(document.citations.is_empty(), "nothing is said about sentences");
}

#[test]
fn json_ld_lists_works_as_objects_addresses_and_text() {
    let data = r#"{"@context":"https://schema.org","@graph":[{"@type":"WebPage","citation":["no paper cites this"]},
        {"@type":["ScholarlyArticle"],"name":"Weirs","citation":[
          {"@type":"ScholarlyArticle","name":"Dams last","author":[{"@type":"Person","givenName":"Ada","familyName":"Lee"}],
           "datePublished":"2019-05-01","isPartOf":{"@type":"PublicationIssue","isPartOf":{"@type":"Periodical","name":"J. Dams"}},
           "identifier":{"@type":"PropertyValue","propertyID":"DOI","value":"10.5555/dams.1"}},
          "https://doi.org/10.5555/dams.2",
          "Solo H. Weirs and dams, forty years later. Journal of Weirs 12 (1999) 44.",
          {"@id":"https://doi.org/10.5555/dams.4"}, 7]}]}"#;
    let document = landing(&format!("<script type=\"application/ld+json\">{data}</script>"));
    let dois: Vec<Option<&str>> =
        document.references.iter().map(|reference| reference.identifiers.doi.as_deref()).collect();
    assert_eq!(dois, [Some("10.5555/dams.1"), Some("10.5555/dams.2"), None, Some("10.5555/dams.4")]);
    assert_eq!(document.references[0].title.as_deref(), Some("Dams last"));
    assert_eq!(document.references[0].venue.as_deref(), Some("J. Dams"));
    assert_eq!(families(&document.references[0]), ["Lee"]);
}

#[test]
fn a_page_that_shows_its_list_or_its_text_is_read_from_what_it_shows() {
    let meta =
        "<meta name=\"citation_reference\" content=\"citation_title=Hidden; citation_doi=10.5555/hidden\">";
    let body = "<p>Oak lasts longer than pine, as has been known for centuries [1].</p><h2>References</h2><ol>\
                <li id=\"a\">Lee A. Oak. J Wood 2019;1:2.</li><li id=\"b\">Solo H. Pine. J Wood 2018;1:3.</li>\
                <li id=\"c\">Duck D. Elm. J Wood 2017;1:4.</li></ol>";
    let shown = format!("<html><head>{meta}</head><body><article>{body}</article></body></html>");
    let document = parse(Input::new(&shown, "page.html")).expect("it can be read");
    assert!(document.references.iter().all(|reference| !reference.raw.contains("Hidden")));
    assert_eq!(document.references.len(), 3);
}

#[test]
fn hostile_metadata_costs_no_more_than_its_length() {
    let many = "<meta name=\"citation_reference\" content=\"citation_title=A title of a work that is long enough; citation_year=2001\">"
        .repeat(20_000);
    assert!(landing(&many).references.len() <= 5_000);
    let keys = "citation_author=;".repeat(100_000);
    let document = landing(&format!("<meta name=\"citation_reference\" content=\"{keys}\">"));
    assert!(document.references.is_empty());
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(landing(&format!("<script type=\"application/ld+json\">{deep}</script>")).references.is_empty());
}

#[test]
fn of_three_authors_and_more_there_may_be_others() {
    let entry = |authors: &str| reference(&format!("citation_title=Weirs of oak; citation_author={authors}"));
    assert!(!entry("A Smith, B Lee").truncated_authors);
    assert!(entry("A Smith, B Lee, C Wu").truncated_authors);
}
