use super::{calls, expect, facts, functions, imports, settings};
use crate::{facts::model::SettingKind::*, syntax::Language};

const KOTLIN: &str = r##"package desk
import io.modelcontextprotocol.kotlin.sdk.server.Server
import java.util.concurrent.TimeUnit as TU
import kotlinx.coroutines.*
const val MAX_TURNS = 5
@Serializable
data class Args(val url: String, val limit: Int = 10) : Base(), Iface
class Desk(private val api: Api) {
    companion object { const val NAME = "x" }
    private val log: Logger = LoggerFactory.getLogger("a")
    var shell by storage.boolean(true)
    @Tool("d") fun run(cmd: String, turns: Int = 3): Int? {
        val p = ProcessBuilder("sh", "-c", cmd).directory(File("x")).start()
        val wait = System.getenv("WAIT")?.toInt() ?: 5
        log.info("a $cmd")
        for (i in 1..3) { step(i) }
        while (true) { tick!!.next() }
        TU.SECONDS.sleep(1)
        config.timeout = 30
        ask(title = "Sure?", default = false) { reply -> use(reply) }
        return try { find() } catch (e: Exception) { null }
    }
}
"##;

#[test]
fn kotlin() {
    let facts = facts(Language::Kotlin, KOTLIN);
    eprintln!("@@Kotlin");
    let all = [("imports", imports(&facts)), ("functions", functions(&facts)), ("calls", calls(&facts)), ("constants", settings(&facts, Constant)), ("fields", settings(&facts, Field)), ("parameters", settings(&facts, Parameter)), ("environment", settings(&facts, Environment)), ("keys", settings(&facts, ConfigKey)), ("arguments", settings(&facts, Argument)), ("coverage", vec![format!("{:?}", facts.coverage)])];
    for (what, list) in all { eprintln!("@{what}"); for l in list { eprintln!("  {l}"); } }
    let _ = expect;
}

const JAVA: &str = r##"package desk;
import java.nio.file.Files;
import static java.lang.System.getenv;
import org.slf4j.*;
@Service
public class Desk extends Base implements Runs, Holds<String> {
  private static final int MAX_TURNS = 10;
  private final Logger log = LoggerFactory.getLogger(Desk.class);
  @Value("${desk.limit:5}") private int limit;
  @Tool(name = "run", description = "a " + "b")
  public String run(String cmd, int... n) throws Exception {
    Process p = new ProcessBuilder("sh", "-c", cmd).start();
    Runtime.getRuntime().exec(cmd);
    String mode = getenv("MODE") != null ? getenv("MODE") : "safe";
    String home = Optional.ofNullable(System.getenv("DESK_HOME")).orElse("/srv");
    this.log.info("a");
    for (String s : list) { step(s); }
    while (true) { tick(); }
    Files.writeString(p, """
      text""");
    config.timeout = 30;
    return null;
  }
  Desk(int x) { super(x); }
}
"##;

#[test]
fn java() {
    let facts = facts(Language::Java, JAVA);
    eprintln!("@@Java");
    let all = [("imports", imports(&facts)), ("functions", functions(&facts)), ("calls", calls(&facts)), ("constants", settings(&facts, Constant)), ("fields", settings(&facts, Field)), ("parameters", settings(&facts, Parameter)), ("environment", settings(&facts, Environment)), ("keys", settings(&facts, ConfigKey)), ("arguments", settings(&facts, Argument)), ("coverage", vec![format!("{:?}", facts.coverage)])];
    for (what, list) in all { eprintln!("@{what}"); for l in list { eprintln!("  {l}"); } }
    let _ = expect;
}

const C: &str = r##"#include <stdio.h>
#include "desk/tool.h"
#define MAX_LINES (64 * 1024)
#define NAME "desk"
typedef struct { const char *name; int level; } tool_t;
static int timeout = 30;
static char *run(const char *cmd, int n) {
  const char *mode = getenv("DESK_MODE");
  FILE *f = popen(cmd, "r");
  for (int i = 0; i < n; i++) { step(i); }
  while (1) { tick(); }
  cfg->max_turns = 5;
  cfg->log->write("a" "b");
  execvp(argv[0], argv);
  if (strncmp(path, root, strlen(root)) == 0) return NULL;
  return mode;
}
static const struct opts defaults = { .level = 3, .name = "a" };
"##;

#[test]
fn c() {
    let facts = facts(Language::C, C);
    eprintln!("@@C");
    let all = [("imports", imports(&facts)), ("functions", functions(&facts)), ("calls", calls(&facts)), ("constants", settings(&facts, Constant)), ("fields", settings(&facts, Field)), ("parameters", settings(&facts, Parameter)), ("environment", settings(&facts, Environment)), ("keys", settings(&facts, ConfigKey)), ("arguments", settings(&facts, Argument)), ("coverage", vec![format!("{:?}", facts.coverage)])];
    for (what, list) in all { eprintln!("@{what}"); for l in list { eprintln!("  {l}"); } }
    let _ = expect;
}

