//! One structured answer: read, sent back once with what is wrong, and void then.

use super::{Complete, CompleteError, Repair, Request, Usage};

/// Characters of a bad answer that are sent back.
const SENT_BACK: usize = 2_000;

/// What came of a request for a structured answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked<T, E> {
    /// The answer, or why it is void.
    pub answer: Result<T, E>,
    /// Whether it had to be sent back.
    pub repaired: bool,
    /// What it took.
    pub usage: Usage,
}

/// Asks for one structured answer.
///
/// # Errors
/// [`CompleteError`] if the endpoint does not answer; an answer that does not do is no error but void.
pub async fn ask<T, E: std::fmt::Display>(
    model: &dyn Complete,
    request: &Request,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Asked<T, E>, CompleteError> {
    let first = model.complete(request).await?;
    let fault = match read(&first.text) {
        Ok(answer) => return Ok(Asked { answer: Ok(answer), repaired: false, usage: first.usage }),
        Err(fault) => fault,
    };
    let answer = first.text.chars().take(SENT_BACK).collect();
    let again = Request { repair: Some(Repair { answer, fault: fault.to_string() }), ..request.clone() };
    let second = model.complete(&again).await?;
    let usage = first.usage + second.usage;
    Ok(Asked { answer: read(&second.text), repaired: true, usage })
}
