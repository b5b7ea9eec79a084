//! Field values as a reader sees them: TeX accents composed, braces and markup dropped, entities decoded.
//!
//! Only for comparison; what is shown to the reader stays as it was written.

use unicode_normalization::UnicodeNormalization;

use super::spelling::american;

/// Accent commands and the combining mark each puts on the next letter.
const ACCENTS: [(char, char); 14] = [
    ('\'', '\u{301}'),
    ('`', '\u{300}'),
    ('^', '\u{302}'),
    ('"', '\u{308}'),
    ('~', '\u{303}'),
    ('=', '\u{304}'),
    ('.', '\u{307}'),
    ('u', '\u{306}'),
    ('v', '\u{30c}'),
    ('H', '\u{30b}'),
    ('c', '\u{327}'),
    ('k', '\u{328}'),
    ('r', '\u{30a}'),
    ('d', '\u{323}'),
];

/// Commands that stand for letters or signs.
const LETTERS: [(&str, &str); 22] = [
    ("ss", "ß"),
    ("o", "ø"),
    ("O", "Ø"),
    ("l", "ł"),
    ("L", "Ł"),
    ("ae", "æ"),
    ("AE", "Æ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("aa", "å"),
    ("AA", "Å"),
    ("i", "i"),
    ("j", "j"),
    ("dh", "ð"),
    ("th", "þ"),
    ("dj", "đ"),
    ("textendash", "–"),
    ("textemdash", "—"),
    ("textquoteright", "’"),
    ("textasciitilde", "~"),
    ("ldots", "…"),
    ("dots", "…"),
];

/// Greek letters, spelled out as TeX names them: `$\alpha$`, `α` and `alpha` are one word.
const GREEK: [(char, &str); 24] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('ο', "omicron"),
    ('π', "pi"),
    ('ρ', "rho"),
    ('σ', "sigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
];

/// The text of a field or of a record's title.
pub fn plain(text: &str) -> String {
    without_tex(&citelight_types::text::entity::decode(&without_tags(text)))
        .nfc()
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Letters and digits only, folded, Greek spelled out, in American spelling: equal keys differ in bibliographic noise
/// only.
pub fn key(text: &str) -> String {
    american(&words(text).concat())
}

/// The folded words of a text; `&` is one.
pub fn words(text: &str) -> Vec<String> {
    let plain = plain(text).replace('&', " and ");
    let mut spelled = String::with_capacity(plain.len());
    for c in citelight_types::text::normalise::fold(&plain).chars() {
        match GREEK.iter().find(|(letter, _)| *letter == c) {
            Some((_, name)) => spelled.push_str(name),
            None => spelled.push(c),
        }
    }
    spelled.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Drops `<i>`, `</sub>`, `<mml:math …>`; a lone `<` stays.
fn without_tags(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(open) = rest.find('<') {
        let (before, tag) = rest.split_at(open);
        kept.push_str(before);
        let named = tag.chars().nth(1).is_some_and(|c| c.is_ascii_alphabetic() || c == '/');
        match tag.find('>').filter(|end| named && *end < 200) {
            Some(end) => rest = tag.get(end + 1..).unwrap_or_default(),
            None => {
                kept.push('<');
                rest = tag.get(1..).unwrap_or_default();
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// TeX as text: accents composed, known commands replaced, other commands dropped, their arguments kept.
fn without_tex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut mark: Option<char> = None;
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '{' | '}' | '$' => {}
            '~' => out.push(' '),
            '\\' => {
                let Some(next) = characters.next() else { break };
                if !next.is_ascii_alphabetic() {
                    match ACCENTS.iter().find(|(name, _)| *name == next) {
                        Some((_, combining)) => mark = Some(*combining),
                        None => out.push(if next == '\\' { ' ' } else { next }),
                    }
                    continue;
                }
                let mut name = String::from(next);
                while let Some(letter) = characters.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                let spaced = characters.next_if(|c| c.is_whitespace()).is_some();
                let accent = ACCENTS.iter().find(|(accent, _)| name.len() == 1 && *accent == next);
                if let Some((_, combining)) = accent {
                    mark = Some(*combining);
                } else if let Some((_, letters)) = LETTERS.iter().find(|(command, _)| *command == name) {
                    out.push_str(letters);
                    out.extend(mark.take());
                } else if GREEK.iter().any(|(_, greek)| *greek == name.to_lowercase()) {
                    out.push_str(&name);
                } else if spaced {
                    out.push(' ');
                }
            }
            c => {
                out.push(c);
                if c.is_alphanumeric() {
                    out.extend(mark.take());
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn reads_what_bibliographies_write() {
        assert_eq!(plain("S{\\'e}bastien G{\\\"{o}}del"), "Sébastien Gödel");
        assert_eq!(plain("{\\L}ukasz \\v{C}ech, \\O rsted"), "Łukasz Čech, Ørsted");
        assert_eq!(
            plain("Networks&apos; &#x41;&amp;B <i>E. coli</i> p<0.05"),
            "Networks' A&B E. coli p<0.05"
        );
        assert_eq!(plain("\\emph{On} the \\textbf{A} & \\& B"), "On the A & & B");
    }

    #[test]
    fn noise_has_one_key() {
        assert_eq!(key("{GTPA:} A $k$-Means++ model."), key("GTPA - a K-means++ Model"));
        assert_eq!(key("$\\alpha$-divergence"), key("α-Divergence"));
        assert_eq!(key("Trust \\& generalisation"), key("Trust and Generalization"));
        assert_ne!(key("Generative Models"), key("Generative Model"));
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "(?s).{0,80}") {
            let _ = key(&text);
        }

        #[test]
        fn case_braces_and_stops_are_noise(title in "[A-Za-z][A-Za-z ]{0,40}") {
            let shown = format!("{{{}}}.", title.to_uppercase());
            prop_assert_eq!(key(&shown), key(&title));
        }
    }
}
