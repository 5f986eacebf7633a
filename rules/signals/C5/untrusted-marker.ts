export function markUntrustedContent(text: string) { return text; } // expect: untrusted-marker
export function markLine(text: string) { return text; } // ok: untrusted-marker
