//! Keeps `www/shared/generated/` equal to the Rust types.

// Clippy takes only a plain cfg(test) for a test.
#![allow(clippy::expect_used, clippy::panic)]

use citelight::Settings;
use citelight_models::Manifest;
use ts_rs::TS;

use crate::messages::{FromWorker, ToWorker};

#[path = "../tests/support/declarations.rs"]
mod declarations;

/// The messages, the settings, the models' manifest, and everything that they mention.
#[test]
fn declarations_are_up_to_date() {
    declarations::assert_up_to_date("www/shared/generated", |config| {
        ToWorker::export_all(config).expect("the messages to the worker can be declared");
        FromWorker::export_all(config).expect("the messages from the worker can be declared");
        Settings::export_all(config).expect("the settings can be declared");
        Manifest::export_all(config).expect("the models' manifest can be declared");
    });
}
