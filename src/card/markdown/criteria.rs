//! The details of each criterion, and what they add up to.

use std::collections::BTreeMap;

use comrak::nodes::NodeValue;

use super::{
    Import, Item, Section,
    figures::{Cell, cell, figure},
    table::{APPLICABLE, Row, Table, confidence, criterion_id},
};
use crate::{
    card::{
        Applicable, Cap, CapName, Criterion, Evidence, Mechanism, Parameters, Rating, RatingStatus, Status, evidence,
    },
    rubric::{CriterionId, Level, Parameter},
    score::{self, Confidence, Counted, Millis},
};

/// What the details of one criterion say.
#[derive(Default)]
struct Details {
    line: usize,
    name: String,
    score: Option<String>,
    confidence: Option<Confidence>,
    summary: String,
    mechanisms: Vec<Found>,
    cap: Option<(CapName, String)>,
    absence: Option<Vec<Evidence>>,
    cap_line: usize,
    absence_line: usize,
    notes: Option<String>,
}

/// One mechanism as found: label, figures, parameters.
struct Found {
    line: usize,
    label: String,
    kind: Counted,
    raw: Option<String>,
    cap: Option<String>,
    score: Option<String>,
    counted: bool,
    /// With the line of each.
    ratings: BTreeMap<Parameter, (usize, Rating)>,
}

