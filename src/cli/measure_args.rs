//! Arguments of the commands that measure ladders. The doc comments are the help text.

use std::path::PathBuf;

use clap::Args;

use super::{
    args::{EXIT_CODES, PlaceArgs, RunArgs},
    date::Date,
};

/// Write down what rating needs of a repository, to rate it again without reading it
///
/// Rules are asked, and their signals, the counts of searches and what was not read are written as JSON: paths, lines
/// and names, no code. `assess` makes cards of such files.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct SignalsArgs {
    /// Repository, folder in a repository, or URL
    pub target: Option<String>,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// Rate what `signals` wrote down: a card in JSON for each file
///
/// Levels, caps, absences and totals are those of an audit with the same rules at that commit. Sentences lack what the
/// code calls things.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct AssessArgs {
    /// Files that `signals` wrote
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Folder for the cards, each named after its file
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Date on the cards [default: SOURCE_DATE_EPOCH, else today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<Date>,

    /// Lay the rules in this folder over the built-in ones
    #[arg(long, value_name = "DIR")]
    pub rules: Option<PathBuf>,

    /// Names of the projects' own gates, sandboxes and records, as YAML
    #[arg(long, value_name = "FILE")]
    pub vocabulary: Option<PathBuf>,

    /// Threads to use; the output does not depend on it [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// Compare cards with ratings by hand
///
/// Prints how many levels are equal, how many within one, their mean error and kappa with quadratic weights, then
/// structural absences, caps, totals and the agent surface. Of a card the counted mechanisms are compared.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct AgreementArgs {
    /// Table of ratings, columns separated by tabs
    pub reference: PathBuf,

    /// Folder with cards in JSON
    pub cards: PathBuf,

    /// Folder with reviews in YAML: also how many of the files that they cite are cited on the cards
    #[arg(long, value_name = "DIR")]
    pub why: Option<PathBuf>,

    /// Folder with inventories in JSON: also how many of those files they list
    #[arg(long, value_name = "DIR", requires = "why")]
    pub inventories: Option<PathBuf>,

    /// Folder with a list of paths for each review, `<its name>.txt`: what is not in it does not count
    #[arg(long, value_name = "DIR", requires = "why")]
    pub paths: Option<PathBuf>,

    /// Also a line for each parameter of each criterion
    #[arg(long)]
    pub per_cell: bool,

    /// Also a line for each project
    #[arg(long)]
    pub per_card: bool,

    /// Everything as JSON
    #[arg(long, conflicts_with_all = ["per_cell", "per_card"])]
    pub json: bool,

    /// As a page in Markdown, with the two parts of the table and the worst cells
    #[arg(long, conflicts_with_all = ["per_cell", "per_card", "json"])]
    pub page: bool,

    /// What the page says beside its figures, as YAML
    #[arg(long, value_name = "FILE", requires = "page")]
    pub notes: Option<PathBuf>,

    /// Table of projects that the page shows criterion by criterion; they do not count
    #[arg(long, value_name = "FILE", requires = "page")]
    pub beside: Option<PathBuf>,
}
