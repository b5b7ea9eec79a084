//! The YAML of a file's metadata as a JSON value, bounded in depth and in what its aliases repeat.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use yaml_rust2::Yaml;
use yaml_rust2::parser::{Event, Parser};
use yaml_rust2::scanner::TScalarStyle;

/// Lists in lists: metadata with references nest about six deep.
const MAX_DEPTH: usize = 64;

/// Values that aliases may repeat in all: a few lines of anchors and aliases can stand for billions.
const MAX_REPEATED: usize = 10_000;

/// Reads the first document of a YAML text.
///
/// # Errors
/// Where and why the text is no YAML, or more of it than metadata has, in words.
pub(super) fn read(yaml: &str) -> Result<Value, String> {
    let mut parser = Parser::new(yaml.chars());
    let mut reader = Reader::default();
    loop {
        let (event, mark) = parser.next_token().map_err(|error| error.to_string())?;
        match event {
            Event::DocumentEnd | Event::StreamEnd => return Ok(reader.read.unwrap_or_default()),
            event => reader.event(event).map_err(|reason| format!("line {}: {reason}", mark.line()))?,
        }
    }
}

/// A list or mapping whose end was not read yet, with the number of its anchor (0: none).
enum Open {
    List(Vec<Value>, usize),
    /// With the key that waits for its value.
    Mapping(Map<String, Value>, Option<String>, usize),
}

#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    anchors: BTreeMap<usize, Value>,
    repeated: usize,
    read: Option<Value>,
}

impl Reader {
    fn event(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::SequenceStart(anchor, _) => self.enter(Open::List(Vec::new(), anchor)),
            Event::MappingStart(anchor, _) => self.enter(Open::Mapping(Map::new(), None, anchor)),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                Some(Open::List(values, anchor)) => self.add(Value::Array(values), anchor),
                Some(Open::Mapping(members, _, anchor)) => self.add(Value::Object(members), anchor),
                None => Ok(()),
            },
            Event::Scalar(text, TScalarStyle::Plain, anchor, None) => self.add(plain(&text), anchor),
            Event::Scalar(text, _, anchor, _) => self.add(Value::String(text), anchor),
            Event::Alias(anchor) => {
                let value = self.anchors.get(&anchor).cloned().unwrap_or_default();
                self.repeated += values_in(&value);
                if self.repeated > MAX_REPEATED {
                    return Err(format!("aliases repeat over {MAX_REPEATED} values"));
                }
                self.add(value, 0)
            }
            _ => Ok(()),
        }
    }

    fn enter(&mut self, open: Open) -> Result<(), String> {
        if self.open.len() >= MAX_DEPTH {
            return Err(format!("lists and mappings are nested over {MAX_DEPTH} deep"));
        }
        self.open.push(open);
        Ok(())
    }

    /// Puts a value where it belongs: into what is open, or as the document.
    fn add(&mut self, value: Value, anchor: usize) -> Result<(), String> {
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        match self.open.last_mut() {
            Some(Open::List(values, _)) => values.push(value),
            Some(Open::Mapping(members, key, _)) => match key.take() {
                None => *key = Some(key_of(value)),
                Some(key) if members.contains_key(&key) => {
                    return Err(format!("the key '{key}' stands twice"));
                }
                Some(key) => {
                    members.insert(key, value);
                }
            },
            None => self.read = Some(value),
        }
        Ok(())
    }
}

/// A value without quotes: a number, a truth value, nothing or words, as YAML's core schema says.
fn plain(text: &str) -> Value {
    match Yaml::from_str(text) {
        Yaml::Integer(number) => Value::from(number),
        Yaml::Real(number) => {
            number.parse().map_or_else(|_| Value::from(text), |number: f64| Value::from(number))
        }
        Yaml::Boolean(truth) => Value::from(truth),
        Yaml::Null => Value::Null,
        _ => Value::from(text),
    }
}

fn key_of(value: Value) -> String {
    match value {
        Value::String(key) => key,
        other => other.to_string(),
    }
}

/// How many values a value holds, itself among them; as deep as [`MAX_DEPTH`] lets it be.
fn values_in(value: &Value) -> usize {
    match value {
        Value::Array(values) => 1 + values.iter().map(values_in).sum::<usize>(),
        Value::Object(members) => 1 + members.values().map(values_in).sum::<usize>(),
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn metadata_as_pandoc_documents_it() {
        let yaml = "title: 'Notes: a #1 list'\nauthor:\n- {family: Núñez, given: Ana}\n- Lee, K.\ndate: 2021-05-03\n\
                    year: 2021\ndraft: false\nscore: 1.5\nnothing: ~\nabstract: |\n  One.\n\n  Two.\n...\n";
        assert_eq!(
            read(yaml).unwrap(),
            json!({
                "title": "Notes: a #1 list",
                "author": [{"family": "Núñez", "given": "Ana"}, "Lee, K."],
                "date": "2021-05-03", "year": 2021, "draft": false, "score": 1.5, "nothing": null,
                "abstract": "One.\n\nTwo.\n"
            })
        );
    }

    #[test]
    fn aliases_repeat_but_never_without_bound() {
        assert_eq!(read("a: &x [1, 2]\nb: *x").unwrap(), json!({"a": [1, 2], "b": [1, 2]}));
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let inside = vec![format!("*a{}", level - 1); 10].join(", ");
            bomb.push_str(&format!("a{level}: &a{level} [{inside}]\n"));
        }
        assert!(read(&bomb).unwrap_err().contains("aliases repeat"));
    }

    #[test]
    fn what_is_no_metadata_is_refused_in_words() {
        assert!(read("a: [1").unwrap_err().contains("line"));
        assert!(read("a: 1\na: 2").unwrap_err().contains("twice"));
        assert!(read(&"[".repeat(100_000)).is_err());
        assert!(read(&"- ".repeat(100_000)).is_err());
        assert_eq!(read("").unwrap(), Value::Null);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[-:#&*!|>'\"%@`{}\\[\\], \\n\\ta-c0-2~?.]{0,80}") {
            let _ = read(&text);
        }

        #[test]
        fn quoted_words_come_back(words in any::<String>()) {
            let yaml = format!("k: {}", serde_json::to_string(&words).unwrap());
            if let Ok(value) = read(&yaml) {
                prop_assert_eq!(&value["k"], &Value::from(words));
            }
        }
    }
}
