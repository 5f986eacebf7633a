//! The proposal contract and the threat table of the security model, line by line, and what breaks an apply.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::{Value, json};

use super::*;
use crate::{
    card::{self, CardData, CodeEvidence, Evidence},
    ledger::{Access, Action, Fault, LedgerError, NewEntry},
    rubric::{CriterionId, Parameter},
    score::Counted,
};

const NOW: u64 = 1_790_000_000;
const OPEN: Duration = Duration::from_secs(86_400);

/// A folder with a card, a ledger and two keys.
struct Desk {
    folder: tempfile::TempDir,
    operator: Operator,
}

impl Desk {
    fn new() -> Self {
        Self::with("allow: [level, cap, absence, alternative, summary, finding]")
    }

    fn with(policy: &str) -> Self {
        let folder = tempfile::tempdir().expect("folder");
        let mut approvers = String::new();
        for name in ["ada", "bo"] {
            let (secret, public) = generate().expect("key");
            fs::write(folder.path().join(name), secret).expect("key");
            approvers.push_str(&format!("  - {{ name: {name}, key: '{public}' }}\n"));
        }
        let operator = Operator::read(&format!("approvers:\n{approvers}{policy}\n")).expect("operator");
        let desk = Self { folder, operator };
        fs::write(desk.card(), include_bytes!("../../corpus/cards/harbor-pilot.json")).expect("card");
        desk
    }

    fn card(&self) -> PathBuf {
        self.folder.path().join("card.json")
    }

    fn key(&self, name: &str) -> KeyFile {
        KeyFile::Ed25519(self.folder.path().join(name))
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("ledger.sqlite")
    }

    fn ledger(&self) -> Ledger {
        Ledger::open(&self.file(), Access::Create).expect("ledger")
    }

    fn read(&self) -> CardData {
        let bytes = fs::read(self.card()).expect("card");
        card::read(&bytes, "card").expect("card").into_data()
    }

    fn propose(&self, subject: &str, set: &[(&str, Value)], reason: &str) -> Result<(String, Proposal), ReviewError> {
        let card = self.read();
        propose(&mut self.ledger(), &card, vec![change(&card, subject, set, reason)], ("eve", None), OPEN, NOW)
    }

    fn approve(&self, id: &str) {
        let card = self.read();
        let who = ("ada", &self.key("ada"));
        approve(&mut self.ledger(), &card, id, who, &self.operator, NOW + 1).expect("approved");
    }

    fn apply(&self, id: &str, now: u64) -> Result<Applied, ReviewError> {
        apply(&mut self.ledger(), &self.card(), id, ("ops", &self.operator), now)
    }

    /// The reason of a denial, which must be on record, with the card untouched.
    fn denied(&self, id: &str, now: u64) -> String {
        let before = fs::read(self.card()).expect("card");
        let error = self.apply(id, now).expect_err("denied");
        assert!(matches!(error, ReviewError::Denied(_)), "{error}");
        assert_eq!(fs::read(self.card()).expect("card"), before, "the card changed");
        let events = self.ledger().entries(Table::EventLog).expect("events");
        let last = events.last().expect("an event");
        assert_eq!((last.action, last.proposal_id.as_str()), (Action::Deny, id));
        assert!(error.to_string().ends_with(last.body["reason"].as_str().expect("reason")));
        error.to_string()
    }
}

fn change(card: &CardData, subject: &str, set: &[(&str, Value)], reason: &str) -> Change {
    let subject: Subject = subject.parse().expect("subject");
    let before = subject.read(card).expect("part");
    let mut after = before.clone();
    for (key, value) in set {
        if key.is_empty() { after = value.clone() } else { after[*key] = value.clone() }
    }
    let evidence = serde_json::from_value(after["evidence"].clone()).unwrap_or_default();
    Change { subject, before, after, reason: reason.to_owned(), evidence }
}

/// A level that can go one up on the card.
fn up(card: &CardData) -> (String, u8) {
    for criterion in card.criteria.iter().filter(|c| !c.is_absent() && c.counted == Counted::Default) {
        let level = criterion.parameters.as_ref().expect("parameters").B.level.get();
        if level > 0 && level < 2 {
            return (format!("{}.B", criterion.id), level + 1);
        }
    }
    panic!("no level to raise");
}

