//! The work that an excerpt with a masked citation speaks of (CiteME, section 2), looked for by words.

use citelight::attribute::library::Library;
use citelight::attribute::scholar::Scholar;
use citelight::attribute::{Attribution, CitingPaper, Excerpt, find};
use citelight_network::Scholarly;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Characters of an excerpt.
const EXCERPT: usize = 4_000;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttributionRequest {
    /// The sentences, the citation in question written as `[CITATION]`. At most 4,000 characters.
    pub excerpt: String,
    /// Title of the paper they stand in: it is no candidate.
    #[serde(default)]
    pub paper: Option<String>,
    /// Its year: nothing later is a candidate.
    #[serde(default)]
    pub year: Option<i32>,
}

impl AttributionRequest {
    fn read(&self) -> Result<Excerpt, String> {
        if self.excerpt.chars().nth(EXCERPT).is_some() {
            return Err(format!("excerpt takes at most {EXCERPT} characters"));
        }
        let paper = CitingPaper { title: self.paper.clone(), year: self.year, ..CitingPaper::default() };
        Excerpt::parse(&self.excerpt, paper).map_err(|error| format!("excerpt cannot be used: {error}"))
    }

    /// Looks whether it can be asked.
    ///
    /// # Errors
    /// What is wrong, naming the field.
    pub fn check(&self) -> Result<(), String> {
        self.read().map(drop)
    }

    /// Searches to the end. What the sources fail at stands in the result.
    ///
    /// # Errors
    /// Why candidates could not be ranked.
    pub async fn search(&self, scholarly: &Scholarly) -> Result<Attribution, String> {
        let excerpt = self.read()?;
        let scholar = Scholar::new(scholarly.client(), Some(scholarly.texts()));
        find(excerpt, &scholar as &dyn Library, None).await.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_its_citation_masked_and_an_end() {
        let of = |excerpt: String| AttributionRequest { excerpt, paper: None, year: None }.check();
        assert!(of("Weirs of oak outlast weirs of pine [CITATION].".to_owned()).is_ok());
        assert!(of("Weirs of oak outlast weirs of pine.".to_owned()).is_err());
        assert!(of("x".repeat(EXCERPT + 1)).is_err());
    }
}
