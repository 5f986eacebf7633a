// Package llm talks to the model.
package llm

import (
	"context"
	"errors"
	"os"

	openai "github.com/sashabaranov/go-openai"

	"example.org/ops-pilot/internal/redact"
)

// Client is a model behind the OpenAI API.
type Client struct {
	api   *openai.Client
	model string
}

// KeyFromEnv reads the key and takes it out of the environment.
func KeyFromEnv() (redact.Secret, error) {
	key := os.Getenv("OPENAI_API_KEY")
	if key == "" {
		return "", errors.New("OPENAI_API_KEY is not set")
	}
	os.Unsetenv("OPENAI_API_KEY")
	return redact.Secret(key), nil
}

// NewClient returns a client for one model.
func NewClient(key redact.Secret, model string) *Client {
	return &Client{api: openai.NewClient(key.Reveal()), model: model}
}

// Answer is what the model said and what it cost.
type Answer struct {
	Message openai.ChatCompletionMessage
	Tokens  int
}

// Ask sends the conversation with the tools.
func (c *Client) Ask(ctx context.Context, messages []openai.ChatCompletionMessage, tools []openai.Tool) (Answer, error) {
	response, err := c.api.CreateChatCompletion(ctx, openai.ChatCompletionRequest{
		Model:     c.model,
		Messages:  messages,
		Tools:     tools,
		MaxTokens: 4096,
	})
	if err != nil {
		return Answer{}, err
	}
	if len(response.Choices) == 0 {
		return Answer{}, errors.New("the model gave no answer")
	}
	return Answer{Message: response.Choices[0].Message, Tokens: response.Usage.TotalTokens}, nil
}
