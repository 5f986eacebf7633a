//! The files that a command starts.

use std::{cell::Cell, collections::BTreeSet};

use super::{place::Place, shell};
use crate::facts::{
    File,
    context::Launchers,
    glob,
    modules::{Found, Module, Modules, Package, join},
    names::file_name,
};

/// Commands within commands that are followed: `npm start` runs a script that runs a file.
const DEEPEST: u32 = 5;

#[derive(Clone, Copy)]
pub(super) struct Commands<'a> {
    /// Commands that may still be looked at: scripts can run each other over and over.
    pub left: &'a Cell<u32>,
    pub files: &'a [File],
    pub modules: &'a Modules,
    pub launchers: &'a Launchers,
}

impl Commands<'_> {
    /// A line of a shell; `cd` holds for what follows it.
    pub fn line(&self, text: &str, place: &Place, found: &mut BTreeSet<Found>) -> Place {
        self.deep_line(text, place, DEEPEST, found)
    }

    /// One command.
    pub fn words(&self, words: &[&str], place: &Place, found: &mut BTreeSet<Found>) {
        self.deep(words, place, DEEPEST, found);
    }

    fn deep_line(&self, text: &str, place: &Place, depth: u32, found: &mut BTreeSet<Found>) -> Place {
        let mut place = place.clone();
        for command in shell::commands(text) {
            let words: Vec<&str> = command.iter().map(String::as_str).collect();
            match words[..] {
                ["cd", folder] => place = place.below(folder),
                _ => self.deep(&words, &place, depth, found),
            }
        }
        place
    }

    fn deep(&self, words: &[&str], place: &Place, depth: u32, found: &mut BTreeSet<Found>) {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.get().checked_sub(1)) else { return };
        self.left.set(left);
        let words = after_assignments(words);
        let Some((first, rest)) = words.split_first() else { return };
        let program = program(first);
        let words: Vec<&str> = std::iter::once(program).chain(rest.iter().copied()).collect();
        if let Some(rest) = behind(&self.launchers.wrappers, &words) {
            self.deep(self.after_options(program, rest), place, depth, found);
        } else if let Some(rest) = behind(&self.launchers.files, &words) {
            self.interpreter(program, rest, place, depth, found);
        } else if let Some(rest) = behind(&self.launchers.modules, &words) {
            let module = self.after_options(program, rest).first();
            found.extend(module.and_then(|module| self.module(module, place)));
        } else {
            match program {
                "npm" | "pnpm" | "yarn" | "bun" => self.package_script(rest, place, depth, found),
                "go" => self.go(rest, place, found),
                "cargo" => self.cargo(rest, place, found),
                "docker" | "docker-compose" | "podman" | "podman-compose" => self.compose(rest, place, found),
                _ => found.extend(self.code(first, place)),
            }
        }
    }

    /// `python -m module`, `python file`, `sh -c 'command'`.
    fn interpreter(&self, program: &str, words: &[&str], place: &Place, depth: u32, found: &mut BTreeSet<Found>) {
        let mut at = words;
        while let [option, rest @ ..] = at {
            match (*option, rest) {
                ("-m", [module, ..]) => {
                    // What a module like `uvicorn` is told is read as if it were the program.
                    let own = self.program_module(module, place);
                    if own.is_empty() {
                        self.deep(rest, place, depth, found);
                    }
                    found.extend(own);
                    return;
                }
                // `-c`, `-lc`: commands of a shell; of another language its code, which names no file.
                (option, [command, ..])
                    if !option.starts_with("--") && option.starts_with('-') && option.ends_with('c') =>
                {
                    if program.ends_with("sh") {
                        self.deep_line(command, place, depth, found);
                    }
                    return;
                }
                (option, rest) if option.starts_with('-') => {
                    at = if self.takes_value(program, option) { rest.get(1..).unwrap_or_default() } else { rest };
                }
                (file, _) => {
                    found.extend(self.file(file, place));
                    return;
                }
            }
        }
    }

    fn takes_value(&self, program: &str, option: &str) -> bool {
        self.launchers.valued.get(program).is_some_and(|known| known.iter().any(|known| known == option))
    }

    /// Without options, their values, assignments and numbers.
    fn after_options<'w>(&self, program: &str, words: &'w [&'w str]) -> &'w [&'w str] {
        let mut at = words;
        while let [word, rest @ ..] = at {
            let skipped = word.starts_with('-') || word.contains('=') || word.starts_with(|c: char| c.is_ascii_digit());
            if !skipped {
                break;
            }
            at = if self.takes_value(program, word) { rest.get(1..).unwrap_or_default() } else { rest };
        }
        at
    }

    /// A file that is named by its path, or its source where it is compiled.
    pub fn file(&self, path: &str, place: &Place) -> Option<Found> {
        place.paths(path).iter().find_map(|path| {
            let main = || self.modules.path(&join(path, "__main__.py"));
            self.modules.script_source(path).or_else(|| self.modules.path(path)).or_else(main)
        })
    }

    /// A program that is a file of the repository.
    fn code(&self, path: &str, place: &Place) -> Option<Found> {
        self.file(path, place).filter(|found| match found {
            Found::File(i) => self.files.get(*i).is_some_and(|file| file.language.is_code()),
            Found::Unread(_) => false,
        })
    }

    /// `package.module:name`.
    pub fn module(&self, written: &str, place: &Place) -> Option<Found> {
        let module = written.split([':', '[']).next().unwrap_or(written).trim();
        let plain = !module.is_empty() && module.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
        place.folders.iter().filter(|_| plain).find_map(|folder| match self.modules.python(folder, module)? {
            Module::File(i) => Some(Found::File(i as usize)),
            _ => None,
        })
    }

    /// What `python -m` runs: the module, of a package its `__main__` too.
    fn program_module(&self, module: &str, place: &Place) -> Vec<Found> {
        let main = self.module(&format!("{module}.__main__"), place);
        self.module(module, place).into_iter().chain(main).collect()
    }

    /// `npm run start`, `pnpm --filter @acme/web dev`.
    fn package_script(&self, words: &[&str], place: &Place, depth: u32, found: &mut BTreeSet<Found>) {
        let mut place = place.clone();
        let mut at = words;
        let mut script = None;
        while let [word, rest @ ..] = at {
            at = rest;
            let (option, value) = word.split_once('=').unwrap_or((word, rest.first().copied().unwrap_or_default()));
            match option {
                "--prefix" | "-C" | "--dir" | "--cwd" => place = place.below(value),
                "--filter" | "-F" | "-w" | "--workspace" | "workspace" => {
                    let named = self.modules.workspace_folder(value).map(str::to_owned);
                    place = named.map_or_else(|| place.below(value), |folder| Place::new([folder.as_str()]));
                }
                "run" | "run-script" => continue,
                option if option.starts_with('-') => continue,
                name => {
                    script = Some(name);
                    break;
                }
            }
            if !word.contains('=') {
                at = rest.get(1..).unwrap_or_default();
            }
        }
        let prepares = |script: &&str| self.launchers.preparing.iter().any(|known| glob::matches(known, script));
        let Some(script) = script.filter(|script| !prepares(script)) else { return };
        if let Some(package) = place.folders.iter().find_map(|folder| self.modules.package(folder)) {
            self.script_of(package, script, depth, found);
        }
    }

    fn script_of(&self, package: &Package, name: &str, depth: u32, found: &mut BTreeSet<Found>) {
        if let Some(command) = package.scripts.get(name) {
            self.deep_line(command, &Place::new([package.folder.as_str()]), depth, found);
        }
    }

    /// A script of a `package.json`.
    pub fn npm_script(&self, package: &Package, name: &str, found: &mut BTreeSet<Found>) {
        self.script_of(package, name, DEEPEST, found);
    }

    /// `go run ./cmd/agent`, `go build -o agent ./cmd/agent`, `go install example.com/agent/cmd/agent@latest`.
    pub fn go(&self, words: &[&str], place: &Place, found: &mut BTreeSet<Found>) {
        let [verb, rest @ ..] = words else { return };
        if !matches!(*verb, "run" | "build" | "install") {
            return;
        }
        let mut at = rest;
        while let [word, rest @ ..] = at {
            at = if self.takes_value("go", word) { rest.get(1..).unwrap_or_default() } else { rest };
            if word.starts_with('-') || word.contains("...") {
                continue;
            }
            if word.ends_with(".go") {
                found.extend(self.file(word, place));
            } else if let Some(folder) = self.modules.go(word.split('@').next().unwrap_or(word)) {
                self.modules.go_files(&folder, found);
            } else if let Some(folder) = place.paths(word).iter().find(|at| self.modules.go_unit(at).is_some()) {
                self.modules.go_files(folder, found);
            }
            // What follows are the program's own arguments.
            if *verb == "run" {
                return;
            }
        }
    }

    /// `cargo run --bin agent`, `cargo run --example chat`.
    fn cargo(&self, words: &[&str], place: &Place, found: &mut BTreeSet<Found>) {
        let named = words.windows(2).find_map(|pair| match *pair {
            ["--bin", name] => Some(("src/bin", name)),
            ["--example", name] => Some(("examples", name)),
            _ => None,
        });
        if let (Some("run" | "build" | "install"), Some((below, name))) = (words.first().copied(), named) {
            let of = |end: &str| self.file(&format!("{below}/{name}{end}"), place);
            found.extend(of(".rs").or_else(|| of("/main.rs")));
        }
    }

    /// `docker compose up`: the compose file stands for what it runs.
    fn compose(&self, words: &[&str], place: &Place, found: &mut BTreeSet<Found>) {
        if !words.contains(&"up") && !words.contains(&"run") || words.first() == Some(&"run") {
            return;
        }
        let named = words.windows(2).find(|pair| matches!(pair[0], "-f" | "--file")).map(|pair| pair[1]);
        let usual = ["compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml"];
        let names = named.map_or_else(|| usual.to_vec(), |one| vec![one]);
        found.extend(names.into_iter().find_map(|name| self.file(name, place)));
    }
}

fn after_assignments<'w>(words: &'w [&'w str]) -> &'w [&'w str] {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let count = words.iter().take_while(|w| w.split_once('=').is_some_and(|(name, _)| is_name(name))).count();
    &words[count..]
}

/// The name of a program without folder and version: `/usr/bin/python3.12` is `python`.
fn program(word: &str) -> &str {
    let name = file_name(word);
    let plain = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if plain == "python" { plain } else { name }
}

/// What follows one of the launchers, the longest first; `*` is any one word.
fn behind<'w>(launchers: &[String], words: &'w [&'w str]) -> Option<&'w [&'w str]> {
    let length = |launcher: &String| {
        let parts: Vec<&str> = launcher.split(' ').collect();
        let same =
            parts.len() <= words.len() && parts.iter().zip(words).all(|(part, word)| *part == "*" || part == word);
        same.then_some(parts.len())
    };
    launchers.iter().filter_map(length).max().and_then(|length| words.get(length..))
}
