//! Pages of rules and criteria, made from their files.

use std::{collections::BTreeMap, fmt::Write};

use super::{
    CriterionText, Ladders, Lifecycle, MechanismKind, Rule, Rulebook, Seen, Step, Subject, Text, cap_name,
    cli::role_text,
};
use crate::rubric::{CriterionId, Parameter};

/// First line of every page.
const GENERATED: &str = "<!-- Made by `depthgauge rules docs` from the files under rules/. -->\n\n";

/// Every page by its path below the folder of the documentation: `rules/C4/host-process.md`, `rules/README.md`,
/// `criteria/C4.md`, `criteria/README.md`.
pub fn pages(rulebook: &Rulebook) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let searches = rulebook.searches();
    for (id, rule) in &rulebook.rules {
        let folder = rule.criteria.first().map_or_else(|| "project".to_owned(), ToString::to_string);
        let search = searches.get(id).map(|search| search.command());
        pages.insert(format!("rules/{folder}/{id}.md"), page(|out| rule_page(rule, search.as_deref(), out)));
    }
    pages.insert("rules/README.md".to_owned(), page(|out| index(rulebook, out)));
    for (id, ladders) in &rulebook.ladders {
        if let Some(text) = rulebook.rubric.criteria.get(id) {
            let path = format!("criteria/{id}.md");
            pages.insert(path, page(|out| criterion_page(rulebook, ladders, text, out)));
        }
    }
    pages.insert("criteria/README.md".to_owned(), page(|out| criteria_index(rulebook, out)));
    pages
}

fn page(write: impl FnOnce(&mut String) -> std::fmt::Result) -> String {
    let mut out = GENERATED.to_owned();
    // Writing into a string cannot fail.
    let _ = write(&mut out);
    out
}

fn rule_page(rule: &Rule, search: Option<&str>, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# {}: {}\n", rule.id, rule.title)?;
    let criteria: Vec<String> = rule.criteria.iter().map(subject_link).collect();
    let mut facts = vec![criteria.join(" "), role_text(rule)];
    match &rule.lifecycle {
        Lifecycle::Stable => {}
        Lifecycle::Preview => facts.push("preview: no ladder reads it".to_owned()),
        Lifecycle::Deprecated(successor) => facts.push(format!("deprecated: `{successor}` succeeds it")),
    }
    let languages: Vec<String> = rule.languages.iter().map(|language| format!("{language:?}")).collect();
    let languages = if languages.is_empty() { "any text".to_owned() } else { languages.join(", ") };
    facts.extend([languages, rule.owasp.join(" ")]);
    facts.retain(|fact| !fact.is_empty());
    writeln!(out, "{}\n", facts.join(" · "))?;
    for (title, body) in [("Why it matters", &rule.why), ("Sees", &rule.sees), ("Cannot see", &rule.cannot_see)] {
        writeln!(out, "**{title}.** {}\n", prose(body))?;
    }
    writeln!(out, "**Where it is missing.** {}\n", prose(&rule.gap))?;
    let effort = format!("{:?}", rule.remediation.effort).to_lowercase();
    writeln!(out, "**What to do** ({effort} effort). {}", prose(&rule.remediation.text))?;
    if let Some(list) = &rule.vocabulary {
        writeln!(out, "\n**Vocabulary.** Calls of functions under `{list}` of a user's vocabulary match, too.")?;
    }
    if let Some(command) = search {
        writeln!(out, "\nRecorded search:\n\n```sh\n{command}\n```")?;
    }
    Ok(())
}

fn subject_link(subject: &Subject) -> String {
    match subject {
        Subject::Criterion(id) => format!("[{id}](../../criteria/{id}.md)"),
        Subject::Project => "project".to_owned(),
    }
}

fn index(rulebook: &Rulebook, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# Rules\n\n{} rules. [How to write one](../rules.md).", rulebook.rules.len())?;
    let mut folders: BTreeMap<Subject, Vec<&Rule>> = BTreeMap::new();
    for rule in rulebook.rules.values() {
        folders.entry(rule.criteria.first().copied().unwrap_or(Subject::Project)).or_default().push(rule);
    }
    for (subject, rules) in folders {
        let title = match subject {
            Subject::Criterion(id) => {
                let name = rulebook.rubric.criteria.get(&id).map_or("", |text| text.name.as_str());
                format!("{id} {name}")
            }
            Subject::Project => "The project as a whole".to_owned(),
        };
        writeln!(out, "\n## {title}\n\n| rule | role | what it finds |\n|---|---|---|")?;
        for rule in rules {
            writeln!(out, "| [{}]({subject}/{0}.md) | {} | {} |", rule.id, role_text(rule), cell(&rule.title))?;
        }
    }
    Ok(())
}

