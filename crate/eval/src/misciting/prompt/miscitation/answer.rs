//! What a model answers: what it holds, and what is wrong with its form.
use citelight::document::sentences::sentences;
use citelight::finding::Subtype;
use citelight::llm::prompt;
use citelight::text::normalise::{first_words, fold};
use citelight::text::quotation::{says_enough, stands_in};
use serde::Deserialize;

use super::{EXPLANATION_WORDS, MARKER, WORDS, Wanted, foreign, needs_other_places, subtypes};

/// Quotations of an answer at most.
const QUOTES: usize = 4;

/// What a model made of a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The statement does not lend itself to what was asked for.
    Unsuitable,
    /// A miscitation.
    Draft(Draft),
}

/// A miscitation of the form that was asked for. All of it is the model's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The false sentence, with [`MARKER`] where the citation stands.
    pub miscitation: String,
    /// The true one.
    pub correct: String,
    /// What it fails by.
    pub subtype: Subtype,
    /// Words of the work that show it: each stands there.
    pub quotes: Vec<String>,
    /// Why it is false.
    pub explanation: String,
}

/// Why an answer is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Not the JSON that was asked for.
    #[error("it is not the JSON that was asked for: {0}")]
    NotJson(String),
    /// The citation is missing, or there are several.
    #[error("\"{0}\" must hold {MARKER} once")]
    Marker(&'static str),
    /// No sentence, or several.
    #[error("\"{0}\" must be one sentence that ends with a full stop")]
    NotOneSentence(&'static str),
    /// Too short or too long.
    #[error("\"{0}\" must have from {least} to {most} words", least = WORDS.start(), most = WORDS.end())]
    Length(&'static str),
    /// A subtype of another category, or none.
    #[error("\"subtype\" must be one of those that were named")]
    WrongSubtype,
    /// Nothing that says anything is quoted.
    #[error("\"quotes\" must hold from one to {QUOTES} stretches of at least two words")]
    NoQuote,
    /// Quoted words that no passage holds.
    #[error("“{0}” is quoted and stands neither in the statement nor in a passage; copy words exactly")]
    InventedQuote(String),
    /// Nothing of the statement is quoted where the statement alone must show it.
    #[error("one of the quotes must be words of the statement")]
    NotOfTheStatement,
    /// Everything is quoted from the statement where other places must show it.
    #[error("one of the quotes must be words of a passage that do not stand in the statement")]
    OnePlace,
    /// The false sentence says what the true one says.
    #[error("\"miscitation\" says the same as \"correct\"")]
    Unchanged,
    /// Where only the work's standing is wrong, the sentences are one.
    #[error("\"miscitation\" and \"correct\" must be the same sentence")]
    Changed,
    /// No words of a citing sentence: an order, an address, markup, or a hint that it is wrong.
    #[error("\"{field}\" holds “{words}”, which no citing sentence would")]
    NoSentenceOfAPaper {
        /// Where.
        field: &'static str,
        /// Which words.
        words: String,
    },
    /// Nothing says why it is wrong.
    #[error("\"explanation\" is empty")]
    NoExplanation,
}

/// Reads an answer.
///
/// # Errors
/// [`Fault`]: what is wrong with its form, for the model to mend.
pub fn read(answer: &str, wanted: &Wanted<'_>) -> Result<Answer, Fault> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Wire {
        suitable: bool,
        #[serde(default)]
        miscitation: String,
        #[serde(default)]
        correct: String,
        #[serde(default)]
        subtype: Option<Subtype>,
        #[serde(default)]
        quotes: Vec<String>,
        #[serde(default)]
        explanation: String,
    }
    let wire: Wire = prompt::object(answer).map_err(Fault::NotJson)?;
    if !wire.suitable {
        return Ok(Answer::Unsuitable);
    }
    let Wanted { category, depth, statement, passages, .. } = *wanted;
    let correct = sentence("correct", &wire.correct)?;
    let miscitation = sentence("miscitation", &wire.miscitation)?;
    let subtype =
        wire.subtype.filter(|one| subtypes(category, depth).contains(one)).ok_or(Fault::WrongSubtype)?;
    let quotes: Vec<String> = wire.quotes.iter().map(|quote| prompt::contained(quote)).collect();
    if quotes.is_empty() || quotes.len() > QUOTES || !quotes.iter().all(|quote| says_enough(quote)) {
        return Err(Fault::NoQuote);
    }
    let given = || std::iter::once(statement).chain(passages.iter().copied());
    if let Some(quote) = quotes.iter().find(|quote| !stands_in(quote, given())) {
        return Err(Fault::InventedQuote(first_words(quote, 30)));
    }
    let of_statement = |quote: &String| stands_in(quote, [statement]);
    match needs_other_places(category, depth) {
        true if quotes.iter().all(of_statement) => return Err(Fault::OnePlace),
        false if !quotes.iter().any(of_statement) => return Err(Fault::NotOfTheStatement),
        _ => {}
    }
    let same = fold(&correct) == fold(&miscitation);
    match subtype {
        Subtype::Retracted if !same => return Err(Fault::Changed),
        Subtype::Retracted => {}
        _ if same || fold(&miscitation.replace(MARKER, "")) == fold(statement) => {
            return Err(Fault::Unchanged);
        }
        _ => {}
    }
    let explanation = first_words(&prompt::contained(&wire.explanation), EXPLANATION_WORDS);
    if explanation.is_empty() {
        return Err(Fault::NoExplanation);
    }
    Ok(Answer::Draft(Draft { miscitation, correct, subtype, quotes, explanation }))
}

/// One citing sentence.
fn sentence(field: &'static str, text: &str) -> Result<String, Fault> {
    let said = prompt::contained(text);
    if said.matches(MARKER).count() != 1 {
        return Err(Fault::Marker(field));
    }
    let plain = said.replace(MARKER, " ");
    if let Some(words) = foreign(&plain) {
        return Err(Fault::NoSentenceOfAPaper { field, words });
    }
    let words = plain.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    if !WORDS.contains(&words) {
        return Err(Fault::Length(field));
    }
    let alone = said.replace(MARKER, "(1)");
    // Names may begin small: "van der Meulen et al."
    let whole = alone.starts_with(|c: char| c.is_alphanumeric() || c == '(');
    if !whole || !alone.ends_with('.') || sentences(&alone, &[]).len() != 1 {
        return Err(Fault::NotOneSentence(field));
    }
    Ok(said)
}
