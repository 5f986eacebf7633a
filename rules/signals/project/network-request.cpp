void load(const std::string &url) {
  cpr::Get(cpr::Url{url}); // expect: network-request
  shelf.Get(url); // ok: network-request
}
