//! Walks both chains and names the first entry that is not what was written.

use std::fmt;

use super::{
    GENESIS, Head, Ledger, LedgerError, Root, Table,
    entry::{canonical, hash_of, is_id},
};

/// What somebody outside the ledger remembers of a table: a card on which a change was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anchor {
    /// Who remembers, for the message.
    pub by: String,
    pub table: Table,
    pub head: Head,
}

/// Why a ledger is not to be trusted.
#[derive(Debug)]
pub enum Fault {
    /// The first entry of a table that is not what was written there.
    Tampered {
        table: Table,
        seq: u64,
        what: String,
    },
    /// A table is shorter than somebody remembers.
    Cut {
        table: Table,
        length: u64,
        by: String,
        remembered: u64,
    },
    /// The entry that somebody remembers is another one now.
    Other {
        table: Table,
        seq: u64,
        by: String,
    },
    /// Tables or triggers are not those of a ledger.
    Unprotected,
    Ledger(LedgerError),
}

impl From<LedgerError> for Fault {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tampered { table, seq, what } => write!(f, "{table} {seq} is not what was written: {what}"),
            Self::Cut { table, length, by, remembered } => {
                write!(f, "{table} ends at {length}, but {by} knows {remembered} entries: its end was cut off")
            }
            Self::Other { table, seq, by } => {
                write!(
                    f,
                    "{table} {seq} is not the entry that {by} knows: the chain was written anew from there or before"
                )
            }
            Self::Unprotected => f.write_str(
                "tables or triggers are not those that keep a ledger append-only: it was edited with another tool",
            ),
            Self::Ledger(error) => error.fmt(f),
        }
    }
}

/// A ledger whose chains hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub events: Head,
    pub proposals: Head,
}

impl Verified {
    pub fn root(&self) -> Root {
        Root::of(&self.events, &self.proposals)
    }
}

/// Hashes of one table, its length many.
struct Chain {
    hashes: Vec<String>,
    /// What the entries say of the other table.
    others: Vec<Head>,
}

impl Chain {
    fn head(&self, length: u64) -> Option<Head> {
        if length == 0 {
            return Some(Head::empty());
        }
        let at = usize::try_from(length).ok()?;
        self.hashes.get(at - 1).map(|hash| Head { length, hash: hash.clone() })
    }
}

impl Ledger {
    /// Recomputes every hash, compares columns with payloads, and both chains with what each says of the other, with
    /// the anchors and with the root.
    ///
    /// # Errors
    /// The first fault: of a table its first bad entry.
    pub fn verify(&self, anchors: &[Anchor], root: Option<&Root>) -> Result<Verified, Fault> {
        let [events, proposals] = [self.walk(Table::EventLog)?, self.walk(Table::ProposalAudit)?];
        let chain = |table| if table == Table::EventLog { &events } else { &proposals };
        let mut known: Vec<Anchor> = Vec::new();
        for table in Table::ALL {
            for (seq, head) in (1u64..).zip(&chain(table).others) {
                known.push(Anchor { by: format!("{table} {seq}"), table: table.other(), head: head.clone() });
            }
        }
        for anchor in known.iter().chain(anchors) {
            let (table, by) = (anchor.table, anchor.by.clone());
            match chain(table).head(anchor.head.length) {
                Some(head) if head == anchor.head => {}
                Some(head) => return Err(Fault::Other { table, seq: head.length, by }),
                None => {
                    let length = chain(table).hashes.len() as u64;
                    return Err(Fault::Cut { table, length, by, remembered: anchor.head.length });
                }
            }
        }
        if let Some(root) = root {
            for (table, length) in [(Table::EventLog, root.events), (Table::ProposalAudit, root.proposals)] {
                if chain(table).head(length).is_none() {
                    let own = chain(table).hashes.len() as u64;
                    return Err(Fault::Cut { table, length: own, by: "the root".to_owned(), remembered: length });
                }
            }
            let then = events.head(root.events).zip(proposals.head(root.proposals));
            if then.is_none_or(|(events, proposals)| Root::of(&events, &proposals) != *root) {
                return Err(Fault::Other {
                    table: Table::ProposalAudit,
                    seq: root.proposals,
                    by: "the root".to_owned(),
                });
            }
        }
        if !self.is_protected() {
            return Err(Fault::Unprotected);
        }
        let end = |chain: &Chain| chain.head(chain.hashes.len() as u64).unwrap_or_else(Head::empty);
        Ok(Verified { events: end(&events), proposals: end(&proposals) })
    }

    fn walk(&self, table: Table) -> Result<Chain, Fault> {
        let mut chain = Chain { hashes: Vec::new(), others: Vec::new() };
        let (mut before, mut time, mut other) = (GENESIS.to_owned(), 0, 0);
        self.each(table, |at, read| {
            let bad = |seq: u64, what: &str| Fault::Tampered { table, seq, what: what.to_owned() };
            let entry = match read {
                // A row that was moved is bad where it is missing, if that comes first.
                Err((seq, what)) => return Err(bad(seq.min(at), &what)),
                Ok(entry) if entry.seq != at => return Err(bad(at, "there is no entry of this number")),
                Ok(entry) => entry,
            };
            if canonical_again(&entry.payload).as_ref() != Some(&entry.payload) {
                return Err(bad(at, "its payload is not canonical JSON"));
            }
            if !is_id(&entry.proposal_id) || entry.action.table() != table {
                return Err(bad(at, "its id or its action is none of this table"));
            }
            if entry.prev_hash != before {
                return Err(bad(at, "it does not follow the entry before it"));
            }
            let hash = hash_of(&before, &entry.payload, &entry.proposal_id, entry.action.name());
            if entry.hash != hash {
                return Err(bad(at, "its hash is not that of what it says"));
            }
            if entry.created_at < time || entry.other.length < other {
                return Err(bad(at, "it is older than the entry before it"));
            }
            (before, time, other) = (hash.clone(), entry.created_at, entry.other.length);
            chain.hashes.push(hash);
            chain.others.push(entry.other);
            Ok(())
        })?;
        Ok(chain)
    }
}

fn canonical_again(payload: &str) -> Option<String> {
    canonical(&serde_json::from_str::<serde_json::Value>(payload).ok()?).ok()
}