fn proposed(desk: &Desk) -> String {
    let (cell, level) = up(&desk.read());
    desk.propose(&cell, &[("level", json!(level))], "The lines show it.").expect("proposed").0
}

#[test]
fn an_approved_change_is_applied_once() {
    let desk = Desk::new();
    let before = desk.read();
    let (cell, level) = up(&before);
    let (id, proposal) = desk.propose(&cell, &[("level", json!(level))], "The lines show it.").expect("proposed");
    assert!(proposal.resource.ends_with(&format!("@{}:{cell}", before.pinned_commit)), "{}", proposal.resource);
    assert_eq!(proposal.command, format!("level {} -> {level}", level - 1));
    desk.approve(&id);
    let applied = desk.apply(&id, NOW + 60).expect("applied");
    let after = desk.read();
    assert_eq!(applied.after.total, format!("{:.1}", after.score));
    assert_eq!(card::check(&after), []);
    let entry = after.reaudit_log.last().expect("log");
    assert_eq!((entry.from_level.get(), entry.to_level.get()), (level - 1, level));
    assert!(
        entry.reason.contains("The lines show it.") && entry.reason.contains("approved by ada"),
        "{}",
        entry.reason
    );
    let review = after.depthgauge.as_ref().and_then(|ours| ours.review.as_ref()).expect("review");
    assert_eq!(review.changes.len(), 1);
    let events: Vec<Action> =
        desk.ledger().entries(Table::EventLog).expect("events").iter().map(|entry| entry.action).collect();
    assert_eq!(events, [Action::Dispatch, Action::Complete]);
    desk.ledger().verify(&anchors(&after, "card"), None).expect("the card knows this ledger");
    // Replayed.
    assert!(desk.denied(&id, NOW + 61).contains("applied, not approved"));
}

/// Contract: resource, command, and payload hash match the approval exactly.
#[test]
fn contract_resource_command_and_payload_hash_match_exactly() {
    for field in ["resource", "command", "payload_hash"] {
        let desk = Desk::new();
        let id = proposed(&desk);
        // An approval for something else, entered as if it were for this; the signature is good.
        let mut ledger = desk.ledger();
        let records = Records::read(&ledger).expect("records");
        let proposal = &records.proposal(&id).expect("proposal").proposal;
        let head = ledger.head(Table::ProposalAudit).expect("head");
        let mut statement = json!({
            "decision": "approve", "proposal": id, "resource": proposal.resource, "command": proposal.command,
            "payload_hash": proposal.payload_hash, "approver": "ada", "at": NOW, "ttl": 1800, "shown": proposal.blast_radius,
            "reason": null, "length": head.length, "head": head.hash,
        });
        statement[field] = json!(statement[field].as_str().expect("text").replace(['1', '2', 'a'], "3"));
        let signature = desk.key("ada").sign(&crate::ledger::canonical(&statement).expect("JSON")).expect("signature");
        let entry = NewEntry {
            proposal_id: id.clone(),
            action: Action::Approve,
            actor: "ada".into(),
            approver: Some("ada".into()),
            signature: Some(signature),
            body: json!({ "statement": statement }).as_object().cloned().expect("object"),
        };
        ledger.append(entry, NOW).expect("append");
        drop(ledger);
        assert!(desk.denied(&id, NOW + 1).contains("not exactly those that were approved"), "{field}");
    }
}

/// Contract: the tool is in the worker's `tool_allowlist`. Threat: tool injection.
#[test]
fn threat_tool_injection_meets_the_allow_list_of_kinds() {
    let desk = Desk::with("allow: [summary, finding]");
    let id = proposed(&desk);
    desk.approve(&id);
    assert!(desk.denied(&id, NOW + 2).contains("`level` is not on the operator's list"));
    let allowed = Desk::with("allow: [level]");
    // A change of kind that calls itself a level is judged by what it does.
    let (id, _) = allowed.propose("C1.summary", &[("", json!("Another summary."))], "level 1 -> 2").expect("proposed");
    allowed.approve(&id);
    assert!(allowed.denied(&id, NOW + 2).contains("`summary` is not on the operator's list"));
}

