//! Clients of many hosts: each has its own, since no host answers for another.

use std::collections::VecDeque;
use std::rc::Rc;

use super::host_client::HostClient;

/// Hosts whose client is kept: what longer ago asked for patience is asked as politely as a new one.
const MOST: usize = 64;

/// Clients by host, the one used last at the end.
#[derive(Default)]
pub(crate) struct HostClients(VecDeque<(String, Rc<HostClient>)>);

impl HostClients {
    /// The client of a host; `open` makes it where there is none.
    pub(crate) fn to(&mut self, host: &str, open: impl FnOnce() -> HostClient) -> Rc<HostClient> {
        let host = host.to_ascii_lowercase();
        let known = self.0.iter().position(|(known, _)| *known == host).and_then(|at| self.0.remove(at));
        let client = known.map_or_else(|| Rc::new(open()), |(_, client)| client);
        self.0.push_back((host, client.clone()));
        // Whoever still waits for a client keeps it, or the next one would not wait behind them.
        let unused = |(_, client): &(String, Rc<HostClient>)| Rc::strong_count(client) == 1;
        if self.0.len() > MOST
            && let Some(oldest) = self.0.iter().position(unused)
        {
            self.0.remove(oldest);
        }
        client
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::policy::RequestPolicy;

    #[test]
    fn a_host_keeps_its_client_while_it_is_used_and_few_hosts_are_newer() {
        let mut clients = HostClients::default();
        let open = || HostClient::new(RequestPolicy::default(), 7);
        let (waiting, left) =
            (clients.to("a.example.org", open), Rc::downgrade(&clients.to("b.example.org", open)));
        assert!(Rc::ptr_eq(&waiting, &clients.to("A.example.org", open)));
        for number in 0..2 * MOST {
            clients.to(&format!("{number}.example.org"), open);
        }
        assert!(left.upgrade().is_none(), "it was used longest ago");
        assert!(Rc::ptr_eq(&waiting, &clients.to("a.example.org", open)));
        assert!(clients.0.len() <= MOST + 1);
    }
}
