//! A JSON Schema in docs/schema, which a type of the code makes.

use std::path::Path;

use schemars::{JsonSchema, schema_for};

/// Compares `docs/schema/NAME` with the type; `UPDATE_SCHEMAS` regenerates it.
pub(crate) fn assert_up_to_date<T: JsonSchema>(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema").join(name);
    let fresh = serde_json::to_string_pretty(&schema_for!(T)).expect("a schema is JSON") + "\n";
    if std::env::var_os("UPDATE_SCHEMAS").is_some() {
        std::fs::write(&file, &fresh).expect("the schema can be written");
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == fresh,
        "docs/schema/{name} is stale: run UPDATE_SCHEMAS=1 cargo test --workspace --test schema"
    );
}
