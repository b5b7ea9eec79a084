//! Accents that a file draws apart from their letters, put back onto them.
//!
//! Old TeX fonts have no `é`: `´` and `e` are drawn over each other, in this order; the marks under a letter (`¸`, `˛`)
//! after it or before it. Extractors hand over what was drawn, and where an accent is narrower than its letter they may
//! see a space before it: `G ´` and `omez`.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose as composed;

use super::words::Word;

/// How far accents reach beyond the left end of their letter, in ems, where a space is seen that is none: narrow ones (a
/// third of an em) over wide small letters. Over narrow letters they reach less far; wide ones (half an em, in Computer
/// Modern) reach further, and hide the gap.
const NARROW_OVER_WIDE: std::ops::Range<f32> = 0.41..0.47;

/// The combining mark for an accent that stands alone.
fn combining(accent: char) -> Option<char> {
    Some(match accent {
        '´' | 'ˊ' => '\u{301}',
        '`' | 'ˋ' => '\u{300}',
        '¨' => '\u{308}',
        'ˆ' => '\u{302}',
        '˜' => '\u{303}',
        '˝' => '\u{30b}',
        'ˇ' => '\u{30c}',
        '˘' => '\u{306}',
        '˚' => '\u{30a}',
        '¯' | 'ˉ' => '\u{304}',
        '˙' => '\u{307}',
        '¸' => '\u{327}',
        '˛' => '\u{328}',
        _ => return None,
    })
}

/// Whether a mark stands under its letter: it may be drawn after it.
fn is_under(accent: char) -> bool {
    matches!(accent, '¸' | '˛')
}

fn last_accent(word: &Word) -> Option<char> {
    word.text.chars().next_back().filter(|c| combining(*c).is_some())
}

/// Puts accents onto their letters, within the words of a page and between them.
pub(super) fn put_on(words: &mut Vec<Word>) {
    let mut joined: Vec<Word> = Vec::with_capacity(words.len());
    for next in words.drain(..) {
        let Some(one) = joined.last() else {
            joined.push(next);
            continue;
        };
        if hangs_under(one, &next) || carries_accent_of(one, &next) {
            let is_cut = last_accent(one).is_some()
                && joined.len() > 1
                && joined.get(joined.len() - 2).is_some_and(|before| is_one_word(before, one, &next));
            let accent = if is_cut { joined.pop() } else { None };
            if let Some(word) = joined.last_mut() {
                accent.iter().for_each(|accent| append(word, accent));
                append(word, &next);
            }
        } else {
            joined.push(next);
        }
    }
    *words = joined;
    for word in words.iter_mut().filter(|word| word.text.chars().any(|c| combining(c).is_some())) {
        let composed = compose(&word.text);
        if composed != word.text {
            word.text = composed;
            word.verbatim = false;
        }
    }
}

fn append(word: &mut Word, next: &Word) {
    // An accent over a capital may be drawn a little higher; the letters tell the baseline.
    if last_accent(word).is_some() {
        word.y = next.y;
    }
    word.text.push_str(&next.text);
    (word.x0, word.x1) = (word.x0.min(next.x0), word.x1.max(next.x1));
    word.verbatim = false;
}

/// Whether `one` ends in an accent that is drawn over the first letter of `next`.
fn carries_accent_of(one: &Word, next: &Word) -> bool {
    last_accent(one).is_some()
        && next.text.chars().next().is_some_and(char::is_alphabetic)
        && !next.spaced
        && (one.y - next.y).abs() < 0.3 * one.size
        && next.x0 < one.x1 + 0.1 * one.size
        && next.x0 > one.x0 - 0.7 * one.size
}

/// Whether `next` begins with a mark that is drawn under the last letter of `one`.
fn hangs_under(one: &Word, next: &Word) -> bool {
    let (Some(letter), Some(mark)) = (one.text.chars().next_back(), next.text.chars().next()) else {
        return false;
    };
    is_under(mark)
        && combining(mark).and_then(|mark| composed(letter, mark)).is_some()
        && (one.y - next.y).abs() < 0.3 * one.size
        && next.x0 < one.x1 - 0.1 * one.size
        && next.x0 > one.x1 - one.size
}

