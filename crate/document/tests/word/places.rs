//! Reference lists that no field marks: tables, websites, lists without a heading, and what stands behind a list.

use citelight_document::document::Document;

use crate::docx::{begin, document, end, field, paragraph, run, styled};
use crate::{cited, parsed};

/// A document with a text of some length; `parts` are paragraphs behind it.
fn article(sentences: &str, parts: &[String]) -> Document {
    parsed(document(&(text(sentences) + &parts.concat()), &[("word/styles.xml", &styles())]))
}

fn text(sentences: &str) -> String {
    let filler = |at: usize| {
        let words =
            format!("Paragraph {at} tells of shelter and of topic {}, so that the text is long.", at * 7);
        paragraph(&run(&words))
    };
    let fillers: String = (0..8).map(filler).collect();
    let heads = styled("Title", "On sleep") + &styled("Heading1", "Introduction");
    format!("{heads}{fillers}{}", paragraph(&run(sentences)))
}

fn styles() -> String {
    let style = |id: &str, name: &str| {
        format!(r#"<w:style w:type="paragraph" w:styleId="{id}"><w:name w:val="{name}"/></w:style>"#)
    };
    format!(
        r#"<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">{}{}{}{}</w:styles>"#,
        style("Title", "Title"),
        style("Heading1", "heading 1"),
        style("Literaturverzeichnis", "Bibliography"),
        style("Caption", "caption"),
    )
}

fn lines(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| paragraph(&run(line))).collect()
}

fn headed(heading: &str, entries: &[&str]) -> Vec<String> {
    let mut parts = vec![styled("Heading1", heading)];
    parts.extend(lines(entries));
    parts
}

fn raw(document: &Document) -> Vec<&str> {
    document.references.iter().map(|reference| reference.raw.as_str()).collect()
}

const NAMED: [&str; 3] = [
    "Lee, B. (2018). Night work and the heart. Lancet, 391, 55–60.",
    "Müller, Z. (2020). Dreams of electric sheep. Nature, 5, 10–12.",
    "Smith, J. (2019). Sleep and memory in adults. Journal of Sleep, 12, 1–9.",
];
const CITING: &str = "Adults need sleep (Smith, 2019; Müller, 2020). Lee (2018) differs.";
const NUMBERED: [&str; 3] = [
    "[1] Smith J. Sleep and memory in adults. J Sleep Res. 2019;12:1–9.",
    "[2] Müller Z. Dreams of electric sheep. Nature. 2020;5:10–12.",
    "[3] Okafor A. Night work and the heart. Lancet. 2018;391:55–60.",
];
const NUMBERS: &str = "Adults need sleep [1]. Sheep dream [2]. Nights are long [3].";
const WEBSITES: [&str; 3] = [
    "[1]packer https://packer.example.org/",
    "[2]React.js https://react.example.org/start/",
    "[3] Elixir http://elixir.example.org/",
];

const SOURCES: &str = r#"<?xml version="1.0"?><b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography">
<b:Source><b:Tag>Abe10</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Author><b:Author><b:NameList><b:Person><b:Last>Abel</b:Last><b:First>A.</b:First></b:Person></b:NameList></b:Author></b:Author><b:Title>Bushes of the north</b:Title><b:Year>2010</b:Year></b:Source>
<b:Source><b:Tag>Zed20</b:Tag><b:SourceType>JournalArticle</b:SourceType><b:Author><b:Author><b:NameList><b:Person><b:Last>Zed</b:Last><b:First>Z.</b:First></b:Person></b:NameList></b:Author></b:Author><b:Title>Trees of the south</b:Title><b:Year>2020</b:Year></b:Source></b:Sources>"#;

/// Word sets its numeric bibliography as a table of two columns.
fn table(entries: &[&str]) -> String {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(&run(text)));
    let row = |(entry, number): (&&str, u32)| {
        format!("<w:tr>{}{}</w:tr>", cell(&format!("[{number}] ")), cell(entry))
    };
    format!("<w:tbl>{}</w:tbl>", entries.iter().zip(1..).map(row).collect::<String>())
}

