//! What an editor sends, made fit to be read: half a surrogate pair, as texts in UTF-16 may hold one, or a message that is none must
//! not end the connection.

use tokio::io::{
    AsyncBufRead, AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream,
};
use tower_lsp_server::jsonrpc::{Request, Response};

/// Bytes of the longest header.
const HEADER: u64 = 8_192;
/// Bytes of the longest message.
const MESSAGE: usize = 256_000_000;

/// Hands the messages on until there are no more.
pub(super) async fn relay(input: impl AsyncRead + Unpin, mut output: DuplexStream) {
    let mut input = BufReader::new(input);
    while let Some(body) = next_message(&mut input).await {
        let body = repaired(&String::from_utf8_lossy(&body));
        let is_message =
            serde_json::from_str::<Request>(&body).is_ok() || serde_json::from_str::<Response>(&body).is_ok();
        if !is_message {
            continue;
        }
        let head = format!("Content-Length: {}\r\n\r\n", body.len());
        for part in [head.as_bytes(), body.as_bytes()] {
            if output.write_all(part).await.is_err() {
                return;
            }
        }
    }
}

/// The bytes of the next message.
async fn next_message(input: &mut (impl AsyncBufRead + Unpin)) -> Option<Vec<u8>> {
    let mut length = None;
    loop {
        let mut line = Vec::new();
        if (&mut *input).take(HEADER).read_until(b'\n', &mut line).await.ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok().filter(|length| *length <= MESSAGE);
            }
            None if line.trim().is_empty() && length.is_some() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length?];
    input.read_exact(&mut body).await.ok()?;
    Some(body)
}

/// JSON in which no escape stands for half a pair.
fn repaired(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let (taken, is_whole) = match (unit(escape), escape.get(6..).and_then(unit)) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => (12, true),
            (Some(0xD800..=0xDFFF), _) => (6, false),
            (Some(_), _) => (6, true),
            (None, _) => (1 + escape.chars().nth(1).map_or(0, char::len_utf8), true),
        };
        let (taken, after) = escape.split_at(taken);
        out.push_str(if is_whole { taken } else { "\\ufffd" });
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The UTF-16 unit of the escape at the start of a text: `\u` and four hexadecimal digits.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    // A sign would be read, too.
    let digits = Some(digits).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn half_a_pair_becomes_the_sign_for_what_is_no_character() {
        for (sent, read) in [
            (r#""a\ud835b""#, "a\u{fffd}b"),
            (r#""\udcb3\ud835\udcb3""#, "\u{fffd}𝒳"),
            (r#""\ud835\ud835\udcb3""#, "\u{fffd}𝒳"),
            (r#""\\ud835 \n \u00e9""#, "\\ud835 \n é"),
        ] {
            assert_eq!(serde_json::from_str::<String>(&repaired(sent)).unwrap(), read, "{sent}");
        }
    }

    proptest! {
        #[test]
        fn what_is_sound_stays(text in any::<String>()) {
            let json = serde_json::to_string(&text).unwrap();
            prop_assert_eq!(repaired(&json), json);
        }

        #[test]
        fn nothing_is_too_odd(text in r"([\\ud8cD3eé𝒳]|\\u|\\ud83[0-9a-f]){0,20}") {
            let _ = repaired(&text);
        }
    }
}
