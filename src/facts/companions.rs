//! Packages that lie beside the product in its repository: copies of other projects, and integrations, plugins or
//! templates that are published on their own.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    File, ScopeRules, UnreadFile,
    context::{Companions, Slice},
    glob,
    model::{Context, FileFacts},
};

/// Marks files of copied projects as vendored and those of companion packages as such, where most of the product is
/// left. What product code imports of them becomes product again.
pub(super) fn set_aside(files: &mut [File], unread: &mut [UnreadFile], base: &str, rules: &ScopeRules) {
    let rules = &rules.companions;
    let folders = Folders::new(files, unread, base, rules);
    let copied: BTreeSet<String> = folders.copied_projects().map(str::to_owned).collect();
    move_all(files, unread, &copied, Context::Vendored, rules.keep);
    let beside: BTreeSet<String> = folders.beside(rules).map(str::to_owned).collect();
    let speaks = |file: &File| has_agent(&file.facts) && !is_below(&file.path, &beside);
    if files.iter().any(|file| file.context == Context::Product && speaks(file)) {
        move_all(files, unread, &beside, Context::Companion, rules.keep);
    }
}

/// Of a large product in which a few folders declare tools and hardly any files call models, these folders: the rest is
/// what they belong to.
pub(super) fn slice(files: &[File], rules: &Slice) -> Option<BTreeSet<String>> {
    let is_code = |file: &&File| file.in_scope && file.context == Context::Product && file.language.is_code();
    let code: Vec<&File> = files.iter().filter(is_code).collect();
    let asking = code.iter().filter(|file| !file.facts.models.is_empty()).count();
    if code.len() < rules.files || asking > rules.models || code.iter().all(|file| file.facts.tools.is_empty()) {
        return None;
    }
    let speaking = code.iter().filter(|file| has_agent(&file.facts));
    let own: BTreeSet<String> =
        speaking.filter_map(|file| file.path.rsplit_once('/')).map(|(folder, _)| folder.to_owned()).collect();
    let inside = code.iter().filter(|file| is_below(&file.path, &own)).count();
    (!own.is_empty() && inside * 100 <= code.len() * rules.share).then_some(own)
}

/// Whether the head of a README presents the product as something of agents.
pub(super) fn speaks_of_agents(readme: &str, rules: &Slice) -> bool {
    let head = readme[..readme.floor_char_boundary(rules.head)].to_lowercase();
    head.split(|c: char| !c.is_alphanumeric()).any(|word| rules.words.iter().any(|known| known == word))
}

/// Sets all but the folders aside. Manifests go with the code that they start; those at the top speak for the whole.
pub(super) fn cut_to(own: &BTreeSet<String>, files: &mut [File], unread: &mut [UnreadFile], base: &str) {
    let top = base.trim_matches('/').to_owned();
    let moves = |path: &str, context: Context| {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        context == Context::Product && folder != top && !is_below(path, own)
    };
    for file in files.iter_mut().filter(|file| moves(&file.path, file.context)) {
        file.context = Context::Companion;
    }
    for file in unread.iter_mut().filter(|file| moves(&file.path, file.context)) {
        file.context = Context::Companion;
    }
}

/// Tools or model calls: what an agent or a tool server is made of.
fn has_agent(facts: &FileFacts) -> bool {
    !facts.tools.is_empty() || !facts.models.is_empty()
}

/// Nothing moves where less than `keep` per cent of the product's code would be left.
fn move_all(files: &mut [File], unread: &mut [UnreadFile], below: &BTreeSet<String>, to: Context, keep: u64) {
    let moves = |path: &str, context: Context| context == Context::Product && is_below(path, below);
    let code = files.iter().filter(|f| f.in_scope && f.language.is_code() && f.context == Context::Product);
    let (all, moved) = code.fold((0, 0), |(all, moved), file| {
        (all + file.size, moved + if is_below(&file.path, below) { file.size } else { 0 })
    });
    if moved == 0 || (all - moved) * 100 < all * keep {
        return;
    }
    for file in files.iter_mut().filter(|file| moves(&file.path, file.context)) {
        file.context = to;
    }
    for file in unread.iter_mut().filter(|file| moves(&file.path, file.context)) {
        file.context = to;
    }
}

