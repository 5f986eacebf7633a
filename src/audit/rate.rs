//! What was observed becomes a card.

use std::collections::BTreeMap;

use super::{AuditError, AuditOptions, AuditOutcome, Observed, configure, identity, improve::Trial};
use crate::{
    assess::{self, Assessment, Assessor, Counted, Kind, Options},
    card::{Card, CardMeta, SignalRecord},
    detect::Signal,
    evidence::{Permalinks, masked_path},
    facts::Way,
    rulebook::Rulebook,
};

/// Rates what was observed.
///
/// # Errors
/// A mistake of the rules.
pub fn rate(rulebook: &Rulebook, observed: Observed, options: &AuditOptions) -> Result<AuditOutcome, AuditError> {
    let counted = Counted::new(rulebook, &observed.hits, &observed.scope);
    let assessor = |signals: &[Signal], way: Option<Way>| {
        let rating = Options { kind: options.kind, as_agent: options.as_agent, way };
        Assessor::new(rulebook, signals, observed.tools, &observed.reading, &counted, rating)
    };
    let chosen = configure::chosen(&observed.configurations, options.configuration.as_deref())?;
    let configured = chosen.map(|chosen| configure::configured(rulebook, &observed, chosen));
    let signals = configured.unwrap_or_else(|| observed.signals.clone());
    let rated = assessor(&signals, chosen.map(|chosen| chosen.way));
    let mut assessment = match rated.assess()? {
        assess::Result::NoAgent(mut no_agent) => {
            no_agent.incomplete = observed.incomplete;
            no_agent.incomplete.extend(observed.could_hold_an_agent);
            (no_agent.unread, no_agent.set_aside) = (observed.unread, observed.set_aside);
            let name = options.name.clone().unwrap_or(observed.name);
            return Ok(AuditOutcome::NoAgent { name, no_agent });
        }
        assess::Result::Assessed(assessment) => *assessment,
    };
    // A framework is rated by its constructors, however an example of it is started.
    if let Some(chosen) = chosen.filter(|_| assessment.kind != Kind::Framework) {
        let configuration = configure::described(chosen);
        assessment.scored_configuration = format!("{} {configuration}", assessment.scored_configuration);
    }
    assessment.limitations.extend_from_slice(&observed.limitations);
    let links = Permalinks::new(observed.repo_url.as_deref(), &observed.commit.id);
    let uncommitted = observed.commit.uncommitted;
    let build = |assessment: &Assessment| {
        Card::build(assessment, meta(rulebook, options, &observed, assessment, &signals), &|citation| {
            // A link shows the commit, not what the work tree holds.
            if uncommitted { None } else { links.link(&citation.file, citation.lines) }
        })
    };
    let mut card = build(&assessment)?;
    let mut records = Vec::new();
    let others = if options.levels_only { &[][..] } else { &observed.configurations[..] };
    for configuration in others {
        let rated = chosen.is_some_and(|chosen| chosen.name == configuration.name);
        if rated {
            records.push(configure::record(configuration, true, &card));
            continue;
        }
        let others = configure::configured(rulebook, &observed, configuration);
        if let assess::Result::Assessed(other) = assessor(&others, Some(configuration.way)).assess()? {
            records.push(configure::record(configuration, false, &*build(&other)?));
        }
    }
    if let Some(limitation) = configure::limitation(&card, &records) {
        assessment.limitations.insert(assessment.limitations.len() - observed.limitations.len(), limitation);
        card = build(&assessment)?;
    }
    if options.levels_only {
        return Ok(AuditOutcome::Card {
            card: Box::new(card),
            signals,
            withheld: observed.withheld,
            contact: observed.contact,
            incomplete: observed.incomplete,
        });
    }
    // Of a card that is only compared nothing but levels counts.
    let bare = CardMeta {
        signals: Vec::new(),
        signal_counts: BTreeMap::new(),
        ..meta(rulebook, options, &observed, &assessment, &[])
    };
    let levels = |assessment: &Assessment| Ok(Card::build(assessment, bare.clone(), &|_| None)?);
    let trial = Trial::new(rulebook, &rated, &levels, assessment.kind, &card);
    let (improvements, plan) = trial.improvements(&assessment.improvements)?;
    let card = card.with_improvements(improvements, plan).with_configurations(records).with_claims(observed.claims);
    Ok(AuditOutcome::Card {
        card: Box::new(card),
        signals,
        withheld: observed.withheld,
        contact: observed.contact,
        incomplete: observed.incomplete,
    })
}

fn meta(
    rulebook: &Rulebook,
    options: &AuditOptions,
    observed: &Observed,
    assessment: &Assessment,
    signals: &[Signal],
) -> CardMeta {
    let (signals, signal_counts) = records(rulebook, signals);
    CardMeta {
        name: options.name.clone().unwrap_or_else(|| observed.name.clone()),
        repo_url: observed.repo_url.clone(),
        subpath: observed.subpath.clone(),
        description: options.description.clone().unwrap_or_else(|| observed.description.clone()),
        category: options.category.clone().unwrap_or_else(|| identity::category(&assessment.category)),
        pinned_commit: observed.commit.id.clone(),
        version: observed.commit.tag.clone(),
        scored_date: options.date.clone(),
        scored_configuration: options.mode.clone(),
        program_version: env!("CARGO_PKG_VERSION").to_owned(),
        rules: rulebook.version(),
        uncommitted: observed.commit.uncommitted,
        incomplete: observed.incomplete.clone(),
        unread: observed.unread.clone(),
        signals,
        signal_counts,
    }
}

/// Signals of one rule in one file that the card lists, and of all files.
const LISTED_IN_FILE: u64 = 20;
const LISTED: u64 = 500;

/// What the card lists of the signals; a secret in a path is masked. With it how many each rule has where they are not
/// all listed.
fn records(rulebook: &Rulebook, signals: &[Signal]) -> (Vec<SignalRecord>, BTreeMap<String, u64>) {
    let mut masked: BTreeMap<&str, Option<String>> = BTreeMap::new();
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut listed: BTreeMap<&str, u64> = BTreeMap::new();
    let mut in_file: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut records = Vec::new();
    // What a rule of a defect found is not even counted in public.
    let public = |signal: &&Signal| !rulebook.is_defect(&signal.rule);
    for signal in signals.iter().filter(public) {
        *counts.entry(&signal.rule).or_default() += 1;
        if signal.lines == Signal::NOWHERE {
            continue;
        }
        let here = in_file.entry((&signal.rule, &signal.file)).or_default();
        let all = listed.entry(&signal.rule).or_default();
        if *here == LISTED_IN_FILE || *all == LISTED {
            continue;
        }
        (*here, *all) = (*here + 1, *all + 1);
        let mut record = SignalRecord::from(signal);
        if let Some(file) = masked.entry(&signal.file).or_insert_with(|| masked_path(&signal.file)) {
            record.file.clone_from(file);
        }
        records.push(record);
    }
    let all = |(rule, count): (&str, u64)| (listed.get(rule) != Some(&count)).then(|| (rule.to_owned(), count));
    (records, counts.into_iter().filter_map(all).collect())
}