/// Contract: a human approver signature is present on the proposal.
#[test]
fn contract_a_human_signature_is_present_and_valid() {
    let desk = Desk::new();
    let id = proposed(&desk);
    assert!(desk.denied(&id, NOW + 1).contains("open, not approved"));
    let card = desk.read();
    // Wrong key, unknown approver, the proposer herself.
    let approve = |name: &str, key: &str| {
        approve(&mut desk.ledger(), &card, &id, (name, &desk.key(key)), &desk.operator, NOW + 1).map(drop)
    };
    assert!(matches!(approve("ada", "bo"), Err(ReviewError::Key(_))));
    assert!(matches!(approve("mallory", "bo"), Err(ReviewError::Operator(_))));
    assert!(matches!(approve("eve", "ada"), Err(ReviewError::Phase { .. })));
    desk.approve(&id);
    // The operator took ada off the list since.
    let mut without = desk.operator.clone();
    without.approvers.retain(|approver| approver.name != "ada");
    let refused = apply(&mut desk.ledger(), &desk.card(), &id, ("ops", &without), NOW + 2).expect_err("refused");
    assert!(refused.to_string().contains("`ada` is no approver"), "{refused}");
    // And bo's key stands under her name.
    without.approvers[0].name = "ada".into();
    let refused = apply(&mut desk.ledger(), &desk.card(), &id, ("ops", &without), NOW + 2).expect_err("refused");
    assert!(refused.to_string().contains("signature is not that of `ada`"), "{refused}");
}

/// Contract: the proposal is not expired (default TTL: 30 minutes).
#[test]
fn contract_an_approval_is_used_within_thirty_minutes() {
    let desk = Desk::new();
    let id = proposed(&desk);
    desk.approve(&id);
    assert!(desk.denied(&id, NOW + 1 + 1801).contains("held for 1800 s"));
    // Given again it holds again.
    let card = desk.read();
    approve(&mut desk.ledger(), &card, &id, ("bo", &desk.key("bo")), &desk.operator, NOW + 2000).expect("again");
    desk.apply(&id, NOW + 2000 + 1800).expect("applied");
}

#[test]
fn a_proposal_waits_for_as_long_as_it_says() {
    let desk = Desk::new();
    let id = proposed(&desk);
    let card = desk.read();
    let late = NOW + OPEN.as_secs() + 1;
    let error = approve(&mut desk.ledger(), &card, &id, ("ada", &desk.key("ada")), &desk.operator, late);
    assert!(error.expect_err("late").to_string().contains("time to decide has passed"));
}

/// Contract: otherwise the call fails closed and an audit event is appended.
#[test]
fn contract_a_changed_card_fails_closed() {
    let desk = Desk::new();
    let id = proposed(&desk);
    desk.approve(&id);
    let (cell, _) = up(&desk.read());
    let mut card = desk.read();
    let subject: Subject = cell.parse().expect("subject");
    let mut value = subject.read(&card).expect("part");
    value["finding"] = json!("Somebody edited this meanwhile.");
    subject.write(&mut card, value).expect("written");
    card::recompute(&mut card);
    fs::write(desk.card(), crate::text::json(&card).expect("JSON")).expect("card");
    assert!(desk.denied(&id, NOW + 2).contains("no longer as it was"));
    // Another project's card.
    card.pinned_commit = "0".repeat(40);
    fs::write(desk.card(), crate::text::json(&card).expect("JSON")).expect("card");
    assert!(desk.denied(&id, NOW + 3).contains("this card is another"));
}

/// Threat: role escape. What may follow which phase is one table, and an approver is whom the operator names.
#[test]
fn threat_role_escape_meets_the_table_of_phases() {
    for phase in [Phase::Open, Phase::Approved, Phase::Rejected, Phase::Applied] {
        for action in Action::ALL {
            let allowed = match phase {
                Phase::Open => matches!(action, Action::Approve | Action::Reject),
                Phase::Approved => {
                    matches!(action, Action::Approve | Action::Reject | Action::Dispatch | Action::Apply)
                }
                Phase::Rejected | Phase::Applied => false,
            };
            assert_eq!(phase.allows(action), allowed, "{phase} {action}");
        }
    }
    // An entry out of turn makes the ledger unusable, not the change effective.
    let desk = Desk::new();
    let id = proposed(&desk);
    desk.ledger().append(records::entry(&id, Action::Apply, "eve", Default::default()), NOW).expect("append");
    assert!(matches!(desk.apply(&id, NOW + 2), Err(ReviewError::Fault(_))));
}

