//! Files that declare what an agent may do: recognised by their keys, checked one by one, and looked for in the code.

use std::collections::BTreeMap;

use super::{
    ClaimPlace, Contract, ContractAnswer, ContractCheck, Evidence,
    look::{Asked, Found},
    value,
};
use crate::{
    evidence::{SearchSpec, mask, masked_path},
    facts::{Context, File, Setting, Span},
    rulebook::{ContractForm, ContractRule, ContractRules, pattern},
    syntax::{Decoded, decode},
};

/// Contracts of one repository that are reported.
const MOST: usize = 60;
/// Bytes of a policy that is read as text.
const LARGEST: u64 = 256 << 10;
/// Places where a contract is read that are named.
const NAMED: usize = 3;

/// A file that is one, with the searches for its name.
pub(super) struct Candidate<'a> {
    file: &'a File,
    form: &'a ContractForm,
    searches: Vec<usize>,
}

pub(super) fn candidates<'a>(evidence: &Evidence<'a>, globs: &[String], asked: &mut Asked) -> Vec<Candidate<'a>> {
    let rules = &evidence.rulebook.claims.contracts;
    let shipped = |file: &&File| file.in_scope && matches!(file.context, Context::Product | Context::Script);
    let files = evidence.base.files.iter().filter(shipped);
    let found = files.filter_map(|file| Some((file, form(rules, file)?))).take(MOST);
    let candidates = found.map(|(file, form)| {
        let mut searches = Vec::new();
        for pattern in mentions(&file.path, &rules.common_folders) {
            let spec = SearchSpec { pattern, ignore_case: false, files: globs.to_vec() };
            if spec.check().is_ok() {
                searches.push(asked.add(spec));
            }
        }
        Candidate { file, form, searches }
    });
    candidates.collect()
}

fn form<'r>(rules: &'r ContractRules, file: &File) -> Option<&'r ContractForm> {
    rules.forms.iter().find(|form| {
        let named = form.files.iter().any(|glob| glob.matches(&file.path));
        let other = form.except.iter().any(|glob| glob.matches(&file.path));
        named && !other && (form.keys.is_empty() || keys_of(form, file) >= form.least.max(1))
    })
}

/// How many of the form's keys stand in the file.
fn keys_of(form: &ContractForm, file: &File) -> usize {
    let holds = |glob: &&crate::rulebook::NameGlob| {
        file.facts.settings.iter().any(|setting| {
            let last = setting.name.rsplit('.').next().unwrap_or(&setting.name);
            glob.matches(&setting.name) || glob.matches(last)
        })
    };
    form.keys.iter().filter(holds).count()
}

/// How code names the file: by its name, or by the folder that it lies in with others of its kind.
fn mentions(path: &str, common: &[String]) -> Vec<String> {
    let literal = |text: &str| {
        let mut out = String::new();
        for c in text.chars() {
            match c {
                c if c.is_ascii_alphanumeric() || c == '_' => out.push(c),
                c if c.is_ascii() => out.extend(['\\', c]),
                _ => out.push('.'),
            }
        }
        out
    };
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut out = vec![literal(name)];
    let last = folder.rsplit('/').next().unwrap_or_default();
    if last.len() >= 4 && !common.iter().any(|folder| folder == last) {
        out.push(format!("[\"/=: ]{}[\"/ ]", literal(last)));
    }
    out
}

