//! docs/schema/results.schema.json is that of the code. `UPDATE_SCHEMAS=1 cargo test` rewrites it.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

#[path = "../../cli/tests/support/schema.rs"]
mod support;

#[test]
fn results_schema_is_up_to_date() {
    support::assert_up_to_date::<citelight_eval::results::Results>("results.schema.json");
}