/// Threat: blast-radius bypass. What was sealed cannot be edited, and what was shown is what happens.
#[test]
fn threat_blast_radius_bypass_meets_the_seal() {
    let desk = Desk::new();
    let id = proposed(&desk);
    desk.approve(&id);
    let connection = rusqlite::Connection::open(desk.file()).expect("open");
    for trigger in ["no_update", "no_delete", "next"] {
        connection.execute(&format!("DROP TRIGGER proposal_audit_{trigger}"), []).expect("drop");
    }
    connection
        .execute("UPDATE proposal_audit SET payload = replace(payload, '\"level\":2', '\"level\":4') WHERE seq = 1", [])
        .expect("update");
    drop(connection);
    assert!(matches!(Ledger::open(&desk.file(), Access::Write), Err(LedgerError::Unprotected { .. })));
    let read = Ledger::open(&desk.file(), Access::Read).expect("open");
    let fault = read.verify(&[], None).expect_err("tampered");
    assert!(matches!(fault, Fault::Tampered { table: Table::ProposalAudit, seq: 1, .. }), "{fault}");
    // The band that the approver was shown is the band that comes of it.
    let card = desk.read();
    let mut radius = BlastRadius { before: Standing::of(&card), after: Standing::of(&card) };
    radius.after.band = "Hardened".into();
    let desk = Desk::new();
    let id = proposed(&desk);
    let mut ledger = desk.ledger();
    let records = Records::read(&ledger).expect("records");
    let proposal = &records.proposal(&id).expect("proposal").proposal;
    let head = ledger.head(Table::ProposalAudit).expect("head");
    let statement = json!({
        "decision": "approve", "proposal": id, "resource": proposal.resource, "command": proposal.command,
        "payload_hash": proposal.payload_hash, "approver": "ada", "at": NOW, "ttl": 1800, "shown": radius, "reason": null,
        "length": head.length, "head": head.hash,
    });
    let signature = desk.key("ada").sign(&crate::ledger::canonical(&statement).expect("JSON")).expect("signature");
    let entry = NewEntry {
        proposal_id: id.clone(),
        action: Action::Approve,
        actor: "ada".into(),
        approver: Some("ada".into()),
        signature: Some(signature),
        body: json!({ "statement": statement }).as_object().cloned().expect("object"),
    };
    ledger.append(entry, NOW).expect("append");
    drop(ledger);
    assert!(desk.denied(&id, NOW + 1).contains("blast radius is another now"));
}

/// Threat: replan loop. The same rejected change is refused, and so are proposals without end.
#[test]
fn threat_replan_loop_meets_a_budget() {
    let desk = Desk::new();
    let id = proposed(&desk);
    reject(&mut desk.ledger(), &id, "No.", ("ada", &desk.key("ada")), &desk.operator, NOW + 1).expect("rejected");
    let (cell, level) = up(&desk.read());
    let again = desk.propose(&cell, &[("level", json!(level))], "The lines show it.");
    assert!(matches!(again, Err(ReviewError::Rejected(first)) if first == id));
    for n in 0..4 {
        desk.propose(&cell, &[("level", json!(level))], &format!("Reason {n}.")).expect("within the budget");
    }
    let more = desk.propose(&cell, &[("level", json!(level))], "One more.");
    assert!(matches!(more, Err(ReviewError::Budget(5, _))), "{more:?}");
    let denials = desk.ledger().entries(Table::EventLog).expect("events");
    assert_eq!(denials.iter().filter(|entry| entry.action == Action::Deny).count(), 2);
}

