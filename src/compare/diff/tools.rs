//! Tools that came, went, or reach otherwise.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Change, ChangeKind, Context, Direction, Where, change};
use crate::{
    audit::{InventoryTool, PlaceLink, Reached},
    card,
    source::Lineage,
    text::{Raw, markdown},
};

const RESTORE: &str = "Put a check or a question to a person between the tool and this call, or register the tool only \
                       where an operator asks for it.";

/// Tools that a sentence names.
const NAMED: usize = 3;

/// A call that has a power, known again when lines move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sink<'t> {
    power: &'t str,
    /// Of the commit compared with.
    file: &'t str,
    function: &'t str,
    call: &'t str,
}

impl<'t> Sink<'t> {
    fn of(reached: &'t Reached, file: &'t str) -> Self {
        let function = reached.way.last().map_or("", String::as_str);
        Self { power: &reached.power, file, function, call: &reached.call }
    }
}

/// What tools reached on a way without a gate. One more tool that gets there by the code that they share adds nothing.
struct OpenSinks<'t>(BTreeSet<Sink<'t>>);

impl<'t> OpenSinks<'t> {
    fn of(tools: &'t [InventoryTool]) -> Self {
        let offered = tools.iter().flat_map(InventoryTool::offered_reaches);
        let open = offered.filter(|r| matches!(&*r.guarded, "none" | "some"));
        Self(open.map(|reached| Sink::of(reached, &reached.sink.file)).collect())
    }

    /// What a tool's own function calls is no code that it shares: several tools may be written in one function.
    fn share(&self, reached: &Reached, sink: &Sink<'_>) -> bool {
        reached.way.len() > 1 && self.0.contains(sink)
    }
}

/// All changes of tools.
pub(super) fn changes(context: &Context<'_>, before: &[InventoryTool], after: &[InventoryTool]) -> Vec<Change> {
    let (pairs, gone, mut new) = paired(before, after, context.lineage);
    let mut changes = Vec::new();
    let known = OpenSinks::of(before);
    let mut shared: BTreeMap<Sink<'_>, Vec<(&InventoryTool, &Reached)>> = BTreeMap::new();
    for (old, tool) in pairs {
        if tool.left_out.is_some() {
            continue;
        }
        // Its server left it out until now.
        if old.left_out.is_some() {
            new.push(tool);
            continue;
        }
        for reached in &tool.reaches {
            let was = old.reaches.iter().find(|r| r.power == reached.power);
            if let Some(sink) = context.opens(tool, was, reached) {
                match known.share(reached, &sink) {
                    true => changes.push(context.reaches_too(tool, reached)),
                    false => shared.entry(sink).or_default().push((tool, reached)),
                }
                continue;
            }
            changes.extend(context.reaches_otherwise(tool, was, reached));
        }
    }
    changes.extend(shared.into_iter().map(|(sink, tools)| context.opened(&sink, &tools)));
    for tool in gone {
        let mut gone = change(ChangeKind::Tool, Direction::Stronger);
        gone.id = context.id(&["tool gone", &name(tool)]);
        gone.sentence = format!("The tool {} is gone{}.", shown(tool), reach_list(tool));
        gone.before = vec![context.linked(&tool.place, true, "the tool was declared here")];
        changes.push(gone);
    }
    for tool in new {
        // A way that other tools had already, by the code that they share, is none past this tool's gate.
        let new_way = |r: &&Reached| !known.share(r, &Sink::of(r, context.lineage.before(&r.sink.file)));
        let open = open(context, tool).or_else(|| past_a_gate(context, tool).filter(new_way));
        if let Some(reached) = open {
            changes.push(context.ungated(tool, reached, "The new tool"));
            continue;
        }
        let mut new = change(ChangeKind::Tool, Direction::Neutral);
        new.id = context.id(&["tool new", &name(tool)]);
        let left_out = match &tool.left_out {
            Some(_) => "; the server leaves it out by its tags, and when was not followed",
            None => "",
        };
        new.sentence = format!("The tool {} is new{}{left_out}.", shown(tool), reach_list(tool));
        new.after = vec![context.linked(&tool.place, false, "the tool is declared here")];
        new.after.extend(tool.left_out.iter().map(|place| context.linked(place, false, "tools are left out here")));
        changes.push(new);
    }
    changes
}

/// The strongest power that the tool reaches with nothing that decides on the way.
fn open<'t>(context: &Context<'_>, tool: &'t InventoryTool) -> Option<&'t Reached> {
    open_to(&context.rulebook.inventory.additions.powers, tool)
}

