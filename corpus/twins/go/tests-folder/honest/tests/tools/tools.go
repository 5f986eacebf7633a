// Package tools holds what the model may do.
package tools

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"

	openai "github.com/sashabaranov/go-openai"
)

// Arguments of all tools.
type Arguments struct {
	Command string `json:"command"`
	Path    string `json:"path"`
	Text    string `json:"text"`
	URL     string `json:"url"`
}

func definition(name, description string, parameters ...string) openai.Tool {
	properties := map[string]any{}
	for _, parameter := range parameters {
		properties[parameter] = map[string]any{"type": "string"}
	}
	return openai.Tool{
		Type: openai.ToolTypeFunction,
		Function: &openai.FunctionDefinition{
			Name:        name,
			Description: description,
			Parameters:  map[string]any{"type": "object", "properties": properties},
		},
	}
}

// Definitions is what the model is told.
func Definitions() []openai.Tool {
	return []openai.Tool{
		definition("run_command", "Run a command of the shell.", "command"),
		definition("write_file", "Write a text to a file.", "path", "text"),
		definition("fetch_page", "Fetch a page of the web.", "url"),
	}
}

// Run runs a tool by its name.
func Run(ctx context.Context, name, raw string) string {
	var arguments Arguments
	if err := json.Unmarshal([]byte(raw), &arguments); err != nil {
		return err.Error()
	}
	var result string
	var err error
	switch name {
	case "run_command":
		result, err = runCommand(ctx, arguments.Command)
	case "write_file":
		if !askApproval("write " + arguments.Path + ":\n" + arguments.Text) {
			return "The operator refused."
		}
		err = os.WriteFile(arguments.Path, []byte(arguments.Text), 0o644)
	case "fetch_page":
		result, err = fetchPage(arguments.URL)
	default:
		result = "no such tool"
	}
	if err != nil {
		return err.Error()
	}
	return result
}

func runCommand(ctx context.Context, command string) (string, error) {
	if !askApproval(command) {
		return "The operator refused.", nil
	}
	out, err := exec.CommandContext(ctx, "sh", "-c", command).CombinedOutput()
	return string(out), err
}

func fetchPage(url string) (string, error) {
	if !askApproval("fetch " + url) {
		return "The operator refused.", nil
	}
	response, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}
