void run(CURL *curl) {
  curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L); // expect: call-timeout
  curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L); // ok: call-timeout
}