/// The same of some powers.
pub(super) fn open_to<'t>(powers: &[String], tool: &'t InventoryTool) -> Option<&'t Reached> {
    if tool.approval.as_deref().is_some_and(|approval| approval != "false" && approval != "null") {
        return None;
    }
    let read_only = tool.hints.iter().any(|hint| hint.eq_ignore_ascii_case("readOnlyHint=true"));
    tool.offered_reaches().iter().find(|reached| {
        reached.guarded == "none"
            && powers.contains(&reached.power)
            // It says of itself that it only asks a service: reading from outside is no action.
            && !(read_only && reached.power == "network")
    })
}

/// The strongest power that a new tool reaches on a way without a gate, where others have one.
fn past_a_gate<'t>(context: &Context<'_>, tool: &'t InventoryTool) -> Option<&'t Reached> {
    tool.offered_reaches().iter().find(|reached| {
        reached.guarded == "some" && context.rulebook.inventory.additions.powers.contains(&reached.power)
    })
}

impl Context<'_> {
    pub(super) fn ungated(&self, tool: &InventoryTool, reached: &Reached, subject: &str) -> Change {
        let mut change = change(ChangeKind::UngatedTool, Direction::Weaker);
        change.id = self.id(&["ungated", &name(tool), &reached.power]);
        change.sentence = format!(
            "{subject} {} reaches {} ({}) {}.",
            shown(tool),
            power_words(&reached.power),
            code(&reached.call),
            if reached.guarded == "some" { "on a way that passes no gate" } else { "with no gate on its way" }
        );
        change.after = vec![
            self.linked(&tool.place, false, "the tool is declared here"),
            self.linked(&reached.sink, false, "what it reaches"),
        ];
        change.way.clone_from(&reached.way);
        change.to = Some(reached.power.clone());
        change.restore = Some(RESTORE.to_owned());
        change
    }

    /// What an existing tool reaches now on a way without a gate: where it had no way there, or where its gate stands on
    /// its other ways as before.
    fn opens<'t>(&'t self, tool: &'t InventoryTool, was: Option<&Reached>, is: &'t Reached) -> Option<Sink<'t>> {
        let new = match was {
            // What another power of the tool did before without a gate is no new way.
            None => is.guarded == "none" && open(self, tool).is_some_and(|r| r.power == is.power),
            Some(was) => {
                let matters = self.rulebook.inventory.additions.powers.contains(&is.power);
                let elsewhere = Sink::of(was, &was.sink.file) != Sink::of(is, self.lineage.before(&is.sink.file));
                matters && was.guarded == "all" && is.guarded == "some" && elsewhere
            }
        };
        new.then(|| Sink::of(is, self.lineage.before(&is.sink.file)))
    }

    /// Several tools that reach one new place are one change.
    fn opened(&self, sink: &Sink<'_>, tools: &[(&InventoryTool, &Reached)]) -> Change {
        if let [(tool, reached)] = tools {
            return self.ungated(tool, reached, "The tool");
        }
        let named: Vec<String> = tools.iter().take(NAMED).map(|(tool, _)| shown(tool)).collect();
        let more = tools.len().saturating_sub(NAMED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let mut change = change(ChangeKind::UngatedTool, Direction::Weaker);
        change.id = self.id(&["ungated", sink.power, sink.function, sink.call]);
        change.sentence = format!(
            "The tools {}{more} reach {} ({}) with no gate on the way.",
            named.join(", "),
            power_words(sink.power),
            code(sink.call)
        );
        if let Some((tool, reached)) = tools.first() {
            change.after = vec![self.linked(&reached.sink, false, "what they reach")];
            change.after.push(self.linked(&tool.place, false, "one of the tools is declared here"));
            change.way.clone_from(&reached.way);
            change.to = Some(reached.power.clone());
        }
        change.restore = Some(RESTORE.to_owned());
        change
    }

    fn reaches_too(&self, tool: &InventoryTool, is: &Reached) -> Change {
        let mut new = change(ChangeKind::Tool, Direction::Neutral);
        new.id = self.id(&["tool reaches", &name(tool), &is.power]);
        new.sentence = format!("The tool {} now reaches {}.", shown(tool), power_words(&is.power));
        new.after = vec![self.linked(&is.sink, false, "what it reaches")];
        new.way.clone_from(&is.way);
        new
    }

    fn reaches_otherwise(&self, tool: &InventoryTool, was: Option<&Reached>, is: &Reached) -> Option<Change> {
        let matters = self.rulebook.inventory.additions.powers.contains(&is.power);
        match was {
            None => Some(self.reaches_too(tool, is)),
            Some(was) => {
                let rank = |word: &str| ["none", "some", "all"].iter().position(|known| *known == word);
                let (old, new) = (rank(&was.guarded)?, rank(&is.guarded)?);
                if old == new || !matters {
                    return None;
                }
                let weaker = new < old;
                let (kind, direction) = match weaker {
                    true => (ChangeKind::Bypass, Direction::Weaker),
                    false => (ChangeKind::Tool, Direction::Stronger),
                };
                let mut found = change(kind, direction);
                found.id = self.id(&["bypass", &name(tool), &is.power, &is.guarded]);
                found.from = Some(was.guarded.to_string());
                found.to = Some(is.guarded.to_string());
                let gates = was.guards.iter().map(|guard| code(guard)).collect::<Vec<_>>().join(", ");
                found.sentence = match (weaker, &*is.guarded) {
                    (true, "none") => format!(
                        "The tool {} reaches {} with no gate on its way; {gates} stood there.",
                        shown(tool),
                        power_words(&is.power)
                    ),
                    (true, _) => format!(
                        "The tool {} reaches {} past its gate on some ways; {gates} stood on all of them.",
                        shown(tool),
                        power_words(&is.power)
                    ),
                    _ => format!("A gate now stands between the tool {} and {}.", shown(tool), power_words(&is.power)),
                };
                // The call of a gate stands as it did where its own body was changed.
                let changed = was.deciding.iter().filter(|place| self.lineage.changed.contains(&place.file));
                found.before = changed.map(|place| self.linked(place, true, "what decided")).take(2).collect();
                found.before.push(self.linked(&was.sink, true, "what it reached, behind the gate"));
                found.after = vec![
                    self.linked(&tool.place, false, "the tool is declared here"),
                    self.linked(&is.sink, false, "what it reaches"),
                ];
                found.way.clone_from(&is.way);
                if weaker {
                    found.restore = Some(format!("Let every way to this call pass {gates} again."));
                }
                Some(found)
            }
        }
    }

    pub(super) fn linked(&self, place: &PlaceLink, before: bool, what: &str) -> Where {
        let lines = card::lines_of(&place.lines).map_or((1, 1), |span| (span.start, span.end));
        self.at(&place.file, lines, before, what)
    }
}

