//! Keeps `www/shared/generated/` equal to the Rust types: stale declarations fail the ordinary `cargo test`.
//! `UPDATE_TYPES=1 cargo test -p citelight-web` writes them anew.

// A test through and through, but behind a condition in which clippy.toml does not see one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ts_rs::{Config, TS};

use citelight::Settings;
use citelight_models::Manifest;

use crate::messages::{FromWorker, ToWorker};

fn committed_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/shared/generated")
}

/// File name → declarations of the messages, the settings, the models' manifest and of everything they mention, and an
/// index of them.
fn generate() -> BTreeMap<String, String> {
    let scratch = std::env::temp_dir().join(format!("citelight-types-{}", std::process::id()));
    // Numbers cross as JavaScript numbers (see `surface`), so no bigint.
    let config = Config::new().with_large_int("number").with_out_dir(&scratch);
    ToWorker::export_all(&config).expect("the messages to the worker can be declared");
    FromWorker::export_all(&config).expect("the messages from the worker can be declared");
    Settings::export_all(&config).expect("the settings can be declared");
    Manifest::export_all(&config).expect("the models' manifest can be declared");
    let mut files = read_folder(&scratch);
    fs::remove_dir_all(&scratch).expect("the scratch folder can be removed");
    let index: String = files.keys().map(|file| file.trim_end_matches(".ts")).fold(
        "// Written by `UPDATE_TYPES=1 cargo test -p citelight-web`. Do not edit.\n".to_owned(),
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

fn write_folder(folder: &Path, files: &BTreeMap<String, String>) {
    fs::create_dir_all(folder).expect("www/shared/generated can be made");
    for stale in read_folder(folder).keys().filter(|file| !files.contains_key(*file)) {
        fs::remove_file(folder.join(stale)).expect("a stale file can be removed");
    }
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("a declaration can be written");
    }
}

#[test]
fn declarations_are_up_to_date() {
    let (generated, folder) = (generate(), committed_folder());
    if std::env::var_os("UPDATE_TYPES").is_some() {
        write_folder(&folder, &generated);
    }
    let committed = read_folder(&folder);
    let stale: BTreeSet<&String> = generated
        .keys()
        .chain(committed.keys())
        .filter(|file| generated.get(*file) != committed.get(*file))
        .collect();
    assert!(
        stale.is_empty(),
        "www/shared/generated is stale in {stale:?}; write it anew with `UPDATE_TYPES=1 cargo test -p citelight-web` and commit it"
    );
}
