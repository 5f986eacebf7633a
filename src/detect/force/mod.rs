//! Whether a control is in force: words are none. What no product code calls, imports that nothing uses, settings that
//! nothing reads, functions that say the same whatever they are asked, and answers that nobody heeds are no controls.
//!
//! A name that stands anywhere else in the code keeps what it names: only what surely has no effect is dropped.

mod agrees;
mod bodies;
mod mentions;

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{
    KeptFinds, Texts,
    across::{Found, What},
    names::last_segment,
    plan::Plan,
};
use crate::{
    facts::{
        Call, Context, FactBase, File, FileFacts, Function, FunctionKind, Setting, SettingKind, Span, Value,
        graph::{AgentRun, FunctionRef, Graph},
    },
    rulebook::State,
    syntax::Language,
};
use mentions::{Kind, Mention, Mentions, words};

/// Functions that are followed from one dead place to the next.
const DEEPEST: u32 = 4;

/// The call graph of a fact base, made when something asks for it.
pub struct Ways<'a> {
    pub(in crate::detect) base: &'a FactBase,
    graph: OnceLock<Graph<'a>>,
}

impl<'a> Ways<'a> {
    pub fn new(base: &'a FactBase) -> Self {
        Self { base, graph: OnceLock::new() }
    }

    pub fn graph(&self) -> &Graph<'a> {
        self.graph.get_or_init(|| Graph::build(self.base))
    }
}

/// Leaves out matches of controls that are not in force, and says of all others in the product whether the code around them
/// runs when the agent does.
pub(super) fn kept(
    plan: &Plan<'_>,
    ways: &Ways<'_>,
    texts: &dyn Texts,
    kept: Option<&KeptFinds<'_>>,
    found: Vec<Found>,
) -> Vec<Found> {
    let rules: BTreeMap<&str, bool> = plan
        .rules
        .iter()
        .filter(|planned| planned.rule.must_be_in_force())
        .map(|planned| (planned.rule.id.as_str(), plan.guards.contains(planned.rule.id.as_str())))
        .collect();
    let asked =
        |found: &Found| found.signal.context == Context::Product && rules.contains_key(found.signal.rule.as_str());
    let run = ways.graph().agent_run();
    let places = run.is_some() && found.iter().any(|found| found.signal.context == Context::Product);
    if !places && !found.iter().any(asked) {
        return found;
    }
    let wanted: BTreeSet<&str> =
        plan.rules.iter().filter(|planned| planned.rule.agent_runs).map(|planned| planned.rule.id.as_str()).collect();
    let library = found.iter().any(|found| plan.libraries.contains(found.signal.rule.as_str()));
    let bodies = Bodies { base: ways.base, texts, known: Mutex::default() };
    let force = Force::new(ways, &bodies, kept, library);
    let (rules, wanted, run, asked) = (&rules, &wanted, &run, &asked);
    let judge = move |found: &mut Found| {
        if asked(found) && found.signal.state == State::On && force.is_open(found) {
            found.signal.state = State::OptIn;
        }
        let judges = rules.get(found.signal.rule.as_str()).copied();
        let void =
            judges.filter(|_| found.signal.context == Context::Product).and_then(|judges| force.void(found, judges));
        if let Some(why) = void {
            tracing::debug!(
                rule = found.signal.rule.as_str(),
                file = found.signal.file.as_str(),
                line = found.signal.lines.start,
                why,
                "not in force"
            );
            return false;
        }
        if let Some(run) = run.as_ref().filter(|_| found.signal.context == Context::Product) {
            found.signal.runs = force.runs(run, found);
        }
        found.signal.runs != Some(false) || !wanted.contains(found.signal.rule.as_str())
    };
    let mut next: Vec<usize> =
        found.iter().filter(|found| asked(found)).filter_map(|found| ways.base.index(&found.signal.file)).collect();
    next.dedup();
    // Each answer may hang on the ones before: they are given one after the other.
    let (done, mut found) = (AtomicBool::new(false), found);
    rayon::join(
        || {
            found.retain_mut(judge);
            done.store(true, Ordering::Relaxed);
        },
        || bodies.read_ahead(&next, &done),
    );
    found
}

