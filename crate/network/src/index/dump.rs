//! The public dumps: what each is, where it lies, and under which licence.

/// A public dump.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dump {
    /// DBLP's XML.
    Dblp,
    /// arXiv's metadata.
    Arxiv,
    /// The Retraction Watch Database.
    RetractionWatch,
    /// The Research Organization Registry.
    Ror,
}

impl Dump {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Dblp, Self::Arxiv, Self::RetractionWatch, Self::Ror];

    /// Its name in options and in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Dblp => "dblp",
            Self::Arxiv => "arxiv",
            Self::RetractionWatch => "retraction-watch",
            Self::Ror => "ror",
        }
    }

    /// Its name in a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Self::Dblp => "DBLP",
            Self::Arxiv => "arXiv",
            Self::RetractionWatch => "Retraction Watch",
            Self::Ror => "ROR",
        }
    }

    /// What it holds.
    pub fn holds(self) -> &'static str {
        match self {
            Self::Dblp => "publications in computer science",
            Self::Arxiv => "preprints, with abstracts",
            Self::RetractionWatch => "retractions, expressions of concern, corrections, reinstatements",
            Self::Ror => "names of research organisations",
        }
    }

    /// Where it lies.
    pub fn address(self) -> &'static str {
        match self {
            Self::Dblp => "https://dblp.org/xml/dblp.xml.gz",
            Self::Arxiv => "https://www.kaggle.com/datasets/Cornell-University/arxiv",
            Self::RetractionWatch => {
                "https://gitlab.com/crossref/retraction-watch-data/-/raw/main/retraction_watch.csv"
            }
            Self::Ror => "https://doi.org/10.5281/zenodo.6347574",
        }
    }

    /// Its file there.
    pub fn file(self) -> &'static str {
        match self {
            Self::Dblp => "dblp.xml.gz",
            Self::Arxiv => "arxiv-metadata-oai-snapshot.json",
            Self::RetractionWatch => "retraction_watch.csv",
            Self::Ror => "v2.x-YYYY-MM-DD-ror-data.json, in the archive",
        }
    }

    /// Its licence, or what its publisher says in place of one.
    pub fn licence(self) -> &'static str {
        match self {
            Self::Dblp | Self::Ror => "CC0 1.0",
            Self::Arxiv => "CC0 1.0 (metadata)",
            Self::RetractionWatch => "open data of Crossref's; its page asks users to cite it",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dump| dump.as_str() == name)
    }
}
