//! What the command line asks of the rest of the program.

use std::{collections::BTreeMap, path::PathBuf};

use crate::{
    assess::Kind,
    audit::{AuditTarget, ClaimsAnswer, Inventory},
    card::Asked,
};

use super::{
    args::{Format, PlaceArgs, RunArgs},
    date::Date,
    exit::Failure,
    meta::Meta,
    progress::Progress,
};

/// An audit as it was asked for. Paths and texts are as given; the date is decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRequest {
    /// `None`: the whole repository around the current folder.
    pub target: Option<String>,
    pub rev: Option<String>,
    pub subpath: Option<String>,
    pub worktree: bool,
    pub repo_url: Option<String>,
    pub rules: Option<PathBuf>,
    pub vocabulary: Option<PathBuf>,
    pub templates: Option<PathBuf>,
    pub meta: Meta,
    pub date: Date,
    pub kind: Option<Kind>,
    pub configuration: Option<String>,
    pub as_agent: bool,
    pub use_cache: bool,
    /// Without duplicates, in the order asked for.
    pub formats: Vec<Format>,
    /// Whether a private document is wanted.
    pub private: bool,
    /// A card of an earlier audit.
    pub previous: Option<InputFile>,
    /// A ledger of reviews.
    pub reviews: Option<PathBuf>,
    /// Who may approve, to verify the ledger's signatures.
    pub operator: Option<InputFile>,
    /// Where disputes are sent.
    pub dispute_url: Option<String>,
    /// Columns of the terminal that the text is for.
    pub width: usize,
}

impl AuditRequest {
    /// What is to be opened.
    pub fn look(&self) -> LookRequest {
        LookRequest {
            target: self.target.clone(),
            rev: self.rev.clone(),
            subpath: self.subpath.clone(),
            worktree: self.worktree,
            repo_url: self.repo_url.clone(),
            rules: self.rules.clone(),
            vocabulary: self.vocabulary.clone(),
            use_cache: self.use_cache,
        }
    }
}

/// A look at targets or at the trust boundary, as it was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookRequest {
    /// `None`: the whole repository around the current folder.
    pub target: Option<String>,
    pub rev: Option<String>,
    pub subpath: Option<String>,
    pub worktree: bool,
    pub repo_url: Option<String>,
    pub rules: Option<PathBuf>,
    pub vocabulary: Option<PathBuf>,
    pub use_cache: bool,
}

impl LookRequest {
    pub(super) fn new(target: Option<String>, place: &PlaceArgs, run: &RunArgs) -> Self {
        Self {
            target,
            rev: place.rev.clone(),
            subpath: place.subpath.clone(),
            worktree: place.worktree,
            repo_url: place.repo_url.clone(),
            rules: run.rules.clone(),
            vocabulary: run.vocabulary.clone(),
            use_cache: !run.no_cache,
        }
    }
}

/// Claims as they were asked for: of the repository's documents, or of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimsRequest {
    pub look: LookRequest,
    pub page: Option<InputFile>,
}

/// Reasons as they were asked for: of an audit, or of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExplainRequest {
    pub look: LookRequest,
    /// In place of what `look` names.
    pub card: Option<InputFile>,
    pub kind: Option<Kind>,
    pub configuration: Option<String>,
    pub as_agent: bool,
    pub asked: Asked,
    /// Markdown or JSON.
    pub format: Format,
}

/// A file as it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InputFile {
    pub text: String,
    /// Where it was read from, for messages.
    pub place: String,
}

/// Observations to be rated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssessRequest {
    /// By the name that the card gets.
    pub records: BTreeMap<String, InputFile>,
    pub rules: Option<PathBuf>,
    pub vocabulary: Option<PathBuf>,
    pub date: Date,
}

/// A card to be read and written again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardRequest {
    pub text: String,
    /// Where it was read from, for messages.
    pub place: String,
    pub templates: Option<PathBuf>,
    pub formats: Vec<Format>,
    /// Columns of the terminal that the text is for.
    pub width: usize,
}

/// What came out, as documents in the formats asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    pub verdict: Verdict,
    /// Slug of the project: names files in a folder.
    pub name: String,
    /// One per format asked for that is not refused; text with colours.
    pub documents: Vec<(Format, String)>,
    /// Formats that the card must not be written in, each with what to say: told whatever is quiet, and the answer is
    /// incomplete.
    pub refused: Vec<String>,
    /// What must not be published, where it was asked for.
    pub private: Option<String>,
    /// For stderr: the work tree differs from HEAD, problems of a card that was read.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A card, everything read.
    Complete,
    /// A card that was read and has problems.
    Problems,
    /// A card, or a document in its place, that lists what was not read.
    Incomplete,
    /// No agent: the documents say what was searched.
    NoAgent,
}

/// The pipeline behind the commands.
pub trait Engine: Sync {
    /// # Errors
    /// As the user should meet them, exit code included.
    fn audit(&self, request: &AuditRequest, progress: &dyn Progress) -> Result<Outcome, Failure>;

    /// # Errors
    /// As the user should meet them, exit code included.
    fn explain(&self, request: &ExplainRequest, progress: &dyn Progress) -> Result<Outcome, Failure>;

    /// # Errors
    /// As the user should meet them, exit code included.
    fn inventory(&self, request: &LookRequest, progress: &dyn Progress) -> Result<Inventory, Failure>;

    /// # Errors
    /// As the user should meet them, exit code included.
    fn claims(&self, request: &ClaimsRequest, progress: &dyn Progress) -> Result<ClaimsAnswer, Failure>;

    /// Sorted by folder.
    ///
    /// # Errors
    /// As the user should meet them, exit code included.
    fn targets(&self, request: &LookRequest, progress: &dyn Progress) -> Result<Vec<AuditTarget>, Failure>;

    /// What rating needs of a repository.
    ///
    /// # Errors
    /// As the user should meet them, exit code included.
    fn signals(&self, request: &LookRequest, progress: &dyn Progress) -> Result<Outcome, Failure>;

    /// A card in JSON for each record, in their order.
    ///
    /// # Errors
    /// As the user should meet them, exit code included.
    fn assess(&self, request: &AssessRequest) -> Result<Vec<Outcome>, Failure>;

    /// # Errors
    /// As the user should meet them, exit code included.
    fn card(&self, request: &CardRequest) -> Result<Outcome, Failure>;
}
