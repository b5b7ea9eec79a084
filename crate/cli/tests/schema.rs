//! The JSON Schemas in docs/schema are those of the code. `UPDATE_SCHEMAS=1 cargo test` rewrites them.

// Helpers of tests are outside #[test] functions, where clippy.toml does not reach.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use citelight::committee::Bundle;
use citelight::export::{BibExport, CheckExport, FindExport, MapExport};
use schemars::{JsonSchema, schema_for};

fn compare<T: JsonSchema>(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
    let fresh = serde_json::to_string_pretty(&schema_for!(T)).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(kept, fresh, "docs/schema/{name} is stale: run UPDATE_SCHEMAS=1 cargo test -p citelight-cli");
}

#[test]
fn map_schema_is_up_to_date() {
    compare::<MapExport>("map.schema.json");
}

#[test]
fn check_schema_is_up_to_date() {
    compare::<CheckExport>("check.schema.json");
}

#[test]
fn find_schema_is_up_to_date() {
    compare::<FindExport>("find.schema.json");
}

#[test]
fn bib_schema_is_up_to_date() {
    compare::<BibExport>("bib.schema.json");
}

#[test]
fn committee_schema_is_up_to_date() {
    compare::<Bundle>("committee.schema.json");
}
