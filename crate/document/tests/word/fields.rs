//! Documents in which Word, Zotero, Mendeley or EndNote manage the citations: what they carry maps exactly, and describes the works.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use citelight_document::citation::Reference;
use citelight_document::document::Document;
use serde_json::{Value, json};

use crate::docx::{begin, document, end, escaped, field, note_mark, notes, paragraph, run, styled};
use crate::{cited, parsed};

/// Works whose entries the list prints in another order than they are cited in, and cut short.
fn works() -> [Value; 3] {
    [
        json!({"id": 7, "type": "article-journal", "title": "Sleep & memory in <i>adults</i>", "container-title": "Journal of Sleep",
            "DOI": "10.1000/sleep", "volume": "12", "issue": "3", "page": "1-9", "abstract": "Long.",
            "author": [{"family": "Smith", "given": "Jane"}, {"family": "van der Berg", "given": "K."}],
            "issued": {"date-parts": [["2019", 4]]}}),
        json!({"id": 8, "type": "book", "title": "Dreams of Electric Sheep", "publisher": "Night Press", "ISBN": "9780000000002",
            "author": [{"family": "Müller", "given": "Zoë"}], "issued": {"date-parts": [["2020"]]}}),
        json!({"id": 9, "type": "article-journal", "title": "Night work and the heart", "container-title": "Lancet",
            "author": [{"literal": "Heart Study Group"}], "issued": {"date-parts": [["2018"]]}, "URL": "https://example.org/heart"}),
    ]
}

const PRINTED: [&str; 3] = [
    "Heart Study Group. Night work and the heart. Lancet. 2018.",
    "Müller Z. Dreams of electric sheep. 2020.",
    "Smith J, van der Berg K. Sleep & memory in adults. J Sleep. 2019;12(3):1–9.",
];

fn zotero(cited: &[usize]) -> Value {
    let items: Vec<Value> = cited
        .iter()
        .map(|at| {
            json!({"id": at + 40, "uris": [format!("http://zotero.org/users/1/items/KEY{at}")], "itemData": works()[*at]})
        })
        .collect();
    json!({"citationID": "a1b2", "properties": {"formattedCitation": "(x)", "plainCitation": "(x)", "noteIndex": 0},
        "citationItems": items, "schema": "https://github.com/citation-style-language/schema/raw/master/csl-citation.json"})
}

fn zotero_field(cited: &[usize], shown: &str) -> String {
    field(&format!(" ADDIN ZOTERO_ITEM CSL_CITATION {} ", zotero(cited)), &run(shown))
}

/// A list in one field, over several paragraphs.
fn list_field(instruction: &str, entries: &[&str]) -> String {
    let last = entries.len() - 1;
    let paragraphs = entries.iter().enumerate().map(|(at, entry)| {
        let first = if at == 0 { begin(instruction) } else { String::new() };
        let last = if at == last { end() } else { String::new() };
        paragraph(&format!("{first}{}{last}", run(entry)))
    });
    paragraphs.collect()
}

fn article(sentences: &str, list: &str) -> String {
    format!(
        "{}{}{}{}{list}",
        styled("Titel", "On sleep"),
        styled("berschrift1", "Introduction"),
        paragraph(sentences),
        styled("berschrift1", "References"),
    )
}

/// What fields say of the works, wherever they come from.
fn check(document: &Document, sleep: usize, sheep: usize, heart: usize) {
    let by = |at: usize| -> &Reference { &document.references[at] };
    assert_eq!(by(sleep).identifiers.doi.as_deref(), Some("10.1000/sleep"));
    assert_eq!(by(sleep).title.as_deref(), Some("Sleep & memory in adults"));
    assert_eq!(by(sleep).venue.as_deref(), Some("Journal of Sleep"));
    let families: Vec<&str> = by(sleep).authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!(families, ["Smith", "van der Berg"]);
    assert_eq!(by(sheep).title.as_deref(), Some("Dreams of Electric Sheep"));
    assert_eq!((by(sheep).year, by(heart).year, by(sleep).year), (Some(2020), Some(2018), Some(2019)));
    assert_eq!(by(heart).authors[0].family, "Heart Study Group");
}

