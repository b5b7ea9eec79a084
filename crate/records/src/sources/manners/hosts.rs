//! Lines to the hosts of open copies: each has its own, since no host answers for another.

use std::collections::VecDeque;
use std::rc::Rc;

use super::line::Line;

/// Hosts whose line is kept: what longer ago asked for patience is asked as politely as a new one.
const MOST: usize = 64;

/// Lines by host, the one used last at the end.
#[derive(Default)]
pub(super) struct HostLines(VecDeque<(String, Rc<Line>)>);

impl HostLines {
    /// The line to a host; `open` makes it where there is none.
    pub(super) fn to(&mut self, host: &str, open: impl FnOnce() -> Line) -> Rc<Line> {
        let host = host.to_ascii_lowercase();
        let known = self.0.iter().position(|(known, _)| *known == host).and_then(|at| self.0.remove(at));
        let line = known.map_or_else(|| Rc::new(open()), |(_, line)| line);
        self.0.push_back((host, line.clone()));
        // Whoever still waits in a line keeps it, or the next one would not wait behind them.
        let unused = |(_, line): &(String, Rc<Line>)| Rc::strong_count(line) == 1;
        if self.0.len() > MOST
            && let Some(oldest) = self.0.iter().position(unused)
        {
            self.0.remove(oldest);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::manners::Manners;

    #[test]
    fn a_host_keeps_its_line_while_it_is_used_and_few_hosts_are_newer() {
        let mut lines = HostLines::default();
        let open = || Line::new(Manners::default(), 7);
        let (waiting, left) =
            (lines.to("a.example.org", open), Rc::downgrade(&lines.to("b.example.org", open)));
        assert!(Rc::ptr_eq(&waiting, &lines.to("A.example.org", open)));
        for number in 0..2 * MOST {
            lines.to(&format!("{number}.example.org"), open);
        }
        assert!(left.upgrade().is_none(), "it was used longest ago");
        assert!(Rc::ptr_eq(&waiting, &lines.to("a.example.org", open)));
        assert!(lines.0.len() <= MOST + 1);
    }
}
