using Amazon.BedrockRuntime;
using Microsoft.Agents.AI;
using Microsoft.Extensions.AI;
using Microsoft.SemanticKernel;
using OllamaSharp;

public class Desk {
  public async Task Ask() {
    // model: openai call in Ask
    var answer = await chat.CompleteChatAsync(messages);
    // model: azure-openai call in Ask
    await azure.GetChatCompletionsAsync(options);
    // model: anthropic call in Ask
    await anthropic.Messages.GetClaudeMessageAsync(parameters);
    // model: extensions-ai call in Ask
    await client.GetResponseAsync(messages, options);
    // model: semantic-kernel agent in Ask
    var kernel = Kernel.CreateBuilder();
    // model: semantic-kernel call in Ask
    await kernel.InvokePromptAsync(question);
    // model: agent-framework agent in Ask tools=[tools] system="Help."
    var agent = chat.CreateAIAgent(instructions: "Help.", tools: tools);
    // model: agent-framework call in Ask
    await agent.RunAsync(question);
    // model: bedrock call in Ask
    await runtime.ConverseAsync(request);
    // model: ollama call in Ask
    await ollama.GenerateAsync(question);
    // model: mcp serve in Ask
    builder.Services.AddMcpServer().WithTools<Shelf>();
    // model: http call in Ask
    await http.PostAsync("https://api.anthropic.com/v1/messages", body);
    await http.GetAsync("https://example.org/books");
  }
}
