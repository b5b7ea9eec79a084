//! Which ready lists (.bbl) are the document's own: folders and archives hold those of other documents, and old ones.

use citelight_types::sort::SmallSort;
use std::collections::HashSet;

use super::files::{File, Files};
use crate::document::bibliography::Work;

/// The .bbl files to be read; none if the .bib files know more of what is cited, or as much and no .bbl bears the
/// source's name.
pub(super) fn choose<'a>(
    files: &Files<'a>,
    stem: &str,
    further_lists: &[String],
    cited: &[String],
    works: &[Work],
) -> Vec<File<'a>> {
    let cited: HashSet<&str> = cited.iter().map(String::as_str).filter(|key| *key != "*").collect();
    let keys: HashSet<String> = works
        .iter()
        .flat_map(|work| std::iter::once(&work.key).chain(&work.aliases))
        .map(|key| key.to_lowercase())
        .collect();
    let in_works = cited.iter().filter(|key| keys.contains(&key.to_lowercase())).count();
    let all: Vec<(File<'a>, HashSet<&str>)> = files
        .with_extension("bbl")
        .into_iter()
        .map(|file| (file, groups(file.content).filter(|key| cited.contains(key)).collect()))
        .collect();
    let is_own = |file: &File<'_>| {
        let name = file.name.trim_start_matches("./");
        let base = name.strip_suffix(".bbl");
        base.is_some_and(|base| base == stem || further_lists.iter().any(|list| list == base))
    };
    let own: Vec<_> = all.iter().filter(|(file, _)| is_own(file)).collect();
    if own.iter().any(|(file, _)| file.name.trim_start_matches("./").strip_suffix(".bbl") == Some(stem)) {
        let known: HashSet<&str> = own.iter().flat_map(|(_, keys)| keys).copied().collect();
        // An outdated list lacks what was cited since.
        return if known.len() >= in_works {
            own.into_iter().map(|(file, _)| *file).collect()
        } else {
            Vec::new()
        };
    }
    if let ([(only, _)], [], true) = (all.as_slice(), works, cited.is_empty()) {
        return vec![*only];
    }
    // Of other names, those that know what is cited, the best first.
    let mut known: HashSet<&str> = HashSet::new();
    let mut chosen = Vec::new();
    let mut left: Vec<_> = all.iter().collect();
    left.small_sort_by_key(|(_, keys)| std::cmp::Reverse(keys.len()));
    for (file, keys) in left {
        let before = known.len();
        known.extend(keys);
        if known.len() > before {
            chosen.push(*file);
        }
    }
    if known.len() > in_works { chosen } else { Vec::new() }
}

/// What stands in braces that hold no braces: keys of entries are among it.
fn groups(content: &str) -> impl Iterator<Item = &str> {
    content.split('}').filter_map(|part| part.rsplit_once('{')).map(|(_, group)| group.trim())
}
