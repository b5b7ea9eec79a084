//! Groups and environments: what is open, and what happens when it ends.

use std::rc::Rc;

use super::piece::Piece;
use super::walk::{Closing, Group, Walk};
use crate::markup::flow::MarkKind;

impl Walk<'_> {
    /// Enters the group whose brace was taken; `closing` happens at its end.
    pub(crate) fn enter_group(&mut self, closing: Vec<Closing>) {
        self.groups.push(Group { environment: None, closing });
    }

    /// Something more is to happen when the innermost group ends.
    pub(crate) fn at_group_end(&mut self, closing: Closing) {
        if let Some(group) = self.groups.last_mut() {
            group.closing.push(closing);
        }
    }

    pub(crate) fn enter_environment(&mut self, name: &Rc<str>, closing: Vec<Closing>) {
        *self.open.entry(Rc::clone(name)).or_default() += 1;
        self.groups.push(Group { environment: Some(Rc::clone(name)), closing });
    }

    /// Whether an environment of this name is open.
    pub(crate) fn is_open(&self, name: &str) -> bool {
        self.open.get(name).is_some_and(|count| *count > 0)
    }

    /// Leaves the innermost environment of this name and all that is open inside it.
    pub(crate) fn leave_environment(&mut self, name: &Rc<str>) {
        if !self.is_open(name) {
            return;
        }
        while let Some(group) = self.groups.last() {
            let found = group.environment.as_ref() == Some(name);
            self.leave_group();
            if found {
                break;
            }
        }
    }

    pub(super) fn leave_group(&mut self) {
        let Some(group) = self.groups.pop() else { return };
        if let Some(name) = &group.environment
            && let Some(count) = self.open.get_mut(name)
        {
            *count = count.saturating_sub(1);
        }
        for closing in group.closing.into_iter().rev() {
            match closing {
                Closing::Mark => self.push(Piece::Close),
                Closing::Block => self.end(),
                Closing::Text(text) => {
                    let spot = self.stream.spot;
                    self.made(text, spot);
                }
                Closing::Silence => self.body = false,
                Closing::Footnote => self.end_footnote(),
                Closing::Bibliography => {
                    self.finish_entry();
                    if self.frames.len() > 1 {
                        self.frames.pop();
                    }
                }
            }
        }
    }

    /// The name of the innermost open environment of a kind.
    pub(crate) fn innermost(&self, wanted: impl Fn(&str) -> bool) -> Option<Rc<str>> {
        let names = self.groups.iter().rev().take(60).filter_map(|group| group.environment.as_ref());
        names.into_iter().find(|name| wanted(name)).cloned()
    }

    /// Begins a mark that ends with the group that is entered.
    pub(crate) fn mark_group(&mut self, kind: MarkKind) {
        if self.stream.take_open() {
            self.push(Piece::Open(kind));
            self.enter_group(vec![Closing::Mark]);
        }
    }
}
