//! Arguments of `site` and `badge`. The doc comments are the help text.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{args::EXIT_CODES, date::Date};

/// Make a site of a folder of cards: leaderboard, a page for each project, comparison, distributions, feed, badges
///
/// The files are whole by themselves: a web server that serves files, or the folder itself, is enough. Projects whose
/// totals cannot be told apart share places. Of a project with several cards the newest stands in the leaderboard.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct SiteArgs {
    /// Folder with cards in JSON
    #[arg(value_name = "DIR")]
    pub cards: PathBuf,

    /// Folder for the site; files of an earlier one are written over
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,

    /// Title of the site
    #[arg(long, default_value = "Defense in depth of AI agents")]
    pub title: String,

    /// Address that it will have, for links in the feed
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,

    /// Day that ages are counted to [default: SOURCE_DATE_EPOCH, else today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<Date>,

    /// Badges of older cards are grey
    #[arg(long, value_name = "DAYS")]
    pub stale_after: Option<u32>,

    /// Lay the report templates in this folder over the built-in ones
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,

    /// Threads to use; the output does not depend on it [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
}

/// Draw a badge of a card: total, share where a surface exists, commit and date
///
/// It is grey when the card is older than --stale-after, or when cited code has changed since (--changed).
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct BadgeArgs {
    /// Card in JSON or Markdown, `-` for standard input
    pub card: PathBuf,

    /// An earlier card of the project: the badge shows the change
    #[arg(long, value_name = "CARD")]
    pub since: Option<PathBuf>,

    /// Grey when the card is older
    #[arg(long, value_name = "DAYS")]
    pub stale_after: Option<u32>,

    /// Repository in which the cited places are followed to --at
    #[arg(long, value_name = "PATH|URL", requires = "at")]
    pub repo: Option<String>,

    /// Later commit: grey if cited places changed since the card's own, or are gone
    #[arg(long, value_name = "REV", requires = "repo", conflicts_with = "changed")]
    pub at: Option<String>,

    /// Cited places that `check --at` found changed or gone, where it ran before; grey if there is one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub changed: u64,

    /// Day that the age is counted to [default: SOURCE_DATE_EPOCH, else today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<Date>,

    /// `json` is the endpoint format of shields.io [default: by the ending of --output, else svg]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub format: Option<BadgeFormat>,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BadgeFormat {
    Svg,
    Json,
}