/// The code of a file that is looked at.
struct Body {
    text: String,
}

/// Bytes of code that are kept: matches ask in turn for their own file and for those that they call.
const MOST_BYTES: usize = 8 << 20;

/// The code of files, comments blanked.
struct Bodies<'a, 'w> {
    base: &'a FactBase,
    texts: &'w dyn Texts,
    known: Mutex<KnownBodies>,
}

#[derive(Default)]
struct KnownBodies {
    files: HashMap<usize, Option<Arc<Body>>>,
    bytes: usize,
}

impl Bodies<'_, '_> {
    fn known(&self) -> MutexGuard<'_, KnownBodies> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, index: usize) -> Option<Arc<Body>> {
        if let Some(known) = self.known().files.get(&index) {
            return known.clone();
        }
        let path = &self.base.files.get(index)?.path;
        let content = self.texts.content(path);
        let body = content.map(|content| Arc::new(Body { text: self.texts.without_comments(path, &content.text) }));
        let mut known = self.known();
        if known.bytes > MOST_BYTES {
            *known = KnownBodies::default();
        }
        known.bytes += body.as_ref().map_or(0, |body| body.text.len());
        known.files.insert(index, body.clone());
        body
    }

    /// Reads files ahead of the one thread that looks at the matches, until it is done or there is no more room.
    fn read_ahead(&self, files: &[usize], done: &AtomicBool) {
        for file in files {
            if done.load(Ordering::Relaxed) || self.known().bytes > MOST_BYTES {
                break;
            }
            self.get(*file);
        }
    }
}

struct Force<'a, 'w> {
    base: &'a FactBase,
    ways: &'w Ways<'a>,
    mentions: Mentions<'a>,
    /// Files of which others take everything without naming it.
    taken_whole: BTreeSet<u32>,
    /// Last parts of the names of all functions.
    functions: BTreeSet<&'a str>,
    /// Others call what is exported.
    library: bool,
    dead: RefCell<HashMap<(u32, u32), bool>>,
    bodies: &'w Bodies<'a, 'w>,
}

impl<'a, 'w> Force<'a, 'w> {
    fn new(ways: &'w Ways<'a>, bodies: &'w Bodies<'a, 'w>, kept: Option<&KeptFinds<'_>>, library: bool) -> Self {
        let texts = bodies.texts;
        let base = ways.base;
        let product = || base.files.iter().filter(|file| file.context == Context::Product);
        let functions: BTreeSet<&str> =
            product().flat_map(|file| file.facts.functions.iter().map(|function| function.name.as_str())).collect();
        let settings = product().flat_map(|file| {
            let named = file.facts.settings.iter().filter(|setting| is_named(file, setting));
            named.map(|setting| last_segment(&setting.written))
        });
        let names: BTreeSet<&str> = functions.iter().copied().chain(settings).collect();
        Self {
            base,
            ways,
            mentions: Mentions::new(base, texts, kept, names.into_iter()),
            taken_whole: base.taken_whole(),
            functions,
            library,
            dead: RefCell::default(),
            bodies,
        }
    }

