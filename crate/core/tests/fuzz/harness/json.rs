//! JSON bent as what it says: fields gone, doubled, exchanged, with values that nobody expects.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::tokens::TOKENS;

/// JSON or lines of it, mutated a few times with parts of another; none if it is neither.
pub(crate) fn mutated(seed: &[u8], other: &[u8], dice: &mut Dice) -> Option<Vec<u8>> {
    let donor = serde_json::from_slice(other).ok();
    if let Ok(mut value) = serde_json::from_slice::<Value>(seed) {
        bend(&mut value, donor.as_ref(), dice);
        return serde_json::to_vec(&value).ok();
    }
    let text = std::str::from_utf8(seed).ok()?;
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    // A few of the lines will do, and take less time.
    let from = dice.below(lines.len());
    lines = lines.drain(from..(from + 1 + dice.below(30)).min(text.lines().count())).collect();
    let place = dice.below(lines.len());
    let mut value: Value = serde_json::from_str(lines.get(place)?).ok()?;
    bend(&mut value, donor.as_ref(), dice);
    lines[place] = value.to_string();
    let copy = lines[dice.below(lines.len())].clone();
    lines.extend(std::iter::repeat_n(copy, dice.below(4)));
    Some(lines.join("\n").into_bytes())
}

fn bend(value: &mut Value, donor: Option<&Value>, dice: &mut Dice) {
    for _ in 0..=dice.below(6) {
        let place = dice.below(count(value));
        let part = donor.map(|donor| {
            let place = dice.below(count(donor));
            nth(donor, place).cloned().unwrap_or_default()
        });
        if let Some(node) = nth_mut(value, place) {
            change(node, part, dice);
        }
    }
}

fn change(node: &mut Value, part: Option<Value>, dice: &mut Dice) {
    match (dice.below(8), node) {
        (0, Value::Object(fields)) => {
            let name = fields.keys().nth(dice.below(fields.len())).cloned();
            name.and_then(|name| fields.remove(&name));
        }
        (1, Value::Object(fields)) => {
            let values: Vec<Value> = fields.values().cloned().collect();
            for value in fields.values_mut() {
                *value = values[dice.below(values.len())].clone();
            }
        }
        (0 | 1, Value::Array(items)) if !items.is_empty() => {
            let copy = items[dice.below(items.len())].clone();
            let times = 1 << dice.below(8);
            items.extend(std::iter::repeat_n(copy, times));
        }
        (2, Value::Array(items)) if !items.is_empty() => drop(items.remove(dice.below(items.len()))),
        (3, Value::Array(items)) => items.reverse(),
        (0..=3, Value::String(text)) => {
            let token = dice.one(TOKENS);
            let times = if dice.below(8) == 0 { 1 << dice.below(12) } else { 1 };
            let place = (0..=text.len()).rev().find(|place| text.is_char_boundary(*place)).unwrap_or(0);
            let place = if dice.below(2) == 0 { 0 } else { place };
            text.insert_str(place, &token.repeat(times));
        }
        (0..=2, Value::Number(number)) => {
            let near = number.as_i64().unwrap_or_default().saturating_add(dice.below(3) as i64 - 1);
            *number = near.into();
        }
        (4, node) => *node = part.unwrap_or_default(),
        (_, node) => *node = odd(dice),
    }
}

/// A value that few expect.
fn odd(dice: &mut Dice) -> Value {
    match dice.below(20) {
        0 => Value::Null,
        1 => json!(true),
        2 => json!(0),
        3 => json!(-1),
        4 => json!(0.5),
        5 => json!(1e308),
        6 => json!(-1e-308),
        7 => json!(i64::MIN),
        8 => json!(u64::MAX),
        9 => json!(u32::MAX),
        10 => json!(99_999_999_999_999i64),
        11 => json!(""),
        12 => json!([]),
        13 => json!({}),
        14 => json!([[], {}, null, ""]),
        15 => (0..100).fold(Value::Null, |inner, _| json!([inner])),
        16 => Value::Object((0..300).map(|name| (name.to_string(), json!(name))).collect::<Map<_, _>>()),
        17 => json!("9".repeat(400)),
        _ => json!(*dice.one(TOKENS)),
    }
}

/// Values in a value, itself among them.
fn count(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Object(fields) => 1 + fields.values().map(count).sum::<usize>(),
        _ => 1,
    }
}

fn nth(value: &Value, place: usize) -> Option<&Value> {
    let inner: Box<dyn Iterator<Item = &Value>> = match value {
        _ if place == 0 => return Some(value),
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => return None,
    };
    let mut left = place - 1;
    for value in inner {
        let held = count(value);
        if left < held {
            return nth(value, left);
        }
        left -= held;
    }
    None
}

fn nth_mut(value: &mut Value, place: usize) -> Option<&mut Value> {
    if place == 0 {
        return Some(value);
    }
    let inner: Box<dyn Iterator<Item = &mut Value>> = match value {
        Value::Array(items) => Box::new(items.iter_mut()),
        Value::Object(fields) => Box::new(fields.values_mut()),
        _ => return None,
    };
    let mut left = place - 1;
    for value in inner {
        let held = count(value);
        if left < held {
            return nth_mut(value, left);
        }
        left -= held;
    }
    None
}
