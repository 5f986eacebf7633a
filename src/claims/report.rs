//! From documents to claims with their answers.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::{
    Claim, ClaimPlace, ClaimState, ClaimsReport, Content, Scanner,
    bearing::{self, Surroundings},
    contract,
    corroborate::{self, Question, Signals},
    document,
    look::Asked,
    names,
    recognise::{Recogniser, Sense},
    sentence::{Form, Unit},
};
use crate::{
    detect::Signal,
    evidence::{Permalinks, Scope, mask, masked_path},
    facts::{Context, FactBase, Span},
    rulebook::{ClaimReading, Rulebook},
    source::{Entry, EntryKind},
    syntax::{Decoded, decode},
};

/// Documents that are read, and claims that are looked into.
const DOCUMENTS: usize = 300;
const CLAIMS: usize = 600;
/// Characters of a claim that are shown.
const SHOWN: usize = 240;

/// What claims are compared with.
pub struct Evidence<'a> {
    pub rulebook: &'a Rulebook,
    pub base: &'a FactBase,
    pub signals: &'a [Signal],
    /// Sorted by path.
    pub entries: &'a [Entry],
    pub read: &'a Content<'a>,
    pub scope: &'a Scope,
    /// Hits of the rules' own searches, where they were counted.
    pub hits: Option<&'a BTreeMap<String, u64>>,
    /// Links to the pinned commit; `None` for files that are not committed.
    pub links: Option<&'a Permalinks>,
    /// Whether lines of a file may be pointed to.
    pub shown: &'a (dyn Fn(&str, Span) -> bool + Sync),
}

impl Evidence<'_> {
    /// Lines as a report shows them: a path with a secret in it is masked and has no link.
    pub fn place(&self, file: &str, lines: Span) -> ClaimPlace {
        let shown =
            if lines.end > lines.start { format!("{}-{}", lines.start, lines.end) } else { lines.start.to_string() };
        match masked_path(file) {
            Some(file) => ClaimPlace { file, lines: shown, url: None },
            None => {
                let url = self.links.and_then(|links| links.link(file, lines));
                ClaimPlace { file: file.to_owned(), lines: shown, url }
            }
        }
    }
}

/// A published page that stands outside of the repository.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// Its file name decides the format.
    pub name: &'a str,
    pub text: &'a str,
}

