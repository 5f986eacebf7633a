use super::{calls, expect, facts, functions, imports, settings};
use crate::{facts::model::SettingKind, syntax::Language::Go};

#[test]
fn callees_are_resolved_through_imports() {
    let facts = facts(
        Go,
        "\
package main

import (
\t\"os/exec\"
\tstd \"net/http\"
\t_ \"embed\"
\topenai \"github.com/sashabaranov/go-openai\"
\t\"github.com/mark3labs/mcp-go/mcp\"
)

func (s *Server) Run(ctx context.Context, name string, args ...string) error {
\tcmd := exec.CommandContext(ctx, name, \"-c\", 5)
\tfor i := 0; i < 3; i++ {
\t\tcmd.Run()
\t}
\tgo s.loop()
\tdefer cleanup()
\tclient := &std.Client{Timeout: 10, Transport: nil}
\tif err := s.start(client); err != nil { return err }
\tnewCmd := exec.Command
\tnewCmd(\"x\")
\ttool := mcp.NewTool(\"a\", mcp.WithString(\"p\"))
\t_ = []string{\"a\"}
\thandler := func(x int) { use(x) }
\treturn Generic[int](tool).Do(Opts{1, true})
}
",
    );
    expect(
        imports(&facts),
        &[
            "4 os/exec",
            "5 net/http as std",
            "6 embed as _",
            "7 github.com/sashabaranov/go-openai as openai",
            "8 github.com/mark3labs/mcp-go/mcp",
        ],
    );
    expect(functions(&facts), &["11-26 Method Server.Run(ctx, name, args)", "24-24 Function Server.Run.handler(x)"]);
    expect(
        calls(&facts),
        &[
            "12 os/exec.CommandContext(ctx, name, \"-c\", 5) in Run",
            "14 cmd.Run() in Run loop unused",
            "16 s.loop() in Run unused",
            "17 cleanup() in Run unused",
            "18 net/http.Client(Timeout=10, Transport=null) in Run",
            "19 s.start(client) in Run",
            "21 os/exec.Command(\"x\") in Run unused",
            "22 github.com/mark3labs/mcp-go/mcp.NewTool(\"a\", github.com/mark3labs/mcp-go/mcp.WithString(\"p\")) in Run",
            "22 github.com/mark3labs/mcp-go/mcp.WithString(\"p\") in Run",
            "24 use(x) in handler unused",
            "25 Generic().Do(Opts([1, true])) in Run",
            "25 Generic(tool) in Run",
            "25 Opts(1, true) in Run",
        ],
    );
}

#[test]
fn types() {
    let facts = facts(
        Go,
        "package a\ntype Tool struct {\n\tBase\n\t*pkg.Other\n\tname string\n}\ntype Runner interface { Run() }\ntype ID string\n",
    );
    expect(functions(&facts), &["2-6 Class Tool() : Base, pkg.Other"]);
}

#[test]
fn defaults() {
    let facts = facts(
        Go,
        "\
package a
const MaxTurns = 50
var (
\tDefaultTimeout = 30 * time.Second
\ta, b = 1, \"x\"
)
const Limit int = 1 << 20
type Config struct {
\tMode string `json:\"mode\" default:\"ask\"`
\tToken string `env:\"APP_TOKEN,required\"`
\tPort int `env:\"PORT\" envDefault:\"8080\"`
}
func New() *Config {
\tc := &Config{AutoApprove: true, Limits: Limits{MaxTokens: -1}, Tags: map[string]bool{\"x\": false}}
\tif c.Steps == 0 { c.Steps = 12 }
\treturn c
}
",
    );
    expect(
        settings(&facts, SettingKind::Constant),
        &["2 max_turns=50", "4 default_timeout=<30 * time.Second>", "5 a=1", "5 b=\"x\"", "7 limit=1048576"],
    );
    expect(
        settings(&facts, SettingKind::Field),
        &[
            "9 mode=\"ask\"",
            "14 auto_approve=true",
            "14 limits=Limits({MaxTokens: -1})",
            "14 limits.max_tokens=-1",
            "14 tags={x: false}",
            "14 tags.x=false",
            "15 steps=12",
        ],
    );
    expect(settings(&facts, SettingKind::Environment), &["10 app_token=null", "11 port=8080"]);
}

#[test]
fn environment_and_options() {
    let facts = facts(
        Go,
        "\
package a
import (\"flag\"; \"os\"; \"github.com/spf13/viper\"; \"github.com/urfave/cli/v2\")
var yes = flag.Bool(\"yes\", false, \"assume yes\")
func main() {
\tflag.IntVar(&n, \"max-turns\", 25, \"turns\")
\tcmd.Flags().BoolVarP(&yolo, \"yolo\", \"y\", true, \"no questions\")
\tcmd.PersistentFlags().StringP(\"mode\", \"m\", \"ask\", \"mode\")
\tviper.SetDefault(\"sandbox.enabled\", false)
\tmode := os.Getenv(\"APP_MODE\")
\tport := getEnvOrDefault(\"APP_PORT\", \"80\")
\tapp.Flags = []cli.Flag{&cli.BoolFlag{Name: \"force\"}, &cli.IntFlag{Name: \"depth\", Value: 3}}
\tslog.String(\"key\", \"value\")
}
",
    );
    expect(
        settings(&facts, SettingKind::CliOption),
        &["3 yes=false", "5 max_turns=25", "6 yolo=true", "7 mode=\"ask\"", "11 force=false", "11 depth=3"],
    );
    expect(settings(&facts, SettingKind::ConfigKey), &["8 sandbox.enabled=false"]);
    expect(settings(&facts, SettingKind::Environment), &["9 app_mode=null", "10 app_port=\"80\""]);
}
