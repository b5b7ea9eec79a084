//! Where the source of a document cites by keys, to the byte: for editors, which show and change what is written, not what is printed.

use citelight_types::sort::SmallSort;
use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Parser, Tag};

use super::{latex, markdown};

/// Longest argument of a citing command, in bytes.
const LONGEST: usize = 4_000;

/// Environments in which nothing is a command.
const VERBATIM: [&str; 9] = [
    "verbatim",
    "verbatim*",
    "Verbatim",
    "lstlisting",
    "minted",
    "comment",
    "filecontents",
    "filecontents*",
    "alltt",
];

/// A key where it is cited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedKey {
    /// The key.
    pub key: String,
    /// Its bytes in the source.
    pub range: Range<usize>,
}

/// The keys that citing commands of LaTeX name in this file, in order. Comments, verbatim text and what stands behind
/// `\end{document}` cite nothing, and a key that a macro makes is none yet.
pub fn latex_keys(text: &str) -> Vec<CitedKey> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(next) = bytes[at..].iter().position(|byte| matches!(byte, b'\\' | b'%')) {
        at += next;
        if bytes[at] == b'%' {
            at = line_end(text, at);
            continue;
        }
        let name_end = bytes[at + 1..].iter().position(|byte| !byte.is_ascii_alphabetic());
        let name_end = name_end.map_or(text.len(), |length| at + 1 + length);
        let name = &text[at + 1..name_end];
        at = match name {
            // A backslash takes one character, whatever it is.
            "" => at + 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            "verb" | "lstinline" => verb_end(text, name_end),
            "iffalse" => text[name_end..].find("\\fi").map_or(text.len(), |end| name_end + end + 3),
            "begin" => environment_end(text, name_end),
            "end" if text[name_end..].starts_with("{document}") => break,
            _ => match latex::citing_command(name) {
                Some(command) => arguments(text, name_end, command.list, &mut found),
                None => name_end,
            },
        };
    }
    found
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find(['\n', '\r']).map_or(text.len(), |end| at + end)
}

/// The end of `\verb|…|`, which stands in one line.
fn verb_end(text: &str, at: usize) -> usize {
    let star = usize::from(text[at..].starts_with('*'));
    let Some(sign) = text[at + star..].chars().next() else { return text.len() };
    let from = at + star + sign.len_utf8();
    let line = line_end(text, from);
    text[from..line].find(sign).map_or(from, |end| from + end + sign.len_utf8())
}

/// The end of a verbatim environment; of another one, the end of `\begin`.
fn environment_end(text: &str, at: usize) -> usize {
    let name = text[at..].strip_prefix('{').and_then(|rest| rest.get(..rest.find('}')?));
    let Some(name) = name.filter(|name| VERBATIM.contains(name)) else { return at };
    let end = format!("\\end{{{name}}}");
    text[at..].find(&end).map_or(text.len(), |found| at + found + end.len())
}

/// Reads `[before][after]{keys}` behind a citing command, of biblatex's lists several; answers where they end.
fn arguments(text: &str, at: usize, is_list: bool, found: &mut Vec<CitedKey>) -> usize {
    let bytes = text.as_bytes();
    let mut at = at + usize::from(matches!(bytes.get(at), Some(b'*' | b'+')));
    loop {
        let next = past_white(text, at);
        let close = match bytes.get(next) {
            Some(b'[') => b']',
            Some(b'<') if !is_list => b'>',
            Some(b'(') if is_list => b')',
            Some(b'{') => b'}',
            _ => return at,
        };
        let Some(end) = closing(bytes, next, close) else { return at };
        at = end + 1;
        if close == b'}' {
            keys(text, next + 1..end, found);
            if !is_list {
                return at;
            }
        }
    }
}

/// Past white space and comments, but not past an empty line.
fn past_white(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut breaks = 0;
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\r') => at += 1,
            Some(b'\n') if breaks == 0 => (at, breaks) = (at + 1, 1),
            Some(b'%') => (at, breaks) = (line_end(text, at), 0),
            _ => return at,
        }
    }
}

/// Where what opens at `open` closes, if it does so soon.
fn closing(bytes: &[u8], open: usize, close: u8) -> Option<usize> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in bytes.iter().enumerate().skip(open + 1).take(LONGEST) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            byte if *byte == close && depth == 0 => return Some(at),
            b'{' => depth += 1,
            b'}' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// The keys of one argument.
