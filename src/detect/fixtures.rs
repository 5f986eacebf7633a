//! `rules test`: every rule over the fixtures beside it, marked line by line.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::LazyLock,
};

use regex::Regex;

use super::{BaseTexts, Extent, Input, Plan, Signal, detect};
use crate::{
    facts::{self, Context, ReadOptions},
    rulebook::{Rule, Rulebook},
    source::{Entry, EntryKind, RepoPath, Unread},
};

/// What became of a mark that does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// `expect:` and no match.
    Missing,
    /// `ok:` and a match.
    Noisy,
    /// `known-miss:` that matches now, `known-noise:` that no longer does: the mark is out of date.
    Outdated,
    /// A mark that names no rule, a fixture that could not be read.
    Broken,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    pub file: String,
    /// 1-based.
    pub line: u32,
    pub verdict: Verdict,
    pub rule: String,
    pub detail: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {:?}: {}: {}", self.file, self.line, self.verdict, self.rule, self.detail)
    }
}

/// Counts and problems, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FixtureReport {
    pub rules: usize,
    pub fixtures: usize,
    pub expected: usize,
    pub ok: usize,
    pub known_misses: usize,
    pub known_noise: usize,
    /// Matches of a rule in its own fixtures that no mark speaks of.
    pub unmarked: usize,
    pub problems: Vec<Problem>,
}

impl fmt::Display for FixtureReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        let count = |verdict| self.problems.iter().filter(|p| p.verdict == verdict).count();
        write!(
            f,
            "{}: {} in {}; marks: {} `expect`, {} `ok`, {} `known-miss`, {} `known-noise`; {} {} without a mark; failed: \
             {} missing, {} noisy, {} outdated, {} broken",
            if self.problems.is_empty() { "passed" } else { "failed" },
            counted(self.rules, "rule"),
            counted(self.fixtures, "fixture"),
            self.expected,
            self.ok,
            self.known_misses,
            self.known_noise,
            self.unmarked,
            if self.unmarked == 1 { "match" } else { "matches" },
            count(Verdict::Missing),
            count(Verdict::Noisy),
            count(Verdict::Outdated),
            count(Verdict::Broken)
        )
    }
}

fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkKind {
    Expect,
    Ok,
    KnownMiss,
    KnownNoise,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Mark {
    kind: MarkKind,
    rule: String,
    line: u32,
    /// Line of the mark itself.
    at: u32,
}

static MARK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:#|//|--|<!--|/\*)\s*(expect|ok|known-miss|known-noise):\s*([a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*)")
        .expect("a valid pattern")
});

/// A mark speaks of its own line, or, alone on a line, of the next line that is no mark.
fn marks(text: &str) -> Vec<Mark> {
    let lines: Vec<&str> = text.lines().collect();
    let alone = |line: &str| MARK.find(line).is_some_and(|m| line[..m.start()].trim().is_empty());
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let target = match alone(line) {
            true => (index + 1..lines.len()).find(|i| !alone(lines[*i])).unwrap_or(index),
            false => index,
        };
        for captures in MARK.captures_iter(line) {
            let kind = match &captures[1] {
                "expect" => MarkKind::Expect,
                "ok" => MarkKind::Ok,
                "known-miss" => MarkKind::KnownMiss,
                _ => MarkKind::KnownNoise,
            };
            for rule in captures[2].split(',') {
                let (line, at) = (target as u32 + 1, index as u32 + 1);
                found.push(Mark { kind, rule: rule.trim().to_owned(), line, at });
            }
        }
    }
    found
}

/// Rule and path within an imagined repository of a fixture: `x.py` is `x.py`, `x.fixture.Dockerfile` is `Dockerfile`,
/// `x.fixture.md` is `fixture.md`, `x.fixture.migrations/1.sql` is `migrations/1.sql`.
pub(crate) fn fixture_of(path: &str) -> Option<(&str, String)> {
    let (_, name) = path.strip_prefix("signals/")?.split_once('/')?;
    if let Some((id, rest)) = name.split_once(".fixture.") {
        let extension = !rest.contains(['.', '/']) && rest.len() <= 5 && rest.bytes().all(|b| b.is_ascii_lowercase());
        return Some((id, if extension { format!("fixture.{rest}") } else { rest.to_owned() }));
    }
    let (id, extension) = name.split_once('.')?;
    (extension != "yaml").then(|| (id, name.to_owned()))
}

/// Runs every rule over every fixture. `only`: rules whose fixtures are run, all if empty.
pub fn test_fixtures(rulebook: &Rulebook, only: &[String]) -> FixtureReport {
    // What a file is to the product is no matter here: a fixture shows code, not a place.
    let mut rules: Vec<Rule> = rulebook.rules.values().cloned().collect();
    for rule in &mut rules {
        rule.context = vec![Context::Product];
    }
    let plan = Plan::of(&rules);
    let mut report = FixtureReport::default();
    let mut with_fixture = BTreeSet::new();
    for (path, text) in &rulebook.sources {
        let Some((id, name)) = fixture_of(path) else { continue };
        if !only.is_empty() && !only.iter().any(|o| o == id) {
            continue;
        }
        with_fixture.insert(id);
        report.fixtures += 1;
        match signals(&plan, rulebook, &name, text) {
            Some((signals, calls)) => judge(rulebook, path, id, &marks(text), &signals, &calls, &mut report),
            None => report.problems.push(Problem {
                file: path.clone(),
                line: 1,
                verdict: Verdict::Broken,
                rule: id.to_owned(),
                detail: "could not be read".into(),
            }),
        }
    }
    report.rules = with_fixture.len();
    report.problems.sort();
    report
}

