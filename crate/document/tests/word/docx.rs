//! Word documents in the making: what Word and the plugins of reference managers write, packed as they pack it.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter};

const MAIN: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A document of these parts.
pub(crate) fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipArchiveWriter::new(Vec::new());
    for (name, content) in parts {
        let file = writer.new_file(*name).compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut packing = config.wrap(DeflateEncoder::new(&mut entry, Compression::default()));
        packing.write_all(content.as_bytes()).unwrap();
        let (encoder, descriptor) = packing.finish().unwrap();
        encoder.finish().unwrap();
        entry.finish(descriptor).unwrap();
    }
    writer.finish().unwrap()
}

/// A document whose body is this markup, with further parts.
pub(crate) fn document(body: &str, further: &[(&str, &str)]) -> Vec<u8> {
    let document = format!(
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="{MAIN}" xmlns:r="{RELATIONSHIPS}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>{body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>"#
    );
    let package = format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>"#
    );
    let related = format!(
        r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="{RELATIONSHIPS}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="{RELATIONSHIPS}/numbering" Target="numbering.xml"/><Relationship Id="rId3" Type="{RELATIONSHIPS}/footnotes" Target="footnotes.xml"/><Relationship Id="rId4" Type="{RELATIONSHIPS}/endnotes" Target="endnotes.xml"/><Relationship Id="rId5" Type="{RELATIONSHIPS}/hyperlink" Target="https://doi.org/10.1000/linked" TargetMode="External"/></Relationships>"#
    );
    let types = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>"#;
    let styles = format!(
        r#"<w:styles xmlns:w="{MAIN}"><w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:type="paragraph" w:styleId="Custom"><w:basedOn w:val="berschrift2"/><w:name w:val="My heading"/></w:style><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style><w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style><w:style w:type="character" w:styleId="Hoch"><w:name w:val="Raised"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>"#
    );
    let numbering = format!(
        r#"<w:numbering xmlns:w="{MAIN}"><w:abstractNum w:abstractNumId="4"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="[%1]"/></w:lvl></w:abstractNum><w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="4"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="5"/></w:num></w:numbering>"#
    );
    let mut parts = vec![
        ("[Content_Types].xml", types),
        ("_rels/.rels", package.as_str()),
        ("word/document.xml", document.as_str()),
        ("word/_rels/document.xml.rels", related.as_str()),
        ("word/styles.xml", styles.as_str()),
        ("word/numbering.xml", numbering.as_str()),
    ];
    parts.extend(further);
    zipped(&parts)
}

/// Text as it stands in XML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A run.
pub(crate) fn run(text: &str) -> String {
    format!(r#"<w:r w:rsidR="00A1"><w:t xml:space="preserve">{}</w:t></w:r>"#, escaped(text))
}

/// A paragraph of runs.
pub(crate) fn paragraph(runs: &str) -> String {
    format!(r#"<w:p w:rsidR="00B2">{runs}</w:p>"#)
}

/// A paragraph of a style.
pub(crate) fn styled(style: &str, text: &str) -> String {
    format!(r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{}</w:p>"#, run(text))
}

/// A complex field, its instruction in several runs, as Word parts long ones.
pub(crate) fn field(instruction: &str, shown: &str) -> String {
    format!("{}{}{}", begin(instruction), shown, end())
}

pub(crate) fn begin(instruction: &str) -> String {
    let middle = (instruction.len() / 2..).find(|at| instruction.is_char_boundary(*at)).unwrap();
    let (one, other) = instruction.split_at(middle);
    let part = |text: &str| {
        format!(r#"<w:r><w:instrText xml:space="preserve">{}</w:instrText></w:r>"#, escaped(text))
    };
    format!(
        r#"<w:r><w:fldChar w:fldCharType="begin"/></w:r>{}{}<w:r><w:fldChar w:fldCharType="separate"/></w:r>"#,
        part(one),
        part(other)
    )
}

pub(crate) fn end() -> String {
    r#"<w:r><w:fldChar w:fldCharType="end"/></w:r>"#.to_owned()
}

/// The part that holds notes: `kind` is `footnote` or `endnote`.
pub(crate) fn notes(kind: &str, notes: &[&str]) -> String {
    let own: String = notes
        .iter()
        .zip(1..)
        .map(|(note, id)| {
            format!(
                r#"<w:{kind} w:id="{id}"><w:p><w:r><w:rPr><w:rStyle w:val="Hoch"/></w:rPr><w:{kind}Ref/></w:r>{note}</w:p></w:{kind}>"#
            )
        })
        .collect();
    format!(
        r#"<w:{kind}s xmlns:w="{MAIN}"><w:{kind} w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:{kind}>{own}</w:{kind}s>"#
    )
}

pub(crate) fn note_mark(kind: &str, id: usize) -> String {
    format!(r#"<w:r><w:rPr><w:rStyle w:val="Hoch"/></w:rPr><w:{kind}Reference w:id="{id}"/></w:r>"#)
}