fn criteria_index(rulebook: &Rulebook, out: &mut String) -> std::fmt::Result {
    writeln!(out, "# Criteria\n\n[How they are computed](../method.md).\n\n| criterion | question |\n|---|---|")?;
    for (id, text) in &rulebook.rubric.criteria {
        writeln!(out, "| [{id} {}]({id}.md) | {} |", text.name, cell(&text.question))?;
    }
    Ok(())
}

fn criterion_page(rulebook: &Rulebook, ladders: &Ladders, text: &CriterionText, out: &mut String) -> std::fmt::Result {
    let id = ladders.criterion;
    writeln!(out, "# {id} {}\n\n{}\n", text.name, text.question)?;
    writeln!(out, "{} · {}", text.owasp.join(" "), text.playbook)?;
    writeln!(out, "\n## What source shows\n\n| asked for | seen | by what, or why not |\n|---|---|---|")?;
    for row in &ladders.visibility {
        let seen = match row.seen {
            Seen::Seen => "seen",
            Seen::Partly => "partly",
            Seen::Not => "not observable statically",
        };
        writeln!(out, "| {} | {seen} | {} |", cell(&row.element), cell(&row.note))?;
    }
    if let Some(surface) = &ladders.surface {
        writeln!(out, "\n## When it applies\n")?;
        writeln!(out, "The surface is there when\n\n- `{}`\n", surface.present.describe())?;
        writeln!(
            out,
            "Where it is not, the criterion counts as structurally absent, with the searches of {}.",
            list(&surface.searches)
        )?;
    }
    writeln!(out, "\n## Mechanisms and levels\n\nOf each kind the first whose condition holds is rated.")?;
    for mechanism in &ladders.mechanisms {
        let kind = if mechanism.kind == MechanismKind::Alt { "alternative" } else { "default" };
        writeln!(out, "\n### {} ({kind})\n\n{}", mechanism.id, cell(mechanism.label.source()))?;
        if let Some(when) = &mechanism.when {
            writeln!(out, "\nRated where `{}`.", when.describe())?;
        }
        writeln!(out, "\n| | what the level below lacks | condition |\n|---|---|---|")?;
        for parameter in Parameter::ALL {
            for step in mechanism.steps(parameter).iter().filter(|step| step.level > 0) {
                writeln!(out, "| {parameter} L{} | {} | {} |", step.level, lacks(step), condition(step))?;
            }
        }
    }
    caps(rulebook, ladders, id, out)
}

fn lacks(step: &Step) -> String {
    // Of several sentences the last holds everywhere.
    let last = |text: &Text| text.0.last().map(|item| cell(item.text.source())).unwrap_or_default();
    step.lacks.as_ref().map(last).unwrap_or_default()
}

fn condition(step: &Step) -> String {
    match &step.when {
        Some(when) => format!("`{}`", cell(&when.describe())),
        None => "not observable statically".to_owned(),
    }
}

fn caps(rulebook: &Rulebook, ladders: &Ladders, id: CriterionId, out: &mut String) -> std::fmt::Result {
    if ladders.caps.is_empty() && ladders.worst_case.is_none() {
        return Ok(());
    }
    writeln!(out, "\n## Caps\n\n| cap | at most | when | condition |\n|---|---|---|---|")?;
    for cap in &ladders.caps {
        let (max, meaning) = rulebook.rubric.caps.get(&cap.id).map_or((0, ""), |c| (c.max, c.meaning.as_str()));
        let most = f64::from(max) / 1000.0;
        let when = cell(&cap.when.describe());
        writeln!(out, "| {} | {most:.2} | {} | `{when}` |", cap_name(cap.id), cell(meaning))?;
    }
    if ladders.worst_case.is_some() {
        writeln!(out, "| {id}-WORSTCASE | 0.25 | B is at L0 as shipped. | none: the method decides |")?;
    }
    Ok(())
}

fn list(ids: &[String]) -> String {
    ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", ")
}

/// One paragraph.
fn prose(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text of a table's cell.
fn cell(text: &str) -> String {
    prose(text).replace('|', "\\|")
}
