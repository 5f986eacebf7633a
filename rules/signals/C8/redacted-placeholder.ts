function safeMessage(text: string) { // expect: redacted-placeholder
  return BEARER.test(text) ? "[redacted]" : text;
}
function state(text: string) { // ok: redacted-placeholder
  return "the page was redacted by hand" + text;
}
