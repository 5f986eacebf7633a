//! Which matches stand in code that runs when the agent does.

use std::collections::BTreeSet;

use super::{across::Found, force::Ways, plan::Plan};
use crate::facts::{Context, graph::FunctionRef};

/// Says it of each match of the product that a function holds, and leaves out those of rules that ask for it where nothing
/// of the agent was seen to lead there.
pub(super) fn marked(plan: &Plan<'_>, ways: &Ways<'_>, found: &mut Vec<Found>) {
    let Some(run) = ways.graph().agent_run() else { return };
    let asking: BTreeSet<&str> =
        plan.rules.iter().filter(|planned| planned.rule.agent_runs).map(|planned| planned.rule.id.as_str()).collect();
    found.retain_mut(|found| {
        if found.signal.context != Context::Product {
            return true;
        }
        let file = ways.base.index(&found.signal.file).and_then(|index| u32::try_from(index).ok());
        let Some(file) = file else { return true };
        found.signal.runs = run.holds(ways.graph(), FunctionRef { file, function: found.place.function });
        found.signal.runs != Some(false) || !asking.contains(found.signal.rule.as_str())
    });
}
