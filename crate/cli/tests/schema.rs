//! The JSON Schemas in docs/schema are those of the code. `UPDATE_SCHEMAS=1 cargo test` rewrites them.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

#[path = "support/schema.rs"]
mod support;

use citelight::committee::Bundle;
use citelight::export::{BibExport, CheckExport, FindExport, MapExport, PolicyFile};
use support::assert_up_to_date;

#[test]
fn map_schema_is_up_to_date() {
    assert_up_to_date::<MapExport>("map.schema.json");
}

#[test]
fn check_schema_is_up_to_date() {
    assert_up_to_date::<CheckExport>("check.schema.json");
}

#[test]
fn find_schema_is_up_to_date() {
    assert_up_to_date::<FindExport>("find.schema.json");
}

#[test]
fn bib_schema_is_up_to_date() {
    assert_up_to_date::<BibExport>("bib.schema.json");
}

#[test]
fn committee_schema_is_up_to_date() {
    assert_up_to_date::<Bundle>("committee.schema.json");
}

#[test]
fn policy_schema_is_up_to_date() {
    assert_up_to_date::<PolicyFile>("policy.schema.json");
}
