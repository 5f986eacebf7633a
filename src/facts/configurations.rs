//! The ways in which a product can be started, and the one that its README leads with.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    Context, FactBase, File, SettingKind, Start,
    effective::is_example,
    names::{file_name, folder},
    starts::readme_commands,
};
use crate::syntax::Language;

/// What starts the product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// Its own command, or an import of it.
    Program,
    Compose,
    /// A Helm chart with its default values.
    Chart,
    /// The image of a Dockerfile.
    Image,
}

impl Way {
    pub const ALL: [Self; 4] = [Self::Program, Self::Compose, Self::Chart, Self::Image];

    pub fn name(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Compose => "compose",
            Self::Chart => "chart",
            Self::Image => "image",
        }
    }
}

/// A file with a line of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ConfigurationPlace {
    pub file: String,
    pub line: u32,
}

/// One way of starting the product.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    /// `program`, or the way with the file where there are several: `compose:deploy/compose.yaml`.
    pub name: String,
    pub way: Way,
    /// What defines it, sorted; never empty.
    pub places: Vec<ConfigurationPlace>,
    /// Files of containers that are in force in it, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// Where the README tells readers to start it so, if that is what it tells first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leads: Option<ConfigurationPlace>,
    /// The one that is scored where nobody asks for another: what the README leads with, else the compose file at the
    /// top, else the program.
    #[serde(default)]
    pub scored: bool,
}

impl Configuration {
    /// As [`super::effective`] asks for it.
    pub fn start(&self) -> Start<'_> {
        match (self.way, self.places.first()) {
            (Way::Program, _) | (_, None) => Start::Program,
            (_, Some(place)) => Start::Container(&place.file),
        }
    }
}

/// Names of compose files that are found without being named.
const COMPOSE: [&str; 4] = ["compose.yaml", "compose.yml", "docker-compose.yaml", "docker-compose.yml"];
/// Configurations that are listed; more compose files than that are a catalogue of examples.
const MOST: usize = 24;
/// Places of one configuration that are listed.
const PLACES: usize = 8;

impl FactBase {
    /// All configurations of the audited folder, sorted by way, the file nearest to the top first. `readme` is the path
    /// and text of its README.
    pub fn configurations(&self, readme: Option<(&str, &str)>) -> Vec<Configuration> {
        // Dockerfiles of editors and of generators start no product.
        let is_part =
            |path: &str| !is_example(path) && !path.split('/').any(|part| part.starts_with('.') || part == "templates");
        let product = || {
            let all = self.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
            all.filter(|file| is_part(&file.path))
        };
        let mut by_way: BTreeMap<Way, Vec<(usize, &File)>> = BTreeMap::new();
        for file in product() {
            let way = match entry(file) {
                Some((_, Entry::Chart)) => Way::Chart,
                Some((_, Entry::Image)) => Way::Image,
                Some(_) => Way::Program,
                None if is_compose(file) => Way::Compose,
                None => continue,
            };
            by_way.entry(way).or_default().push((file.path.matches('/').count(), file));
        }
        let images: Vec<&str> = by_way.get(&Way::Image).into_iter().flatten().map(|(_, f)| f.path.as_str()).collect();
        let mut out = Vec::new();
        for (way, mut files) in by_way {
            files.sort_by(|(a, x), (b, y)| (a, &x.path).cmp(&(b, &y.path)));
            let place = |file: &File| ConfigurationPlace { file: file.path.clone(), line: line(file) };
            if way == Way::Program {
                let places = files.iter().take(PLACES).map(|(_, file)| place(file)).collect();
                out.push(Configuration {
                    name: way.name().into(),
                    way,
                    places,
                    files: Vec::new(),
                    leads: None,
                    scored: false,
                });
                continue;
            }
            let several = files.len() > 1;
            for (_, file) in files {
                let name = if several { format!("{}:{}", way.name(), file.path) } else { way.name().to_owned() };
                let mut own: Vec<String> = match way {
                    Way::Compose => images.iter().map(|image| (*image).to_owned()).collect(),
                    // Values and templates of the chart lie beside and below it.
                    Way::Chart => below(self, folder(&file.path), &images),
                    _ => Vec::new(),
                };
                own.push(file.path.clone());
                own.sort();
                own.dedup();
                out.push(Configuration {
                    name,
                    way,
                    places: vec![place(file)],
                    files: own,
                    leads: None,
                    scored: false,
                });
            }
        }
        out.truncate(MOST);
        if let Some((path, text)) = readme
            && let Some((way, named, line)) = led(text)
        {
            let of_way = |c: &&mut Configuration| c.way == way;
            let is_named = |c: &&mut Configuration| {
                let file = c.places.first().map(|place| place.file.as_str()).unwrap_or_default();
                named.as_ref().is_some_and(|named| file == named || file.ends_with(&format!("/{named}")))
            };
            let at = match out.iter_mut().filter(of_way).position(|c| is_named(&&mut *c)) {
                Some(n) => out.iter_mut().filter(of_way).nth(n),
                None => out.iter_mut().find(of_way),
            };
            if let Some(configuration) = at {
                configuration.leads = Some(ConfigurationPlace { file: path.to_owned(), line });
            }
        }
        let scored = out.iter().position(|c| c.leads.is_some()).or_else(|| {
            let usual = out.iter().position(|c| c.places.iter().any(|place| self.is_usual_compose(&place.file)));
            usual.or_else(|| out.iter().position(|c| c.way == Way::Program))
        });
        if let Some(configuration) = scored.and_then(|at| out.get_mut(at)) {
            configuration.scored = true;
        }
        out
    }

