//! What kind of work an entry is, and why indexes cannot say whether there is such a work.

use serde::{Deserialize, Serialize};

/// A kind of work, as far as it decides which index may hold it and what "found" means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WorkForm {
    /// An article, a paper of a meeting, a preprint: what the indexes are made for.
    Paper,
    /// A book, a part of one, a work of reference.
    Book,
    /// A thesis.
    Thesis,
    /// A report of an institution.
    Report,
    /// A standard or another specification.
    Standard,
    /// A statute, a treaty, a decision of a court.
    Law,
    /// Software, in one version or in all.
    Software,
    /// A data set.
    Dataset,
    /// A patent.
    Patent,
    /// A page or a post of the web.
    WebPage,
    /// A piece of a newspaper, a magazine or an encyclopedia.
    Press,
    /// Anything else: a film, a letter, a lecture.
    Other,
}

impl WorkForm {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::Paper,
        Self::Book,
        Self::Thesis,
        Self::Report,
        Self::Standard,
        Self::Law,
        Self::Software,
        Self::Dataset,
        Self::Patent,
        Self::WebPage,
        Self::Press,
        Self::Other,
    ];

    /// The kind that BibTeX, BibLaTeX, CSL, RIS or JATS call so; none where the name leaves it open, as `misc` does. Names
    /// that nobody knows are not of papers.
    pub fn of_name(name: &str) -> Option<Self> {
        let letters: String = name.chars().filter(|c| c.is_alphabetic()).collect();
        Some(match letters.to_lowercase().as_str() {
            "" | "misc" | "unpublished" | "other" | "document" | "gen" | "generic" => return None,
            "article" | "articlejournal" | "inproceedings" | "conference" | "paperconference" | "journal"
            | "confproc" | "preprint" | "paper" | "review" | "jour" | "cpaper" | "conf" => Self::Paper,
            "book" | "mvbook" | "inbook" | "bookinbook" | "suppbook" | "booklet" | "collection"
            | "mvcollection" | "incollection" | "suppcollection" | "proceedings" | "mvproceedings"
            | "reference" | "mvreference" | "inreference" | "manual" | "chapter" | "bookchapter"
            | "periodical" | "entryencyclopedia" | "entrydictionary" | "chap" | "edbook" | "classic"
            | "commentary" => Self::Book,
            "thesis" | "phdthesis" | "mastersthesis" | "bachelorsthesis" | "thes" | "dissertation" => {
                Self::Thesis
            }
            "report" | "techreport" | "rprt" | "govdoc" => Self::Report,
            "standard" | "stand" => Self::Standard,
            "legislation" | "jurisdiction" | "legal" | "legalcase" | "bill" | "case" | "stat" | "treaty"
            | "legadminmaterial" | "legmaterial" | "constitution" | "hear" | "regulation" => Self::Law,
            "software" | "softwareversion" | "softwaremodule" | "codefragment" | "comp" => Self::Software,
            "dataset" | "data" | "database" | "dbase" => Self::Dataset,
            "patent" | "pat" => Self::Patent,
            "online" | "electronic" | "www" | "web" | "webpage" | "website" | "post" | "postweblog"
            | "blog" | "elec" => Self::WebPage,
            "newspaper" | "magazine" | "articlenewspaper" | "articlemagazine" | "news" | "mgzn" => {
                Self::Press
            }
            _ => Self::Other,
        })
    }

    /// Several works of the kind, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Paper => "papers",
            Self::Book => "books",
            Self::Thesis => "theses",
            Self::Report => "reports",
            Self::Standard => "standards",
            Self::Law => "laws and decisions",
            Self::Software => "programs",
            Self::Dataset => "data sets",
            Self::Patent => "patents",
            Self::WebPage => "web pages",
            Self::Press => "pieces of newspapers, magazines and encyclopedias",
            Self::Other => "works of this kind",
        }
    }
}

/// Why it says nothing that no index has a work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum IndexGap {
    /// The indexes lack many works of its kind.
    Kind,
    /// The indexes lack many papers in its language.
    Language,
    /// The indexes lack many papers of its time.
    Age,
    /// Its DOI is registered with an agency whose works the indexes do not take in.
    Registrar,
}

/// That the indexes which were asked cannot say whether there is such a work, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotCheckable {
    /// What kind of work it is.
    pub form: WorkForm,
    /// Why the indexes' silence says nothing.
    pub gap: IndexGap,
}

impl NotCheckable {
    /// Why, in one sentence.
    pub fn reason(self) -> String {
        match self.gap {
            IndexGap::Kind => {
                format!("Not checkable here: no index has it, and the indexes lack many {}.", self.form.words())
            }
            IndexGap::Language => {
                "Not checkable here: no index has it, and the indexes lack many papers in this language."
                    .to_owned()
            }
            IndexGap::Age => {
                "Not checkable here: no index has it, and the indexes lack many papers of that time.".to_owned()
            }
            IndexGap::Registrar => {
                "Not checkable here: its DOI is registered, but not with an agency whose works the indexes hold."
                    .to_owned()
            }
        }
    }

    /// What a reader can do instead, in one sentence.
    pub fn next_step(self) -> &'static str {
        match (self.gap, self.form) {
            (IndexGap::Registrar, _) => "Open the DOI.",
            (IndexGap::Language, _) => {
                "Search an index of the country, such as CNKI, CiNii, eLIBRARY, Dialnet, SciELO or MATARKA."
            }
            (IndexGap::Age, _) | (IndexGap::Kind, WorkForm::Paper) => {
                "Search the journal's archive or a library catalogue."
            }
            (_, WorkForm::Book) => {
                "Search a library catalogue, such as WorldCat or Open Library, by ISBN or title."
            }
            (_, WorkForm::Thesis) => "Search the university's repository or a catalogue of theses.",
            (_, WorkForm::Report) => "Search the site of the institution by the report's number.",
            (_, WorkForm::Standard) => "Search the catalogue of the body that issued it by its number.",
            (_, WorkForm::Law) => "Search the official gazette or the court's register by number or date.",
            (_, WorkForm::Software) => {
                "Open its repository, its page in a package index, or its SWHID in Software Heritage."
            }
            (_, WorkForm::Dataset) => "Search the repository that keeps the data, or DataCite.",
            (_, WorkForm::Patent) => "Search Espacenet by the patent's number.",
            (_, WorkForm::WebPage) => "Open the address, or its copy in an archive of the web.",
            (_, WorkForm::Press) => "Search the publication's own archive.",
            (_, WorkForm::Other) => "Look it up where such works are listed.",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_kinds_in_every_format() {
        for (name, form) in [
            ("mvbook", Some(WorkForm::Book)),
            ("book-chapter", Some(WorkForm::Book)),
            ("article-journal", Some(WorkForm::Paper)),
            ("article-newspaper", Some(WorkForm::Press)),
            ("THES", Some(WorkForm::Thesis)),
            ("legal_case", Some(WorkForm::Law)),
            ("softwareversion", Some(WorkForm::Software)),
            ("misc", None),
            ("archive", Some(WorkForm::Other)),
        ] {
            assert_eq!(WorkForm::of_name(name), form, "{name}");
        }
    }

    #[test]
    fn whatever_is_not_checkable_has_a_reason_and_a_next_step() {
        for form in WorkForm::ALL {
            for gap in [IndexGap::Kind, IndexGap::Language, IndexGap::Age, IndexGap::Registrar] {
                let not = NotCheckable { form, gap };
                assert!(not.reason().starts_with("Not checkable here: ") && not.reason().ends_with('.'));
                assert!(not.next_step().ends_with('.'), "{not:?}");
            }
        }
    }
}
