//! Words about words: normalisation, tokens and names, shared by every later step.

pub mod decode;
pub(crate) mod entity;
pub mod normalise;
pub mod person;
pub mod quotation;
pub mod words;
