//! What is compared: a citing sentence, a cited work, the citing article; and their vectors, each text embedded once.

use std::collections::{BTreeSet, HashMap};

use crate::verify::models::{Embed, ModelError};
use citelight_document::document::sentences::sentences;

/// Texts that are embedded in one call: a model on several workers shares them out.
const TOGETHER: usize = 64;
/// Words that a sentence of an abstract must have to be shown or compared by itself.
const SENTENCE_WORDS: usize = 4;

/// A citing sentence without its markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statement<'a> {
    /// Its words.
    pub text: &'a str,
}

/// A cited work by what its record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work<'a> {
    /// Its title; empty if unknown.
    pub title: &'a str,
    /// Its abstract; empty if there is none.
    pub abstract_text: &'a str,
}

/// The citing article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Article<'a> {
    /// Its title.
    pub title: &'a str,
    /// Its abstract; empty if unknown.
    pub abstract_text: &'a str,
}

impl Work<'_> {
    /// Title and abstract as one text.
    pub fn whole(&self) -> String {
        joined(self.title, self.abstract_text)
    }

    /// The sentences of the abstract, without headings and scraps; at least the title.
    pub fn sentences(&self) -> Vec<&str> {
        let split = sentences(self.abstract_text, &[]).into_iter();
        let mut found: Vec<&str> = split
            .filter_map(|range| self.abstract_text.get(range))
            .map(str::trim)
            .filter(|text| text.split_whitespace().count() >= SENTENCE_WORDS)
            .collect();
        if found.is_empty() && !self.title.is_empty() {
            found.push(self.title);
        }
        found
    }
}

impl Article<'_> {
    /// Title and abstract as one text.
    pub fn whole(&self) -> String {
        joined(self.title, self.abstract_text)
    }
}

fn joined(title: &str, text: &str) -> String {
    match (title.trim(), text.trim()) {
        (title, "") => title.to_owned(),
        ("", text) => text.to_owned(),
        (title, text) => format!("{}. {text}", title.trim_end_matches('.')),
    }
}

/// Vectors of texts, by the text.
#[derive(Clone, Debug, Default)]
pub struct Vectors(HashMap<String, Vec<f32>>);

impl Vectors {
    /// Embeds what has no vector yet.
    ///
    /// # Errors
    /// [`ModelError`] if the bi-encoder fails.
    pub async fn add(
        &mut self,
        texts: impl IntoIterator<Item = String>,
        embed: &dyn Embed,
    ) -> Result<(), ModelError> {
        let unknown = texts.into_iter().filter(|text| !text.is_empty() && !self.0.contains_key(text));
        let wanted: Vec<String> = unknown.collect::<BTreeSet<_>>().into_iter().collect();
        for together in wanted.chunks(TOGETHER) {
            let texts: Vec<&str> = together.iter().map(String::as_str).collect();
            let vectors = embed.embed(&texts).await?;
            self.0.extend(together.iter().cloned().zip(vectors));
        }
        Ok(())
    }

    /// The cosine of two texts; none if one was not embedded.
    pub fn cosine(&self, one: &str, other: &str) -> Option<f64> {
        let (one, other) = (self.0.get(one)?, self.0.get(other)?);
        Some(one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_work_is_read_by_sentences_and_as_a_whole() {
        let work = Work {
            title: "Otters of the Elbe.",
            abstract_text: "BACKGROUND. Otters eat fish in rivers. They sleep at day in holts.",
        };
        assert_eq!(work.sentences(), ["Otters eat fish in rivers.", "They sleep at day in holts."]);
        assert!(work.whole().starts_with("Otters of the Elbe. BACKGROUND"));
        assert_eq!(Work { abstract_text: "", ..work }.sentences(), ["Otters of the Elbe."]);
    }
}
