//! JATS and other XML through the parser: what its entries and its parts say.

use citelight_document::document::{AnomalyKind, Document, Input, Severity, parse};
use citelight_document::markup::BlockKind;

/// An article with this body and these entries.
fn article(body: &str, entries: &str) -> Document {
    let jats = format!(
        "<?xml version=\"1.0\"?><article><front><article-meta><article-id pub-id-type=\"doi\">10.1000/own</article-id>\
         </article-meta></front><body>{body}</body><back><ref-list>{entries}</ref-list></back></article>"
    );
    parse(Input::new(&jats, "article.xml")).unwrap_or_default()
}

#[test]
fn identifiers_of_an_entry_are_kept_apart() {
    let doi = "<pub-id pub-id-type=\"doi\">10.1038/nature09098</pub-id>";
    let pmid = "<pub-id pub-id-type=\"pmid\">20485434</pub-id>";
    let pmcid = "<pub-id pub-id-type=\"pmcid\">PMC3079456</pub-id>";
    let entries = [
        // Without any sign between the fields.
        format!(
            "<mixed-citation><name><surname>Hirota</surname><given-names>T</given-names></name><name><surname>Doi</surname>\
             <given-names>A</given-names></name><article-title>On clocks</article-title><source>Nature</source><year>2010</year>\
             <volume>465</volume><fpage>342</fpage><lpage>345</lpage>{doi}{pmid}{pmcid}</mixed-citation>"
        ),
        // The same with signs, up to the identifiers.
        format!(
            "<mixed-citation><string-name>T. Hirota</string-name>, <italic><source>Nature</source></italic>\
             <bold><volume>465</volume></bold>, <fpage>342</fpage> (<year>2010</year>).<pub-id pub-id-type=\"coden\">NATUAS\
             </pub-id><issn>0028-0836</issn>{doi}</mixed-citation>"
        ),
        format!(
            "<citation>Hirota T. (2010). On clocks. Nature 465, 342\u{2013}345.{doi}{pmid}PMC: {pmcid}</citation>"
        ),
        "<mixed-citation>Hirota T. On clocks. Nature 2010; 465: 342\u{2013}5. <ext-link ext-link-type=\"doi\" \
         href=\"10.1038/nature09098\">CrossRef</ext-link><ext-link ext-link-type=\"pmid\" href=\"20485434\">PubMed</ext-link>\
         </mixed-citation>"
            .to_owned(),
    ];
    let all: String = entries.iter().map(|entry| format!("<ref>{entry}</ref>")).collect();
    let document = article("<p>Clocks go.</p>", &all);
    let raw: Vec<&str> = document.references.iter().map(|reference| reference.raw.as_str()).collect();
    assert_eq!(
        raw[0],
        "Hirota T Doi A On clocks Nature 2010 465 342 345 10.1038/nature09098 20485434 PMC3079456"
    );
    assert_eq!(raw[1], "T. Hirota, Nature 465, 342 (2010). 10.1038/nature09098");
    assert!(raw[2].ends_with("345. 10.1038/nature09098 20485434 PMC: PMC3079456"), "{}", raw[2]);
    let named = |nth: usize| {
        let own = &document.references[nth].identifiers;
        (own.doi.as_deref(), own.pmid.as_deref(), own.pmcid.as_deref())
    };
    let (doi, pmid, pmcid) = (Some("10.1038/nature09098"), Some("20485434"), Some("PMC3079456"));
    assert_eq!(
        [0, 1, 2, 3].map(named),
        [(doi, pmid, pmcid), (doi, None, None), (doi, pmid, pmcid), (doi, pmid, None)]
    );
}

#[test]
fn what_the_markup_calls_an_identifier_wins_over_the_text() {
    let entry = "<ref id=\"a\"><mixed-citation>Cho K. Review of doi:10.1000/reviewed. Weirs 2010; 3: 1. \
                 <pub-id pub-id-type=\"doi\">https://doi.org/10.1000/Review.</pub-id> \
                 <pub-id pub-id-type=\"arxiv\">arXiv:0904.1234v2</pub-id></mixed-citation></ref>\
                 <ref id=\"b\"><mixed-citation>Dry D. Weirs of oak. <uri href=\"https://example.org/find?doi=10.1000/own\">Find</uri>\
                 </mixed-citation></ref>";
    let document = article("<p>Weirs hold.</p>", entry);
    let own = |nth: usize| &document.references[nth].identifiers;
    assert_eq!((own(0).doi.as_deref(), own(0).arxiv.as_deref()), (Some("10.1000/review"), Some("0904.1234")));
    assert_eq!(own(1).doi, None, "that is the article itself");
}

