//! Prints the paragraphs of the files given as arguments with the borders of their sentences as ` ¦ `:
//! `cargo run --release -p citelight-document --example sentences -- FILE…`

use citelight_document::citation::CitationStyle;
use citelight_document::document::{Input, parse};
use citelight_document::markup::BlockKind;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let content = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let document = parse(Input::new(&content, &path))?;
        println!("# {path}");
        for (index, block) in document.blocks.iter().enumerate() {
            if !matches!(block.kind, BlockKind::Paragraph | BlockKind::Abstract | BlockKind::Caption) {
                continue;
            }
            let mut line = String::new();
            for sentence in &block.sentences {
                if !line.is_empty() {
                    line.push_str(" ¦ ");
                }
                let mut at = sentence.start;
                let raised = document.citations.iter().filter(|citation| {
                    document.style == CitationStyle::Superscript
                        && citation.block == index
                        && sentence.start <= citation.range.start
                        && citation.range.end <= sentence.end
                });
                for citation in raised {
                    line.push_str(&block.text[at..citation.range.start]);
                    line.push_str(&format!("^{{{}}}", &block.text[citation.range.clone()]));
                    at = citation.range.end;
                }
                line.push_str(&block.text[at..sentence.end]);
            }
            println!("{line}");
        }
    }
    Ok(())
}
