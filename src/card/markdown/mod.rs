//! Published Markdown cards: blocks through comrak's source positions, texts as raw slices, so that what an author
//! wrote comes out as it went in.

mod criteria;
mod figures;
mod header;
mod lists;
mod table;

use std::collections::BTreeMap;

use comrak::{Arena, Options, nodes::Node, nodes::NodeValue, parse_document};

use super::{
    Band, CapabilityProfile, CardData, Category, Depthgauge, Origin, Problem, RuleOfTwo, SCHEMA_VERSION,
    SCORECARD_VERSION, slug,
};
use crate::score;

/// A card read from Markdown with the lines that its parts stand in.
pub(super) struct Imported {
    pub data: CardData,
    pub problems: Vec<Problem>,
    /// JSON pointer → 1-based line.
    pub lines: BTreeMap<String, usize>,
}

/// What the parts of a card are read into.
struct Import<'t> {
    /// The lines of the document without their ends.
    text: Vec<&'t str>,
    problems: Vec<Problem>,
    lines: BTreeMap<String, usize>,
    card: CardData,
}

/// A block of the document: 1-based lines, both inclusive.
#[derive(Clone, Copy)]
struct Block<'a> {
    node: Node<'a>,
    first: usize,
    last: usize,
}

/// A heading and what follows it.
struct Section<'a> {
    title: String,
    line: usize,
    blocks: Vec<Block<'a>>,
    /// Last line before the next heading of the same rank.
    end: usize,
}

/// One list item: its own text as a raw slice without the marker, and the items below it.
struct Item {
    line: usize,
    text: String,
    below: Vec<Item>,
}

/// Titles of the two dialects, in lower case.
const TITLE: &str = "defense-in-depth score:";

/// Reads a Markdown card. Fails only when the text has no title of a card.
pub(super) fn read(text: &str) -> Result<Imported, String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let arena = Arena::new();
    let mut options = Options::default();
    options.extension.table = true;
    let root = parse_document(&arena, &text, &options);
    let lines: Vec<&str> = text.split('\n').collect();
    let blocks: Vec<Block> = root.children().map(block).collect();
    let mut import = Import { text: lines, problems: vec![], lines: BTreeMap::new(), card: empty() };
    let sections = import.sections(&blocks, &[1, 2], import.text.len());
    let Some(first) = sections.iter().position(|s| s.title.to_lowercase().starts_with(TITLE)) else {
        return Err("there is no heading `# Defense-in-Depth Score: …`".to_owned());
    };
    let front = &sections[first];
    import.card.name = front.title[TITLE.len()..].trim().to_owned();
    import.card.id = slug(&import.card.name);
    import.mark("/name", front.line);
    import.header(front);
    import.sections_of_card(&sections[first + 1..]);
    import.derive();
    if let Some(block) = blocks.first().filter(|b| b.first < front.line) {
        import.bad(block.first, "before-title", "this stands before the title and is not part of the card");
    }
    Ok(Imported { data: import.card, problems: import.problems, lines: import.lines })
}

impl<'t> Import<'t> {
    fn bad(&mut self, line: usize, code: &'static str, message: impl Into<String>) {
        self.problems.push(Problem::at_line(line, code, message));
    }

    fn mark(&mut self, pointer: impl Into<String>, line: usize) {
        self.lines.insert(pointer.into(), line);
    }

    /// The lines `first` to `last` as they are.
    fn slice(&self, first: usize, last: usize) -> String {
        let last = last.min(self.text.len());
        if first > last { String::new() } else { self.text[first - 1..last].join("\n") }
    }

