//! Where the names of a repository stand in its code: what nobody names, nobody runs or reads.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::atomic::{AtomicU32, Ordering},
};

use foldhash::{HashMap, HashMapExt};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    detect::{KeptFinds, Texts},
    facts::{Context, FactBase, File, FileFacts, FunctionKind},
    syntax::Language,
};

/// With so many places a name is in use: none of them is kept.
const MOST: u32 = 12;
/// Bytes of a configuration file that is looked into.
const LARGEST_CONFIGURATION: u64 = 256 << 10;
/// Shorter names stand everywhere.
const SHORTEST: usize = 4;

/// What a name is at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// Called, read, handed on.
    Used,
    /// Brought into a file, where it may be used or not.
    Imported,
    /// Given a value, a type or a place among the fields of a type.
    Given,
    /// A member that is given a value: a function that is put there is called by whoever holds the object.
    Member,
    /// Put into a field of the same name.
    Kept,
    /// Written into a log.
    Logged,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Mention {
    pub file: u32,
    pub line: u32,
    pub kind: Kind,
}

/// The places of names, those of their definitions left out.
pub(super) struct Mentions<'a> {
    wanted: Wanted<'a>,
    /// By name, then by place.
    places: Vec<(u32, Mention)>,
    /// Exported without their name: file and name.
    defaults: BTreeSet<(u32, &'a str)>,
    /// Exported where they are declared.
    exports: BTreeSet<(u32, &'a str)>,
}

/// The names that are looked for, and how often each was met by now.
struct Wanted<'a> {
    numbers: HashMap<&'a str, u32>,
    counts: Vec<AtomicU32>,
}

impl<'a> Wanted<'a> {
    fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let names = names.filter(|name| name.len() >= SHORTEST);
        let mut numbers = HashMap::new();
        for name in names {
            let number = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            numbers.entry(name).or_insert(number);
        }
        let counts = (0..numbers.len()).map(|_| AtomicU32::new(0)).collect();
        Self { numbers, counts }
    }

    fn get(&self, word: &str) -> Option<(&'a str, u32)> {
        self.numbers.get_key_value(word).map(|(name, number)| (*name, *number))
    }

    fn is_common(&self, number: u32) -> bool {
        self.counts.get(number as usize).is_none_or(|count| count.load(Ordering::Relaxed) >= MOST)
    }

    fn count(&self, number: u32, places: u32) {
        if let Some(count) = self.counts.get(number as usize) {
            count.fetch_add(places, Ordering::Relaxed);
        }
    }
}

impl<'a> Mentions<'a> {
    /// Looks for the names in all files that are no tests, documents or other people's code.
    pub fn new(
        base: &'a FactBase,
        texts: &dyn Texts,
        kept: Option<&KeptFinds<'_>>,
        names: impl Iterator<Item = &'a str>,
    ) -> Self {
        let wanted = Wanted::new(names);
        let files: Vec<(u32, &File)> = (0..).zip(&base.files).filter(|(_, file)| is_read(file)).collect();
        let found: Vec<_> = files
            .par_iter()
            .with_min_len(8)
            .map(|(index, file)| {
                let text = || Some(text(file, texts, texts.content(&file.path)?.text));
                let Some(kept) = kept else {
                    return text().map_or_else(Seen::default, |text| Seen::of(*index, file, &text, &wanted));
                };
                let key = kept.key_of_names(&file.path, &how_read(file));
                if let Some(table) = key.and_then(|key| kept.names::<Table>(key)) {
                    return table.seen(*index, &wanted);
                }
                let table = text().map_or_else(Table::default, |text| Table::of(file, &text));
                if let Some(key) = key {
                    kept.put_names(key, &table);
                }
                table.seen(*index, &wanted)
            })
            .collect();
        let mut places: Vec<(u32, Mention)> = Vec::new();
        let (mut defaults, mut exports) = (BTreeSet::new(), BTreeSet::new());
        for seen in found {
            // Which places of a common name were met before it was one hangs on the threads: all of them go.
            places.extend(seen.places.into_iter().filter(|(number, _)| !wanted.is_common(*number)));
            defaults.extend(seen.defaults);
            exports.extend(seen.exports);
        }
        places.sort_by_key(|(number, _)| *number);
        Self { wanted, places, defaults, exports }
    }

