//! Which of the ways to start the product is rated, and what that changes.

use std::collections::BTreeSet;

use super::{AuditError, Observed, identity::shown_path};
use crate::{
    card::{CardData, ConfigurationRecord},
    detect::{Signal, State},
    evidence::masked_path,
    facts::{Configuration, ConfigurationPlace, Way},
    rubric::CriterionId,
    rulebook::{Role, Rulebook},
};

/// Configurations that a card names.
const NAMED: usize = 6;

/// What a configuration changes in the signals of the code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overrides {
    pub without: Vec<Signal>,
    pub with: Vec<Signal>,
}

impl Overrides {
    /// Both sorted.
    pub fn between(before: &[Signal], after: &[Signal]) -> Self {
        let (known, wanted): (BTreeSet<&Signal>, BTreeSet<&Signal>) = (before.iter().collect(), after.iter().collect());
        let only = |a: &BTreeSet<&Signal>, b: &BTreeSet<&Signal>| a.difference(b).map(|s| (*s).clone()).collect();
        Self { without: only(&known, &wanted), with: only(&wanted, &known) }
    }

    fn apply(&self, signals: &mut Vec<Signal>) {
        for gone in &self.without {
            let same = |signal: &Signal| signal.rule == gone.rule && signal.file == gone.file;
            let exact = signals.iter().position(|signal| same(signal) && signal.lines == gone.lines);
            // Of a record not all places are known.
            let at = exact.or_else(|| signals.iter().position(|s| same(s) && s.lines == Signal::NOWHERE));
            if let Some(at) = at {
                signals.remove(at);
            }
        }
        signals.extend(self.with.iter().cloned());
    }
}

/// The configuration that is rated. `None`: nothing says how it is started, and everything shipped counts.
pub(super) fn chosen<'a>(
    all: &'a [Configuration],
    asked: Option<&str>,
) -> Result<Option<&'a Configuration>, AuditError> {
    let Some(asked) = asked else { return Ok(all.iter().find(|c| c.scored)) };
    match all.iter().find(|c| c.name == asked) {
        Some(configuration) => Ok(Some(configuration)),
        None => Err(AuditError::Configuration {
            asked: asked.to_owned(),
            known: all.iter().map(|c| c.name.clone()).collect(),
        }),
    }
}

/// The signals as they are in a configuration: what stands in files of other containers has to be turned on.
pub(super) fn configured(rulebook: &Rulebook, observed: &Observed, chosen: &Configuration) -> Vec<Signal> {
    let mut others: BTreeSet<&str> =
        observed.configurations.iter().flat_map(|c| &c.files).map(String::as_str).collect();
    for file in &chosen.files {
        others.remove(file.as_str());
    }
    // What a project is does not depend on how it is started.
    let depends = |rule: &str| rulebook.rules.get(rule).is_some_and(|rule| rule.role != Role::Surface);
    let mut signals = observed.signals.clone();
    if let Some(overrides) = observed.overrides.get(&chosen.name) {
        overrides.apply(&mut signals);
    }
    for signal in &mut signals {
        if signal.state == State::On && others.contains(&*signal.file) && depends(&signal.rule) {
            signal.state = State::OptIn;
        }
    }
    signals.sort();
    signals
}

/// What a sentence says of the configuration.
pub(super) fn described(configuration: &Configuration) -> String {
    let file = configuration.places.first().map(|place| shown_path(&place.file)).unwrap_or_default();
    let way = match configuration.way {
        Way::Program => format!("the program itself ({file})"),
        Way::Compose => format!("the compose file {file}"),
        Way::Chart => format!("the chart {file}"),
        Way::Image => format!("the image of {file}"),
    };
    match &configuration.leads {
        Some(place) => format!("The README leads with {way}, at {}:{}.", shown_path(&place.file), place.line),
        None => format!("Rated as started by {way}."),
    }
}

/// A configuration as the card lists it, rated by a card of its own.
pub(super) fn record(configuration: &Configuration, rated: bool, card: &CardData) -> ConfigurationRecord {
    let place = |place: &ConfigurationPlace| {
        let file = masked_path(&place.file).unwrap_or_else(|| place.file.clone());
        format!("{file}:{}", place.line)
    };
    ConfigurationRecord {
        name: masked_path(&configuration.name).unwrap_or_else(|| configuration.name.clone()),
        way: configuration.way.name().to_owned(),
        places: configuration.places.iter().map(place).collect(),
        leads: configuration.leads.as_ref().map(place),
        rated,
        score: card.score,
        criteria: card.criteria.iter().map(|criterion| (criterion.id, criterion.rating())).collect(),
    }
}

/// What a card says of the configurations that it does not rate.
pub(super) fn limitation(card: &CardData, all: &[ConfigurationRecord]) -> Option<String> {
    let others: Vec<&ConfigurationRecord> = all.iter().filter(|record| !record.rated).collect();
    // With one way to start there is nothing to tell apart.
    if others.is_empty() || all.len() < 2 {
        return None;
    }
    let describe = |record: &&ConfigurationRecord| {
        let differs = |c: &&crate::card::Criterion| record.criteria.get(&c.id).is_some_and(|own| *own != c.rating());
        let ids: Vec<CriterionId> = card.criteria.iter().filter(differs).map(|c| c.id).collect();
        let changes = match &ids[..] {
            [] => "no level would change".to_owned(),
            ids => format!("{} would change", ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
        };
        let place = record.places.first().map(|place| shown_path(place)).unwrap_or_default();
        format!("{} ({place}: {changes})", record.way)
    };
    let list: Vec<String> = others.iter().take(NAMED).map(describe).collect();
    let more = others.len().saturating_sub(NAMED);
    let more = if more > 0 { format!("; and {more} more") } else { String::new() };
    Some(format!("Other ways to start it were not rated: {}{more}.", list.join("; ")))
}
