//! Reading JSON whose shape is only mostly known: what is missing, null or of another type is simply not there.

use serde_json::Value;

/// The value at a path of object keys, nulls taken for missing.
pub(super) fn at<'a>(value: &'a Value, path: &[&str]) -> Option<&'a Value> {
    path.iter().try_fold(value, |value, key| value.get(key)).filter(|value| !value.is_null())
}

/// The text at a path: a string, or a number as it is printed; trimmed, never empty.
pub(super) fn text(value: &Value, path: &[&str]) -> Option<String> {
    at(value, path).and_then(scalar)
}

/// A string or a number as text; trimmed, never empty.
pub(super) fn scalar(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// The whole number at a path, also where it is written as a string.
pub(super) fn number(value: &Value, path: &[&str]) -> Option<i64> {
    match at(value, path)? {
        Value::Number(number) => number.as_i64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The number of things at a path.
pub(super) fn count(value: &Value, path: &[&str]) -> Option<u64> {
    number(value, path).and_then(|number| u64::try_from(number).ok())
}

/// A year at a path.
pub(super) fn year(value: &Value, path: &[&str]) -> Option<i32> {
    number(value, path)
        .and_then(|year| citelight_types::date::Date::from_parts(year, None, None))
        .map(|date| date.year)
}

/// The items at a path: an array's, a lone value's own, none where nothing is.
pub(super) fn list<'a>(value: &'a Value, path: &[&str]) -> &'a [Value] {
    match at(value, path) {
        Some(Value::Array(items)) => items,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    }
}

/// The first text at a path that holds a text or a list of texts.
pub(super) fn first_text(value: &Value, path: &[&str]) -> Option<String> {
    list(value, path).iter().find_map(scalar)
}

/// Whether a yes stands at a path: `true`, `"Y"`, `"true"`.
pub(super) fn yes(value: &Value, path: &[&str]) -> bool {
    match at(value, path) {
        Some(Value::Bool(yes)) => *yes,
        Some(Value::String(text)) => matches!(text.as_str(), "Y" | "y" | "true" | "True"),
        _ => false,
    }
}
