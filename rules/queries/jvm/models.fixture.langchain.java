package desk;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.service.AiServices;

class Desk {
  void ask(ChatModel model) {
    // model: langchain4j agent in ask
    Helper helper = AiServices.builder(Helper.class).chatModel(model).tools(new Shelf()).build();
    // model: langchain4j call in ask
    String answer = model.chat(question);
  }
}
