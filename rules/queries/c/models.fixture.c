#include <curl/curl.h>

int ask(struct llama_context *ctx) {
  // model: llama-cpp call in ask
  llama_decode(ctx, batch);
  // model: http call in ask
  curl_easy_setopt(curl, CURLOPT_URL, "https://api.openai.com/v1/chat/completions");
  curl_easy_setopt(curl, CURLOPT_URL, "https://example.org/books");
  return 0;
}
