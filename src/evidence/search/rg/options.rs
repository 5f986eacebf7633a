//! The options of ripgrep that a recorded search may have, parsed as ripgrep parses them: later ones win, short ones
//! may be joined, values may be attached. Any other option is an error: leaving one out would count something else.

use grep_regex::{RegexMatcher, RegexMatcherBuilder};
use ignore::{
    overrides::{Override, OverrideBuilder},
    types::{Types, TypesBuilder},
};

use super::{RgError, shell};

/// What is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Matching lines, or with `-o` each match.
    Lines,
    /// One line for each file with a match (`-l`).
    FilesWithMatches,
    /// One line for each file with a match, with a number (`-c`).
    Count,
    /// The same with the number of matches (`-c -o`).
    CountMatches,
    /// One line for each file that would be searched (`--files`).
    Files,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Case {
    Sensitive,
    Insensitive,
    Smart,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Boundary {
    Word,
    Line,
}

/// How a file with a NUL in it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    /// Found in a folder: until its NUL. Named: to the end, lines are not printed.
    Auto,
    /// To the end, lines are not printed.
    Search,
    /// Like text.
    Text,
}

/// A search that can be counted: options, patterns and paths.
#[derive(Debug, Clone)]
pub struct RgSearch {
    pub(super) mode: Mode,
    case: Case,
    boundary: Option<Boundary>,
    pub(super) binary: Binary,
    pub(super) invert: bool,
    fixed: bool,
    pub(super) multiline: bool,
    dotall: bool,
    unicode: bool,
    pub(super) only_matching: bool,
    pub(super) line_number: bool,
    with_filename: Option<bool>,
    pub(super) max_count: Option<u64>,
    pub(super) hidden: bool,
    pub(super) ignore_dot: bool,
    pub(super) ignore_vcs: bool,
    patterns: Vec<String>,
    pub(super) globs: Override,
    pub(super) types: Types,
    /// Paths as given, without `./` in front and `/` behind; empty for the whole repository.
    pub(super) scopes: Vec<String>,
}

/// Options while they are read.
struct Reading {
    search: RgSearch,
    patterns: Option<Vec<String>>,
    positional: Vec<String>,
    globs: Vec<String>,
    iglobs: Vec<String>,
    types: Vec<(bool, String)>,
    unrestricted: u8,
}

impl RgSearch {
    /// Reads a command (`rg -n -i 'approv'`) and the paths behind it.
    ///
    /// # Errors
    /// What a shell or ripgrep would read otherwise, or an option that is not supported.
    pub fn parse(command: &str, scope: &str) -> Result<Self, RgError> {
        let mut words = shell::split(command)?.into_iter();
        match words.next() {
            None => return Err(RgError::Empty),
            Some(program) if program == "rg" => {}
            Some(other) => return Err(RgError::NotRipgrep(other)),
        }
        let words: Vec<String> = words.chain(shell::split(scope)?).collect();
        let mut reading = Reading::new();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            if word == "--" {
                reading.positional.extend(words.by_ref());
            } else if let Some(long) = word.strip_prefix("--") {
                reading.long(long, &mut words)?;
            } else if word.len() > 1 && word.starts_with('-') {
                reading.short(&word[1..], &mut words)?;
            } else {
                reading.positional.push(word);
            }
        }
        reading.finish()
    }

    /// The matcher that ripgrep builds; `None` for a mode that searches nothing.
    pub(super) fn matcher(&self) -> Result<Option<RegexMatcher>, RgError> {
        if self.mode == Mode::Files || self.max_count == Some(0) {
            return Ok(None);
        }
        let mut builder = RegexMatcherBuilder::new();
        builder.multi_line(true).unicode(self.unicode).octal(false).fixed_strings(self.fixed);
        match self.case {
            Case::Sensitive => builder.case_insensitive(false),
            Case::Insensitive => builder.case_insensitive(true),
            Case::Smart => builder.case_smart(true),
        };
        match self.boundary {
            Some(Boundary::Word) => drop(builder.word(true)),
            Some(Boundary::Line) => drop(builder.whole_line(true)),
            None => {}
        }
        if self.multiline {
            builder.dot_matches_new_line(self.dotall);
        } else {
            builder.line_terminator(Some(b'\n')).dot_matches_new_line(false);
        }
        if self.binary != Binary::Text {
            builder.ban_byte(Some(0));
        }
        let built = builder.build_many(&self.patterns);
        built.map(Some).map_err(|e| RgError::Pattern(format!("`{}`", self.patterns.join("`, `")), e.to_string()))
    }

    /// Whether each line begins with the path; `one_file`: the only path is one of a file.
    pub(super) fn with_filename(&self, one_file: bool) -> bool {
        self.with_filename.unwrap_or(!one_file)
    }
}

