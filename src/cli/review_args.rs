//! The command line of `review`, `ledger` and `dispute`.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::args::EXIT_CODES;
use crate::{card::Cell, ledger::Root, review::Subject};

/// Overrule a card by proposal and approval, confirm what it says, answer disputes
///
/// A changed level is proposed, approved by another person with her key, and applied within minutes; the ledger keeps
/// who, when and why. `audit --previous CARD --reviews LEDGER` carries it to later commits.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    #[command(subcommand)]
    pub command: ReviewCommand,
}

#[derive(Debug, Subcommand)]
pub enum ReviewCommand {
    Queue(QueueArgs),
    Confirm(ConfirmArgs),
    Propose(Box<ProposeArgs>),
    List(ListArgs),
    Show(ShowArgs),
    Approve(DecideArgs),
    Reject(RejectArgs),
    Apply(ApplyArgs),
    Keygen(KeygenArgs),
    Receive(ReceiveArgs),
    Answer(AnswerArgs),
}

// The ledger of a command.
#[derive(Debug, Args)]
pub struct LedgerArg {
    /// Ledger of reviews, an SQLite file
    #[arg(long, value_name = "FILE", env = "DEPTHGAUGE_LEDGER")]
    pub ledger: PathBuf,
}

// Who acts.
#[derive(Debug, Args)]
pub struct ByArg {
    /// Your name, as the ledger keeps it
    #[arg(long, value_name = "NAME", env = "DEPTHGAUGE_REVIEWER")]
    pub by: String,
}

// The key of a decision.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub struct KeyArgs {
    /// Your key, as `review keygen` wrote it
    #[arg(long, value_name = "FILE")]
    pub key: Option<PathBuf>,

    /// Your SSH key; `ssh-keygen -Y` signs with it
    #[arg(long, value_name = "FILE")]
    pub ssh_key: Option<PathBuf>,
}

/// List the forty parameters in the order to read them
///
/// First what the card is unsure of, then what most likely differs from what a reviewer would say and what a level
/// more or less would change. Confirmed ones come last.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct QueueArgs {
    /// Card to read, JSON or Markdown
    pub card: PathBuf,

    /// Rows to show; 0 for all
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub rows: usize,

    /// As a JSON array
    #[arg(long)]
    pub json: bool,
}

