export function apply(text: string, dryRun = false) { return text; } // expect: preview-parameter
export function show(text: string, wide = false) { return text; } // ok: preview-parameter