    /// All places in the order of files and lines; `None` where there are more than are kept, or the name says too
    /// little.
    pub fn of(&self, name: &str) -> Option<&[(u32, Mention)]> {
        if name.len() < SHORTEST {
            return None;
        }
        let Some((_, number)) = self.wanted.get(name) else { return Some(&[]) };
        if self.wanted.is_common(number) {
            return None;
        }
        let rest = &self.places[self.places.partition_point(|(known, _)| *known < number)..];
        Some(&rest[..rest.partition_point(|(known, _)| *known == number)])
    }

    pub fn is_exported(&self, file: u32, name: &str) -> bool {
        self.exports.contains(&(file, name))
    }

    pub fn is_default(&self, file: u32, name: &str) -> bool {
        self.defaults.contains(&(file, name))
    }
}

fn is_read(file: &File) -> bool {
    let context = matches!(file.context, Context::Product | Context::Script | Context::Example | Context::Companion);
    let configuration =
        matches!(file.language, Language::Json | Language::Toml | Language::Yaml) && file.size <= LARGEST_CONFIGURATION;
    context && (file.language.is_code() || file.language == Language::Notebook || configuration)
}

#[derive(Default)]
struct Seen<'a> {
    places: Vec<(u32, Mention)>,
    defaults: Vec<(u32, &'a str)>,
    exports: Vec<(u32, &'a str)>,
}

impl<'a> Seen<'a> {
    fn of(index: u32, file: &File, text: &str, wanted: &Wanted<'a>) -> Self {
        let mut out = Self::default();
        scan(file, text, |word, what| {
            let Some((name, number)) = wanted.get(word) else { return };
            match what {
                What::Exported => out.exports.push((index, name)),
                What::Default => out.defaults.push((index, name)),
                What::Named(line, kind) if !wanted.is_common(number) => {
                    wanted.count(number, 1);
                    out.places.push((number, Mention { file: index, line, kind }));
                }
                What::Named(..) => {}
            }
        });
        out
    }
}

/// All names of one file, whoever asks for them: what is kept between runs.
#[derive(Default, Serialize, Deserialize)]
struct Table {
    /// One a line.
    words: String,
    /// Of each word; with `MOST` places none of them is there.
    counts: Vec<u8>,
    places: Vec<(u32, Kind)>,
    /// Numbers of words.
    exports: Vec<u32>,
    defaults: Vec<u32>,
}

impl Table {
    fn of(file: &File, text: &str) -> Self {
        let mut found: BTreeMap<&str, Vec<(u32, Kind)>> = BTreeMap::new();
        let (mut exports, mut defaults) = (BTreeSet::new(), BTreeSet::new());
        scan(file, text, |word, what| {
            let places = found.entry(word).or_default();
            match what {
                What::Exported => drop(exports.insert(word)),
                What::Default => drop(defaults.insert(word)),
                What::Named(line, kind) if places.len() < MOST as usize => places.push((line, kind)),
                What::Named(..) => {}
            }
        });
        let mut table = Self::default();
        for ((word, places), number) in found.into_iter().zip(0..) {
            if number > 0 {
                table.words.push('\n');
            }
            table.words.push_str(word);
            table.counts.push(u8::try_from(places.len()).unwrap_or(u8::MAX));
            if places.len() < MOST as usize {
                table.places.extend(places);
            }
            table.exports.extend(exports.contains(word).then_some(number));
            table.defaults.extend(defaults.contains(word).then_some(number));
        }
        table
    }

    fn seen<'a>(&self, index: u32, wanted: &Wanted<'a>) -> Seen<'a> {
        let mut out = Seen::default();
        let mut places = self.places.iter();
        let mut listed = [(&self.exports, &mut out.exports), (&self.defaults, &mut out.defaults)]
            .map(|(numbers, into)| (numbers.iter().peekable(), into));
        for ((word, count), place) in self.words.split('\n').zip(&self.counts).zip(0_u32..) {
            let own = if u32::from(*count) < MOST { usize::from(*count) } else { 0 };
            let found = wanted.get(word);
            for (numbers, into) in &mut listed {
                if numbers.next_if(|number| **number == place).is_some() {
                    into.extend(found.map(|(name, _)| (index, name)));
                }
            }
            match found.filter(|(_, number)| !wanted.is_common(*number)) {
                Some((_, number)) => {
                    wanted.count(number, u32::from(*count));
                    let named = places.by_ref().take(own);
                    out.places
                        .extend(named.map(|(line, kind)| (number, Mention { file: index, line: *line, kind: *kind })));
                }
                None if own > 0 => drop(places.nth(own - 1)),
                None => {}
            }
        }
        out
    }
}

