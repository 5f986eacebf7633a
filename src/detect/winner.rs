//! Settings that are set in several places: a default that a container of the scored configuration overrides is rated
//! by the value that wins.

use std::collections::{BTreeMap, BTreeSet};

use foldhash::HashSet;

use super::{
    Said, Signal, leaf,
    names::last_segment,
    plan::{Leaf, Node, NodeKind, Plan},
    quote,
};
use crate::{
    facts::{
        Context, Effective, FactBase, Rank, Setting, SettingKind, SettingPlace, Settings, Span, Start, Value, Word,
    },
    rulebook::State,
    syntax::Language,
};

/// Names of settings that are followed; real repositories have a few dozen.
const MOST_NAMES: usize = 200;
/// Places of one chain that are shown: the strongest.
const MOST_PLACES: usize = 8;

/// What a rule says of a setting: no match, or a match with the state that its detector gives.
type Verdict = Option<Option<State>>;

/// The place and value that win over a default, with all places from the weakest on.
struct Won<'b> {
    value: Value,
    chain: Vec<SettingPlace<'b>>,
}

/// The signals with those of overridden defaults rated anew: their state by the value that wins, dropped where their
/// rule does not hold for it, new at the winning place where it holds only for that. `start` is the container that the
/// scored configuration runs in; `None` where it overrides nothing. Only rules that ask for nothing but the setting are asked again.
pub fn by_winners(
    plan: &Plan<'_>,
    base: &FactBase,
    settings: &Settings<'_>,
    start: Start<'_>,
    signals: &[Signal],
) -> Option<Vec<Signal>> {
    let won = won(plan, base, settings, start);
    if won.is_empty() {
        return None;
    }
    let (mut changed, mut dropped, mut new) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
    for (file, setting) in base.files.iter().flat_map(|file| file.facts.settings.iter().map(move |s| (file, s))) {
        let Some(won) = won.get(last_segment(&setting.name)) else { continue };
        let Some(winner) = won.chain.last() else { continue };
        let says = |place: &SettingPlace<'_>| place.file == file.path && place.span == setting.span;
        if !file.in_scope || !won.chain.iter().any(|place| says(place) && place.rank < Rank::Image) {
            continue;
        }
        let mut ids: Vec<u32> = plan.settings.matches_whole_or_last(&setting.name).into();
        ids.sort_by_key(|id| plan.leaf_rule.get(*id as usize).copied());
        for ids in ids.chunk_by(|a, b| plan.leaf_rule.get(*a as usize) == plan.leaf_rule.get(*b as usize)) {
            let rule = ids.first().and_then(|id| plan.rules.get(*plan.leaf_rule.get(*id as usize)? as usize));
            let Some(rule) = rule.filter(|rule| rule.rule.context.contains(&Context::Product)) else { continue };
            let before = verdict(plan, &rule.node, None, ids, setting);
            let after = verdict(plan, &rule.node, None, ids, &Setting { value: won.value.clone(), ..setting.clone() });
            let id = Word::new(&rule.rule.id);
            let here = (id, Word::new(&file.path), setting.span);
            let state = |given: Option<State>| given.unwrap_or(rule.rule.state);
            match (before, after) {
                (None, None) => {}
                (Some(_), None) => drop(dropped.insert(here)),
                (Some(_), Some(given)) => drop(changed.insert(here, (state(given), said(&setting.name, &won.chain)))),
                (None, Some(given)) => {
                    let there = (id, Word::new(winner.file), winner.span);
                    changed.insert(there, (state(given), said(&setting.name, &won.chain)));
                    new.push((there, state(given), variable(base, winner), said(&setting.name, &won.chain)));
                }
            }
        }
    }
    let mut signals = signals.to_vec();
    signals.retain(|signal| !dropped.contains(&place(signal)));
    for signal in &mut signals {
        if let Some((state, chain)) = changed.get(&place(signal)) {
            signal.state = *state;
            signal.chain.clone_from(chain);
        }
    }
    let known: BTreeSet<_> = signals.iter().map(place).collect();
    let mut added = BTreeSet::new();
    for (there, state, written, chain) in new {
        if known.contains(&there) || !added.insert(there) {
            continue;
        }
        let value = chain.last().map(|said| ("value", said.value));
        let (rule, file, lines) = there;
        signals.push(Signal {
            rule,
            file,
            lines,
            context: Context::Product,
            state,
            contains: written.filter(|name| quote::usable(name)),
            captures: written.map(|name| ("name", name)).into_iter().chain(value).collect::<BTreeMap<_, _>>().into(),
            chain,
            runs: None,
        });
    }
    signals.sort();
    Some(signals)
}

fn place(signal: &Signal) -> (Word, Word, Span) {
    (signal.rule, signal.file, signal.lines)
}

