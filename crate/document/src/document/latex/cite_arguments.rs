//! The arguments of citing commands: notes before and after, and keys.

use super::cite::Command;
use super::piece::{Cite, Group, Piece};
use super::stream::{split_commas, trimmed};
use super::token::{Spot, Token, code};
use super::walk::Walk;

impl Walk<'_> {
    /// Reads the arguments of a citing command.
    pub(crate) fn read_cite(&mut self, command: Command, spot: Spot) -> Option<Cite> {
        let star = self.stream.star();
        let mut groups = Vec::new();
        if command.list {
            let before = self.stream.delimited('(', ')');
            let after = self.stream.delimited('(', ')');
            let (before, after) = match (before, after) {
                (Some(after), None) => (None, Some(after)),
                both => both,
            };
            while let Some(group) = self.group() {
                groups.push(group);
                if groups.len() >= 500 {
                    break;
                }
            }
            if let (Some(first), Some(before)) = (groups.first_mut(), before) {
                let mut pieces = self.pieces_of(before);
                pieces.push(Piece::Gap(spot));
                pieces.append(&mut first.before);
                first.before = pieces;
            }
            if let (Some(last), Some(after)) = (groups.last_mut(), after) {
                last.after.extend(self.pieces_of(after));
            }
        } else {
            groups.extend(self.group());
        }
        let has_keys = groups.iter().any(|group| !group.keys.is_empty());
        has_keys.then_some(Cite { form: command.form, star, guessed: false, groups, spot })
    }

    /// `[before][after]{keys}`, `<before>[after]{keys}`
    fn group(&mut self) -> Option<Group> {
        let angle = self.stream.delimited('<', '>');
        let first = self.stream.option();
        let second = if first.is_some() { self.stream.option() } else { None };
        let given: Vec<Vec<Token>> = [&angle, &first, &second].into_iter().flatten().cloned().collect();
        let Some(keys) = self.stream.braced() else {
            // Not a citation after all: what was taken is text.
            for tokens in given {
                self.stream.prepend(tokens.into_iter());
            }
            return None;
        };
        let (before, after) = match (angle, first, second) {
            (Some(before), after, _) => (Some(before), after),
            (None, Some(before), Some(after)) => (Some(before), Some(after)),
            (None, after, _) => (None, after),
        };
        let keys = split_commas(&keys)
            .iter()
            .map(|key| {
                // `\cite{a,*b}` merges entries (mciteplus); `\nocite{*}` means all.
                let key = code(key);
                let key = key.trim();
                key.strip_prefix('*').map(str::trim).filter(|key| !key.is_empty()).unwrap_or(key).to_owned()
            })
            .filter(|key| !key.is_empty())
            .collect();
        let pieces = |walk: &mut Self, tokens: Option<Vec<Token>>| {
            tokens.map(|tokens| walk.pieces_of(trimmed(tokens))).unwrap_or_default()
        };
        let before = pieces(self, before);
        let after = pieces(self, after);
        Some(Group { before, after, keys })
    }
}