/// The text as it is looked through: comments of code left out, where facts know them.
fn text(file: &File, texts: &dyn Texts, text: String) -> String {
    match without_comments(file) {
        true => texts.without_comments(&file.path, &text),
        false => text,
    }
}

fn without_comments(file: &File) -> bool {
    file.context == Context::Product && file.in_scope && file.language.has_facts()
}

/// What beside the content decides the names of a file.
fn how_read(file: &File) -> String {
    let FileFacts { functions, imports, .. } = &file.facts;
    let (blanked, again) = (without_comments(file), exports_again(file));
    format!("{:?} {blanked} {again} {} {}", file.language, functions.len(), imports.len())
}

/// What stands at a word.
enum What {
    /// Declared and exported in one.
    Exported,
    Default,
    Named(u32, Kind),
}

fn scan<'t>(file: &File, text: &'t str, mut tell: impl FnMut(&'t str, What)) {
    let control = &file.facts.control;
    // Methods are named at their head by themselves: the first place within each is its definition.
    let mut methods: HashMap<&str, Vec<(u32, u32)>> = HashMap::new();
    for (function, range) in file.facts.functions.iter().zip(&control.functions) {
        if function.kind == FunctionKind::Method {
            methods.entry(function.name.as_str()).or_default().push((range.start, range.end));
        }
    }
    let imports: Vec<(u32, u32)> =
        file.facts.imports.iter().filter(|i| i.alias.is_none()).map(|i| (i.span.start, i.span.end)).collect();
    let again = exports_again(file);
    let mut offset = 0_u32;
    let mut docstrings = Docstrings::default();
    for (line_number, line) in (1_u32..).zip(text.split_inclusive('\n')) {
        let start = offset;
        offset = offset.saturating_add(u32::try_from(line.len()).unwrap_or(u32::MAX));
        if file.language == Language::Python && docstrings.is_one(line) {
            continue;
        }
        for (at, word) in words(line).filter(|(_, word)| word.len() >= SHORTEST) {
            let place = start.saturating_add(u32::try_from(at).unwrap_or(0));
            let (before, after) = (line[..at].trim_end(), line[at + word.len()..].trim_start());
            if is_defined(before) {
                if line.starts_with("export ") {
                    tell(word, What::Exported);
                }
                if line.contains("export default") {
                    tell(word, What::Default);
                }
                if !before.ends_with("const") && !before.ends_with("let") && !before.ends_with("var") {
                    continue;
                }
            }
            if let Some(own) = methods.get_mut(word)
                && let Some(at) = own.iter().position(|(from, to)| *from <= place && place < *to)
            {
                own.remove(at);
                continue;
            }
            let imported = !again && imports.iter().any(|(from, to)| *from <= line_number && line_number <= *to);
            let kind = match imported {
                true => Kind::Imported,
                false => kind(file.language, line, before, after, word),
            };
            tell(word, What::Named(line_number, kind));
        }
    }
}

/// Files whose imports are there for others.
fn exports_again(file: &File) -> bool {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    name == "__init__.py" || name.starts_with("index.") || name == "lib.rs" || name == "mod.rs"
}

/// Tells lines of docstrings from code, going down a file of Python.
#[derive(Default)]
struct Docstrings {
    /// The mark that ends the one that is open.
    open: Option<&'static str>,
    /// Something other than the head of a definition stands before.
    inside: bool,
}

impl Docstrings {
    fn is_one(&mut self, line: &str) -> bool {
        let line = line.trim();
        if let Some(mark) = self.open {
            self.open = Some(mark).filter(|mark| !line.contains(mark));
            return true;
        }
        if line.is_empty() {
            return false;
        }
        let bare = line.trim_start_matches(['r', 'R', 'u', 'U']);
        let mark = ["\"\"\"", "'''"].into_iter().find(|mark| bare.starts_with(mark)).filter(|_| !self.inside);
        self.inside = mark.is_some() || !line.ends_with(':');
        let Some(mark) = mark else { return false };
        self.open = Some(mark).filter(|mark| !bare[mark.len()..].contains(mark));
        true
    }
}

