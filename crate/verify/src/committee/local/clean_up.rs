//! A sentence made self-contained by rules: it stays as it is, without markers and without who says it; what leans on another
//! sentence is told, not guessed.

use std::borrow::Cow;
use std::future::ready;
use std::sync::LazyLock;

use regex::Regex;

use crate::committee::site::Context;
use crate::committee::steps::{Paraphrase, Paraphrased, StepError};
use citelight_inference::LocalFuture;

/// The target itself, where it can stand alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct CleanUp;

/// What a sentence begins with that speaks of something said before. "It is known that …" leans on nothing.
static LEANS: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(
        r"(?xi)^ (?: (?:however|moreover|furthermore|thus|therefore|hence|also|in\ addition|similarly|likewise) ,? \s )?
        (?: they | these | those | them | he | she | his | her | their | its | such | the \s (?:latter|former)
          | th(?:is|at) (?: \s (?:method|approach|model|technique|algorithm|effect|finding|result|study|work|paper|dataset|framework|system|theory|idea|phenomenon|procedure)s? )?
            \s (?:is|was|has|had|can|could|may|might|will|would|does|did|\p{L}+s|\p{L}+ed) \b
          | it \s (?:is|was|has|had|can|could|may|might|will|would|does|did|\p{L}+s|\p{L}+ed) \b
        ) \b",
    )
    .unwrap()
});
/// "It has been shown that", "It is important to", "It was in 1990 that": the pronoun stands for nothing.
static EXPLETIVE: LazyLock<Regex> = LazyLock::new(|| {
    #[allow(clippy::unwrap_used, reason = "a constant pattern, compiled in the tests")]
    Regex::new(r"(?i)^it\s(?:is|was|has\sbeen|had\sbeen|seems|appears|follows|turns\sout)\b[^.]*\b(?:that|to|whether)\b").unwrap()
});

impl Paraphrase for CleanUp {
    fn name(&self) -> Cow<'_, str> {
        "rules".into()
    }

    fn paraphrase<'a>(&'a self, context: &'a Context) -> LocalFuture<'a, Result<Paraphrased, StepError>> {
        let target = context.target.trim();
        let leans = LEANS.is_match(target) && !EXPLETIVE.is_match(target);
        let answer =
            if leans { Paraphrased::InsufficientContext } else { Paraphrased::Claim(target.to_owned()) };
        Box::pin(ready(Ok(answer)))
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn stands_alone(target: &str) -> bool {
        let context = Context { target: target.to_owned(), window: vec![target.to_owned()], radius: 1 };
        match CleanUp.paraphrase(&context).now_or_never().unwrap().unwrap() {
            Paraphrased::Claim(text) => text == target,
            Paraphrased::InsufficientContext => false,
        }
    }

    #[test]
    fn what_leans_on_another_sentence_is_told() {
        for leaning in [
            "They used oak instead of pine.",
            "This method reduces rot by half.",
            "However, it outlasts pine by forty years.",
            "These weirs leak.",
            "This was confirmed in colder rivers.",
        ] {
            assert!(!stands_alone(leaning), "{leaning}");
        }
        for alone in [
            "Weirs of oak outlast those of pine.",
            "It has been shown that oak outlasts pine.",
            "This century saw many weirs of oak in cold rivers.",
            "Theatre audiences rot in rain.",
        ] {
            assert!(stands_alone(alone), "{alone}");
        }
    }
}
