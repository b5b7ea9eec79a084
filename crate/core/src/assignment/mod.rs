//! How near a submission is to other works, and whether somebody who may judge it stands too near to its authors.
//!
//! Two measures beside each other, since neither explains itself: the cosine of embeddings of title and abstract, and that of
//! their weighted words ([`tf_idf`]). A reviewer's fit is the mean over all their papers, that of the two nearest, and the best, with
//! the nearest papers named. Conflicts are facts with their evidence ([`mod@conflicts`]), never a score. Nothing is looked up here.

#[cfg(test)]
mod conflict_pairs;
pub mod conflicts;
pub mod expertise;
pub mod fit;
pub mod institutions;
pub mod people;
pub mod tf_idf;

use serde::{Deserialize, Serialize};

use citelight_verify::relevance::model::is_fitted_to;
use citelight_verify::verify::models::Embed;
use conflicts::{Conflict, conflicts};
use expertise::Expertise;
use fit::Fit;
use institutions::{InstitutionTables, Institutions};
use people::Scholar;

/// Works that are compared at most: what nobody can look through is no evidence.
const MOST_WORKS: usize = 500;
/// Texts that are embedded in one turn.
const AT_ONCE: usize = 32;

/// A submission, or what it is compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ComparedWork {
    /// Its title.
    pub title: String,
    /// Its abstract, where one is known.
    pub abstract_text: Option<String>,
    /// Who wrote it, where that is shown.
    pub authors: Vec<Scholar>,
    /// When it appeared.
    pub year: Option<i32>,
}

impl ComparedWork {
    /// What is compared.
    pub fn text(&self) -> String {
        match &self.abstract_text {
            Some(text) => format!("{}. {text}", self.title.trim().trim_end_matches('.')),
            None => self.title.clone(),
        }
    }
}

/// What is to be assessed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AssignmentOrder {
    /// The submission; without authors if they are hidden.
    pub submission: ComparedWork,
    /// The reviewer's papers, or works that they suggested.
    pub works: Vec<ComparedWork>,
    /// Who reviews; none where that is hidden.
    pub reviewer: Option<Scholar>,
    /// Papers written together, institutions and relations count from this year on.
    pub since: i32,
    /// By which domains are told to be one institution's; nothing of institutions is found without.
    #[serde(default)]
    pub institutions: InstitutionTables,
}

/// What came of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Assessment {
    /// Fit by the bi-encoder; none without it, or without works.
    pub by_meaning: Option<Fit>,
    /// Fit by words.
    pub by_words: Option<Fit>,
    /// What `by_meaning` says about the reviewer's expertise; none if another model than the embedded one compared.
    pub expertise: Option<Expertise>,
    /// The model that embedded.
    pub model: Option<String>,
    /// Why there is no fit by the model, although there are works.
    pub problem: Option<String>,
    /// What stands between reviewer and authors.
    pub conflicts: Vec<Conflict>,
    /// Places of the works that the reviewer wrote.
    pub own: Vec<u32>,
}

/// Assesses one order. Without a model the fit by words is left.
pub async fn assess(order: &AssignmentOrder, embed: Option<&dyn Embed>) -> Assessment {
    let works = &order.works[..order.works.len().min(MOST_WORKS)];
    let submission = order.submission.text();
    let texts: Vec<String> = works.iter().map(ComparedWork::text).collect();
    let reviewer = order.reviewer.as_ref();
    let wrote = |work: &ComparedWork| {
        reviewer.is_some_and(|reviewer| work.authors.iter().any(|author| author.is_same_as(reviewer)))
    };
    let known = Institutions::new(&order.institutions);
    let mut assessment = Assessment {
        by_words: Fit::of(tf_idf::cosines(&submission, &texts)),
        conflicts: reviewer
            .map(|reviewer| conflicts(reviewer, works, &order.submission.authors, order.since, &known))
            .unwrap_or_default(),
        own: (0u32..).zip(works).filter(|(_, work)| wrote(work)).map(|(place, _)| place).collect(),
        ..Assessment::default()
    };
    match embed {
        None => assessment.problem = Some("no model that compares meanings is loaded".to_owned()),
        Some(embed) => match by_meaning(&submission, &texts, embed).await {
            Ok(fit) => {
                let name = embed.name().into_owned();
                assessment.expertise = fit.as_ref().filter(|_| is_fitted_to(&name)).map(Expertise::of);
                assessment.model = Some(name);
                assessment.by_meaning = fit;
            }
            Err(reason) => assessment.problem = Some(reason),
        },
    }
    assessment
}

