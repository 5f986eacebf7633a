// expect: content-label
const line = (sender: string, text: string) => `${sender}: ${text}`

// ok: content-label
const total = (found: string) => `Total: ${found}`

// expect: content-label
export function wrapToolResult(text: string): string {
  return text
}
