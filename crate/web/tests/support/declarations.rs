//! TypeScript declarations that Rust types make: stale ones fail the ordinary `cargo test`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use ts_rs::Config;

/// File name → declarations of what `export` writes and of everything that it mentions, and an index of them.
fn generate(export: impl FnOnce(&Config)) -> BTreeMap<String, String> {
    let scratch = std::env::temp_dir().join(format!("citelight-types-{}", std::process::id()));
    // Numbers cross as JavaScript numbers, so no bigint.
    export(&Config::new().with_large_int("number").with_out_dir(&scratch));
    let mut files = read_folder(&scratch);
    fs::remove_dir_all(&scratch).expect("the scratch folder can be removed");
    let index: String = files.keys().map(|file| file.trim_end_matches(".ts")).fold(
        "// Written by `UPDATE_TYPES=1 cargo test --workspace`. Do not edit.\n".to_owned(),
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
    fs::create_dir_all(folder).expect("the folder can be made");
    for stale in read_folder(folder).keys().filter(|file| !files.contains_key(*file)) {
        fs::remove_file(folder.join(stale)).expect("a stale file can be removed");
    }
    for (file, text) in files {
        fs::write(folder.join(file), text).expect("a declaration can be written");
    }
}

/// Compares a folder, named from the repository's root, with what `export` writes; `UPDATE_TYPES` regenerates it.
pub(crate) fn assert_up_to_date(folder: &str, export: impl FnOnce(&Config)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let generated = generate(export);
    if std::env::var_os("UPDATE_TYPES").is_some() {
        write_folder(&path, &generated);
    }
    let committed = read_folder(&path);
    let stale: BTreeSet<&String> = generated
        .keys()
        .chain(committed.keys())
        .filter(|file| generated.get(*file) != committed.get(*file))
        .collect();
    assert!(
        stale.is_empty(),
        "{folder} is stale in {stale:?}; regenerate it with `UPDATE_TYPES=1 cargo test --workspace` and commit it"
    );
}
