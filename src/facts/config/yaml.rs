//! A reader of YAML that keeps lines: block and flow collections, scalars of all styles, anchors and tags read past.
//! It reads what configuration files hold, in one pass and within a fixed depth; what it does not understand costs a
//! line, not the file. (The YAML grammar of tree-sitter ends the process on a few hundred nested levels.)

use crate::facts::{model::Value, names::cut};

use super::scalar;

/// Levels that are read; deeper ones are skipped.
const DEEPEST: usize = 60;
/// Bytes of one value that are kept.
const LONGEST: usize = 2_000;

/// A value with its lines (1-based, inclusive).
#[derive(Debug)]
pub(super) struct Node {
    pub start: u32,
    pub end: u32,
    pub content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Scalar(Value),
    /// Key, its line, value.
    Map(Vec<(String, u32, Node)>),
    List(Vec<Node>),
}

impl Node {
    fn scalar(start: u32, end: u32, value: Value) -> Self {
        Self { start, end, content: Content::Scalar(value) }
    }
}

/// The documents of a stream.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pub documents: Vec<Node>,
    /// Byte ranges of lines that are comments.
    pub comments: Vec<(usize, usize)>,
    /// Lines that were not understood.
    pub errors: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Line<'t> {
    number: u32,
    indent: usize,
    /// Without indentation and trailing blanks.
    text: &'t str,
}

pub(super) fn read(text: &str) -> Stream {
    let mut reader = Reader { lines: Vec::new(), at: 0, stream: Stream::default() };
    let mut offset = 0;
    for (at, raw) in text.split('\n').enumerate() {
        let body = raw.trim_end();
        let inner = body.trim_start_matches([' ', '\t']);
        let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
        reader.lines.push((Line { number, indent: body.len() - inner.len(), text: inner }, offset));
        offset += raw.len() + 1;
    }
    while let Some(line) = reader.line() {
        let before = reader.at;
        if line.indent == 0 && (line.text == "---" || line.text == "..." || line.text.starts_with('%')) {
            reader.at += 1;
            continue;
        }
        if line.indent == 0
            && let Some(rest) = line.text.strip_prefix("--- ")
        {
            reader.replace(Line { indent: 4, text: rest.trim_start(), ..line });
        }
        let document = reader.block(0, 0);
        reader.stream.documents.extend(document);
        if reader.at == before {
            reader.skip();
        }
    }
    reader.stream
}

struct Reader<'t> {
    /// With the offset of the line's first byte.
    lines: Vec<(Line<'t>, usize)>,
    at: usize,
    stream: Stream,
}

