//! The reasons behind ratings as Markdown that reads well as plain text.

use std::{
    collections::BTreeMap,
    fmt::{Result, Write},
};

use unicode_width::UnicodeWidthStr;

use super::{ReportError, UNCOMMITTED};
use crate::{
    assess::{Cut, CutBy, TestedPart, Verdict},
    card::{
        CapExplained, CellMove, ConditionExplained, CriterionExplained, Excerpt, Explanation, LevelExplained,
        MechanismChoice, MechanismExplained, Origin, OutcomeExplained, ParameterExplained, PlaceExplained,
        RatingStatus, SaidRecord, SignalExplained, evidence_text, note_text,
    },
    detect::State,
    rubric::Parameter,
    score::{self, Counted},
    text::{code, link_target, link_text, terminal},
};

/// What stands before the pattern of a search.
const PATTERN: &str = " -e ";

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
    Ok(crate::text::json(explanation)?)
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
         credit. Of alternatives those are shown that decide. A rule that a condition names and that is not listed \
         below it has no match and its search no hit. {} of 40 {} inferred.",
        explanation.inferred,
        if explanation.inferred == 1 { "ratings is" } else { "ratings are" }
    )?;
    explanation.criteria.iter().try_for_each(|criterion| write_criterion(criterion, out))?;
    write_improvements(explanation, out)
}

/// All improvements of the card, and what several of them do together.
fn write_improvements(explanation: &Explanation, out: &mut String) -> Result {
    let Some(plan) = &explanation.plan else { return Ok(()) };
    writeln!(out, "\n## Improvements\n")?;
    writeln!(out, "By what they add to the total for their effort, each rated as if it alone were made.\n")?;
    for (number, improvement) in (1..).zip(&explanation.improvements) {
        let (effort, gain, score) = (&improvement.effort, improvement.gain, improvement.score);
        let summary = &improvement.fix.summary;
        writeln!(out, "{number}. {summary} ({effort} effort; total {gain:+.3}, to {score:.1})")?;
        let cells: Vec<String> = improvement.cells.iter().map(moved).collect();
        writeln!(out, "   - moves {}", cells.join(", "))?;
        for gone in improvement.criteria.iter().filter(|moved| moved.absent) {
            writeln!(out, "   - {} has no surface any more and counts in full", gone.criterion)?;
        }
        for alt in improvement.criteria.iter().filter(|moved| moved.becomes_default) {
            writeln!(out, "   - the alternative of {} becomes the default", alt.criterion)?;
        }
        for (caps, words) in [(&improvement.lifted, "lifts"), (&improvement.binding, "leaves")] {
            if !caps.is_empty() {
                writeln!(out, "   - {words} {}", caps.iter().map(|cap| code(cap)).collect::<Vec<_>>().join(", "))?;
            }
        }
        if !improvement.places.is_empty() {
            let places: Vec<String> = improvement.places.iter().map(|place| code(place)).collect();
            writeln!(out, "   - at {}", places.join(", "))?;
        }
    }
    writeln!(out, "\n{}", super::together(&plan.together, explanation.improvements.len()))?;
    writeln!(out, "\n{}", super::next_band(plan, |id| explanation.number(id)))
}

