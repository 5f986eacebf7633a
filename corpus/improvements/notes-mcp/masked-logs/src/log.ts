const KEY = /\b(sk|ghp|xoxb)[-_][A-Za-z0-9_-]{16,}/g;

export function redactSecrets(line: string): string {
  return line.replace(KEY, "[redacted]");
}

/** One line per call on stderr; names and times only, no text of notes. */
export async function logged<T>(tool: string, work: () => Promise<T>): Promise<T> {
  const start = Date.now();
  try {
    const result = await work();
    console.error(redactSecrets(`notes-mcp: ${tool} ok ${Date.now() - start}ms`));
    return result;
  } catch (error) {
    console.error(redactSecrets(`notes-mcp: ${tool} failed ${Date.now() - start}ms`));
    throw error;
  }
}

export function text(value: string): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: value }] };
}
