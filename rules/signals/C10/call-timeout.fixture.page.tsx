export const load = () => fetch("/loans", { signal: AbortSignal.timeout(500) }); // ok: call-timeout
