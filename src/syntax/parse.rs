//! Parsing within limits, and walking without recursion.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    rc::Rc,
};

use tree_sitter::{Node, ParseOptions, Parser, Tree, TreeCursor};

use super::Language;

/// A tree with the names of its grammar.
pub struct Parsed {
    pub tree: Tree,
    names: Rc<Names>,
}

/// Names of nodes and fields by their ids: the grammar itself holds them as C strings, measured anew for every node.
struct Names {
    kinds: Vec<Box<str>>,
    fields: Vec<Option<Box<str>>>,
}

impl Names {
    fn of(grammar: &tree_sitter::Language) -> Self {
        let kinds = 0..u16::try_from(grammar.node_kind_count()).unwrap_or(u16::MAX);
        // Field ids start at 1.
        let fields = 0..=u16::try_from(grammar.field_count()).unwrap_or(u16::MAX - 1);
        Self {
            kinds: kinds.map(|id| grammar.node_kind_for_id(id).unwrap_or_default().into()).collect(),
            fields: fields.map(|id| grammar.field_name_for_id(id).map(Into::into)).collect(),
        }
    }

    fn step<'t>(&'t self, cursor: &TreeCursor<'t>) -> Step<'t> {
        let node = cursor.node();
        // Errors stand outside of the table.
        let kind = self.kinds.get(usize::from(node.kind_id())).map_or_else(|| node.kind(), Box::as_ref);
        let field = cursor.field_id().and_then(|id| self.fields.get(usize::from(id.get()))?.as_deref());
        Step { node, kind, field }
    }
}

/// The grammar that reads a language; `None` where there is none. Single-file components are read through the grammar
/// of their script part.
pub(super) fn grammar(language: Language) -> Option<tree_sitter::Language> {
    Some(match language {
        Language::Python => tree_sitter_python::LANGUAGE.into(),
        Language::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
        Language::JavaScript => tree_sitter_javascript::LANGUAGE.into(),
        Language::Go => tree_sitter_go::LANGUAGE.into(),
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
        Language::Bash => tree_sitter_bash::LANGUAGE.into(),
        Language::Kotlin => tree_sitter_kotlin_ng::LANGUAGE.into(),
        Language::Java => tree_sitter_java::LANGUAGE.into(),
        Language::C => tree_sitter_c::LANGUAGE.into(),
        Language::Cpp => tree_sitter_cpp::LANGUAGE.into(),
        Language::CSharp => tree_sitter_c_sharp::LANGUAGE.into(),
        Language::Elixir => tree_sitter_elixir::LANGUAGE.into(),
        Language::Json => tree_sitter_json::LANGUAGE.into(),
        Language::Hcl => tree_sitter_hcl::LANGUAGE.into(),
        Language::Toml => tree_sitter_toml_ng::LANGUAGE.into(),
        _ => return None,
    })
}

/// Named kinds of nodes that a language's grammar makes, sorted; none without a grammar.
pub fn node_kinds(language: Language) -> Vec<String> {
    let Some(grammar) = grammar(language) else { return Vec::new() };
    let mut kinds = std::collections::BTreeSet::new();
    for id in (0..grammar.node_kind_count()).filter_map(|id| u16::try_from(id).ok()) {
        if grammar.node_kind_is_named(id) && grammar.node_kind_is_visible(id) {
            kinds.extend(grammar.node_kind_for_id(id).map(str::to_owned));
        }
    }
    kinds.into_iter().collect()
}

thread_local! {
    static PARSERS: RefCell<BTreeMap<Language, (Parser, Rc<Names>)>> = const { RefCell::new(BTreeMap::new()) };
}

/// Indentations that a Python text may have: the grammar's scanner keeps one for each level of nesting in a buffer of
/// 1024 bytes and ends the process when it is full.
const MOST_INDENTATIONS: usize = 300;

/// True when the nesting of a text could fill the scanner's buffer. Levels of nesting are never more than there are
/// different indentations, counted as the scanner counts them.
fn overflows(language: Language, text: &str) -> bool {
    if language != Language::Python {
        return false;
    }
    let mut seen = BTreeSet::new();
    let mut width = 0_usize;
    let mut at_start = true;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\n' => {
                at_start = true;
                width = 0;
            }
            _ if !at_start => {}
            b' ' => width += 1,
            b'\t' => width += 8,
            b'\r' | b'\x0C' => width = 0,
            // A continued line goes on counting.
            b'\\' if bytes.peek() == Some(&b'\n') => {
                bytes.next();
            }
            b'\\' if bytes.peek() == Some(&b'\r') => {}
            _ => {
                at_start = false;
                if seen.insert(width) && (seen.len() > MOST_INDENTATIONS || width > 30_000) {
                    return true;
                }
            }
        }
    }
    false
}

/// Pieces that are handed out in any case.
const MOST_PIECES: usize = 20_000;

/// Bytes that a parser is given at a time. The scanners of these grammars look for the end of a string, comment or
/// document up to the end of the text, again and again where it is not there, and parser steps don't count that;
/// pieces do.
fn piece(language: Language) -> usize {
    match language {
        Language::Rust | Language::Bash | Language::Hcl => 1024,
        Language::Kotlin | Language::Cpp | Language::CSharp | Language::Elixir => 1024,
        _ => usize::MAX,
    }
}

