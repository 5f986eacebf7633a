void ask(struct llama_context *ctx) {
  llama_decode(ctx, batch); // expect: model-call
  find_book(ctx); // ok: model-call
}