/// Some folder above the path is in the set.
fn is_below(path: &str, folders: &BTreeSet<String>) -> bool {
    !folders.is_empty() && parents(path).any(|folder| folders.contains(folder))
}

/// The folders above a path, the nearest first, without the root.
fn parents(path: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(path.rsplit_once('/').map(|(folder, _)| folder), |folder| {
        folder.rsplit_once('/').map(|(above, _)| above)
    })
}

/// Folders with what a project of its own has, below the audited one.
struct Folders {
    base: String,
    kinds: BTreeMap<String, BTreeSet<Furniture>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Furniture {
    Manifest,
    Licence,
    /// Checks of its own: workflows, commit hooks.
    Checks,
}

impl Folders {
    fn new(files: &[File], unread: &[UnreadFile], base: &str, rules: &Companions) -> Self {
        let base = base.trim_matches('/').to_owned();
        let mut kinds: BTreeMap<String, BTreeSet<Furniture>> = BTreeMap::new();
        let paths = files.iter().map(|f| f.path.as_str()).chain(unread.iter().map(|f| f.path.as_str()));
        for path in paths {
            let Some((folder, name)) = path.rsplit_once('/') else { continue };
            let name = name.to_ascii_lowercase();
            let has = |globs: &[String]| globs.iter().any(|known| glob::matches(known, &name));
            for (found, furniture) in [
                (has(&rules.manifests), Furniture::Manifest),
                (has(&rules.licences), Furniture::Licence),
                (has(&rules.checks), Furniture::Checks),
            ] {
                if found {
                    kinds.entry(folder.to_owned()).or_default().insert(furniture);
                }
            }
            if let Some(project) = folder.strip_suffix("/.github/workflows") {
                kinds.entry(project.to_owned()).or_default().insert(Furniture::Checks);
            }
        }
        Self { base, kinds }
    }

