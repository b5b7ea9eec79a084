//! What is known of the work under the cursor.

use citelight::export::CheckedEntry;
use citelight::identifiers::Identifiers;
use citelight::sources::{Record, shown_name};
use tower_lsp_server::ls_types::{Hover, HoverContents, MarkupContent, MarkupKind, Range};

use super::question::Answer;
use crate::bib;
use crate::output::{cut, plain};

/// Characters of a value that are shown.
const SHOWN: usize = 300;
/// Names that are shown.
const NAMES: usize = 6;

/// The works under the cursor, each with its record and what came of the entry; as plain text where the editor shows no Markdown.
pub(super) fn hover<'a>(
    answers: impl Iterator<Item = &'a Answer>,
    range: Range,
    is_plain: bool,
) -> Option<Hover> {
    let words = Words { is_plain };
    let works: Vec<String> = answers.map(|answer| words.work(answer)).collect();
    if works.is_empty() {
        return None;
    }
    let kind = if is_plain { MarkupKind::PlainText } else { MarkupKind::Markdown };
    let value = works.join(if is_plain { "\n\n" } else { "\n\n---\n\n" });
    Some(Hover { contents: HoverContents::Markup(MarkupContent { kind, value }), range: Some(range) })
}

/// How words are written.
struct Words {
    is_plain: bool,
}

impl Words {
    fn work(&self, Answer { entry, .. }: &Answer) -> String {
        let mut parts = vec![self.strong(&bib::verdict(entry))];
        parts.extend(bib::retraction(&entry.work).map(|notice| self.text(&notice)));
        parts.extend(self.reasons(entry));
        match &entry.record {
            Some(record) => parts.extend(self.record(record)),
            None if entry.asked.is_empty() => {}
            None => parts.push(self.text(&format!("No record: {} answered.", entry.asked.join(", ")))),
        }
        parts.join("\n\n")
    }

    fn reasons(&self, entry: &CheckedEntry) -> Option<String> {
        let mark = if self.is_plain { "" } else { "- " };
        let reasons = entry.reasons.iter().map(|reason| format!("{mark}{}", self.text(reason)));
        let failures = entry.failures.iter().filter(|_| entry.is_unchecked());
        let failures = failures.map(|failure| format!("{mark}{}", self.text(failure)));
        let lines: Vec<String> = reasons.chain(failures).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    fn record(&self, record: &Record) -> Vec<String> {
        let names: Vec<String> = record
            .authors
            .iter()
            .take(NAMES)
            .map(|person| format!("{} {}", person.given, person.family).trim().to_owned())
            .collect();
        let more = if record.authors.len() > NAMES { " …" } else { "" };
        let year = record.year.map(|year| year.to_string());
        let names = Some(format!("{}{more}", names.join(", "))).filter(|names| !names.is_empty());
        let about: Vec<String> = [names, year, record.venue.clone()].into_iter().flatten().collect();
        let source = format!("Record of {}", shown_name(&record.source));
        let link = link(&record.identifiers);
        let source = match (link, self.is_plain) {
            (Some(link), true) => format!("{}: {link}", self.text(&source)),
            (Some(link), false) => format!("{}: <{link}>", self.text(&source)),
            (None, _) => self.text(&source),
        };
        vec![self.strong(&record.title), self.text(&about.join(" · ")), source]
    }

    fn strong(&self, text: &str) -> String {
        match self.is_plain {
            true => self.text(text),
            false => format!("**{}**", self.text(text)),
        }
    }

    /// Somebody else's words, none of which is markup.
    fn text(&self, text: &str) -> String {
        let text = cut(text, SHOWN);
        if self.is_plain {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
            match c {
                // Editors show HTML of their own accord.
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '&' => out.push_str("&amp;"),
                c if c.is_ascii_punctuation() && !",.;:/'\"%?()".contains(c) => {
                    out.extend(['\\', c]);
                }
                c => out.push(c),
            }
        }
        // Nor are addresses in them links.
        out.replace("://", "\\://").replace("www.", "www\\.")
    }
}

/// Where the work is found.
fn link(identifiers: &Identifiers) -> Option<String> {
    let Identifiers { doi, arxiv, pmid, url, .. } = identifiers;
    let made = |head: &str, id: &Option<String>| id.as_ref().map(|id| format!("{head}{}", encoded(id)));
    made("https://doi.org/", doi)
        .or_else(|| made("https://arxiv.org/abs/", arxiv))
        .or_else(|| made("https://pubmed.ncbi.nlm.nih.gov/", pmid))
        .or_else(|| {
            let url = plain(url.as_deref()?);
            let is_web = url.starts_with("https://") || url.starts_with("http://");
            is_web.then(|| encoded(&url))
        })
}

/// With what could end a link, or is no part of one, percent-encoded.
fn encoded(text: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&*+,;=%()".contains(&byte);
    text.bytes()
        .map(|byte| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_others_are_no_markup() {
        let words = Words { is_plain: false };
        assert_eq!(
            words.text("a <b> [c](d) *e* `f`\n# g & h! https://i.org www.j.org"),
            r"a &lt;b&gt; \[c\](d) \*e\* \`f\` \# g &amp; h\! https\://i.org www\.j.org"
        );
        assert_eq!(Words { is_plain: true }.text("*a* <b>"), "*a* <b>");
    }

    #[test]
    fn a_link_holds_nothing_but_an_address() {
        let of = |doi: Option<&str>, url: Option<&str>| {
            let (doi, url) = (doi.map(str::to_owned), url.map(str::to_owned));
            link(&Identifiers { doi, url, ..Identifiers::default() })
        };
        assert_eq!(of(Some("10.1000/a<b> c"), None).as_deref(), Some("https://doi.org/10.1000/a%3Cb%3E%20c"));
        assert_eq!(of(None, Some("javascript:alert(1)")), None);
        assert_eq!(of(None, Some("command:x")), None);
        assert_eq!(of(None, Some("https://a.org/é")).as_deref(), Some("https://a.org/%C3%A9"));
    }
}