    /// Why a match has no effect; `None` where it may have one. `judges`: it is to decide.
    fn void(&self, found: &Found, judges: bool) -> Option<&'static str> {
        let index = self.base.index(&found.signal.file)?;
        let file = self.base.files.get(index)?;
        let at = u32::try_from(index).ok()?;
        let facts = &file.facts;
        let holder = match found.place.what {
            What::Setting(setting) => facts.settings.get(setting as usize).and_then(|setting| setting.function),
            _ => None,
        };
        if holder.or(found.place.function).is_some_and(|function| self.is_dead(at, function, DEEPEST)) {
            return Some("nothing calls the code");
        }
        match found.place.what {
            What::Import(import) => {
                let import = facts.imports.get(import as usize)?;
                let unused = self.is_unused(index, file, import);
                unused.then_some("nothing uses the import")
            }
            What::Setting(setting) => {
                let setting = facts.settings.get(setting as usize)?;
                let fixed = matches!(setting.kind, SettingKind::Constant | SettingKind::Field);
                if fixed && admits_all(&setting.value) {
                    return Some("the list admits everything");
                }
                self.is_unread(index, file, setting, 2).then_some("nothing reads the value")
            }
            What::Function(function) => {
                let stub = self.is_stub(index, function, judges);
                stub.then_some("the function does nothing")
            }
            What::Call(call) => self.void_call(index, file, call, judges),
            What::Other => None,
        }
    }

    /// Whether the code around a match runs when the agent does; of a value that no function holds, whether code that reads
    /// it does.
    fn runs(&self, run: &AgentRun, found: &Found) -> Option<bool> {
        let file = u32::try_from(self.base.index(&found.signal.file)?).ok()?;
        let facts = &self.base.files[file as usize].facts;
        let holds = |at: u32, function: Option<u32>| run.holds(self.ways.graph(), FunctionRef { file: at, function });
        let is_class = |index: u32| facts.functions.get(index as usize).is_some_and(|f| f.kind == FunctionKind::Class);
        let setting = match found.place.what {
            What::Setting(setting) => facts.settings.get(setting as usize),
            _ => None,
        };
        let function = setting.and_then(|setting| setting.function).or(found.place.function);
        let Some(setting) = setting.filter(|_| function.is_none_or(is_class)) else { return holds(file, function) };
        let readers = self.mentions.of(last_segment(&setting.written)).unwrap_or_default();
        let readers = readers.iter().filter(|(_, place)| place.kind == Kind::Used);
        let read: Vec<Option<bool>> = readers
            .map(|(_, place)| {
                let at = &self.base.files[place.file as usize].facts;
                innermost(at, place.line).and_then(|function| holds(place.file, Some(function)))
            })
            .collect();
        match (read.contains(&Some(true)), read.is_empty() || read.contains(&None)) {
            (true, _) => Some(true),
            (false, true) => None,
            (false, false) => Some(false),
        }
    }

    /// A list that the operator can set, and that admits everything until then.
    fn is_open(&self, found: &Found) -> bool {
        let What::Setting(setting) = found.place.what else { return false };
        let file = self.base.index(&found.signal.file).and_then(|index| self.base.files.get(index));
        let setting = file.and_then(|file| file.facts.settings.get(setting as usize));
        setting.is_some_and(|setting| {
            matches!(setting.kind, SettingKind::Parameter | SettingKind::CliOption | SettingKind::Environment)
                && admits_all(&setting.value)
        })
    }

    fn void_call(&self, index: usize, file: &'a File, at: u32, judges: bool) -> Option<&'static str> {
        let facts = &file.facts;
        let call = facts.calls.get(at as usize)?;
        if call.function.is_none()
            && let Some(constant) = constant_around(facts, call.span)
            && self.is_unread(index, file, constant, 2)
        {
            return Some("nothing reads what it gives");
        }
        let own = self.functions.contains(last_segment(&call.callee));
        let targets = match own {
            true => self.ways.graph().targets(u32::try_from(index).ok()?, at),
            false => Vec::new(),
        };
        let stub = |target: &FunctionRef| {
            target.function.is_some_and(|function| self.is_stub(target.file as usize, function, judges))
        };
        if !targets.is_empty() && targets.iter().all(stub) {
            return Some("what it calls does nothing");
        }
        let made = last_segment(&call.callee).starts_with(|c: char| c.is_ascii_uppercase());
        if !judges && !made {
            return None;
        }
        let body = self.body(index)?;
        if call.result_used {
            let heeded = !bodies::is_unread_variable(facts, &body.text, at, file.language);
            if !heeded && !targets.iter().any(|target| self.ways.graph().raises(*target)) {
                return Some("nothing reads what it gives");
            }
        }
        if !judges {
            return None;
        }
        if bodies::is_swallowed(facts, &body.text, at) {
            return Some("its refusal is caught and passed over");
        }
        if bodies::is_passed_over(facts, &body.text, at) {
            return Some("both answers lead on");
        }
        let answers = |target: &FunctionRef| {
            let answers = target.function.zip(self.body(target.file as usize)).is_some_and(|(function, body)| {
                bodies::answers(&self.base.files[target.file as usize].facts, &body.text, function)
            });
            answers && !self.ways.graph().raises(*target)
        };
        (!call.result_used && !targets.is_empty() && targets.iter().all(answers)).then_some("nobody heeds its answer")
    }

    fn body(&self, index: usize) -> Option<Arc<Body>> {
        self.bodies.get(index)
    }

    fn is_stub(&self, index: usize, function: u32, judges: bool) -> bool {
        let Some(file) = self.base.files.get(index) else { return false };
        // Only what is short enough to do nothing is read.
        let short = file.facts.functions.get(function as usize).is_some_and(|f| f.span.end - f.span.start < 40);
        let Some(body) = self.body(index).filter(|_| short) else { return false };
        if bodies::is_stub(&file.facts, &body.text, function, judges) {
            return true;
        }
        let at = u32::try_from(index).unwrap_or(u32::MAX);
        let harmless = |call: u32, _: &Call| {
            let targets = self.ways.graph().targets(at, call);
            !targets.is_empty() && !targets.iter().any(|target| self.ways.graph().raises(*target))
        };
        judges
            && !matches!(file.language, Language::Rust)
            && agrees::always(&file.facts, &body.text, function, harmless)
    }

    /// True for a function, or something around it, that no code names.
    fn is_dead(&self, file: u32, function: u32, depth: u32) -> bool {
        let facts = &self.base.files[file as usize].facts;
        let chain = std::iter::successors(Some(function), |inner| around(facts, *inner)).take(8);
        chain.into_iter().any(|function| self.is_unnamed(file, function, depth))
    }

    fn is_unnamed(&self, file: u32, function: u32, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let Some(known) = self.dead.borrow().get(&(file, function)) {
            return *known;
        }
        // What names only itself is named by nobody else.
        self.dead.borrow_mut().insert((file, function), true);
        let dead = self.find_unnamed(file, function, depth);
        self.dead.borrow_mut().insert((file, function), dead);
        dead
    }

    fn find_unnamed(&self, at: u32, index: u32, depth: u32) -> bool {
        let file = &self.base.files[at as usize];
        let Some(function) = file.facts.functions.get(index as usize) else { return false };
        let name = function.name.as_str();
        if file.context != Context::Product
            || !matches!(
                file.language,
                Language::Python | Language::TypeScript | Language::Tsx | Language::JavaScript | Language::Go
            )
            || file.facts.control.keyed.binary_search(&index).is_ok()
            || self.taken_whole.contains(&at)
            || self.mentions.is_default(at, name)
            || self.library && self.is_public(at, index)
            || is_called_by_others(file, function, self.class_of(at, index))
        {
            return false;
        }
        let Some(places) = self.mentions.of(name) else { return false };
        places.iter().all(|(_, place)| {
            let own = || place.file == at && function.span.contains(Span::line(place.line));
            place.kind != Kind::Member && (place.kind == Kind::Imported || own() || self.is_in_dead_code(place, depth))
        })
    }

    /// True for what other programs can name.
    fn is_public(&self, at: u32, index: u32) -> bool {
        let file = &self.base.files[at as usize];
        let Some(function) = file.facts.functions.get(index as usize) else { return false };
        let name = function.name.as_str();
        match file.language {
            Language::Python => !name.starts_with('_'),
            Language::Go => name.starts_with(char::is_uppercase) && !file.path.contains("internal/"),
            _ if function.kind == FunctionKind::Method => !name.starts_with(['_', '#']),
            _ => self.mentions.is_exported(at, name),
        }
    }

    fn is_in_dead_code(&self, place: &Mention, depth: u32) -> bool {
        let facts = &self.base.files[place.file as usize].facts;
        innermost(facts, place.line).is_some_and(|function| self.is_dead(place.file, function, depth))
    }

    fn class_of(&self, file: u32, function: u32) -> Option<&'a Function> {
        let facts = &self.base.files[file as usize].facts;
        let own = facts.functions.get(function as usize)?;
        if own.kind != FunctionKind::Method {
            return None;
        }
        let parent = own.parent.as_deref()?;
        let named =
            |known: &&Function| known.kind == FunctionKind::Class && known.name.as_str() == last_segment(parent);
        facts.functions.iter().find(named)
    }

    fn is_unused(&self, index: usize, file: &File, import: &crate::facts::Import) -> bool {
        let again = matches!(file.path.rsplit('/').next(), Some("__init__.py")) || file.path.contains("/index.");
        if again
            || !matches!(file.language, Language::Python | Language::TypeScript | Language::Tsx | Language::JavaScript)
        {
            return false;
        }
        let name = match (&import.alias, &import.name) {
            (Some(alias), _) => alias.as_str(),
            (None, Some(name)) => name.as_str(),
            (None, None) if file.language == Language::Python => import.module.split('.').next().unwrap_or_default(),
            (None, None) => return false,
        };
        if name == "*" || name == "default" || name.is_empty() {
            return false;
        }
        let Some(body) = self.body(index) else { return false };
        let named = |(number, line): (u32, &str)| {
            !import.span.contains(Span::line(number)) && words(line).any(|(_, word)| word == name)
        };
        !(1_u32..).zip(body.text.lines()).any(named)
    }

    /// True for a value that nothing reads.
    fn is_unread(&self, index: usize, file: &'a File, setting: &Setting, depth: u32) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let facts = &file.facts;
        let name = last_segment(&setting.written);
        let constant = || {
            constant_around(facts, setting.span)
                .filter(|known| !std::ptr::eq(*known, setting))
                .is_some_and(|known| self.is_unread(index, file, known, depth))
        };
        match setting.kind {
            SettingKind::Constant => self.nobody_reads(index, name),
            SettingKind::Field => {
                let class = setting.function.and_then(|function| facts.functions.get(function as usize));
                let own = class.is_some_and(|class| class.kind == FunctionKind::Class && holds_settings(class));
                let typed = file.language == Language::Go
                    && self
                        .mentions
                        .of(name)
                        .is_some_and(|all| all.iter().any(|(_, place)| self.is_field(place, name)));
                (own || typed) && self.nobody_reads(index, name) || constant()
            }
            SettingKind::Parameter => {
                let Some(body) = self.body(index) else { return false };
                match bodies::parameter(facts, &body.text, setting) {
                    bodies::Read::No => true,
                    bodies::Read::Kept => self.nobody_reads(index, name),
                    bodies::Read::Yes => false,
                }
            }
            SettingKind::Environment => constant(),
            _ => false,
        }
    }

    /// A line of a Go type, not of a value.
    fn is_field(&self, place: &Mention, name: &str) -> bool {
        let line = self.body(place.file as usize).and_then(|body| {
            body.text.lines().nth(place.line.saturating_sub(1) as usize).map(|line| line.trim().to_owned())
        });
        place.kind == Kind::Given
            && line.is_some_and(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '\t'])))
    }

    fn nobody_reads(&self, index: usize, name: &str) -> bool {
        let at = u32::try_from(index).unwrap_or(u32::MAX);
        if self.taken_whole.contains(&at) {
            return false;
        }
        let Some(places) = self.mentions.of(name) else { return false };
        places.iter().all(|(_, place)| place.kind != Kind::Used || self.is_in_dead_code(place, DEEPEST))
    }
}

