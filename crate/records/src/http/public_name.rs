//! Names of hosts that lead into the open web, as far as a name tells.

/// Ends of names that lead nowhere in the open web: reserved (RFC 6761, 6762, 8375), or never given out by ICANN.
const INNER: [&str; 9] =
    ["localhost", "local", "localdomain", "internal", "home.arpa", "intranet", "private", "corp", "home"];

/// Whether a name is one of the open web's. Names are looked at again when they are resolved, where a program can.
pub fn is_public_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    let ends = |end: &&str| name.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    // A name without a dot is one of the house's own: the system looks it up in its own domain.
    name.contains('.') && !INNER.iter().any(ends)
}

/// The host of an address of the open web, in lower case. None for what has a port, a user or no name: an address of numbers, however
/// written, is nobody's site.
pub fn public_host(url: &str) -> Option<String> {
    let place = url.split_once("://").map(|(_, place)| place)?;
    let host = place.split(['/', '?', '#']).next()?.to_ascii_lowercase();
    let is_written_so = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte));
    // Browsers read a name whose last part begins with a digit as numbers.
    let is_named = host.rsplit('.').next()?.starts_with(|c: char| c.is_ascii_alphabetic());
    (is_written_so && is_named && is_public_name(&host)).then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_named_hosts_of_the_open_web_are_public() {
        assert_eq!(
            public_host("https://Repository.Example.org/a.pdf?x#y").as_deref(),
            Some("repository.example.org")
        );
        assert_eq!(public_host("https://xn--bcher-kva.example").as_deref(), Some("xn--bcher-kva.example"));
        for url in [
            "https://127.0.0.1/a.pdf",
            "https://0x7f.1/",
            "https://2130706433/",
            "https://127.0.0.0x1/",
            "https://[::1]/",
            "https://localhost/",
            "https://printer/",
            "https://printer.local/",
            "https://nas.home.arpa./",
            "https://public.example.org:8443/",
            "https://public.example.org@10.0.0.1/",
            "https://public.example.org\\@10.0.0.1/",
            "https://exa\nmple.org/",
            "https:///a.pdf",
            "//example.org/a.pdf",
            "",
        ] {
            assert_eq!(public_host(url), None, "{url:?}");
        }
    }
}