/// The chains of defaults that a rule asks for and a container sets, by the last part of their names.
fn won<'b>(
    plan: &Plan<'_>,
    base: &'b FactBase,
    settings: &Settings<'b>,
    start: Start<'_>,
) -> BTreeMap<&'b str, Won<'b>> {
    let Start::Container(path) = start else { return BTreeMap::new() };
    let product = || base.files.iter().filter(|file| file.context == Context::Product);
    let container = product().filter(|file| file.path == path || file.language == Language::Dockerfile);
    let set: HashSet<&str> = container
        .flat_map(|file| file.facts.settings.iter().filter(|setting| is_variable(file.language, setting)))
        .map(|setting| last_segment(&setting.name))
        .collect();
    if set.is_empty() {
        return BTreeMap::new();
    }
    let is_set = |name: &str| {
        let prefixed = |known: &&str| known.strip_suffix(name).is_some_and(|prefix| prefix.ends_with('_'));
        set.contains(name) || set.iter().any(prefixed)
    };
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for setting in product().filter(|file| file.in_scope).flat_map(|file| &file.facts.settings) {
        let name = last_segment(&setting.name);
        let default = !matches!(setting.kind, SettingKind::Container | SettingKind::Argument);
        if default && !names.contains(name) && is_set(name) && !plan.settings.matches_whole_or_last(name).is_empty() {
            names.insert(name);
        }
    }
    let answers = names.into_iter().take(MOST_NAMES).filter_map(|name| {
        let Effective::Known { value, chain } = settings.effective(name, start) else { return None };
        let overrides = chain.last().is_some_and(|place| place.rank >= Rank::Image);
        // A word of one part is called alike by accident, unless the code reads it from the environment.
        let linked = name.contains('_') || chain.iter().any(|place| place.kind == SettingKind::Environment);
        (overrides && linked).then_some((name, Won { value, chain }))
    });
    answers.collect()
}

/// A variable of the environment that a container sets.
fn is_variable(language: Language, setting: &Setting) -> bool {
    setting.kind == SettingKind::Container
        && (language == Language::Dockerfile || setting.name.split('.').any(|part| part == "environment"))
}

/// What those leaves of a rule say that ask for the value of a setting alone. The state of an inner part goes before that of the one
/// around it. Recursion is bounded: nesting depth is checked when rules are read.
fn verdict(plan: &Plan<'_>, node: &Node<'_>, outer: Option<State>, ids: &[u32], setting: &Setting) -> Verdict {
    if node.inside.is_some() || !node.asks.is_empty() {
        return None;
    }
    let state = node.state.or(outer);
    match &node.kind {
        NodeKind::Any(items) => items.iter().find_map(|item| verdict(plan, item, state, ids, setting)),
        NodeKind::Leaf(id) if ids.contains(id) => match plan.leaves.get(*id as usize) {
            // Where any value matches, none overrides another.
            Some(Leaf::Setting(pattern)) if pattern.value.is_some() => leaf::setting(pattern, setting).then_some(state),
            _ => None,
        },
        // What must not stand beside it stands there no more than before.
        NodeKind::All(items, _) => {
            let is_not = |item: &&Node<'_>| matches!(&item.kind, NodeKind::Not(inner) if !asks_any(inner, ids));
            let mut asking = items.iter().filter(|item| !is_not(item));
            match (asking.next(), asking.next()) {
                (Some(item), None) => verdict(plan, item, state, ids, setting),
                _ => None,
            }
        }
        NodeKind::Leaf(_) | NodeKind::Not(_) => None,
    }
}

/// Whether some of the leaves stand in a part of a rule. Recursion is bounded as in [`verdict`].
fn asks_any(node: &Node<'_>, ids: &[u32]) -> bool {
    match &node.kind {
        NodeKind::Leaf(id) => ids.contains(id),
        NodeKind::Any(items) | NodeKind::All(items, _) => items.iter().any(|item| asks_any(item, ids)),
        NodeKind::Not(item) => asks_any(item, ids),
    }
}

/// The chain of a setting as it may be shown.
fn said(name: &str, chain: &[SettingPlace<'_>]) -> Box<[Said]> {
    let shown = |place: &SettingPlace<'_>| Said {
        file: Word::new(place.file),
        lines: place.span,
        value: Word::from(quote::masked_as(name, &place.value)),
    };
    chain[chain.len().saturating_sub(MOST_PLACES)..].iter().map(shown).collect()
}