type Paired<'t> = (Vec<(&'t InventoryTool, &'t InventoryTool)>, Vec<&'t InventoryTool>, Vec<&'t InventoryTool>);

/// Tools of one name and one file, then of one name, then of one place; what is left came or went.
fn paired<'t>(before: &'t [InventoryTool], after: &'t [InventoryTool], lineage: &Lineage) -> Paired<'t> {
    let mut gone: Vec<&InventoryTool> = before.iter().collect();
    let mut new: Vec<&InventoryTool> = after.iter().collect();
    let mut pairs = Vec::new();
    let path = |tool: &InventoryTool, after: bool| match after {
        true => lineage.before(&tool.place.file).to_owned(),
        false => tool.place.file.clone(),
    };
    type KeyOf<'a> = &'a dyn Fn(&InventoryTool, bool) -> Option<Vec<String>>;
    let keys: [KeyOf<'_>; 3] = [
        &|tool, after| Some(vec![name(tool), path(tool, after)]),
        &|tool, _| tool.name.is_some().then(|| vec![name(tool)]),
        // Renamed in place: the same file, parameters and reach.
        &|tool, after| {
            let reach = tool.reaches.iter().map(|r| format!("{}:{}", r.power, r.call));
            Some(vec![path(tool, after), tool.parameters.join(","), reach.collect::<Vec<_>>().join(",")])
        },
    ];
    for key in keys {
        let mut there: BTreeMap<Vec<String>, VecDeque<&InventoryTool>> = BTreeMap::new();
        for tool in &new {
            if let Some(key) = key(tool, true) {
                there.entry(key).or_default().push_back(tool);
            }
        }
        let mut taken: Vec<*const InventoryTool> = Vec::new();
        gone.retain(|tool| {
            let found = key(tool, false).and_then(|key| there.get_mut(&key)?.pop_front());
            if let Some(found) = found {
                taken.push(found);
                pairs.push((*tool, found));
            }
            found.is_none()
        });
        new.retain(|tool| !taken.contains(&std::ptr::from_ref(*tool)));
    }
    (pairs, gone, new)
}

pub(super) fn name(tool: &InventoryTool) -> String {
    tool.name.clone().unwrap_or_else(|| format!("{}:{}", tool.framework, tool.place.file))
}

pub(super) fn shown(tool: &InventoryTool) -> String {
    match &tool.name {
        Some(name) => code(name),
        None => format!("at {}:{}", code(&tool.place.file), tool.place.lines),
    }
}

fn reach_list(tool: &InventoryTool) -> String {
    let powers: Vec<&str> = tool.reaches.iter().map(|r| power_words(&r.power)).collect();
    if powers.is_empty() { String::new() } else { format!("; it reaches {}", powers.join(", ")) }
}

pub(super) fn power_words(power: &str) -> &str {
    match power {
        "execute" => "the execution of programs",
        "write" => "the writing of files or state",
        "communicate" => "messages to others",
        "network" => "the network",
        "read" => "files or content to read",
        other => other,
    }
}

pub(super) fn code(text: &str) -> String {
    markdown(&Raw::new(text))
}