#[test]
fn only_labels_are_labels() {
    let entry = |number: u32, first: &str| {
        format!(
            "<ref id=\"b{number}\"><element-citation>{first}<year>20{number}</year><article-title>On weirs of oak\
             </article-title><source>Weirs</source></element-citation></ref>"
        )
    };
    let entries: String = (10..22)
        .map(|number| {
            let first = match number % 3 {
                0 => format!("<volume>{}</volume>", number * 30),
                1 => format!("<day>{number}</day><month>May</month>"),
                _ => format!("<edition>{number}</edition>"),
            };
            entry(number, &first)
        })
        .collect();
    let document = article("<p>Weirs hold <xref ref-type=\"bibr\" rid=\"b10\">1</xref>.</p>", &entries);
    let labels: Vec<&str> =
        document.references.iter().filter_map(|reference| reference.label.as_deref()).collect();
    assert_eq!(labels, [""; 0]);
    let warned = document
        .anomalies
        .iter()
        .any(|anomaly| anomaly.severity == Severity::Warning && anomaly.kind == AnomalyKind::NumberGap);
    assert!(!warned, "{:?}", document.anomalies);
    let printed = article(
        "<p>Weirs hold.</p>",
        "<ref><mixed-citation>[7] Byl A. On weirs. Weirs 2001.</mixed-citation></ref>\
         <ref><mixed-citation><bold>8.</bold> <name><surname>Cho</surname></name> On oak. Weirs 2002.</mixed-citation></ref>",
    );
    let labels: Vec<Option<&str>> =
        printed.references.iter().map(|reference| reference.label.as_deref()).collect();
    assert_eq!(labels, [Some("[7]"), Some("8.")]);
}

#[test]
fn citations_count_wherever_the_text_holds_them() {
    let cite = |number: u32| format!("<xref ref-type=\"bibr\" rid=\"b{number}\">[{number}]</xref>");
    let c = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16].map(cite);
    let body = format!(
        "<sec><title>Weirs</title><p>They hold {0}.</p>\
         <fig><label>Figure 1</label><caption><title>A map of weirs {1}</title><p>Crosses are weirs.</p></caption>\
         <attrib>Drawn after {2}</attrib></fig>\
         <fig><caption><title>Another map</title></caption><permissions><copyright-statement>From {3}, with permission.\
         </copyright-statement></permissions></fig>\
         <table-wrap><label>Table 1</label><caption><title>Weirs and rivers {4}</title></caption><table><tbody><tr><td>Oak \
         {5}</td></tr></tbody></table><table-wrap-foot><fn><p>After {6}.</p></fn><p>See {7}.</p></table-wrap-foot></table-wrap>\
         <boxed-text><caption><title>Box 1. Oak {8}</title></caption><p>Oak lasts {9}.</p></boxed-text>\
         <disp-quote><p>Weirs are old.</p><attrib>Byl {10}</attrib></disp-quote>\
         <def-list><def-item><term>Weir {11}</term><def><p>A low dam {12}.</p></def></def-item></def-list>\
         <list><title>Kinds {13}</title><list-item><p>Of oak.</p></list-item></list>\
         <supplementary-material><label>Data S1</label><caption><title>All weirs {14}</title><p>As in {15}.</p></caption>\
         <media href=\"a.csv\"/></supplementary-material>\
         <supplementary-material><caption><p>Click here for data.</p></caption></supplementary-material></sec>",
        c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9], c[10], c[11], c[12], c[13], c[14], c[15]
    );
    let entries: String = (1..=16)
        .map(|number| {
            format!("<ref id=\"b{number}\"><mixed-citation>Byl A. On weirs, part {number}. Weirs 2001.</mixed-citation></ref>")
        })
        .collect();
    let document = article(&body, &entries);
    let mut cited: Vec<usize> =
        document.citations.iter().flat_map(|citation| citation.references.iter().copied()).collect();
    cited.sort_unstable();
    assert_eq!(cited, (0..16).collect::<Vec<usize>>());
    assert!(!document.blocks.iter().any(|block| block.text.contains("Click here")));
    let caption =
        document.blocks.iter().find(|block| block.text.starts_with("A map")).map(|block| block.kind);
    assert_eq!(caption, Some(BlockKind::Caption));
}

