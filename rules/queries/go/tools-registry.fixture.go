package main

import (
	"context"
)

type Shell struct{}

// tool: registry shell(ctx, command: string, timeout: number) ->Execute body described in all
func (s *Shell) Name() string        { return "shell" }
func (s *Shell) Description() string { return "Runs a command" }

func (s *Shell) Execute(ctx context.Context, command string, timeout int) (string, error) {
	return run(command)
}

// Calculator is a tool of langchaingo.
type Calculator struct{}

// tool: registry calculator(ctx, input: string) ->Call body described in all
func (c Calculator) Name() string { return "calculator" }

func (c Calculator) Description() string {
	return "Calculates"
}

func (c Calculator) Call(ctx context.Context, input string) (string, error) {
	return eval(input)
}

type viewTool struct{}

// tool: registry view(path: string) ->Run body described in all
func (v *viewTool) Info() ToolInfo {
	return ToolInfo{
		Name:        "view",
		Description: "Shows a file",
		Parameters:  map[string]any{"path": map[string]any{"type": "string"}},
		Required:    []string{"path"},
	}
}

func (v *viewTool) Run(ctx context.Context, call ToolCall) (ToolResponse, error) {
	return read(call)
}

func NewViewTool() *viewTool { return &viewTool{} }

// tool: registry declared(x?: boolean) described
var declared = ToolDefinition{Name: "declared", Description: "By hand", Parameters: map[string]any{"type": "object", "properties": map[string]any{"x": map[string]any{"type": "boolean"}}}}

func (o Other) Name() string { return "no tool" }

func all() []Tool {
	return []Tool{&Shell{}, Calculator{}, NewViewTool()}
}