    /// Cuts `blocks` at headings of the given ranks.
    fn sections<'a>(&self, blocks: &[Block<'a>], ranks: &[u8], end: usize) -> Vec<Section<'a>> {
        let mut sections: Vec<Section<'a>> = Vec::new();
        for block in blocks {
            let heading = match &block.node.data.borrow().value {
                NodeValue::Heading(h) if ranks.contains(&h.level) => Some(()),
                _ => None,
            };
            if heading.is_some() {
                if let Some(open) = sections.last_mut() {
                    open.end = block.first - 1;
                }
                let raw = self.slice(block.first, block.first);
                let title = raw.trim_start().trim_start_matches('#').trim().to_owned();
                sections.push(Section { title, line: block.first, blocks: vec![], end });
            } else if let Some(open) = sections.last_mut() {
                open.blocks.push(*block);
            }
        }
        sections
    }

    fn sections_of_card(&mut self, sections: &[Section]) {
        let mut missing = vec![
            "Score",
            "Critical gaps",
            "Criterion details",
            "Rule-of-Two check",
            "Highest-impact improvements",
            "Re-audit log",
            "Limitations",
        ];
        let mut table = table::Table::default();
        let mut details = None;
        for section in sections {
            let title = section.title.to_lowercase();
            let known = missing.iter().position(|known| title.starts_with(&known.to_lowercase()));
            match known.map(|at| missing.remove(at)) {
                Some("Score") => table = self.score(section),
                Some("Critical gaps") => self.critical_gaps(section),
                Some("Criterion details") => details = Some(section),
                Some("Rule-of-Two check") => self.rule_of_two(section),
                Some("Highest-impact improvements") => self.improvements(section),
                Some("Re-audit log") => self.reaudit_log(section),
                Some(_) => self.limitations(section),
                None => self.bad(
                    section.line,
                    "unknown-section",
                    format!(
                        "the section `{}` is not one of a card, or stands there twice; it is not kept",
                        section.title
                    ),
                ),
            }
        }
        self.criteria(details, &table);
        let end = self.text.len();
        for name in missing {
            self.bad(end, "missing-section", format!("the section `{name}` is missing"));
        }
    }

    /// The items of the lists among `blocks`; other blocks become problems.
    fn items(&mut self, blocks: &[Block]) -> Vec<Item> {
        let mut items = Vec::new();
        for block in blocks {
            if matches!(block.node.data.borrow().value, NodeValue::List(_)) {
                items.extend(self.list_items(block.node, 0));
            } else {
                self.bad(block.first, "unexpected-text", "this is not a list item and is not kept");
            }
        }
        items
    }

    /// Items of a list. Two levels below are the deepest that a card has; what lies deeper stays in the raw text.
    fn list_items(&self, list: Node, depth: usize) -> Vec<Item> {
        list.children()
            .map(|node| {
                let item = block(node);
                let nested: Vec<Block> = node
                    .children()
                    .map(block)
                    .filter(|b| depth < 2 && matches!(b.node.data.borrow().value, NodeValue::List(_)))
                    .collect();
                let own_end = nested.first().map_or(item.last, |b| b.first - 1).max(item.first);
                let column = node.data.borrow().sourcepos.start.column;
                let raw = self.slice(item.first, own_end);
                let raw = raw.get(column.saturating_sub(1)..).unwrap_or(&raw);
                let text = without_marker(raw).trim_end().to_owned();
                let below = nested.iter().flat_map(|b| self.list_items(b.node, depth + 1)).collect();
                Item { line: item.first, text, below }
            })
            .collect()
    }

    /// What the Markdown does not say but follows from it.
    fn derive(&mut self) {
        let card = &mut self.card;
        let mut ours = card.depthgauge.take().unwrap_or_default();
        for criterion in &card.criteria {
            if criterion.is_absent() {
                ours.origins.insert(criterion.id.to_string(), Origin::Authored);
            }
            for m in &criterion.mechanisms {
                for p in crate::rubric::Parameter::ALL {
                    ours.origins.insert(super::parameter_key(criterion.id, m.kind, p), Origin::Authored);
                }
            }
        }
        card.depthgauge = Some(ours);
    }
}

fn block(node: Node) -> Block {
    let position = node.data.borrow().sourcepos;
    Block { node, first: position.start.line.max(1), last: position.end.line.max(position.start.line) }
}

fn without_marker(text: &str) -> &str {
    let rest = text.trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let marker = if digits > 0 { &rest[digits..] } else { rest };
    let body = marker.strip_prefix(['-', '*', '+', '.', ')']).unwrap_or(marker);
    body.strip_prefix(' ').unwrap_or(body).trim_start_matches(' ')
}

fn empty() -> CardData {
    CardData {
        schema_version: SCHEMA_VERSION.to_owned(),
        scorecard_version: SCORECARD_VERSION.to_owned(),
        id: String::new(),
        name: String::new(),
        repo_url: None,
        subpath: None,
        description: String::new(),
        category: Category::Other(String::new()),
        pinned_commit: String::new(),
        version: None,
        scored_date: String::new(),
        scored_configuration: String::new(),
        score: 0.0,
        max_score: 10.0,
        band: Band::from(score::Band::Minimal),
        applicable: score::Applicable { count: 0, score: score::Millis(0) }.into(),
        capability_profile: CapabilityProfile::default(),
        headline: String::new(),
        criteria: vec![],
        critical_findings: vec![],
        rule_of_two: RuleOfTwo::default(),
        fixes: vec![],
        reaudit_log: vec![],
        limitations: vec![],
        depthgauge: Some(Depthgauge::default()),
    }
}
