//! The command line as clap reads it. The doc comments are the help text.

use std::path::{Path, PathBuf};

use clap::{
    ArgAction, Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};

pub use super::{
    check_args::{CheckArgs, CompareArgs, DraftArgs, RenderArgs, SearchArgs},
    measure_args::{AgreementArgs, AssessArgs, SignalsArgs},
    publish_args::{BadgeArgs, SiteArgs},
    review_args::{DisputeArgs, LedgerArgs, ReviewArgs},
};

use super::date::Date;
use super::diff_args::{BaselineArgs, CommentArgs, DiffArgs, HistoryArgs, PolicyArgs};
use crate::{
    assess::Kind,
    rulebook::{RuleLanguage, Subject},
    score::Counted,
};

/// Audits the defense in depth of an AI-agent repository from its source alone and writes a score card.
///
/// Nothing of the audited repository is run, installed, built or contacted, and nothing is written into it.
#[derive(Debug, Parser)]
#[command(name = "depthgauge", version, arg_required_else_help = true, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,

    /// Log what is done to stderr; twice for more, three times for everything
    #[arg(short, long, global = true, action = ArgAction::Count, conflicts_with = "quiet", display_order = 900)]
    pub verbose: u8,

    /// Only errors on stderr: no progress, no notes
    #[arg(short, long, global = true, display_order = 901)]
    pub quiet: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Audit(Box<AuditArgs>),
    Diff(Box<DiffArgs>),
    Comment(CommentArgs),
    Baseline(BaselineArgs),
    Policy(PolicyArgs),
    History(HistoryArgs),
    Explain(Box<ExplainArgs>),
    Inventory(InventoryArgs),
    Claims(ClaimsArgs),
    Targets(TargetsArgs),
    Signals(SignalsArgs),
    Assess(AssessArgs),
    Agreement(AgreementArgs),
    Card(CardArgs),
    Check(CheckArgs),
    Search(SearchArgs),
    Draft(DraftArgs),
    Render(RenderArgs),
    Compare(CompareArgs),
    Review(ReviewArgs),
    Dispute(DisputeArgs),
    Ledger(LedgerArgs),
    Site(SiteArgs),
    Badge(BadgeArgs),
    Rules(RulesArgs),
    Cache(CacheArgs),
}

/// Say how ratings came about: conditions, signals, searches, caps, and what would raise them
///
/// TARGET is what `audit` takes, or a card in JSON. CELL is a criterion (C4) or a parameter of one (C4.S); without any
/// all forty are explained. Of each condition it is said whether it is met, absent or not followed, and where.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ExplainArgs {
    /// Repository, folder in a repository, URL or card, then what is to be explained
    #[arg(value_name = "TARGET|CELL")]
    pub what: Vec<String>,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// Rate as this kind of project [default: as found]
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub kind: Option<Kind>,

    /// Mechanism to explain [default: the one that counts]
    #[arg(long, value_name = "MECHANISM", value_enum)]
    pub mechanism: Option<MechanismArg>,

    /// Rate as it is started so, by a name that `audit --configuration all` lists [default: as the README leads with]
    #[arg(long, value_name = "NAME")]
    pub configuration: Option<String>,

    /// Rate the repository even if no agent is found in it
    #[arg(long)]
    pub as_agent: bool,

    /// As JSON in place of Markdown
    #[arg(long)]
    pub json: bool,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// A mechanism of a criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MechanismArg {
    /// As shipped
    Default,
    /// The stronger one that has to be turned on
    Alt,
}

impl From<MechanismArg> for Counted {
    fn from(mechanism: MechanismArg) -> Self {
        match mechanism {
            MechanismArg::Default => Self::Default,
            MechanismArg::Alt => Self::Alt,
        }
    }
}

fn kinds() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::id))
        .try_map(|id| Kind::ALL.into_iter().find(|kind| kind.id() == id).ok_or("no such kind"))
}

