void serve(void) {
  MHD_start_daemon(0, 8080, NULL, NULL, &answer, NULL, MHD_OPTION_END); // expect: http-server
  start_shelf(8080); // ok: http-server
}
