package main

import (
	"context"
	"fmt"

	"github.com/anthropics/anthropic-sdk-go"
	openai "github.com/sashabaranov/go-openai"
)

func (a *Agent) results(ctx context.Context, messages []openai.ChatCompletionMessage) error {
	// loop: endless in results asks
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		// model: openai call in results loop model="gpt-x" appends=[reply, tool<-a.runTool] stops=[passed ctx, tested ctx.Done]
		reply, err := a.client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Model: "gpt-x", Messages: messages})
		if err != nil {
			return err
		}
		message := reply.Choices[0].Message
		messages = append(messages, message)
		for _, call := range message.ToolCalls {
			output := a.runTool(call)
			messages = append(messages, openai.ChatCompletionMessage{Role: openai.ChatMessageRoleTool, Content: output, ToolCallID: call.ID})
		}
	}
}

func wrapped(client anthropic.Client, params anthropic.MessageNewParams) {
	// loop: bounded in wrapped limit=maxTurns asks
	for turn := 0; turn < maxTurns; turn++ {
		// model: anthropic call in wrapped loop bound=maxTurns appends=[reply, tool<-fetch in "Page:"]
		reply, _ := client.Messages.New(context.Background(), params)
		params.Messages = append(params.Messages, reply.ToParam())
		results := []anthropic.ContentBlockParamUnion{}
		for _, block := range reply.Content {
			page := fetch(block)
			results = append(results, anthropic.NewToolResultBlock(block.ID, fmt.Sprintf("Page: %s", page), false))
		}
		params.Messages = append(params.Messages, anthropic.NewUserMessage(results...))
	}
}

func marked(messages []openai.ChatCompletionMessage) {
	ctx := context.Background()
	// model: openai call in marked model="gpt-x" appends=[tool<-read in wrapUntrusted]
	client.CreateChatCompletion(ctx, openai.ChatCompletionRequest{Model: "gpt-x", Messages: messages})
	messages = append(messages, openai.ToolMessage(wrapUntrusted(read()), "1"))
}

func loops(items []string, events chan string) {
	// loop: bounded in loops
	for _, item := range items {
		use(item)
	}
	// loop: unknown in loops
	for event := range events {
		use(event)
	}
	// loop: unknown in loops
	for ready() {
		wait()
	}
}