fn keys(text: &str, inside: Range<usize>, found: &mut Vec<CitedKey>) {
    let mut start = inside.start;
    for piece in text[inside].split(',') {
        let (from, next) = (start, start + piece.len() + 1);
        start = next;
        let end = from + piece.len();
        let mut from = from;
        // `\cite{a,%` goes on in the next line.
        loop {
            from += text[from..end].len() - text[from..end].trim_start().len();
            match text[from..end].strip_prefix('%') {
                Some(comment) => {
                    from = comment.find('\n').map_or(end, |line| from + 1 + line);
                }
                None => break,
            }
        }
        // mciteplus merges entries by a star.
        from += usize::from(text[from..end].starts_with('*'));
        let key = text[from..end].split('%').next().unwrap_or_default().trim_end();
        let is_made = key.contains(['\\', '#', '{', '}', '~', '\n']);
        if !key.is_empty() && !is_made {
            found.push(CitedKey { key: key.to_owned(), range: from..from + key.len() });
        }
    }
}

/// The keys that pandoc's citations name in this file, in order. Code, formulas and metadata cite nothing; a key that is itself
/// an identifier (`@doi:10.…`) needs no entry and is left out.
pub fn markdown_keys(text: &str) -> Vec<CitedKey> {
    let mut silent: Vec<Range<usize>> = Vec::new();
    for (event, range) in Parser::new_ext(text, markdown::options()).into_offset_iter() {
        let is_silent = match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::MetadataBlock(_)) => true,
            Event::Start(Tag::Link { link_type, .. }) => {
                matches!(link_type, LinkType::Autolink | LinkType::Email)
            }
            Event::Code(_) | Event::InlineMath(_) | Event::DisplayMath(_) => true,
            Event::Html(_) | Event::InlineHtml(_) => true,
            _ => false,
        };
        if is_silent {
            silent.push(range);
        }
    }
    silent.small_sort_by_key(|range| range.start);
    let mut silent = silent.into_iter().peekable();
    let mut found = Vec::new();
    for (at, _) in text.match_indices('@') {
        while silent.next_if(|range| range.end <= at).is_some() {}
        if silent.peek().is_some_and(|range| range.start <= at) {
            continue;
        }
        let mut before = text[..at].chars().rev();
        let mut outside = before.next();
        if outside == Some('-') {
            outside = before.next();
        }
        let is_inside_word = |c: char| c.is_alphanumeric() || matches!(c, '@' | '/' | '.' | '_' | '-' | '\\');
        if outside.is_some_and(is_inside_word) {
            continue;
        }
        if let Some((key, range)) = markdown::key_at(text, at + 1) {
            found.push(CitedKey { key, range });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str, found: Vec<CitedKey>) -> Vec<String> {
        found.into_iter().map(|cited| format!("{}={}", cited.key, &text[cited.range])).collect()
    }

    #[test]
    fn keys_of_latex_stand_where_they_are_written() {
        for (text, expected) in [
            (r"As \cite{a, b} and \citep[see][p.~3]{c}.", vec!["a", "b", "c"]),
            (r"\parencites(see)()[3]{a}[4]{b,c} {d}", vec!["a", "b", "c", "d"]),
            ("\\cite{a,%\n  b% why\n}", vec!["a", "b"]),
            (r"50\% \cite{a} % \cite{b}", vec!["a"]),
            (r"\verb|\cite{a}| \cite*{b}", vec!["b"]),
            ("\\begin{verbatim}\\cite{a}\\end{verbatim}\\cite{b}", vec!["b"]),
            (r"\newcommand{\mine}[1]{\cite{#1}} \nocite{*} \cite{\key}", vec![]),
            (r"\iffalse \cite{a} \fi \cite{b}\end{document} \cite{c}", vec!["b"]),
            ("𝒳 é \\textcite{größe}", vec!["größe"]),
            (r"\\cite{a} \citecolor{b} \cite", vec![]),
            ("\\cite\n[p. 3]\n{a}", vec!["a"]),
        ] {
            let found = shown(text, latex_keys(text));
            let expected: Vec<String> = expected.iter().map(|key| format!("{key}={key}")).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn keys_of_markdown_stand_where_they_are_written() {
        for (text, expected) in [
            ("As [@a; see -@b, p. 3] and @c says.", vec!["a", "b", "c"]),
            ("`@a` and\n\n```\n@b\n```\n\n@d", vec!["d"]),
            ("mail a@b.org, <c@d.org>, \\@e, @fig:one, [@sec-two], @doi:10.1000/x", vec![]),
            ("---\nnocite: '@a'\n---\n\n[@b]", vec!["b"]),
            ("𝒳 [@größe_2004]", vec!["größe_2004"]),
        ] {
            let found = shown(text, markdown_keys(text));
            let expected: Vec<String> = expected.iter().map(|key| format!("{key}={key}")).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_key_stands_where_it_is_said_to(text in r"([@\\{}\[\]%*,;<>()a-c\n é𝒳|~-]|cite|\\cite|\\begin\{verbatim\}|\\verb){0,60}") {
            for cited in latex_keys(&text) {
                prop_assert_eq!(&text[cited.range.clone()], cited.key.as_str());
            }
            for cited in markdown_keys(&text) {
                prop_assert!(text[cited.range.clone()].contains(cited.key.as_str()));
            }
        }
    }
}
