//! What goes to an OpenAI-compatible endpoint and what comes back.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::{Value, json};

use super::settings::{AnswerFormat, EndpointSettings, Reasoning};
use super::stream;
use crate::llm::{Image, Request, Usage};
use citelight_records::http::Response;
use citelight_records::sources::api::ResponseError;
use citelight_types::text::normalise::first_words;

/// Words of an endpoint's own message about an error.
const MESSAGE: usize = 40;

/// What an answer says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Written {
    /// What the model wrote.
    pub text: String,
    /// Tokens, where the endpoint tells them.
    pub usage: Option<Usage>,
}

/// The body of a request.
pub fn body(request: &Request, settings: &EndpointSettings) -> Value {
    let mut messages = vec![
        json!({"role": "system", "content": request.system}),
        json!({"role": "user", "content": content(request)}),
    ];
    if let Some(repair) = &request.repair {
        messages.push(json!({"role": "assistant", "content": repair.answer}));
        messages.push(json!({"role": "user", "content": format!(
            "That answer cannot be used: {}. Answer once more with the JSON object that was asked for and nothing else.",
            repair.fault
        )}));
    }
    let mut body = json!({"model": settings.model, "messages": messages});
    let most = settings.most_written(request.max_tokens);
    match settings.reasoning {
        // Thinking models take no temperature, and count their thoughts.
        Some(reasoning) => {
            let effort = match reasoning {
                Reasoning::Low => "low",
                Reasoning::Medium => "medium",
                Reasoning::High => "high",
            };
            body["reasoning_effort"] = json!(effort);
            body["max_completion_tokens"] = json!(most);
        }
        None => {
            body["temperature"] = json!(request.temperature);
            body["top_p"] = json!(request.top_p);
            body["max_tokens"] = json!(most);
        }
    }
    // Without chance, samples differ by their seed alone.
    if request.temperature == 0.0 && settings.reasoning.is_none() {
        body["seed"] = json!(request.sample);
    }
    match settings.format {
        AnswerFormat::Schema => {
            let name: String =
                request.prompt.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": {"name": name, "strict": true, "schema": request.schema},
            });
        }
        AnswerFormat::Object => body["response_format"] = json!({"type": "json_object"}),
        AnswerFormat::Plain => {}
    }
    if settings.stream {
        body["stream"] = json!(true);
        body["stream_options"] = json!({"include_usage": true});
    }
    body
}

/// The data: a string, as every endpoint reads it; with images the parts that those write who see.
fn content(request: &Request) -> Value {
    if request.images.is_empty() {
        return json!(request.user);
    }
    let text = json!({"type": "text", "text": request.user});
    let image = |image: &Image| {
        let url = format!("data:image/png;base64,{}", STANDARD.encode(image.bytes()));
        json!({"type": "image_url", "image_url": {"url": url}})
    };
    std::iter::once(text).chain(request.images.iter().map(image)).collect()
}

/// Tokens as endpoints tell them.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Tokens {
    #[serde(default)]
    prompt_tokens: u32,
    #[serde(default)]
    completion_tokens: u32,
}

impl From<Tokens> for Usage {
    fn from(tokens: Tokens) -> Self {
        Self {
            requests: 1,
            input_tokens: tokens.prompt_tokens,
            output_tokens: tokens.completion_tokens,
            cost: None,
            estimated: false,
        }
    }
}

/// Text of a message: a string, or pieces of which some are text.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(pieces) => pieces.iter().filter_map(|piece| piece.get("text")?.as_str()).collect(),
        _ => String::new(),
    }
}

/// Reads an answer.
///
/// # Errors
/// [`ResponseError`]: 408, 425, 429 and 5xx are failures that pass, 401 to 403 want another key, any other refusal is told in the
/// endpoint's words, and what is no completion is malformed.
pub fn read(answer: &Response) -> Result<Written, ResponseError> {
    let text = answer.text().unwrap_or_default();
    match answer.status {
        200..=299 => {}
        408 | 425 | 429 | 500..=599 => return Err(ResponseError::Failing(answer.status)),
        401..=403 => return Err(ResponseError::Denied(answer.status)),
        status => return Err(ResponseError::Rejected(refusal(status, text))),
    }
    let written = if stream::is_stream(text) { stream::read(text)? } else { whole(text)? };
    if written.text.trim().is_empty() {
        return Err(ResponseError::Malformed("it holds no words".to_owned()));
    }
    Ok(written)
}

fn whole(text: &str) -> Result<Written, ResponseError> {
    #[derive(Deserialize)]
    struct Wire {
        choices: Vec<Choice>,
        usage: Option<Tokens>,
    }
    #[derive(Deserialize)]
    struct Choice {
        message: Message,
    }
    #[derive(Deserialize)]
    struct Message {
        #[serde(default)]
        content: Value,
        refusal: Option<String>,
    }
    let wire: Wire = serde_json::from_str(text)
        .map_err(|error| ResponseError::Malformed(format!("no completion, {error}")))?;
    let choice = wire.choices.into_iter().next();
    let message = choice
        .ok_or_else(|| ResponseError::Malformed("no completion, it holds no choice".to_owned()))?
        .message;
    // A refusal is an answer too: it is void, and was paid for.
    let text = message.refusal.unwrap_or_else(|| text_of(&message.content));
    Ok(Written { text, usage: wire.usage.map(Usage::from) })
}

/// An endpoint's own words about what it did not take.
fn refusal(status: u16, text: &str) -> String {
    #[derive(Deserialize)]
    struct Wire {
        error: Value,
    }
    let message = serde_json::from_str::<Wire>(text).ok().and_then(|wire| match wire.error {
        Value::String(message) => Some(message),
        other => Some(other.get("message")?.as_str()?.to_owned()),
    });
    let words = message.map(|message| first_words(&message.replace(char::is_control, " "), MESSAGE));
    // It stands within a sentence of ours.
    let words = words.map_or(String::new(), |words| format!(", {}", words.trim_end_matches('.')));
    format!("status {status}{words}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::image::tests::head_of_png;

    #[test]
    fn images_stand_beside_the_text_and_a_text_alone_stays_a_string() {
        let request = |images: Vec<Image>| Request {
            user: "<page>3</page>".to_owned(),
            images,
            ..Request::deterministic("transcription/1", "Copy it.".to_owned(), json!({}), 10)
        };
        let sent = |images: Vec<Image>| {
            body(&request(images), &EndpointSettings::default())["messages"][1]["content"].clone()
        };
        assert_eq!(sent(Vec::new()), "<page>3</page>");
        let (one, other) =
            (Image::png(head_of_png(20, 30)).unwrap(), Image::png(head_of_png(21, 30)).unwrap());
        let url = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABQAAAAeCAAAAAA=";
        assert_eq!(
            sent(vec![one.clone()]),
            json!([
                {"type": "text", "text": "<page>3</page>"},
                {"type": "image_url", "image_url": {"url": url}},
            ])
        );
        let fingerprints = [Vec::new(), vec![one.clone()], vec![other.clone()], vec![one, other]]
            .map(|images| request(images).fingerprint());
        let different: std::collections::BTreeSet<&String> = fingerprints.iter().collect();
        assert_eq!(different.len(), 4, "recordings and caches tell images apart");
        assert!(fingerprints.iter().all(|fingerprint| !fingerprint.contains("base64")));
    }
}
