// Package llm holds the loop between model and tools.
package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-keeper/internal/ledger"
	"example.org/ops-keeper/internal/manager"
	"example.org/ops-keeper/internal/tools"
)

// maxTurns bounds the rounds of one run, maxTokens what they may use together.
const (
	maxTurns  = 12
	maxTokens = 60_000
)

const instructions = `You look after database pools. Find the cause, then propose the smallest change.`

// ErrLimit says that a limit ended the run.
var ErrLimit = errors.New("limit reached")

// Loop runs workers.
type Loop struct {
	Client  *openai.Client
	Model   string
	Manager *manager.Manager
	Box     *tools.Box
	Ledger  *ledger.Ledger
}

// Run lets a worker work in a phase. What would change something becomes a proposal, never a call.
func (l *Loop) Run(ctx context.Context, runID string, phase manager.Phase, name, task string) (string, error) {
	worker, err := l.Manager.Assign(phase, name)
	if err != nil {
		return "", err
	}
	messages := []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: instructions},
		{Role: openai.ChatMessageRoleUser, Content: task},
	}
	tokens := 0
	for turn := 0; turn < maxTurns; turn++ {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		answer, err := l.Client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
			Model: l.Model, Messages: messages, Tools: l.Box.Definitions(worker), MaxTokens: 2048,
		})
		if err != nil {
			return "", err
		}
		if len(answer.Choices) == 0 {
			return "", errors.New("the model gave no answer")
		}
		tokens += answer.Usage.TotalTokens
		if tokens > maxTokens {
			return "", fmt.Errorf("%w: %d tokens", ErrLimit, tokens)
		}
		message := answer.Choices[0].Message
		messages = append(messages, message)
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		for _, call := range message.ToolCalls {
			event := ledger.Event{RunID: runID, Actor: name, Phase: string(phase), Action: call.Function.Name,
				Payload: json.RawMessage(call.Function.Arguments)}
			if err := l.Ledger.AppendAuditEvent(ctx, event); err != nil {
				return "", err
			}
			messages = append(messages, openai.ChatCompletionMessage{
				Role: openai.ChatMessageRoleTool, ToolCallID: call.ID, Content: l.call(ctx, worker.Name, phase, call.Function),
			})
		}
	}
	return "", fmt.Errorf("%w: %d turns", ErrLimit, maxTurns)
}

func (l *Loop) call(ctx context.Context, name string, phase manager.Phase, function openai.FunctionCall) string {
	if function.Name == "resize_pool" {
		proposal := &manager.Proposal{ID: name + "/" + function.Name, Worker: name, Resource: "pool",
			Command: function.Name, Tool: function.Name, Payload: []byte(function.Arguments)}
		if err := l.Manager.Propose(ctx, proposal); err != nil {
			return err.Error()
		}
		return "proposed; a person decides"
	}
	worker, err := l.Manager.Assign(phase, name)
	if err != nil {
		return err.Error()
	}
	result, err := l.Box.Call(ctx, worker, function.Name, []byte(function.Arguments))
	if err != nil {
		return err.Error()
	}
	return result
}