    /// Whether `docker compose up` finds the file in the audited folder.
    fn is_usual_compose(&self, path: &str) -> bool {
        let top =
            self.files.iter().filter(|file| file.in_scope).map(|file| folder(&file.path)).min_by_key(|at| at.len());
        COMPOSE.contains(&file_name(path)) && Some(folder(path)) == top
    }

    /// Every file that describes containers, sorted.
    pub fn container_files(&self) -> Vec<&str> {
        let describes = |file: &&File| file.facts.settings.iter().any(|s| s.kind == SettingKind::Container);
        let all = self.files.iter().filter(|file| file.in_scope && file.context == Context::Product);
        all.filter(|file| file.language == Language::Dockerfile || describes(file)).map(|f| f.path.as_str()).collect()
    }
}

fn below(base: &FactBase, chart: &str, images: &[&str]) -> Vec<String> {
    let inside = |path: &str| chart.is_empty() || path.strip_prefix(chart).is_some_and(|rest| rest.starts_with('/'));
    let all = base.container_files().into_iter().filter(|path| inside(path));
    all.chain(images.iter().copied()).map(str::to_owned).collect()
}

/// How a file starts a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entry {
    Bin,
    StartScript,
    Main,
    ProjectScripts,
    PoetryScripts,
    Chart,
    Image,
    Module,
    Program,
}

impl Entry {
    /// The key that says so, or what the file is.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bin => "bin",
            Self::StartScript => "scripts.start",
            Self::Main => "main",
            Self::ProjectScripts => "project.scripts",
            Self::PoetryScripts => "tool.poetry.scripts",
            Self::Chart => "chart",
            Self::Image => "image",
            Self::Module => "module",
            Self::Program => "program",
        }
    }
}

