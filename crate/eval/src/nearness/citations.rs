//! Articles with the works that they cite, and with others of the same field.
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;

use citelight::relevance::Vectors;
use citelight::verify::models::Embed;
use citelight_cli::failure::Failure;
use citelight_cli::lines::Lines;
use serde::{Deserialize, Serialize};

use super::reviewers::Known;
use crate::chance::Chance;
use crate::relevance::embed_texts;
use crate::results::{Figure, Unit, key};
use crate::statistics::Share;

const FORM: &str = r#"{"title", "abstract", "article": {"title", "abstract"}}"#;
const SEED: u64 = 1;
/// Cosines at which a word may begin or end.
const THRESHOLDS: [f64; 6] = [0.2, 0.3, 0.4, 0.5, 0.6, 0.7];

#[derive(Deserialize)]
struct Line {
    #[serde(flatten)]
    work: Known,
    article: Option<Known>,
}

/// Works on either side of a cosine.
#[derive(Serialize)]
struct At {
    cosine: f64,
    /// Cited works that are as near.
    cited: Share,
    /// Works that are not cited and are as near.
    not_cited: Share,
    /// Works that are as near: so many of them are cited, where as many are not.
    near_is_cited: Share,
    /// Works that are farther: so many of them are not cited.
    far_is_not_cited: Share,
}

/// What was measured of articles.
#[derive(Serialize)]
pub(super) struct Citations {
    articles: usize,
    cited: usize,
    at: Vec<At>,
}

impl Citations {
    pub(super) fn measure(path: &Path, vectors: &mut Vectors, embed: &dyn Embed) -> Result<Self, Failure> {
        let mut cited: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut lines = Lines::open(path)?;
        while let Some(Line { work, article }) = lines.next_json(FORM)? {
            if let Some(article) = article {
                cited.entry(article.text()).or_default().insert(work.text());
            }
        }
        let works: Vec<&String> = cited.values().flatten().collect::<BTreeSet<_>>().into_iter().collect();
        embed_texts(cited.keys().chain(works.iter().copied()).cloned(), vectors, embed)?;
        let mut chance = Chance::of(SEED, "citations");
        let (mut near, mut others) = (Vec::new(), Vec::new());
        for (article, own) in &cited {
            near.extend(own.iter().filter_map(|work| vectors.cosine(article, work)));
            let mut foreign: Vec<&String> =
                works.iter().copied().filter(|work| !own.contains(*work)).collect();
            chance.shuffle(&mut foreign);
            others.extend(foreign.iter().take(own.len()).filter_map(|work| vectors.cosine(article, work)));
        }
        let at = THRESHOLDS.map(|cosine| At::of(cosine, &near, &others));
        Ok(Self { articles: cited.len(), cited: near.len(), at: at.into() })
    }

    pub(super) fn figures(&self) -> Vec<Figure> {
        const SECTION: &str = "Works by their cosine with an article";
        let cells = |At { cosine, cited, not_cited, near_is_cited, far_is_not_cited }: &At| {
            let row = format!("{cosine:.1}");
            [
                ("cited, as near", cited),
                ("not cited, as near", not_cited),
                ("as near: cited", near_is_cited),
                ("farther: not cited", far_is_not_cited),
            ]
            .map(|(column, share)| share.figure(key(["cosine", &row, column]), [SECTION, &row, column]))
        };
        let counts =
            [("articles", self.articles), ("works that they cite", self.cited)].map(|(row, count)| {
                Figure::new(
                    key(["citations", row]),
                    ["Articles and works", row, "count"],
                    count as f64,
                    Unit::Count,
                )
            });
        counts.into_iter().chain(self.at.iter().flat_map(cells).flatten()).collect()
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{} articles, {} works that they cite, and as many others", self.articles, self.cited)?;
        for At { cosine, cited, not_cited, near_is_cited, far_is_not_cited } in &self.at {
            writeln!(out, "  {cosine:.1} and above: cited {cited}, not cited {not_cited}")?;
            writeln!(out, "      as near: cited {near_is_cited}; farther: not cited {far_is_not_cited}")?;
        }
        Ok(())
    }
}

impl At {
    fn of(cosine: f64, cited: &[f64], others: &[f64]) -> Self {
        let near = |of: &[f64]| of.iter().filter(|one| **one >= cosine).count();
        let (near_cited, near_others) = (near(cited), near(others));
        let (far_cited, far_others) = (cited.len() - near_cited, others.len() - near_others);
        Self {
            cosine,
            cited: Share::of(near_cited, cited.len()),
            not_cited: Share::of(near_others, others.len()),
            near_is_cited: Share::of(near_cited, near_cited + near_others),
            far_is_not_cited: Share::of(far_others, far_cited + far_others),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn works_are_counted_on_both_sides() {
        let At { cited, not_cited, near_is_cited, far_is_not_cited, .. } =
            At::of(0.5, &[0.4, 0.5, 0.7, 0.9], &[0.1, 0.2, 0.3, 0.6]);
        assert_eq!((cited.count, not_cited.count), (3, 1));
        assert_eq!((near_is_cited.count, near_is_cited.of), (3, 4));
        assert_eq!((far_is_not_cited.count, far_is_not_cited.of), (3, 4));
    }
}
