package main

import (
	"bytes"
	"context"
	"net/http"

	azopenai "github.com/Azure/azure-sdk-for-go/sdk/ai/azopenai"
	"github.com/anthropics/anthropic-sdk-go"
	"github.com/aws/aws-sdk-go-v2/service/bedrockruntime"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/firebase/genkit/go/genkit"
	"github.com/ollama/ollama/api"
	"github.com/openai/openai-go"
	"github.com/tmc/langchaingo/agents"
	"github.com/tmc/langchaingo/llms"
	"google.golang.org/adk/agent/llmagent"
	"google.golang.org/genai"
)

const endpoint = "https://api.openai.com/v1/chat/completions"

func (a *Agent) loop(ctx context.Context, params anthropic.MessageNewParams) {
	for step := 0; step < a.maxSteps; step++ {
		// model: anthropic call in loop loop bound=a.maxSteps tools=[a.tools] model=anthropic.ModelX system=systemPrompt stops=[passed ctx]
		a.client.Messages.New(ctx, anthropic.MessageNewParams{Model: anthropic.ModelX, System: systemPrompt, Tools: a.tools})
	}
	for {
		// model: anthropic call in loop loop stops=[passed ctx]
		a.client.Messages.New(ctx, params)
	}
}

func (a *Agent) leave(ctx context.Context, client openai.Client) {
	turns := 0
	for {
		if turns >= maxTurns {
			return
		}
		turns++
		// model: openai call in leave loop bound=maxTurns tools=[allTools] model="gpt-x" stops=[passed ctx]
		client.Chat.Completions.New(ctx, openai.ChatCompletionNewParams{Model: "gpt-x", Messages: history, Tools: allTools})
	}
}

func others(ctx context.Context) {
	// model: gemini call in others tools=[toolset] model="gemini-x" system=prompt stops=[passed ctx]
	gem.Models.GenerateContent(ctx, "gemini-x", contents, &genai.GenerateContentConfig{Tools: toolset, SystemInstruction: prompt})
	// model: langchain call in others tools=[toolset] model="gpt-x" stops=[passed ctx]
	llm.GenerateContent(ctx, history, llms.WithTools(toolset), llms.WithModel("gpt-x"))
	// model: langchain agent in others bound=3 tools=[toolset] model=llm
	executor, _ := agents.Initialize(llm, toolset, agents.ConversationalReactDescription, agents.WithMaxIterations(3))
	// model: bedrock call in others model=model stops=[passed ctx]
	bedrock.Converse(ctx, &bedrockruntime.ConverseInput{ModelId: model, ToolConfig: config})
	// model: azure-openai call in others stops=[passed ctx]
	azure.GetChatCompletions(ctx, azopenai.ChatCompletionsOptions{Messages: history}, nil)
	// model: ollama call in others tools=[toolset] model="llama" stops=[passed ctx]
	ollamaClient.Chat(ctx, &api.ChatRequest{Model: "llama", Tools: toolset}, respond)
	// model: google-adk agent in others tools=[refund] model=model system="Help."
	clerk, _ := llmagent.New(llmagent.Config{Name: "clerk", Model: model, Instruction: "Help.", Tools: []tool.Tool{refund}})
	// model: eino agent in others bound=12 tools=[toolsConfig] model=chat
	runner, _ := react.NewAgent(ctx, &react.AgentConfig{ToolCallingModel: chat, ToolsConfig: toolsConfig, MaxStep: 12})
	// model: genkit call in others tools=[menu] stops=[passed ctx]
	genkit.Generate(ctx, g, ai.WithPrompt("Hi"), ai.WithTools(menu))
	// model: http call in others
	request, _ := http.NewRequest("POST", endpoint, bytes.NewReader(body))
}

func nested(ctx context.Context) {
	// model: eino agent in nested bound=12 tools=[allTools] model=chat
	react.NewAgent(ctx, &react.AgentConfig{ToolCallingModel: chat, ToolsConfig: compose.ToolsNodeConfig{Tools: allTools}, MaxStep: 12})
}
