//! Reviews end to end, with the real program: proposal, approval, apply, kill, carry, disputes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    time::Duration,
};

use depthgauge::{card, ledger};
use serde_json::Value;

use crate::common::{clean, depthgauge, have, package};

/// A folder with a card, keys and an operator's file.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new(policy: &str) -> Self {
        let desk = Self(tempfile::tempdir().expect("folder"));
        let key = desk.run(&["review", "keygen", "-o", "ada.key"]);
        let public = String::from_utf8(key.stdout).expect("text");
        let operator = format!("approvers:\n  - {{ name: ada, key: '{}' }}\n{policy}\n", public.trim());
        fs::write(desk.at("operator.yaml"), operator).expect("operator");
        fs::copy(package().join("corpus/cards/harbor-pilot.json"), desk.at("card.json")).expect("card");
        desk
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = depthgauge();
        command
            .args(arguments)
            .current_dir(self.0.path())
            .env("DEPTHGAUGE_LEDGER", "ledger.sqlite")
            .env("DEPTHGAUGE_OPERATOR", "operator.yaml");
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("the binary starts")
    }

    /// What it prints, if it ends well.
    fn good(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        String::from_utf8(output.stdout).expect("text").trim().to_owned()
    }

    fn refused(&self, arguments: &[&str], code: i32) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        said
    }

    fn approve(&self, id: &str) {
        self.good(&["review", "approve", "card.json", id, "--key", "ada.key", "--by", "ada"]);
    }

    fn card(&self) -> Value {
        serde_json::from_slice(&fs::read(self.at("card.json")).expect("card")).expect("JSON")
    }
}

const EVERYTHING: &str = "allow: [level, cap, absence, alternative, summary, finding]";

#[test]
fn a_summary_is_proposed_approved_and_applied() {
    let desk = Desk::new(EVERYTHING);
    let text = "Another summary by a reviewer.";
    let words = ["review", "propose", "card.json", "C1.summary", "--text", text, "--reason", "Clearer.", "--by", "eve"];
    let id = desk.good(&words);
    assert_eq!(id.len(), 26);
    assert!(desk.good(&["review", "list"]).contains(&id));
    let shown = desk.good(&["review", "show", &id]);
    assert!(shown.contains(text) && shown.contains("Clearer."), "{shown}");
    let early = desk.refused(&["review", "apply", "card.json", &id, "--by", "ops"], 1);
    assert!(early.contains("denied: the proposal is open, not approved"), "{early}");
    let own = ["review", "approve", "card.json", &id, "--key", "ada.key", "--by", "eve"];
    assert!(desk.refused(&own, 1).contains("the approver is its proposer"));
    desk.approve(&id);
    desk.good(&["review", "apply", "card.json", &id, "--by", "ops"]);
    assert_eq!(desk.card()["criteria"][0]["summary"], text);
    assert!(desk.good(&["review", "list"]).contains("Nothing waits"));
    desk.good(&["ledger", "verify", "--card", "card.json"]);
    let root = desk.good(&["ledger", "root"]);
    desk.good(&["review", "confirm", "card.json", "C3", "--by", "ada"]);
    desk.good(&["ledger", "verify", "--root", &root]);
    assert!(desk.refused(&["ledger", "verify", "--root", &root.replace(['0', '1'], "2")], 1).contains("root"));
    assert_eq!(
        desk.good(&["ledger", "export"]).lines().count(),
        7,
        "propose, deny, approve, dispatch, complete, apply, confirm"
    );
    let replay = desk.refused(&["review", "apply", "card.json", &id, "--by", "ops"], 1);
    assert!(replay.contains("the proposal is applied, not approved"), "{replay}");
}

#[test]
fn an_approval_past_its_time_is_denied() {
    let desk = Desk::new(&format!("{EVERYTHING}\napproval_ttl: 1s"));
    let id = desk.good(&["review", "propose", "card.json", "headline", "--text", "T", "--reason", "R", "--by", "eve"]);
    desk.approve(&id);
    std::thread::sleep(Duration::from_millis(3100));
    assert!(desk.refused(&["review", "apply", "card.json", &id, "--by", "ops"], 1).contains("held for 1 s"));
}

