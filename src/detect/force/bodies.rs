//! What a function does, and what is done with what it says, from its text.

use super::mentions::words;
use crate::{
    facts::{
        Call, FileFacts, Function, FunctionKind, Setting,
        control::{Range, Returned},
        graph::is_log,
    },
    syntax::Language,
};

/// What became of a parameter in its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Yes,
    /// Only put into a field of the same name.
    Kept,
    No,
}

pub(super) fn part(text: &str, range: Range) -> Option<&str> {
    text.get(range.start as usize..range.end as usize)
}

fn calls_in(facts: &FileFacts, part: Range) -> impl Iterator<Item = (u32, &Call, Range)> {
    let ranges = facts.control.calls.iter().copied();
    let all = (0_u32..).zip(&facts.calls).zip(ranges).map(|((index, call), range)| (index, call, range));
    all.filter(move |(_, _, range)| part.contains(*range))
}

/// Whether a function does nothing but give back what it was given, or one and the same answer: `judges` says that the
/// answer is a yes or a no. One that always refuses is none.
pub(super) fn is_stub(facts: &FileFacts, text: &str, index: u32, judges: bool) -> bool {
    let (Some(function), Some(range)) =
        (facts.functions.get(index as usize), facts.control.functions.get(index as usize).copied())
    else {
        return false;
    };
    let exits = facts.control.exits_of(index);
    if exits.is_empty() || function.decorators.iter().any(|d| d.ends_with("abstractmethod") || d.ends_with("overload"))
    {
        return false;
    }
    let mut given = Vec::new();
    for exit in exits {
        match exit.value {
            Returned::Raises => return false,
            Returned::Nothing => return false,
            _ => {}
        }
        let Some(said) = part(text, exit.at).map(said) else { return false };
        given.push(said);
    }
    let Some(first) = given.first().copied() else { return false };
    if given.iter().any(|said| *said != first) {
        return false;
    }
    let values: Vec<&str> = first.split(',').map(str::trim).collect();
    let is_parameter = |value: &&str| function.parameters.iter().any(|parameter| parameter.as_str() == *value);
    let unchanged = values.first().is_some_and(is_parameter)
        && values.iter().skip(1).all(|value| is_parameter(value) || is_nothing(value));
    (unchanged || judges && yes_of(function, first)) && does_nothing_else(facts, text, index, range)
}

/// What a condition takes for nothing.
pub(super) fn is_nothing(value: &&str) -> bool {
    matches!(*value, "nil" | "None" | "null" | "undefined")
}

/// Whether the value of a way out lets pass, as the name of the function has it.
pub(super) fn yes_of(function: &Function, said: &str) -> bool {
    // What a yes of these means is a no.
    let name = function.name.to_ascii_lowercase();
    let strict = ["need", "require", "should", "must", "danger", "block", "denied", "forbid", "unsafe"]
        .iter()
        .any(|word| name.contains(word));
    let values: Vec<&str> = said.split(',').map(str::trim).collect();
    let is_no = |value: &&str| matches!(*value, "False" | "false");
    let is_yes = |value: &&str| matches!(*value, "True" | "true");
    match strict {
        true => values.first().is_some_and(|value| is_no(value) || is_nothing(value)),
        false => {
            values.iter().all(|value| is_yes(value) || is_nothing(value))
                || values.first().is_some_and(is_yes) && values.len() == 2
        }
    }
}

/// The value of a way out, without the words around it.
pub(super) fn said(exit: &str) -> &str {
    let exit = exit.trim().trim_end_matches(';').trim_end();
    let exit = exit.strip_prefix("return").map_or(exit, str::trim);
    exit.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).unwrap_or(exit)
}

