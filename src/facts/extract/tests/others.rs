//! Samples of the languages that share a walk.

use super::{calls, expect, facts, functions, imports, settings};
use crate::{facts::model::SettingKind, syntax::Language};

const KOTLIN: &str = r#"package desk
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
"#;

#[test]
fn kotlin() {
    let facts = facts(Language::Kotlin, KOTLIN);
    expect(
        imports(&facts),
        &[
            "2 io.modelcontextprotocol.kotlin.sdk.server.Server",
            "3 java.util.concurrent.TimeUnit as TU",
            "4 kotlinx.coroutines.*",
        ],
    );
    expect(
        functions(&facts),
        &[
            "6-7 Class Args() : Base, Iface @Serializable",
            "8-23 Class Desk()",
            "9-9 Class Desk.Companion()",
            "12-22 Method Desk.run(cmd, turns) @Tool",
        ],
    );
    expect(
        calls(&facts),
        &[
            "10 LoggerFactory.getLogger(\"a\") in Desk",
            "11 storage.boolean(true) in Desk",
            "13 ProcessBuilder().directory().start() in run",
            "13 ProcessBuilder().directory(File(\"x\")) in run",
            "13 ProcessBuilder(\"sh\", \"-c\", cmd) in run",
            "13 File(\"x\") in run",
            "14 System.getenv().toInt() in run",
            "14 System.getenv(\"WAIT\") in run",
            "15 Logger.info(\"a $cmd\") in run unused",
            "16 self.step(i) in run loop unused",
            "17 tick.next() in run loop unused",
            "18 java.util.concurrent.TimeUnit.SECONDS.sleep(1) in run unused",
            "20 self.ask(title=\"Sure?\", default=false) in run unused",
            "20 self.use(reply) in run",
            "21 self.find() in run unused",
        ],
    );
    expect(settings(&facts, SettingKind::Constant), &["5 max_turns=5", "9 name=\"x\""]);
    expect(
        settings(&facts, SettingKind::Field),
        &["10 log=LoggerFactory.getLogger(\"a\")", "11 shell=true", "19 timeout=30"],
    );
    expect(settings(&facts, SettingKind::Parameter), &["7 limit=10", "12 turns=3"]);
    expect(settings(&facts, SettingKind::Environment), &["14 wait=5"]);
    expect(settings(&facts, SettingKind::Argument), &["20 title=\"Sure?\"", "20 default=false"]);
}

const JAVA: &str = r#"package desk;
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
"#;

#[test]
fn java() {
    let facts = facts(Language::Java, JAVA);
    expect(imports(&facts), &["2 java.nio.file.Files", "3 java.lang.System.getenv", "4 org.slf4j.*"]);
    expect(
        functions(&facts),
        &[
            "5-25 Class Desk() : Base, Runs, Holds @Service",
            "10-23 Method Desk.run(cmd, n) @Tool",
            "24-24 Method Desk.Desk(x)",
        ],
    );
    expect(
        calls(&facts),
        &[
            "8 LoggerFactory.getLogger(<Desk.class>) in Desk",
            "12 ProcessBuilder().start() in run",
            "12 ProcessBuilder(\"sh\", \"-c\", cmd) in run",
            "13 Runtime.getRuntime().exec(cmd) in run unused",
            "13 Runtime.getRuntime() in run",
            "14 java.lang.System.getenv(\"MODE\") in run",
            "14 java.lang.System.getenv(\"MODE\") in run",
            "15 Optional.ofNullable().orElse(\"/srv\") in run",
            "15 Optional.ofNullable(System.getenv(\"DESK_HOME\")) in run",
            "15 System.getenv(\"DESK_HOME\") in run",
            "16 Logger.info(\"a\") in run unused",
            "17 self.step(s) in run loop unused",
            "18 self.tick() in run loop unused",
            "19 java.nio.file.Files.writeString(p, \"\\n      text\") in run unused",
        ],
    );
    expect(settings(&facts, SettingKind::Constant), &["7 max_turns=10"]);
    expect(settings(&facts, SettingKind::Field), &["8 log=LoggerFactory.getLogger(<Desk.class>)", "21 timeout=30"]);
    expect(settings(&facts, SettingKind::Environment), &["14 mode=null", "14 mode=\"safe\"", "15 desk_home=\"/srv\""]);
    expect(settings(&facts, SettingKind::ConfigKey), &["9 desk.limit=5"]);
    expect(settings(&facts, SettingKind::Argument), &["10 name=\"run\"", "10 description=\"a b\""]);
}

const C: &str = r#"#include <stdio.h>
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
"#;

#[test]
fn c() {
    let facts = facts(Language::C, C);
    expect(imports(&facts), &["1 stdio.h", "2 desk/tool.h"]);
    expect(functions(&facts), &["5-5 Class tool_t()", "7-17 Function run(cmd, n)"]);
    expect(
        calls(&facts),
        &[
            "8 c:getenv(\"DESK_MODE\") in run",
            "9 c:popen(cmd, \"r\") in run",
            "10 c:step(i) in run loop unused",
            "11 c:tick() in run loop unused",
            "13 cfg.log.write(\"ab\") in run unused",
            "14 c:execvp(<argv[0]>, argv) in run unused",
            "15 c:strncmp(path, root, strlen(root)) in run",
            "15 c:strlen(root) in run",
        ],
    );
    expect(
        settings(&facts, SettingKind::Constant),
        &["3 max_lines=65536", "4 name=\"desk\"", "6 timeout=30", "18 defaults={level: 3, name: \"a\"}"],
    );
    expect(settings(&facts, SettingKind::Field), &["12 max_turns=5", "18 level=3", "18 name=\"a\""]);
    expect(settings(&facts, SettingKind::Environment), &["8 desk_mode=null"]);
}

