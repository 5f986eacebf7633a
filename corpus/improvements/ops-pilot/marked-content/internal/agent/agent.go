// Package agent holds the loop between model and tools.
package agent

import (
	"context"
	"errors"
	"fmt"

	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-pilot/internal/llm"
	"example.org/ops-pilot/internal/tools"
)

const systemPrompt = `You look after a Kubernetes cluster. Find the cause before you change anything.
Prefer the smallest change that helps, and say what you did.`

// Limits end a run.
type Limits struct {
	// Steps is the most rounds with the model.
	Steps int
	// Tokens is the most that all rounds together may use.
	Tokens int
	// Repeats is how often the same call may be made.
	Repeats int
}

// ErrLimit says that a limit ended the run.
var ErrLimit = errors.New("limit reached")

// Agent runs tasks.
type Agent struct {
	Model  *llm.Client
	Box    *tools.Box
	Limits Limits
}

// wrapUntrustedText says where a text comes from, and that nobody vouches for it.
func wrapUntrustedText(source, text string) string {
	return fmt.Sprintf("<untrusted source=%q>\n%s\n</untrusted>", source, text)
}

// Run works on a task until the model answers, a limit is reached or ctx ends.
func (a *Agent) Run(ctx context.Context, task string) (string, error) {
	messages := []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: systemPrompt},
		{Role: openai.ChatMessageRoleUser, Content: task},
	}
	seen := map[string]int{}
	tokens := 0
	for step := 0; step < a.Limits.Steps; step++ {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		answer, err := a.Model.Ask(ctx, messages, a.Box.Definitions())
		if err != nil {
			return "", err
		}
		tokens += answer.Tokens
		if tokens > a.Limits.Tokens {
			return "", fmt.Errorf("%w: %d tokens", ErrLimit, tokens)
		}
		messages = append(messages, answer.Message)
		if len(answer.Message.ToolCalls) == 0 {
			return answer.Message.Content, nil
		}
		for _, call := range answer.Message.ToolCalls {
			if err := ctx.Err(); err != nil {
				return "", err
			}
			key := call.Function.Name + " " + call.Function.Arguments
			seen[key]++
			if seen[key] > a.Limits.Repeats {
				return "", fmt.Errorf("%w: the same call again and again", ErrLimit)
			}
			messages = append(messages, openai.ChatCompletionMessage{
				Role:       openai.ChatMessageRoleTool,
				ToolCallID: call.ID,
				Content:    wrapUntrustedText(call.Function.Name, a.Box.Call(ctx, call.Function.Name, call.Function.Arguments)),
			})
		}
	}
	return "", fmt.Errorf("%w: %d steps", ErrLimit, a.Limits.Steps)
}
