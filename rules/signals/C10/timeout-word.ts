const REPLY_TIMEOUT_MS = 30000; // expect: timeout-word
function later(show: () => void) {
  setTimeout(show, 50); // ok: timeout-word
}