impl Reading {
    fn new() -> Self {
        let search = RgSearch {
            mode: Mode::Lines,
            case: Case::Sensitive,
            boundary: None,
            binary: Binary::Auto,
            invert: false,
            fixed: false,
            multiline: false,
            dotall: false,
            unicode: true,
            only_matching: false,
            line_number: false,
            with_filename: None,
            max_count: None,
            hidden: false,
            ignore_dot: true,
            ignore_vcs: true,
            patterns: Vec::new(),
            globs: Override::empty(),
            types: Types::empty(),
            scopes: Vec::new(),
        };
        Self {
            search,
            patterns: None,
            positional: Vec::new(),
            globs: Vec::new(),
            iglobs: Vec::new(),
            types: Vec::new(),
            unrestricted: 0,
        }
    }

    fn long(&mut self, text: &str, words: &mut impl Iterator<Item = String>) -> Result<(), RgError> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        let option = format!("--{name}");
        let short = match name {
            "regexp" => 'e',
            "glob" => 'g',
            "type" => 't',
            "type-not" => 'T',
            "max-count" => 'm',
            "iglob" | "color" => {
                let value = value.or_else(|| words.next()).ok_or(RgError::NoValue(option.clone()))?;
                return match name {
                    "iglob" => {
                        self.iglobs.push(value);
                        Ok(())
                    }
                    // Colours add no line.
                    _ if ["never", "auto"].contains(&value.as_str()) => Ok(()),
                    _ => Err(RgError::Value { option, value }),
                };
            }
            _ => {
                if value.is_some() {
                    let known = self.switch(name).is_some();
                    return Err(if known { RgError::UnexpectedValue(option) } else { RgError::Option(option) });
                }
                return self.switch(name).ok_or(RgError::Option(option))?;
            }
        };
        let value = value.or_else(|| words.next()).ok_or(RgError::NoValue(option.clone()))?;
        self.value(short, &option, value)
    }

    fn short(&mut self, cluster: &str, words: &mut impl Iterator<Item = String>) -> Result<(), RgError> {
        let mut rest = cluster.chars();
        while let Some(c) = rest.next() {
            let option = format!("-{c}");
            if matches!(c, 'e' | 'g' | 't' | 'T' | 'm') {
                let attached = rest.as_str();
                let value = match attached.strip_prefix('=').unwrap_or(attached) {
                    "" if attached.is_empty() => words.next().ok_or(RgError::NoValue(option.clone()))?,
                    value => value.to_owned(),
                };
                return self.value(c, &option, value);
            }
            let name = match c {
                'n' => "line-number",
                'N' => "no-line-number",
                'i' => "ignore-case",
                's' => "case-sensitive",
                'S' => "smart-case",
                'w' => "word-regexp",
                'x' => "line-regexp",
                'v' => "invert-match",
                'F' => "fixed-strings",
                'u' => "unrestricted",
                'a' => "text",
                'c' => "count",
                'l' => "files-with-matches",
                'o' => "only-matching",
                'U' => "multiline",
                'H' => "with-filename",
                'I' => "no-filename",
                '.' => "hidden",
                _ => return Err(RgError::Option(option)),
            };
            self.switch(name).ok_or(RgError::Option(option))??;
        }
        Ok(())
    }

    fn value(&mut self, short: char, option: &str, value: String) -> Result<(), RgError> {
        match short {
            'e' => {
                let patterns = self.patterns.get_or_insert_default();
                if !patterns.contains(&value) {
                    patterns.push(value);
                }
            }
            'g' => self.globs.push(value),
            't' => self.types.push((true, value)),
            'T' => self.types.push((false, value)),
            _ => match value.parse() {
                Ok(count) => self.search.max_count = Some(count),
                Err(_) => return Err(RgError::Value { option: option.to_owned(), value }),
            },
        }
        Ok(())
    }

    /// `None` for a name that is no switch.
    fn switch(&mut self, name: &str) -> Option<Result<(), RgError>> {
        let s = &mut self.search;
        match name {
            "line-number" => s.line_number = true,
            "no-line-number" => s.line_number = false,
            "ignore-case" => s.case = Case::Insensitive,
            "case-sensitive" => s.case = Case::Sensitive,
            "smart-case" => s.case = Case::Smart,
            "word-regexp" => s.boundary = Some(Boundary::Word),
            "line-regexp" => s.boundary = Some(Boundary::Line),
            "invert-match" => s.invert = true,
            "no-invert-match" => s.invert = false,
            "fixed-strings" => s.fixed = true,
            "no-fixed-strings" => s.fixed = false,
            "text" => s.binary = Binary::Text,
            "no-text" | "no-binary" => s.binary = Binary::Auto,
            "binary" => s.binary = Binary::Search,
            "count" => s.mode = Mode::Count,
            "files-with-matches" => s.mode = Mode::FilesWithMatches,
            "files" => s.mode = Mode::Files,
            "only-matching" => s.only_matching = true,
            "multiline" => s.multiline = true,
            "no-multiline" => s.multiline = false,
            "multiline-dotall" => s.dotall = true,
            "no-multiline-dotall" => s.dotall = false,
            "hidden" => s.hidden = true,
            "no-hidden" => s.hidden = false,
            "no-ignore" => (s.ignore_dot, s.ignore_vcs) = (false, false),
            "ignore" => (s.ignore_dot, s.ignore_vcs) = (true, true),
            "no-ignore-vcs" => s.ignore_vcs = false,
            "ignore-vcs" => s.ignore_vcs = true,
            "no-unicode" => s.unicode = false,
            "unicode" => s.unicode = true,
            "with-filename" => s.with_filename = Some(true),
            "no-filename" => s.with_filename = Some(false),
            // What they ask for is so when nothing but the command decides: no configuration, no terminal.
            "no-config" | "no-heading" | "no-messages" => {}
            "unrestricted" => {
                self.unrestricted += 1;
                match self.unrestricted {
                    1 => (s.ignore_dot, s.ignore_vcs) = (false, false),
                    2 => s.hidden = true,
                    3 => s.binary = Binary::Search,
                    _ => {
                        let value = "a fourth time".to_owned();
                        return Some(Err(RgError::Value { option: "-u".to_owned(), value }));
                    }
                }
            }
            _ => return None,
        }
        Some(Ok(()))
    }

    fn finish(mut self) -> Result<RgSearch, RgError> {
        let s = &mut self.search;
        if s.only_matching && s.mode == Mode::Count && !s.invert {
            s.mode = Mode::CountMatches;
        }
        let mut positional = self.positional.into_iter();
        if s.mode != Mode::Files {
            s.patterns = match self.patterns {
                Some(patterns) => patterns,
                None => vec![positional.next().ok_or(RgError::NoPattern)?],
            };
        }
        s.scopes = positional.map(|path| scope(&path)).collect::<Result<_, _>>()?;
        if s.scopes.is_empty() {
            return Err(RgError::NoScope);
        }
        // The root is never a prefix of a relative path, so that stripping it does nothing, as in the working folder.
        let mut globs = OverrideBuilder::new("/");
        let wrong = |glob: &str, e: ignore::Error| RgError::Glob(glob.to_owned(), e.to_string());
        for glob in &self.globs {
            globs.add(glob).map_err(|e| wrong(glob, e))?;
        }
        if !self.iglobs.is_empty() {
            globs.case_insensitive(true).map_err(|e| wrong("--iglob", e))?;
        }
        for glob in &self.iglobs {
            globs.add(glob).map_err(|e| wrong(glob, e))?;
        }
        s.globs = globs.build().map_err(|e| wrong(&self.globs.join(" "), e))?;
        if !self.types.is_empty() {
            let mut types = TypesBuilder::new();
            types.add_defaults();
            for (select, name) in &self.types {
                if *select {
                    types.select(name)
                } else {
                    types.negate(name)
                };
            }
            let last = self.types.last().map(|(_, name)| name.clone()).unwrap_or_default();
            s.types = types.build().map_err(|e| match e {
                ignore::Error::UnrecognizedFileType(name) => RgError::Type(name),
                _ => RgError::Type(last),
            })?;
        }
        let search = self.search;
        search.matcher()?;
        Ok(search)
    }
}

