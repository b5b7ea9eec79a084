//! Which addresses may be asked: those of the open web, and the servers that the user named.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;

/// The servers that the user named: they may be on this machine or in the house's own network.
#[derive(Clone, Debug, Default)]
pub struct OwnServers(Vec<(String, Option<u16>)>);

impl OwnServers {
    /// Those at these URLs.
    pub fn new<'a>(urls: impl Iterator<Item = &'a str>) -> Self {
        let urls = urls.filter_map(|url| Url::parse(url).ok());
        Self(urls.filter_map(|url| authority(&url)).collect())
    }

    /// Whether a URL leads to one of them.
    pub fn holds(&self, url: &Url) -> bool {
        authority(url).is_some_and(|authority| self.0.contains(&authority))
    }

    /// Whether a host is one of them, on whatever port.
    pub fn has_host(&self, host: &str) -> bool {
        self.0.iter().any(|(own, _)| own.eq_ignore_ascii_case(host))
    }
}

fn authority(url: &Url) -> Option<(String, Option<u16>)> {
    Some((url.host_str()?.to_ascii_lowercase(), url.port_or_known_default()))
}

/// Whether a URL may be asked as far as its text tells; names are looked at again when they are resolved.
pub fn is_open(url: &Url, own: &OwnServers) -> bool {
    if own.holds(url) {
        return true;
    }
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let named_local = host.eq_ignore_ascii_case("localhost")
        || [".localhost", ".local", ".internal"].iter().any(|end| host.to_ascii_lowercase().ends_with(end));
    let literal = host.parse::<IpAddr>();
    matches!(url.scheme(), "https" | "http") && !named_local && literal.map_or(!host.is_empty(), is_public)
}

/// Whether an address is one of the open web (IANA's special-purpose registries).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_multicast()
        || address.is_documentation()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (18..20).contains(&b))
        || (a == 192 && b == 0 && c == 0);
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Addresses that carry another one are judged by it.
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    if segments[..6] == [0x64, 0xff9b, 0, 0, 0, 0] {
        let [.., a, b, c, d] = address.octets();
        return is_public_v4(Ipv4Addr::new(a, b, c, d));
    }
    // 2000::/3 is what is given out; documentation and 6to4 lie in it.
    segments[0] & 0xe000 == 0x2000 && segments[..2] != [0x2001, 0xdb8] && segments[0] != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(url: &str) -> bool {
        let own = OwnServers::new(["http://127.0.0.1:8900/base"].into_iter());
        is_open(&Url::parse(url).unwrap(), &own)
    }

    #[test]
    fn private_addresses_are_refused_however_they_are_written() {
        for url in [
            "http://127.0.0.1:8901/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://10.1.2.3/",
            "http://192.168.0.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://[::1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[64:ff9b::a00:1]/",
            "http://[fd00::1]/",
            "http://localhost/",
            "http://printer.local/",
            "file:///etc/passwd",
            "http://100.64.0.1/",
        ] {
            assert!(!open(url), "{url}");
        }
    }

    #[test]
    fn the_open_web_and_the_users_own_servers_are_asked() {
        for url in [
            "https://api.crossref.org/works",
            "http://127.0.0.1:8900/doi/10.1/x",
            "https://93.184.216.34/",
            "https://[2606:2800:220:1:248:1893:25c8:1946]/",
        ] {
            assert!(open(url), "{url}");
        }
    }
}