pub(super) fn checked(candidates: &[Candidate<'_>], found: &Found, evidence: &Evidence<'_>) -> Vec<Contract> {
    let contracts = candidates.iter().map(|candidate| {
        let own = &candidate.file.path;
        let spots = candidate.searches.iter().flat_map(|search| found.spots(*search));
        let mut read_at: Vec<ClaimPlace> = Vec::new();
        for spot in spots.filter(|spot| spot.file != *own) {
            let place = evidence.place(&spot.file, spot.span());
            if read_at.len() < NAMED && !read_at.contains(&place) {
                read_at.push(place);
            }
        }
        let text = text_of(candidate, evidence);
        let rules = evidence.rulebook.claims.contracts.checks.iter();
        let mut checks: Vec<ContractCheck> = rules
            .filter(|rule| rule.forms.contains(&candidate.form.id))
            .filter_map(|rule| check(rule, candidate.file, text.as_deref(), evidence))
            .collect();
        if !candidate.form.read_by_host {
            checks.push(reader(&read_at));
        }
        let file = masked_path(own).unwrap_or_else(|| own.clone());
        Contract { file, form: candidate.form.title.clone(), read_at, checks }
    });
    contracts.collect()
}

fn reader(read_at: &[ClaimPlace]) -> ContractCheck {
    let (answer, finding) = match read_at.first() {
        Some(_) => (ContractAnswer::Good, "Code or configuration of the product names the file."),
        None => (ContractAnswer::Weak, "Nothing in the code that was read names the file: it decides nothing."),
    };
    ContractCheck {
        check: "read by the code".to_owned(),
        answer,
        finding: finding.to_owned(),
        place: read_at.first().cloned(),
    }
}

/// The text of a policy, whose language has no keys.
fn text_of(candidate: &Candidate<'_>, evidence: &Evidence<'_>) -> Option<String> {
    if !candidate.form.keys.is_empty() {
        return None;
    }
    let path = candidate.file.path.as_bytes();
    let entry = evidence.entries.iter().find(|entry| entry.path.as_bytes() == path)?;
    match decode(&(evidence.read)(entry, LARGEST).ok()?) {
        Decoded::Text { text, .. } => Some(text.into_owned()),
        Decoded::Binary => None,
    }
}

fn check(rule: &ContractRule, file: &File, text: Option<&str>, evidence: &Evidence<'_>) -> Option<ContractCheck> {
    let answer = |answer, finding: &str, lines: Option<Span>| {
        let place = lines.map(|lines| evidence.place(&file.path, lines));
        Some(ContractCheck { check: rule.check.clone(), answer, finding: finding.to_owned(), place })
    };
    let absent = || rule.absent.as_ref().and_then(|finding| answer(ContractAnswer::Absent, finding, None));
    let matches = |words: &Option<crate::rulebook::Words>, value: &str| {
        let regex = words.as_ref().and_then(|words| pattern::build(words.source(), true).ok());
        regex.is_some_and(|regex| regex.is_match(value.as_bytes()))
    };
    if let Some(text) = text {
        let line = |words: &Option<crate::rulebook::Words>| {
            (1u32..)
                .zip(text.lines())
                .find(|(_, line)| !line.trim_start().starts_with(['#', '/']) && matches(words, line))
        };
        return match (line(&rule.weak), line(&rule.good)) {
            (Some((line, _)), _) => answer(ContractAnswer::Weak, &rule.says_weak, Some(Span::line(line))),
            (None, Some((line, _))) => answer(ContractAnswer::Good, &rule.says_good, Some(Span::line(line))),
            (None, None) => absent(),
        };
    }
    let named = |setting: &&Setting| {
        let last = setting.name.rsplit('.').next().unwrap_or(&setting.name);
        rule.keys.iter().any(|glob| glob.matches(&setting.name) || glob.matches(last))
    };
    let values = values(file.facts.settings.iter().filter(named));
    let weak = values.iter().find(|(_, value)| matches(&rule.weak, value));
    let good = values.iter().find(|(_, value)| rule.good.is_none() || matches(&rule.good, value));
    match (weak, good) {
        (Some((lines, value)), _) => answer(
            ContractAnswer::Weak,
            &format!("{} ({})", rule.says_weak, crate::text::code(&mask(value))),
            Some(*lines),
        ),
        (None, Some((lines, value))) => answer(
            ContractAnswer::Good,
            &format!("{} ({})", rule.says_good, crate::text::code(&mask(value))),
            Some(*lines),
        ),
        (None, None) => absent(),
    }
}

/// Values with their lines; items of one list are one value.
fn values<'a>(settings: impl Iterator<Item = &'a Setting>) -> Vec<(Span, String)> {
    let mut by_name: BTreeMap<&str, (Span, String)> = BTreeMap::new();
    for setting in settings {
        let Some(value) = value::written(&setting.value) else { continue };
        let entry = by_name.entry(&setting.name).or_insert((setting.span, String::new()));
        if !entry.1.is_empty() {
            entry.1.push_str(", ");
        }
        entry.1.push_str(&value);
        entry.0.end = entry.0.end.max(setting.span.end);
    }
    by_name.into_values().filter(|(_, value)| !value.is_empty()).collect()
}