/// True where a body holds its ways out and lines of a log only.
fn does_nothing_else(facts: &FileFacts, text: &str, index: u32, range: Range) -> bool {
    let Some(whole) = part(text, range) else { return false };
    let mut left: Vec<u8> = whole.bytes().collect();
    let mut blank = |from: u32, to: u32| {
        let (from, to) = (from.saturating_sub(range.start) as usize, to.saturating_sub(range.start) as usize);
        if let Some(bytes) = left.get_mut(from..to) {
            bytes.fill(b' ');
        }
    };
    let Some(head) = head(whole) else { return false };
    blank(range.start, range.start + u32::try_from(head).unwrap_or(0));
    for (_, call, at) in calls_in(facts, range) {
        let inside_exit = facts.control.exits_of(index).iter().any(|exit| exit.at.contains(at));
        if inside_exit {
            return false;
        }
        if is_log(&call.callee) {
            blank(at.start, at.end);
        }
    }
    for exit in facts.control.exits_of(index) {
        blank(exit.at.start, exit.at.end);
    }
    let left = String::from_utf8_lossy(&left).into_owned();
    let left = without_docstring(&left);
    is_empty(&left)
}

/// Where the body of a function begins.
fn head(function: &str) -> Option<usize> {
    let mut depth = 0_i32;
    for (at, c) in function.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            '{' if depth == 0 => return Some(at + 1),
            ':' if depth == 0 && function[at + 1..].starts_with(['\n', '\r']) => return Some(at + 1),
            '=' if depth == 0 && function[at + 1..].starts_with('>') => {
                let rest = function[at + 2..].trim_start();
                let skipped = function.len() - rest.len();
                return Some(if rest.starts_with('{') { skipped + 1 } else { skipped });
            }
            _ => {}
        }
    }
    None
}

fn without_docstring(body: &str) -> String {
    let trimmed = body.trim_start();
    for mark in ["\"\"\"", "'''"] {
        if let Some(rest) = trimmed.strip_prefix(mark) {
            return rest.split_once(mark).map_or(String::new(), |(_, rest)| rest.to_owned());
        }
    }
    trimmed.to_owned()
}

/// The names that a call's result is given to, where it is given to names only; `new`: that are declared there.
fn given_to(text: &str, at: Range, new: bool) -> Vec<&str> {
    let start = at.start as usize;
    let from = text.get(..start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let Some(before) = text.get(from..start) else { return Vec::new() };
    let mut before = before.trim();
    while let Some(rest) = before.strip_suffix("await").or_else(|| before.strip_suffix("yield")) {
        before = rest.trim_end();
    }
    let Some(left) = before.strip_suffix(":=").or_else(|| before.strip_suffix('=')) else { return Vec::new() };
    if left.ends_with(['=', '!', '<', '>', '+', '|', '&']) {
        return Vec::new();
    }
    // `name=` without a blank is an argument.
    let keyword = before.ends_with('=') && !left.ends_with([' ', '\t', ':']);
    let left = left.trim();
    let declared = ["const ", "let ", "var "].iter().find_map(|word| left.strip_prefix(word));
    if new && declared.is_none() && !before.ends_with(":=") || !new && keyword {
        return Vec::new();
    }
    let left = declared.unwrap_or(left);
    let left = left.split(':').next().unwrap_or(left);
    let names: Vec<&str> = left.split(',').map(str::trim).collect();
    let plain = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if names.iter().all(plain) { names } else { Vec::new() }
}

/// The text of the function that a call stands in.
fn around<'t>(facts: &FileFacts, text: &'t str, call: &Call) -> Option<&'t str> {
    let function = call.function? as usize;
    let is_class = facts.functions.get(function).is_none_or(|function| function.kind == FunctionKind::Class);
    part(text, facts.control.functions.get(function).copied().filter(|_| !is_class)?)
}

fn count(text: &str, name: &str) -> usize {
    words(text).filter(|(_, word)| *word == name).count()
}

