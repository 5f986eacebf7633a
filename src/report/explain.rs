//! The reasons behind ratings as Markdown that reads well as plain text.

use std::fmt::{Result, Write};

use super::{ReportError, UNCOMMITTED};
use crate::{
    assess::{Cut, CutBy, TestedPart, Verdict},
    card::{
        CapExplained, ConditionExplained, CriterionExplained, Evidence, Excerpt, Explanation, LevelExplained,
        MechanismChoice, MechanismExplained, Origin, OutcomeExplained, ParameterExplained, PlaceExplained,
        RatingStatus, SignalExplained, evidence_text,
    },
    detect::State,
    rubric::Parameter,
    score::{self, Counted},
    text::{code, link_target, link_text, terminal},
};

/// Places that a condition names; the section of signals has more.
const NAMED: usize = 3;

/// One section a criterion, one part a parameter.
pub fn explanation_markdown(explanation: &Explanation) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write(explanation, &mut out);
    // Whatever a card from elsewhere holds: nothing acts on a terminal.
    out.lines().map(|line| terminal(line) + "\n").collect()
}

/// # Errors
/// None that text could cause.
pub fn explanation_json(explanation: &Explanation) -> std::result::Result<String, ReportError> {
    Ok(serde_json::to_string_pretty(explanation)? + "\n")
}

fn write(explanation: &Explanation, out: &mut String) -> Result {
    writeln!(out, "# Reasons: {}\n", explanation.name)?;
    let subpath = explanation.subpath.as_deref().map_or_else(String::new, |folder| format!(" ({})", code(folder)));
    let url = explanation.repo_url.as_deref().map_or_else(|| "none".to_owned(), link_text);
    let (commit, rules) = (code(&explanation.pinned_commit), code(&explanation.rules));
    writeln!(out, "**Repo:** {url}{subpath} · **Commit:** {commit} · **Rules:** {rules}")?;
    if explanation.uncommitted {
        writeln!(out, "**Uncommitted:** {UNCOMMITTED}")?;
    }
    if let Some(kind) = explanation.kind {
        writeln!(out, "**Kind:** {}. {}", kind.id().replace('_', " "), explanation.kind_reason)?;
    }
    writeln!(
        out,
        "\nA condition is *met*; or *absent*: its search is empty, or each hit was read and is no such thing; or *not \
         followed*: what would decide stands at the place given and could not be read. An unmet condition gives no \
         credit. {} of 40 ratings are inferred.",
        explanation.inferred
    )?;
    explanation.criteria.iter().try_for_each(|criterion| write_criterion(criterion, out))
}

fn write_criterion(criterion: &CriterionExplained, out: &mut String) -> Result {
    let outcome = match criterion.outcome {
        OutcomeExplained::Scored => format!("{:.3}", criterion.score),
        OutcomeExplained::StructuralAbsence => format!("{:.3} (surface absent)", criterion.score),
        OutcomeExplained::NotAssessed => "not assessed".to_owned(),
    };
    writeln!(out, "\n## {} {}: {outcome}\n", criterion.id, criterion.name)?;
    writeln!(out, "{}", criterion.summary)?;
    if !criterion.surface.is_empty() {
        let answer = match criterion.outcome {
            OutcomeExplained::StructuralAbsence => "not there: one of these is not met, so there is nothing to control",
            OutcomeExplained::NotAssessed => "not shown to be absent, for part of the product was not read",
            OutcomeExplained::Scored => "taken to be there",
        };
        writeln!(out, "\n**Surface** {answer}")?;
        write_conditions(criterion, &criterion.surface, "", out)?;
    }
    for evidence in &criterion.absence_evidence {
        writeln!(out, "- {}", evidence_text(evidence))?;
    }
    if !criterion.considered.is_empty() {
        writeln!(out, "\n**Mechanisms considered**: of each kind the first whose conditions are met is rated")?;
        criterion.considered.iter().try_for_each(|choice| write_choice(criterion, choice, out))?;
    }
    match &criterion.mechanism {
        Some(mechanism) => write_mechanism(criterion, mechanism, out)?,
        None if criterion.outcome == OutcomeExplained::StructuralAbsence => {
            writeln!(out, "\nAll four parameters count as L4 (SA): a surface that is not there needs no control.")?;
        }
        None => writeln!(out, "\nThe criterion has no such mechanism.")?,
    }
    write_signals(criterion, out)
}

fn write_choice(criterion: &CriterionExplained, choice: &MechanismChoice, out: &mut String) -> Result {
    let answer = match (choice.chosen, choice.conditions.is_empty()) {
        (true, true) => "rated: no other one holds",
        (true, false) => "rated",
        (false, _) => "does not hold",
    };
    let kind = format!("{:?}", choice.kind).to_lowercase();
    writeln!(out, "- {} ({kind}): {answer}", code(&choice.id))?;
    write_conditions(criterion, &choice.conditions, "  ", out)
}

