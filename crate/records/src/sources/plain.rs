//! Plain text of what sources write with markup: `<i>`, `<jats:p>`, MathML, entities, also escaped twice.

pub(crate) use citelight_document::markup::tree::{Step, Tree, html};

/// Elements that stand inside a word or a line; all others end a word.
const INLINE: [&str; 22] = [
    "a",
    "b",
    "bold",
    "em",
    "font",
    "i",
    "inf",
    "italic",
    "jats:bold",
    "jats:italic",
    "jats:sc",
    "jats:sub",
    "jats:sup",
    "scp",
    "sc",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "tt",
    "u",
];

/// Elements of formulas: their parts belong together.
const MATH: [&str; 14] = [
    "math", "mfrac", "mi", "mn", "mo", "mover", "mrow", "msqrt", "mstyle", "msub", "msubsup", "msup",
    "mtext", "munder",
];

/// Characters of one field that are read: the longest abstracts have 10,000.
const LONGEST: usize = 100_000;

/// Markup taken off, entities decoded, white space collapsed; empty where nothing is left.
pub(super) fn plain(text: &str) -> String {
    let text: String = text.chars().take(LONGEST).collect();
    let mut plain = collapsed(&text);
    // Deposits are escaped once too often (`&amp;lt;i&amp;gt;`): look again while markup appears.
    for _ in 0..3 {
        if !has_markup(&plain) {
            break;
        }
        let Ok(tree) = html::parse(&plain) else { break };
        plain = words(&tree);
    }
    plain
}

/// Plain text, or nothing where it is empty.
pub(super) fn some_plain(text: Option<&str>) -> Option<String> {
    text.map(plain).filter(|text| !text.is_empty())
}

/// Whether a tag or an entity stands in a text: `p < 0.05` and `R&D` hold neither.
fn has_markup(text: &str) -> bool {
    let starts =
        |after: &str, also: char| after.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == also);
    let tag = text.match_indices('<').any(|(at, _)| {
        let after = &text[at + 1..];
        starts(after, '/') && after.contains('>')
    });
    tag || text.match_indices('&').any(|(at, _)| {
        let after = &text[at + 1..];
        let end = after.bytes().take(32).position(|byte| byte == b';');
        let name = end.and_then(|end| after.get(..end));
        starts(after, '#')
            && name.is_some_and(|name| name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'#'))
    })
}

fn collapsed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn words(tree: &Tree) -> String {
    let mut text = String::new();
    tree.walk(Tree::ROOT, |step| {
        let (Step::Enter(node) | Step::Leave(node)) = step;
        match (tree.text(node), step) {
            (Some(words), Step::Enter(_)) => text.push_str(words),
            (None, _) if ends_a_word(tree.name(node)) => text.push(' '),
            _ => {}
        }
        true
    });
    collapsed(&text)
}

fn ends_a_word(name: &str) -> bool {
    !name.is_empty() && !INLINE.contains(&name) && !MATH.contains(&name) && !name.starts_with("mml:")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn markup_goes_and_words_stay() {
        for (marked, expected) in [
            ("Long <scp>COVID</scp> in  <i>Drosophila</i>", "Long COVID in Drosophila"),
            (
                "<jats:title>Aim</jats:title><jats:p>We study H<jats:sub>2</jats:sub>O.</jats:p>",
                "Aim We study H2O.",
            ),
            ("Pandora&apos;s box &amp;amp; p < 0.05", "Pandora's box & p < 0.05"),
            ("&amp;lt;i&amp;gt;Mus&amp;lt;/i&amp;gt; musculus", "Mus musculus"),
            ("R&D; A < B", "R&D; A < B"),
            ("<mml:math><mml:mi>x</mml:mi><mml:mo>=</mml:mo></mml:math>", "x="),
            ("  ", ""),
        ] {
            assert_eq!(plain(marked), expected, "{marked}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_plain_form(text in ".{0,60}") {
            let once = plain(&text);
            prop_assert_eq!(collapsed(&once), once);
        }
    }
}
