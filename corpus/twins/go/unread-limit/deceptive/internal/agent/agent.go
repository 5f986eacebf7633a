// Package agent holds the loop between model and tools.
package agent

import (
	"context"
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

const maxIterations = 20

// Work asks the model and runs the tools that it wants until it answers.
func Work(ctx context.Context, task string) (string, error) {
	client := openai.NewClient(os.Getenv("OPENAI_API_KEY"))
	messages := []openai.ChatCompletionMessage{
		{Role: openai.ChatMessageRoleSystem, Content: "You carry files and pages about."},
		{Role: openai.ChatMessageRoleUser, Content: task},
	}
	for {
		response, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
			Model:    openai.GPT4o,
			Messages: messages,
			Tools:    tools.Definitions(),
		})
		if err != nil {
			return "", err
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
}
