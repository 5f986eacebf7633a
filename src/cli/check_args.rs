//! Arguments of the commands about cards that exist already.

use std::path::PathBuf;

use clap::Args;

use super::{
    args::{EXIT_CODES, OutputArgs},
    date::Date,
};

/// Prove a score card, or prove it wrong
///
/// CARD is JSON, Markdown in either dialect, or a draft in YAML. Schema, arithmetic, the rules of the method and links
/// are checked from the card alone; with --repo every cited line and literal is looked up at the pinned commit, and
/// every search is run again. Each problem has a code, its place, and what would be right; under them stand the texts
/// of each level and of the next. Errors end with exit code 1.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct CheckArgs {
    /// Card to check, `-` for standard input
    pub card: PathBuf,

    /// The repository, a path or a URL; it is read at the commit that the card names
    #[arg(long, value_name = "PATH|URL")]
    pub repo: Option<String>,

    /// Follow the cited places to this commit, and say which levels may be out of date
    #[arg(long, value_name = "REV", requires = "repo")]
    pub at: Option<String>,

    /// Repair what is computed (figures, band, links, hits; with --at the commit and places that moved), and say what
    /// changed
    #[arg(long)]
    pub fix: bool,

    /// File for the repaired card, `-` for standard output [default: the card itself]
    #[arg(short, long, value_name = "FILE", requires = "fix")]
    pub output: Option<PathBuf>,

    /// The report as JSON
    #[arg(long)]
    pub json: bool,
}

/// Run a recorded search as ripgrep would in a clean clone, and print the evidence to paste
///
/// SEARCH is one `rg` command in quotes. Options that cannot be counted are errors.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct SearchArgs {
    /// The command: "rg -n -i approv"
    pub search: String,

    /// Paths to search
    #[arg(value_name = "SCOPE", required = true)]
    pub scope: Vec<String>,

    /// The repository, a path or a URL [default: the one around this folder]
    #[arg(long, value_name = "PATH|URL")]
    pub repo: Option<String>,

    /// Commit: branch, tag or hash [default: HEAD]
    #[arg(long, value_name = "REV")]
    pub rev: Option<String>,

    /// As a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Write the authored fields of a card as YAML, with the text of each level and of the next beside it
///
/// Without CARD a draft of a repository with nothing in it.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct DraftArgs {
    /// Card to take the fields from
    pub card: Option<PathBuf>,

    /// Without CARD: the repository, a path or a URL [default: the one around this folder]
    #[arg(long, value_name = "PATH|URL", conflicts_with = "card")]
    pub repo: Option<String>,

    /// Without CARD: commit to rate [default: HEAD]
    #[arg(long, value_name = "REV", conflicts_with = "card")]
    pub rev: Option<String>,

    /// Without CARD: date on the card [default: SOURCE_DATE_EPOCH, else today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<Date>,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Write the card of a draft; every level in it is marked as authored
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct RenderArgs {
    /// Draft in YAML or JSON, `-` for standard input
    pub draft: PathBuf,

    #[command(flatten)]
    pub output: OutputArgs,
}

/// Compare two cards: of one commit (by hand and by machine) or of two (old and new)
///
/// For each cell that differs both levels, findings and places stand side by side, and what the difference comes from:
/// the code, the rules or the author.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct CompareArgs {
    /// First card
    pub a: PathBuf,

    /// Second card
    pub b: PathBuf,

    /// As JSON in place of Markdown
    #[arg(long)]
    pub json: bool,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
