//! A source with its statements, and which of them are still free.
use std::collections::BTreeSet;

use super::clause::share;
use super::pool::PoolSource;
use super::statement::{Statement, statements};
use crate::chance::Chance;

/// Share of a statement's words from which another sentence says the same.
pub(super) const SAME_STATEMENT: f64 = 0.75;

/// A source with the statements that are still free.
pub(super) struct Mine<'a> {
    pub(super) source: &'a PoolSource,
    pub(super) statements: Vec<Statement<'a>>,
    used: Vec<bool>,
    /// Content of the statements that were used: nothing is asked twice.
    asked: Vec<BTreeSet<String>>,
}

impl<'a> Mine<'a> {
    /// The statements of a source, in an order of chance.
    pub(super) fn of(source: &'a PoolSource, seed: u64) -> Self {
        let mut chance = Chance::of(seed, &source.id);
        let mut statements = statements(source, &mut chance);
        chance.shuffle(&mut statements);
        Self { source, used: vec![false; statements.len()], statements, asked: Vec::new() }
    }

    /// The statements that were not used, and say nothing that one of those says.
    pub(super) fn free(&self) -> Vec<usize> {
        let repeats = |index: usize| {
            let content = self.statements[index].clause.content();
            self.asked.iter().any(|asked| share(&content, asked) >= SAME_STATEMENT)
        };
        (0..self.statements.len()).filter(|&index| !self.used[index] && !repeats(index)).collect()
    }

    /// Uses a statement.
    pub(super) fn take(&mut self, index: usize) {
        self.used[index] = true;
        self.asked.push(self.statements[index].clause.content());
    }

    /// How many were used.
    pub(super) fn taken(&self) -> usize {
        self.asked.len()
    }
}
