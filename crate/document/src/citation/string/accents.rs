//! Accents that a conversion left as commands (`Schr\"odinger`) or as signs of their own (`M¨uller`), composed again.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// The text with its accents composed; the very text where there is nothing to compose.
pub(crate) fn composed(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') && !text.contains(|c| spacing(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(used) = behind(&mut decoded, rest) {
            rest = rest.get(used..).unwrap_or_default();
        } else if let Some((letters, used)) = command(rest).or_else(|| sign(rest)) {
            decoded.push_str(&letters);
            rest = rest.get(used..).unwrap_or_default();
        } else {
            decoded.push(c);
            rest = rest.get(c.len_utf8()..).unwrap_or_default();
        }
    }
    Cow::Owned(decoded.nfc().collect())
}

/// A command of TeX at the start of a text, with the braces around it: what it prints and its bytes.
fn command(text: &str) -> Option<(String, usize)> {
    let braced = text.starts_with("{\\");
    let body = if braced { text.get(1..)? } else { text };
    let body = body.strip_prefix('\\')?;
    let name = body.chars().next()?;
    let (printed, used) = match accent(name, body.get(name.len_utf8()..)?) {
        Some(mark) => {
            let argument = body.get(name.len_utf8()..)?;
            let trimmed = argument.trim_start();
            let skipped = argument.len() - trimmed.len();
            let grouped = trimmed.starts_with('{');
            let inner = if grouped { trimmed.get(1..)? } else { trimmed };
            // `\'{\i}`
            let (letter, length) = match inner.strip_prefix("\\i").or_else(|| inner.strip_prefix("\\j")) {
                Some(_) => (if inner.starts_with("\\i") { 'i' } else { 'j' }, 2),
                None => inner.chars().next().filter(|c| c.is_alphabetic()).map(|c| (c, c.len_utf8()))?,
            };
            if grouped && !inner.get(length..)?.starts_with('}') {
                return None;
            }
            (format!("{letter}{mark}"), name.len_utf8() + skipped + length + 2 * usize::from(grouped))
        }
        None => {
            let length = body.bytes().take_while(u8::is_ascii_alphabetic).count();
            let letter = match body.get(..length)? {
                "ss" => "ß",
                "o" => "ø",
                "O" => "Ø",
                "l" => "ł",
                "L" => "Ł",
                "ae" => "æ",
                "AE" => "Æ",
                "oe" => "œ",
                "OE" => "Œ",
                "aa" => "å",
                "AA" => "Å",
                "i" => "ı",
                "&" => "&",
                _ => return None,
            };
            let after = body.get(length..)?;
            let space = usize::from(!braced && after.starts_with(' '));
            let empty = if after.starts_with("{}") { 2 } else { space };
            (letter.to_owned(), length + empty)
        }
    };
    let end = 1 + used;
    if !braced {
        return Some((printed, end));
    }
    text.get(1 + end..)?.starts_with('}').then_some((printed, end + 2))
}

/// The combining mark of a command; those named by letters take their argument in braces or after a space.
fn accent(name: char, after: &str) -> Option<char> {
    let lettered = after.starts_with(['{', ' ']);
    Some(match name {
        '"' => '\u{308}',
        '\'' => '\u{301}',
        '`' => '\u{300}',
        '^' => '\u{302}',
        '~' => '\u{303}',
        '=' => '\u{304}',
        '.' => '\u{307}',
        'c' if lettered => '\u{327}',
        'v' if lettered => '\u{30c}',
        'H' if lettered => '\u{30b}',
        'u' if lettered => '\u{306}',
        'k' if lettered => '\u{328}',
        'r' if lettered => '\u{30a}',
        'd' if lettered => '\u{323}',
        'b' if lettered => '\u{331}',
        _ => return None,
    })
}

/// The combining mark of an accent that stands before its letter as a sign of its own.
fn spacing(c: char) -> Option<char> {
    Some(match c {
        '¨' => '\u{308}',
        '´' => '\u{301}',
        'ˆ' => '\u{302}',
        '˜' => '\u{303}',
        'ˇ' => '\u{30c}',
        '˚' => '\u{30a}',
        '˝' => '\u{30b}',
        _ => return None,
    })
}

/// `´ı`, `¨u`: only before a letter that takes the accent.
fn sign(text: &str) -> Option<(String, usize)> {
    let mut chars = text.chars();
    let own = chars.next()?;
    let mark = spacing(own)?;
    let letter = chars.next()?;
    let base = if letter == 'ı' { 'i' } else { letter };
    let whole: String = [base, mark].into_iter().nfc().collect();
    (whole.chars().count() == 1).then(|| (whole, own.len_utf8() + letter.len_utf8()))
}

/// `Ro¨ mling`, `Ro¨mling`: an accent behind its letter, and perhaps a space that parts the word. Composes the last letter; gives the bytes
/// that are used.
fn behind(decoded: &mut String, text: &str) -> Option<usize> {
    let own = text.chars().next()?;
    let mark = spacing(own)?;
    let after = text.get(own.len_utf8()..)?;
    let rest = after.strip_prefix(' ').unwrap_or(after);
    let base = decoded.chars().next_back().filter(|_| rest.starts_with(char::is_lowercase))?;
    let whole: String = [base, mark].into_iter().nfc().collect();
    // The accent of the letter behind it where that takes one: `M¨uller`.
    let takes = whole.chars().count() == 1 && (rest.len() < after.len() || sign(text).is_none());
    takes.then(|| {
        decoded.pop();
        decoded.push_str(&whole);
        own.len_utf8() + after.len() - rest.len()
    })
}

#[cfg(test)]
mod tests {
    use super::composed;

    #[test]
    fn commands_and_signs_compose() {
        assert_eq!(
            composed(r#"Schr\"odinger, G{\"o}del, Erd\H{o}s, \'{E}t\'e, Fran\c{c}ois"#),
            "Schrödinger, Gödel, Erdős, Été, François"
        );
        assert_eq!(
            composed(r"Stra{\ss}e, \O rsted, {\L}ukasz, Mart{\'\i}n, Ho\v{r}ava"),
            "Straße, Ørsted, Łukasz, Martín, Hořava"
        );
        assert_eq!(composed("M¨uller, Pr´ıncipe"), "Müller, Príncipe");
        assert_eq!(composed("Ro¨ mling U, Tu¨mmler B, x¨ Y"), "Römling U, Tümmler B, x¨ Y");
        assert_eq!(composed(r"C:\temp \cite{x} \"), r"C:\temp \cite{x} \");
    }
}
