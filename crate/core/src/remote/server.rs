//! The client of a Citelight server: each question is one job, asked for until it has ended.

use std::rc::Rc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::job::{Posted, State, address, read, told};
use super::{CommitteeRequest, CommitteeResult, Serve};
use citelight_inference::LocalFuture;
use citelight_records::http::{
    Clock, Credential, Fetch, HostClient, Priority, Reply, Request, RequestCost, Response, Secret, Transport,
};
use citelight_types::text::hexadecimal;
use citelight_types::text::normalise::first_words;
use citelight_verify::llm::CompleteError;
use citelight_verify::llm::arbitration::{
    Answer as Sample, Arbitrate, ArbitrationRequest, ArbitrationResult, ArbitrationSettings,
};
use citelight_verify::llm::endpoint::EndpointSettings;
use citelight_verify::llm::endpoint::connection_test::{ConnectionTest, bearer};
use citelight_verify::taxonomy::RecordFacts;
use citelight_verify::taxonomy::sample::RATIONALE_WORDS;

/// Bytes of an answer that are read: the bundle of a large committee stays under.
const MAX_BYTES: usize = 4 * 1024 * 1024;
/// How long a question may take in all, in milliseconds: committees hear a dozen witnesses.
const PATIENCE: u64 = 20 * 60 * 1000;
/// Least pause between two looks at a job. The server itself waits where it can.
const PAUSE: Duration = Duration::from_secs(1);
/// Jobs of earlier days that failed and are passed over.
const FAILED: u32 = 8;
/// Characters from which on a token is looked for in what a server says.
const TELLING: usize = 6;
/// Characters of any one text in a result: none that is sent is longer.
const TEXT: usize = 8_000;
/// Seconds that the server is asked to wait for a job's end.
const WAIT: &str = "wait=25";

/// A Citelight server that the user configured.
pub struct Server {
    settings: EndpointSettings,
    credential: Option<Credential>,
    /// What the keys of this installation are made with: nobody else guesses them from what is asked.
    salt: String,
    client: HostClient,
    fetch: Rc<dyn Fetch>,
    clock: Rc<dyn Clock>,
}

impl Server {
    /// A server over the means of a host. The token goes on the wire and nowhere else. `salt` is the installation's own: others who
    /// hold the token come by no job of it. `seed` makes the jitter of retries.
    pub fn new(
        settings: EndpointSettings,
        token: Option<&Secret>,
        salt: &str,
        fetch: Rc<dyn Fetch>,
        clock: Rc<dyn Clock>,
        seed: u64,
    ) -> Self {
        let client = HostClient::new(settings.request_policy(), seed);
        Self { credential: token.map(bearer), settings, salt: salt.to_owned(), client, fetch, clock }
    }

    /// Asks one tiny question, which nothing that was asked before answers.
    pub async fn attempt(&self, nonce: u64) -> ConnectionTest {
        let request = ArbitrationRequest {
            claim: "The test of this connection is passed.".to_owned(),
            // A server answers the same question once.
            context: format!("Test {nonce:016x}."),
            passages: vec!["The test of this connection is passed without any fault.".to_owned()],
            facts: RecordFacts::default(),
            settings: ArbitrationSettings { arbitration_samples: Some(1), ..ArbitrationSettings::default() },
        };
        let name = format!("test-{nonce:016x}");
        let reason = match self.done::<ArbitrationResult>("arbitrations", &body(&request), &name).await {
            Ok(result) => return ConnectionTest::Served { model: told(&result.model), usage: result.usage },
            Err(CompleteError::Unanswered { reason, .. }) => reason,
            Err(error) => error.to_string(),
        };
        ConnectionTest::Failed { reason: format!("{} cannot be used: {reason}", self.settings.host()) }
    }

    /// The result of a question. The same question of this installation is the same job, whenever it asks again; the server sees to it
    /// that nothing is paid twice.
    async fn result<T: DeserializeOwned>(
        &self,
        path: &str,
        request: &impl Serialize,
    ) -> Result<T, CompleteError> {
        let body = body(request);
        let name = hexadecimal(Sha256::digest(format!("{}\n{path}\n{body}", self.salt)));
        self.done(path, &body, &name).await
    }

