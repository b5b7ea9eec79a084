//! Views: what statement, work, article and list say of a fit, each a number.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::texts::{Article, Statement, Vectors, Work};

/// A view of a citation, by which the model may judge it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// Cosine of the sentence with the work's title and abstract.
    StatementWork,
    /// Cosine of the article's title and abstract with the work's.
    ArticleWork,
    /// The greater of the two: a work may belong to the sentence or to the article.
    Nearer,
    /// Cosine of the sentence with the work less that with the work of the list that fits the sentence best: below 0
    /// another one fits better.
    Lead,
}

impl View {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::StatementWork, Self::ArticleWork, Self::Nearer, Self::Lead];

    /// What it measures, in a few words for the trail.
    pub fn words(self) -> &'static str {
        match self {
            Self::StatementWork => "cosine of sentence and work",
            Self::ArticleWork => "cosine of article and work",
            Self::Nearer => "the greater of both",
            Self::Lead => "lead over the rest of the list",
        }
    }
}

/// The views of one citation of one work; what is not known is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Views(pub BTreeMap<View, f64>);

impl Views {
    /// The views of a citation whose texts are embedded. `others` are the cosines of the sentence with the other works of
    /// the list.
    pub fn of(
        statement: Statement<'_>,
        work: Work<'_>,
        article: Option<Article<'_>>,
        others: &[f64],
        vectors: &Vectors,
    ) -> Self {
        let whole = work.whole();
        let mut views = BTreeMap::new();
        let of_statement = vectors.cosine(statement.text, &whole);
        let of_article = article.and_then(|article| vectors.cosine(&article.whole(), &whole));
        views.extend(of_statement.map(|cosine| (View::StatementWork, cosine)));
        views.extend(of_article.map(|cosine| (View::ArticleWork, cosine)));
        if let (Some(one), Some(other)) = (of_statement, of_article) {
            views.insert(View::Nearer, one.max(other));
        }
        if let (Some(own), Some(best)) = (of_statement, others.iter().copied().max_by(f64::total_cmp)) {
            views.insert(View::Lead, own - best);
        }
        Self(views)
    }

    /// One of them.
    pub fn get(&self, view: View) -> Option<f64> {
        self.0.get(&view).copied()
    }
}
