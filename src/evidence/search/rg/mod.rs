//! A search as people record it: an `rg` command of the usual options, read as a POSIX shell and ripgrep read it, and
//! counted over the files of a snapshot as ripgrep would print it in a clean clone.

mod options;
mod run;
mod shell;
mod walk;

use thiserror::Error;

pub use options::{Mode, RgSearch};
pub use run::{Counted, count};

/// Why a search cannot be counted. Each message names the part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RgError {
    #[error("the command is empty")]
    Empty,
    #[error("the command starts with `{0}`, not with `rg`")]
    NotRipgrep(String),
    #[error("a quote `{0}` is not closed")]
    OpenQuote(char),
    #[error("unquoted `{0}` means something to a shell: quote it")]
    Shell(char),
    #[error("`{0}` within double quotes is replaced by a shell: use single quotes")]
    Expanded(char),
    #[error("the option `{0}` is not one that can be counted here")]
    Option(String),
    #[error("the option `{0}` needs a value")]
    NoValue(String),
    #[error("the option `{0}` takes no value")]
    UnexpectedValue(String),
    #[error("`{value}` is no value of `{option}`")]
    Value { option: String, value: String },
    #[error("there is no pattern")]
    NoPattern,
    #[error("there is no path to search: name one, `.` for all")]
    NoScope,
    #[error("`{0}` lies outside of the repository")]
    Outside(String),
    #[error("{0} is no regular expression: {1}")]
    Pattern(String, String),
    #[error("the glob `{0}` is not valid: {1}")]
    Glob(String, String),
    #[error("ripgrep knows no file type `{0}`")]
    Type(String),
}
