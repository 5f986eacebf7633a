// expect: content-label
const line = (sender: string, text: string) => `${sender}: ${text}`

// ok: content-label
const total = (found: string) => `Total: ${found}`

// expect: content-label
export function wrapToolResult(text: string): string {
  return text
}

// ok: content-label
export const getTagContent = (page: string): string => page

export function show(title: string, found: string): string {
  // ok: content-label
  console.log(`Seen, Content: ${found}`)
  // ok: content-label
  const head = `Title: ${title}`
  // expect: content-label
  const text = `Content: ${found}`
  return head + text
}

// ok: content-label
export const view = (wide: number) => ({ screenContext: { wide } })
