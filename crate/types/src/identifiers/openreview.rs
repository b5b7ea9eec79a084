//! Forums of OpenReview.

/// The forum id in an address of OpenReview.
pub fn forum(url: &str) -> Option<String> {
    let (_, rest) = url.split_once("openreview.net/")?;
    let (_, query) = rest.split_once('?')?;
    let id = query.split(['?', '&', '#']).find_map(|parameter| parameter.strip_prefix("id="))?;
    // `\url{https://openreview.net/forum?id=…}`
    let id = id.trim_end_matches(['}', ')', '>', '.', ',', ';', ' ', '/']);
    let plausible = (6..=20).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    plausible.then(|| id.to_owned())
}
