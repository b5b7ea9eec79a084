//! Prints a document as it was read: `cargo run -p citelight-document --example document -- [--hide-links] FILE [COMPANION…]`

use citelight_document::document::{Companion, Input, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, paths): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument == "--hide-links");
    let contents: Vec<String> = paths
        .iter()
        .map(|path| std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
        .collect::<Result<_, _>>()?;
    let files: Vec<Companion<'_>> =
        paths.iter().zip(&contents).map(|(name, content)| Companion { name, content }).collect();
    let Some((main, companions)) = files.split_first() else { return Err("name a file".into()) };
    let input = Input::new(main.content, main.name).with(companions);
    let document = parse(if flags.is_empty() { input } else { input.without_links() })?;
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
