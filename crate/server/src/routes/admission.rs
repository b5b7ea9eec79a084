//! Whether a request is let in: who asks, and by which name of this server.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::request::Parts;

use crate::access::{Owner, Scope};
use crate::problem::Problem;
use crate::work::Desk;

/// How a request came here.
#[derive(Clone, Debug, Default)]
pub(crate) struct Peer {
    /// The address of this machine that it came to.
    local: Option<IpAddr>,
    /// The names by which it was asked for: one, if it is none of an attacker's making.
    hosts: Vec<String>,
}

impl Peer {
    /// Of a connection to this address.
    pub(crate) fn at(local: Option<IpAddr>) -> Self {
        Self { local, hosts: Vec::new() }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let mut peer = parts.extensions.get::<Self>().cloned().unwrap_or_default();
        let named = parts.headers.get_all(HOST).iter();
        peer.hosts = named.map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned()).collect();
        peer.hosts.extend(parts.uri.authority().map(|authority| authority.as_str().to_owned()));
        Ok(peer)
    }
}

/// Who asks, and whether they may. Whoever needs no token must have asked by a name of this server's: a page whose own name was made to
/// lead here (DNS rebinding) has another.
pub(super) fn admitted(
    desk: &Desk,
    peer: &Peer,
    headers: &axum::http::HeaderMap,
    scope: Option<Scope>,
) -> Result<Owner, Problem> {
    let header = match headers.get(AUTHORIZATION) {
        Some(value) => Some(value.to_str().map_err(|_| Problem::Unknown)?),
        None => None,
    };
    let owner = desk.access.admit(header, scope)?;
    let known = || peer.hosts.iter().all(|host| desk.access.is_own_host(host, peer.local));
    if header.is_none() && (peer.hosts.is_empty() || !known()) {
        return Err(Problem::OtherHost);
    }
    Ok(owner)
}
