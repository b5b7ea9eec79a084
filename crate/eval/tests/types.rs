//! Keeps `www/results/generated` equal to the Rust types.

#![allow(clippy::expect_used, clippy::panic, reason = "helpers of tests stop the test")]

use citelight_eval::results::Results;
use ts_rs::TS;

#[path = "../../web/tests/support/declarations.rs"]
mod declarations;

#[test]
fn declarations_are_up_to_date() {
    declarations::assert_up_to_date("www/results/generated", |config| {
        Results::export_all(config).expect("results of measurements can be declared");
    });
}