/// A class whose fields nothing but its users reads: bases from elsewhere may read what is declared for them.
fn holds_settings(class: &Function) -> bool {
    class.bases.iter().all(|base| matches!(last_segment(base), "object" | "BaseSettings" | "ABC" | "Protocol"))
}

/// Settings that are read by their name, as far as [`Force::is_unread`] asks: keys of literals are not.
fn is_named(file: &File, setting: &Setting) -> bool {
    let class = || setting.function.and_then(|function| file.facts.functions.get(function as usize));
    match setting.kind {
        SettingKind::Constant | SettingKind::Parameter => true,
        SettingKind::Field => {
            file.language == Language::Go || class().is_some_and(|class| class.kind == FunctionKind::Class)
        }
        _ => false,
    }
}

/// The constant of a file that is given what stands at these lines.
fn constant_around(facts: &FileFacts, lines: Span) -> Option<&Setting> {
    let constants =
        facts.settings.iter().filter(|known| known.kind == SettingKind::Constant && known.function.is_none());
    constants.filter(|known| known.span.contains(lines)).min_by_key(|known| known.span.end - known.span.start)
}

/// A list of what is allowed that holds everything.
fn admits_all(value: &Value) -> bool {
    let all =
        |value: &Value| matches!(value, Value::Str(text) if matches!(text.trim(), "*" | "**" | ".*" | "0.0.0.0/0"));
    match value {
        Value::List(items) => items.iter().any(all),
        // `set([…])`, `new Set([…])`
        Value::Call(_, arguments) => {
            arguments.iter().any(|argument| matches!(argument, Value::List(items) if items.iter().any(all)))
        }
        value => all(value),
    }
}

