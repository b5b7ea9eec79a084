//! Files that were made to do harm, and files that were damaged: an error in words or a document, never a panic.

use std::fmt::Write as _;

use proptest::prelude::*;

use crate::docx::{document, field, paragraph, run, zipped};
use crate::opened;

fn read(bytes: Vec<u8>) -> Result<usize, String> {
    let content = opened("paper.docx", bytes)?;
    content
        .parse("paper.docx", false)
        .map(|document| document.blocks.len())
        .map_err(|error| error.to_string())
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("<w:sdt><w:sdtContent>", "</w:sdtContent></w:sdt>"), ("<w:ins>", "</w:ins>")] {
        let body = format!("{}{}{}", open.repeat(10_000), paragraph(&run("Text.")), close.repeat(10_000));
        assert!(read(document(&body, &[])).unwrap_err().contains("nested"));
    }
    let boxes =
        "<w:p><w:r><w:txbxContent>".repeat(200) + &run("x") + &"</w:txbxContent></w:r></w:p>".repeat(200);
    assert!(read(document(&boxes, &[])).is_ok());
    let fields = r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r>"#.repeat(20_000);
    assert!(read(document(&paragraph(&(run("Text.") + &fields)), &[])).is_ok());
}

#[test]
fn entities_are_not_expanded() {
    let mut entities = String::from("<!DOCTYPE d [<!ENTITY a0 \"lol\">");
    for level in 1..30 {
        let before = format!("&a{};", level - 1);
        write!(entities, "<!ENTITY a{level} \"{}\">", before.repeat(10)).unwrap();
    }
    entities.push_str("<!ENTITY file SYSTEM \"file:///etc/passwd\">]>");
    let xml = format!(
        "<?xml version=\"1.0\"?>{entities}<w:document><w:body><w:p><w:r><w:t>A &a29; b &file; c.</w:t></w:r></w:p></w:body></w:document>"
    );
    let content = opened("paper.docx", zipped(&[("word/document.xml", &xml)])).unwrap();
    let document = content.parse("paper.docx", false).unwrap();
    assert_eq!(document.blocks[0].text, "A &a29; b &file; c.");
}

#[test]
fn a_huge_attribute_and_instruction_do_no_harm() {
    // Of letters that do not pack well: what does is refused as a bomb.
    let mut state = 1_u32;
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b'a' + (state >> 24) as u8 % 26)
    };
    let huge: String = (0..6_000_000).map(letter).collect();
    let body = format!(
        r#"<w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_{huge}"/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>{}"#,
        paragraph(&run("Text.")),
        paragraph(&field(&format!("ADDIN ZOTERO_ITEM CSL_CITATION {{{huge}"), &run("More.")))
    );
    assert!(read(document(&body, &[])).is_ok());
    let deep = format!("ADDIN ZOTERO_ITEM CSL_CITATION {}", "[".repeat(100_000));
    assert!(read(document(&paragraph(&field(&deep, &run("More."))), &[])).is_ok());
}

#[test]
fn text_is_never_markup() {
    let evil = "<script>alert(1)</script><img src=x onerror=alert(1)>\"'&lt;";
    let body = paragraph(&format!(
        r#"<w:bookmarkStart w:id="1" w:name="x&quot; onclick=&quot;y"/>{}{}"#,
        run(evil),
        field("HYPERLINK \"https://example.org/\"onclick=alert(1) \"", &run("link"))
    ));
    let content = opened("paper.docx", document(&body, &[])).unwrap();
    let citelight_document::document::Content::Text { text, .. } = &content else { panic!("no text") };
    assert!(!text.contains("<script") && !text.contains("<img") && !text.contains("onclick=\""), "{text}");
    let parsed = content.parse("paper.docx", false).unwrap();
    assert_eq!(parsed.blocks[0].text, format!("{evil}link"));
}

#[test]
fn what_is_no_word_document_says_what_to_do() {
    let odt = zipped(&[("mimetype", "application/vnd.oasis.opendocument.text"), ("content.xml", "<x/>")]);
    assert!(read(odt).unwrap_err().contains(".docx"));
    assert!(read(vec![0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]).unwrap_err().contains(".docx"));
    assert!(read(b"{\\rtf1 text}".to_vec()).unwrap_err().contains(".docx"));
    assert!(read(document("", &[])).unwrap_err().contains("no text"));
    assert!(read(zipped(&[("notes.dat", "x")])).unwrap_err().contains("begins a document"));
    assert!(read(Vec::new()).is_err());
}

#[test]
fn truncated_documents_are_errors() {
    let whole = document(&paragraph(&run("Adults need sleep.")), &[]);
    for end in (0..whole.len()).step_by(37) {
        let _ = read(whole[..end].to_vec());
    }
    // A part that breaks off is read up to there.
    let cut = "<w:document><w:body><w:p><w:r><w:t>Adults need sleep.</w:t></w:r></w:p><w:p><w:r><w:t>And";
    assert!(read(zipped(&[("word/document.xml", cut)])).unwrap() >= 1);
}

/// Markup of elements that mean something, in any order.
fn markup() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<w:p>"),
        Just("</w:p>"),
        Just("<w:r>"),
        Just("</w:r>"),
        Just("<w:t>text [1] (Smith, 2019)</w:t>"),
        Just("<w:fldChar w:fldCharType=\"begin\"/>"),
        Just("<w:fldChar w:fldCharType=\"separate\"/>"),
        Just("<w:fldChar w:fldCharType=\"end\"/>"),
        Just("<w:instrText>ADDIN ZOTERO_BIBL</w:instrText>"),
        Just("<w:instrText>ADDIN EN.CITE.DATA</w:instrText>"),
        Just("<w:instrText>TOC</w:instrText>"),
        Just("<w:instrText>CITATION a \\m</w:instrText>"),
        Just("<w:tbl>"),
        Just("</w:tbl>"),
        Just("<w:tr>"),
        Just("</w:tr>"),
        Just("<w:tc>"),
        Just("</w:tc>"),
        Just("<w:sdt>"),
        Just("</w:sdt>"),
        Just("<w:txbxContent>"),
        Just("</w:txbxContent>"),
        Just("<w:bookmarkStart w:id=\"1\" w:name=\"ZOTERO_BREF_x\"/>"),
        Just("<w:bookmarkEnd w:id=\"1\"/>"),
        Just("<w:footnoteReference w:id=\"1\"/>"),
        Just("<w:hyperlink w:anchor=\"a\">"),
        Just("</w:hyperlink>"),
        Just("<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>"),
        Just("<m:oMath><m:t>x</m:t></m:oMath>"),
        Just("<w:sym w:font=\"Symbol\" w:char=\"F061\"/>"),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn no_markup_does_harm(body in markup()) {
        let _ = read(document(&body, &[]));
    }

    #[test]
    fn no_damage_does_harm(at in 0_usize..4000, value in any::<u8>(), body in markup()) {
        let mut bytes = document(&(paragraph(&run("Adults need sleep.")) + &body), &[]);
        let place = at % bytes.len();
        bytes[place] = value;
        let _ = read(bytes);
    }
}