#[test]
fn zotero_fields_map_exactly_whatever_the_text_says() {
    let sentences = format!(
        "{}{}{}{}{}",
        run("Adults need sleep "),
        zotero_field(&[0, 1], "(Smith and van der Berg; Müller)"),
        run(", and at night "),
        zotero_field(&[2], "(“Night work”)"),
        run(". Later "),
    );
    let list = list_field(" ADDIN ZOTERO_BIBL {\"uncited\":[],\"omitted\":[]} CSL_BIBLIOGRAPHY ", &PRINTED);
    let document = parsed(document(&article(&sentences, &list), &[]));
    assert_eq!(
        cited(&document),
        [("(Smith and van der Berg; Müller)", vec![2, 1]), ("(“Night work”)", vec![0])]
    );
    assert_eq!(document.references.len(), 3);
    assert_eq!(document.references[2].raw, PRINTED[2]);
    check(&document, 2, 1, 0);
    assert!(
        !document
            .blocks
            .iter()
            .any(|block| block.text.contains("Night Press") || block.text.contains("J Sleep"))
    );
}

#[test]
fn numbers_are_those_of_the_printed_list() {
    let sentences = format!(
        "{}{}{}{}",
        run("Adults need sleep "),
        zotero_field(&[0], "[3]"),
        run(", always "),
        zotero_field(&[2, 1, 0], "[1–3]"),
    );
    let printed: Vec<String> =
        PRINTED.iter().zip(1..).map(|(entry, at)| format!("[{at}]\t{entry}")).collect();
    let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
    let list = list_field(" ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY ", &printed);
    let document = parsed(document(&article(&sentences, &list), &[]));
    assert_eq!(document.references[2].label.as_deref(), Some("[3]"));
    let mapped: Vec<Vec<usize>> = cited(&document)
        .into_iter()
        .map(|(_, mut references)| {
            references.sort_unstable();
            references
        })
        .collect();
    assert_eq!(mapped, [vec![2], vec![0, 1, 2]]);
    check(&document, 2, 1, 0);
}

#[test]
fn works_that_no_list_prints_are_references_too() {
    let sentences = format!("{}{}", run("Adults need sleep "), zotero_field(&[0, 1, 2], "(several)"));
    let body = format!("{}{}", styled("berschrift1", "Introduction"), paragraph(&sentences));
    let document = parsed(document(&body, &[]));
    assert_eq!(cited(&document), [("(several)", vec![0, 1, 2])]);
    check(&document, 0, 1, 2);
}

#[test]
fn a_list_typed_by_hand_is_joined_with_the_fields() {
    let list: String = PRINTED.iter().map(|entry| paragraph(&run(entry))).collect();
    let sentences = format!(
        "{}{}{}",
        run("Adults need sleep "),
        zotero_field(&[0], "(see there)"),
        run(" and dream (Müller 2020).")
    );
    let document = parsed(document(&article(&sentences, &list), &[]));
    assert_eq!(cited(&document), [("(see there)", vec![2]), ("(Müller 2020)", vec![1])]);
    assert_eq!(document.references[2].identifiers.doi.as_deref(), Some("10.1000/sleep"));
    assert_eq!(document.references.len(), 3);
}

