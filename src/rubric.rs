//! Ids, levels and caps. Source of every figure: the method's rule book (BoundBench scorecard 0.9).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// C1 to C10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum CriterionId {
    C1,
    C2,
    C3,
    C4,
    C5,
    C6,
    C7,
    C8,
    C9,
    C10,
}

impl CriterionId {
    pub const ALL: [Self; 10] =
        [Self::C1, Self::C2, Self::C3, Self::C4, Self::C5, Self::C6, Self::C7, Self::C8, Self::C9, Self::C10];

    /// 1 to 10.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for CriterionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "C{}", self.number())
    }
}

/// Strength, coverage, default and tamper-resistance, blast radius.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Parameter {
    S,
    C,
    D,
    B,
}

impl Parameter {
    pub const ALL: [Self; 4] = [Self::S, Self::C, Self::D, Self::B];

    /// Thousandths that one level is worth: 75 for S and C, 50 for D and B.
    pub fn per_level(self) -> u32 {
        match self {
            Self::S | Self::C => 75,
            Self::D | Self::B => 50,
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// L0 to L4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schemars(extend("maximum" = 4))]
pub struct Level(u8);

impl Level {
    pub const MIN: Self = Self(0);
    pub const MAX: Self = Self(4);

    /// `None` above 4.
    pub fn new(level: u8) -> Option<Self> {
        (level <= 4).then_some(Self(level))
    }

    pub fn get(self) -> u8 {
        self.0
    }
}

impl TryFrom<u8> for Level {
    type Error = String;

    fn try_from(level: u8) -> Result<Self, String> {
        Self::new(level).ok_or_else(|| format!("level {level} is not one of 0 to 4"))
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> Self {
        level.0
    }
}

/// The twelve caps of the method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum CapId {
    #[serde(rename = "C1-SELFESC")]
    C1SelfEsc,
    #[serde(rename = "C1-PASSTHRU")]
    C1PassThru,
    #[serde(rename = "C2-SELFAPPROVE")]
    C2SelfApprove,
    #[serde(rename = "C2-POWERBYPASS")]
    C2PowerBypass,
    #[serde(rename = "C4-HOSTROOT")]
    C4HostRoot,
    #[serde(rename = "C5-PUBLICTRIGGER")]
    C5PublicTrigger,
    #[serde(rename = "C5-WORSTCASE")]
    C5WorstCase,
    #[serde(rename = "C6-REPOCONFIG")]
    C6RepoConfig,
    #[serde(rename = "C7-RCELOAD")]
    C7RceLoad,
    #[serde(rename = "C8-MODELSECRETS")]
    C8ModelSecrets,
    G2,
    G1,
}

/// The nine capabilities of the agent surface, in the order cards print them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Capability {
    CodeExecution,
    FilesystemWrite,
    NetworkEgress,
    ExternalCredentials,
    PersistentMemory,
    UntrustedInput,
    ThirdPartyExtensions,
    SubAgents,
    ExternalCommunication,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    Yes,
    No,
    OptIn,
}