/// True where a call's result is put into a variable of its function that is not looked at.
pub(super) fn is_unread_variable(facts: &FileFacts, text: &str, at: u32, language: Language) -> bool {
    let (Some(call), Some(range)) = (facts.calls.get(at as usize), facts.control.calls.get(at as usize).copied())
    else {
        return false;
    };
    // In Python a name that is given a value is the function's own; `global` would be another mention.
    let names = given_to(text, range, language != Language::Python);
    let Some(body) = around(facts, text, call) else { return false };
    // The call is the whole of what is given.
    let after = text.get(range.end as usize..).unwrap_or_default();
    let whole = after.trim_start_matches([' ', '\t', ')']).starts_with(['\n', '\r', ';']) || after.trim().is_empty();
    whole && !names.is_empty() && names.iter().all(|name| *name == "_" || count(body, name) == 1)
}

/// True where a refusal of a call by exception is caught beside it, and what follows runs nevertheless.
pub(super) fn is_swallowed(facts: &FileFacts, text: &str, at: u32) -> bool {
    let Some(range) = facts.control.calls.get(at as usize).copied() else { return false };
    if !given_to(text, range, false).is_empty() {
        return false;
    }
    let around = facts.control.attempts.iter().filter(|attempt| attempt.swallows() && attempt.body.contains(range));
    around.min_by_key(|attempt| attempt.body.end - attempt.body.start).is_some_and(|attempt| {
        let alone = calls_in(facts, attempt.body)
            .all(|(_, call, other)| other.start <= range.start || range.contains(other) || is_log(&call.callee));
        let leaves =
            facts.control.exits.iter().any(|exit| attempt.body.contains(exit.at) && exit.at.start > range.start);
        let handled = attempt.handlers.iter().any(|(handler, leaves)| *leaves || !says_nothing(facts, text, *handler));
        alone && !leaves && !handled
    })
}

/// True where a part of statements only writes into a log. An expression is a value that somebody takes.
fn says_nothing(facts: &FileFacts, text: &str, range: Range) -> bool {
    let Some(whole) = part(text, range) else { return false };
    let logs: Vec<Range> =
        calls_in(facts, range).filter(|(_, call, _)| is_log(&call.callee)).map(|(_, _, at)| at).collect();
    let quiet = calls_in(facts, range).all(|(_, _, at)| logs.iter().any(|log| log.contains(at)));
    let leaves = facts.control.exits.iter().any(|exit| range.contains(exit.at));
    let mut left: Vec<u8> = whole.bytes().collect();
    for log in logs {
        let (from, to) = (log.start.saturating_sub(range.start) as usize, log.end.saturating_sub(range.start) as usize);
        if let Some(bytes) = left.get_mut(from..to) {
            bytes.fill(b' ');
        }
    }
    let left = String::from_utf8_lossy(&left).into_owned();
    quiet && !leaves && is_empty(without_head(&left))
}

/// What follows the first line of `except X as e:` or `catch (e) {`.
fn without_head(part: &str) -> &str {
    let opens = ["except", "catch", "else", "finally"].iter().any(|word| part.trim_start().starts_with(word));
    let head = part.find(":\n").or_else(|| part.find(":\r")).or_else(|| part.find('{')).filter(|_| opens);
    head.map_or(part, |at| &part[at + 1..])
}

fn is_empty(statements: &str) -> bool {
    let mut words = statements.split(|c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}'));
    words.all(|word| matches!(word, "" | "await" | "void" | "pass" | "=>"))
}

