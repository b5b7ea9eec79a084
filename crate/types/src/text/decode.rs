//! Bytes as text.

/// Bytes as text: UTF-8, a few broken bytes of which are shown as such, else Latin-1, in which old sources are written.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let text = String::from_utf8_lossy(&bytes);
    let broken = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    let foreign = text.chars().filter(|c| !c.is_ascii()).count() - broken;
    if broken > foreign { bytes.iter().copied().map(char::from).collect() } else { text.into_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_encodings_are_read_and_broken_bytes_are_shown() {
        assert_eq!(decode("Müller – Zoë".into()), "Müller – Zoë");
        assert_eq!(decode(b"M\xfcller".to_vec()), "Müller");
        let mut broken = "größer als ä".as_bytes().to_vec();
        broken.push(0xff);
        assert_eq!(decode(broken), "größer als ä\u{fffd}");
    }
}