impl<'t> Reader<'t> {
    /// The next line that says something; comments on the way are noted.
    fn line(&mut self) -> Option<Line<'t>> {
        while let Some((line, offset)) = self.lines.get(self.at) {
            if line.text.starts_with('#') {
                self.stream.comments.push((*offset, offset + line.indent + line.text.len()));
            } else if !line.text.is_empty() {
                return Some(*line);
            }
            self.at += 1;
        }
        None
    }

    fn replace(&mut self, line: Line<'t>) {
        if let Some(known) = self.lines.get_mut(self.at) {
            known.0 = line;
        }
    }

    /// Passes over a line that is not understood.
    fn skip(&mut self) {
        if let Some((line, _)) = self.lines.get(self.at) {
            self.stream.errors.push(line.number);
        }
        self.at += 1;
    }

    fn is_document_end(line: Line<'_>) -> bool {
        line.indent == 0 && (line.text == "---" || line.text == "..." || line.text.starts_with("--- "))
    }

    /// What stands at the current line, indented by at least `least`.
    fn block(&mut self, least: usize, depth: usize) -> Option<Node> {
        let line = self.line().filter(|line| line.indent >= least && !Self::is_document_end(*line))?;
        if depth > DEEPEST {
            while self.line().is_some_and(|next| next.indent >= line.indent) {
                self.skip();
            }
            return Some(Node::scalar(line.number, line.number, Value::Null));
        }
        if is_item(line.text) {
            return Some(self.list(line.indent, depth));
        }
        if key(line.text).is_some() {
            return Some(self.map(line.indent, depth));
        }
        Some(self.value(line.text, line.indent.saturating_sub(1), line))
    }

    fn map(&mut self, indent: usize, depth: usize) -> Node {
        let start = self.line().map_or(0, |line| line.number);
        let mut pairs = Vec::new();
        let mut end = start;
        while let Some(line) = self.line() {
            if line.indent < indent || Self::is_document_end(line) || line.indent == indent && is_item(line.text) {
                break;
            }
            let Some((name, rest)) = key(line.text).filter(|_| line.indent == indent) else {
                self.skip();
                continue;
            };
            let rest = without_properties(rest);
            let value = if rest.is_empty() {
                self.at += 1;
                match self.line() {
                    Some(next) if next.indent > indent && !Self::is_document_end(next) => {
                        self.block(indent + 1, depth + 1)
                    }
                    Some(next) if next.indent == indent && is_item(next.text) => Some(self.list(indent, depth + 1)),
                    _ => None,
                }
            } else {
                Some(self.value(rest, indent, line))
            };
            let value = value.unwrap_or_else(|| Node::scalar(line.number, line.number, Value::Null));
            end = value.end.max(line.number);
            pairs.push((name, line.number, value));
        }
        Node { start, end, content: Content::Map(pairs) }
    }

    fn list(&mut self, indent: usize, depth: usize) -> Node {
        let start = self.line().map_or(0, |line| line.number);
        let mut items = Vec::new();
        let mut end = start;
        while let Some(line) = self.line() {
            if line.indent != indent || !is_item(line.text) || Self::is_document_end(line) {
                if line.indent > indent {
                    self.skip();
                    continue;
                }
                break;
            }
            let rest = line.text[1..].trim_start();
            let item = if rest.is_empty() || rest.starts_with('#') {
                self.at += 1;
                self.line().filter(|next| next.indent > indent).and_then(|_| self.block(indent + 1, depth + 1))
            } else {
                let column = indent + (line.text.len() - rest.len());
                let rest = without_properties(rest);
                // The rest of the line stands as a line of its own at its column.
                self.replace(Line { number: line.number, indent: column, text: rest });
                self.block(indent + 1, depth + 1)
            };
            let item = item.unwrap_or_else(|| Node::scalar(line.number, line.number, Value::Null));
            end = item.end.max(line.number);
            items.push(item);
        }
        Node { start, end, content: Content::List(items) }
    }

    /// A scalar or flow collection that starts with `text` on the current line; lines indented by more than `indent`
    /// belong to it.
    fn value(&mut self, text: &'t str, indent: usize, line: Line<'t>) -> Node {
        self.at += 1;
        let first = text.chars().next().unwrap_or(' ');
        match first {
            '|' | '>' => self.literal(text, indent, line.number),
            '[' | '{' if !text.starts_with("{{") => self.flow(text, line.number),
            '"' | '\'' => self.quoted(text, first, line.number),
            '*' => Node::scalar(line.number, line.number, Value::Name(cut(without_comment(text), 120).into())),
            _ => {
                let mut whole = without_comment(text).to_owned();
                let mut end = line.number;
                while let Some(next) = self.line().filter(|next| next.indent > indent && !Self::is_document_end(*next))
                {
                    if whole.len() < LONGEST {
                        whole.push(' ');
                        whole.push_str(without_comment(next.text));
                    }
                    end = next.number;
                    self.at += 1;
                }
                Node::scalar(line.number, end, scalar(cut(&whole, LONGEST)))
            }
        }
    }

    fn literal(&mut self, header: &str, indent: usize, start: u32) -> Node {
        let mut out = String::new();
        let mut end = start;
        let folded = header.starts_with('>');
        while let Some((next, _)) = self.lines.get(self.at) {
            if !next.text.is_empty() && next.indent <= indent {
                break;
            }
            if !next.text.is_empty() {
                end = next.number;
            }
            if out.len() < LONGEST {
                if !out.is_empty() {
                    out.push(if folded { ' ' } else { '\n' });
                }
                out.push_str(next.text);
            }
            self.at += 1;
        }
        Node::scalar(start, end, Value::Str(cut(out.trim_end(), LONGEST).into()))
    }

    fn quoted(&mut self, text: &'t str, quote: char, start: u32) -> Node {
        let mut scalar = Quoted::new(quote);
        let mut end = start;
        let mut closing = scalar.read(&text[1..]);
        let mut length = text.len();
        while closing.is_none() {
            match self.lines.get(self.at) {
                Some((next, _)) if length < 100_000 => {
                    // A line break is read as a blank.
                    closing = scalar.read(" ").or_else(|| scalar.read(next.text));
                    length += 1 + next.text.len();
                    end = next.number;
                    self.at += 1;
                }
                _ => {
                    self.stream.errors.push(start);
                    break;
                }
            }
        }
        Node::scalar(start, end, Value::Str(cut(&scalar.inner, LONGEST).into()))
    }

    fn flow(&mut self, text: &'t str, start: u32) -> Node {
        let mut whole = text.to_owned();
        let mut balance = Balance::default();
        balance.add(text);
        while balance.open > 0 && whole.len() < 100_000 {
            let Some((next, _)) = self.lines.get(self.at) else { break };
            let body = if next.text.starts_with('#') { "" } else { next.text };
            whole.push('\n');
            whole.push_str(body);
            balance.add("\n");
            balance.add(body);
            self.at += 1;
        }
        if balance.open > 0 {
            self.stream.errors.push(start);
        }
        let mut flow = Flow { text: &whole, at: 0, line: start };
        flow.node(0)
    }
}

