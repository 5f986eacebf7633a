// Package agent holds the loop between model and tools.
package agent

import (
	"context"
	"fmt"
	"os"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"example.org/porter/internal/tools"
)

// Limits end a run.
type Limits struct {
	MaxSteps  int
	MaxTokens int
	Timeout   time.Duration
}

// DefaultLimits are those of a run as shipped.
var DefaultLimits = Limits{MaxSteps: 20, MaxTokens: 100_000, Timeout: 10 * time.Minute}

// Work asks the model and runs the tools that it wants until it answers.
func Work(ctx context.Context, task string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, DefaultLimits.Timeout)
	defer cancel()
	tokens := 0
	client := openai.NewClient(os.Getenv("OPENAI_API_KEY"))
	messages := []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: "You carry files and pages about."},
		{Role: openai.ChatMessageRoleUser, Content: task},
	}
	for step := 0; step < DefaultLimits.MaxSteps; step++ {
		response, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
			Model:    openai.GPT4o,
			Messages: messages,
			Tools:    tools.Definitions(),
		})
		if err != nil {
			return "", err
		}
		tokens += response.Usage.TotalTokens
		if tokens > DefaultLimits.MaxTokens {
			return "", fmt.Errorf("more than %d tokens", DefaultLimits.MaxTokens)
		}
		message := response.Choices[0].Message
		messages = append(messages, message)
		if len(message.ToolCalls) == 0 {
			return message.Content, nil
		}
		for _, call := range message.ToolCalls {
			messages = append(messages, openai.ChatCompletionMessage{
				Role:       openai.ChatMessageRoleTool,
				ToolCallID: call.ID,
				Content:    tools.Run(ctx, call.Function.Name, call.Function.Arguments),
			})
		}
	}
	return "", fmt.Errorf("no answer after %d steps", DefaultLimits.MaxSteps)
}
