int serve(const char *method) {
  return strcmp(method, "tools/list") == 0; // expect: mcp-server
}

int other(const char *method) {
  return strcmp(method, "shelves/list") == 0; // ok: mcp-server
}

void answer_initialize(struct reply *reply) {
    // expect: mcp-server
    reply_open(reply, "serverInfo");
}
