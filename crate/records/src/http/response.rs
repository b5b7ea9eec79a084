//! Responses as plain values, and why one is not healthy.

use std::str::Utf8Error;

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Response {
    /// HTTP status.
    pub status: u16,
    /// Headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The URL that answered, after redirects.
    pub url: String,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// The body as text.
    ///
    /// # Errors
    /// [`Utf8Error`] if it is none: APIs answer in UTF-8.
    pub fn text(&self) -> Result<&str, Utf8Error> {
        str::from_utf8(&self.body)
    }

    /// The first header of this name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(header, _)| header.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.trim())
    }
}

/// Why an answer holds no records. None of these is "not here".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResponseError {
    /// It is not what the API answers: cut off, of another type, a page of somebody else.
    #[error("the answer is not of the expected form: {0}")]
    Malformed(String),
    /// The API does not take the request.
    #[error("the request was refused as invalid: {0}")]
    Rejected(String),
    /// The API wants a key, or does not take the one it was given.
    #[error("access was denied with status {0}; check the key for this source")]
    Denied(u16),
    /// The API could not answer now.
    #[error("it answered with status {0}")]
    Failing(u16),
}

impl From<Utf8Error> for ResponseError {
    fn from(error: Utf8Error) -> Self {
        Self::Malformed(format!("no text, {error}"))
    }
}
