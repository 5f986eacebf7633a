export class Client {
  updateConversation(id: string) { return this.send(id); } // ok: stored-memory
}
