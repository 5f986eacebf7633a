export function sanitizeEnv(values: Record<string, string>) { // expect: process-environment-reduced
  return { LANG: values.LANG };
}

export function sanitizeName(text: string) { // ok: process-environment-reduced
  return text.trim();
}
