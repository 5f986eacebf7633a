public class Desk {
  public async Task Ask() {
    await chat.CompleteChatAsync(messages); // expect: model-call
    await shelf.FindAsync(messages); // ok: model-call
  }
}