/// What the winning place calls the setting.
fn variable(base: &FactBase, winner: &SettingPlace<'_>) -> Option<Word> {
    let facts = &base.files.get(base.index(winner.file)?)?.facts;
    let setting = facts.settings.iter().find(|s| s.span == winner.span && s.kind == winner.kind)?;
    Some(Word::new(last_segment(&setting.written)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        detect::{BaseTexts, Extent, detect},
        facts::{ReadOptions, ScopeRules, read},
        rulebook::Rule,
        source::{Entry, EntryKind, RepoPath, Unread},
    };

    /// State, place and chain of the signals of one rule, in a container that `start` describes.
    fn rated(detector: &str, start: &str, files: &[(&str, &str)]) -> Vec<String> {
        let rule: Rule = serde_yaml::from_str(&format!(
            "id: x\ntitle: t\ncriteria: [C6]\nrole: default\nlanguages: []\ndetect: {detector}\nfinding: f\ngap: g\nwhy: w\n\
             sees: s\ncannot_see: c\nremediation: {{text: r, effort: low}}\nowasp: [ASI05]\n"
        ))
        .unwrap();
        let plan = Plan::of([&rule]);
        let mut entries: Vec<Entry> = files
            .iter()
            .map(|(path, _)| Entry { path: RepoPath::new(path.as_bytes()), kind: EntryKind::File, executable: false })
            .collect();
        entries.sort_by(|a, b| a.path.cmp(&b.path));
        let content = |entry: &Entry, _: u64| {
            let found = files.iter().find(|(path, _)| entry.path.as_str() == Some(path));
            found.map(|(_, text)| text.as_bytes().to_vec()).ok_or(Unread::Missing)
        };
        let options = ReadOptions { base: "", rules: ScopeRules::embedded(), searches: None, cache: None };
        let base = read(&entries, || Ok::<_, String>(content), &options).unwrap();
        let inputs: Vec<_> = base.files.iter().map(Into::into).collect();
        let signals = detect(
            &plan,
            &inputs,
            &BaseTexts { base: &base, read: &content },
            Some(&crate::detect::Ways::new(&base)),
            Extent::Program,
        );
        let shown = |signal: Signal| {
            let chain: Vec<String> =
                signal.chain.iter().map(|said| format!("{}:{}={}", said.file, said.lines.start, said.value)).collect();
            format!("{:?} {}:{} [{}]", signal.state, signal.file, signal.lines.start, chain.join(" "))
        };
        by_winners(&plan, &base, &Settings::new(&base), Start::Container(start), &signals)
            .unwrap_or(signals)
            .into_iter()
            .map(shown)
            .collect()
    }

    const BOTH: &str = "{any: [{setting: {name: [sandbox_mode], kind: [environment], value: {is: on}}}, \
                        {setting: {name: [sandbox_mode], kind: [environment], value: {is: off}}, state: off}]}";
    const ON: &str = "{setting: {name: [sandbox_mode], kind: [environment], value: {is: on}}}";
    const OFF: &str = "{setting: {name: [sandbox_mode], kind: [environment], value: {is: off}}, state: off}";
    const CODE: (&str, &str) = ("agent/main.py", "import os\nmode = os.getenv('SANDBOX_MODE', 'off')\n");
    const COMPOSE: (&str, &str) =
        ("compose.yaml", "services:\n  agent:\n    build: .\n    environment:\n      SANDBOX_MODE: \"on\"\n");

    #[test]
    fn a_container_overrides_the_default_of_the_code() {
        let chain = "[agent/main.py:2=off compose.yaml:5=on]";
        assert_eq!(rated(BOTH, "compose.yaml", &[CODE, COMPOSE]), [format!("On agent/main.py:2 {chain}")]);
        assert_eq!(rated(OFF, "compose.yaml", &[CODE, COMPOSE]), [""; 0]);
        assert_eq!(rated(ON, "compose.yaml", &[CODE, COMPOSE]), [format!("On compose.yaml:5 {chain}")]);
        let image = ("Dockerfile", "FROM python:3\nENV SANDBOX_MODE=on\n");
        let chain = "[agent/main.py:2=off Dockerfile:2=true]";
        assert_eq!(rated(BOTH, "Dockerfile", &[CODE, image]), [format!("On agent/main.py:2 {chain}")]);
    }

    #[test]
    fn what_is_no_container_of_the_configuration_does_not() {
        let example = (".env.example", "SANDBOX_MODE=on\n");
        let other = ("deploy/compose.yaml", COMPOSE.1);
        let computed = ("compose.yaml", "services:\n  agent:\n    environment:\n      SANDBOX_MODE: ${SANDBOX_MODE}\n");
        for beside in [example, other, computed] {
            assert_eq!(rated(BOTH, "compose.yaml", &[CODE, beside]), ["Off agent/main.py:2 []"], "{}", beside.0);
        }
        let key = ("compose.yaml", "services:\n  agent:\n    labels:\n      SANDBOX_MODE: \"on\"\n");
        assert_eq!(rated(BOTH, "compose.yaml", &[CODE, key]), ["Off agent/main.py:2 []"]);
    }

    #[test]
    fn where_any_value_matches_nothing_is_overridden() {
        let any = "{setting: {name: [sandbox_mode], kind: [environment]}}";
        assert_eq!(rated(any, "compose.yaml", &[CODE, COMPOSE]), ["On agent/main.py:2 []"]);
    }

    #[test]
    fn conditions_on_more_than_the_setting_are_not_asked_again() {
        let both = format!("{{all: [{OFF}, {{import: {{module: [os]}}}}], within: file}}");
        assert_eq!(rated(&both, "compose.yaml", &[CODE, COMPOSE]), ["Off agent/main.py:2 []"]);
    }
}