fn moved(cell: &CellMove) -> String {
    let (from, to) = (cell.from_level.get(), cell.to_level.get());
    format!("{}.{} L{from}→L{to}", cell.criterion, cell.parameter)
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
    let holds = choice.conditions.iter().all(|condition| condition.verdict == Verdict::Met);
    let answer = match (choice.chosen, holds) {
        (true, _) if choice.conditions.is_empty() => "rated: no other one holds",
        (true, _) => "rated",
        (false, true) => "holds, but another one comes first",
        (false, false) => "does not hold",
    };
    let kind = format!("{:?}", choice.kind).to_lowercase();
    writeln!(out, "- {} ({kind}): {answer}", code(&choice.id))?;
    write_deciding(criterion, &choice.conditions, holds, out)
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
        let whole = mechanism.parameters.len() == Parameter::ALL.len();
        match mechanism.caps.is_empty() {
            false if whole => writeln!(out, "\n**Caps considered**")?,
            false => writeln!(out, "\n**Cap**")?,
            true if whole => writeln!(out, "\n**Cap:** none is known for this mechanism")?,
            true => {}
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
        write!(out, ". {}", reason.trim_end_matches('.'))?;
    }
    if let Some(why) = &cap.why {
        write!(out, ". {}", link_text(why.trim_end_matches('.')))?;
    }
    writeln!(out)?;
    for evidence in &cap.evidence {
        writeln!(out, "  - shown by {}", evidence_text(evidence))?;
    }
    write_deciding(criterion, &cap.conditions, cap.held, out)
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
        writeln!(out, "By this mechanism no higher level can be seen from source alone.")?;
    }
    writeln!(out, "\nThe highest that holds is L{}.", rating.reached)?;
    rating.cuts.iter().try_for_each(|cut| write_cut(*cut, out))?;
    write_next(criterion, rating, out)
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
fn write_next(criterion: &CriterionExplained, rating: &ParameterExplained, out: &mut String) -> Result {
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
            let others = if criterion.considered.len() > 1 { "; another mechanism would have to be met" } else { "" };
            writeln!(out, "- by this mechanism no higher level can be seen from source alone{others}")?;
        }
        None => {}
    }
    for fix in &rating.fixes {
        let (to, effort, gain, score) = (fix.to_level.get(), &fix.effort, fix.gain, fix.score);
        writeln!(out, "- for L{to} ({effort} effort; total {gain:+.3}, to {score:.1}): {}", fix.summary)?;
    }
    Ok(())
}

/// Of what does not hold, the conditions that are not met say why.
fn write_deciding(
    criterion: &CriterionExplained,
    conditions: &[ConditionExplained],
    holds: bool,
    out: &mut String,
) -> Result {
    let decide = |condition: &&ConditionExplained| holds || condition.verdict != Verdict::Met;
    conditions.iter().filter(decide).try_for_each(|condition| write_condition(criterion, condition, "  ", out))
}

/// Conditions with the rules that they asked about; the criterion's section of signals has the links and searches.
fn write_conditions(
    criterion: &CriterionExplained,
    conditions: &[ConditionExplained],
    indent: &str,
    out: &mut String,
) -> Result {
    conditions.iter().try_for_each(|condition| write_condition(criterion, condition, indent, out))
}

fn write_condition(
    criterion: &CriterionExplained,
    condition: &ConditionExplained,
    indent: &str,
    out: &mut String,
) -> Result {
    write!(out, "{indent}- {}: {}", verdict(condition.verdict), code(&condition.condition))?;
    if let Some(why) = &condition.why {
        write!(out, " ({})", link_text(why))?;
    }
    writeln!(out)?;
    let inner = format!("{indent}  ");
    write_ways(&condition.any, condition.verdict, &inner, out)?;
    let told = |signal: &&SignalExplained| signal.matches > 0 || signal.search.as_ref().is_some_and(|s| s.hits > 0);
    for signal in condition.rules.iter().filter_map(|rule| criterion.signal(rule)).filter(told) {
        writeln!(out, "{inner}- {} {}", code(&signal.rule), found(signal))?;
    }
    Ok(())
}

/// Of alternatives the met ones where one is met, else those that say more than the condition above them.
fn write_ways(ways: &[TestedPart], above: Verdict, indent: &str, out: &mut String) -> Result {
    let tells = |way: &&TestedPart| match above {
        Verdict::Met => way.verdict == Verdict::Met,
        _ => way.verdict != Verdict::Absent || !way.any.is_empty() || !way.all.is_empty(),
    };
    ways.iter().filter(tells).try_for_each(|way| write_part(way, indent, out))
}

/// As deep as the conditions of the rules are nested; those of a card as its JSON.
fn write_part(part: &TestedPart, indent: &str, out: &mut String) -> Result {
    writeln!(out, "{indent}- {}: {}", verdict(part.verdict), code(&part.condition))?;
    let inner = format!("{indent}  ");
    write_ways(&part.any, part.verdict, &inner, out)?;
    part.all.iter().try_for_each(|part| write_part(part, &inner, out))
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
    match (signal.matches, &signal.search) {
        (0, Some(search)) => format!("has no match; its search has {}", hits(search.hits)),
        (0, None) => "has no match".to_owned(),
        _ => format!("at {}", places(signal, NAMED, plain_place)),
    }
}

