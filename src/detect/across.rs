//! Questions about ways from tools to matches, asked of the few matches that rules want to know it of, when all files
//! are read.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{
    Signal,
    force::Ways,
    leaf,
    plan::{Plan, Question},
};
use crate::{
    facts::{
        Call, Context, FactBase, Span, Tool,
        graph::{FunctionRef, Guarded, Led, Standing, Start},
    },
    rulebook::{self, GuardedBy, State, ToolPattern},
};

/// Functions that are kept of all that tools lead to.
const MOST_LED: usize = 4_000_000;

/// A signal of one file, and what is still to be asked of it.
pub(super) struct Found {
    pub signal: Signal,
    /// Indexes into the questions of the plan.
    pub asks: Vec<u32>,
    pub place: Place,
}

/// What was matched, by its index in the facts of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) enum What {
    Call(u32),
    Setting(u32),
    Import(u32),
    Function(u32),
    #[default]
    Other,
}

/// Where a match stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Place {
    pub what: What,
    /// Index into the file's functions.
    pub function: Option<u32>,
    pub call: Option<u32>,
    pub tool: Option<usize>,
}

/// What is known of one question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Unknown,
}

/// Drops what does not hold; what is not known is kept as unknown.
pub(super) fn answered(plan: &Plan<'_>, ways: Option<&Ways<'_>>, found: Vec<Found>) -> Vec<Signal> {
    let mut out = Vec::with_capacity(found.len());
    let mut asked = Vec::new();
    for found in found {
        match found.asks.is_empty() {
            true => out.push(found.signal),
            false => asked.push(found),
        }
    }
    if asked.is_empty() {
        return out;
    }
    let ways = ways.map(|ways| Across::new(plan, ways, &asked));
    let mut kept: BTreeSet<Signal> = BTreeSet::new();
    for found in asked {
        let answer = match &ways {
            Some(ways) => found.asks.iter().map(|ask| ways.answer(plan, *ask, &found)).fold(Answer::Yes, Answer::and),
            None => Answer::Unknown,
        };
        let mut signal = found.signal;
        match answer {
            Answer::No => continue,
            Answer::Unknown => signal.state = State::Unknown,
            Answer::Yes => {}
        }
        kept.insert(signal);
    }
    out.extend(kept);
    out
}

impl Answer {
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Unknown,
        }
    }
}

/// One tool of the product and what it leads to; `None` where its handler is not known.
struct Reacher<'a> {
    tool: &'a Tool,
    start: Option<(Start, Led)>,
}

struct Across<'a, 'w> {
    base: &'a FactBase,
    ways: &'w Ways<'a>,
    tools: Vec<Reacher<'a>>,
    /// Not all tools could be followed within the limit.
    cut: bool,
    offers: Offers<'a>,
}

impl<'a, 'w> Across<'a, 'w> {
    fn new(plan: &Plan<'_>, ways: &'w Ways<'a>, asked: &[Found]) -> Self {
        let base = ways.base;
        let questions = asked.iter().flat_map(|found| &found.asks).filter_map(|ask| plan.questions.get(*ask as usize));
        let needs_tools =
            questions.into_iter().any(|question| matches!(question, Question::Reached(_) | Question::Guarded(..)));
        let mut out = Self { base, ways, tools: Vec::new(), cut: false, offers: Offers::new(base) };
        if !needs_tools {
            return out;
        }
        let graph = ways.graph();
        let mut kept = 0;
        let product = (0u32..).zip(&base.files).filter(|(_, file)| file.in_scope && file.context == Context::Product);
        for (index, tool) in product.flat_map(|(index, file)| file.facts.tools.iter().map(move |tool| (index, tool))) {
            if kept >= MOST_LED {
                out.cut = true;
                break;
            }
            let start = graph.handler(index, tool).map(|start| (start, graph.led(start)));
            kept += start.as_ref().map_or(1, |(_, led)| led.sure.len() + led.all.len());
            out.tools.push(Reacher { tool, start });
        }
        out
    }

    fn answer(&self, plan: &Plan<'_>, ask: u32, found: &Found) -> Answer {
        let Some(file) = self.base.index(&found.signal.file).and_then(|at| u32::try_from(at).ok()) else {
            return Answer::Unknown;
        };
        match plan.questions.get(ask as usize) {
            Some(Question::Reached(tool)) => self.reached(tool, file, found.place, found.signal.lines),
            Some(Question::Guarded(guarded, by)) => self.guarded(guarded, *by, file, found),
            Some(Question::Offered(wanted)) => self.offered(*wanted, file, found.place),
            Some(Question::Decides) => self.decides(file, found.place),
            None => Answer::Unknown,
        }
    }

