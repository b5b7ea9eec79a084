//! Keeps `www/src/models/generated/` equal to the manifest's types: stale declarations fail the ordinary `cargo test`.
//! `UPDATE_TYPES=1 cargo test -p citelight-models` writes them anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS};

use crate::manifest::Manifest;

fn read_folder(folder: &Path) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(folder) else { return BTreeMap::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn declarations_are_up_to_date() {
    let scratch = std::env::temp_dir().join(format!("citelight-manifest-types-{}", std::process::id()));
    let config = Config::new().with_large_int("number").with_out_dir(&scratch);
    Manifest::export_all(&config).unwrap();
    let generated = read_folder(&scratch);
    fs::remove_dir_all(&scratch).unwrap();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/src/models/generated");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::create_dir_all(&folder).unwrap();
        for stale in read_folder(&folder).keys().filter(|file| !generated.contains_key(*file)) {
            fs::remove_file(folder.join(stale)).unwrap();
        }
        for (file, text) in &generated {
            fs::write(folder.join(file), text).unwrap();
        }
    }
    assert_eq!(
        read_folder(&folder),
        generated,
        "www/src/models/generated is stale; write it anew with `UPDATE_TYPES=1 cargo test -p citelight-models` and commit it"
    );
}
