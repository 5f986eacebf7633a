void load(const char *host) {
  getaddrinfo(host, "443", NULL, &found); // expect: network-request
  curl_easy_perform(curl); // expect: network-request
  connect_shelves(host); // ok: network-request
}
