//! The system's time.

use std::time::{Duration, UNIX_EPOCH};

use citelight::LocalFuture;
use citelight::http::Clock;
use citelight::resolve::integrity::Day;

/// The system's clock and the runtime's timers.
pub struct SystemTime;

impl SystemTime {
    /// Today in UTC.
    pub fn today() -> Day {
        day(SystemTime.now() / 86_400_000)
    }
}

impl Clock for SystemTime {
    fn now(&self) -> u64 {
        let since = std::time::SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
    }

    fn sleep(&self, duration: Duration) -> LocalFuture<'_, ()> {
        Box::pin(tokio::time::sleep(duration))
    }
}

/// The day so many days after 1970-01-01 (proleptic Gregorian calendar, counted in eras of 400 years from 0000-03-01).
fn day(days: u64) -> Day {
    let since = days + 719_468;
    let (era, of_era) = (since / 146_097, since % 146_097);
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let number = |value: u64| u8::try_from(value).unwrap_or(1);
    Day {
        year: i32::try_from(year).unwrap_or(i32::MAX),
        month: number(month),
        day: number(of_year - (153 * shifted + 2) / 5 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let shown = |days| {
            let Day { year, month, day } = day(days);
            format!("{year}-{month:02}-{day:02}")
        };
        assert_eq!(shown(0), "1970-01-01");
        assert_eq!(shown(19_782), "2024-02-29");
        assert_eq!(shown(20_088), "2024-12-31");
        assert_eq!(shown(20_779), "2026-11-22");
    }
}