/// Parses with a work limit that depends on the length alone, so that the outcome is the same on every machine.
/// `None` when the language has no grammar, the limit was hit, or the text is nested deeper than any program.
pub fn parse(language: Language, text: &str) -> Option<Parsed> {
    if overflows(language, text) {
        return None;
    }
    PARSERS.with_borrow_mut(|parsers| {
        let (parser, names) = match parsers.entry(language) {
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
                let (mut parser, grammar) = (Parser::new(), grammar(language)?);
                parser.set_language(&grammar).ok()?;
                entry.insert((parser, Rc::new(Names::of(&grammar))))
            }
        };
        // The callback comes once in a hundred parser steps; plain code needs less than one step for a byte.
        let mut left = 10_000 + text.len() / 5;
        let piece = piece(language);
        let pieces = Cell::new(MOST_PIECES + 40 * text.len() / piece);
        let mut progress = |_: &tree_sitter::ParseState| {
            left = left.saturating_sub(1);
            if left == 0 || pieces.get() == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        // Kotlin's scanner goes on after `@` until it meets a blank, and there is none behind the end.
        let needs_blank = language == Language::Kotlin;
        let mut told = false;
        let mut read = |offset: usize, _| {
            let rest = bytes.get(offset..).unwrap_or_default();
            if needs_blank && offset == bytes.len() {
                return &b"\n"[..];
            }
            if piece == usize::MAX {
                return rest;
            }
            // A scanner that is told of the end stops at once.
            let Some(left) = pieces.get().checked_sub(1) else {
                let blank = needs_blank && !told;
                told = true;
                return if blank { &b"\n"[..] } else { &[] };
            };
            pieces.set(left);
            &rest[..rest.len().min(piece)]
        };
        let tree = parser.parse_with_options(&mut read, None, Some(options)).filter(|_| pieces.get() > 0);
        if tree.is_none() {
            parser.reset();
        }
        tree.map(|tree| Parsed { tree, names: Rc::clone(names) })
    })
}

/// A node on the way from the root.
#[derive(Clone, Copy)]
pub struct Step<'t> {
    pub node: Node<'t>,
    pub kind: &'t str,
    /// Name of the field of its parent that it fills.
    pub field: Option<&'t str>,
}

/// Sees every node in source order.
pub trait Visitor<'t> {
    /// `above` holds the ancestors, the root first. False: the children are skipped (and [`Visitor::leave`] still
    /// comes).
    fn enter(&mut self, above: &[Step<'t>], step: Step<'t>) -> bool;

    fn leave(&mut self, _above: &[Step<'t>], _step: Step<'t>) {}
}

/// Walks with a cursor and an explicit stack: depth costs memory, never the program's stack.
pub fn walk<'t>(parsed: &'t Parsed, visitor: &mut impl Visitor<'t>) {
    let mut cursor = parsed.tree.walk();
    let mut above: Vec<Step<'t>> = Vec::new();
    loop {
        let step = parsed.names.step(&cursor);
        if visitor.enter(&above, step) && cursor.goto_first_child() {
            above.push(step);
            continue;
        }
        visitor.leave(&above, step);
        while !cursor.goto_next_sibling() {
            let Some(parent) = above.pop() else { return };
            cursor.goto_parent();
            visitor.leave(&above, parent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Count(usize, usize, usize);

    impl<'t> Visitor<'t> for Count {
        fn enter(&mut self, above: &[Step<'t>], _: Step<'t>) -> bool {
            self.0 += 1;
            self.2 = self.2.max(above.len());
            true
        }

        fn leave(&mut self, _: &[Step<'t>], _: Step<'t>) {
            self.1 += 1;
        }
    }

    #[test]
    fn every_node_is_entered_and_left() {
        let parsed = parse(Language::Python, "def f(a=1):\n    return g(a)\n").unwrap();
        let mut count = Count::default();
        walk(&parsed, &mut count);
        assert_eq!(count.0, count.1);
        assert_eq!(count.0, parsed.tree.root_node().descendant_count());
    }

    #[test]
    fn deep_nesting_needs_no_stack() {
        for language in [Language::Python, Language::JavaScript, Language::TypeScript, Language::Go, Language::Json] {
            let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
            if let Some(parsed) = parse(language, &text) {
                let mut count = Count::default();
                walk(&parsed, &mut count);
                assert_eq!(count.0, count.1);
            }
        }
    }

    #[test]
    fn python_indentation_never_fills_the_scanner() {
        let nested = |levels: usize, lead: &str| {
            let lines: String = (0..levels).map(|at| format!("{}if x:\n", " ".repeat(at))).collect();
            format!("{lead}{lines}{}pass\n", " ".repeat(levels))
        };
        // An odd number of open strings moves the buffer's end to an odd place.
        for lead in ["", "f'{", "f'{f\"{"] {
            for levels in [100, 290, 310, 511, 600, 1500] {
                parse(Language::Python, &nested(levels, lead));
            }
        }
        assert!(parse(Language::Python, &nested(100, "")).is_some());
        assert!(parse(Language::Python, &nested(600, "")).is_none());
        let wide = format!("if x:\n{}pass\n", " ".repeat(70_000));
        assert!(parse(Language::Python, &wide.repeat(3)).is_none());
    }

    /// A scanner that waits for a blank would wait for ever.
    #[test]
    fn kotlin_ends_in_a_blank() {
        for text in
            ["class A\n@", "class A\n@x", "val x: Int\n@x(", "class A {\n val x = 1\n @x(", "@", "/* x", "\"\"\"x"]
        {
            parse(Language::Kotlin, text);
            parse(Language::Kotlin, &text.repeat(20_000));
        }
    }

    #[test]
    fn languages_without_grammar() {
        assert!(parse(Language::Cobol, "MOVE A TO B.").is_none());
    }
}
