use super::{calls, expect, facts, functions, imports, settings};
use crate::{facts::model::SettingKind, syntax::Language::Rust};

#[test]
fn use_trees() {
    let facts = facts(
        Rust,
        "\
use std::process::{self, Command as Cmd, Stdio};
use tokio::{fs, time::{timeout, Duration}};
use crate::tools::*;
use super::run;
use self::inner::go as start;
use anyhow;
extern crate serde as s;
mod other;
fn main() {
    Cmd::new(\"sh\");
    process::exit(1);
    timeout(Duration::from_secs(5), fs::write(\"a\", b\"x\")).await;
    run();
    start();
    crate::x::y();
    std::env::set_var(\"A\", \"b\");
    s::from_str(\"1\");
    use late::bound;
    bound();
    other::go();
}
use other::Thing;
",
    );
    expect(
        imports(&facts),
        &[
            "1 std process",
            "1 std.process Command as Cmd",
            "1 std.process Stdio",
            "2 tokio fs",
            "2 tokio.time timeout",
            "2 tokio.time Duration",
            "3 crate.tools *",
            "4 super run",
            "5 self.inner go as start",
            "6 anyhow",
            "8 self other",
            "18 late bound",
            "22 self.other Thing",
        ],
    );
    expect(
        calls(&facts),
        &[
            "10 std.process.Command.new(\"sh\") in main unused",
            "11 std.process.exit(1) in main unused",
            "12 tokio.time.timeout(tokio.time.Duration.from_secs(5), tokio.fs.write(\"a\", \"x\")) in main unused",
            "12 tokio.time.Duration.from_secs(5) in main",
            "12 tokio.fs.write(\"a\", \"x\") in main",
            "13 super.run() in main unused",
            "14 self.inner.go() in main unused",
            "15 crate.x.y() in main unused",
            "16 std.env.set_var(\"A\", \"b\") in main unused",
            "17 serde.from_str(\"1\") in main unused",
            "19 late.bound() in main unused",
            "20 self.other.go() in main unused",
        ],
    );
}

#[test]
fn functions_methods_and_types() {
    let facts = facts(
        Rust,
        "\
use async_trait::async_trait;
use clap::Parser;
/// Runs.
#[derive(Debug, Parser)]
#[command(name = \"x\")]
pub struct Runner<T> { inner: T }
#[async_trait]
impl<T: Send> Tool for Runner<T> {
    async fn run(&mut self, cmd: &str, (a, b): (u8, u8), Args { deep, other: o }: Args) -> Result<()> { Self::check(cmd)?; self.go() }
    fn declared();
}
impl<T> Default for Runner<T> { fn default() -> Self { Self { inner: 1 } } }
pub trait Gate: Send + Checked { fn ask(&self) -> bool; fn allow(&self) -> bool { self.ask() } }
enum Mode { Safe, Wild { x: u8 } }
mod nested { pub fn free(mut n: u8) { let add = |x, y: u8| x + y; fn local() {} } }
",
    );
    expect(
        functions(&facts),
        &[
            "6-6 Class Runner() : Tool, Default @Debug @clap.Parser @command",
            "9-9 Method Runner.run(cmd, a, b, deep, o)",
            "12-12 Method Runner.default()",
            "13-13 Class Gate() : Send, Checked",
            "13-13 Method Gate.allow()",
            "14-14 Class Mode()",
            "15-15 Function free(n)",
            "15-15 Function free.add(x, y)",
            "15-15 Function free.local()",
        ],
    );
    expect(
        calls(&facts),
        &[
            "9 Runner.check(cmd) in run",
            "9 self.go() in run",
            "12 Runner(inner=1) in default",
            "13 self.ask() in allow",
        ],
    );
}

#[test]
fn chains_values_and_loops() {
    let facts = facts(
        Rust,
        "\
use std::process::Command;
fn f() -> Result<()> {
    let out = Command::new(\"sh\").arg(\"-c\").args([\"a\", r#\"b\"c\"#]).env_clear().output().await?;
    for x in xs { step(x, 1_000u64, -1.5, 'c', None, Some(3), true); }
    while more() { next()?; }
    loop { tick().await; }
    let _ = drop_it();
    client.get::<Reply>(url).send()?.json().await
}
fn g() { x.y[0].z(60 * 60, &name.to_string(), |a| a + 1, (1, 2), Limits { deep: Some(2), flag }, b\"q\", self.a.b) }
fn h() { items.iter().map(|x| call(x)).collect::<Vec<_>>(); <T as Tool>::run(1); Box::new(Thing::default()); if check() { a() } }
",
    );
    expect(
        calls(&facts),
        &[
            "3 std.process.Command.new().arg().args().env_clear().output() in f",
            "3 std.process.Command.new().arg().args().env_clear() in f",
            "3 std.process.Command.new().arg().args([\"a\", \"b\\\"c\"]) in f",
            "3 std.process.Command.new().arg(\"-c\") in f",
            "3 std.process.Command.new(\"sh\") in f",
            "4 self.step(x, 1_000, -1.5, \"c\", null, 3, true) in f loop unused",
            "5 self.more() in f loop",
            "5 self.next() in f loop",
            "6 self.tick() in f loop unused",
            "7 self.drop_it() in f unused",
            "8 client.get().send().json() in f",
            "8 client.get().send() in f",
            "8 client.get(url) in f",
            "10 x.y[].z(3600, name, <|a| a + 1>, [1, 2], Limits({deep: 2, flag: flag}), \"q\", self.a.b) in g",
            "10 Limits(deep=2, flag=flag) in g",
            "11 items.iter().map(<|x| call(x)>) in h",
            "11 self.call(x) in h",
            "11 T.run(1) in h unused",
            "11 Box.new(Thing.default()) in h unused",
            "11 Thing.default() in h",
            "11 self.check() in h",
            "11 self.a() in h",
        ],
    );
}

#[test]
fn macros_are_calls() {
    let facts = facts(
        Rust,
        "\
use tracing::{info, warn as w};
fn f() {
    println!(\"x {}\", a);
    info!(tool = %name, count = 3, ?args, \"called\");
    w!(\"y\");
    tracing::error!(target: \"t\", \"z\");
    let v = vec![Command::new(\"sh\"), other.run(1).go()?];
    tokio::select! { r = child.wait() => done(r), _ = tokio::time::sleep(d) => {} }
    let j = json!({\"a\": [1, null, {\"b\": true}], \"c\": load(\"x\")});
    assert!(!ready(), \"no\");
}
",
    );
    expect(
        calls(&facts),
        &[
            "3 println!(\"x {}\", a) in f unused",
            "4 tracing.info!(tool=name, count=3, args, \"called\") in f unused",
            "5 tracing.warn!(\"y\") in f unused",
            "6 tracing.error!(<target: \"t\">, \"z\") in f unused",
            "7 vec!(Command.new(\"sh\"), <other.run(1).go()?>) in f",
            "7 Command.new(\"sh\") in f",
            "7 other.run(1) in f",
            "7 other.run().go() in f",
            "8 tokio.select!(r=<child.wait() => done(r)>, <_ = tokio::time::sleep(d) => {}>) in f",
            "8 child.wait() in f",
            "8 self.done(r) in f",
            "8 tokio.time.sleep(d) in f",
            "9 json!({a: [1, null, {b: true}], c: self.load(\"x\")}) in f",
            "9 self.load(\"x\") in f",
            "10 assert!(<!ready()>, \"no\") in f unused",
            "10 self.ready() in f",
        ],
    );
    expect(settings(&facts, SettingKind::Field), &["9 a=[1, null, {b: true}]", "9 b=true"]);
}

#[test]
fn tests_inside_are_no_product() {
    let text = "\
use std::fs;
/// Doc.
fn product() { fs::read(\"a\"); }
#[cfg(test)]
mod tests {
    use super::*;
    // note
    #[test]
    fn t() { std::process::Command::new(\"rm\"); }
}
#[tokio::test]
// between
async fn u() { run(); }
#[cfg(all(test, unix))]
fn v() { run(); }
#[cfg(any(test, feature = \"x\"))]
fn w() { kept(); }
#[cfg(not(test))]
fn x() { kept_too(); }
";
    let out = super::extract(Rust, "lib.rs", text);
    expect(
        calls(&out.facts),
        &["3 std.fs.read(\"a\") in product unused", "17 self.kept() in w unused", "19 self.kept_too() in x unused"],
    );
    let blanked: Vec<&str> = out.comments.iter().map(|(from, to)| &text[*from..*to]).collect();
    assert!(out.comments.windows(2).all(|pair| pair[0].1 <= pair[1].0));
    assert!(blanked[1].starts_with("#[cfg(test)]\nmod tests") && blanked[1].ends_with('}'), "{blanked:?}");
    assert!(blanked.iter().any(|part| part.starts_with("#[tokio::test]\n// between")), "{blanked:?}");
}

#[test]
fn defaults() {
    let facts = facts(
        Rust,
        "\
const MAX_TURNS: usize = 50;
static TIMEOUT: Duration = Duration::from_secs(30);
pub const NAMES: &[&str] = &[\"a\", \"b\"];
#[derive(Default)]
struct Flags { yolo: bool, n: u8 }
#[derive(Default)]
enum Policy { #[default] ReadOnly, Full }
impl Default for Config {
    fn default() -> Self {
        Self { auto_approve: true, limits: Limits { max_tokens: -1, ..Default::default() }, mode: \"ask\".to_string(), n, kept: self.kept }
    }
}
impl Config { const LIMIT: u32 = 7; fn set(&mut self) { self.steps = 12; self.name = other; const LOCAL: u8 = 1; } }
#[derive(Deserialize)]
struct File {
    #[serde(default)] debug: bool,
    #[serde(default = \"default_depth\")] depth: usize,
    #[serde(default = \"Default::default\")] tags: Vec<String>,
    #[serde(default = \"elsewhere::value\")] other: Thing,
    #[serde(rename = \"x\")] plain: u8,
    #[default = 9] smart: u8,
    #[builder(default = true)] built: bool,
}
fn default_depth() -> usize { 3 }
fn b() { Agent::builder().max_steps(9).verbose(false).name(\"x\").build(); list.take(5); }
",
    );
    expect(
        settings(&facts, SettingKind::Constant),
        &["1 max_turns=50", "2 timeout=Duration.from_secs(30)", "3 names=[\"a\", \"b\"]", "13 local=1"],
    );
    expect(
        settings(&facts, SettingKind::Field),
        &[
            "5 yolo=false",
            "7 policy=ReadOnly",
            "10 auto_approve=true",
            "10 limits=Limits({max_tokens: -1})",
            "10 mode=\"ask\"",
            "10 limits.max_tokens=-1",
            "13 limit=7",
            "13 steps=12",
            "16 debug=false",
            "17 depth=3",
            "18 tags=[]",
            "19 other=elsewhere.value()",
            "21 smart=9",
            "22 built=true",
        ],
    );
    expect(settings(&facts, SettingKind::Argument), &["10 kept=self.kept", "25 verbose=false", "25 max_steps=9"]);
}

#[test]
fn environment_and_options() {
    let facts = facts(
        Rust,
        "\
use std::env;
use clap::{Arg, ArgAction, Parser};
const KEY: &str = \"API_KEY\";
fn e() {
    let a = std::env::var(\"APP_MODE\").unwrap_or_else(|_| \"ask\".to_string());
    let b = env::var(\"APP_PORT\").ok().and_then(|p| p.parse().ok()).unwrap_or(8080);
    let c = env::var_os(KEY);
    let d = env::var(\"APP_YES\").map(|v| v == \"1\").unwrap_or(false);
    let e = env::var(\"APP_NAME\").unwrap_or(\"x\".into());
    let f = env::var(\"APP_DEF\").unwrap_or_default();
    let g = env_or(\"APP_OR\", \"d\");
    let h = env::var(\"APP_ON\").is_ok_and(|v| v == \"1\");
    let i = option_env!(\"APP_BUILD\");
    let j = env::var(name);
    let k = Config::builder().set_default(\"sandbox.enabled\", false);
}
#[derive(Parser)]
struct Cli {
    /// Doc
    #[arg(long, short, default_value = \"ask\")] mode: String,
    #[arg(long = \"dangerously-skip\", env = \"APP_SKIP\")] skip: bool,
    #[clap(long, default_value_t = 25)] max_turns: u32,
    #[arg(long, default_value = \"5\")] depth: u8,
    #[arg(long)] model: Option<String>,
    #[command(subcommand)] command: Cmd,
    #[command(flatten)] other: Other,
    path: String,
}
fn cli() {
    Command::new(\"x\").arg(Arg::new(\"yolo\").long(\"yolo\").short('y').action(ArgAction::SetTrue))
        .arg(Arg::new(\"turns\").long(\"max-turns\").default_value(\"12\").env(\"APP_TURNS\"))
        .arg(Arg::new(\"file\").required(true));
}
",
    );
    expect(
        settings(&facts, SettingKind::Environment),
        &[
            "5 app_mode=\"ask\"",
            "6 app_port=8080",
            "7 api_key=null",
            "8 app_yes=false",
            "9 app_name=\"x\"",
            "10 app_def=null",
            "11 app_or=\"d\"",
            "12 app_on=false",
            "13 app_build=null",
            "21 app_skip=null",
            "31 app_turns=12",
        ],
    );
    expect(
        settings(&facts, SettingKind::CliOption),
        &[
            "20 mode=\"ask\"",
            "21 dangerously_skip=false",
            "22 max_turns=25",
            "23 depth=5",
            "24 model=null",
            "30 yolo=false",
            "31 max_turns=12",
        ],
    );
    expect(settings(&facts, SettingKind::ConfigKey), &["15 sandbox.enabled=false"]);
}
