//! Chains that an attacker edited with another tool, the triggers dropped.

use std::path::Path;

use proptest::prelude::*;
use rusqlite::{Connection, params};
use serde_json::json;
use ulid::Ulid;

use super::*;

const NOW: u64 = 1_790_000_000;

fn new(n: u64, action: Action) -> NewEntry {
    let decided = matches!(action, Action::Approve);
    NewEntry {
        proposal_id: Ulid::from_parts(NOW * 1000 + n, u128::from(n)).to_string(),
        action,
        actor: format!("actor {n}"),
        approver: decided.then(|| "ada".to_owned()),
        signature: decided.then(|| "00ff".to_owned()),
        body: json!({ "n": n, "reason": "because\n\"quoted\"" }).as_object().cloned().unwrap_or_default(),
    }
}

/// `n` entries, one in five of them an event.
fn ledger(file: &Path, n: u64) -> Ledger {
    let mut ledger = Ledger::open(file, Access::Create).expect("ledger");
    let entries = (1..=n).map(|n| new(n, if n % 5 == 0 { Action::Dispatch } else { Action::Approve })).collect();
    ledger.append_all(entries, NOW).expect("append");
    ledger
}

fn unlocked(file: &Path) -> Connection {
    let connection = Connection::open(file).expect("open");
    for table in Table::ALL {
        for trigger in ["no_update", "no_delete", "next"] {
            connection.execute(&format!("DROP TRIGGER {table}_{trigger}"), []).expect("drop");
        }
    }
    connection
}

fn first_bad(file: &Path) -> (Table, u64) {
    match Ledger::open(file, Access::Read).expect("open").verify(&[], None) {
        Err(Fault::Tampered { table, seq, .. }) => (table, seq),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_untouched_ledger_verifies_and_reopens() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("l.sqlite");
    let verified = ledger(&file, 12).verify(&[], None).expect("good");
    assert_eq!((verified.events.length, verified.proposals.length), (2, 10));
    let again = Ledger::open(&file, Access::Read).expect("open");
    assert_eq!(again.verify(&[], Some(&verified.root())).expect("good"), verified);
    assert_eq!(verified.root().to_string().parse(), Ok(verified.root()));
    let mut lines = Vec::new();
    export(&again, &mut lines).expect("stream").expect("ledger");
    let lines = String::from_utf8(lines).expect("text");
    assert_eq!(lines.lines().count(), 12);
    assert!(lines.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}

/// Updates, deletions, insertions out of turn and replacements are refused by the file itself.
#[test]
fn the_file_is_append_only() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("l.sqlite");
    drop(ledger(&file, 10));
    let connection = Connection::open(&file).expect("open");
    let copy = |seq: &str, or: &str| {
        format!(
            "INSERT {or} INTO proposal_audit SELECT {seq}, created_at, proposal_id, action, actor, approver, signature, \
             other_length, other_hash, payload, prev_hash, hash FROM proposal_audit WHERE seq = 1"
        )
    };
    for sql in [
        "UPDATE proposal_audit SET actor = 'x' WHERE seq = 1".to_owned(),
        "DELETE FROM event_log".to_owned(),
        copy("1", "OR REPLACE"),
        copy("3", ""),
        copy("99", ""),
        copy("NULL", ""),
    ] {
        let error = connection.execute(&sql, []).expect_err(&sql).to_string();
        assert!(error.contains("append-only"), "{sql}: {error}");
    }
}

#[test]
fn an_unprotected_ledger_is_read_and_not_written() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("l.sqlite");
    drop(ledger(&file, 10));
    drop(unlocked(&file));
    assert!(matches!(Ledger::open(&file, Access::Write), Err(LedgerError::Unprotected { .. })));
    let read = Ledger::open(&file, Access::Read).expect("open");
    assert!(matches!(read.verify(&[], None), Err(Fault::Unprotected)));
}

#[test]
fn other_files_are_refused() {
    let folder = tempfile::tempdir().expect("folder");
    let file = |name: &str| folder.path().join(name);
    assert!(matches!(Ledger::open(&file("none"), Access::Read), Err(LedgerError::Missing { .. })));
    std::fs::write(file("text"), "no database, and longer than a header of one would be: ".repeat(20)).expect("write");
    assert!(matches!(Ledger::open(&file("text"), Access::Create), Err(LedgerError::Foreign { .. })));
    let other = Connection::open(file("other")).expect("open");
    other.execute("CREATE TABLE a (b)", []).expect("table");
    drop(other);
    assert!(matches!(Ledger::open(&file("other"), Access::Create), Err(LedgerError::Foreign { .. })));
    drop(ledger(&file("newer"), 1));
    let newer = Connection::open(file("newer")).expect("open");
    newer.pragma_update(None, "user_version", 2).expect("version");
    drop(newer);
    for access in [Access::Read, Access::Create] {
        assert!(matches!(Ledger::open(&file("newer"), access), Err(LedgerError::Newer { found: 2, .. })));
    }
}

