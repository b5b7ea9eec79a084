//! Records and texts of cited works.
//!
//! ```text
//! http → sources → resolve → access, cite
//! ```
//!
//! Nothing here reaches the network by itself: whoever embeds the core implements [`http::Fetch`],
//! [`http::Clock`], [`http::Store`] and [`access::FullTextProvider`].

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod access;
pub mod cite;
pub mod http;
pub mod resolve;
pub mod sources;
