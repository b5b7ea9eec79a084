//! The language of a report that people read.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

/// Translations of what reports say by themselves. A phrase without one stays English, as messages of findings and notices do
/// unless the caller translates them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ReportLanguage {
    /// BCP 47 tag of the language.
    pub code: String,
    /// Translations by the English phrase, with its `{places}`. Names of a kind stand as `kind:name`, such as `verdict:supported`.
    pub phrases: HashMap<String, String>,
}

impl Default for ReportLanguage {
    fn default() -> Self {
        Self { code: "en".to_owned(), phrases: HashMap::new() }
    }
}

impl ReportLanguage {
    /// A phrase.
    pub(super) fn say<'a>(&'a self, english: &'a str) -> &'a str {
        self.phrases.get(english).map_or(english, String::as_str)
    }

    /// A phrase with its places filled: `{name}` by what stands beside `name`.
    pub(super) fn fill(&self, english: &str, parts: &[(&str, &str)]) -> String {
        let mut rest = self.say(english);
        let mut out = String::with_capacity(rest.len());
        // From left to right, so that what is filled in holds no places.
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let part = after.split_once('}').and_then(|(name, after)| {
                parts.iter().find(|(place, _)| *place == name).map(|(_, part)| (*part, after))
            });
            let (part, after) = part.unwrap_or(("{", after));
            out.push_str(part);
            rest = after;
        }
        out + rest
    }

    /// A number with what it counts.
    pub(super) fn count(&self, english: &str, count: u32) -> String {
        self.fill(english, &[("count", &count.to_string())])
    }

    /// Name of a value that JSON writes as one word.
    pub(super) fn name<T: Serialize>(&self, kind: &str, value: &T, english: &str) -> String {
        let json = serde_json::to_value(value).unwrap_or_default();
        let key = format!("{kind}:{}", json.as_str().unwrap_or_default());
        self.phrases.get(&key).map_or(english, String::as_str).to_owned()
    }

    /// A number with two digits after the decimal mark.
    pub(super) fn decimal(&self, number: f64) -> String {
        let english = format!("{number:.2}");
        let (whole, fraction) = english.split_once('.').unwrap_or((&english, ""));
        self.fill("{whole}.{fraction}", &[("whole", whole), ("fraction", fraction)])
    }

    /// Several as one clause.
    pub(super) fn list(&self, parts: &[String]) -> String {
        parts.join(self.say(", "))
    }

    /// Details of what stands before them; that alone where there are none.
    pub(super) fn detailed(&self, head: String, details: &[String]) -> String {
        if details.is_empty() {
            return head;
        }
        self.fill("{head}: {details}", &[("head", &head), ("details", &self.list(details))])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_filled_in_is_no_phrase_itself() {
        let phrases = HashMap::from([("{a} of {b}".to_owned(), "{b}: {a} {".to_owned())]);
        let language = ReportLanguage { code: "x".to_owned(), phrases };
        assert_eq!(language.fill("{a} of {b}", &[("a", "{b}"), ("b", "1")]), "1: {b} {");
        assert_eq!(language.fill("{none} {a}", &[("a", "1")]), "{none} 1");
    }
}
