//! Words about words: normalisation and names, shared by every later step.

pub mod normalise;
pub mod person;
