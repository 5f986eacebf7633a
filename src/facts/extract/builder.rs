//! What the readers of all languages share: the scopes around a node, names, limits, and the facts collected so far.

use std::{cell::RefCell, collections::BTreeMap, num::NonZeroU16};

use tree_sitter::{Node, Tree};

use super::{Extracted, bindings::Bindings, known_values::KnownValues, recorder::Recorder};
use crate::{
    facts::{
        Word,
        model::{
            Argument, Call, Coverage, FileFacts, Function, FunctionKind, Import, Setting, SettingKind, Span, Value,
        },
        names::{cut, snake},
    },
    syntax::{self, Language, Step},
};

/// Entries of one kind that are kept per file. A file with more of them is data, not a program.
const MOST: usize = 20_000;
/// Bytes of a string that are kept.
pub(in crate::facts) const LONGEST_STRING: usize = 2_000;
/// Bytes of an expression that is kept as written.
const LONGEST_OTHER: usize = 200;
/// Elements of a list, an object or an argument list that are looked at.
pub(in crate::facts) const MOST_ELEMENTS: usize = 200;
/// Nesting of values and patterns that is looked at.
pub(in crate::facts) const DEEPEST: u32 = 5;

struct Scope {
    node: usize,
    index: Option<u32>,
    kind: FunctionKind,
    dotted: Word,
    loops: u32,
}

/// Facts of a file while it is being walked.
pub(in crate::facts) struct Builder<'t> {
    pub language: Language,
    pub text: &'t str,
    /// Nodes that may declare a tool: where the queries look.
    pub candidates: Vec<Node<'t>>,
    pub facts: FileFacts,
    /// Names that the file binds to something known: imports and one-step aliases of them.
    pub names: BTreeMap<String, String>,
    pub comments: Vec<(usize, usize)>,
    pub(super) control: Recorder,
    scopes: Vec<Scope>,
    error_bytes: usize,
    errors: usize,
    first_error: Option<u32>,
    full: bool,
    match_limit: bool,
    pub bindings: Bindings<'t>,
    pub(super) values: KnownValues,
}

impl<'t> Builder<'t> {
    pub fn new(language: Language, text: &'t str) -> Self {
        Self {
            language,
            text,
            candidates: Vec::new(),
            facts: super::nothing(text, Coverage::Full).facts,
            names: BTreeMap::new(),
            comments: Vec::new(),
            control: Recorder::default(),
            scopes: vec![Scope {
                node: usize::MAX,
                index: None,
                kind: FunctionKind::Function,
                dotted: Word::default(),
                loops: 0,
            }],
            error_bytes: 0,
            errors: 0,
            first_error: None,
            full: false,
            match_limit: false,
            bindings: Bindings::default(),
            values: KnownValues::default(),
        }
    }

