//! What the fields of a Word document are, by their instructions, and its content controls, by their tags.

use super::items::{Items, from_base64};

/// Bytes of an instruction that are read: Zotero's hold the data of all works of a citation, abstracts included.
pub(super) const MOST_INSTRUCTION: usize = 4_000_000;

/// What Mendeley's newer plugin tags its citations with.
const MENDELEY_CITATION: &str = "MENDELEY_CITATION_v3_";
const MENDELEY_BIBLIOGRAPHY: &str = "MENDELEY_BIBLIOGRAPHY";

/// What a field or a content control is to the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A citation of these works.
    Citation(Vec<usize>),
    /// The reference list.
    Bibliography,
    /// A link to a place in the document.
    Place(String),
    /// A link to an address.
    Address(String),
    /// A table of contents or an index: no text of its own.
    Contents,
    /// Its text is all that it is.
    Text,
}

/// A complex field in the making.
#[derive(Debug, Default)]
pub(super) struct Field {
    pub(super) instruction: String,
    /// Data that is kept beside the instruction (EndNote), in base64.
    pub(super) data: String,
    /// None until its instruction has ended.
    pub(super) meaning: Option<Meaning>,
}

impl Field {
    pub(super) fn push(&mut self, text: &str) {
        if self.instruction.len() + text.len() <= MOST_INSTRUCTION {
            self.instruction.push_str(text);
        }
    }
}

/// The meaning of a field.
pub(super) fn meaning(field: &Field, items: &mut Items) -> Meaning {
    let instruction = field.instruction.trim();
    let (name, rest) = instruction.split_once(char::is_whitespace).unwrap_or((instruction, ""));
    match name.to_ascii_uppercase().as_str() {
        "ADDIN" => addin(rest.trim_start(), &field.data, items),
        "CITATION" => citation(items.word(&tags(rest))),
        "BIBLIOGRAPHY" => Meaning::Bibliography,
        "TOC" | "TOA" | "INDEX" => Meaning::Contents,
        "REF" => match words(rest).into_iter().next() {
            Some(place) => Meaning::Place(place),
            None => Meaning::Text,
        },
        "HYPERLINK" => hyperlink(&words(rest)),
        _ => Meaning::Text,
    }
}

/// What plugins write into a field, or into a property that a bookmark names.
pub(super) fn addin(content: &str, data: &str, items: &mut Items) -> Meaning {
    let json = || content.find('{').and_then(|start| content.get(start..)).unwrap_or_default();
    let begins = |name: &str| content.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    if begins("ZOTERO_BIBL") || begins("EN.REFLIST") || begins("Mendeley Bibliography") {
        Meaning::Bibliography
    } else if begins("ZOTERO_ITEM") || begins("CSL_CITATION") {
        citation(items.csl(json()))
    } else if begins("EN.CITE") && !begins("EN.CITE.DATA") {
        let xml = content.get("EN.CITE".len()..).unwrap_or_default();
        if xml.contains('<') { citation(items.endnote(xml)) } else { endnote_data(data, items) }
    } else {
        Meaning::Text
    }
}

/// What EndNote keeps beside a field whose instruction would grow too long.
pub(super) fn endnote_data(data: &str, items: &mut Items) -> Meaning {
    citation(from_base64(data).map(|xml| items.endnote(&xml)).unwrap_or_default())
}

/// What a content control's tag says.
pub(super) fn tagged(tag: &str, items: &mut Items) -> Meaning {
    if let Some(data) = tag.strip_prefix(MENDELEY_CITATION) {
        citation(from_base64(data).map(|json| items.csl(&json)).unwrap_or_default())
    } else if tag.starts_with(MENDELEY_BIBLIOGRAPHY) {
        Meaning::Bibliography
    } else {
        Meaning::Text
    }
}

/// A citation of no known work is what its text says.
fn citation(cited: Vec<usize>) -> Meaning {
    if cited.is_empty() { Meaning::Text } else { Meaning::Citation(cited) }
}

/// The tags of `CITATION Smi20 \l 1033 \p 12 \m Jon19`.
fn tags(rest: &str) -> Vec<String> {
    let mut tags = Vec::new();
    let mut words = words(rest).into_iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "\\m" => tags.extend(words.next()),
            "\\l" | "\\p" | "\\f" | "\\s" | "\\v" => {
                words.next();
            }
            _ if word.starts_with('\\') => {}
            _ => tags.push(word),
        }
    }
    tags
}

/// `HYPERLINK "address"`, `HYPERLINK \l "place"`.
fn hyperlink(words: &[String]) -> Meaning {
    let place = words.iter().position(|word| word == "\\l").and_then(|at| words.get(at + 1));
    match (place, words.first()) {
        (Some(place), _) => Meaning::Place(place.clone()),
        (None, Some(address)) if address.starts_with("http") => Meaning::Address(address.clone()),
        _ => Meaning::Text,
    }
}

/// The words of an instruction; what stands in quotation marks is one.
fn words(rest: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = rest.trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix(['"', '“', '”']) {
            Some(quoted) => quoted.split_once(['"', '“', '”']).unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(instruction: &str) -> Meaning {
        let field = Field { instruction: instruction.to_owned(), ..Field::default() };
        meaning(&field, &mut Items::default())
    }

    #[test]
    fn instructions_are_read() {
        assert_eq!(
            tags(" Smi20 \\l 1033 \\p \"12 f\" \\n \\m Jon19 \\m \"A b\" "),
            ["Smi20", "Jon19", "A b"]
        );
        assert_eq!(of(" BIBLIOGRAPHY  \\l 1033 "), Meaning::Bibliography);
        assert_eq!(of(" ADDIN ZOTERO_BIBL {\"uncited\":[]} CSL_BIBLIOGRAPHY "), Meaning::Bibliography);
        assert_eq!(of(" ADDIN EN.REFLIST "), Meaning::Bibliography);
        assert_eq!(of("REF _Ref12 \\r \\h "), Meaning::Place("_Ref12".to_owned()));
        assert_eq!(of(" HYPERLINK \\l \"_ENREF_1\" \\o \"Smith\" "), Meaning::Place("_ENREF_1".to_owned()));
        assert_eq!(
            of(" HYPERLINK \"https://doi.org/10.1/x\" "),
            Meaning::Address("https://doi.org/10.1/x".to_owned())
        );
        assert_eq!(of("HYPERLINK \"javascript:alert(1)\""), Meaning::Text);
        assert_eq!(of(" TOC \\o \"1-3\" "), Meaning::Contents);
        assert_eq!(of(" ADDIN ZOTERO_ITEM CSL_CITATION {broken"), Meaning::Text);
        assert_eq!(of("ADDIN é"), Meaning::Text);
        assert_eq!(of(""), Meaning::Text);
    }
}