/// Identifiers with where they start.
pub(super) fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_part = |b: u8| b.is_ascii_alphanumeric() || b == b'_' || b == b'$';
    let bytes = line.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && !is_part(bytes[at]) {
            at += 1;
        }
        let start = at;
        while at < bytes.len() && is_part(bytes[at]) {
            at += 1;
        }
        (start < at).then(|| line.get(start..at).map(|word| (start, word))).flatten()
    })
}

/// True behind a word that declares.
fn is_defined(before: &str) -> bool {
    let before = before.trim_end_matches('*').trim_end();
    let word = before.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    matches!(
        word,
        "def"
            | "class"
            | "function"
            | "func"
            | "fn"
            | "const"
            | "let"
            | "var"
            | "interface"
            | "type"
            | "struct"
            | "enum"
            | "trait"
    )
}

fn kind(language: Language, line: &str, before: &str, after: &str, word: &str) -> Kind {
    let given = after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>")
        || after.starts_with(":=")
        || after.starts_with(':')
            && !after.starts_with("::")
            && (before.is_empty() || before.ends_with(['{', ',', '(', ';']) || is_defined(before));
    let declared = language == Language::Go
        && before.is_empty()
        && after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '*' | '['))
        && line[line.find(word).unwrap_or(0) + word.len()..].starts_with([' ', '\t']);
    if given && before.ends_with('.') {
        return Kind::Member;
    }
    if given || declared || is_defined(before) {
        return Kind::Given;
    }
    if let Some(left) = before.strip_suffix('=').map(str::trim_end)
        && ["self.", "this."].iter().any(|own| left.ends_with(&format!("{own}{word}")))
    {
        return Kind::Kept;
    }
    let line = line.trim_start();
    let logs = [
        "print(",
        "console.",
        "logger.",
        "logging.",
        "log.",
        "_logger.",
        "self.logger.",
        "this.logger.",
        "fmt.Print",
        "fmt.Fprint",
        "slog.",
        "klog.",
        "println!",
        "info!",
        "debug!",
        "tracing::",
    ];
    if logs.iter().any(|log| line.starts_with(log)) { Kind::Logged } else { Kind::Used }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_name_is_at_its_place() {
        let of = |language, line: &str, word: &str| {
            let at = line.find(word).expect("the word");
            kind(language, line, line[..at].trim_end(), line[at + word.len()..].trim_start(), word)
        };
        for (line, word, expected) in [
            ("if steps > max_steps:", "max_steps", Kind::Used),
            ("max_steps = 20", "max_steps", Kind::Given),
            ("    max_steps: int = 20", "max_steps", Kind::Given),
            ("logger.info('at most %d', max_steps)", "max_steps", Kind::Logged),
            ("run(max_steps == 3)", "max_steps", Kind::Used),
            ("return max_steps", "max_steps", Kind::Used),
        ] {
            assert_eq!(of(Language::Python, line, word), expected, "{line}");
        }
        let line = "self.limit = limit";
        assert_eq!(kind(Language::Python, line, "self.limit =", "", "limit"), Kind::Kept);
        assert_eq!(of(Language::Go, "\tcmd.Cancel = func() error {", "Cancel"), Kind::Member);
        assert_eq!(of(Language::Go, "\tMaxSteps int", "MaxSteps"), Kind::Given);
        assert_eq!(of(Language::Go, "\tfor i := 0; i < limits.MaxSteps; i++ {", "MaxSteps"), Kind::Used);
        assert_eq!(of(Language::TypeScript, "const MAX = 3;", "MAX"), Kind::Given);
    }

    #[test]
    fn docstrings_say_nothing() {
        let mut docstrings = Docstrings::default();
        let lines = [
            "\"\"\"one\"\"\"",
            "x = 1",
            "def f():",
            "    \"\"\"two",
            "ask()",
            "    \"\"\"",
            "y = \"\"\"",
            "z",
            "\"\"\"",
            "ask()",
        ];
        let found: Vec<bool> = lines.iter().map(|line| docstrings.is_one(line)).collect();
        assert_eq!(found, [true, false, false, true, true, true, false, false, false, false]);
    }
}
