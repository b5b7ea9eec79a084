//! Documents in which no program manages the citations.

use citelight_document::document::Format;
use citelight_document::markup::BlockKind;

use crate::docx::{document, field, note_mark, notes, paragraph, run, styled};
use crate::{cited, parsed};

const ENTRIES: [&str; 3] = [
    "Smith J, Jones K. Sleep and memory in adults. J Sleep Res. 2019;12(3):1–9.",
    "Müller Z. Dreams of electric sheep. Nature. 2020;5:10–12. doi:10.1000/sheep",
    "Okafor A, Lee B. Night work and the heart. Lancet. 2018;391:55–60.",
];

fn numbered(text: &str) -> String {
    format!(
        r#"<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>{}</w:p>"#,
        run(text)
    )
}

fn article(sentences: &str, list: &str) -> Vec<u8> {
    let body = format!(
        "{}{}{}{}{}{}",
        styled("Titel", "On sleep"),
        styled("TOC1", "Introduction 1"),
        styled("berschrift1", "Introduction"),
        paragraph(sentences),
        styled("berschrift1", "References"),
        list
    );
    document(&body, &[])
}

#[test]
fn headings_paragraphs_and_a_numbered_list_are_read() {
    let list: String = ENTRIES.iter().map(|entry| numbered(entry)).collect();
    let document = parsed(article(&run("Adults need sleep [1, 3]. Sheep dream [2]."), &list));
    assert_eq!((document.format, document.title.as_deref()), (Format::Docx, Some("On sleep")));
    let blocks: Vec<(BlockKind, &str)> =
        document.blocks.iter().map(|block| (block.kind, block.text.as_str())).collect();
    assert_eq!(
        blocks,
        [
            (BlockKind::Heading(1), "Introduction"),
            (BlockKind::Paragraph, "Adults need sleep [1, 3]. Sheep dream [2]."),
        ]
    );
    assert_eq!(cited(&document), [("[1, 3]", vec![0, 2]), ("[2]", vec![1])]);
    let second = &document.references[1];
    assert_eq!((second.number, second.identifiers.doi.as_deref()), (2, Some("10.1000/sheep")));
}

#[test]
fn an_author_year_list_under_a_typed_heading_is_read() {
    let list: String = [
        "Lee, B. (2018). Night work and the heart. Lancet, 391, 55–60.",
        "Müller, Z. (2020). Dreams of electric sheep. Nature, 5, 10–12.",
        "Smith, J. (2019). Sleep and memory in adults. Journal of Sleep, 12, 1–9.",
    ]
    .iter()
    .map(|entry| paragraph(&run(entry)))
    .collect();
    let body = format!(
        "{}{}{}{}{}",
        paragraph(&run("On sleep")),
        paragraph(&run("Adults need sleep (Smith, 2019; Müller, 2020).")),
        paragraph(&run("Lee (2018) differs.")),
        paragraph(&run("References")),
        list
    );
    let document = parsed(document(&body, &[]));
    assert_eq!(document.title.as_deref(), Some("On sleep"));
    assert_eq!(cited(&document), [("(Smith, 2019; Müller, 2020)", vec![2, 1]), ("Lee (2018)", vec![0])]);
    assert_eq!(document.references.len(), 3);
}

#[test]
fn deleted_text_is_left_out_and_inserted_text_is_kept() {
    let sentences = format!(
        r#"{}<w:del w:id="1" w:author="A"><w:r><w:delText>never </w:delText></w:r></w:del><w:ins w:id="2" w:author="A">{}</w:ins><w:moveFrom w:id="3">{}</w:moveFrom><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>{}"#,
        run("Adults "),
        run("always "),
        run("moved away "),
        run("need sleep [1]."),
    );
    let list: String = ENTRIES.iter().map(|entry| numbered(entry)).collect();
    let document = parsed(article(&sentences, &list));
    assert_eq!(document.blocks[1].text, "Adults always need sleep [1].");
}

