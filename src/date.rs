//! A day of the calendar.

use std::{fmt, str::FromStr};

/// A day of the Gregorian calendar, years 1970 to 9999.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    year: u32,
    month: u32,
    day: u32,
}

impl Date {
    /// 1 January 1970.
    pub const FIRST: Self = Self { year: 1970, month: 1, day: 1 };

    /// Seconds since 1970 in UTC; `None` after the year 9999.
    pub fn from_seconds(seconds: u64) -> Option<Self> {
        let mut days = seconds / 86_400;
        let mut year: u32 = 1970;
        loop {
            let length = if leap(year) { 366 } else { 365 };
            if days < length {
                break;
            }
            days -= length;
            year += 1;
            if year > 9999 {
                return None;
            }
        }
        let mut month = 1;
        let mut day = u32::try_from(days).ok()? + 1;
        while day > month_length(year, month) {
            day -= month_length(year, month);
            month += 1;
        }
        Some(Self { year, month, day })
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for Date {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no date; write YYYY-MM-DD");
        let parts: Vec<&str> = text.split('-').collect();
        let [year, month, day] = parts[..] else { return Err(wrong()) };
        let shape = [(year, 4), (month, 2), (day, 2)];
        if !shape.iter().all(|(part, length)| part.len() == *length && part.bytes().all(|b| b.is_ascii_digit())) {
            return Err(wrong());
        }
        let number = |part: &str| part.parse::<u32>().map_err(|_| wrong());
        let (year, month, day) = (number(year)?, number(month)?, number(day)?);
        if year < 1970 || !(1..=12).contains(&month) || !(1..=month_length(year, month)).contains(&day) {
            return Err(format!("{text:?} is not a day of the calendar from 1970 on"));
        }
        Ok(Self { year, month, day })
    }
}

fn leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn month_length(year: u32, month: u32) -> u32 {
    match month {
        2 if leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calendar() {
        for good in ["2026-10-03", "2024-02-29", "2000-02-29", "1970-01-01", "9999-12-31"] {
            assert_eq!(good.parse::<Date>().map(|d| d.to_string()), Ok(good.to_owned()));
        }
        for bad in [
            "2026-02-29",
            "2100-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-1",
            "26-01-01",
            "",
            "2026-01-32",
            "2026/01/01",
            "+026-01-01",
            "1969-12-31",
            "2026-01-01 ",
            "２０２６-01-01",
        ] {
            assert!(bad.parse::<Date>().is_err(), "{bad}");
        }
    }

    #[test]
    fn seconds() {
        let day = |seconds| Date::from_seconds(seconds).map(|d| d.to_string());
        assert_eq!(day(0).as_deref(), Some("1970-01-01"));
        assert_eq!(day(951_782_399).as_deref(), Some("2000-02-28"));
        assert_eq!(day(951_782_400).as_deref(), Some("2000-02-29"));
        assert_eq!(day(1_767_225_599).as_deref(), Some("2025-12-31"));
        assert_eq!(day(1_767_225_600).as_deref(), Some("2026-01-01"));
        assert_eq!(day(u64::MAX), None);
    }
}
