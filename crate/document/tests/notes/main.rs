//! Notes beside a bibliography: a mark leads to its note, and the note to the works that it names.

#![allow(clippy::expect_used, reason = "helpers of tests stop the test")]

mod article;
mod formats;
mod html;
mod lists;
