//! Values as they are written into a file, keeping what the old one has right.

use crate::resolve::integrity::title_words;

/// Words up to which two titles are compared one by one.
const LONGEST_TITLE: usize = 120;

/// A text as a field's value: signs that TeX reads as commands escaped, braces, which could end the value, dropped.
pub(super) fn tex(text: &str) -> String {
    let mut value = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '{' | '}' | '\\' => {}
            '&' | '%' | '#' | '_' | '$' => {
                value.push('\\');
                value.push(c);
            }
            '\n' | '\r' | '\t' => value.push(' '),
            c => value.push(c),
        }
    }
    value.trim().to_owned()
}

/// Whether a value ends where its delimiters end.
pub(crate) fn is_balanced(value: &str) -> bool {
    let mut depth = 0_i32;
    for byte in value.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    // A backslash at the end would take the delimiter.
    depth == 0 && !value.ends_with('\\')
}

/// A title corrected word by word: what is right in the old one keeps its capitals, braces and accents. Of another title,
/// nothing is kept.
pub(super) fn merged_title(old: &str, new: &str) -> String {
    let plain = tex(new);
    let (old_words, new_words) = (title_words(old), title_words(&plain));
    let kept = new_words.iter().filter(|word| old_words.contains(word)).count();
    if 2 * kept < new_words.len() {
        return plain;
    }
    let merged = merged(old, &plain).unwrap_or_default();
    let merged = if plain.starts_with(char::is_uppercase) { begun(&merged) } else { merged };
    let is_right = is_balanced(&merged) && title_words(&merged) == new_words;
    if is_right { merged } else { plain }
}

/// A title with a capital at its beginning: a word from its midst may stand there now.
fn begun(title: &str) -> String {
    let braces = title.len() - title.trim_start_matches('{').len();
    let (open, rest) = title.split_at(braces);
    format!("{open}{}", capitalised(rest))
}

fn merged(old: &str, new: &str) -> Option<String> {
    let old: Vec<&str> = old.split_whitespace().collect();
    let new: Vec<&str> = new.split_whitespace().collect();
    if old.is_empty() || old.len().max(new.len()) > LONGEST_TITLE {
        return None;
    }
    let key = |word: &&str| title_words(word).concat();
    let (old_keys, new_keys): (Vec<String>, Vec<String>) =
        (old.iter().map(key).collect(), new.iter().map(key).collect());
    let alike = |at: usize, to: usize| old_keys.get(at).is_some_and(|key| new_keys.get(to) == Some(key));
    // Longest common subsequence of the words, from the end.
    let mut longest = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            longest[at][to] = if alike(at, to) {
                longest[at + 1][to + 1] + 1
            } else {
                longest[at + 1][to].max(longest[at][to + 1])
            };
        }
    }
    let mut words: Vec<String> = Vec::new();
    let (mut at, mut to) = (0, 0);
    while at < old.len() || to < new.len() {
        if alike(at, to) {
            words.push(with_end_of(old[at], new[to]));
            (at, to) = (at + 1, to + 1);
            continue;
        }
        let (from, start) = (at, to);
        while (at < old.len() || to < new.len()) && !alike(at, to) {
            let drops = to == new.len() || at < old.len() && longest[at + 1][to] >= longest[at][to + 1];
            (at, to) = if drops { (at + 1, to) } else { (at, to + 1) };
        }
        replace(&old[from..at], &new[start..to], &mut words)?;
    }
    Some(words.join(" "))
}

/// A word of the old title with the punctuation that the new one has behind it.
fn with_end_of(old: &str, new: &str) -> String {
    let end = |word: &str| word.trim_end_matches('}').chars().next_back();
    match end(new).filter(|c| matches!(c, ':' | '?' | '!' | ',' | ';')) {
        Some(sign) if end(old) != Some(sign) => {
            format!("{}{sign}", old.trim_end_matches([':', '?', '!', ',', ';', '.']))
        }
        _ => old.to_owned(),
    }
}

/// New words in the place of old ones, with the braces around these and their capitals.
fn replace(old: &[&str], new: &[&str], words: &mut Vec<String>) -> Option<()> {
    let (Some(first), Some(last)) = (old.first(), old.last()) else {
        words.extend(new.iter().map(|word| (*word).to_owned()));
        return Some(());
    };
    let open: String = first.chars().take_while(|c| *c == '{').collect();
    let closed = last.chars().rev().take_while(|c| *c == '}').count();
    if new.is_empty() {
        return (open.is_empty() && closed == 0 && old.iter().all(|word| is_balanced(word))).then_some(());
    }
    let count = new.len();
    for (at, word) in new.iter().enumerate() {
        let is_capital = old
            .get(at)
            .and_then(|own| own.chars().find(|c| c.is_alphabetic()))
            .is_some_and(char::is_uppercase);
        let word = if is_capital { capitalised(word) } else { (*word).to_owned() };
        let word = if at == 0 { format!("{open}{word}") } else { word };
        words.push(if at + 1 == count { word + &"}".repeat(closed) } else { word });
    }
    Some(())
}

fn capitalised(word: &str) -> String {
    let mut rest = word.chars();
    match rest.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(rest).collect(),
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_right_in_a_title_stays_as_written() {
        for (old, new, merged) in [
            (
                "{Deep} Residual Learning for Image Segmentation",
                "Deep residual learning for image recognition",
                "{Deep} Residual Learning for Image Recognition",
            ),
            (
                "The {W}eirs of G{\\\"o}teborg",
                "The weirs and walls of Göteborg",
                "The {W}eirs and walls of G{\\\"o}teborg",
            ),
            ("{{Weirs in Stone}}", "Weirs in wood", "{{Weirs in Wood}}"),
            ("Weirs", "Weirs: a history & more", "Weirs: a history \\& more"),
            ("On the Weirs", "On weirs", "On Weirs"),
            ("{Very odd} Weirs", "Weirs", "Weirs"),
            ("", "Weirs", "Weirs"),
            ("Old stone weirs and {W}alls", "Weirs and walls", "Weirs and {W}alls"),
            ("On {weirs} of stone", "Weirs of stone", "{Weirs} of stone"),
            ("Control of two arms with many springs", "Springs are all you need", "Springs are all you need"),
        ] {
            assert_eq!(merged_title(old, new), merged, "{old}");
        }
    }

    proptest! {
        #[test]
        fn a_merged_title_says_what_the_new_one_says(old in "[A-Za-z{}:\\\\ ]{0,40}", new in "[A-Za-z:&{} ]{1,40}") {
            let merged = merged_title(&old, &new);
            prop_assert!(is_balanced(&merged));
            prop_assert_eq!(title_words(&merged), title_words(&tex(&new)));
        }
    }
}