#[test]
fn zotero_keeps_its_data_beside_bookmarks() {
    let mark = |id: usize, name: &str, shown: &str| {
        format!(r#"<w:bookmarkStart w:id="{id}" w:name="{name}"/>{}<w:bookmarkEnd w:id="{id}"/>"#, run(shown))
    };
    let property = |name: &str, value: &str| {
        let characters: Vec<char> = value.chars().collect();
        let parts: Vec<String> = characters
            .chunks(255)
            .zip(1..)
            .map(|(part, number)| {
                let part: String = part.iter().collect();
                format!(
                    r#"<property fmtid="{{D5CDD505-2E9C-101B-9397-08002B2CF9AE}}" pid="{}" name="{name}_{number}"><vt:lpwstr>{}</vt:lpwstr></property>"#,
                    number + 1,
                    escaped(&part)
                )
            })
            .collect();
        parts.concat()
    };
    let custom = format!(
        r#"<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">{}{}</Properties>"#,
        property("ZOTERO_BREF_aaaaaaaaaaaa", &format!("ZOTERO_ITEM CSL_CITATION {}", zotero(&[0, 2]))),
        property("ZOTERO_BREF_bbbbbbbbbbbb", "ZOTERO_BIBL {\"uncited\":[]} CSL_BIBLIOGRAPHY"),
    );
    let sentences = format!("{}{}", run("Adults need sleep "), mark(3, "ZOTERO_BREF_aaaaaaaaaaaa", "(both)"));
    let list = format!(
        r#"<w:p><w:bookmarkStart w:id="4" w:name="ZOTERO_BREF_bbbbbbbbbbbb"/>{}</w:p>{}<w:bookmarkEnd w:id="4"/>"#,
        run(PRINTED[0]),
        paragraph(&run(PRINTED[2])),
    );
    let document = parsed(document(&article(&sentences, &list), &[("docProps/custom.xml", &custom)]));
    assert_eq!(cited(&document), [("(both)", vec![1, 0])]);
    assert_eq!(document.references[1].identifiers.doi.as_deref(), Some("10.1000/sleep"));
}

#[test]
fn zotero_cites_in_notes() {
    let full =
        "Jane Smith and K. van der Berg, “Sleep & Memory in Adults,” Journal of Sleep 12, no. 3 (2019): 1–9.";
    let sentences = format!("{}{}", run("Adults need sleep."), note_mark("footnote", 1));
    let footnotes = notes("footnote", &[&zotero_field(&[0], full)]);
    let list = list_field(" ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY ", &PRINTED);
    let document = parsed(document(&article(&sentences, &list), &[("word/footnotes.xml", &footnotes)]));
    assert!(!document.citations.is_empty());
    assert!(document.citations.iter().all(|citation| citation.references == [2]), "{:?}", document.citations);
}

#[test]
fn mendeleys_old_fields_are_read() {
    let items: Vec<Value> = [1, 0]
        .iter()
        .zip(1..)
        .map(|(at, number)| {
            let mut data = works()[*at].clone();
            data["id"] = json!(format!("ITEM-{number}"));
            json!({"id": format!("ITEM-{number}"), "itemData": data,
                "uris": [format!("http://www.mendeley.com/documents/?uuid=0000-{at}")]})
        })
        .collect();
    let citation = json!({"citationItems": items, "mendeley": {"formattedCitation": "(x)"}, "properties": {"noteIndex": 0}});
    let sentences = format!(
        "{}{}",
        run("Adults need sleep "),
        field(&format!("ADDIN CSL_CITATION {citation}"), &run("[2], [3]"))
    );
    let list = list_field("ADDIN Mendeley Bibliography CSL_BIBLIOGRAPHY ", &PRINTED);
    let document = parsed(document(&article(&sentences, &list), &[]));
    assert_eq!(cited(&document), [("[2], [3]", vec![1, 2])]);
    assert_eq!(document.references[2].identifiers.doi.as_deref(), Some("10.1000/sleep"));
}

#[test]
fn mendeleys_content_controls_are_read() {
    let items: Vec<Value> =
        [0, 2].iter().map(|at| json!({"id": format!("uuid-{at}"), "itemData": works()[*at]})).collect();
    let citation = json!({"citationID": "MENDELEY_CITATION_1", "properties": {"noteIndex": 0}, "isEdited": false,
        "manualOverride": {"isManuallyOverridden": false, "citeprocText": "(x)", "manualOverrideText": ""}, "citationItems": items})
    .to_string();
    let control = |data: &str, shown: &str| {
        format!(
            r#"<w:sdt><w:sdtPr><w:rPr><w:color w:val="000000"/></w:rPr><w:tag w:val="MENDELEY_CITATION_v3_{data}"/><w:id w:val="-12"/><w:placeholder><w:docPart w:val="DefaultPlaceholder_-1854013440"/></w:placeholder></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>"#,
            run(shown)
        )
    };
    let list: String = [PRINTED[0], PRINTED[2]].iter().map(|entry| paragraph(&run(entry))).collect();
    let list = format!(
        r#"<w:sdt><w:sdtPr><w:tag w:val="MENDELEY_BIBLIOGRAPHY"/><w:id w:val="3"/></w:sdtPr><w:sdtContent>{list}</w:sdtContent></w:sdt>"#
    );
    for data in [STANDARD.encode(&citation), URL_SAFE_NO_PAD.encode(&citation)] {
        let sentences = format!("{}{}", run("Adults need sleep "), control(&data, "(both of them)"));
        let document = parsed(document(&article(&sentences, &list), &[]));
        assert_eq!(cited(&document), [("(both of them)", vec![1, 0])]);
        assert_eq!(document.references[1].identifiers.doi.as_deref(), Some("10.1000/sleep"));
    }
}

const ENDNOTE: &str = "<EndNote><Cite><Author>Smith</Author><Year>2019</Year><RecNum>12</RecNum><DisplayText>[1, 2]</DisplayText><record><rec-number>12</rec-number><foreign-keys><key app=\"EN\" db-id=\"abc\" timestamp=\"1\">12</key></foreign-keys><ref-type name=\"Journal Article\">17</ref-type><contributors><authors><author><style face=\"normal\" font=\"default\" size=\"100%\">Smith, Jane</style></author><author>van der Berg, K.</author></authors></contributors><titles><title>Sleep &amp; memory in adults</title><secondary-title>Journal of Sleep</secondary-title></titles><volume>12</volume><number>3</number><pages>1-9</pages><dates><year>2019</year></dates><electronic-resource-num>10.1000/sleep</electronic-resource-num></record></Cite><Cite><Author>Müller</Author><Year>2020</Year><RecNum>13</RecNum><record><rec-number>13</rec-number><foreign-keys><key app=\"EN\" db-id=\"abc\" timestamp=\"1\">13</key></foreign-keys><ref-type name=\"Book\">6</ref-type><contributors><authors><author>Müller, Zoë</author></authors></contributors><titles><title>Dreams of Electric Sheep</title></titles><dates><year>2020</year></dates><publisher>Night Press</publisher></record></Cite></EndNote>";

#[test]
fn endnotes_fields_are_read_with_their_data_inside_and_beside() {
    let list = list_field(" ADDIN EN.REFLIST ", &[PRINTED[2], PRINTED[1]]);
    let inside = field(&format!(" ADDIN EN.CITE {ENDNOTE}"), &run("(see both)"));
    let data = STANDARD.encode(ENDNOTE);
    let first = |data: &str| {
        format!(
            r#"<w:r><w:fldChar w:fldCharType="begin">{data}</w:fldChar></w:r><w:r><w:instrText xml:space="preserve"> ADDIN EN.CITE </w:instrText></w:r>"#
        )
    };
    let beside = format!(
        r#"{}<w:r><w:fldChar w:fldCharType="begin"><w:fldData xml:space="preserve">{data}</w:fldData></w:fldChar></w:r><w:r><w:instrText xml:space="preserve"> ADDIN EN.CITE.DATA </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>{}{}"#,
        first(""),
        run("(see both)"),
        end()
    );
    for cite in [inside, beside] {
        let sentences = format!("{}{cite}{}", run("Adults need sleep "), run("."));
        let document = parsed(document(&article(&sentences, &list), &[]));
        assert_eq!(cited(&document), [("(see both)", vec![0, 1])]);
        assert_eq!(document.references[0].identifiers.doi.as_deref(), Some("10.1000/sleep"));
        assert_eq!(document.references[0].authors[1].family, "van der Berg");
        assert_eq!(document.references[1].title.as_deref(), Some("Dreams of Electric Sheep"));
    }
}

#[test]
fn words_own_citations_are_read_with_its_sources() {
    let sources = r#"<b:Sources SelectedStyle="\APASixthEditionOfficeOnline.xsl" StyleName="APA" xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography" xmlns="http://schemas.openxmlformats.org/officeDocument/2006/bibliography"><b:Source><b:Tag>Smi19</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Author><b:Author><b:NameList><b:Person><b:Last>Smith</b:Last><b:First>Jane</b:First></b:Person><b:Person><b:Last>van der Berg</b:Last><b:First>K.</b:First></b:Person></b:NameList></b:Author></b:Author><b:Title>Sleep &amp; memory in adults</b:Title><b:JournalName>Journal of Sleep</b:JournalName><b:Year>2019</b:Year><b:Volume>12</b:Volume><b:DOI>10.1000/sleep</b:DOI></b:Source><b:Source><b:Tag>Hea18</b:Tag><b:SourceType>InternetSite</b:SourceType><b:Author><b:Author><b:Corporate>Heart Study Group</b:Corporate></b:Author></b:Author><b:Title>Night work and the heart</b:Title><b:Year>2018</b:Year><b:URL>https://example.org/heart</b:URL></b:Source></b:Sources>"#;
    let control = |field: &str| {
        format!(
            r#"<w:sdt><w:sdtPr><w:id w:val="5"/><w:citation/></w:sdtPr><w:sdtContent>{field}</w:sdtContent></w:sdt>"#
        )
    };
    let simple =
        format!(r#"<w:fldSimple w:instr=" CITATION Hea18 \p 7 \l 1033 ">{}</w:fldSimple>"#, run(" (there)"));
    let sentences = format!(
        "{}{}{}{simple}",
        run("Adults need sleep"),
        control(&field(" CITATION Smi19 \\l 1033  \\m Hea18", &run(" (several)"))),
        run(", always"),
    );
    let list = format!(
        r#"<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Bibliographies"/></w:docPartObj></w:sdtPr><w:sdtContent>{}<w:sdt><w:sdtPr><w:bibliography/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt></w:sdtContent></w:sdt>"#,
        styled("berschrift1", "Works Cited"),
        list_field(" BIBLIOGRAPHY  \\l 1033 ", &[PRINTED[0], PRINTED[2]]),
    );
    let body = format!("{}{}{list}", styled("berschrift1", "Introduction"), paragraph(&sentences));
    let document = parsed(document(&body, &[("customXml/item1.xml", sources)]));
    let mapped: Vec<Vec<usize>> = cited(&document).into_iter().map(|(_, references)| references).collect();
    assert_eq!(mapped, [vec![1, 0], vec![0]]);
    assert_eq!(document.references[1].identifiers.doi.as_deref(), Some("10.1000/sleep"));
    assert_eq!(document.references[0].authors[0].family, "Heart Study Group");
}

#[test]
fn fields_that_say_nothing_readable_leave_their_text() {
    let list: String = PRINTED.iter().map(|entry| paragraph(&run(entry))).collect();
    let sentences = format!(
        "{}{}{}",
        run("People dream "),
        field(" ADDIN ZOTERO_ITEM CSL_CITATION {\"citationItems\": [{\"id\"", &run("(Müller 2020)")),
        run(".")
    );
    let document = parsed(document(&article(&sentences, &list), &[]));
    assert_eq!(cited(&document), [("(Müller 2020)", vec![1])]);
}

#[test]
fn a_whole_document_is_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/word/bees.docx");
    let document = parsed(std::fs::read(path).expect("the fixture is there"));
    assert_eq!(document.title.as_deref(), Some("Bees on roofs"));
    assert_eq!(
        cited(&document),
        [
            ("(Adams and Baker 2001)", vec![0]),
            ("(Clark 2005; Müller 2019)", vec![1, 2]),
            ("(Müller 2019)", vec![2])
        ]
    );
    let warm = document.blocks.iter().find(|block| block.text.starts_with("Roofs")).expect("the paragraph");
    assert!(warm.text.contains("Bees like warmth"), "{}", warm.text);
    assert_eq!(document.references[1].identifiers.doi.as_deref(), Some("10.1000/api.12.44"));
}

#[test]
fn a_work_without_names_and_year_and_with_a_short_title_is_printed_once() {
    let site = |at: usize, title: &str| {
        let item = json!({"id": at, "uris": [format!("http://zotero.org/users/1/items/SITE{at}")],
            "itemData": {"id": at, "type": "webpage", "title": title, "URL": format!("https://example.org/{at}")}});
        let data = json!({"citationID": "c", "citationItems": [item]});
        field(&format!(" ADDIN ZOTERO_ITEM CSL_CITATION {data} "), &run(&format!("[{at}]")))
    };
    let sentences = format!(
        "{}{}{}{}",
        run("Models "),
        site(1, "Ruby 4"),
        run(" read manuals "),
        site(2, "Introduction - Query Manual")
    );
    let entries = [
        "[1] “Ruby 4”, Example. Accessed: 22 July 2026. [Online]. Available: https://example.org/1",
        "[2] “Introduction - Query Manual”, Example Platform. Accessed: 16 July 2026. https://example.org/2",
    ];
    let list = list_field(" ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY ", &entries);
    let document = parsed(document(&article(&sentences, &list), &[]));
    assert_eq!(document.references.len(), 2);
    assert_eq!(cited(&document), [("[1]", vec![0]), ("[2]", vec![1])]);
}