    async fn done<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &str,
        name: &str,
    ) -> Result<T, CompleteError> {
        let until = self.clock.now().saturating_add(PATIENCE);
        let mut failed = 0;
        let mut is_first_look = true;
        loop {
            let key = format!("{name}-{failed}");
            let asked = self.clock.now();
            let job = match self.post(path, body, &key).await? {
                Posted::Job(job) => job,
                Posted::Taken if failed < FAILED => {
                    failed += 1;
                    continue;
                }
                Posted::Taken => {
                    return Err(self.unanswered("it says of every key that it is taken".to_owned()));
                }
            };
            match (job.state, job.result) {
                (State::Done, Some(mut result)) => {
                    if !self.cleansed(&mut result) {
                        return Err(self.refused("a text of it is longer than any that is sent"));
                    }
                    return serde_json::from_value(result).map_err(|error| {
                        self.unanswered(format!(
                            "its result cannot be read ({error}); it may be of another version"
                        ))
                    });
                }
                (State::Done, None) => {
                    return Err(self.unanswered("its job ended without a result".to_owned()));
                }
                // How it failed at another time says nothing of now.
                (State::Failed, _) if job.replayed && is_first_look && failed < FAILED => {
                    failed += 1;
                    continue;
                }
                (State::Failed, _) => {
                    let message = job.error.map(|fault| told(&fault.message)).unwrap_or_default();
                    return Err(self.unanswered(format!("its job failed: {message}")));
                }
                (State::Open, _) if self.clock.now() >= until => {
                    return Err(self
                        .unanswered("its job has not ended within 20 minutes; ask again later".to_owned()));
                }
                (State::Open, _) => is_first_look = false,
            }
            let least = u64::try_from(PAUSE.as_millis()).unwrap_or(u64::MAX);
            if self.clock.now().saturating_sub(asked) < least {
                self.clock.sleep(PAUSE).await;
            }
        }
    }

    async fn post(&self, path: &str, body: &str, key: &str) -> Result<Posted, CompleteError> {
        let build = || {
            let mut post = Request::post(address(&self.settings.url, path), "application/json", body)
                .with_header("idempotency-key", key)
                .with_header("prefer", WAIT)
                .with_credential(self.credential.clone());
            post.max_bytes = MAX_BYTES;
            post.timeout = self.settings.timeout();
            Some(post)
        };
        let transport = Transport { fetch: &*self.fetch, clock: &*self.clock };
        let read = |answer: &Response| read(answer);
        match self.client.ask(transport, Priority::New, || RequestCost::Single, build, read, |_| {}).await {
            Ok(Reply::Read { value, .. }) => Ok(value),
            Ok(Reply::Unchanged) => Err(self.unanswered("it says that nothing changed".to_owned())),
            Err(error) => Err(self.unanswered(error.to_string())),
        }
    }

    fn unanswered(&self, reason: String) -> CompleteError {
        CompleteError::Unanswered { endpoint: self.settings.host(), reason: self.without_token(reason) }
    }

    /// A server knows its token, and may be made to tell it.
    fn without_token(&self, text: String) -> String {
        match &self.credential {
            Some(Credential::Header(_, secret)) => {
                let token = secret.reveal().trim_start_matches("Bearer ");
                // A shorter one would be found in innocent words.
                if token.len() < TELLING { text } else { text.replace(token, "(secret)") }
            }
            _ => text,
        }
    }

    /// A result without the token, wherever it may stand; whether no text of it is too long to be one.
    fn cleansed(&self, result: &mut Value) -> bool {
        match result {
            Value::String(text) => {
                *text = self.without_token(std::mem::take(text));
                text.chars().nth(TEXT).is_none()
            }
            Value::Array(entries) => entries.iter_mut().all(|entry| self.cleansed(entry)),
            Value::Object(fields) => fields.values_mut().all(|field| self.cleansed(field)),
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        }
    }

    fn refused(&self, fault: &str) -> CompleteError {
        self.unanswered(format!("what it answered does not hold: {fault}"))
    }
}

/// A question as it goes on the wire; all of them are plain data that always can be written.
fn body(request: &impl Serialize) -> String {
    serde_json::to_string(request).unwrap_or_default()
}

impl Arbitrate for Server {
    fn arbitrate<'a>(
        &'a self,
        request: &'a ArbitrationRequest,
    ) -> LocalFuture<'a, Result<ArbitrationResult, CompleteError>> {
        Box::pin(async move {
            let mut result: ArbitrationResult = self.result("arbitrations", request).await?;
            request.holds(&result).map_err(|fault| self.refused(fault))?;
            for Sample { rationale, .. } in &mut result.samples {
                *rationale = first_words(rationale, RATIONALE_WORDS);
            }
            (result.model, result.prompt) = (told(&result.model), told(&result.prompt));
            Ok(result)
        })
    }
}

impl Serve for Server {
    fn convene<'a>(
        &'a self,
        request: &'a CommitteeRequest,
    ) -> LocalFuture<'a, Result<CommitteeResult, CompleteError>> {
        Box::pin(async move {
            let mut result: CommitteeResult = self.result("committees", request).await?;
            request.holds(&result).map_err(|fault| self.refused(fault))?;
            result.model = told(&result.model);
            Ok(result)
        })
    }
}