/// `- x` or `-`.
fn is_item(text: &str) -> bool {
    text == "-" || text.starts_with("- ") || text.starts_with("-\t")
}

/// The key of `key: rest`, with the rest.
fn key(text: &str) -> Option<(String, &str)> {
    let text = text.strip_prefix("? ").unwrap_or(text);
    let first = text.chars().next()?;
    if first == '"' || first == '\'' {
        let (name, rest) = closed(text, first)?;
        let rest = rest.trim_start().strip_prefix(':')?;
        return (rest.is_empty() || rest.starts_with([' ', '\t'])).then_some((name, rest.trim_start()));
    }
    if matches!(first, '[' | '{' | '#' | '|' | '>' | '%' | '`') {
        return None;
    }
    let mut from = 0;
    while let Some(at) = text[from..].find(':').map(|at| from + at) {
        let after = &text[at + 1..];
        if after.is_empty() || after.starts_with([' ', '\t']) {
            let name = without_properties(text[..at].trim_end());
            return (!name.is_empty() && !name.contains(" #")).then(|| (cut(name, 300).to_owned(), after.trim_start()));
        }
        from = at + 1;
    }
    None
}

/// Without anchors and tags in front.
fn without_properties(mut text: &str) -> &str {
    loop {
        if text.starts_with('#') {
            return "";
        }
        if !text.starts_with(['&', '!']) {
            return text;
        }
        match text.split_once([' ', '\t']) {
            Some((_, rest)) => text = rest.trim_start(),
            None => return "",
        }
    }
}

fn without_comment(text: &str) -> &str {
    text.find(" #").map_or(text, |at| &text[..at]).trim_end()
}

/// The inside of a quoted scalar at the beginning of a text and what follows it; `None` while it is open.
fn closed(text: &str, quote: char) -> Option<(String, &str)> {
    let mut scalar = Quoted::new(quote);
    let end = 1 + scalar.read(&text[1..])?;
    Some((scalar.inner, &text[end..]))
}

/// A quoted scalar that is read piece by piece, each byte once.
struct Quoted {
    quote: char,
    inner: String,
    /// The last piece ended behind a backslash.
    escaped: bool,
}

