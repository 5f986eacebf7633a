use super::{calls, expect, facts, functions, imports, settings};
use crate::{facts::model::SettingKind, syntax::Language::Python};

#[test]
fn callees_are_resolved_through_imports() {
    let facts = facts(
        Python,
        "\
import subprocess as sp, os
import a.b.c
from os import system, path as p
from .helpers import launch
from . import pkg
from x.y import (one, two as zwei)
from q import *
start = sp.Popen
sp.run(['ls', '-l'], shell=True, timeout=30)
os.system('x'); system(cmd)
p.join('a')
launch(); pkg.go()
zwei()
start('y')
a.b.c.d()
client.messages.create(model='m')
self.run()[0].go(*args, **{'k': 1}, **rest)
",
    );
    expect(
        imports(&facts),
        &[
            "1 subprocess as sp",
            "1 os",
            "2 a.b.c",
            "3 os system",
            "3 os path as p",
            "4 .helpers launch",
            "5 . pkg",
            "6 x.y one",
            "6 x.y two as zwei",
            "7 q *",
        ],
    );
    expect(
        calls(&facts),
        &[
            "9 subprocess.run([\"ls\", \"-l\"], shell=true, timeout=30) unused",
            "10 os.system(\"x\") unused",
            "10 os.system(cmd) unused",
            "11 os.path.join(\"a\") unused",
            "12 .helpers.launch() unused",
            "12 .pkg.go() unused",
            "13 x.y.two() unused",
            "14 subprocess.Popen(\"y\") unused",
            "15 a.b.c.d() unused",
            "16 client.messages.create(model=\"m\") unused",
            "17 self.run()[].go(<*args>, k=1, <**rest>) unused",
            "17 self.run()",
        ],
    );
    assert_eq!(facts.calls[0].written, "sp.run");
}

#[test]
fn functions_loops_and_results() {
    let facts = facts(
        Python,
        "\
@app.get('/x', tags=['a'])
@cached
async def handle(request, limit: int = 10, *args, flag=False, **kw):
    for item in fetch():
        await step(item)
        def inner():
            leaf()
    else:
        after()
    while check():
        pass
    return finish(await more())

class Agent(Base[T], mixins.Loud, metaclass=M):
    name: str = 'a'

    @staticmethod
    def go(self, x): x.run()

    def stop(self): pass
",
    );
    expect(
        functions(&facts),
        &[
            "3-12 Function handle(request, limit, args, flag, kw) @app.get @cached",
            "6-7 Function handle.inner()",
            "14-20 Class Agent() : Base, mixins.Loud",
            "18-18 Method Agent.go(x) @staticmethod",
            "20-20 Method Agent.stop()",
        ],
    );
    expect(
        calls(&facts),
        &[
            "4 fetch() in handle",
            "5 step(item) in handle loop unused",
            "7 leaf() in inner unused",
            "9 after() in handle unused",
            "10 check() in handle loop",
            "12 finish(more()) in handle",
            "12 more() in handle",
            "18 x.run() in go unused",
        ],
    );
}

#[test]
fn values() {
    let facts = facts(
        Python,
        "\
f('a' 'b', r'\\d', f'x{y}', f'plain', b'z', 'q\\n')
f(1_000, -2, 1.5e3, 60 * 60, None, True, (1, 2), {'a': {'b': 1}}, {1}, lambda: 0)
f(os.environ, g(h(1)), x if y else z, await w)
",
    );
    expect(
        calls(&facts)[..3].to_vec(),
        &[
            "1 f(\"ab\", \"\\\\d\", <f'x{y}'>, \"plain\", \"z\", \"q\\n\") unused",
            "2 f(1_000, -2, 1.5e3, 3600, null, true, [1, 2], {a: {b: 1}}, [1], <lambda: 0>) unused",
            "3 f(os.environ, g(h(1)), <x if y else z>, w) unused",
        ],
    );
}