/// How a file starts a program, if it does; the lower the number, the surer that it is meant to be started so.
pub fn entry(file: &File) -> Option<(u8, Entry)> {
    let name = file_name(&file.path);
    let key = |wanted: &dyn Fn(&str) -> bool| file.facts.settings.iter().any(|setting| wanted(&setting.name));
    match name {
        "package.json" if key(&|name| name == "bin" || name.starts_with("bin.")) => Some((0, Entry::Bin)),
        "package.json" if key(&|name| matches!(name, "scripts.start" | "scripts.serve")) => {
            Some((0, Entry::StartScript))
        }
        "package.json" if key(&|name| matches!(name, "main" | "exports" | "module")) => Some((1, Entry::Main)),
        "pyproject.toml" if key(&|name| name.starts_with("project.scripts.")) => Some((0, Entry::ProjectScripts)),
        "pyproject.toml" if key(&|name| name.starts_with("tool.poetry.scripts.")) => Some((0, Entry::PoetryScripts)),
        "Cargo.toml" if key(&|name| name == "bin" || name.starts_with("bin.")) => Some((0, Entry::Bin)),
        "Chart.yaml" => Some((2, Entry::Chart)),
        "__main__.py" => Some((3, Entry::Module)),
        "main.rs" if file.path.ends_with("src/main.rs") => Some((1, Entry::Main)),
        _ if is_dockerfile(name) && key(&|name| matches!(name, "cmd" | "entrypoint")) => Some((2, Entry::Image)),
        _ if name.ends_with(".go") && file.facts.functions.iter().any(|f| f.name == "main" && f.parent.is_none()) => {
            Some((1, Entry::Main))
        }
        _ if name.ends_with(".py") && is_script(name) => Some((4, Entry::Program)),
        _ => None,
    }
}

/// Files that programs without a manifest entry are started from.
fn is_script(name: &str) -> bool {
    matches!(name, "main.py" | "app.py" | "server.py" | "run.py" | "cli.py" | "agent.py" | "start.py")
}

/// Whether a file name is one of a Dockerfile.
pub fn is_dockerfile(name: &str) -> bool {
    name == "Dockerfile" || name.starts_with("Dockerfile.") || name.ends_with(".Dockerfile")
}

fn is_compose(file: &File) -> bool {
    let name = file_name(&file.path);
    file.language == Language::Yaml
        && name.contains("compose")
        && file.facts.settings.iter().any(|setting| setting.name.starts_with("services."))
}

/// The line that makes it one.
fn line(file: &File) -> u32 {
    let says = |name: &str| {
        ["bin", "scripts.start", "scripts.serve", "main", "exports", "entrypoint", "cmd"].contains(&name)
            || ["bin.", "project.scripts.", "tool.poetry.scripts.", "services."].iter().any(|p| name.starts_with(p))
    };
    let setting = file.facts.settings.iter().find(|setting| says(&setting.name)).map(|setting| setting.span.start);
    let main = file.facts.functions.iter().find(|f| f.name == "main").map(|f| f.span.start);
    setting.or(main).unwrap_or(1)
}

/// The first command of a README that starts something: how, the file it names, its line.
fn led(text: &str) -> Option<(Way, Option<String>, u32)> {
    readme_commands(text).into_iter().find_map(|(line, words)| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (way, named) = way(&words)?;
        Some((way, named, line))
    })
}

