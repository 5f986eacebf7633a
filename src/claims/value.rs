//! Values that a claim gives, compared with the settings of the code.

use crate::{
    facts::{Setting, Value},
    rulebook::ValueUnit,
};

/// A value in its basic unit: seconds, or a number.
pub(super) fn of_text(text: &str, unit: ValueUnit) -> Option<f64> {
    match unit {
        ValueUnit::Number => text.replace([',', '_'], "").trim().parse().ok(),
        ValueUnit::Duration => duration(text),
    }
}

/// A number that a claim is bound to.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Given {
    pub written: String,
    /// The number as code may write it: a time in milliseconds, seconds, minutes, hours or days.
    forms: Vec<f64>,
    seconds: Option<f64>,
}

impl Given {
    pub fn new(written: &str) -> Option<Self> {
        let plain = written.replace('-', " ");
        let seconds = duration(&plain);
        let forms = match seconds {
            Some(time) => [0.001, 1.0, 60.0, 3_600.0, 86_400.0].iter().map(|unit| time / unit).collect(),
            None => vec![of_text(&plain, ValueUnit::Number)?],
        };
        Some(Self { written: written.to_owned(), forms, seconds })
    }

    /// Whether a line of code holds it, written out or as a product.
    pub fn stands_in(&self, line: &str) -> bool {
        let digits = |c: char| !(c.is_ascii_digit() || c == '.' || c == '_');
        let numbers: Vec<f64> = line.split(digits).filter_map(|part| part.replace('_', "").parse().ok()).collect();
        let product: f64 = numbers.iter().product();
        numbers.iter().copied().chain((numbers.len() > 1).then_some(product)).any(|number| self.is(number))
    }

    pub fn is_value_of(&self, setting: &Setting) -> bool {
        match self.seconds {
            Some(time) => {
                let timed = of_setting(setting, ValueUnit::Duration).is_some_and(|found| same(found, time));
                timed || of_setting(setting, ValueUnit::Number).is_some_and(|found| self.is(found))
            }
            None => of_setting(setting, ValueUnit::Number).is_some_and(|found| self.is(found)),
        }
    }

    fn is(&self, number: f64) -> bool {
        self.forms.iter().any(|form| same(number, *form))
    }
}

pub(super) fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6 * b.abs().max(1.0)
}

/// The value of a setting as far as it is written out.
pub(super) fn of_setting(setting: &Setting, unit: ValueUnit) -> Option<f64> {
    let text = written(&setting.value)?;
    match unit {
        ValueUnit::Number => text.replace('_', "").parse().ok(),
        ValueUnit::Duration => duration(&text).or_else(|| {
            let number: f64 = text.replace('_', "").parse().ok()?;
            let last = setting.name.rsplit(['_', '.']).next().unwrap_or_default();
            Some(number * seconds(last)?)
        }),
    }
}

/// How the value stands in the code.
pub(super) fn written(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) | Value::Num(text) | Value::Other(text) | Value::Name(text) => Some(text.to_string()),
        Value::Bool(on) => Some(on.to_string()),
        Value::List(items) => {
            let items: Vec<String> = items.iter().filter_map(written).collect();
            Some(items.join(", "))
        }
        Value::Null | Value::Object(_) | Value::Call(..) => None,
    }
}

/// Seconds of `30 minutes`, `30m`, `1h30m`, `4 * time.Hour`: numbers times units, added up.
fn duration(text: &str) -> Option<f64> {
    let (mut sum, mut product, mut unit_seen) = (0.0, 1.0, false);
    let mut rest = text.trim();
    let mut numbers = 0;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.' || *b == b'_').count();
        if digits > 0 && rest.as_bytes()[0].is_ascii_digit() {
            if numbers > 0 && unit_seen {
                sum += product;
                product = 1.0;
                unit_seen = false;
            }
            product *= rest[..digits].replace('_', "").parse::<f64>().ok()?;
            numbers += 1;
            rest = rest[digits..].trim_start();
            continue;
        }
        let letters = rest.bytes().take_while(|b| b.is_ascii_alphabetic() || *b == b'.').count();
        if letters > 0 {
            let word = rest[..letters].rsplit('.').next().unwrap_or_default();
            product *= seconds(&word.to_ascii_lowercase())?;
            unit_seen = true;
            rest = rest[letters..].trim_start();
            continue;
        }
        rest = rest.strip_prefix(['*', '-', ' '])?.trim_start();
    }
    (unit_seen && numbers > 0).then_some(sum + product)
}

fn seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "ms" | "millis" | "millisecond" | "milliseconds" => 0.001,
        "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3_600.0,
        "d" | "day" | "days" => 86_400.0,
        "w" | "week" | "weeks" => 604_800.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{SettingKind, Span};

    #[test]
    fn durations_are_compared_in_seconds() {
        for (text, wanted) in [
            ("30 minutes", Some(1_800.0)),
            ("30m", Some(1_800.0)),
            ("1h30m", Some(5_400.0)),
            ("4 * time.Hour", Some(14_400.0)),
            ("time.Hour * 4", Some(14_400.0)),
            ("a while", None),
            ("30", None),
            ("", None),
        ] {
            assert_eq!(duration(text), wanted, "{text}");
        }
        let setting = |name: &str, value: Value| Setting {
            name: name.into(),
            written: name.into(),
            value,
            kind: SettingKind::Constant,
            span: Span::line(1),
            function: None,
        };
        let number = |text: &str| Value::Num(text.into());
        assert_eq!(of_setting(&setting("ttl_seconds", number("1_800")), ValueUnit::Duration), Some(1_800.0));
        assert_eq!(of_setting(&setting("ttl", number("1800")), ValueUnit::Duration), None);
        assert_eq!(of_setting(&setting("max_turns", number("12")), ValueUnit::Number), Some(12.0));
    }
}