/// The claims of a page, or without one those of the repository's documents.
pub fn report(evidence: &Evidence<'_>, page: Option<Page<'_>>, scanner: &Scanner) -> ClaimsReport {
    let rules = &evidence.rulebook.claims;
    let recogniser = Recogniser::new(rules);
    let mut globs = evidence.rulebook.scope.code_globs.clone();
    globs.extend(rules.reading.beside_code.iter().cloned());
    let mut asked = Asked::default();
    let mut report = ClaimsReport::default();
    let mut drafts: Vec<(Claim, Option<Question<'_>>)> = Vec::new();
    let documents = match page {
        Some(page) => vec![(page.name.to_owned(), page.text.to_owned())],
        None => documents(evidence),
    };
    let documents: Vec<(String, Vec<Recognised>)> =
        documents.into_par_iter().map(|(path, text)| read(&recogniser, path, &text)).collect();
    for (path, found) in documents {
        let home = if page.is_some() { String::new() } else { bearing::home(&path, evidence) };
        for (unit, index, sense) in found {
            if drafts.len() == CLAIMS {
                report.left_out += 1;
                continue;
            }
            let kind = &rules.kinds[index];
            let question = (sense == Sense::Claimed).then(|| {
                let names = named(&unit, kind.tokens.as_ref(), &rules.reading);
                Question::new(kind, &unit, &recogniser, &home).ask(names, &globs, &mut asked)
            });
            drafts.push((draft(&path, &unit, kind, scanner, evidence, page.is_some()), question));
        }
        report.documents.push(masked_path(&path).unwrap_or(path));
    }
    let candidates = contract::candidates(evidence, &globs, &mut asked);
    let found = asked.answer(evidence);
    let signals = Signals::new(evidence.signals, &rules.reading);
    let around = Surroundings::new(evidence);
    for (mut claim, question) in drafts {
        if let Some(question) = question {
            let answer = corroborate::answer(&question, &signals, &found, &around);
            claim.state = answer.state;
            (claim.shown, claim.lacking, claim.contradiction) = (answer.shown, answer.lacking, answer.contradiction);
        }
        *report.counts.entry(claim.state).or_default() += 1;
        report.claims.push(claim);
    }
    report.contracts = contract::checked(&candidates, &found, evidence);
    report
}

/// A unit of text, the kind of claim that it makes by position, and whether it says that the control is there.
type Recognised = (Unit, usize, Sense);

fn read(recogniser: &Recogniser<'_>, path: String, text: &str) -> (String, Vec<Recognised>) {
    let units = document::units(&path, text);
    let taken_back = recogniser.taken_back(&units);
    let mut found = Vec::new();
    for unit in units {
        for (index, sense) in recogniser.kinds(&unit) {
            let sense = if taken_back.contains(&unit.block) { Sense::Disclaimed } else { sense };
            found.push((unit.clone(), index, sense));
        }
    }
    (path, found)
}

fn draft(
    path: &str,
    unit: &Unit,
    kind: &crate::rulebook::ClaimKind,
    scanner: &Scanner,
    evidence: &Evidence<'_>,
    page: bool,
) -> Claim {
    let mut place = evidence.place(path, unit.lines);
    if page {
        place.url = None;
    }
    let withheld = |text: &str| scanner.speaks(text);
    let shown = if withheld(&unit.text) { String::new() } else { cut(&mask(&unit.text)) };
    let section = unit.sections.last().filter(|section| !withheld(section)).map(|section| cut(&mask(section)));
    Claim {
        place,
        section,
        text: shown,
        kind: kind.id.clone(),
        title: kind.title.clone(),
        criterion: kind.criterion,
        parameter: kind.parameter,
        state: ClaimState::Disclaimed,
        shown: Vec::new(),
        lacking: Vec::new(),
        contradiction: None,
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}

fn named(unit: &Unit, tokens: Option<&crate::rulebook::Words>, reading: &ClaimReading) -> Vec<names::Name> {
    let mut names = match &unit.form {
        Form::Config { key, value } => names::of_config(key, value, reading),
        Form::Sentence | Form::Row => names::of_text(&unit.text, reading),
    };
    let pattern = tokens.and_then(|words| crate::rulebook::pattern::build(words.source(), false).ok());
    if let Some(pattern) = pattern {
        for found in pattern.find_iter(unit.text.as_bytes()).take(4) {
            let name = names::Name::Exact(String::from_utf8_lossy(found.as_bytes()).into_owned());
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Paths and texts of the documents in scope, sorted by path.
fn documents(evidence: &Evidence<'_>) -> Vec<(String, String)> {
    let reading = &evidence.rulebook.claims.reading;
    let wanted = |entry: &&Entry| {
        let Some(path) = entry.path.as_str() else { return false };
        let known = evidence.base.index(path).map(|index| &evidence.base.files[index]);
        let own =
            known.is_none_or(|file| !matches!(file.context, Context::Vendored | Context::Test | Context::Generated));
        entry.kind == EntryKind::File
            && own
            && evidence.scope.contains(&entry.path)
            && document::is_document(reading, path)
    };
    let read = evidence.entries.iter().filter(wanted).take(DOCUMENTS).filter_map(|entry| {
        let bytes = (evidence.read)(entry, document::LARGEST).ok()?;
        let Decoded::Text { text, .. } = decode(&bytes) else { return None };
        Some((entry.path.as_str()?.to_owned(), text.into_owned()))
    });
    read.collect()
}
