//! What the preamble says about how the document cites: class, packages, options, bibliography style.

use std::collections::{HashMap, HashSet};

use super::cite;

/// Class, packages and their options.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    pub(crate) class: String,
    pub(crate) class_options: Vec<String>,
    pub(crate) packages: HashMap<String, Vec<String>>,
    /// `\bibliographystyle`
    pub(crate) bibliography_style: Option<String>,
    /// `\setcitestyle`, `\citestyle`: options that come last and win.
    pub(crate) cite_style: Vec<String>,
    /// natbib's `\bibpunct`: opening, closing, between citations, mode, before years, between years.
    pub(crate) punctuation: Option<Vec<String>>,
    /// Names in `\bibliography`, `\addbibresource`.
    pub(crate) bibliographies: Vec<String>,
    /// What multibib's `\newcites` puts behind the names of its commands: `\citesec`.
    pub(crate) further_lists: Vec<String>,
    /// babel's short forms for umlauts are active.
    pub(crate) german: bool,
    /// Environments of code that the document defines: `\lstnewenvironment`, `\newminted`.
    pub(crate) code_environments: HashSet<String>,
    /// The sign that `\MakeShortVerb` made a fence of code.
    pub(crate) short_verb: Option<char>,
}

impl Setup {
    pub(crate) fn has(&self, package: &str) -> bool {
        self.packages.contains_key(package)
    }

    /// The command that one of multibib's is made of: `\cite` of `\citesec`.
    pub(crate) fn of_further_list<'a>(&self, name: &'a str) -> Option<&'a str> {
        self.further_lists.iter().find_map(|list| {
            let stem = name.strip_suffix(list.as_str())?;
            let known = matches!(stem, "bibliography" | "bibliographystyle") || cite::command(stem).is_some();
            known.then_some(stem)
        })
    }

    /// Whether a package begins so: `acl2020`, `neurips_2023`.
    pub(crate) fn has_prefix(&self, prefixes: &[&str]) -> bool {
        self.packages.keys().any(|name| prefixes.iter().any(|prefix| name.starts_with(prefix)))
    }

    pub(crate) fn class_is(&self, prefixes: &[&str]) -> bool {
        prefixes.iter().any(|prefix| self.class.starts_with(prefix))
    }

    /// Whether the package has the option.
    pub(crate) fn option(&self, package: &str, option: &str) -> bool {
        self.packages.get(package).is_some_and(|options| options.iter().any(|own| own == option))
    }

    /// The value of a biblatex option: `style=apa`.
    pub(crate) fn biblatex(&self, key: &str) -> Option<&str> {
        let options = ["biblatex", "biblatex-chicago"].iter().filter_map(|name| self.packages.get(*name));
        options.flatten().rev().find_map(|option| {
            let (own, value) = option.split_once('=').unwrap_or((option, ""));
            (own.trim() == key).then(|| value.trim().trim_matches(['{', '}']))
        })
    }

    pub(crate) fn add_package(&mut self, name: &str, options: &[String]) {
        self.packages.entry(name.to_owned()).or_default().extend(options.iter().cloned());
        let languages = ["german", "ngerman", "austrian", "naustrian"];
        let is_german = |option: &String| languages.contains(&option.as_str()) || option == "main=ngerman";
        if matches!(name, "german" | "ngerman") || name == "babel" && options.last().is_some_and(is_german) {
            self.german = true;
        }
    }

    pub(crate) fn uses_biblatex(&self) -> bool {
        self.has("biblatex") || self.has("biblatex-chicago")
    }

    /// The biblatex style that citations have.
    pub(crate) fn biblatex_style(&self) -> String {
        let given = self.biblatex("citestyle").or_else(|| self.biblatex("style"));
        match given {
            Some(style) => style.to_lowercase(),
            None if self.has("biblatex-chicago") && self.biblatex("authordate").is_some() => {
                "chicago-authordate".to_owned()
            }
            None if self.has("biblatex-chicago") => "chicago-notes".to_owned(),
            None => "numeric".to_owned(),
        }
    }

    /// Whether `\autocite` makes a footnote.
    pub(crate) fn cites_in_notes(&self) -> bool {
        if !self.uses_biblatex() {
            return false;
        }
        match self.biblatex("autocite") {
            Some("footnote") => true,
            Some(_) => false,
            None => is_note_style(&self.biblatex_style()),
        }
    }
}

/// Whether citations of a biblatex style stand in footnotes.
pub(crate) fn is_note_style(style: &str) -> bool {
    [
        "verbose",
        "authortitle",
        "oscola",
        "chicago-notes",
        "footnote",
        "windycity",
        "jura",
        "sbl",
        "historian",
        "archaeologie",
    ]
    .iter()
    .any(|name| style.starts_with(name))
}