    /// The text of a node.
    pub fn of(&self, node: Node<'_>) -> &'t str {
        self.text.get(node.byte_range()).unwrap_or_default()
    }

    /// An expression that is kept as written.
    pub fn other(&self, node: Node<'_>) -> Value {
        Value::Other(cut(self.of(node), LONGEST_OTHER).into())
    }

    /// A dotted name with its first part resolved; chains of calls keep `()`, subscripts `[]`.
    pub fn resolve(&self, root: &str, rest: &[&str]) -> String {
        let mut out = self.names.get(root).map_or_else(|| root.to_owned(), Clone::clone);
        for part in rest {
            if !part.starts_with(['(', '[', '!']) && !out.is_empty() {
                out.push('.');
            }
            out.push_str(part);
        }
        out
    }

    /// Marks a call or constructor whose last name is one that declarations of tools have.
    pub fn candidate_call(&mut self, callee: &str, node: Node<'t>) {
        let last = callee.rsplit('.').next().unwrap_or(callee);
        if syntax::queries(self.language).is_some_and(|queries| queries.may_declare(last)) {
            self.candidates.push(node);
        }
    }

    /// Marks the object around a key that declarations of tools have.
    pub fn candidate_key(&mut self, key: &str, object: Option<&Step<'t>>) {
        if syntax::queries(self.language).is_some_and(|queries| queries.keys.contains(key)) {
            self.candidates.extend(object.map(|object| object.node));
        }
    }

    pub fn note_error(&mut self, node: Node<'_>) {
        self.errors += 1;
        self.error_bytes += node.end_byte() - node.start_byte();
        self.first_error.get_or_insert(span(node).start);
    }

    /// Says that facts were left out.
    pub fn note_full(&mut self) {
        self.full = true;
    }

    pub fn note_match_limit(&mut self) {
        self.match_limit = true;
    }

    pub fn import(&mut self, module: &str, name: Option<&str>, alias: Option<&str>, node: Node<'_>) {
        if self.facts.imports.len() < MOST {
            self.facts.imports.push(Import {
                module: cut(module, 300).into(),
                name: name.map(Word::new),
                alias: alias.map(Word::new),
                span: span(node),
            });
        }
    }

    /// The first binding of a name wins.
    pub fn bind(&mut self, local: &str, target: String) {
        if target.len() <= 300 && self.names.len() < MOST {
            self.names.entry(local.to_owned()).or_insert(target);
        }
    }

    /// Opens the scope of a function, method or class and returns its index.
    pub fn open(&mut self, node: Node<'t>, function: Function) -> Option<u32> {
        let dotted = match &function.parent {
            Some(parent) => format!("{parent}.{}", function.name),
            None => function.name.to_string(),
        };
        let kind = function.kind;
        let index = if self.facts.functions.len() < MOST {
            self.facts.functions.push(function);
            self.control.function(node);
            self.bindings.functions.push(node);
            u32::try_from(self.facts.functions.len() - 1).ok()
        } else {
            self.full = true;
            None
        };
        // Hostile nesting must not make names grow with its square.
        let dotted = Word::new(cut(&dotted, 300));
        self.scopes.push(Scope { node: node.id(), index, kind, dotted, loops: 0 });
        index
    }

    /// Closes the scope if the node opened one.
    pub fn close(&mut self, node: Node<'_>) {
        if self.scopes.len() > 1 && self.scopes.last().is_some_and(|scope| scope.node == node.id()) {
            self.scopes.pop();
        }
    }

    fn scope(&mut self) -> Option<&mut Scope> {
        self.scopes.last_mut()
    }

    pub fn enter_loop(&mut self) {
        if let Some(scope) = self.scope() {
            scope.loops += 1;
        }
    }

    pub fn leave_loop(&mut self) {
        if let Some(scope) = self.scope() {
            scope.loops = scope.loops.saturating_sub(1);
        }
    }

    pub fn at_top(&self) -> bool {
        self.scopes.len() == 1
    }

    pub fn in_class(&self) -> bool {
        self.scopes.len() > 1 && self.scopes.last().is_some_and(|scope| scope.kind == FunctionKind::Class)
    }

    /// Scopes around the node, the file's included.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// True when the innermost scope is this node's.
    pub fn opened(&self, node: Node<'_>) -> bool {
        self.scopes.len() > 1 && self.scopes.last().is_some_and(|scope| scope.node == node.id())
    }

    /// Index of the function or class around the innermost one.
    pub fn function_around(&self) -> Option<u32> {
        self.scopes.len().checked_sub(2).and_then(|at| self.scopes.get(at)).and_then(|scope| scope.index)
    }

    /// True for a parameter of the innermost function.
    pub fn is_parameter(&self, name: &str) -> bool {
        let function = self.function().and_then(|at| self.facts.functions.get(at as usize));
        function.is_some_and(|function| function.parameters.iter().any(|known| known == name))
    }

    /// Dotted name of the scope.
    pub fn parent(&self) -> Option<Word> {
        self.scopes.last().map(|scope| scope.dotted).filter(|dotted| !dotted.is_empty())
    }

    /// Index of the innermost function or class.
    pub fn function(&self) -> Option<u32> {
        self.scopes.last().and_then(|scope| scope.index)
    }

    /// Adds a call. `name` is the part of the callee that is quoted when the whole stands on several lines.
    pub fn call(
        &mut self,
        callee: String,
        callee_node: Node<'_>,
        name: &str,
        node: Node<'_>,
        arguments: Vec<Argument>,
        result_used: bool,
    ) {
        if self.facts.calls.len() >= MOST {
            self.full = true;
            return;
        }
        let written = self.of(callee_node);
        let written = if written.len() > 120 || written.contains('\n') { cut(name, 120) } else { written };
        self.control.call(node);
        self.facts.calls.push(Call {
            callee: callee.into(),
            written: written.into(),
            span: span(node),
            arguments: arguments.into(),
            function: self.function(),
            in_loop: self.scopes.last().is_some_and(|scope| scope.loops > 0),
            result_used,
        });
    }

    /// Adds a setting under a path of keys, outermost first.
    pub fn setting(&mut self, kind: SettingKind, path: &[&str], value: Value, node: Node<'_>) {
        let function = self.function();
        self.setting_in(function, kind, path, value, span(node));
    }

    pub fn setting_in(&mut self, function: Option<u32>, kind: SettingKind, path: &[&str], value: Value, span: Span) {
        let Some(written) = path.last() else { return };
        let name = match path {
            [only] => snake(cut(only, 120)),
            _ => path.iter().map(|part| snake(cut(part, 120))).collect::<Vec<_>>().join("."),
        };
        self.named_setting(function, kind, name, written, value, span);
    }

    /// Adds a setting whose name is normalised already.
    pub fn named_setting(
        &mut self,
        function: Option<u32>,
        kind: SettingKind,
        name: String,
        written: &str,
        value: Value,
        span: Span,
    ) {
        if self.facts.settings.len() >= MOST {
            self.full = true;
            return;
        }
        if name.is_empty() || written.contains('\n') {
            return;
        }
        let value = match value {
            Value::Str(text) if text.len() > 300 => Value::Str(cut(&text, 300).into()),
            other => other,
        };
        self.facts.settings.push(Setting {
            name: name.into(),
            written: cut(written, 120).into(),
            value,
            kind,
            span,
            function,
        });
    }

    pub fn finish(mut self, tree: &Tree) -> Extracted {
        let length = tree.root_node().end_byte().max(1);
        let mut reasons = Vec::new();
        if self.errors == 0 && tree.root_node().has_error() {
            reasons.push("a token is missing".to_owned());
        } else if self.errors > 0 {
            let first = self.first_error.unwrap_or(1);
            reasons.push(format!("syntax errors in {} places, the first at line {first}", self.errors));
        }
        if self.full {
            reasons.push(format!("more than {MOST} facts of one kind"));
        }
        if self.match_limit {
            reasons.push("match limit of a query".to_owned());
        }
        if !reasons.is_empty() {
            self.facts.coverage = Coverage::Partial(reasons.join("; "));
        }
        let found_nothing = self.facts.calls.is_empty() && self.facts.functions.is_empty();
        let unparsed = self.errors > 0 && (self.error_bytes * 2 > length) && found_nothing;
        self.facts.settings.sort_by_key(|setting| setting.span);
        self.facts.control = self.control.finish(&self.facts);
        Extracted { facts: self.facts, comments: self.comments, unparsed }
    }
}

/// The lines of a node. A node that ends before the first column ends on the line above.
pub(in crate::facts) fn span(node: Node<'_>) -> Span {
    let (start, end) = (node.start_position(), node.end_position());
    let last = if end.column == 0 && end.row > start.row { end.row - 1 } else { end.row };
    let line = |row: usize| u32::try_from(row + 1).unwrap_or(u32::MAX);
    Span { start: line(start.row), end: line(last) }
}

/// The named children with their fields, comments left out, at most [`MOST_ELEMENTS`].
pub(in crate::facts) fn children<'t>(node: Node<'t>) -> Vec<(Option<&'t str>, Node<'t>)> {
    let mut out = Vec::new();
    if node.child_count() == 0 {
        return out;
    }
    let mut cursor = node.walk();
    if cursor.goto_first_child() {
        loop {
            let child = cursor.node();
            if child.is_named() && !child.is_extra() {
                out.push((cursor.field_name(), child));
            }
            if out.len() >= MOST_ELEMENTS || !cursor.goto_next_sibling() {
                break;
            }
        }
    }
    out
}

