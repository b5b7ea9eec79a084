//! How a work stands among others, as indexes tell: citations, field of research, kind of venue.

/// What indexes know of a work's standing; each may be unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CitationMetrics {
    /// How often it is cited.
    pub cited_by: Option<u64>,
    /// Percentile of its citations among works of its field, year and kind, 0..=1.
    pub percentile: Option<f64>,
    /// Percentile of its citations among all works of its year, 0..=1.
    pub percentile_of_year: Option<f64>,
    /// Its field of research in OpenAlex's words: `Medicine`, `Computer Science`.
    pub field: Option<String>,
    /// OpenAlex's id of its venue (`S…`).
    pub venue: Option<String>,
    /// Whether that is a repository (arXiv, bioRxiv, a university's) rather than a journal or proceedings.
    pub venue_is_repository: bool,
    /// Mean citations of a work of its venue within two years.
    pub venue_citedness: Option<f64>,
}

impl CitationMetrics {
    /// Takes what is unknown here from another index.
    pub fn fill_from(&mut self, other: Self) {
        // A count belongs with the percentile of the index that counted.
        if self.percentile.is_none() && (self.cited_by.is_none() || other.percentile.is_some()) {
            self.cited_by = other.cited_by.or(self.cited_by);
            self.percentile = other.percentile;
        }
        self.percentile_of_year = self.percentile_of_year.or(other.percentile_of_year);
        self.field = self.field.take().or(other.field);
        if self.venue.is_none() {
            self.venue = other.venue;
            self.venue_citedness = other.venue_citedness;
            self.venue_is_repository |= other.venue_is_repository;
        }
    }
}
