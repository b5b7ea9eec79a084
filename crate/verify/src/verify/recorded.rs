//! Recorded answers of local models: with them evaluation, server and browser can be held against each other to the byte, and a
//! run can be repeated without the models.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::models::{Embed, Infer, ModelError, Pair, Probabilities};
use citelight_inference::LocalFuture;
use citelight_types::text::hexadecimal;

/// One recorded answer: a line of a recording. The texts themselves are not in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "role")]
pub enum InferenceLine {
    /// A text's vector.
    BiEncoder {
        /// Which model, and what ran it.
        model: String,
        /// SHA-256 of the text.
        input: String,
        /// The vector, of length one.
        output: Vec<f32>,
    },
    /// What a pair was found to be.
    Nli {
        /// Which model, and what ran it.
        model: String,
        /// SHA-256 of the premise, a line feed and the hypothesis.
        input: String,
        /// The probabilities.
        output: Probabilities,
    },
}

/// Answers by input, and the model for the inputs that it was never given.
struct Recording<'a, Model: ?Sized, Output> {
    name: String,
    kept: RefCell<BTreeMap<String, Output>>,
    inner: Option<&'a Model>,
    keep: &'a dyn Fn(&InferenceLine),
}

/// A recorded bi-encoder.
pub struct RecordedEmbed<'a>(Recording<'a, dyn Embed + 'a, Vec<f32>>);

/// A recorded NLI model.
pub struct RecordedInfer<'a>(Recording<'a, dyn Infer + 'a, Probabilities>);

/// The recorded models of a recording. `embed` and `infer` are asked what it lacks, and `keep` is told. A model that is neither
/// recorded nor there is none.
pub fn recorded<'a>(
    lines: impl IntoIterator<Item = InferenceLine>,
    embed: Option<&'a dyn Embed>,
    infer: Option<&'a dyn Infer>,
    keep: &'a dyn Fn(&InferenceLine),
) -> (Option<RecordedEmbed<'a>>, Option<RecordedInfer<'a>>) {
    let (mut vectors, mut relations) = (BTreeMap::new(), BTreeMap::new());
    let (mut embedder, mut inferrer) = (None, None);
    for line in lines {
        match line {
            InferenceLine::BiEncoder { model, input, output } => {
                embedder = Some(model);
                vectors.insert(input, output);
            }
            InferenceLine::Nli { model, input, output } => {
                inferrer = Some(model);
                relations.insert(input, output);
            }
        }
    }
    let embedder = embedder.or_else(|| embed.map(|model| model.name().into_owned()));
    let inferrer = inferrer.or_else(|| infer.map(|model| model.name().into_owned()));
    (
        embedder
            .map(|name| RecordedEmbed(Recording { name, kept: RefCell::new(vectors), inner: embed, keep })),
        inferrer
            .map(|name| RecordedInfer(Recording { name, kept: RefCell::new(relations), inner: infer, keep })),
    )
}

/// A recording of other models than those that are to answer: the two may not be mixed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it was recorded with {recorded} as its {role}, not with {given}; name another file")]
pub struct OtherModel {
    role: &'static str,
    recorded: String,
    given: String,
}

/// Looks whether all lines are of one model for each role, and of the one that is there, if one is.
///
/// # Errors
/// [`OtherModel`], of the first line that is not.
pub fn agree<'l>(
    lines: impl IntoIterator<Item = &'l InferenceLine>,
    embed: Option<&dyn Embed>,
    infer: Option<&dyn Infer>,
) -> Result<(), OtherModel> {
    let mut embedder = embed.map(|model| model.name().into_owned());
    let mut inferrer = infer.map(|model| model.name().into_owned());
    for line in lines {
        let (role, recorded, given) = match line {
            InferenceLine::BiEncoder { model, .. } => ("bi-encoder", model, &mut embedder),
            InferenceLine::Nli { model, .. } => ("NLI model", model, &mut inferrer),
        };
        let given = given.get_or_insert_with(|| recorded.clone());
        if given != recorded {
            return Err(OtherModel { role, recorded: recorded.clone(), given: given.clone() });
        }
    }
    Ok(())
}

fn digest(text: &str) -> String {
    hexadecimal(Sha256::digest(text))
}

impl<Model: ?Sized, Output: Clone> Recording<'_, Model, Output> {
    /// The inputs that are not recorded, each once, in order.
    fn lacking(&self, inputs: &[String]) -> Vec<usize> {
        let kept = self.kept.borrow();
        let is_new = |index: &usize| {
            !kept.contains_key(&inputs[*index]) && !inputs[..*index].contains(&inputs[*index])
        };
        (0..inputs.len()).filter(is_new).collect()
    }

    fn model(&self, role: &'static str, lacking: usize) -> Result<&Model, ModelError> {
        let reason = || format!("the recording lacks {lacking} of the inputs; run once with the models");
        self.inner.ok_or_else(|| ModelError::NotLoaded { role, reason: reason() })
    }

    fn add(&self, input: String, output: Output, line: &InferenceLine) {
        (self.keep)(line);
        self.kept.borrow_mut().insert(input, output);
    }

    fn all(&self, inputs: &[String], role: &'static str) -> Result<Vec<Output>, ModelError> {
        let kept = self.kept.borrow();
        let lost = || ModelError::Failed { role, reason: "it gave too few answers".to_owned() };
        inputs.iter().map(|input| kept.get(input).cloned().ok_or_else(lost)).collect()
    }
}

