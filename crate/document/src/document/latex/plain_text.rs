//! TeX code of one field or name as plain text.

use super::files::Files;
use super::walk::Walk;
use crate::document::bibliography::without_comments;

/// TeX code of one field as a reader sees it.
pub(crate) fn text_of(tex: &str) -> String {
    let plain = |c: char| !matches!(c, '\\' | '{' | '}' | '$' | '~' | '%' | '`' | '\'' | '#' | '&' | '\n');
    if tex.chars().all(plain) && !tex.contains("--") {
        return tex.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    // A comment sign in a field is a sign.
    let tex = without_comments(tex);
    let files = Files::default();
    let mut walk = Walk::new(&files, tex.len(), true);
    walk.stream.open("", &tex, 0, false);
    walk.as_one_text()
}
