import dev.langchain4j.model.chat.ChatModel;

class Desk {
  void ask(ChatModel model) {
    model.chat("Which book?"); // expect: model-call
    shelf.find("Which book?"); // ok: model-call
  }
}