fn write_mechanism(criterion: &CriterionExplained, mechanism: &MechanismExplained, out: &mut String) -> Result {
    let kind = if mechanism.kind == Counted::Alt { "Alternative" } else { "Default" };
    let counted = match (mechanism.counted, mechanism.other_score) {
        (_, None) => String::new(),
        (true, Some(other)) => format!(", counted because the other mechanism has {other:.3}"),
        (false, Some(other)) => format!(", not counted because the other mechanism has {other:.3}"),
    };
    let (label, raw, score) = (&mechanism.label, mechanism.raw, mechanism.score);
    writeln!(out, "\n**{kind} mechanism:** {label}: raw {raw:.3}, score {score:.3}{counted}")?;
    if criterion.outcome != OutcomeExplained::NotAssessed {
        match mechanism.caps.is_empty() {
            true => writeln!(out, "\n**Cap:** none is known for this mechanism")?,
            false => writeln!(out, "\n**Caps considered**")?,
        }
        mechanism.caps.iter().try_for_each(|cap| write_cap(criterion, cap, out))?;
    }
    mechanism.parameters.iter().try_for_each(|parameter| write_parameter(criterion, parameter, out))
}

fn write_cap(criterion: &CriterionExplained, cap: &CapExplained, out: &mut String) -> Result {
    let answer = match (cap.applied, cap.held) {
        (true, _) => "applied",
        (false, true) => "holds, not applied",
        (false, false) => "does not hold",
    };
    write!(out, "- {} (at most {:.2}): {answer}", score::name_of(cap.id), cap.max)?;
    if let Some(reason) = &cap.reason {
        write!(out, ". {reason}")?;
    }
    if let Some(why) = &cap.why {
        write!(out, ". {}", link_text(why))?;
    }
    writeln!(out)?;
    for evidence in &cap.evidence {
        writeln!(out, "  - shown by {}", evidence_text(evidence))?;
    }
    write_conditions(criterion, &cap.conditions, "  ", out)
}

fn write_parameter(criterion: &CriterionExplained, rating: &ParameterExplained, out: &mut String) -> Result {
    let name = match rating.parameter {
        Parameter::S => "strength",
        Parameter::C => "coverage",
        Parameter::D => "default and tamper-resistance",
        Parameter::B => "blast radius",
    };
    let status = match (rating.structural_absence, rating.status) {
        (true, _) => "surface absent",
        (false, RatingStatus::Verified) => "verified",
        (false, RatingStatus::Inferred) => "inferred",
    };
    let level = rating.level.get();
    writeln!(out, "\n### {}.{} {name}: L{level} ({status})\n", criterion.id, rating.parameter)?;
    writeln!(out, "{}", rating.finding)?;
    if rating.origin == Some(Origin::Overruled) {
        writeln!(out, "\nA reviewer set this level; the conditions below are what the rules say.")?;
    }
    writeln!(out)?;
    for evidence in &rating.evidence {
        writeln!(out, "- {}", evidence_text(evidence))?;
    }
    rating.excerpts.iter().try_for_each(|excerpt| write_excerpt(excerpt, out))?;
    if criterion.outcome == OutcomeExplained::NotAssessed {
        return Ok(());
    }
    writeln!(out, "\nL0 needs nothing.")?;
    rating.levels.iter().try_for_each(|level| write_level(criterion, level, out))?;
    if rating.levels.is_empty() {
        writeln!(out, "No higher level can be seen from source alone.")?;
    }
    writeln!(out, "\nThe highest that holds is L{}.", rating.reached)?;
    rating.cuts.iter().try_for_each(|cut| write_cut(*cut, out))?;
    write_next(rating, out)
}

fn write_level(criterion: &CriterionExplained, level: &LevelExplained, out: &mut String) -> Result {
    writeln!(out, "- L{} {}", level.level, if level.holds { "holds" } else { "does not hold" })?;
    write_conditions(criterion, &level.conditions, "  ", out)
}

fn write_cut(cut: Cut, out: &mut String) -> Result {
    let why = match cut.by {
        CutBy::Strength => "coverage and default count at most one level above strength",
        CutBy::Inferred => "what is inferred counts L2 at most",
        CutBy::NoLiteral => "L3 and L4 need a citation that quotes a name",
    };
    writeln!(out, "**Cut** from L{} to L{}: {why}.", cut.from.get(), cut.to.get())
}

