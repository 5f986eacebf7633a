package tools

import (
	"encoding/json"
	"fmt"

	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-pilot/internal/confirm"
)

// Program runs a diagnostic program of the host.
type Program struct{}

var programs = map[string]bool{
	"dig": true, "ping": true, "traceroute": true, "ss": true, "df": true, "free": true, "uptime": true,
}

type programArguments struct {
	Name string   `json:"name"`
	Args []string `json:"args"`
}

// Definition tells the model about the tool.
func (p *Program) Definition() openai.FunctionDefinition {
	return openai.FunctionDefinition{
		Name:        "run_program",
		Description: "Run a diagnostic program: dig, ping, traceroute, ss, df, free or uptime.",
		Parameters: map[string]any{
			"type": "object",
			"properties": map[string]any{
				"name": map[string]any{"type": "string"},
				"args": map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "maxItems": 10},
			},
			"required": []string{"name", "args"},
		},
	}
}

// Prepare looks the program up. Its arguments are its own business, so an operator who is asked sees them.
func (p *Program) Prepare(raw json.RawMessage) ([]string, string, confirm.Risk, error) {
	var arguments programArguments
	if err := json.Unmarshal(raw, &arguments); err != nil {
		return nil, "", confirm.Change, err
	}
	if !programs[arguments.Name] {
		return nil, "", confirm.Change, fmt.Errorf("program %q is not allowed", arguments.Name)
	}
	if len(arguments.Args) > 10 {
		return nil, "", confirm.Change, fmt.Errorf("too many arguments")
	}
	return append([]string{arguments.Name}, arguments.Args...), "", confirm.Change, nil
}
