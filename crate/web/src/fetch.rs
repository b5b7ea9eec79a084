//! Files over fetch.

use gloo_net::http::{Request, Response};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStreamDefaultReader, ReadableStreamReadResult};

/// Why a file could not be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{url} could not be fetched: {reason}")]
pub(crate) struct FetchError {
    /// What was asked for.
    pub(crate) url: String,
    /// What happened, what to do next.
    pub(crate) reason: String,
}

/// A file of a folder. Only paths within the folder are allowed.
pub(crate) fn within(folder: &str, path: &str) -> Result<String, FetchError> {
    let stays = !path.is_empty()
        && !path.contains([':', '\\', '?', '#'])
        && path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let url = format!("{}/{path}", folder.trim_end_matches('/'));
    if stays {
        return Ok(url);
    }
    Err(FetchError {
        url,
        reason: "its path leads out of the folder; correct the list that names it".to_owned(),
    })
}

/// Fetches a file whole. More than `limit` bytes are refused.
async fn fetch(url: &str, limit: usize) -> Result<Vec<u8>, FetchError> {
    let failed = |reason: String| FetchError { url: url.to_owned(), reason };
    let response = Request::get(url).send().await.map_err(|error| failed(error.to_string()))?;
    if !response.ok() {
        return Err(failed(format!("the server answered {} {}", response.status(), response.status_text())));
    }
    read_body(&response, limit).await.map_err(|error| failed(error.to_string()))
}

/// Why a body could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BodyError {
    /// It holds more than was asked for.
    #[error("it is larger than {0} bytes")]
    TooLarge(usize),
    /// It broke off.
    #[error("{0}")]
    Interrupted(String),
}

/// The whole body of an answer. More than `limit` bytes are refused.
pub(crate) async fn read_body(response: &Response, limit: usize) -> Result<Vec<u8>, BodyError> {
    let interrupted = |error: JsValue| BodyError::Interrupted(describe(&error));
    let Some(body) = response.body() else { return Ok(Vec::new()) };
    let mut bytes = Vec::new();
    let reader = ReadableStreamDefaultReader::new(&body).map_err(interrupted)?;
    while let Some(chunk) = next(&reader).await.map_err(interrupted)? {
        let start = bytes.len();
        let end = start + chunk.length() as usize;
        if end > limit || bytes.try_reserve(end - start).is_err() {
            let _ = reader.cancel();
            return Err(BodyError::TooLarge(limit));
        }
        bytes.resize(end, 0);
        chunk.copy_to(&mut bytes[start..]);
    }
    Ok(bytes)
}

/// Fetches a text.
pub(crate) async fn fetch_text(url: &str, limit: usize) -> Result<String, FetchError> {
    let bytes = fetch(url, limit).await?;
    String::from_utf8(bytes).map_err(|error| FetchError { url: url.to_owned(), reason: error.to_string() })
}

async fn next(reader: &ReadableStreamDefaultReader) -> Result<Option<Uint8Array>, JsValue> {
    let result: ReadableStreamReadResult = JsFuture::from(reader.read()).await?.unchecked_into();
    if result.get_done() == Some(true) {
        return Ok(None);
    }
    result.get_value().dyn_into().map(Some)
}

/// What a JavaScript error says.
pub(crate) fn describe(error: &JsValue) -> String {
    error
        .dyn_ref::<js_sys::Error>()
        .map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_within_their_folder() {
        assert_eq!(within("/library/", "texts/a b.xml").as_deref(), Ok("/library/texts/a b.xml"));
        for path in ["", "/etc/passwd", "../x", "a/../../x", "https://elsewhere/x", "a//b", "a?b", "a\\..\\b"]
        {
            assert!(within("/library", path).is_err(), "{path}");
        }
    }
}