/// Resolved names of calls by their first line.
type Calls = BTreeMap<u32, Vec<String>>;

/// The fixture as the only file of a repository: its matches, and what it calls.
fn signals(plan: &Plan<'_>, rulebook: &Rulebook, name: &str, text: &str) -> Option<(Vec<Signal>, Calls)> {
    let read = |_: &Entry, _: u64| -> Result<Vec<u8>, Unread> { Ok(text.as_bytes().to_vec()) };
    let entry = Entry { path: RepoPath::new(name.as_bytes()), kind: EntryKind::File, executable: false };
    let options = ReadOptions { base: "", rules: &rulebook.scope, searches: None, cache: None };
    let base = facts::read(&[entry], || Ok::<_, ()>(read), &options).ok()?;
    let file = base.files.first()?;
    let input = Input { context: Context::Product, in_scope: true, ..Input::from(file) };
    let mut calls = Calls::new();
    for call in &file.facts.calls {
        calls.entry(call.span.start).or_default().push(format!("`{}`", call.callee));
    }
    Some((
        detect(
            plan,
            &[input],
            &BaseTexts { base: &base, read: &read },
            Some(&super::Ways::new(&base)),
            Extent::Excerpt,
        ),
        calls,
    ))
}

fn judge(
    rulebook: &Rulebook,
    path: &str,
    id: &str,
    marks: &[Mark],
    signals: &[Signal],
    calls: &Calls,
    report: &mut FixtureReport,
) {
    let mut problem = |mark: &Mark, verdict: Verdict, detail: &str| {
        report.problems.push(Problem {
            file: path.to_owned(),
            line: mark.line,
            verdict,
            rule: mark.rule.clone(),
            detail: detail.to_owned(),
        });
    };
    // A match of a whole file stands on line 1, where a mark alone on its line may stand itself.
    let covers = |s: &Signal, m: &Mark| {
        s.rule == m.rule && ((s.lines.start..=s.lines.end).contains(&m.line) || (m.at == 1 && s.lines.start == 1))
    };
    let starts = |s: &Signal, m: &Mark| s.rule == m.rule && s.lines.start == m.line;
    for mark in marks {
        if !rulebook.rules.contains_key(&mark.rule) {
            problem(mark, Verdict::Broken, "the mark names no rule");
            continue;
        }
        let covered = signals.iter().any(|s| covers(s, mark));
        let started = signals.iter().any(|s| starts(s, mark));
        match mark.kind {
            MarkKind::Expect if !covered => {
                let called = calls.get(&mark.line).map(|names| format!("; the line calls {}", names.join(", ")));
                let detail = "expected a match, there is none".to_owned() + &called.unwrap_or_default();
                problem(mark, Verdict::Missing, &detail);
            }
            MarkKind::Ok if started => problem(mark, Verdict::Noisy, "matches, and must not"),
            MarkKind::KnownMiss if started => {
                problem(mark, Verdict::Outdated, "is no longer missed: mark it `expect:`")
            }
            MarkKind::KnownNoise if !covered => problem(mark, Verdict::Outdated, "is no longer noise: mark it `ok:`"),
            _ => {}
        }
    }
    let count = |kind: MarkKind| marks.iter().filter(|m| m.kind == kind).count();
    report.expected += count(MarkKind::Expect);
    report.ok += count(MarkKind::Ok);
    report.known_misses += count(MarkKind::KnownMiss);
    report.known_noise += count(MarkKind::KnownNoise);
    let own = signals.iter().filter(|s| s.rule == id);
    // The words of a mark are no finding.
    report.unmarked += own.filter(|s| !marks.iter().any(|m| covers(s, m) || m.at == s.lines.start)).count();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_speak_of_their_line_or_the_next() {
        let text = "a() # expect: x\n// ok: x, y\n# known-miss: z\nb()\n<!-- known-noise: n -->\n";
        let found: Vec<(u32, String)> = marks(text).into_iter().map(|m| (m.line, m.rule)).collect();
        let wanted = [(1, "x"), (4, "x"), (4, "y"), (4, "z"), (5, "n")];
        assert_eq!(found, wanted.map(|(l, r)| (l, r.to_owned())));
    }

    #[test]
    fn names_of_fixtures() {
        let of = |path| fixture_of(path).map(|(id, name)| format!("{id} {name}"));
        assert_eq!(of("signals/C4/a.py").as_deref(), Some("a a.py"));
        assert_eq!(of("signals/C4/a.yaml"), None);
        assert_eq!(of("signals/C4/a.fixture.Dockerfile").as_deref(), Some("a Dockerfile"));
        assert_eq!(of("signals/C4/a.fixture.md").as_deref(), Some("a fixture.md"));
        assert_eq!(of("signals/C4/a.fixture.x.yaml").as_deref(), Some("a x.yaml"));
        assert_eq!(of("signals/C4/a.fixture.migrations/1.sql").as_deref(), Some("a migrations/1.sql"));
    }
}
