//! Passages searched for by a claim: the claim leaves this machine, so nobody searches for those of a document that not
//! everybody can read.

use citelight_document::document::segmented::SegmentedText;
use citelight_records::access::{PassageSearch, TextError};
use citelight_records::sources::Record;

/// A search by the claims of one document, which everybody can read.
#[derive(Clone, Copy)]
pub struct ClaimSearch<'a>(&'a dyn PassageSearch);

impl<'a> ClaimSearch<'a> {
    /// The search for a document that everybody can read at this address; none for a file, a server of a private network, and
    /// OpenReview, whose submissions are under review. Whether the reader chose the search is for the caller to know.
    pub fn of_published(search: &'a dyn PassageSearch, address: &str) -> Option<Self> {
        is_public(address).then_some(Self(search))
    }

    /// Who learns the claims.
    pub(super) fn name(&self) -> &str {
        self.0.name()
    }

    pub(super) async fn passages(
        &self,
        claim: &str,
        record: &Record,
    ) -> Result<Option<SegmentedText>, TextError> {
        self.0.passages(claim, record).await
    }
}

/// Whether an address is one of the public web, and not OpenReview's.
fn is_public(address: &str) -> bool {
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let Some(authority) = rest.and_then(|rest| rest.split(['/', '?', '#']).next()) else { return false };
    // Who writes a name into the address is known there.
    if authority.contains('@') {
        return false;
    }
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let ends_in = |domain: &str| host == domain || host.ends_with(&format!(".{domain}"));
    // Names without a dot, addresses in numbers, and the domains that are no public ones (RFC 6762, 8375).
    let is_named = host.contains('.')
        && host.rsplit('.').next().is_some_and(|top| {
            top.len() > 1 && top.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
                || top.starts_with("xn--")
        });
    let private =
        ["localhost", "local", "internal", "lan", "home", "home.arpa", "corp", "intranet", "test", "invalid"];
    is_named && !private.into_iter().any(ends_in) && !ends_in("openreview.net")
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn claims_of_what_not_everybody_can_read_stay_here() {
        for address in [
            "https://arxiv.org/html/2401.00001",
            "http://journals.plos.org/plosone/article?id=10.1371/journal.pone.0000001",
            "https://www.nature.com:443/articles/x",
        ] {
            assert!(is_public(address), "{address}");
        }
        for address in [
            "",
            "paper.html",
            "file:///home/me/paper.html",
            "blob:https://arxiv.org/1",
            "https://openreview.net/forum?id=x",
            "https://OpenReview.net./pdf?id=x",
            "https://api2.openreview.net/pdf",
            "http://localhost:8080/a",
            "http://127.0.0.1/a",
            "http://[::1]/a",
            "http://192.168.1.2/a",
            "https://wiki/a",
            "https://paper.corp/a",
            "https://printer.local/a",
            "https://me@arxiv.org/a",
            "chrome-extension://abc/viewer.html",
        ] {
            assert!(!is_public(address), "{address}");
        }
    }
}