impl Embed for RecordedEmbed<'_> {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0.name)
    }

    fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
        const ROLE: &str = "bi-encoder";
        Box::pin(async move {
            let inputs: Vec<String> = texts.iter().map(|text| digest(text)).collect();
            let lacking = self.0.lacking(&inputs);
            if !lacking.is_empty() {
                let model = self.0.model(ROLE, lacking.len())?;
                let asked: Vec<&str> = lacking.iter().map(|index| texts[*index]).collect();
                for (index, output) in lacking.into_iter().zip(model.embed(&asked).await?) {
                    let (input, model) = (inputs[index].clone(), self.0.name.clone());
                    let line =
                        InferenceLine::BiEncoder { model, input: input.clone(), output: output.clone() };
                    self.0.add(input, output, &line);
                }
            }
            self.0.all(&inputs, ROLE)
        })
    }
}

impl Infer for RecordedInfer<'_> {
    fn name(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.0.name)
    }

    fn infer<'a>(&'a self, pairs: &'a [Pair<'a>]) -> LocalFuture<'a, Result<Vec<Probabilities>, ModelError>> {
        const ROLE: &str = "nli";
        Box::pin(async move {
            let name = |pair: &Pair<'_>| digest(&format!("{}\n{}", pair.premise, pair.hypothesis));
            let inputs: Vec<String> = pairs.iter().map(name).collect();
            let lacking = self.0.lacking(&inputs);
            if !lacking.is_empty() {
                let model = self.0.model(ROLE, lacking.len())?;
                let asked: Vec<Pair<'_>> = lacking.iter().map(|index| pairs[*index]).collect();
                for (index, output) in lacking.into_iter().zip(model.infer(&asked).await?) {
                    let (input, model) = (inputs[index].clone(), self.0.name.clone());
                    let line = InferenceLine::Nli { model, input: input.clone(), output };
                    self.0.add(input, output, &line);
                }
            }
            self.0.all(&inputs, ROLE)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::FutureExt;

    use super::*;

    /// Vectors of the texts' lengths, and how many it was asked for.
    #[derive(Default)]
    struct Lengths(Cell<usize>);

    impl Embed for Lengths {
        fn name(&self) -> Cow<'_, str> {
            Cow::Borrowed("lengths")
        }

        fn embed<'a>(&'a self, texts: &'a [&'a str]) -> LocalFuture<'a, Result<Vec<Vec<f32>>, ModelError>> {
            self.0.set(self.0.get() + texts.len());
            let vectors = texts.iter().map(|text| vec![text.len() as f32 / 3.0]).collect();
            Box::pin(std::future::ready(Ok(vectors)))
        }
    }

    fn embedded(embed: &RecordedEmbed<'_>, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        embed.embed(texts).now_or_never().expect("it waits for nobody")
    }

    #[test]
    fn what_was_asked_once_is_recorded_and_never_asked_again() {
        let model = Lengths::default();
        let lines = RefCell::new(Vec::new());
        let keep = |line: &InferenceLine| lines.borrow_mut().push(serde_json::to_string(line).unwrap());
        let (embed, infer) = recorded([], Some(&model), None, &keep);
        assert!(infer.is_none());
        let first = embedded(&embed.unwrap(), &["one", "three", "one"]).unwrap();
        assert_eq!((first.len(), model.0.get(), lines.borrow().len()), (3, 2, 2));
        assert!(!lines.borrow().concat().contains("three"), "a recording holds no texts");

        let again = lines.borrow().iter().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<_>>();
        let (embed, _) = recorded(again, None, None, &|_| panic!("nothing is new"));
        let embed = embed.unwrap();
        assert_eq!(embed.name(), "lengths");
        // To the last bit.
        assert_eq!(embedded(&embed, &["one", "three", "one"]), Ok(first));
        assert!(matches!(embedded(&embed, &["two"]), Err(ModelError::NotLoaded { .. })));
    }

    #[test]
    fn a_recording_of_another_model_is_not_taken() {
        let line = |model: &str| InferenceLine::BiEncoder {
            model: model.to_owned(),
            input: digest("one"),
            output: vec![1.0],
        };
        let model = Lengths::default();
        let lengths: Option<&dyn Embed> = Some(&model);
        assert_eq!(agree(&[line("lengths")], lengths, None), Ok(()));
        assert_eq!(agree(&[line("another")], None, None), Ok(()));
        let told = agree(&[line("lengths"), line("another")], lengths, None).unwrap_err().to_string();
        assert_eq!(
            told,
            "it was recorded with another as its bi-encoder, not with lengths; name another file"
        );
        assert!(agree(&[line("one"), line("two")], None, None).is_err(), "of two, without either there");
    }
}
