//! Functions that say yes whatever was answered: they show, ask or write something down, and nothing of it decides.

use super::bodies::{is_nothing, part, said, yes_of};
use crate::facts::{Call, FileFacts, control::Returned, graph::is_log};

/// Whether a function that is to judge always says yes. `harmless` says of a call, by its index, that no refusal can come
/// out of it.
pub(super) fn always(facts: &FileFacts, text: &str, index: u32, harmless: impl Fn(u32, &Call) -> bool) -> bool {
    let Some(function) = facts.functions.get(index as usize) else { return false };
    let control = &facts.control;
    let exits = control.exits_taken(index);
    let Some(last) = exits.last() else { return false };
    let says_yes = exits.iter().all(|exit| {
        !matches!(exit.value, Returned::Raises | Returned::Nothing)
            && part(text, exit.at).map(said).is_some_and(|said| !is_nothing(&said) && yes_of(function, said))
    });
    let declared = function.decorators.iter().any(|d| d.ends_with("abstractmethod") || d.ends_with("overload"));
    // An assertion refuses, and has no part of its own.
    let asserts = control.branches.iter().any(|branch| {
        branch.function == Some(index)
            && branch.then.is_empty()
            && branch.otherwise.is_empty()
            && branch.condition.end <= last.at.start
    });
    if !says_yes || declared || asserts {
        return false;
    }
    let Some(body) = control.functions.get(index as usize).copied() else { return false };
    (0_u32..).zip(&facts.calls).zip(&control.calls).all(|((at, call), range)| {
        !body.contains(*range)
            || range.start >= last.at.end
            || is_log(&call.callee)
            || asks(&call.callee)
            || harmless(at, call)
    })
}

/// Calls that show or read a text and cannot refuse.
fn asks(callee: &str) -> bool {
    let words = [
        "input",
        "readline",
        "len",
        "str",
        "repr",
        "format",
        "strip",
        "lower",
        "join",
        "trim",
        "toLowerCase",
        "String",
        "stringify",
        "dumps",
        "Sprintf",
        "Scanln",
        "Scan",
        "ReadString",
        "TrimSpace",
        "ToLower",
        "append",
        "push",
    ];
    words.contains(&callee.rsplit('.').next().unwrap_or(callee))
}
