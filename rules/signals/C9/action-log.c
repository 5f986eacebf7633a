void handle_tool(const char *shelf) {
  shelf_log_info("called"); // expect: action-log
}

void open_shelf(const char *shelf) {
  shelf_log_info("opened"); // ok: action-log
}
