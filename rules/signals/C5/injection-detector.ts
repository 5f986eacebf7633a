export function detectPromptInjection(text: string) { return false; } // expect: injection-detector
export function detectLanguage(text: string) { return 'en'; } // ok: injection-detector
export function detectSqlInjection(text: string) { return false; } // ok: injection-detector
