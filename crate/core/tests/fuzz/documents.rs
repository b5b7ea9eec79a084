//! Documents of every format.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use citelight::document::files::{NamedFile, Opened, open};
use citelight::document::pdf::{PdfText, parse_pdf};
use citelight::document::{Companion, Document, Input, parse, render_html, render_markdown};
use citelight::markup::locator_of;

use super::harness::{Contents, Dice, Runner, Seeds, Target, files};
use super::layers;

/// Bytes of the text layer of a book.
const BOOK: usize = 8 << 20;

/// A target for each ending that a fixture's name has, and one for text layers of PDFs.
pub(crate) fn targets() -> Vec<Target> {
    let (mut seeds, mut layers): (BTreeMap<String, Vec<Vec<u8>>>, Vec<PdfText>) = Default::default();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    for path in files(&fixtures) {
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default().to_owned();
        // Models and their logits are no documents, nor are programs.
        if matches!(
            kind.as_str(),
            "jsonl" | "onnx" | "bin" | "snap" | "png" | "pdf" | "mjs" | "ts" | "tsx" | ""
        ) {
            continue;
        }
        if let Ok(content) = std::fs::read_to_string(&path) {
            layers.extend(layer(&content));
            seeds.entry(kind).or_default().push(content.into_bytes());
        }
    }
    assert!(seeds.len() >= 2, "there are seeds of several formats: {:?}", seeds.keys());
    let companions = |names: &[&str]| -> Vec<Seeds> {
        names.iter().filter_map(|name| seeds.get(*name)).map(|some| Seeds::new(some.clone())).collect()
    };
    let mut targets: Vec<Target> = Vec::new();
    for (kind, own) in &seeds {
        let own = Seeds::new(own.clone());
        let others = if matches!(kind.as_str(), "tex" | "md") {
            companions(&["bib", "bbl", "tex"])
        } else {
            Vec::new()
        };
        let make = move |dice: &mut Dice| with_companions(&own, &others, dice);
        targets.push(Target::new(format!("documents/{kind}"), make, try_text));
    }
    let parts = Seeds::new(WORD);
    targets.push(Target::new("documents/docx", move |dice| vec![parts.mutated_text(dice)], try_word));
    let make = move |dice: &mut Dice| bent_layer(&layers, dice);
    targets.push(Target::new("documents/layer.json", make, try_layer));
    targets
}

/// A mutated input, and for LaTeX and the like a few files that go with it.
fn with_companions(own: &Seeds, others: &[Seeds], dice: &mut Dice) -> Contents {
    let mut contents = vec![own.mutated_text(dice)];
    for other in others {
        if dice.below(3) == 0 {
            contents.push(other.mutated_text(dice));
        }
    }
    contents
}

fn bent_layer(layers: &[PdfText], dice: &mut Dice) -> Contents {
    loop {
        let mutated = layers::mutated(dice.one(layers), dice);
        // Copies of copies of pages soon hold as much as a shelf of books, which takes its time.
        if mutated.len() <= BOOK {
            return vec![mutated.into_bytes()];
        }
    }
}

/// The text layer that a content is, if it is one.
fn layer(content: &str) -> Option<PdfText> {
    serde_json::from_str::<PdfText>(content).ok().filter(|layer| !layer.pages.is_empty())
}

/// Parses an input with its links and without, and looks at all of what comes out.
fn try_text(contents: &[Vec<u8>]) -> Result<(), String> {
    let contents: Vec<String> =
        contents.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
    let Some((content, others)) = contents.split_first() else { return Ok(()) };
    let names = ["references.bib", "main.bbl", "chapter.tex"];
    let companions: Vec<Companion<'_>> =
        others.iter().zip(names).map(|(content, name)| Companion { name, content }).collect();
    for hide_links in [false, true] {
        let input = Input { hide_links, ..Input::new(content, "fuzz").with(&companions) };
        if let Ok(document) = parse(input) {
            holds_together(&document)?;
        }
    }
    Ok(())
}

/// Bodies of Word documents with everything that is looked at.
const WORD: [&str; 2] = [
    r#"<w:document><w:body><w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr><w:r><w:t>On sleep</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">We slept </w:t></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> ADDIN ZOTERO_ITEM CSL_CITATION {"citationItems":[{"id":1,"uris":["http://zotero.org/1"],"itemData":{"type":"book","title":"Sleep and memory in adults","author":[{"family":"Smith","given":"J."}],"issued":{"date-parts":[["2020"]]},"DOI":"10.1/x"}}]} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>(Smith, 2020)</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:del><w:r><w:delText>not</w:delText></w:r></w:del><w:r><w:footnoteReference w:id="1"/></w:r></w:p><w:p><w:r><w:fldChar w:fldCharType="begin"/><w:instrText>ADDIN ZOTERO_BIBL {}</w:instrText><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Smith, J. (2020). Sleep and memory in adults.</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:body></w:document>"#,
    r#"<w:document><w:body><w:tbl><w:tr><w:tc><w:p><w:r><w:t>A [1]</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p><w:sdt><w:sdtPr><w:tag w:val="MENDELEY_CITATION_v3_eyJjaXRhdGlvbkl0ZW1zIjpbXX0="/></w:sdtPr><w:sdtContent><w:r><w:t>[1]</w:t></w:r></w:sdtContent></w:sdt><w:hyperlink w:anchor="a"><w:r><w:t>there</w:t></w:r></w:hyperlink><w:fldSimple w:instr=" CITATION Smi20 \l 1033 "><w:r><w:t>(Smith)</w:t></w:r></w:fldSimple><w:r><w:fldChar w:fldCharType="begin"><w:fldData>PEVuZE5vdGU+PC9FbmROb3RlPg==</w:fldData></w:fldChar></w:r><w:r><w:instrText>ADDIN EN.CITE &lt;EndNote&gt;&lt;Cite&gt;&lt;RecNum&gt;1&lt;/RecNum&gt;&lt;record&gt;&lt;titles&gt;&lt;title&gt;Sleep&lt;/title&gt;&lt;/titles&gt;&lt;/record&gt;&lt;/Cite&gt;&lt;/EndNote&gt;</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/><w:t>[2]</w:t><w:fldChar w:fldCharType="end"/></w:r></w:p><w:p><w:r><w:t>References</w:t></w:r></w:p><w:p><w:bookmarkStart w:id="1" w:name="a"/><w:r><w:t>1. Smith J. Sleep. 2020.</w:t></w:r><w:bookmarkEnd w:id="1"/></w:p></w:body></w:document>"#,
];