/// True where a call's answer is asked for and nothing hangs on it.
pub(super) fn is_passed_over(facts: &FileFacts, text: &str, at: u32) -> bool {
    let (Some(call), Some(range)) = (facts.calls.get(at as usize), facts.control.calls.get(at as usize).copied())
    else {
        return false;
    };
    let own = |branch: &&crate::facts::control::Branch| branch.function == call.function;
    let quiet = |branch: &crate::facts::control::Branch| {
        let then = branch.then.is_empty() || says_nothing(facts, text, branch.then);
        let otherwise = branch.otherwise.is_empty() || says_nothing(facts, text, branch.otherwise);
        !branch.then_leaves && !branch.otherwise_leaves && !branch.then.is_empty() && then && otherwise
    };
    let mut direct =
        facts.control.branches.iter().filter(own).filter(|branch| branch.condition.contains(range)).peekable();
    if direct.peek().is_some() {
        return given_to(text, range, false).is_empty() && direct.all(quiet);
    }
    let names = given_to(text, range, false);
    let [name] = names[..] else { return false };
    let Some(body) = around(facts, text, call) else { return false };
    let asking: Vec<_> = facts
        .control
        .branches
        .iter()
        .filter(own)
        .filter(|branch| branch.condition.start > range.end)
        .filter(|branch| part(text, branch.condition).is_some_and(|condition| count(condition, name) > 0))
        .collect();
    let asked: usize = asking
        .iter()
        .map(|branch| {
            [branch.condition, branch.then, branch.otherwise]
                .iter()
                .filter_map(|at| part(text, *at))
                .map(|t| count(t, name))
                .sum::<usize>()
        })
        .sum();
    !asking.is_empty() && count(body, name) == 1 + asked && asking.into_iter().all(quiet)
}

/// True for a function that says yes or no by its result.
pub(super) fn answers(facts: &FileFacts, text: &str, index: u32) -> bool {
    let exits = facts.control.exits_of(index);
    let mut yes_or_no = exits.iter().filter_map(|exit| part(text, exit.at)).map(said).peekable();
    yes_or_no.peek().is_some()
        && yes_or_no.all(|said| {
            matches!(said, "True" | "False" | "true" | "false")
                || [" == ", " != ", " === ", " in ", " && ", " || ", " and ", " or "]
                    .iter()
                    .any(|sign| said.contains(sign))
                || said.starts_with(['!'])
                || said.starts_with("not ")
        })
}

/// What the function of a parameter with a default does with it.
pub(super) fn parameter(facts: &FileFacts, text: &str, setting: &Setting) -> Read {
    let body = setting.function.and_then(|function| {
        let range = facts.control.functions.get(function as usize).copied()?;
        let whole = part(text, range)?;
        Some((head(whole)?, whole))
    });
    let Some((head, whole)) = body else { return Read::Yes };
    let (before, body) = whole.split_at(head);
    let name = setting.written.as_str();
    // Properties that a constructor declares in its head, and what takes everything that it is given.
    if ["private ", "public ", "readonly ", "protected "].iter().any(|word| before.contains(word))
        || words(body).any(|(_, word)| matches!(word, "locals" | "arguments" | "kwargs"))
        || does_little(body)
    {
        return Read::Yes;
    }
    let mut kept = false;
    for line in body.lines() {
        let plain = line.trim().trim_end_matches(';');
        let own = ["self.", "this."].iter().any(|own| {
            plain.strip_prefix(own).is_some_and(|rest| {
                rest.split_once('=').is_some_and(|(left, right)| {
                    left.split(':').next().unwrap_or(left).trim() == name && right.trim() == name
                })
            })
        });
        match count(line, name) {
            0 => {}
            _ if own => kept = true,
            _ => return Read::Yes,
        }
    }
    if kept { Read::Kept } else { Read::No }
}

