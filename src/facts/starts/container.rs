//! Commands of containers.

use std::collections::BTreeSet;

use super::{Starts, place::Place};
use crate::facts::{
    File, Setting, SettingKind, Value,
    modules::{Found, above, join, relative, text, texts},
    names::{file_name, folder},
};

/// Keys of a command, each with the arguments of those before it.
const KEYS: [&str; 3] = ["entrypoint", "command", "args"];

/// Folders that the services of one file are built from.
const MOST_CONTEXTS: usize = 64;
/// Sources of one copy.
const MOST_SOURCES: usize = 16;

/// A command as a manifest gives it.
enum Command {
    Words(Vec<String>),
    Line(String),
}

impl Command {
    fn of(value: &Value) -> Option<Self> {
        match value {
            Value::List(_) => Some(Self::Words(texts(value).into_iter().map(str::to_owned).collect())),
            value => text(value).map(|line| Self::Line(line.to_owned())),
        }
    }

    /// `["python", "x.py"]` or a line for the shell.
    fn of_instruction(text: &str) -> Self {
        match serde_json::from_str::<Vec<String>>(text) {
            Ok(words) => Self::Words(words),
            Err(_) => Self::Line(text.to_owned()),
        }
    }

    /// An entry point with the arguments that it is given.
    fn with(&self, arguments: &Self) -> Option<Self> {
        match (self, arguments) {
            (Self::Words(words), Self::Words(arguments)) => Some(Self::Words([&words[..], arguments].concat())),
            (Self::Line(line), Self::Words(arguments)) => Some(Self::Line(format!("{line} {}", arguments.join(" ")))),
            _ => None,
        }
    }

    /// Whether it runs what it is given: scripts that end with `exec "$@"`, and nothing.
    fn hands_on(&self) -> bool {
        match self {
            Self::Words(words) => words.iter().all(|word| word.ends_with(".sh") || word == "--"),
            Self::Line(_) => false,
        }
    }
}

impl Starts<'_> {
    fn run(&self, command: &Command, place: &Place, found: &mut BTreeSet<Found>) {
        match command {
            Command::Words(words) => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                self.commands().words(&words, place, found);
            }
            Command::Line(line) => drop(self.commands().line(line, place, found)),
        }
    }

    /// `CMD` and `ENTRYPOINT` of each stage, and the packages of Go that it builds.
    pub(super) fn dockerfile(&self, file: &File, found: &mut BTreeSet<Found>) {
        let context = || Place::new(above(folder(&file.path)));
        let mut place = context();
        let (mut entry, mut command) = (None, None);
        for setting in file.facts.settings.iter().filter(|setting| setting.kind == SettingKind::Container) {
            let Some(text) = text(&setting.value) else { continue };
            match setting.written.as_str() {
                "FROM" => {
                    self.stage(entry.take(), command.take(), &place, found);
                    place = context();
                }
                "WORKDIR" => place.workdir = place.inside(text),
                "COPY" | "ADD" => self.copy(text, &mut place),
                "RUN" => {
                    let line = text.split("&&").map(str::trim).filter(|part| part.contains("go build"));
                    line.for_each(|line| drop(self.commands().line(line, &place, found)));
                }
                "ENTRYPOINT" => entry = Some(Command::of_instruction(text)),
                "CMD" => command = Some(Command::of_instruction(text)),
                _ => {}
            }
        }
        self.stage(entry, command, &place, found);
    }

    fn stage(&self, entry: Option<Command>, command: Option<Command>, place: &Place, found: &mut BTreeSet<Found>) {
        if let (Some(entry), Some(command)) = (&entry, &command)
            && let Some(both) = entry.with(command)
        {
            self.run(&both, place, found);
        }
        entry.iter().for_each(|entry| self.run(entry, place, found));
        if entry.is_none_or(|entry| entry.hands_on()) {
            command.iter().for_each(|command| self.run(command, place, found));
        }
    }

    /// What is copied from the repository; what another stage made is not.
    fn copy(&self, text: &str, place: &mut Place) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let paths: Vec<&str> = words.iter().copied().filter(|word| !word.starts_with("--")).collect();
        let (Some((target, sources)), false) = (paths.split_last(), text.contains("--from")) else { return };
        for source in sources.iter().take(MOST_SOURCES) {
            let mut at = place.folders.iter().filter_map(|folder| relative(folder, source));
            let is_file = at.any(|path| self.modules.path(&path).is_some());
            let into = target.ends_with('/') || *target == "." || sources.len() > 1;
            let target = if is_file && into {
                join(target.trim_end_matches('/'), file_name(source))
            } else {
                (*target).to_owned()
            };
            place.copy(source.trim_start_matches("./").trim_end_matches('.'), &target);
        }
    }

    /// Services of a compose file, containers of a manifest or of a chart's values.
    pub(super) fn deployment(&self, file: &File, found: &mut BTreeSet<Found>) {
        let own = folder(&file.path);
        let settings: Vec<&Setting> =
            file.facts.settings.iter().filter(|setting| setting.kind == SettingKind::Container).collect();
        let contexts = settings.iter().filter(|setting| matches!(last(&setting.name), "build" | "context"));
        let contexts: BTreeSet<String> = contexts.filter_map(|setting| relative(own, text(&setting.value)?)).collect();
        let place = Place::new(contexts.iter().map(String::as_str).take(MOST_CONTEXTS).chain(above(own)));
        // Arguments belong to the entry point that stands beside them.
        let mut before: Option<(&str, usize, Command)> = None;
        for setting in settings {
            let (service, key) = setting.name.rsplit_once('.').unwrap_or(("", &setting.name));
            let rank = KEYS.iter().position(|known| *known == key);
            let (Some(rank), Some(command)) = (rank, Command::of(&setting.value)) else { continue };
            if key != "args" {
                self.run(&command, &place, found);
            }
            if let Some((_, other_rank, other)) = before.filter(|(known, ..)| *known == service) {
                let (entry, arguments) = if other_rank < rank { (&other, &command) } else { (&command, &other) };
                entry.with(arguments).iter().for_each(|both| self.run(both, &place, found));
            }
            before = Some((service, rank, command));
        }
    }

    /// `web: python server.py`.
    pub(super) fn procfile(&self, file: &File, found: &mut BTreeSet<Found>) {
        let place = Place::new([folder(&file.path)]);
        for setting in &file.facts.settings {
            if let Some(command) = Command::of(&setting.value) {
                self.run(&command, &place, found);
            }
        }
    }
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
