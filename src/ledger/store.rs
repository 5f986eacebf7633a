//! The SQLite file: opening, the triggers that keep it append-only, reading and appending.

use std::{
    fs, io,
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, ErrorCode, OpenFlags, Row, Transaction, TransactionBehavior, params};

use super::{Action, Body, Entry, GENESIS, NewEntry, Table, entry::Payload};

/// `application_id` of the file: a database of anything else is not touched.
const APPLICATION: i64 = 0x6467_6c31;
/// `user_version`: changes whenever older programs would read a ledger wrongly.
const VERSION: i64 = 1;
/// How long another process may hold the ledger before this one gives up.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of one payload. A proposal with forty changes has some fifty thousand.
const LARGEST_PAYLOAD: usize = 4 << 20;
/// Seconds that the clock may be behind the last entry: machines differ a little.
const SKEW: u64 = 120;

/// The last entry of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    pub length: u64,
    /// [`GENESIS`] of an empty table.
    pub hash: String,
}

impl Head {
    pub fn empty() -> Self {
        Self { length: 0, hash: GENESIS.to_owned() }
    }
}

/// What a ledger is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// It must be there.
    Read,
    /// It must be there; no other process reads or writes until it is closed.
    Write,
    /// As [`Access::Write`]; made where it is not there.
    Create,
}

#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("{place}: there is no ledger; `depthgauge review propose`, `review confirm` and `review receive` make one")]
    Missing { place: String },
    #[error("{place}: {source}")]
    Io { place: String, source: io::Error },
    #[error("{place}: {source}")]
    Database { place: String, source: rusqlite::Error },
    #[error("{place}: another process is writing to this ledger; try again when it has ended")]
    Busy { place: String },
    #[error("{place}: this is no ledger of depthgauge")]
    Foreign { place: String },
    #[error(
        "{place}: the ledger has format {found}, this program knows {VERSION}; use the newer depthgauge that wrote it"
    )]
    Newer { place: String, found: i64 },
    #[error(
        "{place}: tables or triggers are not those that keep a ledger append-only: it was edited with another tool; \
         nothing is written to it (`depthgauge ledger verify` says what else was changed)"
    )]
    Unprotected { place: String },
    #[error("{table} {seq}: {what}")]
    Entry { table: Table, seq: u64, what: String },
    #[error("the clock is {behind} s behind the ledger's last entry; set it right and try again")]
    Clock { behind: u64 },
    #[error("`{0}` is no id of a proposal")]
    Id(String),
    #[error("{0} cannot stand in a ledger: only whole numbers below 2^53 are the same everywhere")]
    Number(String),
    #[error("an entry has {0} bytes, {LARGEST_PAYLOAD} are the most")]
    TooLarge(usize),
    #[error("JSON: {0}")]
    Json(serde_json::Error),
    #[error("a ledger that was opened for reading is not written to")]
    ReadOnly,
}

/// An open ledger.
#[derive(Debug)]
pub struct Ledger {
    file: PathBuf,
    connection: Connection,
    access: Access,
    /// Whether tables and triggers are as this program makes them.
    protected: bool,
}

