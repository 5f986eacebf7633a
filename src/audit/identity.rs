//! What a card calls its subject: from the remote, the manifests and the README.

use crate::{
    card::Category,
    detect::{BaseTexts, Texts},
    evidence::masked_path,
    facts::Value,
    source::{RepoPath, Snapshot},
    text::{Raw, link_text, markdown},
};

/// Characters of a description; more is an essay.
const DESCRIPTION: usize = 240;

/// Name of the repository, with the audited folder's behind it.
pub(super) fn name(snapshot: &Snapshot) -> String {
    let of_remote = snapshot.remote().and_then(|url| url.trim_end_matches('/').rsplit(['/', ':']).next());
    let of_remote = of_remote.map(|name| name.strip_suffix(".git").unwrap_or(name));
    let mut name = of_remote.filter(|n| !n.is_empty()).unwrap_or_else(|| snapshot.name()).to_owned();
    if let Some(folder) = snapshot.subpath().and_then(RepoPath::as_str) {
        name = format!("{name}/{}", folder.rsplit('/').next().unwrap_or(folder));
    }
    link_text(&name)
}

/// A path of the repository in a sentence.
pub(super) fn shown_path(path: &str) -> String {
    markdown(&Raw::new(masked_path(path).unwrap_or_else(|| path.to_owned())))
}

pub(super) fn category(id: &str) -> Category {
    serde_json::from_value(serde_json::Value::String(id.to_owned())).unwrap_or(Category::AiAssistants)
}

/// The description of the manifest in the audited folder, else the first paragraph of its README.
pub(super) fn description(folder: &str, texts: &BaseTexts<'_>) -> Option<String> {
    let base = texts.base;
    let at = |file: &str| if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
    for (manifest, keys) in [
        ("package.json", &["description"][..]),
        ("pyproject.toml", &["project.description", "tool.poetry.description"]),
        ("Cargo.toml", &["package.description"]),
    ] {
        let Some(file) = base.index(&at(manifest)).and_then(|i| base.files.get(i)) else { continue };
        for key in keys {
            let found = file.facts.settings.iter().find(|s| s.name == *key || s.written == *key);
            if let Some(Value::Str(text)) = found.map(|s| &s.value)
                && let Some(line) = one_line(text)
            {
                return Some(line);
            }
        }
    }
    readmes(folder, texts).find_map(|path| {
        let content = texts.content(&path)?;
        first_paragraph(&texts.without_comments(&path, &content.text))
    })
}

/// Path and text of the README in the audited folder.
pub(super) fn readme(folder: &str, texts: &BaseTexts<'_>) -> Option<(String, String)> {
    readmes(folder, texts).find_map(|path| texts.content(&path).map(|content| (path, content.text.to_string())))
}

fn readmes(folder: &str, texts: &BaseTexts<'_>) -> impl Iterator<Item = String> {
    let at = move |file: &str| if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") };
    let names = ["README.md", "readme.md", "Readme.md", "README.mdx", "README.rst", "README"];
    names.into_iter().map(at).filter(|path| texts.base.index(path).is_some())
}

/// The first paragraph of prose: no heading, picture, badge, table, quote, markup or row of links.
fn first_paragraph(text: &str) -> Option<String> {
    let arena = comrak::Arena::new();
    let mut head = text.len().min(20_000);
    while !text.is_char_boundary(head) {
        head -= 1;
    }
    let root = comrak::parse_document(&arena, &text[..head], &comrak::Options::default());
    root.children().filter(|node| matches!(node.data().value, comrak::nodes::NodeValue::Paragraph)).find_map(|node| {
        let mut words = String::new();
        let mut linked = 0;
        for inner in node.descendants() {
            match &inner.data().value {
                comrak::nodes::NodeValue::Text(text) => {
                    let in_link =
                        |node: &comrak::Node<'_>| matches!(node.data().value, comrak::nodes::NodeValue::Link(_));
                    linked += if inner.ancestors().any(|around| in_link(&around)) { text.len() } else { 0 };
                    words.push_str(text);
                }
                comrak::nodes::NodeValue::Code(code) => words.push_str(&code.literal),
                comrak::nodes::NodeValue::SoftBreak | comrak::nodes::NodeValue::LineBreak => words.push(' '),
                comrak::nodes::NodeValue::Image(_) | comrak::nodes::NodeValue::HtmlInline(_) => return None,
                _ => {}
            }
        }
        // A bar of languages or chapters says nothing of the project.
        let is_bar = linked * 2 > words.len() || words.matches('|').count() >= 2;
        one_line(&words).filter(|line| !is_bar && line.split_whitespace().count() >= 5)
    })
}

fn one_line(text: &str) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() {
        return None;
    }
    let line = crate::evidence::mask(&line);
    let cut: String = line.chars().take(DESCRIPTION).collect();
    let ellipsis = if cut.len() < line.len() { "…" } else { "" };
    Some(format!("{}{ellipsis}", plain(&cut)))
}

/// Words of a manifest as Markdown text: what cannot break out of a link's text either, and nothing that a host would
/// turn into emphasis, a mention, an issue or a link.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in link_text(text).chars() {
        match c {
            '_' | '~' | '#' | '$' => out.extend(['\\', c]),
            // An entity shows the same and links to nothing.
            '@' => out.push_str("&#64;"),
            _ => out.push(c),
        }
    }
    out.replace("://", "&#58;//").replace("www.", "www&#46;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_of_prose_only() {
        let readme = "# Title\n\n[![build](https://example.org/b.svg)](https://example.org)\n\n<p>markup</p>\n\n\
                      A **small** agent that keeps `notes` in order.\n\nMore.\n";
        assert_eq!(first_paragraph(readme).as_deref(), Some("A small agent that keeps notes in order."));
        assert_eq!(first_paragraph("# Title\n\nToo short.\n"), None);
        let bar = "English | [中文](zh.md) | [Deutsch](de.md) | [日本語](ja.md) | [Français](fr.md)\n\n[One long \
                   link](a.md) and [one more](b.md)\n\nSorts the letters of an office by sender.\n";
        assert_eq!(first_paragraph(bar).as_deref(), Some("Sorts the letters of an office by sender."));
    }

    #[test]
    fn descriptions_are_one_escaped_line() {
        assert_eq!(one_line(" \n "), None);
        let long = "word ".repeat(100);
        assert!(one_line(&long).is_some_and(|l| l.ends_with('…') && l.chars().count() == DESCRIPTION + 1));
        assert_eq!(one_line("a\n[x](y)").as_deref(), Some(link_text("a [x](y)").as_str()));
        let live = one_line("see https://example.org, www.example.org, @name, #1, _em_").expect("text");
        assert_eq!(live, "see https&#58;//example.org, www&#46;example.org, &#64;name, \\#1, \\_em\\_");
    }
}
