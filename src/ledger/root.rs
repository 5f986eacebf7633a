//! One line that stands for a whole ledger at one moment, to be published elsewhere.

use std::{fmt, str::FromStr};

use sha2::{Digest, Sha256};

use super::Head;

/// `EVENTS.PROPOSALS.HASH`: the lengths of both chains and a hash over their heads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    pub events: u64,
    pub proposals: u64,
    pub hash: String,
}

/// A text that is no root.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a root is what `depthgauge ledger root` prints: two lengths and 64 hex digits with dots between")]
pub struct RootError;

impl Root {
    pub fn of(events: &Head, proposals: &Head) -> Self {
        let text = format!("{} {}\n{} {}\n", events.length, events.hash, proposals.length, proposals.hash);
        let hash = hex::encode(Sha256::digest(text.as_bytes()));
        Self { events: events.length, proposals: proposals.length, hash }
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.events, self.proposals, self.hash)
    }
}

impl FromStr for Root {
    type Err = RootError;

    fn from_str(text: &str) -> Result<Self, RootError> {
        let mut parts = text.trim().split('.');
        let mut next = || parts.next().ok_or(RootError);
        let (events, proposals, hash) = (next()?, next()?, next()?);
        let number = |text: &str| text.parse().map_err(|_| RootError);
        let is_hash = hash.len() == 64 && hash.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
        if !is_hash || parts.next().is_some() {
            return Err(RootError);
        }
        Ok(Self { events: number(events)?, proposals: number(proposals)?, hash: hash.to_owned() })
    }
}