impl Quoted {
    fn new(quote: char) -> Self {
        Self { quote, inner: String::new(), escaped: false }
    }

    /// Reads on behind the opening quote; where the piece goes on behind the closing one, `None` while it is open.
    fn read(&mut self, piece: &str) -> Option<usize> {
        let mut at = 0;
        if self.escaped {
            at = self.unescape(piece)?;
        }
        let escapes = self.quote == '"';
        while let Some(plain) = piece[at..].find(|c| c == self.quote || escapes && c == '\\') {
            self.keep(&piece[at..at + plain]);
            let special = piece.as_bytes()[at + plain];
            at += plain + 1;
            let rest = &piece[at..];
            if special == b'\\' {
                at += self.unescape(rest)?;
            } else if self.quote == '\'' && rest.starts_with('\'') {
                self.keep("'");
                at += 1;
            } else {
                return Some(at);
            }
        }
        self.keep(&piece[at..]);
        None
    }

    /// Reads what follows a backslash; how long it is, `None` where the piece ends before it.
    fn unescape(&mut self, rest: &str) -> Option<usize> {
        let c = rest.chars().next();
        self.escaped = c.is_none();
        let c = c?;
        match c {
            'n' => self.keep("\n"),
            't' => self.keep("\t"),
            '"' | '\\' | '/' => self.keep(&rest[..1]),
            _ => {
                self.keep("\\");
                self.keep(&rest[..c.len_utf8()]);
            }
        }
        Some(c.len_utf8())
    }

    /// What is longer than a value may be is read past.
    fn keep(&mut self, text: &str) {
        if self.inner.len() <= LONGEST {
            self.inner.push_str(text);
        }
    }
}

/// Counts brackets outside of quotes.
#[derive(Default)]
struct Balance {
    open: usize,
    quote: Option<char>,
    before: Option<char>,
}

impl Balance {
    fn add(&mut self, text: &str) {
        for c in text.chars() {
            match (self.quote, c) {
                (Some(quote), _) if c == quote && self.before != Some('\\') => self.quote = None,
                (Some(_), _) => {}
                // A quote opens a scalar only at its beginning: `don't` holds none.
                (None, '"' | '\'') if self.before.is_none_or(|before| " [{,:\n".contains(before)) => {
                    self.quote = Some(c);
                }
                (None, '[' | '{') => self.open += 1,
                (None, ']' | '}') => self.open = self.open.saturating_sub(1),
                _ => {}
            }
            self.before = Some(c);
        }
    }
}

/// A flow collection that was put together from its lines.
struct Flow<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

