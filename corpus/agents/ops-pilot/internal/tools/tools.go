// Package tools holds what the model may do.
package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-pilot/internal/audit"
	"example.org/ops-pilot/internal/confirm"
	"example.org/ops-pilot/internal/redact"
)

// Tool is one built-in action.
type Tool interface {
	Definition() openai.FunctionDefinition
	// Prepare checks the arguments and gives the exact command line.
	Prepare(arguments json.RawMessage) (command []string, stdin string, risk confirm.Risk, err error)
}

// External is a tool of an MCP server.
type External interface {
	Definition() openai.FunctionDefinition
	Call(ctx context.Context, arguments json.RawMessage) (string, error)
}

const callTimeout = 30 * time.Second

// Box runs calls, one at a time, and records them.
type Box struct {
	log      *audit.Log
	gate     confirm.Gate
	builtin  map[string]Tool
	external map[string]External
}

// NewBox returns an empty box.
func NewBox(log *audit.Log, gate confirm.Gate) *Box {
	return &Box{log: log, gate: gate, builtin: map[string]Tool{}, external: map[string]External{}}
}

// Add makes a built-in tool available.
func (b *Box) Add(tool Tool) { b.builtin[tool.Definition().Name] = tool }

// AddExternal makes tools of an MCP server available.
func (b *Box) AddExternal(tools ...External) {
	for _, tool := range tools {
		b.external[tool.Definition().Name] = tool
	}
}

// Definitions is what the model is told.
func (b *Box) Definitions() []openai.Tool {
	var all []openai.Tool
	for _, tool := range b.builtin {
		definition := tool.Definition()
		all = append(all, openai.Tool{Type: openai.ToolTypeFunction, Function: &definition})
	}
	for _, tool := range b.external {
		definition := tool.Definition()
		all = append(all, openai.Tool{Type: openai.ToolTypeFunction, Function: &definition})
	}
	return all
}

// Call runs a tool within the time that a call may take. Nothing runs that is not recorded.
func (b *Box) Call(ctx context.Context, name, arguments string) string {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	call, err := b.log.Start(name, arguments)
	if err != nil {
		return fmt.Sprintf("not run, it cannot be recorded: %v", err)
	}
	begin := time.Now()
	result, err := b.dispatch(ctx, call, name, json.RawMessage(arguments))
	status := "ok"
	if err != nil {
		status, result = "error", err.Error()
	}
	if err := b.log.Finish(call, name, status, time.Since(begin)); err != nil {
		return fmt.Sprintf("the outcome cannot be recorded: %v", err)
	}
	return redact.Text(result)
}

func (b *Box) dispatch(ctx context.Context, call int, name string, arguments json.RawMessage) (string, error) {
	if tool, ok := b.external[name]; ok {
		return tool.Call(ctx, arguments)
	}
	tool, ok := b.builtin[name]
	if !ok {
		return "", fmt.Errorf("no tool %q", name)
	}
	command, stdin, risk, err := tool.Prepare(arguments)
	if err != nil {
		return "", err
	}
	allowed, answer := b.gate.Allow(risk, command)
	if err := b.log.Decision(call, name, answer); err != nil {
		return "", err
	}
	if !allowed {
		return "The operator refused.", nil
	}
	return runCommand(ctx, command, stdin)
}
