//! A ledger as JSON Lines, one entry a line, events first.

use std::io::{self, Write};

use super::{Ledger, LedgerError, Table, entry::Payload};

#[derive(serde::Serialize)]
struct Line<'a> {
    table: &'a str,
    #[serde(flatten)]
    payload: Payload,
    prev_hash: String,
    hash: String,
}

/// Writes every entry.
///
/// # Errors
/// A ledger that cannot be read; of the stream the outer ones.
pub fn export(ledger: &Ledger, out: &mut dyn Write) -> io::Result<Result<(), LedgerError>> {
    for table in Table::ALL {
        let entries = match ledger.entries(table) {
            Ok(entries) => entries,
            Err(error) => return Ok(Err(error)),
        };
        for entry in entries {
            let payload = Payload {
                seq: entry.seq,
                created_at: entry.created_at,
                proposal_id: entry.proposal_id,
                action: entry.action.name().to_owned(),
                actor: entry.actor,
                approver: entry.approver,
                signature: entry.signature,
                other_length: entry.other.length,
                other_hash: entry.other.hash,
                body: entry.body,
            };
            let line = Line { table: table.name(), payload, prev_hash: entry.prev_hash, hash: entry.hash };
            match serde_json::to_string(&line) {
                Ok(text) => writeln!(out, "{text}")?,
                Err(error) => return Ok(Err(LedgerError::Json(error))),
            }
        }
    }
    Ok(Ok(()))
}
