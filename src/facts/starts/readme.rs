//! Where a whole repository is examples, the product is what its README starts.

use std::collections::BTreeSet;

use super::{Starts, place::Place, shell};
use crate::{
    facts::{
        FactBase, File, ReadOptions,
        modules::{Found, Modules, above},
        names::{file_name, folder},
    },
    source::{Entry, EntryKind, RepoPath, Unread},
    syntax::{self, Decoded, Language},
};

/// Bytes of a README that are looked at.
const LARGEST: u64 = 1 << 20;
/// Names of code blocks that hold commands.
const SHELLS: [&str; 9] = ["", "bash", "sh", "shell", "zsh", "console", "shell-session", "terminal", "text"];
/// Names of code blocks that hold settings for a host.
const SETTINGS: [&str; 4] = ["json", "jsonc", "json5", "javascript"];
/// Bytes of a README in which the first command is looked for.
const LARGEST_HEAD: usize = 200_000;
/// What a folder holds that is a program of its own.
const MANIFESTS: [&str; 7] =
    ["package.json", "pyproject.toml", "requirements.txt", "go.mod", "Cargo.toml", "Dockerfile", "README.md"];

/// The examples that the README starts; nothing where it starts none.
#[derive(Debug, Default)]
pub(in crate::facts) struct Started {
    /// Folders of examples with all that is in them.
    folders: BTreeSet<String>,
    /// Single files among other examples, and the folders where what is no code belongs to all of them.
    files: BTreeSet<String>,
    shared: BTreeSet<String>,
}

impl Started {
    /// Whether an example is product: all are where the README starts none.
    pub fn holds(&self, path: &str, language: Language) -> bool {
        self.folders.is_empty() && self.files.is_empty()
            || self.files.contains(path)
            || above(path).any(|at| self.folders.contains(at))
            || !language.is_code() && self.shared.contains(folder(path))
    }
}

impl FactBase {
    /// The README of the audited folder, read again.
    pub(in crate::facts) fn readme_text<R, E>(
        &self,
        open: &impl Fn() -> Result<R, E>,
        options: &ReadOptions<'_>,
    ) -> Result<Option<String>, E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
    {
        let base = options.base.trim_matches('/');
        let is_readme = |file: &&File| {
            let name = file_name(&file.path).to_ascii_lowercase();
            folder(&file.path) == base && name.starts_with("readme") && file.language == Language::Markdown
        };
        let Some(readme) = self.files.iter().find(is_readme) else { return Ok(None) };
        let entry = Entry { path: RepoPath::new(readme.path.as_bytes()), kind: EntryKind::File, executable: false };
        let Ok(bytes) = open()?(&entry, LARGEST) else { return Ok(None) };
        Ok(match syntax::decode(&bytes) {
            Decoded::Text { text, .. } => Some(text.to_string()),
            _ => None,
        })
    }

    /// Reads the README again for what it tells readers to run.
    pub(in crate::facts) fn started_examples<R, E>(
        &self,
        open: &impl Fn() -> Result<R, E>,
        options: &ReadOptions<'_>,
    ) -> Result<Started, E>
    where
        R: Fn(&Entry, u64) -> Result<Vec<u8>, Unread>,
    {
        let base = options.base.trim_matches('/');
        let mut started = Started::default();
        let Some(text) = self.readme_text(open, options)? else { return Ok(started) };
        let modules = Modules::new(&self.files, &self.unread);
        let starts = Starts::new(&self.files, &modules, options.rules, base);
        for found in starts.of_readme(&text) {
            let Found::File(i) = found else { continue };
            let Some(path) = self.files.get(i).map(|file| file.path.as_str()) else { continue };
            let Some(examples) = options.rules.examples(path, base) else { continue };
            let own: Vec<&str> = above(folder(path)).take_while(|at| at.len() > examples.len()).collect();
            let is_program = |at: &&&str| MANIFESTS.iter().any(|name| modules.path(&format!("{at}/{name}")).is_some());
            match own.iter().find(is_program).or(own.last()) {
                Some(program) => drop(started.folders.insert((*program).to_owned())),
                None => {
                    started.files.insert(path.to_owned());
                    started.shared.insert(examples.to_owned());
                }
            }
        }
        Ok(started)
    }
}

impl Starts<'_> {
    /// What the commands of a README start.
    fn of_readme(&self, text: &str) -> BTreeSet<Found> {
        let root = Place::new([self.base]);
        let mut found = BTreeSet::new();
        let mut place = root.clone();
        for command in commands(text) {
            place = self.commands().line(&command, &place, &mut found);
            // `cd` into the clone itself, or back to where it began.
            if !place.folders.iter().any(|at| self.modules.is_folder(at)) {
                place = root.clone();
            }
        }
        found
    }
}

/// The commands of a document's code blocks, prompts left out.
fn commands(text: &str) -> Vec<String> {
    blocks(text, |name| SHELLS.contains(&name)).into_iter().map(|(_, command)| command).collect()
}

/// The commands of a README with their lines, those that its settings for a host start among them, split into words.
pub(in crate::facts) fn readme_commands(text: &str) -> Vec<(u32, Vec<String>)> {
    let head = &text[..text.floor_char_boundary(LARGEST_HEAD)];
    let lines = blocks(head, |name| SHELLS.contains(&name) || SETTINGS.contains(&name));
    lines
        .into_iter()
        .flat_map(|(line, command)| {
            let commands = match of_settings(&command) {
                Some(command) => vec![command],
                None => shell::commands(&command),
            };
            commands.into_iter().map(move |words| (line, words))
        })
        .collect()
}

/// `"command": "docker", "args": ["run", …]` in one line or several: what it starts is known by the first word, and of
/// containers only `run` is written so.
fn of_settings(line: &str) -> Option<Vec<String>> {
    let (_, after) = line.split_once("\"command\"")?;
    let program = after.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?.split('"').next()?;
    let argument = if matches!(program, "docker" | "podman") { "run" } else { "start" };
    Some(vec![program.to_owned(), argument.to_owned()])
}

/// Lines of code blocks that `wanted` takes by the block's name, each with its number, continued ones joined.
fn blocks(text: &str, wanted: impl Fn(&str) -> bool) -> Vec<(u32, String)> {
    let mut out: Vec<(u32, String)> = Vec::new();
    let mut fence: Option<(String, bool)> = None;
    let mut continued = false;
    for (number, line) in (1u32..).zip(text.lines()) {
        let line = line.trim();
        let mark: String = line.chars().take_while(|c| matches!(c, '`' | '~')).collect();
        match &fence {
            None if mark.len() >= 3 => {
                let name = line[mark.len()..].split([' ', '{', ',']).next().unwrap_or_default();
                fence = Some((mark, wanted(&name.to_ascii_lowercase())));
            }
            Some((open, _)) if mark.starts_with(open.as_str()) && line.len() == mark.len() => fence = None,
            Some((_, true)) => {
                let command = line.trim_start_matches(['$', '>', '%']).trim_start();
                match out.last_mut().filter(|_| continued) {
                    Some((_, before)) => before.push_str(command.trim_end_matches('\\')),
                    None => out.push((number, command.trim_end_matches('\\').to_owned())),
                }
                continued = line.ends_with('\\');
            }
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::commands;

    #[test]
    fn commands_of_code_blocks() {
        let text = "run it\n```bash\n$ pip install x\npython \\\n  examples/a.py\n```\n~~~python\nimport a\n~~~\n\
                    ````\nnode b.js\n```\n````\n    indented\n";
        assert_eq!(commands(text), ["pip install x", "python examples/a.py", "node b.js", "```"]);
    }
}
