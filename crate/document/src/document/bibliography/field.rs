//! Values of fields that are no text of TeX, and text whose signs TeX would take for its own.

use citelight_types::identifiers::doi;
use citelight_types::identifiers::field::normal;

/// How people and programs write signs in addresses and identifiers, which TeX would read as commands.
const ESCAPES: [(&str, &str); 19] = [
    ("{\\_}", "_"),
    ("$\\_$", "_"),
    ("\\_", "_"),
    ("{\\textunderscore}", "_"),
    ("\\textunderscore", "_"),
    ("\\%", "%"),
    ("\\&", "&"),
    ("\\#", "#"),
    ("\\textasciitilde", "~"),
    ("$\\sim$", "~"),
    ("{\\textless}", "<"),
    ("\\textless", "<"),
    ("$<$", "<"),
    ("\\<", "<"),
    ("&lt;", "<"),
    ("{\\textgreater}", ">"),
    ("\\textgreater", ">"),
    ("$>$", ">"),
    ("\\>", ">"),
];

/// An address or identifier: only the escapes that people put into them are undone.
pub fn verbatim(value: &str) -> String {
    unescaped(value).split_whitespace().collect()
}

fn unescaped(value: &str) -> String {
    let value = value.trim();
    let value = value.strip_prefix("\\url").unwrap_or(value).trim_matches(['{', '}', ' ']);
    let plain = ESCAPES.iter().fold(value.to_owned(), |text, (escape, sign)| text.replace(escape, sign));
    plain.replace("&gt;", ">").replace("&amp;", "&").replace("{}", "").trim().to_owned()
}

/// The DOI of a field that holds nothing else: signs that end one in running text (`<` in old Wiley DOIs) belong to it.
pub fn doi_of_field(value: &str) -> Option<String> {
    let bare = unescaped(value);
    let is_whole = bare.contains(['<', '>', '&', '#'])
        && !bare.contains(['?', '%'])
        && !bare.contains(char::is_whitespace);
    match normal(&bare) {
        Some(whole) if is_whole => Some(whole.trim_end_matches(['.', ',', ';']).to_owned()),
        // Subdivided prefixes (`10.1000.10/1`) are told from other numbers only where nothing else can stand.
        whole => doi(&bare).or(whole),
    }
}

/// A field's text, whose percent signs are no comments.
pub fn without_comments(tex: &str) -> String {
    let mut text = String::with_capacity(tex.len());
    let mut escaped = false;
    for c in tex.chars() {
        if c == '%' && !escaped {
            text.push('\\');
        }
        escaped = c == '\\' && !escaped;
        text.push(c);
    }
    text
}
