//! Whether a work has a neighbour in its list: another one that it has something in common with, and that fits the article.

use super::pattern::FAR;
use super::texts::{Article, Vectors};

/// Cosine with another work of the list below which they have nothing in common. In real lists the nearest one of a work
/// has .35 and more, but for one in a hundred.
const NEIGHBOUR: f64 = 0.3;

/// Whether a work is far from the article and from all works of the list that fit the article: stuffed works are near each
/// other, and no neighbourhood of anything. Texts are title and abstract; what has no vector says nothing.
pub fn is_alone<'a>(
    own: &str,
    others: impl IntoIterator<Item = &'a str>,
    article: Article<'_>,
    vectors: &Vectors,
) -> bool {
    let article = article.whole();
    let far =
        |one: &str, other: &str, limit: f64| vectors.cosine(one, other).is_some_and(|cosine| cosine < limit);
    let mut fitting = others.into_iter().filter(|other| !far(&article, other, FAR)).peekable();
    far(&article, own, FAR)
        && fitting.peek().is_some()
        && fitting.all(|other| other == own || far(own, other, NEIGHBOUR))
}
