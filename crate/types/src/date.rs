//! Dates as bibliographic records give them: a year, often a month, sometimes a day.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A date of which only the year is sure to be known. Written `2010`, `2010-02` or `2010-02-06`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, type = "string"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
#[serde(into = "String", try_from = "String")]
pub struct Date {
    /// The year.
    pub year: i32,
    /// The month, 1 to 12.
    pub month: Option<u8>,
    /// The day of the month, 1 to 31; only with a month.
    pub day: Option<u8>,
}

impl Date {
    /// A year alone; none if it is not a plausible one.
    pub fn from_year(year: i32) -> Option<Self> {
        Self::from_parts(i64::from(year), None, None)
    }

    /// A date from its parts, as far as they are possible; none without a plausible year.
    pub fn from_parts(year: i64, month: Option<i64>, day: Option<i64>) -> Option<Self> {
        let year = i32::try_from(year).ok().filter(|year| (1000..=9999).contains(year))?;
        let part = |value: Option<i64>, most: u8| {
            value.and_then(|value| u8::try_from(value).ok()).filter(|value| (1..=most).contains(value))
        };
        let month = part(month, 12);
        Some(Self { year, month, day: month.and_then(|_| part(day, 31)) })
    }

    /// Whether it is before another date, as far as both are known; none where they may be the same, or either may come
    /// first.
    pub fn precedes(self, other: Self) -> Option<bool> {
        if self.year != other.year {
            return Some(self.year < other.year);
        }
        let (own, theirs) = (self.month?, other.month?);
        if own != theirs {
            return Some(own < theirs);
        }
        let (own, theirs) = (self.day?, other.day?);
        (own != theirs).then_some(own < theirs)
    }

    /// The earlier of two dates; where that is not known, the fuller one.
    pub fn first_of(self, other: Self) -> Self {
        let fullness = |date: Self| (date.month.is_some(), date.day.is_some());
        match self.precedes(other) {
            Some(true) => self,
            Some(false) => other,
            None if fullness(other) > fullness(self) => other,
            None => self,
        }
    }

    /// The day of a moment, in milliseconds since 1970.
    pub fn from_milliseconds(milliseconds: i64) -> Option<Self> {
        let (year, month, day) = civil(milliseconds.div_euclid(86_400_000))?;
        Self::from_parts(year, Some(month), Some(day))
    }

    /// Reads the date at the start of a text: `2010-02-06T00:00:00Z`, `2010/2`, `2010 Feb 6`, `2010 Dec-2011 Jan`.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut parts =
            text.trim().split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty());
        let year = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
        let month = parts.next().and_then(month_number);
        // `06T00:00:00Z`: the digits in front are the day.
        let day = parts.next().and_then(|day| {
            let digits = day.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            (digits.len() <= 2).then(|| digits.parse().ok()).flatten()
        });
        Self::from_parts(year, month, day)
    }

    /// Reads a date as people write it: what [`Date::from_text`] reads, `16 June 2020`, `June 16, 2020`, `June 2020`; of
    /// `06/16/2020` only the year, since either number may be the month.
    pub fn from_words(text: &str) -> Option<Self> {
        if let Some(date) = Self::from_text(text) {
            return Some(date);
        }
        let parts: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let year = parts.iter().find(|part| part.len() == 4 && is_number(part))?.parse().ok()?;
        let month = parts
            .iter()
            .filter(|part| part.len() > 2 && !is_number(part))
            .find_map(|part| month_number(part));
        let day = parts.iter().find_map(|part| {
            let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
            (part.len() <= 4 && (1..=2).contains(&digits.len())).then(|| digits.parse().ok()).flatten()
        });
        Self::from_parts(year, month, month.and(day))
    }
}

/// `2`, `02`, `Feb`, `February`.
pub fn month_number(text: &str) -> Option<i64> {
    if text.len() <= 2 {
        return text.parse().ok();
    }
    let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = text.get(..3)?.to_ascii_lowercase();
    names.iter().position(|name| *name == start).and_then(|at| i64::try_from(at + 1).ok())
}

/// Year, month and day of a number of days since 1970-01-01 in the proleptic Gregorian calendar, counted in eras of
/// 400 years that begin on the first of March.
fn civil(days: i64) -> Option<(i64, i64, i64)> {
    let shifted = days.checked_add(719_468)?;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    Some((year_of_era + era * 400 + i64::from(month <= 2), month, day))
}

impl fmt::Display for Date {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:04}", self.year)?;
        for part in [self.month, self.day].into_iter().flatten() {
            write!(formatter, "-{part:02}")?;
        }
        Ok(())
    }
}

/// Not a date of the form `YYYY[-MM[-DD]]`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is no date; write YYYY, YYYY-MM or YYYY-MM-DD")]
pub struct NoDate(String);

impl FromStr for Date {
    type Err = NoDate;

    fn from_str(text: &str) -> Result<Self, NoDate> {
        Self::from_text(text).ok_or_else(|| NoDate(text.to_owned()))
    }
}

impl TryFrom<String> for Date {
    type Error = NoDate;

    fn try_from(text: String) -> Result<Self, NoDate> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> Self {
        date.to_string()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_dates_as_sources_write_them() {
        for (text, date) in [
            ("2010-02-06T00:00:00Z", "2010-02-06"),
            ("2010", "2010"),
            ("2010 Feb", "2010-02"),
            ("2025 Dec", "2025-12"),
            ("1987 Mar-Apr", "1987-03"),
            ("2020/12/16 00:00", "2020-12-16"),
            ("2010-13-40", "2010"),
        ] {
            assert_eq!(Date::from_text(text).map(|date| date.to_string()).as_deref(), Some(date), "{text}");
        }
        for none in ["", "n.d.", "10 May 2010", "99999"] {
            assert_eq!(Date::from_text(none), None, "{none}");
        }
        assert_eq!(Date::from_milliseconds(1_715_802_154_333).unwrap().to_string(), "2024-05-15");
        assert_eq!(Date::from_milliseconds(-86_400_000).unwrap().to_string(), "1969-12-31");
    }

    proptest! {
        #[test]
        fn of_two_dates_one_is_first_or_nobody_knows(a in (1990i64..1993, 0i64..14, 0i64..33), b in (1990i64..1993, 0i64..14, 0i64..33)) {
            let date = |(year, month, day)| Date::from_parts(year, Some(month), Some(day)).unwrap();
            let (a, b) = (date(a), date(b));
            prop_assert_eq!(a.precedes(b), b.precedes(a).map(|before| !before));
            prop_assert_eq!(a.precedes(a), None);
        }

        #[test]
        fn any_text_is_a_date_or_not(text in ".{0,30}") {
            let _ = Date::from_words(&text);
            if let Some(date) = Date::from_text(&text) {
                prop_assert_eq!(date.to_string().parse::<Date>().ok(), Some(date));
            }
        }

        #[test]
        fn days_follow_one_another(day in -300_000i64..2_000_000) {
            let (today, tomorrow) = (civil(day).unwrap(), civil(day + 1).unwrap());
            prop_assert!(today < tomorrow);
            prop_assert!((1..=12).contains(&today.1) && (1..=31).contains(&today.2));
        }
    }
}
