session.appendMessage(m); // ok: transcript-store
export function getSessionStorage() { return window.sessionStorage; } // ok: transcript-store