impl Ledger {
    /// # Errors
    /// A file that is not there, is no ledger, is newer, is held by another process, or, for writing, was edited so
    /// that it is no longer append-only.
    pub fn open(file: &Path, access: Access) -> Result<Self, LedgerError> {
        let place = || file.display().to_string();
        let there = fs::metadata(file).is_ok_and(|found| found.is_file());
        if !there {
            if access != Access::Create || fs::symlink_metadata(file).is_ok() {
                return Err(LedgerError::Missing { place: place() });
            }
            // Who may read it is its owner's to widen.
            let made = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
            made.map_err(|source| LedgerError::Io { place: place(), source })?;
        }
        // Also to read: what a killed process left half done has to be taken back first.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let failed = |source| database(file, source);
        let connection = Connection::open_with_flags(file, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        let mut ledger = Self { file: file.to_owned(), connection, access, protected: false };
        if access != Access::Read {
            // Held from the first transaction until the connection closes.
            ledger.connection.pragma_update(None, "locking_mode", "EXCLUSIVE").map_err(failed)?;
            ledger.connection.pragma_update(None, "synchronous", "EXTRA").map_err(failed)?;
            let started = ledger.connection.transaction_with_behavior(TransactionBehavior::Exclusive);
            started.and_then(Transaction::commit).map_err(failed)?;
        }
        ledger.prepare()?;
        if access != Access::Read && !ledger.protected {
            return Err(LedgerError::Unprotected { place: place() });
        }
        Ok(ledger)
    }

    fn prepare(&mut self) -> Result<(), LedgerError> {
        let pragma = |name: &str| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let (application, version) =
            pragma("application_id").and_then(|a| Ok((a, pragma("user_version")?))).map_err(|e| self.failed(e))?;
        let tables = self.schema()?.len();
        if (application, version, tables) == (0, 0, 0) && self.access == Access::Create {
            let made =
                self.connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(|transaction| {
                    for (_, sql) in declared() {
                        transaction.execute(&sql, [])?;
                    }
                    transaction.pragma_update(None, "application_id", APPLICATION)?;
                    transaction.pragma_update(None, "user_version", VERSION)?;
                    transaction.commit()
                });
            made.map_err(|e| self.failed(e))?;
        } else if application != APPLICATION {
            return Err(LedgerError::Foreign { place: self.place() });
        } else if version != VERSION {
            return Err(LedgerError::Newer { place: self.place(), found: version });
        }
        self.protected = self.schema()? == declared();
        Ok(())
    }

    fn schema(&self) -> Result<Vec<(String, String)>, LedgerError> {
        let read = || {
            let sql = "SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name";
            let mut statement = self.connection.prepare(sql)?;
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect::<Result<Vec<(String, String)>, _>>()
        };
        read().map_err(|e| self.failed(e))
    }

    pub fn place(&self) -> String {
        self.file.display().to_string()
    }

    /// Whether the file still refuses updates, deletions and insertions out of turn.
    pub fn is_protected(&self) -> bool {
        self.protected
    }

    fn failed(&self, source: rusqlite::Error) -> LedgerError {
        database(&self.file, source)
    }

    /// The last entry of a table, unchecked.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn head(&self, table: Table) -> Result<Head, LedgerError> {
        head(&self.connection, table).map_err(|e| self.failed(e))
    }

    /// Writes and syncs one entry behind the last of its table.
    ///
    /// # Errors
    /// A clock that is behind the last entry, numbers that JSON does not carry, or a file that cannot be written.
    pub fn append(&mut self, new: NewEntry, now: u64) -> Result<Entry, LedgerError> {
        self.append_all(vec![new], now).map(|mut entries| entries.remove(0))
    }

    /// Writes several entries in one transaction: all of them or none.
    ///
    /// # Errors
    /// As [`Ledger::append`].
    pub fn append_all(&mut self, new: Vec<NewEntry>, now: u64) -> Result<Vec<Entry>, LedgerError> {
        if self.access == Access::Read {
            return Err(LedgerError::ReadOnly);
        }
        let file = self.file.clone();
        let failed = |source| database(&file, source);
        let last = self.last_time().map_err(failed)?;
        if last > now + SKEW {
            return Err(LedgerError::Clock { behind: last - now });
        }
        let now = now.max(last);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let mut written = Vec::with_capacity(new.len());
        for new in new {
            let table = new.action.table();
            let own = head(&transaction, table).map_err(failed)?;
            let other = head(&transaction, table.other()).map_err(failed)?;
            let entry = Entry::new(new, &own, other, now)?;
            if entry.payload.len() > LARGEST_PAYLOAD {
                return Err(LedgerError::TooLarge(entry.payload.len()));
            }
            insert(&transaction, table, &entry).map_err(failed)?;
            written.push(entry);
        }
        transaction.commit().map_err(failed)?;
        Ok(written)
    }

    fn last_time(&self) -> rusqlite::Result<u64> {
        let sql = "SELECT coalesce(max(created_at), 0) FROM \
                   (SELECT created_at FROM event_log UNION ALL SELECT created_at FROM proposal_audit)";
        self.connection.query_row(sql, [], |row| row.get(0))
    }

    /// All entries of a table in their order.
    ///
    /// # Errors
    /// A file that cannot be read, or an entry that is none; whether entries are genuine is for `verify` to say.
    pub fn entries(&self, table: Table) -> Result<Vec<Entry>, LedgerError> {
        let mut entries = Vec::new();
        self.each::<LedgerError>(table, |_, read| {
            entries.push(read.map_err(|(seq, what)| LedgerError::Entry { table, seq, what })?);
            Ok(())
        })?;
        Ok(entries)
    }

    /// Hands every row on, with its position from 1: the entry, or the row's `seq` and what is wrong with it.
    pub(super) fn each<E: From<LedgerError>>(
        &self,
        table: Table,
        mut take: impl FnMut(u64, Result<Entry, (u64, String)>) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |e| E::from(self.failed(e));
        let sql = format!("SELECT {COLUMNS} FROM {} ORDER BY seq", table.name());
        let mut statement = self.connection.prepare(&sql).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let mut at = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            at += 1;
            take(at, read(row, at))?;
        }
        Ok(())
    }
}

