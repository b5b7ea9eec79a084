//! Keeps `www/results/generated` equal to the Rust types: stale declarations fail the ordinary `cargo test`.
//! `UPDATE_TYPES=1 cargo test -p citelight-eval` writes them anew.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use citelight_eval::results::Results;
use ts_rs::{Config, TS};

/// File name → declarations of results and of everything they mention, and an index of them.
fn generate() -> BTreeMap<String, String> {
    let scratch = tempfile::tempdir().expect("a scratch folder can be made");
    let config = Config::new().with_large_int("number").with_out_dir(scratch.path());
    Results::export_all(&config).expect("results of measurements can be declared");
    let mut files = read_folder(scratch.path());
    let index: String = files.keys().map(|file| file.trim_end_matches(".ts")).fold(
        "// Written by `UPDATE_TYPES=1 cargo test -p citelight-eval`. Do not edit.\n".to_owned(),
        |index, name| format!("{index}export type {{ {name} }} from \"./{name}\";\n"),
    );
    files.insert("index.ts".to_owned(), index);
    files
}

fn read_folder(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let paths = entries.map(|entry| entry.expect("the folder can be listed").path());
    let name = |path: &Path| path.file_name().expect("it has a name").to_string_lossy().into_owned();
    paths.map(|path| (name(&path), fs::read_to_string(&path).expect("the file can be read"))).collect()
}

#[test]
fn declarations_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/results/generated");
    let generated = generate();
    if std::env::var_os("UPDATE_TYPES").is_some() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("the folder can be made");
        for (file, text) in &generated {
            fs::write(folder.join(file), text).expect("a declaration can be written");
        }
    }
    assert!(
        read_folder(&folder) == generated,
        "www/results/generated is stale; write it anew with `UPDATE_TYPES=1 cargo test -p citelight-eval` and commit it"
    );
}