#[test]
fn self_approval_needs_a_policy_and_shows() {
    let desk = Desk::with("allow: [level]\nself_approve: policy");
    let card = desk.read();
    let (cell, level) = up(&card);
    let changes = vec![change(&card, &cell, &[("level", json!(level))], "Mine.")];
    let (id, _) = propose(&mut desk.ledger(), &card, changes, ("ada", None), OPEN, NOW).expect("proposed");
    desk.approve(&id);
    desk.apply(&id, NOW + 2).expect("applied");
    let after = desk.read();
    let review = after.depthgauge.as_ref().and_then(|ours| ours.review.as_ref()).expect("review");
    assert!(review.changes[0].self_approved);
    assert!(after.limitations.iter().any(|line| line.contains("by the same person")), "{:?}", after.limitations);
    // Without the policy at apply it is denied.
    let strict = Operator { self_approve: false, ..desk.operator.clone() };
    let card = desk.read();
    let changes = vec![change(&card, &cell, &[("finding", json!("Other words."))], "Words.")];
    let mut operator = desk.operator.clone();
    operator.allow.push(Kind::Finding);
    let (id, _) = propose(&mut desk.ledger(), &card, changes, ("ada", None), OPEN, NOW + 3).expect("proposed");
    approve(&mut desk.ledger(), &card, &id, ("ada", &desk.key("ada")), &operator, NOW + 4).expect("approved");
    let strict = Operator { allow: operator.allow, ..strict };
    let refused = apply(&mut desk.ledger(), &desk.card(), &id, ("ops", &strict), NOW + 5).expect_err("refused");
    assert!(refused.to_string().contains("the same person"), "{refused}");
}

#[test]
fn a_clock_that_is_wrong_is_refused() {
    let desk = Desk::new();
    let id = proposed(&desk);
    desk.approve(&id);
    assert!(desk.denied(&id, NOW).contains("from the future"));
    assert!(matches!(desk.apply(&id, NOW - 3600), Err(ReviewError::Ledger(LedgerError::Clock { .. }))));
}

#[test]
fn rules_of_the_method_hold_after_a_change() {
    let desk = Desk::new();
    let card = desk.read();
    let low = card.criteria.iter().find(|c| c.parameters.as_ref().is_some_and(|p| p.S.level.get() <= 1)).expect("S L1");
    let error = desk.propose(&format!("{}.C", low.id), &[("level", json!(3))], "Coverage above strength.");
    assert!(matches!(error, Err(ReviewError::Rule(_))), "{error:?}");
    let unchanged = desk.propose("C1.summary", &[], "Nothing.");
    assert!(matches!(unchanged, Err(ReviewError::NoChange)));
}

#[test]
fn a_crash_between_record_and_change_is_completed_or_rolled_back() {
    for reached in [false, true] {
        let desk = Desk::new();
        let id = proposed(&desk);
        desk.approve(&id);
        // What a killed run leaves: the dispatch on record, the card before or after.
        let before = fs::read(desk.card()).expect("card");
        desk.apply(&id, NOW + 2).expect("applied");
        let after = fs::read(desk.card()).expect("card");
        let other = Desk::new();
        fs::copy(desk.file(), other.file()).expect("ledger");
        let connection = rusqlite::Connection::open(other.file()).expect("open");
        connection
            .execute_batch("DROP TRIGGER event_log_no_delete; DROP TRIGGER proposal_audit_no_delete")
            .expect("drop");
        connection.execute("DELETE FROM event_log WHERE seq = 2", []).expect("delete");
        connection.execute("DELETE FROM proposal_audit WHERE seq = 3", []).expect("delete");
        for table in ["event_log", "proposal_audit"] {
            let sql = format!(
                "CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} BEGIN SELECT RAISE(ABORT, 'the ledger is \
                 append-only'); END"
            );
            connection.execute(&sql, []).expect("trigger");
        }
        drop(connection);
        fs::write(desk.card(), if reached { &after } else { &before }).expect("card");
        let recovered = recover(&mut other.ledger(), NOW + 3).expect("recovered");
        let how = if reached { apply::How::Completed } else { apply::How::RolledBack };
        assert_eq!(recovered.iter().map(|r| r.how).collect::<Vec<_>>(), [how]);
        assert_eq!(recover(&mut other.ledger(), NOW + 4).expect("recovered"), []);
        let records = Records::read(&other.ledger()).expect("records");
        let phase = records.proposal(&id).expect("proposal").phase;
        assert_eq!(phase, if reached { Phase::Applied } else { Phase::Approved });
    }
}

