//! Arguments of the commands that compare commits.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{args::EXIT_CODES, args::RunArgs, date::Date};

/// Say what got weaker between two commits of a repository, at which lines, and whether a policy allows it
///
/// HEAD is compared with the merge base of the two, as code hosts compare a pull request. Both are audited with the same
/// rules; the policy, its baseline and its vocabulary are read from the commit that is compared with.
#[derive(Debug, Args)]
#[command(after_help = DIFF_EXIT_CODES)]
pub struct DiffArgs {
    /// Commit that the change starts from: branch, tag or hash
    #[arg(required_unless_present = "github")]
    pub base: Option<String>,

    /// Commit with the change [default: HEAD]
    pub head: Option<String>,

    /// Repository [default: the one around the current folder]
    #[arg(short = 'C', long, value_name = "PATH")]
    pub repository: Option<String>,

    /// Compare with BASE itself, not with the merge base
    #[arg(long)]
    pub two_dot: bool,

    /// Rate only this folder [default: the targets of the policy, else the whole repository]
    #[arg(long, value_name = "PATH", conflicts_with = "all")]
    pub subpath: Option<String>,

    /// Rate each part that `depthgauge targets` lists
    #[arg(long)]
    pub all: bool,

    /// Policy in place of `.depthgauge.yaml` of the commit that is compared with
    #[arg(long, value_name = "FILE", conflicts_with = "no_policy")]
    pub policy: Option<PathBuf>,

    /// Judge by the default policy, whatever the repository holds: for code of others
    #[arg(long)]
    pub no_policy: bool,

    /// What to write, one or several with commas between
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',', default_value = "text")]
    pub format: Vec<DiffFormat>,

    /// File to write to, `-` for standard output; with several formats a folder
    #[arg(short, long, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,

    /// In SARIF only what the base has not
    #[arg(long)]
    pub changed_only: bool,

    /// Where the repository is published: what links point to [default: its origin]
    #[arg(long, value_name = "URL")]
    pub repo_url: Option<String>,

    /// Day that exceptions are compared with [default: SOURCE_DATE_EPOCH, else today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<Date>,

    /// As a step of GitHub Actions: base and head from the event, annotations, summary and outputs where the runner wants
    /// them
    #[arg(long)]
    pub github: bool,

    #[command(flatten)]
    pub run: RunArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum DiffFormat {
    /// For a terminal
    Text,
    /// Comment of a pull request
    Md,
    /// Everything, for other programs
    Json,
    /// SARIF 2.1.0
    Sarif,
    /// Code quality report of GitLab
    Codequality,
    /// Diagnostics of reviewdog
    Rdjson,
    /// Annotations of a GitHub workflow
    Annotations,
}

impl DiffFormat {
    /// Name of the file in a folder.
    pub fn file(self) -> &'static str {
        match self {
            Self::Text => "diff.txt",
            Self::Md => "diff.md",
            Self::Json => "diff.json",
            Self::Sarif => "diff.sarif",
            Self::Codequality => "gl-code-quality-report.json",
            Self::Rdjson => "diff.rdjson",
            Self::Annotations => "diff.annotations",
        }
    }
}

/// Write the comment of a pull request from a JSON report that others made
///
/// For a workflow that may comment and must not trust the run that made the report: the report is checked against its
/// format, nothing in it acts as markup, and only links into the given repository stay.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct CommentArgs {
    /// JSON report of `diff`, `-` for standard input
    pub file: PathBuf,

    /// The repository that links may lead to
    #[arg(long, value_name = "URL")]
    pub repo_url: String,

    /// Commit that the report must be about: 40 hex digits
    #[arg(long, value_name = "COMMIT")]
    pub head: Option<String>,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Write down what a repository has now, and fail only on what is new
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct BaselineArgs {
    #[command(subcommand)]
    pub command: BaselineCommand,
}

#[derive(Debug, Subcommand)]
pub enum BaselineCommand {
    /// Write the baseline of a commit
    Write(BaselinePlace),
    /// Compare a commit with a baseline
    Check(BaselinePlace),
}

#[derive(Debug, Args)]
pub struct BaselinePlace {
    /// Commit [default: HEAD]
    pub rev: Option<String>,

    /// The baseline
    #[arg(short, long, value_name = "FILE", default_value = ".depthgauge-baseline.json")]
    pub file: PathBuf,

    /// Repository [default: the one around the current folder]
    #[arg(short = 'C', long, value_name = "PATH")]
    pub repository: Option<String>,

    /// Rate only this folder
    #[arg(long, value_name = "PATH")]
    pub subpath: Option<String>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// Check a policy, or bring it up to the rules of this program
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct PolicyArgs {
    #[command(subcommand)]
    pub command: PolicyCommand,
}

#[derive(Debug, Subcommand)]
pub enum PolicyCommand {
    /// Say whether a policy can be read, and what it asks for
    Check {
        /// The policy
        #[arg(default_value = ".depthgauge.yaml")]
        file: PathBuf,
    },
    /// Audit what the baseline was written of with the rules of today, say which levels move through which rules, and
    /// write floors and baseline anew
    Upgrade {
        /// The policy
        #[arg(default_value = ".depthgauge.yaml")]
        file: PathBuf,

        /// Repository [default: the one around the current folder]
        #[arg(short = 'C', long, value_name = "PATH")]
        repository: Option<String>,

        /// Say what would be written, and write nothing
        #[arg(long)]
        dry_run: bool,

        #[command(flatten)]
        run: RunArgs,
    },
    /// JSON Schema of a policy, or of the JSON report of `diff`
    Schema {
        #[arg(value_enum, default_value_t = PolicySchema::Policy)]
        format: PolicySchema,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PolicySchema {
    Policy,
    Diff,
}

/// Show how total and levels of a repository went over time
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct HistoryArgs {
    /// Last commit, or FIRST..LAST [default: HEAD]
    pub range: Option<String>,

    /// Tags in place of commits, the oldest first
    #[arg(long, conflicts_with = "every")]
    pub tags: bool,

    /// Every n-th commit along first parents
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub every: u32,

    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub most: usize,

    /// Repository [default: the one around the current folder]
    #[arg(short = 'C', long, value_name = "PATH")]
    pub repository: Option<String>,

    /// Rate only this folder
    #[arg(long, value_name = "PATH")]
    pub subpath: Option<String>,

    /// As JSON in place of a table
    #[arg(long)]
    pub json: bool,

    /// Compare each with the one before it by the default policy, in place of levels alone
    #[arg(long)]
    pub changes: bool,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
}

const DIFF_EXIT_CODES: &str = "\
Exit codes:
   0  nothing is weaker than the policy allows
   1  something is
   2  wrong command line, or a file named on it is wrong
   3  nothing to compare: no repository, no such commit, or no agent in either
   4  the head reads less than the base
  70  internal error";