const COLUMNS: &str = "seq, created_at, proposal_id, action, actor, approver, signature, other_length, other_hash, \
                       payload, prev_hash, hash";

/// Names and text of everything in the database, by name.
pub(super) fn declared() -> Vec<(String, String)> {
    let mut out = Vec::new();
    for table in Table::ALL.map(Table::name) {
        out.push((
            table.to_owned(),
            format!(
                "CREATE TABLE {table} (seq INTEGER PRIMARY KEY, created_at INTEGER NOT NULL, proposal_id TEXT NOT NULL, \
                 action TEXT NOT NULL, actor TEXT NOT NULL, approver TEXT, signature TEXT, other_length INTEGER NOT \
                 NULL, other_hash TEXT NOT NULL, payload TEXT NOT NULL, prev_hash TEXT NOT NULL, hash TEXT NOT NULL) \
                 STRICT"
            ),
        ));
        for word in ["UPDATE", "DELETE"] {
            let name = format!("{table}_no_{}", word.to_lowercase());
            let sql = format!(
                "CREATE TRIGGER {name} BEFORE {word} ON {table} BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); \
                 END"
            );
            out.push((name, sql));
        }
        // Also what stops INSERT OR REPLACE, which fires no trigger on DELETE.
        let name = format!("{table}_next");
        let sql = format!(
            "CREATE TRIGGER {name} BEFORE INSERT ON {table} WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM \
             {table}) BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END"
        );
        out.push((name, sql));
    }
    out.sort();
    out
}

fn head(connection: &Connection, table: Table) -> rusqlite::Result<Head> {
    let sql = format!("SELECT seq, hash FROM {} ORDER BY seq DESC LIMIT 1", table.name());
    let found = connection.query_row(&sql, [], |row| Ok(Head { length: row.get(0)?, hash: row.get(1)? }));
    match found {
        Err(rusqlite::Error::QueryReturnedNoRows) => Ok(Head::empty()),
        found => found,
    }
}

fn insert(connection: &Connection, table: Table, e: &Entry) -> rusqlite::Result<()> {
    let sql = format!("INSERT INTO {} ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", table.name());
    let values = params![
        e.seq,
        e.created_at,
        e.proposal_id,
        e.action.name(),
        e.actor,
        e.approver,
        e.signature,
        e.other.length,
        e.other.hash,
        e.payload,
        e.prev_hash,
        e.hash
    ];
    connection.execute(&sql, values).map(drop)
}

/// One row. Its columns are what they are; that they say the same as the payload is part of reading.
fn read(row: &Row<'_>, at: u64) -> Result<Entry, (u64, String)> {
    let seq = row.get::<_, u64>(0).map_err(|_| (at, "its number is none".to_owned()))?;
    let wrong = |what: String| (seq, what);
    let column = |e: rusqlite::Error| wrong(format!("a column cannot be read ({e})"));
    let action: String = row.get(3).map_err(column)?;
    let payload: String = row.get(9).map_err(column)?;
    if payload.len() > LARGEST_PAYLOAD {
        return Err(wrong("its payload is larger than any that is written".to_owned()));
    }
    let given: Payload = serde_json::from_str(&payload).map_err(|e| wrong(format!("its payload is none ({e})")))?;
    let columns = Payload {
        seq,
        created_at: row.get(1).map_err(column)?,
        proposal_id: row.get(2).map_err(column)?,
        action: action.clone(),
        actor: row.get(4).map_err(column)?,
        approver: row.get(5).map_err(column)?,
        signature: row.get(6).map_err(column)?,
        other_length: row.get(7).map_err(column)?,
        other_hash: row.get(8).map_err(column)?,
        body: Body::new(),
    };
    let body = given.body.clone();
    if columns != (Payload { body: Body::new(), ..given }) {
        return Err(wrong("its columns do not say what its payload says".to_owned()));
    }
    let action = Action::parse(&action).ok_or_else(|| wrong(format!("`{}` is no action", action.escape_debug())))?;
    Ok(Entry {
        seq,
        created_at: columns.created_at,
        proposal_id: columns.proposal_id,
        action,
        actor: columns.actor,
        approver: columns.approver,
        signature: columns.signature,
        other: Head { length: columns.other_length, hash: columns.other_hash },
        body,
        prev_hash: row.get(10).map_err(column)?,
        hash: row.get(11).map_err(column)?,
        payload,
    })
}

fn database(file: &Path, source: rusqlite::Error) -> LedgerError {
    let place = file.display().to_string();
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => LedgerError::Busy { place },
        Some(ErrorCode::NotADatabase) => LedgerError::Foreign { place },
        _ => LedgerError::Database { place, source },
    }
}
