//! Numbers as the generator reads and writes them.

/// A number as it is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Figure {
    pub(super) value: f64,
    /// Digits behind the point.
    pub(super) decimals: usize,
    pub(super) percent: bool,
    /// Thousands are parted by commas.
    pub(super) commas: bool,
}

impl Figure {
    /// Reads a word that is a number, with or without a percent sign, and nothing else.
    pub(super) fn of(word: &str) -> Option<Self> {
        let (digits, percent) = match word.strip_suffix('%') {
            Some(digits) => (digits.trim_end(), true),
            None => (word, false),
        };
        let (whole, decimals) = match digits.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction.len()),
            Some(_) => return None,
            None => (digits, 0),
        };
        let commas = whole.contains(',');
        let grouped = !commas || whole.split(',').skip(1).all(|group| group.len() == 3);
        let plain = digits.replace(',', "");
        let numeric = plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        if plain.is_empty() || !numeric || !grouped || plain.len() > 9 {
            return None;
        }
        Some(Self { value: plain.parse().ok()?, decimals, percent, commas })
    }

    /// The same way of writing, another value.
    pub(super) fn written(self, value: f64) -> String {
        let plain = format!("{value:.*}", self.decimals);
        let (whole, fraction) = plain.split_once('.').map_or((plain.as_str(), ""), |parts| parts);
        let mut text = if self.commas { grouped(whole) } else { whole.to_owned() };
        if !fraction.is_empty() {
            text = format!("{text}.{fraction}");
        }
        if self.percent { text + "%" } else { text }
    }

    /// The value in the precision of this way of writing.
    pub(super) fn rounded(self, value: f64) -> f64 {
        let scale = 10_f64.powi(i32::try_from(self.decimals).unwrap_or(0));
        (value * scale).round() / scale
    }
}

fn grouped(whole: &str) -> String {
    let mut text = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Every number of a text, wherever it stands: "10–12%", "n=38" and "H19" have theirs, too.
pub(super) fn numbers_in(text: &str) -> Vec<f64> {
    let mut numbers = Vec::new();
    let mut current = String::new();
    let mut letters = text.chars().chain([' ']).peekable();
    while let Some(c) = letters.next() {
        let inner = matches!(c, '.' | ',' | '·')
            && !current.is_empty()
            && letters.peek().is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() {
            current.push(c);
        } else if inner {
            if c != ',' {
                current.push('.');
            }
        } else if !current.is_empty() {
            numbers.extend(current.parse::<f64>());
            current.clear();
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_written_alike() {
        let written = |word: &str, value| Figure::of(word).map(|figure| figure.written(value));
        assert_eq!(written("1,234", 56789.4).as_deref(), Some("56,789"));
        assert_eq!(written("12.3%", 7.0).as_deref(), Some("7.0%"));
        for other in ["H19", "5-fold", "1,23", "3.", "", "10–12%"] {
            assert_eq!(Figure::of(other), None, "{other}");
        }
    }

    #[test]
    fn every_number_of_a_text_is_seen() {
        assert_eq!(numbers_in("10–12% of 1,234 (n=3.5), H19."), [10.0, 12.0, 1234.0, 3.5, 19.0]);
    }
}