#[test]
fn an_ssh_key_signs_as_well() {
    let started = Command::new("ssh-keygen").arg("-?").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if started.is_err() {
        have("ssh-keygen");
        return;
    }
    let desk = Desk::new(EVERYTHING);
    let made = clean("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f"]).arg(desk.at("id")).status();
    assert!(made.expect("ssh-keygen starts").success());
    let public = fs::read_to_string(desk.at("id.pub")).expect("key");
    let operator = format!("approvers:\n  - {{ name: bo, key: '{}' }}\n{EVERYTHING}\n", public.trim());
    fs::write(desk.at("operator.yaml"), operator).expect("operator");
    let id = desk.good(&["review", "propose", "card.json", "headline", "--text", "T", "--reason", "R", "--by", "eve"]);
    let wrong = desk.refused(&["review", "approve", "card.json", &id, "--key", "ada.key", "--by", "bo"], 2);
    assert!(wrong.contains("this key is not the one"), "{wrong}");
    desk.good(&["review", "approve", "card.json", &id, "--ssh-key", "id", "--by", "bo"]);
    desk.good(&["review", "apply", "card.json", &id, "--by", "ops"]);
    assert_eq!(desk.card()["headline"], "T");
    desk.good(&["ledger", "verify", "--operator", "operator.yaml"]);
}

#[test]
fn of_two_applies_at_once_one_does_it() {
    let desk = Desk::new(EVERYTHING);
    let id = desk.good(&["review", "propose", "card.json", "headline", "--text", "T", "--reason", "R", "--by", "eve"]);
    desk.approve(&id);
    let arguments = ["review", "apply", "card.json", &id, "--by", "ops"];
    let mut children: Vec<_> = (0..2)
        .map(|_| desk.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("starts"))
        .collect();
    let mut codes: Vec<_> = children.iter_mut().map(|child| child.wait().expect("ends").code()).collect();
    codes.sort();
    assert_eq!(codes, [Some(0), Some(1)]);
    desk.good(&["ledger", "verify", "--card", "card.json"]);
}