#[test]
fn parameters_fields_and_constants() {
    let facts = facts(
        Python,
        "\
from pydantic import Field
MAX_TURNS = 50
OPTIONS = {'autoApprove': True, 'limits': {'maxTokens': 10}}
WINDOW: int = 60 * 60
if True:
    DEBUG = False

class Config(BaseModel):
    timeout: int = 30
    yolo: bool = Field(default=False, description='x')
    tries = Field(3)
    names: list[str] = field(default_factory=list)
    needed: str

    def __init__(self, auto_approve=True, *, mode: str = 'ask', other=DEFAULT):
        self.max_steps = 12
        self.other = other
        local = 5
",
    );
    expect(
        settings(&facts, SettingKind::Constant),
        &["2 max_turns=50", "3 options={autoApprove: true, limits: {maxTokens: 10}}", "4 window=3600", "6 debug=false"],
    );
    expect(
        settings(&facts, SettingKind::Field),
        &[
            "3 auto_approve=true",
            "3 limits={maxTokens: 10}",
            "3 limits.max_tokens=10",
            "9 timeout=30",
            "10 yolo=false",
            "11 tries=3",
            "12 names=[]",
            "16 max_steps=12",
        ],
    );
    expect(settings(&facts, SettingKind::Parameter), &["15 auto_approve=true", "15 mode=\"ask\"", "15 other=DEFAULT"]);
    let parameter = facts.settings.iter().find(|setting| setting.name == "mode").unwrap();
    assert_eq!(facts.functions[parameter.function.unwrap() as usize].name, "__init__");
}

#[test]
fn environment_and_options() {
    let facts = facts(
        Python,
        "\
import os
from os import environ, getenv
A = os.getenv('APP_MODE', 'safe')
B = os.environ.get('NO_DEFAULT')
C = environ['NEEDED']
D = getenv('X') or 'fallback'
E = int(os.environ.get('MAX_RETRIES', '3'))
F = env_bool('ALLOW_SHELL', True)
G = env.bool('DEBUG', default=False)
parser.add_argument('-y', '--yes', action='store_true')
parser.add_argument('--max-turns', type=int, default=25, help='n')
parser.add_argument('path')

@click.command()
@click.option('--auto/--no-auto', default=True)
@click.option('-f', is_flag=True)
def cli(auto, f, port: int = typer.Option(8000, '--port'), v: Annotated[bool, typer.Option()] = False): ...
limit = settings.get('rate_limit', 100)
",
    );
    expect(
        settings(&facts, SettingKind::Environment),
        &[
            "3 app_mode=\"safe\"",
            "4 no_default=null",
            "5 needed=null",
            "6 x=\"fallback\"",
            "7 max_retries=\"3\"",
            "8 allow_shell=true",
            "9 debug=false",
        ],
    );
    expect(
        settings(&facts, SettingKind::CliOption),
        &["10 yes=false", "11 max_turns=25", "15 auto=true", "16 f=false", "17 port=8000", "17 v=false"],
    );
    expect(settings(&facts, SettingKind::ConfigKey), &["18 rate_limit=100"]);
}

#[test]
fn arguments_are_settings_too() {
    let facts =
        facts(Python, "run(cmd, shell=True, options={'deep': {'er': 1}})\n@tool(needs_approval=True)\ndef f(): ...\n");
    expect(
        settings(&facts, SettingKind::Argument),
        &[
            "1 shell=true",
            "1 options={deep: {er: 1}}",
            "1 options.deep={er: 1}",
            "1 options.deep.er=1",
            "2 needs_approval=true",
        ],
    );
}

#[test]
fn written_callees_stand_on_one_line() {
    let facts = facts(Python, "(client\n  .chat\n  .create(model='x'))\n");
    assert_eq!(facts.calls[0].callee, "client.chat.create");
    assert_eq!(facts.calls[0].written, "create");
}
