//! The date on a card: given, reproducible, or today.

use std::time::{SystemTime, UNIX_EPOCH};

use super::exit::Failure;
pub use crate::date::Date;

impl Date {
    /// `--date`, else `SOURCE_DATE_EPOCH`, else today in UTC.
    ///
    /// # Errors
    /// `SOURCE_DATE_EPOCH` is set and no whole number of seconds.
    pub fn choose(given: Option<Self>, epoch: Option<&str>) -> Result<Self, Failure> {
        if let Some(date) = given {
            return Ok(date);
        }
        if let Some(text) = epoch.filter(|text| !text.is_empty()) {
            return text.trim().parse().ok().and_then(Self::from_seconds).ok_or_else(|| {
                Failure::usage("SOURCE_DATE_EPOCH is no number of seconds since 1970")
                    .at(text.to_owned())
                    .advice("set it to a whole number, unset it, or give --date")
            });
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        Ok(Self::from_seconds(now).unwrap_or(Self::FIRST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precedence() {
        let given = "2026-10-03".parse().ok();
        assert_eq!(Date::choose(given, Some("0")), Ok(given.expect("date")));
        assert_eq!(Date::choose(None, Some("0")).map(|d| d.to_string()), Ok("1970-01-01".into()));
        assert!(Date::choose(None, Some("soon")).is_err());
        assert!(Date::choose(None, Some("-1")).is_err());
        assert!(Date::choose(None, None).is_ok());
    }
}
