//! Which way the matches that came and went point: a level that moved by nothing that could weaken was read otherwise.

use crate::{
    audit::Marked,
    rulebook::{Role, SectionSpec, State},
};

/// Why a fall is folded that only controls came and only surface went with.
pub(super) const NOTHING_WEAKER: &str = "nothing that came or went makes it weaker: controls came, surface went";

/// True where matches account for a fall and none of them can weaken: no control or default is gone, and neither
/// surface nor an exposure is new but as a part of a control that came.
pub(super) fn strengthens(sections: &[SectionSpec], gone: &[&Marked], new: &[&Marked]) -> bool {
    let control = |marked: &&Marked| marked.role == Role::Control;
    let of_one_kind = |one: &str, other: &str| {
        sections.iter().any(|section| [one, other].iter().all(|rule| section.signals.iter().any(|known| known == rule)))
    };
    let lost = gone.iter().any(|marked| matches!(marked.role, Role::Control | Role::Default));
    // How a control that came is set is no loss, whatever it is.
    let part_of_control = |marked: &Marked| {
        marked.role == Role::Default
            && new.iter().filter(|m| control(m)).any(|m| of_one_kind(&m.mark.rule, &marked.mark.rule))
    };
    // As many places as went are the same ones, written otherwise.
    let count = |marks: &[&Marked], rule: &str| marks.iter().filter(|marked| marked.mark.rule == rule).count();
    let opened = new.iter().any(|marked| {
        let more = count(new, &marked.mark.rule) > count(gone, &marked.mark.rule);
        more && !control(marked) && marked.mark.state != State::Off && !part_of_control(marked)
    });
    // A control that came switched off is one all the same: without it nothing stood there.
    let changed = !gone.is_empty() || !new.is_empty();
    changed && !lost && !opened
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::Mark;

    fn marked(rule: &str, role: Role) -> Marked {
        let mark = Mark {
            rule: rule.to_owned(),
            file: "a.go".to_owned(),
            function: String::new(),
            name: String::new(),
            text: "1".to_owned(),
            state: State::On,
        };
        Marked { mark, role, lines: (1, 1) }
    }

    #[test]
    fn controls_that_came_do_not_make_weaker() {
        let sections = [SectionSpec {
            id: "boundaries".to_owned(),
            title: "Boundaries".to_owned(),
            signals: vec!["sandbox".to_owned(), "sandbox-off".to_owned()],
        }];
        let (process, sandbox) = (marked("process", Role::Surface), marked("sandbox", Role::Control));
        let (off, exposed) = (marked("sandbox-off", Role::Default), marked("other", Role::Exposure));
        assert!(strengthens(&sections, &[&process], &[&sandbox, &off]));
        assert!(strengthens(&sections, &[&exposed], &[]));
        assert!(!strengthens(&sections, &[&process], &[&off]));
        assert!(!strengthens(&sections, &[&sandbox], &[&sandbox]));
        assert!(!strengthens(&sections, &[], &[&sandbox, &exposed]));
        assert!(!strengthens(&sections, &[], &[&process]));
        assert!(strengthens(&sections, &[&process], &[&process, &sandbox]));
        assert!(!strengthens(&sections, &[&process], &[&process, &process]));
        assert!(!strengthens(&sections, &[], &[]));
    }
}
