//! What a client prefers (RFC 7240): to wait so many seconds, or not at all.

use std::time::Duration;

use axum::http::HeaderMap;

use super::headers::PREFER;

/// How long a request waits for its job: what the client prefers, at most what the server allows.
pub(super) fn patience(headers: &HeaderMap, most: Duration) -> Duration {
    let mut patience = most;
    for value in headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok()) {
        for preference in value.split(',') {
            let preference = preference.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            if preference == "respond-async" {
                return Duration::ZERO;
            }
            let seconds =
                preference.strip_prefix("wait=").map(|seconds| seconds.trim().trim_matches('"').parse());
            if let Some(Ok(seconds)) = seconds {
                patience = patience.min(Duration::from_secs(seconds));
            }
        }
    }
    patience
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_wait_as_they_prefer_but_not_for_ever() {
        let most = Duration::from_secs(25);
        for (value, seconds) in [
            ("", 25),
            ("respond-async", 0),
            ("wait=3", 3),
            ("Respond-Async, wait=3", 0),
            ("wait=3; x=y, handling=lenient", 3),
            ("wait=900", 25),
            ("wait=-1", 25),
            ("wait=99999999999999999999999", 25),
        ] {
            let headers = HeaderMap::from_iter([(PREFER, value.parse().unwrap())]);
            assert_eq!(patience(&headers, most).as_secs(), seconds, "{value}");
        }
        assert_eq!(patience(&HeaderMap::new(), most), most);
    }
}
