static const tool_t TOOLS[] = {
    {"find", "Finds a book", "{}"}, // expect: declared-tool
};

static const shelf_t SHELVES[] = {
    {"a", "b", "c"}, // ok: declared-tool
};
