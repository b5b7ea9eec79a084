//! Words about words: normalisation, tokens and names, shared by every later step.

pub(crate) mod entity;
pub mod normalise;
pub mod person;
pub mod words;