/// kill -9 at random moments: afterwards card and ledger say the same, every time.
#[test]
fn a_killed_apply_leaves_card_and_ledger_in_agreement() {
    let sums = (0..4).map(|batch| killed_applies(50, batch)).reduce(|a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
    let [killed, applied, undone] = sums.expect("batches");
    println!("{killed} of 200 were killed while they ran; {applied} stand, {undone} do not");
    assert!(killed >= 100 && applied >= 10 && undone >= 50, "{killed} killed, {applied} stand, {undone} do not");
}

/// Starts so many applies and kills each; how many were still running, how many stand, and how many do not.
fn killed_applies(count: u64, batch: u64) -> [u32; 3] {
    let desk = Desk::new(EVERYTHING);
    let operator = depthgauge::review::Operator::read(&fs::read_to_string(desk.at("operator.yaml")).expect("file"))
        .expect("operator");
    let key = depthgauge::review::KeyFile::Ed25519(desk.at("ada.key"));
    let now = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("clock").as_secs();
    let (mut killed, mut applied, mut rolled_back) = (0, 0, 0);
    // The first rounds run to their end: how long an apply takes here.
    let mut longest = Duration::ZERO;
    const WHOLE: u64 = 3;
    for n in 0..count + WHOLE {
        let text = format!("Headline {n}");
        let id = {
            let mut ledger = ledger::Ledger::open(&desk.at("ledger.sqlite"), ledger::Access::Create).expect("ledger");
            let bytes = fs::read(desk.at("card.json")).expect("card");
            let card = card::read(&bytes, "card").expect("whole card").into_data();
            let subject = depthgauge::review::Subject::Headline;
            let change = depthgauge::review::Change {
                subject,
                before: subject.read(&card).expect("headline"),
                after: text.clone().into(),
                reason: "Again.".to_owned(),
                evidence: vec![],
            };
            let open = Duration::from_secs(600);
            let (id, _) = depthgauge::review::propose(&mut ledger, &card, vec![change], ("eve", None), open, now())
                .expect("proposed");
            depthgauge::review::approve(&mut ledger, &card, &id, ("ada", &key), &operator, now()).expect("approved");
            id
        };
        let mut child = desk
            .command(&["review", "apply", "card.json", &id, "--by", "ops"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        // A step of a low-discrepancy sequence: no seed, and all of the run is met, its end most.
        let part = 1.2 - 0.9 * ((n + 100 * batch) as f64 * 0.618_033_988_749_895).fract().powi(2);
        let started = std::time::Instant::now();
        if n < WHOLE {
            assert!(child.wait().expect("a child").success());
            longest = longest.max(started.elapsed());
        } else {
            std::thread::sleep(longest.mul_f64(part));
            killed += u32::from(child.try_wait().expect("a child").is_none());
            let _ = child.kill();
            child.wait().expect("a child");
        }
        // The next run recovers.
        let mut ledger = ledger::Ledger::open(&desk.at("ledger.sqlite"), ledger::Access::Write).expect("ledger");
        for recovered in depthgauge::review::recover(&mut ledger, now()).expect("recovered") {
            assert_ne!(recovered.how, depthgauge::review::How::Lost, "{recovered}");
        }
        ledger.verify(&[], None).expect("chain");
        let records = depthgauge::review::Records::read(&ledger).expect("records");
        let phase = records.proposal(&id).expect("proposal").phase;
        let bytes = fs::read(desk.at("card.json")).expect("card");
        let card = card::read(&bytes, "card").expect("whole card");
        let stands = card.headline == text;
        assert_eq!(
            stands,
            phase == depthgauge::review::Phase::Applied,
            "{n}: card {:?}, ledger {phase}",
            card.headline
        );
        ledger.verify(&depthgauge::review::anchors(&card, "card"), None).expect("the card's anchor");
        if n >= WHOLE {
            applied += u32::from(stands);
            rolled_back += u32::from(!stands);
            // The ledger grows, and the machine has other work: kills stay near the end of the run.
            longest = longest.mul_f64(if stands { 0.93 } else { 1.07 });
        }
        assert!(!desk.at(".card.json.depthgauge").exists(), "{n}: a temporary file is left");
        drop(ledger);
        if !stands {
            // What was rolled back, or never recorded, can still be applied.
            let mut ledger = ledger::Ledger::open(&desk.at("ledger.sqlite"), ledger::Access::Write).expect("ledger");
            let who = ("ops", &operator);
            depthgauge::review::apply(&mut ledger, &desk.at("card.json"), &id, who, now()).expect("applied again");
        }
    }
    [killed, applied, rolled_back]
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = clean("git")
        .args(["-c", "user.name=test", "-c", "user.email=test@example.invalid", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .env("GIT_AUTHOR_DATE", "2026-01-02T03:04:05Z")
        .env("GIT_COMMITTER_DATE", "2026-01-02T03:04:05Z")
        .current_dir(folder)
        .output()
        .expect("git starts");
    assert!(output.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

/// Twelve changes at one commit; at the next nine cited places have moved, two have changed and one is gone.
#[test]
fn nine_of_twelve_changes_are_carried_to_a_later_commit() {
    let desk = Desk::new(EVERYTHING);
    let repository = crate::common::repository_of(&package().join("corpus/agents/shell-helper"));
    let place = |n: usize| repository.path().join(format!("review/place{n}.py"));
    let body = |n: usize| {
        format!("def place_{n}(argument):\n    checked = decide_{n}(argument, \"value {n}\")\n    return checked\n")
    };
    fs::create_dir(repository.path().join("review")).expect("folder");
    for n in 0..12 {
        fs::write(place(n), format!("# Place {n}.\n{}", body(n))).expect("file");
    }
    git(repository.path(), &["add", "--all"]);
    git(repository.path(), &["commit", "--quiet", "--message=places"]);
    let path = repository.path().display().to_string();
    desk.good(&["audit", &path, "-o", "card.json", "--date", "2026-01-01", "-q", "--no-cache"]);
    for n in 0..12 {
        let (subject, evidence) = (cell(&desk, n), format!("review/place{n}.py:2-4:place_{n}"));
        let text = format!("Finding {n} of a reviewer.");
        let reason = format!("Reason {n}.");
        let words = [
            "review",
            "propose",
            "card.json",
            &subject,
            "--finding",
            &text,
            "--reason",
            &reason,
            "--evidence",
            &evidence,
            "--repo",
            &path,
            "--by",
            "eve",
        ];
        let id = desk.good(&words);
        desk.approve(&id);
        desk.good(&["review", "apply", "card.json", &id, "--by", "ops"]);
    }
    fs::copy(desk.at("card.json"), desk.at("previous.json")).expect("card");
    for n in 0..9 {
        fs::write(place(n), format!("# Place {n}.\n\nimport elsewhere_{n}\n\n\n{}", body(n))).expect("moved");
    }
    for n in 9..11 {
        fs::write(place(n), format!("# Place {n}.\n{}", body(n).replace("decide", "allow"))).expect("changed");
    }
    fs::remove_file(place(11)).expect("gone");
    git(repository.path(), &["add", "--all"]);
    git(repository.path(), &["commit", "--quiet", "--message=later"]);
    desk.good(&[
        "audit",
        &path,
        "-o",
        "later.json",
        "--date",
        "2026-01-02",
        "-q",
        "--no-cache",
        "--previous",
        "previous.json",
        "--reviews",
        "ledger.sqlite",
    ]);
    let later: Value = serde_json::from_slice(&fs::read(desk.at("later.json")).expect("card")).expect("JSON");
    let review = &later["depthgauge"]["review"];
    let carried = review["changes"].as_array().expect("changes");
    let stale = review["stale"].as_array().expect("stale");
    assert_eq!((carried.len(), stale.len()), (9, 3), "{review:#}");
    for (n, change) in carried.iter().enumerate() {
        assert_eq!(change["carried"]["moved"][0], format!("review/place{n}.py:2-4 -> review/place{n}.py:6-8"));
    }
    let reasons: Vec<&str> = stale.iter().filter_map(|stale| stale["reason"].as_str()).collect();
    assert_eq!(
        reasons,
        ["review/place9.py:2-4 changed", "review/place10.py:2-4 changed", "review/place11.py:2-4 is gone"]
    );
}

/// The n-th cell of the card whose finding can be replaced.
fn cell(desk: &Desk, n: usize) -> String {
    let card = desk.card();
    let criteria = card["criteria"].as_array().expect("criteria");
    let scored = criteria.iter().filter(|c| c["status"] == "scored" && c["counted"] == "default");
    let cells = scored.flat_map(|c| ["S", "C", "D", "B"].map(|p| format!("{}.{p}", c["id"].as_str().expect("id"))));
    cells.into_iter().nth(n).expect("a cell")
}

#[test]
fn a_dispute_travels_from_one_machine_to_another() {
    let (theirs, ours) = (Desk::new(EVERYTHING), Desk::new(EVERYTHING));
    let repository = crate::common::repository_of(&package().join("corpus/agents/shell-helper"));
    let path = repository.path().display().to_string();
    let files = git(repository.path(), &["ls-files"]);
    let file = files.lines().find(|name| name.ends_with(".py")).expect("a file");
    for desk in [&theirs, &ours] {
        desk.good(&["audit", &path, "-o", "card.json", "--date", "2026-01-01", "-q", "--no-cache"]);
    }
    let place = format!("{file}:1");
    let write = |place: &str, output: &str, more: &[&str]| {
        let mut words = vec![
            "dispute",
            "card.json",
            "C2.D",
            "--reason",
            "It asks by default.",
            "--evidence",
            place,
            "--repo",
            &path,
            "--by",
            "maintainer",
            "-o",
            output,
        ];
        words.extend(more);
        theirs.run(&words)
    };
    assert_eq!(write(&format!("{file}:99999"), "no.json", &[]).status.code(), Some(2));
    assert!(write(&place, "dispute.json", &[]).status.success());
    assert!(write(&place, "dispute.md", &["--markdown"]).status.success());
    fs::copy(theirs.at("dispute.json"), ours.at("dispute.json")).expect("sent");
    let id = ours.good(&["review", "receive", "dispute.json", "--repo", &path, "--by", "ada"]);
    let shown = |desk: &Desk| {
        desk.good(&[
            "audit",
            &path,
            "-o",
            "again.md",
            "--date",
            "2026-01-01",
            "-q",
            "--no-cache",
            "--reviews",
            "ledger.sqlite",
        ]);
        fs::read_to_string(desk.at("again.md")).expect("card")
    };
    let open = shown(&ours);
    assert!(
        open.contains("Disputed since ") && open.contains("by `maintainer`: D, `It asks by default.` (open)"),
        "{open}"
    );
    ours.good(&["review", "answer", &id, "--reason", "It does not in batch mode.", "--by", "ada"]);
    assert!(shown(&ours).contains("by `ada`: `It does not in batch mode.`"));
    assert!(ours.good(&["review", "list"]).contains("Nothing waits"));
    assert!(ours.good(&["review", "list", "--all"]).contains("answered"));
}
