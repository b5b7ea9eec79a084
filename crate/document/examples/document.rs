//! Prints a document as it was read: `cargo run -p citelight-document --example document -- [--hide-links] FILE [COMPANION…]`

use citelight_document::document::files::{NamedFile, Opened, open};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument == "--hide-links");
    let read = |path: &String| std::fs::read(path).map(|bytes| NamedFile { name: path.clone(), bytes });
    let files: Vec<NamedFile> = paths.iter().map(read).collect::<Result<_, _>>()?;
    let Opened::Content(content) = open(files)? else {
        return Err("a PDF is read by `citelight map`".into());
    };
    let document = content.parse(paths.first().map_or("", String::as_str), !flags.is_empty())?;
    println!("{:?} {:?} {:?} {:?}", document.format, document.style, document.title, document.year);
    println!("{:?}", document.authors);
    for (index, block) in document.blocks.iter().enumerate() {
        println!("\n[{index}] {:?} {:?}\n{}", block.kind, block.section, block.text);
        for citation in document.citations.iter().filter(|citation| citation.block == index) {
            let surface = block.text.get(citation.range.clone()).unwrap_or_default();
            let ids: Vec<&str> = citation
                .references
                .iter()
                .filter_map(|index| Some(document.references.get(*index)?.id.as_str()))
                .collect();
            println!("    {surface:?} -> {} {:?}", ids.join(" "), citation.status);
        }
    }
    for reference in &document.references {
        println!("\n{} {:?} | {}", reference.id, reference.label, reference.raw);
    }
    for anomaly in &document.anomalies {
        println!("{anomaly:?}");
    }
    Ok(())
}
