//! A job as a Citelight server answers it, and the addresses at which one is made.

use serde::Deserialize;
use serde_json::Value;

use citelight_records::http::Response;
use citelight_records::sources::api::ResponseError;
use citelight_types::text::normalise::first_words;

/// Words of a server's own message that are told.
const MESSAGE: usize = 40;

/// A job, as far as a client reads it.
#[derive(Debug, Deserialize)]
pub(super) struct Job {
    pub(super) state: State,
    pub(super) result: Option<Value>,
    pub(super) error: Option<Fault>,
    /// Whether it was there before it was asked for.
    #[serde(skip)]
    pub(super) replayed: bool,
}

/// What came of asking for a job.
#[derive(Debug)]
pub(super) enum Posted {
    /// This one.
    Job(Job),
    /// The key belongs to another question (409, from servers of earlier versions): a fresh key is needed.
    Taken,
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum State {
    Done,
    Failed,
    #[serde(other)]
    Open,
}

/// Why a job failed.
#[derive(Debug, Deserialize)]
pub(super) struct Fault {
    pub(super) message: String,
}

/// An address of the server, from its own as people write it.
pub(super) fn address(base: &str, path: &str) -> String {
    let base = base.trim().trim_end_matches('/');
    let base = base.strip_suffix("/v1").unwrap_or(base).trim_end_matches('/');
    format!("{base}/v1/{path}")
}

/// Words of somebody else, fit to stand in a sentence of ours.
pub(super) fn told(message: &str) -> String {
    let words = first_words(&message.replace(char::is_control, " "), MESSAGE);
    words.trim_end_matches('.').to_owned()
}

/// Reads an answer.
///
/// # Errors
/// [`ResponseError`]: 408, 425 and 5xx pass, 401 and 403 want another token, any other refusal is told in the server's words, and what is
/// no job is malformed.
pub(super) fn read(answer: &Response) -> Result<Posted, ResponseError> {
    #[derive(Deserialize)]
    struct Problem {
        detail: String,
    }
    let text = answer.text().unwrap_or_default();
    let detail = || serde_json::from_str::<Problem>(text).map(|problem| told(&problem.detail)).ok();
    match answer.status {
        200..=299 => {}
        409 => return Ok(Posted::Taken),
        408 | 425 | 500..=599 => return Err(ResponseError::Failing(answer.status)),
        401 | 403 => return Err(ResponseError::Denied(answer.status)),
        // A spent quota comes back tomorrow; a proxy's limit sooner. Only the server says so in its words.
        429 if detail().is_none() => return Err(ResponseError::Failing(429)),
        status => {
            let words = detail().map_or(String::new(), |words| format!(", {words}"));
            return Err(ResponseError::Rejected(format!("status {status}{words}")));
        }
    }
    let mut job: Job = serde_json::from_str(text)
        .map_err(|error| ResponseError::Malformed(format!("no job of a Citelight server, {error}")))?;
    job.replayed = answer.header("idempotency-replayed").is_some();
    Ok(Posted::Job(job))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, body: &str) -> Response {
        Response { status, body: body.as_bytes().to_vec(), ..Response::default() }
    }

    #[test]
    fn addresses_are_taken_as_people_write_them() {
        for base in [
            "https://c.example.org",
            "https://c.example.org/",
            "https://c.example.org/v1",
            " https://c.example.org/v1/ ",
        ] {
            assert_eq!(address(base, "arbitrations"), "https://c.example.org/v1/arbitrations");
        }
        assert_eq!(
            address("https://c.example.org/cite/v1", "committees"),
            "https://c.example.org/cite/v1/committees"
        );
    }

    #[test]
    fn a_job_is_read_in_every_state() {
        let state = |body| {
            read(&answer(200, body)).map(|posted| match posted {
                Posted::Job(job) => job.state,
                Posted::Taken => panic!("nothing is taken"),
            })
        };
        assert_eq!(state(r#"{"state":"done","result":{"a":1},"id":"x"}"#), Ok(State::Done));
        assert_eq!(
            state(r#"{"state":"failed","error":{"code":"unanswered","message":"no"}}"#),
            Ok(State::Failed)
        );
        assert_eq!(state(r#"{"state":"queued"}"#), Ok(State::Open));
        assert_eq!(state(r#"{"state":"a newer server's"}"#), Ok(State::Open));
        assert!(matches!(state("<html>"), Err(ResponseError::Malformed(_))));
    }

    #[test]
    fn refusals_are_told_in_the_servers_words() {
        let refused = |status, body| read(&answer(status, body)).err();
        assert_eq!(refused(503, "{}"), Some(ResponseError::Failing(503)));
        assert_eq!(refused(401, "{}"), Some(ResponseError::Denied(401)));
        assert_eq!(refused(429, "slow down"), Some(ResponseError::Failing(429)));
        let spent = r#"{"code":"quota_spent","detail":"today's budget is spent.\u001b"}"#;
        assert_eq!(
            refused(429, spent),
            Some(ResponseError::Rejected("status 429, today's budget is spent".to_owned()))
        );
    }

    proptest::proptest! {
        #[test]
        fn no_answer_panics(status in 100u16..600, body in "\\PC{0,120}") {
            let _ = read(&answer(status, &body));
        }
    }
}