/// Whether the space before an accent is none: `before`, a name's beginning, `accent` and `next` are one word. How wide
/// the space is, an item does not say; but one is only seen where the accent is narrower than its letter, and a name
/// goes on in small letters, while hardly a word after a name begins with an accented small one.
fn is_one_word(before: &Word, accent: &Word, next: &Word) -> bool {
    let is_alone = accent.text.chars().count() == 1 && accent.spaced && before.item == accent.item;
    let reach = (accent.x1 - next.x0) / accent.size;
    let letters = before.text.trim_start_matches(|c: char| !c.is_alphabetic());
    is_alone
        && NARROW_OVER_WIDE.contains(&reach)
        && letters.chars().next().is_some_and(char::is_uppercase)
        && letters.chars().all(char::is_alphabetic)
        && next.text.chars().next().is_some_and(char::is_lowercase)
}

/// `Erd˝os` as `Erdős`: an accent before a letter moves onto it, a mark under a letter onto the one before if there is
/// such a letter.
fn compose(text: &str) -> String {
    let mut whole = String::new();
    let mut waiting: Option<char> = None;
    for c in text.chars() {
        if let (None, Some(mark)) = (waiting, combining(c))
            && is_under(c)
            && let Some(letter) = whole.chars().next_back().and_then(|letter| composed(letter, mark))
        {
            whole.pop();
            whole.push(letter);
            continue;
        }
        match (waiting.take(), combining(c)) {
            (None, Some(_)) => waiting = Some(c),
            (None, None) => whole.push(c),
            (Some(accent), _) if c.is_alphabetic() => {
                let letter = match c {
                    'ı' => 'i',
                    'ȷ' => 'j',
                    other => other,
                };
                whole.push(letter);
                whole.extend(combining(accent));
            }
            (Some(accent), mark) => {
                whole.push(accent);
                match mark {
                    Some(_) => waiting = Some(c),
                    None => whole.push(c),
                }
            }
        }
    }
    whole.extend(waiting);
    whole.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::super::text_layer::{PdfFont, PdfItem, PdfPage};
    use super::super::words;
    use super::*;

    /// The words of items on one baseline, each (x, width, text), in 10 point type.
    fn read(items: &[(f32, f32, &str)]) -> Vec<String> {
        let items = items.iter().map(|(x, width, text)| PdfItem {
            text: (*text).to_owned(),
            x: *x,
            y: 500.0,
            width: *width,
            size: 10.0,
            ..PdfItem::default()
        });
        let page = PdfPage { width: 600.0, height: 800.0, items: items.collect(), links: Vec::new() };
        let faces = words::faces(&[PdfFont::default()]);
        words::words(&page, &faces).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn accents_are_put_onto_their_letters() {
        assert_eq!(compose("Erd˝os"), "Erdős");
        assert_eq!(compose("na¨ıve"), "naïve");
        assert_eq!(compose("˜"), "˜");
        assert_eq!(compose("Barab´asi"), "Barabási");
    }

    #[test]
    fn marks_under_letters_belong_to_the_letter_before_or_after() {
        assert_eq!(compose("Franc¸ois"), "François");
        assert_eq!(compose("Barı¸s"), "Barış");
        assert_eq!(compose("Wa˛s"), "Wąs");
        assert_eq!(read(&[(100.0, 22.0, "Franc"), (118.5, 3.3, "¸"), (122.0, 10.0, "ois")]), ["François"]);
    }

    #[test]
    fn a_space_before_a_narrow_accent_is_none_inside_a_name() {
        // As pdf.js hands over `G\\'omez` and `Sch\\"onholzer` set in Times.
        assert_eq!(
            read(&[(100.0, 43.0, "(e.g. G ´"), (138.6, 26.0, "omez, 2015)")])[1..],
            ["Gómez,", "2015)"]
        );
        assert_eq!(read(&[(100.0, 21.0, "Sch ¨"), (116.6, 36.0, "onholzer")]), ["Schönholzer"]);
    }

    #[test]
    fn a_space_before_another_word_stays() {
        assert_eq!(read(&[(100.0, 31.8, "Paris: ´"), (127.5, 40.0, "Editions")]), ["Paris:", "Éditions"]);
        // A small letter is hardly wider than its accent: the space was in the text.
        assert_eq!(read(&[(100.0, 31.8, "Paris ´"), (128.3, 20.0, "etait")]), ["Paris", "était"]);
        assert_eq!(read(&[(100.0, 31.8, "Paris ´"), (127.0, 20.0, "etait")]), ["Paris", "était"]);
        assert_eq!(read(&[(100.0, 31.8, "une ´"), (127.5, 20.0, "ome")]), ["une", "óme"]);
    }
}
