//! Who may ask for what: bearer tokens, kept as hashes, with scopes and quotas.

use std::net::IpAddr;
use std::sync::Arc;

use citelight::text::hexadecimal;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::config::Config;
use crate::token::{DayBudget, OPEN};

pub use crate::token::{Scope, TokenEntry};

/// Somebody who may ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The token's name; `open` for whoever needs none.
    pub name: Arc<str>,
    /// What may be taken on one day.
    pub quota: DayBudget,
}

/// Why somebody may not ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No token, or one that is none of ours.
    Unknown,
    /// Ours, but not for this.
    OutOfScope,
}

/// Who may ask for what.
pub struct Access {
    tokens: Vec<TokenEntry>,
    open: std::collections::BTreeSet<Scope>,
    hosts: Vec<String>,
    listen: IpAddr,
}

impl Access {
    /// Access as it is configured.
    pub fn new(config: &Config) -> Self {
        Self {
            tokens: config.tokens.clone(),
            open: config.open.clone(),
            hosts: config.hosts.clone(),
            listen: config.listen.ip(),
        }
    }

    /// Who asks, by the value of the header `Authorization`; every token is compared, each in constant time.
    ///
    /// # Errors
    /// [`Refusal`].
    pub fn admit(&self, header: Option<&str>, scope: Option<Scope>) -> Result<Owner, Refusal> {
        let presented = header.and_then(|header| header.split_once(' '));
        let token =
            presented.filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
        let Some(token) = token else {
            // Without a scope (a job is looked at), whoever could make one anonymously may look.
            let open = scope.map_or(!self.open.is_empty(), |scope| self.open.contains(&scope));
            let owner = Owner { name: OPEN.into(), quota: DayBudget::default() };
            return if open && header.is_none() { Ok(owner) } else { Err(Refusal::Unknown) };
        };
        let digest: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let mut found = None;
        for entry in &self.tokens {
            if bool::from(entry.sha256.ct_eq(&digest)) {
                found = Some(entry);
            }
        }
        let entry = found.ok_or(Refusal::Unknown)?;
        if scope.is_some_and(|scope| !entry.scopes.contains(&scope)) {
            return Err(Refusal::OutOfScope);
        }
        Ok(Owner { name: entry.name.as_str().into(), quota: entry.quota })
    }

    /// Whether a host, as a request names it, is this server: by a configured name, by the machine's own name for itself, or by the
    /// address at which the request came.
    pub fn is_own_host(&self, host: &str, local: Option<IpAddr>) -> bool {
        let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((address, port)) if port.is_empty() || port.starts_with(':') => address,
            Some(_) => return false,
            None => host.rsplit_once(':').map_or(host, |(name, _)| name),
        };
        let name = name.strip_suffix('.').unwrap_or(name);
        if let Ok(address) = name.parse::<IpAddr>() {
            return address.is_loopback() || address == self.listen || local == Some(address);
        }
        name.eq_ignore_ascii_case("localhost") || self.hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// The quota of an owner, when a job of theirs is run; none if the token was taken away meanwhile.
    pub fn quota(&self, name: &str) -> Option<DayBudget> {
        if name == OPEN {
            return Some(DayBudget::default());
        }
        self.tokens.iter().find(|entry| entry.name == name).map(|entry| entry.quota)
    }
}

/// The hash of a token as the configuration wants it.
pub fn token_hash(token: &str) -> String {
    hexadecimal(Sha256::digest(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        let text = format!(
            "open = [\"metrics\"]\n[endpoint]\nurl = \"http://x/v1\"\nmodel = \"m\"\n[[tokens]]\nname = \"a\"\nsha256 = \"{}\"\n\
             scopes = [\"arbitrations\"]\nquota = {{ jobs = 3 }}\n",
            token_hash("secret")
        );
        Access::new(&Config::parse(&text, |_| None).unwrap())
    }

    #[test]
    fn a_token_opens_its_scopes_alone() {
        let access = access();
        let owner = access.admit(Some("Bearer secret"), Some(Scope::Arbitrations)).unwrap();
        assert_eq!((&*owner.name, owner.quota.jobs), ("a", Some(3)));
        assert_eq!(access.admit(Some("bearer secret"), Some(Scope::Committees)), Err(Refusal::OutOfScope));
        for header in [None, Some("Bearer secre"), Some("Bearer "), Some("Basic secret"), Some("secret")] {
            assert_eq!(access.admit(header, Some(Scope::Arbitrations)), Err(Refusal::Unknown), "{header:?}");
        }
    }

    #[test]
    fn what_is_open_needs_none_but_takes_no_wrong_one() {
        let access = access();
        assert_eq!(&*access.admit(None, Some(Scope::Metrics)).unwrap().name, OPEN);
        assert_eq!(access.admit(Some("Bearer wrong"), Some(Scope::Metrics)), Err(Refusal::Unknown));
    }

    #[test]
    fn names_that_lead_here_by_somebody_elses_making_are_none_of_ours() {
        let text = "hosts = [\"citelight.example.org\"]\nopen = [\"metrics\"]\n[endpoint]\nurl = \"http://x/v1\"\nmodel = \"m\"\n";
        let access = Access::new(&Config::parse(text, |_| None).unwrap());
        let own = |host: &str| access.is_own_host(host, "192.0.2.7".parse().ok());
        for host in [
            "localhost",
            "LOCALHOST:8787",
            "localhost.:1",
            "127.0.0.1:8787",
            "[::1]:8787",
            "[::1]",
            "192.0.2.7",
            "Citelight.example.org:443",
        ] {
            assert!(own(host), "{host}");
        }
        for host in [
            "",
            "attacker.example.com",
            "attacker.example.com:8787",
            "localhost.attacker.example.com",
            "127.0.0.1.attacker.example.com",
            "a@localhost",
            "192.0.2.8",
            "[::1]attacker.example.com",
            "[2001:db8::1]",
        ] {
            assert!(!own(host), "{host}");
        }
    }

    #[test]
    fn a_hash_that_is_none_is_refused() {
        for hash in ["", "00", &"g".repeat(64), &"é".repeat(32)] {
            let text = format!("[[tokens]]\nname = \"a\"\nsha256 = \"{hash}\"\nscopes = []\n");
            assert!(toml::from_str::<Config>(&text).is_err(), "{hash}");
        }
    }
}
