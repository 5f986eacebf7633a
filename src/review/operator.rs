//! The operator's file: who may approve, what may be changed, and for how long an approval holds.

use std::time::Duration;

use serde::Deserialize;

use super::{Kind, PublicKey, ReviewError};

/// From approval to apply where the file says nothing.
pub const APPROVAL_TTL: Duration = Duration::from_secs(30 * 60);
/// What the operator decides, as YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operator {
    pub approvers: Vec<Approver>,
    /// Kinds of change that may be applied; none if the file names none.
    pub allow: Vec<Kind>,
    /// One person may propose and approve; the card says so.
    pub self_approve: bool,
    pub approval_ttl: Duration,
}

/// A person and her key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approver {
    pub name: String,
    pub key: PublicKey,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    approvers: Vec<FileApprover>,
    allow: Vec<Kind>,
    #[serde(default)]
    self_approve: SelfApprove,
    approval_ttl: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileApprover {
    name: String,
    key: String,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SelfApprove {
    #[default]
    Never,
    Policy,
}

impl Operator {
    /// # Errors
    /// Text that is no such file.
    pub fn read(text: &str) -> Result<Self, ReviewError> {
        let file: File = serde_yaml::from_str(text).map_err(|e| ReviewError::Operator(e.to_string()))?;
        let mut approvers: Vec<Approver> = Vec::new();
        for FileApprover { name, key } in file.approvers {
            if name.trim().is_empty() || approvers.iter().any(|known| known.name == name) {
                return Err(ReviewError::Operator(format!("the name `{name}` is empty or stands there twice")));
            }
            approvers.push(Approver { key: PublicKey::parse(&key)?, name });
        }
        let ttl = file.approval_ttl.as_deref().map(duration).transpose().map_err(ReviewError::Operator)?;
        Ok(Self {
            approvers,
            allow: file.allow,
            self_approve: file.self_approve == SelfApprove::Policy,
            approval_ttl: ttl.unwrap_or(APPROVAL_TTL),
        })
    }

    pub fn approver(&self, name: &str) -> Option<&Approver> {
        self.approvers.iter().find(|approver| approver.name == name)
    }
}

/// `30m`, `14d`, `45s`, `2h`.
///
/// # Errors
/// Anything else, and more than ten years.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time such as 45s, 30m, 2h or 14d");
    let unit = text.chars().last().ok_or_else(wrong)?;
    let seconds: u64 = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3600,
        'd' => 86_400,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..text.len() - 1].parse().map_err(|_| wrong())?;
    let all = number.checked_mul(seconds).filter(|all| (1..=3650 * 86_400).contains(all));
    all.map(Duration::from_secs).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_strictly() {
        let key = format!("ed25519:{}", "5866666666666666666666666666666666666666666666666666666666666666");
        let text = format!("approvers: [{{name: ada, key: '{key}'}}]\nallow: [level, cap]\n");
        let operator = Operator::read(&text).expect("file");
        assert_eq!((operator.self_approve, operator.approval_ttl.as_secs()), (false, 1800));
        assert_eq!(operator.allow, [Kind::Level, Kind::Cap]);
        let policy = Operator::read(&format!("{text}self_approve: policy\napproval_ttl: 45s\n")).expect("file");
        assert_eq!((policy.self_approve, policy.approval_ttl.as_secs()), (true, 45));
        for bad in ["", "approvers: []", "approvers: []\nallow: [everything]", "approvers: []\nallow: []\nx: 1"] {
            assert!(Operator::read(bad).is_err(), "{bad}");
        }
        let twice = text.replace("]\nallow", &format!(", {{name: ada, key: '{key}'}}]\nallow"));
        assert!(Operator::read(&twice).is_err());
    }

    #[test]
    fn durations() {
        assert_eq!(duration("14d").map(|d| d.as_secs()), Ok(1_209_600));
        for bad in ["", "d", "14", "-1d", "1w", "0s", "99999d", "1.5h", "é"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
    }
}
