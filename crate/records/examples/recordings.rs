//! Reads every recorded answer below a folder (one folder for each API, as tests/fixtures/apis) and says what came of it:
//! `cargo run -p citelight-records --example recordings -- FOLDER`.

use std::collections::BTreeMap;
use std::path::Path;

#[path = "../tests/support/recorded.rs"]
mod recorded;

use recorded::{Outcome, read};

fn main() -> std::io::Result<()> {
    let Some(root) = std::env::args().nth(1) else {
        println!("usage: recordings FOLDER");
        return Ok(());
    };
    let mut totals: BTreeMap<String, [usize; 5]> = BTreeMap::new();
    let mut folders: Vec<_> = std::fs::read_dir(Path::new(&root))?.collect::<Result<_, _>>()?;
    folders.sort_by_key(std::fs::DirEntry::file_name);
    for folder in folders.iter().filter(|folder| folder.path().is_dir()) {
        let api = folder.file_name().to_string_lossy().into_owned();
        let mut files: Vec<_> = std::fs::read_dir(folder.path())?.collect::<Result<_, _>>()?;
        files.sort_by_key(std::fs::DirEntry::file_name);
        for file in files.iter().filter(|file| file.path().is_file()) {
            let name = file.file_name().to_string_lossy().into_owned();
            let Ok(body) = std::fs::read_to_string(file.path()) else { continue };
            let [files, with_records, records, others, errors] = totals.entry(api.clone()).or_default();
            *files += 1;
            match read(&api, &name, &body) {
                Outcome::Records(found) => {
                    *with_records += 1;
                    *records += found.len();
                    let title = found.first().map(|record| record.title.chars().take(60).collect::<String>());
                    println!("{api}/{name}: {} records {}", found.len(), title.unwrap_or_default());
                }
                Outcome::Other(other) => {
                    *others += 1;
                    println!("{api}/{name}: {}", other.chars().take(120).collect::<String>());
                }
                Outcome::Error(error) => {
                    *errors += 1;
                    println!("{api}/{name}: ERROR {error}");
                }
            }
        }
    }
    println!("\napi: files, answers with records or a healthy absence, records, other answers, errors");
    for (api, totals) in totals {
        println!("{api}: {totals:?}");
    }
    Ok(())
}