/// Compare what documents claim about controls with the code
///
/// Without --page the README, security pages and their like of the repository are read at the commit. A claim is held,
/// partly held, contradicted, not found, not followed, or disclaimed by the document itself.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ClaimsArgs {
    /// Repository, folder in a repository, or URL
    pub target: Option<String>,

    /// Published page to compare in place of the repository's own documents: Markdown, HTML, reStructuredText or text
    #[arg(long, value_name = "FILE")]
    pub page: Option<PathBuf>,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// As JSON in place of Markdown
    #[arg(long)]
    pub json: bool,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// List the trust boundary of a repository: its tools and what they reach, sinks, credentials, gates, records, limits
///
/// Each row has a permalink, the most powerful first. For a tool the way to each sink is shown, and what decides on it.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct InventoryArgs {
    /// Repository, folder in a repository, or URL
    pub target: Option<String>,

    #[command(flatten)]
    pub place: PlaceArgs,

    /// As JSON in place of Markdown
    #[arg(long)]
    pub json: bool,

    /// Rows to show at most, spread over the files; 0 for all
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub rows: usize,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub run: RunArgs,
}

/// List what can be audited on its own in a repository
///
/// A package, service or chart that starts and that has tools, calls a model or runs programs. `audit --target NAME`
/// rates one of them, `audit --all` each.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct TargetsArgs {
    /// Repository, folder in a repository, or URL
    pub target: Option<String>,

    /// Commit to look at: branch, tag or hash [default: HEAD]
    #[arg(long, value_name = "REV", conflicts_with = "worktree")]
    pub rev: Option<String>,

    /// Look at the files as they are in the work tree, not a commit
    #[arg(long)]
    pub worktree: bool,

    /// As a JSON array
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub run: RunArgs,
}

/// Look at or empty the cache of facts
///
/// What files say is kept between audits by their content, in the user's cache folder. It changes how long an audit
/// takes, nothing else; `audit --no-cache` neither reads nor writes it.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct CacheArgs {
    #[command(subcommand)]
    pub command: CacheCommand,
}

#[derive(Debug, Subcommand)]
pub enum CacheCommand {
    /// Folder, entries and bytes
    Info {
        /// As a JSON object
        #[arg(long)]
        json: bool,
    },
    /// Remove all entries
    Clear,
}

