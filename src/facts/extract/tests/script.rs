use super::{calls, expect, facts, functions, imports, settings};
use crate::{
    facts::model::SettingKind,
    syntax::Language::{JavaScript, Svelte, Tsx, TypeScript, Vue},
};

#[test]
fn callees_are_resolved_through_imports() {
    let facts = facts(
        TypeScript,
        "\
import cp, { exec as run, type Options } from 'node:child_process';
import * as fs from 'fs';
import OpenAI from 'openai';
import 'dotenv/config';
import path = require('path');
const { spawn } = require('child_process');
const { execFile: ef } = await import('node:child_process');
const pty = require('node-pty');
const runAsync = promisify(run);
export { a as b } from './other';
const go = cp.fork;
run('ls', { shell: true });
cp.execSync(`ls ${x}`);
spawn('a'); ef('b'); pty.spawn('c');
await runAsync('d');
new OpenAI({ apiKey: process.env.KEY });
fs.promises.writeFile('x', 'y');
require('vm').runInNewContext('1');
go('e');
this.client?.chat.completions.create({ model: 'm' });
(await import('execa')).execa('f');
tools[name](args);
",
    );
    expect(
        imports(&facts),
        &[
            "1 child_process default as cp",
            "1 child_process exec as run",
            "1 child_process Options",
            "2 fs as fs",
            "3 openai default as OpenAI",
            "4 dotenv/config",
            "5 path as path",
            "6 child_process",
            "7 child_process",
            "8 node-pty",
            "10 ./other a as b",
            "18 vm",
            "21 execa",
        ],
    );
    expect(
        calls(&facts),
        &[
            "6 require(\"child_process\")",
            "7 import(\"node:child_process\")",
            "8 require(\"node-pty\")",
            "9 promisify(child_process.exec)",
            "12 child_process.exec(\"ls\", {shell: true}) unused",
            "13 child_process.execSync(<`ls ${x}`>) unused",
            "14 child_process.spawn(\"a\") unused",
            "14 child_process.execFile(\"b\") unused",
            "14 node-pty.spawn(\"c\") unused",
            "15 child_process.exec(\"d\") unused",
            "16 openai({apiKey: process.env.KEY}) unused",
            "17 fs.promises.writeFile(\"x\", \"y\") unused",
            "18 vm.runInNewContext(\"1\") unused",
            "18 require(\"vm\")",
            "19 child_process.fork(\"e\") unused",
            "20 this.client.chat.completions.create({model: \"m\"}) unused",
            "21 execa.execa(\"f\") unused",
            "21 import(\"execa\")",
            "22 tools[](args) unused",
        ],
    );
    assert_eq!(facts.calls[4].written, "run");
}

#[test]
fn functions_loops_and_results() {
    let facts = facts(
        TypeScript,
        "\
export async function handle({ path, mode = 'r' }: Args, limit = 10, ...rest: string[]) {
  for (const x of list()) { await step(x); }
  while (check()) each();
  items.map((x) => leaf(x));
}
const arrow = async (a, b) => finish(a);
@Injectable()
export class Agent extends Base<T> implements Runner, Loud {
  private name = 'a';
  constructor(private readonly client: Client) { super(client); }
  @Tool({ x: 1 })
  async run(cmd: string): Promise<void> { exec(cmd); }
  handler = (e) => stop(e);
}
const table = { open: (x) => go(x), close() { end(); } };
exports.main = function () { begin(); };
export default () => last();
interface Ignored { call(): void }
",
    );
    expect(
        functions(&facts),
        &[
            "1-5 Function handle(path, mode, limit, rest)",
            "6-6 Function arrow(a, b)",
            "8-14 Class Agent() : Base, Runner, Loud @Injectable",
            "10-10 Method Agent.constructor(client)",
            "12-12 Method Agent.run(cmd) @Tool",
            "13-13 Method Agent.handler(e)",
            "15-15 Function open(x)",
            "15-15 Function close()",
            "16-16 Function main()",
            "17-17 Function default()",
        ],
    );
    expect(
        calls(&facts),
        &[
            "2 list() in handle",
            "2 step(x) in handle loop unused",
            "3 check() in handle loop",
            "3 each() in handle loop unused",
            "4 items.map(<(x) => leaf(x)>) in handle unused",
            "4 leaf(x) in handle",
            "6 finish(a) in arrow",
            "10 super(client) in constructor unused",
            "12 exec(cmd) in run unused",
            "13 stop(e) in handler",
            "15 go(x) in open",
            "15 end() in close unused",
            "16 begin() in main unused",
            "17 last() in default",
        ],
    );
}

