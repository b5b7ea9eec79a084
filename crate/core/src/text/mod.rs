//! Words about words: normalisation, tokens and names, shared by every later step.

pub mod normalise;
pub mod person;
pub mod words;