    /// A path below the audited folder, as seen from there.
    fn inside<'a>(&self, folder: &'a str) -> Option<&'a str> {
        if self.base.is_empty() {
            return Some(folder);
        }
        folder.strip_prefix(&self.base)?.strip_prefix('/')
    }

    fn with(&self, furniture: &[Furniture]) -> impl Iterator<Item = &str> {
        let has = move |kinds: &BTreeSet<Furniture>| furniture.iter().all(|wanted| kinds.contains(wanted));
        self.kinds.iter().filter(move |(folder, kinds)| self.inside(folder).is_some() && has(kinds)).map(|(f, _)| &**f)
    }

    /// Projects with manifest, licence and checks of their own came from elsewhere.
    fn copied_projects(&self) -> impl Iterator<Item = &str> {
        self.with(&[Furniture::Manifest, Furniture::Licence, Furniture::Checks])
    }

    /// Packages below a folder of integrations, plugins and the like.
    fn beside(&self, rules: &Companions) -> impl Iterator<Item = &str> {
        self.with(&[Furniture::Manifest]).filter(|folder| {
            let inside = self.inside(folder).unwrap_or_default().to_ascii_lowercase();
            inside.split('/').any(|part| rules.folders.iter().any(|known| glob::matches(known, part)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{facts::extract::extract, syntax::Language};

    const TOOL: &str =
        "from mcp.server.fastmcp import FastMCP\nmcp = FastMCP('x')\n@mcp.tool()\ndef add(a: int): ...\n";

    fn files(base: &str, list: &[(&str, u64)]) -> Vec<File> {
        let rules = ScopeRules::embedded();
        let file = |(path, size): &(&str, u64)| {
            let language = Language::detect(path, b"");
            let text = if path.ends_with("agent.py") { TOOL } else { "" };
            let facts = extract(language, path, text).facts;
            let context = rules.context(path, base, language);
            File { path: (*path).into(), language, context, in_scope: true, size: *size, facts }
        };
        list.iter().map(file).collect()
    }

    fn contexts(base: &str, list: &[(&str, u64)]) -> Vec<(String, Context)> {
        let mut files = files(base, list);
        set_aside(&mut files, &mut [], base, ScopeRules::embedded());
        files.into_iter().map(|file| (file.path, file.context)).collect()
    }

    fn of(list: &[(String, Context)], path: &str) -> Context {
        list.iter().find(|(p, _)| p == path).map_or(Context::Docs, |(_, context)| *context)
    }

    #[test]
    fn packages_of_integrations_are_companions() {
        let list = [
            ("core/agent.py", 900),
            ("core/pyproject.toml", 10),
            ("integrations/editor/package.json", 10),
            ("integrations/editor/src/run.ts", 500),
            ("integrations/notes.py", 50),
        ];
        let found = contexts("", &list);
        assert_eq!(of(&found, "integrations/editor/src/run.ts"), Context::Companion);
        assert_eq!(of(&found, "integrations/notes.py"), Context::Product);
        assert_eq!(of(&found, "core/agent.py"), Context::Product);
        // Whoever audits the integration means it.
        let inside = contexts("integrations/editor", &list);
        assert_eq!(of(&inside, "integrations/editor/src/run.ts"), Context::Product);
    }

    #[test]
    fn a_tool_server_in_a_large_product_is_a_slice_of_it() {
        let rules = ScopeRules::embedded();
        let paths: Vec<String> = (0..400).map(|n| format!("engine/part{n}.py")).collect();
        let mut list: Vec<(&str, u64)> = paths.iter().map(|path| (path.as_str(), 900)).collect();
        list.extend([("web/mcp/agent.py", 900), ("web/mcp/handlers/list.py", 900), ("web/pages.py", 900)]);
        let mut files = files("", &list);
        let own = slice(&files, &rules.companions.slice).expect("a slice");
        cut_to(&own, &mut files, &mut [], "");
        let found: Vec<(String, Context)> = files.iter().map(|file| (file.path.clone(), file.context)).collect();
        assert_eq!(of(&found, "web/mcp/agent.py"), Context::Product);
        assert_eq!(of(&found, "web/mcp/handlers/list.py"), Context::Product);
        assert_eq!(of(&found, "web/pages.py"), Context::Companion);
        assert_eq!(of(&found, "engine/part3.py"), Context::Companion);
        // A small one is rated as a whole.
        list.drain(..200);
        assert_eq!(slice(&self::files("", &list), &rules.companions.slice), None);
        let speaks = |text: &str| speaks_of_agents(text, &rules.companions.slice);
        assert!(speaks("# Loom\nA workshop for LLMs.") && !speaks("# Loom\nWatches looms of a mill, agentless."));
    }

    #[test]
    fn companions_need_a_product_beside_them() {
        let little = [("core/agent.py", 10), ("plugins/a/package.json", 1), ("plugins/a/run.ts", 500)];
        assert_eq!(of(&contexts("", &little), "plugins/a/run.ts"), Context::Product);
        let silent = [("core/lib.py", 900), ("plugins/a/package.json", 1), ("plugins/a/run.ts", 500)];
        assert_eq!(of(&contexts("", &silent), "plugins/a/run.ts"), Context::Product);
    }

    #[test]
    fn projects_with_furniture_of_their_own_are_copies() {
        let mut list = vec![
            ("agent.py", 900),
            ("trainer/LICENSE", 10),
            ("trainer/pyproject.toml", 10),
            ("trainer/loop.py", 500),
            ("trainer/.pre-commit-config.yaml", 5),
        ];
        assert_eq!(of(&contexts("", &list), "trainer/loop.py"), Context::Vendored);
        list.pop();
        assert_eq!(of(&contexts("", &list), "trainer/loop.py"), Context::Product);
        list.push(("trainer/.github/workflows/ci.yml", 5));
        assert_eq!(of(&contexts("", &list), "trainer/loop.py"), Context::Vendored);
    }
}