const CPP: &str = r##"#include <cstdlib>
namespace desk {
class Runner : public Base {
 public:
  explicit Runner(int turns = 3) : turns_(turns) {}
  static constexpr int kMax = 4;
};
void Runner::run(const std::string &cmd) {
  std::system(cmd.c_str());
  auto p = std::make_unique<Other>(R"(raw)");
  this->log("a");
  for (auto &x : list) { step(x); }
  new Job(2);
}
}
"##;

#[test]
fn cpp() {
    let facts = facts(Language::Cpp, CPP);
    eprintln!("@@Cpp");
    let all = [("imports", imports(&facts)), ("functions", functions(&facts)), ("calls", calls(&facts)), ("constants", settings(&facts, Constant)), ("fields", settings(&facts, Field)), ("parameters", settings(&facts, Parameter)), ("environment", settings(&facts, Environment)), ("keys", settings(&facts, ConfigKey)), ("arguments", settings(&facts, Argument)), ("coverage", vec![format!("{:?}", facts.coverage)])];
    for (what, list) in all { eprintln!("@{what}"); for l in list { eprintln!("  {l}"); } }
    let _ = expect;
}

const CSHARP: &str = r##"using System.Diagnostics;
using Files = System.IO.File;
namespace Desk;
[McpServerToolType]
public class Runner : Base, IRuns {
  private const int MaxTurns = 5;
  public int Limit { get; set; } = 10;
  private readonly ILogger<Runner> _log;
  [McpServerTool(Name = "run", ReadOnly = true), Description("d")]
  public static async Task<string> Run([Description("c")] string cmd, int turns = 3, CancellationToken token = default) {
    var p = Process.Start(new ProcessStartInfo { FileName = "sh", Arguments = cmd });
    var mode = Environment.GetEnvironmentVariable("DESK_MODE") ?? "safe";
    await http.GetAsync($"a{cmd}");
    foreach (var x in list) { Step(x); }
    this._log.LogInformation("a");
    desk?.Ask(title: "b", force: true);
    Files.WriteAllText("x", @"y");
    options.Timeout = 30;
    return "";
  }
}
"##;

#[test]
fn csharp() {
    let facts = facts(Language::CSharp, CSHARP);
    eprintln!("@@CSharp");
    let all = [("imports", imports(&facts)), ("functions", functions(&facts)), ("calls", calls(&facts)), ("constants", settings(&facts, Constant)), ("fields", settings(&facts, Field)), ("parameters", settings(&facts, Parameter)), ("environment", settings(&facts, Environment)), ("keys", settings(&facts, ConfigKey)), ("arguments", settings(&facts, Argument)), ("coverage", vec![format!("{:?}", facts.coverage)])];
    for (what, list) in all { eprintln!("@{what}"); for l in list { eprintln!("  {l}"); } }
    let _ = expect;
}

const ELIXIR: &str = r##"defmodule Desk.Runner do
  @moduledoc "System.cmd in a text"
  use GenServer
  alias Desk.Shell
  alias Desk.{Ask, Log}
  alias Desk.Long.Name, as: Short
  @timeout 5_000
  def run(cmd, opts \\ []) when is_binary(cmd) do
    {out, 0} = System.cmd("sh", ["-c", cmd], cd: dir, timeout: 5)
    mode = System.get_env("DESK_MODE", "safe")
    home = System.get_env("DESK_HOME") || "/srv"
    limit = Keyword.get(opts, :limit, 20)
    Shell.run(cmd) |> Enum.map(&step/1)
    :os.cmd('ls')
    Ask.confirm("a #{cmd}")
    Short.go()
    config.timeout
    fun.(1)
    if Application.get_env(:desk, :strict, true), do: step(1)
  end
  defp step(x), do: x
end
"##;

#[test]
fn elixir() {
    let facts = facts(Language::Elixir, ELIXIR);
    eprintln!("@@Elixir");
    let all = [("imports", imports(&facts)), ("functions", functions(&facts)), ("calls", calls(&facts)), ("constants", settings(&facts, Constant)), ("fields", settings(&facts, Field)), ("parameters", settings(&facts, Parameter)), ("environment", settings(&facts, Environment)), ("keys", settings(&facts, ConfigKey)), ("arguments", settings(&facts, Argument)), ("coverage", vec![format!("{:?}", facts.coverage)])];
    for (what, list) in all { eprintln!("@{what}"); for l in list { eprintln!("  {l}"); } }
    let _ = expect;
}