/// What a command of a document starts; `None` for what prepares only.
fn way(words: &[&str]) -> Option<(Way, Option<String>)> {
    let assigned = words.iter().take_while(|word| is_assignment(word)).count();
    let words = match &words[assigned..] {
        ["sudo" | "exec" | "time", rest @ ..] => rest,
        rest => rest,
    };
    let (first, rest) = words.split_first()?;
    let named = |options: &[&str]| {
        let at = rest.iter().position(|word| options.contains(word))?;
        rest.get(at + 1).map(|file| file.trim_start_matches("./").to_owned())
    };
    let says = |wanted: &[&str]| rest.iter().any(|word| wanted.contains(word));
    let program = first.rsplit('/').next().unwrap_or(first);
    match (program, rest.first().copied().unwrap_or_default()) {
        ("docker" | "podman", "compose") | ("docker-compose" | "podman-compose", _) => {
            says(&["up", "run", "start"]).then(|| (Way::Compose, named(&["-f", "--file"])))
        }
        ("docker" | "podman", "run") => Some((Way::Image, None)),
        ("helm", "install" | "upgrade") => Some((Way::Chart, None)),
        (
            "npx" | "uvx" | "bunx" | "pipx" | "deno" | "node" | "python" | "python3" | "tsx" | "brew" | "winget",
            next,
        ) => {
            let prepares = matches!(next, "" | "--version" | "-V") || rest.starts_with(&["-m", "venv"]);
            (!prepares).then_some((Way::Program, None))
        }
        ("pip" | "pip3" | "npm" | "pnpm" | "yarn" | "bun" | "uv" | "poetry" | "cargo" | "go" | "gem", next) => {
            let starts = matches!(next, "run" | "start" | "dev" | "exec" | "dlx" | "serve" | "tool" | "x" | "add")
                || matches!(next, "install" | "i" | "get") && rest.len() > 1 && !says(&["-r", "-e", ".", "--prefix"]);
            starts.then_some((Way::Program, None))
        }
        _ => None,
    }
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::testing::base;

    #[test]
    fn what_a_readme_leads_with() {
        for (text, expected) in [
            (
                "```sh\ngit clone x\ncd x\ncp .env.example .env\ndocker compose up -d\nnpm start\n```",
                Some((Way::Compose, 5)),
            ),
            ("```\nA=1 npx @x/server --port 3\n```", Some((Way::Program, 2))),
            (
                "```bash\npip install -r requirements.txt\npython -m venv v\npython main.py\n```",
                Some((Way::Program, 4)),
            ),
            ("```bash\nsudo docker run -it x/y\n```", Some((Way::Image, 2))),
            ("```bash\nhelm install a ./chart\n```", Some((Way::Chart, 2))),
            (
                "```json\n{\"mcpServers\": {\"a\": {\"command\": \"docker\", \"args\": [\"run\"]}}}\n```",
                Some((Way::Image, 2)),
            ),
            ("docker compose up\n```python\nimport a\n```\n```sh\ndocker compose build\n```", None),
        ] {
            assert_eq!(led(text).map(|(way, _, line)| (way, line)), expected, "{text}");
        }
    }

    #[test]
    fn lists_ways_and_their_places() {
        let base = base(&[
            ("package.json", "{\n \"name\": \"a\",\n \"bin\": {\"a\": \"cli.js\"}\n}\n"),
            ("cli.js", "run()\n"),
            ("Dockerfile", "FROM node\nCMD [\"node\", \"cli.js\"]\n"),
            ("compose.yaml", "services:\n  web:\n    build: .\n"),
            ("deploy/docker-compose.gpu.yml", "services:\n  web:\n    build: ..\n"),
        ]);
        let readme = "```\ndocker compose -f deploy/docker-compose.gpu.yml up\n```\n";
        let found = base.configurations(Some(("README.md", readme)));
        let names: Vec<&str> = found.iter().map(|c| c.name.as_str()).collect();
        assert_eq!(names, ["program", "compose:compose.yaml", "compose:deploy/docker-compose.gpu.yml", "image"]);
        assert_eq!(found[0].places, [ConfigurationPlace { file: "package.json".into(), line: 3 }]);
        assert_eq!(found[1].files, ["Dockerfile", "compose.yaml"]);
        assert_eq!(found[2].leads, Some(ConfigurationPlace { file: "README.md".into(), line: 2 }));
        let scored: Vec<bool> = found.iter().map(|c| c.scored).collect();
        assert_eq!(scored, [false, false, true, false]);
        let without: Vec<bool> = base.configurations(None).iter().map(|c| c.scored).collect();
        assert_eq!(without, [false, true, false, false]);
        assert!(found[2].start() == Start::Container("deploy/docker-compose.gpu.yml") && found[1].leads.is_none());
    }
}