impl Flow<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn advance(&mut self) {
        if let Some(c) = self.peek() {
            self.at += c.len_utf8();
            self.line += u32::from(c == '\n');
        }
    }

    fn blanks(&mut self) {
        loop {
            match self.peek() {
                Some('#') => {
                    while self.peek().is_some_and(|c| c != '\n') {
                        self.advance();
                    }
                }
                Some(c) if c.is_whitespace() => self.advance(),
                _ => return,
            }
        }
    }

    fn node(&mut self, depth: usize) -> Node {
        self.blanks();
        let start = self.line;
        let content = match self.peek() {
            Some('[') if depth < DEEPEST => {
                self.advance();
                let mut items = Vec::new();
                loop {
                    self.blanks();
                    match self.peek() {
                        None => break,
                        Some(']') => {
                            self.advance();
                            break;
                        }
                        Some(',') => self.advance(),
                        _ => {
                            let before = self.at;
                            items.push(self.node(depth + 1));
                            if self.at == before {
                                self.advance();
                            }
                        }
                    }
                }
                Content::List(items)
            }
            Some('{') if depth < DEEPEST => {
                self.advance();
                let mut pairs = Vec::new();
                loop {
                    self.blanks();
                    match self.peek() {
                        None => break,
                        Some('}') => {
                            self.advance();
                            break;
                        }
                        Some(',') => self.advance(),
                        _ => {
                            let before = self.at;
                            let line = self.line;
                            let key = self.word(true);
                            self.blanks();
                            let value = if self.peek() == Some(':') {
                                self.advance();
                                self.node(depth + 1)
                            } else {
                                Node::scalar(line, line, Value::Null)
                            };
                            if let Some(key) = key {
                                pairs.push((key, line, value));
                            }
                            if self.at == before {
                                self.advance();
                            }
                        }
                    }
                }
                Content::Map(pairs)
            }
            Some('"' | '\'') => Content::Scalar(self.word(false).map_or(Value::Null, Value::str)),
            _ => Content::Scalar(self.word(false).map_or(Value::Null, |text| scalar(&text))),
        };
        Node { start, end: self.line, content }
    }

    /// A quoted or plain word; plain keys end at `:`.
    fn word(&mut self, is_key: bool) -> Option<String> {
        self.blanks();
        if let Some(quote @ ('"' | '\'')) = self.peek() {
            let (inner, rest) = closed(&self.text[self.at..], quote)?;
            let length = self.text.len() - self.at - rest.len();
            let end = self.at + length;
            while self.at < end {
                self.advance();
            }
            return Some(cut(&inner, LONGEST).to_owned());
        }
        let start = self.at;
        while let Some(c) = self.peek() {
            if matches!(c, ',' | ']' | '}' | '[' | '{' | '\n') || is_key && c == ':' {
                break;
            }
            self.advance();
        }
        let text = without_properties(self.text[start..self.at].trim());
        (!text.is_empty()).then(|| cut(text, LONGEST).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(node: &Node) -> String {
        match &node.content {
            Content::Scalar(value) => match value {
                Value::Str(text) => format!("{text:?}"),
                Value::Num(text) | Value::Name(text) => text.to_string(),
                Value::Bool(value) => value.to_string(),
                _ => "null".to_owned(),
            },
            Content::Map(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|(key, line, node)| format!("{key}@{line}: {}", show(node))).collect();
                format!("{{{}}}", pairs.join(", "))
            }
            Content::List(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(", ")),
        }
    }

    fn documents(text: &str) -> Vec<String> {
        read(text).documents.iter().map(show).collect()
    }

    #[test]
    fn block_style() {
        for (text, expected) in [
            ("a: 1\nb:\n  c: x y # n\n  d: 'it''s'\n", "{a@1: 1, b@2: {c@3: \"x y\", d@4: \"it's\"}}"),
            ("a:\n- x\n- y: 1\n  z: 2\n-\n  w: 3\nb: 2\n", "{a@1: [\"x\", {y@3: 1, z@4: 2}, {w@6: 3}], b@7: 2}"),
            ("- - a\n  - b\n- c\n", "[[\"a\", \"b\"], \"c\"]"),
            ("a: |\n  x\n    y: 1\n\n  z\nb: >-\n  p\n  q\nc: 1\n", "{a@1: \"x\\ny: 1\\n\\nz\", b@6: \"p q\", c@9: 1}"),
            (
                "a: \"x\\n\\\"y\\\"\n  more\"\nb: plain\n  goes on\n",
                "{a@1: \"x\\n\\\"y\\\" more\", b@3: \"plain goes on\"}",
            ),
            (
                "url: http://x:80/y\ntime: 10:30\n'q: k': v\n\"d\":\n",
                "{url@1: \"http://x:80/y\", time@2: \"10:30\", q: k@3: \"v\", d@4: null}",
            ),
            ("base: &b\n  k: !!str 1\nuse:\n  <<: *b\n", "{base@1: {k@2: 1}, use@3: {<<@4: *b}}"),
            ("on:\n  push:\n    branches: [main]\n", "{on@1: {push@2: {branches@3: [\"main\"]}}}"),
            ("run: |\n  # not a comment\n  x\n# one\nb: 2", "{run@1: \"# not a comment\\nx\", b@5: 2}"),
            ("a: yes\nb: ~\nc: 0x1\n", "{a@1: true, b@2: null, c@3: \"0x1\"}"),
            ("tpl: {{ .Values.x }}\nb: 1\n", "{tpl@1: \"{{ .Values.x }}\", b@2: 1}"),
        ] {
            assert_eq!(documents(text), [expected], "{text}");
        }
    }

    #[test]
    fn flow_style() {
        for (text, expected) in [
            ("a: {b: 1, 'c': [x, {d: true}], e: }\n", "{a@1: {b@1: 1, c@1: [\"x\", {d@1: true}], e@1: null}}"),
            (
                "a: [\n  x, # n\n  \"y, z\",\n]\nb: {\n  c: 1,\n  d: 2 }\n",
                "{a@1: [\"x\", \"y, z\"], b@5: {c@6: 1, d@7: 2}}",
            ),
            ("a: [don't, b]\n", "{a@1: [\"don't\", \"b\"]}"),
            ("{a: 1}", "{a@1: 1}"),
        ] {
            assert_eq!(documents(text), [expected], "{text}");
        }
    }

    #[test]
    fn streams() {
        assert_eq!(documents("a: 1\n---\nb: 2\n...\n--- \nc: 3\n"), ["{a@1: 1}", "{b@3: 2}", "{c@6: 3}"]);
        assert_eq!(documents("%YAML 1.2\n---\nx\n"), ["\"x\""]);
        assert!(documents("").is_empty() && documents("# c\n\n").is_empty());
        assert_eq!(read("a: 1 # x\n# c\n  # d\nb: 2\n").comments, [(9, 12), (13, 18)]);
    }

    #[test]
    fn what_is_broken_costs_a_line() {
        let stream = read("a: 1\n}{ nonsense\nb: 2\n");
        assert_eq!(stream.documents.iter().map(show).collect::<Vec<_>>(), ["{a@1: 1, b@3: 2}"]);
        assert_eq!(stream.errors, [2]);
        assert_eq!(read("a: [1, 2\nb: 3").errors, [1]);
        assert_eq!(read("a: 'x").errors, [1]);
    }

    #[test]
    fn quoted_scalars() {
        for (text, expected) in [
            ("'it''s' x", Some(("it's", " x"))),
            ("''", Some(("", ""))),
            ("''''", Some(("'", ""))),
            (r#""a\"b\\" c"#, Some((r#"a"b\"#, " c"))),
            (r#""\n\t\/\x\ü""#, Some(("\n\t/\\x\\ü", ""))),
            (r#"'a\' b'"#, Some((r"a\", " b'"))),
            (r#""a\"#, None),
            (r#""a\""#, None),
            ("'a''", None),
            ("\"", None),
        ] {
            let quote = text.chars().next().unwrap();
            assert_eq!(closed(text, quote).as_ref().map(|(inner, rest)| (inner.as_str(), *rest)), expected, "{text}");
        }
        assert_eq!(documents("a: \"x\\\n  y\"\nb: 'p\n  ''q'' r'\n"), [r#"{a@1: "x\\ y", b@3: "p 'q' r"}"#]);
    }

    /// Read again from its beginning with each line, this takes minutes.
    #[test]
    fn long_quoted_scalars_are_read_once() {
        let before = std::time::Instant::now();
        read(&format!("a: 'x\n{}", "''\n".repeat(340_000)));
        assert!(before.elapsed().as_secs() < 20, "{:?}", before.elapsed());
    }

    #[test]
    fn hostile_nesting() {
        let deep: String = (0..5_000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        for text in [
            deep,
            "- ".repeat(50_000),
            "[".repeat(50_000),
            format!("a: {}", "{".repeat(50_000)),
            "a: b: ".repeat(20_000),
            "? ".repeat(20_000),
            "\"".repeat(20_001),
            "'\n".repeat(20_000),
            "[\n".repeat(20_000),
            "é: ü\n\u{feff}: x".to_owned(),
        ] {
            read(&text);
        }
    }
}
