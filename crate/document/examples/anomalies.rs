//! Prints what the verifier says of the files given as arguments:
//! `cargo run --release -p citelight-document --example anomalies -- [--all] FILE…` (`--all`: infos too)

use citelight_document::document::{Input, Severity, parse};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut least = Severity::Warning;
    let mut files = 0;
    let mut clean = 0;
    for path in std::env::args().skip(1) {
        if path == "--all" {
            least = Severity::Info;
            continue;
        }
        let content = String::from_utf8_lossy(&std::fs::read(&path)?).into_owned();
        let document = match parse(Input::new(&content, &path)) {
            Ok(document) => document,
            Err(error) => {
                println!("{error}");
                continue;
            }
        };
        let told: Vec<_> = document.anomalies.iter().filter(|anomaly| anomaly.severity >= least).collect();
        println!(
            "{path}: {:?}, {:?}, {} blocks, {} citations, {} references, {} anomalies",
            document.format,
            document.style,
            document.blocks.len(),
            document.citations.len(),
            document.references.len(),
            told.len()
        );
        for anomaly in &told {
            println!(
                "  {:?} {:?} [{}]\n      {}",
                anomaly.severity, anomaly.kind, anomaly.place, anomaly.hint
            );
        }
        files += 1;
        clean += usize::from(told.is_empty());
    }
    println!("{clean} of {files} files without anomalies");
    Ok(())
}
