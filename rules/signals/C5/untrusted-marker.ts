export function markUntrustedContent(text: string) { return text; } // expect: untrusted-marker
export function markLine(text: string) { return text; } // ok: untrusted-marker
export function sanitizeToolResultContent(text: string) { return text; } // ok: untrusted-marker
export function escapeToolResult(text: string) { return text; } // expect: untrusted-marker
