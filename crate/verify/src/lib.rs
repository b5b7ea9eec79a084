//! Whether a cited work says what a citing sentence claims.
//!
//! ```text
//! claim → quotation → taxonomy → llm → verify → relevance → committee
//! ```
//!
//! Models come through small traits: [`verify::models::Embed`], [`verify::models::Infer`], [`verify::models::Rerank`],
//! [`llm::Complete`], [`llm::arbitration::Arbitrate`].

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod claim;
pub mod committee;
pub mod llm;
pub mod quotation;
pub mod relevance;
pub mod taxonomy;
pub mod verify;