/// The child in a field.
pub(in crate::facts) fn field<'t>(node: Node<'t>, name: &'static str) -> Option<Node<'t>> {
    node.child_by_field_id(field_id(&node.language(), name)?.get())
}

/// Numbers of fields that a thread asked for last.
const FIELDS: usize = 512;

/// A grammar, a name by where its text lies, and its number.
type Field = (tree_sitter::Language, *const str, Option<NonZeroU16>);

thread_local! {
    static KNOWN: RefCell<Vec<Option<Field>>> = RefCell::new(vec![None; FIELDS]);
}

/// The number of a field: grammars compare a name with each of theirs, and some are asked for at every node.
fn field_id(language: &tree_sitter::Language, name: &'static str) -> Option<NonZeroU16> {
    let at = std::ptr::from_ref(name);
    let number = name.as_ptr().addr();
    KNOWN.with_borrow_mut(|known| {
        let slot = &mut known[(number ^ number >> 9) % FIELDS];
        match slot {
            Some((of, name, id)) if std::ptr::eq(*name, at) && of == language => *id,
            _ => slot.insert((language.clone(), at, language.field_id_for_name(name))).2,
        }
    })
}

/// Kinds of nodes that a thread asked for last.
const KINDS: usize = 1024;

/// A grammar, the number of a kind, and its name.
type Kind = (tree_sitter::Language, u16, &'static str);

thread_local! {
    static SEEN: RefCell<Vec<Option<Kind>>> = RefCell::new(vec![None; KINDS]);
}

/// The kind of a node: the grammar holds its name as a C string that is measured and checked each time.
pub(in crate::facts) fn kind(node: Node<'_>) -> &'static str {
    let (number, language) = (node.kind_id(), node.language());
    SEEN.with_borrow_mut(|seen| {
        let slot = &mut seen[usize::from(number) % KINDS];
        match slot {
            Some((of, known, name)) if *known == number && *of == *language => *name,
            _ => {
                let name = Word::new(node.kind()).as_str();
                slot.insert(((*language).clone(), number, name)).2
            }
        }
    })
}

/// The first named child.
pub(in crate::facts) fn inner(node: Node<'_>) -> Option<Node<'_>> {
    let first = node.named_child(0)?;
    if !first.is_extra() {
        return Some(first);
    }
    children(node).first().map(|(_, child)| *child)
}

/// The ancestor `up` levels above (0: the parent).
pub(in crate::facts) fn parent<'a, 't>(above: &'a [Step<'t>], up: usize) -> Option<&'a Step<'t>> {
    above.len().checked_sub(up + 1).and_then(|at| above.get(at))
}

/// True where the limit of nesting is reached and the node is more than a plain literal or name.
pub(in crate::facts) fn too_deep(node: Node<'_>, depth: u32) -> bool {
    depth == 0 && (node.child_count() > 4 || node.named_children(&mut node.walk()).any(|child| child.child_count() > 0))
}

/// A literal whose value is known.
pub(in crate::facts) fn is_literal(value: &Value) -> bool {
    matches!(value, Value::Str(_) | Value::Num(_) | Value::Bool(_) | Value::Null | Value::List(_))
}

/// Folds products, sums and shifts of whole numbers (`60 * 60`), as they are written for limits.
fn fold(left: &Value, operator: &str, right: &Value) -> Option<Value> {
    let number = |value: &Value| match value {
        Value::Num(text) => text.replace('_', "").parse::<i64>().ok(),
        _ => None,
    };
    let (left, right) = (number(left)?, number(right)?);
    let result = match operator {
        "*" => left.checked_mul(right)?,
        "+" => left.checked_add(right)?,
        "-" => left.checked_sub(right)?,
        "<<" => left.checked_shl(u32::try_from(right).ok().filter(|shift| *shift < 63)?)?,
        "**" => left.checked_pow(u32::try_from(right).ok()?)?,
        _ => return None,
    };
    Some(Value::Num(Word::from(result.to_string())))
}

/// The same for a node with `left`, `operator` and `right`; `value` reads its sides.
pub(in crate::facts) fn fold_sides(
    builder: &Builder<'_>,
    node: Node<'_>,
    depth: u32,
    value: impl Fn(&Builder<'_>, Node<'_>, u32) -> Value,
) -> Option<Value> {
    let side = |name| field(node, name).map(|side| value(builder, side, depth.saturating_sub(1)));
    fold(&side("left")?, builder.of(field(node, "operator")?), &side("right")?)
}

/// A call as a value; keywords of its arguments are left out.
pub(in crate::facts) fn call_value(callee: String, arguments: Vec<Argument>) -> Value {
    Value::Call(callee.into(), arguments.into_iter().map(|argument| argument.value).collect())
}

/// The value that a call gives to a keyword.
pub(in crate::facts) fn keyword<'a>(arguments: &'a [Argument], name: &str) -> Option<&'a Value> {
    arguments.iter().find(|argument| argument.keyword.as_deref() == Some(name)).map(|argument| &argument.value)
}