/// A path below the root: `./` in front and `/` behind say nothing about which files it holds.
fn scope(path: &str) -> Result<String, RgError> {
    let outside = || Err(RgError::Outside(path.to_owned()));
    if path.is_empty() || path.starts_with('/') || path == "-" {
        return outside();
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return outside();
                }
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(command: &str) -> Result<RgSearch, RgError> {
        RgSearch::parse(command, "")
    }

    #[test]
    fn options_as_ripgrep_reads_them() {
        let s = parse("rg -niFe a.b -e c -g '*.py' --iglob=X -tpy -Tjs src ./lib/ . ").expect("search");
        assert_eq!(s.patterns, ["a.b", "c"]);
        assert_eq!(s.scopes, ["src", "lib", ""]);
        assert!(s.fixed && s.case == Case::Insensitive && s.line_number);
        let s = parse("rg -i -s x .").expect("search");
        assert_eq!(s.case, Case::Sensitive, "the later one wins");
        assert_eq!(parse("rg -uuu x .").expect("search").binary, Binary::Search);
        assert_eq!(parse("rg -c -o x .").expect("search").mode, Mode::CountMatches);
        assert_eq!(parse("rg -c -o -v x .").expect("search").mode, Mode::Count);
        assert_eq!(parse("rg --files -uu src").expect("search").scopes, ["src"]);
        assert_eq!(parse("rg -- -x src").expect("search").patterns, ["-x"]);
        assert_eq!(parse("rg -m3 x .").expect("search").max_count, Some(3));
        assert_eq!(parse("rg -e=x .").expect("search").patterns, ["x"]);
        assert_eq!(RgSearch::parse("rg -n x", "a 'b c'").expect("search").scopes, ["a", "b c"]);
        assert_eq!(parse("rg x a/../b/./c").expect("search").scopes, ["b/c"]);
    }

    #[test]
    fn nothing_is_left_out_silently() {
        let error = |command: &str| parse(command).expect_err(command);
        for option in ["-P", "-A3", "-z", "-L", "-r", "-f", "-q", "-0"] {
            assert_eq!(error(&format!("rg {option} x .")), RgError::Option(option[..2].to_owned()));
        }
        for option in ["--pcre2", "--context", "--follow", "--type-add", "--pre", "--json", "--sort", "--nonsense"] {
            assert_eq!(error(&format!("rg {option} x .")), RgError::Option(option.to_owned()));
            assert_eq!(error(&format!("rg {option}=y x .")), RgError::Option(option.to_owned()));
        }
        assert_eq!(error("rg --hidden=1 x ."), RgError::UnexpectedValue("--hidden".into()));
        assert_eq!(error("rg -e"), RgError::NoValue("-e".into()));
        assert_eq!(error("rg -m x y ."), RgError::Value { option: "-m".into(), value: "x".into() });
        assert_eq!(error("rg -t nosuch x ."), RgError::Type("nosuch".into()));
        assert_eq!(error("rg x"), RgError::NoScope);
        assert_eq!(error("rg"), RgError::NoPattern);
        assert_eq!(error("grep x ."), RgError::NotRipgrep("grep".into()));
        assert_eq!(error("rg x ../y"), RgError::Outside("../y".into()));
        assert_eq!(error("rg x /etc"), RgError::Outside("/etc".into()));
        assert_eq!(error("rg -uuuu x ."), RgError::Value { option: "-u".into(), value: "a fourth time".into() });
        assert!(matches!(error("rg '(' ."), RgError::Pattern(..)));
        assert!(matches!(error("rg -g '[' x ."), RgError::Glob(..)));
        assert!(matches!(error("rg 'a\\nb' ."), RgError::Pattern(..)), "a line end needs -U");
    }
}