#[test]
fn one_writer_at_a_time_and_no_clock_that_runs_back() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("l.sqlite");
    let mut first = ledger(&file, 1);
    assert!(matches!(Ledger::open(&file, Access::Write), Err(LedgerError::Busy { .. })));
    assert!(matches!(first.append(new(2, Action::Propose), NOW - 600), Err(LedgerError::Clock { behind: 600 })));
    let entry = first.append(new(2, Action::Propose), NOW - 60).expect("a little behind");
    assert_eq!(entry.created_at, NOW);
    drop(first);
    Ledger::open(&file, Access::Write).expect("free again");
}

/// Without an anchor a cut end is not seen unless the other table knows more.
#[test]
fn cut_ends_are_seen_against_whoever_remembers() {
    let folder = tempfile::tempdir().expect("folder");
    let file = folder.path().join("l.sqlite");
    let whole = ledger(&file, 20);
    let (head, event) = (whole.head(Table::ProposalAudit).expect("head"), whole.head(Table::EventLog).expect("head"));
    let root = whole.verify(&[], None).expect("good").root();
    drop(whole);
    let connection = unlocked(&file);
    connection.execute("DELETE FROM proposal_audit WHERE seq > 12", []).expect("delete");
    restore(&connection);
    drop(connection);
    let cut = Ledger::open(&file, Access::Read).expect("open");
    match cut.verify(&[], None) {
        Err(Fault::Cut { table: Table::ProposalAudit, length: 12, by, remembered: 16 }) => {
            assert_eq!(by, "event_log 4");
        }
        other => panic!("{other:?}"),
    }
    drop(cut);
    let connection = unlocked(&file);
    connection.execute("DELETE FROM event_log WHERE seq > 3", []).expect("delete");
    restore(&connection);
    drop(connection);
    let cut = Ledger::open(&file, Access::Read).expect("open");
    cut.verify(&[], None).expect("nobody remembers");
    for (table, head) in [(Table::ProposalAudit, head), (Table::EventLog, event)] {
        let anchor = Anchor { by: "card.json".to_owned(), table, head };
        assert!(matches!(cut.verify(&[anchor], None), Err(Fault::Cut { .. })));
    }
    assert!(matches!(cut.verify(&[], Some(&root)), Err(Fault::Cut { .. })));
}

/// Puts the triggers back, so that nothing but the entries can give the attacker away.
fn restore(connection: &Connection) {
    for table in Table::ALL.map(Table::name) {
        for (name, sql) in super::store::declared() {
            if name.starts_with(&format!("{table}_n")) {
                connection.execute(&sql, []).expect("trigger");
            }
        }
    }
}

/// A chain that was computed anew from the first entry on holds by itself; only a root or a head outside knows.
#[test]
fn a_recomputed_chain_is_seen_by_a_root_only() {
    let folder = tempfile::tempdir().expect("folder");
    let (file, forged) = (folder.path().join("l.sqlite"), folder.path().join("forged.sqlite"));
    let whole = ledger(&file, 20);
    let root = whole.verify(&[], None).expect("good").root();
    let head = whole.head(Table::ProposalAudit).expect("head");
    let mut other = Ledger::open(&forged, Access::Create).expect("ledger");
    let entries = (1..=20).map(|n| {
        let mut entry = new(n, if n % 5 == 0 { Action::Dispatch } else { Action::Approve });
        if n == 7 {
            entry.body.insert("reason".to_owned(), "another".into());
        }
        entry
    });
    other.append_all(entries.collect(), NOW).expect("append");
    other.verify(&[], None).expect("it holds by itself");
    assert!(matches!(other.verify(&[], Some(&root)), Err(Fault::Other { .. })));
    let anchor = Anchor { by: "card.json".to_owned(), table: Table::ProposalAudit, head };
    assert!(matches!(other.verify(&[anchor], None), Err(Fault::Other { seq: 16, .. })));
}

