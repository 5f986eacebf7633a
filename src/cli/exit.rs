//! The exit codes, and the one error that carries them.

use std::{fmt, process::ExitCode};

/// How the program ends. Nothing else gives an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The command did its work.
    Done = 0,
    /// The command did its work and the answer is no: a check found errors.
    No = 1,
    /// The command line, or a file it names, is wrong.
    Usage = 2,
    /// Nothing to audit: no repository there, or no agent in it.
    Nothing = 3,
    /// The audit is incomplete: something that rules would have read was not.
    Incomplete = 4,
    /// A defect of the program, or the machine failed it.
    Internal = 70,
}

impl Exit {
    pub const ALL: [Self; 6] = [Self::Done, Self::No, Self::Usage, Self::Nothing, Self::Incomplete, Self::Internal];

    pub fn code(self) -> u8 {
        self as u8
    }

    /// One line for the help text.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::No => "done, and the answer is no (a check found errors)",
            Self::Usage => "wrong command line, or a file named on it is wrong",
            Self::Nothing => "nothing to audit: no repository, or no agent in it",
            Self::Incomplete => "the audit is incomplete; the output lists what was not read",
            Self::Internal => "internal error",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// An error as the user meets it: what went wrong, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    pub exit: Exit,
    pub what: String,
    /// A path, a URL, an option; nothing where `what` says it all.
    pub place: Option<String>,
    pub advice: Option<String>,
}

impl Failure {
    pub fn new(exit: Exit, what: impl Into<String>) -> Self {
        Self { exit, what: what.into(), place: None, advice: None }
    }

    pub fn usage(what: impl Into<String>) -> Self {
        Self::new(Exit::Usage, what)
    }

    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }

    pub fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

/// `what: place` and a second line with the advice. Paths and messages may hold anything: control characters are
/// shown as escapes.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shown(&self.what))?;
        if let Some(place) = &self.place {
            write!(f, ": {}", shown(place))?;
        }
        if let Some(advice) = &self.advice {
            write!(f, "\n  {}", shown(advice))?;
        }
        Ok(())
    }
}

/// Text for a terminal: line breaks stay, other control and bidi characters do not act. No line starts like a command to
/// a build service, which `::` at its start would be.
pub(super) fn shown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if text[at..].starts_with("::") && out.rsplit('\n').next().is_some_and(|line| line.trim().is_empty()) {
            out.push('\\');
        }
        let acts = c.is_control() && c != '\n'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
        if acts {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_where_what_to_do() {
        let failure =
            Failure::usage("cannot read the card").at("a\u{1b}[2J.json").advice("give a JSON or Markdown card");
        assert_eq!(failure.to_string(), "cannot read the card: a\\u{1b}[2J.json\n  give a JSON or Markdown card");
    }

    #[test]
    fn no_line_is_a_command() {
        assert_eq!(shown("a\n  ::set-env name=x::y ::z\n::"), "a\n  \\::set-env name=x::y ::z\n\\::");
    }

    #[test]
    fn codes() {
        assert_eq!(Exit::ALL.map(Exit::code), [0, 1, 2, 3, 4, 70]);
    }
}