impl Import<'_> {
    pub(super) fn criteria(&mut self, section: Option<&Section>, table: &Table) {
        let mut details = BTreeMap::new();
        if let Some(section) = section {
            let parts = self.sections(&section.blocks, &[3], section.end);
            let first = parts.first().map_or(section.end + 1, |p| p.line);
            if !self.slice(section.line + 1, first - 1).trim().is_empty() {
                self.bad(section.line + 1, "unexpected-text", "text before the first criterion is not kept");
            }
            for part in &parts {
                let Some((id, found)) = self.details(part) else { continue };
                if details.insert(id, found).is_some() {
                    self.bad(part.line, "criterion", format!("{id} is described twice; the first text is not kept"));
                }
            }
        }
        for id in CriterionId::ALL {
            let (found, row) = (details.remove(&id), table.rows.get(&id));
            if found.is_none() && row.is_none() {
                let end = self.text.len();
                self.bad(end, "missing-criterion", format!("{id} is missing"));
                continue;
            }
            if found.is_none() {
                let line = row.map_or(1, |r| r.line);
                self.bad(line, "missing-details", format!("{id} stands in the table only"));
            }
            let found = found.unwrap_or_default();
            let criterion = self.criterion(id, found, row);
            self.card.criteria.push(criterion);
        }
        self.applicable(table);
    }

    fn details(&mut self, part: &Section) -> Option<(CriterionId, Details)> {
        let Some((id, rest)) = part.title.split_once(' ').and_then(|(id, rest)| Some((criterion_id(id)?, rest))) else {
            self.bad(
                part.line,
                "criterion",
                format!("`{}` names no criterion; the text below is not kept", part.title),
            );
            return None;
        };
        let mut found = Details { line: part.line, ..Details::default() };
        match heading(rest) {
            Some((name, score, confidence)) => {
                (found.name, found.score, found.confidence) =
                    (name.to_owned(), Some(score.to_owned()), Some(confidence));
            }
            None => {
                self.bad(part.line, "criterion", "this is not `C1 Name — 0.00 (confidence)`");
                found.name = rest.to_owned();
            }
        }
        let is_list = |b: &&super::Block| matches!(b.node.data.borrow().value, NodeValue::List(_));
        let list = part.blocks.iter().position(|b| is_list(&b)).unwrap_or(part.blocks.len());
        let (summary, rest) = part.blocks.split_at(list);
        if let (Some(first), Some(last)) = (summary.first(), summary.last()) {
            found.summary = self.slice(first.first, last.last);
        }
        for item in self.items(rest) {
            self.detail(&mut found, item);
        }
        Some((id, found))
    }

    fn detail(&mut self, found: &mut Details, item: Item) {
        let Some((key, rest)) = item.text.strip_prefix("**").and_then(|t| t.split_once("**")) else {
            return self.bad(item.line, "unknown-item", "this item is not one of a criterion; it is not kept");
        };
        let value = rest.strip_prefix(' ').unwrap_or(rest);
        let repeated = match key {
            "Cap:" => {
                found.cap_line = item.line;
                let cap = cap(value);
                std::mem::replace(&mut found.cap, cap).is_some()
            }
            "Notes:" => found.notes.replace(value.to_owned()).is_some(),
            "Structural absence:" => match evidence::list(value) {
                Some(items) => {
                    found.absence_line = item.line;
                    found.absence.replace(items).is_some()
                }
                None => {
                    self.bad(item.line, "evidence", "these are not searches joined by `; `; they are not kept");
                    found.absence.replace(vec![]).is_some()
                }
            },
            _ => {
                return match self.rating(key, value, &item) {
                    Some((parameter, rating)) => {
                        if !matches!(found.mechanisms.last(), Some(m) if m.label.is_empty()) {
                            found.mechanisms.push(Found::unnamed(item.line));
                        }
                        let open = found.mechanisms.last_mut();
                        if open.is_some_and(|m| m.ratings.insert(parameter, (item.line, rating)).is_some()) {
                            self.bad(
                                item.line,
                                "repeated",
                                format!("{parameter} is rated twice; the first is not kept"),
                            );
                        }
                    }
                    None => self.mechanism(found, key, value, &item),
                };
            }
        };
        for below in &item.below {
            self.bad(below.line, "unknown-item", "this item belongs to no parameter; it is not kept");
        }
        if repeated {
            self.bad(item.line, "repeated", format!("`{key}` stands there twice; the first is not kept"));
        }
    }

    /// `**label** (default; raw 0.00, cap C2-POWERBYPASS → 0.00) ← counted`
    fn mechanism(&mut self, found: &mut Details, label: &str, value: &str, item: &Item) {
        let (value, counted) = match value.strip_suffix(" ← counted") {
            Some(value) => (value, true),
            None => (value, false),
        };
        let inner = value.strip_prefix('(').and_then(|v| v.strip_suffix(')'));
        let Some((kind, figures)) = inner.and_then(|v| v.split_once("; raw ")) else {
            return self.bad(item.line, "unknown-item", "this item is not one of a criterion; it is not kept");
        };
        let kind = match kind {
            "default" => Counted::Default,
            "alt" => Counted::Alt,
            _ => return self.bad(item.line, "mechanism", format!("`{kind}` is neither `default` nor `alt`")),
        };
        let (raw, behind) = figures.split_once(", ").unwrap_or((figures, ""));
        let (cap, score) = match behind.split_once(" → ") {
            Some((cap, score)) => (cap, Some(score.to_owned())),
            None => (behind, None),
        };
        let cap = cap.strip_prefix("cap ").unwrap_or(cap);
        let mut mechanism = Found {
            line: item.line,
            label: label.to_owned(),
            kind,
            raw: Some(raw.to_owned()),
            cap: Some(cap.to_owned()).filter(|c| !matches!(c.as_str(), "none" | "—" | "" | "no cap")),
            score,
            counted,
            ratings: BTreeMap::new(),
        };
        for below in &item.below {
            let parts = below.text.strip_prefix("**").and_then(|t| t.split_once("**"));
            let rating = parts.and_then(|(key, rest)| {
                let value = rest.strip_prefix(' ').unwrap_or(rest);
                self.rating(key, value, below)
            });
            match rating {
                Some((parameter, rating)) => {
                    if mechanism.ratings.insert(parameter, (below.line, rating)).is_some() {
                        self.bad(below.line, "repeated", format!("{parameter} is rated twice; the first is not kept"));
                    }
                }
                None => self.bad(below.line, "unknown-item", "this item is no parameter; it is not kept"),
            }
        }
        found.mechanisms.push(mechanism);
    }

    /// `**S L1:** finding — evidence (verified)` with the gap below.
    fn rating(&mut self, key: &str, value: &str, item: &Item) -> Option<(Parameter, Rating)> {
        let (letter, level) = key.strip_suffix(':')?.split_once(' ')?;
        let parameter = Parameter::ALL.into_iter().find(|p| p.to_string() == letter)?;
        let found = cell(level);
        if found.is_none() {
            self.bad(item.line, "level", format!("`{level}` is not L0 to L4, or SA; L0 is taken"));
        }
        let (text, status) = match (value.strip_suffix(" (verified)"), value.strip_suffix(" (inferred)")) {
            (Some(text), _) => (text, RatingStatus::Verified),
            (_, Some(text)) => (text, RatingStatus::Inferred),
            _ => {
                self.bad(
                    item.line,
                    "status",
                    "neither `(verified)` nor `(inferred)` ends this line; inferred is taken",
                );
                (value, RatingStatus::Inferred)
            }
        };
        let (finding, evidence) = evidence::split(text);
        let mut rating = blank(parameter, found);
        rating.status = status;
        rating.finding = finding.to_owned();
        rating.evidence = evidence;
        for below in &item.below {
            match below.text.strip_prefix("*To reach the next level:*") {
                Some(gap) if rating.gap.is_none() => rating.gap = Some(gap.trim_start_matches(' ').to_owned()),
                _ => self.bad(below.line, "unknown-item", "this is not the gap of the parameter above; it is not kept"),
            }
        }
        Some((parameter, rating))
    }

    fn criterion(&mut self, id: CriterionId, mut found: Details, row: Option<&Row>) -> Criterion {
        let at = format!("/criteria/{}", self.card.criteria.len());
        let line = if found.line > 0 { found.line } else { row.map_or(1, |r| r.line) };
        self.mark(at.clone(), line);
        if found.absence_line > 0 {
            self.mark(format!("{at}/absence_evidence"), found.absence_line);
        }
        if found.cap_line > 0 {
            self.mark(format!("{at}/cap"), found.cap_line);
        }
        if let Some(row) = row {
            self.mark(format!("/table/{id}"), row.line);
        }
        if found.name.is_empty() {
            found.name = row.map(|r| r.name.clone()).unwrap_or_default();
        }
        let text = score::criterion_text(id);
        let absent = found.absence.is_some() || (row.is_some_and(|r| r.mark.as_deref() == Some("SA")));
        let mut out = Criterion {
            id,
            number: id.number(),
            name: found.name.clone(),
            question: text.question.to_owned(),
            owasp: text.owasp.iter().map(|l| (*l).to_owned()).collect(),
            summary: std::mem::take(&mut found.summary),
            status: if absent { Status::StructuralAbsence } else { Status::Scored },
            score: 1.0,
            max: 1.0,
            counted: Counted::Default,
            confidence: Confidence::High,
            cap: None,
            parameters: None,
            mechanisms: vec![],
            absence_evidence: found.absence.take().unwrap_or_default(),
            notes: found.notes.take(),
        };
        let computed = if absent { Millis::FULL } else { self.scored(&at, &mut out, &mut found, row) };
        let printed = found.score.as_deref().or(row.map(|r| r.score.as_str())).unwrap_or("");
        out.score = figure(printed, computed).unwrap_or_else(|| computed.as_f64());
        let stated = found.confidence.or(row.and_then(|r| r.confidence));
        let counted = out.counted;
        for m in out.mechanisms.iter_mut().filter(|m| m.kind == counted) {
            m.confidence = stated.unwrap_or(m.confidence);
            m.score = figure(printed, computed).unwrap_or(m.score);
        }
        if let Some(confidence) = stated.or(out.mechanism(counted).map(|m| m.confidence)) {
            out.confidence = confidence;
        }
        if let Some(row) = row {
            self.compare(id, &out, &found, row);
        }
        out
    }

    /// Fills in the mechanisms; the computed score of the counted one.
    fn scored(&mut self, at: &str, out: &mut Criterion, found: &mut Details, row: Option<&Row>) -> Millis {
        if found.mechanisms.is_empty() {
            found.mechanisms.push(Found::unnamed(found.line));
        }
        let alone = found.mechanisms.len() == 1;
        let alt = found.mechanisms.iter().any(|m| m.counted && m.kind == Counted::Alt);
        out.counted =
            if alt || row.is_some_and(|r| r.mark.as_deref() == Some("alt")) { Counted::Alt } else { Counted::Default };
        let mut score = Millis(0);
        for (i, m) in std::mem::take(&mut found.mechanisms).into_iter().enumerate() {
            let line = if m.line > 0 { m.line } else { row.map_or(1, |r| r.line) };
            self.mark(format!("{at}/mechanisms/{i}"), line);
            let m_at = format!("{at}/mechanisms/{i}");
            if found.cap_line > 0 {
                self.mark(format!("{m_at}/cap"), found.cap_line);
            }
            // What a card with one mechanism prints elsewhere.
            if let Some(row) = row.filter(|_| m.raw.is_none()) {
                self.mark(format!("{m_at}/raw"), row.line);
            }
            if found.line > 0 {
                self.mark(format!("{m_at}/confidence"), found.line);
                if m.score.is_none() {
                    self.mark(format!("{m_at}/score"), found.line);
                }
            }
            let mechanism = self.build(&m_at, out, found, m, row, alone);
            if mechanism.kind == out.counted || alone {
                let cap = mechanism.cap.as_ref().and_then(|c| c.id.known());
                score = score::capped(score::raw(mechanism.parameters.levels()), cap);
                out.cap = mechanism.cap.clone();
                out.parameters = Some(mechanism.parameters.clone());
            }
            out.mechanisms.push(mechanism);
        }
        score
    }

    fn build(
        &mut self,
        at: &str,
        out: &Criterion,
        found: &Details,
        mut m: Found,
        row: Option<&Row>,
        alone: bool,
    ) -> Mechanism {
        let counted = alone || m.kind == out.counted;
        let cells = row.filter(|_| counted).map_or([None; 4], |r| r.levels);
        let mut take = |this: &mut Self, p: Parameter| {
            if let Some((line, rating)) = m.ratings.remove(&p) {
                this.mark(format!("{at}/parameters/{p}"), line);
                return rating;
            }
            if found.line > 0 {
                this.bad(m.line.max(1), "missing-parameter", format!("{p} of {} is missing", out.id));
            }
            blank(p, cells[p as usize])
        };
        let parameters = Parameters {
            S: take(self, Parameter::S),
            C: take(self, Parameter::C),
            D: take(self, Parameter::D),
            B: take(self, Parameter::B),
        };
        let (name, reason) = match &found.cap {
            Some((name, reason)) if counted => (Some(name.clone()), reason.clone()),
            _ if counted && alone => (row.and_then(|r| r.cap.as_deref()).map(CapName::parse), String::new()),
            _ => (m.cap.as_deref().map(CapName::parse), String::new()),
        };
        let cap = name.map(|id| {
            let max = id.known().map_or(1.0, |c| score::max_of(c).as_f64());
            Cap { id, max, reason }
        });
        let raw = score::raw(parameters.levels());
        let score = score::capped(raw, cap.as_ref().and_then(|c| c.id.known()));
        let printed_raw = m.raw.as_deref().or(row.filter(|_| counted).map(|r| r.raw.as_str())).unwrap_or("");
        Mechanism {
            kind: m.kind,
            label: if m.label.is_empty() { "default configuration".to_owned() } else { m.label },
            score: m.score.as_deref().and_then(|s| figure(s, score)).unwrap_or_else(|| score.as_f64()),
            raw: figure(printed_raw, raw).unwrap_or_else(|| raw.as_f64()),
            cap,
            confidence: Confidence::of(parameters.inferred()),
            parameters,
        }
    }

    /// The table says the same as the details.
    fn compare(&mut self, id: CriterionId, out: &Criterion, found: &Details, row: &Row) {
        let mut differ = |what: &str| {
            self.problems.push(crate::card::Problem::at_line(
                row.line,
                "table-differs",
                format!("the {what} of {id} in the table is not that of the details"),
            ));
        };
        if found.line == 0 {
            return;
        }
        if row.name != out.name {
            differ("name");
        }
        let cells = match &out.parameters {
            Some(p) => p.iter().map(|(_, r)| as_cell(r)).collect(),
            None => vec![Some(Cell::Absent); 4],
        };
        if cells != row.levels {
            differ("levels");
        }
        if row.cap.as_deref() != out.cap.as_ref().map(|c| c.id.as_str()) {
            differ("cap");
        }
        if found.score.as_deref().is_some_and(|s| s != row.score) {
            differ("score");
        }
        if found.confidence.is_some() && row.confidence != found.confidence {
            differ("confidence");
        }
    }

    fn applicable(&mut self, table: &Table) {
        let scored = self.card.criteria.iter().filter(|c| !c.is_absent());
        let exact: Vec<Millis> = scored.map(|c| Millis::from_f64(c.score).unwrap_or_default()).collect();
        let computed = score::Applicable { count: exact.len() as u32, score: exact.into_iter().sum() };
        let mut applicable = Applicable::from(computed);
        if let Some((line, text)) = &table.applicable {
            self.mark("/applicable", *line);
            let printed = text[APPLICABLE.len()..].trim();
            let parts = printed.split_once(" / ").and_then(|(score, rest)| {
                let (max, rest) = rest.split_once(" (")?;
                let (percent, _) = rest.split_once("%)")?;
                Some((figure(score, computed.score)?, max.parse::<f64>().ok()?, percent.parse().ok()?))
            });
            match parts {
                Some((score, max, percent)) => applicable = Applicable { score, max, percent, ..applicable },
                None => self.bad(*line, "applicable", "this is not `X.XX / N.0 (P%); K criteria scored SA …`"),
            }
        }
        self.card.applicable = applicable;
    }
}

