//! What is decided about a project as a whole: kind, surface, presence of an agent, sentences, scope.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    condition::Condition,
    expression::{Template, Text, WhenText},
    glob::ExactGlob,
};
use crate::rubric::Capability;

/// What a project is; decides which ladder of S applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Agent,
    Framework,
    ToolServer,
    Service,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Agent, Self::Framework, Self::ToolServer, Self::Service];

    /// As conditions and command lines write it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Framework => "framework",
            Self::ToolServer => "tool_server",
            Self::Service => "service",
        }
    }
}

/// `rules/kinds.yaml`: the first that holds.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Kinds {
    pub kinds: Vec<KindSpec>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct KindSpec {
    pub kind: Kind,
    pub when: Option<Condition>,
    pub reason: Template,
}

/// `rules/surface.yaml`: the nine capabilities.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SurfaceTable {
    pub capabilities: BTreeMap<Capability, CapabilitySpec>,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapabilitySpec {
    pub yes: Condition,
    pub opt_in: Option<Condition>,
}

/// `rules/agent.yaml`: whether there is an agent at all.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgentPresence {
    pub present: Condition,
    pub searches: Vec<String>,
    /// What would have counted, one line each.
    pub counts: Vec<String>,
    /// What makes a package with an entry point a target of its own.
    pub targets: Vec<TargetSign>,
    pub order: PlaceOrder,
}

/// Which of several matches of a rule is named and cited first.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlaceOrder {
    /// Files with a match of these rules are those in which the agent is made.
    pub centre: Vec<String>,
    /// Globs for whole paths in lower case, a slash before them, of files that stand apart from it.
    pub aside: Vec<String>,
}

/// Signals that say the same of a package.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TargetSign {
    pub signals: Vec<String>,
    /// What the package does, without a subject.
    pub words: String,
}

/// `rules/inventory.yaml`: what an inventory lists, and what a tool can reach.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InventorySpec {
    /// The most powerful first.
    pub reaches: Vec<ReachSpec>,
    /// Modules of which it is known that they reach nothing outside of the process. All others that are not of the
    /// repository may do what is `unseen`.
    pub quiet: Vec<ExactGlob>,
    /// Rules whose matches name what decides about a call.
    pub guards: Vec<String>,
    /// Rules whose matches say that other programs call what the repository exports.
    #[serde(default)]
    pub libraries: Vec<String>,
    /// How a server leaves out tools.
    pub withheld: WithheldSpec,
    pub sections: Vec<SectionSpec>,
    /// What a change must not add, in comparisons of commits.
    pub additions: AdditionSpec,
}

/// Tools that a server leaves out by a mark of theirs. In which configuration it does is not followed.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithheldSpec {
    /// Arguments of a tool's declaration that mark it.
    pub marks: Vec<String>,
    /// Settings, and arguments of calls, that name the marks of tools to leave out.
    pub settings: Vec<String>,
    /// Globs for the settings that choose a set of tools by its name. A set is a call with a `name` and a mark; where the
    /// default of such a setting names one of several, tools with none of its marks are left out as shipped.
    pub choosers: Vec<String>,
}

/// What weakens a project by being added, also where no level can fall any more.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AdditionSpec {
    /// Powers that a new tool must not reach without a gate.
    pub powers: Vec<String>,
    /// Rules whose matches start the agent from outside.
    pub triggers: Vec<String>,
    /// Rules of exposures that are decided by a default or a choice of the code, not by what the project is for. Each
    /// place is one.
    pub exposures: Vec<String>,
    /// The same of exposures that an agent has or has not: one more place adds nothing to an agent that had one, unless
    /// a control stood there.
    #[serde(default)]
    pub traits: Vec<String>,
}

impl AdditionSpec {
    /// All rules of exposures.
    pub fn all_exposures(&self) -> impl Iterator<Item = &String> {
        self.exposures.iter().chain(&self.traits)
    }
}

impl InventorySpec {
    /// Whether anything of an inventory is told by the matches of a rule.
    pub fn names(&self, rule: &str) -> bool {
        let reaches = self.reaches.iter().flat_map(|reach| &reach.signals);
        let sections = self.sections.iter().flat_map(|section| &section.signals);
        self.guards.iter().chain(&self.libraries).chain(reaches).chain(sections).any(|named| named == rule)
    }
}

/// The call that such a signal stands at is a sink of this power.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReachSpec {
    pub power: String,
    pub signals: Vec<String>,
    /// Calls that are sinks too, by their resolved callee.
    #[serde(default)]
    pub calls: Vec<ExactGlob>,
    /// Calls that are no sinks although a signal sees them.
    #[serde(default)]
    pub except: Vec<ExactGlob>,
    /// Modules whose every call is a sink, on objects that they made too.
    #[serde(default)]
    pub libraries: Vec<ExactGlob>,
    /// Libraries that are not known may do it.
    #[serde(default)]
    pub unseen: bool,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SectionSpec {
    pub id: String,
    pub title: String,
    pub signals: Vec<String>,
}

/// `rules/texts.yaml`.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    /// The first four that hold are joined.
    pub headline: Vec<WhenText>,
    pub scored_configuration: Vec<WhenText>,
    pub rule_of_two: RuleOfTwoTexts,
    /// All that hold.
    pub limitations: Vec<WhenText>,
    /// The first that holds.
    pub category: Vec<WhenId>,
    /// Follows a finding all of whose places are such that nothing of the agent was seen to lead there.
    pub not_run: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleOfTwoTexts {
    pub untrusted_input: Text,
    pub sensitive_data: Text,
    pub state_change_or_egress: Text,
    pub same_session: Condition,
}

#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhenId {
    pub when: Option<Condition>,
    pub id: String,
}