#[test]
fn a_bibliography_that_word_sets_as_a_table_is_the_list() {
    let entries = [
        "A. Abel, “Bushes of the north,” Journal of Plants, vol. 3, pp. 1-9, 2010.",
        "Z. Zed, “Trees of the south,” Journal of Plants, vol. 13, pp. 10-19, 2020.",
    ];
    let citing = format!(
        "{}{}{}{}",
        run("Trees were studied "),
        field(" CITATION Zed20 \\l 1033 ", &run("[2]")),
        run(", and bushes "),
        field(" CITATION Abe10 \\l 1033 ", &run("[1]"))
    );
    let in_field = format!("{}{}{}", paragraph(&begin(" BIBLIOGRAPHY ")), table(&entries), paragraph(&end()));
    // Word can turn the field into text.
    for (heading, list) in
        [("References", in_field.clone()), ("What was read", in_field), ("References", table(&entries))]
    {
        let body =
            format!("{}{}{}{list}", text("Plants grow."), paragraph(&citing), styled("Heading1", heading));
        let document =
            parsed(document(&body, &[("word/styles.xml", &styles()), ("customXml/item1.xml", SOURCES)]));
        assert_eq!(cited(&document), [("[2]", vec![1]), ("[1]", vec![0])], "{heading}");
        assert_eq!(document.references.len(), 2);
        assert!(document.references[0].raw.starts_with("A. Abel, “Bushes"), "{}", document.references[0].raw);
    }
}

#[test]
fn other_tables_stay_tables() {
    let body = format!(
        "{}{}{}",
        text(CITING),
        table(&["Sleep well", "Rise early"]),
        headed("References", &NAMED).concat()
    );
    let document = parsed(document(&body, &[("word/styles.xml", &styles())]));
    assert_eq!(document.references.len(), 3);
    assert!(document.blocks.iter().any(|block| block.text.contains("Sleep well")));
}

#[test]
fn numbered_websites_are_a_list() {
    for heading in ["References", "参考文献"] {
        let document = article(NUMBERS, &headed(heading, &WEBSITES));
        assert_eq!(cited(&document), [("[1]", vec![0]), ("[2]", vec![1]), ("[3]", vec![2])], "{heading}");
        assert_eq!(document.references.len(), 3);
        // A line that ends the list, not set as a heading.
        let mut with_thanks = headed(heading, &WEBSITES);
        with_thanks.extend(lines(&["謝辞", "We thank everybody who helped us with all of this."]));
        let document = article(NUMBERS, &with_thanks);
        assert_eq!(document.references.len(), 3);
        assert!(document.blocks.iter().any(|block| block.text.starts_with("We thank everybody")));
    }
}

#[test]
fn a_list_in_the_style_of_entries_needs_no_heading() {
    let styled_entries: Vec<String> =
        NAMED.iter().map(|entry| styled("Literaturverzeichnis", entry)).collect();
    let document = article(CITING, &styled_entries);
    assert_eq!(document.references.len(), 3);
    assert_eq!(cited(&document), [("(Smith, 2019; Müller, 2020)", vec![2, 1]), ("Lee (2018)", vec![0])]);
}

#[test]
fn bookmarks_before_entries_are_what_links_lead_to() {
    let entry = |(at, entry): (usize, &&str)| {
        format!(
            r#"<w:bookmarkStart w:id="{at}" w:name="ref-{at}"/>{}<w:bookmarkEnd w:id="{at}"/>"#,
            styled("Literaturverzeichnis", entry)
        )
    };
    let entries: String = NAMED.iter().enumerate().map(entry).collect();
    let citing = format!(
        "{}<w:hyperlink w:anchor=\"ref-2\">{}</w:hyperlink>{}",
        run("Adults sleep ("),
        run("the second study"),
        run(").")
    );
    let body = format!("{}{}{entries}", text(CITING), paragraph(&citing));
    let document = parsed(document(&body, &[("word/styles.xml", &styles())]));
    assert!(cited(&document).contains(&("(the second study)", vec![2])), "{:?}", cited(&document));
}

#[test]
fn a_list_at_the_end_is_found_where_the_text_cites_it() {
    let document = article(CITING, &lines(&NAMED));
    assert_eq!(document.references.len(), 3);
    assert_eq!(cited(&document), [("(Smith, 2019; Müller, 2020)", vec![2, 1]), ("Lee (2018)", vec![0])]);
    let document = article(NUMBERS, &lines(&NUMBERED));
    assert_eq!(cited(&document), [("[1]", vec![0]), ("[2]", vec![1]), ("[3]", vec![2])]);
    let mut with_figures = lines(&NAMED);
    with_figures.extend(lines(&["Figure 1: Hours of sleep of 9 adults from 2017 to 2019."]));
    assert_eq!(article(CITING, &with_figures).references.len(), 3);
}

