//! The documents that are open in the editor.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tower_lsp_server::ls_types::{TextDocumentContentChangeEvent, Uri};

use super::analysis::Analysis;
use super::position::byte_at;

/// What a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// BibTeX.
    Bibliography,
    Latex,
    /// Markdown with pandoc's citations.
    Markdown,
}

impl Kind {
    /// By the editor's name for the language, else by the file's ending.
    pub(super) fn of(language: &str, path: Option<&Path>) -> Option<Self> {
        let ending = path.and_then(|path| Some(path.extension()?.to_str()?.to_ascii_lowercase()));
        [language, ending.as_deref().unwrap_or_default()].into_iter().find_map(|name| match name {
            "bibtex" | "biblatex" | "bib" => Some(Self::Bibliography),
            "latex" | "tex" | "plaintex" | "ltx" => Some(Self::Latex),
            "markdown" | "pandoc" | "quarto" | "rmd" | "md" | "qmd" => Some(Self::Markdown),
            _ => None,
        })
    }
}

/// A document that is open.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) kind: Kind,
    pub(super) path: Option<PathBuf>,
    pub(super) text: Arc<str>,
    /// The editor's number of this state.
    pub(super) version: i32,
    /// The state about which the editor was last told.
    pub(super) told: Option<i32>,
    /// What was last made of it; it may be of an earlier state.
    pub(super) analysis: Option<Arc<Analysis>>,
}

impl Open {
    pub(super) fn new(uri: &Uri, language: &str, text: String, version: i32) -> Option<Self> {
        let path = path_of(uri);
        let kind = Kind::of(language, path.as_deref())?;
        Some(Self { kind, path, text: text.into(), version, told: None, analysis: None })
    }

    /// Takes changes over, in their order.
    pub(super) fn change(&mut self, changes: Vec<TextDocumentContentChangeEvent>, version: i32) {
        let mut text = String::from(&*self.text);
        for change in changes {
            match change.range {
                Some(range) => {
                    let (from, to) = (byte_at(&text, range.start), byte_at(&text, range.end));
                    text.replace_range(from.min(to)..from.max(to), &change.text);
                }
                None => text = change.text,
            }
        }
        (self.text, self.version) = (text.into(), version);
    }

    /// What was made of this very state.
    pub(super) fn current(&self) -> Option<Arc<Analysis>> {
        self.analysis.clone().filter(|analysis| analysis.version == self.version)
    }
}

/// The file of an address, if it is one.
pub(super) fn path_of(uri: &Uri) -> Option<PathBuf> {
    let is_file = uri.scheme().as_str().eq_ignore_ascii_case("file");
    is_file.then(|| uri.to_file_path().map(|path| path.into_owned())).flatten()
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use proptest::prelude::*;
    use tower_lsp_server::ls_types::{Position, Range};

    use super::*;

    fn open(text: &str) -> Open {
        let uri = Uri::from_str("file:///paper/refs%20one.bib").unwrap();
        Open::new(&uri, "", text.to_owned(), 1).unwrap()
    }

    fn change(range: Option<(u32, u32, u32, u32)>, text: &str) -> TextDocumentContentChangeEvent {
        let range = range.map(|(a, b, c, d)| Range::new(Position::new(a, b), Position::new(c, d)));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    #[test]
    fn changes_count_in_utf16_and_in_their_order() {
        let mut document = open("𝒳 = {a}\nb");
        assert_eq!(document.path.as_deref(), Some(Path::new("/paper/refs one.bib")));
        document.change(vec![change(Some((0, 6, 0, 7)), "é"), change(Some((1, 0, 1, 1)), "c\n")], 2);
        assert_eq!((&*document.text, document.version), ("𝒳 = {é}\nc\n", 2));
        document.change(vec![change(None, "all")], 3);
        assert_eq!(&*document.text, "all");
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        let uri = Uri::from_str("untitled:one").unwrap();
        assert!(Open::new(&uri, "python", String::new(), 1).is_none());
        assert_eq!(Open::new(&uri, "bibtex", String::new(), 1).map(|open| open.path), Some(None));
    }

    proptest! {
        #[test]
        fn no_change_is_too_odd(text in "[a𝒳é\r\n]{0,20}", a in 0_u32..9, b in any::<u32>(), c in any::<u32>(), d in 0_u32..9) {
            open(&text).change(vec![change(Some((a, b, c, d)), "𝒳"), change(Some((d, a, a, b)), "")], 2);
        }
    }
}
