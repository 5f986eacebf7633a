//! One entry, its canonical payload and its hash.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::{Action, Head, LedgerError};

/// In place of the hash before the first entry.
pub const GENESIS: &str = "0000000000000000000000000000000000000000000000000000000000000000";
/// Integers up to here are the same in every reader of JSON.
const LARGEST_INTEGER: u64 = (1 << 53) - 1;

/// What an entry says, as JSON without fractions.
pub type Body = Map<String, Value>;

/// An entry that is still to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct NewEntry {
    /// A ULID: the proposal, confirmation or dispute that the entry is about.
    pub proposal_id: String,
    pub action: Action,
    /// Who did it, as given.
    pub actor: String,
    /// Of decisions.
    pub approver: Option<String>,
    /// Of decisions, over what the body holds as `statement`.
    pub signature: Option<String>,
    pub body: Body,
}

/// An entry as it stands in a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// From 1.
    pub seq: u64,
    /// Seconds since 1970, UTC.
    pub created_at: u64,
    pub proposal_id: String,
    pub action: Action,
    pub actor: String,
    pub approver: Option<String>,
    pub signature: Option<String>,
    /// The other table when this was written.
    pub other: Head,
    pub body: Body,
    pub prev_hash: String,
    pub hash: String,
    /// Canonical JSON of all of the above but the hashes.
    pub payload: String,
}

/// What is hashed: every column, and the body.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Payload {
    pub seq: u64,
    pub created_at: u64,
    pub proposal_id: String,
    pub action: String,
    pub actor: String,
    pub approver: Option<String>,
    pub signature: Option<String>,
    pub other_length: u64,
    pub other_hash: String,
    pub body: Body,
}

impl Entry {
    /// The entry behind `last` of its table.
    pub(super) fn new(new: NewEntry, last: &Head, other: Head, now: u64) -> Result<Self, LedgerError> {
        let payload = Payload {
            seq: last.length + 1,
            created_at: now,
            proposal_id: new.proposal_id,
            action: new.action.name().to_owned(),
            actor: new.actor,
            approver: new.approver,
            signature: new.signature,
            other_length: other.length,
            other_hash: other.hash.clone(),
            body: new.body,
        };
        if !is_id(&payload.proposal_id) {
            return Err(LedgerError::Id(payload.proposal_id));
        }
        let text = canonical(&payload)?;
        let hash = hash_of(&last.hash, &text, &payload.proposal_id, &payload.action);
        Ok(Self {
            seq: payload.seq,
            created_at: now,
            proposal_id: payload.proposal_id,
            action: new.action,
            actor: payload.actor,
            approver: payload.approver,
            signature: payload.signature,
            other,
            body: payload.body,
            prev_hash: last.hash.clone(),
            hash,
            payload: text,
        })
    }
}

/// 26 characters of Crockford's base 32, as ULIDs are printed.
pub(super) fn is_id(text: &str) -> bool {
    text.parse::<ulid::Ulid>().is_ok_and(|id| id.to_string() == text)
}

/// `SHA256(prev_hash || canonical_json(payload) || proposal_id || action)` in lower-case hex. The first has 64
/// characters, the third 26, and the last is one of a closed list: no other parts give the same text.
pub fn hash_of(prev_hash: &str, payload: &str, proposal_id: &str, action: &str) -> String {
    let mut hash = Sha256::new();
    for part in [prev_hash, payload, proposal_id, action] {
        hash.update(part.as_bytes());
    }
    hex::encode(hash.finalize())
}

/// Canonical JSON by RFC 8785.
///
/// # Errors
/// A number that is no whole one below 2^53.
pub fn canonical(value: &impl Serialize) -> Result<String, LedgerError> {
    let value = serde_json::to_value(value).map_err(LedgerError::Json)?;
    whole(&value)?;
    serde_json_canonicalizer::to_string(&value).map_err(LedgerError::Json)
}

fn whole(value: &Value) -> Result<(), LedgerError> {
    match value {
        Value::Number(number) => {
            let small = number.as_i64().is_some_and(|n| n.unsigned_abs() <= LARGEST_INTEGER);
            if small { Ok(()) } else { Err(LedgerError::Number(number.to_string())) }
        }
        Value::Array(items) => items.iter().try_for_each(whole),
        Value::Object(map) => map.values().try_for_each(whole),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn canonical_json_sorts_and_refuses_fractions() {
        assert_eq!(canonical(&json!({"b": 1, "a": "é\n", "A": []})).expect("JSON"), r#"{"A":[],"a":"é\n","b":1}"#);
        for number in [json!(0.5), json!(9_007_199_254_740_992_u64), json!(-9_007_199_254_740_992_i64), json!(1e300)] {
            assert!(matches!(canonical(&json!({ "n": [number] })), Err(LedgerError::Number(_))));
        }
        assert_eq!(canonical(&json!(9_007_199_254_740_991_u64)).expect("JSON"), "9007199254740991");
    }

    #[test]
    fn the_hash_is_that_of_the_four_parts() {
        let text = format!("{GENESIS}{{}}01ARZ3NDEKTSV4RRFFQ69G5FAVapply");
        assert_eq!(
            hash_of(GENESIS, "{}", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "apply"),
            hex::encode(Sha256::digest(text.as_bytes()))
        );
    }

    #[test]
    fn ids_are_ulids_as_printed() {
        assert!(is_id("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
        for bad in ["", "01arz3ndektsv4rrffq69g5fav", "01ARZ3NDEKTSV4RRFFQ69G5FA", "81ARZ3NDEKTSV4RRFFQ69G5FAV"] {
            assert!(!is_id(bad), "{bad}");
        }
    }
}