/// What an attacker does to one row.
#[derive(Debug, Clone)]
enum Attack {
    Set(&'static str, String),
    /// A field of the payload, the payload staying canonical.
    Payload(&'static str),
    Delete,
    /// A copy of another row, the rows behind it renumbered.
    Insert(u64),
    Swap(u64),
    Move(u64),
}

fn attacks() -> impl Strategy<Value = Attack> {
    let columns = prop::sample::select(vec![
        ("created_at", "created_at + 1"),
        ("created_at", "created_at - 1"),
        ("proposal_id", "'01ARZ3NDEKTSV4RRFFQ69G5FAV'"),
        ("proposal_id", "lower(proposal_id)"),
        ("action", "'reject'"),
        ("action", "'approved'"),
        ("actor", "actor || ' '"),
        ("actor", "''"),
        ("approver", "'eve'"),
        ("approver", "NULL"),
        ("signature", "'00fe'"),
        ("signature", "NULL"),
        ("other_length", "other_length + 1"),
        ("other_hash", "substr(other_hash, 2) || 'a'"),
        ("payload", "payload || ' '"),
        ("payload", "replace(payload, 'because', 'despite')"),
        ("payload", "'{}'"),
        ("prev_hash", "substr(prev_hash, 2) || 'g'"),
        ("hash", "upper(hash) || 'x'"),
    ]);
    let keys = prop::sample::select(vec!["seq", "created_at", "proposal_id", "action", "actor", "body"]);
    prop_oneof![
        columns.prop_map(|(column, value)| Attack::Set(column, value.to_owned())),
        keys.prop_map(Attack::Payload),
        Just(Attack::Delete),
        (1u64..=800).prop_map(Attack::Insert),
        (1u64..=800).prop_map(Attack::Swap),
        (1u64..=800).prop_map(Attack::Move),
    ]
}

/// Does it to entry `at` of `proposal_audit`; the first entry that is not what was written, `None` where nothing is
/// changed.
fn attack(connection: &Connection, attack: &Attack, at: u64) -> Option<u64> {
    let run = |sql: &str, values: &[u64]| {
        connection.execute(sql, rusqlite::params_from_iter(values)).expect(sql);
    };
    let swap = |a: u64, b: u64| {
        for (from, to) in [(a, 100_000), (b, a), (100_000, b)] {
            run("UPDATE proposal_audit SET seq = ?2 WHERE seq = ?1", &[from, to]);
        }
    };
    match attack {
        Attack::Set(column, value) => {
            run(&format!("UPDATE proposal_audit SET {column} = {value} WHERE seq = ?1"), &[at]);
        }
        Attack::Payload(key) => {
            let sql = "SELECT payload FROM proposal_audit WHERE seq = ?1";
            let text: String = connection.query_row(sql, [at], |row| row.get(0)).expect("payload");
            let mut payload: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            payload[*key] = match *key {
                "seq" | "created_at" => json!(payload[*key].as_u64().expect("number") + 1),
                "body" => json!({ "n": 0 }),
                _ => json!("another"),
            };
            let text = canonical(&payload).expect("JSON");
            connection
                .execute("UPDATE proposal_audit SET payload = ?2 WHERE seq = ?1", params![at, text])
                .expect("set");
        }
        Attack::Delete => run("DELETE FROM proposal_audit WHERE seq = ?1", &[at]),
        Attack::Insert(from) => {
            run("UPDATE proposal_audit SET seq = -seq WHERE seq >= ?1", &[at]);
            run("UPDATE proposal_audit SET seq = 1 - seq WHERE seq < 0", &[]);
            let from = if *from >= at { from + 1 } else { *from };
            let sql = "INSERT INTO proposal_audit SELECT ?1, created_at, proposal_id, action, actor, approver, \
                       signature, other_length, other_hash, payload, prev_hash, hash FROM proposal_audit WHERE seq = ?2";
            run(sql, &[at, from]);
        }
        Attack::Swap(other) if *other == at => return None,
        Attack::Swap(other) => {
            swap(at, *other);
            return Some(at.min(*other));
        }
        Attack::Move(to) if *to == at => return None,
        Attack::Move(to) => {
            let (low, high) = (at.min(*to), at.max(*to));
            let step: i64 = if *to < at { 1 } else { -1 };
            run("UPDATE proposal_audit SET seq = -seq WHERE seq BETWEEN ?1 AND ?2", &[low, high]);
            let sql = format!(
                "UPDATE proposal_audit SET seq = CASE WHEN seq = -{at} THEN {to} ELSE -seq + {step} END WHERE seq < 0"
            );
            run(&sql, &[]);
            return Some(low);
        }
    }
    Some(at)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 40, ..ProptestConfig::default() })]

    /// A chain of 1,000 entries, of which 800 stand in the attacked table; triggers dropped as an attacker would.
    #[test]
    fn every_change_is_found_at_the_first_bad_entry(kind in attacks(), at in 1u64..=800) {
        thread_local! {
            static WHOLE: tempfile::TempDir = {
                let folder = tempfile::tempdir().expect("folder");
                drop(ledger(&folder.path().join("l.sqlite"), 1000));
                drop(unlocked(&folder.path().join("l.sqlite")));
                folder
            };
        }
        let folder = tempfile::tempdir().expect("folder");
        let file = folder.path().join("l.sqlite");
        WHOLE.with(|whole| std::fs::copy(whole.path().join("l.sqlite"), &file)).expect("copy");
        let connection = Connection::open(&file).expect("open");
        connection.pragma_update(None, "synchronous", "OFF").expect("pragma");
        let bad = attack(&connection, &kind, at);
        restore(&connection);
        drop(connection);
        if let Some(bad) = bad {
            // The last one deleted is a cut end: nothing stands where it stood.
            if matches!(kind, Attack::Delete) && at == 800 {
                let found = Ledger::open(&file, Access::Read).expect("open").verify(&[], None);
                prop_assert!(matches!(found, Err(Fault::Cut { remembered: 800, .. })), "{found:?}");
            } else {
                prop_assert_eq!(first_bad(&file), (Table::ProposalAudit, bad));
            }
        }
    }
}