#[test]
fn defaults() {
    let facts = facts(
        TypeScript,
        "\
export const MAX_TURNS = 50 as const;
const config: Config = { autoApprove: true, limits: { 'max-tokens': 1024 * 4, off: null } } satisfies Config;
let WINDOW = 60 * 1000, empty;
class A { timeout = 30; static readonly mode: Mode = 'ask'; #secret = ''; run = () => 1; }
function f({ retries = 3, deep: { x = 1 } = {}, as: name = 'n' }: O = {}, port = 8080) {
  const { verbose = false } = options;
  this.maxSteps = opts.maxSteps ?? 12;
  const local = 5;
  return { allow: options.allow ?? false, other: options.other };
}
const schema = z.object({ tries: z.number().min(1).default(5), mode: z.enum(['a']).default('a').describe('x') });
",
    );
    expect(
        settings(&facts, SettingKind::Constant)[..3].to_vec(),
        &["1 max_turns=50", "2 config={autoApprove: true, limits: {max-tokens: 4096, off: null}}", "3 window=60000"],
    );
    expect(
        settings(&facts, SettingKind::Field),
        &[
            "2 auto_approve=true",
            "2 limits={max-tokens: 4096, off: null}",
            "2 limits.max_tokens=4096",
            "2 limits.off=null",
            "4 timeout=30",
            "4 mode=\"ask\"",
            "4 secret=\"\"",
            "7 max_steps=12",
            "9 allow=false",
            "9 other=options.other",
            "11 tries=5",
            "11 mode=\"a\"",
        ],
    );
    expect(
        settings(&facts, SettingKind::Parameter),
        &["5 retries=3", "5 x=1", "5 as=\"n\"", "5 port=8080", "6 verbose=false"],
    );
}

#[test]
fn environment_and_options() {
    let facts = facts(
        TypeScript,
        "\
const a = process.env.APP_MODE ?? 'safe';
const b = process.env['PORT'] || 3000;
const c = process.env.NEEDED!;
const d = import.meta.env.VITE_X;
const e = Number(process.env.MAX_RETRIES || '3');
const f = getEnv('ALLOW_SHELL', 'yes');
const g = Deno.env.get('HOME') ?? '/';
process.env.SET = '1';
program.option('-y, --yes', 'assume').option('--max-turns <n>', 'turns', 25).option('--no-color', 'c');
new Option('--level <l>', 'x').default('low');
yargs.option('sandbox', { type: 'boolean', default: true }).options({ trace: { type: 'boolean', default: false } });
static flags = { force: Flags.boolean({ char: 'f' }), depth: Flags.integer({ default: 4 }) };
",
    );
    expect(
        settings(&facts, SettingKind::Environment),
        &[
            "1 app_mode=\"safe\"",
            "2 port=3000",
            "3 needed=null",
            "4 vite_x=null",
            "5 max_retries=\"3\"",
            "6 allow_shell=\"yes\"",
            "7 home=\"/\"",
        ],
    );
    expect(
        settings(&facts, SettingKind::CliOption),
        &[
            "9 color=true",
            "9 max_turns=25",
            "9 yes=false",
            "10 level=\"low\"",
            "11 trace=false",
            "11 sandbox=true",
            "12 force=false",
            "12 depth=4",
        ],
    );
    assert!(settings(&facts, SettingKind::Argument).contains(&"11 trace=false".to_owned()));
}

#[test]
fn plain_javascript_and_jsx() {
    let facts = facts(
        JavaScript,
        "\
class T extends Tool { name = 'x'; async _call(q) { return eval(q); } }
module.exports = { run };
const view = <App onClick={() => send(1)} />;
",
    );
    expect(functions(&facts), &["1-1 Class T() : Tool", "1-1 Method T._call(q)"]);
    expect(calls(&facts), &["1 eval(q) in _call", "3 send(1)"]);
}

#[test]
fn tsx_and_components() {
    let tsx = facts(Tsx, "export function A() { return <b onClick={() => go(<C />)}>{list<string>()}</b>; }\n");
    assert_eq!(calls(&tsx).len(), 2);
    let vue = facts(
        Vue,
        "<template>\n  <p>{{ ignored() }}</p>\n</template>\n<script setup lang=\"ts\">\nimport { exec } from 'child_process'\nexec('x' as string)\n</script>\n",
    );
    expect(calls(&vue), &["6 child_process.exec(\"x\") unused"]);
    assert_eq!(vue.lines, 7);
    let svelte = facts(Svelte, "<script>\n  run()\n</script>\n<p>no</p>");
    expect(calls(&svelte), &["2 run() unused"]);
    assert!(facts(Vue, "<template/>").calls.is_empty());
}
