//! Bytes as text.

/// What a file begins with that is in UTF-16: from Windows' editors, and whatever PowerShell 5 redirects into a file.
const UTF_16_LITTLE: &[u8] = &[0xff, 0xfe];
const UTF_16_BIG: &[u8] = &[0xfe, 0xff];
/// Bytes 0x80 to 0x9f in Windows-1252; the others are those of Latin-1 (WHATWG Encoding Standard).
#[cfg(any(test, not(feature = "encodings")))]
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Bytes as text: UTF-16 by its byte order mark, then UTF-8, of which a few bytes may be broken. Anything else is in a legacy encoding:
/// with the feature `encodings` the one that is declared or detected, without it Windows-1252.
pub fn decode(bytes: Vec<u8>) -> String {
    if let Some(text) = utf_16(&bytes) {
        return text;
    }
    let bytes = match String::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.into_bytes(),
    };
    let text = String::from_utf8_lossy(&bytes);
    let broken = text.chars().filter(|c| *c == char::REPLACEMENT_CHARACTER).count();
    let foreign = text.chars().filter(|c| !c.is_ascii()).count() - broken;
    if broken <= foreign {
        return text.into_owned();
    }
    #[cfg(feature = "encodings")]
    return super::encodings::decode(&bytes);
    #[cfg(not(feature = "encodings"))]
    windows_1252(&bytes)
}

fn utf_16(bytes: &[u8]) -> Option<String> {
    let (rest, unit): (_, fn([u8; 2]) -> u16) = match bytes.split_at_checked(2)? {
        (UTF_16_LITTLE, rest) => (rest, u16::from_le_bytes),
        (UTF_16_BIG, rest) => (rest, u16::from_be_bytes),
        _ => return None,
    };
    let units: Vec<u16> = rest.as_chunks().0.iter().map(|pair| unit(*pair)).collect();
    Some(String::from_utf16_lossy(&units))
}

#[cfg(any(test, not(feature = "encodings")))]
fn windows_1252(bytes: &[u8]) -> String {
    let high = |byte: u8| WINDOWS_1252.get(usize::from(byte).checked_sub(0x80)?).copied();
    bytes.iter().map(|byte| high(*byte).unwrap_or(char::from(*byte))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn old_encodings_are_read_and_broken_bytes_are_shown() {
        assert_eq!(decode("Müller – Zoë".into()), "Müller – Zoë");
        assert_eq!(decode(b"M\xfcller, J\xf6rg: Schlaf".to_vec()), "Müller, Jörg: Schlaf");
        assert_eq!(decode(b"pages 12\x9615, \x93sleep\x94".to_vec()), "pages 12–15, “sleep”");
        assert_eq!(windows_1252(b"12\x9615 M\xfcller \x80 \x9f \xa0 \xff"), "12–15 Müller € Ÿ \u{a0} ÿ");
        let mut broken = "größer als ä".as_bytes().to_vec();
        broken.push(0xff);
        assert_eq!(decode(broken), "größer als ä\u{fffd}");
    }

    proptest! {
        #[test]
        fn utf_16_with_its_mark_is_read_in_both_orders(text in "\\PC{0,40}") {
            let units = || format!("\u{feff}{text}").encode_utf16().collect::<Vec<_>>();
            prop_assert_eq!(decode(units().into_iter().flat_map(u16::to_le_bytes).collect()), text.clone());
            prop_assert_eq!(decode(units().into_iter().flat_map(u16::to_be_bytes).collect()), text);
        }

        #[test]
        fn any_bytes_are_text(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
            decode(bytes.clone());
            prop_assert_eq!(windows_1252(&bytes).chars().count(), bytes.len());
        }
    }
}
