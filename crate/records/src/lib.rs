//! Records and texts of cited works.
//!
//! ```text
//! sources → resolve → access, cite
//! ```
//!
//! Nothing here reaches the network by itself: whoever embeds the core implements [`sources::http::Fetch`],
//! [`sources::manners::Clock`], [`sources::manners::Store`] and [`access::FullTextProvider`].

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod access;
pub mod cite;
pub mod resolve;
pub mod sources;
