//! What settings of the code say to a claim: its value, or another.

use super::{
    Contradiction, Evidence,
    corroborate::{Question, Signals},
    look::Spot,
    value,
};
use crate::{
    detect::State,
    evidence::mask,
    facts::{Context, Setting},
    rulebook::{ClaimSetting, ValueUnit, pattern},
};

/// Settings that have the value claimed.
pub(super) fn with_value(valued: &ClaimSetting, evidence: &Evidence<'_>) -> Vec<Spot> {
    let Ok(value) = pattern::build(valued.value.source(), true) else { return Vec::new() };
    let fits = |(_, setting): &(&str, &Setting)| {
        let last = setting.name.rsplit('.').next().unwrap_or(&setting.name);
        let named = valued.names.iter().any(|glob| glob.matches(&setting.name) || glob.matches(last));
        named && value::written(&setting.value).is_some_and(|written| value.is_match(written.as_bytes()))
    };
    let spots = all(evidence).filter(fits);
    spots.map(|(file, setting)| Spot::new(file, setting.span)).collect()
}

/// A rule that says the opposite, or a setting with another value than the claim gives.
pub(super) fn contradicted(
    question: &Question<'_>,
    signals: &Signals<'_>,
    evidence: &Evidence<'_>,
) -> Option<Contradiction> {
    let opposite = signals.of(&question.kind.contradicted_by).find(|signal| signal.state == State::On);
    if let Some(signal) = opposite {
        let title = evidence.rulebook.rules.get(signal.rule.as_str()).map(|rule| rule.title.clone());
        return Some(Contradiction {
            claimed: question.kind.title.clone(),
            found: title.unwrap_or_default(),
            place: evidence.place(&signal.file, signal.lines),
        });
    }
    let wanted = question.kind.value.as_ref()?;
    let says = pattern::build(wanted.says.source(), true).ok()?;
    let captures = says.captures(question.text.as_bytes())?;
    let claimed = String::from_utf8_lossy(captures.get(1)?.as_bytes()).into_owned();
    let number = value::of_text(&claimed, wanted.unit)?;
    let mut other = None;
    for (file, setting) in all(evidence) {
        let last = setting.name.rsplit('.').next().unwrap_or(&setting.name);
        if !wanted.settings.iter().any(|glob| glob.matches(&setting.name) || glob.matches(last)) {
            continue;
        }
        match value::of_setting(setting, wanted.unit) {
            Some(found) if value::same(found, number) => return None,
            Some(_) if other.is_none() => other = Some((file, setting)),
            _ => {}
        }
    }
    let (file, setting) = other?;
    let unit = if wanted.unit == ValueUnit::Duration { "duration" } else { "value" };
    Some(Contradiction {
        claimed: format!("{unit} {}", mask(&claimed)),
        found: format!("{} {}", setting.written, value::written(&setting.value).map(|v| mask(&v)).unwrap_or_default()),
        place: evidence.place(file, setting.span),
    })
}

pub(super) fn all<'a>(evidence: &'a Evidence<'_>) -> impl Iterator<Item = (&'a str, &'a Setting)> {
    let product = evidence.base.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
    let all = product.flat_map(|file| file.facts.settings.iter().map(|setting| (file.path.as_str(), setting)));
    all.filter(|(file, setting)| (evidence.shown)(file, setting.span))
}