fn fate(
    moved: &'static [&'static str],
    changed: &'static [&'static str],
    gone: &'static [&'static str],
) -> impl FnMut(&str, &CodeEvidence) -> Fate {
    move |_, cited| {
        let name = cited.file.as_str();
        if changed.contains(&name) {
            Fate::Changed
        } else if gone.contains(&name) {
            Fate::Gone
        } else if moved.contains(&name) {
            Fate::Moved(format!("moved/{name}"), "7-9".to_owned())
        } else {
            Fate::Same
        }
    }
}

#[test]
fn decisions_are_carried_onto_unchanged_code_only_and_a_newer_one_wins() {
    let desk = Desk::new();
    let place = |file: &str| json!([{ "file": file, "lines": "1-2", "contains": "x" }]);
    let applied = |subject: &str, text: &str, file: &str, now: u64| {
        let set = [("finding", json!(text)), ("evidence", place(file))];
        let card = desk.read();
        let changes = vec![change(&card, subject, &set, text)];
        let (id, _) = propose(&mut desk.ledger(), &card, changes, ("eve", None), OPEN, now).expect("proposed");
        approve(&mut desk.ledger(), &card, &id, ("ada", &desk.key("ada")), &desk.operator, now).expect("approved");
        desk.apply(&id, now).expect("applied");
    };
    applied("C1.S", "Old words.", "same.py", NOW);
    applied("C1.S", "New words.", "same.py", NOW + 1);
    applied("C2.S", "Moved.", "moved.py", NOW + 2);
    applied("C3.S", "Changed.", "changed.py", NOW + 3);
    applied("C8.S", "Gone.", "gone.py", NOW + 4);
    let mut later = card::read(include_bytes!("../../corpus/cards/harbor-pilot.json"), "x").expect("card").into_data();
    later.pinned_commit = "b".repeat(40);
    let mut follow = fate(&["moved.py"], &["changed.py"], &["gone.py"]);
    carry(&mut later, &desk.ledger(), &mut follow).expect("carried");
    let review = later.depthgauge.as_ref().and_then(|ours| ours.review.clone()).expect("review");
    let carried: Vec<(&str, &str)> = review.changes.iter().map(|c| (c.cell.as_str(), c.reason.as_str())).collect();
    assert_eq!(carried, [("C1.S", "New words."), ("C2.S", "Moved.")]);
    let moved = review.changes[1].carried.as_ref().expect("carried");
    assert_eq!(moved.moved, ["moved.py:1-2 -> moved/moved.py:7-9"]);
    let stale: Vec<(&str, &str)> = review.stale.iter().map(|s| (s.cell.as_str(), s.reason.as_str())).collect();
    assert_eq!(
        stale,
        [("C1.S", "a newer decision stands"), ("C3.S", "changed.py:1-2 changed"), ("C8.S", "gone.py:1-2 is gone"),]
    );
    let rating = &later.criterion(CriterionId::C2).and_then(|c| c.mechanism(Counted::Default)).expect("C2").parameters;
    assert!(matches!(&rating.get(Parameter::S).evidence[0], Evidence::Code(c) if c.file == "moved/moved.py"));
}

#[test]
fn all_differences_of_an_edited_draft_are_one_proposal_with_a_reason_each() {
    let desk = Desk::new();
    let card = desk.read();
    let mut draft = card.clone();
    draft.headline = "Another headline.".into();
    draft.criteria[0].summary = "Another summary.".into();
    let text = |reasons: &str| format!("{}\nreasons:\n{reasons}", serde_yaml::to_string(&draft).expect("YAML"));
    let (edited_card, reasons) = edited(&text("  headline: It is clearer.\n")).expect("draft");
    let missing = differences(&card, &edited_card, &reasons);
    assert!(matches!(missing, Err(ReviewError::NoReason(part)) if part == "C1.summary"));
    let (edited_card, reasons) = edited(&text("  headline: It is clearer.\n  C1: So is this.\n")).expect("draft");
    let changes = differences(&card, &edited_card, &reasons).expect("changes");
    let parts: Vec<String> = changes.iter().map(|change| change.subject.to_string()).collect();
    assert_eq!(parts, ["headline", "C1.summary"]);
    let (id, proposal) = propose(&mut desk.ledger(), &card, changes, ("eve", None), OPEN, NOW).expect("proposed");
    assert_eq!(proposal.command, "summary; summary");
    desk.approve(&id);
    desk.apply(&id, NOW + 2).expect("applied");
    assert_eq!(desk.read().headline, "Another headline.");
}

