//! Markdown and MDX through comrak, by slices of the source, so that every unit knows its lines.

use comrak::{
    Arena, Node, Options,
    nodes::{NodeHeading, NodeValue, Sourcepos},
    parse_document,
};

use super::{
    config, html,
    sentence::{Form, Paragraph, Unit, without_marks},
};
use crate::facts::Span;

/// Depth of blocks in blocks.
const DEEPEST: usize = 60;

pub(super) fn read(text: &str, units: &mut Vec<Unit>) {
    let mut options = Options::default();
    options.extension.table = true;
    options.extension.front_matter_delimiter = Some("---".to_owned());
    let arena = Arena::new();
    let root = parse_document(&arena, text, &options);
    let mut walk = Walk { lines: text.lines().collect(), sections: Vec::new(), units };
    walk.blocks(root, 0);
}

struct Walk<'a> {
    lines: Vec<&'a str>,
    sections: Vec<String>,
    units: &'a mut Vec<Unit>,
}

impl<'a> Walk<'a> {
    fn blocks(&mut self, node: Node<'_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        for child in node.children() {
            let data = child.data();
            let place = data.sourcepos;
            match &data.value {
                NodeValue::Heading(NodeHeading { level, .. }) => {
                    let title = self.slice(place).map(|(_, line)| without_marks(line)).collect::<Vec<_>>().join(" ");
                    self.sections.truncate(usize::from(*level).saturating_sub(1));
                    self.sections.push(title.trim_matches(['#', ' ', '=', '-']).to_owned());
                }
                NodeValue::Paragraph => self.paragraph(place),
                // The head of a table names its columns.
                NodeValue::TableRow(true) => {}
                NodeValue::TableRow(false) => self.row(place),
                NodeValue::CodeBlock(block) => {
                    let info = block.info.split_whitespace().next().unwrap_or_default().to_ascii_lowercase();
                    let first = place.start.line as u32 + u32::from(block.fenced);
                    if is_configuration(&info) {
                        config::read(&block.literal, first, &self.sections, self.units);
                    }
                }
                NodeValue::HtmlBlock(block) => {
                    html::read(&block.literal, place.start.line as u32, &mut self.sections, self.units);
                }
                _ => {
                    drop(data);
                    self.blocks(child, depth + 1);
                }
            }
        }
    }

    /// The lines of a block from its first column on.
    fn slice(&self, place: Sourcepos) -> impl Iterator<Item = (u32, &'a str)> {
        let first = place.start.line.max(1);
        let rows = self.lines.iter().skip(first - 1).take((place.end.line + 1).saturating_sub(first));
        (first as u32..).zip(rows.copied()).enumerate().map(move |(index, (line, text))| {
            let from = if index == 0 { place.start.column.saturating_sub(1) } else { 0 };
            (line, text.get(from..).unwrap_or(text))
        })
    }

    fn paragraph(&mut self, place: Sourcepos) {
        let mut paragraph = Paragraph::default();
        for (line, text) in self.slice(place) {
            paragraph.add(line, text.trim_start().trim_start_matches("> "));
        }
        paragraph.flush(&self.sections, self.units);
    }

    fn row(&mut self, place: Sourcepos) {
        let Some((line, text)) = self.slice(place).next() else { return };
        let cells: Vec<String> = cells(text).iter().map(|cell| without_marks(cell).trim().to_owned()).collect();
        let (lines, sections) = (Span { start: line, end: line }, self.sections.clone());
        self.units.push(Unit { lines, block: lines.start, text: cells.join(" | "), form: Form::Row, sections });
    }
}

/// Fences that hold settings rather than a program.
fn is_configuration(info: &str) -> bool {
    matches!(
        info,
        "" | "yaml"
            | "yml"
            | "json"
            | "jsonc"
            | "json5"
            | "toml"
            | "ini"
            | "env"
            | "dotenv"
            | "properties"
            | "sh"
            | "bash"
            | "shell"
            | "hcl"
            | "conf"
    )
}

/// Cells of a row; an escaped bar is a part of one.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut escaped = false;
    for c in row.trim().trim_start_matches('|').chars() {
        match c {
            '|' if !escaped => cells.push(String::new()),
            c => cells.last_mut().into_iter().for_each(|cell| cell.push(c)),
        }
        escaped = c == '\\' && !escaped;
    }
    if cells.last().is_some_and(|cell| cell.trim().is_empty()) {
        cells.pop();
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_items_rows_fences_and_components() {
        let text = "# Top\n\n## Gate\n\nAsks a person. Waits\nfor the answer.\n\n- **One**: first\n  goes on\n- two\n\n\
                    | a | b |\n|---|---|\n| Loop \\| x | `max_turns` |\n\n```yaml\nttl: 5m\n```\n\n<Warning>\n  \
                    Not shipped.\n</Warning>\n\n```python\nx = 1\n```\n";
        let mut units = Vec::new();
        read(text, &mut units);
        let found: Vec<(u32, &str)> = units.iter().map(|unit| (unit.lines.start, unit.text.as_str())).collect();
        let wanted = [
            (5, "Asks a person."),
            (5, "Waits for the answer."),
            (8, "One: first goes on"),
            (10, "two"),
            (14, "Loop \\| x | `max_turns`"),
            (17, "ttl: 5m"),
            (21, "Not shipped."),
        ];
        assert_eq!(found, wanted);
        assert_eq!(units[0].sections, ["Top", "Gate"]);
    }

    #[test]
    fn deep_nesting_ends() {
        let mut units = Vec::new();
        read(&format!("{}Asks a person.", "> ".repeat(20_000)), &mut units);
        read(&"- ".repeat(5_000), &mut units);
        assert!(units.len() < 3);
    }
}