/// What would raise the level, and which of its elements are there.
fn write_next(rating: &ParameterExplained, out: &mut String) -> Result {
    let Some(gap) = &rating.gap else { return Ok(()) };
    writeln!(out, "\n**To raise it:** {gap}")?;
    let list = |conditions: &[String]| conditions.iter().map(|c| code(c)).collect::<Vec<_>>().join(", ");
    match &rating.next {
        Some(next) => {
            writeln!(out, "- L{} lacks {}", next.level, list(&next.lacks))?;
            if !next.there.is_empty() {
                writeln!(out, "- already there: {}", list(&next.there))?;
            }
        }
        None if rating.cuts.is_empty() => {
            writeln!(
                out,
                "- no higher level can be seen from source alone: a reviewer who can show it may overrule this one"
            )?;
        }
        None => {}
    }
    for fix in &rating.fixes {
        let (to, gain) = (fix.to_level.get(), fix.estimated_gain);
        writeln!(out, "- for L{to} (+{gain:.3} before caps): {}", fix.summary)?;
    }
    Ok(())
}

/// Conditions with the rules that they asked about; the criterion's section of signals has the links and searches.
fn write_conditions(
    criterion: &CriterionExplained,
    conditions: &[ConditionExplained],
    indent: &str,
    out: &mut String,
) -> Result {
    for condition in conditions {
        write!(out, "{indent}- {}: {}", verdict(condition.verdict), code(&condition.condition))?;
        if let Some(why) = &condition.why {
            write!(out, " ({})", link_text(why))?;
        }
        writeln!(out)?;
        write_parts(&condition.any, &format!("{indent}  "), out)?;
        for signal in condition.rules.iter().filter_map(|rule| criterion.signal(rule)) {
            writeln!(out, "{indent}  - {} {}", code(&signal.rule), found(signal))?;
        }
    }
    Ok(())
}

/// As deep as the conditions of the rules are nested; those of a card as its JSON.
fn write_parts(parts: &[TestedPart], indent: &str, out: &mut String) -> Result {
    for part in parts {
        writeln!(out, "{indent}- {}: {}", verdict(part.verdict), code(&part.condition))?;
        let inner = format!("{indent}  ");
        write_parts(&part.any, &inner, out)?;
        write_parts(&part.all, &inner, out)?;
    }
    Ok(())
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Met => "met",
        Verdict::Absent => "absent",
        Verdict::NotFollowed => "not followed",
    }
}

/// What became of a rule in a few words.
fn found(signal: &SignalExplained) -> String {
    let first: Vec<String> = signal.places.iter().take(NAMED).map(plain_place).collect();
    match (signal.matches, &signal.search) {
        (0, Some(search)) => format!("has no match; its search has {}", hits(search.hits)),
        (0, None) => "has no match".to_owned(),
        (all, _) if all > first.len() as u64 => {
            format!("at {} and {} more", first.join(", "), all - first.len() as u64)
        }
        _ => format!("at {}", first.join(", ")),
    }
}

fn hits(count: u64) -> String {
    if count == 1 { "1 hit".to_owned() } else { format!("{count} hits") }
}

/// Every rule that was asked about, once, with its places and its search.
fn write_signals(criterion: &CriterionExplained, out: &mut String) -> Result {
    if criterion.signals.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### {} signals and searches\n", criterion.id)?;
    for signal in &criterion.signals {
        writeln!(out, "- {} {}", code(&signal.rule), link_text(signal.title.trim_end_matches('.')))?;
        let places: Vec<String> = signal.places.iter().map(place).collect();
        let rest = signal.matches.saturating_sub(places.len() as u64);
        let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
        match places.is_empty() {
            true => writeln!(out, "  - no match")?,
            false => writeln!(out, "  - {}{more}", places.join(", "))?,
        }
        // Where code matched, the places say more than lines of text.
        if let Some(search) = signal.search.as_ref().filter(|_| signal.matches == 0) {
            writeln!(out, "  - {}", evidence_text(&Evidence::Search(search.clone())))?;
        }
    }
    Ok(())
}

fn plain_place(place: &PlaceExplained) -> String {
    with_state(code(&format!("{}:{}", place.file, place.lines)), place.state)
}

fn place(place: &PlaceExplained) -> String {
    let text = format!("{}:{}", place.file, place.lines);
    let shown = match &place.url {
        Some(url) => format!("[{}]({})", link_text(&text), link_target(url)),
        None => code(&text),
    };
    with_state(shown, place.state)
}

fn with_state(shown: String, state: State) -> String {
    match state {
        State::On => shown,
        State::OptIn => shown + " (opt-in)",
        State::Off => shown + " (off)",
        State::Unknown => shown + " (not followed)",
    }
}

/// A block that shows the lines with their numbers; its fence is longer than any run of backticks in it.
fn write_excerpt(excerpt: &Excerpt, out: &mut String) -> Result {
    let longest = |line: &String| line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(excerpt.lines.iter().map(longest).max().unwrap_or(0).max(2) + 1);
    writeln!(out, "\n{}\n{fence}text", code(&format!("{}:{}", excerpt.file, excerpt.first)))?;
    for (number, line) in (excerpt.first..).zip(&excerpt.lines) {
        writeln!(out, "{number:>5}  {}", terminal(&line.replace('\t', "    ")))?;
    }
    writeln!(out, "{fence}")
}
