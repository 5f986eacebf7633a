// Command ops-pilot looks after a Kubernetes cluster with a language model.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"example.org/ops-pilot/internal/agent"
	"example.org/ops-pilot/internal/audit"
	"example.org/ops-pilot/internal/config"
	"example.org/ops-pilot/internal/confirm"
	"example.org/ops-pilot/internal/llm"
	"example.org/ops-pilot/internal/mcp"
	"example.org/ops-pilot/internal/tools"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ops-pilot:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	flags := flag.NewFlagSet("ops-pilot", flag.ContinueOnError)
	confirmWrites := flags.Bool("confirm", confirm.Shipped.RequireApproval, "show each command that changes something, and ask")
	maxSteps := flags.Int("max-steps", 15, "most rounds with the model")
	deadline := flags.Duration("deadline", 10*time.Minute, "most time for a run")
	namespace := flags.String("namespace", "default", "namespace to work in")
	configPath := flags.String("config", config.DefaultPath(), "settings")
	if err := flags.Parse(args); err != nil {
		return err
	}
	task := strings.Join(flags.Args(), " ")
	if task == "" {
		return fmt.Errorf("say what to do")
	}

	cfg, err := config.Load(*configPath)
	if err != nil {
		return err
	}
	key, err := llm.KeyFromEnv()
	if err != nil {
		return err
	}
	log, err := audit.Open(audit.DefaultPath())
	if err != nil {
		return err
	}
	defer log.Close()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, min(*deadline, time.Hour))
	defer cancel()

	gate := confirm.Gate{Enabled: *confirmWrites, In: os.Stdin, Out: os.Stderr}
	box := tools.NewBox(log, gate)
	if cfg.Enabled("kubectl") {
		box.Add(&tools.Kubectl{Namespace: *namespace, Impersonate: cfg.Impersonate})
	}
	if cfg.Enabled("run_program") {
		box.Add(&tools.Program{})
	}
	for _, server := range cfg.MCPServers {
		remote, err := mcp.Start(ctx, server)
		if err != nil {
			return fmt.Errorf("mcp server %s: %w", server.Name, err)
		}
		defer remote.Close()
		box.AddExternal(remote.Tools()...)
	}

	pilot := agent.Agent{
		Model:  llm.NewClient(key, cfg.Model),
		Box:    box,
		Limits: agent.Limits{Steps: min(*maxSteps, 50), Tokens: 200_000, Repeats: 3},
	}
	answer, err := pilot.Run(ctx, task)
	if err != nil {
		return err
	}
	fmt.Println(answer)
	return nil
}
