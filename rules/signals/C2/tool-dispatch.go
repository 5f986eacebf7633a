package turn

import (
	"context"

	"github.com/sashabaranov/go-openai"
)

func Turn(ctx context.Context, client *openai.Client, tools Tools) error {
	reply, err := client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{})
	for _, asked := range reply.Calls {
		tools.CallTool(ctx, asked)    // expect: tool-dispatch
		tools.ConfirmTool(ctx, asked) // ok: tool-dispatch
		tool := tools.Find(asked)
		tool.Run(ctx, asked) // expect: tool-dispatch
	}
	return err
}