/// List, show, write, test and check the rules that audits are made with
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct RulesArgs {
    #[command(subcommand)]
    pub command: RulesCommand,

    /// Lay the rules in this folder over the built-in ones
    #[arg(long, value_name = "DIR", global = true)]
    pub rules: Option<PathBuf>,

    /// Names of a project's own gates, sandboxes and records, as YAML
    #[arg(long, value_name = "FILE", global = true)]
    pub vocabulary: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub enum RulesCommand {
    /// All rules, one a line
    List {
        /// As a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Everything that one rule says about itself
    Show {
        /// Id of the rule
        id: String,
    },
    /// Run rules over the fixtures beside them
    Test {
        /// Ids of rules, or a folder that is laid over the built-in rules [default: all rules]
        #[arg(value_name = "ID|DIR")]
        what: Vec<String>,
    },
    /// Check rules, ladders and texts against each other
    Lint,
    /// Write a new rule with a fixture for each language into the folder of --rules
    New {
        /// Id of the rule: small letters, digits and hyphens
        id: String,

        /// What it is about: C1 to C10, or `project`
        #[arg(long, value_name = "CRITERION", value_parser = subject)]
        criterion: Subject,

        /// Languages that it reads, with commas between
        #[arg(long, value_name = "LANGUAGE", value_delimiter = ',', value_parser = language, default_value = "python")]
        languages: Vec<RuleLanguage>,
    },
    /// JSON Schema of a format of rule files, for editors; `nodes` lists the kinds of nodes of each grammar
    Schema {
        /// rule, ladder, kinds, surface, agent, inventory, texts, rubric, vocabulary, claims or nodes
        format: String,
    },
    /// Write a page for each rule and each criterion
    Docs {
        /// Folder to write into
        #[arg(short, long, value_name = "DIR", default_value = "docs")]
        output: PathBuf,
    },
}

fn subject(text: &str) -> Result<Subject, String> {
    serde_json::from_value(text.into()).map_err(|e| e.to_string())
}

fn language(text: &str) -> Result<RuleLanguage, String> {
    serde_json::from_value(text.into()).map_err(|e| e.to_string())
}

/// Audit a repository at a commit and write its score card
///
/// TARGET is the path of a git repository (bare or not), a folder in one, or an https://, ssh://, git@host: or file://
/// URL, with @REV behind it if wanted. Without TARGET, the whole repository around the current folder is audited.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct AuditArgs {
    /// Repository, folder in a repository, or URL
    pub target: Option<String>,

    /// Commit to audit: branch, tag or hash [default: HEAD]
    #[arg(long, value_name = "REV", conflicts_with = "worktree")]
    pub rev: Option<String>,

    /// Rate only this folder; the rest of the repository is read as evidence
    #[arg(long, value_name = "PATH")]
    pub subpath: Option<String>,

    /// Rate only this part, by a name that `depthgauge targets` lists
    #[arg(long = "target", id = "part", value_name = "NAME", conflicts_with_all = ["subpath", "all"])]
    pub part: Option<String>,

    /// Rate each part that `depthgauge targets` lists, one card each in the folder of --output
    #[arg(long, conflicts_with_all = ["subpath", "private", "meta"])]
    pub all: bool,

    /// Audit the files as they are in the work tree, not a commit
    #[arg(long)]
    pub worktree: bool,

    /// Where the repository is published: what links on the card point to [default: its origin]
    #[arg(long, value_name = "URL")]
    pub repo_url: Option<String>,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Also write what must not be published to this file, readable by its owner only
    #[arg(long, value_name = "FILE")]
    pub private: Option<PathBuf>,

    /// Name, description, category and mode for the card, as YAML
    #[arg(long, value_name = "FILE")]
    pub meta: Option<PathBuf>,

    /// Date on the card [default: SOURCE_DATE_EPOCH, else today in UTC]
    #[arg(long, value_name = "YYYY-MM-DD")]
    pub date: Option<Date>,

    /// Card of an earlier audit: the re-audit log says what differs and why
    #[arg(long, value_name = "CARD", conflicts_with = "all")]
    pub previous: Option<PathBuf>,

    /// Ledger whose decisions are carried onto the card, where the cited lines are the same or only moved
    #[arg(long, value_name = "LEDGER", conflicts_with = "all")]
    pub reviews: Option<PathBuf>,

    /// The operator's file, to verify the signatures of the decisions
    #[arg(long, value_name = "FILE", requires = "reviews")]
    pub operator: Option<PathBuf>,

    /// Where disputes are sent: stands in the last line of the card
    #[arg(long, value_name = "URL")]
    pub dispute_url: Option<String>,

    /// Rate as this kind of project [default: as found]
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub kind: Option<Kind>,

    /// Rate it as it is started so; `all` lists the ways to start it and where their ratings differ [default: as the
    /// README leads with]
    #[arg(long, value_name = "NAME|all")]
    pub configuration: Option<String>,

    /// Rate the repository even if no agent is found in it
    #[arg(long)]
    pub as_agent: bool,

    #[command(flatten)]
    pub run: RunArgs,
}

/// Read a score card, JSON or Markdown, check it and write it again
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct CardArgs {
    /// Card to read, `-` for standard input
    pub file: PathBuf,

    #[command(flatten)]
    pub output: OutputArgs,
}

// What is looked at of a repository.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Commit to look at: branch, tag or hash [default: HEAD]
    #[arg(long, value_name = "REV", conflicts_with = "worktree")]
    pub rev: Option<String>,

    /// Look at this folder only; the rest of the repository is read as evidence
    #[arg(long, value_name = "PATH")]
    pub subpath: Option<String>,

    /// Look at the files as they are in the work tree, not a commit
    #[arg(long)]
    pub worktree: bool,

    /// Where the repository is published: what links point to [default: its origin]
    #[arg(long, value_name = "URL")]
    pub repo_url: Option<String>,
}