/// Record that you read parameters and agree with them
///
/// The card, in JSON, says afterwards how many of its forty are confirmed.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ConfirmArgs {
    /// Card in JSON
    pub card: PathBuf,

    /// Parameters such as C4.S, or criteria such as C4
    #[arg(value_name = "CELL", required = true)]
    pub cells: Vec<Cell>,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Propose a change of a card; it waits in the ledger for another person
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ProposeArgs {
    /// Card in JSON
    pub card: PathBuf,

    /// Part to change: C4.S, C4.alt.S, C4.cap, C4.alternative, C4.absence, C4.summary or headline
    #[arg(value_name = "PART", required_unless_present = "from", conflicts_with = "from")]
    pub part: Option<Subject>,

    /// Seal all differences between the card and this edited copy, YAML or JSON, with its key `reasons`
    #[arg(long, value_name = "FILE")]
    pub from: Option<PathBuf>,

    /// New level, 0 to 4
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(0..=4))]
    pub level: Option<u8>,

    /// The surface is absent: SA
    #[arg(long, conflicts_with = "level")]
    pub absent: bool,

    /// New cap of the method, or `none`
    #[arg(long, value_name = "CAP")]
    pub cap: Option<String>,

    /// Drop the alternative mechanism
    #[arg(long)]
    pub drop: bool,

    /// New finding; of a new level the reason, where none is given
    #[arg(long, value_name = "TEXT")]
    pub finding: Option<String>,

    /// What the next level needs
    #[arg(long, value_name = "TEXT")]
    pub gap: Option<String>,

    /// New summary or headline
    #[arg(long, value_name = "TEXT")]
    pub text: Option<String>,

    /// Why
    #[arg(long, value_name = "TEXT", required_unless_present = "from")]
    pub reason: Option<String>,

    /// Place that shows it: PATH:LINES, or PATH:LINES:LITERAL; several times for several
    #[arg(long, value_name = "PLACE")]
    pub evidence: Vec<String>,

    /// Repository to verify evidence in, at the card's commit [default: the card's own]
    #[arg(long, value_name = "PATH|URL")]
    pub repo: Option<String>,

    /// Dispute in the ledger that this answers
    #[arg(long, value_name = "ID")]
    pub dispute: Option<String>,

    /// How long it can be approved
    #[arg(long, value_name = "TIME", default_value = "14d", value_parser = crate::review::duration)]
    pub open_for: std::time::Duration,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// List proposals that wait and disputes that are open
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ListArgs {
    /// Decided, applied and answered ones, too
    #[arg(long)]
    pub all: bool,

    /// As a JSON array
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Show a proposal or dispute with everything that the ledger says of it
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ShowArgs {
    /// Id of 26 characters
    pub id: String,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Approve a proposal: shows what changes, old total and new, and signs it with your key
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct DecideArgs {
    /// Card in JSON
    pub card: PathBuf,

    /// Id of the proposal
    pub id: String,

    /// The operator's file: approvers, allowed changes, how long an approval holds
    #[arg(long, value_name = "FILE", env = "DEPTHGAUGE_OPERATOR")]
    pub operator: PathBuf,

    #[command(flatten)]
    pub key: KeyArgs,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Reject a proposal, signed with your key
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct RejectArgs {
    /// Id of the proposal
    pub id: String,

    /// Why
    #[arg(long, value_name = "TEXT")]
    pub reason: String,

    /// The operator's file
    #[arg(long, value_name = "FILE", env = "DEPTHGAUGE_OPERATOR")]
    pub operator: PathBuf,

    #[command(flatten)]
    pub key: KeyArgs,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Apply an approved proposal to its card; anything that does not match exactly is denied and recorded
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ApplyArgs {
    /// Card in JSON; it is replaced
    pub card: PathBuf,

    /// Id of the proposal; without one only what a crash left open is completed or rolled back
    pub id: Option<String>,

    /// The operator's file
    #[arg(long, value_name = "FILE", env = "DEPTHGAUGE_OPERATOR")]
    pub operator: PathBuf,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Make a key for decisions and print its public part for the operator's file
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct KeygenArgs {
    /// File for the secret key, readable by its owner only; it must not exist
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
}

/// Enter a dispute that somebody wrote with `depthgauge dispute`
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct ReceiveArgs {
    /// File to read, `-` for standard input
    pub file: PathBuf,

    /// Repository to verify the evidence in
    #[arg(long, value_name = "PATH|URL")]
    pub repo: Option<String>,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Answer a dispute with a reason, and a proposal or a rule's fixture if something came of it
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct AnswerArgs {
    /// Id of the dispute
    pub id: String,

    /// The answer
    #[arg(long, value_name = "TEXT")]
    pub reason: String,

    /// Proposal that came of it
    #[arg(long, value_name = "ID", conflicts_with = "fixture")]
    pub proposal: Option<String>,

    /// Fixture of a rule that came of it
    #[arg(long, value_name = "PATH")]
    pub fixture: Option<String>,

    #[command(flatten)]
    pub by: ByArg,

    #[command(flatten)]
    pub ledger: LedgerArg,
}

/// Dispute a level of a card: one file that says why, with evidence that was verified
///
/// Needs no ledger. Send the file, or the Markdown for an issue that holds it, to whoever published the card.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub struct DisputeArgs {
    /// Card, JSON or Markdown
    pub card: PathBuf,

    /// Parameter such as C2.D
    pub cell: Cell,

    /// Why the level is wrong
    #[arg(long, value_name = "TEXT")]
    pub reason: String,

    /// Place that shows it: PATH:LINES, or PATH:LINES:LITERAL; several times for several
    #[arg(long, value_name = "PLACE", required = true)]
    pub evidence: Vec<String>,

    /// Repository to verify the evidence in [default: the card's own]
    #[arg(long, value_name = "PATH|URL")]
    pub repo: Option<String>,

    /// Commit of the evidence, where it is newer than the card's
    #[arg(long, value_name = "REV")]
    pub commit: Option<String>,

    /// As Markdown for an issue, with the file in it
    #[arg(long)]
    pub markdown: bool,

    /// File to write to, `-` for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    #[command(flatten)]
    pub by: ByArg,
}

/// Verify, anchor and export a ledger of reviews
#[derive(Debug, Args)]
pub struct LedgerArgs {
    #[command(subcommand)]
    pub command: LedgerCommand,
}

#[derive(Debug, Subcommand)]
pub enum LedgerCommand {
    /// Walk both chains and name the first entry that is not what was written
    #[command(after_help = EXIT_CODES)]
    Verify {
        /// Root that `ledger root` printed earlier
        #[arg(long, value_name = "ROOT")]
        root: Option<Root>,

        /// Card that changes were applied to: it knows how long the ledger was; several times for several
        #[arg(long, value_name = "FILE")]
        card: Vec<PathBuf>,

        /// The operator's file, to verify signatures, too
        #[arg(long, value_name = "FILE", env = "DEPTHGAUGE_OPERATOR")]
        operator: Option<PathBuf>,

        #[command(flatten)]
        ledger: LedgerArg,
    },
    /// Print one line that stands for the whole ledger, to be published elsewhere
    #[command(after_help = EXIT_CODES)]
    Root {
        #[command(flatten)]
        ledger: LedgerArg,
    },
    /// Print all entries as JSON Lines
    #[command(after_help = EXIT_CODES)]
    Export {
        #[command(flatten)]
        ledger: LedgerArg,
    },
}
