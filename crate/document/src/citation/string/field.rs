//! What the words of a reference string can be.

/// The field that a stretch of a reference string belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// Names of the authors.
    Author,
    /// Names of editors and translators.
    Editor,
    /// Title of the work.
    Title,
    /// Journal, proceedings or the book that holds the work.
    Venue,
    /// Series that the book belongs to.
    Series,
    /// Date of publication.
    Date,
    /// Volume.
    Volume,
    /// Issue or number.
    Issue,
    /// Pages or article number.
    Pages,
    /// Publisher, school or institution.
    Publisher,
    /// Place of publication or of the conference.
    Place,
    /// Edition.
    Edition,
    /// DOI, arXiv, PMID, ISBN or another identifier.
    Identifier,
    /// Address in the web.
    Url,
    /// Remarks: kind of report or thesis, date of access, "in press".
    Note,
    /// The number the list prints before the entry.
    Label,
    /// Words between the fields: "In", "pp.", "vol.".
    Other,
}

impl Field {
    /// Every field, in the order of the model's labels.
    pub const ALL: [Self; 17] = [
        Self::Author,
        Self::Editor,
        Self::Title,
        Self::Venue,
        Self::Series,
        Self::Date,
        Self::Volume,
        Self::Issue,
        Self::Pages,
        Self::Publisher,
        Self::Place,
        Self::Edition,
        Self::Identifier,
        Self::Url,
        Self::Note,
        Self::Label,
        Self::Other,
    ];

    /// Position in [`Field::ALL`].
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}
