//! What the reader of reference strings is trained on, from the labelled strings of the files given as arguments (AnyStyle or
//! GROBID XML):
//! `cargo run --release -p citelight-eval --example references -- --train | --fields [--without=FOLD] FILE…`
//!
//! `--train` prints the development part's labels and observations, for `scripts/data/train_references.py`; `--fields` its
//! fields, for `scripts/data/render_references.py`. `--without=0` leaves a quarter out, which `citelight-eval references --fold 0`
//! then measures.

use citelight::citation::string::training_lines;
use citelight_eval::references::gold::{self, Gold, Part};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, paths): (Vec<String>, Vec<String>) =
        arguments.into_iter().partition(|argument| argument.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|own| own == flag);
    if has("--train") == has("--fields") {
        return Err("say either --train or --fields".into());
    }
    let without: Option<u8> =
        flags.iter().find_map(|flag| flag.strip_prefix("--without=")).map(str::parse).transpose()?;
    let mut all = Vec::new();
    for path in &paths {
        all.extend(gold::read(&std::fs::read_to_string(path)?)?);
    }
    let is_wanted = |gold: &Gold| gold.part() == Part::Development && without != Some(gold.fold());
    for gold in gold::without_copies(all).filter(is_wanted) {
        if has("--train") {
            print!("{}", training_lines(&gold.raw, &gold.labels()));
        } else {
            println!("{}", fields(&gold));
        }
    }
    Ok(())
}

/// The fields of a string as a line of JSON, the first value of each.
fn fields(gold: &Gold) -> serde_json::Value {
    let fields = gold.fields.iter().rev().filter_map(|(field, range)| {
        Some((format!("{field:?}"), serde_json::Value::from(gold.raw.get(range.clone())?)))
    });
    serde_json::Value::Object(fields.collect())
}