#[test]
fn a_number_or_two_cited_early_are_no_exchanged_text() {
    let warned = |order: &[u32]| {
        let cite = |number: &u32| {
            format!("<p>Weirs hold <xref ref-type=\"bibr\" rid=\"b{number}\">[{number}]</xref>.</p>")
        };
        let body: String = order.iter().map(cite).collect();
        let entry = |number: u32| {
            format!(
                "<ref id=\"b{number}\"><label>{number}</label><mixed-citation>Byl A. On weirs {number}. 2001.</mixed-citation></ref>"
            )
        };
        let document = article(&body, &(1..=40).map(entry).collect::<String>());
        document.anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::OutOfOrder)
    };
    let with = |at: usize, early: &[u32]| {
        let mut order: Vec<u32> = (1..=40).filter(|number| !early.contains(number)).collect();
        order.splice(at..at, early.iter().copied());
        order
    };
    assert!(!warned(&with(12, &[40])), "one");
    assert!(!warned(&with(12, &[39, 40])), "two");
    assert!(warned(&with(12, &[21, 22, 23, 24, 25, 26])), "a stretch");
    assert!(!warned(&with(0, &[])), "none");
    // One number that is cited early hides no stretch.
    let mut both = with(12, &[21, 22, 23, 24, 25, 26]);
    both.retain(|number| *number != 40);
    both.insert(3, 40);
    assert!(warned(&both));
    // A few that come late, each at a place of its own.
    let mut late: Vec<u32> = (1..=40).filter(|number| !(11..=13).contains(number)).collect();
    for (at, number) in [(16, 13), (24, 11), (25, 12)] {
        late.insert(at, number);
    }
    assert!(!warned(&late));
}

#[test]
fn a_last_entry_that_ends_in_an_address_or_a_count_is_whole() {
    let truncated = |last: &str| {
        let entry = |number: u32| {
            format!(
                "<ref><mixed-citation>Byl A. On weirs of oak and of pine in the north, part {number}. Weirs 2001; 4: \
                 5\u{2013}9.</mixed-citation></ref>"
            )
        };
        let entries = (1..=10).map(entry).collect::<String>()
            + &format!("<ref><mixed-citation>{last}</mixed-citation></ref>");
        let document = article("<p>Weirs hold.</p>", &entries);
        document.anomalies.iter().any(|anomaly| anomaly.kind == AnomalyKind::Truncated)
    };
    assert!(truncated("Cho K. On weirs of"));
    assert!(!truncated("Weirs of the north, http://www.example.org/weirs/download.html."));
    assert!(!truncated("Weirs of the north, www.example.org"));
    assert!(!truncated("Cho K. On weirs of oak. Weirs 2001; 4: 5. Times Cited: 2162,"));
}

#[test]
fn citations_behind_the_last_stop_break_no_sentence() {
    let cite =
        |number: u32| format!("<xref ref-type=\"bibr\" rid=\"b{number}\">\n<sup>{number}</sup>\n</xref>");
    let text = "The weirs of the north were built of oak that had been felled long before, as everybody knows. Those of the south \
                were of stone, which nobody had to carry far. All of them held the water back for the mills of the towns.";
    let body = format!(
        "<p>{text}{}</p><p>{}{}, {}</p><p>The end of it is known.</p>",
        cite(1),
        text.replace("oak", "pine"),
        cite(2),
        cite(3)
    );
    let entries: String = (1..=3)
        .map(|number| format!("<ref id=\"b{number}\"><label>{number}</label><mixed-citation>Byl A. On weirs. Weirs 2001.</mixed-citation></ref>"))
        .collect();
    let document = article(&body, &entries);
    // What a comma joins is one citation.
    assert_eq!(document.citations.len(), 2);
    assert!(
        document.anomalies.iter().all(|anomaly| anomaly.kind != AnomalyKind::BrokenSentence),
        "{:?}",
        document.anomalies
    );
}

