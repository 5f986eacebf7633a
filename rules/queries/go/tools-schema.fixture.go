package main

import (
	"context"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/firebase/genkit/go/genkit"
	"github.com/sashabaranov/go-openai"
	"github.com/sashabaranov/go-openai/jsonschema"
	"google.golang.org/adk/tool/functiontool"
	"google.golang.org/genai"
)

// tool: openai-schema search(query: string, sort?: enum) described in request bound
var search = openai.FunctionDefinition{
	Name:        "search",
	Description: "Searches",
	Parameters: jsonschema.Definition{
		Type: jsonschema.Object,
		Properties: map[string]jsonschema.Definition{
			"query": {Type: jsonschema.String},
			"sort":  {Type: jsonschema.String, Enum: []string{"new", "old"}},
		},
		Required: []string{"query"},
	},
}

// tool: openai-schema plain(n?: number!) described
var plain = openai.FunctionDefinition{Name: "plain", Description: "d", Parameters: map[string]any{
	"type": "object", "properties": map[string]any{"n": map[string]any{"type": "integer", "minimum": 1}},
}}

// tool: anthropic-schema bash(command?: string) described
var bash = anthropic.ToolParam{Name: "bash", Description: anthropic.String("Runs"), InputSchema: anthropic.ToolInputSchemaParam{
	Properties: map[string]any{"command": map[string]any{"type": "string"}},
}}

// tool: gemini weather(city: string) described
var weather = &genai.FunctionDeclaration{Name: "weather", Description: "Tells the weather", Parameters: &genai.Schema{
	Type: genai.TypeObject, Properties: map[string]*genai.Schema{"city": {Type: genai.TypeString}}, Required: []string{"city"},
}}

type PayArgs struct {
	Order  string  `json:"order" jsonschema:"required"`
	Amount float64 `json:"amount,omitempty"`
}

func pay(ctx context.Context, args *PayArgs) (string, error) {
	return "", nil
}

func refund(ctx tool.Context, args PayArgs) (string, error) {
	return "", nil
}

func tools(ctx context.Context) {
	// tool: eino pay(order: string, amount?: number) ->pay body described
	inferred, _ := utils.InferTool("pay", "Pays", pay)
	named := compute()
	// tool: eino Computed(order: string, amount?: number) body
	computed, _ := utils.InferTool(named, "Computed", func(ctx context.Context, args *PayArgs) (string, error) { return "", nil })
	// tool: google-adk refund(order: string, amount?: number) ->refund body described
	adk, _ := functiontool.New(functiontool.Config{Name: "refund", Description: "Pays back"}, refund)
	// tool: genkit menu() body described
	kit := genkit.DefineTool(g, "menu", "Reads the menu", func(ctx *ai.ToolContext, day string) (string, error) { return day, nil })
}

func ask(client *openai.Client, messages []openai.ChatCompletionMessage) {
	request := openai.ChatCompletionRequest{Model: "gpt-x", Messages: messages, Tools: []openai.Tool{{Type: openai.ToolTypeFunction, Function: &search}}}
	for i := 0; i < 5; i++ {
		// model: openai call in ask loop bound=5 tools=[search] model="gpt-x"
		client.CreateChatCompletion(context.Background(), request)
	}
}
