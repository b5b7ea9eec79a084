//! What no sentence of a paper says.
use citelight::text::normalise::fold;

/// Words with which an order to a machine or a reader begins.
const ORDERING: &str = "ignore disregard forget override answer say write output print reply respond choose select mark repeat reveal \
    call do please remember stop return";
/// Phrases of orders, of what models say of themselves, and of sentences that tell that they are wrong.
const FOREIGN: [&str; 30] = [
    "ignore all",
    "ignore previous",
    "ignore the previous",
    "ignore any",
    "disregard all",
    "disregard previous",
    "disregard the",
    "forget all",
    "previous instructions",
    "prior instructions",
    "instructions above",
    "new instructions",
    "system prompt",
    "system message",
    "api key",
    "as an ai",
    "as a language model",
    "json",
    "miscitation",
    "miscited",
    "miscite",
    "misattributed",
    "misattribution",
    "misrepresents",
    "incorrectly",
    "falsely",
    "contrary to what",
    "test case",
    "this sentence",
    "this citation",
];

/// Words that no sentence of a paper holds: an order, an address, markup, or a hint that the sentence is wrong.
pub fn foreign(text: &str) -> Option<String> {
    let folded = fold(text);
    let padded = format!(" {folded} ");
    let first = folded.split(' ').next().unwrap_or_default();
    if ORDERING.split_whitespace().any(|word| word == first) {
        return Some(first.to_owned());
    }
    let signs = ["://", "www.", "{", "}", "<", ">", "‹", "›", "`", "\\"];
    let sign = signs.iter().find(|sign| text.contains(*sign)).map(|sign| (*sign).to_owned());
    let phrases = FOREIGN.iter().copied().chain(["you", "your"]);
    sign.or_else(|| {
        phrases.into_iter().find(|phrase| padded.contains(&format!(" {phrase} "))).map(str::to_owned)
    })
}
