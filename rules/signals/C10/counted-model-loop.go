package shelf

import (
	"context"

	"github.com/sashabaranov/go-openai"
)

func lend(ctx context.Context, client *openai.Client, request openai.ChatCompletionRequest) {
	for round := 0; round < 10; round++ { // expect: counted-model-loop
		client.CreateChatCompletion(ctx, request)
	}
	for { // ok: counted-model-loop
		client.CreateChatCompletion(ctx, request)
	}
}