const CPP: &str = r#"#include <cstdlib>
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
"#;

#[test]
fn cpp() {
    let facts = facts(Language::Cpp, CPP);
    expect(imports(&facts), &["1 cstdlib"]);
    expect(
        functions(&facts),
        &["3-7 Class Runner() : Base", "5-5 Method Runner.Runner(turns)", "8-14 Method Runner.run(cmd)"],
    );
    expect(
        calls(&facts),
        &[
            "9 std.system(cmd.c_str()) in run unused",
            "9 cmd.c_str() in run",
            "10 std.make_unique(\"raw\") in run",
            "11 this.log(\"a\") in run unused",
            "12 c:step(x) in run loop unused",
            "13 Job(2) in run unused",
        ],
    );
    expect(settings(&facts, SettingKind::Constant), &["6 k_max=4"]);
    expect(settings(&facts, SettingKind::Parameter), &["5 turns=3"]);
}

const CSHARP: &str = r#"using System.Diagnostics;
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
"#;

#[test]
fn csharp() {
    let facts = facts(Language::CSharp, CSHARP);
    expect(imports(&facts), &["1 System.Diagnostics", "2 System.IO.File as Files"]);
    expect(
        functions(&facts),
        &[
            "4-21 Class Runner() : Base, IRuns @McpServerToolType",
            "9-20 Method Runner.Run(cmd, turns, token) @McpServerTool @Description",
        ],
    );
    expect(
        calls(&facts),
        &[
            "11 Process.Start(ProcessStartInfo(\"sh\", cmd)) in Run",
            "11 ProcessStartInfo(FileName=\"sh\", Arguments=cmd) in Run",
            "12 Environment.GetEnvironmentVariable(\"DESK_MODE\") in Run",
            "13 http.GetAsync(<$\"a{cmd}\">) in Run",
            "14 Step(x) in Run loop unused",
            "15 ILogger.LogInformation(\"a\") in Run unused",
            "16 desk.Ask(title=\"b\", force=true) in Run unused",
            "17 System.IO.File.WriteAllText(\"x\", \"y\") in Run unused",
        ],
    );
    expect(settings(&facts, SettingKind::Constant), &["6 max_turns=5"]);
    expect(settings(&facts, SettingKind::Field), &["7 limit=10", "18 timeout=30"]);
    expect(settings(&facts, SettingKind::Parameter), &["10 turns=3", "10 token=<default>"]);
    expect(settings(&facts, SettingKind::Environment), &["12 desk_mode=\"safe\""]);
    expect(
        settings(&facts, SettingKind::Argument),
        &["9 name=\"run\"", "9 read_only=true", "16 title=\"b\"", "16 force=true"],
    );
}

const ELIXIR: &str = r#"defmodule Desk.Runner do
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
"#;

#[test]
fn elixir() {
    let facts = facts(Language::Elixir, ELIXIR);
    expect(imports(&facts), &["3 GenServer", "4 Desk.Shell", "5 Desk.Ask", "5 Desk.Log", "6 Desk.Long.Name as Short"]);
    expect(
        functions(&facts),
        &[
            "1-22 Class Desk.Runner() : GenServer",
            "8-20 Function Desk.Runner.run(cmd, opts)",
            "21-21 Function Desk.Runner.step(x)",
        ],
    );
    expect(
        calls(&facts),
        &[
            "8 self.is_binary(cmd) in run",
            "9 System.cmd(\"sh\", [\"-c\", cmd], cd=dir, timeout=5) in run",
            "10 System.get_env(\"DESK_MODE\", \"safe\") in run",
            "11 System.get_env(\"DESK_HOME\") in run",
            "12 Keyword.get(opts, \"limit\", 20) in run",
            "13 Desk.Shell.run(cmd) in run",
            "13 Enum.map(step) in run",
            "14 os.cmd(\"ls\") in run unused",
            "15 Desk.Ask.confirm(<\"a #{cmd}\">) in run unused",
            "16 Desk.Long.Name.go() in run unused",
            "18 self.fun(1) in run unused",
            "19 Application.get_env(\"desk\", \"strict\", true) in run",
            "19 self.step(1) in run",
        ],
    );
    expect(settings(&facts, SettingKind::Constant), &["7 timeout=5_000"]);
    expect(settings(&facts, SettingKind::Parameter), &["8 opts=[]", "12 limit=20"]);
    expect(settings(&facts, SettingKind::Environment), &["10 desk_mode=\"safe\"", "11 desk_home=\"/srv\""]);
    expect(settings(&facts, SettingKind::ConfigKey), &["19 strict=true"]);
    expect(settings(&facts, SettingKind::Argument), &["9 timeout=5"]);
}
