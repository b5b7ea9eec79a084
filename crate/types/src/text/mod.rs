//! Words about words: normalisation, tokens and names, shared by every later step.

pub mod decode;
#[cfg(feature = "encodings")]
mod encodings;
pub mod entity;
pub mod normalise;
pub mod person;
pub mod quotation;
pub mod spreadsheet;
pub mod titles;
pub mod words;

/// Names as an English list: "Crossref, OpenAlex and arXiv".
pub fn listed(names: &[String]) -> String {
    match names {
        [] => "any source".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Bytes as hexadecimal digits, such as a hash has.
pub fn hexadecimal(bytes: impl AsRef<[u8]>) -> String {
    hex::encode(bytes)
}
