//! The sections of a document, by its headings.

use comrak::{
    Arena, Node, Options,
    nodes::{NodeHeading, NodeValue},
    parse_document,
};

use super::front_matter;
use crate::facts::{
    extract::Extracted,
    model::{Section, Span},
    names::cut,
};

/// Bytes of a document that are divided into sections. What people write to be read is shorter.
const LARGEST: usize = 256 << 10;
/// Headings of one document, and bytes of one.
const MOST: usize = 500;
const LONGEST: usize = 120;

/// The keys of the head and the sections below it.
pub(in crate::facts) fn read(text: &str) -> Extracted {
    let mut out = front_matter::read(text);
    // Headings are marked with `#` or underlined with `=` or `-`: without any of them there is nothing to parse for.
    if text.len() <= LARGEST && text.contains(['#', '=', '-']) {
        out.facts.sections = sections(text, out.facts.lines);
    }
    out
}

/// A section ends where one of its own or a higher level begins.
fn sections(text: &str, lines: u32) -> Vec<Section> {
    let mut options = Options::default();
    options.extension.front_matter_delimiter = Some("---".to_owned());
    let arena = Arena::new();
    let root = parse_document(&arena, text, &options);
    let mut out: Vec<Section> = Vec::new();
    for node in root.children() {
        let data = node.data();
        let NodeValue::Heading(NodeHeading { level, .. }) = data.value else { continue };
        if out.len() == MOST {
            break;
        }
        let start = u32::try_from(data.sourcepos.start.line).unwrap_or(u32::MAX);
        drop(data);
        out.push(Section {
            title: cut(&title(node), LONGEST).into(),
            level,
            span: Span { start, end: lines.max(start) },
        });
    }
    for at in 0..out.len() {
        let (section, behind) = (&out[at], &out[at + 1..]);
        let next = behind.iter().find(|other| other.level <= section.level);
        if let Some(before) = next.map(|other| other.span.start.saturating_sub(1)) {
            out[at].span.end = before.max(out[at].span.start);
        }
    }
    out
}

/// The words of a heading without their marks.
fn title(heading: Node<'_>) -> String {
    let mut out = String::new();
    for node in heading.descendants() {
        match &node.data().value {
            NodeValue::Text(text) => out.push_str(text),
            NodeValue::Code(code) => out.push_str(&code.literal),
            NodeValue::SoftBreak | NodeValue::LineBreak => out.push(' '),
            _ => {}
        }
    }
    out
}