#[test]
fn a_confirmation_shows_and_a_changed_level_ends_it() {
    let desk = Desk::new();
    let mut card = desk.read();
    let (cell, level) = up(&card);
    let cells = [cell.parse().expect("cell"), "C2".parse().expect("cell")];
    assert_eq!(confirm(&mut desk.ledger(), &mut card, &cells, "ada", NOW).expect("confirmed"), 5);
    fs::write(desk.card(), crate::text::json(&card).expect("JSON")).expect("card");
    assert!(card.limitations.iter().any(|line| line.contains("5 of 40 parameters were read and confirmed")));
    let (id, _) = desk.propose(&cell, &[("level", json!(level))], "After all.").expect("proposed");
    desk.approve(&id);
    desk.apply(&id, NOW + 2).expect("applied");
    let card = desk.read();
    assert!(card.limitations.iter().any(|line| line.contains("4 of 40 parameters")), "{:?}", card.limitations);
}

#[test]
fn a_dispute_is_received_once_answered_and_shown() {
    let desk = Desk::new();
    let card = desk.read();
    let evidence = vec![Evidence::Code(parse_evidence("a.py:1").expect("place"))];
    let file = DisputeFile::new(
        &card,
        b"bytes",
        "C2.D".parse().expect("cell"),
        ("It is on by default.", "maintainer"),
        (&card.pinned_commit, evidence),
    )
    .expect("dispute");
    let text = crate::text::json(&file).expect("JSON");
    assert!(dispute_markdown(&file).expect("Markdown").contains(&text));
    let file = DisputeFile::read(&text).expect("read");
    let id = receive(&mut desk.ledger(), &file, "ada", NOW).expect("received");
    assert!(matches!(receive(&mut desk.ledger(), &file, "ada", NOW), Err(ReviewError::Dispute(_))));
    let show = |desk: &Desk| {
        let mut card = desk.read();
        carry(&mut card, &desk.ledger(), &mut fate(&[], &[], &[])).expect("carried");
        card.criterion(CriterionId::C2).and_then(|c| c.notes.clone()).expect("notes")
    };
    let day = day(NOW);
    assert!(show(&desk).ends_with(&format!("Disputed since {day} by `maintainer`: D, `It is on by default.` (open)")));
    let reply = Answer { reason: "The default is set elsewhere.".into(), ..Answer::default() };
    answer(&mut desk.ledger(), &id, &reply, "ada", NOW + 5).expect("answered");
    assert!(show(&desk).contains("(answered"), "{}", show(&desk));
    for (from, to) in [("\"C2.D\"", "\"C2\""), ("a.py", ""), ("dispute\": 1", "dispute\": 2"), ("claim", "claims")] {
        assert!(text.contains(from), "{from}");
        let broken = DisputeFile::read(&text.replacen(from, to, 1));
        assert!(broken.is_err() || from == "a.py", "{from}");
    }
}

#[test]
fn a_ledger_whose_end_was_cut_is_refused_by_the_card() {
    let desk = Desk::new();
    let empty = desk.folder.path().join("empty.sqlite");
    drop(Ledger::open(&empty, Access::Create).expect("ledger"));
    let id = proposed(&desk);
    desk.approve(&id);
    desk.apply(&id, NOW + 2).expect("applied");
    fs::copy(&empty, desk.file()).expect("cut");
    let card = desk.read();
    let fault = desk.ledger().verify(&anchors(&card, "card"), None).expect_err("cut");
    assert!(matches!(fault, Fault::Cut { length: 0, .. }), "{fault}");
    let error = confirm(&mut desk.ledger(), &mut desk.read(), &["C1.S".parse().expect("cell")], "ada", NOW + 9);
    assert!(matches!(error, Err(ReviewError::Fault(_))));
    assert!(Path::new(&desk.card()).exists());
}