/// The function or class around a function.
fn around(facts: &FileFacts, index: u32) -> Option<u32> {
    let ranges = &facts.control.functions;
    let own = ranges.get(index as usize)?;
    // By place: the nearest one before that has not ended.
    (0..index).rev().find(|outer| ranges.get(*outer as usize).is_some_and(|range| range.contains(*own) && range != own))
}

/// The smallest function or class around a line.
fn innermost(facts: &FileFacts, line: u32) -> Option<u32> {
    let around = (0_u32..).zip(&facts.functions).filter(|(_, function)| function.span.contains(Span::line(line)));
    around.min_by_key(|(_, function)| function.span.end - function.span.start).map(|(index, _)| index)
}

/// Functions that something may run which does not name them: decorated ones, those of classes with bases, and names
/// that frameworks look for.
fn is_called_by_others(file: &File, function: &Function, class: Option<&Function>) -> bool {
    let harmless = |decorator: &str| {
        matches!(
            last_segment(decorator),
            "staticmethod"
                | "classmethod"
                | "property"
                | "dataclass"
                | "contextmanager"
                | "asynccontextmanager"
                | "cache"
                | "lru_cache"
                | "cached_property"
                | "final"
        )
    };
    let decorated = |function: &Function| function.decorators.iter().any(|decorator| !harmless(decorator));
    let derived = |function: &Function| function.bases.iter().any(|base| last_segment(base) != "object");
    let name = function.name.as_str();
    let looked_for = name.starts_with("__")
        || name.to_ascii_uppercase() == name
        || ["on_", "on", "visit_", "do_", "handle_", "test_", "Test", "pytest_"].iter().any(|prefix| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| !prefix.ends_with('n') || rest.starts_with(|c: char| c.is_uppercase()))
        })
        || matches!(
            name,
            "main"
                | "init"
                | "handler"
                | "setup"
                | "activate"
                | "deactivate"
                | "register"
                | "default"
                | "lifespan"
                | "middleware"
                | "constructor"
                | "loader"
                | "action"
                | "teardown"
                | "configure"
                | "create"
                | "plugin"
        );
    // Exported methods satisfy interfaces of libraries.
    let interface = file.language == Language::Go
        && function.kind == FunctionKind::Method
        && name.starts_with(|c: char| c.is_uppercase());
    // A class of which nothing is known from outside.
    let foreign = function.kind == FunctionKind::Method && class.is_none() && file.language != Language::Go;
    let of_class = class.is_some_and(|class| decorated(class) || derived(class));
    decorated(function) || derived(function) || of_class || looked_for || interface || foreign
}