/// Places of a rule, each once, and how many matches stand elsewhere.
fn places(signal: &SignalExplained, most: usize, show: impl Fn(&PlaceExplained) -> String) -> String {
    let mut shown: Vec<String> = Vec::new();
    let mut rest = signal.matches;
    for text in signal.places.iter().map(show) {
        let known = shown.contains(&text);
        if known || shown.len() < most {
            rest = rest.saturating_sub(1);
        }
        if !known && shown.len() < most {
            shown.push(text);
        }
    }
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    shown.join(", ") + &more
}

fn hits(count: u64) -> String {
    if count == 1 { "1 hit".to_owned() } else { format!("{count} hits") }
}

/// Every rule that was asked about, once: with its places or, where no code matched, with its search.
fn write_signals(criterion: &CriterionExplained, out: &mut String) -> Result {
    if criterion.signals.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n### {} signals and searches\n", criterion.id)?;
    let named = |signal: &SignalExplained| {
        format!("- {} {}", code(&signal.rule), link_text(signal.title.trim_end_matches('.')))
    };
    // Most searches differ in their pattern alone.
    let mut searches: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for signal in &criterion.signals {
        match (&signal.search, signal.places.is_empty()) {
            (_, false) => writeln!(out, "{}: {}", named(signal), places(signal, usize::MAX, place))?,
            (None, true) => writeln!(out, "{}: no match", named(signal))?,
            (Some(search), true) => {
                let (command, pattern) = search.search.split_once(PATTERN).unwrap_or((&search.search, ""));
                let (hits, note) = (hits(search.hits), note_text(search.note.as_deref()));
                let row = format!("{}: {} → {hits}{note}", named(signal), code(pattern));
                searches.entry((command, &search.scope)).or_default().push(row);
            }
        }
    }
    for ((command, scope), rows) in searches {
        let command = code(&format!("{command}{PATTERN}PATTERN"));
        writeln!(out, "\nNo code matched what was searched for with {command} in {}:\n", code(scope))?;
        rows.iter().try_for_each(|row| writeln!(out, "{row}"))?;
    }
    Ok(())
}

fn plain_place(place: &PlaceExplained) -> String {
    with_chain(with_state(code(&format!("{}:{}", place.file, place.lines)), place.state), place)
}

fn place(place: &PlaceExplained) -> String {
    let text = format!("{}:{}", place.file, place.lines);
    let shown = match &place.url {
        Some(url) => format!("[{}]({})", link_text(&text), link_target(url)),
        None => code(&text),
    };
    with_chain(with_state(shown, place.state), place)
}

/// What says what an overridden setting is, the winner last.
fn with_chain(shown: String, place: &PlaceExplained) -> String {
    let said =
        |said: &SaidRecord| format!("{} at {}", code(&said.value), code(&format!("{}:{}", said.file, said.lines)));
    match place.chain.split_last() {
        Some((winner, others)) => {
            let others: Vec<String> = others.iter().map(said).collect();
            format!("{shown} [{} wins over {}]", said(winner), others.join(", "))
        }
        None => shown,
    }
}

fn with_state(shown: String, state: State) -> String {
    match state {
        State::On => shown,
        State::OptIn => shown + " (opt-in)",
        State::Off => shown + " (off)",
        State::Unknown => shown + " (not followed)",
    }
}

/// A block that shows the lines with their numbers, the cited ones behind `>` and what is quoted underlined; its fence is
/// longer than any run of backticks in it.
fn write_excerpt(excerpt: &Excerpt, out: &mut String) -> Result {
    let longest = |line: &String| line.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(excerpt.lines.iter().map(longest).max().unwrap_or(0).max(2) + 1);
    writeln!(out, "\n{}\n{fence}text", code(&format!("{}:{}", excerpt.file, excerpt.first)))?;
    for (number, line) in (excerpt.first..).zip(&excerpt.lines) {
        let line = terminal(&line.replace('\t', "    "));
        let hit = excerpt.cited.is_some_and(|span| span.start <= number && number <= span.end);
        writeln!(out, "{}{number:>4}  {line}", if hit { '>' } else { ' ' })?;
        let mark = excerpt.mark.as_deref().filter(|mark| hit && !mark.is_empty()).map(terminal);
        if let Some((before, mark)) = mark.and_then(|mark| Some((line.split_once(&mark)?.0, mark))) {
            writeln!(out, "{}{}", " ".repeat(7 + before.width()), "^".repeat(mark.width()))?;
        }
    }
    writeln!(out, "{fence}")
}