// Options of everything that reads a repository.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// Lay the rules in this folder over the built-in ones
    #[arg(long, value_name = "DIR")]
    pub rules: Option<PathBuf>,

    /// Names of this project's own gates, sandboxes and records, as YAML
    #[arg(long, value_name = "FILE")]
    pub vocabulary: Option<PathBuf>,

    /// Threads to use; the output does not depend on it [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,

    /// Neither read nor write the cache of earlier audits
    #[arg(long)]
    pub no_cache: bool,
}

#[derive(Debug, Args)]
pub struct OutputArgs {
    /// What to write, one or several with commas between [default: by the ending of --output, else md]
    #[arg(long, value_name = "FORMAT", value_enum, value_delimiter = ',')]
    pub format: Vec<Format>,

    /// File to write to, `-` for standard output; with several formats a folder, or a name that gets an ending each
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,

    /// Lay the report templates in this folder over the built-in ones
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
}

impl OutputArgs {
    /// The formats asked for, each once; without any what the ending of --output stands for.
    pub fn formats(&self) -> Vec<Format> {
        let mut formats = Vec::new();
        for format in &self.format {
            if !formats.contains(format) {
                formats.push(*format);
            }
        }
        if formats.is_empty() {
            let name = self.output.as_deref().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
            let known = [Format::Entry, Format::Json, Format::Text, Format::Md, Format::Html];
            let of_ending = known.into_iter().find(|format| name.ends_with(&format!(".{}", format.extension())));
            formats.push(of_ending.unwrap_or(Format::Md));
        }
        formats
    }
}

/// A form that a card is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Format {
    /// Markdown, as cards are published
    Md,
    /// JSON with everything known
    Json,
    /// JSON as collections of cards take it, without our own fields
    Entry,
    /// Short summary for a terminal
    Text,
    /// One page for a browser, with the cited code
    Html,
}

impl Format {
    /// Ending of a file in this format, without a dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Json => "json",
            Self::Entry => "entry.json",
            Self::Text => "txt",
            Self::Html => "html",
        }
    }
}

pub(super) const EXIT_CODES: &str = "\
Exit codes:
   0  done
   1  done, and the answer is no (a check found errors)
   2  wrong command line, or a file named on it is wrong
   3  nothing to audit: no repository, or no agent in it
   4  the audit is incomplete; the output lists what was not read
  70  internal error";

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::exit::Exit;

    #[test]
    fn declaration_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn help_lists_every_exit_code() {
        let lines: Vec<String> =
            Exit::ALL.iter().map(|exit| format!("{:>4}  {}", exit.code(), exit.meaning())).collect();
        assert_eq!(EXIT_CODES, format!("Exit codes:\n{}", lines.join("\n")));
    }

    /// The whole tree of help texts, as a terminal of 100 columns shows it.
    #[test]
    fn help() {
        fn show(command: &mut clap::Command, path: &str, out: &mut String) {
            *out += &format!("$ {path} --help\n{}\n", command.render_long_help());
            let names: Vec<String> = command.get_subcommands().map(|sub| sub.get_name().to_owned()).collect();
            for name in names {
                if let Some(sub) = command.find_subcommand_mut(&name) {
                    show(sub, &format!("{path} {name}"), out);
                }
            }
        }
        let mut command = crate::cli::safety::shown(Cli::command()).term_width(100);
        command.build();
        let mut out = String::new();
        show(&mut command, "depthgauge", &mut out);
        insta::assert_snapshot!(out);
    }
}
