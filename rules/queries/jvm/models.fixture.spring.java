package desk;

import org.springframework.ai.chat.client.ChatClient;

class Desk {
  void ask(ChatModel chatModel) {
    // model: spring-ai agent in ask
    ChatClient client = ChatClient.builder(chatModel).defaultTools(new Shelf()).build();
    // model: spring-ai call in ask
    String answer = client.prompt(question).call().content();
  }
}
