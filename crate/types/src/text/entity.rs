//! Character references of HTML and XML (`&eacute;`, `&#233;`, `&#xE9;`) as the characters they stand for.

use html5ever::data::NAMED_ENTITIES;

/// Bytes of the longest name, `CounterClockwiseContourIntegral`, or of a number that anybody writes.
const LONGEST: usize = 32;

/// What a reference stands for, by what stands between `&` and `;`; none if it is no character's name or number.
pub fn character(name: &str) -> Option<String> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|c| *c != '\0').map(String::from);
    }
    // The table also holds beginnings of names, standing for nothing.
    let (first, second) = NAMED_ENTITIES.get(format!("{name};").as_str()).copied()?;
    let characters = [first, second].into_iter().filter(|code| *code != 0).filter_map(char::from_u32);
    Some(characters.collect::<String>()).filter(|text| !text.is_empty())
}

/// A text with its references decoded once; what is no reference stays as it is written.
pub fn decode(text: &str) -> String {
    let mut pieces = text.split('&');
    let mut decoded = String::with_capacity(text.len());
    decoded.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let end = piece.bytes().take(LONGEST).position(|byte| byte == b';');
        let read = end.and_then(|end| Some((character(piece.get(..end)?)?, piece.get(end + 1..)?)));
        match read {
            Some((characters, rest)) => {
                decoded.push_str(&characters);
                decoded.push_str(rest);
            }
            None => {
                decoded.push('&');
                decoded.push_str(piece);
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_and_numbers_are_decoded_once() {
        for (written, meant) in [
            ("R&D, Q&A; AT&amp;T", "R&D, Q&A; AT&T"),
            ("Erd&odblac;s &amp;lt; G&ouml;del", "Erdős &lt; Gödel"),
            ("&#233;&#xE9;&#Xe9;&apos;&nbsp;|", "ééé'\u{a0}|"),
            ("&NotEqualTilde;", "≂̸"),
            ("&no; &#; &#x110000; &#0; &amp", "&no; &#; &#x110000; &#0; &amp"),
        ] {
            assert_eq!(decode(written), meant, "{written}");
        }
    }

    proptest! {
        #[test]
        fn text_without_references_stays(text in "[^&]*") {
            prop_assert_eq!(decode(&text), text);
        }

        #[test]
        fn what_is_escaped_comes_back(text in any::<String>()) {
            prop_assert_eq!(decode(&text.replace('&', "&amp;")), text);
        }
    }
}
