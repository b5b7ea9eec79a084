//! The input and its companions, by the names that sources use for them.

use std::collections::HashMap;

use crate::document::Companion;

/// A file and its number: 0 for the input itself, else one more than the companion's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct File<'a> {
    pub(crate) name: &'a str,
    pub(crate) content: &'a str,
    pub(crate) number: u32,
}

/// All files of a source.
#[derive(Debug, Default)]
pub(crate) struct Files<'a> {
    companions: &'a [Companion<'a>],
    by_name: HashMap<String, usize>,
    /// Files of which no other has the same last part of the path.
    by_base: HashMap<String, Option<usize>>,
}

impl<'a> Files<'a> {
    pub(crate) fn new(companions: &'a [Companion<'a>]) -> Self {
        let mut files = Self { companions, ..Self::default() };
        for (index, companion) in companions.iter().enumerate() {
            let name = normal(companion.name);
            let base = base(&name).to_owned();
            files.by_name.entry(name).or_insert(index);
            files.by_base.entry(base).and_modify(|own| *own = None).or_insert(Some(index));
        }
        files
    }

    /// Bytes of all companions.
    pub(crate) fn size(&self) -> usize {
        self.companions.iter().map(|companion| companion.content.len()).sum()
    }

    fn file(&self, index: usize) -> Option<File<'a>> {
        let companion = self.companions.get(index)?;
        Some(File { name: companion.name, content: companion.content, number: index as u32 + 1 })
    }

    /// The file that a source calls `name`, which may lack the extension.
    pub(crate) fn find(&self, name: &str, extension: &str) -> Option<File<'a>> {
        let name = normal(name);
        let long = format!("{name}.{extension}");
        let names = [&long, &name];
        let exact = names.iter().find_map(|name| self.by_name.get(*name).copied());
        let index = exact
            .or_else(|| names.iter().find_map(|name| self.by_base.get(base(name)).copied().flatten()))?;
        self.file(index)
    }

    /// All files with this extension, in the order given.
    pub(crate) fn with_extension(&self, extension: &str) -> Vec<File<'a>> {
        (0..self.companions.len())
            .filter_map(|index| self.file(index))
            .filter(|file| {
                file.name.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(extension))
            })
            .collect()
    }
}

fn normal(name: &str) -> String {
    let name = name.trim().trim_matches('"').replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
