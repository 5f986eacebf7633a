package tools

import (
	"encoding/json"
	"fmt"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-pilot/internal/confirm"
)

// Kubectl runs kubectl in one namespace as a service account.
type Kubectl struct {
	Namespace   string
	Impersonate string
}

// verbs that may run, with what they can do.
var verbs = map[string]confirm.Risk{
	"get":      confirm.Read,
	"describe": confirm.Read,
	"logs":     confirm.Read,
	"top":      confirm.Read,
	"events":   confirm.Read,
	"scale":    confirm.Change,
	"rollout":  confirm.Change,
	"apply":    confirm.Change,
	"delete":   confirm.Destroy,
}

// Flags that would change who acts, where, or on what.
var forbiddenFlags = []string{
	"--as", "--as-group", "--as-uid", "--context", "--cluster", "--kubeconfig", "--server", "-s", "--token", "--user",
	"--raw", "--filename", "-f", "--kustomize", "-k", "--cache-dir", "--profile-output",
}

type kubectlArguments struct {
	Verb     string   `json:"verb"`
	Args     []string `json:"args"`
	Manifest string   `json:"manifest"`
}

// Definition tells the model about the tool.
func (k *Kubectl) Definition() openai.FunctionDefinition {
	return openai.FunctionDefinition{
		Name:        "kubectl",
		Description: "Run kubectl. Verbs: get, describe, logs, top, events, scale, rollout, apply, delete.",
		Parameters: map[string]any{
			"type": "object",
			"properties": map[string]any{
				"verb":     map[string]any{"type": "string", "enum": []string{"get", "describe", "logs", "top", "events", "scale", "rollout", "apply", "delete"}},
				"args":     map[string]any{"type": "array", "items": map[string]any{"type": "string"}, "maxItems": 20},
				"manifest": map[string]any{"type": "string", "description": "for apply"},
			},
			"required": []string{"verb", "args"},
		},
	}
}

// Prepare checks verb and flags.
func (k *Kubectl) Prepare(raw json.RawMessage) ([]string, string, confirm.Risk, error) {
	var arguments kubectlArguments
	if err := json.Unmarshal(raw, &arguments); err != nil {
		return nil, "", confirm.Destroy, err
	}
	risk, ok := verbs[arguments.Verb]
	if !ok {
		return nil, "", confirm.Destroy, fmt.Errorf("verb %q is not allowed", arguments.Verb)
	}
	if len(arguments.Args) > 20 {
		return nil, "", risk, fmt.Errorf("too many arguments")
	}
	for _, arg := range arguments.Args {
		for _, flag := range forbiddenFlags {
			if arg == flag || strings.HasPrefix(arg, flag+"=") {
				return nil, "", risk, fmt.Errorf("flag %s is not allowed", flag)
			}
		}
	}
	command := []string{"kubectl", arguments.Verb, "--namespace", k.Namespace}
	if k.Impersonate != "" {
		command = append(command, "--as", k.Impersonate)
	}
	command = append(command, arguments.Args...)
	if arguments.Verb == "apply" {
		command = append(command, "--filename", "-")
	}
	return command, arguments.Manifest, risk, nil
}