#[test]
fn a_list_at_the_end_is_whole_where_one_of_its_entries_is_read_otherwise() {
    let mut entries = NAMED.map(str::to_owned).to_vec();
    for at in 0..6 {
        entries.push(format!(
            "Zhou{}, A. ({}). Another study of sleep. Nature, 5, 1{at}–2{at}.",
            ["a", "b", "c", "d", "e", "f"][at],
            2010 + at
        ));
    }
    entries.insert(5, "Zhoua, B. (inreview). Habitat structure and sleep.".to_owned());
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let citing = "Adults need sleep (Smith, 2019; Müller, 2020; Zhoua, 2010; Zhoub, 2011; Zhouc, 2012). Lee (2018) differs.";
    assert_eq!(article(citing, &lines(&entries)).references.len(), 10);
}

#[test]
fn paragraphs_at_the_end_are_no_list_where_nothing_cites_them() {
    let none = "Nothing is cited here, and nothing else matters.";
    assert!(article(none, &lines(&NAMED)).references.is_empty());
    assert!(article(none, &lines(&NUMBERED)).references.is_empty());
    let steps = ["[1] Sleep for eight hours.", "[2] Rise early in the morning.", "[3] Work at night."];
    assert!(article(NUMBERS, &lines(&steps)).references.is_empty());
    let prose = [
        "Lee (2018) found that nights are long.",
        "Müller (2020) found that sheep dream of 2021.",
        "Smith (2019) says so.",
    ];
    assert!(article(CITING, &lines(&prose)).references.is_empty());
}

#[test]
fn what_stands_behind_a_list_is_no_part_of_it() {
    let captions = "Figure 1: Study area overlaid with the network of trails, and 9 deer from 2017 to 2019.";
    let appendix = ["a) How long did you sleep in 2019?", "b) How long did you sleep in 2020?"];
    for behind in [
        vec!["Figure Captions", captions, "Table 1. Hours of sleep of 12 adults in the years 2018 and 2019."],
        vec![captions],
        vec!["Appendix A. Questions", appendix[0], appendix[1]],
        vec!["Anhang", appendix[0], appendix[1]],
        vec!["List of tables", "Table 1 Hours of sleep in 2019"],
    ] {
        let mut parts = headed("Literature Cited", &NAMED);
        parts.extend(lines(&behind));
        let document = article(CITING, &parts);
        assert_eq!(raw(&document), NAMED, "{behind:?}");
        assert!(document.blocks.iter().any(|block| block.text == *behind.last().unwrap()), "{behind:?}");
    }
}

#[test]
fn an_address_in_a_paragraph_of_its_own_belongs_to_the_entry_before_it() {
    let entries = [
        "EPA (2017) Efforts of the states lead to action on dicamba.",
        "https://www.epa.example/newsreleases/efforts. Accessed: January 04, 2018",
        NAMED[0],
        NAMED[1],
        NAMED[2],
    ];
    let document = article(CITING, &headed("Literature Cited", &entries));
    assert_eq!(document.references.len(), 4);
    assert!(
        document.references[0].raw.contains("dicamba. https://www.epa.example/"),
        "{}",
        document.references[0].raw
    );
    // Where entries are nothing but addresses, each is one.
    let addresses =
        ["https://a.example/2017/one", "https://b.example/2018/two", "https://c.example/2019/three"];
    let document = article(CITING, &headed("References", &[&NAMED[..], &addresses[..]].concat()));
    assert_eq!(document.references.len(), 6);
}

#[test]
fn levels_of_factors_in_tables_cite_nothing() {
    let cell = |text: &str| format!("<w:tc>{}</w:tc>", paragraph(&run(text)));
    let row = |label: &str| format!("<w:tr>{}{}{}</w:tr>", cell(label), cell("0.87"), cell("0.71 – 1.06"));
    let labels =
        ["Group A [1]", "Group A [2]", "Depression [1]", "Illness [1]", "Illness [2]", "Age [1]", "Age [2]"];
    let rows: String = labels.iter().map(|label| row(label)).collect();
    let of = |sentences: &str| {
        let list = headed("References", &NUMBERED[..2]).concat();
        let body = format!("{}<w:tbl>{rows}</w:tbl>{list}", text(sentences));
        parsed(document(&body, &[("word/styles.xml", &styles())]))
    };
    assert!(of("Nothing is cited here.").citations.is_empty());
    // Where the text cites by number, so may a table.
    assert_eq!(of("Adults sleep [1].").citations.len(), 8);
}