/// A Word document whose text is this markup.
fn try_word(contents: &[Vec<u8>]) -> Result<(), String> {
    let Some(markup) = contents.first() else { return Ok(()) };
    let mut writer = rawzip::ZipArchiveWriter::new(Vec::new());
    let told = |error: rawzip::Error| error.to_string();
    for part in ["word/document.xml", "word/footnotes.xml", "customXml/item1.xml", "docProps/custom.xml"] {
        let (mut entry, config) = writer.new_file(part).start().map_err(told)?;
        let mut stored = config.wrap(&mut entry);
        stored.write_all(markup).map_err(|error| error.to_string())?;
        let (_, descriptor) = stored.finish().map_err(told)?;
        entry.finish(descriptor).map_err(told)?;
    }
    let bytes = writer.finish().map_err(told)?;
    let Ok(Opened::Content(content)) = open(vec![NamedFile { name: "fuzz.docx".to_owned(), bytes }]) else {
        return Ok(());
    };
    for hide_links in [false, true] {
        if let Ok(document) = content.parse("fuzz.docx", hide_links) {
            holds_together(&document)?;
        }
    }
    Ok(())
}

fn try_layer(contents: &[Vec<u8>]) -> Result<(), String> {
    let Some(layer) = contents.first().and_then(|bytes| layer(&String::from_utf8_lossy(bytes))) else {
        return Ok(());
    };
    for hide_links in [false, true] {
        if let Ok(document) = parse_pdf(&layer, "fuzz", hide_links) {
            holds_together(&document)?;
        }
    }
    Ok(())
}

pub(crate) fn holds_together(document: &Document) -> Result<(), String> {
    for block in &document.blocks {
        let mut end = 0;
        for range in &block.sentences {
            if range.start < end || block.text.get(range.clone()).is_none() {
                return Err(format!("gave the sentence {range:?} of {:?}", block.text));
            }
            end = range.end;
        }
        if block.origins.iter().any(|origin| !block.text.is_char_boundary(origin.start)) {
            return Err(format!("gave an origin inside a character of {:?}", block.text));
        }
    }
    let count = document.references.len();
    for citation in &document.citations {
        let block = document.blocks.get(citation.block).ok_or("gave a citation in no block")?;
        if block.text.get(citation.range.clone()).is_none() || citation.range.is_empty() {
            return Err(format!("gave the citation {:?} of {:?}", citation.range, block.text));
        }
        if citation.references.iter().any(|reference| *reference >= count) {
            return Err("gave a citation of no reference".to_owned());
        }
        locator_of(block, citation.range.clone());
    }
    render_markdown(document);
    render_html(document);
    Ok(())
}

/// Inputs built so that copying or looking again at each level would cost far more than their length.
pub(crate) fn try_built(runner: &mut Runner) {
    let words = "words of an entry, 2020. ".repeat(8_000);
    let entries = format!(
        "<article><front></front><back>{}{words}{}</back></article>",
        "<ref-list><ref id=\"r\">".repeat(400),
        "</ref></ref-list>".repeat(400)
    );
    let items = format!(
        "<html><body><h2>References</h2>{}{words}{}</body></html>",
        "<ol><li class=\"ltx_bibitem\">".repeat(400),
        "</li></ol>".repeat(400)
    );
    let heading = format!("<article><h2>{words}</h2>{}</article>", "<p>It is.</p>".repeat(20_000));
    let empty = format!(
        "<html><body><h2>References</h2>{}{}</body></html>",
        "<div class=\"heading\">".repeat(900),
        "<div class=\"heading\"></div>".repeat(20_000)
    );
    let cites = format!(
        "<article class=\"ltx_document\"><p class=\"ltx_p\">{}</p><ul><li class=\"ltx_bibitem\" id=\"b1\">A. Smith. Title. 2020.</li></ul></article>",
        "<cite class=\"ltx_cite\">x<a href=\"#b1\">y</a></cite> and ".repeat(4_000)
    );
    let brackets = format!("<article><p>{}</p></article>", "( [ ".repeat(60_000));
    let years = format!("<article><p>{}</p></article>", "Smith, 2020; ".repeat(20_000));
    let stops = "It is. [1] ".repeat(30_000);
    for (name, content) in [
        ("entries.xml", entries),
        ("items.html", items),
        ("heading.html", heading),
        ("empty.html", empty),
        ("cites.html", cites),
        ("brackets.html", brackets),
        ("years.html", years),
        ("stops.txt", stops),
    ] {
        let target = Target::new(format!("documents/built-{name}"), |_: &mut Dice| Vec::new(), try_text);
        runner.run(&target, vec![content.into_bytes()]);
    }
}
