//! LaTeX sources among the fixtures, each with the bibliographies beside it.

use std::path::{Path, PathBuf};

use citelight_document::document::{Companion, Document, Input, parse};

/// Main file, its companions' extension, and the least F1 of the mapping with links hidden. The examples of styles also
/// cite in ways that no text shows: bare years, names without their years.
pub(crate) const SOURCES: &[(&str, f64)] = &[
    ("1707.08043-amsart/main.tex", 1.0),
    ("1708.00137-quantum/main.tex", 1.0),
    ("achemso-demo/achemso-demo.tex", 0.9),
    ("biblatex-examples/31-style-numeric-comp.tex", 1.0),
    ("biblatex-examples/40-style-alphabetic.tex", 1.0),
    ("biblatex-examples/50-style-authoryear.tex", 0.95),
    ("biblatex-examples/71-style-verbose-ibid.tex", 1.0),
    ("biblatex-ieee/biblatex-ieee.tex", 0.0),
];

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

pub(crate) fn text(path: &str) -> String {
    let path = fixtures().join(path);
    // Old sources are not all UTF-8.
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A main file and the bibliographies beside it.
pub(crate) struct Source {
    name: String,
    pub(crate) main: String,
    beside: Vec<(String, String)>,
}

impl Source {
    pub(crate) fn read(name: &str) -> Self {
        let folder = name.split('/').next().expect("a folder");
        let mut beside: Vec<(String, String)> = std::fs::read_dir(fixtures().join("latex").join(folder))
            .expect("the folder of the fixture")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|file| file.ends_with(".bib"))
            .map(|file| (file.clone(), text(&format!("latex/{folder}/{file}"))))
            .collect();
        beside.sort();
        Self { name: name.to_owned(), main: text(&format!("latex/{name}")), beside }
    }

    pub(crate) fn with<T>(&self, use_it: impl FnOnce(Input<'_>) -> T) -> T {
        let companions: Vec<Companion<'_>> =
            self.beside.iter().map(|(name, content)| Companion { name, content }).collect();
        use_it(Input::new(&self.main, &self.name).with(&companions))
    }

    #[allow(dead_code, reason = "each user takes what it needs")]
    pub(crate) fn document(&self) -> Document {
        self.with(|input| parse(input).expect("the source parses"))
    }
}