    fn matching<'s>(&'s self, pattern: Option<&'s ToolPattern>) -> impl Iterator<Item = &'s Reacher<'a>> {
        self.tools.iter().filter(move |reacher| pattern.is_none_or(|pattern| leaf::tool(pattern, reacher.tool)))
    }

    /// Whether a tool leads to the function around a place.
    fn leads(&self, reacher: &Reacher<'_>, file: u32, place: Place, lines: Span) -> Answer {
        let Some((start, led)) = &reacher.start else { return Answer::Unknown };
        if let Start::Lines(body_file, body) = start
            && *body_file == file
            && body.contains(lines)
        {
            return Answer::Yes;
        }
        let function = FunctionRef { file, function: place.function };
        if led.sure.contains(&function) {
            Answer::Yes
        } else if led.open || led.all.contains(&function) {
            Answer::Unknown
        } else {
            Answer::No
        }
    }

    fn reached(&self, pattern: &ToolPattern, file: u32, place: Place, lines: Span) -> Answer {
        let mut known = if self.cut { Answer::Unknown } else { Answer::No };
        for reacher in self.matching(Some(pattern)) {
            match self.leads(reacher, file, place, lines) {
                Answer::Yes => return Answer::Yes,
                Answer::Unknown => known = Answer::Unknown,
                Answer::No => {}
            }
        }
        known
    }

    /// The ways from the tools that surely lead to the place, else from the function that it stands in.
    fn guarded(&self, guarded: &GuardedBy, by: Option<&ToolPattern>, file: u32, found: &Found) -> Answer {
        let facts = self.base.files.get(file as usize).map(|file| &file.facts);
        let call = found.place.call.and_then(|call| facts?.calls.get(call as usize));
        let (graph, Some(call)) = (self.ways.graph(), call) else { return Answer::Unknown };
        let lines = found.signal.lines;
        let mut starts: Vec<Start> = self
            .matching(by)
            .filter(|reacher| self.leads(reacher, file, found.place, lines) == Answer::Yes)
            .filter_map(|reacher| reacher.start.as_ref().map(|(start, _)| *start))
            .collect();
        if starts.is_empty() && by.is_none() {
            starts.push(FunctionRef { file, function: found.place.function }.into());
        }
        let sink = |known: &Call| std::ptr::eq(known, call);
        let is_guard = |name: &str| guarded.name.iter().any(|glob| glob.matches(name));
        let (mut all, mut none, mut unknown, mut ways) = (true, true, false, 0);
        for start in starts {
            match graph.guarded(start, &sink, &is_guard) {
                Guarded::NoWay => {}
                Guarded::Unknown(_) => unknown = true,
                Guarded::Way(standing, ..) => {
                    ways += 1;
                    all &= standing == Standing::All;
                    none &= standing == Standing::None;
                }
            }
        }
        let holds = match guarded.ways {
            rulebook::Ways::All if !all => Some(false),
            rulebook::Ways::Some if !none => Some(true),
            rulebook::Ways::None if !none => Some(false),
            _ if unknown || ways == 0 => None,
            rulebook::Ways::All | rulebook::Ways::None => Some(true),
            rulebook::Ways::Some => Some(false),
        };
        match holds {
            Some(true) => Answer::Yes,
            Some(false) => Answer::No,
            None => Answer::Unknown,
        }
    }

    /// The result is used, or what is called refuses with an exception.
    fn decides(&self, file: u32, place: Place) -> Answer {
        let call =
            place.call.and_then(|at| Some((at, self.base.files.get(file as usize)?.facts.calls.get(at as usize)?)));
        let Some((at, call)) = call else { return Answer::Unknown };
        if call.result_used {
            return Answer::Yes;
        }
        let graph = self.ways.graph();
        let raises = graph.targets(file, at).into_iter().any(|target| graph.raises(target));
        if raises { Answer::Yes } else { Answer::No }
    }

    fn offered(&self, wanted: bool, file: u32, place: Place) -> Answer {
        let tool = self.base.files.get(file as usize).and_then(|file| file.facts.tools.get(place.tool?));
        let Some(tool) = tool else { return Answer::Unknown };
        match (self.offers.offers(tool), wanted) {
            (Answer::Yes, true) | (Answer::No, false) => Answer::Yes,
            (Answer::Unknown, _) => Answer::Unknown,
            _ => Answer::No,
        }
    }
}

/// What the model calls of the product are given.
struct Offers<'a> {
    /// Last parts of the names of collections and tools.
    names: BTreeSet<&'a str>,
    /// Some call is given tools that way, whoever declares them.
    any: bool,
}

impl<'a> Offers<'a> {
    fn new(base: &'a FactBase) -> Self {
        let product = base.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
        let tools = product.flat_map(|file| file.facts.models.iter().flat_map(|model| &model.tools));
        let names: BTreeSet<&str> = tools.map(|name| last(name)).collect();
        Self { any: !names.is_empty(), names }
    }

    /// A name that is handed over in another file may be this one or one that is called alike: no more than that is
    /// needed to say that it is offered, and where nothing is handed over at all, nothing is.
    fn offers(&self, tool: &Tool) -> Answer {
        let named = || tool.collections.iter().chain(&tool.handler).any(|name| self.names.contains(last(name)));
        match (tool.bound || named(), self.any) {
            (true, _) => Answer::Yes,
            (false, true) => Answer::Unknown,
            (false, false) => Answer::No,
        }
    }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