/// The usual escapes of a string literal.
pub(in crate::facts) fn unescape(text: &str) -> String {
    if !text.contains('\\') {
        return cut(text, LONGEST_STRING).to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = cut(text, LONGEST_STRING).chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some('n') => out.push('\n'),
            Some('t') => out.push('\t'),
            Some('r') => out.push('\r'),
            Some('\n') => {}
            Some(quoted @ ('\\' | '\'' | '"' | '`' | '/')) => out.push(quoted),
            Some(other) => {
                out.push('\\');
                out.push(other);
            }
            None => out.push('\\'),
        }
    }
    out
}

/// True for the name of a function that reads an environment variable with a default (`getEnv`, `env_or`, `envBool`).
pub(in crate::facts) fn is_environment_reader(callee: &str) -> bool {
    let last = callee.rsplit(['.', '/']).next().unwrap_or(callee);
    let name = snake(last);
    let words: Vec<&str> = name.split('_').collect();
    words.iter().any(|word| matches!(*word, "env" | "getenv" | "environ" | "lookupenv"))
        && words.iter().all(|word| {
            matches!(
                *word,
                "env"
                    | "getenv"
                    | "environ"
                    | "lookupenv"
                    | "get"
                    | "read"
                    | "lookup"
                    | "var"
                    | "variable"
                    | "or"
                    | "default"
                    | "with"
                    | "bool"
                    | "boolean"
                    | "int"
                    | "integer"
                    | "float"
                    | "number"
                    | "num"
                    | "str"
                    | "string"
                    | "list"
                    | "flag"
                    | "duration"
                    | "optional"
                    | "opt"
                    | "value"
                    | "fallback"
                    | "parse"
                    | "from"
                    | "else"
                    | "as"
                    | "to"
            )
        })
}

/// True for names that environment variables have.
pub(in crate::facts) fn is_environment_name(name: &str) -> bool {
    name.len() >= 2
        && name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// The option's name among the strings of a command-line declaration (`-y`, `--yes/--no`, `--port <n>`): the first
/// long one, else the first short one.
pub(in crate::facts) fn option_name<'a>(strings: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut short = None;
    for text in strings {
        for part in text.split([',', ' ', '|', '/', '=']).filter(|part| part.starts_with('-')) {
            if part.starts_with("--") && part.len() > 2 {
                return Some(part);
            }
            if part.len() > 1 {
                short.get_or_insert(part);
            }
        }
    }
    short
}