/// A body that only says what others do.
fn does_little(body: &str) -> bool {
    let body = without_docstring(body);
    body.split(|c: char| c.is_whitespace() || matches!(c, ';' | '{' | '}'))
        .filter(|word| !word.is_empty())
        .take(4)
        .count()
        < 3
        || body.contains("NotImplemented")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::extract;

    fn facts(language: Language, text: &str) -> FileFacts {
        extract(language, "a", text).facts
    }

    fn function(facts: &FileFacts, name: &str) -> u32 {
        facts.functions.iter().position(|function| function.name == name).expect("the function") as u32
    }

    fn call(facts: &FileFacts, callee: &str) -> u32 {
        facts.calls.iter().position(|call| call.callee.ends_with(callee)).expect("the call") as u32
    }

    #[test]
    fn stubs() {
        let text = "\
def allow(x):
    \"\"\"Ask a person.\"\"\"
    return True

def logs(x):
    print(f'asking {x}')
    return True

def asks(x):
    print(x)
    return input('ok? ') == 'y'

def either(x):
    if x:
        return True
    return False

def refuses(x):
    return False

def needs_approval(x):
    return True

def redact(text):
    return text

def cut(text):
    return text[:10]

def kept(text):
    store.append(text)
    return text
";
        let facts = facts(Language::Python, text);
        for (name, judges, expected) in [
            ("allow", true, true),
            ("allow", false, false),
            ("logs", true, true),
            ("asks", true, false),
            ("either", true, false),
            ("refuses", true, false),
            ("needs_approval", true, false),
            ("redact", false, true),
            ("cut", false, false),
            ("kept", false, false),
        ] {
            assert_eq!(is_stub(&facts, text, function(&facts, name), judges), expected, "{name} {judges}");
        }
    }

    #[test]
    fn stubs_of_other_languages() {
        let text = "\
export async function confirmAction(action: string): Promise<boolean> {
  console.error(`approval: ${action}`);
  return true;
}
export const same = (text: string) => text;
export function asks(action: string): boolean {
  return prompt(action) === 'y';
}
";
        let script = facts(Language::TypeScript, text);
        for (name, expected) in [("confirmAction", true), ("same", true), ("asks", false)] {
            assert_eq!(is_stub(&script, text, function(&script, name), true), expected, "{name}");
        }
        let text = "package a\n\nfunc check(c string) error {\n\treturn nil\n}\n\nfunc real(c string) error {\n\tif c == \
                    \"\" {\n\t\treturn errors.New(c)\n\t}\n\treturn nil\n}\n";
        let go = facts(Language::Go, text);
        assert!(is_stub(&go, text, function(&go, "check"), true) && !is_stub(&go, text, function(&go, "real"), true));
    }

    #[test]
    fn refusals_that_are_passed_over() {
        let text = "\
def one(c):
    try:
        require(c)
    except Refused:
        log.info('no')
    run(c)

def two(c):
    try:
        require(c)
    except Refused:
        return 'no'
    run(c)

def three(c):
    try:
        require(c)
        run(c)
    except Refused:
        pass
";
        let python = facts(Language::Python, text);
        let swallowed: Vec<bool> = (0..python.calls.len() as u32)
            .filter(|at| python.calls[*at as usize].callee == "require")
            .map(|at| is_swallowed(&python, text, at))
            .collect();
        assert_eq!(swallowed, [true, false, false]);
        let text = "package a\n\nfunc run(c string) {\n\tok := allow(c)\n\tif !ok {\n\t\tlog.Println(c)\n\t}\n\tstart(c)\n}\n\n\
                    func held(c string) {\n\tok := permit(c)\n\tif !ok {\n\t\treturn\n\t}\n\tstart(c)\n}\n";
        let go = facts(Language::Go, text);
        assert!(is_passed_over(&go, text, call(&go, "allow")) && !is_passed_over(&go, text, call(&go, "permit")));
    }

    #[test]
    fn answers_that_nobody_reads() {
        let text = "\
async function run(c) {
  const approved = await ask(c);
  start(c);
}
async function held(c) {
  const approved = await confirm(c);
  if (approved) start(c);
}
";
        let script = facts(Language::TypeScript, text);
        assert!(is_unread_variable(&script, text, call(&script, "ask"), Language::TypeScript));
        assert!(!is_unread_variable(&script, text, call(&script, "confirm"), Language::TypeScript));
    }

    #[test]
    fn parameters() {
        let text = "\
class Loop:
    def __init__(self, max_steps=10):
        self.max_steps = max_steps
        self.client = Client()

    def run(self, limit=3):
        first = self.client.ask()
        return first

    def held(self, limit=3):
        for _ in range(limit):
            self.client.ask()
";
        let python = facts(Language::Python, text);
        let read: Vec<Read> = python
            .settings
            .iter()
            .filter(|setting| setting.kind == crate::facts::SettingKind::Parameter)
            .map(|setting| parameter(&python, text, setting))
            .collect();
        assert_eq!(read, [Read::Kept, Read::No, Read::Yes]);
    }
}