impl Found {
    fn unnamed(line: usize) -> Self {
        Self {
            line,
            label: String::new(),
            kind: Counted::Default,
            raw: None,
            cap: None,
            score: None,
            counted: true,
            ratings: BTreeMap::new(),
        }
    }
}

/// `Name — 0.20 (high)`, or with `: `.
fn heading(text: &str) -> Option<(&str, &str, Confidence)> {
    let (rest, word) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let (name, score) = rest.rsplit_once(" — ").or_else(|| rest.rsplit_once(": "))?;
    let is_figure = !score.is_empty() && score.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    Some((name, score, confidence(word)?)).filter(|_| is_figure)
}

/// `ID — reason`, `ID: reason` or `none`.
fn cap(text: &str) -> Option<(CapName, String)> {
    if matches!(text.trim(), "none" | "None" | "—" | "") {
        return None;
    }
    let (id, reason) = text.split_once(" — ").or_else(|| text.split_once(": ")).unwrap_or((text, ""));
    Some((CapName::parse(id.trim()), reason.to_owned()))
}

fn blank(parameter: Parameter, found: Option<Cell>) -> Rating {
    let level = match found {
        Some(Cell::Level(level)) => level,
        Some(Cell::Absent) => Level::MAX,
        None => Level::MIN,
    };
    Rating {
        level,
        structural_absence: found == Some(Cell::Absent),
        status: RatingStatus::Inferred,
        finding: String::new(),
        gap: None,
        evidence: vec![],
        weight: Millis(parameter.per_level() * 4).as_f64(),
        points: score::points(parameter, level).as_f64(),
    }
}

fn as_cell(rating: &Rating) -> Option<Cell> {
    Some(if rating.structural_absence { Cell::Absent } else { Cell::Level(rating.level) })
}
