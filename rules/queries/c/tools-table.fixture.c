#include <stddef.h>

typedef struct {
  const char *name;
  const char *description;
  const char *schema;
} tool_t;

static const tool_t TOOLS[] = {
    // tool: registry find(title: string, limit?: number) described in TOOLS
    {"find", "Finds a book",
     "{\"type\": \"object\", \"properties\": {\"title\": {\"type\": \"string\"},"
     "\"limit\": {\"type\": \"integer\"}}, \"required\": [\"title\"]}"},
    // tool: registry lend() described in TOOLS
    {.name = "lend", .description = "Lends a book"},
};

static const tool_t OTHERS[] = {{"a", "b", "c"}};
