//! Safety levels of commands: one table, shown in every help text, and the gate that each write passes.

use std::{cell::Cell, fmt};

use clap::{ArgMatches, Command};

use super::exit::{Exit, Failure};

/// How far a command may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Reads; of what it writes only the program's own cache stays.
    L0,
    /// Writes files that the command line names, and entries of the ledger.
    L1,
    /// Seals a proposal; changes no card.
    L2,
    /// Changes a card by an approved proposal.
    L3,
}

impl Level {
    fn words(self) -> &'static str {
        match self {
            Self::L0 => "reads only",
            Self::L1 => "writes only files named on the command line, the cache or the ledger",
            Self::L2 => "proposes a change, makes none",
            Self::L3 => "changes a card by an approved proposal",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// Every command by its words; those below one that has no line of their own have its level.
const LEVELS: [(&str, Level); 46] = [
    ("agreement", Level::L0),
    ("assess", Level::L1),
    ("audit", Level::L0),
    ("badge", Level::L0),
    ("baseline", Level::L1),
    ("cache clear", Level::L1),
    ("cache info", Level::L0),
    ("card", Level::L0),
    ("check", Level::L0),
    ("claims", Level::L0),
    ("comment", Level::L0),
    ("compare", Level::L0),
    ("diff", Level::L0),
    ("dispute", Level::L0),
    ("draft", Level::L0),
    ("explain", Level::L0),
    ("history", Level::L0),
    ("inventory", Level::L0),
    ("ledger export", Level::L0),
    ("ledger root", Level::L0),
    ("ledger verify", Level::L0),
    ("policy", Level::L0),
    ("policy upgrade", Level::L1),
    ("render", Level::L0),
    ("review answer", Level::L1),
    ("review apply", Level::L3),
    ("review approve", Level::L1),
    ("review confirm", Level::L1),
    ("review keygen", Level::L1),
    ("review list", Level::L0),
    ("review propose", Level::L2),
    ("review queue", Level::L0),
    ("review receive", Level::L1),
    ("review reject", Level::L1),
    ("review show", Level::L0),
    ("rules docs", Level::L1),
    ("rules lint", Level::L0),
    ("rules list", Level::L0),
    ("rules new", Level::L1),
    ("rules schema", Level::L0),
    ("rules show", Level::L0),
    ("rules test", Level::L0),
    ("search", Level::L0),
    ("signals", Level::L0),
    ("site", Level::L1),
    ("targets", Level::L0),
];

/// Where one of these is asked for, a command that reads writes what is named there.
const FILES: [&str; 4] = ["output", "private", "fix", "github"];

/// The level of a command by its words (`review apply`), `None` for one that the table does not have.
fn level_of(path: &str) -> Option<Level> {
    let known = |words: &str| LEVELS.iter().find(|(name, _)| *name == words).map(|(_, level)| *level);
    known(path).or_else(|| known(path.split(' ').next()?))
}

/// The command line with the level in the help of every command.
pub(super) fn shown(command: Command) -> Command {
    add(command, "")
}

fn add(command: Command, above: &str) -> Command {
    command.mut_subcommands(|sub| {
        let path = format!("{above}{}", sub.get_name());
        let sub = add(sub, &format!("{path} "));
        let Some(level) = level_of(&path).filter(|_| !sub.has_subcommands()) else { return sub };
        let options: Vec<&str> =
            FILES.into_iter().filter(|id| sub.get_arguments().any(|arg| arg.get_id() == id)).collect();
        let more = match (level, &options[..]) {
            (Level::L0, [_, ..]) => {
                let names: Vec<String> = options.iter().map(|id| format!("--{id}")).collect();
                format!("; with {} L1: writes the files that it names", names.join(" or "))
            }
            _ => String::new(),
        };
        let help = sub.get_after_help().map(|help| format!("{help}\n\n")).unwrap_or_default();
        sub.after_help(format!("{help}Safety level {level}: {}{more}", level.words()))
    })
}

/// The level of what was asked for. A command without one may read, no more.
pub(super) fn asked(matches: &ArgMatches) -> Level {
    let (mut path, mut inner) = (String::new(), matches);
    while let Some((name, below)) = inner.subcommand() {
        path = if path.is_empty() { name.to_owned() } else { format!("{path} {name}") };
        inner = below;
    }
    let writes = FILES.into_iter().any(|id| {
        inner.try_contains_id(id).unwrap_or(false)
            && inner.value_source(id).is_some_and(|source| source == clap::parser::ValueSource::CommandLine)
    });
    level_of(&path).unwrap_or(Level::L0).max(if writes { Level::L1 } else { Level::L0 })
}

thread_local! {
    static CEILING: Cell<Option<Level>> = const { Cell::new(None) };
}

/// The level that this thread may not exceed, for the threads that work for it.
pub(super) fn ceiling() -> Option<Level> {
    CEILING.get()
}

/// Binds a thread that works for a command to its level.
pub(super) fn bind(level: Option<Level>) {
    CEILING.set(level);
}

/// Runs a command within its level.
pub(super) fn within<T>(level: Level, run: impl FnOnce() -> T) -> T {
    struct Restore(Option<Level>);
    impl Drop for Restore {
        fn drop(&mut self) {
            CEILING.set(self.0);
        }
    }
    let _restore = Restore(CEILING.replace(Some(level)));
    run()
}

/// The gate: what needs a level that the running command does not have is refused. Outside of a command, as in tests of
/// parts, nothing is.
pub(super) fn require(needed: Level, what: &str) -> Result<(), Failure> {
    match CEILING.get() {
        Some(level) if level < needed => Err(Failure::new(
            Exit::Internal,
            format!("{what} needs safety level {needed}, and this command has {level}: nothing was written"),
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::args::Cli;

    fn leaves(command: &Command, above: &str, out: &mut Vec<String>) {
        for sub in command.get_subcommands() {
            let path = format!("{above}{}", sub.get_name());
            if sub.has_subcommands() {
                leaves(sub, &format!("{path} "), out);
            } else {
                out.push(path);
            }
        }
    }

    #[test]
    fn threads_of_a_command_are_bound_like_it() {
        let refused = |level: Level| {
            within(level, || super::super::pool(Some(2)).expect("pool").install(|| require(Level::L1, "x").is_err()))
        };
        assert!(refused(Level::L0));
        assert!(!refused(Level::L1));
    }

    #[test]
    fn no_command_lacks_a_level_and_help_shows_it() {
        let mut names = Vec::new();
        leaves(&Cli::command(), "", &mut names);
        assert!(names.len() > 15, "{names:?}");
        for name in &names {
            let level = level_of(name).unwrap_or_else(|| panic!("`{name}` has no line in LEVELS"));
            let mut command = shown(Cli::command());
            let mut sub = &mut command;
            for word in name.split(' ') {
                sub = sub.find_subcommand_mut(word).expect("command");
            }
            let help = sub.render_help().to_string();
            assert!(help.contains(&format!("Safety level {level}: ")), "{help}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_says_each_command_once() {
        assert!(LEVELS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn a_file_named_on_the_line_raises_a_reader() {
        let level = |words: &[&str]| {
            let words = std::iter::once("depthgauge").chain(words.iter().copied());
            asked(&Cli::command().try_get_matches_from(words).expect("command line"))
        };
        assert_eq!(level(&["audit", "x"]), Level::L0);
        assert_eq!(level(&["audit", "x", "-o", "y"]), Level::L1);
        assert_eq!(level(&["audit", "x", "--private", "y"]), Level::L1);
        assert_eq!(level(&["cache", "clear"]), Level::L1);
        assert_eq!(level(&["rules", "docs"]), Level::L1);
    }

    #[test]
    fn a_command_never_does_more_than_its_level() {
        within(Level::L1, || {
            assert!(require(Level::L1, "a file").is_ok());
            let refused = require(Level::L3, "changing a card").unwrap_err();
            assert!(refused.to_string().contains("needs safety level L3, and this command has L1"));
            within(Level::L3, || assert!(require(Level::L3, "changing a card").is_ok()));
            assert!(require(Level::L2, "a proposal").is_err());
        });
        assert!(require(Level::L3, "outside").is_ok());
    }
}