#[test]
fn a_paragraph_whose_mark_was_deleted_goes_on() {
    let body = format!(
        r#"<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="A"/></w:rPr></w:pPr>{}</w:p>{}"#,
        run("Adults need "),
        paragraph(&run("sleep.")),
    );
    assert_eq!(parsed(document(&body, &[])).blocks[0].text, "Adults need sleep.");
}

#[test]
fn notes_tables_formulas_and_superscripts_are_read() {
    let raised = |text: &str| {
        format!(r#"<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>{text}</w:t></w:r>"#)
    };
    let sentences = format!(
        "{}{}{}{}{}<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>{}{}",
        run("Adults need sleep."),
        raised("1,2"),
        run(" Some do not"),
        note_mark("footnote", 1),
        run(" where "),
        run(" holds."),
        raised("3"),
    );
    let cell = |text: &str| format!("<w:tc><w:p>{}</w:p></w:tc>", run(text));
    let table = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell("Group"), cell("Hours"));
    let list: String = ENTRIES.iter().map(|entry| numbered(entry)).collect();
    let body = format!(
        "{}{}{}{}{list}",
        styled("berschrift1", "Introduction"),
        paragraph(&sentences),
        table,
        styled("berschrift1", "References"),
    );
    let footnotes = notes("footnote", &[&run(" Cats, for instance.")]);
    let document = parsed(document(&body, &[("word/footnotes.xml", &footnotes)]));
    let of = |kind: BlockKind| {
        let block = document.blocks.iter().find(|block| block.kind == kind);
        block.map(|block| block.text.as_str()).unwrap_or_default()
    };
    assert_eq!(of(BlockKind::Footnote), "Cats, for instance.");
    assert_eq!(of(BlockKind::Table), "Group | Hours");
    assert!(of(BlockKind::Paragraph).contains("$x=1$"), "{}", of(BlockKind::Paragraph));
    let mapped: Vec<Vec<usize>> = cited(&document).into_iter().map(|(_, references)| references).collect();
    assert_eq!(mapped, [vec![0, 1], vec![2]]);
}

#[test]
fn links_and_cross_references_lead_to_entries() {
    let entry = |bookmark: &str, text: &str| {
        format!(
            r#"<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:bookmarkStart w:id="9" w:name="{bookmark}"/>{}<w:bookmarkEnd w:id="9"/></w:p>"#,
            run(text)
        )
    };
    let list: String =
        ENTRIES.iter().enumerate().map(|(at, text)| entry(&format!("_Ref1234{at}"), text)).collect();
    let sentences = format!(
        r#"{}{}{}<w:hyperlink r:id="rId5">{}</w:hyperlink>{}"#,
        run("Adults need sleep "),
        field(" REF _Ref12342 \\r \\h ", &run("[3]")),
        run(", as "),
        run("this page"),
        run(" says.")
    );
    let document = parsed(article(&sentences, &list));
    assert_eq!(cited(&document), [("[3]", vec![2])]);
    assert!(document.blocks.iter().any(|block| block.text.contains("as this page says")));
}

#[test]
fn headings_in_bold_are_headings_where_there_are_no_others() {
    let bold = |text: &str| paragraph(&format!("<w:r><w:rPr><w:b/></w:rPr><w:t>{text}</w:t></w:r>"));
    let list: String = ENTRIES.iter().map(|entry| numbered(entry)).collect();
    let body = format!(
        "{}{}{}{}{list}{}{}",
        bold("On sleep"),
        bold("Introduction"),
        paragraph(&run("Adults need sleep [1].")),
        bold("References"),
        bold("Appendix"),
        paragraph(&run("More on this.")),
    );
    let document = parsed(document(&body, &[]));
    assert_eq!(document.title.as_deref(), Some("On sleep"));
    assert_eq!(document.blocks[0].kind, BlockKind::Heading(1));
    assert_eq!(document.references.len(), 3);
    assert!(document.blocks.iter().any(|block| block.text == "More on this."));
}
