void serve() {
  httplib::Server server;
  auto other = new httplib::Server(); // expect: http-server
  start_shelf(8080); // ok: http-server
}