#[test]
fn notes_and_labels_of_tei_that_cite_are_text() {
    let cite = |number: u32| format!("<ref type=\"bibr\" target=\"#b{number}\">[{number}]</ref>");
    let works: String = (1..=5)
        .map(|number| {
            format!(
                "<biblStruct xml:id=\"b{number}\"><monogr><title>Weirs {number}</title><imprint><date when=\"2001\"/></imprint>\
                 </monogr></biblStruct>"
            )
        })
        .collect();
    let tei = format!(
        "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\"><teiHeader/><text><body><div><head>Weirs</head><p>They hold {}.</p><list><label>Oak \
         {}</label><item>Lasts.</item></list><figure type=\"table\"><head>Weirs {}</head><table><row><cell>Oak {}</cell></row></table>\
         <note>After {}.</note><note>Drawn by hand.</note></figure></div></body><back><listBibl>{works}</listBibl></back></text></TEI>",
        cite(1),
        cite(2),
        cite(3),
        cite(4),
        cite(5)
    );
    let document = parse(Input::new(&tei, "weirs.xml")).unwrap_or_default();
    let mut cited: Vec<usize> =
        document.citations.iter().flat_map(|citation| citation.references.iter().copied()).collect();
    cited.sort_unstable();
    assert_eq!(cited, [0, 1, 2, 3, 4]);
    assert!(!document.blocks.iter().any(|block| block.text.contains("by hand")));
}

#[test]
fn a_page_whose_list_a_script_makes_says_so() {
    let text = "Weirs of oak hold the water back for the mills of the towns in the north. ".repeat(30);
    let page = format!(
        "<html><body><d-article><p>{text}<d-cite key=\"byl2001\"></d-cite></p></d-article><d-bibliography src=\"a.bib\">\
         </d-bibliography></body></html>"
    );
    let document = parse(Input::new(&page, "page.html")).unwrap_or_default();
    let hint = document
        .anomalies
        .iter()
        .find(|anomaly| anomaly.kind == AnomalyKind::NoReferences)
        .map(|own| own.hint.as_str());
    assert!(hint.is_some_and(|hint| hint.contains("script")), "{:?}", document.anomalies);
}

#[test]
fn xml_of_another_kind_is_named() {
    for other in [
        "<?xml version=\"1.0\"?><article id=\"a\"><fm><atl>Weirs</atl></fm><bdy><p>They hold.</p></bdy><bm/></article>",
        "<article xmlns=\"http://www.erudit.org/xsd/article\"><liminaire><titre>Weirs</titre></liminaire><corps><alinea>They \
         hold.</alinea></corps></article>",
        "<doc:document xmlns:doc=\"http://www.elsevier.com/xml/document/schema\"><ja:article xmlns:ja=\"http://a\"><body>\
         <ce:sections><ce:para>They hold.</ce:para></ce:sections></body></ja:article></doc:document>",
    ] {
        let document = parse(Input::new(other, "article.xml")).unwrap_or_default();
        let [only] = document.anomalies.as_slice() else { panic!("{:?}", document.anomalies) };
        assert_eq!((only.kind, only.severity), (AnomalyKind::NoBody, Severity::Error));
        assert!(only.hint.contains("XML format"), "{}", only.hint);
    }
    for page in [
        "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>They hold.</p></body></html>",
        "<html xmlns:og=\"http://ogp.me/ns#\"><body><p>They hold.</p></body></html>",
        "<div xmlns:og=\"http://ogp.me/ns#\"><p>They hold.</p></div>",
        "<article xmlns=\"http://www.w3.org/1999/xhtml\"><p>They hold.</p></article>",
    ] {
        let document = parse(Input::new(page, "page.html")).unwrap_or_default();
        assert!(document.anomalies.iter().all(|anomaly| !anomaly.hint.contains("XML")), "{page}");
    }
}