async fn by_meaning(submission: &str, texts: &[String], embed: &dyn Embed) -> Result<Option<Fit>, String> {
    if texts.is_empty() {
        return Ok(None);
    }
    let all: Vec<&str> = std::iter::once(submission).chain(texts.iter().map(String::as_str)).collect();
    let mut vectors = Vec::with_capacity(all.len());
    for some in all.chunks(AT_ONCE) {
        vectors.extend(embed.embed(some).await.map_err(|error| error.to_string())?);
    }
    match vectors.split_first() {
        Some((first, rest)) if rest.len() == texts.len() => {
            Ok(Fit::of(rest.iter().map(|vector| fit::cosine(first, vector)).collect()))
        }
        _ => Err(format!("the model gave {} vectors for {} texts", vectors.len(), all.len())),
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use futures_util::FutureExt;

    use super::*;
    use citelight_inference::LocalFuture;
    use citelight_verify::verify::models::ModelError;

    /// Embeds a text by whether it speaks of graphs, and of proteins, under this name.
    struct Topics(&'static str);

    impl Embed for Topics {
        fn name(&self) -> Cow<'_, str> {
            self.0.into()
        }

        fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
            let about = |text: &str, topic: &str| f32::from(u8::from(text.contains(topic)));
            let vectors =
                texts.iter().map(|text| vec![about(text, "graph"), about(text, "protein"), 0.1]).collect();
            Box::pin(std::future::ready(Ok(vectors)))
        }
    }

    fn work(title: &str, authors: &[&str]) -> ComparedWork {
        ComparedWork {
            title: title.to_owned(),
            abstract_text: None,
            authors: authors.iter().map(|name| Scholar::named(name)).collect(),
            year: Some(2024),
        }
    }

    fn order() -> AssignmentOrder {
        AssignmentOrder {
            submission: work("Learning on graphs", &["Ada Author"]),
            works: vec![
                work("Folding of proteins", &["Rae Viewer"]),
                work("Deep graph networks", &["Bo Other"]),
            ],
            reviewer: Some(Scholar::named("Rae Viewer")),
            since: 2020,
            institutions: InstitutionTables::shipped(),
        }
    }

    #[test]
    fn the_nearer_paper_comes_first_by_both_measures() {
        let assessment = assess(&order(), Some(&Topics("topics"))).now_or_never().unwrap();
        let fit = assessment.by_meaning.unwrap();
        assert_eq!(fit.nearest.first(), Some(&1));
        assert!(fit.max > 0.9 && fit.mean < 0.6);
        assert_eq!(assessment.by_words.unwrap().nearest.first(), Some(&1));
        assert_eq!(assessment.model.as_deref(), Some("topics"));
        assert_eq!(assessment.expertise, None, "cosines of this model mean something else");
        let embedded = Topics("all-MiniLM-L6-v2@3225c34d (int8)");
        let assessment = assess(&order(), Some(&embedded)).now_or_never().unwrap();
        assert_eq!(assessment.expertise, assessment.by_meaning.as_ref().map(Expertise::of));
        assert_eq!((assessment.own.as_slice(), assessment.conflicts.as_slice()), (&[0][..], &[][..]));
    }

    #[test]
    fn without_a_model_words_are_left_and_the_lack_is_told() {
        let assessment = assess(&order(), None).now_or_never().unwrap();
        assert!(assessment.by_meaning.is_none() && assessment.by_words.is_some());
        assert!(assessment.problem.is_some());
    }

    #[test]
    fn without_works_there_is_no_fit_and_without_a_reviewer_no_conflict() {
        let alone = AssignmentOrder { works: Vec::new(), ..order() };
        let assessment = assess(&alone, Some(&Topics("topics"))).now_or_never().unwrap();
        assert!(assessment.by_meaning.is_none() && assessment.by_words.is_none());
        let hidden = AssignmentOrder {
            submission: work("Learning on graphs", &["Rae Viewer"]),
            reviewer: None,
            ..order()
        };
        let assessment = assess(&hidden, Some(&Topics("topics"))).now_or_never().unwrap();
        assert!(assessment.conflicts.is_empty() && assessment.own.is_empty());
    }
}
