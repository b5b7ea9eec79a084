//! Which addresses may be asked: those of the open web, and the servers that the user named.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use citelight::http::is_public_name;
use reqwest::Url;
use url::Host;

/// The servers that the user named: they may be on this machine or in the house's own network. Host and port, both of them: another
/// port of the same host is somebody else's.
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

    /// Their hosts.
    pub(crate) fn hosts(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(host, _)| host.as_str())
    }
}

fn authority(url: &Url) -> Option<(String, Option<u16>)> {
    let web = matches!(url.scheme(), "https" | "http");
    let host = url.host_str().filter(|_| web)?;
    Some((host.to_ascii_lowercase(), url.port_or_known_default()))
}

/// Whether a URL leads into the open web as far as its text tells; names are looked at again when they are resolved.
pub(crate) fn is_open(url: &Url) -> bool {
    if !matches!(url.scheme(), "https" | "http") {
        return false;
    }
    // The parser has written every form of an IPv4 address (decimal, octal, hexadecimal, with fewer dots) as four numbers.
    match url.host() {
        Some(Host::Ipv4(address)) => is_public(address.into()),
        Some(Host::Ipv6(address)) => is_public(address.into()),
        Some(Host::Domain(name)) => is_public_name(name),
        None => false,
    }
}

/// Whether an address is one of the open web (IANA's special-purpose registries).
pub(crate) fn is_public(address: IpAddr) -> bool {
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
        || (a == 192 && b == 0 && c == 0)
        // Relays of 6to4: they lead to whatever an IPv6 address carries.
        || (a == 192 && b == 88 && c == 99);
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
    // 2000::/3 is what is given out. In it lie documentation, 6to4, and the protocols of 2001::/23 (Teredo among them).
    let documentation = segments[..2] == [0x2001, 0xdb8] || segments[0] == 0x3fff && segments[1] < 0x1000;
    let protocols = segments[0] == 0x2001 && segments[1] < 0x200;
    segments[0] & 0xe000 == 0x2000 && !documentation && !protocols && segments[0] != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(url: &str) -> bool {
        Url::parse(url).is_ok_and(|url| is_open(&url))
    }

    #[test]
    fn private_addresses_are_refused_however_they_are_written() {
        for url in [
            "http://127.0.0.1:8901/",
            "http://127.0.0.1./",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://017700000001/",
            "http://127.1/",
            "http://0/",
            "http://%31%32%37.0.0.1/",
            "http://①②⑦.0.0.1/",
            "http://public.example.org@127.0.0.1/",
            "http://10.1.2.3/",
            "http://172.31.0.1/",
            "http://192.168.0.1/",
            "http://169.254.169.254/latest/meta-data",
            "http://100.64.0.1/",
            "http://100.100.100.200/",
            "http://192.88.99.1/",
            "http://224.0.0.1/",
            "http://255.255.255.255/",
            "http://[::1]/",
            "http://[::]/",
            "http://[::127.0.0.1]/",
            "http://[::ffff:10.0.0.1]/",
            "http://[::ffff:7f00:1]/",
            "http://[64:ff9b::a00:1]/",
            "http://[64:ff9b:1::a00:1]/",
            "http://[2002:7f00:1::]/",
            "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
            "http://[fe80::1]/",
            "http://[fec0::1]/",
            "http://[fd00:ec2::254]/",
            "http://[ff02::1]/",
            "http://[2001:db8::1]/",
            "http://localhost/",
            "http://localhost./",
            "http://LOCALHOST/",
            "http://a.localhost/",
            "http://printer.local/",
            "http://printer.local./",
            "http://metadata.google.internal/",
            "http://metadata.google.internal./",
            "http://router.home.arpa/",
            "http://localhost.localdomain/",
            "http://kubernetes/",
            "http://wiki.corp/",
            "file:///etc/passwd",
            "ftp://example.org/",
            "gopher://example.org/",
        ] {
            assert!(!open(url), "{url}");
        }
    }

    #[test]
    fn the_open_web_is_asked() {
        for url in [
            "https://api.crossref.org/works",
            "https://api.crossref.org./works",
            "https://93.184.216.34/",
            "https://[2606:2800:220:1:248:1893:25c8:1946]/",
            "https://[64:ff9b::5db8:d822]/",
            "https://localhost.example.org/",
            "https://mylocal.org/",
        ] {
            assert!(open(url), "{url}");
        }
    }

    #[test]
    fn an_own_server_is_its_host_with_its_port() {
        let own =
            OwnServers::new(["http://127.0.0.1:8900/base", "https://models.example.org/v1"].into_iter());
        let holds = |url: &str| own.holds(&Url::parse(url).unwrap());
        for url in
            ["http://127.0.0.1:8900/doi/10.1/x", "http://0x7f.1:8900/", "https://Models.example.org:443/"]
        {
            assert!(holds(url), "{url}");
        }
        for url in [
            "http://127.0.0.1:8901/",
            "http://127.0.0.1/",
            "http://models.example.org/",
            "ftp://127.0.0.1:8900/",
        ] {
            assert!(!holds(url), "{url}");
        }
    }
}
