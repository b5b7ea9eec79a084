//! docs/schema/results.schema.json is that of the code. `UPDATE_SCHEMAS=1 cargo test` rewrites it.

use std::path::Path;

use citelight_eval::results::Results;
use schemars::schema_for;

#[test]
fn results_schema_is_up_to_date() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/results.schema.json");
    let fresh = serde_json::to_string_pretty(&schema_for!(Results)).unwrap() + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&file, &fresh).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(
        kept, fresh,
        "docs/schema/results.schema.json is stale: run UPDATE_SCHEMAS=1 cargo test -p citelight-eval"
    );
}
