package desk;

import com.google.genai.Client;
import com.openai.client.OpenAIClient;
import software.amazon.awssdk.services.bedrockruntime.BedrockRuntimeClient;

class Desk {
  void ask(OpenAIClient openai, Client gemini, BedrockRuntimeClient bedrock) {
    // model: openai call in ask
    openai.chat().completions().create(params);
    // model: anthropic call in ask
    anthropic.messages().create(params);
    // model: gemini call in ask model="gemini-2"
    gemini.models.generateContent("gemini-2", question, null);
    // model: bedrock call in ask
    bedrock.converse(request);
    // model: http call in ask
    var request = HttpRequest.newBuilder().uri(URI.create("https://api.openai.com/v1/chat/completions")).build();
    client.messages().list();
    while (true) {
      // model: openai call in ask loop
      openai.responses().create(params);
    }
  }
}
